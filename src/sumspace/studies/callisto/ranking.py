"""Where the summaries that CALLISTO chooses stand among all extracts of their length, and what they are of the best."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, partial
from typing import TYPE_CHECKING

import numpy as np

from sumspace.compute.work import ordered_map
from sumspace.document import Document
from sumspace.measures.coverage import cover
from sumspace.oracle.oracles import find_oracles
from sumspace.space.budget import Exactly
from sumspace.space.engines.engine import Allowance, explore
from sumspace.space.scoring import Scoring
from sumspace.space.space import Space

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from sumspace.measures.measure import Measure
    from sumspace.space.distribution import Distribution
    from sumspace.studies.callisto.generate import GeneratedDocument, Summary
    from sumspace.studies.callisto.plan import CallistoPlan
    from sumspace.tasks.task import Progress

    #: The summaries that each system chose for each document.
    Systems = Mapping[str, Sequence[Sequence[Summary]]]


#: The best extract is usually found within milliseconds; with so many seconds, a busy machine finds the same.
_SEARCH = 30.0


@dataclass(frozen=True, slots=True)
class RankedSummary:
    """Where one summary stands among all extracts of its document with as many sentences."""

    id: str
    system: str
    measure: Measure
    summary: Summary
    score: float
    #: The score of the best extract.
    oracle: float
    #: The share of extracts that score less.
    below: float
    #: Whether all extracts were counted, and not some of them drawn.
    exact: bool

    @property
    def share(self) -> float | None:
        """The share that its score is of the best one; None where that is 0."""
        return self.score / self.oracle if self.oracle else None


@dataclass(frozen=True, slots=True)
class RankedSystem:
    """Where the summaries of a system stand, on average over documents and lengths."""

    system: str
    measure: Measure
    #: How many summaries there are, and how many of their spaces are known exactly.
    summaries: int
    exact: int
    #: Their mean score, that of the best extracts of the same lengths, and the mean share that the first is of it.
    score: float
    oracle: float
    share: float | None
    #: The mean and the median share of extracts that score less.
    below: float
    median_below: float


def rank_summaries(
    documents: Sequence[GeneratedDocument], systems: Systems, plan: CallistoPlan, progress: Progress | None = None
) -> list[RankedSummary]:
    """Rank the summaries of every system in the spaces of as many sentences as they have, if the plan says by what.

    A summary that takes all sentences of its document has no rank: there is no other of that length.
    """
    ranked: list[RankedSummary] = []
    if plan.ranked_by is None:
        return ranked
    work = partial(_rank_document, documents, systems, plan, plan.ranked_by)
    for done, of_document in enumerate(ordered_map(work, range(len(documents)), plan.generation.workers, ahead=8), 1):
        ranked += of_document
        if progress is not None:
            progress("ranking", done / len(documents))
    return ranked


def _rank_document(
    documents: Sequence[GeneratedDocument], systems: Systems, plan: CallistoPlan, measure: Measure, index: int
) -> list[RankedSummary]:
    document = Document(documents[index].example, plan.generation.profile)
    (references,) = document.references("all")
    scoring = Scoring(cover(measure, document.words, references.sentences))

    @cache
    def explored(length: int) -> tuple[Distribution, float]:
        """Return how all extracts of a length score, and the best of them."""
        space = Space(document.lengths, Exactly(length))
        distribution = explore(space, scoring, "auto", Allowance(plan.seconds), plan.generation.seed).distribution
        if distribution.exact:
            return distribution, distribution.max or 0.0
        oracles = find_oracles(space, scoring, max(plan.seconds, _SEARCH), every=False)
        return distribution, oracles.score if oracles else 0.0

    def rank(system: str, summary: Summary) -> RankedSummary:
        distribution, best = explored(len(summary))
        score = scoring.score_of(summary)
        below = distribution.rank(score).below
        return RankedSummary(document.id, system, measure, summary, score, max(best, score), below, distribution.exact)

    return [
        rank(system, summary)
        for system, summaries in systems.items()
        for summary in summaries[index]
        if len(summary) < len(document.sentences)
    ]


def average_by_system(ranked: Iterable[RankedSummary]) -> list[RankedSystem]:
    systems: dict[str, list[RankedSummary]] = {}
    for summary in ranked:
        systems.setdefault(summary.system, []).append(summary)
    return [_average(summaries) for summaries in systems.values()]


def _average(summaries: Sequence[RankedSummary]) -> RankedSystem:
    def mean(name: str) -> float:
        return float(np.mean([getattr(summary, name) for summary in summaries]))

    shares = [summary.share for summary in summaries if summary.share is not None]
    share = float(np.mean(shares)) if shares else None
    median = float(np.median([summary.below for summary in summaries]))
    system, measure, exact = summaries[0].system, summaries[0].measure, sum(summary.exact for summary in summaries)
    score, oracle, below = map(mean, ("score", "oracle", "below"))
    return RankedSystem(system, measure, len(summaries), exact, score, oracle, share, below, median)
