"""The best score at every length, in one go.

The best extract of at most L words, c of which it has, is the best of every length from c to L. So lengths are searched
from the longest down, and each search answers for all lengths that its extract fits.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from sumspace.oracle.finding import find_oracles
from sumspace.oracle.greedy import greedy
from sumspace.oracle.objective import objective_of
from sumspace.oracle.problem import state
from sumspace.space.budget import AtMost

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sumspace.space.space import Space

__all__ = ["Curve", "oracle_curve"]


@dataclass(frozen=True, slots=True)
class Curve:
    """The best score of an extract of at most so many words, for every number of words."""

    lengths: list[int]
    scores: list[float]
    #: Whether all of them are proven; else some are the best that there was time to find.
    optimal: bool


def oracle_curve(space: Space, first: int = 10, seconds: float = 10.0) -> Curve:
    """Find the best scores from so many words to the whole document, whatever the budget of the space.

    The oracles of Lin & Hovy 2003 (section 4.1) at 100 words, at 150 and for the full text are three points of it.
    """
    words = int(space.coverage.lengths.sum())
    deadline = time.perf_counter() + seconds
    scores = [0.0] * (words + 1)
    optimal = True
    length = words
    while length >= first:
        left = deadline - time.perf_counter()
        found = find_oracles(replace(space, budget=AtMost(length)), left, every=False) if left > 0 else None
        if found is None or found.best is None or not found.optimal:
            optimal = left > 0 and (found is None or found.optimal)
            break
        shortest = int(space.coverage.lengths[_without_idle(space, found.best.sentences)].sum())
        for reached in range(max(shortest, first), length + 1):
            scores[reached] = found.score
        length = shortest - 1
    if not optimal:
        _fill_greedily(space, scores, length)
    return Curve(list(range(first, words + 1)), scores[first:], optimal)


def _without_idle(space: Space, sentences: Sequence[int]) -> list[int]:
    """Leave out sentences that add nothing, the longest first."""
    kept = list(sentences)
    hits = space.coverage.hits(kept)
    for sentence in sorted(kept, key=lambda sentence: -space.coverage.lengths[sentence]):
        rest = [one for one in kept if one != sentence]
        if space.coverage.hits(rest) == hits:
            kept = rest
    return kept


def _fill_greedily(space: Space, scores: list[float], most: int) -> None:
    """Fill in what the greedy algorithm reaches on its way to so many words."""
    spaces = [replace(space, budget=AtMost(max(most, 1)))]
    problem, objective = state(spaces), objective_of(spaces)
    taken: list[int] = []
    for choice in greedy(problem, objective) or ():
        taken.append(choice)
        score = objective.score(problem.hits(taken), [int(problem.sizes[0, taken].sum())])
        reached = int(problem.costs[taken].sum())
        scores[reached : most + 1] = [float(score)] * (most + 1 - reached)
