"""Oracles and systems over several documents: the numbers of tables 2 to 5 and 7 of Hirao 2017."""

from __future__ import annotations

from dataclasses import dataclass
from statistics import fmean
from typing import TYPE_CHECKING

import numpy as np

from sumspace.stats.resampling import Bootstrap

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from sumspace.stats.resampling import Interval
    from sumspace.studies.oracle_documents import StudiedOracles
    from sumspace.studies.oracle_summaries import SystemSummary

__all__ = ["OracleAverage", "SystemAverage", "average_oracles", "average_systems", "middle"]


@dataclass(frozen=True, slots=True)
class OracleAverage:
    """Some oracles, all by sets of references or all by single ones, on one objective; None where nothing is known."""

    #: How many documents, or references, there are oracles of, and of how many these are not proven.
    number: int
    unproven: int
    score: float
    official: float
    greedy: float | None
    greedy_official: float | None
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


def average_oracles(found: Sequence[StudiedOracles]) -> OracleAverage:
    """Average oracles: scores (table 2), likeness to greedy extracts (4), how many (5), and search (7)."""
    counts = [one.count for one in found if one.count is not None]
    compared = [one for one in found if one.jaccard is not None]
    return OracleAverage(
        number=len(found),
        unproven=sum(not one.optimal for one in found),
        score=fmean(one.score for one in found),
        official=fmean(one.official for one in found),
        # Where the greedy algorithm finds no extract, it gets nothing.
        greedy=fmean(one.greedy or 0.0 for one in found),
        greedy_official=fmean(one.greedy_official or 0.0 for one in found),
        jaccard=_mean(one.jaccard for one in compared),
        compared=len(compared),
        drawn=sum(one.drawn for one in compared),
        counted=len(counts),
        median=middle(counts),
        several=fmean(count > 1 for count in counts) if counts else None,
        feasible=middle([one.feasible for one in found]),
        checked=middle([one.checked for one in found]),
    )


def average_systems(found: Sequence[StudiedOracles], seed: int = 0) -> list[SystemAverage]:
    """Average every system over the documents that it has summarized, in the order in which they come up."""
    names = dict.fromkeys(name for one in found for name in one.systems)
    return [_average(name, [(one, one.systems[name]) for one in found if name in one.systems], seed) for name in names]


def _average(name: str, pairs: Sequence[tuple[StudiedOracles, SystemSummary]], seed: int) -> SystemAverage:
    best = sum(oracles.score for oracles, _ in pairs)
    score = sum(summary.score for _, summary in pairs)
    drawn = [summary.f_drawn for _, summary in pairs if summary.f_drawn]
    return SystemAverage(
        system=name,
        summaries=len(pairs),
        words=fmean(summary.words for _, summary in pairs),
        score=score / len(pairs),
        official=fmean(summary.official for _, summary in pairs),
        share=score / best if best else None,
        extracts=sum(summary.is_extract for _, summary in pairs),
        compared=len(drawn),
        f_all=_mean(summary.f_all for _, summary in pairs),
        f_drawn=_interval(drawn, seed) if drawn else None,
    )


def _interval(drawn: Sequence[tuple[float, ...]], seed: int) -> Interval:
    """Average the F-measure of every draw over documents, then these over draws, with an interval (section 6.2.3)."""
    means = np.array(drawn).mean(axis=0)
    (found,) = Bootstrap(seed=seed % 2**32).rouge155(means[:, None])
    return found


def _mean(values: Iterable[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return fmean(known) if known else None


def middle(values: Sequence[int]) -> float | None:
    """Return the median of whole numbers; one that is too large to be halved exactly is rounded down to a whole one.

    >>> middle([1, 4]), middle([3, 5]), middle([2**2000, 2**2000 + 1]) == 2**2000
    (2.5, 4, True)
    """
    if not values:
        return None
    ordered = sorted(values)
    both = ordered[(len(ordered) - 1) // 2] + ordered[len(ordered) // 2]
    return both // 2 if both % 2 == 0 or both > 2**53 else both / 2
