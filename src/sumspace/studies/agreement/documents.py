"""How far the human summaries of one document agree, and what other summaries score by one of them."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from functools import cache, cached_property
from itertools import combinations, permutations
from math import comb
from operator import attrgetter
from statistics import fmean, median
from typing import TYPE_CHECKING, Literal, NamedTuple
from zlib import crc32

from sumspace.document import Sentence, tokenize
from sumspace.measures.batch import Pair
from sumspace.measures.coverage import cover, cover_document
from sumspace.measures.scoring import Setting, evaluate
from sumspace.oracle.oracles import find_oracles
from sumspace.space.budget import Extract
from sumspace.space.scoring import Scoring
from sumspace.space.space import Part, Space
from sumspace.tasks.systems import candidates, cut_summary, score_extracts, write_run
from sumspace.tasks.task import LeftOut
from sumspace.text.passage import Passage

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from sumspace.document import Document
    from sumspace.space.budget import Budget
    from sumspace.studies.agreement.plan import AgreementPlan


class Source(NamedTuple):
    """Where summaries come from, under the names of Lin & Hovy 2003 (section 5): human summaries, a system, oracles."""

    kind: Literal["human", "baseline", "system", "oracle", "full text"]
    name: str


BEST_HUMAN, BASELINE, FULL_TEXT = Source("human", "MaxH"), Source("baseline", "B1"), Source("full text", "FT")
#: A candidate that is so many times as long as its model, or more, has much more room than it.
MUCH_LONGER = 1.2
#: Of more groups of human summaries than these, as many are drawn at random.
MOST_GROUPS = 2_000


def oracle_source(budget: Budget) -> Source:
    """Return the source of the best extracts that a budget allows, such as E100."""
    return Source("oracle", f"E{budget.size}")


@dataclass(frozen=True, slots=True)
class HumanPair:
    """Two human summaries of a document: what the candidate scores by the model."""

    model: str
    candidate: str
    score: float
    #: What it scores when it is cut to as many words as the model has.
    cut: float


@dataclass(frozen=True, slots=True)
class SummaryScore:
    """What a summary scores by the reference; cut to the reference's length, and as it is."""

    #: Of the summary cut, where summaries are; the best extracts and the full text never are.
    score: float
    uncut: float
    #: The words of the summary as it is; None where all extracts score 0, and none is the best.
    words: float | None
    #: The words that the score is of.
    kept: float | None
    #: Of a system: what the first words of the document score, the best other person, and all others on average, each
    #: cut to as many words as these.
    lead: float | None = None
    human: float | None = None
    others: float | None = None
    #: What the best extract scores at most, if this is an oracle; above the score where the search ran out of time.
    bound: float | None = None

    @property
    def proven(self) -> bool:
        return self.bound is None or self.bound <= self.score


@dataclass(frozen=True, eq=False)
class DocumentAgreement:
    """One document: every pair of its human summaries, and what is scored by the one that agrees best.

    Where every document is to have as many human summaries, numbers are means over all groups of so many.
    """

    id: str
    domain: str
    #: Whether it is several texts on one topic.
    is_topic: bool
    #: None where there is no text.
    sentences: int | None
    words: int | None
    pairs: tuple[HumanPair, ...]
    #: The words of each human summary.
    humans: dict[str, int]
    #: The best, mean, median and worst score of all pairs (section 5), and the same with candidates cut.
    agreement: dict[str, float]
    cut_agreement: dict[str, float]
    #: By whom all else is scored, with the share of the groups in which that is so.
    references: dict[str, float]
    #: The share of the groups whose best pair has a candidate that is much longer than its model.
    longer: float
    scores: dict[Source, SummaryScore]
    #: The reference and the best extracts as they are written.
    texts: dict[Source, tuple[str, ...]] = field(default_factory=dict)

    @cached_property
    def best(self) -> HumanPair:
        """The pair with the best agreement, the first on ties; its model is the reference for all else (section 5)."""
        return max(self.pairs, key=attrgetter("score"))

    @property
    def maximum(self) -> float:
        return self.agreement["MaxH"]

    @property
    def reference(self) -> str:
        """The reference; that of most groups, where there are several."""
        return _most_common(self.references)

    @property
    def compressions(self) -> dict[str, float]:
        """The share of the document's words that each human summary leaves out (section 5); none without a text."""
        return {human: 1 - words / self.words for human, words in self.humans.items()} if self.words else {}

    @property
    def first_compression(self) -> float:
        """That of H1, the first human summary; only of a document that has a text."""
        return next(iter(self.compressions.values()))

    @property
    def reference_compression(self) -> float:
        """That of the reference; only of a document that has a text."""
        return sum(share * self.compressions[name] for name, share in self.references.items())


