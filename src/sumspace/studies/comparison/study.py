"""The study of systems: all pairs on every measure, tested together, and what these tests leave open."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from itertools import combinations, pairwise
from math import nan
from typing import TYPE_CHECKING

import numpy as np

from sumspace.compute.work import threads_of
from sumspace.errors import NothingToDoError
from sumspace.show.text import counted
from sumspace.stats.multiplicity import corrected
from sumspace.stats.paired import compare_pairs, power_of, resampled_means, widened
from sumspace.stats.resampling import Interval
from sumspace.studies.comparison.plan import ComparisonPlan
from sumspace.studies.comparison.ranking import RankedSystem, clusters, letters, rank_ranges, ranking_order
from sumspace.studies.comparison.scores import score_systems
from sumspace.studies.comparison.spaces import find_places
from sumspace.studies.comparison.story import LEAD, TITLE, findings, story
from sumspace.studies.comparison.tables import make_tables
from sumspace.studies.study import STUDIES, Study

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from typing import Self

    from sumspace.arrays import Flags, Floats
    from sumspace.corpus.model import Example
    from sumspace.measures.measure import Measure
    from sumspace.show.charts import Figure
    from sumspace.show.page import Chapter
    from sumspace.show.table import Table
    from sumspace.stats.multiplicity import Correction
    from sumspace.stats.paired import Comparison, Power
    from sumspace.studies.comparison.scores import SystemScores
    from sumspace.studies.comparison.spaces import Places
    from sumspace.tasks.task import LeftOut, Progress


#: So many systems are shown pair by pair; of more, the ranking and a matrix.
FEW = 3


@dataclass(frozen=True, slots=True)
class SystemPair:
    """Two systems on one measure; the p-value is corrected for all pairs of the measure in the same documents."""

    first: str
    second: str
    result: Comparison
    corrected: float
    #: Whether they are told apart.
    is_apart: bool

    @property
    def better(self) -> str | None:
        """The one that is better, if they are told apart."""
        if not self.is_apart:
            return None
        return self.first if self.result.difference.mean > 0 else self.second


@dataclass(frozen=True, slots=True)
class Contest:
    """All systems on one measure, over all documents or those of a domain."""

    measure: Measure
    #: None stands for all of them.
    domain: str | None
    documents: int
    #: From the best to the worst.
    ranking: tuple[RankedSystem, ...]
    pairs: tuple[SystemPair, ...]
    permutations: int
    #: Whether every system has a score on every document.
    complete: bool

    @property
    def tested(self) -> int:
        """How many pairs were tested, which the correction is for."""
        return sum(pair.result.is_tested for pair in self.pairs)

    def lowest(self, correction: Correction) -> float:
        """Return the lowest p-value that any pair could have: there are only so many permutations."""
        results = [pair.result for pair in self.pairs if pair.result.is_tested]
        drawn = 1 / (1 + self.permutations)
        least = min((2.0 ** (1 - result.documents) if result.exact else drawn for result in results), default=1.0)
        return min(1.0, least * self.tested) if correction == "holm" else least


@dataclass(frozen=True, slots=True)
class PairPower:
    """The power of the test between two systems on one measure."""

    measure: Measure
    first: str
    second: str
    power: Power


@STUDIES.register("compare")
@dataclass(frozen=True, repr=False, eq=False)
class ComparisonStudy(Study):
    """Every two systems on every measure: how far apart they are, and how sure that is."""

    name = "compare"
    title = TITLE
    lead = LEAD
    main = "pairs"

    plan: ComparisonPlan
    documents: tuple[str, ...]
    systems: tuple[str, ...]
    baselines: tuple[str, ...]
    #: How many words their summaries have on average.
    words: Mapping[str, float]
    #: For every measure: all documents, then each domain.
    contests: tuple[Contest, ...]
    powers: tuple[PairPower, ...]
    #: Where systems stand among all extracts, in the same order; nothing where spaces were not explored.
    places: tuple[Places, ...] = ()
    #: How long that took.
    seconds: float = 0.0
    remarks: tuple[str, ...] = ()
    left_out: tuple[LeftOut, ...] = ()
    stopped: BaseException | None = None

    @classmethod
    def run(
        cls, examples: Iterable[Example], plan: ComparisonPlan | None = None, progress: Progress | None = None
    ) -> Self:
        """Compare the systems of a corpus as planned, or all of them as usual."""
        plan = plan or ComparisonPlan()
        tell: Progress = progress or (lambda *_: None)
        scores = score_systems(examples, plan)
        groups = _groups(scores.domains)
        contests, powers, notes = [], [], list(scores.notes)
        tell("comparing", 0.0)
        for done, (measure, table) in enumerate(scores.tables.items(), 1):
            systems = [i for i in range(len(scores.systems)) if not np.isnan(table[:, i]).all()]
            notes += _absent(measure, scores, systems)
            compare = partial(_compete, plan, measure, [scores.systems[i] for i in systems])
            of_measure = [compare(domain, table[np.ix_(rows, systems)]) for domain, rows in groups.items()]
            if of_measure[0].tested:
                contests += of_measure
                notes += _powerless(plan, of_measure[0])
                powers += _powers(plan, of_measure[0], scores.systems, table)
            else:
                notes.append(_nothing(of_measure[0]))
            tell("comparing", done / len(scores.tables))
        if not contests:
            raise NothingToDoError(notes[-1])
        asked = {c.measure: [(pair.first, pair.second) for pair in c.pairs] for c in contests if c.domain is None}
        found = find_places(scores, groups, asked, plan, progress)
        return cls(
            plan,
            tuple(example.id for example in scores.examples),
            scores.systems,
            scores.baselines,
            scores.words,
            tuple(contests),
            tuple(powers),
            found.places,
            found.seconds,
            tuple(dict.fromkeys((*notes, *found.notes))),
            stopped=found.stopped,
        )

    @property
    def overall(self) -> list[Contest]:
        """Every measure, over all documents."""
        return [contest for contest in self.contests if contest.domain is None]

    def domains(self, measure: Measure) -> list[Contest]:
        """Return a measure in each domain, where there are several."""
        return [contest for contest in self.contests if contest.measure == measure and contest.domain is not None]

    def contest(self, measure: Measure, domain: str | None = None) -> Contest:
        return next(c for c in self.contests if c.measure == measure and c.domain == domain)

    @property
    def is_small(self) -> bool:
        """Whether there are few enough systems to show every pair."""
        return len(self.systems) <= FEW

    def tables(self) -> Sequence[Table]:
        return make_tables(self)

    def figures(self) -> Mapping[str, Figure]:
        from sumspace.studies.comparison.charts import draw_figures  # which loads Altair

        return draw_figures(self)

    def story(self) -> Sequence[Chapter]:
        return story(self)

    def findings(self) -> Sequence[str]:
        return findings(self)

    def notes(self) -> Iterable[str]:
        yield from self.remarks
        if self.places:
            yield f"exploring all extracts took {self.seconds:.0f} s of this run; --no-space leaves them out"


def _groups(domains: Sequence[str]) -> dict[str | None, list[int]]:
    """Return the rows of all documents, under None, and, where there are several domains, those of each."""
    by_domain: dict[str | None, list[int]] = {}
    for row, domain in enumerate(domains):
        by_domain.setdefault(domain, []).append(row)
    return {None: list(range(len(domains))), **(by_domain if len(by_domain) > 1 else {})}


def _absent(measure: Measure, scores: SystemScores, systems: Sequence[int]) -> list[str]:
    absent = [name for i, name in enumerate(scores.systems) if i not in systems]
    return [f"{measure} has no value for {', '.join(absent)}"] if absent else []


def _powerless(plan: ComparisonPlan, contest: Contest) -> list[str]:
    """Say where no difference could be told apart, however large it is."""
    lowest = contest.lowest(plan.correction)
    if lowest < plan.alpha:
        return []
    documents = counted(max(pair.result.documents for pair in contest.pairs), "document")
    size = f"{documents} and {counted(contest.tested, 'pair')}"
    return [f"with {size} no p can lie below {lowest:.3f}, so that nothing can be told apart"]


def _nothing(contest: Contest) -> str:
    """Say why no two systems can be compared."""
    if not contest.pairs:
        return f"{contest.measure} has values for one system only; a comparison takes two"
    most = max(contest.pairs, key=lambda pair: pair.result.documents)
    shared = counted(most.result.documents, "document")
    return (
        f"on {contest.measure}, {most.first!r} and {most.second!r} have {shared} in common, and no two systems have "
        "more; a comparison takes 2 documents"
    )


def _compete(
    plan: ComparisonPlan, measure: Measure, systems: Sequence[str], domain: str | None, table: Floats
) -> Contest:
    """Compare all systems on one measure over some documents."""
    pairs = list(combinations(range(len(systems)), 2))
    permutations, threads = plan.permutations(len(pairs)), threads_of(plan.workers)
    results = compare_pairs(table, pairs, plan.bootstrap, permutations, threads)
    p_values = corrected([result.p for result in results], plan.correction)
    apart = [bool(p < plan.alpha) for p in p_values]
    better: Flags = np.zeros((len(systems), len(systems)), dtype=np.bool_)
    for (first, second), result, is_apart in zip(pairs, results, apart, strict=True):
        if is_apart:
            better[(first, second) if result.difference.mean > 0 else (second, first)] = True
    counts = (~np.isnan(table)).sum(axis=0)
    means = [float(np.nanmean(table[:, i])) if counts[i] else nan for i in range(len(systems))]
    complete = bool((counts == len(table)).all())
    order = ranking_order(means, better, complete=complete)
    ordered = better[np.ix_(order, order)]
    intervals = _mean_intervals(table, plan, threads)
    ranking = tuple(
        RankedSystem(systems[i], int(counts[i]), intervals[i], *places, cluster, own)
        for i, places, cluster, own in zip(
            order, rank_ranges(ordered), clusters(ordered), letters(ordered | ordered.T), strict=True
        )
    )
    # Named systems stand as they are named, others as they are ranked, and baselines are what they are compared with.
    rank = {i: (systems[i] in plan.baselines, i if plan.systems else place) for place, i in enumerate(order)}
    found = []
    for (first, second), result, p, is_apart in zip(pairs, results, p_values.tolist(), apart, strict=True):
        one, other = (first, second) if rank[first] < rank[second] else (second, first)
        own = result if one == first else result.swapped
        found.append((rank[one], rank[other], SystemPair(systems[one], systems[other], own, p, is_apart)))
    found.sort(key=lambda entry: entry[:2])
    return Contest(
        measure, domain, len(table), ranking, tuple(pair for *_, pair in found), permutations, complete
    )  # fmt: skip


def _mean_intervals(table: Floats, plan: ComparisonPlan, threads: int | None) -> list[Interval]:
    """Return the mean of each system over its documents, with the bounds of the bootstrap."""
    drawn: dict[bytes, Floats] = {}
    intervals = []
    for column, values in enumerate(table.T):
        known = ~np.isnan(values)
        documents = int(known.sum())
        mean = float(values[known].mean()) if documents else nan
        if documents < 2:
            intervals.append(Interval(mean, nan, nan))
            continue
        key = known.tobytes()
        if key not in drawn:
            drawn[key] = resampled_means(np.nan_to_num(table[known]), plan.bootstrap, threads)
        intervals.append(widened(mean, drawn[key][:, column], plan.bootstrap.confidence, documents))
    return intervals


def _powers(plan: ComparisonPlan, contest: Contest, systems: Sequence[str], table: Floats) -> list[PairPower]:
    """Look at the power of every pair where systems are few, and else of neighbours in the ranking."""
    if len(contest.ranking) <= FEW:
        chosen = [(pair.first, pair.second) for pair in contest.pairs]
    else:
        chosen = [(one.system, other.system) for one, other in pairwise(contest.ranking)]
    column = {system: table[:, i] for i, system in enumerate(systems)}
    differences = {(one, other): column[one] - column[other] for one, other in chosen}
    defined = {pair: values[~np.isnan(values)] for pair, values in differences.items()}
    tested = {pair: values for pair, values in defined.items() if len(values) > 1}
    powers = power_of(list(tested.values()), plan.alpha, plan.bootstrap.seed)
    return [PairPower(contest.measure, *pair, power) for pair, power in zip(tested, powers, strict=True)]
