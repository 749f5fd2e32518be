"""What makes an extract the best: its score on a measure, or the mean of its scores on several."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

from sumspace.errors import SettingError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from sumspace.space.space import Space

    Integers = NDArray[np.int64]
    Floats = NDArray[np.float64]

__all__ = ["Objective", "Ratio", "objective_of"]


@dataclass(frozen=True, slots=True)
class Ratio:
    """A score: `times` · hits / (base + each · units)."""

    times: int
    base: int
    each: int

    def of(self, hits: int, units: int) -> Fraction:
        """Return the score exactly; nothing of nothing is 0."""
        below = self.base + self.each * units
        return Fraction(self.times * hits, below) if below else Fraction(0)


@dataclass(frozen=True, slots=True)
class Objective:
    """The mean of some ratios."""

    ratios: tuple[Ratio, ...]

    @property
    def is_linear(self) -> bool:
        """Whether hits alone decide."""
        return all(ratio.each == 0 for ratio in self.ratios)

    @property
    def weights(self) -> tuple[tuple[int, ...], Fraction]:
        """What a hit on each measure counts, where hits alone decide, and what each 1 of these whole numbers scores."""
        totals = [max(ratio.base, 1) for ratio in self.ratios]
        whole = math.lcm(*totals)
        return tuple(whole // total for total in totals), Fraction(1, whole * len(totals))

    @property
    def rows(self) -> Integers:
        """The ratios as kernels see them: times, base, each."""
        return np.array([[ratio.times, ratio.base, ratio.each] for ratio in self.ratios], dtype=np.int64)

    def score(self, hits: Sequence[int], units: Sequence[int]) -> Fraction:
        """Return the score of an extract with so many hits and units on each measure."""
        scores = [ratio.of(h, u) for ratio, h, u in zip(self.ratios, hits, units, strict=True)]
        return sum(scores, Fraction(0)) / len(scores)

    def scores(self, hits: Integers, units: Integers) -> Floats:
        """Return the scores of many extracts, nearly: arrays are [measure, extract]."""
        total = np.zeros(hits.shape[1])
        for ratio, h, u in zip(self.ratios, hits, units, strict=True):
            below = ratio.base + ratio.each * u
            total += np.divide(ratio.times * h, below, out=np.zeros(len(total)), where=below != 0)
        return total / len(self.ratios)


def objective_of(spaces: Sequence[Space]) -> Objective:
    """Return the objective that spaces stand for, by their scores."""
    if any(space.score == "precision" for space in spaces):
        raise SettingError("oracles are the best by recall or f1: the best precision is that of a few lucky words")
    return Objective(tuple(_ratio(space) for space in spaces))


def _ratio(space: Space) -> Ratio:
    total, references = space.coverage.total, space.coverage.references
    if space.score == "recall":
        return Ratio(1, total, 0)
    return Ratio(2, total, references)
