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

from sumspace.compute.work import checkpoint

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from sumspace.arrays import Bits, Floats, Integers
    from sumspace.measures.coverage import Coverage
    from sumspace.space.kernels.counting import States, Step
    from sumspace.space.scoring import Scoring
    from sumspace.space.space import Space


#: How many additions take as long as finding one transition, and what part of the work may go into planning.
_TRANSITION, _PLANNING = 200, 0.1
#: How many additions are made between two checkpoints.
_AT_A_TIME = 100_000_000
#: How many greedy orders are tried, and how many of them are planned.
_TRIES, _CLOSER = 64, 3


@dataclass(frozen=True, eq=False)
class CountingPlan:
    """The steps, with the 64-bit words that counts and keys need, the most states at a time, and all additions."""

    steps: list[Step]
    limbs: list[int]
    words: int
    states: int
    additions: int


def counting(
    plan: CountingPlan, space: Space, scoring: Scoring, progress: Callable[[float], None] | None = None
) -> list[int]:
    """Count the extracts of each value; `progress` is told the share of additions that were made."""
    from sumspace.space.kernels.counting import States, accumulate, transitions

    width, high = scoring.width(space), space.window.high
    if not space.size:
        return [0] * width
    keys, boxes = np.zeros((1, plan.words), dtype=np.uint64), np.zeros((1, 4), dtype=np.int64)
    states = States(boxes, _offsets(boxes), np.ones((1, 1), dtype=np.uint64))
    done = 0
    for step, limbs in zip(plan.steps, plan.limbs, strict=True):
        keys, boxes, targets, added, _ = transitions(keys, states.boxes, step, high, np.iinfo(np.int64).max)
        offsets = _offsets(boxes)
        new_states = States(boxes, offsets, np.zeros((limbs, offsets[-1]), dtype=np.uint64))
        work = np.cumsum(_additions(states.boxes, targets, step))
        first = 0
        while first < len(work):
            checkpoint()
            before = int(work[first - 1]) if first else 0
            last = max(int(np.searchsorted(work, before + _AT_A_TIME)), first + 1)
            accumulate(states, new_states, targets, added, step, high, first, last)
            first = last
        states = new_states
        done += int(work[-1]) * limbs**2 + _TRANSITION * targets.size
        if progress:
            progress(done / plan.additions)
    return _collect(space, width, keys, states)


def _collect(space: Space, width: int, keys: Bits, states: States) -> list[int]:
    """Add up what is left at the end, over all costs that are allowed."""
    boxes, offsets, counts = states
    totals = [0] * width
    for state, (key, box) in enumerate(zip(keys, boxes.tolist(), strict=True)):
        if space.window.cut and not int(key[0]) & 1:
            continue
        block = counts[:, offsets[state] : offsets[state + 1]].reshape(len(counts), -1, box[3] - box[2] + 1)
        for limb, part in enumerate(block[:, max(space.window.low - box[0], 0) :]):
            # Halves of 32 bits can be added up without running over.
            low = (part & np.uint64(0xFFFFFFFF)).sum(axis=0).tolist()
            high = (part >> np.uint64(32)).sum(axis=0).tolist()
            for value, (a, b) in enumerate(zip(low, high, strict=True), box[2]):
                if a or b:  # a box may be larger than what is in it
                    totals[value] += (a + (b << 32)) << 64 * limb
    totals[0] -= space.without_empty
    return totals


def plan_counting(space: Space, scoring: Scoring, memory: int, additions: float = np.inf) -> CountingPlan | None:
    """Plan the steps in the best of several orders; None where memory or work would be too much in each."""
    capped = _capped_units(scoring.coverage)
    best = None
    for order in _promising_orders(scoring.coverage, capped):
        plan = _plan(space, scoring, capped, order, memory, additions if best is None else best.additions)
        best = plan or best
    return best


