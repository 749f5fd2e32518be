"""Two-way analysis of variance of documents and methods, and the smallest difference that counts (Hull 1993)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from math import sqrt
from typing import TYPE_CHECKING

import numpy as np

from sumspace.errors import SettingError

if TYPE_CHECKING:
    from sumspace.arrays import Floats


#: Scores no further apart tie, and effects no larger are 0, relative to the table's largest score.
_TIE = 1e-12
#: Squares of larger scores could overflow, those of smaller effects vanish.
_LARGEST, _SMALLEST = 1e100, 1e-150
#: In percent; beyond, scipy's studentized range is far off where few degrees of freedom are left.
_MOST_CONFIDENCE = 99.9


@dataclass(frozen=True, slots=True)
class Variation:
    """How much of the scores' spread comes from one source: the documents, the methods or what neither explains."""

    sum_of_squares: float
    degrees: int
    #: None without degrees of freedom.
    mean_square: float | None
    #: The mean square over that of the error, and how likely one as large is by chance; None for the error itself.
    f: float | None = None
    p: float | None = None


@dataclass(frozen=True, slots=True)
class Friedman:
    """Friedman's test: do the methods differ in their ranks? A small p says so."""

    #: Chi squared with one degree of freedom less than there are methods.
    statistic: float | None
    p: float | None
    #: Why there is no test, in words; empty where there is one.
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Analysis:
    """Where the spread of a table of scores comes from, and which differences between methods' means count."""

    documents: Variation
    methods: Variation
    error: Variation
    #: The mean score of each method.
    means: tuple[float, ...]
    #: In percent.
    confidence: float
    #: Fisher's: means of two methods chosen beforehand that are further apart differ significantly.
    least_difference: float | None
    #: Tukey's: holds for all pairs of methods at once, so also for pairs chosen because they look different.
    honest_difference: float | None
    friedman: Friedman
    #: Why there are no F, p and differences, in words; empty where there are.
    reason: str = ""


def analyse(scores: Floats, confidence: float = 95.0) -> Analysis:
    """Analyse a table [document, method] with one score a cell (Hull 1993; Rigouste 2004, section 5.5).

    A score is modelled as the overall mean, plus what the document and the method add, plus an error; documents that
    are easy for all methods then do not blur the methods' differences. Fisher's least significant difference, the
    threshold for one pair, is t · sqrt(2 · MSE / n) for n documents; Tukey's is q · sqrt(MSE / n). Neither asks first
    that F be significant. Effects below 10⁻¹² of the largest score are rounding errors of 0.
    """
    table = _checked(scores, confidence)
    n, k = table.shape
    tie = max(_TIE * float(np.abs(table).max()), _SMALLEST)
    centred = table - table.mean()
    by_document, by_method = centred.mean(axis=1, keepdims=True), centred.mean(axis=0, keepdims=True)
    documents = _variation(by_document, k, n - 1, tie)
    methods = _variation(by_method, n, k - 1, tie)
    error = _variation(centred - by_document - by_method, 1, (n - 1) * (k - 1), tie)
    means = tuple(table.mean(axis=0).tolist())
    friedman = _friedman(table, tie)
    if not error.mean_square:
        reason = _reason(documents, methods)
        return Analysis(documents, methods, error, means, confidence, None, None, friedman, reason)
    t, q = _quantiles(k, error.degrees, confidence)
    least, honest = t * sqrt(2 * error.mean_square / n), q * sqrt(error.mean_square / n)
    documents, methods = _tested(documents, error), _tested(methods, error)
    return Analysis(documents, methods, error, means, confidence, least, honest, friedman)


def check_confidence(confidence: float) -> None:
    """Refuse a confidence that differences cannot have."""
    if not 1 <= confidence <= _MOST_CONFIDENCE:
        bounds = f"from 1 to {_MOST_CONFIDENCE} percent"
        raise SettingError(f"an analysis of variance has a confidence {bounds}, not {confidence:g}")


def _checked(scores: Floats, confidence: float) -> Floats:
    table = np.asarray(scores, dtype=np.float64)
    check_confidence(confidence)
    if table.ndim != 2 or not table.size:
        raise SettingError(f"a table of documents and methods cannot have the shape {table.shape}")
    if np.isnan(table).any():
        raise SettingError("an analysis of variance needs a score for each document and method; some are missing")
    if (np.abs(table) > _LARGEST).any():
        raise SettingError(f"scores beyond {_LARGEST:g} cannot be analysed")
    return table


def _variation(effects: Floats, repeats: int, degrees: int, tie: float) -> Variation:
    """Sum the squares of effects that each stand in `repeats` cells."""
    squares = repeats * float(np.square(effects).sum()) if (np.abs(effects) > tie).any() else 0.0
    return Variation(squares, degrees, squares / degrees if degrees else None)


def _tested(source: Variation, error: Variation) -> Variation:
    from scipy.stats import f as fisher

    f = (source.mean_square or 0.0) / (error.mean_square or 1.0)
    return replace(source, f=f, p=float(fisher.sf(f, source.degrees, error.degrees)))


def _reason(documents: Variation, methods: Variation) -> str:
    """Say why nothing is left that differences could be measured by."""
    few = _few(documents.degrees + 1, methods.degrees + 1)
    if few or methods.sum_of_squares:
        return few or "the methods differ by the same amount in every document"
    return "the methods score the same in every document" if documents.sum_of_squares else "the scores are constant"


def _few(documents: int, methods: int) -> str:
    if documents == 1:
        return "only one document" if methods > 1 else "only one score"
    return "only one method" if methods == 1 else ""


@cache
def _quantiles(methods: int, degrees: int, confidence: float) -> tuple[float, float]:
    """Look up Student's t, two-sided, and the studentized range; kept, since the latter takes up to half a second."""
    from scipy.stats import studentized_range
    from scipy.stats import t as student

    t = student.isf((100 - confidence) / 200, degrees)
    return float(t), float(studentized_range.ppf(confidence / 100, methods, degrees))


def _friedman(table: Floats, tie: float) -> Friedman:
    """Test ranks within documents, Hull's alternative where errors are not normal.

    The methods' rank sums R: (k - 1) · Σ (R - mean R)² over the squares of all ranks less their mean, which counts ties
    in. With one document the ranks say nothing of chance; with two methods this is the sign test's chi squared.
    """
    from scipy.stats import chi2

    n, k = table.shape
    if few := _few(n, k):
        return Friedman(None, None, few)
    ranks = _ranks(table, tie) - (k + 1) / 2
    spread = float(np.square(ranks).sum())
    if not spread:
        return Friedman(None, None, "the methods tie in every document")
    statistic = (k - 1) * float(np.square(ranks.sum(axis=0)).sum()) / spread
    return Friedman(statistic, float(chi2.sf(statistic, k - 1)))


def _ranks(table: Floats, tie: float) -> Floats:
    """Rank each row from 1; neighbours that tie share the mean of their places."""
    from scipy.stats import rankdata

    order = np.argsort(table, axis=1, kind="stable")
    ordered = np.take_along_axis(table, order, axis=1)
    groups = np.cumsum(np.diff(ordered, axis=1, prepend=ordered[:, :1]) > tie, axis=1)
    np.put_along_axis(groups, order, groups.copy(), axis=1)
    return np.asarray(rankdata(groups, axis=1))
