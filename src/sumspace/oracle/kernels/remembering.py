"""What the nodes of a diagram remember of the units, and what prices say of them.

A node remembers how much it holds of every unit that is still to come, but for those that count the same however much
there is. Prices bound what a node can still reach: what the candidates to come are worth at the prices, and what units
give beyond theirs, as often as they are still to come.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from sumspace.compute.compiled import compiled
from sumspace.oracle.kernels.narrowing import Narrowed, is_linear
from sumspace.oracle.kernels.prices import NEVER, count_supply, fill, find_prices, worth

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sumspace.arrays import Flags, Floats, Integers
    from sumspace.oracle.kernels.problem import ProblemArrays

    Small = NDArray[np.int32]


#: What is known of a node besides its units; tallies follow.
VALUE, ROOM, DONE, TALLIES = 0, 1, 2, 3
#: Prices are found anew for so many nodes of a layer, in so many rounds.
_TRIES, _ROUNDS = 4, 40


class Remembered(NamedTuple):
    """The units that nodes remember, numbered anew, and what choices hold of them."""

    #: Which units they are, how much there is of each at first, how much of it counts, and how much is to come.
    original: Integers
    held: Integers
    tops: Integers
    supply: Integers
    #: values[level_starts[j] + t]: what t occurrences of unit j are worth; runs: the fewest after which the next one is
    #: worth as much as after t.
    level_starts: Integers
    values: Integers
    runs: Integers
    starts: Integers
    units: Integers
    counts: Integers
    #: What a choice is worth besides.
    bonus: Integers
    #: What everything is worth before the first decision.
    value: int
    #: What choices add to the tallies: the first is what the first measure gives, here by units that nodes forget.
    tallies: Integers
    tally: Integers
    #: Which units, numbered anew, are those of the first measure.
    is_first: Flags


class Priced(NamedTuple):
    """What prices say of the candidates from a layer on: what they are worth, and of units beyond their prices."""

    prices: Floats
    worths: Integers
    #: The most that candidates from i on are worth in a room, and when they cost that exactly.
    table: Integers
    exact: Integers
    #: excess[level_starts[j] + t]: what the occurrences of unit j after the first t are worth beyond their price.
    excess: Integers


@compiled
def remember(problem: ProblemArrays, narrowed: Narrowed, scale: int) -> Remembered:  # noqa: C901, PLR0912, PLR0915 - a compiled loop stays in one piece
    """Number the units that matter to nodes: those of which more may come than counts, or counts the same."""
    order = narrowed.active
    first, gains, gain_starts = problem.first, problem.gains, problem.gain_starts
    supply = count_supply(problem, order, len(narrowed.held))
    tally = np.zeros(len(problem.sizes) + 1 if problem.tallied else 0, dtype=np.int64)
    number = np.full(len(supply), -1)
    original = np.empty(len(supply), dtype=np.int64)
    width = levels = 0
    value = narrowed.value * scale
    for j in range(len(supply)):
        held = narrowed.held[j]
        there = 0
        for t in range(gain_starts[j], gain_starts[j] + held):
            there += gains[t]
        value += there * scale
        if problem.tallied and j < problem.unit_starts[1]:
            tally[0] += there
        if supply[j] > 0 and held < gain_starts[j + 1] - gain_starts[j] and not is_linear(problem, j, held, supply[j]):
            number[j] = width
            original[width] = j
            levels += gain_starts[j + 1] - gain_starts[j] + 1
            width += 1
    original = original[:width].copy()
    tops, level_starts = np.empty(width, dtype=np.int64), np.zeros(width + 1, dtype=np.int64)
    values, runs = np.zeros(levels, dtype=np.int64), np.zeros(levels, dtype=np.int64)
    for n in range(width):
        begin, base = gain_starts[original[n]], level_starts[n]
        tops[n] = gain_starts[original[n] + 1] - begin
        level_starts[n + 1] = base + tops[n] + 1
        for t in range(tops[n]):
            values[base + t + 1] = values[base + t] + gains[begin + t] * scale
            runs[base + t] = runs[base + t - 1] if t > 0 and gains[begin + t] == gains[begin + t - 1] else t
        runs[base + tops[n]] = tops[n]

    tallies = np.zeros((len(problem.costs), len(tally)), dtype=np.int64)
    if problem.tallied:
        tallies[:, 1:] = problem.sizes.T
        for c in narrowed.chosen:
            tally += tallies[c]
    bonus = np.zeros(len(problem.costs), dtype=np.int64)
    starts = np.zeros(len(problem.costs) + 1, dtype=np.int64)
    is_active = np.zeros(len(first), dtype=np.bool_)
    size = 0
    for i in order:
        is_active[i] = True
        size += problem.starts[first[i + 1]] - problem.starts[first[i]]
    units, counts = np.empty(size, dtype=np.int64), np.empty(size, dtype=np.int64)
    size = 0
    for i in range(len(first) - 1):
        for c in range(first[i], first[i + 1]):
            starts[c] = size
            if not is_active[i]:
                continue
            bonus[c] = -problem.penalties[c] * scale
            for k in range(problem.starts[c], problem.starts[c + 1]):
                j = problem.units[k]
                if number[j] >= 0:
                    units[size], counts[size] = number[j], problem.counts[k]
                    size += 1
                elif narrowed.held[j] < gain_starts[j + 1] - gain_starts[j]:
                    gain = gains[gain_starts[j] + narrowed.held[j]] * problem.counts[k]
                    bonus[c] += gain * scale
                    if problem.tallied and j < problem.unit_starts[1]:
                        tallies[c, 0] += gain
    starts[len(problem.costs)] = size
    units, counts, is_first = units[:size], counts[:size], original < problem.unit_starts[1]
    by_unit = original, narrowed.held[original], tops, supply[original], level_starts, values, runs
    return Remembered(*by_unit, starts, units, counts, bonus, value, tallies, tally, is_first)


@compiled
def rest(known: Remembered, excess: Integers, unit: int, held: int, left: int) -> int:
    """Return what a unit can still give beyond its price, where so much is held and so much is to come."""
    base = known.level_starts[unit]
    given: int = excess[base + held] - excess[base + min(held + left, known.tops[unit])]
    return given


@compiled
def fewest(known: Remembered, unit: int, held: int, left: int) -> int:
    """Return the fewest occurrences that leave the same to gain as those held: what they give is counted already."""
    base = known.level_starts[unit]
    if left == 0:
        return 0
    run = known.runs[base + held]
    return run if known.runs[base + min(held + left - 1, known.tops[unit])] == run else held


@compiled
def fill_exactly(problem: ProblemArrays, narrowed: Narrowed, worths: Integers, start: int) -> Integers:
    """Return the most that candidates from `start` on are worth when they cost just so much: [candidate, cost]."""
    order = narrowed.active
    exact = np.empty((len(order) + 1, 1, 1 if problem.cut else narrowed.room + 1), dtype=np.int64)
    if not problem.cut:
        fill(exact[start:], order[start:], problem.first, problem.costs, worths, 0, NEVER)
    return exact.reshape((len(exact), exact.shape[2]))


@compiled
def beyond_prices(known: Remembered, prices: Integers) -> Integers:
    """Return what the occurrences of remembered units after each one are worth beyond their prices."""
    excess = np.zeros(len(known.values), dtype=np.int64)
    for n in range(len(known.original)):
        base = known.level_starts[n]
        for t in range(known.tops[n] - 1, -1, -1):
            gain = known.values[base + t + 1] - known.values[base + t]
            excess[base + t] = excess[base + t + 1] + max(gain - prices[known.original[n]], 0)
    return excess


@compiled
def _priced(
    problem: ProblemArrays, narrowed: Narrowed, known: Remembered, prices: Floats, start: int, scale: int
) -> Priced:
    """Work out what prices say of the candidates from `start` on.

    Units that are not remembered keep their prices: those are what they give.
    """
    whole = narrowed.whole_prices.copy()
    for j in known.original:
        whole[j] = round(prices[j] * scale)
    order = narrowed.active
    worths = np.zeros(len(problem.costs), dtype=np.int64)
    worth(problem, order[start:], whole, scale, worths)
    table = np.empty((len(order) + 1, 2 if problem.cut else 1, narrowed.room + 1), dtype=np.int64)
    fill(table[start:], order[start:], problem.first, problem.costs, worths, problem.slack, NEVER)
    return Priced(prices, worths, table, fill_exactly(problem, narrowed, worths, start), beyond_prices(known, whole))


@compiled
def reprice(
    problem: ProblemArrays,
    narrowed: Narrowed,
    known: Remembered,
    priced: Priced,
    start: int,
    left: Integers,
    rows: Small,
    facts: Integers,
    kept: Flags,
    target: int,
    scale: int,
) -> tuple[Floats, Integers, Integers, Integers, Integers]:
    """Find new prices for some nodes of a layer, drop all nodes that they rule out, and take the best prices on.

    Those are the ones by which the nodes that stay can reach least in all. Returns the fields of `Priced`.
    """
    best = priced
    # what nodes are worth without what units give beyond their prices
    plain = facts[: len(kept), VALUE] - _beyond(known, priced.excess, left, rows, len(kept))
    for attempt in range(_TRIES):
        nodes = np.flatnonzero(kept)
        if len(nodes) == 0:
            break
        node = nodes[(2 * attempt + 1) * len(nodes) // (2 * _TRIES)]
        prices = _prices_for(
            problem, narrowed, known, best.prices, start, left, rows[node], facts[node], plain[node], target, scale
        )
        new = _priced(problem, narrowed, known, prices, start, scale)
        values = plain + _beyond(known, new.excess, left, rows, len(kept))
        lower = 0
        for node in nodes:
            reached = values[node] + new.table[start, facts[node, DONE], facts[node, ROOM]]
            if reached < target:
                kept[node] = False
            else:
                before = facts[node, VALUE] + best.table[start, facts[node, DONE], facts[node, ROOM]]
                lower += before - reached
        if lower > 0:
            best = new
            facts[: len(kept), VALUE] = values
    return best.prices, best.worths, best.table, best.exact, best.excess


@compiled
def _beyond(known: Remembered, excess: Integers, left: Integers, rows: Small, count: int) -> Integers:
    """Return what units can still give nodes beyond their prices."""
    beyond = np.zeros(count, dtype=np.int64)
    is_open = np.flatnonzero(left > 0)
    for node in range(count):
        for j in is_open:
            beyond[node] += rest(known, excess, j, rows[node, j], left[j])
    return beyond


@compiled
def _prices_for(
    problem: ProblemArrays,
    narrowed: Narrowed,
    known: Remembered,
    prices: Floats,
    start: int,
    left: Integers,
    row: Small,
    facts: Integers,
    plain: int,
    target: int,
    scale: int,
) -> Floats:
    """Return the best prices for a node, which begin with those given."""
    prices, held = prices.copy(), narrowed.held.copy()
    for n in range(len(row)):
        j = known.original[n]
        held[j] = row[n]
        if is_linear(problem, j, held[j], left[n]):
            prices[j] = problem.gains[problem.gain_starts[j] + held[j]]
    needed = (target - plain) / scale - 0.5
    find_prices(problem, narrowed.active[start:], held, facts[ROOM], facts[DONE], prices, needed, _ROUNDS, 0.0)
    return prices