def _most_common(shares: dict[str, float]) -> str:
    return max(shares, key=lambda name: shares[name])


@dataclass(frozen=True, slots=True, eq=False)
class _Text:
    """A summary as it is written and as tokens; as an extract, if it was made here and the measure counts units."""

    passage: Passage
    sentences: tuple[Sentence, ...]
    extract: Extract | None = None

    @property
    def words(self) -> int:
        return sum(sentence.length for sentence in self.sentences)


class _Group(NamedTuple):
    """What a group of human summaries gives: which is the reference, how far they agree, and which are the others."""

    reference: str
    agreement: dict[str, float]
    cut_agreement: dict[str, float]
    best: SummaryScore
    others: tuple[str, ...]
    is_longer: bool


def agree_document(document: Document, plan: AgreementPlan) -> DocumentAgreement | LeftOut:
    """Score every ordered pair of human summaries, then systems and oracles by the human who agrees best.

    Without a text there are no oracles, no lead baseline and no full text.
    """
    humans = _humans(document)
    if len(humans) < 2:
        return LeftOut(document.id, "has one reference, and agreement takes two")
    if plan.people is not None and len(humans) < plan.people:
        return LeftOut(document.id, f"has {len(humans)} references, and {plan.people} are compared")
    has_text = document.example.has_text
    words = int(document.lengths.sum()) if has_text else None
    if words == 0:
        return LeftOut(document.id, "has no words")
    pairs = tuple(_compare(document, model, candidate, humans, plan) for model, candidate in permutations(humans, 2))
    sizes = {name: text.words for name, text in humans.items()}
    groups = [_agree(group, pairs, sizes, plan) for group in _groups(list(humans), document.id, plan)]
    others: dict[str, list[tuple[str, ...]]] = {}
    for group in groups:
        others.setdefault(group.reference, []).append(group.others)
    references = {name: len(own) / len(groups) for name, own in others.items()}
    scores = {BEST_HUMAN: _mean([(1 / len(groups), group.best) for group in groups])}
    by_reference: dict[Source, list[tuple[float, SummaryScore]]] = {}
    texts: dict[Source, tuple[str, ...]] = {}
    main = _most_common(references)
    for name, share in references.items():
        people = [[humans[other] for other in group] for group in others[name]]
        for source, score, text in _by_reference(document, humans[name], people, plan):
            by_reference.setdefault(source, []).append((share, score))
            texts |= {source: text} if text and name == main else {}
    texts[BEST_HUMAN] = document.split(humans[main].passage)
    scores |= {source: _mean(parts) for source, parts in by_reference.items()}
    return DocumentAgreement(
        document.id, document.domain, len(document.example.texts) > 1, len(document.sentences) if has_text else None,
        words, pairs, sizes, _means([group.agreement for group in groups]),
        _means([group.cut_agreement for group in groups]), references,
        fmean(group.is_longer for group in groups), scores, texts,
    )  # fmt: skip


def _humans(document: Document) -> dict[str, _Text]:
    """Return the human summaries by their ids; one whose id is taken has its place added."""
    humans: dict[str, _Text] = {}
    for place, reference in enumerate(document.references("each"), 1):
        name = f"{reference.id} ({place})" if reference.id in humans else reference.id
        humans[name] = _Text(reference.bodies[0], reference.sentences[0])
    return humans


def _compare(
    document: Document, model: str, candidate: str, humans: dict[str, _Text], plan: AgreementPlan
) -> HumanPair:
    score = _score(humans[candidate], humans[model], plan)
    cut = _cut(document, humans[candidate], humans[model].words)
    return HumanPair(
        model, candidate, score, score if cut is humans[candidate] else _score(cut, humans[model], plan)
    )  # fmt: skip


