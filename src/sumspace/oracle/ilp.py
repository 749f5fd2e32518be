"""One oracle by integer linear programming (Hirao 2017, section 4), for every budget and all weights.

With x_c for every choice and z_js for every slope s of what unit j gives,

    maximize    Σ_js gain_js · z_js  −  Σ_c penalty_c · x_c                        (eq. 3)
    such that   low  ≤  Σ_c cost_c · x_c  ≤  high                                  (eq. 4)
                Σ_c a_cj · x_c  ≥  Σ_s z_js   for every unit j                     (eq. 5)
                z_js  ≤  how many occurrences give gain_js                         (eq. 6)
                x_c ∈ {0, 1},  z_js a whole number                                 (eq. 7, 8)

with at most one choice for each sentence and, where the last one is cut, exactly one choice of a cut sentence. The
paper has a z for every reference k and unit, so that Σ_k min(a, c_k) is exact; since what all references together give
for an occurrence only falls, slopes, of which the steepest fill first, are as exact, and fewer.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from sumspace.compute.clock import now
from sumspace.oracle.by_solver import Solved, find_by_solver

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from sumspace.oracle.oracles import Oracles
    from sumspace.oracle.problem import Problem
    from sumspace.space.space import Space

    Integers = NDArray[np.int64]
    Floats = NDArray[np.float64]

__all__ = ["find_by_ilp", "solve"]

#: What rounding may add to a bound, and what it may add for its size.
_ROUNDING, _RELATIVE_ROUNDING = 1e-6, 1e-9
#: What the solver says of a problem that no set solves.
_INFEASIBLE = 2


def find_by_ilp(spaces: Space | Sequence[Space], seconds: float = 10.0) -> Oracles | None:
    """Find one oracle, or the best extract there is time to find and a bound that none exceeds.

    It does not say how many oracles there are, unless there is nothing to choose from.
    """
    return find_by_solver(_solve_until, spaces, seconds)


def solve(problem: Problem, seconds: float = 10.0) -> Solved:
    """Solve a problem; without a set where there is none, or none was found in time."""
    from scipy.optimize import Bounds, LinearConstraint, milp

    choices = len(problem.costs)
    units, gains, widths = _slopes(problem)
    step = max(int(np.gcd.reduce(np.concatenate([gains, problem.penalties]))), 1)
    found = milp(
        np.concatenate([problem.penalties, -gains]) / step,
        integrality=1,
        bounds=Bounds(0, np.concatenate([np.ones(choices), widths])),
        constraints=LinearConstraint(*_constraints(problem, units)),
        options={"time_limit": max(seconds, 0.0), "mip_rel_gap": 0.0},
    )
    if found.status == _INFEASIBLE:
        return Solved(None, None, 0, optimal=True)
    bound = int((gains * widths).sum()) - int(np.minimum(problem.penalties, 0).sum())
    if found.mip_dual_bound is not None and np.isfinite(found.mip_dual_bound):
        highest = -found.mip_dual_bound
        bound = min(bound, math.floor(highest + _ROUNDING + _RELATIVE_ROUNDING * abs(highest)) * step)
    checked = found.mip_node_count or 0
    if found.x is None:
        return Solved(None, None, bound, optimal=False, checked=checked)
    chosen = tuple(np.flatnonzero(found.x[:choices] > 0.5).tolist())
    value = problem.value(chosen)
    return Solved(chosen, value, max(bound, value), bound <= value, checked)


def _slopes(problem: Problem) -> tuple[Integers, Integers, Integers]:
    """Return the slopes of what units give: the unit, the gain, and how many occurrences have it."""
    units = np.repeat(np.arange(len(problem.gain_starts) - 1), np.diff(problem.gain_starts))
    first = np.flatnonzero((np.diff(units, prepend=-1) != 0) | (np.diff(problem.gains, prepend=-1) != 0))
    return units[first], problem.gains[first], np.diff(first, append=len(units))


def _constraints(problem: Problem, slopes: Integers) -> tuple[Any, Integers, Floats]:
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


def _solve_until(problem: Problem, _known: tuple[int, ...] | None, deadline: float) -> Solved:
    return solve(problem, deadline - now())
