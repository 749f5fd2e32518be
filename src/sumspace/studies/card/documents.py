"""What the card says of one document: sizes, what its summaries copy, its extracts, and how its references agree."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from hashlib import blake2b
from typing import TYPE_CHECKING, NamedTuple

from sumspace.corpus.statistics import Sizes, count_words
from sumspace.document import References, tokenize
from sumspace.errors import TooLargeError
from sumspace.measures.batch import Pair
from sumspace.measures.coverage import cover, cover_document
from sumspace.measures.scoring import Setting, evaluate
from sumspace.oracle.oracles import find_oracles
from sumspace.space.budget import Extract, Reach
from sumspace.space.engines.engine import count
from sumspace.space.engines.sampling import Sampler
from sumspace.space.scoring import Scoring
from sumspace.space.space import Space
from sumspace.studies.card.fragments import Copying, CopySource, likeness
from sumspace.studies.card.plan import DRAWS
from sumspace.studies.card.subsets import subsets_of
from sumspace.summarizers.lead import Lead
from sumspace.tasks.oracle import DocumentOracles, find_in_document
from sumspace.tasks.summarize import make_extract
from sumspace.tasks.systems import cut_summary, score_extracts
from sumspace.text.encoding import encoder
from sumspace.text.passage import Passage

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sumspace.document import Document, Sentence
    from sumspace.measures.measure import Measure
    from sumspace.studies.card.plan import CardPlan
    from sumspace.text.limit import WordSplitter


class Source(NamedTuple):
    """Where a summary that is judged comes from."""

    kind: str
    name: str


HUMAN, BEST, LEAD = Source("human", "human summaries"), Source("extract", "best extract"), Source("baseline", "lead")


@dataclass(frozen=True, slots=True)
class SummaryFacts:
    """A reference or a system's summary."""

    name: str
    words: int
    sentences: int
    #: What it copies from the document; None where there is no text.
    copying: Copying | None
    #: What its words are known by, to find the same text elsewhere; nothing where it has none.
    mark: str
    #: Whether the document begins with it.
    is_beginning: bool
    #: The reference that a system's summary is most like, and how much; of a reference another one.
    nearest: str | None = None
    likeness: float = 0.0


@dataclass(frozen=True, slots=True)
class ExtractFacts:
    """The extracts of a document that are as long as its references, by all of these."""

    #: What they score on average, exactly or estimated; None where there is too little memory to draw any.
    average: float | None
    exact: bool
    #: What the best one scores, and what none exceeds: the same where it is proven to be the best.
    best: float
    bound: float
    lead: float

    @property
    def proven(self) -> bool:
        return self.bound <= self.best


@dataclass(frozen=True, slots=True)
class SearchFacts:
    """The best extracts on one objective: how many there are, and what the greedy algorithm takes instead."""

    objective: str
    score: float
    proven: bool
    count: int | None
    greedy: float


@dataclass(frozen=True, eq=False)
class CardDocument:
    """One document of a data set."""

    id: str
    domain: str
    sizes: Sizes
    mark: str
    references: tuple[SummaryFacts, ...]
    systems: tuple[SummaryFacts, ...]
    extracts: dict[Measure, ExtractFacts] = field(default_factory=dict)
    searches: tuple[SearchFacts, ...] = ()
    #: What systems score by all references, cut to their length as extracts are.
    by_all: dict[Measure, dict[str, float]] = field(default_factory=dict)
    #: What the left-out reference and others score by the other references, one number for each that is left out.
    judged: dict[Measure, dict[Source, tuple[float, ...]]] = field(default_factory=dict)
    #: What systems score by each subset of the references, [subset][system], in the order of `systems`.
    ranked: dict[Measure, list[list[float]]] = field(default_factory=dict)

    @property
    def has_text(self) -> bool:
        return self.sizes.texts > 0

    @property
    def is_topic(self) -> bool:
        return self.sizes.texts > 1

    @property
    def compressions(self) -> list[float]:
        """How many times as many words the document has as each reference (Grusky 2018)."""
        return [self.sizes.words / words for words in self.sizes.references if words and self.sizes.words]


