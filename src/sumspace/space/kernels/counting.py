"""Sentence by sentence, partial extracts that leave the same to gain are one state.

A state is a key, whose bits say how much of each open unit is used up, and a block of counts by cost and value.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from sumspace.compute.compiled import compiled

if TYPE_CHECKING:
    from sumspace.arrays import Bits, Flags, Floats, Integers


class Step(NamedTuple):
    """One sentence: what can be done with it (options), and what that does to the units it shares with others.

    Option o costs costs[cost_starts[o]] … any of them up to cost_starts[o + 1] and adds values[o] to the value. Options
    that cut the sentence are for states that have no cut yet. The u-th shared unit of the sentence lies in word
    words[u] of a key, in the bits masks[u] << shifts[u]; being used x times, it is used after[o, starts[u] + x] times
    after option o, and gives gains[o, starts[u] + x].
    """

    cost_starts: Integers
    costs: Integers
    values: Integers
    cuts: Flags
    words: Integers
    shifts: Bits
    masks: Bits
    starts: Integers
    after: Bits
    gains: Integers


class States(NamedTuple):
    """The lowest and highest cost and value of each state, where its block of counts begins, and all blocks.

    counts[l] has the l-th 64 bits of each count.
    """

    boxes: Integers
    offsets: Integers
    counts: Bits


@compiled
def _find(key: Bits, keys: Bits, table: Integers) -> Any:
    """Return the slot of a key in an open hash table, or the free slot where it belongs."""
    mixed = np.uint64(0x9E3779B97F4A7C15)
    for word in key:
        mixed = (mixed ^ word) * np.uint64(0xBF58476D1CE4E5B9)
        mixed ^= mixed >> np.uint64(29)
    slot = np.int64(mixed & np.uint64(len(table) - 1))
    while table[slot] >= 0:
        same = True
        for w in range(len(key)):
            if keys[table[slot], w] != key[w]:
                same = False
                break
        if same:
            return slot
        slot = (slot + 1) & (len(table) - 1)
    return slot


@compiled
def transitions(
    keys: Bits, boxes: Integers, step: Step, high: int, most: int
) -> tuple[Bits, Integers, Integers, Integers, int]:
    """Find the states after a step, where each option leads, and what it adds to the value; at most `most` states.

    A box holds the lowest and highest cost, and the lowest and highest value, of a state. The last number is how many
    states there would be, or −1 if they are too many. The first bit of a key tells whether a sentence has been cut.
    """
    states, words = keys.shape
    options = len(step.values)
    capacity = max(1024, 2 * states)
    new_keys = np.empty((capacity, words), dtype=np.uint64)
    new_boxes = np.empty((capacity, 4), dtype=np.int64)
    size = 4096
    while size < 4 * states:
        size *= 2
    table = np.full(size, -1, dtype=np.int64)
    targets = np.full((states, options), -1, dtype=np.int64)
    added = np.zeros((states, options), dtype=np.int64)
    reached = 0
    key = np.empty(words, dtype=np.uint64)
    one = np.uint64(1)
    for state in range(states):
        is_cut = keys[state, 0] & one
        for option in range(options):
            if step.cuts[option] and is_cut:
                continue
            begin, end = step.cost_starts[option], step.cost_starts[option + 1]
            least = boxes[state, 0] + step.costs[begin]
            if least > high:
                continue
            key[:] = keys[state]
            if step.cuts[option]:
                key[0] |= one
            value = step.values[option]
            for u in range(len(step.words)):
                word, shift, mask = step.words[u], step.shifts[u], step.masks[u]
                at = step.starts[u] + np.int64(key[word] >> shift & mask)
                value += step.gains[option, at]
                key[word] = key[word] & ~(mask << shift) | step.after[option, at] << shift
            slot = _find(key, new_keys, table)
            new = table[slot]
            if new < 0:
                new = reached
                if new >= most:
                    return new_keys[:0], new_boxes[:0], targets, added, -1
                if new == len(new_keys):
                    bigger_keys = np.empty((2 * new, words), dtype=np.uint64)
                    bigger_keys[:new] = new_keys
                    new_keys = bigger_keys
                    bigger_boxes = np.empty((2 * new, 4), dtype=np.int64)
                    bigger_boxes[:new] = new_boxes
                    new_boxes = bigger_boxes
                new_keys[new] = key
                new_boxes[new, 0] = high
                new_boxes[new, 1] = 0
                new_boxes[new, 2] = boxes[state, 2] + value
                new_boxes[new, 3] = boxes[state, 3] + value
                table[slot] = new
                reached += 1
                if 2 * reached > len(table):
                    table = np.full(2 * len(table), -1, dtype=np.int64)
                    for old in range(reached):
                        table[_find(new_keys[old], new_keys, table)] = old
            targets[state, option] = new
            added[state, option] = value
            box = new_boxes[new]
            box[0] = min(box[0], least)
            box[1] = min(max(box[1], boxes[state, 1] + step.costs[end - 1]), high)
            box[2] = min(box[2], boxes[state, 2] + value)
            box[3] = max(box[3], boxes[state, 3] + value)
    return new_keys[:reached].copy(), new_boxes[:reached].copy(), targets, added, reached


@compiled
def accumulate(
    states: States, new_states: States, targets: Integers, added: Integers, step: Step, high: int, first: int, last: int
) -> None:
    """Add the blocks of the states from first to last to those that they lead to."""
    boxes, offsets, counts = states
    new_boxes, new_offsets, new_counts = new_states
    limbs, new_limbs = len(counts), len(new_counts)
    for state in range(first, last):
        width = boxes[state, 3] - boxes[state, 2] + 1
        for option in range(targets.shape[1]):
            target = targets[state, option]
            if target < 0:
                continue
            new_width = new_boxes[target, 3] - new_boxes[target, 2] + 1
            shift = boxes[state, 2] + added[state, option] - new_boxes[target, 2]
            for c in range(step.cost_starts[option], step.cost_starts[option + 1]):
                cost = step.costs[c]
                for row in range(boxes[state, 0], min(boxes[state, 1], high - cost) + 1):
                    at = offsets[state] + (row - boxes[state, 0]) * width
                    to = new_offsets[target] + (row + cost - new_boxes[target, 0]) * new_width + shift
                    if new_limbs == 1:
                        source, sink = counts[0, at : at + width], new_counts[0, to : to + width]
                        for v in range(width):
                            sink[v] += source[v]
                    else:
                        for v in range(width):
                            carry = np.uint64(0)
                            for limb in range(new_limbs):
                                term = counts[limb, at + v] if limb < limbs else np.uint64(0)
                                total = new_counts[limb, to + v] + term
                                over = np.uint64(total < term)
                                total += carry
                                over |= np.uint64(total < carry)
                                new_counts[limb, to + v] = total
                                carry = over


@compiled
def order(starts: Integers, units: Integers, bits: Floats, begin: int, noise: Floats) -> Integers:
    """Put sentences in an order that leaves few units open, greedily, beginning with one of them.

    Sentence s has the units units[starts[s] : starts[s + 1]], each once; an open unit of unit u costs bits[u]. What a
    sentence costs changes only when one of its units is opened, or has no other sentence left; a tree has the lowest.
    """
    sentences = len(starts) - 1
    left = np.zeros(len(bits), dtype=np.int64)
    for unit in units:
        left[unit] += 1
    # The sentences that have unit u are holders[firsts[u] : firsts[u + 1]].
    firsts = np.zeros(len(bits) + 1, dtype=np.int64)
    firsts[1:] = np.cumsum(left)
    holders, filled = np.empty(len(units), dtype=np.int64), firsts.copy()
    for s in range(sentences):
        for u in units[starts[s] : starts[s + 1]]:
            holders[filled[u]] = s
            filled[u] += 1
    is_open = np.zeros(len(bits), dtype=np.bool_)
    taken = np.zeros(sentences, dtype=np.bool_)
    sequence = np.empty(sentences, dtype=np.int64)
    # Of two neighbours, 2i and 2i + 1, the tree has the cheaper one at i, the earlier of equals.
    leaves = 1
    while leaves < sentences:
        leaves *= 2
    costs, tree = np.full(leaves, np.inf), np.zeros(2 * leaves, dtype=np.int64)
    for s in range(sentences):
        costs[s] = _cost(units[starts[s] : starts[s + 1]], bits, left, is_open, noise[s])
    tree[leaves:] = np.arange(leaves)
    for node in range(leaves - 1, 0, -1):
        a, b = tree[2 * node], tree[2 * node + 1]
        tree[node] = b if costs[b] < costs[a] else a
    for place in range(sentences):
        best = tree[1] if place else begin
        sequence[place] = best
        taken[best] = True
        _change(best, np.inf, costs, tree)
        for u in units[starts[best] : starts[best + 1]]:
            left[u] -= 1
            is_open[u] = left[u] > 0
        for u in units[starts[best] : starts[best + 1]]:
            if left[u] == firsts[u + 1] - firsts[u] - 1 or left[u] == 1:
                for s in holders[firsts[u] : firsts[u + 1]]:
                    if not taken[s]:
                        _change(s, _cost(units[starts[s] : starts[s + 1]], bits, left, is_open, noise[s]), costs, tree)
    return sequence


@compiled
def _cost(units: Integers, bits: Floats, left: Integers, is_open: Flags, noise: float) -> float:
    """Return what a sentence with these units costs: those that it opens, less those that it closes."""
    cost = noise
    for u in units:
        if left[u] == 1:
            cost -= bits[u] * is_open[u]
        elif not is_open[u]:
            cost += bits[u]
    return cost


@compiled
def _change(sentence: int, cost: float, costs: Floats, tree: Integers) -> None:
    """Give a sentence another cost, and put the tree in order above it."""
    costs[sentence] = cost
    node = (len(costs) + sentence) // 2
    while node:
        a, b = tree[2 * node], tree[2 * node + 1]
        tree[node] = b if costs[b] < costs[a] else a
        node //= 2
