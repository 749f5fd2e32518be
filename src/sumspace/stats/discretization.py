"""Ways to divide numbers into classes: K-means, classes of equal width, or of equally many values (quantiles)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import numpy as np

from sumspace.stats.kmeans import Division, assign, between, clusters

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from sumspace.arrays import Floats, Integers


#: Which values are in a class together: those near each other, those in intervals as wide as the others, or as many.
Discretization = Literal["k-means", "equal-width", "quantiles"]


def discretize(values: ArrayLike, most: int, how: Discretization) -> list[Division]:
    """Return the division into 1 class, into 2, … into `most` classes.

    Every class has values: equal widths without any are joined to the class below, and where many values are equal
    there are fewer quantiles.

    >>> values = [0, 1, 2, 3, 4, 10]
    >>> [discretize(values, 3, how)[-1].centres.tolist() for how in ("k-means", "equal-width", "quantiles")]
    [[0.5, 3.0, 10.0], [1.5, 4.0, 10.0], [0.5, 2.5, 7.0]]
    """
    if how == "k-means":
        return clusters(values, most)
    numbers = np.asarray(values, np.float64).ravel()
    if not numbers.size or not np.isfinite(numbers).all() or most < 1:
        raise ValueError("classes, at least one, are made of finite numbers, at least one")
    distinct, counts = np.unique(numbers, return_counts=True)
    cut = _equal_widths if how == "equal-width" else _quantiles
    return [_division(numbers, cut(distinct, counts, k)) for k in range(1, most + 1)]


def _equal_widths(distinct: Floats, _: Integers, k: int) -> Floats:
    """Return where intervals of equal width end, those with values; a value at an end is inside."""
    low, high = distinct[0], distinct[-1]
    ends: Floats = low * (1 - np.arange(1, k) / k) + high * (np.arange(1, k) / k)
    below = np.searchsorted(distinct, ends, side="right")
    return ends[(np.diff(below, prepend=0) > 0) & (below < distinct.size)]


def _quantiles(distinct: Floats, counts: Integers, k: int) -> Floats:
    """Return cuts that leave as nearly as can be i/k of the values below the i-th; the lower of two as near."""
    below = counts.cumsum()[:-1]
    if not below.size:
        return np.empty(0)
    wanted = counts.sum() * np.arange(1, k) / k
    above = np.searchsorted(below, wanted).clip(max=below.size - 1)
    under = np.maximum(above - 1, 0)
    nearest = np.unique(np.where(wanted - below[under] <= below[above] - wanted, under, above))
    return between(distinct[nearest], distinct[nearest + 1])


def _division(numbers: Floats, cuts: Floats) -> Division:
    classes = assign(numbers, cuts)
    centres = np.bincount(classes, numbers) / np.bincount(classes)
    return Division(centres, cuts, float(((numbers - centres[classes]) ** 2).sum()))
