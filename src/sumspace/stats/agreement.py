"""Krippendorff's alpha: how far several raters agree beyond chance."""

from __future__ import annotations

from dataclasses import dataclass
from math import isnan
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

__all__ = ["Agreement", "agreement"]

#: The package makes a table of units × values × values.
_MOST = 20_000_000


@dataclass(frozen=True, slots=True)
class Agreement:
    """Alpha for marks read as names, as an order and as numbers, or why there is none."""

    nominal: float | None
    ordinal: float | None
    interval: float | None
    #: How many units have at least two marks, and how many marks these have; others say nothing of agreement.
    units: int
    marks: int
    #: Why there is no alpha, in words; empty where there is.
    reason: str = ""


def agreement(units: Iterable[Sequence[float | None]]) -> Agreement:
    """Return Krippendorff's alpha of units that each have the marks of some raters, None where one gave none.

    Alpha compares marks within a unit with marks of all units and never asks whose they are, so that raters may change
    from unit to unit. The package is handed how often each value was given in each unit:

    >>> round(agreement([[1, 1, None], [2, 3], [3, 3, 3], [2]]).interval, 3)
    0.842
    """
    given = [[float(mark) for mark in unit if mark is not None and not isnan(mark)] for unit in units]
    paired = [marks for marks in given if len(marks) >= 2]
    total = sum(map(len, paired))
    values = sorted({mark for marks in paired for mark in marks})
    reason = ""
    if not paired:
        reason = "no unit has two marks"
    elif len(values) == 1:
        reason = "all marks are the same"
    elif len(paired) * len(values) ** 2 > _MOST:
        reason = f"{len(values):,} different marks in {len(paired):,} units are too many"
    if reason:
        return Agreement(None, None, None, len(paired), total, reason)

    from krippendorff import alpha

    column = {value: index for index, value in enumerate(values)}
    counts = np.zeros((len(paired), len(values)), np.int64)
    for row, marks in enumerate(paired):
        for mark in marks:
            counts[row, column[mark]] += 1
    nominal, ordinal, interval = (
        float(alpha(value_counts=counts, value_domain=values, level_of_measurement=level))
        for level in ("nominal", "ordinal", "interval")
    )
    return Agreement(nominal, ordinal, interval, len(paired), total)
