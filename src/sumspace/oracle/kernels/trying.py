"""Try every set of choices."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from sumspace.compute.compiled import compiled
from sumspace.oracle.kernels.gains import added_hits
from sumspace.oracle.kernels.greedy import mean_ratio

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sumspace.oracle.kernels.prices import Layout

    Integers = NDArray[np.int64]

__all__ = ["try_all"]

#: Scores that differ by less may be the same.
_SAME = 1e-9


@compiled
def try_all(  # noqa: C901 - a compiled loop stays in one piece
    layout: Layout, ratios: Integers, low: int, high: int, most: int, room: int
) -> tuple[int, Integers]:
    """Return how many sets may have the best score, and those, each a row of choices that ends with −1.

    Sets cost between `low` and `high` and have at most `most` choices; no more than `room` of them are returned.
    """
    first, costs = layout.first, layout.costs
    candidates = len(first) - 1
    held = np.zeros(len(layout.gain_starts) - 1, dtype=np.int64)
    alone = added_hits(layout, first[:-1], held)
    # what the first d choices come to
    hits = np.zeros((most + 1, len(ratios)), dtype=np.int64)
    sizes = np.zeros((most + 1, len(ratios)), dtype=np.int64)
    spent = np.zeros(most + 1, dtype=np.int64)
    chosen = np.zeros(most + 1, dtype=np.int64)
    found = np.full((room, most + 1), -1)
    best, count = (0.0, 1) if low <= 0 else (-1.0, 0)  # the set of nothing, where it is allowed
    depth, candidate = 0, 0
    while depth >= 0:
        if candidate == candidates or depth == most:
            depth -= 1
            if depth >= 0:
                candidate = chosen[depth] + 1
                _hold(layout, first[chosen[depth]], held, -1)
            continue
        choice = first[candidate]
        cost = spent[depth] + costs[choice]
        if cost > high:
            candidate += 1
            continue
        for m in range(len(ratios)):
            hits[depth + 1, m] = hits[depth, m] + alone[m, candidate]
            sizes[depth + 1, m] = sizes[depth, m] + layout.sizes[m, choice]
        # the last choice adds no more than it has alone: mostly that says enough
        if depth + 1 == most and mean_ratio(ratios, hits[depth + 1], sizes[depth + 1]) < best - _SAME:
            candidate += 1
            continue
        hits[depth + 1] = hits[depth]
        _add(layout, choice, held, hits[depth + 1])
        chosen[depth] = candidate
        if cost >= low:
            score = mean_ratio(ratios, hits[depth + 1], sizes[depth + 1])
            if score > best + _SAME:
                best, count = score, 0
            if score >= best - _SAME:
                if count < room:
                    for d in range(depth + 1):
                        found[count, d] = first[chosen[d]]
                    found[count, depth + 1 :] = -1
                count += 1
        candidate += 1
        if depth + 1 < most:
            _hold(layout, choice, held, 1)
            spent[depth + 1] = cost
            depth += 1
    return count, found[: min(count, room)]


@compiled
def _hold(layout: Layout, choice: int, held: Integers, times: int) -> None:
    """Take what a choice holds, or give it back."""
    for k in range(layout.starts[choice], layout.starts[choice + 1]):
        held[layout.units[k]] += times * layout.counts[k]


@compiled
def _add(layout: Layout, choice: int, held: Integers, hits: Integers) -> None:
    """Add the hits of a choice, by measure."""
    m = 0
    for k in range(layout.starts[choice], layout.starts[choice + 1]):
        j = layout.units[k]
        while j >= layout.unit_starts[m + 1]:
            m += 1
        while j < layout.unit_starts[m]:
            m -= 1
        begin = layout.gain_starts[j] + held[j]
        for t in range(begin, min(begin + layout.counts[k], layout.gain_starts[j + 1])):
            hits[m] += layout.gains[t]
