"""The best sets where there are few to choose from: all are tried."""

from __future__ import annotations

from math import comb
from typing import TYPE_CHECKING

from sumspace.oracle.diagram import Diagram
from sumspace.oracle.kernels.trying import try_all

if TYPE_CHECKING:
    from sumspace.oracle.problem import Problem
    from sumspace.oracle.quest import Quest

__all__ = ["search_by_trying"]

#: How many sets are few, and how many of them may be the best.
_FEW, _MOST = 50_000, 1000


def search_by_trying(quest: Quest) -> bool:
    """Try all sets where they are few; tell whether that was so, and all of the best are known."""
    problem = quest.problem
    most = problem.most_choices
    if problem.cut or _sets(problem, most) > _FEW:
        return False
    count, rows = try_all(problem.layout, quest.objective.rows, problem.low, problem.high, most, _MOST)
    quest.solved += _sets(problem, most)
    if count > _MOST:
        return False
    sets = [tuple(choice for choice in row if choice >= 0) for row in rows.tolist()]
    scores = [quest.score_of(choices) for choices in sets]
    best = max(scores)
    quest.best, quest.score = sets[scores.index(best)], best
    quest.bound = best
    quest.diagrams = tuple(
        Diagram.of_one(choices) for choices, score in zip(sets, scores, strict=True) if score == best
    )
    return True


def _sets(problem: Problem, most: int) -> int:
    """Return how many sets have no more choices than fit; not all of them may fit."""
    return sum(comb(len(problem.sentences), size) for size in range(most + 1))
