"""The explored spaces of all documents on one measure: what systems score there, and where they stand.

Scores are those of the space: summaries are cut to the budget, and units do not cross sentences. They are not the
scores that systems are compared by.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from math import nan
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from sumspace.compute.work import threads_of
from sumspace.show.text import counted
from sumspace.studies.comparison.shares import Shares
from sumspace.tasks.places import Places, places_of
from sumspace.tasks.rank import rank_documents
from sumspace.tasks.task import LeftOut

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from sumspace.arrays import Flags, Floats
    from sumspace.compute.work import Workers
    from sumspace.corpus.model import Example
    from sumspace.measures.measure import Measure
    from sumspace.stats.resampling import Bootstrap, Interval
    from sumspace.tasks.rank import RankedDocument
    from sumspace.tasks.space import SpacePlan
    from sumspace.tasks.task import Progress


@dataclass(frozen=True, slots=True)
class SystemPlace:
    """Where a system stands among all extracts of the documents that it has summarized."""

    system: str
    documents: int
    #: Its mean score in the spaces, where summaries are cut to the budget.
    score: Interval
    #: The shares of the documents' extracts that it beats.
    places: Places
    #: The share of the distance from the average extract to the best one that its score covers.
    reached: Interval


@dataclass(frozen=True, eq=False)
class Explored:
    """The spaces of documents on one measure; where these have several by single references, their means."""

    measure: Measure
    names: tuple[str, ...]
    bootstrap: Bootstrap
    workers: Workers
    #: [document, system]: scores in the space, and shares of extracts that are not beaten; NaN where there is none.
    scores: Floats
    not_beaten: Floats
    #: By document, NaN where there is no space: the average extract, the best one known, and what none exceeds.
    average: Floats
    best: Floats
    bound: Floats
    #: How many spaces were explored, how many extracts the last of them has, and whether all of them were counted.
    spaces: list[int]
    extracts: list[int]
    exact: Flags

    @classmethod
    def empty(
        cls, measure: Measure, documents: int, systems: Sequence[str], bootstrap: Bootstrap, workers: Workers
    ) -> Explored:
        scores, not_beaten = (np.full((documents, len(systems)), nan) for _ in range(2))
        average, best, bound = (np.full(documents, nan) for _ in range(3))
        exact = np.ones(documents, dtype=np.bool_)
        return cls(
            measure, tuple(systems), bootstrap, workers, scores, not_beaten, average, best, bound,
            [0] * documents, [0] * documents, exact,
        )  # fmt: skip

    def add(self, row: int, document: RankedDocument) -> None:
        """Enter a document, or what it gives by a further reference."""
        space, distribution, before = document.space, document.space.distribution, self.spaces[row]

        def enter(values: Floats, value: float, *place: int) -> None:
            values[place] = value if not before else values[place] + (value - values[place]) / (before + 1)

        for score, (rest, _) in zip(document.scores, places_of(distribution, document.scores), strict=True):
            if score.system in self.names:
                column = self.names.index(score.system)
                enter(self.scores, score.score, row, column)
                enter(self.not_beaten, rest, row, column)
        enter(self.average, distribution.mean or 0.0, row)
        enter(self.best, distribution.max or 0.0, row)
        enter(self.bound, nan if space.max_bound is None else space.max_bound, row)
        self.exact[row] &= distribution.exact
        self.extracts[row] = distribution.extracts
        self.spaces[row] = before + 1

    def of(self, rows: Sequence[int]) -> Explored:
        """Return some of the documents."""
        return replace(
            self,
            scores=self.scores[rows],
            not_beaten=self.not_beaten[rows],
            average=self.average[rows],
            best=self.best[rows],
            bound=self.bound[rows],
            spaces=[self.spaces[row] for row in rows],
            extracts=[self.extracts[row] for row in rows],
            exact=self.exact[rows],
        )

    @property
    def known(self) -> Flags:
        """The documents that have a space."""
        there: Flags = ~np.isnan(self.best)
        return there

    @property
    def documents(self) -> int:
        return int(self.known.sum())

    @property
    def all_exact(self) -> bool:
        return bool(self.exact[self.known].all())

    @property
    def proven(self) -> int:
        """In how many documents the best extract is proven to be the best."""
        return int((self.bound[self.known] == self.best[self.known]).sum())

    @property
    def average_mean(self) -> float:
        return float(self.average[self.known].mean())

    @property
    def best_mean(self) -> float:
        return float(self.best[self.known].mean())

    @property
    def bound_mean(self) -> float | None:
        """What the mean of the best extracts does not exceed; None where that is not known of some document."""
        bounds = self.bound[self.known]
        return None if np.isnan(bounds).any() else float(bounds.mean())

    @cached_property
    def shares(self) -> Shares:
        values = np.column_stack([self.scores, self.average, self.best])
        return Shares(values, self.bootstrap, threads_of(self.workers))

    @cached_property
    def systems(self) -> dict[str, SystemPlace]:
        """Every system over the documents that it has summarized."""
        found = {}
        for column, system in enumerate(self.names):
            documents = self.shares.documents(column)
            if documents:
                score, reached = self.shares.of(column)
                rests = self.not_beaten[~np.isnan(self.not_beaten[:, column]), column]
                found[system] = SystemPlace(system, documents, score, Places.leaving(rests), reached)
        return found


class Exploration(NamedTuple):
    """The spaces of each measure that has any, what is to be said of them, and what ended the work early."""

    measures: tuple[Explored, ...] = ()
    left_out: tuple[LeftOut, ...] = ()
    notes: tuple[str, ...] = ()
    stopped: BaseException | None = None


def explore(
    examples: Sequence[Example],
    documents: Iterable[str],
    systems: Sequence[str],
    plan: SpacePlan | None,
    bootstrap: Bootstrap,
    take: Callable[[RankedDocument], object],
    progress: Progress | None = None,
) -> Exploration:
    """Explore the spaces of all documents, and place systems in them; nothing where no document has a text.

    A function takes each of them as well.
    """
    if plan is None:
        return Exploration()
    if not any(text.sections for example in examples for text in example.texts):
        return Exploration(notes=("no document has a text, so there are no extracts to compare with",))
    rows = {document: row for row, document in enumerate(documents)}
    found = {m: Explored.empty(m, len(rows), systems, bootstrap, plan.workers) for m in plan.measures}
    left_out: dict[str, LeftOut] = {}
    stopped: BaseException | None = None
    try:
        for result in rank_documents(examples, plan, progress):
            if isinstance(result, LeftOut):
                left_out.setdefault(result.id, result)
                continue
            row = rows[result.space.id]
            found[result.space.measure].add(row, result)
            take(result)
            if progress is not None:
                progress("spaces", row + 1, len(rows))
    except KeyboardInterrupt as interrupt:
        stopped = interrupt
    notes = []
    if left_out:
        first = next(iter(left_out.values()))
        notes.append(f"{counted(len(left_out), 'document')} without a space: {first.id!r} {first.reason}")
    known = tuple(explored for explored in found.values() if explored.documents)
    return Exploration(known, tuple(left_out.values()), tuple(notes), stopped)
