"""Straight lines through scores, by least squares: what compression does to them (Lin & Hovy 2003, figure 9)."""

from __future__ import annotations

from dataclasses import dataclass
from math import hypot, sqrt
from statistics import fmean
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["CONFIDENCE", "FittedLine", "fit_line"]

#: Of the intervals of slopes.
CONFIDENCE = 0.95


@dataclass(frozen=True, slots=True)
class FittedLine:
    """A fitted line; the interval and p-value of its slope say whether there is any trend."""

    points: int
    slope: float
    intercept: float
    low: float
    high: float
    #: How likely a slope this far from 0 would be, were there none.
    p: float
    #: The share of variance that the line explains.
    r2: float
    #: Where the points are on average, and how far the mean may lie from the line there.
    centre: float
    reach: float

    def at(self, x: float) -> tuple[float, float, float]:
        """Return the height of the line, and between what heights the true line lies with that confidence."""
        height = self.intercept + self.slope * x
        reach = hypot(self.reach, (self.high - self.slope) * (x - self.centre))
        return height, height - reach, height + reach


def fit_line(xs: Sequence[float], ys: Sequence[float]) -> FittedLine | None:
    """Fit a line; None where there are fewer than three points, or all at one x.

    >>> line = fit_line([0.7, 0.8, 0.9], [0.6, 0.5, 0.4])
    >>> round(line.slope, 6), round(line.intercept, 6)
    (-1.0, 1.3)
    """
    if len(xs) < 3 or max(xs) - min(xs) < 1e-12:
        return None
    centre = fmean(xs)
    if max(ys) - min(ys) < 1e-12:  # a level line, of which there is nothing to explain
        return FittedLine(len(xs), 0.0, fmean(ys), 0.0, 0.0, 1.0, 0.0, centre, 0.0)
    from scipy import stats

    fit = stats.linregress(xs, ys)
    slope, error = float(fit.slope), float(fit.stderr)
    quantile = float(stats.t.ppf((1 + CONFIDENCE) / 2, len(xs) - 2))
    deviation = sqrt(sum((x - centre) ** 2 for x in xs) / len(xs))
    return FittedLine(
        points=len(xs),
        slope=slope,
        intercept=float(fit.intercept),
        low=slope - quantile * error,
        high=slope + quantile * error,
        p=float(fit.pvalue),
        r2=float(fit.rvalue) ** 2,
        centre=centre,
        reach=quantile * error * deviation,
    )
