"""Choose sentences: greedily, or by trying every set where there are few."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from sumspace.compute.compiled import compiled
from sumspace.oracle.kernels.problem import added_hits

if TYPE_CHECKING:
    from sumspace.arrays import Integers
    from sumspace.oracle.kernels.problem import ProblemArrays


#: Scores that differ by less may be the same.
_SAME = 1e-9


@compiled
def take_greedily(problem: ProblemArrays, ratios: Integers, low: int, high: int) -> tuple[Integers, float]:
    """Return the choices that the greedy algorithm makes, in their order, and their score; none where it fails.

    Row m of `ratios` says that measure m scores ratios[m, 0] · hits / (ratios[m, 1] + ratios[m, 2] · units), at most 1
    if ratios[m, 3] is; where more follows, it is what hits are divided by for each number of units.
    """
    costs, sizes = problem.costs, problem.sizes
    held = np.zeros(len(problem.gain_starts) - 1, dtype=np.int64)
    hits, units = np.zeros(len(ratios), dtype=np.int64), np.zeros(len(ratios), dtype=np.int64)
    left = problem.first[:-1].copy()
    chosen = np.empty(len(left), dtype=np.int64)
    count, room, score = 0, high, 0.0
    while len(left):
        added = added_hits(problem, left, held)
        best, best_rate, best_score = -1, -np.inf, 0.0
        for i in range(len(left)):
            if costs[left[i]] > room and not problem.cut:
                continue
            reached = _mean_ratio(ratios, hits + added[:, i], units + sizes[:, left[i]])
            rate = (reached - score) / max(costs[left[i]], 1)
            if rate > best_rate:
                best, best_rate, best_score = i, rate, reached
        if best < 0:
            break
        choice = left[best]
        cost = costs[choice]
        left = np.concatenate((left[:best], left[best + 1 :]))
        needed = low - (high - room)
        if problem.cut and cost >= room:
            chosen[count] = choice + room
            return chosen[: count + 1], score
        if needed <= 0 and best_score < score:
            break
        if needed <= 0 or problem.cut or _can_cost(costs, left, needed - cost, room - cost):
            hits += added[:, best]
            units += sizes[:, choice]
            _hold(problem, choice, held, 1)
            chosen[count] = choice
            count, room, score = count + 1, room - cost, best_score
    return (chosen[:count] if high - room >= low else chosen[:0]), score


@compiled
def _mean_ratio(ratios: Integers, hits: Integers, units: Integers) -> float:
    """Return the mean of the ratios."""
    total, last = 0.0, ratios.shape[1] - 1
    for m in range(len(ratios)):
        below = ratios[m, 1] + ratios[m, 2] * units[m]
        if last > 3:
            below = ratios[m, min(4 + units[m], last)]
        if below > 0:
            score = ratios[m, 0] * hits[m] / below
            total += min(score, 1.0) if ratios[m, 3] else score
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


@compiled
def try_all(  # noqa: C901 - a compiled loop stays in one piece
    problem: ProblemArrays, ratios: Integers, low: int, high: int, most: int, room: int
) -> tuple[int, Integers]:
    """Return how many sets may have the best score, and those, each a row of choices that ends with −1.

    Sets cost between `low` and `high` and have at most `most` choices; no more than `room` of them are returned.
    """
    first, costs = problem.first, problem.costs
    candidates = len(first) - 1
    held = np.zeros(len(problem.gain_starts) - 1, dtype=np.int64)
    alone = added_hits(problem, first[:-1], held)
    # what the first d choices come to
    hits = np.zeros((most + 1, len(ratios)), dtype=np.int64)
    sizes = np.zeros((most + 1, len(ratios)), dtype=np.int64)
    spent = np.zeros(most + 1, dtype=np.int64)
    chosen = np.zeros(most + 1, dtype=np.int64)
    sets = np.full((room, most + 1), -1)
    best, count = (0.0, 1) if low <= 0 else (-1.0, 0)  # the set of nothing, where it is allowed
    depth, candidate = 0, 0
    while depth >= 0:
        if candidate == candidates or depth == most:
            depth -= 1
            if depth >= 0:
                candidate = chosen[depth] + 1
                _hold(problem, first[chosen[depth]], held, -1)
            continue
        choice = first[candidate]
        cost = spent[depth] + costs[choice]
        if cost > high:
            candidate += 1
            continue
        for m in range(len(ratios)):
            hits[depth + 1, m] = hits[depth, m] + alone[m, candidate]
            sizes[depth + 1, m] = sizes[depth, m] + problem.sizes[m, choice]
        # the last choice adds no more than it has alone: mostly that says enough
        if depth + 1 == most and _mean_ratio(ratios, hits[depth + 1], sizes[depth + 1]) < best - _SAME:
            candidate += 1
            continue
        hits[depth + 1] = hits[depth]
        _add(problem, choice, held, hits[depth + 1])
        chosen[depth] = candidate
        if cost >= low:
            score = _mean_ratio(ratios, hits[depth + 1], sizes[depth + 1])
            if score > best + _SAME:
                best, count = score, 0
            if score >= best - _SAME:
                if count < room:
                    for d in range(depth + 1):
                        sets[count, d] = first[chosen[d]]
                    sets[count, depth + 1 :] = -1
                count += 1
        candidate += 1
        if depth + 1 < most:
            _hold(problem, choice, held, 1)
            spent[depth + 1] = cost
            depth += 1
    return count, sets[: min(count, room)]


@compiled
def _hold(problem: ProblemArrays, choice: int, held: Integers, times: int) -> None:
    """Take what a choice holds, or give it back."""
    for k in range(problem.starts[choice], problem.starts[choice + 1]):
        held[problem.units[k]] += times * problem.counts[k]


@compiled
def _add(problem: ProblemArrays, choice: int, held: Integers, hits: Integers) -> None:
    """Add the hits of a choice, by measure."""
    m = 0
    for k in range(problem.starts[choice], problem.starts[choice + 1]):
        j = problem.units[k]
        while j >= problem.unit_starts[m + 1]:
            m += 1
        while j < problem.unit_starts[m]:
            m -= 1
        begin = problem.gain_starts[j] + held[j]
        for t in range(begin, min(begin + problem.counts[k], problem.gain_starts[j + 1])):
            hits[m] += problem.gains[t]
