"""All sets that reach a target, as a decision diagram.

Candidates are decided one by one. Two partial sets are one node when they hold as much of every unit that is still to
come, leave the same room, and are worth the same at the prices: whatever completes one completes the other. A node is
kept while the prices do not rule out that it reaches the target. After the last candidate all units are settled, and
what a node is worth is its value, exactly.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from sumspace.compute.compiled import compiled
from sumspace.oracle.kernels.narrowing import Narrowed, count_supply, is_linear

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sumspace.arrays import Bits, Flags, Floats, Integers
    from sumspace.oracle.kernels.problem import ProblemArrays

    Small = NDArray[np.int32]


#: What is known of a node besides its units; tallies follow.
_VALUE, _ROOM, _DONE, _TALLIES = 0, 1, 2, 3
#: For every node that is allowed, so many edges are.
_EDGES = 4


class Expanded(NamedTuple):
    """A diagram: layer i has sizes[i] nodes, and its edges are those from edge_starts[i] on."""

    finished: bool
    #: How many nodes were made in all.
    nodes: int
    sizes: Integers
    edge_starts: Integers
    parents: Small
    #: The choice that an edge stands for; −1 passes the candidate over.
    choices: Small
    children: Small
    #: What the sets that end in each node of the last layer are worth, and their tallies, where those are kept: what
    #: the first measure gives, and how many units there are on each measure.
    values: Integers
    tallies: Integers


class _Remembered(NamedTuple):
    """The units that nodes remember, numbered anew, and what choices hold of them."""

    held: Integers
    tops: Integers
    #: hopes[level_starts[j] + t]: the most that t occurrences of unit j can come to; values: what they are worth alone.
    level_starts: Integers
    hopes: Integers
    values: Integers
    #: The units whose last candidate is the i-th are settled[settled_starts[i] …].
    settled: Integers
    settled_starts: Integers
    starts: Integers
    units: Integers
    counts: Integers
    #: What a choice is worth besides.
    bonus: Integers
    #: What everything is worth before the first decision.
    value: int
    #: What choices add to the tallies: the first is what the first measure gives, where units are settled or linear.
    tallies: Integers
    tally: Integers
    #: Which units, numbered anew, are those of the first measure.
    is_first: Flags


@compiled
def expand(  # noqa: C901, PLR0912, PLR0915 - a compiled loop stays in one piece
    problem: ProblemArrays, narrowed: Narrowed, done: int, target: int, scale: int, most: int, limit: int
) -> tuple[Any, ...]:
    """Build the diagram; it stays unfinished when a layer would get more than `most` nodes, or all more than `limit`.

    Returns the fields of `Expanded`, as a plain tuple.
    """
    order, table, worths, first, costs = narrowed.active, narrowed.table, narrowed.worths, problem.first, problem.costs
    known = _remember(problem, narrowed, scale)
    starts, units, counts, bonus = known.starts, known.units, known.counts, known.bonus
    hopes, values, tops, level_starts = known.hopes, known.values, known.tops, known.level_starts
    settled, settled_starts = known.settled, known.settled_starts
    target *= scale
    count, width, kinds = len(order), len(known.held), len(known.tally)
    tally = known.tally.copy()
    rows, next_rows = np.zeros((64, width), dtype=np.int32), np.zeros((64, width), dtype=np.int32)
    facts = np.zeros((64, _TALLIES + kinds), dtype=np.int64)
    next_facts = np.zeros_like(facts)
    codes = np.zeros(64, dtype=np.uint64)
    slots = np.full(256, -1, dtype=np.int32)
    edges = np.empty((3, 256), dtype=np.int32)
    edge_starts, sizes = np.zeros(count + 1, dtype=np.int64), np.zeros(count + 1, dtype=np.int64)
    row = np.zeros(width, dtype=np.int32)
    rows[0] = known.held.astype(np.int32)
    facts[0, _VALUE], facts[0, _ROOM], facts[0, _DONE] = known.value, narrowed.room, done
    facts[0, _TALLIES:] = known.tally
    sizes[0] = nodes = here = 1
    drawn = 0
    for i in range(count):
        begin, end = first[order[i]], first[order[i] + 1]
        there = 0
        for node in range(here):
            for choice in range(begin - 1, end):
                value, room, state = facts[node, _VALUE], facts[node, _ROOM], facts[node, _DONE]
                if choice >= begin:
                    if costs[choice] > room or (choice > begin and state == 1):
                        continue
                    room -= costs[choice]
                    state = 1 if choice > begin else state
                    if value + worths[choice] + table[i + 1, state, room] < target:
                        continue
                    value += bonus[choice]
                elif value + table[i + 1, state, room] < target:
                    continue
                row[:] = rows[node]
                tally[:] = facts[node, _TALLIES:]
                if choice >= begin:
                    for m in range(kinds):
                        tally[m] += known.tallies[choice, m]
                    for k in range(starts[choice], starts[choice + 1]):
                        j = units[k]
                        after = min(row[j] + counts[k], tops[j])
                        value += hopes[level_starts[j] + after] - hopes[level_starts[j] + row[j]]
                        row[j] = after
                for k in range(settled_starts[i], settled_starts[i + 1]):
                    j = settled[k]
                    settled_value = values[level_starts[j] + row[j]]
                    value += settled_value - hopes[level_starts[j] + row[j]]
                    if kinds > 0 and known.is_first[j]:
                        tally[0] += settled_value // scale
                    row[j] = 0
                if value + table[i + 1, state, room] < target:
                    continue
                code = _code(value, 2 * room + state, row, tally)
                slot = np.int64(code & np.uint64(len(slots) - 1))
                while slots[slot] >= 0:
                    other = slots[slot]
                    facts_there = next_facts[other]
                    if (
                        codes[other] == code
                        and facts_there[_VALUE] == value
                        and facts_there[_ROOM] == room
                        and facts_there[_DONE] == state
                        and _equal(next_rows[other], row)
                        and _equal(facts_there[_TALLIES:], tally)
                    ):
                        break
                    slot = (slot + 1) & (len(slots) - 1)
                child = slots[slot]
                if child < 0:
                    if there == most or nodes >= limit or drawn >= _EDGES * limit:
                        none, tallies = edges[0, :0], facts[:0, _TALLIES:].copy()
                        return False, nodes, sizes, edge_starts, none, none, none, costs[:0], tallies
                    child = there
                    slots[slot] = child
                    codes[child] = code
                    next_rows[child] = row
                    next_facts[child, _VALUE], next_facts[child, _ROOM], next_facts[child, _DONE] = value, room, state
                    next_facts[child, _TALLIES:] = tally
                    there += 1
                    nodes += 1
                    if there == len(codes):
                        next_rows = np.concatenate((next_rows, np.zeros_like(next_rows)))
                        next_facts = np.concatenate((next_facts, np.zeros_like(next_facts)))
                        codes, slots = _doubled_codes(codes)
                if drawn == edges.shape[1]:
                    edges = np.concatenate((edges, np.empty_like(edges)), axis=1)
                edges[0, drawn], edges[1, drawn], edges[2, drawn] = node, choice if choice >= begin else -1, child
                drawn += 1
        edge_starts[i + 1] = drawn
        sizes[i + 1] = here = there
        if here == 0:
            break
        slots[:] = -1
        rows, next_rows = next_rows, rows
        facts, next_facts = next_facts, facts
        if len(next_facts) < len(facts):
            next_rows, next_facts = np.zeros_like(rows), np.zeros_like(facts)
    parents, choices, children = edges[0, :drawn].copy(), edges[1, :drawn].copy(), edges[2, :drawn].copy()
    final_values, final_tallies = facts[:here, _VALUE] // scale, facts[:here, _TALLIES:].copy()
    return True, nodes, sizes, edge_starts, parents, choices, children, final_values, final_tallies


@compiled
def _remember(problem: ProblemArrays, narrowed: Narrowed, scale: int) -> _Remembered:  # noqa: C901, PLR0912, PLR0915 - a compiled loop stays in one piece
    """Number the units that matter to nodes: those of which more may come than counts, or counts the same."""
    order, prices = narrowed.active, narrowed.whole_prices
    first, gains, gain_starts = problem.first, problem.gains, problem.gain_starts
    supply = count_supply(problem, order, len(narrowed.held))
    tally = np.zeros(len(problem.sizes) + 1 if problem.tallied else 0, dtype=np.int64)
    number = np.full(len(supply), -1)
    chosen = np.empty(len(supply), dtype=np.int64)
    width = levels = 0
    value = narrowed.value * scale
    for j in range(len(supply)):
        held = narrowed.held[j]
        there = 0
        for t in range(gain_starts[j], gain_starts[j] + held):
            there += gains[t]
        value += there * scale
        if supply[j] > 0 and held < gain_starts[j + 1] - gain_starts[j] and not is_linear(problem, j, held, supply[j]):
            number[j] = width
            chosen[width] = j
            levels += gain_starts[j + 1] - gain_starts[j] + 1
            width += 1
        elif problem.tallied and j < problem.unit_starts[1]:
            tally[0] += there
    held, tops = narrowed.held[chosen[:width]], np.empty(width, dtype=np.int64)
    level_starts = np.zeros(width + 1, dtype=np.int64)
    hopes, values = np.zeros(levels, dtype=np.int64), np.zeros(levels, dtype=np.int64)
    for n in range(width):
        j = chosen[n]
        begin, top, base = gain_starts[j], gain_starts[j + 1] - gain_starts[j], level_starts[n]
        tops[n] = top
        level_starts[n + 1] = base + top + 1
        for t in range(top):
            values[base + t + 1] = values[base + t] + gains[begin + t] * scale
        rest = 0
        for t in range(top, -1, -1):
            hopes[base + t] = values[base + t] + rest
            if t > 0:
                rest += max(gains[begin + t - 1] * scale - prices[j], 0)
        value += hopes[base + held[n]] - values[base + held[n]]

    tallies = np.zeros((len(problem.costs), len(tally)), dtype=np.int64)
    if problem.tallied:
        tallies[:, 1:] = problem.sizes.T
        for c in narrowed.chosen:
            tally += tallies[c]
    bonus = np.zeros(len(problem.costs), dtype=np.int64)
    starts = np.zeros(len(problem.costs) + 1, dtype=np.int64)
    size = 0
    for i in order:
        size += problem.starts[first[i + 1]] - problem.starts[first[i]]
    units, counts = np.empty(size, dtype=np.int64), np.empty(size, dtype=np.int64)
    last = np.full(width, -1)
    where = np.full(len(first), -1)
    for place in range(len(order)):
        where[order[place]] = place
    size = 0
    for i in range(len(first) - 1):
        for c in range(first[i], first[i + 1]):
            starts[c] = size
            if where[i] < 0:
                continue
            bonus[c] = -problem.penalties[c] * scale
            for k in range(problem.starts[c], problem.starts[c + 1]):
                j = problem.units[k]
                if number[j] >= 0:
                    units[size], counts[size] = number[j], problem.counts[k]
                    last[number[j]] = max(last[number[j]], where[i])
                    size += 1
                elif narrowed.held[j] < gain_starts[j + 1] - gain_starts[j]:
                    gain = gains[gain_starts[j] + narrowed.held[j]] * problem.counts[k]
                    bonus[c] += gain * scale
                    if problem.tallied and j < problem.unit_starts[1]:
                        tallies[c, 0] += gain
    starts[len(problem.costs)] = size

    settled_starts = np.zeros(len(order) + 1, dtype=np.int64)
    for n in range(width):
        settled_starts[last[n] + 1] += 1
    settled_starts = np.cumsum(settled_starts)
    settled = np.argsort(last, kind="mergesort")
    units, counts, is_first = units[:size], counts[:size], chosen[:width] < problem.unit_starts[1]
    by_unit = held, tops, level_starts, hopes, values, settled, settled_starts
    return _Remembered(*by_unit, starts, units, counts, bonus, value, tallies, tally, is_first)


@compiled
def _code(value: int, place: int, row: Small, tally: Integers) -> np.uint64:
    """Return a number that nodes share if they are the same, and hardly otherwise."""
    code = np.uint64(value) * np.uint64(0x9E3779B97F4A7C15) ^ np.uint64(place) * np.uint64(0xC2B2AE3D27D4EB4F)
    for held in row:
        code = (code ^ np.uint64(held)) * np.uint64(0x9FB21C651E98DF25)
        code ^= code >> np.uint64(32)
    for number in tally:
        code = (code ^ np.uint64(number)) * np.uint64(0x9FB21C651E98DF25)
        code ^= code >> np.uint64(32)
    return code


@compiled
def _equal(left: Any, right: Any) -> bool:
    for j in range(len(left)):  # noqa: SIM110 - generators are not compiled
        if left[j] != right[j]:
            return False
    return True


@compiled
def _doubled_codes(codes: Bits) -> tuple[Bits, Small]:
    """Return room for twice as many codes, and the slots in which they are found."""
    doubled = np.concatenate((codes, np.zeros_like(codes)))
    slots = np.full(4 * len(doubled), -1, dtype=np.int32)
    for node in range(len(codes)):
        slot = np.int64(codes[node] & np.uint64(len(slots) - 1))
        while slots[slot] >= 0:
            slot = (slot + 1) & (len(slots) - 1)
        slots[slot] = node
    return doubled, slots


@compiled
def paths_below(diagram: tuple[Any, ...], ends: Any, below: Any) -> None:
    """Count the paths from every node to those nodes of the last layer that count.

    `diagram` says where the nodes of each layer start, and has the edges of `Expanded`.
    """
    starts, edge_starts, parents, _, children = diagram
    layers = len(starts) - 2
    below[starts[layers] :] = ends
    for i in range(layers - 1, -1, -1):
        for e in range(edge_starts[i], edge_starts[i + 1]):
            below[starts[i] + parents[e]] += below[starts[i + 1] + children[e]]


@compiled
def lightest_path(diagram: tuple[Any, ...], ends: Integers, weights: Integers) -> tuple[int, Integers]:
    """Return the least weight of a path, the sum of its choices' weights, and the choices of such a path."""
    starts, edge_starts, parents, choices, children = diagram
    layers = len(starts) - 2
    never = np.iinfo(np.int64).max // 2
    below = np.full(starts[-1], never)
    next_edge = np.full(starts[-1], -1)
    below[starts[layers] :] = np.where(ends > 0, 0, never)
    for i in range(layers - 1, -1, -1):
        for e in range(edge_starts[i], edge_starts[i + 1]):
            weight = below[starts[i + 1] + children[e]] + (weights[choices[e]] if choices[e] >= 0 else 0)
            if weight < below[starts[i] + parents[e]]:
                below[starts[i] + parents[e]] = weight
                next_edge[starts[i] + parents[e]] = e
    path = np.full(layers, -1)
    node = 0
    for i in range(layers):
        e = next_edge[starts[i] + node]
        path[i] = choices[e]
        node = children[e]
    return below[0], path[path >= 0]


