"""Intervals of a number that tell two classes apart, as few as pay for themselves (Fayyad & Irani 1993)."""

from __future__ import annotations

from math import log2
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

__all__ = ["cut_points"]

#: Entropies that differ by less are equal.
_NOISE = 1e-12


def cut_points(values: Sequence[float], classes: Sequence[bool]) -> list[float]:
    """Return where to cut, ascending: values up to and including a cut point lie below it.

    Each interval is cut where the entropy of the classes falls most, at the lowest such place, as long as the
    description gets shorter. A cut point is the roundest number, near the middle, that parts the two values around it.

    >>> cut_points([1, 2, 3, 4, 11, 12, 13, 14], [False] * 4 + [True] * 4)
    [8.0]
    """
    distinct, place = np.unique(np.asarray(values, dtype=np.float64), return_inverse=True)
    chosen = np.asarray(classes, dtype=bool)
    counts = np.zeros((distinct.size + 1, 2), dtype=np.int64)
    np.add.at(counts, (place + 1, chosen.astype(np.int64)), 1)
    below = counts.cumsum(axis=0)
    cuts: list[float] = []
    waiting = [(0, distinct.size)]
    while waiting:
        first, last = waiting.pop()
        cut = _cut(below[first : last + 1])
        if cut is not None:
            cuts.append(_between(float(distinct[first + cut - 1]), float(distinct[first + cut])))
            waiting += [(first, first + cut), (first + cut, last)]
    return sorted(cuts)


def _cut(below: NDArray[np.int64]) -> int | None:
    """Choose how many of the distinct values of an interval to cut off; None where that costs more than it saves.

    With N examples of k classes in S, a cut into S₁ and S₂ must gain Ent(S) − |S₁|/N Ent(S₁) − |S₂|/N Ent(S₂) more
    than (log₂(N − 1) + log₂(3ᵏ − 2) − (k Ent(S) − k₁ Ent(S₁) − k₂ Ent(S₂))) / N.
    """
    whole = below[-1] - below[0]
    if len(below) < 3 or not whole.all():
        return None
    left = below[1:-1] - below[0]
    right = whole - left
    n, ent, ent_left, ent_right = int(whole.sum()), _entropy(whole), _entropy(left), _entropy(right)
    after = (left.sum(axis=1) * ent_left + right.sum(axis=1) * ent_right) / n
    best = int(np.argmax(after <= after.min() + _NOISE))
    k_left, k_right = np.count_nonzero(left[best]), np.count_nonzero(right[best])
    delta = log2(3**2 - 2) - (2 * ent - k_left * ent_left[best] - k_right * ent_right[best])
    return best + 1 if ent - after[best] > (log2(n - 1) + delta) / n else None


def _entropy(counts: NDArray[np.int64]) -> Floats:
    """The entropy of classes that stand in the last axis, in bits; nothing is sure of itself."""
    shares = counts / np.maximum(counts.sum(axis=-1, keepdims=True), 1)
    entropy: Floats = -(shares * np.log2(np.where(shares > 0, shares, 1.0))).sum(axis=-1)
    return entropy


def _between(low: float, high: float) -> float:
    """Return the number with the fewest digits, from the middle rounded, that is not below low and is below high."""
    middle = low + (high - low) / 2
    for digits in range(1, 18):
        rounded = float(f"{middle:.{digits}g}")
        if low <= rounded < high:
            return rounded
    return low
