"""The best score at every length, in one go.

The best extract of at most L words, c of which it has, is the best of every length from c to L. So lengths are searched
from the longest down, and each search answers for all lengths that its extract fits.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sumspace.compute.clock import now
from sumspace.oracle.objectives import search_by_objective
from sumspace.oracle.oracles import greedy
from sumspace.oracle.problem import objective_of, state
from sumspace.oracle.search import Search
from sumspace.space.budget import AtMost
from sumspace.space.space import Space

if TYPE_CHECKING:
    from sumspace.oracle.problem import SelectionProblem
    from sumspace.space.scoring import Scoring


#: No length may take more than this share of the time that is left.
_SHARE = 0.1


@dataclass(frozen=True, slots=True)
class Curve:
    """The best score of an extract of at most so many words, for every number of words."""

    lengths: list[int]
    scores: list[float]
    #: Whether all of them are proven; else some are the best that there was time to find.
    optimal: bool


def oracle_curve(scoring: Scoring, first: int = 10, seconds: float = 10.0) -> Curve:
    """Find the best scores of a document from so many words to all of them.

    The oracles of Lin & Hovy 2003 (section 4.1) at 100 words, at 150 and for the full text are three points of it.
    """
    words = length = int(scoring.coverage.lengths.sum())
    deadline, objective = now() + seconds, objective_of([scoring])
    scores, prices, optimal = [0.0] * (words + 1), None, True
    while length >= first:
        problem = _problem(scoring, length)
        if not len(problem.sentences):
            break
        began = now()
        if began > deadline:
            _fill_greedily(scoring, scores, length)
            optimal = False
            break
        search = Search(problem, objective, began + _SHARE * (deadline - began), every=False, prices=prices)
        search.offer(greedy(problem, objective))
        search_by_objective(search)
        optimal = optimal and search.bound == search.score
        prices = search.prices
        shortest = _words_needed(problem, search.best or ())
        scores[max(shortest, first) : length + 1] = [float(search.score)] * (length + 1 - max(shortest, first))
        length = shortest - 1
    return Curve(list(range(first, words + 1)), scores[first:], optimal)


def _problem(scoring: Scoring, words: int) -> SelectionProblem:
    """State the search for the best extract of at most so many words."""
    return state(Space(scoring.coverage.lengths, AtMost(words)), [scoring])


def _words_needed(problem: SelectionProblem, choices: tuple[int, ...]) -> int:
    """Return how many words a set has without the sentences that add nothing, the longest tried first."""
    kept = list(choices)
    hits = problem.hits(kept)
    for choice in sorted(kept, key=lambda choice: -problem.costs[choice]):
        rest = [other for other in kept if other != choice]
        if problem.hits(rest) == hits:
            kept = rest
    return int(problem.costs[kept].sum())


def _fill_greedily(scoring: Scoring, scores: list[float], most: int) -> None:
    """Fill in what the greedy algorithm reaches on its way to so many words."""
    problem, objective = _problem(scoring, max(most, 1)), objective_of([scoring])
    taken: list[int] = []
    for choice in greedy(problem, objective) or ():
        taken.append(choice)
        score = objective.score(problem.hits(taken), problem.size(taken))
        reached = int(problem.costs[taken].sum())
        scores[reached : most + 1] = [float(score)] * (most + 1 - reached)
