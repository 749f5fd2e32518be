"""The best mean of two F1 scores: the sum of two ratios, searched for in slices of the first.

Let x and y be the scores on the two measures and 2θ the best sum so far. In the slice a ≤ x ≤ b, a set with a better
sum has x ≥ a and y ≥ 2θ − b. Both are linear in hits and units; so is their weighted sum, for which all sets can be
found. They are few, for x and y are hardly at odds, and each brings its hits and units along, so that it is judged
exactly.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from sumspace.compute.clock import now
from sumspace.oracle.by_ratio import search_by_ratio
from sumspace.oracle.objective import Objective
from sumspace.oracle.problem import Aim
from sumspace.oracle.quest import Quest
from sumspace.oracle.search import OutOfTimeError

if TYPE_CHECKING:
    from sumspace.oracle.diagram import Diagram

__all__ = ["search_by_mean"]

#: Scores are rounded to parts of this, to the safe side, and slices are so wide at most.
_FINE, _SLICE = 10_000, 200


@dataclass(frozen=True, eq=False)
class _Candidates:
    """Sets that may be the best of a slice, and the score of those that end in each node."""

    diagram: Diagram
    scores: list[Fraction]


def search_by_mean(quest: Quest) -> None:
    """Find all sets with the best mean of two ratios."""
    highest = [_highest(quest, measure) for measure in (0, 1)]
    quest.bound = (highest[0] + highest[1]) / 2
    found: list[_Candidates] = []
    try:
        top = int(highest[0] * _FINE) + 1
        low = max(int((2 * quest.score - highest[1]) * _FINE), 0)
        cuts = [*range(low, top, _SLICE), top]
        for a, b in reversed(list(pairwise(cuts))):
            found += _search_slice(quest, a, b)
            found = [one for one in found if max(one.scores) >= quest.score]
    except OutOfTimeError:
        return
    quest.bound = quest.score
    best = [(one.diagram, np.array([score == quest.score for score in one.scores])) for one in found]
    quest.diagrams = tuple(replace(diagram, ends=ends) for diagram, ends in best if ends.any())


def _highest(quest: Quest, measure: int) -> Fraction:
    """Return a score that no set exceeds on one measure, and offer the best set there."""
    alone = Quest(
        quest.problem.only(measure), Objective((quest.objective.ratios[measure],)), quest.deadline, every=False
    )
    alone.offer(quest.best)
    search_by_ratio(alone)
    quest.offer(alone.best)
    return alone.score if alone.bound is None else alone.bound


def _search_slice(quest: Quest, low: int, high: int) -> list[_Candidates]:
    """Find the sets whose first score lies in a slice, the upper end excluded, and that may be the best."""
    first, second = quest.objective.ratios
    while True:
        # what the second score must at least be
        least = max(int(2 * quest.score * _FINE) - high, 0)
        units = quest.units(quest.best or ())
        weights = [
            max(ratio.base + ratio.each * size, 1) for ratio, size in zip((second, first), units[::-1], strict=True)
        ]
        aims = [
            Aim(weight * ratio.times * _FINE, weight * at_least * ratio.each)
            for weight, ratio, at_least in zip(weights, (first, second), (low, least), strict=True)
        ]
        target = weights[0] * low * first.base + weights[1] * least * second.base
        search = quest.search(aims, tallied=True)
        bound, met = search.bound(target)
        if not quest.offer(met):
            break
    if bound < target:
        return []
    found = []
    for diagram in search.reaching(target):
        scores = []
        if now() > quest.deadline:
            raise OutOfTimeError
        for node, (value, tallies) in enumerate(zip(diagram.expanded.values, diagram.expanded.tallies, strict=True)):
            x, y = _scores(quest, aims, int(value), tallies.tolist())
            inside = low <= x * _FINE < high
            scores.append((x + y) / 2 if inside else Fraction(-1))
            if scores[-1] > quest.score:
                quest.offer(diagram.one_of(node))
        found.append(_Candidates(diagram, scores))
    return found


def _scores(quest: Quest, aims: list[Aim], value: int, tallies: list[int]) -> tuple[Fraction, Fraction]:
    """Return both scores of the sets that end in a node."""
    given, *units = tallies
    rest = value + sum(aim.unit * size for aim, size in zip(aims, units, strict=True)) - given
    hits = given // aims[0].hit, rest // aims[1].hit
    x, y = (ratio.of(h, u) for ratio, h, u in zip(quest.objective.ratios, hits, units, strict=True))
    return x, y
