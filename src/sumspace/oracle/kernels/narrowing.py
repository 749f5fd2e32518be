"""Narrow a search before it begins: candidates that the prices rule out go, those that they demand are taken."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from sumspace.compute.compiled import compiled
from sumspace.oracle.kernels.prices import NEVER, count_supply, fill, find_prices, worth

if TYPE_CHECKING:
    from sumspace.arrays import Floats, Integers
    from sumspace.oracle.kernels.problem import ProblemArrays


#: Prices are worth finding again when fewer than this share of the candidates is left.
_WORTH_IT = 0.9
#: What loses less than this share of all that is left to lose is not decided by the prices.
_DECISIVE = 0.6


class Part(NamedTuple):
    """A part of the problem: the candidates that are open, the choices that were made, and what they leave."""

    active: Integers
    chosen: Integers
    #: How much there is of each unit, up to what counts.
    held: Integers
    room: int
    #: Whether the cut sentence is among the choices.
    done: int
    prices: Floats
    #: What the choices made have cost in penalties.
    penalty: int = 0
    #: How often the problem was split to get here.
    depth: int = 0


class Narrowed(NamedTuple):
    """What is left to search, at prices that are whole numbers, in units of 1 / scale."""

    #: Whether the target may still be reached, and the bound.
    hopeful: bool
    bound: int
    #: The candidates left, the most decided first, and what the bound is with and without each.
    active: Integers
    taken: Integers
    skipped: Integers
    #: The choices that were made, and what they leave.
    chosen: Integers
    held: Integers
    room: int
    prices: Floats
    whole_prices: Integers
    worths: Integers
    table: Integers
    #: Minus what the choices made have cost in penalties.
    value: int


@compiled
def narrow(  # noqa: C901, PLR0912, PLR0915 - a compiled loop stays in one piece
    problem: ProblemArrays, part: Part, target: int, scale: int, rounds: int
) -> tuple[Any, ...]:
    """Find prices and rule out and take what they decide, again and again until that changes little.

    The prices of the whole problem are taken as they are the first time. Returns the fields of `Narrowed`: a plain
    tuple, since making another one runs code that an interrupt may break.
    """
    gains, gain_starts = problem.gains, problem.gain_starts
    worths = np.zeros(len(problem.costs), dtype=np.int64)
    active, chosen, held, prices = part.active, part.chosen, part.held.copy(), part.prices.copy()
    room, done, value = part.room, part.done, -part.penalty
    first_rounds = rounds if part.depth > 0 else 0
    while True:
        active = _that_fit(problem, active, room)
        value_so_far = value
        supply = count_supply(problem, active, len(held))
        for j in range(len(held)):
            held[j] = min(held[j], gain_starts[j + 1] - gain_starts[j])
            begin, end = gain_starts[j] + held[j], gain_starts[j + 1]
            top = float(gains[begin]) if begin < end else 0.0
            prices[j] = top if is_linear(problem, j, held[j], supply[j]) else min(prices[j], top)
            for t in range(gain_starts[j], begin):
                value_so_far += gains[t]
        find_prices(problem, active, held, room, done, prices, target - value_so_far - 0.5, first_rounds, 0.0)
        first_rounds = rounds
        whole = np.empty(len(prices), dtype=np.int64)
        for j in range(len(prices)):
            whole[j] = round(prices[j] * scale)
        table = np.empty((len(active) + 1, 2 if problem.cut else 1, room + 1), dtype=np.int64)
        worth(problem, active, whole, scale, worths)
        fill(table, active, problem.first, problem.costs, worths, problem.slack, NEVER)
        base = value_so_far * scale + _rest(problem, supply, held, whole, scale)
        bound = base + table[0, done, room]
        taken, skipped = _with_and_without(table, problem, active, worths, room, done)
        taken += base
        skipped += base
        hopeful = bound >= target * scale
        demanded = 0
        left = 0
        for i in range(len(active)):
            if taken[i] < target * scale:
                hopeful = hopeful and skipped[i] >= target * scale
            elif skipped[i] < target * scale and not problem.cut:
                demanded += 1
            else:
                left += 1
        if not hopeful or (demanded == 0 and left >= _WORTH_IT * len(active)):
            break
        rest = np.empty(left, dtype=np.int64)
        left = 0
        for i in range(len(active)):
            if taken[i] < target * scale:
                continue
            if skipped[i] < target * scale and not problem.cut:
                c = problem.first[active[i]]
                chosen = np.append(chosen, c)
                room -= problem.costs[c]
                value -= problem.penalties[c]
                for k in range(problem.starts[c], problem.starts[c + 1]):
                    held[problem.units[k]] += problem.counts[k]
            else:
                rest[left] = active[i]
                left += 1
        active = rest
        if room < 0:
            hopeful = False
            break
    # the most decided first: a decision against the prices there uses up what is left to lose
    regrets = np.minimum(taken, skipped)
    order = np.argsort(regrets, kind="mergesort")
    if hopeful:
        decided = 0
        decisive = bound - int(_DECISIVE * (bound - target * scale))
        while decided < len(order) and regrets[order[decided]] < decisive:
            decided += 1
        order[decided:] = order[decided:][_settling_order(problem, active[order[decided:]], held)]
        active, taken, skipped = active[order], taken[order], skipped[order]
        fill(table, active, problem.first, problem.costs, worths, problem.slack, NEVER)
    return hopeful, bound, active, taken, skipped, chosen, held, room, prices, whole, worths, table, value


@compiled
def _settling_order(problem: ProblemArrays, candidates: Integers, held: Integers) -> Integers:
    """Put candidates that share a unit beside each other, the rarest unit first: it is settled soon and forgotten."""
    first, starts, units = problem.first, problem.starts, problem.units
    left = np.zeros(len(held), dtype=np.int64)
    for i in candidates:
        for k in range(starts[first[i]], starts[first[i] + 1]):
            j = units[k]
            left[j] += held[j] < problem.gain_starts[j + 1] - problem.gain_starts[j]
    order = np.empty(len(candidates), dtype=np.int64)
    placed = np.zeros(len(candidates), dtype=np.bool_)
    count = 0
    while count < len(candidates):
        rarest = -1
        for j in range(len(left)):
            if left[j] > 0 and (rarest < 0 or left[j] < left[rarest]):
                rarest = j
        for place in range(len(candidates)):
            row = units[starts[first[candidates[place]]] : starts[first[candidates[place]] + 1]]
            if not placed[place] and (rarest < 0 or _has(row, rarest)):
                order[count] = place
                placed[place] = True
                count += 1
                for j in row:
                    left[j] -= 1
        left[rarest] = 0
    return order


@compiled
def _has(row: Integers, unit: int) -> bool:
    for j in row:  # noqa: SIM110 - compiled
        if j == unit:
            return True
    return False


@compiled
def _that_fit(problem: ProblemArrays, active: Integers, room: int) -> Integers:
    """Return the candidates with a choice that costs no more than there is room for."""
    fitting = np.zeros(len(active), dtype=np.bool_)
    for i in range(len(active)):
        for c in range(problem.first[active[i]], problem.first[active[i] + 1]):
            fitting[i] = fitting[i] or problem.costs[c] <= room
    return active[fitting]


@compiled
def is_linear(problem: ProblemArrays, unit: int, held: int, supply: int) -> bool:
    """Tell whether all that is still to come of a unit counts the same, whatever is chosen."""
    begin = problem.gain_starts[unit] + held
    end = begin + supply
    return supply > 0 and end <= problem.gain_starts[unit + 1] and problem.gains[begin] == problem.gains[end - 1]


@compiled
def _rest(problem: ProblemArrays, supply: Integers, held: Integers, prices: Integers, scale: int) -> int:
    """Return what the units can still give beyond their prices, as often as active candidates have them."""
    total = 0
    for j in range(len(held)):
        begin = problem.gain_starts[j] + held[j]
        for t in range(begin, min(begin + supply[j], problem.gain_starts[j + 1])):
            total += max(problem.gains[t] * scale - prices[j], 0)
    return total


@compiled
def _with_and_without(
    table: Integers, problem: ProblemArrays, active: Integers, worths: Integers, room: int, done: int
) -> tuple[Integers, Integers]:
    """Return for every active candidate the best that the table allows with it, and without it."""
    first, costs = problem.first, problem.costs
    count, kinds, rooms = len(active), table.shape[1], table.shape[2]
    taken, skipped = np.full(count, NEVER), np.full(count, NEVER)
    before = np.full((kinds, rooms), NEVER)
    before[done, room] = 0
    for i in range(count):
        begin, end = first[active[i]], first[active[i] + 1]
        after = before.copy()
        for kind in range(kinds):
            for left in range(rooms):
                value = before[kind, left]
                if value == NEVER:
                    continue
                skipped[i] = max(skipped[i], value + table[i + 1, kind, left])
                for c in range(begin, end if kind + 1 < kinds else begin + 1):
                    state = 1 if c > begin else kind
                    if costs[c] <= left:
                        rest = left - costs[c]
                        taken[i] = max(taken[i], value + worths[c] + table[i + 1, state, rest])
                        after[state, rest] = max(after[state, rest], value + worths[c])
        before = after
    return taken, skipped
