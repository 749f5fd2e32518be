"""Bootstrap intervals: of averages, plain and as ROUGE-1.5.5 and rouge-score compute them, and of correlations."""

from __future__ import annotations

import math
from dataclasses import dataclass
from statistics import NormalDist
from typing import TYPE_CHECKING, Any, Literal, get_args

import numpy as np

from sumspace.compute.work import in_chunks, ordered_map
from sumspace.errors import SettingError
from sumspace.stats.correlation import COEFFICIENTS, Accuracy, Level, PairedTables, correlate, system_components

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sumspace.arrays import Floats, Integers
    from sumspace.compute.work import Workers
    from sumspace.stats.correlation import Coefficient, Correlation

    #: The interval of each coefficient; None where more than half of the resamples have none.
    Intervals = Mapping[Coefficient, "Interval | None"]


#: What is drawn with replacement: Boot-Both, Boot-Inputs and Boot-Systems of Deutsch, Dror & Roth (2021).
Over = Literal["both", "documents", "systems"]

#: Coefficients that are shares of pairs.
_SHARES = ("accuracy", "soft_accuracy")
#: Those that look at the numbers themselves, and not only at their order.
_OF_NUMBERS = frozenset({"pearson", "difference"})

#: So few systems cannot be resampled: most resamples have a handful of points. The variance on Fisher's scale of n
#: normally distributed ones, times n - 3 or n - 4, stands instead (Fisher 1921; Fieller, Hartley & Pearson 1957).
_FEW = 10
_DEVIATIONS: dict[Coefficient, tuple[float, int]] = {
    "pearson": (1.0, 3), "difference": (1.0, 3), "spearman": (1.06, 3), "kendall": (0.437, 4), "kendall_c": (0.437, 4),
    "accuracy": (0.437, 4),
}  # fmt: skip

_MOST_RESAMPLES = 1_000_000
#: How many cells a thread looks at before it asks whether to go on.
_CELLS = 5_000_000


@dataclass(frozen=True, slots=True)
class Interval:
    """An average and the bounds of its confidence interval."""

    mean: float
    low: float
    high: float


def ends_of(interval: Interval | None) -> list[float] | None:
    """Return the bounds of an interval, as records have them; None where there are none."""
    return None if interval is None or math.isnan(interval.low) else [interval.low, interval.high]


@dataclass(frozen=True, slots=True)
class Bootstrap:
    """How to resample: how often, how sure, and from which seed."""

    resamples: int = 1000
    #: In percent.
    confidence: float = 95
    seed: int = 0

    def __post_init__(self) -> None:
        if not 1 <= self.resamples <= _MOST_RESAMPLES:
            raise SettingError(f"a bootstrap has from one resample to {_MOST_RESAMPLES:,}, not {self.resamples:,}")
        if not 0 <= self.confidence <= 100:
            raise SettingError(f"a confidence lies between 0 and 100 percent, not {self.confidence:g}")
        if not 0 <= self.seed < 2**32:
            raise SettingError(f"a seed is a whole number from 0 to {2**32 - 1}, not {self.seed}")

    def __str__(self) -> str:
        return f"bootstrap:{self.resamples} at {self.confidence:g}% seed {self.seed}"

    def rouge155(self, scores: Floats) -> list[Interval]:
        """Average every column as the official script does, to five decimals.

        The average is the mean of the resamples' means, summed in ascending order; the script interpolates both
        bounds with the upper bound's fraction.
        """
        from sumspace.stats.bootstrap_kernels import resample

        means = np.sort(resample(np.ascontiguousarray(scores), self.resamples, self.seed), axis=0)
        delta = self.resamples * ((100 - self.confidence) / 2.0) / 100.0
        upper, lower = int(self.resamples - delta - 1), int(delta)
        fraction = self.resamples - delta - 1 - upper
        totals = np.cumsum(means, axis=0)[-1]  # one by one: the script's order of additions decides the last digit
        averages = []
        for column, total in zip(means.T.tolist(), totals.tolist(), strict=True):
            bounds = (_between(column, index, fraction) for index in (lower, upper))
            averages.append(Interval(*(float(f"{v:.5f}") for v in (total / len(column), *bounds))))
        return averages

    def rouge_score(self, scores: Floats, random: np.random.RandomState) -> list[Interval]:
        """Average every column as rouge-score's aggregator does: percentiles of resampled means.

        That package draws from numpy's global state; with `random` in the same state the numbers are the same.
        """
        count = len(scores)
        drawn = (random.choice(np.arange(count), size=count) for _ in range(self.resamples))
        means = np.stack([scores[rows].mean(axis=0) for rows in drawn])
        delta = (1 - self.confidence / 100) / 2
        low, middle, high = np.percentile(means, 100 * np.array([delta, 0.5, 1 - delta]), axis=0)
        return [Interval(*map(float, values)) for values in zip(middle, low, high, strict=True)]

    def plain(self, scores: Floats) -> list[Interval]:
        """Average every column: its mean, with percentiles of the means of resamples."""
        from sumspace.stats.bootstrap_kernels import resample

        means = resample(np.ascontiguousarray(scores), self.resamples, self.seed)
        outside = (100 - self.confidence) / 2
        bounds = np.percentile(means, [outside, 100 - outside], axis=0)
        return [Interval(*map(float, values)) for values in zip(scores.mean(axis=0), *bounds, strict=True)]


