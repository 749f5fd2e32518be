"""A space as stems and rows, in tiles that any number of CUDA cards can share.

Sentences stand in descending order of cost. Every extract is a stem, which is a set of the first sentences, and a row:
a set of the others and, where extracts are cut, the first words of one more sentence. Stems of the same cost are
numbered, and go with the same rows. A tile is so many neighbouring stems, with all their rows.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from sumspace.space.engines.exhaustive import Masks, Sets, move_table

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sumspace.arrays import Bits, Integers
    from sumspace.measures.coverage import Coverage
    from sumspace.space.budget import Window
    from sumspace.space.scoring import Scoring
    from sumspace.space.space import Space


#: Stems of a tile, and rows that are multiplied with them at a time.
STEMS, ROWS = 32, 8
#: The bits of a mask that are multiplied at a time.
CHUNK = 128
#: The most levels of a unit.
MOST_LEVELS = 2**15 - 1
#: Sentences go from stems to rows while there are more stems than this, as long as rows are made of no more sets than
#: this (fewer where each is combined with cut sentences) and take no more bytes.
_ENOUGH_STEMS, _SETS, _SETS_WITH_CUT, ROW_BYTES = 2_000_000, 1 << 14, 1 << 10, 1 << 32


@dataclass(frozen=True, eq=False)
class Rows:
    """Rows, and which of them go with stems of what cost.

    They stand in blocks of the same cost and cut sentence, filled up to groups of `ROWS` by rows that hold nothing.
    """

    #: The number of all rows.
    count: int
    #: Sets to choose from; a block has neighbouring ones.
    sets: Integers
    #: For each block: its first row, its rows, the place of its first set, its cut sentence, if any, and its cost.
    block_first: Integers
    block_count: Integers
    block_set: Integers
    block_begun: Integers
    block_cost: Integers
    #: Stems of a cost go with the pieces groups[cost] to groups[cost + 1]. For each piece: its first group of rows, how
    #: many groups, the rows that hold nothing, and the sentence that a stem must not have, or -1.
    groups: Integers
    piece_first: Integers
    piece_tiles: Integers
    piece_pads: Integers
    piece_last: Integers


@dataclass(frozen=True, eq=False)
class Tiles:
    """A space as stems and rows."""

    #: A number that all values stay below.
    width: int
    #: What the sentences of stems cost; ways[cost, i]: how many sets of those from i on cost so much.
    costs: Integers
    ways: Bits
    #: What units can give at first, the weight of each chunk, and what taking a sentence does (kernels/exhaustive.py):
    #: it empties touched_masks[t] in word touched_words[t], t from touched[sentence] on.
    initial: Bits
    shifts: Integers
    touched: Integers
    touched_words: Integers
    touched_masks: Bits
    moves: Integers
    sources: Integers
    targets: Integers
    keeps: Bits
    rights: Bits
    lefts: Bits
    #: What the sentences of stems add to a value besides hits.
    stem_extra: Integers
    #: A row has bit b where it holds unit bit_units[b] more than bit_places[b] times; -1 is no unit.
    bit_units: Integers
    bit_places: Integers
    #: Sets of sentences for rows: their costs, how often they hold each unit, and what they add besides hits.
    set_costs: Integers
    held: Any
    set_extra: Integers
    #: The same for the first words of sentences, at begun_rows[sentence] + words.
    begun: Any
    begun_rows: Integers
    begun_extra: Integers
    #: Chunks where rows can hold anything, from the last to the first: at chunk_starts[0] those of sets alone, and at
    #: chunk_starts[s + 1] those of sets and sentence s of the stems.
    chunk_starts: Integers
    chunk_list: Integers
    rows: Rows

    @property
    def chunks(self) -> int:
        return len(self.initial) * 64 // CHUNK

    @property
    def bytes(self) -> int:
        """What a card needs to hold it all."""
        arrays = [*vars(self).values(), *vars(self.rows).values()]
        masks = self.rows.count * (CHUNK // 8 * self.chunks + 4)
        return masks + sum(array.nbytes for array in arrays if isinstance(array, np.ndarray))

    @cached_property
    def starts(self) -> Bits:
        """Where the tiles of each cost begin, those of lower costs first; last, how many there are."""
        # Of stems that no row completes there may be more than 64 bits can count.
        stems = np.where(np.array(self.pairs) > 0, self.ways[:, 0], np.uint64(0))
        tiles = (stems + np.uint64(STEMS - 1)) // np.uint64(STEMS)
        return np.concatenate([[np.uint64(0)], np.cumsum(tiles, dtype=np.uint64)])

    @cached_property
    def pairs(self) -> list[int]:
        """How many pairs of a stem and a row a tile of each cost has, those that are no extracts too."""
        groups = np.concatenate([[0], np.cumsum(self.rows.piece_tiles)])
        counts: list[int] = (STEMS * ROWS * (groups[self.rows.groups[1:]] - groups[self.rows.groups[:-1]])).tolist()
        return counts

    def shards(self, most: int, first: int = 0, last: int | None = None) -> Iterator[tuple[int, int]]:
        """Divide tiles, from the first to before the last, into neighbouring ones with about so many pairs at most."""
        starts = list(map(int, self.starts))
        last = starts[-1] if last is None else last
        pairs = 0
        for cost, each in enumerate(self.pairs):
            at, end = max(starts[cost], first), min(starts[cost + 1], last)
            while at < end:
                fitting = end - at if each == 0 else (most - pairs) // each
                if fitting < 1 and pairs:
                    yield first, at
                    first, pairs = at, 0
                    continue
                step = min(end - at, max(fitting, 1))
                at, pairs = at + step, pairs + step * each
        if first < last:
            yield first, last


def lay_tiles(space: Space, scoring: Scoring, row_bytes: int = ROW_BYTES) -> Tiles:
    """Write a space as stems and rows; these take about so many bytes at most."""
    window, coverage = space.window, scoring.coverage
    order = np.argsort(-window.costs, kind="stable")
    costs = window.costs[order]
    masks = Masks(coverage, CHUNK)
    number, ways, sets = _divide(window, costs, row_bytes // (8 * len(masks.shifts)))
    stems, others = order[:number].tolist(), order[number:].tolist()
    whole = coverage.rows[1:] - 1
    begun, extra = _count_begun(coverage), scoring.stride * coverage.sizes
    bit_units, bit_places = masks.bits()
    fields = masks.words(masks.touched(sentence, None) for sentence in order.tolist())
    used: Any = fields.reshape(len(order), -1, CHUNK // 64).any(axis=2)
    of_sets = used[number:].any(axis=0)
    chunks = [np.flatnonzero(of_sets | own)[::-1] for own in (of_sets, *used[:number])]
    return Tiles(
        width=scoring.width(space),
        costs=costs[:number],
        ways=ways,
        initial=masks.words([masks.initial])[0],
        shifts=np.array(masks.shifts[:: CHUNK // 64]),
        touched=np.concatenate([[0], np.cumsum((fields[:number] != 0).sum(axis=1))]),
        touched_words=np.nonzero(fields[:number])[1],
        touched_masks=fields[:number][np.nonzero(fields[:number])],
        **move_table(masks, [(sentence, None) for sentence in stems]),
        stem_extra=extra[whole[stems]],
        bit_units=bit_units,
        bit_places=bit_places,
        set_costs=sets.costs,
        held=_capped(sets.members.astype(np.int64) @ begun[whole[others]].astype(np.int64)),
        set_extra=sets.members.astype(np.int64) @ extra[whole[others]],
        begun=begun,
        begun_rows=coverage.rows[:-1],
        begun_extra=extra,
        chunk_starts=np.cumsum([0, *map(len, chunks)]),
        chunk_list=np.concatenate(chunks),
        rows=_cut_rows(sets, order, number, costs, window.high) if window.cut else _rows(sets, window.low, window.high),
    )


def _divide(window: Window, costs: Integers, most_rows: int) -> tuple[int, Bits, Sets]:
    """Choose how many sentences stems are made of, and return their ways and the sets of the others."""
    sums, high = np.zeros(1, dtype=np.int64), window.high - window.cut
    number, ways = len(costs), _count_ways(costs, high)
    most = min(_SETS, most_rows)
    if window.cut:
        most = min(_SETS_WITH_CUT, most_rows // max(int(costs.sum()), 1))
    while number and _count_stems(window, ways, sums) > _ENOUGH_STEMS:
        sums = np.concatenate([sums, sums[sums + costs[number - 1] <= high] + costs[number - 1]])
        if len(sums) > most:
            break
        number -= 1
        ways = _count_ways(costs[:number], high)
    return number, ways, Sets.of(costs[number:], high)


def _count_stems(window: Window, ways: Bits, sums: Integers) -> float:
    """Count the stems that some row completes; where the last sentence is cut, all of them."""
    stems = ways[:, 0].astype(np.float64)
    if not window.cut:
        costs, ordered = np.arange(len(ways)), np.sort(sums)
        stems = stems[
            np.searchsorted(ordered, window.low - costs) < np.searchsorted(ordered, window.high - costs, "right")
        ]
    return float(stems.sum())


def _count_ways(costs: Integers, high: int) -> Bits:
    """Count for [cost, i] the sets of sentences from i on that cost so much."""
    ways = np.zeros((len(costs) + 1, high + 1), dtype=np.uint64)
    ways[-1, 0] = 1
    for i in range(len(costs) - 1, -1, -1):
        ways[i] = ways[i + 1]
        if costs[i] <= high:
            ways[i, costs[i] :] += ways[i + 1, : high + 1 - costs[i]]
    return np.ascontiguousarray(ways.T)


def _count_begun(coverage: Coverage) -> Any:
    """Count how often the first words of each sentence hold each unit: [row, unit]."""
    counts = np.zeros((len(coverage.ends), len(coverage.gain_starts) - 1), dtype=np.int32)
    for first, last, start in zip(coverage.rows[:-1], coverage.rows[1:], coverage.starts, strict=True):
        occurrences = np.arange(start, coverage.ends[last - 1])
        complete = np.searchsorted(coverage.ends[first:last], occurrences, side="right")
        np.add.at(counts, (first + complete, coverage.units[occurrences]), 1)
        counts[first:last] = np.cumsum(counts[first:last], axis=0)
    return _capped(counts)


def _capped(counts: Any) -> Any:
    """Write counts with 15 bits, so that two of them have a sum of 16; units have fewer levels than that."""
    return np.minimum(counts, MOST_LEVELS).astype(np.uint16)


def _rows(sets: Sets, low: int, high: int) -> Rows:
    """Make a row of each set, a block of those of one cost, and for each cost of stems one piece of several blocks."""
    costs = np.arange(high + 1)
    first = np.searchsorted(sets.costs, costs)
    count = np.searchsorted(sets.costs, costs, side="right") - first
    groups = -(-count // ROWS)
    ends, pads = (np.concatenate([[0], np.cumsum(numbers)]) for numbers in (groups, ROWS * groups - count))
    least, beyond = np.maximum(low - costs, 0), high - costs + 1
    return Rows(
        count=int(ROWS * ends[-1]),
        sets=np.arange(len(sets.costs)),
        block_first=ROWS * ends[:-1],
        block_count=count,
        block_set=first,
        block_begun=np.full(high + 1, -1),
        block_cost=costs,
        groups=np.arange(high + 2),
        piece_first=ends[least],
        piece_tiles=ends[beyond] - ends[least],
        piece_pads=pads[beyond] - pads[least],
        piece_last=np.full(high + 1, -1),
    )


def _cut_rows(sets: Sets, order: Integers, number: int, costs: Integers, high: int) -> Rows:
    """Make rows of sets and the first words of one more sentence, a block for each such sentence and each cost."""
    needed = np.arange(1, high + 1)
    choices, blocks = [np.arange(len(sets.costs))], []
    for place, (sentence, cost) in enumerate(zip(order.tolist(), costs.tolist(), strict=True)):
        offset, own, stem = 0, choices[0], place
        if place >= number:  # sets that have the sentence are not for it
            offset, own, stem = sum(map(len, choices)), np.flatnonzero(~sets.members[:, place - number]), -1
            choices.append(own)
        first, last = np.searchsorted(sets.costs[own], needed - cost), np.searchsorted(sets.costs[own], needed)
        about = np.broadcast_to([sentence, stem], (high, 2))
        blocks.append(np.column_stack([needed, about, offset + first, last - first]))
    table = np.concatenate(blocks)
    table = table[table[:, 4] > 0]
    # Stems of cost c go with rows of cost high - c: those that cost most come first.
    cost, sentences, stems, first_sets, count = table[np.argsort(-table[:, 0], kind="stable")].T
    groups = -(-count // ROWS)
    ends = np.concatenate([[0], np.cumsum(groups)])
    return Rows(
        count=int(ROWS * ends[-1]),
        sets=np.concatenate(choices),
        block_first=ROWS * ends[:-1],
        block_count=count,
        block_set=first_sets,
        block_begun=sentences,
        block_cost=cost,
        groups=np.searchsorted(-cost, np.arange(high + 1) - high),
        piece_first=ends[:-1],
        piece_tiles=groups,
        piece_pads=ROWS * groups - count,
        piece_last=stems,
    )
