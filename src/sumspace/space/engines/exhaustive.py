"""The exhaustive engine: visits every extract, in shards that any number of threads can share."""

from __future__ import annotations

from collections import Counter
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from sumspace.compute.ledger import digest
from sumspace.compute.work import checkpoint, in_chunks, ordered_map

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from sumspace.arrays import Bits, Flags, Integers
    from sumspace.compute.work import Workers
    from sumspace.measures.coverage import Coverage
    from sumspace.space.kernels.exhaustive import Layout
    from sumspace.space.scoring import Scoring
    from sumspace.space.space import Space


#: Stems a shard may have: some hundredths of a second.
_STEMS = 1 << 18
#: How many counts may wait for a shard that takes longer.
_WAITING = 4_000_000
#: Of spaces larger than this, so many shards are done together and written down: about a second.
_LARGE, _TOGETHER = 10**9, 32


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
        in_chunks(_shards(plan), _TOGETHER if is_large else 1),
        workers,
        ahead=max(min(_WAITING // width, 32), 2),
        key=None if key is None or not is_large else lambda shards: digest("shards", key(), *shards),
        spread=is_large,
    ):
        counts += shard_counts
        if progress:
            visited += int(shard_counts.sum())
            progress(visited / space.size)
    if plan.low == 0 and not plan.cut and not space.without_empty:
        counts[0] += 1
    return list(map(int, counts))


def _visit(plan: Layout, width: int, shards: list[tuple[tuple[int, ...], int]]) -> Integers:
    """Count the extracts of some shards."""
    from sumspace.space.kernels.exhaustive import explore

    counts = np.zeros(width, dtype=np.int64)
    for stem, first in shards:
        checkpoint()
        explore(plan, np.array(stem, dtype=np.int64), first, counts)
    return counts


def _shards(plan: Layout) -> Iterator[tuple[tuple[int, ...], int]]:
    """Divide the stems: each shard is a stem and the first of the sentences that may still join it."""
    n, high = len(plan.costs), plan.high - plan.cut
    stems = np.ones((n + 1, high + 1))
    for i in range(n - 1, -1, -1):
        cost = plan.costs[i]
        stems[i] = stems[i + 1]
        if cost <= high:
            stems[i, cost:] += stems[i + 1, : high + 1 - cost]
    waiting: list[tuple[tuple[int, ...], int, int]] = [((), 0, high)]
    while waiting:
        stem, first, room = waiting.pop()
        if stems[first, room] <= _STEMS:
            yield stem, first
            continue
        cost = int(plan.costs[first])
        waiting.append((stem, first + 1, room))
        if cost <= room:
            waiting.append(((*stem, first), first + 1, room - cost))


def layout(space: Space, scoring: Scoring) -> Layout:
    """Write a space as masks, its sentences in descending order of cost."""
    from sumspace.space.kernels.exhaustive import Layout

    window, coverage, stride = space.window, scoring.coverage, scoring.stride
    masks = _Masks(coverage)
    order = np.argsort(-window.costs, kind="stable").tolist()
    costs = window.costs[order]
    places: list[tuple[int, int | None]] = [(s, None) for s in order]
    rows, starts = places, [0]
    if window.cut:
        fitting = [int((costs >= room).sum()) for room in range(1, window.high + 1)]
        rows = [(s, room) for room, count in enumerate(fitting, 1) for s in order[:count]]
        starts = [0, *np.cumsum([0, *fitting]).tolist()]
    moves = [masks.moves(*place) for place in places]
    routes = np.array([route for keeps in moves for route in keeps], dtype=np.int64).reshape(-1, 3)
    sources, targets, right = routes.T.copy()
    return Layout(
        costs=costs,
        low=window.low,
        high=window.high,
        cut=window.cut,
        fits=np.searchsorted(-costs, -np.arange(window.high + 1)),
        possible=_possible(costs, window.low, window.high, window.cut),
        initial=masks.words([masks.initial])[0],
        shifts=np.array(masks.shifts, dtype=np.uint64),
        whole=masks.words(masks.row(*place) for place in places),
        whole_extra=stride * coverage.sizes[[coverage.row(*place) for place in places]],
        rows=np.ascontiguousarray(masks.words(masks.row(*place) for place in rows).T),
        rows_extra=(stride * coverage.sizes[[coverage.row(*place) for place in rows]]).astype(np.uint64),
        starts=np.array(starts),
        touched=masks.words(masks.touched(*place) for place in places),
        moves=np.cumsum([0, *map(len, moves)]),
        sources=sources,
        targets=targets,
        keeps=np.array([keep for keeps in moves for keep in keeps.values()], dtype=np.uint64),
        rights=np.maximum(right, 0).astype(np.uint64),
        lefts=np.maximum(-right, 0).astype(np.uint64),
    )


class _Masks:
    """Which bits stand for which levels of which units, as Python integers.

    A unit with c levels has a field of c bits; bit p of it stands for the level that comes p levels after those which
    are used up. The weight of a level is written in binary: a unit has such a field in every plane of weights, plane b
    counting 2^b times, that one of its levels needs.
    """

    def __init__(self, coverage: Coverage) -> None:
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
            self.shifts += [plane] * (-(-offset // 64) - len(self.shifts))
        self.shifts = self.shifts or [0]
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

    def row(self, sentence: int, words: int | None) -> int:
        """Return the bits of what the first words of a sentence hold."""
        held = self._held(sentence, words)
        return sum(self._field(unit, min(count, len(self._levels[unit]))) for unit, count in held)

    def touched(self, sentence: int, words: int | None) -> int:
        """Return the fields of all units that a sentence holds."""
        return sum(self._field(unit, len(self._levels[unit])) for unit, _ in self._held(sentence, words))

    def moves(self, sentence: int, words: int | None) -> Counter[tuple[int, int, int]]:
        """Return how levels that are left move down when a sentence has used up those below them.

        The bits are given by source word, target word and places to the right.
        """
        keeps: Counter[tuple[int, int, int]] = Counter()
        for unit, count in self._held(sentence, words):
            for _, offset in self._planes[unit]:
                for bit in range(offset + count, offset + len(self._levels[unit])):
                    to = bit - count
                    keeps[bit // 64, to // 64, bit % 64 - to % 64] |= 1 << bit % 64
        return keeps

    def _held(self, sentence: int, words: int | None) -> list[tuple[int, int]]:
        return list(Counter(self._coverage.occurrences(sentence, words)).items())

    def _field(self, unit: int, size: int) -> int:
        return sum(((1 << size) - 1) << offset for _, offset in self._planes[unit])


def _possible(costs: Integers, low: int, high: int, cut: bool) -> Flags:
    """Tell for [i, cost] whether a stem of this cost and sentences from i on can become extracts."""
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
