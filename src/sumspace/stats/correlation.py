"""Correlations of rows, of tables of scores and judgements at three levels, and Williams' test of their difference."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import TYPE_CHECKING, Any, Literal, get_args

import numpy as np

from sumspace.errors import SettingError

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sumspace.arrays import Floats, Integers


#: What is correlated: the systems' means; the systems of each document, averaged; all pairs of document and system.
Level = Literal["system", "summary", "pooled"]
Coefficient = Literal["pearson", "spearman", "kendall"]
#: Correlations this close to 1 or -1 are 1 or -1.
_PERFECT = 1 - 1e-12


@dataclass(frozen=True, slots=True)
class Correlation:
    """The three coefficients, or why there are none; all of them are defined, or none is."""

    pearson: float | None
    spearman: float | None
    #: Kendall's tau-b.
    kendall: float | None
    #: How many systems, documents or pairs the coefficients rest on.
    points: int
    #: Why there are no coefficients, in words; empty where there are.
    reason: str = ""

    def __getitem__(self, coefficient: Coefficient) -> float | None:
        value: float | None = getattr(self, coefficient)
        return value


def correlate_rows(first: Floats, second: Floats, coefficient: Coefficient = "pearson") -> float | None:
    """Correlate two rows of numbers, where only equal numbers tie; None where all numbers of a row are equal.

    >>> correlate_rows(np.array([1.0, 2.0, 2.0, 5.0]), np.array([1.0, 4.0, 2.0, 5.0]), "kendall")
    0.912870929175277
    """
    from scipy import stats

    if np.ptp(first) == 0 or np.ptp(second) == 0:
        return None
    if coefficient == "kendall":
        if np.array_equal(first, second):
            return 1.0
        return float(stats.kendalltau(first, second, method="asymptotic").statistic)
    if coefficient == "spearman":
        first, second = stats.rankdata(first), stats.rankdata(second)
    x, y = first - first.mean(), second - second.mean()
    return float(np.clip(x @ y / np.sqrt((x @ x) * (y @ y)), -1, 1))


def correlate(scores: Floats, judgements: Floats, level: Level) -> Correlation:
    """Correlate two tables [document, system], NaN where there is no value, over the cells where both have one.

    At the system level the means of the systems are correlated; at the summary level the systems of each document, and
    the mean is taken over the documents with at least 3 systems whose scores and judgements are not all the same; at
    the pooled level all cells. Values that differ by less than 10⁻¹² of their table's largest tie, since means that
    are equal in truth come out different in their last digits, and so do scores; values that all tie are constant.
    """
    table = PairedTables.of(scores, judgements, level)
    documents, systems = table.scores.shape
    values, outcomes = table.resampled(np.ones((1, documents), np.int64), np.ones((1, systems), np.int64))
    points = table.points if level != "summary" else int(outcomes[0, 0])
    if np.isnan(values).any():
        return Correlation(None, None, None, points, _reason(table, outcomes[0]))
    pearson, spearman, kendall = values[0].tolist()
    return Correlation(pearson, spearman, kendall, points)


@dataclass(frozen=True, slots=True)
class PairedTables:
    """Scores beside judgements, ready to be correlated in any resample of documents and systems."""

    #: Scaled by powers of two so that the largest size is between a half and one; NaN where one of both is missing.
    scores: Floats
    judgements: Floats
    level: Level
    #: What `in_segments` needs of the points: values, groups of ties, places, and the segments they make.
    segments: tuple[NDArray[Any], ...]

    @classmethod
    def of(cls, scores: Floats, judgements: Floats, level: Level) -> PairedTables:
        """Check and scale the tables; sort their points once, for all resamples."""
        from sumspace.stats.kernels import segment

        tables = [np.asarray(table, dtype=np.float64) for table in (scores, judgements)]
        if level not in get_args(Level):
            raise SettingError(f"there is no level {level!r}; there are: {', '.join(get_args(Level))}")
        if tables[0].ndim != 2 or tables[0].shape != tables[1].shape:
            raise SettingError(f"tables of the shapes {tables[0].shape} and {tables[1].shape} cannot be correlated")
        if any(np.isinf(table).any() for table in tables):
            raise SettingError("values that are infinite cannot be correlated")
        missing = np.isnan(tables[0]) | np.isnan(tables[1])
        x, y = (_scaled(np.where(missing, np.nan, table)) for table in tables)
        places = np.stack(np.nonzero(~missing))
        if level == "summary":
            documents, first = np.unique(places[0], return_index=True)
            starts = np.append(first, places.shape[1])
        else:
            documents, starts = np.array([-1]), np.array([0, places.shape[1]])
        order, groups = segment(x[~missing], y[~missing], starts)
        points = (x[~missing][order], y[~missing][order], groups, np.take(places, order, axis=1))
        return cls(x, y, level, (*points, starts, documents))

    @property
    def points(self) -> int:
        """How many systems (or pairs, at the other levels) have both values."""
        there = ~np.isnan(self.scores)
        return int(np.count_nonzero(there.any(axis=0) if self.level == "system" else there))

    def resampled(self, documents: Integers, systems: Integers) -> tuple[Floats, Integers]:
        """Return [resample, coefficient], NaN where undefined, and the counts of what came of each correlation.

        A resample is how often each document and each system was drawn: [resample, document], [resample, system].
        """
        from sumspace.stats.kernels import between_means, in_segments

        if self.level == "system":
            values, outcomes = between_means(self.scores, self.judgements, documents, systems)
        else:
            values, outcomes = in_segments(*self.segments, documents, systems)
        return values, outcomes


def _scaled(table: Floats) -> Floats:
    """Scale by a power of two, which rounds nothing, so that the largest size is between a half and one."""
    largest = np.max(np.abs(table), initial=0, where=~np.isnan(table))
    return np.asarray(np.ldexp(table, -np.frexp(largest)[1]))


def _reason(table: PairedTables, outcomes: Integers) -> str:
    from sumspace.stats.kernels import CONSTANT_JUDGEMENTS, CONSTANT_SCORES

    if np.isnan(table.scores).all():
        return "no summary has both"
    names = {CONSTANT_SCORES: "the scores", CONSTANT_JUDGEMENTS: "the judgements"}
    constant = " or ".join(name for outcome, name in names.items() if outcomes[outcome])
    if table.level == "summary":
        return f"{constant} of every document are constant" if constant else "no document has 3 systems"
    kind, plural = ("system", "systems") if table.level == "system" else ("summary", "summaries")
    return f"{constant} are constant" if constant else f"only {table.points} {kind if table.points == 1 else plural}"


@dataclass(frozen=True, slots=True)
class Williams:
    """What Williams' test says: a small p speaks for the first measure, one near 1 for the second."""

    t: float | None
    #: One-sided: how likely a t as large would be if both measures correlated alike.
    p: float | None
    points: int
    #: Why there is no test, in words; empty where there is one.
    reason: str = ""

    @classmethod
    def of(cls, t: float, points: int) -> Williams:
        """Look t up; it has n - 3 degrees of freedom."""
        from scipy.stats import t as student

        return cls(t, float(student.sf(t, points - 3)), points)

    def turned(self) -> Williams:
        """Exchange the measures; small p keep their digits, which 1 - p would not."""
        return self if self.t is None else Williams.of(-self.t, self.points)


