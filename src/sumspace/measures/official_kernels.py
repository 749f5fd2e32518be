"""Count what the text of an extract shares with its references, sentence after sentence.

A state holds what is known of the first sentences of an extract, for each number of them: one more is taken, looked at
and dropped again without going through those before it. Units may cross from one sentence into the next, so sentences
are taken in the order in which they are written; the last one may be cut.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from sumspace.compute.compiled import compiled, popcount
from sumspace.measures.kernels import mark

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sumspace.arrays import Bits, Integers


#: What is counted: n-grams or skip-bigrams, a union of common subsequences, or one common subsequence.
UNITS, UNION, SEQUENCE = 0, 1, 2


class Units(NamedTuple):
    """N-grams or, with n = 0, skip-bigrams over at most `gap` tokens; tokens that no reference has are 0."""

    #: The tokens of all sentences, those of each from begins[sentence] on.
    text: NDArray[np.int32]
    begins: Integers
    #: The units that stand inside a sentence, from starts[sentence] up to ends[row].
    units: Integers
    starts: Integers
    ends: Integers
    n: int
    gap: int
    #: Where a token leads from what was read: another such place and, with the last token of a unit, the unit; -1 is
    #: nowhere. Reading begins at 0.
    steps: NDArray[np.int32]
    #: The unit that a token alone is, or -1.
    alone: Integers
    #: What the units give: the t-th occurrence of unit j gives gains[gain_starts[j] + t], t = 0, 1, …; then nothing.
    gains: Integers
    gain_starts: Integers


class Union(NamedTuple):
    """Positions of the references, a bit each; tokens that stand more than once in a reference make a group of bits."""

    #: The positions that are in a common subsequence with some sentence, cut or not: [row, word].
    marks: Bits
    #: How often a row has each token that some group is of.
    counts: NDArray[np.int32]
    #: The positions that are in no group.
    singles: Bits
    #: The token of each group, and its bits: masks[k] of word words[k], k from starts[group] on.
    tokens: Integers
    starts: Integers
    words: Integers
    masks: Bits


class Sequence(NamedTuple):
    """Each reference as one sequence of bits, whole words of them."""

    text: NDArray[np.int32]
    begins: Integers
    #: Where a token stands: [token, word].
    matches: Bits
    #: The bits that stand for positions.
    positions: Bits
    #: The first word of each reference.
    starts: Integers


class Counting(NamedTuple):
    """What is counted in extracts of a document; only one of the three is filled."""

    kind: int
    #: How many tokens a sentence, cut or not, has.
    tokens: Integers
    units: Units
    union: Union
    sequence: Sequence


class State(NamedTuple):
    """What is known of the first sentences of an extract, by the number of them."""

    hits: Integers
    tokens: Integers
    #: How often each unit has occurred; the last tokens; and the units that each sentence brought.
    held: Integers
    text: NDArray[np.int32]
    brought: Integers
    brought_starts: Integers
    #: The positions that are marked, and how often there is each token of a group.
    marks: Bits
    counts: NDArray[np.int32]
    #: The sequences as bits: those that are 0 make the longest common subsequence.
    columns: Bits
    #: The sentence that is being taken, and its row.
    sentence: Integers
    row: Integers


@compiled
def start(counting: Any, sentences: Any, tokens: Any, units: Any) -> Any:
    """Make a state for so many sentences, with so many tokens and units that are counted."""
    columns = np.zeros((sentences + 1, counting.sequence.positions.shape[0]), dtype=np.uint64)
    columns[0] = ~np.uint64(0)
    return State(
        np.zeros(sentences + 1, dtype=np.int64),
        np.zeros(sentences + 1, dtype=np.int64),
        np.zeros(counting.units.gain_starts.shape[0], dtype=np.int64),
        np.zeros(tokens, dtype=np.int32),
        np.zeros(units, dtype=np.int64),
        np.zeros(sentences + 1, dtype=np.int64),
        np.zeros((sentences + 1, counting.union.singles.shape[0]), dtype=np.uint64),
        np.zeros((sentences + 1, counting.union.counts.shape[1]), dtype=np.int32),
        columns,
        np.zeros(1, dtype=np.int64),
        np.zeros(1, dtype=np.int64),
    )


@compiled
def look(counting: Any, state: Any, depth: Any, sentences: Any, rows: Any, hits: Any) -> None:
    """Count the hits of extracts that have some sentence, cut as its row says, after the first `depth` ones."""
    if counting.kind == UNITS:
        _read_units(counting.units, counting.tokens, state, depth, sentences, rows, hits, False)
    elif counting.kind == UNION:
        _unite(counting.union, state, depth, rows, hits)
    else:
        _go_on(counting.sequence, counting.tokens, state, depth, sentences, rows, hits)


@compiled
def take(counting: Any, state: Any, depth: Any, sentence: Any, row: Any) -> None:
    """Take a sentence, cut as the row says, after the first `depth` ones."""
    state.tokens[depth + 1] = state.tokens[depth] + counting.tokens[row]
    sentences, rows, hits = state.sentence, state.row, state.hits[depth + 1 : depth + 2]
    sentences[0], rows[0] = sentence, row
    if counting.kind == UNITS:
        _read_units(counting.units, counting.tokens, state, depth, sentences, rows, hits, True)
    else:
        look(counting, state, depth, sentences, rows, hits)


@compiled
def drop(counting: Any, state: Any, depth: Any) -> None:
    """Drop the sentence that was taken after the first `depth` ones."""
    if counting.kind == UNITS:
        for k in range(state.brought_starts[depth], state.brought_starts[depth + 1]):
            state.held[state.brought[k]] -= 1


@compiled
def _occur(unit: Any, held: Any, brought: Any, top: Any, gains: Any, gain_starts: Any) -> Any:
    """Count one more occurrence of a unit, and return what it gives."""
    times = held[unit]
    held[unit] = times + 1
    brought[top] = unit
    place = gain_starts[unit] + times
    return gains[place] if place < gain_starts[unit + 1] else 0


@compiled
def _read_units(
    units: Any, tokens: Any, state: Any, depth: Any, sentences: Any, rows: Any, hits: Any, keep: Any
) -> None:
    """Count the units inside sentences and those that cross into them; with `keep`, go on from there."""
    text, begins, n, steps, alone = units.text, units.begins, units.n, units.steps, units.alone
    inside, starts, ends, gains, gain_starts = units.units, units.starts, units.ends, units.gains, units.gain_starts
    held, brought, before = state.held, state.brought, state.text
    size, base = state.tokens[depth], state.brought_starts[depth]
    reach = n - 1 if n > 0 else units.gap + 1
    for k in range(rows.shape[0]):
        sentence, row, top, found = sentences[k], rows[k], base, state.hits[depth]
        begin, added = begins[sentence], tokens[row]
        for i in range(starts[sentence], ends[row]):
            found += _occur(inside[i], held, brought, top, gains, gain_starts)
            top += 1
        if n > 0:
            for first in range(max(size - reach, 0), min(size, size + added - reach)):
                place = np.int64(0)
                for p in range(first, first + n):
                    place = np.int64(steps[place, before[p] if p < size else text[begin + p - size]])
                    if place < 0:
                        break
                if place >= 0:
                    found += _occur(place, held, brought, top, gains, gain_starts)
                    top += 1
        elif size > 0 and added > 0:
            unit = alone[before[size - 1]]
            if unit >= 0:
                found += _occur(unit, held, brought, top, gains, gain_starts)
                top += 1
            for j in range(min(added, reach)):
                token = text[begin + j]
                if token > 0:
                    for p in range(max(size + j - reach, 0), size):
                        place = np.int64(steps[0, before[p]])
                        if place >= 0 and steps[place, token] >= 0:
                            found += _occur(np.int64(steps[place, token]), held, brought, top, gains, gain_starts)
                            top += 1
        hits[k] = found
        if keep:
            for j in range(max(added - reach, 0), added):  # no unit reaches farther back
                before[size + j] = text[begin + j]
            state.brought_starts[depth + 1] = top
        else:
            for i in range(base, top):
                held[brought[i]] -= 1


@compiled
def _unite(union: Any, state: Any, depth: Any, rows: Any, hits: Any) -> None:
    """Mark positions; a token counts no more often in a reference than the extract has it."""
    marks, old_marks, row_marks, singles = state.marks[depth + 1], state.marks[depth], union.marks, union.singles
    counts, old_counts, row_counts = state.counts[depth + 1], state.counts[depth], union.counts
    tokens, starts, words, masks = union.tokens, union.starts, union.words, union.masks
    for k in range(rows.shape[0]):
        row, ones = rows[k], np.uint64(0)
        for w in range(marks.shape[0]):
            marks[w] = old_marks[w] | row_marks[row, w]
            ones += popcount(marks[w] & singles[w])
        for t in range(counts.shape[0]):
            counts[t] = old_counts[t] + row_counts[row, t]
        found = np.int64(ones)
        for group in range(tokens.shape[0]):
            marked = np.uint64(0)
            for i in range(starts[group], starts[group + 1]):
                marked += popcount(marks[words[i]] & masks[i])
            found += min(np.int64(marked), np.int64(counts[tokens[group]]))
        hits[k] = found


@compiled
def _go_on(sequence: Any, tokens: Any, state: Any, depth: Any, sentences: Any, rows: Any, hits: Any) -> None:
    """Go on with the longest common subsequence of each reference, 64 positions at a time (Hyyrö 2004)."""
    column, old_column = state.columns[depth + 1], state.columns[depth]
    text, begins, matches, starts = sequence.text, sequence.begins, sequence.matches, sequence.starts
    positions = sequence.positions
    for k in range(rows.shape[0]):
        begin = begins[sentences[k]]
        column[:] = old_column
        for j in range(begin, begin + tokens[rows[k]]):
            token = text[j]
            if token == 0:
                continue
            for reference in range(starts.shape[0] - 1):
                carry = np.uint64(0)
                for w in range(starts[reference], starts[reference + 1]):
                    kept, match = column[w], matches[token, w]
                    total = kept + (kept & match)
                    both = total + carry
                    carry = np.uint64(total < kept) | np.uint64(both < total)
                    column[w] = both | (kept & ~match)
        zeros = np.uint64(0)
        for w in range(column.shape[0]):
            zeros += popcount(~column[w] & positions[w])
        hits[k] = np.int64(zeros)


@compiled
def count_extracts(counting: Any, sentences: Any, rows: Any, bounds: Any, tokens: Any, units: Any) -> Any:
    """Return hits and tokens of extracts: extract i takes sentences[bounds[i]:bounds[i + 1]], cut as `rows` say."""
    longest = 0
    for i in range(bounds.shape[0] - 1):
        longest = max(longest, bounds[i + 1] - bounds[i])
    state = start(counting, longest, tokens, units)
    hits, sizes = np.zeros(bounds.shape[0] - 1, dtype=np.int64), np.zeros(bounds.shape[0] - 1, dtype=np.int64)
    for i in range(bounds.shape[0] - 1):
        length = bounds[i + 1] - bounds[i]
        for depth in range(length):
            place = bounds[i] + depth
            take(counting, state, depth, sentences[place], rows[place])
        hits[i], sizes[i] = state.hits[length], state.tokens[length]
        for depth in range(length - 1, -1, -1):
            drop(counting, state, depth)
    return hits, sizes


@compiled
def mark_positions(text: Any, begins: Any, ends: Any, body: Any, starts: Any, bits: Any, words: Any) -> Any:
    """Mark for text[begins[i]:ends[i]] the bits of the positions of reference sentences that it shares: [i, word].

    The reference sentences are body[starts[k]:starts[k + 1]], and the bits of their positions stand in `bits`.
    """
    longest, longest_sentence = 1, 1
    for i in range(begins.shape[0]):
        longest = max(longest, ends[i] - begins[i])
    for k in range(starts.shape[0] - 1):
        longest_sentence = max(longest_sentence, starts[k + 1] - starts[k])
    weights = np.arange(max(longest, longest_sentence) + 2).astype(np.int32)
    best = np.empty((longest_sentence + 1, longest + 1), dtype=np.int32)
    runs = np.empty((2, longest + 1), dtype=np.int32)
    marked = np.empty(longest_sentence, dtype=np.bool_)
    marks = np.zeros((begins.shape[0], words), dtype=np.uint64)
    for i in range(begins.shape[0]):
        if i > 0 and begins[i] == begins[i - 1] and ends[i] == ends[i - 1]:
            marks[i] = marks[i - 1]
            continue
        for k in range(starts.shape[0] - 1):
            length = starts[k + 1] - starts[k]
            marked[:length] = False
            mark(body[starts[k] : starts[k + 1]], text[begins[i] : ends[i]], weights, best, runs, marked)
            for j in range(length):
                if marked[j]:
                    bit = bits[starts[k] + j]
                    marks[i, bit >> 6] |= np.uint64(1) << np.uint64(bit & 63)
    return marks
