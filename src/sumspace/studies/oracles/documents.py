"""The oracles of one document beside what the greedy algorithm and systems take (Hirao 2017, section 6)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from statistics import fmean
from typing import TYPE_CHECKING, Literal
from zlib import crc32

from sumspace.document import tokenize
from sumspace.measures.coverage import cover_document
from sumspace.oracle.curve import oracle_curve
from sumspace.space.scoring import Scoring
from sumspace.space.space import Part
from sumspace.tasks.oracle import find_document_oracles, objective_name
from sumspace.tasks.space import SpacePlan
from sumspace.tasks.systems import candidates, cut_summary, score_candidates
from sumspace.tasks.task import LeftOut
from sumspace.text.passage import sentences_in

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from sumspace.document import Document, References
    from sumspace.measures.measure import Measure
    from sumspace.oracle.curve import Curve
    from sumspace.oracle.oracles import Oracles
    from sumspace.studies.oracles.plan import OracleStudyPlan
    from sumspace.tasks.oracle import DocumentOracles, OraclePlan
    from sumspace.tasks.systems import SystemScore

    #: By all references of a document together, or by one of them: "multi" and "single" in the paper.
    Choice = Literal["all", "each"]


CHOICES: tuple[Choice, Choice] = ("all", "each")
#: So many oracles are drawn at random (section 6.2.3).
DRAWS = 100
#: Up to so many oracles are all compared with the greedy extract; of more, those drawn are.
LISTED = 1000


@dataclass(frozen=True, slots=True)
class SummaryResult:
    """What a system's summary scores and, if it is an extract, how far its sentences are those of oracles."""

    #: Scores are those of as many words as an extract may have.
    score: float
    official: float
    words: int
    is_extract: bool
    #: The F-measure against all oracles, and that against each of those drawn; nothing where these are not known.
    f_all: float | None
    f_drawn: tuple[float, ...]


@dataclass(frozen=True, eq=False)
class OracleResult:
    """The oracles of one document by all its references or by one of them, on one objective, in numbers."""

    reference: str
    references: Choice
    #: The measures that decide together.
    measures: tuple[Measure, ...]
    budget: str
    score: float
    official: float
    bound: float
    optimal: bool
    count: int | None
    feasible: int
    checked: int
    #: The sentences of one oracle, and the share of all oracles that has each sentence of the document.
    oracle: list[int]
    shares: list[float] | None
    #: What the greedy extract scores, and its likeness to oracles; None where it finds none.
    greedy: float | None
    greedy_official: float | None
    jaccard: float | None
    #: Whether the likeness is that to oracles drawn at random.
    drawn: bool
    #: What the summaries of systems score, by system.
    systems: dict[str, SummaryResult]

    @property
    def objective(self) -> str:
        return objective_name(self.measures)


@dataclass(frozen=True, eq=False)
class StudiedDocument:
    """One document with its oracles."""

    id: str
    domain: str
    sentences: tuple[str, ...]
    words: int
    #: The words of each reference.
    references: tuple[int, ...]
    oracles: tuple[OracleResult, ...]
    #: The best score at every length, by measure.
    curves: dict[Measure, Curve]
    left_out: tuple[LeftOut, ...]


def study_document(document: Document, plan: OracleStudyPlan) -> StudiedDocument:
    """Study one document, by all references together and by each."""
    each = list(document.references("each"))
    (together,) = document.references("all")
    results = list(_study_oracles(document, together, "all", plan.search))
    if len(each) == 1:  # which is the set of references too
        oracles = [result for result in results if isinstance(result, OracleResult)]
        results += [replace(result, reference=each[0].id, references="each") for result in oracles]
    else:
        results += [result for alone in each for result in _study_oracles(document, alone, "each", plan.search)]
    return StudiedDocument(
        id=document.id,
        domain=document.domain,
        sentences=document.sentences,
        words=int(document.lengths.sum()),
        references=tuple(alone.length for alone in each),
        oracles=tuple(result for result in results if isinstance(result, OracleResult)),
        curves=_curves(document, together, plan.search) if plan.curves else {},
        left_out=tuple(dict.fromkeys(result for result in results if isinstance(result, LeftOut))),
    )


def _study_oracles(
    document: Document, references: References, choice: Choice, plan: OraclePlan
) -> Iterator[OracleResult | LeftOut]:
    """Study the oracles by some references on every objective."""
    summaries = _score_summaries(document, references, plan)
    for measures in plan.objectives:
        result = find_document_oracles(document, measures, references, plan)
        if isinstance(result, LeftOut):
            yield result
        else:
            drawn = _draw(result, plan.seed)
            scored = {name: summary for name, summary in summaries.items() if summary.scores.keys() >= {*measures}}
            systems = {name: summary.compare(measures, result.oracles, drawn) for name, summary in scored.items()}
            yield _oracle_result(result, choice, drawn, systems)


def _draw(result: DocumentOracles, seed: int) -> list[frozenset[int]]:
    name = f"{result.id}\n{result.references.id}\n{result.objective}"
    drawn = result.oracles.draw(DRAWS, crc32(name.encode("utf-8", "surrogatepass")) + seed)
    return [frozenset(extract.sentences) for extract in drawn]


