"""A sum of independent scores, tilted so that the score in question is its mean: there its tail is had precisely."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil, copysign, expm1, inf, log, pi, sqrt
from operator import add
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from sumspace.space.combining import power_of_two

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sumspace.arrays import Floats, Integers


#: The most points of a lattice, and the points of the grid that takes its place, for few entries and for many.
LATTICE, _POINTS, _FEWER_POINTS, _FEW = 2**20, 2**19, 2**17, 1000
#: The grid blurs every score by a normal curve of so many steps; a tie is told apart from what lies this far around.
BLUR, _AROUND = 2.0, 32
#: A tie with less than this of the tilted mass is no tie.
_TIE = 1e-7
#: A tail with less than this of the tilted mass may be lost in rounding; then sums lie on so many points.
_NOISE, _DIRECT = 1e-9, 2**16
#: What lies beyond a bound has a share of at most exp(-_SURE). The best bound of a normal distribution is near a delta
#: of so many half octaves of its deviation, and no bound is searched for beyond so many.
_SURE, _NORMAL, _FARTHEST = 37.0, 6, 24


class Flat(NamedTuple):
    """The entries of several documents, one after the other: those of document d begin at starts[d]."""

    scores: Floats
    logs: Floats
    starts: Integers


@dataclass(frozen=True, eq=False)
class Tilted:
    """A sum of scores whose shares are weighted by exp(θ·score), so that its mean is the goal."""

    #: The documents, some at a time: they are gone through as often as needed, and never held all together.
    flats: Iterable[Flat]
    goal: float
    theta: float
    #: The logarithm of what the share of a sum at the goal is multiplied by to weight it back.
    scale: float
    #: How far above and below the goal there is anything to speak of.
    up: float
    down: float
    documents: int
    entries: int

    @classmethod
    def around(cls, goal: float, flats: Iterable[Flat]) -> Tilted:
        """Tilt towards a goal."""
        highest, lowest, documents, entries = 0.0, 0.0, 0, 0
        for flat in flats:
            highest += float(np.maximum.reduceat(flat.scores, flat.starts[:-1]).sum())
            lowest += float(np.minimum.reduceat(flat.scores, flat.starts[:-1]).sum())
            documents, entries = documents + len(flat.starts) - 1, entries + len(flat.scores)
        theta = _tilt(flats, goal)
        (middle,) = _cumulants(flats, theta)
        up = min(_reach(flats, theta, middle, goal, 1), highest - goal)
        down = min(_reach(flats, theta, middle, goal, -1), goal - lowest)
        return cls(flats, goal, theta, middle.value - theta * goal, up, down, documents, entries)

    def masses(self, unit: float, first: float, length: int, blur: float) -> Floats:
        """Return the tilted mass at (first + j)·unit for j = 0, 1, …, every score blurred by a normal curve."""
        from sumspace.space.kernels.combining import BLOCK, multiply_spectra, tilted

        frequencies = 2 * pi / length * np.arange(length // 2 + 1)
        alive = np.ones(ceil(len(frequencies) / BLOCK), np.bool_)
        transform = np.ones(len(alive) * BLOCK, np.complex128)
        shift = -first
        for flat in self.flats:
            shares, means = tilted(*flat, self.theta)
            origins = np.rint(means / unit)
            places = flat.scores / unit - np.repeat(origins, np.diff(flat.starts))
            multiply_spectra(transform, alive, places, shares, flat.starts, 2 * pi / length)
            shift += origins.sum()
        transform = transform[: len(frequencies)]
        transform *= np.exp(-1j * shift * frequencies - (blur * frequencies) ** 2 / 2)
        return np.fft.irfft(transform, length)

    def tail(self, denominator: int | None, near: float) -> tuple[float, float]:
        """Return the logarithms of the shares above the goal and at it."""
        if denominator is not None and (self.up + self.down) * denominator <= LATTICE:
            above, equal = self._on_lattice(denominator, near)
        else:
            above, equal = self._on_grid()
        if above + equal < _NOISE:
            above, equal = self._without_transform(denominator, near)
        return log_share(above) + self.scale, log_share(equal) + self.scale

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
        points = _POINTS if self.entries <= _FEW else _FEWER_POINTS
        unit = (self.up + self.down) / (points - 4 * _AROUND)
        first = self.goal / unit + 0.5
        masses = self.masses(unit, first, points, BLUR)
        weights = self._weights(unit, first, ceil(self.up / unit) + _AROUND)
        away = np.arange(-_AROUND, _AROUND) + 0.5
        curve = np.exp(-0.5 * (away / BLUR) ** 2) / (BLUR * sqrt(2 * pi))
        around = np.concatenate([masses[-_AROUND:], masses[:_AROUND]])
        fitted = float(np.linalg.lstsq(np.stack([curve, np.ones_like(away), away], axis=1), around)[0][0])
        equal = fitted if fitted > _TIE else 0.0
        above = float(weights @ masses[: len(weights)]) - equal * float(weights[:_AROUND] @ curve[_AROUND:])
        return above, equal

    def _without_transform(self, denominator: int | None, near: float) -> tuple[float, float]:
        """Serve shares with such leaps that no tilt brings the goal to light: the transform's rounding would hide it.

        Where the common denominator is large, scores are rounded to a grid, and what it cannot tell apart is a tie.
        """
        from sumspace.space.kernels.combining import convolved, tilted

        width, origin = 0.0, 0.0
        for flat in self.flats:
            lowest, above = _above_lowest(flat)
            width += float(np.maximum.reduceat(above, flat.starts[:-1]).sum())
            origin += float(lowest.sum())
        unit, slack = width / _DIRECT, min(self.documents / 2 + 1, 4 * sqrt(self.documents))
        if denominator is not None and denominator * width <= _DIRECT:
            unit, slack = 1 / denominator, min(near * denominator, 0.25)
        masses = np.ones(1)
        for flat in self.flats:
            _, above = _above_lowest(flat)
            places = np.rint(above / unit)
            # A share moves with its score, but keeps the weight that it has where it was.
            shares = tilted(*flat, self.theta)[0] * np.exp(self.theta * (places * unit - above))
            masses = convolved(masses, places.astype(np.int64), shares, flat.starts)
        away = np.arange(len(masses)) - (self.goal - origin) / unit
        held = away >= -slack
        weighted, tie = np.exp(-self.theta * unit * away[held]) * masses[held], away[held] <= slack
        return float(weighted[~tie].sum()), float(weighted[tie].sum())

    def _weights(self, unit: float, first: float, count: int) -> Floats:
        weights: Floats = np.exp(-self.theta * ((first + np.arange(count)) * unit - self.goal))
        return weights


class _Cumulants(NamedTuple):
    """The logarithm of the sum's moment generating function at some theta, its slope and its curvature."""

    value: float
    slope: float
    curvature: float


