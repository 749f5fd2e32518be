"""Which measures agree better with the judgements than others: corrected tests of all pairs, and conclusions."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from sumspace.stats.correlation import COEFFICIENTS, correlate
from sumspace.stats.multiplicity import corrected
from sumspace.stats.permutation import MOST_PERMUTATIONS, enough_permutations, permutation_tests, smallest_p
from sumspace.stats.power import needed, power_of_measures, smallest_difference
from sumspace.stats.resampling import difference_intervals, resampled_correlations
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


#: A corrected p below this is significant.
SURE = 0.05
#: The fewest permutations of Pearson's r for each pair, so that corrected p-values can be significant.
_A_PAIR = 40
#: Correlations that differ by less count as equal.
_SAME = 0.0005


@dataclass(frozen=True, slots=True)
class PairTest:
    """The difference between the correlations of two measures with the same judgements, and tests of it."""

    first: Metric
    second: Metric
    #: By coefficient, first less second; and its interval from shared resamples.
    differences: Mapping[Coefficient, float | None]
    intervals: Mapping[Coefficient, Interval | None]
    #: By coefficient, the two-sided p of PERM-BOTH.
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
    """Test every pair of ranked measures of a view, the one with the higher r first.

    `drawn` are the coefficients of all usable measures in all resamples, [resample, measure, coefficient].
    """
    ranked = [result for result in results if result.is_ranked]
    own = {result.metric: result.correlation for result in ranked}
    order = [result.metric for result in best_first(ranked, "pearson")]
    pairs = list(pairs_in_views(order, plan))
    if not pairs:
        return ()
    places = {metric: place for place, metric in enumerate(order)}
    chosen = [(places[first], places[second]) for first, second in pairs]
    tables = np.stack([usable.tables[metric] for metric in order])
    p = permutation_tests(
        tables, judgements, level, chosen, plan.permutations, plan.bootstrap.seed, plan.workers,
        pearson=_permutations(pairs, plan, "pearson"),
    )  # fmt: skip
    is_there = ~np.isnan(tables)
    by_cells: dict[bytes, list[int]] = {}
    for row, (a, b) in enumerate(chosen):
        by_cells.setdefault((is_there[a] & is_there[b]).tobytes(), []).append(row)
    tests: dict[int, PairTest] = {}
    for rows in by_cells.values():
        first, second = chosen[rows[0]]
        cells = is_there[first] & is_there[second]
        members = sorted({place for row in rows for place in chosen[row]})
        within = [(members.index(chosen[row][0]), members.index(chosen[row][1])) for row in rows]
        seen, judged = np.where(cells, tables[members], np.nan), np.where(cells, judgements, np.nan)
        if (is_there[members] == cells).all():
            found = [own[order[place]] for place in members]
            resamples = drawn[:, [list(usable.tables).index(order[place]) for place in members]]
        else:  # measures that are defined for different summaries are compared on those that both score
            found = [correlate(table, judged, level, seed=plan.bootstrap.seed) for table in seen]
            resamples = resampled_correlations(seen, judged, level, plan.bootstrap, plan.over, plan.workers)
        estimates = np.array([[own_value[name] for name in COEFFICIENTS] for own_value in found], dtype=np.float64)
        bounds = difference_intervals(resamples, within, plan.bootstrap.confidence, estimates)
        williams = _williams(seen, judged, level)
        for row, (a, b), bound in zip(rows, within, bounds, strict=True):
            tests[row] = PairTest(
                *pairs[row],
                {name: _difference(found[a][name], found[b][name]) for name in COEFFICIENTS},
                bound,
                {name: _number(p[row, column]) for column, name in enumerate(COEFFICIENTS)},
                williams[a][b],
            )
    return tuple(tests[row] for row in range(len(pairs)))


def _permutations(pairs: Sequence[tuple[Metric, Metric]], plan: MetaPlan, coefficient: Coefficient) -> int:
    """Return the number of permutations: for Pearson's r it may be more than asked for."""
    if coefficient not in {"pearson", "difference"}:
        return plan.permutations
    largest = max(
        sum(is_in(first, view, plan) and is_in(second, view, plan) for first, second in pairs) for view in plan.views
    )
    return max(plan.permutations, min(_A_PAIR * largest, MOST_PERMUTATIONS))


def pairs_in_views(metrics: Sequence[Metric], plan: MetaPlan) -> Iterator[tuple[Metric, Metric]]:
    """Yield every pair of measures that are compared by the same part of their scores."""
    for first, second in combinations(metrics, 2):
        if any(is_in(first, view, plan) and is_in(second, view, plan) for view in plan.views):
            yield first, second


def is_annotated(measure: Measure) -> bool:
    """Tell whether a measure needs annotated summaries; external scores do not."""
    return not measure.of_any_text and measure.family != "external"