def _between(ranked: list[float], index: int, fraction: float) -> float:
    """Interpolate after ranked[index]; Perl reads a missing value past the end as 0, and a negative index from it."""
    here = ranked[index]
    after = ranked[index + 1] if -len(ranked) <= index + 1 < len(ranked) else 0.0
    return here + (after - here) * fraction


def intervals(
    scores: Floats,
    judgements: Floats,
    level: Level,
    bootstrap: Bootstrap,
    over: Over = "both",
    workers: Workers | int | None = None,
    *,
    values: Floats | None = None,
    estimates: Sequence[Correlation] | None = None,
) -> list[Intervals]:
    """Return the intervals of each measure's correlations with the judgements.

    They are about what other systems, documents, or both, as many as there are and of the kind that is there, would
    give on average: the coefficient, and on both sides of it half of what lies between the percentiles of resamples, on
    Fisher's scale. Percentiles themselves lie too low: means over few documents are noisy, noise makes correlations
    smaller, and a resample of documents is noisy twice; see docs/statistics.md. For both, at the system level, systems
    are drawn, with their noise, and documents add what they do to all systems alike. What `resampled_correlations` gave
    for the same arguments need not be drawn again where it is handed in, unless both are drawn at the system level; nor
    need what `correlate` gave of every measure be computed again.
    """
    judged = np.asarray(judgements, dtype=np.float64)
    kinds: tuple[Over, ...] = ("systems", "documents") if level == "system" and over == "both" else (over,)
    drawn = {over: values} if values is not None and kinds == (over,) else {}
    for kind in kinds:
        if kind not in drawn:
            drawn[kind] = resampled_correlations(scores, judged, level, bootstrap, kind, workers)

    def bounds(item: tuple[int, Floats]) -> Intervals:
        m, table = item
        found = correlate(table, judged, level, seed=bootstrap.seed) if estimates is None else estimates[m]
        points = found.points if level == "system" else 0
        there = ~np.isnan(table) & ~np.isnan(judged)
        # Documents and systems without a value are drawn too, and say nothing.
        shape = int(there.any(axis=1).sum()), int(there.any(axis=0).sum())
        shared = _shared_by_systems(table, judged, drawn["documents"][:, m, 0]) if len(kinds) == 2 else 1.0
        result: dict[Coefficient, Interval | None] = {}
        for c, name in enumerate(COEFFICIENTS):
            halves = [
                _half_of_few(name, bootstrap.confidence, points)
                if kind == "systems" and 0 < points < _FEW and name in _DEVIATIONS
                else _half(drawn[kind][:, m, c], name, bootstrap.confidence, points) * _factor(kind, name, shape, level)
                for kind in kinds
            ]
            half = halves[0] if len(halves) == 1 else math.hypot(halves[0], math.sqrt(shared) * halves[1])
            result[name] = _interval(found[name], name, half, points)
        return result

    return list(ordered_map(bounds, list(enumerate(np.asarray(scores, dtype=np.float64))), workers))


