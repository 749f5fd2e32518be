"""From documents to a domain: the distribution of the mean score, its tails to full relative precision."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, reduce
from math import ceil, exp, expm1, fsum, inf, lcm, log, pi, prod, sqrt
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from sumspace.errors import SettingError
from sumspace.space.combining import average_binned
from sumspace.space.convolution import merge, power_of_two
from sumspace.space.distribution import TOLERANCE, Distribution
from sumspace.space.rank import Rank, percentile_rank

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from sumspace.space.convolution import Entries

__all__ = ["Average"]

#: How many combinations of entries are merged one by one, and how many near an end.
_MERGED = _OUTERMOST = 10**6
#: The most points of a lattice, and the points of the grid that takes its place, for few entries and for many.
_LATTICE, _POINTS, _FEWER_POINTS, _FEW = 2**20, 2**19, 2**17, 1000
#: The grid blurs every score by a normal curve of so many steps; a tie is told apart from what lies this far around.
_BLUR, _AROUND = 2.0, 32
#: A tie with less than this of the tilted mass is no tie.
_TIE = 1e-7
#: A tail with less than this of the tilted mass may be lost in rounding; then sums lie on so many points.
_NOISE, _DIRECT = 1e-9, 2**16


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
    histograms: tuple[NDArray[np.float64], ...]

    def __init__(self, parts: Sequence[Distribution], histograms: Sequence[NDArray[np.float64]] | None = None) -> None:
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
    def histogram(self) -> NDArray[np.float64]:
        """The histogram of the domain as Algorithm 1 of Ceylan 2010 makes it, with 1,000 bins."""
        return average_binned(self.histograms)

    def upper(self, score: float) -> float:
        """Return the probability of at least this mean score."""
        return exp(self._place(score).log_upper)

    def log10_upper(self, score: float) -> float:
        """Return the decimal logarithm of `upper`, also where that is too small to write."""
        return self._place(score).log_upper / log(10)

    def lower(self, score: float) -> float:
        """Return the probability of less than this mean score."""
        return exp(self._place(score).log_below)

    def rank(self, score: float) -> Rank:
        """Return where a system's mean score stands; estimates among the documents give no interval."""
        place = self._place(score)
        below, equal, above = exp(place.log_below), exp(place.log_equal), exp(place.log_above)
        depth = max(0.0, -place.log_upper / log(10))
        return Rank(score, below, equal, above, percentile_rank(self.histogram, score), depth)

    def density(self, points: int = 400) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Return scores and the probability density there, for a chart: six deviations to both sides of the mean.

        Single scores are smoothed by a normal curve of a tenth of the standard deviation.
        """
        count = len(self.parts)
        spread = max(self.std, 1e-3)
        left, right = self.mean - 6 * spread, self.mean + 6 * spread
        if self.std > 0:
            left, right = max(left, self.min), min(right, self.max)
        x = np.linspace(left, right, points)
        finer = ceil(20 * _BLUR * (right - left) / (max(points - 1, 1) * spread))
        unit = count * (right - left) / (max(points - 1, 1) * finer)
        untilted = _Tilted.around(count * self.mean, self._flat)
        width = untilted.up + untilted.down + 24 * count * spread
        length = power_of_two(max(width / unit, points * finer))
        masses = untilted.masses(unit, count * left / unit, length, count * spread / 10 / unit)
        return x, np.maximum(masses[: points * finer : finer], 0.0) * count / unit

    @cached_property
    def _flat(self) -> _Flat:
        """The entries of all documents, those of the widest first: they end the transform's work soonest."""
        parts = sorted(self.parts, key=lambda part: -(part.std or 0.0))
        starts = np.cumsum([0, *(len(part.support) for part in parts)])
        scores = np.concatenate([part.scores[part.support] for part in parts])
        return _Flat(scores, np.concatenate([part.log_shares for part in parts]), starts)

    @cached_property
    def _merged(self) -> Entries | None:
        """All sums of scores and the logarithms of their shares, where they are few."""
        if prod(len(part.support) for part in self.parts) > _MERGED:
            return None
        parts = ((part.scores[part.support], part.log_shares) for part in self.parts)
        return reduce(lambda old, new: merge(old, new, np.add, np.logaddexp), parts)

    @cached_property
    def _denominator(self) -> int | None:
        """The common denominator of all scores, if they have one that is not beyond all bounds."""
        totals = [part.total for part in self.parts]
        if any(total is None for total in totals):
            return None
        common = lcm(*(max(total or 1, 1) for total in totals))
        return common if common <= _LATTICE else None

    @cached_property
    def _places(self) -> dict[float, _Place]:
        return {}

    def _place(self, score: float) -> _Place:
        score = float(score)
        if score not in self._places:
            self._places[score] = self._find(score)
        return self._places[score]

    def _find(self, score: float) -> _Place:
        target, near = len(self.parts) * score, len(self.parts) * TOLERANCE * max(1.0, abs(score))
        lowest, highest = len(self.parts) * self.min, len(self.parts) * self.max
        if target > highest + near:
            return _Place(0.0, -inf, -inf)
        if target < lowest - near:
            return _Place(-inf, -inf, 0.0)
        if target >= highest - near:
            equal = fsum(part.log_shares[-1] for part in self.parts)
            return _Place(_rest(equal) if highest > lowest + near else -inf, equal, -inf)
        if target <= lowest + near:
            equal = fsum(part.log_shares[0] for part in self.parts)
            return _Place(-inf, equal, _rest(equal))
        if self._merged is not None:
            scores, logs = self._merged
            low, high = np.searchsorted(scores, [target - near, target + near])
            return _Place(*(float(np.logaddexp.reduce(piece)) for piece in (logs[:low], logs[low:high], logs[high:])))
        side = 1 if score >= self.mean else -1
        few = self._from_the_end(target, near, side) if self._denominator is None else None
        beyond, equal = few or _Tilted.around(side * target, self._flat, side).tail(self._denominator, near)
        rest = _rest(float(np.logaddexp(beyond, equal)))
        return _Place(rest, equal, beyond) if side > 0 else _Place(beyond, equal, rest)

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
        return float(np.logaddexp.reduce(entries[1][~tie])), float(np.logaddexp.reduce(entries[1][tie]))


