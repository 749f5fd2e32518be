"""Count how often choices hold each unit."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from sumspace.compute.compiled import compiled

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Integers = NDArray[np.int64]

__all__ = ["count_units"]


@compiled
def count_units(
    occurrences: Integers, begins: Integers, ends: Integers, units: int
) -> tuple[Integers, Integers, Integers]:
    """Return for every row its distinct units and how often they occur, as starts, units and counts.

    A row consists of the stretches begins[row, k] … ends[row, k] of the occurrences.
    """
    rows, parts = begins.shape
    starts = np.zeros(rows + 1, dtype=np.int64)
    found = np.empty((ends - begins).sum(), dtype=np.int64)
    counts = np.empty(len(found), dtype=np.int64)
    place = np.full(units, -1, dtype=np.int64)
    total = 0
    for row in range(rows):
        for part in range(parts):
            for k in range(begins[row, part], ends[row, part]):
                unit = occurrences[k]
                if place[unit] < starts[row]:
                    place[unit] = total
                    found[total] = unit
                    counts[total] = 1
                    total += 1
                else:
                    counts[place[unit]] += 1
        starts[row + 1] = total
    return starts, found[:total].copy(), counts[:total].copy()