def _groups(humans: Sequence[str], document: str, plan: AgreementPlan) -> Iterable[Sequence[str]]:
    """Return all groups of as many human summaries as are compared: all, or so many; some of very many groups."""
    size = plan.people or len(humans)
    if comb(len(humans), size) <= MOST_GROUPS:
        return combinations(humans, size)
    draw = random.Random(crc32(document.encode("utf-8", "surrogatepass")) + plan.seed)  # noqa: S311 - nothing secret
    return [draw.sample(humans, size) for _ in range(MOST_GROUPS)]


def _agree(group: Sequence[str], pairs: Sequence[HumanPair], words: dict[str, int], plan: AgreementPlan) -> _Group:
    """Find the best pair of a group, whose model is the reference, and how far all its pairs agree."""
    own = [pair for pair in pairs if pair.model in group and pair.candidate in group]
    best = max(own, key=attrgetter("score"))
    model, candidate = words[best.model], words[best.candidate]
    is_longer = candidate >= MUCH_LONGER * model and candidate > model
    by_reference = [pair for pair in own if pair.model == best.model]
    score, kept = best.score, candidate
    if not plan.uncut:
        fair = max(by_reference, key=attrgetter("cut"))
        score, kept = fair.cut, min(words[fair.candidate], model)
    return _Group(
        best.model, _summed_up([pair.score for pair in own]), _summed_up([pair.cut for pair in own]),
        SummaryScore(score, best.score, candidate, kept), tuple(pair.candidate for pair in by_reference), is_longer,
    )  # fmt: skip


def _summed_up(scores: Sequence[float]) -> dict[str, float]:
    return {"MaxH": max(scores), "AvgH": fmean(scores), "MedH": median(scores), "MinH": min(scores)}


def _means(groups: Sequence[dict[str, float]]) -> dict[str, float]:
    return {name: fmean(group[name] for group in groups) for name in groups[0]}


def _mean(parts: Sequence[tuple[float, SummaryScore]]) -> SummaryScore:
    """Average scores by several references, each with its share."""
    if len(parts) == 1:
        return parts[0][1]

    def average(name: str) -> float | None:
        known = [(share, value) for share, score in parts if (value := getattr(score, name)) is not None]
        return sum(share * value for share, value in known) / sum(share for share, _ in known) if known else None

    score, uncut = (sum(share * getattr(single, name) for share, single in parts) for name in ("score", "uncut"))
    bound = average("bound")
    if bound is not None and all(single.proven for _, single in parts):
        bound = score
    words, kept, lead, human, others = map(average, ("words", "kept", "lead", "human", "others"))
    return SummaryScore(score, uncut, words, kept, lead, human, others, bound)


def _score(candidate: _Text, model: _Text, plan: AgreementPlan) -> float:
    """Score one text by another: as extracts of a space are scored, where the measure counts units."""
    if plan.measure.has_coverage:
        scoring = Scoring(cover(plan.measure, candidate.sentences, [model.sentences], plan.profile))
        return scoring.score_of(range(len(candidate.sentences)))
    pair = Pair(candidate.passage, (model.passage,))
    return float(evaluate([pair], [plan.measure], Setting(plan.profile))[plan.measure].recall[0])


def _cut(document: Document, text: _Text, words: int) -> _Text:
    """Keep so many words of a text, and at least one; a text that has no more stays as it is."""
    if text.words <= max(words, 1):
        return text
    return _read(document, cut_summary(document, Passage(sentences=document.split(text.passage)), max(words, 1)))


def _read(document: Document, passage: Passage) -> _Text:
    return _Text(passage, tuple(tokenize(passage.sentences or (), document.profile)))


def _read_extract(document: Document, extract: Extract) -> _Text:
    sentences = [document.words[number] for number in extract.sentences]
    if extract.words is not None:
        last, (*_, text) = sentences.pop(), document.write(extract.sentences, extract.words)
        sentences.append(Sentence(last.tokens[: last.ends[extract.words]], last.ends[: extract.words + 1], text))
    return _Text(Passage(), tuple(sentences), extract)


