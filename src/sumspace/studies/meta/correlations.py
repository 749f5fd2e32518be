"""How far measures agree with judgements and with each other, which of them do so better, and under which settings."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations, permutations, product
from typing import TYPE_CHECKING, Literal

import numpy as np

from sumspace.measures.measure import parse_measure
from sumspace.stats.correlation import correlate, williams_table
from sumspace.stats.resampling import intervals
from sumspace.studies.meta.scores import score_measures

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from sumspace.arrays import Floats
    from sumspace.measures.measure import Against, Measure
    from sumspace.stats.correlation import Correlation, Level
    from sumspace.stats.resampling import Intervals
    from sumspace.studies.meta.judgements import Judgements
    from sumspace.studies.meta.plan import MetaPlan

    #: By two measures, how likely it is by chance that the first correlates so much better; None without a test.
    PValues = Mapping[tuple[Measure, Measure], float | None]


#: A p below this counts.
SURE = 0.05
#: What the sweeps go through: weightings of LSA, and numbers of keywords.
_LOCAL, _GLOBAL = ("fq", "bi", "au", "lo"), ("nw", "isf", "gf", "en")
_WEIGHTINGS = tuple(f"{local}-{weight}" for local, weight in product(_LOCAL, _GLOBAL))
_KEYWORDS = tuple(map(str, (*range(5, 50, 5), *range(50, 101, 10))))


@dataclass(frozen=True, slots=True)
class MeasureCorrelation:
    """How far a measure agrees with a judgement."""

    measure: Measure
    correlation: Correlation
    intervals: Intervals

    @property
    def is_defined(self) -> bool:
        return self.correlation.pearson is not None

    @property
    def pearson(self) -> float:
        """The Pearson correlation; below any other where there is none."""
        return -2.0 if self.correlation.pearson is None else self.correlation.pearson


@dataclass(frozen=True, slots=True)
class MeasurePair:
    """How far two measures agree with each other on systems."""

    first: Measure
    second: Measure
    correlation: Correlation


def correlate_measures(
    scores: Mapping[Measure, Floats], judgements: Floats, level: Level, plan: MetaPlan
) -> tuple[MeasureCorrelation, ...]:
    """Correlate every measure with the judgements, from the highest Pearson correlation to the lowest."""
    together = np.stack(list(scores.values()))
    bounds = intervals(together, judgements, level, plan.bootstrap, plan.over, plan.workers)
    results = [
        MeasureCorrelation(measure, correlate(table, judgements, level), bound)
        for (measure, table), bound in zip(scores.items(), bounds, strict=True)
    ]
    return tuple(sorted(results, key=lambda result: -result.pearson))


def compare_measures(
    scores: Mapping[Measure, Floats], judgements: Floats, level: Literal["system", "pooled"]
) -> PValues:
    """Test every two measures by Williams' test, on the means of systems or on all summaries."""
    if level == "pooled":
        rows, points = np.stack([table.ravel() for table in scores.values()]), judgements.ravel()
    else:
        # The judgements of a system are averaged over all documents: they must be the same for both measures.
        rows = np.stack([_mean(np.where(np.isnan(judgements), np.nan, table)) for table in scores.values()])
        points = _mean(judgements)
    p = williams_table(rows, points)
    places = {measure: place for place, measure in enumerate(scores)}
    return {(first, second): p[places[first]][places[second]] for first, second in permutations(scores, 2)}


def correlate_pairs(scores: Mapping[Measure, Floats]) -> tuple[MeasurePair, ...]:
    """Correlate every two measures, at the system level."""
    return tuple(
        MeasurePair(first, second, correlate(scores[first], scores[second], "system", coefficients=()))
        for first, second in combinations(scores, 2)
    )


def means_of_both(scores: Floats, judgements: Floats) -> tuple[Floats, Floats]:
    """Return the mean score and the mean judgement of every system, over the documents that have both."""
    is_missing = np.isnan(scores) | np.isnan(judgements)
    return _mean(np.where(is_missing, np.nan, scores)), _mean(np.where(is_missing, np.nan, judgements))


