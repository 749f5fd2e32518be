"""Williams' test whether one measure correlates more closely with the judgements than another."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import TYPE_CHECKING

import numpy as np

from sumspace.errors import SettingError
from sumspace.stats.correlation import correlate

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["Williams", "compare", "williams", "williams_table"]

#: Correlations this close to 1 or -1 are 1 or -1.
_PERFECT = 1 - 1e-12


@dataclass(frozen=True, slots=True)
class Williams:
    """What the test says: a small p speaks for the first measure, one near 1 for the second."""

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


def compare(first: NDArray[np.float64], second: NDArray[np.float64], judgements: NDArray[np.float64]) -> Williams:
    """Test whether the first scores have a higher Pearson correlation with the judgements than the second ones.

    All three are lists of the same points; points where one of them is NaN are left out.
    """
    values = [np.asarray(row, dtype=np.float64) for row in (judgements, first, second)]
    if values[0].ndim != 1 or any(row.shape != values[0].shape for row in values):
        raise SettingError(f"lists of the shapes {', '.join(str(row.shape) for row in values)} cannot be compared")
    table = np.stack(values)
    table = table[:, ~np.isnan(table).any(axis=0)]
    points = table.shape[1]
    found = [correlate(table[a : a + 1], table[b : b + 1], "pooled") for a, b in ((1, 0), (2, 0), (1, 2))]
    reasons = [correlation.reason for correlation in found if correlation.reason]
    if points >= 4 and reasons:
        return Williams(None, None, points, reasons[0])
    of_first, of_second, between = (correlation.pearson or 0.0 for correlation in found)
    return williams(of_first, of_second, between, points)


def williams_table(scores: NDArray[np.float64], judgements: NDArray[np.float64]) -> list[list[float | None]]:
    """Return p for row a of the scores [measure, point] being closer to the judgements than row b, for all a and b.

    None on the diagonal and where there is no test.
    """
    table: list[list[float | None]] = [[None] * len(scores) for _ in scores]
    for a in range(len(scores)):
        for b in range(a):
            found = compare(scores[a], scores[b], judgements)
            table[a][b], table[b][a] = found.p, found.turned().p
    return table
