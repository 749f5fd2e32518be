"""Oracles, systems and curves over several documents: the numbers of tables 2 to 5 and 7 of Hirao 2017."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from statistics import fmean
from typing import TYPE_CHECKING

import numpy as np

from sumspace.stats.resampling import Bootstrap

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from sumspace.oracle.curve import Curve
    from sumspace.stats.resampling import Interval
    from sumspace.studies.oracles.documents import OracleResult, SummaryResult


#: Up to this length every number of words is a point of a curve; beyond, points stand ever further apart.
_EVERY_WORD, _POINTS = 200, 150


@dataclass(frozen=True, slots=True)
class OracleAverage:
    """Oracles on one objective, all by sets of references or all by single ones; None where nothing is known."""

    #: How many documents, or references, there are oracles of, and of how many these are not proven.
    number: int
    unproven: int
    score: float
    official: float
    greedy: float
    greedy_official: float
    #: The likeness of greedy extracts to oracles, of how many it is known, and how often from random draws.
    jaccard: float | None
    compared: int
    drawn: int
    #: Of how many it is known how many oracles there are, the median of that, and the share with several.
    counted: int
    median: float | None
    several: float | None
    #: The medians of what a naive search would look at, and of what was looked at.
    feasible: float | None
    checked: float | None


@dataclass(frozen=True, slots=True)
class SystemAverage:
    """A system over the summaries it has made."""

    system: str
    summaries: int
    words: float
    score: float
    official: float
    #: Its score as a share of what the oracles of the same documents score.
    share: float | None
    #: How many of its summaries are extracts, of how many of these all oracles are known, and how far they are alike.
    extracts: int
    compared: int
    f_all: float | None
    f_drawn: Interval | None


@dataclass(frozen=True, slots=True)
class AverageCurve:
    """The mean of the curves of documents, against the number of words and against the share of the document."""

    documents: int
    #: Of how many documents better extracts than those found cannot be excluded.
    unproven: int
    words: tuple[tuple[int, float], ...]
    shares: tuple[tuple[float, float], ...]

    def at(self, words: int) -> float:
        """Return the mean best score of extracts of at most so many words."""
        return max((point for point in self.words if point[0] <= words), default=self.words[0])[1]

    @property
    def full(self) -> float:
        """What the whole documents score: FT of Lin & Hovy 2003."""
        return self.words[-1][1]


def average_oracles(results: Sequence[OracleResult]) -> OracleAverage:
    """Average oracles: scores (table 2), likeness to greedy extracts (4), how many (5), and search (7)."""
    counts = [result.count for result in results if result.count is not None]
    compared = [result for result in results if result.jaccard is not None]
    scores = ("score", "official", "greedy", "greedy_official")  # greedy ones are 0 where no extract is found
    return OracleAverage(
        number=len(results),
        unproven=sum(not result.optimal for result in results),
        **{name: fmean(getattr(result, name) or 0.0 for result in results) for name in scores},
        jaccard=_mean([result.jaccard for result in results]),
        compared=len(compared),
        drawn=sum(result.drawn for result in compared),
        counted=len(counts),
        median=median(counts),
        several=_mean([count > 1 for count in counts]),
        feasible=median([result.feasible for result in results]),
        checked=median([result.checked for result in results]),
    )


def average_systems(results: Sequence[OracleResult], seed: int = 0) -> list[SystemAverage]:
    """Average every system over the documents that it has summarized, in the order in which they come up."""
    names = dict.fromkeys(name for result in results for name in result.systems)
    return [
        _average_system(name, [(result, result.systems[name]) for result in results if name in result.systems], seed)
        for name in names
    ]


def _average_system(name: str, pairs: Sequence[tuple[OracleResult, SummaryResult]], seed: int) -> SystemAverage:
    best = sum(oracles.score for oracles, _ in pairs)
    score = sum(summary.score for _, summary in pairs)
    drawn = [summary.f_drawn for _, summary in pairs if summary.f_drawn]
    f_drawn = None
    if drawn:  # the F-measure of every draw is averaged over documents, then these over draws (section 6.2.3)
        (f_drawn,) = Bootstrap(seed=seed % 2**32).rouge155(np.mean(drawn, axis=0)[:, None])
    return SystemAverage(
        system=name,
        summaries=len(pairs),
        words=fmean(summary.words for _, summary in pairs),
        score=score / len(pairs),
        official=fmean(summary.official for _, summary in pairs),
        share=score / best if best else None,
        extracts=sum(summary.is_extract for _, summary in pairs),
        compared=len(drawn),
        f_all=_mean([summary.f_all for _, summary in pairs]),
        f_drawn=f_drawn,
    )


def _mean(values: Sequence[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return fmean(known) if known else None


def median(values: Sequence[int]) -> float | None:
    """Return the median of whole numbers; one that is too large to be halved exactly is rounded down to a whole one.

    >>> median([1, 4]), median([3, 5]), median([2**2000, 2**2000 + 1]) == 2**2000
    (2.5, 4, True)
    """
    if not values:
        return None
    ordered = sorted(values)
    both = ordered[(len(ordered) - 1) // 2] + ordered[len(ordered) // 2]
    return both // 2 if both % 2 == 0 or both > 2**53 else both / 2


def average_curves(curves: Iterable[Curve]) -> AverageCurve | None:
    """Average curves; a document that is shorter than a length counts with its full text. None where there are none."""
    curves = [curve for curve in curves if curve.lengths]
    if not curves:
        return None
    first, last = min(curve.lengths[0] for curve in curves), max(curve.lengths[-1] for curve in curves)
    beyond = np.geomspace(max(first, _EVERY_WORD), max(last, _EVERY_WORD), _POINTS).round().astype(int).tolist()
    lengths = sorted({*range(first, min(last, _EVERY_WORD) + 1), *(n for n in beyond if first <= n <= last), last})
    # Shares of a document that are shorter than the shortest extract of some document are left out.
    percents = [
        percent
        for percent in range(1, 101)
        if percent == 100 or all(percent * curve.lengths[-1] // 100 >= curve.lengths[0] for curve in curves)
    ]
    return AverageCurve(
        documents=len(curves),
        unproven=sum(not curve.optimal for curve in curves),
        words=tuple((n, fmean(_score_at(curve, n) for curve in curves)) for n in lengths),
        shares=tuple(
            (percent / 100, fmean(_score_at(curve, percent * curve.lengths[-1] // 100) for curve in curves))
            for percent in percents
        ),
    )


def _score_at(curve: Curve, words: int) -> float:
    return curve.scores[max(bisect_right(curve.lengths, words) - 1, 0)]
