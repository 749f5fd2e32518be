"""Where a score stands, in logarithms of shares: a share may be too small to write."""

from __future__ import annotations

from dataclasses import dataclass
from math import expm1, inf, log

import numpy as np

__all__ = ["Place", "log_rest", "log_share"]


@dataclass(frozen=True, slots=True)
class Place:
    """Natural logarithms of the shares below, at and above a score."""

    log_below: float
    log_equal: float
    log_above: float

    @property
    def log_upper(self) -> float:
        """The logarithm of the share at or above the score."""
        return min(float(np.logaddexp(self.log_equal, self.log_above)), 0.0)


def log_share(share: float) -> float:
    """Return the logarithm of a share; a share that rounding left at or below zero is none."""
    return log(share) if share > 0 else -inf


def log_rest(logarithm: float) -> float:
    """Return log(1 - share) for the logarithm of a share."""
    return log_share(-expm1(logarithm))
