"""A sum of independent scores, tilted so that the score in question is its mean: there its tail is had precisely."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil, expm1, inf, log, pi, sqrt
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from sumspace.space.combining import power_of_two

if TYPE_CHECKING:
    from sumspace.arrays import Floats, Integers


#: The most points of a lattice, and the points of the grid that takes its place, for few entries and for many.
LATTICE, _POINTS, _FEWER_POINTS, _FEW = 2**20, 2**19, 2**17, 1000
#: The grid blurs every score by a normal curve of so many steps; a tie is told apart from what lies this far around.
BLUR, _AROUND = 2.0, 32
#: A tie with less than this of the tilted mass is no tie.
_TIE = 1e-7
#: A tail with less than this of the tilted mass may be lost in rounding; then sums lie on so many points.
_NOISE, _DIRECT = 1e-9, 2**16


class Flat(NamedTuple):
    """The entries of several documents, one after the other: those of document d begin at starts[d]."""

    scores: Floats
    logs: Floats
    starts: Integers


@dataclass(frozen=True, eq=False)
class Tilted:
    """A sum of scores whose shares are weighted by exp(θ·score), so that its mean is the goal."""

    flat: Flat
    goal: float
    theta: float
    shares: Floats
    means: Floats
    #: The logarithm of what the share of a sum at the goal is multiplied by to weight it back.
    scale: float
    #: How far above and below the goal there is anything to speak of.
    up: float
    down: float

    @classmethod
    def around(cls, goal: float, flat: Flat, side: int = 1) -> Tilted:
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

    def masses(self, unit: float, first: float, length: int, blur: float) -> Floats:
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
        points = _POINTS if len(self.shares) <= _FEW else _FEWER_POINTS
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

    def _weights(self, unit: float, first: float, count: int) -> Floats:
        weights: Floats = np.exp(-self.theta * ((first + np.arange(count)) * unit - self.goal))
        return weights


def log_share(share: float) -> float:
    """Return the logarithm of a share; a share that rounding left at or below zero is none."""
    return log(share) if share > 0 else -inf


def log_rest(logarithm: float) -> float:
    """Return log(1 - share) for the logarithm of a share."""
    return log_share(-expm1(logarithm))
