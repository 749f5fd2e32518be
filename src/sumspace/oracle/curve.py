"""The best score at every length, in one go.

The best extract of at most L words, c of which it has, is the best of every length from c to L. So lengths are searched
from the longest down, and each search answers for all lengths that its extract fits.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from sumspace.compute.clock import now
from sumspace.oracle.finding import search_for
from sumspace.oracle.greedy import greedy
from sumspace.oracle.objective import objective_of
from sumspace.oracle.problem import state
from sumspace.oracle.quest import Quest
from sumspace.space.budget import AtMost

if TYPE_CHECKING:
    from sumspace.space.space import Space

__all__ = ["Curve", "oracle_curve"]

#: No length may take more than this share of the time that is left.
_SHARE = 0.1


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
    deadline = now() + seconds
    objective = objective_of([space])
    scores = [0.0] * (words + 1)
    prices = None
    optimal = True
    length = words
    while length >= first:
        problem = state([replace(space, budget=AtMost(length))])
        if not len(problem.sentences):
            break
        began = now()
        if began > deadline:
            _fill_greedily(space, scores, length)
            optimal = False
            break
        quest = Quest(problem, objective, began + _SHARE * (deadline - began), every=False, prices=prices)
        quest.offer(greedy(problem, objective))
        search_for(quest)
        optimal = optimal and quest.bound == quest.score
        prices = quest.prices
        shortest = _words_needed(quest)
        scores[max(shortest, first) : length + 1] = [float(quest.score)] * (length + 1 - max(shortest, first))
        length = shortest - 1
    return Curve(list(range(first, words + 1)), scores[first:], optimal)


def _words_needed(quest: Quest) -> int:
    """Return how many words the best set has without the sentences that add nothing, the longest tried first."""
    problem, kept = quest.problem, list(quest.best or ())
    hits = problem.hits(kept)
    for choice in sorted(kept, key=lambda choice: -problem.costs[choice]):
        rest = [one for one in kept if one != choice]
        if problem.hits(rest) == hits:
            kept = rest
    return int(problem.costs[kept].sum())


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