def is_in(metric: Metric, view: View, plan: MetaPlan) -> bool:
    return plan.metric(metric.measure, view) == metric


def _number(value: float) -> float | None:
    return None if np.isnan(value) else float(value)


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
    """The measure with the highest coefficient in a view, and its tests against those below.

    All pairs of the view are one family of tests, because the best measure was not named in advance.
    """

    view: View
    best: MetricCorrelation
    #: Whether a measure that needs annotation ranks higher.
    is_second: bool
    #: The corrected p is significant, and the interval of the difference lies above 0.
    higher_than: tuple[Metric, ...]
    #: The corrected p is significant, but the interval of the difference includes 0.
    only_here: tuple[Metric, ...]
    #: No significant difference: the corrected p is too high.
    equals: tuple[Metric, ...]
    untested: tuple[Metric, ...]
    #: The number of pairs in the family of tests.
    pairs: int
    #: Where there were too few permutations for any corrected p to be significant: the number needed.
    needed: int | None


def corrected_tests(
    tests: Sequence[PairTest], view: View, plan: MetaPlan, coefficient: Coefficient
) -> dict[frozenset[Metric], float]:
    """Return the corrected p of PERM-BOTH for every pair of measures of a view; NaN where there is no test."""
    own = [test for test in tests if is_in(test.first, view, plan) and is_in(test.second, view, plan)]
    p = [np.nan if (value := test.permutation[coefficient]) is None else value for test in own]
    fixed = corrected(p, plan.correction).tolist()
    return {frozenset((test.first, test.second)): value for test, value in zip(own, fixed, strict=True)}


def verdicts(
    results: Sequence[MetricCorrelation], tests: Sequence[PairTest], view: View, plan: MetaPlan
) -> list[Verdict]:
    """Return the best measure of a view and, if it needs annotation, the best that needs none."""
    ranked = [result for result in results if result.is_ranked and is_in(result.metric, view, plan)]
    order = best_first(ranked, plan.coefficient)
    chosen = order[:1]
    if chosen and is_annotated(chosen[0].measure):
        chosen += [result for result in order if not is_annotated(result.measure)][:1]
    p_values = corrected_tests(tests, view, plan, plan.coefficient)
    pairs = int(np.count_nonzero(~np.isnan(list(p_values.values()))))
    drawn = _permutations([(test.first, test.second) for test in tests], plan, plan.coefficient) if pairs else 0
    is_possible = not pairs or smallest_p(drawn, pairs, plan.correction) < SURE
    needed = None if is_possible else enough_permutations(pairs, plan.correction, SURE)
    by_pair = {frozenset((test.first, test.second)): test for test in tests}
    found = []
    for best in chosen:
        lower = [result.metric for result in order[order.index(best) + 1 :]]
        p = {metric: p_values.get(frozenset((best.metric, metric)), np.nan) for metric in lower}
        sure = [metric for metric, value in p.items() if value < SURE]
        apart = {metric for metric in sure if _lies_above(by_pair[frozenset((best.metric, metric))], best.metric, plan)}
        found.append(
            Verdict(
                view,
                best,
                best is not chosen[0],
                tuple(metric for metric in sure if metric in apart),
                tuple(metric for metric in sure if metric not in apart),
                tuple(metric for metric, value in p.items() if value >= SURE),
                tuple(metric for metric, value in p.items() if np.isnan(value)),
                pairs,
                needed,
            )
        )
    return found


def _lies_above(test: PairTest, best: Metric, plan: MetaPlan) -> bool:
    """Tell whether the interval of the best measure's advantage over the other lies above 0."""
    bounds = test.intervals[plan.coefficient]
    if bounds is None:
        return False
    return bounds.low > 0 if test.first == best else bounds.high < 0


@dataclass(frozen=True, slots=True)
class PairPower:
    """The power of a test between the two highest measures of a view at the system level, by corpus size.

    The second is the highest one whose correlation differs to three digits.
    """

    view: View
    first: Metric
    second: Metric
    #: The difference of r here, and the smallest that Williams' test finds here; None: no difference is found.
    difference: float
    smallest: float | None
    sizes: tuple[Power, ...]

    @property
    def needed(self) -> Power | None:
        return needed(self.sizes)


def pair_powers(
    usable: Usable, judgements: Floats, plan: MetaPlan, results: Sequence[MetricCorrelation]
) -> tuple[PairPower, ...]:
    """Compute the power for the two highest measures of each view; none where there are fewer."""
    found = []
    for view in plan.views:
        ranked = [result for result in results if result.is_ranked and is_in(result.metric, view, plan)]
        order = best_first(ranked, "pearson")
        # No number of documents separates measures whose correlations are equal to three digits.
        order = [*order[:1], *(r for r in order[1:] if order[0].value("pearson") - r.value("pearson") >= _SAME)][:2]
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