def _cumulants(flats: Iterable[Flat], *thetas: float) -> list[_Cumulants]:
    """Add up the cumulants of all documents, at every theta."""
    from sumspace.space.kernels.combining import cumulants

    sums = [_Cumulants(0.0, 0.0, 0.0)] * len(thetas)
    for flat in flats:
        of_flat = (cumulants(*flat, theta) for theta in thetas)
        sums = [_Cumulants(*map(add, old, new)) for old, new in zip(sums, of_flat, strict=True)]
    return sums


def _tilt(flats: Iterable[Flat], target: float) -> float:
    """Find the theta that moves the mean of the sum to the target, by Newton's steps within a bracket.

    A thousandth of a standard deviation is near enough: a tail comes out the same from any theta near by.
    """
    theta, low, high = 0.0, -inf, inf
    farthest = 0.0
    for _ in range(500):
        ((_, mean, variance),) = _cumulants(flats, theta)
        farthest = farthest or 8.0 / sqrt(max(variance, 1e-6))
        gap = target - mean
        if gap * gap <= 1e-6 * variance:
            break
        if gap > 0:
            low = theta
        else:
            high = theta
        most = farthest + 2 * abs(theta)
        step = gap / variance if abs(gap) < most * variance else copysign(most, gap)
        theta = theta + step if low < theta + step < high else (low + high) / 2
    return theta


def _reach(flats: Iterable[Flat], theta: float, middle: _Cumulants, target: float, side: int) -> float:
    """Return how far from the target, on one side, all but a share of exp(-37) of the tilted sum lies, by Chernoff.

    The bound has one minimum over delta: a convex function that is 0 at 0, plus a constant, divided by delta. It is
    looked for step by step from where it is for a normal distribution.
    """
    deviation = sqrt(max(middle.curvature, 1e-30))
    bounds: dict[int, float] = {}

    def bound(k: int) -> float:
        if k not in bounds:
            delta = 2.0 ** (k / 2) / deviation
            (at,) = _cumulants(flats, theta + side * delta)
            bounds[k] = (at.value - middle.value - side * delta * target + _SURE) / delta
        return bounds[k]

    best = _NORMAL
    for way in (1, -1):
        while abs(best) < _FARTHEST and bound(best + way) < bound(best):
            best += way
    return max(bound(best), 0.0)


def _above_lowest(flat: Flat) -> tuple[Floats, Floats]:
    """Return the lowest score of every document, and how far above it each score is."""
    lowest = np.minimum.reduceat(flat.scores, flat.starts[:-1])
    return lowest, flat.scores - np.repeat(lowest, np.diff(flat.starts))


def log_share(share: float) -> float:
    """Return the logarithm of a share; a share that rounding left at or below zero is none."""
    return log(share) if share > 0 else -inf


def log_rest(logarithm: float) -> float:
    """Return log(1 - share) for the logarithm of a share."""
    return log_share(-expm1(logarithm))