def _interval(estimate: float | None, coefficient: Coefficient, half: float, points: int) -> Interval | None:
    """Return the bounds at a distance on Fisher's scale; None where there is no estimate or distance."""
    if estimate is None or math.isnan(half):
        return None
    middle = _fisher(estimate, coefficient, points)
    low, high = (_from_fisher(middle + sign * half, coefficient) if half > 0 else estimate for sign in (-1, 1))
    # A ranking without a mistake is held too.
    return Interval(estimate, min(estimate, low), max(estimate, high))


def _factor(kind: Over, coefficient: Coefficient, shape: tuple[int, int], level: Level) -> float:
    """Return how much wider an interval must be than what resamples of few documents or systems give.

    Resamples of n have n - 1 where n should be; Pearson's correlation of n systems varies on Fisher's scale as that of
    n - 3 would. The two other numbers were found by simulation (benchmarks/intervals.py): what is known of noise is not
    sure, and copies of systems make rankings vary more than they should. NaN: one document, or system, says nothing
    about others.
    """
    documents, systems = shape
    if (kind != "systems" and documents < 2) or (kind != "documents" and systems < 2):
        return math.nan
    factor = math.sqrt(documents / (documents - 1)) if kind != "systems" else 1.0
    if kind == "documents":
        return 1.1 * factor if level == "system" else factor
    if level == "system" and coefficient in _OF_NUMBERS:
        return factor * math.sqrt(systems / (systems - 3)) if systems > 3 else math.nan
    factor *= math.sqrt(systems / (systems - 1))
    return 0.9 * factor if level == "system" and coefficient != "soft_accuracy" else factor


def _fisher(value: Any, coefficient: Coefficient, systems: int) -> Any:
    """Return Fisher's z, of accuracies stretched to -1 … 1; rankings without a mistake are half a pair short of it."""
    most = 1 - 1e-9
    if systems > 2 and coefficient not in _OF_NUMBERS:
        most = 1 - 2 / (systems * (systems - 1))
    stretched = 2 * value - 1 if coefficient in _SHARES else value
    return np.arctanh(np.clip(stretched, -most, most))


def _from_fisher(value: float, coefficient: Coefficient) -> float:
    stretched = math.tanh(value)
    return (1 + stretched) / 2 if coefficient in _SHARES else stretched


def _half_of_few(coefficient: Coefficient, confidence: float, systems: int) -> float:
    """Return half of the interval that normally distributed systems have; NaN where there are too few."""
    variance, fewer = _DEVIATIONS[coefficient]
    if systems <= fewer:
        return math.nan
    return NormalDist().inv_cdf(min((1 + confidence / 100) / 2, 1 - 1e-16)) * math.sqrt(variance / (systems - fewer))


def _half(values: Floats, coefficient: Coefficient, confidence: float, systems: int) -> float:
    """Return half of what lies between the percentiles; NaN where more than half of the values are."""
    defined = values[~np.isnan(values)]
    if 2 * len(defined) < len(values) or not len(defined):
        return math.nan
    outside = (100 - confidence) / 2
    low, high = np.percentile(_fisher(defined, coefficient, systems), [outside, 100 - outside])
    return float(high - low) / 2


def _shared_by_systems(scores: Floats, judgements: Floats, values: Floats) -> float:
    """Return the share of what documents make vary, given resamples of them, that is not noise of each system alone.

    The latter is in the resamples of systems already.
    """
    found = system_components(np.stack([scores, judgements]))
    z = _fisher(values[~np.isnan(values)], "pearson", 0)
    variance = float(np.var(z)) if len(z) else 0.0
    if found is None or variance <= 0:
        return 1.0 if found is None else 0.0
    means, noise, counts = found
    centred = means - means.mean(axis=0)
    squares = centred.T @ centred
    spread = np.sqrt(np.diag(squares))
    r = float(np.clip(squares[0, 1] / spread.prod(), -1 + 1e-9, 1 - 1e-9))
    parts = noise * float((1 / counts).mean()) * (len(means) - 1) / np.outer(spread, spread)
    alone = (parts[0, 0] + parts[1, 1] - 2 * r * parts[0, 1]) / ((len(means) - 1) * (1 - r * r))
    return max(0.0, 1 - float(alone) / variance)


