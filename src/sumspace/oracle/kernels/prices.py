"""Prices of units: the Lagrangian dual of the search for the best extract.

With a price p_j for every occurrence of unit j, no set is worth more than

    Σ_j max_y (F_j(y) − p_j y)  +  max_S Σ_{c∈S} (Σ_j p_j a_cj − penalty_c),

where the second term is a knapsack problem, solved exactly for all costs at once. The best prices are the duals of the
linear relaxation, or better ones, since the knapsack keeps to whole sentences.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from sumspace.compute.compiled import compiled

if TYPE_CHECKING:
    from sumspace.arrays import Floats, Integers
    from sumspace.oracle.kernels.problem import ProblemArrays


#: Stands for minus infinity in tables of whole numbers.
NEVER = -(2**60)
#: After so many rounds without a better bound, steps become shorter; when they are this short, they end.
_PATIENCE, _SHORTER, _SHORTEST = 8, 0.7, 0.02
#: How much of the last step goes into the next.
_MOMENTUM = 0.6


@compiled
def count_supply(problem: ProblemArrays, active: Integers, units: int) -> Integers:
    """Count how often the active candidates together have each unit."""
    supply = np.zeros(units, dtype=np.int64)
    for i in active:
        c = problem.first[i]
        for k in range(problem.starts[c], problem.starts[c + 1]):
            supply[problem.units[k]] += problem.counts[k]
    return supply


@compiled
def worth(problem: ProblemArrays, active: Integers, prices: Any, scale: Any, out: Any) -> None:
    """Work out what every choice of the active candidates is worth at these prices, in units of 1 / scale."""
    first, starts, units, counts = problem.first, problem.starts, problem.units, problem.counts
    for i in active:
        for c in range(first[i], first[i + 1]):
            value = -problem.penalties[c] * scale
            for k in range(starts[c], starts[c + 1]):
                value += prices[units[k]] * counts[k]
            out[c] = value


@compiled
def fill(table: Any, active: Integers, first: Integers, costs: Integers, worths: Any, slack: int, never: Any) -> None:
    """Fill table[i, done, room]: the most that candidates from i on are worth when they fill the room, all but `slack`.

    Where the last sentence is cut, `done` says whether that one is there already.
    """
    count, kinds, rooms = len(active), table.shape[1], table.shape[2]
    for done in range(kinds):
        for room in range(rooms):
            table[count, done, room] = never if room > slack or done + 1 < kinds else 0
    for i in range(count - 1, -1, -1):
        begin, end = first[active[i]], first[active[i] + 1]
        cost, value = costs[begin], worths[begin]
        for done in range(kinds):
            after, here = table[i + 1, done], table[i, done]
            for room in range(min(cost, rooms)):
                here[room] = after[room]
            for room in range(cost, rooms):
                here[room] = max(after[room], after[room - cost] + value)
        if kinds > 1:
            after, here = table[i + 1, 1], table[i, 0]
            for c in range(begin + 1, end):
                cost, value = costs[c], worths[c]
                for room in range(cost, rooms):
                    here[room] = max(here[room], after[room - cost] + value)


@compiled
def _best_set(
    table: Floats, problem: ProblemArrays, active: Integers, worths: Floats, room: int, done: int, out: Integers
) -> None:
    """Read the best set from a table: the choice of every active candidate, or −1."""
    first, costs = problem.first, problem.costs
    for i in range(len(active)):
        out[i] = -1
        value = table[i, done, room]
        if value == table[i + 1, done, room]:
            continue
        begin, end = first[active[i]], first[active[i] + 1]
        for c in range(begin, end if done == 0 else begin + 1):
            after = 1 if c > begin else done
            if costs[c] <= room and value == table[i + 1, after, room - costs[c]] + worths[c]:
                out[i] = c
                room -= costs[c]
                done = after
                break


@compiled
def find_prices(  # noqa: C901, PLR0912, PLR0915 - a compiled loop stays in one piece
    problem: ProblemArrays,
    active: Integers,
    held: Integers,
    room: int,
    done: int,
    prices: Floats,
    known: float,
    rounds: int,
    enough: float,
) -> tuple[float, float, Integers]:
    """Improve prices by subgradient steps; return the bound on what can be added, the best that was met, its choices.

    `held` says how much of each unit is there already, and `known` what at least can be added. It ends before the last
    round when the bound is below what is known by then and `enough` more.
    """
    starts, units, counts = problem.starts, problem.units, problem.counts
    gains, gain_starts = problem.gains, problem.gain_starts
    worths = np.zeros(len(problem.costs))
    table = np.empty((len(active) + 1, 2 if problem.cut else 1, room + 1))
    supply, available = np.zeros(len(held), dtype=np.int64), count_supply(problem, active, len(held))
    step = np.zeros(len(held))
    chosen = np.full(len(active), -1)
    best, best_set = prices.copy(), chosen.copy()
    bound, reached = np.inf, -np.inf
    pace, idle = 1.0, 0
    for _ in range(rounds):
        worth(problem, active, prices, 1.0, worths)
        fill(table, active, problem.first, problem.costs, worths, problem.slack, -np.inf)
        dual = table[0, done, room]
        if dual == -np.inf:
            return dual, dual, best_set
        _best_set(table, problem, active, worths, room, done, chosen)
        supply[:] = 0
        value = 0.0
        for c in chosen:
            if c >= 0:
                value -= problem.penalties[c]
                for k in range(starts[c], starts[c + 1]):
                    supply[units[k]] += counts[k]
        norm = 0.0
        for j in range(len(held)):
            begin = gain_starts[j] + held[j]
            end = min(gain_starts[j + 1], begin + available[j])
            wanted = 0
            for t in range(begin, end):
                if t - begin < supply[j]:
                    value += gains[t]
                if gains[t] > prices[j]:
                    dual += gains[t] - prices[j]
                    wanted += 1
                elif gains[t] == prices[j] and t - begin < supply[j]:
                    wanted += 1  # wanted or not: it is worth exactly its price
            step[j] = _MOMENTUM * step[j] + supply[j] - wanted
            top = gains[begin] if begin < end else 0
            if (prices[j] <= 0.0 and step[j] > 0.0) or (prices[j] >= top and step[j] < 0.0):
                step[j] = 0.0
            norm += step[j] * step[j]
        if value > reached:
            reached = value
            known = max(known, value)
            best_set[:] = chosen
        if dual < bound - 1e-6:
            bound = dual
            best[:] = prices
            idle = 0
        else:
            idle += 1
            if idle == _PATIENCE:
                pace *= _SHORTER
                idle = 0
                prices[:] = best
        if norm == 0.0 or bound < known + enough or bound <= known or pace < _SHORTEST:
            break
        length = pace * (dual - known + 0.5) / norm
        for j in range(len(held)):
            begin = gain_starts[j] + held[j]
            top = float(gains[begin]) if begin < gain_starts[j + 1] else 0.0
            prices[j] = min(max(prices[j] - length * step[j], 0.0), top)
    prices[:] = best
    return bound, reached, best_set