def williams(first: float, second: float, between: float, points: int) -> Williams:
    """Test whether the first correlation with the judgements is higher than the second (Williams 1959).

    `between` is the correlation of the two measures with each other: the more they are alike, the smaller a difference
    counts. t has n - 3 degrees of freedom (Graham & Baldwin 2014, who brought the test to evaluation measures).
    """
    if points < 4:
        return Williams(None, None, points, f"only {points} point{'s' if points != 1 else ''}")
    if abs(between) > _PERFECT:
        return Williams(None, None, points, "the measures are perfectly correlated with each other")
    r12, r13, r23, n = first, second, between, points
    k = max(0.0, 1 - r12**2 - r13**2 - r23**2 + 2 * r12 * r13 * r23)
    spread = 2 * k * (n - 1) / (n - 3) + (r12 + r13) ** 2 / 4 * (1 - r23) ** 3
    if spread == 0:
        return Williams(None, None, points, "the judgements are the difference of the measures")
    return Williams.of((r12 - r13) * sqrt((n - 1) * (1 + r23)) / sqrt(spread), points)


def compare_correlations(first: Floats, second: Floats, judgements: Floats) -> Williams:
    """Test whether the first scores have a higher Pearson correlation with the judgements, over points without NaN."""
    values = [np.asarray(row, dtype=np.float64) for row in (judgements, first, second)]
    if values[0].ndim != 1 or any(row.shape != values[0].shape for row in values):
        raise SettingError(f"lists of the shapes {', '.join(str(row.shape) for row in values)} cannot be compared")
    table = np.stack(values)
    table = table[:, ~np.isnan(table).any(axis=0)]
    points = table.shape[1]
    correlations = [correlate(table[a : a + 1], table[b : b + 1], "pooled") for a, b in ((1, 0), (2, 0), (1, 2))]
    reasons = [correlation.reason for correlation in correlations if correlation.reason]
    if points >= 4 and reasons:
        return Williams(None, None, points, reasons[0])
    of_first, of_second, between = (correlation.pearson or 0.0 for correlation in correlations)
    return williams(of_first, of_second, between, points)


def williams_table(scores: Floats, judgements: Floats) -> list[list[float | None]]:
    """Return p for row a of the scores [measure, point] being closer to the judgements than row b; None: no test."""
    table: list[list[float | None]] = [[None] * len(scores) for _ in scores]
    for a in range(len(scores)):
        for b in range(a):
            test = compare_correlations(scores[a], scores[b], judgements)
            table[a][b], table[b][a] = test.p, test.turned().p
    return table
