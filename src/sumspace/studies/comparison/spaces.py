"""Where systems stand among all extracts, and how two of them differ between the average extract and the best one.

Scores are those of the space: summaries are cut to the budget, and units do not cross sentences. They are not the
scores that systems are compared by.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import isnan, nan
from time import monotonic
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from sumspace.compute.work import threads_of
from sumspace.show.text import counted
from sumspace.stats.paired import resampled_means, widened
from sumspace.tasks.rank import rank_documents
from sumspace.tasks.standings import Standings
from sumspace.tasks.task import LeftOut

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sumspace.arrays import Flags, Floats
    from sumspace.measures.measure import Measure
    from sumspace.space.distribution import Rank
    from sumspace.stats.resampling import Interval
    from sumspace.studies.comparison.plan import ComparisonPlan
    from sumspace.studies.comparison.scores import SystemScores
    from sumspace.tasks.rank import RankedDocument
    from sumspace.tasks.task import Progress

    #: The documents of all domains, under None, and of each.
    Groups = Mapping[str | None, Sequence[int]]


@dataclass(frozen=True, slots=True)
class SystemPlace:
    """Where a system stands among all extracts of the documents that it has summarized."""

    system: str
    documents: int
    score: float
    #: The share of a document's extracts that score less, on average over documents.
    below: float
    #: Where the mean stands among averages of extracts; None for a domain, since finding it takes a while.
    rank: Rank | None
    #: The share of the distance from the average extract to the best one that its score covers.
    way: Interval


@dataclass(frozen=True, slots=True)
class PlacePair:
    """How much two systems differ: in scores of the space, and as a share of the distance from average to best."""

    first: str
    second: str
    documents: int
    difference: Interval
    way: Interval


@dataclass(frozen=True, slots=True)
class Places:
    """The systems on one measure among all extracts, over all documents or those of a domain."""

    measure: Measure
    domain: str | None
    documents: int
    #: The mean scores of the average extract and of the best one.
    average: float
    best: float
    exact: bool
    #: From the highest score to the lowest.
    systems: tuple[SystemPlace, ...]
    pairs: tuple[PlacePair, ...]

    @property
    def known(self) -> list[SystemPlace]:
        """The systems that reach some share of the distance; none where all extracts score the same."""
        return [place for place in self.systems if not isnan(place.way.mean)]


class _Explored:
    """The documents of a measure, as they come: what is kept of them are a few numbers, and the standings."""

    def __init__(self, documents: int, systems: Sequence[str], groups: Groups) -> None:
        self.columns = {system: column for column, system in enumerate(systems)}
        self.standings = Standings()
        self.is_exact = dict.fromkeys(groups, True)
        #: By document: of systems, then of the average extract and the best one; and how many references gave them.
        self.sums = np.zeros((documents, len(systems) + 2))
        self.below = np.zeros((documents, len(systems)))
        self.counts = np.zeros((documents, len(systems) + 2))

    def add(self, row: int, domain: str, document: RankedDocument) -> None:
        scores = tuple(score for score in document.scores if score.system in self.columns)
        distribution = document.space.distribution
        for score in scores:
            column = self.columns[score.system]
            self.sums[row, column] += score.score
            self.below[row, column] += distribution.rank(score.score).below
            self.counts[row, column] += 1
        self.sums[row, -2:] += (distribution.mean or 0.0, distribution.max or 0.0)
        self.counts[row, -2:] += 1
        self.standings.add(replace(document, scores=scores))
        for name in {None, domain} & self.is_exact.keys():
            self.is_exact[name] &= distribution.exact

    def mean(self, sums: Floats) -> Floats:
        """Average over references; NaN where there is none."""
        counts = self.counts[:, : sums.shape[1]]
        means: Floats = np.divide(sums, counts, out=np.full(sums.shape, nan), where=counts > 0)
        return means


class FoundPlaces(NamedTuple):
    """What was found of all spaces."""

    places: tuple[Places, ...] = ()
    notes: tuple[str, ...] = ()
    #: What it took.
    seconds: float = 0.0
    stopped: BaseException | None = None


def find_places(
    scores: SystemScores,
    groups: Groups,
    pairs: Mapping[Measure, Sequence[tuple[str, str]]],
    plan: ComparisonPlan,
    progress: Progress | None = None,
) -> FoundPlaces:
    """Explore the spaces of all documents, and place the systems in them; nothing where there is no text."""
    spaces = plan.space_plan
    if spaces is None:
        return FoundPlaces()
    if not any(text.sections for example in scores.examples for text in example.texts):
        return FoundPlaces(notes=("no document has a text, so that there are no extracts to stand among",))
    begin = monotonic()
    rows = {document: row for row, document in enumerate(scores.documents)}
    explored = {measure: _Explored(len(rows), scores.systems, groups) for measure in spaces.measures}
    left_out: dict[str, str] = {}
    try:
        for result in rank_documents(scores.examples, spaces, progress):
            if isinstance(result, LeftOut):
                left_out.setdefault(result.id, result.reason)
            else:
                row = rows[result.space.id]
                explored[result.space.measure].add(row, scores.documents[result.space.id], result)
                if progress is not None:
                    progress("spaces", (row + 1) / len(rows))
    except KeyboardInterrupt as interrupt:
        return FoundPlaces(stopped=interrupt)
    notes = []
    if left_out:
        first = next(iter(left_out))
        notes.append(f"{counted(len(left_out), 'document')} without a space: {first!r} {left_out[first]}")
    places = [
        _places(measure, domain, list(group), found, pairs.get(measure, ()), plan)
        for measure, found in explored.items()
        for domain, group in groups.items()
    ]
    known = tuple(single for single in places if single is not None)
    return FoundPlaces(known, tuple(notes), monotonic() - begin)


def _places(
    measure: Measure,
    domain: str | None,
    group: Sequence[int],
    found: _Explored,
    pairs: Sequence[tuple[str, str]],
    plan: ComparisonPlan,
) -> Places | None:
    values, below = found.mean(found.sums)[group], found.mean(found.below)[group]
    known = ~np.isnan(values[:, -1])
    if not known.any():
        return None
    shares = Shares(values, plan)
    ranks = {} if domain is not None else {rank.system: rank.rank for rank in found.standings.systems(plan.workers)}
    systems = []
    for system, column in found.columns.items():
        documents = shares.documents(column)
        if documents:
            score, way = shares.of(column)
            below_mean = float(np.nanmean(below[:, column]))
            systems.append(SystemPlace(system, documents, score.mean, below_mean, ranks.get(system), way))
    average, best = values[known, -2:].mean(axis=0).tolist()
    systems.sort(key=lambda place: -place.score)
    apart = []
    for first, second in pairs:
        documents = shares.documents(found.columns[first], found.columns[second])
        if documents > 1:
            apart.append(PlacePair(first, second, documents, *shares.of(found.columns[first], found.columns[second])))
    exact = found.is_exact[domain]
    return Places(measure, domain, int(known.sum()), average, best, exact, tuple(systems), tuple(apart))


class Shares:
    """How much of the distance from the average extract to the best one systems reach, by bootstrap over documents.

    A share is a ratio of two means over documents, and both are drawn together.
    """

    def __init__(self, values: Floats, plan: ComparisonPlan) -> None:
        #: Of systems, then of the average extract and the best one.
        self.values = values
        self.plan = plan
        self._drawn: dict[bytes, Floats] = {}

    def documents(self, *columns: int) -> int:
        return int(self._shared(columns).sum())

    def of(self, first: int, second: int = -2) -> tuple[Interval, Interval]:
        """Return how much higher a system scores than another, or than the average extract, and as share of the distance.

        Of one system the score itself is returned.
        """
        chosen = [first, second, -2, -1]
        shared = self._shared(chosen)
        documents, confidence = int(shared.sum()), self.plan.bootstrap.confidence
        one, other, average, best = self.values[shared][:, chosen].mean(axis=0).tolist()
        drawn = self._resampled(shared)[:, chosen]
        differences, ways = drawn[:, 0] - drawn[:, 1], drawn[:, 3] - drawn[:, 2]
        shares = np.divide(differences, ways, out=np.full(len(ways), nan), where=ways > 0)
        way = widened((one - other) / (best - average) if best > average else nan, shares, confidence, documents)
        if second == -2:
            return widened(one, drawn[:, 0], confidence, documents), way
        return widened(one - other, differences, confidence, documents), way

    def _shared(self, columns: Sequence[int]) -> Flags:
        shared: Flags = np.all(~np.isnan(self.values[:, [*columns, -1]]), axis=1)
        return shared

    def _resampled(self, shared: Flags) -> Floats:
        key = shared.tobytes()
        if key not in self._drawn:
            values = np.nan_to_num(self.values[shared])  # columns of other systems are not looked at
            self._drawn[key] = resampled_means(values, self.plan.bootstrap, threads_of(self.plan.workers))
        return self._drawn[key]
