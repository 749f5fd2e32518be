"""Correlations of measures with judgements, with each other, and with the lengths of summaries."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from sumspace.compute.work import ordered_map
from sumspace.show.text import listed
from sumspace.stats.correlation import COEFFICIENTS, correlate, correlate_rows, partial_correlation
from sumspace.stats.resampling import interval, intervals, resampled_correlations

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from sumspace.arrays import Flags, Floats
    from sumspace.measures.measure import Measure
    from sumspace.stats.correlation import Coefficient, Correlation, Level
    from sumspace.stats.resampling import Interval
    from sumspace.studies.meta.plan import MetaPlan, Metric


#: The fewest systems of a correlation among the best ones.
_FEWEST = 4
#: Lengths differ much where the longest mean length is this many times the shortest.
LONG = 1.5


@dataclass(frozen=True, slots=True)
class Usable:
    """The scores that are compared with the judgements of an aspect."""

    #: Tables [document, system], NaN where there is no judgement or a system is skipped for a measure.
    tables: Mapping[Metric, Floats]
    #: The systems skipped for a measure because it scores too few of their summaries.
    rare: Mapping[Metric, tuple[str, ...]]
    #: The systems on which measures are ranked and tested: all that any measure has, if one has all of them.
    systems: Flags
    #: The measures that are defined for these, and for half of their judged summaries.
    ranked: frozenset[Metric]


def usable_scores(scores: Mapping[Metric, Floats], judgements: Floats, systems: Sequence[str]) -> Usable:
    """Take the scores of judged summaries; skip a system that a measure scores on too few documents.

    Too few are less than half of its judged summaries in documents for which the measure is defined at all. A measure
    that exists for some documents only, such as a pyramid, is correlated on these, but not ranked with the others.
    """
    is_judged = ~np.isnan(judgements)
    tables, rare = {}, {}
    for metric, table in scores.items():
        has_both = ~np.isnan(table) & is_judged
        defined = has_both.sum(axis=0)
        is_rare = (defined > 0) & (2 * defined < is_judged[has_both.any(axis=1)].sum(axis=0))
        if is_rare.any():
            rare[metric] = tuple(name for name, out in zip(systems, is_rare, strict=True) if out)
        tables[metric] = np.where(has_both & ~is_rare, table, np.nan)
    present = {metric: ~np.isnan(table).all(axis=0) for metric, table in tables.items()}
    often = [m for m, table in tables.items() if 2 * (~np.isnan(table)).sum() >= is_judged[:, present[m]].sum() > 0]
    shared = np.any([present[metric] for metric in often], axis=0) if often else np.zeros(len(systems), dtype=bool)
    if not any((present[metric] == shared).all() for metric in often) and often:
        shared = max((present[metric] for metric in often), key=lambda mask: int(mask.sum()))
    ranked = frozenset(metric for metric in often if (present[metric] == shared).all())
    return Usable(tables, rare, shared, ranked)


def rare_notes(by_aspect: Mapping[str, Usable]) -> list[str]:
    """Say which systems are skipped for which measures, once for measures that skip the same systems."""
    groups: dict[tuple[str, ...], dict[str, dict[str, None]]] = {}
    for aspect, usable in by_aspect.items():
        for metric, systems in usable.rare.items():
            groups.setdefault(systems, {}).setdefault(aspect, {})[str(metric.measure)] = None
    notes = []
    for systems, by_name in groups.items():
        measures = {tuple(names) for names in by_name.values()}
        where = "" if len(measures) == 1 and len(by_name) == len(by_aspect) else f" (on {listed(by_name)})"
        names = dict.fromkeys(name for own in by_name.values() for name in own)
        notes.append(
            f"{listed(names, 4)}{where}: skipped {listed(systems, 4)}, with a value for fewer than half of the judged "
            "summaries"
        )
    return notes


@dataclass(frozen=True, slots=True)
class MetricCorrelation:
    """The correlation of a measure with the judgements of an aspect."""

    metric: Metric
    correlation: Correlation
    intervals: Mapping[Coefficient, Interval | None]
    #: The number of systems and summaries it is computed from.
    systems: int
    summaries: int
    #: Whether it covers the systems on which measures are ranked.
    is_ranked: bool

    @property
    def measure(self) -> Measure:
        return self.metric.measure

    def value(self, coefficient: Coefficient) -> float:
        """Return a coefficient; lower than any where undefined."""
        value = self.correlation[coefficient]
        return -2.0 if value is None else value


def correlate_metrics(
    usable: Usable, judgements: Floats, level: Level, plan: MetaPlan, drawn: Floats
) -> tuple[MetricCorrelation, ...]:
    """Correlate every measure with the judgements: ranked ones first, from the highest to the lowest.

    `drawn` are the coefficients of all usable measures in all resamples, [resample, measure, coefficient].
    """
    together = np.stack(list(usable.tables.values()))
    found = list(
        ordered_map(lambda table: correlate(table, judgements, level, seed=plan.bootstrap.seed), together, plan.workers)
    )
    bounds = intervals(
        together, judgements, level, plan.bootstrap, plan.over, plan.workers, values=drawn, estimates=found
    )  # fmt: skip
    results = []
    for (metric, table), correlation, bound in zip(usable.tables.items(), found, bounds, strict=True):
        there = ~np.isnan(table)
        counts = int(there.any(axis=0).sum()), int(there.sum())
        results.append(MetricCorrelation(metric, correlation, bound, *counts, metric in usable.ranked))
    return tuple(sorted(results, key=lambda result: (not result.is_ranked, -result.value(plan.coefficient))))


@dataclass(frozen=True, slots=True)
class Ceiling:
    """The correlation of one annotator with another, mean over pairs of annotators."""

    pairs: int
    values: Mapping[Coefficient, float | None]
    intervals: Mapping[Coefficient, Interval | None]


def rater_ceiling(pairs: Sequence[tuple[Floats, Floats]], level: Level, plan: MetaPlan) -> Ceiling | None:
    """Correlate the ratings of every two annotators, as measures with judgements; None with fewer than two."""
    if not pairs:
        return None
    found = [correlate(second, first, level, seed=plan.bootstrap.seed) for first, second in pairs]
    drawn = [
        resampled_correlations(second[None], first, level, plan.bootstrap, plan.over, plan.workers)[:, 0]
        for first, second in pairs
    ]
    values: dict[Coefficient, float | None] = {}
    bounds: dict[Coefficient, Interval | None] = {}
    for place, name in enumerate(COEFFICIENTS):
        defined = [value for correlation in found if (value := correlation[name]) is not None]
        values[name] = float(np.mean(defined)) if defined else None
        own = np.stack([resamples[:, place] for resamples in drawn])
        is_there = ~np.isnan(own)
        means = np.divide(
            np.where(is_there, own, 0.0).sum(axis=0), is_there.sum(axis=0),
            out=np.full(own.shape[1], np.nan), where=is_there.any(axis=0),
        )  # fmt: skip
        found_here = values[name]
        if found_here is not None and not np.isnan(means).all():  # resamples lie too low, see `intervals`
            means = np.clip(means + found_here - np.median(means[~np.isnan(means)]), -1.0, 1.0)
        bounds[name] = interval(means, plan.bootstrap.confidence) if defined else None
    return Ceiling(len(pairs), values, bounds)


@dataclass(frozen=True, slots=True)
class LengthCorrelation:
    """Pearson correlations of a measure with mean lengths and judgements, at the system level."""

    metric: Metric
    systems: int
    judgement: float | None
    length: float | None
    #: The partial correlation with judgements given length.
    partial: float | None


@dataclass(frozen=True, slots=True)
class Lengths:
    """The mean lengths of systems in words, and the correlations of measures with them."""

    means: Floats
    #: The Pearson correlation of judgements and length.
    judgement: float | None
    metrics: tuple[LengthCorrelation, ...]

    @property
    def ratio(self) -> float:
        """How many times as long the longest summaries are as the shortest, on average."""
        known = self.means[~np.isnan(self.means)]
        return float(known.max() / known.min()) if len(known) and known.min() > 0 else 1.0


def correlate_lengths(usable: Usable, judgements: Floats, words: Floats) -> Lengths:
    """Correlate the systems' mean scores with their mean lengths, for every measure."""
    all_words, all_marks = means_of_both(words, judgements)
    is_there = ~np.isnan(all_marks)
    judged = _correlation(all_words[is_there], all_marks[is_there])
    results = []
    for metric, table in usable.tables.items():
        scores, marks = means_of_both(table, judgements)
        lengths = mean_of_systems(np.where(np.isnan(table), np.nan, words))
        known = ~np.isnan(scores)
        rows = scores[known], marks[known], lengths[known]
        partial = partial_correlation(*rows) if known.sum() >= _FEWEST else None
        pair = _correlation(rows[0], rows[1]), _correlation(rows[0], rows[2])
        results.append(LengthCorrelation(metric, int(known.sum()), *pair, partial))
    return Lengths(all_words, judged, tuple(results))


