"""Oracles as they were published (Hirao 2017): integer linear programming (section 4), branch and bound (section 5).

Both solve one problem in whole numbers at a time. Recalls need that once; F1 needs it for one ratio after the other,
until none is better (Dinkelbach 1967). They are what the search is compared with, and integer linear programming helps
it where its own bounds do not come down.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

import numpy as np

from sumspace.compute.clock import now
from sumspace.compute.work import checkpoint
from sumspace.oracle.diagram import Diagram
from sumspace.oracle.kernels.problem import added_hits

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from sumspace.arrays import Floats, Integers
    from sumspace.oracle.problem import SelectionProblem
    from sumspace.oracle.search import Search


#: What rounding may add to a bound or take off it, and what it may do for its size.
_ROUNDING, _RELATIVE_ROUNDING = 1e-6, 1e-9
#: What each number of an integer linear program takes to be read, and to be simplified, which no time limit ends; in
#: seconds, roughly.
READING, SIMPLIFYING = 2e-6, 5e-5
#: What the integer linear program says of a problem that no set solves.
INFEASIBLE = 2


class Solved(NamedTuple):
    """What a solver came to: a set of choices and its value, or None, and a value that no set exceeds."""

    choices: tuple[int, ...] | None
    value: int | None
    bound: int
    optimal: bool
    #: How many partial sets it looked at.
    checked: int = 0
    #: All sets of the highest value, where the solver finds all and had the time.
    sets: tuple[tuple[int, ...], ...] | None = None


#: Solves a problem, given some set to begin with, until a deadline on the clock of `sumspace.compute.clock`.
Solver: TypeAlias = "Callable[[SelectionProblem, tuple[int, ...] | None, float], Solved]"


def search_by_solver(search: Search, solve: Solver) -> None:
    """Search for the best sets by a solver: by the mean of recalls, or by one F1, ratio after ratio."""
    objective, better = search.objective, True
    while better:
        ratio = None if objective.is_linear else search.ratio_to_beat()
        weights = objective.weights if ratio is None else [ratio.weights]
        solved = solve(search.problem.weighted(weights, objective.ceiling), search.best, search.deadline)
        search.tried += solved.checked
        better = search.offer(solved.choices) and ratio is not None
        search.lower_bound(solved.bound * objective.scale if ratio is None else ratio.bound(solved.bound))
    if solved.sets is not None:
        search.diagrams = tuple(map(Diagram.of_set, solved.sets))


def solve_by_ilp(problem: SelectionProblem, _known: tuple[int, ...] | None, deadline: float) -> Solved:
    """Find one best set by integer linear programming, for every budget and all weights.

    With x_c for every choice and z_js for every slope s of what unit j gives,

        maximize    Σ_js gain_js · z_js  −  Σ_c penalty_c · x_c                        (eq. 3)
        such that   low  ≤  Σ_c cost_c · x_c  ≤  high                                  (eq. 4)
                    Σ_c a_cj · x_c  ≥  Σ_s z_js   for every unit j                     (eq. 5)
                    z_js  ≤  how many occurrences give gain_js                         (eq. 6)
                    x_c ∈ {0, 1},  z_js a whole number                                 (eq. 7, 8)

    with at most one choice for each sentence and, where the last one is cut, exactly one choice of a cut sentence. The
    paper has a z for every reference k and unit, so that Σ_k min(a, c_k) is exact; since what all references together
    give for an occurrence only falls, slopes, of which the steepest fill first, are as exact, and fewer.

    There is no set in the result where none is allowed, or none was found in time. A program that takes longer to be
    read than there is time is not solved, and one that takes longer to be simplified is solved as it stands.
    """
    seconds = max(deadline - now(), 0.0)
    choices = len(problem.costs)
    units, gains, widths = _slopes(problem)
    bound = int((gains * widths).sum()) - int(np.minimum(problem.penalties, 0).sum())
    size = len(problem.units) + 3 * choices
    if READING * size > seconds:
        return Solved(None, None, bound, optimal=False)
    from scipy.optimize import Bounds, LinearConstraint, milp

    step = max(int(np.gcd.reduce(np.concatenate([gains, problem.penalties]))), 1)
    result = milp(
        np.concatenate([problem.penalties, -gains]) / step,
        integrality=1,
        bounds=Bounds(0, np.concatenate([np.ones(choices), widths])),
        constraints=LinearConstraint(*_constraints(problem, units)),
        options={"time_limit": seconds, "mip_rel_gap": 0.0, "presolve": SIMPLIFYING * size <= seconds},
    )
    if result.status == INFEASIBLE:
        return Solved(None, None, 0, optimal=True)
    if result.mip_dual_bound is not None and np.isfinite(result.mip_dual_bound):
        bound = min(bound, rounded_down(-result.mip_dual_bound) * step)
    checked = result.mip_node_count or 0
    if result.x is None:
        return Solved(None, None, bound, optimal=False, checked=checked)
    chosen = tuple(np.flatnonzero(result.x[:choices] > 0.5).tolist())
    value, bound = problem.value(chosen), min(bound, problem.ceiling)
    return Solved(chosen, value, max(bound, value), bound <= value, checked)


def rounded_down(highest: float) -> int:
    """Return the largest whole number that a value which a program says none exceeds allows for."""
    return math.floor(highest + _ROUNDING + _RELATIVE_ROUNDING * abs(highest))


def _slopes(problem: SelectionProblem) -> tuple[Integers, Integers, Integers]:
    """Return the slopes of what units give: the unit, the gain, and how many occurrences have it."""
    units = np.repeat(np.arange(len(problem.gain_starts) - 1), np.diff(problem.gain_starts))
    first = np.flatnonzero((np.diff(units, prepend=-1) != 0) | (np.diff(problem.gains, prepend=-1) != 0))
    return units[first], problem.gains[first], np.diff(first, append=len(units))


def _constraints(problem: SelectionProblem, slopes: Integers) -> tuple[Any, Integers, Floats]:
    """Return the rows of the program and what each may come to: the cost, the cut, then sentences, then units."""
    from scipy.sparse import block_array, csr_array

    choices, sentences, units = len(problem.costs), len(problem.sentences), len(problem.gain_starts) - 1
    owners = np.repeat(np.arange(sentences), np.diff(problem.first))
    is_cut = np.ones(choices)
    is_cut[problem.first[:-1]] = 0
    of_sentence = csr_array((np.ones(choices), (owners, np.arange(choices))), shape=(sentences, choices))
    held = csr_array((problem.counts, problem.units, problem.starts), shape=(choices, units)).T
    counted = csr_array((np.ones(len(slopes)), (slopes, np.arange(len(slopes)))), shape=(units, len(slopes)))
    rows = block_array(
        [[csr_array(problem.costs[None]), None], [csr_array(is_cut[None]), None], [of_sentence, None], [held, -counted]]
    )
    low = np.repeat([problem.low, int(problem.cut), 0], [1, 1, sentences + units])
    high = np.repeat([problem.high, float(problem.cut), 1, np.inf], [1, 1, sentences, units])
    return rows, low, high


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


def solve_by_branch_and_bound(problem: SelectionProblem, known: tuple[int, ...] | None, deadline: float) -> Solved:
    """Enumerate the sets of the highest value (algorithm 3); `known` is what the greedy algorithm took.

    It knows every budget: a summary counts when its cost is allowed and, where the last sentence is cut, it has that
    one. Every summary waits together with the place in the queue from which on sentences may join it.
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

    def __init__(self, problem: SelectionProblem) -> None:
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
                    min(summary.value + int(self._gains(summary.held, np.array([choice]))[0]), problem.ceiling),
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
        gains: Integers = added_hits(problem.arrays, choices, held).sum(axis=0)
        return gains - problem.penalties[choices]