def describe_document(document: Document, plan: CardPlan) -> CardDocument:
    """Find all that the card says of a document."""
    example, language = document.example, document.profile.language
    splitter = encoder(document.profile).words
    source = CopySource(document.sentences, language)
    references = _Summaries(document, source, splitter)
    for reference in example.references:
        references.add(reference.id, reference.body)
    systems = _Summaries(document, source, splitter)
    for name, summary in document.systems.items():
        systems.add(name, summary.body)
    facts = CardDocument(
        id=document.id,
        domain=document.domain,
        sizes=Sizes.of(example, language, splitter),
        mark=_mark(document.sentences),
        references=tuple(references.facts(references, is_same=True)),
        systems=tuple(systems.facts(references)),
    )
    if not any(facts.sizes.references):
        return facts
    extracts: dict[Measure, ExtractFacts] = {}
    searches: tuple[SearchFacts, ...] = ()
    chosen: dict[Measure, Extract] = {}
    if example.has_text and plan.oracles:
        extracts = _look_at_extracts(document, plan)
        searches, chosen = _search(document, plan)
    return replace(
        facts,
        extracts=extracts,
        searches=searches,
        by_all=_judge_by_all(document, plan),
        judged=_judge_by_others(document, plan, chosen),
        ranked=_rank(document, plan),
    )


class _Summaries:
    """The references of a document, or its systems' summaries, as words."""

    def __init__(self, document: Document, source: CopySource, splitter: WordSplitter) -> None:
        self._document, self._source, self._splitter = document, source, splitter
        self._bodies: list[tuple[str, Passage]] = []
        self._words: list[list[int]] = []

    def add(self, name: str, body: Passage) -> None:
        self._bodies.append((name, body))
        sentences = self._source.read(self._document.split(body))
        self._words.append([word for sentence in sentences for word in sentence])

    def facts(self, references: _Summaries, *, is_same: bool = False) -> Iterator[SummaryFacts]:
        """Say what each is like, and which of the references, other than itself, is most like it."""
        has_text = self._document.example.has_text
        for place, ((name, body), words) in enumerate(zip(self._bodies, self._words, strict=True)):
            sentences = self._document.split(body)
            others = [i for i in range(len(references._bodies)) if not (is_same and i == place)]
            like = {i: likeness(words, references._words[i]) for i in others}
            nearest = max(like, key=lambda i: like[i], default=None)
            yield SummaryFacts(
                name=name,
                words=count_words(body, self._splitter),
                sentences=len(sentences),
                copying=self._source.compare(sentences) if has_text else None,
                mark=_mark(sentences),
                is_beginning=has_text and self._source.begins_with(sentences),
                nearest=None if nearest is None else references._bodies[nearest][0],
                likeness=0.0 if nearest is None else like[nearest],
            )


def _mark(sentences: Sequence[str]) -> str:
    """Return what a text is known by, whatever its case, punctuation and white space; nothing for an empty one."""
    letters = "".join(filter(str.isalnum, "".join(sentences).casefold()))
    return blake2b(letters.encode("utf-8", "surrogatepass"), digest_size=12).hexdigest() if letters else ""


def _look_at_extracts(document: Document, plan: CardPlan) -> dict[Measure, ExtractFacts]:
    """Find the average extract, the best one and Lead, all as long as the references are on average."""
    (together,) = document.references("all")
    space = Space(document.lengths, Reach(together.length))
    facts = {}
    for measure in plan.measures:
        scoring = Scoring(cover_document(measure, document, together.sentences))
        if scoring.coverage.total and not space.is_empty:
            extract = make_extract(document, Lead(), space.budget, plan.seed)
            lead = 0.0 if extract is None else float(score_extracts(scoring, [space.written(extract)])[0])
            facts[measure] = ExtractFacts(*_average_and_best(space, scoring, plan), lead)
    return facts


def _search(document: Document, plan: CardPlan) -> tuple[tuple[SearchFacts, ...], dict[Measure, Extract]]:
    """Find all best extracts, and return one of those on each measure too."""
    (together,) = document.references("all")
    searches, chosen = [], {}
    for search in plan.searches(together.length):
        for result in find_in_document(document, search):
            if isinstance(result, DocumentOracles):
                oracles = result.oracles
                greedy = oracles.greedy[1] if oracles.greedy else 0.0
                name = f"{result.objective} {search.score}"
                searches.append(SearchFacts(name, oracles.score, oracles.optimal, oracles.count, greedy))
                if search.score == "recall" and oracles.best is not None:
                    chosen[result.measures[0]] = oracles.best
    return tuple(searches), chosen


