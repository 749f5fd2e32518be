"""Where systems stand among all extracts, and how two of them differ between the average extract and the best one."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import isnan
from time import monotonic
from typing import TYPE_CHECKING, NamedTuple

from sumspace.studies.comparison.explored import explore
from sumspace.tasks.standings import Standings

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sumspace.measures.measure import Measure
    from sumspace.space.distribution import Rank
    from sumspace.stats.resampling import Interval
    from sumspace.studies.comparison.explored import Explored, SystemPlace
    from sumspace.studies.comparison.plan import ComparisonPlan
    from sumspace.studies.comparison.scores import SystemScores
    from sumspace.tasks.rank import RankedDocument
    from sumspace.tasks.task import Progress

    #: The documents of all domains, under None, and of each.
    Groups = Mapping[str | None, Sequence[int]]


@dataclass(frozen=True, slots=True)
class PlacePair:
    """How much two systems differ: in scores of the space, and as a share of the distance from average to best."""

    first: str
    second: str
    documents: int
    difference: Interval
    reached: Interval


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
    #: Where the means stand among averages of extracts; nothing for a domain, since finding it takes a while.
    ranks: Mapping[str, Rank]

    @property
    def known(self) -> list[SystemPlace]:
        """The systems that reach some share of the distance; none where all extracts score the same."""
        return [place for place in self.systems if not isnan(place.reached.mean)]


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
    begin = monotonic()
    standings: dict[Measure, Standings] = {}

    def take(document: RankedDocument) -> None:
        own = tuple(score for score in document.scores if score.system in scores.systems)
        standings.setdefault(document.space.measure, Standings()).add(replace(document, scores=own))

    found = explore(
        scores.examples, scores.documents, scores.systems, plan.space_plan, plan.bootstrap, take, progress
    )  # fmt: skip
    if found.stopped is not None:
        return FoundPlaces(stopped=found.stopped)
    places = []
    for explored in found.measures:
        ranks = {rank.system: rank.rank for rank in standings[explored.measure].systems(plan.workers)}
        asked = pairs.get(explored.measure, ())
        for domain, rows in groups.items():
            of_domain = explored.of(rows)
            if of_domain.documents:
                places.append(_places(of_domain, domain, asked, ranks if domain is None else {}))
    return FoundPlaces(tuple(places), found.notes, monotonic() - begin)


def _places(
    explored: Explored, domain: str | None, pairs: Sequence[tuple[str, str]], ranks: Mapping[str, Rank]
) -> Places:
    shares, compared = explored.shares, []
    for pair in pairs:
        columns = [explored.names.index(system) for system in pair]
        documents = shares.documents(*columns)
        if documents > 1:
            compared.append(PlacePair(*pair, documents, *shares.of(*columns)))
    return Places(
        explored.measure,
        domain,
        explored.documents,
        explored.average_mean,
        explored.best_mean,
        explored.all_exact,
        tuple(sorted(explored.systems.values(), key=lambda place: -place.score.mean)),
        tuple(compared),
        ranks,
    )
