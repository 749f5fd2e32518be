"""The exhaustive engine: visits every extract, in shards that any number of threads can share."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import numpy as np

from sumspace.compute.threads import ordered_map

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from numpy.typing import NDArray

    from sumspace.measures.coverage import Coverage
    from sumspace.space.kernels.exhaustive import Layout
    from sumspace.space.space import Space

    Integers = NDArray[np.int64]
    Bits = NDArray[np.uint64]

__all__ = ["exhaustive", "layout"]

#: Stems a shard may have: some hundredths of a second.
_STEMS = 1 << 18


def exhaustive(space: Space, jobs: int | None = 1, progress: Callable[[int], None] | None = None) -> list[int]:
    """Count the extracts of each value; `progress` is told how many more have been visited."""
    from sumspace.space.kernels.exhaustive import explore

    if not space.size:
        return [0] * space.width
    plan = layout(space)

    def work(shard: tuple[tuple[int, ...], int]) -> Integers:
        counts = np.zeros(space.width, dtype=np.int64)
        explore(plan, np.array(shard[0], dtype=np.int64), shard[1], counts)
        return counts

    counts = np.zeros(space.width, dtype=object)
    for found in ordered_map(work, _shards(plan), jobs):
        counts += found
        if progress:
            progress(int(found.sum()))
    if plan.low == 0 and not plan.cut and not space.without_empty:
        counts[0] += 1
    return [int(count) for count in counts]


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


def layout(space: Space) -> Layout:
    """Write a space as masks, its sentences in descending order of cost."""
    from sumspace.space.kernels.exhaustive import Layout

    window, coverage, masks = space.window, space.coverage, _Masks(space.coverage)
    order = np.argsort(-window.costs, kind="stable").tolist()
    costs = window.costs[order]
    places = [(s, coverage.row(s)) for s in order]
    rows, starts = places, [0]
    if window.cut:
        fitting = [int((costs >= room).sum()) for room in range(1, window.high + 1)]
        rows = [(s, coverage.row(s, room)) for room, count in enumerate(fitting, 1) for s in order[:count]]
        starts = [0, *np.cumsum([0, *fitting]).tolist()]
    several = [masks.several(*place) for place in places]
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
        whole_extra=space.stride * coverage.sizes[[row for _, row in places]],
        rows=np.ascontiguousarray(masks.words(masks.row(*place) for place in rows).T),
        rows_extra=(space.stride * coverage.sizes[[row for _, row in rows]]).astype(np.uint64),
        starts=np.array(starts),
        clear=masks.words(masks.clear(*place) for place in places),
        several=np.cumsum([0, *map(len, several)]),
        cells=_integers(cell for found in several for cell, _ in found),
        amounts=_integers(amount for found in several for _, amount in found),
        cell_words=_integers(word for word, _, _ in masks.cells),
        fields=np.array([field for _, field, _ in masks.cells], dtype=np.uint64),
        pattern_starts=np.cumsum([0, *(len(patterns) for _, _, patterns in masks.cells)]),
        patterns=np.array([pattern for _, _, patterns in masks.cells for pattern in patterns], dtype=np.uint64),
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
        self.initial = sum(self._pattern(unit, 0) for unit in range(len(self._levels)))
        #: The parts of units with several levels that lie in one word: the word, the field, its pattern by levels used.
        self.cells: list[tuple[int, int, list[int]]] = []
        self._cells: dict[int, list[int]] = {}
        for unit, levels in enumerate(self._levels):
            if len(levels) > 1:
                field = self._field(unit, len(levels))
                words = [word for word in range(len(self.shifts)) if _word(field, word)]
                self._cells[unit] = list(range(len(self.cells), len(self.cells) + len(words)))
                patterns = [self._pattern(unit, used) for used in range(len(levels) + 1)]
                self.cells += [(w, _word(field, w), [_word(pattern, w) for pattern in patterns]) for w in words]

    def words(self, masks: Iterable[int]) -> Bits:
        """Return masks as 64-bit words, [mask, word]."""
        size = 8 * len(self.shifts)
        return np.frombuffer(b"".join(mask.to_bytes(size, "little") for mask in masks), dtype="<u8").reshape(
            -1, len(self.shifts)
        )

    def row(self, sentence: int, row: int) -> int:
        """Return the bits of what a sentence holds up to a row."""
        return sum(self._field(unit, min(count, len(self._levels[unit]))) for unit, count in self._held(sentence, row))

    def clear(self, sentence: int, row: int) -> int:
        """Return the bits of units that a sentence uses up at once, having one level."""
        return sum(self._field(unit, 1) for unit, _ in self._held(sentence, row) if unit not in self._cells)

    def several(self, sentence: int, row: int) -> list[tuple[int, int]]:
        """Return the cells that a sentence moves, and by how many levels."""
        return [(cell, count) for unit, count in self._held(sentence, row) for cell in self._cells.get(unit, ())]

    def _held(self, sentence: int, row: int) -> list[tuple[int, int]]:
        start, end = self._coverage.starts[sentence], self._coverage.ends[row]
        return list(Counter(self._coverage.units[start:end].tolist()).items())

    def _field(self, unit: int, size: int) -> int:
        return sum(((1 << size) - 1) << offset for _, offset in self._planes[unit])

    def _pattern(self, unit: int, used: int) -> int:
        left = self._levels[unit][used:]
        return sum(
            sum((level >> plane & 1) << p for p, level in enumerate(left)) << offset
            for plane, offset in self._planes[unit]
        )


def _word(mask: int, word: int) -> int:
    return mask >> 64 * word & (1 << 64) - 1


def _possible(costs: Integers, low: int, high: int, cut: bool) -> NDArray[np.bool_]:
    """Tell for [i, cost] whether a stem of this cost and sentences from i on can become extracts."""
    n = len(costs)
    possible = np.zeros((n + 1, high + 1), dtype=bool)
    stems = np.arange(high + 1)
    if cut:
        left = np.append(np.cumsum(costs[::-1])[::-1], 0)
        possible[:] = (stems[None, :] + left[:, None] + costs.max(initial=0)) >= high
        return possible
    for i in range(n - 1, -1, -1):
        after = stems + costs[i]
        fits = after <= high
        possible[i] = possible[i + 1]
        possible[i, fits] |= (after[fits] >= low) | possible[i + 1, after[fits]]
    return possible


def _integers(values: Iterable[int]) -> Integers:
    return np.array(list(values), dtype=np.int64)
