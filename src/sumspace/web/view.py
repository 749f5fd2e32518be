"""The document view: everything that the page needs to evaluate clicks without asking the server."""

from __future__ import annotations

from collections import defaultdict, deque
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal

from sumspace.api.options import as_budget, as_measure, as_profile, check_choice, examples_of
from sumspace.compute.work import Workers
from sumspace.corpus.stream import ExampleStream
from sumspace.document import Document, References, tokenize
from sumspace.errors import NotDefinedError, NothingToDoError, SettingError, TooLargeError
from sumspace.measures.measure import check_coverage
from sumspace.oracle.oracles import list_oracles
from sumspace.space.budget import Reach
from sumspace.space.engines.engine import Allowance
from sumspace.space.scoring import Score, Scoring
from sumspace.space.space import Space
from sumspace.tasks.oracle import OraclePlan, find_document_oracles
from sumspace.tasks.space import SpacePlan, explore_document
from sumspace.tasks.systems import candidates, cut_summary, score_candidates
from sumspace.tasks.task import LeftOut
from sumspace.text.passage import Passage
from sumspace.web.marks import mark_units, word_ends

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from sumspace.arrays import Integers
    from sumspace.corpus.model import Example
    from sumspace.document import Sentence
    from sumspace.measures.coverage import Coverage
    from sumspace.oracle.oracles import Oracles
    from sumspace.space.budget import Budget, Extract
    from sumspace.space.distribution import Distribution
    from sumspace.tasks.oracle import DocumentOracles
    from sumspace.tasks.space import DocumentSpace
    from sumspace.tasks.systems import Candidate, SystemScore
    from sumspace.tasks.task import Progress
    from sumspace.text.profile import Profile

    Payload = dict[str, Any]
    #: How a summary differs in length from every extract.
    Unequal = Literal["longer", "shorter"]

#: Maximum number of oracles that are listed.
LISTED = 200
_NUMBERS = ("lengths", "units", "starts", "rows", "ends", "sizes", "gains", "gain_starts")


@dataclass(frozen=True, slots=True)
class ViewSettings:
    """The settings of a view; without words and a budget, extracts have the length of the references."""

    measure: str = "rouge-1"
    words: int | None = None
    budget: str | None = None
    score: Score = "recall"
    stem: bool | None = None
    stopwords: bool | None = None
    profile: str = "auto"
    language: str | None = None
    #: Time limit of each step (space, best extract, oracles), and gigabytes for the space.
    seconds: float = 5.0
    memory: float = 2.0

    def __post_init__(self) -> None:
        check_choice("score", self.score, Score)

    def plan_for(self, example: Example) -> SpacePlan:
        """Return the plan for exploring the space of a document."""
        measure = as_measure(self.measure)
        check_coverage([measure])
        profile = as_profile(
            self.profile, self.stem, self.stopwords, self.language, examples=examples_of(example), of_extracts=True
        )
        budget = as_budget(self.words, self.budget, Reach)
        allowance = Allowance(self.seconds, self.memory)
        return SpacePlan((measure,), profile, budget, self.score, allowance=allowance, workers=Workers(1))


def view_document(
    example: Example,
    settings: ViewSettings | Mapping[str, Any] | None = None,
    progress: Progress | None = None,
    *,
    summary: str = "",
) -> Payload:
    """Return a document with its space, its oracles, and the ranks of summaries.

    `summary` names the system whose nearest extract is wanted: the one that scores highest with the system's summary as
    the reference.
    """
    settings = settings if isinstance(settings, ViewSettings) else ViewSettings(**(settings or {}))
    plan = settings.plan_for(example)
    document = Document(example, plan.profile)
    references = next(document.references("all"), None)
    if references is None or not document.sentences:
        raise NothingToDoError(f"{document.id!r} {why_no_space(document)}")
    warn_of_lost_letters([example], plan.profile)
    (measure,) = plan.measures
    budget = plan.budget_for(references)
    try:
        scoring = plan.scoring(measure, document, references, range(len(document.words)))
        if not isinstance(scoring, Scoring):
            raise SettingError(f"{measure} is not counted sentence by sentence; choose another measure")
        space = explore_document(document, measure, references, plan, progress)
    except (NotDefinedError, TooLargeError) as error:
        raise NothingToDoError(f"{example.id!r} {error}") from None
    if not space.distribution.extracts:
        raise NothingToDoError(f"{example.id!r} has no extract of {budget}: {_why_no_extract(document, budget)}")
    oracles = search_oracles(document, references, plan)
    notes = [f"There are no oracles to show: this document {oracles.reason}."] if isinstance(oracles, LeftOut) else []
    systems = _systems(document, references, plan, space)
    return {
        "id": document.id,
        "title": example.title,
        "domain": document.domain,
        "sentences": list(document.sentences),
        "starts": document.section_starts,
        "word_ends": word_ends(document),
        "lengths": document.lengths.tolist(),
        "references": [
            {"id": reference.id, "sentences": _texts(reference.sentences[0])}
            for reference in document.references("each")
        ],
        "settings": {
            "measure": str(measure),
            "budget": str(budget),
            "score": plan.score,
            "stem": plan.profile.stem,
            "stopwords": plan.profile.stopwords,
            "signature": str(replace(plan, budget=budget)),
        },
        "coverage": _coverage(scoring.coverage),
        "window": _window(document.lengths, budget),
        "distribution": {
            **numbers_of(space.distribution),
            "bound": space.max_bound,
            "proven": space.max_proven,
            "engine": space.engine,
            "reason": space.reason,
        },
        "oracles": None if isinstance(oracles, LeftOut) else _oracles(oracles.oracles),
        "systems": systems,
        "people": _people(document, plan, budget),
        "summary": _nearest(document, plan, budget, summary, systems),
        "marks": mark_units(measure, document, references),
        "notes": notes,
    }


