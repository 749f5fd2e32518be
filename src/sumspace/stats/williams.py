"""Williams' test of whether one measure correlates higher with the judgements than another one."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from sumspace.errors import SettingError
from sumspace.stats.correlation import PERFECT, correlate

if TYPE_CHECKING:
    from sumspace.arrays import Floats


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

    @property
    def two_sided(self) -> float | None:
        """How likely a t so far from 0 would be, to either side, if both measures correlated alike."""
        turned = self if self.t is None or self.t > 0 else self.turned()
        return None if turned.p is None else min(1.0, 2 * turned.p)

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
    if abs(between) > PERFECT:
        return Williams(None, None, points, "the measures are perfectly correlated with each other")
    t = float(williams_t(first, second, between, points))
    if not math.isfinite(t):
        return Williams(None, None, points, "the judgements are the difference of the measures")
    return Williams.of(t, points)


def williams_t(first: Any, second: Any, between: Any, points: int) -> Any:
    """Return t of numbers or arrays; it is not finite where the judgements are the difference of the measures."""
    r12, r13, r23, n = first, second, between, points
    k = np.maximum(0.0, 1 - r12**2 - r13**2 - r23**2 + 2 * r12 * r13 * r23)
    spread = 2 * k * (n - 1) / (n - 3) + (r12 + r13) ** 2 / 4 * (1 - r23) ** 3
    with np.errstate(invalid="ignore", divide="ignore"):
        return (r12 - r13) * np.sqrt((n - 1) * (1 + r23)) / np.sqrt(spread)


def compare_correlations(first: Floats, second: Floats, judgements: Floats) -> Williams:
    """Test whether the first scores have a higher Pearson correlation with the judgements, over points without NaN."""
    values = [np.asarray(row, dtype=np.float64) for row in (judgements, first, second)]
    if values[0].ndim != 1 or any(row.shape != values[0].shape for row in values):
        raise SettingError(f"lists of the shapes {', '.join(str(row.shape) for row in values)} cannot be compared")
    table = np.stack(values)
    table = table[:, ~np.isnan(table).any(axis=0)]
    points = table.shape[1]
    correlations = [
        correlate(table[a : a + 1], table[b : b + 1], "pooled", coefficients=()) for a, b in ((1, 0), (2, 0), (1, 2))
    ]
    reasons = [correlation.reason for correlation in correlations if correlation.reason]
    if points >= 4 and reasons:
        return Williams(None, None, points, reasons[0])
    of_first, of_second, between = (correlation.pearson or 0.0 for correlation in correlations)
    return williams(of_first, of_second, between, points)


def williams_table(scores: Floats, judgements: Floats, *, two_sided: bool = False) -> list[list[float | None]]:
    """Return p for row a of the scores [measure, point] being closer to the judgements than row b; None: no test.

    Two-sided, p is for a and b being differently close.
    """
    table: list[list[float | None]] = [[None] * len(scores) for _ in scores]
    for a in range(len(scores)):
        for b in range(a):
            test = compare_correlations(scores[a], scores[b], judgements)
            if two_sided:
                table[a][b] = table[b][a] = test.two_sided
            else:
                table[a][b], table[b][a] = test.p, test.turned().p
    return table
