"""The oracles of a space: the best score, proven, and all extracts that have it."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property, partial
from itertools import islice
from typing import TYPE_CHECKING

import numpy as np

from sumspace.compute.clock import now
from sumspace.errors import SettingError
from sumspace.measures.measure import f_measure
from sumspace.oracle.diagram import Diagram, Sets
from sumspace.oracle.kernels.choosing import take_greedily
from sumspace.oracle.kernels.problem import added_hits
from sumspace.oracle.objectives import search_by_objective
from sumspace.oracle.problem import objective_of, state
from sumspace.oracle.search import Search
from sumspace.oracle.solvers import search_by_solver, solve_by_branch_and_bound, solve_by_ilp
from sumspace.space.scoring import Scoring

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Sequence

    from sumspace.arrays import Floats
    from sumspace.oracle.official import Visited
    from sumspace.oracle.problem import Objective, SelectionProblem
    from sumspace.oracle.solvers import Solver
    from sumspace.space.budget import Extract
    from sumspace.space.space import Space


@dataclass(frozen=True, slots=True)
class FMeasure:
    """How far the sentences of a summary are those of oracles (Hirao 2017, section 6.2.3)."""

    precision: float
    recall: float

    @property
    def f1(self) -> float:
        """2PR / (P + R), 0 where both are 0."""
        return f_measure(self.precision, self.recall)


@dataclass(frozen=True, eq=False)
class Oracles:
    """The best extracts of a space, all of them unless the time ran out."""

    #: What the best extract found scores, and what none exceeds: the same if it is proven to be the best.
    score: float
    bound: float
    optimal: bool
    #: Its hits on each measure.
    hits: tuple[int, ...]
    #: One oracle, or the best extract found; None where no extract has any unit of a reference.
    best: Extract | None
    #: All oracles; None where there was no time to find them all.
    sets: Sets | Visited | None = field(repr=False)
    #: What the greedy algorithm takes, and its score; None where it finds no extract.
    greedy: tuple[Extract, float] | None
    #: How many partial extracts the search looked at.
    checked: int

    @property
    def count(self) -> int | None:
        """How many oracles there are, exactly; None where that is not known."""
        return None if self.sets is None else self.sets.count

    def extracts(self) -> Iterator[Extract]:
        """Yield the oracles one by one; the best extract found, where not all are known."""
        if self.sets is not None:
            yield from self.sets
        elif self.best is not None:
            yield self.best

    def draw(self, count: int, seed: int = 0) -> list[Extract]:
        """Draw some oracles, each as likely as any other, with repetition."""
        if self.sets is None or not self.sets.count:
            return []
        rng = random.Random(seed)  # noqa: S311 - nothing secret
        return self.sets.pick([rng.randrange(self.sets.count) for _ in range(count)])

    @cached_property
    def shares(self) -> Floats | None:
        """In what share of all oracles each sentence appears: how much it matters."""
        shares = None if self.sets is None else self.sets.shares
        return None if shares is None else shares.sum(axis=0)

    def f_measure(self, sentences: Collection[int]) -> FMeasure | None:
        """Compare an extract with all oracles: P and R are means over them."""
        if self.sets is None or not self.sets.count or self.sets.shares is None:
            return None
        inside = self.sets.shares[:, sorted(set(sentences))].sum(axis=1)
        sizes = np.arange(len(inside))
        recall = float(np.divide(inside, sizes, out=np.zeros(len(inside)), where=sizes > 0).sum())
        return FMeasure(float(inside.sum()) / len(set(sentences)) if sentences else 0.0, recall)


def list_oracles(oracles: Oracles, most: int) -> list[Extract]:
    """List oracles, the first so many that are found, in the order of their sentences."""
    return sorted(islice(oracles.extracts(), most), key=lambda extract: (extract.sentences, extract.words or 0))


def find_oracles(
    space: Space, scorings: Scoring | Sequence[Scoring], seconds: float = 10.0, *, every: bool = True
) -> Oracles | None:
    """Find all oracles, or the best extract there is time to find and a bound that none exceeds.

    Several scorings stand for the mean of their scores. None where there is no extract. Without `every` one oracle is
    enough, which is quicker where there are very many.
    """
    return _find(search_by_objective, space, scorings, seconds, every=every)


def find_by_ilp(space: Space, scorings: Scoring | Sequence[Scoring], seconds: float = 10.0) -> Oracles | None:
    """Find one oracle by integer linear programming, or the best extract there is time to find and a bound.

    It does not say how many oracles there are, unless there is nothing to choose from.
    """
    return _find_by_solver(solve_by_ilp, space, scorings, seconds)


def find_by_branch_and_bound(
    space: Space, scorings: Scoring | Sequence[Scoring], seconds: float = 10.0
) -> Oracles | None:
    """Find all oracles by branch and bound, or the best extract there is time to find and the bound of the root."""
    return _find_by_solver(solve_by_branch_and_bound, space, scorings, seconds)


def _find_by_solver(
    solve: Solver, space: Space, scorings: Scoring | Sequence[Scoring], seconds: float
) -> Oracles | None:
    scorings = _several(scorings)
    if len(scorings) > 1 and any(scoring.score != "recall" for scoring in scorings):
        raise SettingError("the mean of several F1 scores is no linear problem: only the search finds its oracles")
    if any(scoring.coverage.denominators is not None for scoring in scorings):
        raise SettingError("what hits are divided by depends on the extract: only the search finds the oracles")
    return _find(partial(search_by_solver, solve=solve), space, scorings, seconds)


def _find(
    method: Callable[[Search], None],
    space: Space,
    scorings: Scoring | Sequence[Scoring],
    seconds: float,
    *,
    every: bool = True,
) -> Oracles | None:
    """Find oracles by a method of searching; where there is nothing to choose from, there is no need to."""
    scorings = _several(scorings)
    if space.is_empty:
        return None
    problem = state(space, scorings)
    search = Search(problem, objective_of(scorings), now() + seconds, every)
    greedy_extract: tuple[Extract, float] | None = None
    if space.is_whole:
        everything = tuple(problem.first[:-1].tolist())
        search.offer(everything)
        greedy_extract = problem.extract(everything), float(search.score)
        search.bound, search.diagrams = search.score, (Diagram.of_set(everything),)
    elif len(problem.sentences):
        search.offer(greedy(problem, search.objective))
        if search.best:
            greedy_extract = problem.extract(search.best), float(search.score)
        method(search)
    elif space.window.empty:
        search.offer(())
        search.bound, search.diagrams = search.score, (Diagram.of_set(()),)
    else:
        search.diagrams = ()
    sets = None if search.diagrams is None else Sets(problem, search.diagrams, len(space.lengths))
    best = _shortest(search)
    bound = search.score if search.bound is None else min(search.bound, Fraction(1))
    if bound < search.score or (sets is not None and search.best is not None and not sets.count):
        raise RuntimeError("the search contradicts itself")
    return Oracles(
        score=max(float(search.score), 0.0),
        bound=max(float(bound), 0.0),
        optimal=bound == search.score,
        hits=tuple(problem.hits(best)) if best is not None else (0,) * len(scorings),
        best=None if best is None else problem.extract(best),
        sets=sets,
        greedy=greedy_extract,
        checked=search.checked,
    )


def _several(scorings: Scoring | Sequence[Scoring]) -> tuple[Scoring, ...]:
    return (scorings,) if isinstance(scorings, Scoring) else tuple(scorings)


def _shortest(search: Search) -> tuple[int, ...] | None:
    """Return the oracle with the fewest words and, of those, the one whose sentences stand earliest together."""
    if not search.diagrams:
        return search.best
    problem = search.problem
    weights = problem.words * (int(problem.sentences.sum()) + 1) + problem.owners
    _, choices = min(diagram.lightest(weights) for diagram in search.diagrams)
    return choices


def greedy(problem: SelectionProblem, objective: Objective) -> tuple[int, ...] | None:
    """Take the sentence that adds most to the score for its cost, while some fits and none lowers the score.

    This is algorithm 2 of Hirao 2017, for every objective and budget. Where a single sentence is better than all that,
    it is taken instead. Under a budget with a lower limit, sentences are taken that leave a way to reach it, whatever
    they do to the score; None where that leads nowhere.
    """
    chosen, score = take_greedily(problem.arrays, objective.rows, problem.low, problem.high)
    if not len(chosen):
        return () if problem.low == 0 else None
    if problem.low == 0:
        choices = problem.first[:-1]
        nothing = np.zeros(len(problem.gain_starts) - 1, dtype=np.int64)
        alone = objective.scores(added_hits(problem.arrays, choices, nothing), problem.sizes[:, choices])
        best = int(np.argmax(alone))
        if alone[best] > score:
            return (int(choices[best]),)
    return tuple(chosen.tolist())
