"""The best sets by something that solves one problem in whole numbers at a time: an integer linear program, or a tree.

Recalls need it once. F1 needs it for one ratio after the other, until none is better (Dinkelbach 1967).
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, NamedTuple, Protocol

from sumspace.errors import SettingError
from sumspace.oracle.by_ratio import Rival
from sumspace.oracle.diagram import Diagram
from sumspace.oracle.finding import seek
from sumspace.oracle.problem import Aim
from sumspace.space.space import Space

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sumspace.oracle.oracles import Oracles
    from sumspace.oracle.problem import Problem
    from sumspace.oracle.quest import Quest

__all__ = ["Solved", "Solver", "find_by_solver"]


class Solved(NamedTuple):
    """What a solver found: a set of choices and its value, or None, and a value that no set exceeds."""

    choices: tuple[int, ...] | None
    value: int | None
    bound: int
    optimal: bool
    #: How many partial sets it looked at.
    checked: int = 0
    #: All sets of the highest value, where the solver finds all and had the time.
    sets: tuple[tuple[int, ...], ...] | None = None


class Solver(Protocol):
    """Solves a problem, given some set to begin with, until a deadline on the clock of `sumspace.compute.clock`."""

    def __call__(self, problem: Problem, known: tuple[int, ...] | None, deadline: float, /) -> Solved:
        """Return the best set, or all of them."""


def find_by_solver(solve: Solver, spaces: Space | Sequence[Space], seconds: float) -> Oracles | None:
    """Find the best extract, or all, by a solver; several spaces stand for the mean of their recalls."""
    if not isinstance(spaces, Space) and len(spaces) > 1 and any(space.score != "recall" for space in spaces):
        raise SettingError("the mean of several F1 scores is no linear problem: only the search finds its oracles")
    return seek(spaces, seconds, partial(_search, solve=solve))


def _search(quest: Quest, solve: Solver) -> None:
    """Search for the best sets of a quest."""
    if quest.objective.is_linear:
        weights, scale = quest.objective.weights
        solved = _solve(quest, solve, [Aim(weight) for weight in weights])
        quest.offer(solved.choices)
        quest.bound = max(solved.bound * scale, quest.score)
        _keep_all(quest, solved)
        return
    while True:
        rival = Rival.of(quest)
        solved = _solve(quest, solve, [rival.aim])
        better = quest.offer(solved.choices)
        bound = rival.bound(solved.bound)
        quest.bound = max(bound if quest.bound is None else min(bound, quest.bound), quest.score)
        if not better:
            _keep_all(quest, solved)
            return


def _solve(quest: Quest, solve: Solver, aims: Sequence[Aim]) -> Solved:
    """Solve the problem of a quest with these weights."""
    solved = solve(quest.problem.aimed(aims), quest.best, quest.deadline)
    quest.solved += solved.checked
    return solved


def _keep_all(quest: Quest, solved: Solved) -> None:
    """Keep all sets, where they are known."""
    if solved.sets is not None:
        quest.diagrams = tuple(map(Diagram.of_one, solved.sets))