def _average_and_best(space: Space, scoring: Scoring, plan: CardPlan) -> tuple[float | None, bool, float, float]:
    """Count all extracts where that fits the limits; else draw some, and search for the best one."""
    counted = count(space, scoring, "auto", plan.allowance, workers=1)
    if counted.counts is not None:
        distribution = scoring.distribution(counted.counts)
        best = distribution.max or 0.0
        return distribution.mean, True, best, best
    try:
        draws = Sampler(space, plan.seed, 1, plan.allowance.memory).uniform(DRAWS).extracts()
        average: float | None = float(score_extracts(scoring, draws).mean())
    except TooLargeError:
        average = None
    oracles = find_oracles(space, scoring, plan.allowance.time, every=False)
    return (average, False, 0.0, 1.0) if oracles is None else (average, False, oracles.score, oracles.bound)


def _judge_by_all(document: Document, plan: CardPlan) -> dict[Measure, dict[str, float]]:
    """Judge systems by all references, cut to their length as extracts are."""
    (together,) = document.references("all")
    systems = {name: _Cut(document, summary.body).to(together.length) for name, summary in document.systems.items()}
    return {
        measure: {name: _recall(measure, sentences, together, document) for name, sentences in systems.items()}
        for measure in plan.measures
    }


def _judge_by_others(
    document: Document, plan: CardPlan, chosen: dict[Measure, Extract]
) -> dict[Measure, dict[Source, tuple[float, ...]]]:
    """Judge each reference by all others together, and all else by the same: Lead, the best extract, systems.

    Recall with units inside sentences, as extracts of a space are judged; all are cut to the length of the judges.
    """
    each = [reference for reference in document.references("each") if any(s.tokens for s in reference.sentences[0])]
    if len(each) < 2:
        return {}
    humans = [_Cut(document, reference.bodies[0]) for reference in each]
    texts = {LEAD: _Cut(document, Passage(sentences=document.sentences))} if document.example.has_text else {}
    texts |= {Source("system", name): _Cut(document, summary.body) for name, summary in document.systems.items()}
    judged = {}
    for measure in plan.measures:
        if measure in chosen:
            best = document.write(sorted(chosen[measure].sentences))
            texts = {**texts, BEST: _Cut(document, Passage(sentences=best))}
        scores: dict[Source, list[float]] = {}
        for place, human in enumerate(humans):
            judges = each[:place] + each[place + 1 :]
            bodies, sentences = (tuple(getattr(judge, part)[0] for judge in judges) for part in ("bodies", "sentences"))
            others = References("others", bodies, sentences)
            for source, text in {HUMAN: human, **texts}.items():
                scores.setdefault(source, []).append(_recall(measure, text.to(others.length), others, document))
        judged[measure] = {source: tuple(values) for source, values in scores.items()}
    return judged


class _Cut:
    """A text that is cut to several lengths, each of which is made once."""

    def __init__(self, document: Document, body: Passage) -> None:
        self._document, self._passage = document, Passage(sentences=document.split(body))
        self._cut: dict[int, list[Sentence]] = {}

    def to(self, words: int) -> list[Sentence]:
        if words not in self._cut:
            kept = cut_summary(self._document, self._passage, words)
            self._cut[words] = tokenize(kept.sentences or (), self._document.profile)
        return self._cut[words]


def _recall(measure: Measure, sentences: Sequence[Sentence], references: References, document: Document) -> float:
    scoring = Scoring(cover(measure, sentences, references.sentences, document.profile))
    return scoring.score_of(range(len(sentences))) if scoring.coverage.total else 0.0


def _rank(document: Document, plan: CardPlan) -> dict[Measure, list[list[float]]]:
    """Score all systems by every subset of the references, as they are."""
    bodies = [reference.body for reference in document.example.references]
    summaries = [summary.body for summary in document.systems.values()]
    if len(bodies) < 2 or len(summaries) < 2:
        return {}
    subsets = subsets_of(len(bodies), plan.seed)
    pairs = [
        Pair(summary, tuple(bodies[place] for place in subset), document.example)
        for subset in subsets
        for summary in summaries
    ]
    results = evaluate(pairs, plan.measures, Setting(document.profile))
    return {m: results[m].f1.reshape(len(subsets), len(summaries)).tolist() for m in plan.measures}
