"""Correlations of rows, and of tables of scores and judgements at three levels."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal, get_args

import numpy as np

from sumspace.errors import SettingError

if TYPE_CHECKING:
    from collections.abc import Collection

    from numpy.typing import NDArray

    from sumspace.arrays import Flags, Floats, Integers


#: What is correlated: the systems' means; the systems of each document, averaged; all pairs of document and system.
Level = Literal["system", "summary", "pooled"]
#: See docs/statistics.md: Kendall's are tau-b and tau-c; accuracies are of pairs; the last is Pearson's of differences.
Coefficient = Literal["pearson", "spearman", "kendall", "kendall_c", "accuracy", "soft_accuracy", "difference"]
COEFFICIENTS: tuple[Coefficient, ...] = get_args(Coefficient)
#: Correlations this close to 1 or -1 are 1 or -1.
PERFECT = 1 - 1e-12
#: With more pairs of summaries, or of points in one list, ties are not calibrated.
_MOST_PAIRS = 2_000_000
_MOST_POINTS = 20_000
#: How often the signs of differences are drawn for a soft accuracy, as in the paper.
_PERMUTATIONS = 1000


@dataclass(frozen=True, slots=True)
class Correlation:
    """The coefficients, or why there are none.

    Where one of them is defined, all are but these: the soft accuracy, which takes systems with two documents in common
    and is None at the other levels, and the accuracy of more pairs than can be calibrated; see `missing`.
    """

    pearson: float | None = None
    spearman: float | None = None
    #: Kendall's tau-b, and Stuart's tau-c.
    kendall: float | None = None
    kendall_c: float | None = None
    #: Pairs that are ranked or tied as people do, with calibrated ties (Deutsch, Foster & Freitag 2023).
    accuracy: float | None = None
    #: How far one is as sure of the order of two systems as people's judgements make one (Thompson et al. 2024).
    soft_accuracy: float | None = None
    #: Pearson's correlation of the differences between summaries of one document.
    difference: float | None = None
    #: How many systems, documents or pairs the coefficients rest on.
    points: int = 0
    #: Why there are no coefficients, in words; empty where there are.
    reason: str = ""
    #: How many summaries have both values.
    summaries: int = 0
    #: Scores no further apart than this tie, for the accuracy.
    tie: float | None = None

    def __getitem__(self, coefficient: Coefficient) -> float | None:
        value: float | None = getattr(self, coefficient)
        return value

    def missing(self, coefficient: Coefficient, level: Level) -> str:
        """Say why a coefficient is not there; empty where it is."""
        if self[coefficient] is not None:
            return ""
        if self.reason or coefficient not in {"accuracy", "soft_accuracy"}:
            return self.reason or "it was not computed"
        if coefficient == "soft_accuracy":
            return (
                "no two systems share two documents" if level == "system" else "it is defined at the system level only"
            )
        return "there are too many pairs to calibrate ties"


def correlate_rows(first: Floats, second: Floats, coefficient: Coefficient = "pearson") -> float | None:
    """Correlate two rows of numbers, where only equal numbers tie; None where all numbers of a row are equal.

    >>> correlate_rows(np.array([1.0, 2.0, 2.0, 5.0]), np.array([1.0, 4.0, 2.0, 5.0]), "kendall")
    0.912870929175277
    """
    from scipy import stats

    if np.ptp(first) == 0 or np.ptp(second) == 0:
        return None
    if coefficient == "kendall":
        if np.array_equal(first, second):
            return 1.0
        if len(first) == 2:  # the only pair is ordered alike or not; SciPy divides by zero
            return 1.0 if (first[0] < first[1]) == (second[0] < second[1]) else -1.0
        return float(stats.kendalltau(first, second, method="asymptotic").statistic)
    if coefficient == "spearman":
        first, second = stats.rankdata(first), stats.rankdata(second)
    x, y = first - first.mean(), second - second.mean()
    return float(np.clip(x @ y / np.sqrt((x @ x) * (y @ y)), -1, 1))


def partial_correlation(first: Floats, second: Floats, given: Floats) -> float | None:
    """Correlate what a straight line through the third row leaves of two others (Pearson), over points without NaN.

    None with fewer than four points, and where the third row alone decides one of the others.

    >>> partial_correlation(np.array([1.0, 2, 3, 5]), np.array([2.0, 1, 4, 3]), np.array([1.0, 0, 1, 0]))
    0.9805806756909202
    """
    rows = np.stack([np.asarray(row, dtype=np.float64) for row in (first, second, given)])
    rows = rows[:, ~np.isnan(rows).any(axis=0)]
    if rows.shape[1] < 4:
        return None
    a, b, c = (_scaled(row) for row in rows)
    between, of_first, of_second = correlate_rows(a, b), correlate_rows(a, c), correlate_rows(b, c)
    if between is None:
        return None
    if of_first is None or of_second is None:  # what does not vary explains nothing
        return between
    if max(abs(of_first), abs(of_second)) > PERFECT:
        return None
    rest = (1 - of_first**2) * (1 - of_second**2)
    return float(np.clip((between - of_first * of_second) / math.sqrt(rest), -1, 1))


def correlate(
    scores: Floats,
    judgements: Floats,
    level: Level,
    *,
    seed: int = 0,
    coefficients: Collection[Coefficient] = COEFFICIENTS,
) -> Correlation:
    """Correlate two tables [document, system], NaN where there is no value, over the cells where both have one.

    At the system level the means of the systems are correlated; at the summary level the systems of each document, and
    the mean is taken over the documents with at least 3 systems whose scores and judgements are not all the same; at
    the pooled level all cells. Values that differ by less than 10⁻¹² of their table's largest tie, since means that
    are equal in truth come out different in their last digits, and so do scores; values that all tie are constant.

    At the summary level the accuracy is the mean over all documents with 3 systems, with one threshold of ties, and
    differences are pooled over these documents. The soft accuracy's permutations come from the seed. Accuracies are
    computed only where they are among the coefficients that are asked for; the others are always there.
    """
    table = PairedTables.of(scores, judgements, level)
    documents, systems = (np.ones((1, size), np.int64) for size in table.scores.shape)
    values, outcomes = table.resampled(documents, systems, None)
    points = table.points if level != "summary" else int(outcomes[0, 0])
    summaries = int(np.count_nonzero(~np.isnan(table.scores)))
    if np.isnan(values[0, 0]):
        return Correlation(points=points, reason=_reason(table, outcomes[0]), summaries=summaries)
    found = dict(zip(COEFFICIENTS, values[0].tolist(), strict=True))
    tie = None
    found["accuracy"] = found["soft_accuracy"] = math.nan
    if "accuracy" in coefficients and (accuracy := Accuracy.of(table)) is not None:
        found["accuracy"], tie = accuracy.value, accuracy.tie * 2.0**table.exponent
    if "soft_accuracy" in coefficients and level == "system":
        found["soft_accuracy"] = _soft_accuracy(table, seed)
    defined: dict[str, Any] = {name: None if math.isnan(value) else value for name, value in found.items()}
    return Correlation(**defined, points=points, summaries=summaries, tie=tie)


@dataclass(frozen=True, slots=True)
class PairedTables:
    """Scores beside judgements, ready to be correlated in any resample of documents and systems."""

    #: Scaled by powers of two so that the largest size is between a half and one; NaN where one of both is missing.
    scores: Floats
    judgements: Floats
    level: Level
    #: The power of two that the scores were divided by.
    exponent: int
    #: What `in_segments` needs of the points: values, groups of ties, places, and the segments they make.
    segments: tuple[NDArray[Any], ...]

    @classmethod
    def of(cls, scores: Floats, judgements: Floats, level: Level) -> PairedTables:
        """Check and scale the tables; sort their points once, for all resamples."""
        from sumspace.stats.correlation_kernels import segment

        tables = [np.asarray(table, dtype=np.float64) for table in (scores, judgements)]
        if level not in get_args(Level):
            raise SettingError(f"there is no level {level!r}; there are: {', '.join(get_args(Level))}")
        if tables[0].ndim != 2 or tables[0].shape != tables[1].shape:
            raise SettingError(f"tables of the shapes {tables[0].shape} and {tables[1].shape} cannot be correlated")
        if any(np.isinf(table).any() for table in tables):
            raise SettingError("infinite values cannot be correlated")
        missing = np.isnan(tables[0]) | np.isnan(tables[1])
        kept = [np.where(missing, np.nan, table) for table in tables]
        x, y = (_scaled(table) for table in kept)
        places = np.stack(np.nonzero(~missing))
        if level == "summary":
            documents, first = np.unique(places[0], return_index=True)
            starts = np.append(first, places.shape[1])
        else:
            documents, starts = np.array([-1]), np.array([0, places.shape[1]])
        order, groups = segment(x[~missing], y[~missing], starts)
        points = (x[~missing][order], y[~missing][order], groups, np.take(places, order, axis=1))
        return cls(x, y, level, _exponent(kept[0]), (*points, starts, documents))

    @property
    def points(self) -> int:
        """How many systems (or pairs, at the other levels) have both values."""
        there = ~np.isnan(self.scores)
        return int(np.count_nonzero(there.any(axis=0) if self.level == "system" else there))

    def resampled(self, documents: Integers, systems: Integers, accuracy: Accuracy | None) -> tuple[Floats, Integers]:
        """Return [resample, coefficient], NaN where undefined, and the counts of what came of each correlation.

        A resample is how often each document and each system was drawn: [resample, document], [resample, system].
        Without an accuracy there is none in resamples either, but at the system level, where it costs nothing.
        """
        from sumspace.stats.correlation_kernels import between_means, in_segments

        if self.level == "system":
            values, outcomes, _ = between_means(self.scores, self.judgements, documents, systems)
            return values, outcomes
        values, outcomes = in_segments(*self.segments, documents, systems)
        if accuracy is not None:
            found = accuracy.resampled(documents, systems)
            values[:, COEFFICIENTS.index("accuracy")] = np.where(np.isnan(values[:, 0]), np.nan, found)
        return values, outcomes


@dataclass(frozen=True, slots=True)
class Accuracy:
    """Pairwise accuracy with calibrated ties (Deutsch, Foster & Freitag 2023), and what resamples need of it."""

    table: PairedTables
    value: float
    #: The threshold with the highest accuracy: scores no further apart tie. In the units of the scaled scores.
    tie: float
    #: The pairs that can be right, by the difference of their scores; at the summary level only.
    pairs: tuple[NDArray[Any], ...]

    @classmethod
    def of(cls, table: PairedTables) -> Accuracy | None:
        """Calibrate ties; None where there are too many pairs, or where nothing is defined."""
        from sumspace.stats.accuracy_kernels import calibrate_pooled, sorted_pairs
        from sumspace.stats.correlation_kernels import between_means

        scores, _, groups, places, starts, _ = table.segments
        once = [np.ones((1, size), np.int64) for size in table.scores.shape]
        sizes = np.diff(starts)
        if table.level == "system":
            values, _, ties = between_means(table.scores, table.judgements, *once)
            return cls(table, float(values[0, COEFFICIENTS.index("accuracy")]), float(ties[0]), ())
        if table.level == "summary":
            if (sizes * (sizes - 1) // 2).sum() > _MOST_PAIRS:
                return None
            accuracy = cls(table, 0.0, 0.0, sorted_pairs(scores, groups, places, starts, len(once[1][0])))
            value, tie = accuracy.calibrated(*once)
            return replace(accuracy, value=float(value[0]), tie=float(tie[0]))
        if sizes[0] > _MOST_POINTS or sizes[0] < 2 or groups.max(axis=1).min() == 0:
            return None
        accuracy = cls(table, 0.0, calibrate_pooled(scores, groups[1]), ())
        return replace(accuracy, value=float(accuracy.resampled(*once)[0]))

    def calibrated(self, documents: Integers, systems: Integers) -> tuple[Floats, Floats]:
        from sumspace.stats.accuracy_kernels import calibrate_documents

        _, _, _, places, starts, owners = self.table.segments
        values, ties = calibrate_documents(*self.pairs, places, starts, owners, documents, systems)
        return values, ties

    def resampled(self, documents: Integers, systems: Integers) -> Floats:
        """Return the accuracy of every resample; see `PairedTables.resampled`.

        Within documents each resample is calibrated anew; over all summaries, the threshold stays as it is.
        """
        from sumspace.stats.accuracy_kernels import pooled_accuracies

        if self.table.level == "summary":
            return self.calibrated(documents, systems)[0]
        scores, _, groups, places, _, _ = self.table.segments
        values: Floats = pooled_accuracies(scores, groups[1], places, self.tie, documents, systems)
        return values


def _soft_accuracy(table: PairedTables, seed: int) -> float:
    """Return the soft pairwise accuracy of systems (Thompson, Mathur, Deutsch & Khayrallah 2024).

    The mean over pairs of systems of 1 − |p − q|, where p is how likely scores are at least so much in favour of the
    first system if signs of the documents' differences are drawn, and q is that of judgements. All pairs share the
    signs.
    """
    documents = len(table.scores)
    stream = np.random.Generator(np.random.Philox(key=seed, counter=[0, 0, 1, 0]))
    signs = np.where(stream.integers(0, 2, (_PERMUTATIONS, documents)), -1.0, 1.0)
    there = ~np.isnan(table.scores)
    common = there.T.astype(np.int64) @ there
    p, q = (
        _order_probabilities(np.where(there, values, 0.0), there, signs) for values in (table.scores, table.judgements)
    )
    pairs = np.triu(common > 1, 1)
    return float(1 - np.abs(p - q)[pairs].mean()) if pairs.any() else math.nan


def _order_probabilities(values: Floats, there: Flags, signs: Floats) -> Floats:
    """Return for every two systems how often sums of differences with random signs reach that of the differences."""
    systems = values.shape[1]
    rounding = 1e-12 * len(values)
    result = np.full((systems, systems), np.nan)
    sums = signs @ values if there.all() else None
    for i in range(systems):
        if sums is not None:
            drawn, observed = sums[:, [i]] - sums[:, i + 1 :], values[:, i].sum() - values[:, i + 1 :].sum(axis=0)
        else:
            differences = (values[:, [i]] - values[:, i + 1 :]) * (there[:, [i]] & there[:, i + 1 :])
            drawn, observed = signs @ differences, differences.sum(axis=0)
        result[i, i + 1 :] = (drawn >= observed - rounding).mean(axis=0)
    return result


def _scaled(table: Floats) -> Floats:
    """Scale by a power of two, which rounds nothing, so that the largest size is between a half and one."""
    return np.asarray(np.ldexp(table, -_exponent(table)))


def _exponent(table: Floats) -> int:
    largest = np.max(np.abs(table), initial=0, where=~np.isnan(table))
    return int(np.frexp(largest)[1])


def _reason(table: PairedTables, outcomes: Integers) -> str:
    from sumspace.stats.correlation_kernels import CONSTANT_JUDGEMENTS, CONSTANT_SCORES

    if np.isnan(table.scores).all():
        return "no summary has both a score and a judgement"
    names = {CONSTANT_SCORES: "the scores", CONSTANT_JUDGEMENTS: "the judgements"}
    constant = " or ".join(name for outcome, name in names.items() if outcomes[outcome])
    if table.level == "summary":
        return f"{constant} of every document are constant" if constant else "no document has 3 systems"
    kind, plural = ("system", "systems") if table.level == "system" else ("summary", "summaries")
    return f"{constant} are constant" if constant else f"only {table.points} {kind if table.points == 1 else plural}"


def system_components(tables: Floats) -> tuple[Floats, Floats, Integers] | None:
    """Return what tables [table, document, system] are made of, over the cells where all have a value.

    These are the systems' means [system, table], the covariance [table, table] of what is left in a cell without
    systems and documents, and the documents of each system. Tables are scaled. None where there are fewer than two
    documents or three systems with two of them, or where the means of a table are constant.
    """
    there: Flags = np.all(~np.isnan(tables), axis=0)
    systems = there.sum(axis=0) > 1
    there = there[:, systems]
    documents = there.any(axis=1)
    there, values = there[documents], tables[:, documents][:, :, systems]
    if there.shape[0] < 2 or there.shape[1] < 3:
        return None
    values = np.stack([_scaled(np.where(there, table, np.nan)) for table in values])
    rest = values
    # Where cells are missing, averages of documents and of systems depend on each other.
    for _ in range(1 if there.all() else 20):
        rest = rest - np.nanmean(rest, axis=2, keepdims=True)
        rest = rest - np.nanmean(rest, axis=1, keepdims=True)
    left = rest[:, there]
    means = np.nanmean(values, axis=1).T
    if (np.ptp(means, axis=0) <= 1e-12).any():
        return None
    freedom = max(1, there.sum() - sum(there.shape) + 1)
    return means, left @ left.T / freedom, there.sum(axis=0)
