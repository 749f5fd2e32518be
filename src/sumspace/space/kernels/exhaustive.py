"""Visit every extract, depth first.

Every (unit, level) pair is a bit. What the units can still give is a mask, what a sentence holds is another, and the
gain of the sentence is the number of bits in both. Where levels weigh more than 1, word w counts 2^shifts[w] times.

Sentences stand in descending order of cost, so that those which fit into some room are neighbours. An extract is a
stem and a row: one more sentence, which may be cut, or a set of the last sentences. A stem is built step by step, and
its rows are looked at in one flat loop.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from sumspace.compute.compiled import compiled, popcount

if TYPE_CHECKING:
    from sumspace.arrays import Bits, Flags, Integers


class Layout(NamedTuple):
    """A space as masks."""

    costs: Integers
    #: The cost of an extract lies between these; with `cut` it is `high`, and the last sentence is cut to fit.
    low: int
    high: int
    cut: bool
    #: Whether rows are sets of sentences that no stem has.
    by_sets: bool
    #: fits[room] is the first sentence that costs at most `room`.
    fits: Integers
    #: possible[i, cost]: whether a stem of this cost and sentences from i on can become extracts.
    possible: Flags
    #: What the units can give at first, and the weights of the words.
    initial: Bits
    shifts: Bits
    #: Masks of whole sentences [sentence, word], and what they add to a value besides hits.
    whole: Bits
    whole_extra: Integers
    #: Rows of the flat loop [word, row]: cut sentences for each room from starts[room] on, sets of each cost from
    #: starts[cost] on, or whole sentences.
    rows: Bits
    rows_extra: Bits
    starts: Integers
    #: Taking sentence s empties touched[s] and moves what is left of the levels there: bits keeps[m] of word sources[m]
    #: go to word targets[m], m from moves[s], to the right or to the left.
    touched: Bits
    moves: Integers
    sources: Integers
    targets: Integers
    keeps: Bits
    rights: Bits
    lefts: Bits


@compiled
def fill_fields(
    units: Integers, starts: Integers, ends: Integers, sizes: Integers, firsts: Integers, fields: Integers, words: int
) -> Bits:
    """Return the bits of units[starts[r] : ends[r]], in words, for each row r.

    Unit u has sizes[u] bits from fields[f] on, f = firsts[u] … firsts[u+1]−1, of which each occurrence sets the next.
    """
    rows = np.zeros((len(starts), words), dtype=np.uint64)
    held = np.zeros(len(sizes), dtype=np.int64)
    for r in range(len(starts)):
        for e in range(starts[r], ends[r]):
            unit = units[e]
            if held[unit] < sizes[unit]:
                for f in range(firsts[unit], firsts[unit + 1]):
                    bit = fields[f] + held[unit]
                    rows[r, bit >> 6] |= np.uint64(1) << np.uint64(bit & 63)
            held[unit] += 1
        for e in range(starts[r], ends[r]):
            held[units[e]] = 0
    return rows


@compiled
def explore(layout: Layout, stem: Integers, first: int, counts: Integers) -> None:
    """Count, by value, the extracts whose stem is `stem` with any sentences from `first` on.

    It is one piece: handing all these arrays to another function would take longer than what it would do.
    """
    low, high, cut, sentences, words = layout.low, layout.high, layout.cut, len(layout.costs), len(layout.shifts)
    whole, touched, rows, rows_extra = layout.whole, layout.touched, layout.rows, layout.rows_extra
    shifts, moves, keeps = layout.shifts, layout.moves, layout.keeps
    sources, targets = layout.sources, layout.targets
    masks = np.empty((sentences + 2, words), dtype=np.uint64)
    chosen, values, costs = np.empty((3, sentences + 2), dtype=np.int64)
    gains = np.zeros(max(sentences, rows.shape[1]), dtype=np.uint32)
    # Four tallies take turns, so that an extract need not wait until the one before it, with the same value, is stored.
    turns = 4 if len(counts) < 100_000 else 1
    tallies = np.zeros((turns, len(counts)), dtype=np.int64) if turns > 1 else counts.reshape(1, -1)

    masks[0] = layout.initial
    values[0] = costs[0] = depth = stem_depth = 0
    candidate, wanted = first, True
    while True:
        if stem_depth < len(stem):
            candidate = stem[stem_depth]
            stem_depth += 1
        else:
            if wanted:
                room, value = high - costs[depth], values[depth]
                if cut:
                    start, stop = layout.starts[room], layout.starts[room + 1]
                elif layout.by_sets:
                    start, stop = layout.starts[max(low - costs[depth], 0)], layout.starts[room + 1]
                else:
                    least = low - costs[depth]
                    start = max(chosen[depth - 1] + 1 if depth else 0, layout.fits[room])
                    stop = layout.fits[least - 1] if least > 0 else sentences
                size = max(stop - start, 0)
                mask, extra, row = masks[depth, 0], rows_extra[start:], rows[0, start:]
                if words == 1:
                    for k in range(size):
                        gains[k] = extra[k] + (popcount(row[k] & mask) << shifts[0])
                else:
                    mask_2, row_2 = masks[depth, 1], rows[1, start:]
                    for k in range(size):
                        gains[k] = (
                            extra[k]
                            + (popcount(row[k] & mask) << shifts[0])
                            + (popcount(row_2[k] & mask_2) << shifts[1])
                        )
                    for w in range(2, words):
                        mask, row = masks[depth, w], rows[w, start:]
                        for k in range(size):
                            gains[k] += popcount(row[k] & mask) << shifts[w]
                # Views that begin at the stem's value have unsigned indices, which spares a test for each extract.
                first_tally, second_tally = tallies[0, value:], tallies[1 % turns, value:]
                third_tally, fourth_tally = tallies[2 % turns, value:], tallies[3 % turns, value:]
                rest = size & ~3
                for k in range(0, rest, 4):
                    first_tally[gains[k]] += 1
                    second_tally[gains[k + 1]] += 1
                    third_tally[gains[k + 2]] += 1
                    fourth_tally[gains[k + 3]] += 1
                for k in range(rest, size):
                    first_tally[gains[k]] += 1
                if cut:
                    for d in range(depth):  # a sentence of the stem cannot be the last one too
                        if chosen[d] < size:
                            first_tally[gains[chosen[d]]] -= 1
                if depth == len(stem):
                    candidate = first
            candidate = max(candidate, layout.fits[max(high - cut - costs[depth], 0)])
            while candidate < sentences and not layout.possible[candidate + 1, costs[depth] + layout.costs[candidate]]:
                candidate += 1
        wanted = candidate < sentences
        if wanted:
            gain = layout.whole_extra[candidate]
            for w in range(words):
                gain += np.int64(popcount(masks[depth, w] & whole[candidate, w]) << shifts[w])
                masks[depth + 1, w] = masks[depth, w] & ~touched[candidate, w]
            for m in range(moves[candidate], moves[candidate + 1]):
                left = (masks[depth, sources[m]] & keeps[m]) >> layout.rights[m] << layout.lefts[m]
                masks[depth + 1, targets[m]] |= left
            chosen[depth] = candidate
            values[depth + 1] = values[depth] + gain
            costs[depth + 1] = costs[depth] + layout.costs[candidate]
            depth += 1
            candidate += 1
        elif depth > len(stem):
            depth -= 1
            candidate = chosen[depth] + 1
        else:
            break
    if turns > 1:
        for tally in tallies:
            counts += tally
