"""Where the summaries that CALLISTO chooses stand among all extracts of their length, and what they are of the best."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from sumspace.compute.threads import ordered_map
from sumspace.oracle.oracles import find_oracles
from sumspace.space.budget import Exactly
from sumspace.space.engines.engine import Allowance, explore
from sumspace.studies.documents import prepare

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from sumspace.measures.measure import Measure
    from sumspace.space.distribution import Distribution
    from sumspace.space.space import Space
    from sumspace.studies.callisto_plan import CallistoPlan
    from sumspace.studies.callisto_table import Generated

    #: The sentences of a summary.
    Summary = tuple[int, ...]
    Progress = Callable[[float], None]

__all__ = ["Place", "Standing", "averages", "standings"]

#: The best extract is usually found within milliseconds; with so many seconds, a busy machine finds the same.
_SEARCH = 30.0


@dataclass(frozen=True, slots=True)
class Standing:
    """Where one summary stands among all extracts of its document with as many sentences."""

    id: str
    system: str
    measure: str
    summary: Summary
    score: float
    #: The score of the best extract.
    oracle: float
    #: The share of extracts that score less.
    below: float
    #: Whether all extracts were counted, and not some of them drawn.
    exact: bool


@dataclass(frozen=True, slots=True)
class Place:
    """Where a system stands, on average over documents and lengths."""

    system: str
    measure: str
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


@dataclass(frozen=True, slots=True)
class _Explored:
    """A space of a document with its best score."""

    space: Space
    distribution: Distribution
    oracle: float
    exact: bool


def standings(
    documents: Sequence[Generated],
    systems: Mapping[str, Sequence[Sequence[Summary]]],
    plan: CallistoPlan,
    measure: Measure,
    progress: Progress = lambda _: None,
) -> list[Standing]:
    """Place the summaries of every system, given for each document, in the spaces of as many sentences as they have.

    A summary that takes all sentences of its document has no place: there is no other of that length.
    """
    found: list[Standing] = []
    work = partial(_stand, documents, systems, plan, measure)
    for done, some in enumerate(ordered_map(work, range(len(documents)), plan.generation.jobs, ahead=8), 1):
        found += some
        progress(done / len(documents))
    return found


def _stand(
    documents: Sequence[Generated], systems: Mapping[str, Sequence[Sequence[Summary]]], plan: CallistoPlan,
    measure: Measure, place: int,
) -> list[Standing]:  # fmt: skip
    prepared = prepare(documents[place].example, plan.generation.profile)
    (references,) = prepared.references("all")
    explored: dict[int, _Explored] = {}

    def standing(system: str, summary: Summary) -> Standing:
        size = len(summary)
        if size not in explored:
            explored[size] = _explore(prepared.space(measure, references, Exactly(size)), plan)
        known = explored[size]
        coverage = known.space.coverage
        hits, units = np.array([[coverage.hits(summary)], [coverage.size(summary)]])
        score = float(known.space.scored(hits, units)[0])
        below, oracle = known.distribution.rank(score).below, max(known.oracle, score)
        return Standing(prepared.example.id, system, str(measure), summary, score, oracle, below, known.exact)

    return [
        standing(system, summary)
        for system, given in systems.items()
        for summary in given[place]
        if len(summary) < len(prepared.sentences)
    ]


def _explore(space: Space, plan: CallistoPlan) -> _Explored:
    distribution = explore(space, "auto", Allowance(plan.seconds), plan.generation.seed).distribution
    if distribution.exact:
        return _Explored(space, distribution, distribution.max or 0.0, exact=True)
    oracles = find_oracles(space, max(plan.seconds, _SEARCH), every=False)
    return _Explored(space, distribution, oracles.score if oracles else 0.0, exact=False)


def averages(found: Iterable[Standing]) -> list[Place]:
    """Average the summaries of each system."""
    systems: dict[str, list[Standing]] = {}
    for standing in found:
        systems.setdefault(standing.system, []).append(standing)
    return [_average(some) for some in systems.values()]


def _average(standings: Sequence[Standing]) -> Place:
    shares = [one.score / one.oracle for one in standings if one.oracle > 0]
    below = [one.below for one in standings]
    return Place(
        standings[0].system, standings[0].measure, len(standings), sum(one.exact for one in standings),
        float(np.mean([one.score for one in standings])), float(np.mean([one.oracle for one in standings])),
        float(np.mean(shares)) if shares else None, float(np.mean(below)), float(np.median(below)),
    )  # fmt: skip
