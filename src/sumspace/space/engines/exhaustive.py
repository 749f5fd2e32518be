"""The exhaustive engine: visits every extract, in shards that any number of threads can share."""

from __future__ import annotations

from collections import Counter
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from sumspace.compute.ledger import digest
from sumspace.compute.work import checkpoint, in_chunks, ordered_map

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from sumspace.arrays import Bits, Flags, Floats, Integers
    from sumspace.compute.work import Workers
    from sumspace.measures.coverage import Coverage
    from sumspace.space.kernels.exhaustive import Layout
    from sumspace.space.scoring import Scoring
    from sumspace.space.space import Space


#: Stems a shard may have: some hundredths of a second.
_STEMS = 1 << 18
#: Spaces of fewer extracts have rows of single sentences; others have rows of so many sets at most.
_FEW, _SETS = 10**5, 1 << 10
#: How many counts may wait for a shard that takes longer.
_WAITING = 4_000_000
#: Of spaces larger than this, so many shards are done together and written down.
_LARGE, _TOGETHER = 10**9, 8


def exhaustive(
    space: Space,
    scoring: Scoring,
    workers: Workers | int | None = 1,
    progress: Callable[[float], None] | None = None,
    key: Callable[[], str] | None = None,
) -> list[int]:
    """Count the extracts of each value; `progress` is told the share of extracts that have been visited.

    `key` returns what a large space is known by in the ledger, where its shards are written down.
    """
    width = scoring.width(space)
    if not space.size:
        return [0] * width
    plan = layout(space, scoring)
    # Counts of more than 63 bits are Python's integers.
    counts = np.zeros(width, dtype=np.int64 if space.size < 2**63 else object)
    visited = 0
    is_large = space.size > _LARGE
    for shard_counts in ordered_map(
        partial(_visit, plan, width),
        in_chunks(shards(plan.costs, plan.high - plan.cut), _TOGETHER if is_large else 1),
        workers,
        ahead=max(min(_WAITING // width, 32), 2),
        key=None if key is None or not is_large else lambda shards: digest("shards", key(), *shards),
        spread=is_large,
    ):
        counts += shard_counts
        if progress:
            visited += int(shard_counts.sum())
            progress(visited / space.size)
    if plan.low == 0 and not plan.cut:  # the empty set is a row of no sentences, or was not visited
        counts[0] += (not space.without_empty) - plan.by_sets
    return list(map(int, counts))


def _visit(plan: Layout, width: int, shards: list[tuple[tuple[int, ...], int]]) -> Integers:
    """Count the extracts of some shards."""
    from sumspace.space.kernels.exhaustive import explore

    counts = np.zeros(width, dtype=np.int64)
    for stem, first in shards:
        checkpoint()
        explore(plan, np.array(stem, dtype=np.int64), first, counts)
    return counts


def count_stems(space: Space) -> float:
    """Return how many stems are visited."""
    window, number = space.window, stem_sentences(space)
    costs, high = np.sort(window.costs)[::-1][:number], window.high - window.cut
    stems = np.ones(high + 1)  # those of each room, as the last row of `_stems_from` would have them
    with np.errstate(over="ignore"):  # there may be more than floating-point numbers can say
        for cost in costs[costs <= high][::-1].tolist():
            stems[cost:] = stems[cost:] + stems[: high + 1 - cost]
    return float(stems[-1])


def _stems_from(costs: Integers, high: int) -> Floats:
    """Count for [i, room] the stems that sentences from i on make in some room."""
    stems = np.ones((len(costs) + 1, high + 1))
    for i in range(len(costs) - 1, -1, -1):
        stems[i] = stems[i + 1]
        if costs[i] <= high:
            stems[i, costs[i] :] += stems[i + 1, : high + 1 - costs[i]]
    return stems


def shards(costs: Integers, high: int, most: int | None = None) -> Iterator[tuple[tuple[int, ...], int]]:
    """Divide the stems up to a cost: each shard is a stem and the first of the sentences that may still join it."""
    stems, most = _stems_from(costs, high), most or _STEMS
    waiting: list[tuple[tuple[int, ...], int, int]] = [((), 0, high)]
    while waiting:
        stem, first, room = waiting.pop()
        if stems[first, room] <= most:
            yield stem, first
            continue
        cost = int(costs[first])
        waiting.append((stem, first + 1, room))
        if cost <= room:
            waiting.append(((*stem, first), first + 1, room - cost))


def layout(space: Space, scoring: Scoring) -> Layout:
    """Write a space as masks, its sentences in descending order of cost."""
    from sumspace.space.kernels.exhaustive import Layout

    window, coverage, stride = space.window, scoring.coverage, scoring.stride
    masks = Masks(coverage)
    order = np.argsort(-window.costs, kind="stable")
    costs = window.costs[order]
    number = stem_sentences(space)
    stems, whole = order[:number], coverage.rows[1:] - 1
    if number < len(order):
        sets = Sets.of(costs[number:], window.high)
        held = sets.members @ np.array([coverage.counts(s) for s in order[number:].tolist()])
        rows, rows_extra = masks.pack(held), sets.members @ coverage.sizes[whole[order[number:]]]
        starts = np.searchsorted(sets.costs, np.arange(window.high + 2))
        possible = _possible(costs[:number], window.low, window.high, sets.costs)
    else:
        last, at, starts = stems, whole[stems], np.zeros(1, dtype=np.int64)
        if window.cut:
            rooms = np.arange(window.high + 1)
            # those which are as long as the room, or longer; there is nothing to cut to no room
            fitting = np.where(rooms > 0, np.searchsorted(-costs, -rooms, side="right"), 0)
            starts = np.concatenate([[0], np.cumsum(fitting)])
            last = order[np.arange(starts[-1]) - np.repeat(starts[:-1], fitting)]
            at = coverage.rows[last] + np.repeat(rooms, fitting)
        rows, rows_extra = masks.rows(last, at), coverage.sizes[at]
        possible = _possible_with_last(costs, window.low, window.high, window.cut)
    return Layout(
        costs=costs[:number],
        low=window.low,
        high=window.high,
        cut=window.cut,
        by_sets=number < len(order),
        fits=np.searchsorted(-costs[:number], -np.arange(window.high + 1)),
        possible=possible,
        initial=masks.words([masks.initial])[0],
        shifts=np.array(masks.shifts, dtype=np.uint64),
        whole=masks.rows(stems, whole[stems]),
        whole_extra=stride * coverage.sizes[whole[stems]],
        rows=np.ascontiguousarray(rows.T),
        rows_extra=(stride * rows_extra).astype(np.uint64),
        starts=starts,
        touched=masks.words(masks.touched(sentence, None) for sentence in stems.tolist()),
        **move_table(masks, [(sentence, None) for sentence in stems.tolist()]),
    )


def stem_sentences(space: Space) -> int:
    """Return how many sentences, the dearest, stems are made of; rows are sets of the others, if there are any.

    Where a budget counts words, sets of short sentences fit into most stems: there are far fewer stems than with rows
    of single sentences. Where it counts sentences, there are not.
    """
    window, number = space.window, len(space.lengths)
    if window.cut or space.budget.unit == "sentences" or space.size < _FEW:
        return number
    costs, sums = np.sort(window.costs)[::-1], np.zeros(1, dtype=np.int64)
    while number > 1:
        sums = np.concatenate([sums, sums[sums + costs[number - 1] <= window.high] + costs[number - 1]])
        if len(sums) > _SETS:
            break
        number -= 1
    return number


class Sets(NamedTuple):
    """Sets of sentences, by ascending cost; members[set, sentence] tells which."""

    members: Flags
    costs: Integers

    @classmethod
    def of(cls, costs: Integers, high: int) -> Sets:
        """Return all sets of sentences that cost no more than this."""
        members, sums = np.zeros((1, 0), dtype=bool), np.zeros(1, dtype=np.int64)
        for cost in costs[::-1].tolist():
            fitting = sums + cost <= high
            taken = np.repeat([False, True], [len(sums), fitting.sum()])
            members = np.column_stack([taken, np.concatenate([members, members[fitting]])])
            sums = np.concatenate([sums, sums[fitting] + cost])
        by_cost = np.argsort(sums, kind="stable")
        return cls(members[by_cost], sums[by_cost])


def move_table(masks: Masks, places: Iterable[tuple[int, int | None]]) -> dict[str, Any]:
    """Write how levels move down when sentences are taken, those of each from moves[sentence] on."""
    moves = [masks.moves(*place) for place in places]
    routes = np.array([route for keeps in moves for route in keeps], dtype=np.int64).reshape(-1, 3)
    sources, targets, right = routes.T.copy()
    return {
        "moves": np.cumsum([0, *map(len, moves)]),
        "sources": sources,
        "targets": targets,
        "keeps": np.array([keep for keeps in moves for keep in keeps.values()], dtype=np.uint64),
        "rights": np.maximum(right, 0).astype(np.uint64),
        "lefts": np.maximum(-right, 0).astype(np.uint64),
    }


class Masks:
    """Which bits stand for which levels of which units, as Python integers or in words of 64 bits.

    A unit with c levels has a field of c bits; bit p of it stands for the level that comes p levels after those which
    are used up. The weight of a level is written in binary: a unit has such a field in every plane of weights, plane b
    counting 2^b times, that one of its levels needs.
    """

    def __init__(self, coverage: Coverage, plane_size: int = 64) -> None:
        """Lay out the fields; a plane takes up a multiple of so many bits."""
        self._coverage = coverage
        self._levels = [coverage.levels(unit).tolist() for unit in range(len(coverage.gain_starts) - 1)]
        self._planes: list[list[tuple[int, int]]] = [[] for _ in self._levels]
        self.shifts: list[int] = []
        for plane in range(max((levels[0] for levels in self._levels), default=1).bit_length()):
            offset = 64 * len(self.shifts)
            for places, levels in zip(self._planes, self._levels, strict=True):
                if any(level >> plane & 1 for level in levels):
                    places.append((plane, offset))
                    offset += len(levels)
            self.shifts += [plane] * (-(-offset // plane_size) * (plane_size // 64) - len(self.shifts))
        self.shifts = self.shifts or [0] * (plane_size // 64)
        self.initial = sum(
            sum((level >> plane & 1) << p for p, level in enumerate(levels)) << offset
            for levels, planes in zip(self._levels, self._planes, strict=True)
            for plane, offset in planes
        )

    def words(self, masks: Iterable[int]) -> Bits:
        """Return masks as 64-bit words, [mask, word]."""
        count = len(self.shifts)
        joined = b"".join(mask.to_bytes(8 * count, "little") for mask in masks)
        return np.frombuffer(joined, dtype="<u8").reshape(-1, count)

    def bits(self) -> tuple[Integers, Integers]:
        """Return for every bit the unit that it stands for, -1 for none, and its place in the field of the unit."""
        units, places = np.full(64 * len(self.shifts), -1), np.zeros(64 * len(self.shifts), dtype=np.int64)
        for unit, planes in enumerate(self._planes):
            size = len(self._levels[unit])
            for _, offset in planes:
                units[offset : offset + size], places[offset : offset + size] = unit, np.arange(size)
        return units, places

    def pack(self, held: Integers) -> Bits:
        """Return the bits of what holds units so many times, [row, unit], in words."""
        units, places = self.bits()
        bits = (held[:, units] > places) & (units >= 0) if held.shape[1] else np.zeros((len(held), len(units)), bool)
        packed: Bits = np.ascontiguousarray(np.packbits(bits, axis=1, bitorder="little")).view("<u8")
        return packed

    def rows(self, sentences: Integers, ends: Integers) -> Bits:
        """Return the bits of what sentences hold up to these places in the coverage's `ends`, in words."""
        from sumspace.space.kernels.exhaustive import fill_fields

        coverage = self._coverage
        firsts = np.cumsum([0, *map(len, self._planes)])
        fields = np.array([offset for planes in self._planes for _, offset in planes], dtype=np.int64)
        sizes, starts = np.diff(coverage.gain_starts), coverage.starts[sentences]
        rows: Bits = fill_fields(coverage.units, starts, coverage.ends[ends], sizes, firsts, fields, len(self.shifts))
        return rows

    def touched(self, sentence: int, words: int | None) -> int:
        """Return the fields of all units that a sentence holds."""
        return sum(
            ((1 << len(self._levels[unit])) - 1) << offset
            for unit in set(self._coverage.occurrences(sentence, words))
            for _, offset in self._planes[unit]
        )

    def moves(self, sentence: int, words: int | None) -> Counter[tuple[int, int, int]]:
        """Return how levels that are left move down when a sentence has used up those below them.

        The bits are given by source word, target word and places to the right.
        """
        keeps: Counter[tuple[int, int, int]] = Counter()
        for unit, count in Counter(self._coverage.occurrences(sentence, words)).items():
            for _, offset in self._planes[unit]:
                for bit in range(offset + count, offset + len(self._levels[unit])):
                    to = bit - count
                    keeps[bit // 64, to // 64, bit % 64 - to % 64] |= 1 << bit % 64
        return keeps


def _possible(costs: Integers, low: int, high: int, row_costs: Integers) -> Flags:
    """Tell for [i, cost] whether a stem of this cost and sentences from i on can become extracts with some row."""
    stems = np.arange(high + 1)
    possible = np.zeros((len(costs) + 1, high + 1), dtype=bool)
    possible[-1] = np.searchsorted(row_costs, low - stems) < np.searchsorted(row_costs, high - stems, side="right")
    for i in range(len(costs) - 1, -1, -1):
        after = stems + costs[i]
        fits = after <= high
        possible[i] = possible[i + 1]
        possible[i, fits] |= possible[i + 1, after[fits]]
    return possible


def _possible_with_last(costs: Integers, low: int, high: int, cut: bool) -> Flags:
    """Tell the same where a row is one more sentence, from i on too, or a cut one."""
    stems = np.arange(high + 1)
    possible = np.zeros((len(costs) + 1, high + 1), dtype=bool)
    if cut:
        left = np.append(np.cumsum(costs[::-1])[::-1], 0)
        possible[:] = stems + left[:, None] + costs.max(initial=0) >= high
        return possible
    for i in range(len(costs) - 1, -1, -1):
        after = stems + costs[i]
        fits = after <= high
        possible[i] = possible[i + 1]
        possible[i, fits] |= (after[fits] >= low) | possible[i + 1, after[fits]]
    return possible
