"""The greedy algorithm's loop."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from sumspace.compute.compiled import compiled
from sumspace.oracle.kernels.gains import added_hits

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sumspace.oracle.kernels.prices import Layout

    Integers = NDArray[np.int64]

__all__ = ["mean_ratio", "take_greedily"]


@compiled
def take_greedily(layout: Layout, ratios: Integers, low: int, high: int) -> tuple[Integers, float]:
    """Return the choices that the greedy algorithm makes, in their order, and their score; none where it fails.

    Row m of `ratios` says that measure m scores ratios[m, 0] · hits / (ratios[m, 1] + ratios[m, 2] · units).
    """
    costs, sizes = layout.costs, layout.sizes
    held = np.zeros(len(layout.gain_starts) - 1, dtype=np.int64)
    hits, units = np.zeros(len(ratios), dtype=np.int64), np.zeros(len(ratios), dtype=np.int64)
    left = layout.first[:-1].copy()
    chosen = np.empty(len(left), dtype=np.int64)
    count, room, score = 0, high, 0.0
    while len(left):
        added = added_hits(layout, left, held)
        best, best_rate, best_score = -1, -np.inf, 0.0
        for i in range(len(left)):
            if costs[left[i]] > room and not layout.cut:
                continue
            reached = mean_ratio(ratios, hits + added[:, i], units + sizes[:, left[i]])
            rate = (reached - score) / max(costs[left[i]], 1)
            if rate > best_rate:
                best, best_rate, best_score = i, rate, reached
        if best < 0:
            break
        choice = left[best]
        cost = costs[choice]
        left = np.concatenate((left[:best], left[best + 1 :]))
        needed = low - (high - room)
        if layout.cut and cost >= room:
            chosen[count] = choice + room
            return chosen[: count + 1], score
        if needed <= 0 and best_score < score:
            break
        if needed <= 0 or layout.cut or _can_cost(costs, left, needed - cost, room - cost):
            hits += added[:, best]
            units += sizes[:, choice]
            for k in range(layout.starts[choice], layout.starts[choice + 1]):
                held[layout.units[k]] += layout.counts[k]
            chosen[count] = choice
            count, room, score = count + 1, room - cost, best_score
    return (chosen[:count] if high - room >= low else chosen[:0]), score


@compiled
def mean_ratio(ratios: Integers, hits: Integers, units: Integers) -> float:
    """Return the mean of the ratios."""
    total = 0.0
    for m in range(len(ratios)):
        below = ratios[m, 1] + ratios[m, 2] * units[m]
        if below > 0:
            total += ratios[m, 0] * hits[m] / below
    return total / len(ratios)


@compiled
def _can_cost(costs: Integers, choices: Integers, low: int, high: int) -> bool:
    """Tell whether some of the choices, or none, cost between these together."""
    reached = np.zeros(high + 1, dtype=np.bool_)
    reached[0] = True
    for c in choices:
        for cost in range(high, costs[c] - 1, -1):
            reached[cost] = reached[cost] or reached[cost - costs[c]]
    return bool(reached[max(low, 0) :].any())
