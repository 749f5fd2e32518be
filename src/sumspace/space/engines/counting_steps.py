"""What the counting engine plans with: which units states remember, in which order sentences come, and their steps."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from sumspace.arrays import Floats, Integers
    from sumspace.measures.coverage import Coverage
    from sumspace.space.budget import Window
    from sumspace.space.kernels.counting import Step
    from sumspace.space.scoring import Scoring

__all__ = ["promising_orders", "write_steps"]

#: How many greedy orders are tried, and how many of them are looked at closely.
_TRIES, _CLOSER = 64, 3


def _capped_units(coverage: Coverage) -> dict[int, int]:
    """Number the units that matter to states: several sentences hold them, and together more than still counts."""
    sentences: Counter[int] = Counter()
    occurrences: Counter[int] = Counter()
    for s in range(len(coverage.lengths)):
        held = coverage.occurrences(s)
        occurrences.update(held)
        sentences.update(set(held))

    def is_linear(unit: int) -> bool:
        levels = coverage.levels(unit).tolist()
        return len(levels) == occurrences[unit] and levels[0] == levels[-1]

    chosen = [unit for unit in sorted(occurrences) if sentences[unit] > 1 and not is_linear(unit)]
    return {unit: number for number, unit in enumerate(chosen)}


def promising_orders(coverage: Coverage) -> list[list[int]]:
    """Return promising orders of the sentences, those that share units first."""
    from sumspace.space.kernels.counting import order

    capped = _capped_units(coverage)
    held = [sorted({u for u in coverage.occurrences(s) if u in capped}) for s in range(len(coverage.lengths))]
    shared = [s for s, units in enumerate(held) if units]
    alone = [s for s, units in enumerate(held) if not units]
    if not shared:
        return [alone]
    starts = np.cumsum([0, *(len(held[s]) for s in shared)])
    units = np.array([capped[u] for s in shared for u in held[s]], dtype=np.int64)
    bits = np.log2([1.0 + len(coverage.levels(u)) for u in capped])
    rng = np.random.Generator(np.random.PCG64(0))
    found = {}
    for attempt in range(_TRIES):
        begin = int(rng.integers(len(shared)))
        noise = rng.random(len(shared)) * (0.5 if attempt % 2 else 0.01)
        candidate = order(starts, units, bits, begin, noise)
        found[tuple(candidate.tolist())] = _openness(candidate, starts, units, bits)
    best = sorted(found, key=lambda candidate: found[candidate])[:_CLOSER]
    return [[*(shared[place] for place in candidate), *alone] for candidate in best]


def _openness(order: Integers, starts: Integers, units: Integers, bits: Floats) -> float:
    """Bound the number of states over all steps, as a logarithm."""
    first, last = np.full(len(bits), len(order)), np.full(len(bits), -1)
    for place, s in enumerate(order):
        held = units[starts[s] : starts[s + 1]]
        first[held] = np.minimum(first[held], place)
        last[held] = place
    opened = np.zeros(len(order) + 1)
    np.add.at(opened, first, bits)
    np.add.at(opened, last, -bits)
    return float(np.logaddexp2.reduce(np.cumsum(opened)[:-1]))


def write_steps(scoring: Scoring, window: Window, order: list[int]) -> tuple[list[Step], int]:
    """Write the sentences as steps, and say how many words a key has."""
    coverage = scoring.coverage
    capped = _capped_units(coverage)
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
        steps.append(_step(scoring, window, s, held, shared, before, left, fields))
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
    scoring: Scoring,
    window: Window,
    sentence: int,
    held: list[int],
    shared: list[int],
    before: dict[int, int],
    left: Counter[int],
    fields: _Fields,
) -> Step:
    """Write down what can be done with a sentence: leave it, take it, or cut it, where that is allowed."""
    from sumspace.space.kernels.counting import Step

    coverage, stride = scoring.coverage, scoring.stride
    rows = int(coverage.rows[sentence])
    start = int(coverage.starts[sentence])
    length = int(coverage.lengths[sentence])
    # An option: whether it cuts, how many of the occurrences and of units of any kind it takes, and its costs.
    options = [(False, 0, 0, [0])]
    options.append((False, len(held), int(coverage.sizes[rows + length]), [int(window.costs[sentence])]))
    if window.cut:
        cuts: dict[tuple[int, int], list[int]] = {}
        for words in range(1, min(length, window.high) + 1):
            size = int(coverage.sizes[rows + words]) if stride else 0
            cuts.setdefault((int(coverage.ends[rows + words]) - start, size), []).append(words)
        options += [(True, taken, size, costs) for (taken, size), costs in cuts.items()]
    taken = [Counter(held[:count]) for _, count, _, _ in options]
    alone = [u for u in dict.fromkeys(held) if u not in before]
    given = {u: np.concatenate([[0], np.cumsum(coverage.levels(u))]) for u in dict.fromkeys(held)}
    values = [
        sum(int(given[u][min(amounts[u], len(given[u]) - 1)]) for u in alone) + stride * size
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