def _mean(table: Floats) -> Floats:
    """Average over documents, NaN where a system has nothing."""
    is_there = ~np.isnan(table)
    counts = is_there.sum(axis=0)
    sums = np.where(is_there, table, 0.0).sum(axis=0)
    means: Floats = np.divide(sums, counts, out=np.full(len(counts), np.nan), where=counts > 0)
    return means


@dataclass(frozen=True, slots=True)
class BestMeasure:
    """A measure with the highest correlation, and the measures below it by what Williams' test says of them."""

    result: MeasureCorrelation
    #: Whether a measure for which people annotate has a higher correlation.
    is_second: bool
    surely_higher_than: tuple[Measure, ...]
    not_surely_higher_than: tuple[Measure, ...]
    untested: tuple[Measure, ...]

    @property
    def measure(self) -> Measure:
        return self.result.measure


def best_measures(ranked: Sequence[MeasureCorrelation], p_values: PValues) -> list[BestMeasure]:
    """Return the measure with the highest correlation and, if people annotate for it, the best that scores any text."""
    defined = [place for place, result in enumerate(ranked) if result.is_defined]
    chosen = defined[:1]
    if chosen and not ranked[chosen[0]].measure.of_any_text:
        chosen += [place for place in defined if ranked[place].measure.of_any_text][:1]
    best = []
    for place in chosen:
        measure = ranked[place].measure
        p = {lower.measure: p_values[measure, lower.measure] for lower in ranked[place + 1 :]}
        best.append(
            BestMeasure(
                ranked[place],
                place != chosen[0],
                tuple(lower for lower, value in p.items() if value is not None and value < SURE),
                tuple(lower for lower, value in p.items() if value is not None and value >= SURE),
                tuple(lower for lower, value in p.items() if value is None),
            )
        )
    return best


@dataclass(frozen=True, slots=True)
class Sweep:
    """A measure with each of its settings, compared with references or with the full text."""

    figure: Literal["4", "5", "6"]
    #: The name of the measure, without options.
    name: str
    against: Against
    settings: tuple[str, ...]

    def measures(self) -> dict[str, Measure]:
        text = "text," if self.against == "text" else ""
        return {setting: parse_measure(f"{self.name}({text}{setting})") for setting in self.settings}


SWEEPS = (
    Sweep("4", "lsa-topic", "references", _WEIGHTINGS),
    Sweep("4", "lsa-terms", "references", _WEIGHTINGS),
    Sweep("5", "lsa-topic", "text", _WEIGHTINGS),
    Sweep("5", "lsa-terms", "text", _WEIGHTINGS),
    Sweep("6", "keywords", "references", _KEYWORDS),
    Sweep("6", "keywords", "text", _KEYWORDS),
)


@dataclass(frozen=True, slots=True)
class SweepResult:
    """How far a measure with one of its settings agrees with a judgement, at the system level."""

    sweep: Sweep
    setting: str
    measure: Measure
    aspect: str
    correlation: Correlation


def run_sweeps(judgements: Judgements, plan: MetaPlan, progress: Callable[[float], None]) -> tuple[SweepResult, ...]:
    """Go through the settings of measures, if that is planned; the measures of all sweeps are scored together."""
    if not plan.sweeps:
        return ()
    by_sweep = {sweep: sweep.measures() for sweep in SWEEPS}
    measures = tuple(dict.fromkeys(measure for settings in by_sweep.values() for measure in settings.values()))
    tables = score_measures(judgements, measures, plan, progress, required=False).tables
    return tuple(
        SweepResult(sweep, setting, measure, aspect, correlate(tables[measure], judged, "system"))
        for aspect, judged in judgements.tables.items()
        for sweep, settings in by_sweep.items()
        for setting, measure in settings.items()
        if measure in tables
    )
