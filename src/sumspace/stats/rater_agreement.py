"""Krippendorff's alpha: how far several raters agree beyond chance."""

from __future__ import annotations

from dataclasses import dataclass
from math import isnan
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from sumspace.arrays import Floats


#: There is a table of values × values.
_MOST = 5_000


@dataclass(frozen=True, slots=True)
class RaterAgreement:
    """Alpha for marks read as names, as an order and as numbers, or why there is none."""

    nominal: float | None
    ordinal: float | None
    interval: float | None
    #: How many units have at least two marks, and how many marks these have; others say nothing of agreement.
    units: int
    marks: int
    #: Why there is no alpha, in words; empty where there is.
    reason: str = ""


def agreement(units: Iterable[Sequence[float | None]]) -> RaterAgreement:
    """Return Krippendorff's alpha of units that each have the marks of some raters, None where one gave none.

    Alpha compares marks within a unit with marks of all units regardless of the rater, so that raters may change
    from unit to unit (Krippendorff 2011, "Computing Krippendorff's Alpha-Reliability").

    >>> round(agreement([[1, 1, None], [2, 3], [3, 3, 3], [2]]).interval, 3)
    0.842
    """
    marked = [[float(mark) for mark in unit if mark is not None and not isnan(mark)] for unit in units]
    paired = [marks for marks in marked if len(marks) >= 2]
    total = sum(map(len, paired))
    values, columns = np.unique([mark for marks in paired for mark in marks], return_inverse=True)
    reason = ""
    if not paired:
        reason = "no unit has two ratings"
    elif len(values) == 1:
        reason = "all ratings are the same"
    elif len(values) > _MOST:
        reason = f"{len(values):,} different ratings are too many"
    if reason:
        return RaterAgreement(None, None, None, len(paired), total, reason)

    counts = np.zeros((len(paired), len(values)))
    np.add.at(counts, (np.repeat(np.arange(len(paired)), [len(marks) for marks in paired]), columns), 1)
    # How often two values stand together in a unit, each pair of m marks weighing 1 / (m − 1).
    shares = counts / (counts.sum(axis=1, keepdims=True) - 1)
    together = counts.T @ shares - np.diag(shares.sum(axis=0))
    times = together.sum(axis=0)
    middles = np.cumsum(times) - times / 2
    numbers = values / np.abs(values).max()
    squares = (np.subtract.outer(row, row) ** 2 for row in (middles, numbers))
    distances = (1 - np.eye(len(values)), *squares)
    nominal, ordinal, interval = (_alpha(together, distance) for distance in distances)
    return RaterAgreement(nominal, ordinal, interval, len(paired), total)


def _alpha(together: Floats, distances: Floats) -> float:
    """Return 1 − D_o / D_e: the distances of marks in the same unit beside those of any two marks."""
    times = together.sum(axis=0)
    expected = (times @ distances @ times) / (times.sum() - 1)
    return float(1 - (together * distances).sum() / expected)
