"""All oracles by branch and bound as it was published (Hirao 2017, section 5): the baseline to compare searches with.

It knows every budget: a summary counts when its cost is allowed and, where the last sentence is cut, it has that one.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from sumspace.compute.clock import now
from sumspace.compute.threads import checkpoint
from sumspace.oracle.by_solver import Solved, find_by_solver
from sumspace.oracle.kernels.gains import added_hits

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from sumspace.oracle.oracles import Oracles
    from sumspace.oracle.problem import Problem
    from sumspace.space.space import Space

    Integers = NDArray[np.int64]
    Floats = NDArray[np.float64]

__all__ = ["find_by_branch_and_bound", "solve"]

#: What rounding may take off a bound.
_ROUNDING = 1e-6


def find_by_branch_and_bound(spaces: Space | Sequence[Space], seconds: float = 10.0) -> Oracles | None:
    """Find all oracles, or the best extract there is time to find and the bound of the root."""
    return find_by_solver(solve, spaces, seconds)


@dataclass(frozen=True, slots=True, eq=False)
class _Summary:
    """A summary on a path of the tree: V of the paper."""

    choices: tuple[int, ...]
    #: How often it holds each unit.
    held: Integers
    value: int
    cost: int
    #: Whether its last sentence, which is cut, is among them.
    is_cut: bool


def solve(problem: Problem, known: tuple[int, ...] | None, deadline: float) -> Solved:
    """Enumerate the sets of the highest value (algorithm 3); `known` is what the greedy algorithm found.

    Every summary waits together with the place in the queue from which on sentences may join it.
    """
    tree = _Tree(problem)
    root = _Summary((), problem.held(()), 0, 0, is_cut=False)
    threshold = -math.inf if known is None else problem.value(known)
    oracles: list[tuple[int, ...]] = []
    if tree.allows(root) and root.value >= threshold:
        threshold, oracles = root.value, [root.choices]
    checked = 0
    waiting = [(root, 0)]
    while waiting:
        checkpoint()
        if now() > deadline:
            best, bound = oracles[0] if oracles else known, tree.upper_bound(root, 0)
            return Solved(best, None if best is None else int(threshold), bound, bound <= threshold, checked)
        summary, place = waiting.pop()
        if place == len(tree.queue) or summary.cost + tree.left[place] < problem.low:
            continue
        waiting.append((summary, place + 1))
        for longer in tree.longer(summary, place):
            checked += 1
            if tree.allows(longer) and longer.value >= threshold:
                if longer.value > threshold:
                    threshold, oracles = longer.value, []
                oracles.append(longer.choices)
            elif tree.upper_bound(longer, place + 1) < threshold:
                continue
            waiting.append((longer, place + 1))
    if not oracles:
        return Solved(None, None, 0, optimal=True, checked=checked)
    value = int(threshold)
    return Solved(oracles[0], value, value, optimal=True, checked=checked, sets=tuple(oracles))


class _Tree:
    """The sentences in descending order of their own scores, and what they give to a summary."""

    def __init__(self, problem: Problem) -> None:
        self._problem = problem
        order = np.argsort(-self._gains(problem.held(()), problem.first[:-1]), kind="stable")
        self.queue = [range(problem.first[i], problem.first[i + 1]) for i in order]
        #: What the sentences from each place on cost together.
        self.left = np.cumsum(problem.costs[problem.first[order[::-1]]])[::-1]
        self._choices = np.array([choice for choices in self.queue for choice in choices], dtype=np.int64)
        self._starts = np.cumsum([0, *map(len, self.queue)])
        self._is_cut = np.array([choice > choices[0] for choices in self.queue for choice in choices], dtype=np.bool_)

    def allows(self, summary: _Summary) -> bool:
        """Tell whether a summary is one that the budget allows."""
        problem = self._problem
        return problem.low <= summary.cost <= problem.high and summary.is_cut == problem.cut

    def longer(self, summary: _Summary, place: int) -> Iterator[_Summary]:
        """Yield the summary with the sentence at this place of the queue, where there is room for it."""
        problem = self._problem
        whole, *cut = self.queue[place]
        for choice in [whole] if summary.is_cut else [whole, *cut]:
            cost = summary.cost + int(problem.costs[choice])
            if cost <= problem.high:
                yield _Summary(
                    (*summary.choices, choice),
                    summary.held + problem.held([choice]),
                    summary.value + int(self._gains(summary.held, np.array([choice]))[0]),
                    cost,
                    summary.is_cut or choice != whole,
                )

    def upper_bound(self, summary: _Summary, place: int) -> int:
        """Bound what a summary can become with sentences from this place on (algorithm 1).

        What sentences add to it one by one makes a knapsack problem, and that is relaxed: the sentence for which there
        is no room counts in part.
        """
        gains, densities = self._additions(summary, place)
        bound, room = float(summary.value), float(self._problem.high - summary.cost)
        for w in np.argsort(-densities):
            if densities[w] <= 0:
                break
            cost = gains[w] / densities[w]
            if cost > room:
                bound += densities[w] * room
                break
            bound += gains[w]
            room -= cost
        return math.floor(bound + _ROUNDING * max(1.0, abs(bound)))

    def _additions(self, summary: _Summary, place: int) -> tuple[Floats, Floats]:
        """Return the most that each sentence from this place on adds to a summary, and the most it adds by its cost.

        These may be two different choices of the sentence; each choice adds no more than either of them allows.
        """
        begin = int(self._starts[place])
        choices = self._choices[begin:]
        if not len(choices):
            return np.zeros(0), np.zeros(0)
        gains = np.maximum(self._gains(summary.held, choices), 0).astype(np.float64)
        if summary.is_cut:
            gains[self._is_cut[begin:]] = 0.0
        costs = self._problem.costs[choices]
        densities = np.divide(gains, costs, out=np.where(gains > 0, np.inf, 0.0), where=costs > 0)
        sentences = self._starts[place:-1] - begin
        return np.maximum.reduceat(gains, sentences), np.maximum.reduceat(densities, sentences)

    def _gains(self, held: Integers, choices: Integers) -> Integers:
        """Return what each choice alone adds to the value of a summary that holds so much: ROUGE′ of equation 10."""
        problem = self._problem
        gains: Integers = added_hits(problem.layout, choices, held).sum(axis=0)
        return gains - problem.penalties[choices]