def _oracle_result(
    result: DocumentOracles, choice: Choice, drawn: Sequence[frozenset[int]], systems: dict[str, SummaryResult]
) -> OracleResult:
    oracles, greedy = result.oracles, result.oracles.greedy
    extracts = (oracles.best, greedy and greedy[0])
    officials = result.official_scores([extract for extract in extracts if extract is not None])
    nothing = 0.0 if oracles.best is None else None
    all_listed = oracles.count is not None and oracles.count <= LISTED
    compared = [frozenset(extract.sentences) for extract in oracles.extracts()] if all_listed else drawn
    likeness = [jaccard(greedy[0].sentences, oracle) for oracle in compared] if greedy else []
    return OracleResult(
        reference=result.references.id,
        references=choice,
        measures=result.measures,
        budget=str(result.space.budget),
        official=officials[0] if oracles.best is not None else 0.0,
        feasible=result.feasible,
        oracle=[] if oracles.best is None else sorted(oracles.best.sentences),
        shares=None if oracles.shares is None else oracles.shares.tolist(),
        greedy=greedy[1] if greedy else nothing,
        greedy_official=officials[-1] if greedy else nothing,
        jaccard=fmean(likeness) if likeness else None,
        drawn=bool(likeness) and not all_listed,
        systems=systems,
        **{name: getattr(oracles, name) for name in ("score", "bound", "optimal", "count", "checked")},
    )


def _curves(document: Document, references: References, plan: OraclePlan) -> dict[Measure, Curve]:
    """Find the best score at every length on every measure that the references have units of."""
    scorings = {m: Scoring(cover_document(m, document, references.sentences), plan.score) for m in plan.measures}
    return {
        measure: oracle_curve(scoring, seconds=plan.seconds)
        for measure, scoring in scorings.items()
        if scoring.coverage.total
    }


@dataclass(frozen=True, eq=False)
class _Summary:
    """A system's summary: its words, its sentences if it is an extract, and its scores by some references."""

    words: int
    #: Several where it was made in several orders, which have equal parts in all numbers.
    extracts: tuple[frozenset[int], ...]
    scores: dict[Measure, SystemScore]

    def compare(self, measures: Sequence[Measure], oracles: Oracles, drawn: Sequence[frozenset[int]]) -> SummaryResult:
        """Return what it scores on an objective; an extract is compared with all oracles, and with those drawn."""
        scores = [self.scores[measure] for measure in measures]
        against_all = [oracles.f_measure(extract) for extract in self.extracts]
        known = [f_measure.f1 for f_measure in against_all if f_measure is not None]
        return SummaryResult(
            score=fmean(score.score for score in scores),
            official=fmean(score.official for score in scores),
            words=self.words,
            is_extract=bool(self.extracts),
            f_all=fmean(known) if known else None,
            f_drawn=tuple(fmean(dice(own, oracle) for own in self.extracts) for oracle in drawn) if known else (),
        )


def _score_summaries(document: Document, references: References, plan: OraclePlan) -> dict[str, _Summary]:
    """Score the summaries of the corpus, and those of the usual baselines, by system.

    Those with more words than any extract are cut, as the summaries of the paper's corpora were.
    """
    budget = plan.budget_for(references)
    spaces = SpacePlan(plan.measures, plan.profile, budget, plan.score, seed=plan.seed)
    whole = [Part(0, len(document.sentences), budget)]
    most = None if budget.cuts else budget.most_words  # what a budget cuts is cut when it is scored
    summaries = list(candidates(document, whole, plan.seed))
    cut = [
        replace(summary, passage=cut_summary(document, summary.passage, most)) if not summary.runs else summary
        for summary in summaries
    ]
    scores = score_candidates(document, cut, whole, references, spaces)
    results = {}
    for summary in summaries:
        sentences, places = summary.passage.sentences or (), summary.sentences
        extract = sentences_in(document.sentences, sentences) if places is None else frozenset(places)
        extracts = [frozenset(own.sentences) for (own,) in summary.runs]
        if not extracts and extract is not None:
            extracts = [extract]
        words = sum(sentence.length for sentence in tokenize(sentences, document.profile))
        own = {score.measure: score for score in scores if score.system == summary.system}
        results[summary.system] = _Summary(words, tuple(extracts), own)
    return results


def jaccard(extract: Collection[int], oracle: Collection[int]) -> float:
    """Return the share of the sentences of two extracts that both have (Hirao 2017, table 4)."""
    either = len(set(extract) | set(oracle))
    return len(set(extract) & set(oracle)) / either if either else 1.0


def dice(extract: Collection[int], oracle: Collection[int]) -> float:
    """Return the F-measure of an extract against one oracle (Hirao 2017, section 6.2.3), rounded once.

    Of sets, 2PR / (P + R) is Dice's coefficient: twice the sentences that both have, of the sentences of both.

    >>> dice({1, 2, 3, 4}, {1, 2, 5, 6}), round(dice({1, 2, 3, 4}, {1, 2, 3}), 2)
    (0.5, 0.86)
    """
    both = len(set(extract)) + len(set(oracle))
    return 2 * len(set(extract) & set(oracle)) / both if both else 0.0
