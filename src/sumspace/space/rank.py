"""Where a score stands among the scores of all extracts."""

from __future__ import annotations

from dataclasses import dataclass
from math import floor, inf, log10
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["Rank", "nines", "percentile_rank"]

_ROUNDING = 1e-9


@dataclass(frozen=True, slots=True)
class Rank:
    """The shares of extracts that score less, the same and more, and the percentile rank of Ceylan 2010."""

    score: float
    below: float
    equal: float
    above: float
    #: Eq. 2, on a histogram of 1,000 bins, in percent.
    percentile: float
    #: How deep in the upper tail, in decimal digits: -log10(equal + above), also where that is too small to write.
    nines: float
    #: How many extracts those are; None where the shares are estimates or stand for many documents.
    below_count: int | None = None
    equal_count: int | None = None
    above_count: int | None = None
    #: Bounds of equal + above where the shares are estimates and something is known of their error.
    interval: tuple[float, float] | None = None


def nines(share: float) -> float:
    """Return how small a share is, in decimal digits; 0.001 has three, and nothing at all has infinitely many.

    >>> nines(0.001)
    3.0
    """
    return max(0.0, -log10(share)) if share > 0 else inf


def percentile_rank(histogram: NDArray[np.float64], score: float) -> float:
    """Sum the bins below a score: PR(S) = 100/N Σ ĥ[i] for i = 1 … ⌊N·S⌋ (Ceylan 2010, eq. 2)."""
    bins = len(histogram)
    below = min(max(floor(bins * score + _ROUNDING), 0), bins)
    return min(100.0 / bins * float(histogram[:below].sum()), 100.0)