def _cut_extract(document: Document, extract: Extract, words: int) -> Extract:
    """Keep so many words of an extract, which has them or fewer after that."""
    left = words
    for place, number in enumerate(extract.sentences, 1):
        length = int(document.lengths[number])
        kept = length if extract.words is None or place < len(extract.sentences) else extract.words
        if kept >= left:
            return Extract(extract.sentences[:place], left if left < length else None)
        left -= kept
    return extract


def _by_reference(
    document: Document, reference: _Text, people: Sequence[Sequence[_Text]], plan: AgreementPlan
) -> Iterator[tuple[Source, SummaryScore, tuple[str, ...]]]:
    """Score the lead baseline, the other systems, oracles and the full text; of oracles the text is returned too.

    A system may have several summaries of a document, which are averaged. Beside each stand Lead and the other human
    summaries of each group, cut to its length.
    """
    whole = _Text(Passage(sentences=document.sentences), document.words)

    @cache
    def score(text: _Text, words: int) -> float:
        return _score(_cut(document, text, words), reference, plan) if words else 0.0

    counts = plan.measure.has_coverage
    scoring = Scoring(cover_document(plan.measure, document, [reference.sentences])) if counts else None

    def score_all(texts: Sequence[_Text], lengths: Sequence[int]) -> float:
        extracts = [text.extract for text in texts]
        if scoring is None or not all(extracts):
            return fmean(map(score, texts, lengths))
        cut = [
            _cut_extract(document, extract, words) for extract, words in zip(extracts, lengths, strict=True) if extract
        ]
        return fmean(score_extracts(scoring, cut).tolist())

    for source, texts in _systems(document, plan).items():
        lengths = [text.words if plan.uncut else min(text.words, max(reference.words, 1)) for text in texts]
        rooms = [max(text.words for group in people for text in group)] if plan.uncut else lengths
        groups = [[score(text, words) for text in group] for words in rooms for group in people]
        yield source, SummaryScore(
            score=score_all(texts, lengths),
            uncut=score_all(texts, [text.words for text in texts]),
            words=fmean(text.words for text in texts),
            kept=fmean(lengths),
            lead=fmean(score(whole, words) for words in lengths) if document.example.has_text else None,
            human=fmean(map(max, groups)),
            others=fmean(map(fmean, groups)),
        ), ()  # fmt: skip
    if document.example.has_text:
        yield from _oracles(document, reference, plan)
        recall = score(whole, whole.words)
        yield FULL_TEXT, SummaryScore(recall, recall, whole.words, whole.words), ()


def _systems(document: Document, plan: AgreementPlan) -> dict[Source, list[_Text]]:
    """Return the summaries of the lead baseline and the other systems, as they are; of random one for each order."""
    systems: dict[Source, list[_Text]] = {}
    whole = [Part(0, len(document.sentences), plan.baseline)]
    for candidate in candidates(document, whole, plan.seed):
        source = BASELINE if candidate.system == "lead" else Source("system", candidate.system)
        if source == BASELINE or not plan.systems or candidate.system in plan.systems:
            if plan.measure.has_coverage and candidate.runs:
                systems[source] = [_read_extract(document, extract) for (extract,) in candidate.runs]
            else:
                passages = [write_run(document, whole, run)[0] for run in candidate.runs] or [candidate.passage]
                texts = {passage: _read(document, passage) for passage in dict.fromkeys(passages)}
                systems[source] = [texts[passage] for passage in passages]
    return systems


def _oracles(
    document: Document, reference: _Text, plan: AgreementPlan
) -> Iterator[tuple[Source, SummaryScore, tuple[str, ...]]]:
    """Find the best extract of each length, where there is one (section 4.1)."""
    if not plan.budgets or (plan.most_sentences is not None and len(document.sentences) > plan.most_sentences):
        return
    scoring = Scoring(cover_document(plan.measure, document, [reference.sentences]))
    for budget in plan.budgets:
        oracles = find_oracles(Space(document.lengths, budget), scoring, plan.seconds)
        if oracles is not None:
            chosen = sorted(oracles.best.sentences) if oracles.best is not None else []
            words = int(document.lengths[chosen].sum()) if oracles.best is not None else None
            bound = oracles.score if oracles.optimal else oracles.bound
            score = SummaryScore(oracles.score, oracles.score, words, words, bound=bound)
            yield oracle_source(budget), score, document.write(chosen)
