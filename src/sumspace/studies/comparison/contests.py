"""All systems on one measure: every pair tested, corrected together, and the ranking that the tests leave."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations, pairwise
from math import nan
from typing import TYPE_CHECKING

import numpy as np

from sumspace.compute.work import threads_of
from sumspace.stats.multiplicity import corrected
from sumspace.stats.paired import compare_pairs, lowest_p, resampled_means, widened
from sumspace.stats.paired_power import paired_power
from sumspace.stats.ranking import RankedSystem, clusters, letters, rank_ranges, ranking_order
from sumspace.stats.resampling import Interval

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sumspace.arrays import Flags, Floats
    from sumspace.measures.measure import Measure
    from sumspace.stats.multiplicity import Correction
    from sumspace.stats.paired import PairedTest
    from sumspace.stats.paired_power import PairedPower
    from sumspace.studies.comparison.plan import ComparisonPlan


#: So many systems are shown pair by pair; more are shown as a ranking and a matrix.
FEW = 3


@dataclass(frozen=True, slots=True)
class SystemPair:
    """Two systems on one measure; the p-value is corrected for all pairs of the measure in the same documents."""

    first: str
    second: str
    result: PairedTest
    corrected: float
    #: Whether they differ significantly.
    is_significant: bool

    @property
    def better(self) -> str | None:
        """The one that scores higher, if they differ significantly."""
        if not self.is_significant:
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
        return lowest_p([pair.result.documents for pair in self.pairs], self.permutations, correction)


@dataclass(frozen=True, slots=True)
class SystemPairPower:
    """The power of the test between two systems on one measure."""

    measure: Measure
    first: str
    second: str
    power: PairedPower


def compete_on(
    plan: ComparisonPlan, measure: Measure, systems: Sequence[str], domain: str | None, table: Floats
) -> Contest:
    """Compare all systems on one measure over some documents."""
    pairs = list(combinations(range(len(systems)), 2))
    permutations, threads = plan.permutations(len(pairs)), threads_of(plan.workers)
    results = compare_pairs(table, pairs, plan.bootstrap, permutations, threads)
    p_values = corrected([result.p for result in results], plan.correction)
    significant = [bool(p < plan.alpha) for p in p_values]
    better: Flags = np.zeros((len(systems), len(systems)), dtype=np.bool_)
    for (first, second), result, is_significant in zip(pairs, results, significant, strict=True):
        if is_significant:
            better[(first, second) if result.difference.mean > 0 else (second, first)] = True
    counts = (~np.isnan(table)).sum(axis=0)
    means = [float(np.nanmean(table[:, i])) if counts[i] else nan for i in range(len(systems))]
    complete = bool((counts == len(table)).all())
    order = ranking_order(means, better, complete=complete)
    ordered = better[np.ix_(order, order)]
    intervals = mean_intervals(table, plan, threads)
    ranking = tuple(
        RankedSystem(systems[i], int(counts[i]), intervals[i], *places, cluster, own)
        for i, places, cluster, own in zip(
            order, rank_ranges(ordered), clusters(ordered), letters(ordered | ordered.T), strict=True
        )
    )
    # Named systems stand as they are named, others as they are ranked, and baselines are what they are compared with.
    rank = {i: (systems[i] in plan.baselines, i if plan.systems else place) for place, i in enumerate(order)}
    found = []
    for (first, second), result, p, is_significant in zip(pairs, results, p_values.tolist(), significant, strict=True):
        one, other = (first, second) if rank[first] < rank[second] else (second, first)
        own = result if one == first else result.swapped
        found.append((rank[one], rank[other], SystemPair(systems[one], systems[other], own, p, is_significant)))
    found.sort(key=lambda entry: entry[:2])
    return Contest(
        measure, domain, len(table), ranking, tuple(pair for *_, pair in found), permutations, complete
    )  # fmt: skip


def mean_intervals(table: Floats, plan: ComparisonPlan, threads: int | None) -> list[Interval]:
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


def find_powers(plan: ComparisonPlan, contest: Contest, systems: Sequence[str], table: Floats) -> list[SystemPairPower]:
    """Look at the power of every pair where systems are few, and else of neighbours in the ranking."""
    if len(contest.ranking) <= FEW:
        chosen = [(pair.first, pair.second) for pair in contest.pairs]
    else:
        chosen = [(one.system, other.system) for one, other in pairwise(contest.ranking)]
    column = {system: table[:, i] for i, system in enumerate(systems)}
    differences = {(one, other): column[one] - column[other] for one, other in chosen}
    defined = {pair: values[~np.isnan(values)] for pair, values in differences.items()}
    tested = {pair: values for pair, values in defined.items() if len(values) > 1}
    powers = paired_power(list(tested.values()), plan.alpha, plan.bootstrap.seed)
    return [SystemPairPower(contest.measure, *pair, power) for pair, power in zip(tested, powers, strict=True)]
