"""How far the people who summarized one document agree, and what other summaries score by one of them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import permutations
from operator import attrgetter
from statistics import fmean, median
from typing import TYPE_CHECKING, Literal, NamedTuple

from sumspace.document import tokenize
from sumspace.measures.batch import Pair
from sumspace.measures.coverage import cover, cover_document
from sumspace.measures.scoring import Setting, evaluate
from sumspace.oracle.oracles import find_oracles
from sumspace.space.scoring import Scoring
from sumspace.space.space import Part, Space
from sumspace.tasks.systems import candidates
from sumspace.tasks.task import LeftOut
from sumspace.text.passage import Passage

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sumspace.document import Document, Sentence
    from sumspace.space.budget import Budget
    from sumspace.studies.agreement.plan import AgreementPlan


class Source(NamedTuple):
    """Where summaries come from, under the names of Lin & Hovy 2003 (section 5): people, a system, oracles."""

    kind: Literal["human", "baseline", "system", "oracle", "full text"]
    name: str


BEST_HUMAN, BASELINE, FULL_TEXT = Source("human", "MaxH"), Source("baseline", "B1"), Source("full text", "FT")


def oracle_source(budget: Budget) -> Source:
    """Return the source of the best extracts that a budget allows, such as E100."""
    return Source("oracle", f"E{budget.size}")


@dataclass(frozen=True, slots=True)
class HumanPair:
    """Two people's summaries of a document: what the candidate scores by the model."""

    model: str
    candidate: str
    score: float


@dataclass(frozen=True, slots=True)
class SummaryScore:
    """What a summary scores by the reference, and its words; None where all extracts score 0, and none is the best."""

    score: float
    words: int | None
    #: What the best extract scores at most, if this is an oracle; above the score where the search ran out of time.
    bound: float | None = None

    @property
    def proven(self) -> bool:
        return self.bound is None or self.bound <= self.score


@dataclass(frozen=True, eq=False)
class DocumentAgreement:
    """One document: every pair of its human summaries, and what is scored by the one that agrees best."""

    id: str
    domain: str
    #: None where there is no text.
    sentences: int | None
    words: int | None
    pairs: tuple[HumanPair, ...]
    #: The words of each human summary.
    humans: dict[str, int]
    scores: dict[Source, SummaryScore]

    @cached_property
    def best(self) -> HumanPair:
        """The pair with the best agreement, the first on ties; its model is the reference for all else (section 5)."""
        return max(self.pairs, key=attrgetter("score"))

    @cached_property
    def agreement(self) -> dict[str, float]:
        """The best, mean, median and worst score of all pairs (section 5)."""
        scores = [pair.score for pair in self.pairs]
        return {"MaxH": max(scores), "AvgH": fmean(scores), "MedH": median(scores), "MinH": min(scores)}

    @property
    def maximum(self) -> float:
        return self.best.score

    @property
    def compressions(self) -> dict[str, float]:
        """The share of the document's words that each human summary leaves out (section 5); none without a text."""
        return {human: 1 - words / self.words for human, words in self.humans.items()} if self.words else {}

    @property
    def compression(self) -> float:
        """That of the reference; only of a document that has a text."""
        return self.compressions[self.best.model]


@dataclass(frozen=True, slots=True)
class _Text:
    """A summary as it is written, and as tokens."""

    passage: Passage
    sentences: tuple[Sentence, ...]

    @property
    def words(self) -> int:
        return sum(sentence.length for sentence in self.sentences)


def agree_document(document: Document, plan: AgreementPlan) -> DocumentAgreement | LeftOut:
    """Score every ordered pair of human summaries, then systems and oracles by the human who agrees best.

    Without a text there are no oracles, no lead baseline and no full text.
    """
    humans = _humans(document)
    if len(humans) < 2:
        return LeftOut(document.id, "has one reference, and agreement takes two")
    has_text = document.example.has_text
    words = int(document.lengths.sum()) if has_text else None
    if words == 0:
        return LeftOut(document.id, "has no words")
    pairs = [
        HumanPair(model, candidate, _score(humans[candidate], humans[model], plan))
        for model, candidate in permutations(humans, 2)
    ]
    best = max(pairs, key=attrgetter("score"))
    reference = humans[best.model]
    scores = {BEST_HUMAN: SummaryScore(best.score, humans[best.candidate].words)}
    for source, text in _texts(document, plan):
        scores[source] = SummaryScore(_score(text, reference, plan), text.words)
    scores.update(_oracles(document, reference, plan) if has_text else ())
    sizes = {name: text.words for name, text in humans.items()}
    sentences = len(document.sentences) if has_text else None
    return DocumentAgreement(document.id, document.domain, sentences, words, tuple(pairs), sizes, scores)


def _humans(document: Document) -> dict[str, _Text]:
    """Return the human summaries by their ids; one whose id is taken has its place added."""
    humans: dict[str, _Text] = {}
    for place, reference in enumerate(document.references("each"), 1):
        name = f"{reference.id} ({place})" if reference.id in humans else reference.id
        humans[name] = _Text(reference.bodies[0], reference.sentences[0])
    return humans


def _score(candidate: _Text, model: _Text, plan: AgreementPlan) -> float:
    """Score one text by another: as extracts of a space are scored, where the measure counts units."""
    if plan.measure.has_coverage:
        scoring = Scoring(cover(plan.measure, candidate.sentences, [model.sentences], plan.profile))
        return scoring.score_of(range(len(candidate.sentences)))
    pair = Pair(candidate.passage, (model.passage,))
    return float(evaluate([pair], [plan.measure], Setting(plan.profile))[plan.measure].recall[0])


def _texts(document: Document, plan: AgreementPlan) -> Iterator[tuple[Source, _Text]]:
    """Yield the lead baseline, the other systems, and the document itself."""
    whole = Part(0, len(document.sentences), plan.baseline)
    for candidate in candidates(document, [whole], plan.seed):
        source = BASELINE if candidate.system == "lead" else Source("system", candidate.system)
        if source is BASELINE or not plan.systems or candidate.system in plan.systems:
            sentences = tokenize(candidate.passage.sentences or (), document.profile)
            yield source, _Text(candidate.passage, tuple(sentences))
    if document.example.has_text:
        yield FULL_TEXT, _Text(Passage(sentences=document.sentences), document.words)


def _oracles(document: Document, reference: _Text, plan: AgreementPlan) -> Iterator[tuple[Source, SummaryScore]]:
    """Find the best extract of each length, where there is one (section 4.1)."""
    if not plan.budgets or (plan.most_sentences is not None and len(document.sentences) > plan.most_sentences):
        return
    scoring = Scoring(cover_document(plan.measure, document, [reference.sentences]))
    for budget in plan.budgets:
        oracles = find_oracles(Space(document.lengths, budget), scoring, plan.seconds)
        if oracles is not None:
            words = None if oracles.best is None else int(document.lengths[list(oracles.best.sentences)].sum())
            bound = oracles.score if oracles.optimal else oracles.bound
            yield oracle_source(budget), SummaryScore(oracles.score, words, bound)