def _plan(
    space: Space, scoring: Scoring, capped: Mapping[int, int], order: list[int], memory: int, additions: float
) -> CountingPlan | None:
    """Go through the states without counting anything, to see how many there are and what they would take."""
    from sumspace.space.kernels.counting import transitions

    window = space.window
    fields, words = _lay_out(scoring.coverage, capped, order)
    steps, limbs = [], []
    keys, boxes = np.zeros((1, words), dtype=np.uint64), np.zeros((1, 4), dtype=np.int64)
    # A count is at most the number of ways to choose from the sentences so far.
    ways = [1] + [0] * window.high
    most_states = size = work = looked_up = 0
    for sentence, step in zip(order, _write_steps(space, scoring, capped, order, fields), strict=True):
        checkpoint()
        steps.append(step)
        cost = int(window.costs[sentence])
        ways = [a + b for a, b in zip(ways, [0] * cost + ways, strict=False)]
        if _TRANSITION * (looked_up + len(keys) * len(step.values)) > _PLANNING * additions:
            return None
        most = memory // (8 * (words + 4 + 2 * len(step.values)))
        old_boxes = boxes
        keys, boxes, targets, _, states = transitions(keys, boxes, step, window.high, most)
        if states < 0:
            return None
        bound = sum(ways) * ((len(order) * window.high) if window.cut else 1)
        limbs.append(-(-bound.bit_length() // 64))
        before, size = size, int(_offsets(boxes)[-1]) * 8 * limbs[-1]
        most_states = max(most_states, states)
        looked_up += targets.size
        work += int(_additions(old_boxes, targets, step).sum()) * limbs[-1] ** 2 + _TRANSITION * targets.size
        if before + size + keys.nbytes + boxes.nbytes + 2 * targets.nbytes > memory or work > additions:
            return None
    return CountingPlan(steps, limbs, words, most_states, work)


def _offsets(boxes: Integers) -> Integers:
    """Return where the block of each state begins, and the end."""
    sizes = (boxes[:, 1] - boxes[:, 0] + 1) * (boxes[:, 3] - boxes[:, 2] + 1)
    return np.concatenate([[0], np.cumsum(sizes)])


def _additions(boxes: Integers, targets: Integers, step: Step) -> Integers:
    """Count the additions that a step makes of each state."""
    options = (targets >= 0).astype(np.int64) @ np.diff(step.cost_starts)
    return np.diff(_offsets(boxes)) * options


def _capped_units(coverage: Coverage) -> dict[int, int]:
    """Return the units that matter to states: several sentences hold them, and together more than still counts.

    With each stands how often it occurs.
    """
    held = [coverage.occurrences(s) for s in range(len(coverage.lengths))]
    sentences = Counter(unit for units in held for unit in set(units))
    occurrences = Counter(unit for units in held for unit in units)

    def is_linear(unit: int) -> bool:
        levels = coverage.levels(unit).tolist()
        return len(levels) == occurrences[unit] and levels[0] == levels[-1]

    return {u: occurrences[u] for u in sorted(occurrences) if sentences[u] > 1 and not is_linear(u)}


def _promising_orders(coverage: Coverage, capped: Mapping[int, int]) -> list[list[int]]:
    """Return promising orders of the sentences, those that share units first."""
    from sumspace.space.kernels.counting import order

    numbers = {unit: number for number, unit in enumerate(capped)}
    held = [sorted({u for u in coverage.occurrences(s) if u in capped}) for s in range(len(coverage.lengths))]
    shared = [s for s, units in enumerate(held) if units]
    alone = [s for s, units in enumerate(held) if not units]
    if not shared:
        return [alone]
    starts = np.cumsum([0, *(len(held[s]) for s in shared)])
    units = np.array([numbers[u] for s in shared for u in held[s]], dtype=np.int64)
    bits = np.log2([1.0 + len(coverage.levels(u)) for u in capped])
    rng = np.random.Generator(np.random.PCG64(0))
    openness = {}
    for attempt in range(_TRIES):
        begin = int(rng.integers(len(shared)))
        noise = rng.random(len(shared)) * (0.5 if attempt % 2 else 0.01)
        candidate = order(starts, units, bits, begin, noise)
        openness[tuple(candidate.tolist())] = _openness(candidate, starts, units, bits)
    best = sorted(openness, key=lambda candidate: openness[candidate])[:_CLOSER]
    return [[*(shared[place] for place in candidate), *alone] for candidate in best]


def _openness(order: Integers, starts: Integers, units: Integers, bits: Floats) -> float:
    """Bound the number of states over all steps, as a logarithm."""
    first, last = np.full(len(bits), len(order)), np.full(len(bits), -1)
    places = np.repeat(np.argsort(order), np.diff(starts))
    np.minimum.at(first, units, places)
    np.maximum.at(last, units, places)
    opened = np.zeros(len(order) + 1)
    np.add.at(opened, first, bits)
    np.add.at(opened, last, -bits)
    return float(np.logaddexp2.reduce(np.cumsum(opened)[:-1]))


def _lay_out(
    coverage: Coverage, capped: Mapping[int, int], order: list[int]
) -> tuple[dict[int, tuple[int, int, int]], int]:
    """Say where units have their bits in a key while they are open, and how many words a key has."""
    left, fields = Counter(capped), _Fields()
    for sentence in order:
        held = [u for u in coverage.occurrences(sentence) if u in capped]
        left.subtract(held)
        for u in dict.fromkeys(held):
            fields.open(u, len(coverage.levels(u)))
        for u in dict.fromkeys(held):
            if not left[u]:
                fields.close(u)
    return fields.places, fields.words


def _write_steps(
    space: Space,
    scoring: Scoring,
    capped: Mapping[int, int],
    order: list[int],
    fields: Mapping[int, tuple[int, int, int]],
) -> Iterator[Step]:
    """Write the sentences as steps, one by one; those without any unit are alike where they are equally long."""
    left, plain = Counter(capped), {}
    for sentence in order:
        occurrences = scoring.coverage.occurrences(sentence)
        held = [u for u in occurrences if u in capped]
        left.subtract(held)
        if occurrences or scoring.stride:
            yield _step(space, scoring, sentence, list(dict.fromkeys(held)), left, fields)
        else:
            length = int(scoring.coverage.lengths[sentence])
            if length not in plain:
                plain[length] = _step(space, scoring, sentence, [], left, fields)
            yield plain[length]


class _Fields:
    """Where open units have their bits in a key; the first bit of all is the one that tells of a cut."""

    def __init__(self) -> None:
        self._free = [2**64 - 2]
        self.places: dict[int, tuple[int, int, int]] = {}
        self._open: set[int] = set()

    @property
    def words(self) -> int:
        return len(self._free)

    def open(self, unit: int, most: int) -> None:
        """Find room for numbers up to `most`."""
        if unit in self._open:
            return
        mask = (1 << most.bit_length()) - 1
        for word, free in enumerate(self._free):
            for shift in range(65 - most.bit_length()):
                if free >> shift & mask == mask:
                    self._open.add(unit)
                    self.places[unit] = word, shift, mask
                    self._free[word] &= ~(mask << shift)
                    return
        self._free.append(2**64 - 1)
        self.open(unit, most)

    def close(self, unit: int) -> None:
        """Give the room back."""
        word, shift, mask = self.places[unit]
        self._open.remove(unit)
        self._free[word] |= mask << shift


def _step(
    space: Space,
    scoring: Scoring,
    sentence: int,
    shared: list[int],
    left: Counter[int],
    fields: Mapping[int, tuple[int, int, int]],
) -> Step:
    """Write down what can be done with a sentence: leave it, take it, or cut it, where that is allowed."""
    from sumspace.space.kernels.counting import Step

    window, coverage, stride = space.window, scoring.coverage, scoring.stride
    held, size = coverage.occurrences(sentence), int(coverage.sizes[coverage.row(sentence)])
    # An option: whether it cuts, how many of the occurrences and of units of any kind it takes, and its costs.
    options = [(False, 0, 0, [0]), (False, len(held), size, [int(window.costs[sentence])])]
    if window.cut:
        cuts: dict[tuple[int, int], list[int]] = {}
        for words in range(1, min(int(coverage.lengths[sentence]), window.high) + 1):
            row = coverage.row(sentence, words)
            size = int(coverage.sizes[row]) if stride else 0
            cuts.setdefault((int(coverage.ends[row] - coverage.starts[sentence]), size), []).append(words)
        options += [(True, taken, size, costs) for (taken, size), costs in cuts.items()]
    taken = [Counter(held[:count]) for _, count, _, _ in options]
    hits = {u: np.concatenate([[0], np.cumsum(coverage.levels(u))]) for u in dict.fromkeys(held)}
    alone = [u for u in hits if u not in shared]
    values = [
        sum(int(hits[u][min(amounts[u], len(hits[u]) - 1)]) for u in alone) + stride * size
        for amounts, (_, _, size, _) in zip(taken, options, strict=True)
    ]
    starts = np.cumsum([0, *(len(hits[u]) for u in shared)])
    after = np.zeros((len(options), starts[-1]), dtype=np.uint64)
    gains = np.zeros((len(options), starts[-1]), dtype=np.int64)
    for u, first, last in zip(shared, starts, starts[1:], strict=False):
        levels = np.arange(last - first)
        used = np.minimum(levels + np.array([[amounts[u]] for amounts in taken]), last - first - 1)
        after[:, first:last] = _alike(coverage.levels(u), left[u])[used]
        gains[:, first:last] = hits[u][used] - hits[u]
    places = [fields[u] for u in shared]
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
