"""From documents to a domain: the distribution of the mean score, its tails to full relative precision."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, reduce
from math import ceil, exp, fsum, inf, lcm, log, prod, sqrt
from typing import TYPE_CHECKING

import numpy as np

from sumspace.errors import SettingError
from sumspace.space.combining import average_binned, merge, power_of_two
from sumspace.space.distribution import TOLERANCE, Distribution, Rank, percentile_rank
from sumspace.space.tilting import BLUR, LATTICE, Flat, Tilted, log_rest

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sumspace.arrays import Floats
    from sumspace.space.combining import Entries


#: How many combinations of entries are merged one by one, and how many near an end.
_MERGED, _OUTERMOST = 10**6, 10**5


@dataclass(frozen=True, eq=False, init=False)
class Average:
    """The mean score of extracts chosen independently and uniformly, one for each document of a domain.

    Tails keep their relative precision however thin they are: the shares are tilted by exp(θ·score) so that the score
    in question becomes the mean, and the tail of the tilted sum is weighted back. That sum is had from its
    characteristic function, on the lattice of the common denominator where there is one of moderate size, else on a
    fine grid. Few documents are combined entry by entry.
    """

    parts: tuple[Distribution, ...]
    #: Their histograms as the paper has them, where sections were summed bin by bin.
    histograms: tuple[Floats, ...]

    def __init__(self, parts: Sequence[Distribution], histograms: Sequence[Floats] | None = None) -> None:
        if not parts:
            raise SettingError("an average needs at least one document")
        for place, part in enumerate(parts, 1):
            if not len(part.support):
                raise SettingError(f"document {place} of {len(parts)} allows no extract; leave it out of the average")
        object.__setattr__(self, "parts", tuple(parts))
        object.__setattr__(self, "histograms", tuple(histograms or (part.histogram() for part in parts)))

    @property
    def exact(self) -> bool:
        """Whether every extract of every document was counted."""
        return all(part.exact for part in self.parts)

    @cached_property
    def mean(self) -> float:
        """The average of the documents' means."""
        return fsum(part.mean or 0.0 for part in self.parts) / len(self.parts)

    @cached_property
    def std(self) -> float:
        """The standard deviation of the average."""
        return sqrt(fsum((part.std or 0.0) ** 2 for part in self.parts)) / len(self.parts)

    @cached_property
    def min(self) -> float:
        """The average of the lowest scores (Ceylan 2010, table 2)."""
        return fsum(part.min or 0.0 for part in self.parts) / len(self.parts)

    @cached_property
    def max(self) -> float:
        """The average of the highest scores (Ceylan 2010, table 2)."""
        return fsum(part.max or 0.0 for part in self.parts) / len(self.parts)

    @cached_property
    def histogram(self) -> Floats:
        """The histogram of the domain as Algorithm 1 of Ceylan 2010 makes it, with 1,000 bins."""
        return average_binned(self.histograms)

    def rank(self, score: float) -> Rank:
        """Return where a system's mean score stands; estimates among the documents give no interval."""
        log_below, log_equal, log_above = self._log_shares(float(score))
        depth = max(0.0, -float(np.logaddexp(log_equal, log_above)) / log(10))
        percentile = percentile_rank(self.histogram, score)
        return Rank(score, exp(log_below), exp(log_equal), exp(log_above), percentile, depth)

    def density(self, points: int = 400) -> tuple[Floats, Floats]:
        """Return scores and the probability density there, for a chart: six deviations to both sides of the mean.

        Single scores are smoothed by a normal curve of a tenth of the standard deviation.
        """
        count = len(self.parts)
        spread = max(self.std, 1e-3)
        left, right = self.mean - 6 * spread, self.mean + 6 * spread
        if self.std > 0:
            left, right = max(left, self.min), min(right, self.max)
        x = np.linspace(left, right, points)
        finer = ceil(20 * BLUR * (right - left) / (max(points - 1, 1) * spread))
        unit = count * (right - left) / (max(points - 1, 1) * finer)
        untilted = Tilted.around(count * self.mean, self._flat)
        width = untilted.up + untilted.down + 24 * count * spread
        length = power_of_two(max(width / unit, points * finer))
        masses = untilted.masses(unit, count * left / unit, length, count * spread / 10 / unit)
        return x, np.maximum(masses[: points * finer : finer], 0.0) * count / unit

    @cached_property
    def _flat(self) -> Flat:
        """The entries of all documents, those of the widest first: they end the transform's work soonest."""
        parts = sorted(self.parts, key=lambda part: -(part.std or 0.0))
        starts = np.cumsum([0, *(len(part.support) for part in parts)])
        scores = np.concatenate([part.scores[part.support] for part in parts])
        return Flat(scores, np.concatenate([part.log_shares for part in parts]), starts)

    @cached_property
    def _merged(self) -> Entries | None:
        """All sums of scores and the logarithms of their shares, where they are few."""
        if prod(len(part.support) for part in self.parts) > _MERGED:
            return None
        entries = ((part.scores[part.support], part.log_shares) for part in self.parts)
        return reduce(lambda old, new: merge(old, new, np.add, np.logaddexp), entries)

    @cached_property
    def _denominator(self) -> int | None:
        """The common denominator of all scores, if they have one that is not beyond all bounds."""
        totals = [max(part.total, 1) for part in self.parts if part.total is not None]
        common = lcm(*totals)
        return common if len(totals) == len(self.parts) and common <= LATTICE else None

    def _log_shares(self, score: float) -> tuple[float, float, float]:
        """Return the natural logarithms of the shares below, at and above a score."""
        target, near = len(self.parts) * score, len(self.parts) * TOLERANCE * max(1.0, abs(score))
        lowest, highest = len(self.parts) * self.min, len(self.parts) * self.max
        if target > highest + near:
            return 0.0, -inf, -inf
        if target < lowest - near:
            return -inf, -inf, 0.0
        if target >= highest - near:
            equal = fsum(part.log_shares[-1] for part in self.parts)
            return log_rest(equal) if highest > lowest + near else -inf, equal, -inf
        if target <= lowest + near:
            equal = fsum(part.log_shares[0] for part in self.parts)
            return -inf, equal, log_rest(equal)
        if self._merged is not None:
            scores, logs = self._merged
            low, high = np.searchsorted(scores, [target - near, target + near])
            return _log_sum(logs[:low]), _log_sum(logs[low:high]), _log_sum(logs[high:])
        side = 1 if score >= self.mean else -1
        few = self._from_the_end(target, near, side) if self._denominator is None else None
        beyond, equal = few or Tilted.around(side * target, self._flat, side).tail(self._denominator, near)
        rest = log_rest(float(np.logaddexp(beyond, equal)))
        return (rest, equal, beyond) if side > 0 else (beyond, equal, rest)

    def _from_the_end(self, target: float, near: float, side: int) -> tuple[float, float] | None:
        """Return the logarithms of the shares beyond a sum, seen from the mean, and at it, if few entries lie there."""
        ends = np.array([part.max if side > 0 else part.min for part in self.parts], np.float64)
        room = side * (float(ends.sum()) - target)
        entries: Entries = (np.zeros(1), np.zeros(1))
        work = 0
        for part, end in zip(self.parts, ends, strict=True):
            lacking = side * (end - part.scores[part.support])
            new = _within((lacking, part.log_shares), room + near)
            work += len(entries[0]) * len(new[0])
            if work > _OUTERMOST:
                return None
            entries = _within(merge(entries, new, np.add, np.logaddexp), room + near)
        tie = entries[0] >= room - near
        return _log_sum(entries[1][~tie]), _log_sum(entries[1][tie])


def _within(entries: Entries, most: float) -> Entries:
    held = entries[0] <= most
    return entries[0][held], entries[1][held]


def _log_sum(logarithms: Floats) -> float:
    return float(np.logaddexp.reduce(logarithms))
