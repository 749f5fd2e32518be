"""What sentences would add to an extract."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from sumspace.compute.compiled import compiled

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sumspace.oracle.kernels.prices import Layout

    Integers = NDArray[np.int64]

__all__ = ["added_hits", "count_hits"]


@compiled
def added_hits(layout: Layout, choices: Integers, held: Integers) -> Integers:
    """Count the hits that each choice would add to what is held, by measure: [measure, choice]."""
    unit_starts = layout.unit_starts
    added = np.zeros((len(unit_starts) - 1, len(choices)), dtype=np.int64)
    for i in range(len(choices)):
        c = choices[i]
        for k in range(layout.starts[c], layout.starts[c + 1]):
            j = layout.units[k]
            measure = 0
            while j >= unit_starts[measure + 1]:
                measure += 1
            begin = layout.gain_starts[j] + held[j]
            for t in range(begin, min(begin + layout.counts[k], layout.gain_starts[j + 1])):
                added[measure, i] += layout.gains[t]
    return added


@compiled
def count_hits(layout: Layout, choices: Integers) -> Integers:
    """Count the hits of a set of choices by measure."""
    held = np.zeros(len(layout.gain_starts) - 1, dtype=np.int64)
    hits = np.zeros(len(layout.unit_starts) - 1, dtype=np.int64)
    for c in choices:
        hits += added_hits(layout, np.array([c]), held)[:, 0]
        for k in range(layout.starts[c], layout.starts[c + 1]):
            held[layout.units[k]] += layout.counts[k]
    return hits
