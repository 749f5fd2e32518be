"""The counting engine: the exact distribution without visiting a single extract.

Sentences are gone through one by one. Two partial extracts that leave the same to gain from the units still to come
are one state; a state holds counts by cost and value. Sentences are put in an order that leaves few units open, and
those that share no unit with others come last, when one state is left.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from sumspace.compute.threads import checkpoint

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from sumspace.space.kernels.counting import Step
    from sumspace.space.space import Space

    Integers = NDArray[np.int64]

__all__ = ["CountingPlan", "counting", "plan_counting"]

#: How many greedy orders are tried, and how many of them are looked at closely.
_TRIES, _CLOSER = 64, 3
#: How many additions take as long as finding one transition, and what part of the work may go into planning.
_TRANSITION, _PLANNING = 200, 0.1
#: How many additions are made without looking up.
_AT_A_TIME = 100_000_000


@dataclass(frozen=True, eq=False)
class CountingPlan:
    """The steps, how many states there are at most, the bytes at the peak, and the additions in all."""

    steps: list[Step]
    limbs: list[int]
    words: int
    states: int
    memory: int
    additions: int


def counting(plan: CountingPlan, space: Space, progress: Callable[[int], None] | None = None) -> list[int]:
    """Count the extracts of each value; `progress` is told of additions that were made."""
    from sumspace.space.kernels.counting import accumulate, transitions

    if not space.size:
        return [0] * space.width
    window = space.window
    keys, boxes = np.zeros((1, plan.words), dtype=np.uint64), np.zeros((1, 4), dtype=np.int64)
    offsets = _offsets(boxes)
    counts = np.ones((1, 1), dtype=np.uint64)
    for step, limbs in zip(plan.steps, plan.limbs, strict=True):
        keys, new_boxes, targets, added, _ = transitions(keys, boxes, step, window.high, np.iinfo(np.int64).max)
        new_offsets = _offsets(new_boxes)
        new_counts = np.zeros((limbs, new_offsets[-1]), dtype=np.uint64)
        work = np.cumsum(_additions(boxes, targets, step))
        first = 0
        while first < len(boxes):  # some states at a time, so that nobody waits long who wants it to end
            checkpoint()
            before = int(work[first - 1]) if first else 0
            last = max(int(np.searchsorted(work, before + _AT_A_TIME)), first + 1)
            accumulate(
                boxes,
                offsets,
                counts,
                new_boxes,
                new_offsets,
                new_counts,
                targets,
                added,
                step,
                window.high,
                first,
                last,
            )
            first = last
        boxes, offsets, counts = new_boxes, new_offsets, new_counts
        if progress:
            progress(int(work[-1]) * limbs**2 + _TRANSITION * targets.size)
    return _collect(space, keys, boxes, offsets, counts)


def _collect(
    space: Space, keys: NDArray[np.uint64], boxes: Integers, offsets: Integers, counts: NDArray[np.uint64]
) -> list[int]:
    """Add up what is left at the end, over all costs that are allowed."""
    window = space.window
    found = [0] * space.width
    for state, (key, box) in enumerate(zip(keys, boxes.tolist(), strict=True)):
        if window.cut and not int(key[0]) & 1:
            continue
        block = counts[:, offsets[state] : offsets[state + 1]].reshape(len(counts), -1, box[3] - box[2] + 1)
        for limb, part in enumerate(block[:, max(window.low - box[0], 0) :]):
            # Halves of 32 bits can be added up without running over.
            low = (part & np.uint64(0xFFFFFFFF)).sum(axis=0).tolist()
            high = (part >> np.uint64(32)).sum(axis=0).tolist()
            for value, (a, b) in enumerate(zip(low, high, strict=True), box[2]):
                if a or b:  # a box may be larger than what is in it
                    found[value] += (a + (b << 32)) << 64 * limb
    found[0] -= space.without_empty
    return found


def plan_counting(space: Space, memory: int, additions: float = np.inf) -> CountingPlan | None:
    """Plan the steps in the best of several orders; None where memory or work would be too much in each."""
    best = None
    for order in _orders(space):
        plan = _plan(space, order, memory, additions if best is None else best.additions)
        if plan is not None:
            best = plan
    return best


def _plan(space: Space, order: list[int], memory: int, additions: float) -> CountingPlan | None:
    """Go through the states without counting anything, to see how many there are and what they would take."""
    from sumspace.space.kernels.counting import transitions

    window = space.window
    steps, words = _steps(space, order)
    keys, boxes = np.zeros((1, words), dtype=np.uint64), np.zeros((1, 4), dtype=np.int64)
    # A count is at most the number of ways to choose from the sentences so far.
    ways = [1] + [0] * window.high
    states = peak = size = work = looked = 0
    limbs = []
    for sentence, step in zip(order, steps, strict=True):
        checkpoint()
        cost = int(window.costs[sentence])
        ways = [a + b for a, b in zip(ways, [0] * cost + ways, strict=False)]
        if _TRANSITION * (looked + len(keys) * len(step.values)) > _PLANNING * additions:
            return None
        most = memory // (8 * (words + 4 + 2 * len(step.values)))
        old_boxes = boxes
        keys, boxes, targets, _, found = transitions(keys, boxes, step, window.high, most)
        if found < 0:
            return None
        bound = sum(ways) * ((len(order) * window.high) if window.cut else 1)
        limbs.append(-(-bound.bit_length() // 64))
        before, size = size, int(_offsets(boxes)[-1]) * 8 * limbs[-1]
        states = max(states, len(keys))
        peak = max(peak, before + size + keys.nbytes + boxes.nbytes + 2 * targets.nbytes)
        looked += targets.size
        work += int(_additions(old_boxes, targets, step).sum()) * limbs[-1] ** 2 + _TRANSITION * targets.size
        if peak > memory or work > additions:
            return None
    return CountingPlan(steps, limbs, words, states, peak, work)


def _offsets(boxes: Integers) -> Integers:
    """Return where the block of each state begins, and the end."""
    sizes = (boxes[:, 1] - boxes[:, 0] + 1) * (boxes[:, 3] - boxes[:, 2] + 1)
    return np.concatenate([[0], np.cumsum(sizes)])


def _additions(boxes: Integers, targets: Integers, step: Step) -> Integers:
    """Count the additions that a step makes of each state."""
    options = (targets >= 0).astype(np.int64) @ np.diff(step.cost_starts)
    return np.diff(_offsets(boxes)) * options


def _orders(space: Space) -> list[list[int]]:
    """Return promising orders of the sentences, those that share units first."""
    from sumspace.space.kernels.counting import order

    coverage = space.coverage
    capped = _capped(space)
    held = [sorted({u for u in _held(space, s) if u in capped}) for s in range(len(coverage.lengths))]
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


def _openness(order: Integers, starts: Integers, units: Integers, bits: NDArray[np.float64]) -> float:
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


def _held(space: Space, sentence: int) -> list[int]:
    """Return the occurrences of units in a sentence, in the order in which they are complete."""
    coverage = space.coverage
    return coverage.units[coverage.starts[sentence] : coverage.ends[coverage.row(sentence)]].tolist()  # type: ignore[no-any-return]


def _capped(space: Space) -> dict[int, int]:
    """Number the units that matter to states: several sentences hold them, and together more than still counts."""
    coverage = space.coverage
    sentences: Counter[int] = Counter()
    occurrences: Counter[int] = Counter()
    for s in range(len(coverage.lengths)):
        held = _held(space, s)
        occurrences.update(held)
        sentences.update(set(held))

    def is_linear(unit: int) -> bool:
        levels = coverage.levels(unit).tolist()
        return len(levels) == occurrences[unit] and levels[0] == levels[-1]

    chosen = [unit for unit in sorted(occurrences) if sentences[unit] > 1 and not is_linear(unit)]
    return {unit: number for number, unit in enumerate(chosen)}


def _steps(space: Space, order: list[int]) -> tuple[list[Step], int]:
    """Write the sentences as steps, and say how many words a key has."""
    coverage, capped = space.coverage, _capped(space)
    left: Counter[int] = Counter()
    for s in order:
        left.update(u for u in _held(space, s) if u in capped)
    fields = _Fields()
    steps = []
    for s in order:
        held = _held(space, s)
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
