"""Sentences as steps of the counting engine: what each option costs, gains, and leaves of the units still open."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import numpy as np

from sumspace.space.counting_units import capped_units

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sumspace.space.kernels.counting import Step
    from sumspace.space.space import Space

    Integers = NDArray[np.int64]

__all__ = ["write_steps"]


def write_steps(space: Space, order: list[int]) -> tuple[list[Step], int]:
    """Write the sentences as steps, and say how many words a key has."""
    coverage, capped = space.coverage, capped_units(space)
    left: Counter[int] = Counter()
    for s in order:
        left.update(u for u in coverage.occurrences(s) if u in capped)
    fields = _Fields()
    steps = []
    for s in order:
        held = coverage.occurrences(s)
        shared = [u for u in dict.fromkeys(held) if u in capped]
        before = {u: left[u] for u in shared}
        left.subtract(u for u in held if u in capped)
        for u in shared:
            fields.open(u, len(coverage.levels(u)))
        steps.append(_step(space, s, held, shared, before, left, fields))
        for u in shared:
            if not left[u]:
                fields.close(u)
    return steps, fields.words


class _Fields:
    """Where open units have their bits in a key; the first bit of all is the one that tells of a cut."""

    def __init__(self) -> None:
        self._free = [2**64 - 2]
        self.places: dict[int, tuple[int, int, int]] = {}

    @property
    def words(self) -> int:
        return len(self._free)

    def open(self, unit: int, most: int) -> None:
        """Find room for numbers up to `most`."""
        if unit in self.places:
            return
        mask = (1 << most.bit_length()) - 1
        for word, free in enumerate(self._free):
            for shift in range(65 - most.bit_length()):
                if free >> shift & mask == mask:
                    self.places[unit] = word, shift, mask
                    self._free[word] &= ~(mask << shift)
                    return
        self._free.append(2**64 - 1)
        self.open(unit, most)

    def close(self, unit: int) -> None:
        """Give the room back."""
        word, shift, mask = self.places.pop(unit)
        self._free[word] |= mask << shift


def _step(
    space: Space, sentence: int, held: list[int], shared: list[int], before: dict[int, int], left: Counter[int],
    fields: _Fields,
) -> Step:  # fmt: skip
    """Write down what can be done with a sentence: leave it, take it, or cut it, where that is allowed."""
    from sumspace.space.kernels.counting import Step

    coverage, window, rows = space.coverage, space.window, int(space.coverage.rows[sentence])
    start = int(coverage.starts[sentence])
    length = int(coverage.lengths[sentence])
    # An option: whether it cuts, how many of the occurrences and of units of any kind it takes, and its costs.
    options = [(False, 0, 0, [0])]
    options.append((False, len(held), int(coverage.sizes[rows + length]), [int(window.costs[sentence])]))
    if window.cut:
        cuts: dict[tuple[int, int], list[int]] = {}
        for words in range(1, min(length, window.high) + 1):
            size = int(coverage.sizes[rows + words]) if space.stride else 0
            cuts.setdefault((int(coverage.ends[rows + words]) - start, size), []).append(words)
        options += [(True, taken, size, costs) for (taken, size), costs in cuts.items()]
    taken = [Counter(held[:count]) for _, count, _, _ in options]
    alone = [u for u in dict.fromkeys(held) if u not in before]
    given = {u: np.concatenate([[0], np.cumsum(coverage.levels(u))]) for u in dict.fromkeys(held)}
    values = [
        sum(int(given[u][min(amounts[u], len(given[u]) - 1)]) for u in alone) + space.stride * size
        for amounts, (_, _, size, _) in zip(taken, options, strict=True)
    ]
    starts = np.cumsum([0, *(len(given[u]) for u in shared)])
    after = np.zeros((len(options), starts[-1]), dtype=np.uint64)
    gains = np.zeros((len(options), starts[-1]), dtype=np.int64)
    for u, first, last in zip(shared, starts, starts[1:], strict=False):
        levels = np.arange(last - first)
        used = np.minimum(levels + np.array([[amounts[u]] for amounts in taken]), last - first - 1)
        after[:, first:last] = _alike(coverage.levels(u), left[u])[used]
        gains[:, first:last] = given[u][used] - given[u]
    places = [fields.places[u] for u in shared]
    return Step(
        cost_starts=np.cumsum([0, *(len(costs) for *_, costs in options)]),
        costs=np.array([cost for *_, costs in options for cost in costs], dtype=np.int64),
        values=np.array(values, dtype=np.int64),
        cuts=np.array([cut for cut, *_ in options]),
        words=np.array([word for word, _, _ in places], dtype=np.int64),
        shifts=np.array([shift for _, shift, _ in places], dtype=np.uint64),
        masks=np.array([mask for _, _, mask in places], dtype=np.uint64),
        starts=starts,
        after=after,
        gains=gains,
    )


def _alike(levels: Integers, left: int) -> Integers:
    """Map each number of used levels to the lowest that leaves as much to gain from `left` more occurrences."""
    padded = np.concatenate([levels, np.zeros(left, dtype=np.int64)])
    seen: dict[bytes, int] = {}
    return np.array([seen.setdefault(padded[x : x + left].tobytes(), x) for x in range(len(levels) + 1)])