@dataclass(frozen=True, slots=True)
class _Place:
    """Natural logarithms of the shares below, at and above a score."""

    log_below: float
    log_equal: float
    log_above: float

    @property
    def log_upper(self) -> float:
        return min(float(np.logaddexp(self.log_equal, self.log_above)), 0.0)


class _Flat(NamedTuple):
    """The entries of several documents, one after the other: those of document d begin at starts[d]."""

    scores: NDArray[np.float64]
    logs: NDArray[np.float64]
    starts: NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class _Tilted:
    """A sum of scores whose shares are weighted by exp(θ·score), so that its mean is the goal."""

    flat: _Flat
    goal: float
    theta: float
    shares: NDArray[np.float64]
    means: NDArray[np.float64]
    #: The logarithm of what the share of a sum at the goal is multiplied by to weight it back.
    scale: float
    #: How far above and below the goal there is anything to speak of.
    up: float
    down: float

    @classmethod
    def around(cls, goal: float, flat: _Flat, side: int = 1) -> _Tilted:
        """Tilt towards a goal; with side -1 all scores are mirrored, and what was below them is above."""
        from sumspace.space.kernels.combining import cumulants, reach, tilt, tilted

        flat = flat._replace(scores=side * flat.scores)
        highest = float(np.maximum.reduceat(flat.scores, flat.starts[:-1]).sum())
        lowest = float(np.minimum.reduceat(flat.scores, flat.starts[:-1]).sum())
        theta = tilt(*flat, goal)
        shares, means = tilted(*flat, theta)
        scale = cumulants(*flat, theta)[0] - theta * goal
        up = min(reach(*flat, theta, goal, 1), highest - goal)
        down = min(reach(*flat, theta, goal, -1), goal - lowest)
        return cls(flat, goal, theta, shares, means, scale, up, down)

    def masses(self, unit: float, first: float, length: int, blur: float) -> NDArray[np.float64]:
        """Return the tilted mass at (first + j)·unit for j = 0, 1, …, every score blurred by a normal curve."""
        from sumspace.space.kernels.combining import spectrum

        origins = np.rint(self.means / unit)
        places = self.flat.scores / unit - np.repeat(origins, np.diff(self.flat.starts))
        frequencies = 2 * pi / length * np.arange(length // 2 + 1)
        transform = spectrum(places, self.shares, self.flat.starts, 2 * pi / length, len(frequencies))
        transform *= np.exp(-1j * (origins.sum() - first) * frequencies - (blur * frequencies) ** 2 / 2)
        return np.fft.irfft(transform, length)

    def tail(self, denominator: int | None, near: float) -> tuple[float, float]:
        """Return the logarithms of the shares above the goal and at it."""
        if denominator is not None and (self.up + self.down) * denominator <= _LATTICE:
            above, equal = self._on_lattice(denominator, near)
        else:
            above, equal = self._on_grid()
        if above + equal < _NOISE:
            above, equal = self._without_transform(denominator, near)
        return _log(above) + self.scale, _log(equal) + self.scale

    def _on_lattice(self, denominator: int, near: float) -> tuple[float, float]:
        """Every sum is a multiple of 1/denominator: its mass is exact but for rounding, and so are ties."""
        goal = self.goal * denominator
        tie = abs(goal - round(goal)) <= min(near * denominator, 0.25)
        first = round(goal) if tie else ceil(goal)
        length = power_of_two((self.up + self.down) * denominator + 4)
        masses = self.masses(1 / denominator, first, length, 0.0)
        weights = self._weights(1 / denominator, first, ceil(self.up * denominator) + 2)
        equal = max(float(masses[0]), 0.0) if tie else 0.0
        masses[0] -= equal
        return float(weights @ masses[: len(weights)]), equal

    def _on_grid(self) -> tuple[float, float]:
        """Sums lie too densely to be told apart, but for one that holds much of the mass and is where the goal is."""
        points = _POINTS if len(self.shares) <= _FEW else _FEWER_POINTS
        unit = (self.up + self.down) / (points - 4 * _AROUND)
        first = self.goal / unit + 0.5
        masses = self.masses(unit, first, points, _BLUR)
        weights = self._weights(unit, first, ceil(self.up / unit) + _AROUND)
        away = np.arange(-_AROUND, _AROUND) + 0.5
        curve = np.exp(-0.5 * (away / _BLUR) ** 2) / (_BLUR * sqrt(2 * pi))
        around = np.concatenate([masses[-_AROUND:], masses[:_AROUND]])
        fitted = float(np.linalg.lstsq(np.stack([curve, np.ones_like(away), away], axis=1), around)[0][0])
        equal = fitted if fitted > _TIE else 0.0
        above = float(weights @ masses[: len(weights)]) - equal * float(weights[:_AROUND] @ curve[_AROUND:])
        return above, equal

    def _without_transform(self, denominator: int | None, near: float) -> tuple[float, float]:
        """Serve shares with such leaps that no tilt brings the goal to light: the transform's rounding would hide it.

        Where the common denominator is large, scores are rounded to a grid, and what it cannot tell apart is a tie.
        """
        from sumspace.space.kernels.combining import convolved

        lowest = np.minimum.reduceat(self.flat.scores, self.flat.starts[:-1])
        above = self.flat.scores - np.repeat(lowest, np.diff(self.flat.starts))
        width = float(np.maximum.reduceat(above, self.flat.starts[:-1]).sum())
        count = len(lowest)
        unit, slack = width / _DIRECT, min(count / 2 + 1, 4 * sqrt(count))
        if denominator is not None and denominator * width <= _DIRECT:
            unit, slack = 1 / denominator, min(near * denominator, 0.25)
        places = np.rint(above / unit)
        # A share moves with its score, but keeps the weight that it has where it was.
        shares = self.shares * np.exp(self.theta * (places * unit - above))
        masses = convolved(places.astype(np.int64), shares, self.flat.starts)
        away = np.arange(len(masses)) - (self.goal - float(lowest.sum())) / unit
        held = away >= -slack
        weighted, tie = np.exp(-self.theta * unit * away[held]) * masses[held], away[held] <= slack
        return float(weighted[~tie].sum()), float(weighted[tie].sum())

    def _weights(self, unit: float, first: float, count: int) -> NDArray[np.float64]:
        weights: NDArray[np.float64] = np.exp(-self.theta * ((first + np.arange(count)) * unit - self.goal))
        return weights


def _within(entries: Entries, most: float) -> Entries:
    held = entries[0] <= most
    return entries[0][held], entries[1][held]


def _rest(log_share: float) -> float:
    """Return log(1 - share) for the logarithm of a share."""
    return _log(-expm1(log_share))


def _log(share: float) -> float:
    return log(share) if share > 0 else -inf
