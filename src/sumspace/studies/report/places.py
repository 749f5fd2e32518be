"""Where systems stand among all extracts of each document, and how far from the average extract to the best one."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import isnan, nan
from typing import TYPE_CHECKING

import numpy as np

from sumspace.show.text import counted
from sumspace.space.distribution import TOLERANCE
from sumspace.studies.comparison.spaces import Shares
from sumspace.tasks.rank import rank_documents
from sumspace.tasks.task import LeftOut

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sumspace.arrays import Flags, Floats
    from sumspace.corpus.model import Example
    from sumspace.measures.measure import Measure
    from sumspace.space.distribution import Distribution
    from sumspace.stats.resampling import Interval
    from sumspace.studies.report.plan import ReportPlan
    from sumspace.tasks.rank import RankedDocument
    from sumspace.tasks.task import Progress


#: From this share of extracts on, a place is among the highest.
HIGH = 0.99


@dataclass(frozen=True, slots=True)
class SystemPlace:
    """Where a system stands in the spaces of the documents that it has summarized."""

    system: str
    documents: int
    #: Its mean score in the spaces, where summaries are cut to the budget.
    score: Interval
    #: The share of a document's extracts that do not score lower: mean, median and quartiles over documents, of which
    #: `low` is that of the lower place.
    mean: float
    median: float
    low: float
    high: float
    #: The share of documents in which it beats at least 99 % of extracts.
    over_99: float
    #: The share of the distance from the average extract to the best one that the score covers.
    reached: Interval


@dataclass(frozen=True, eq=False)
class Places:
    """All systems on one measure in the spaces of their documents."""

    measure: Measure
    names: tuple[str, ...]
    #: [document, system]: scores in the space, and shares of extracts that do not score lower; NaN where there is none.
    scores: Floats
    not_beaten: Floats
    #: By document, NaN where there is no space: the average extract, the best one known, and what none exceeds.
    average: Floats
    best: Floats
    bound: Floats
    #: How many extracts there are, and whether all of them were counted.
    extracts: list[int]
    exact: Flags
    systems: dict[str, SystemPlace] = field(default_factory=dict)

    @property
    def known(self) -> Flags:
        """The documents that have a space."""
        there: Flags = ~np.isnan(self.best)
        return there

    @property
    def documents(self) -> int:
        return int(self.known.sum())

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


@dataclass(frozen=True, eq=False)
class FoundPlaces:
    """The places on every measure, and what ended the work early."""

    places: tuple[Places, ...] = ()
    left_out: tuple[LeftOut, ...] = ()
    notes: tuple[str, ...] = ()
    #: The spaces of the one document, where there is one.
    ranked: tuple[RankedDocument, ...] = ()
    stopped: BaseException | None = None


def shares_not_beaten(distribution: Distribution, scores: Floats) -> Floats:
    """Return the share of extracts that score at least as high as each score, however small it is."""
    near = TOLERANCE * np.maximum(1.0, np.abs(scores))
    first = np.searchsorted(distribution.scores, scores - near, "left")
    shares: Floats = np.append(distribution.upper, 0.0)[first]
    return shares


def find_places(
    examples: Sequence[Example],
    documents: Sequence[str],
    systems: Sequence[str],
    plan: ReportPlan,
    progress: Progress | None = None,
) -> FoundPlaces:
    """Explore the spaces of all documents, and place systems in them; nothing where no document has a text."""
    spaces = plan.space_plan
    if spaces is None:
        return FoundPlaces()
    if not any(text.sections for example in examples for text in example.texts):
        return FoundPlaces(notes=("no document has a text: there are no extracts to stand among",))
    rows, columns = ({name: place for place, name in enumerate(names)} for names in (documents, systems))
    found = {measure: _empty(measure, len(rows), systems) for measure in spaces.measures}
    left_out: dict[str, LeftOut] = {}
    stopped: BaseException | None = None
    ranked = []
    try:
        for result in rank_documents(examples, spaces, progress):
            if isinstance(result, LeftOut):
                left_out.setdefault(result.id, result)
                continue
            row = rows[result.space.id]
            _enter(found[result.space.measure], row, result, columns)
            if len(rows) == 1:
                ranked.append(result)
            if progress is not None:
                progress("spaces", row + 1, len(rows))
    except KeyboardInterrupt as interrupt:
        stopped = interrupt
        if not any(places.documents for places in found.values()):
            raise
    known = tuple(_with_systems(places, plan) for places in found.values() if places.documents)
    notes = []
    if left_out:
        first = next(iter(left_out.values()))
        notes.append(f"{counted(len(left_out), 'document')} without a space: {first.id!r} {first.reason}")
    return FoundPlaces(known, tuple(left_out.values()), tuple(notes), tuple(ranked), stopped)


def _empty(measure: Measure, documents: int, systems: Sequence[str]) -> Places:
    scores, not_beaten = (np.full((documents, len(systems)), nan) for _ in range(2))
    average, best, bound = (np.full(documents, nan) for _ in range(3))
    exact = np.zeros(documents, dtype=np.bool_)
    return Places(measure, tuple(systems), scores, not_beaten, average, best, bound, [0] * documents, exact)


def _enter(places: Places, row: int, document: RankedDocument, columns: dict[str, int]) -> None:
    """Enter what one document gives."""
    space, distribution = document.space, document.space.distribution
    for score in document.scores:
        if score.system in columns:
            runs = np.array([score.score]) if score.runs is None else score.runs[0]
            places.scores[row, columns[score.system]] = score.score
            # The place of random is the mean of the places of its orders.
            places.not_beaten[row, columns[score.system]] = shares_not_beaten(distribution, runs).mean()
    places.average[row], places.best[row] = distribution.mean or 0.0, distribution.max or 0.0
    places.bound[row] = nan if space.max_bound is None else space.max_bound
    places.exact[row] = distribution.exact
    places.extracts[row] = distribution.extracts


def _with_systems(places: Places, plan: ReportPlan) -> Places:
    """Put together what each system has over its documents."""
    values = np.column_stack([places.scores, places.average, places.best])
    shares = Shares(values, plan.comparison())
    for column, system in enumerate(places.names):
        documents = shares.documents(column)
        if documents:
            score, reached = shares.of(column)
            own = places.not_beaten[~np.isnan(places.not_beaten[:, column]), column]
            high, median, low = np.quantile(own, [0.25, 0.5, 0.75]).tolist()
            over = float((own <= 1 - HIGH + TOLERANCE).mean())
            places.systems[system] = SystemPlace(
                system, documents, score, float(own.mean()), median, low, high, over, reached
            )
    return places


def is_known(interval: Interval) -> bool:
    return not isnan(interval.mean)
