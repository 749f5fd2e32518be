"""Where systems stand over documents that come one by one: their places, and which of them differ significantly."""

from __future__ import annotations

from array import array
from dataclasses import dataclass, field, fields, replace
from math import isinf, nan
from typing import TYPE_CHECKING

import numpy as np

from sumspace.compute.work import ordered_map, threads_of
from sumspace.progress import told
from sumspace.space.average import Average, Documents
from sumspace.space.distribution import TOLERANCE
from sumspace.stats.ranking import find_groups
from sumspace.tasks.places import Places, places_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from sumspace.arrays import Floats
    from sumspace.compute.work import Workers
    from sumspace.measures.measure import Measure
    from sumspace.space.distribution import Rank
    from sumspace.tasks.rank import RankedDocument


#: The systems of Ceylan 2010 that others are to beat.
TO_BEAT = ("random", "lead")
#: The share of single runs that an interval holds, in percent.
_CENTRAL = 95
#: Errors that are further apart are beyond what a number can say.
_MOST_NINES = 300.0


@dataclass(frozen=True, slots=True, kw_only=True)
class SystemStanding:
    """A system over the documents that it has summarized."""

    system: str
    measure: Measure
    documents: int
    score: float
    official: float
    #: Where its summaries stand, each among the extracts of its document.
    places: Places
    #: What the average extract of these documents scores, the best one, and what no extract exceeds, if that is known.
    average: float
    best: float
    best_bound: float | None
    #: How much of the distance from the average extract to the best one the score covers; None where there is none, or
    #: where extracts were drawn and scored, since the best of those says little of the best there is.
    reached: float | None
    #: Whether every extract of its documents was counted, and whether the best that is known are proven to be the best.
    exact: bool
    max_proven: bool = True
    #: How many of its summaries were cut to the budget, and what they score officially as they came; None for a
    #: baseline, whose extracts are made to the budget.
    cut: int = 0
    uncut: float | None = None
    #: Where scores are means over orders of the sentences: what the central 95 % of single orders score on average.
    score_interval: tuple[float, float] | None = None
    official_interval: tuple[float, float] | None = None
    #: Systems that share a letter do not differ significantly; None where documents are too few for any two to do so.
    group: str | None = None

    @property
    def room(self) -> float | None:
        """How much higher than the system the best extract scores; None where the best one is not known."""
        return None if self.reached is None else self.best - self.score


@dataclass(frozen=True, slots=True, kw_only=True)
class SystemRank(SystemStanding):
    """A system, and where its mean score stands among the averages over one extract of each document."""

    #: The share of averages that are lower grows with the number of documents.
    rank: Rank
    #: How much less is not below it than not below each baseline; None where these have summarized other documents.
    error_reduction: dict[str, float | None] = field(default_factory=dict)


_STANDING = tuple(name.name for name in fields(SystemStanding))


def error_reduction(nines: float, of_baseline: float) -> float | None:
    """Return the share of a baseline's error that a system does without, negative where it has more.

    The error is what a percentile rank lacks to 100 % (Ceylan 2010, section 8): 10^-nines. None where the baseline has
    no error.

    >>> from math import log10
    >>> textrank, lead = -log10(1 - 0.9790), -log10(1 - 0.6289)  # on literary texts, table 4
    >>> round(error_reduction(textrank, lead), 4), round(error_reduction(lead, textrank), 1)
    (0.9434, -16.7)
    """
    return None if isinf(of_baseline) else 1 - 10.0 ** min(of_baseline - nines, _MOST_NINES)


def reached(score: float, average: float, best: float) -> float | None:
    """Return how much of the distance from the average extract to the best one a score covers.

    >>> reached(0.5, 0.25, 0.75), reached(0.125, 0.25, 0.75), reached(0.25, 0.25, 0.25)
    (0.5, -0.25, None)
    """
    distance = best - average
    return (score - average) / distance if distance > TOLERANCE else None


def interval_of(runs: Floats) -> tuple[float, float] | None:
    """Return the ends of the central 95 % of runs, if there are several."""
    if len(runs) < 2:
        return None
    outside = (100 - _CENTRAL) / 2
    low, high = np.percentile(runs, [outside, 100 - outside]).tolist()
    return low, high