def warn_of_lost_letters(examples: Iterable[Example], profile: Profile) -> None:
    """Warn if the profile loses letters of these documents."""
    stream = ExampleStream(examples)
    stream.watch_letters(profile)
    deque(stream, maxlen=0)


def why_no_space(document: Document) -> str:
    """Return the reason why a document has no space."""
    return "has no references to score extracts against" if document.sentences else "has no sentences"


def _why_no_extract(document: Document, budget: Budget) -> str:
    """Return the reason why a document has no extract of this budget."""
    lengths = document.lengths
    if budget.unit == "sentences":
        return f"the document has {len(lengths)} sentences"
    if budget.most_words is not None and lengths.min() > budget.most_words:
        return f"the shortest sentence has {lengths.min()} words"
    return f"no sentences add up to that length; all have {lengths.sum()} words together"


def _texts(sentences: Sequence[Sentence]) -> list[str]:
    return [sentence.text for sentence in sentences]


def _coverage(coverage: Coverage) -> Payload:
    arrays: dict[str, Any] = {name: getattr(coverage, name).tolist() for name in _NUMBERS}
    denominators = None if coverage.denominators is None else coverage.denominators.tolist()
    return {
        **arrays,
        "total": coverage.total,
        "references": coverage.references,
        "denominators": denominators,
        "capped": coverage.capped,
    }


def _window(lengths: Integers, budget: Budget) -> Payload:
    space = Space(lengths, budget)
    window = space.window
    return {
        "costs": window.costs.tolist(),
        "low": window.low,
        "high": window.high,
        "cut": window.cut,
        "empty": window.empty,
        "whole": space.is_whole,
        "unit": budget.unit,
    }


def numbers_of(distribution: Distribution) -> Payload:
    """Return a distribution for the page, with counts as strings, since they exceed JavaScript's integers."""
    counts, band = distribution.counts, distribution.band
    return {
        "exact": distribution.exact,
        "scores": distribution.scores.tolist(),
        "counts": None if counts is None else [str(count) for count in counts],
        "shares": distribution.shares.tolist(),
        "band": None
        if band is None
        else {"low": band.low.tolist(), "high": band.high.tolist(), "confidence": band.confidence},
        "extracts": str(distribution.extracts),
        "mean": distribution.mean,
        "max": distribution.max,
    }


def search_oracles(document: Document, references: References, plan: SpacePlan) -> DocumentOracles | LeftOut:
    """Find the oracles of the document, or the reason why there are none."""
    if plan.score == "precision":
        return LeftOut(document.id, "is scored by precision, whose best extracts are not searched for")
    search = OraclePlan(
        plan.measures, plan.profile, plan.budget_for(references), plan.score, seconds=plan.allowance.time,
        workers=plan.workers,
    )  # fmt: skip
    try:
        return find_document_oracles(document, plan.measures, references, search)
    except (NotDefinedError, TooLargeError) as error:
        return LeftOut(document.id, str(error))


def _oracles(oracles: Oracles) -> Payload:
    listed = list_oracles(oracles, LISTED)
    if oracles.best is not None:  # comes first
        listed = [oracles.best, *(extract for extract in listed if extract != oracles.best)][:LISTED]
    return {
        "score": oracles.score,
        "bound": oracles.bound,
        "optimal": oracles.optimal,
        "count": None if oracles.count is None else str(oracles.count),
        "best": None if oracles.best is None else _extract(oracles.best),
        "shares": None if oracles.shares is None else oracles.shares.tolist(),
        "list": [_extract(extract) for extract in listed],
    }