def difference_intervals(
    values: Floats, pairs: Sequence[tuple[int, int]], confidence: float, estimates: Floats | None = None
) -> list[Intervals]:
    """Return for each pair of measures the intervals of the first's coefficients less the second's.

    `values` are those of `resampled_correlations`, [resample, measure, coefficient]: both measures are in the same
    resamples. With estimates [measure, coefficient] the middle of the resamples is moved to the difference between
    these.
    """
    results: list[Intervals] = []
    for a, b in pairs:
        drawn = values[:, a] - values[:, b]
        found = [interval(column, confidence) for column in drawn.T]
        if estimates is not None:
            shifts = [
                float(gap - np.median(known)) if len(known := column[~np.isnan(column)]) else math.nan
                for gap, column in zip(estimates[a] - estimates[b], drawn.T, strict=True)
            ]
            found = [_moved(bounds, shift) for bounds, shift in zip(found, shifts, strict=True)]
        results.append(dict(zip(COEFFICIENTS, found, strict=True)))
    return results


def _moved(bounds: Interval | None, by: float) -> Interval | None:
    return None if bounds is None or math.isnan(by) else Interval(bounds.mean + by, bounds.low + by, bounds.high + by)


def interval(values: Floats, confidence: float) -> Interval | None:
    """Return mean and percentiles of what resamples gave, without NaN; None where more than half are NaN."""
    defined = values[~np.isnan(values)]
    if 2 * len(defined) < len(values) or not len(defined):
        return None
    outside = (100 - confidence) / 2
    low, high = np.percentile(defined, [outside, 100 - outside]).tolist()
    return Interval(float(defined.mean()), low, high)


def resampled_correlations(
    scores: Floats,
    judgements: Floats,
    level: Level,
    bootstrap: Bootstrap,
    over: Over = "both",
    workers: Workers | int | None = None,
) -> Floats:
    """Return [resample, measure, coefficient] for scores [measure, document, system] beside one table of judgements.

    A resample has all cells of the drawn documents × the drawn systems, each as often as its document and its system
    were drawn, and is correlated as by `correlate`; NaN where that is undefined, or fewer than 3 different points were
    drawn. All measures share the resamples, so that differences between them are paired.

    Three things are not as by `correlate`. A pair of copies of one summary does not count for the accuracy. At the
    pooled level, ties keep the threshold that all summaries have. Soft accuracies have p-values of the normal
    distribution, which the permutations' come close to.
    """
    if over not in get_args(Over):
        raise SettingError(f"one cannot resample over {over!r}, only over: {', '.join(get_args(Over))}")
    paired = [PairedTables.of(table, judgements, level) for table in scores]
    calibrated = ordered_map(Accuracy.of, paired, workers) if level != "system" else [None] * len(paired)
    tables = list(zip(paired, calibrated, strict=True))
    shape = np.shape(judgements)
    size = max(1, _CELLS // max(1, np.size(scores)))

    def correlated(resamples: Sequence[int]) -> Floats:
        drawn = [draws(bootstrap.seed, i, shape[0], shape[1], over) for i in resamples]
        documents, systems = (np.stack(times) for times in zip(*drawn, strict=True))
        return np.stack([table.resampled(documents, systems, accuracy)[0] for table, accuracy in tables], axis=1)

    if not tables:
        return np.empty((bootstrap.resamples, 0, len(COEFFICIENTS)))
    return np.concatenate(list(ordered_map(correlated, in_chunks(range(bootstrap.resamples), size), workers)))


def draws(seed: int, resample: int, documents: int, systems: int, over: Over) -> tuple[Integers, Integers]:
    """Return how often each document and each system is in this resample, which depends on seed and number alone.

    Philox (Salmon et al. 2011) turns a counter into random numbers, so that every resample has a stretch of its own.
    """
    stream = np.random.Philox(key=seed, counter=[0, 0, 0, resample])
    uniform = (stream.random_raw(documents + systems) >> np.uint64(11)) * 2.0**-53

    def times(kind: Over, first: int, count: int) -> Integers:
        is_drawn = over in {"both", kind}
        places = (uniform[first : first + count] * count).astype(np.int64) if is_drawn else np.arange(count)
        return np.bincount(places, minlength=count).astype(np.int64)

    return times("documents", 0, documents), times("systems", documents, systems)