@compiled
def path_shares(diagram: tuple[Any, ...], ends: Integers, out: Floats) -> Floats:
    """Find what share of all paths has so many choices and this one: out[size, choice]; return the shares by size."""
    starts, edge_starts, parents, choices, children = diagram
    layers, sizes = len(starts) - 2, len(out)
    below, above = np.zeros((starts[-1], sizes)), np.zeros((starts[-1], sizes))
    below[starts[layers] :, 0] = ends
    for i in range(layers - 1, -1, -1):
        for e in range(edge_starts[i], edge_starts[i + 1]):
            here, there = below[starts[i] + parents[e]], below[starts[i + 1] + children[e]]
            step = 1 if choices[e] >= 0 else 0
            for m in range(sizes - step):
                here[m + step] += there[m]
        _scale(below[starts[i] : starts[i + 1]])
    above[0, 0] = 1.0
    for i in range(layers):
        total = 0.0
        for e in range(edge_starts[i], edge_starts[i + 1]):
            total += above[starts[i] + parents[e]].sum() * below[starts[i + 1] + children[e]].sum()
        for e in range(edge_starts[i], edge_starts[i + 1]):
            here, there = above[starts[i] + parents[e]], below[starts[i + 1] + children[e]]
            after = above[starts[i + 1] + children[e]]
            step = 1 if choices[e] >= 0 else 0
            for a in range(sizes - step):
                after[a + step] += here[a]
                if step == 1 and here[a] > 0.0:
                    for b in range(sizes - a - 1):
                        out[a + b + 1, choices[e]] += here[a] * there[b] / total
        _scale(above[starts[i + 1] : starts[i + 2]])
    shares: Floats = below[0] / below[0].sum()
    return shares


@compiled
def _scale(counts: Floats) -> None:
    """Keep numbers from growing beyond what floats can hold; only their ratios matter."""
    most = counts.max()
    if most > 1e100:
        counts /= most