def _extract(extract: Extract) -> Payload:
    return {"sentences": list(extract.sentences), "words": extract.words}


def _systems(document: Document, references: References, plan: SpacePlan, space: DocumentSpace) -> list[Payload]:
    """Return the summaries of all systems and baselines that the measure is defined for, with their scores."""
    summaries = list(candidates(document, space.parts, plan.seed))
    scores = {score.system: score for score in score_candidates(document, summaries, space.parts, references, plan)}
    budget = plan.budget_for(references)
    return [
        _system(document, summary, scores[summary.system], unequal_length(document, summary, budget, plan.score))
        for summary in summaries
        if summary.system in scores
    ]


def unequal_length(document: Document, summary: Candidate, budget: Budget, score: Score) -> Unequal | None:
    """Return how a summary differs from all extracts in length, if that may raise its score.

    A longer one is cut where the budget cuts extracts, and a shorter one only loses recall.
    """
    if summary.runs:
        return None
    sentences = summary.passage.sentences or ()
    by_words = budget.unit == "words"
    length = sum(own.length for own in tokenize(sentences, document.profile)) if by_words else len(sentences)
    window = budget.window(document.lengths)
    if length > window.high and not window.cut:
        return "longer"
    return "shorter" if length < min(window.low, int(window.costs.sum())) and score != "recall" else None


def _as_extract(document: Document, sentences: Sequence[str]) -> tuple[int, ...] | None:
    """Return the numbers of the sentences of a summary, if all of them are sentences of the document."""
    places: dict[str, deque[int]] = defaultdict(deque)
    for number, text in enumerate(document.sentences):
        places[" ".join(text.split())].append(number)
    numbers = []
    for sentence in sentences:
        own = places[" ".join(sentence.split())]
        if not own:
            return None
        numbers.append(own.popleft())
    return tuple(numbers) or None


def _system(document: Document, summary: Candidate, score: SystemScore, unequal: Unequal | None) -> Payload:
    """Return a summary; one that stands for several extracts, such as random, has no sentences to mark."""
    runs = summary.runs
    sentences = summary.sentences
    if sentences is None:
        sentences = _as_extract(document, summary.passage.sentences or ())
    return {
        "system": summary.system,
        "score": score.score,
        "official": score.official,
        "uncut": score.uncut if score.is_cut else None,
        "unequal": unequal,
        "runs": max(len(runs), 1),
        "sentences": None if len(runs) > 1 or sentences is None else list(sentences),
        "words": runs[0][0].words if len(runs) == 1 else None,
        "text": list(summary.passage.sentences or ()),
    }


def _people(document: Document, plan: SpacePlan, budget: Budget) -> list[Payload]:
    """Score each reference against the others, cut like extracts."""
    each = list(document.references("each"))
    if len(each) < 2:
        return []
    (measure,) = plan.measures
    words = budget.most_words if budget.cuts else None
    people = []
    for number, person in enumerate(each):
        others = [*each[:number], *each[number + 1 :]]
        judges = References(
            "all", tuple(other.bodies[0] for other in others), tuple(other.sentences[0] for other in others)
        )  # fmt: skip
        written = Passage(sentences=tuple(_texts(person.sentences[0])))
        kept = tokenize(cut_summary(document, written, words).sentences or (), document.profile)
        try:
            scoring = plan.scoring_of(measure, document, judges, kept)
        except NotDefinedError:
            return []
        if scoring is not None:
            people.append({"id": person.id, "score": scoring.score_of(range(len(kept)))})
    return people


def _nearest(
    document: Document, plan: SpacePlan, budget: Budget, name: str, systems: Sequence[Payload]
) -> Payload | None:
    """Compare a summary with the extracts: the nearest one is an oracle with the summary as the reference."""
    own = next((system for system in systems if system["system"] == name), None)
    if own is None:
        return None
    sentences = tuple(tokenize(document.split(document.systems[name].body), document.profile))
    texts = _texts(sentences)
    judges = References(name, (Passage(sentences=tuple(texts)),), (sentences,))
    search = search_oracles(document, judges, replace(plan, budget=budget))
    oracles = None if isinstance(search, LeftOut) else search.oracles
    nearest = None
    if oracles is not None and oracles.best is not None and oracles.score > 0:
        nearest = {**_extract(oracles.best), "likeness": oracles.score, "proven": oracles.optimal}
    return {
        "system": name,
        "score": own["score"],
        "official": own["official"],
        "uncut": own["uncut"],
        "unequal": own["unequal"],
        "sentences": own["sentences"],
        "words": sum(sentence.length for sentence in sentences),
        "text": texts,
        "nearest": nearest,
    }
