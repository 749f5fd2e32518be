"""The greedy algorithm (Hirao 2017, algorithm 2), for every objective and budget."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from sumspace.oracle.kernels.gains import added_hits
from sumspace.oracle.kernels.greedy import take_greedily

if TYPE_CHECKING:
    from sumspace.oracle.objective import Objective
    from sumspace.oracle.problem import Problem

__all__ = ["greedy"]


def greedy(problem: Problem, objective: Objective) -> tuple[int, ...] | None:
    """Take the sentence that adds most to the score for its cost, while some fits and none lowers the score.

    Where a single sentence is better than all that, it is taken instead. Under a budget with a lower limit, sentences
    are taken that leave a way to reach it, whatever they do to the score; None where that leads nowhere.
    """
    chosen, score = take_greedily(problem.layout, objective.rows, problem.low, problem.high)
    if not len(chosen):
        return () if problem.low == 0 else None
    if problem.low == 0:
        choices = problem.first[:-1]
        nothing = np.zeros(len(problem.gain_starts) - 1, dtype=np.int64)
        alone = objective.scores(added_hits(problem.layout, choices, nothing), problem.sizes[:, choices])
        best = int(np.argmax(alone))
        if alone[best] > score:
            return (int(choices[best]),)
    return tuple(chosen.tolist())
