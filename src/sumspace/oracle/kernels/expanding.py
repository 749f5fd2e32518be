"""All sets that reach a target, as a decision diagram.

Candidates are decided one by one. Two partial sets are one node when they leave as much to gain from every unit that is
still to come, leave the same room, and are worth the same: whatever completes one completes the other. A node is kept
while the prices do not rule out that it reaches the target. Where nodes abound, prices are found anew for some of them,
since those that suit the beginning do not suit what comes later. After the last candidate all units are settled, and
what a node is worth is its value, exactly.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from sumspace.compute.compiled import compiled
from sumspace.oracle.kernels.remembering import (
    DONE,
    ROOM,
    TALLIES,
    VALUE,
    Priced,
    beyond_prices,
    fewest,
    fill_exactly,
    remember,
    reprice,
    rest,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sumspace.arrays import Bits, Flags, Integers
    from sumspace.oracle.kernels.narrowing import Narrowed
    from sumspace.oracle.kernels.problem import ProblemArrays

    Small = NDArray[np.int32]


#: For every node that is allowed, so many edges are.
_EDGES = 4
#: Prices are found anew after so many layers, or when there are so many times the nodes.
_LAYERS, _WIDER = 4, 1.3
#: Where less than this share of the nodes is ruled out, it takes longer until prices are found again.
_FEW = 0.1


@compiled
def expand(  # noqa: C901, PLR0912, PLR0915 - a compiled loop stays in one piece
    problem: ProblemArrays,
    narrowed: Narrowed,
    done: int,
    target: int,
    scale: int,
    most: int,
    limit: int,
    wide: int,
    roomless: bool,
) -> tuple[Any, ...]:
    """Build the diagram; it stays unfinished when a layer would get more than `most` nodes, or all more than `limit`.

    In layers of `wide` nodes prices are found anew. With `roomless` nodes do not tell how much room is left, only how
    much at most: then only those paths are sets that cost no more than there is room for. Returns the fields of
    `Expanded`, as a plain tuple.
    """
    order, first, costs = narrowed.active, problem.first, problem.costs
    known = remember(problem, narrowed, scale)
    starts, units, counts, bonus = known.starts, known.units, known.counts, known.bonus
    values, tops, level_starts = known.values, known.tops, known.level_starts
    count, width, kinds = len(order), len(known.held), len(known.tally)
    prices, worths, table = narrowed.prices, narrowed.worths, narrowed.table
    exact, excess = fill_exactly(problem, narrowed, worths, 0), beyond_prices(known, narrowed.whole_prices)
    target *= scale
    left, later = known.supply.copy(), known.supply.copy()
    tally = known.tally.copy()
    rows, next_rows = np.zeros((64, width), dtype=np.int32), np.zeros((64, width), dtype=np.int32)
    facts = np.zeros((64, TALLIES + kinds), dtype=np.int64)
    next_facts = np.zeros_like(facts)
    marks, next_marks, codes = np.zeros(64, np.uint64), np.zeros(64, np.uint64), np.zeros(64, np.uint64)
    slots = np.full(256, -1, dtype=np.int32)
    edges = np.empty((3, 256), dtype=np.int32)
    edge_starts, sizes = np.zeros(count + 1, dtype=np.int64), np.zeros(count + 1, dtype=np.int64)
    row = np.zeros(width, dtype=np.int32)
    rows[0] = known.held.astype(np.int32)
    facts[0, VALUE], facts[0, ROOM], facts[0, DONE] = known.value, narrowed.room, done
    for j in range(width):
        facts[0, VALUE] += rest(known, excess, j, known.held[j], left[j])
    facts[0, TALLIES:] = known.tally
    sizes[0] = nodes = here = 1
    drawn = 0
    wider, layers, next_layer = wide, _LAYERS, 0
    for i in range(count):
        begin, end = first[order[i]], first[order[i] + 1]
        for k in range(starts[begin], starts[begin + 1]):
            later[units[k]] = left[units[k]] - counts[k]
        there = 0
        for node in range(here):
            for choice in range(begin - 1, end):
                value, room, state = facts[node, VALUE], facts[node, ROOM], facts[node, DONE]
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
                mark = marks[node]
                tally[:] = facts[node, TALLIES:]
                if choice >= begin:
                    for m in range(kinds):
                        tally[m] += known.tallies[choice, m]
                    for k in range(starts[choice], starts[choice + 1]):
                        j = units[k]
                        after = min(row[j] + counts[k], tops[j])
                        gain = values[level_starts[j] + after] - values[level_starts[j] + row[j]]
                        value += gain
                        row[j] = after
                        if kinds > 0 and known.is_first[j]:
                            tally[0] += gain // scale
                for k in range(starts[begin], starts[begin + 1]):
                    j = units[k]
                    before, after = rows[node, j], row[j]
                    value += rest(known, excess, j, after, later[j]) - rest(known, excess, j, before, left[j])
                    row[j] = fewest(known, j, after, later[j])
                    if row[j] != before:
                        mark += _mixed(j, row[j]) - _mixed(j, before)
                if value + table[i + 1, state, room] < target:
                    continue
                if not problem.cut and room <= problem.slack:
                    # room that nothing fills with which the target is in reach does not matter
                    while value + exact[i + 1, room] < target:
                        room -= 1
                code = _code(mark, value, state if roomless else 2 * room + state, tally)
                slot = np.int64(code & np.uint64(len(slots) - 1))
                while slots[slot] >= 0:
                    other = slots[slot]
                    facts_there = next_facts[other]
                    if (
                        codes[other] == code
                        and facts_there[VALUE] == value
                        and (roomless or facts_there[ROOM] == room)
                        and facts_there[DONE] == state
                        and _equal(next_rows[other], row)
                        and _equal(facts_there[TALLIES:], tally)
                    ):
                        break
                    slot = (slot + 1) & (len(slots) - 1)
                child = slots[slot]
                if child < 0:
                    if there == most or nodes >= limit or drawn >= _EDGES * limit:
                        none, tallies = edges[0, :0], facts[:0, TALLIES:].copy()
                        return False, nodes, sizes, edge_starts, none, none, none, costs[:0], tallies
                    child = there
                    slots[slot] = child
                    codes[child], next_marks[child] = code, mark
                    next_rows[child] = row
                    next_facts[child, VALUE], next_facts[child, ROOM], next_facts[child, DONE] = value, room, state
                    next_facts[child, TALLIES:] = tally
                    there += 1
                    nodes += 1
                    if there == len(codes):
                        next_rows = np.concatenate((next_rows, np.zeros_like(next_rows)))
                        next_facts = np.concatenate((next_facts, np.zeros_like(next_facts)))
                        next_marks = np.concatenate((next_marks, np.zeros_like(next_marks)))
                        codes, slots = _doubled_codes(codes)
                elif next_facts[child, ROOM] < room:
                    next_facts[child, ROOM] = room
                if drawn == edges.shape[1]:
                    edges = np.concatenate((edges, np.empty_like(edges)), axis=1)
                edges[0, drawn], edges[1, drawn], edges[2, drawn] = node, choice if choice >= begin else -1, child
                drawn += 1
        for k in range(starts[begin], starts[begin + 1]):
            left[units[k]] = later[units[k]]
        if there >= wider or (there >= wide and i >= next_layer):
            kept = np.ones(there, dtype=np.bool_)
            priced = Priced(prices, worths, table, exact, excess)
            prices, worths, table, exact, excess = reprice(
                problem, narrowed, known, priced, i + 1, left, next_rows, next_facts, kept, target, scale
            )
            before = there
            there, drawn = _compact(next_rows, next_facts, next_marks, kept, edges, edge_starts[i], drawn)
            layers = _LAYERS if there < (1.0 - _FEW) * before else 2 * layers
            wider, next_layer = max(wide, int(_WIDER * there)), i + layers
        edge_starts[i + 1] = drawn
        sizes[i + 1] = here = there
        if here == 0:
            break
        slots[:] = -1
        rows, next_rows = next_rows, rows
        facts, next_facts = next_facts, facts
        marks, next_marks = next_marks, marks
        if len(next_facts) < len(facts):
            next_rows, next_facts, next_marks = np.zeros_like(rows), np.zeros_like(facts), np.zeros_like(marks)
    if here > 0:
        drawn = _trim(sizes, edge_starts, edges)
    parents, choices, children = edges[0, :drawn].copy(), edges[1, :drawn].copy(), edges[2, :drawn].copy()
    final_values, final_tallies = facts[:here, VALUE] // scale, facts[:here, TALLIES:].copy()
    return True, nodes, sizes, edge_starts, parents, choices, children, final_values, final_tallies


@compiled
def _compact(
    rows: Small, facts: Integers, marks: Bits, kept: Flags, edges: Small, begin: int, end: int
) -> tuple[int, int]:
    """Close the gaps that nodes leave that are not kept, and those of the edges to them; return how many are left."""
    place = np.full(len(kept), -1, dtype=np.int32)
    count = 0
    for node in range(len(kept)):
        if kept[node]:
            place[node] = count
            if count < node:
                rows[count], facts[count], marks[count] = rows[node], facts[node], marks[node]
            count += 1
    if count == len(kept):
        return count, end
    drawn = begin
    for e in range(begin, end):
        if kept[edges[2, e]]:
            edges[0, drawn], edges[1, drawn], edges[2, drawn] = edges[0, e], edges[1, e], place[edges[2, e]]
            drawn += 1
    return count, drawn


@compiled
def _trim(sizes: Integers, edge_starts: Integers, edges: Small) -> int:
    """Remove the nodes from which no path leads to the last layer, with their edges; return how many edges are left."""
    layers = len(sizes) - 1
    starts = np.zeros(layers + 2, dtype=np.int64)
    starts[1:] = np.cumsum(sizes)
    place = np.full(starts[-1], -1, dtype=np.int32)
    place[starts[layers] :] = np.arange(sizes[layers])
    for i in range(layers - 1, -1, -1):
        for e in range(edge_starts[i], edge_starts[i + 1]):
            if place[starts[i + 1] + edges[2, e]] >= 0:
                place[starts[i] + edges[0, e]] = 0
        count = 0
        for node in range(starts[i], starts[i + 1]):
            if place[node] >= 0:
                place[node] = count
                count += 1
        sizes[i] = count
    drawn, begin = 0, 0
    for i in range(layers):
        end = edge_starts[i + 1]
        for e in range(begin, end):
            child = place[starts[i + 1] + edges[2, e]]
            if child >= 0:
                edges[0, drawn], edges[1, drawn], edges[2, drawn] = place[starts[i] + edges[0, e]], edges[1, e], child
                drawn += 1
        edge_starts[i + 1] = drawn
        begin = end
    return drawn


@compiled
def _mixed(unit: int, held: int) -> np.uint64:
    """Return a number for so much of a unit; a row's mark is the sum of them, less that of the first row."""
    code = (np.uint64(unit) << np.uint64(32) | np.uint64(held)) * np.uint64(0x9E3779B97F4A7C15)
    code = (code ^ code >> np.uint64(29)) * np.uint64(0xBF58476D1CE4E5B9)
    return code ^ code >> np.uint64(32)


@compiled
def _code(mark: np.uint64, value: int, place: int, tally: Integers) -> np.uint64:
    """Return a number that nodes share if they are the same, and hardly otherwise."""
    code = mark ^ np.uint64(value) * np.uint64(0x9E3779B97F4A7C15) ^ np.uint64(place) * np.uint64(0xC2B2AE3D27D4EB4F)
    for number in tally:
        code = (code ^ np.uint64(number)) * np.uint64(0x9FB21C651E98DF25)
    code = (code ^ code >> np.uint64(32)) * np.uint64(0x9FB21C651E98DF25)
    return code ^ code >> np.uint64(32)


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
