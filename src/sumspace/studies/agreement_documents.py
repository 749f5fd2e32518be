"""How far the people who summarized one document agree, and what else is scored by one of them (Lin & Hovy 2003)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import permutations
from statistics import fmean, median
from typing import TYPE_CHECKING

from sumspace.document import Sentence, tokenize
from sumspace.measures.batch import Pair
from sumspace.measures.coverage import cover
from sumspace.measures.scoring import Setting, evaluate
from sumspace.space.space import Part, Space
from sumspace.studies.agreement_series import BASELINE, BEST, FULL_TEXT, Series, oracle_series
from sumspace.tasks.systems import candidates
from sumspace.tasks.task import LeftOut
from sumspace.text.passage import Passage

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sumspace.corpus.peers import Peer
    from sumspace.document import Document
    from sumspace.studies.agreement_plan import AgreementPlan

__all__ = ["DocumentAgreement", "HumanPair", "Scored", "agree_document"]


@dataclass(frozen=True, slots=True)
class HumanPair:
    """Two people's summaries of a document: what the candidate scores by the model."""

    model: str
    candidate: str
    score: float


@dataclass(frozen=True, slots=True)
class Scored:
    """What a summary scores by the reference, and its words; None where no best extract is named, as all score 0."""

    score: float
    words: int | None
    #: What the best extract scores at most; above the score where the search ran out of time.
    bound: float | None = None

    @property
    def proven(self) -> bool:
        """Whether it is certain that no extract does better, where that is the question."""
        return self.bound is None or self.bound <= self.score


@dataclass(frozen=True, eq=False)
class DocumentAgreement:
    """One document: every pair of its human summaries, and what is scored by the one that agrees best."""

    id: str
    domain: str
    sentences: int
    words: int
    pairs: tuple[HumanPair, ...]
    #: The words of each human summary.
    humans: dict[str, int]
    scores: dict[Series, Scored]

    @cached_property
    def best(self) -> HumanPair:
        """The pair with the best agreement, the first on ties; its model is the reference for all else (section 5)."""
        return _best(self.pairs)

    @property
    def maximum(self) -> float:
        """MaxH."""
        return self.best.score

    @property
    def minimum(self) -> float:
        """MinH."""
        return min(pair.score for pair in self.pairs)

    @property
    def median(self) -> float:
        """MedH."""
        return median(pair.score for pair in self.pairs)

    @property
    def mean(self) -> float:
        """AvgH."""
        return fmean(pair.score for pair in self.pairs)

    @property
    def compressions(self) -> dict[str, float]:
        """The share of the document's words that each human summary leaves out (section 5)."""
        return {human: 1 - words / self.words for human, words in self.humans.items()}

    @property
    def compression(self) -> float:
        """The share of words that the reference leaves out."""
        return self.compressions[self.best.model]


@dataclass(frozen=True, slots=True)
class _Text:
    """A summary as it is written, and as tokens."""

    name: str
    passage: Passage
    sentences: tuple[Sentence, ...]

    @property
    def words(self) -> int:
        return sum(words.length for words in self.sentences)


def agree_document(
    prepared: Document, place: int, plan: AgreementPlan, peers: Sequence[Peer] = ()
) -> DocumentAgreement | LeftOut:
    """Score every ordered pair of human summaries, then systems and oracles by the human who agrees best."""
    example = prepared.example
    humans = _humans(prepared)
    if len(humans) < 2:
        return LeftOut(example.id, "has one reference, and agreement takes two")
    words = int(prepared.lengths.sum())
    if not words:
        return LeftOut(example.id, "has no words")
    pairs = [
        HumanPair(model.name, candidate.name, _score(candidate, model, plan))
        for model, candidate in permutations(humans.values(), 2)
    ]
    best = _best(pairs)
    reference = humans[best.model]
    scores = {BEST: Scored(best.score, humans[best.candidate].words)}
    for series, text in _texts(prepared, place, plan, peers):
        scores[series] = Scored(_score(text, reference, plan), text.words)
    scores.update(_oracles(prepared, reference, plan))
    return DocumentAgreement(
        id=example.id,
        domain=example.domain,
        sentences=len(prepared.sentences),
        words=words,
        pairs=tuple(pairs),
        humans={name: text.words for name, text in humans.items()},
        scores=scores,
    )


def _humans(prepared: Document) -> dict[str, _Text]:
    """Return the human summaries by their ids; one whose id is taken is told apart by its place."""
    found: dict[str, _Text] = {}
    for place, reference in enumerate(prepared.references("each"), 1):
        name = f"{reference.id} ({place})" if reference.id in found else reference.id
        found[name] = _Text(name, reference.bodies[0], reference.sentences[0])
    return found


def _best(pairs: Sequence[HumanPair]) -> HumanPair:
    return max(pairs, key=lambda pair: pair.score)


def _score(candidate: _Text, model: _Text, plan: AgreementPlan) -> float:
    """Score one text by another: as extracts of a space are scored, where the measure counts units."""
    if plan.measure.counts_units:
        coverage = cover(plan.measure, candidate.sentences, [model.sentences])
        return coverage.most / coverage.total if coverage.total else 0.0
    pair = Pair(candidate.passage, (model.passage,))
    return float(evaluate([pair], [plan.measure], Setting(plan.profile))[plan.measure].recall[0])


def _texts(
    prepared: Document, place: int, plan: AgreementPlan, peers: Sequence[Peer]
) -> Iterator[tuple[Series, _Text]]:
    """Yield the lead baseline, the other systems, and the document itself."""
    whole = Part(0, len(prepared.words), plan.spaces.budget)
    for candidate in candidates(prepared, [whole], plan.spaces, peers, place):
        series = BASELINE if candidate.system == "lead" else Series("system", candidate.system)
        if series is BASELINE or not plan.systems or candidate.system in plan.systems:
            sentences = tokenize(candidate.passage.sentences or (), prepared.profile)
            yield series, _Text(candidate.system, candidate.passage, tuple(sentences))
    yield FULL_TEXT, _Text(FULL_TEXT.name, Passage(sentences=prepared.sentences), prepared.words)


def _oracles(prepared: Document, reference: _Text, plan: AgreementPlan) -> Iterator[tuple[Series, Scored]]:
    """Find the best extract of each length, where there is one (section 4.1)."""
    if not plan.budgets or (plan.most_sentences is not None and len(prepared.sentences) > plan.most_sentences):
        return
    from sumspace.oracle.oracles import find_oracles

    coverage = cover(plan.measure, prepared.words, [reference.sentences])
    for budget in plan.budgets:
        found = find_oracles(Space(coverage, budget), seconds=plan.seconds)
        if found is not None:
            words = None if found.best is None else int(prepared.lengths[list(found.best.sentences)].sum())
            bound = found.score if found.optimal else found.bound
            yield oracle_series(budget), Scored(found.score, words, bound)
