"""Ways to search for the best sets, by what makes them the best.

- Where there are few sets, all are tried, whatever counts.
- By hits: the mean of recalls is a weighted sum of hits.
- By ratio: for F1 the number of units counts too.
- By size: where hits are divided by something for each number of units, each number is a problem of its own.
- By mean: the mean of two F1 scores is the sum of two ratios.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import islice, pairwise
from math import comb, floor
from typing import TYPE_CHECKING

import numpy as np

from sumspace.compute.clock import now
from sumspace.errors import TooLargeError
from sumspace.oracle.diagram import Diagram
from sumspace.oracle.kernels.choosing import try_all
from sumspace.oracle.kernels.problem import added_hits
from sumspace.oracle.problem import Objective, Weights
from sumspace.oracle.search import OutOfTimeError, Search
from sumspace.oracle.solvers import solve_by_ilp

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sumspace.oracle.problem import Ratio
    from sumspace.oracle.search import TargetSearch


#: How many sets are few, and how many of them may be the best.
_FEW, _MOST = 50_000, 1000
#: Up to this gap between bound and best value, targets come down one by one: those out of reach cost little.
_NEAR = 8
#: The share of the time after which a search without proof leaves the proof to integer linear programming.
_SHARE = 0.6
#: Scores are rounded to parts of this, to the safe side, and slices are so wide at most.
_FINE, _SLICE = 10_000, 200


def search_by_objective(search: Search) -> None:
    """Search in the way that suits what counts."""
    if search_by_trying(search):
        return
    if search.objective.is_linear:
        search_by_hits(search)
    elif any(ratio.by_units for ratio in search.objective.ratios):
        search_by_size(search)
    elif len(search.objective.ratios) == 1:
        search_by_ratio(search)
    else:
        search_by_mean(search)


def search_by_trying(search: Search) -> bool:
    """Try all sets where they are few; tell whether that was so, and all of the best are known."""
    problem = search.problem
    most = problem.most_choices
    sets_to_try = sum(comb(len(problem.sentences), size) for size in range(most + 1))
    if problem.cut or sets_to_try > _FEW:
        return False
    count, rows = try_all(problem.arrays, search.objective.rows, problem.low, problem.high, most, _MOST)
    search.tried += sets_to_try
    if count > _MOST:
        return False
    sets = [tuple(choice for choice in row if choice >= 0) for row in rows.tolist()]
    scores = [search.score_of(choices) for choices in sets]
    best = max(scores)
    best_sets = [choices for choices, score in zip(sets, scores, strict=True) if score == best]
    search.best, search.score, search.bound = best_sets[0], best, best
    search.diagrams = tuple(map(Diagram.of_set, best_sets))
    return True


def search_by_hits(search: Search) -> None:
    """Lower the target from the bound until some set reaches it: the sets that do are all the best ones.

    A bound that does not come down in time is left to integer linear programming, which is slower to begin with, but
    has cuts. What time is left then is for finding all sets.
    """
    target_search = search.weighted(search.objective.weights)
    highest, good_set = target_search.bound(max(target_search.problem.value(search.best or ()), 0), every=search.every)
    highest = min(highest, target_search.problem.ceiling)
    search.prices = target_search.prices
    search.offer(good_set)
    search.bound = max(highest * search.objective.scale, search.score)
    if search.bound > search.score:
        began = now()
        target_search.deadline = began + _SHARE * (search.deadline - began)
    try:
        _close_in(search, target_search, highest)
    except OutOfTimeError:
        if search.bound == search.score:
            return
        _ask_solver(search, target_search)
        target_search.deadline = search.deadline
        try:
            if search.bound == search.score and search.every:
                _close_in(search, target_search, target_search.problem.value(search.best or ()))
        except OutOfTimeError:
            return


def _close_in(search: Search, target_search: TargetSearch, highest: int) -> None:
    """Close in on the highest value that a set has; `highest` is one that none exceeds."""
    scale = search.objective.scale
    while True:
        known = max(target_search.problem.value(search.best or ()), 0)
        if known == highest and not search.every:
            return
        target = highest if highest - known <= _NEAR else (known + highest + 1) // 2
        is_one_enough = target < highest or not search.every
        diagrams = []
        for diagram in islice(target_search.reaching(target), 1 if is_one_enough else None):
            diagrams.append(diagram)
            search.offer(diagram.best())
            search.bound = max(highest * scale, search.score)
            if search.bound == search.score:
                target_search.deadline = search.deadline
        if diagrams and target == highest:
            search.bound, search.diagrams = search.score, tuple(diagrams) if search.every else None
            return
        if not diagrams:
            if target <= known:
                raise RuntimeError("the search has lost a set that it knew")
            highest = target - 1
            search.bound = highest * scale


def _ask_solver(search: Search, target_search: TargetSearch) -> None:
    """Bring the bound down by integer linear programming."""
    if now() < search.deadline:
        solved = solve_by_ilp(target_search.problem, search.best, search.deadline)
        search.offer(solved.choices)
        search.lower_bound(solved.bound * search.objective.scale)


def search_by_ratio(search: Search) -> None:
    """Look for sets that beat the best ratio so far, until there are none; then take every one that equals it.

    A set beats the ratio H / D if D · hits − H · (base + each · units) is positive, and equals it if that is 0: a
    search in whole numbers for every ratio (Dinkelbach 1967).
    """
    try:
        while True:
            to_beat = search.ratio_to_beat()
            target_search = search.weighted([to_beat.weights])
            highest, good_set = target_search.bound(to_beat.equal)
            search.bound = max(to_beat.bound(highest), search.score)
            if search.offer(good_set):
                continue
            if highest > to_beat.equal:
                better = next(target_search.reaching(to_beat.equal + 1), None)
                if better is not None:
                    search.offer(better.best())
                    continue
            search.bound = search.score
            if search.every:
                search.diagrams = tuple(target_search.reaching(to_beat.equal))
            return
    except OutOfTimeError:
        return


def search_by_size(search: Search) -> None:
    """Search for the most hits of every number of units that may have the best score; then take all sets that have it.

    What no set of n units exceeds is the bound of all sets, or what the n sentences with the most hits have together,
    until it is searched: the most promising number comes first, so that others need not be.
    """
    problem = search.problem
    bound, good_set = search.weighted([Weights()]).bound(0, every=False)
    search.offer(good_set)
    sizes = range(problem.most_choices + 1)
    alone = np.sort(added_hits(problem.arrays, problem.first[:-1], problem.held(()))[0])[::-1]
    # sentences that are no unit may come on top
    most = [int(alone[:n].sum()) if problem.sizes.all() else bound for n in sizes]
    by_size = _BySize(search, search.objective.ratios[0], {n: min(bound, most[n]) for n in sizes})
    try:
        for n in sorted(sizes, key=by_size.limit, reverse=True):
            by_size.beat(n)
        search.bound = search.score
        if search.every:
            search.diagrams = tuple(by_size.equal())
    except OutOfTimeError:
        search.lower_bound(max(map(by_size.limit, sizes)))


@dataclass(frozen=True, eq=False)
class _BySize:
    """Searches for sets of each number of units."""

    search: Search
    ratio: Ratio
    #: Hits that no set of n units exceeds; less than none where there is no such set.
    highest: dict[int, int]
    _searches: dict[int, TargetSearch] = field(default_factory=dict)

    def limit(self, n: int) -> Fraction:
        """Return a score that no set of n units exceeds."""
        return self.ratio.of(self.highest[n], n) if self.highest[n] >= 0 else Fraction(-1)

    def beat(self, n: int) -> None:
        """Find better sets of n units than the best so far, until there is none."""
        search = self.search
        while self.limit(n) > search.score:
            target_search = self._search(n)
            if self.limit(n) <= search.score:
                return
            target = floor(search.score * self.ratio.below(n)) + 1 if search.score >= 0 else 0
            better = next(target_search.reaching(target), None)
            if better is None:
                self.highest[n] = target - 1
            else:
                search.offer(better.best())

    def equal(self) -> Iterator[Diagram]:
        """Yield diagrams of all sets that have the best score."""
        score = self.search.score
        for n in self.highest:
            hits = score * self.ratio.below(n)
            if hits.denominator == 1 and self.limit(n) >= score:
                yield from self._search(n).reaching(int(hits))

    def _search(self, n: int) -> TargetSearch:
        """Return the search for sets of n units, whose bound is known then."""
        if n not in self._searches:
            search = self.search
            if now() > search.deadline:
                raise OutOfTimeError
            try:
                self._searches[n] = search.weighted([Weights()], size=n)
            except TooLargeError:  # as good as out of time: there is a bound
                raise OutOfTimeError from None
            known = max(floor(search.score * self.ratio.below(n)), 0)
            bound, good_set = self._searches[n].bound(known)
            search.offer(good_set)
            self.highest[n] = -1 if good_set is None else min(self.highest[n], bound)
        return self._searches[n]


@dataclass(frozen=True, eq=False)
class _Candidates:
    """Sets that may be the best of a slice, and the score of those that end in each node."""

    diagram: Diagram
    scores: list[Fraction]


def search_by_mean(search: Search) -> None:
    """Find all sets with the best mean of two F1 scores: the sum of two ratios, in slices of the first.

    Let x and y be the scores on the two measures and 2θ the best sum so far. In the slice a ≤ x ≤ b, a set with a
    better sum has x ≥ a and y ≥ 2θ − b. Both are linear in hits and units; so is their weighted sum, for which all
    sets can be found. They are few, for x and y are hardly at odds, and each brings its hits and units along, so that
    it is judged exactly.
    """
    highest = [_highest(search, measure) for measure in (0, 1)]
    search.bound = (highest[0] + highest[1]) / 2
    candidates: list[_Candidates] = []
    try:
        top = int(highest[0] * _FINE) + 1
        low = max(int((2 * search.score - highest[1]) * _FINE), 0)
        cuts = [*range(low, top, _SLICE), top]
        for a, b in reversed(list(pairwise(cuts))):
            candidates += _search_slice(search, a, b)
            candidates = [candidate for candidate in candidates if max(candidate.scores) >= search.score]
    except OutOfTimeError:
        return
    search.bound = search.score
    search.diagrams = tuple(
        replace(candidate.diagram, ends=np.array([score == search.score for score in candidate.scores]))
        for candidate in candidates
        if search.score in candidate.scores
    )


def _highest(search: Search, measure: int) -> Fraction:
    """Return a score that no set exceeds on one measure, and offer the best set there."""
    alone = Search(
        search.problem.only(measure), Objective((search.objective.ratios[measure],)), search.deadline, every=False
    )
    alone.offer(search.best)
    search_by_ratio(alone)
    search.offer(alone.best)
    return alone.score if alone.bound is None else alone.bound


def _search_slice(search: Search, low: int, high: int) -> list[_Candidates]:
    """Find the sets whose first score lies in a slice, the upper end excluded, and that may be the best."""
    first, second = search.objective.ratios
    while True:
        # what the second score must at least be
        least = max(int(2 * search.score * _FINE) - high, 0)
        units = search.problem.size(search.best or ())
        factors = [
            max(ratio.base + ratio.each * size, 1) for ratio, size in zip((second, first), units[::-1], strict=True)
        ]
        weights = [
            Weights(factor * ratio.times * _FINE, factor * at_least * ratio.each)
            for factor, ratio, at_least in zip(factors, (first, second), (low, least), strict=True)
        ]
        target = factors[0] * low * first.base + factors[1] * least * second.base
        target_search = search.weighted(weights, tallied=True)
        bound, good_set = target_search.bound(target)
        if not search.offer(good_set):
            break
    if bound < target:
        return []
    candidates = []
    for diagram in target_search.reaching(target):
        scores = []
        if now() > search.deadline:
            raise OutOfTimeError
        for node, (value, tallies) in enumerate(zip(diagram.expanded.values, diagram.expanded.tallies, strict=True)):
            x, y = _scores(search, weights, int(value), tallies.tolist())
            inside = low <= x * _FINE < high
            scores.append((x + y) / 2 if inside else Fraction(-1))
            if scores[-1] > search.score:
                search.offer(diagram.set_ending_in(node))
        candidates.append(_Candidates(diagram, scores))
    return candidates


def _scores(search: Search, weights: list[Weights], value: int, tallies: list[int]) -> tuple[Fraction, Fraction]:
    """Return both scores of the sets that end in a node."""
    by_first, *units = tallies
    by_second = value + sum(weight.unit * size for weight, size in zip(weights, units, strict=True)) - by_first
    hits = by_first // weights[0].hit, by_second // weights[1].hit
    x, y = (ratio.of(h, u) for ratio, h, u in zip(search.objective.ratios, hits, units, strict=True))
    return x, y
