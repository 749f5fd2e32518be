"""Shares of counts, and F, which is made of two of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

__all__ = ["f_measure", "share"]


def share(part: Floats, whole: Floats) -> Floats:
    """Divide; nothing of nothing is 0."""
    return np.divide(part, whole, out=np.zeros(len(part)), where=whole != 0)


def f_measure(precision: Floats, recall: Floats, alpha: float = 0.5) -> Floats:
    """F = PR / ((1−α)P + αR), 0 where both are 0."""
    return share(precision * recall, (1 - alpha) * precision + alpha * recall)