@dataclass
class _Total:
    """A system's scores so far."""

    documents: int = 0
    score: float = 0.0
    official: float = 0.0
    uncut: float | None = 0.0
    cut: int = 0
    #: Sums of both kinds of scores, in each order of the sentences where there are several.
    runs: Floats = field(default_factory=lambda: np.zeros((2, 1)))
    #: Its mean score by each document, by its number, NaN where it has none.
    scores: array[float] = field(default_factory=lambda: array("d"))
    #: Which share of the extracts of each document it does not beat, in four bytes; and its sum.
    rests: array[float] = field(default_factory=lambda: array("f"))
    rest: float = 0.0
    #: The sum of the shares of extracts that score the same, how often all extracts do, and how often there is but one.
    ties: float = 0.0
    constant: int = 0
    single: int = 0

    def places(self) -> Places:
        kept = np.array(self.rests, dtype=np.float64)
        own = kept[~np.isnan(kept)]
        places = Places.leaving(own, self.rest / self.documents, self.ties / self.documents)
        defined = self.constant < self.documents
        return replace(places, constant=self.constant, single=self.single, defined=defined)


@dataclass
class _Group:
    """Systems that have summarized the same documents, and these."""

    systems: frozenset[str | None]
    documents: Documents


class Standings:
    """Where systems stand on one measure over the documents that each has summarized, which come one by one.

    The results of one document by several references follow each other.
    """

    def __init__(self, documents: Iterable[RankedDocument] = (), *, binned: bool = False) -> None:
        self.measure: Measure | None = None
        #: Whether the paper's histograms are made, which percentile ranks are read from.
        self._binned = binned
        self._totals: dict[str, _Total] = {}
        #: Whether the extracts of some document were only drawn.
        self._drawn = False
        #: Every system is in one of them; None, in the place of a system, has all documents.
        self._groups: list[_Group] = []
        #: How many documents there are, the last of them, and how many scores each system has there.
        self._documents, self._last = 0, ""
        self._here: dict[str, int] = {}
        for document in documents:
            self.add(document)

    def copy(self) -> Standings:
        """Return the same standings, to which other documents can be added."""
        other = Standings()
        other.__dict__.update(self.__dict__)
        other._totals = {
            name: replace(total, scores=total.scores[:], rests=total.rests[:]) for name, total in self._totals.items()
        }
        other._groups = [replace(group, documents=group.documents.copy()) for group in self._groups]
        other._here = self._here.copy()
        return other

    def add(self, document: RankedDocument) -> None:
        """Add a document with the scores of the systems that have summarized it."""
        self.measure = document.space.measure
        self._drawn |= any(explored.drawn for explored in document.space.explored)
        present: frozenset[str | None] = frozenset([None, *(score.system for score in document.scores)])
        known = frozenset([None, *self._totals]) if self._groups else frozenset()
        if document.space.id != self._last or not self._documents:
            self._documents, self._last, self._here = self._documents + 1, document.space.id, {}
        distribution = document.space.distribution
        for score, (rest, equal) in zip(document.scores, places_of(distribution, document.scores), strict=True):
            total = self._totals.setdefault(score.system, _Total())
            total.documents += 1
            total.score += score.score
            total.official += score.official
            total.runs = total.runs + ([[score.score], [score.official]] if score.runs is None else score.runs)
            total.uncut = None if total.uncut is None or score.uncut is None else total.uncut + score.uncut
            total.cut += score.is_cut
            total.rest += rest
            total.ties += equal
            total.constant += len(distribution.support) == 1
            total.single += distribution.extracts == 1
            self._note(total, score.system, score.score, rest)
        if present - known:
            self._groups.append(_Group(present - known, Documents(binned=self._binned)))
        for group in list(self._groups):
            here = group.systems & present
            if here and here != group.systems:
                self._groups.append(_Group(group.systems - here, group.documents.copy()))
                group.systems = here
            if here:
                space = document.space
                group.documents.add(space.distribution, space.histogram if self._binned else None, space.max_bound)

    def _note(self, total: _Total, system: str, score: float, rest: float) -> None:
        """Note a system's score and place by the last document, the means where it has several there."""
        before = self._here.get(system, 0)
        for kept, value in ((total.scores, score), (total.rests, rest)):
            if not before:
                kept.extend([nan] * (self._documents - len(kept)))
                kept[-1] = 0.0
            kept[-1] += (value - kept[-1]) / (before + 1)
        self._here[system] = before + 1

    @property
    def average(self) -> Average:
        """All documents together, accurately and as the paper does."""
        return Average(next((group.documents for group in self._groups if None in group.systems), Documents()))

    def scores(self, systems: Sequence[str]) -> Floats:
        """Return what systems score by each document: [document, system], NaN where one has no summary."""
        table = np.full((self._documents, len(systems)), nan)
        for column, system in enumerate(systems):
            own = self._totals[system].scores
            table[: len(own), column] = own
        return table

    def unranked(self, workers: Workers | int | None = None, seed: int = 0) -> list[SystemStanding]:
        """Return every system's scores and places, without the rank of its mean, which takes most of the time.

        Systems are tested two by two on the documents that both have, by permutations that the seed decides.
        """
        if self.measure is None:
            return []
        averages = self._averages()
        order = sorted(self._totals, key=lambda system: -self._totals[system].score / self._totals[system].documents)
        groups = find_groups(self.scores(order), seed, threads_of(workers))
        letters = dict(zip(order, groups.letters, strict=True)) if groups.possible else {}
        measure = self.measure
        return [self._standing(system, measure, averages[system], letters.get(system)) for system in self._totals]

    def systems(self, workers: Workers | int | None = None, seed: int = 0) -> list[SystemRank]:
        """Rank every system by its mean score over the documents that it has summarized."""
        standings, averages = self.unranked(workers, seed), self._averages()

        def rank(standing: SystemStanding) -> Rank:
            return averages[standing.system].rank(standing.score)

        found = told("averages", ordered_map(rank, standings, threads_of(workers)), len(standings))
        ranks = {standing.system: own for standing, own in zip(standings, found, strict=True)}

        def reduced(system: str, baseline: str) -> float | None:
            is_other = system != baseline and baseline in averages and averages[baseline] is averages[system]
            return error_reduction(ranks[system].nines, ranks[baseline].nines) if is_other else None

        return [
            SystemRank(
                **{name: getattr(standing, name) for name in _STANDING},
                rank=ranks[standing.system],
                error_reduction={baseline: reduced(standing.system, baseline) for baseline in TO_BEAT},
            )
            for standing in standings
        ]

    def _averages(self) -> dict[str | None, Average]:
        """Return the average that each system stands in: one for all that have summarized the same documents."""
        shared = [(group.systems, Average(group.documents)) for group in self._groups]
        return {system: average for systems, average in shared for system in systems}

    def _standing(self, system: str, measure: Measure, average: Average, group: str | None) -> SystemStanding:
        total = self._totals[system]
        score = total.score / total.documents
        of_score, of_official = (interval_of(runs / total.documents) for runs in total.runs)
        return SystemStanding(
            system=system,
            measure=measure,
            documents=total.documents,
            score=score,
            official=total.official / total.documents,
            places=total.places(),
            average=average.mean,
            best=average.max,
            best_bound=None if self._drawn else average.max_bound,
            reached=None if self._drawn else reached(score, average.mean, average.max),
            exact=average.exact,
            max_proven=average.max_proven,
            cut=total.cut,
            uncut=None if total.uncut is None else total.uncut / total.documents,
            score_interval=of_score,
            official_interval=of_official,
            group=group,
        )


class DomainStandings:
    """Standings in each domain and in all of them together, as documents come one by one."""

    def __init__(self, documents: Iterable[RankedDocument] = ()) -> None:
        self._domains: dict[str, Standings] = {}
        #: All documents, where they are of several domains.
        self._together: Standings | None = None
        for document in documents:
            self.add(document)

    def add(self, document: RankedDocument) -> None:
        """Add a document to those of its domain."""
        domain = document.space.domain
        if self._domains and domain not in self._domains and self._together is None:
            (alone,) = self._domains.values()
            self._together = alone.copy()
        self._domains.setdefault(domain, Standings()).add(document)
        if self._together is not None:
            self._together.add(document)

    @property
    def parts(self) -> dict[str | None, Standings]:
        """The standings of each domain, if there are several, and then those of all documents, under None."""
        if self._together is None:
            return dict.fromkeys([None], *self._domains.values()) if self._domains else {}
        parts: dict[str | None, Standings] = dict(self._domains.items())
        return {**parts, None: self._together}
