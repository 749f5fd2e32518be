"""How far measures agree with judgements and with each other, and which of them do so better."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from sumspace.stats.correlation import correlate, williams_table
from sumspace.stats.resampling import intervals

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sumspace.measures.measure import Measure
    from sumspace.stats.correlation import Correlation, Level
    from sumspace.stats.resampling import Intervals
    from sumspace.studies.meta_plan import MetaPlan
    from sumspace.studies.meta_tables import Scored

    Floats = NDArray[np.float64]

__all__ = ["Alike", "Comparison", "Correlated", "alike", "compare", "correlate_all", "means_of_both"]


@dataclass(frozen=True, slots=True)
class Correlated:
    """How far one measure agrees with one judgement, at one level."""

    measure: Measure
    aspect: str
    level: Level
    correlation: Correlation
    intervals: Intervals


@dataclass(frozen=True, slots=True)
class Comparison:
    """Williams' test for every two measures: how likely it is by chance that one correlates so much better."""

    aspect: str
    level: Level
    measures: tuple[Measure, ...]
    #: p[a][b]: that measure a is no better than b; None where there is no test.
    p: list[list[float | None]]


@dataclass(frozen=True, slots=True)
class Alike:
    """How far two measures agree with each other on systems."""

    first: Measure
    second: Measure
    correlation: Correlation


def correlate_all(scored: Scored, aspect: str, judgements: Floats, level: Level, plan: MetaPlan) -> list[Correlated]:
    """Correlate every measure with the judgements."""
    together = np.stack([scored.tables[str(measure)] for measure in scored.measures])
    bounds = intervals(together, judgements, level, plan.bootstrap, plan.over, plan.jobs)
    return [
        Correlated(measure, aspect, level, correlate(table, judgements, level), bound)
        for measure, table, bound in zip(scored.measures, together, bounds, strict=True)
    ]


def compare(scored: Scored, aspect: str, judgements: Floats, level: Level) -> Comparison:
    """Test every two measures on the means of systems, or on all summaries."""
    tables = [scored.tables[str(measure)] for measure in scored.measures]
    if level == "pooled":
        rows, points = np.stack([table.ravel() for table in tables]), judgements.ravel()
    else:
        # The judgements of a system are averaged over all documents: they must be the same for both measures.
        rows = np.stack([_mean(np.where(np.isnan(judgements), np.nan, table)) for table in tables])
        points = _mean(judgements)
    return Comparison(aspect, level, scored.measures, williams_table(rows, points))


def alike(scored: Scored) -> list[Alike]:
    """Correlate every two measures, at the system level."""
    return [
        Alike(one, other, correlate(scored.tables[str(one)], scored.tables[str(other)], "system"))
        for one, other in combinations(scored.measures, 2)
    ]


def means_of_both(scores: Floats, judgements: Floats) -> tuple[Floats, Floats]:
    """Return the mean score and the mean judgement of every system, over the documents that have both."""
    missing = np.isnan(scores) | np.isnan(judgements)
    return _mean(np.where(missing, np.nan, scores)), _mean(np.where(missing, np.nan, judgements))


def _mean(table: Floats) -> Floats:
    """Average over documents, NaN where a system has nothing."""
    there = ~np.isnan(table)
    counts = there.sum(axis=0)
    sums = np.where(there, table, 0.0).sum(axis=0)
    means: Floats = np.divide(sums, counts, out=np.full(len(counts), np.nan), where=counts > 0)
    return means
