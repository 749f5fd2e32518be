"""The set of choices that is worth most, by weights that anybody may give, within a fixed effort.

What is found depends on the problem alone, not on the clock: summaries are the same on a busy machine.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sumspace.oracle.objectives import search_by_trying
from sumspace.oracle.oracles import greedy
from sumspace.oracle.problem import Objective, Ratio
from sumspace.oracle.search import OutOfTimeError, Search, TargetSearch

if TYPE_CHECKING:
    from sumspace.oracle.problem import SelectionProblem


#: How many partial sets are looked at, unless told otherwise: a fraction of a second.
EFFORT = 100_000
#: Up to this gap between bound and best value, targets come down one by one: those out of reach cost little.
_NEAR = 8


@dataclass(frozen=True, slots=True)
class Maximum:
    """The best set that was found, what it is worth, and what none exceeds: the same if it is proven to be the best."""

    choices: tuple[int, ...]
    value: int
    bound: int


def maximize(problem: SelectionProblem, effort: float = EFFORT) -> Maximum | None:
    """Find the set that is worth most; None where there is none of an allowed cost, or none was met."""
    objective = Objective((Ratio(1, max(int(problem.gains.sum()), 1), 0),))
    search = Search(problem, objective, float("inf"), every=False)
    search.offer(greedy(problem, objective))
    if search_by_trying(search):
        best = search.best or ()
        return Maximum(best, problem.value(best), problem.value(best))
    target_search = TargetSearch(problem, effort=effort)
    known = _value(search)
    highest, good_set = target_search.bound(max(known, 0), every=False)
    search.offer(good_set)
    try:
        while (known := _value(search)) < highest:
            target = highest if highest - known <= _NEAR else (known + highest + 1) // 2
            diagram = next(target_search.reaching(target), None)
            if diagram is None:
                highest = target - 1
            else:
                search.offer(diagram.best())
    except OutOfTimeError:
        pass
    return None if search.best is None else Maximum(search.best, known, max(highest, known))


def _value(search: Search) -> int:
    return -1 if search.best is None else search.problem.value(search.best)
