"""The state of a search for the best sets, and the search for all sets that reach a target.

Prices bound what can be reached and rule out most candidates; what is left becomes a decision diagram. Where the
diagram would grow too wide, the search splits on a candidate that the prices do not decide, and finds new prices for
each part.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

from sumspace.compute.clock import now
from sumspace.compute.work import checkpoint
from sumspace.errors import TooLargeError
from sumspace.oracle.diagram import BudgetedDiagram, Diagram
from sumspace.oracle.kernels.diagram import Expanded
from sumspace.oracle.kernels.expanding import expand
from sumspace.oracle.kernels.narrowing import Narrowed, Part, narrow
from sumspace.oracle.kernels.prices import find_prices
from sumspace.oracle.problem import Weights

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sumspace.arrays import Floats
    from sumspace.oracle.problem import Objective, Ratio, SelectionProblem


#: Rounds of price finding for the whole problem, and for a part of it.
_ROUNDS, _PART_ROUNDS = 200, 60
#: How wide diagrams may get before the search splits: the deeper, the wider, so that it ends where sets abound.
_WIDTH, _WIDER = 300, 1.5
#: Where less than this part of a hit is left to lose, prices can rule out little more, and splitting would not help.
_PLENTY, _MOST = 0.1, 10**6
#: In layers of so many nodes prices are found anew.
_WIDE = 1000
#: How many nodes are made in a second, roughly, and how many a diagram may have: more would not fit into memory.
_RATE, _NODES = 2e6, 2e7
#: Where sets abound, more nodes than these are too many to tell apart how much room they leave.
_FEW_NODES = 2e6
#: How many additions are made in a second, roughly, when the room is counted, and how many cells a layer may have then.
_ADDITIONS, _ROOM_CELLS = 2e8, 2**25
#: Prices are rounded to this part of what one hit counts, or to whole numbers.
_FINE = 1024
#: Tables may not have more cells than this.
_CELLS = 2**27
#: So many cells of tables are worth filling to find prices for the whole problem, in so many rounds at least.
_WORK, _FEWEST_ROUNDS = 4 * 10**9, 8


class OutOfTimeError(Exception):
    """The time for a search is over."""


@dataclass(eq=False)
class Search:
    """A search for the best sets: the problem, what counts, the time there is, and the best set so far."""

    problem: SelectionProblem
    objective: Objective
    #: When to give up, on the clock of `sumspace.compute.clock`.
    deadline: float
    #: Whether all of the best sets are wanted, or one is enough.
    every: bool = True
    #: What units were worth in a similar search, to begin with.
    prices: Floats | None = None
    best: tuple[int, ...] | None = None
    score: Fraction = Fraction(-1)
    #: A score that no set exceeds, once it is known; the score itself when it is proven.
    bound: Fraction | None = None
    #: All sets with the best score, once they are known.
    diagrams: tuple[Diagram, ...] | None = None
    #: How many sets, or parts of them, were looked at by other means than searches for a target.
    tried: int = 0
    _target_searches: list[TargetSearch] = field(default_factory=list)

    def weighted(self, weights: Sequence[Weights], *, tallied: bool = False, size: int | None = None) -> TargetSearch:
        """Return the search for sets that reach a value by these weights, all sets or those of so many units.

        It tallies measures apart if wanted.
        """
        problem = self.problem if size is None else self.problem.of_size(size)
        problem = replace(problem.weighted(weights, self.objective.ceiling), tallied=tallied)
        self._target_searches.append(TargetSearch(problem, self.deadline, self.prices))
        return self._target_searches[-1]

    @property
    def checked(self) -> int:
        return self.tried + sum(search.checked for search in self._target_searches)

    def score_of(self, choices: Sequence[int]) -> Fraction:
        """Return the score of a set of choices, exactly."""
        return self.objective.score(self.problem.hits(choices), self.problem.size(choices))

    def offer(self, choices: Sequence[int] | None) -> bool:
        """Keep a set if it is better than the best so far; tell whether it is."""
        if choices is None or (self.best is not None and set(choices) == set(self.best)):
            return False
        score = self.score_of(choices)
        if score <= self.score:
            return False
        self.best, self.score = tuple(choices), score
        return True

    def lower_bound(self, bound: Fraction) -> None:
        """Take a score that no set exceeds as the bound, if it is lower than the one so far."""
        self.bound = max(bound if self.bound is None else min(bound, self.bound), self.score)

    def ratio_to_beat(self) -> RatioToBeat:
        """Return the best score so far, on the one measure there is, as a ratio to beat."""
        (ratio,) = self.objective.ratios
        return RatioToBeat(ratio, max(self.score, Fraction(0)) / ratio.times, int(self.problem.sizes.min(initial=0)))


@dataclass(frozen=True, slots=True)
class RatioToBeat:
    """The best ratio so far: by `weights`, sets worth more than `equal` beat it, and those worth just that equal it."""

    ratio: Ratio
    hits_by_below: Fraction
    #: The fewest units that a choice has.
    fewest: int

    @property
    def weights(self) -> Weights:
        """What hits and units count."""
        return Weights(self.hits_by_below.denominator, self.hits_by_below.numerator * self.ratio.each)

    @property
    def equal(self) -> int:
        """What sets are worth that equal it."""
        return self.hits_by_below.numerator * self.ratio.base

    def bound(self, highest: int) -> Fraction:
        """Return a score that no set exceeds, if none is worth more than this."""
        below = max(self.ratio.base + self.ratio.each * self.fewest, 1)
        excess = Fraction(max(highest - self.equal, 0), self.hits_by_below.denominator * below)
        return (self.hits_by_below + excess) * self.ratio.times


@dataclass(eq=False)
class TargetSearch:
    """A search of a problem for all sets that reach a target; it learns prices at first and keeps them."""

    problem: SelectionProblem
    #: When to give up, on the clock of `sumspace.compute.clock`.
    deadline: float = float("inf")
    #: Prices to begin with, where those of a similar problem are known.
    start: Floats | None = None
    #: How many partial sets to look at before giving up, for results that do not depend on the clock.
    effort: float = float("inf")
    #: How many partial sets were looked at so far.
    checked: int = 0
    _root: Part = field(init=False)

    def __post_init__(self) -> None:
        problem = self.problem
        cells = (len(problem.sentences) + 1) * (problem.high + 1) * (1 + problem.cut)
        if cells > _CELLS:
            raise TooLargeError(
                f"has too many sentences for a budget of {problem.high:,} words: tables would need over "
                f"{_CELLS * 8 / 1e9:.0f} GB"
            )
        self._arrays = problem.arrays
        self._smallest = int(problem.gains[problem.gains > 0].min(initial=problem.gains.max(initial=1)))
        self._scale = max(_FINE // int(problem.gains.max(initial=1)), 1)
        prices = problem.gains[problem.gain_starts[:-1]] / 2.0 if self.start is None else self.start.copy()
        nothing = np.zeros(0, dtype=np.int64)
        self._root = Part(np.arange(len(problem.sentences)), nothing, problem.held(()), problem.high, 0, prices)
        self._rounds = min(_ROUNDS if self.start is None else _PART_ROUNDS, max(_WORK // cells, _FEWEST_ROUNDS))

    @property
    def prices(self) -> Floats:
        """What the units are worth, as far as is known."""
        return self._root.prices

    def bound(self, known: int, *, every: bool = True) -> tuple[int, tuple[int, ...] | None]:
        """Return a number that no set exceeds, and a good set; `known` is a value that some set has.

        Where one best set is enough, a bound that proves it is, too; to find every one, good prices are wanted.
        """
        root = self._root
        enough = 0.0 if every else 1.0 - 1e-3
        bound, _, best_set = find_prices(
            self._arrays, root.active, root.held, root.room, root.done, root.prices, float(known), self._rounds, enough
        )
        if bound == -np.inf:
            return known, None
        return int(np.floor(bound + 1e-6 + 1e-9 * abs(bound))), tuple(best_set[best_set >= 0].tolist())

    def reaching(self, target: int) -> Iterator[Diagram]:
        """Yield diagrams of all sets that are worth at least so much; no set is in two of them."""
        waiting = [self._root]
        while waiting:
            checkpoint()
            if now() > self.deadline or self.checked > self.effort:
                raise OutOfTimeError
            part = waiting.pop()
            narrowed = Narrowed(*narrow(self._arrays, part, target, self._scale, _PART_ROUNDS))
            self.checked += 1
            if not narrowed.hopeful:
                continue
            plenty = narrowed.bound - target * self._scale < _PLENTY * self._scale * self._smallest
            most = _MOST if plenty else int(_WIDTH * _WIDER**part.depth)
            diagram = self._expand(part, narrowed, target, most, budgeted=plenty and self._can_be_budgeted)
            if diagram is None:
                waiting += self._split(part, narrowed)
            elif diagram.expanded.sizes[-1]:
                yield diagram
                if isinstance(diagram, BudgetedDiagram) and diagram.additions > (self.deadline - now()) * _ADDITIONS:
                    raise OutOfTimeError

    def _expand(self, part: Part, narrowed: Narrowed, target: int, most: int, *, budgeted: bool) -> Diagram | None:
        """Return the diagram of a part; None if it would be too large.

        A diagram that leaves the room to be counted is made where sets abound, and another one would be large.
        """
        chosen = tuple(narrowed.chosen.tolist())
        for roomless in (False, True) if budgeted else (False,):
            left = min((self.deadline - now()) * _RATE, self.effort - self.checked)
            if left <= 0:
                raise OutOfTimeError
            largest = _FEW_NODES if budgeted and not roomless else _NODES
            limit = int(min(left, largest)) + 1
            width = min(most, _ROOM_CELLS // int(narrowed.room + 1)) if roomless else most
            arguments = self._arrays, narrowed, part.done, target, self._scale, width, limit, _WIDE, roomless
            expanded = Expanded(*expand(*arguments))
            self.checked += expanded.nodes
            if not expanded.finished:
                if left < largest and expanded.nodes >= limit:
                    raise OutOfTimeError
            elif roomless:
                return BudgetedDiagram(chosen, expanded, costs=self.problem.costs, room=int(narrowed.room))
            else:
                return Diagram(chosen, expanded)
        return None

    @property
    def _can_be_budgeted(self) -> bool:
        """Whether any set will do that has no more words than there is room for."""
        problem = self.problem
        return (
            problem.low == 0
            and not problem.cut
            and not problem.tallied
            and np.array_equal(problem.costs, problem.words)
        )

    def _split(self, part: Part, narrowed: Narrowed) -> Iterator[Part]:
        """Divide a part by the choice of a candidate that is open and long, without it first."""
        arrays = self._arrays
        costs = arrays.costs[arrays.first[narrowed.active]]
        undecided = np.abs(narrowed.taken - narrowed.skipped) / np.maximum(costs, 1)
        place = int(np.argmin(undecided))
        candidate, active = narrowed.active[place], np.delete(narrowed.active, place)
        room, penalty = int(narrowed.room), -int(narrowed.value)
        rest = Part(active, narrowed.chosen, narrowed.held, room, part.done, narrowed.prices, penalty, part.depth + 1)
        yield rest
        begin, end = arrays.first[candidate], arrays.first[candidate + 1]
        for choice in range(begin, end if not part.done else begin + 1):
            if arrays.costs[choice] <= room:
                yield rest._replace(
                    chosen=np.append(rest.chosen, choice),
                    held=rest.held + self.problem.held([choice]),
                    room=room - int(arrays.costs[choice]),
                    done=1 if choice > begin else part.done,
                    penalty=penalty + int(arrays.penalties[choice]),
                )