def _correlation(first: Floats, second: Floats) -> float | None:
    return correlate_rows(first, second) if len(first) >= 3 else None


@dataclass(frozen=True, slots=True)
class TopSystems:
    """The correlation of a measure with judgements among the best systems only (Bhandari et al. 2020)."""

    metric: Metric
    #: How many systems, the best by the judgements.
    top: int
    correlation: Correlation


def correlate_top(usable: Usable, judgements: Floats) -> tuple[TopSystems, ...]:
    """Correlate among the systems that annotators rate highest, from the fewest to all, for ranked measures."""
    means = mean_of_systems(np.where(usable.systems, judgements, np.nan))
    order = [place for place in np.argsort(-means, kind="stable").tolist() if not np.isnan(means[place])]
    ranked = [metric for metric in usable.tables if metric in usable.ranked]
    return tuple(
        TopSystems(
            metric,
            top,
            correlate(usable.tables[metric][:, order[:top]], judgements[:, order[:top]], "system", coefficients=()),
        )
        for metric in ranked
        for top in range(_FEWEST, len(order) + 1)
    )


@dataclass(frozen=True, slots=True)
class MetricPair:
    """The correlation of two measures at the system level."""

    first: Metric
    second: Metric
    correlation: Correlation


def correlate_pairs(scores: Mapping[Metric, Floats]) -> tuple[MetricPair, ...]:
    """Correlate every pair of measures at the system level."""
    return tuple(
        MetricPair(first, second, correlate(scores[first], scores[second], "system", coefficients=()))
        for first, second in combinations(scores, 2)
    )


def means_of_both(scores: Floats, judgements: Floats) -> tuple[Floats, Floats]:
    """Return the mean score and the mean judgement of every system, over the documents that have both."""
    is_missing = np.isnan(scores) | np.isnan(judgements)
    return (
        mean_of_systems(np.where(is_missing, np.nan, scores)),
        mean_of_systems(np.where(is_missing, np.nan, judgements)),
    )


def mean_of_systems(table: Floats) -> Floats:
    """Average over documents, NaN where a system has nothing."""
    is_there = ~np.isnan(table)
    counts = is_there.sum(axis=0)
    sums = np.where(is_there, table, 0.0).sum(axis=0)
    means: Floats = np.divide(sums, counts, out=np.full(len(counts), np.nan), where=counts > 0)
    return means


def best_first(results: Iterable[MetricCorrelation], coefficient: Coefficient) -> list[MetricCorrelation]:
    """Return the results that have the coefficient, the highest first."""
    defined = [result for result in results if result.correlation[coefficient] is not None]
    return sorted(defined, key=lambda result: -result.value(coefficient))
