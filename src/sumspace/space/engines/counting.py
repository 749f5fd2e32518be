"""The counting engine: the exact distribution without visiting a single extract.

Sentences are gone through one by one. Two partial extracts that leave the same to gain from the units still to come
are one state; a state holds counts by cost and value. Sentences are put in an order that leaves few units open, and
those that share no unit with others come last, when one state is left.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from sumspace.compute.threads import checkpoint
from sumspace.space.engines.counting_steps import promising_orders, write_steps

if TYPE_CHECKING:
    from collections.abc import Callable

    from sumspace.arrays import Bits, Integers
    from sumspace.space.kernels.counting import Step
    from sumspace.space.scoring import Scoring
    from sumspace.space.space import Space

__all__ = ["CountingPlan", "counting", "plan_counting"]

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


def counting(
    plan: CountingPlan, space: Space, scoring: Scoring, progress: Callable[[int], None] | None = None
) -> list[int]:
    """Count the extracts of each value; `progress` is told of additions that were made."""
    from sumspace.space.kernels.counting import accumulate, transitions

    if not space.size:
        return [0] * scoring.width(space)
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
    return _collect(space, scoring.width(space), keys, boxes, offsets, counts)


def _collect(space: Space, width: int, keys: Bits, boxes: Integers, offsets: Integers, counts: Bits) -> list[int]:
    """Add up what is left at the end, over all costs that are allowed."""
    window = space.window
    totals = [0] * width
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
                    totals[value] += (a + (b << 32)) << 64 * limb
    totals[0] -= space.without_empty
    return totals


def plan_counting(space: Space, scoring: Scoring, memory: int, additions: float = np.inf) -> CountingPlan | None:
    """Plan the steps in the best of several orders; None where memory or work would be too much in each."""
    best = None
    for order in promising_orders(scoring.coverage):
        plan = _plan(space, scoring, order, memory, additions if best is None else best.additions)
        if plan is not None:
            best = plan
    return best


def _plan(space: Space, scoring: Scoring, order: list[int], memory: int, additions: float) -> CountingPlan | None:
    """Go through the states without counting anything, to see how many there are and what they would take."""
    from sumspace.space.kernels.counting import transitions

    window = space.window
    steps, words = write_steps(scoring, window, order)
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
        keys, boxes, targets, _, states_found = transitions(keys, boxes, step, window.high, most)
        if states_found < 0:
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
