"""The greedy algorithm (Hirao 2017, algorithm 2), for every objective and budget."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from sumspace.oracle.kernels.gains import added_hits
from sumspace.space.space import can_cost

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sumspace.oracle.objective import Objective
    from sumspace.oracle.problem import Problem

    Integers = NDArray[np.int64]

__all__ = ["greedy"]


def greedy(problem: Problem, objective: Objective) -> tuple[int, ...] | None:
    """Take the sentence that adds most to the score for its cost, while some fits and none lowers the score.

    Where a single sentence is better than all that, it is taken instead. Under a budget with a lower limit, sentences
    are taken that leave a way to reach it, whatever they do to the score; None where that leads nowhere.
    """
    chosen: list[int] = []
    held = np.zeros(len(problem.gain_starts) - 1, dtype=np.int64)
    hits, units = np.zeros((problem.measures, 1), dtype=np.int64), np.zeros((problem.measures, 1), dtype=np.int64)
    left = problem.first[:-1]
    score, room = 0.0, problem.high
    needed = problem.low
    alone = _best_alone(problem, objective) if needed == 0 else None
    while True:
        left = left if problem.cut else left[problem.costs[left] <= room]
        if not len(left):
            break
        added = added_hits(problem.layout, problem.unit_starts, left, held)
        scores = objective.scores(hits + added, units + problem.sizes[:, left])
        best = int(np.argmax((scores - score) / np.maximum(problem.costs[left], 1)))
        choice, cost = int(left[best]), int(problem.costs[left[best]])
        rest = np.delete(left, best)
        if problem.cut and cost >= room:
            return (*chosen, choice + room)
        if needed <= 0 and scores[best] < score:
            break
        if needed <= 0 or problem.cut or can_cost(problem.costs[rest].tolist(), needed - cost, room - cost):
            chosen.append(choice)
            room, needed, score = room - cost, needed - cost, float(scores[best])
            hits, units = hits + added[:, best : best + 1], units + problem.sizes[:, choice : choice + 1]
            row = slice(problem.starts[choice], problem.starts[choice + 1])
            held[problem.units[row]] += problem.counts[row]
        left = rest
    if needed > 0:
        return None
    if alone is not None and alone[1] > score:
        return (alone[0],)
    return tuple(chosen)


def _best_alone(problem: Problem, objective: Objective) -> tuple[int, float] | None:
    """Return the sentence with the best score of its own, and that score."""
    choices = problem.first[:-1]
    if not len(choices):
        return None
    nothing = np.zeros(len(problem.gain_starts) - 1, dtype=np.int64)
    scores = objective.scores(
        added_hits(problem.layout, problem.unit_starts, choices, nothing), problem.sizes[:, choices]
    )
    best = int(np.argmax(scores))
    return int(choices[best]), float(scores[best])
