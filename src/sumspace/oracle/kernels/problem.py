"""A problem as kernels see it: how often choices hold each unit, and the hits that they add."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from sumspace.compute.compiled import compiled

if TYPE_CHECKING:
    from sumspace.arrays import Integers


class ProblemArrays(NamedTuple):
    """The arrays of a problem, as kernels see them; `sumspace.oracle.problem.SelectionProblem` says what they hold."""

    first: Integers
    costs: Integers
    penalties: Integers
    starts: Integers
    units: Integers
    counts: Integers
    gains: Integers
    gain_starts: Integers
    #: By how much the highest cost may be missed.
    slack: int
    cut: bool
    #: The units of measure m are those from unit_starts[m] on; sizes[m, c] counts the units of choice c, of any kind.
    unit_starts: Integers
    sizes: Integers
    #: Whether diagrams tell apart how much each measure gives.
    tallied: bool


@compiled
def count_units(
    occurrences: Integers, begins: Integers, ends: Integers, units: int
) -> tuple[Integers, Integers, Integers]:
    """Return for every row its distinct units and how often they occur, as starts, units and counts.

    A row consists of the stretches begins[row, k] … ends[row, k] of the occurrences.
    """
    rows, parts = begins.shape
    starts = np.zeros(rows + 1, dtype=np.int64)
    distinct = np.empty((ends - begins).sum(), dtype=np.int64)
    counts = np.empty(len(distinct), dtype=np.int64)
    place = np.full(units, -1, dtype=np.int64)
    total = 0
    for row in range(rows):
        for part in range(parts):
            for k in range(begins[row, part], ends[row, part]):
                unit = occurrences[k]
                if place[unit] < starts[row]:
                    place[unit] = total
                    distinct[total] = unit
                    counts[total] = 1
                    total += 1
                else:
                    counts[place[unit]] += 1
        starts[row + 1] = total
    return starts, distinct[:total].copy(), counts[:total].copy()


@compiled
def added_hits(problem: ProblemArrays, choices: Integers, held: Integers) -> Integers:
    """Count the hits that each choice would add to what is held, by measure: [measure, choice]."""
    unit_starts = problem.unit_starts
    added = np.zeros((len(unit_starts) - 1, len(choices)), dtype=np.int64)
    for i in range(len(choices)):
        c = choices[i]
        for k in range(problem.starts[c], problem.starts[c + 1]):
            j = problem.units[k]
            measure = 0
            while j >= unit_starts[measure + 1]:
                measure += 1
            begin = problem.gain_starts[j] + held[j]
            for t in range(begin, min(begin + problem.counts[k], problem.gain_starts[j + 1])):
                added[measure, i] += problem.gains[t]
    return added


@compiled
def count_hits(problem: ProblemArrays, choices: Integers) -> Integers:
    """Count the hits of a set of choices by measure."""
    held = np.zeros(len(problem.gain_starts) - 1, dtype=np.int64)
    hits = np.zeros(len(problem.unit_starts) - 1, dtype=np.int64)
    for c in choices:
        hits += added_hits(problem, np.array([c]), held)[:, 0]
        for k in range(problem.starts[c], problem.starts[c + 1]):
            held[problem.units[k]] += problem.counts[k]
    return hits
