"""K-means of numbers, solved exactly: which K classes lose the least (MacQueen 1967)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from sumspace.arrays import Floats, Integers


@dataclass(frozen=True, eq=False)
class Division:
    """Classes of numbers, the lowest first."""

    #: The mean of each class.
    centres: Floats
    #: Where a class ends and the next begins, one less than there are classes: see `assign`.
    cuts: Floats
    #: The sum of the squared distances between the values and the centres of their classes.
    cost: float


def clusters(values: ArrayLike, most: int) -> list[Division]:
    """Return the best division into 1 class, into 2, … into `most` classes: the one that costs the least.

    The values of a class of the best division lie side by side, so dynamic programming over the sorted distinct values
    finds it, where MacQueen's procedure and Lloyd's end in one that no single step makes better. Of divisions that
    cost the same, the one whose highest class begins lowest is returned, then the one whose next lower class does, and
    so on. Where there are fewer distinct values than classes, each has its own class and there are no more.

    >>> [division.centres.tolist() for division in clusters([0, 1, 1, 7, 9], 3)]
    [[3.6], [0.6666666666666666, 8.0], [0.6666666666666666, 7.0, 9.0]]
    """
    numbers = np.asarray(values, np.float64).ravel()
    if not numbers.size or not np.isfinite(numbers).all() or most < 1:
        raise ValueError("classes, at least one, are made of finite numbers, at least one")
    distinct, counts = np.unique(numbers, return_counts=True)
    from sumspace.stats.kmeans_kernels import divide

    # One of the values is subtracted, so that whole numbers stay whole, and the rest is scaled by a power of two.
    middle = distinct[np.abs(distinct - numbers.mean()).argmin()]
    reach = max(distinct[-1] - middle, middle - distinct[0])
    scaled = np.ldexp(distinct - middle, -np.frexp(reach)[1])
    starts = divide(scaled, counts.astype(np.float64), min(most, distinct.size))
    divisions = [_division(distinct, counts, starts[k, : k + 1]) for k in range(len(starts))]
    return divisions + divisions[-1:] * (most - len(divisions))


def _division(distinct: Floats, counts: Integers, starts: Integers) -> Division:
    """Return the division whose classes begin with these of the distinct values."""
    sizes = np.diff(starts, append=distinct.size)
    firsts = distinct[starts]
    above = np.add.reduceat(counts * (distinct - np.repeat(firsts, sizes)), starts)
    centres = firsts + above / np.add.reduceat(counts, starts)
    cost = float(counts @ (distinct - np.repeat(centres, sizes)) ** 2)
    cuts = np.clip(between(centres[:-1], centres[1:]), distinct[starts[1:] - 1], np.nextafter(firsts[1:], -np.inf))
    return Division(centres, cuts, cost)


def between(low: Floats, high: Floats) -> Floats:
    """Return what is half way between numbers and higher ones, but never one of these."""
    return np.clip(low + (high - low) / 2, low, np.nextafter(high, -np.inf))


def assign(values: ArrayLike, cuts: Floats) -> Integers:
    """Return the class of each value, 0 the lowest: that of the nearest centre, the lower of two as near.

    >>> assign([0.1, 4, 5, 8], clusters([0, 2, 8, 10], 2)[1].cuts).tolist()
    [0, 0, 0, 1]
    """
    return np.searchsorted(cuts, np.asarray(values, np.float64), side="left").astype(np.int64)
