"""Which measures agree better with people than which others: tests of every two, corrected, and what follows."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from sumspace.stats.correlation import COEFFICIENTS, correlate
from sumspace.stats.multiplicity import corrected
from sumspace.stats.permutation import permutation_tests
from sumspace.stats.power import needed, power_of_measures, smallest_difference
from sumspace.stats.resampling import difference_intervals
from sumspace.stats.williams import williams_table
from sumspace.studies.meta.correlations import best_first, mean_of_systems

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from sumspace.arrays import Floats
    from sumspace.measures.measure import Measure
    from sumspace.stats.correlation import Coefficient, Level
    from sumspace.stats.power import Power
    from sumspace.stats.resampling import Interval
    from sumspace.studies.meta.correlations import MetricCorrelation, Usable
    from sumspace.studies.meta.plan import MetaPlan, Metric, View


#: A corrected p below this counts.
SURE = 0.05


@dataclass(frozen=True, slots=True)
class PairTest:
    """Two measures beside the same judgements: how far apart their correlations are, and how sure that is."""

    first: Metric
    second: Metric
    #: By coefficient, first less second; and the interval of it from resamples that both share.
    differences: Mapping[Coefficient, float | None]
    intervals: Mapping[Coefficient, Interval | None]
    #: By coefficient, PERM-BOTH, two-sided: how likely a difference as large would be if both measures were one.
    permutation: Mapping[Coefficient, float | None]
    #: Williams' test of the Pearson correlations, two-sided; None at the summary level, for which there is none.
    williams: float | None


def compare_pairs(
    usable: Usable,
    judgements: Floats,
    level: Level,
    plan: MetaPlan,
    results: Sequence[MetricCorrelation],
    drawn: Floats,
) -> tuple[PairTest, ...]:
    """Test every two measures that are ranked and stand in one view, the one with the higher r first.

    `drawn` are the coefficients of all usable measures in all resamples, [resample, measure, coefficient].
    """
    ranked = [result for result in results if result.is_ranked]
    values = {result.metric: result.correlation for result in ranked}
    order = [result.metric for result in best_first(ranked, "pearson")]
    pairs = list(pairs_in_views(order, plan))
    if not pairs:
        return ()
    places = {metric: place for place, metric in enumerate(order)}
    chosen = [(places[first], places[second]) for first, second in pairs]
    tables = np.stack([usable.tables[metric] for metric in order])
    columns = [list(usable.tables).index(metric) for metric in order]
    estimates = np.array([[values[metric][name] for name in COEFFICIENTS] for metric in order], dtype=np.float64)
    bounds = difference_intervals(drawn[:, columns], chosen, plan.bootstrap.confidence, estimates)
    p = permutation_tests(tables, judgements, level, chosen, plan.permutations, plan.bootstrap.seed, plan.workers)
    williams = _williams(tables, judgements, level)
    return tuple(
        PairTest(
            first,
            second,
            {name: _difference(values[first][name], values[second][name]) for name in COEFFICIENTS},
            bounds[row],
            {
                name: None if np.isnan(p[row, column]) else float(p[row, column])
                for column, name in enumerate(COEFFICIENTS)
            },
            williams[chosen[row][0]][chosen[row][1]],
        )
        for row, (first, second) in enumerate(pairs)
    )


def pairs_in_views(metrics: Sequence[Metric], plan: MetaPlan) -> Iterator[tuple[Metric, Metric]]:
    """Yield every two measures that are compared: by the same part of their scores, as far as they have parts."""
    for first, second in combinations(metrics, 2):
        if any(is_in(first, view, plan) and is_in(second, view, plan) for view in plan.views):
            yield first, second


def is_annotated(measure: Measure) -> bool:
    """Tell whether people annotate summaries for a measure; what another program has scored is no such measure."""
    return not measure.of_any_text and measure.family != "from elsewhere"


def is_in(metric: Metric, view: View, plan: MetaPlan) -> bool:
    return plan.metric(metric.measure, view) == metric


def _difference(first: float | None, second: float | None) -> float | None:
    return None if first is None or second is None else first - second


def _williams(tables: Floats, judgements: Floats, level: Level) -> list[list[float | None]]:
    if level == "summary":  # whose figure is a mean of many correlations
        return [[None] * len(tables) for _ in tables]
    if level == "pooled":
        return williams_table(tables.reshape(len(tables), -1), judgements.ravel(), two_sided=True)
    # The judgements of a system are averaged over all documents: they must be the same for both measures.
    means = np.stack([mean_of_systems(np.where(np.isnan(judgements), np.nan, table)) for table in tables])
    return williams_table(means, mean_of_systems(judgements), two_sided=True)


@dataclass(frozen=True, slots=True)
class Verdict:
    """The measure with the highest coefficient in a view, and what the tests say of it and of those below.

    All pairs of the view are one family of tests: the best measure was picked after the fact, and is not tested as if
    it had been named before.
    """

    view: View
    best: MetricCorrelation
    #: Whether a measure for which people annotate stands higher.
    is_second: bool
    higher_than: tuple[Metric, ...]
    #: Not told apart from it: the corrected p is too high.
    equals: tuple[Metric, ...]
    untested: tuple[Metric, ...]


def corrected_tests(
    tests: Sequence[PairTest], view: View, plan: MetaPlan, coefficient: Coefficient
) -> dict[frozenset[Metric], float]:
    """Return the corrected p of PERM-BOTH for every two measures of a view; NaN where there is no test."""
    own = [test for test in tests if is_in(test.first, view, plan) and is_in(test.second, view, plan)]
    p = [np.nan if (value := test.permutation[coefficient]) is None else value for test in own]
    fixed = corrected(p, plan.correction).tolist()
    return {frozenset((test.first, test.second)): value for test, value in zip(own, fixed, strict=True)}


def verdicts(
    results: Sequence[MetricCorrelation], tests: Sequence[PairTest], view: View, plan: MetaPlan
) -> list[Verdict]:
    """Name the best measure of a view and, if people annotate for it, the best that scores any text."""
    ranked = [result for result in results if result.is_ranked and is_in(result.metric, view, plan)]
    order = best_first(ranked, plan.coefficient)
    chosen = order[:1]
    if chosen and is_annotated(chosen[0].measure):
        chosen += [result for result in order if not is_annotated(result.measure)][:1]
    p_values = corrected_tests(tests, view, plan, plan.coefficient)
    found = []
    for best in chosen:
        lower = [result.metric for result in order[order.index(best) + 1 :]]
        p = {metric: p_values.get(frozenset((best.metric, metric)), np.nan) for metric in lower}
        found.append(
            Verdict(
                view,
                best,
                best is not chosen[0],
                tuple(metric for metric, value in p.items() if value < SURE),
                tuple(metric for metric, value in p.items() if value >= SURE),
                tuple(metric for metric, value in p.items() if np.isnan(value)),
            )
        )
    return found


@dataclass(frozen=True, slots=True)
class PairPower:
    """How many documents and systems it takes to tell the two highest measures of a view apart, at the system level."""

    view: View
    first: Metric
    second: Metric
    #: By how much r differs here, and from what difference on Williams' test finds it here; None: none is possible.
    difference: float
    smallest: float | None
    sizes: tuple[Power, ...]

    @property
    def needed(self) -> Power | None:
        return needed(self.sizes)


def pair_powers(
    usable: Usable, judgements: Floats, plan: MetaPlan, results: Sequence[MetricCorrelation]
) -> tuple[PairPower, ...]:
    """Look at the two highest measures of each view; none where there are fewer, or nothing to draw from."""
    found = []
    for view in plan.views:
        ranked = [result for result in results if result.is_ranked and is_in(result.metric, view, plan)]
        order = best_first(ranked, "pearson")[:2]
        if len(order) < 2:
            continue
        first, second = (usable.tables[result.metric] for result in order)
        sizes = power_of_measures(first, second, judgements, seed=plan.bootstrap.seed)
        if sizes:
            between = correlate(first, second, "system").pearson or 0.0
            highest, systems = order[0].value("pearson"), order[0].systems
            smallest = smallest_difference(highest, between, systems)
            difference = highest - order[1].value("pearson")
            found.append(PairPower(view, order[0].metric, order[1].metric, difference, smallest, sizes))
    return tuple(found)
