"""The best sets where hits alone decide: the mean of recalls is a weighted sum of hits."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from sumspace.compute.clock import now
from sumspace.oracle.problem import Aim
from sumspace.oracle.search import OutOfTimeError

if TYPE_CHECKING:
    from sumspace.oracle.quest import Quest
    from sumspace.oracle.search import Search

__all__ = ["search_by_hits"]

#: Up to this gap between bound and best value, targets come down one by one: those out of reach cost little.
_NEAR = 8
#: The share of the time after which a search without proof leaves the proof to integer linear programming.
_SHARE = 0.6


def search_by_hits(quest: Quest) -> None:
    """Lower the target from the bound until some set reaches it: those are all the best ones.

    A bound that does not come down in time is left to integer linear programming, which is slower to begin with, but
    has cuts. What time is left then is for finding all sets.
    """
    weights, scale = quest.objective.weights
    search = quest.search([Aim(weight) for weight in weights])
    highest, found = search.bound(max(search.problem.value(quest.best or ()), 0), every=quest.every)
    quest.prices = search.prices
    quest.offer(found)
    quest.bound = max(highest * scale, quest.score)
    if quest.bound > quest.score:
        began = now()
        search.deadline = began + _SHARE * (quest.deadline - began)
    try:
        _close_in(quest, search, highest)
    except OutOfTimeError:
        if quest.bound == quest.score:
            return
        _ask_solver(quest, search)
        search.deadline = quest.deadline
        try:
            if quest.bound == quest.score and quest.every:
                _close_in(quest, search, search.problem.value(quest.best or ()))
        except OutOfTimeError:
            return


def _close_in(quest: Quest, search: Search, highest: int) -> None:
    """Close in on the highest value that a set has; `highest` is one that none exceeds."""
    _, scale = quest.objective.weights
    while True:
        known = max(search.problem.value(quest.best or ()), 0)
        if known == highest and not quest.every:
            return
        target = highest if highest - known <= _NEAR else (known + highest + 1) // 2
        one_is_enough = target < highest or not quest.every
        diagrams = []
        for diagram in islice(search.reaching(target), 1 if one_is_enough else None):
            diagrams.append(diagram)
            quest.offer(diagram.best())
            quest.bound = max(highest * scale, quest.score)
            if quest.bound == quest.score:
                search.deadline = quest.deadline
        if diagrams and target == highest:
            quest.bound, quest.diagrams = quest.score, tuple(diagrams) if quest.every else None
            return
        if not diagrams:
            if target <= known:
                raise RuntimeError("the search has lost a set that it knew")
            highest = target - 1
            quest.bound = highest * scale


def _ask_solver(quest: Quest, search: Search) -> None:
    """Bring the bound down by integer linear programming."""
    from sumspace.oracle.ilp import solve

    left = quest.deadline - now()
    if left > 0:
        solved = solve(search.problem, left)
        quest.offer(solved.choices)
        _, scale = quest.objective.weights
        proven = solved.bound * scale
        quest.bound = max(proven if quest.bound is None else min(proven, quest.bound), quest.score)
