"""The best score at every length, averaged over documents: what length does to the limit of extracts."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from statistics import fmean
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sumspace.oracle.curve import Curve

__all__ = ["AverageCurve", "average_curves"]

#: Up to this length every number of words is a point; beyond, points stand ever further apart.
_EVERY_WORD, _POINTS = 200, 150


@dataclass(frozen=True, slots=True)
class AverageCurve:
    """The mean of some curves, against the number of words and against the share of the document."""

    documents: int
    #: Of how many documents better extracts than those found cannot be excluded.
    unproven: int
    words: tuple[tuple[int, float], ...]
    shares: tuple[tuple[float, float], ...]

    def at(self, words: int) -> float:
        """Return the mean best score of extracts of at most so many words."""
        lengths = [length for length, _ in self.words]
        return self.words[max(bisect_right(lengths, words) - 1, 0)][1]

    @property
    def full(self) -> float:
        """What the whole documents score: FT of Lin & Hovy 2003."""
        return self.words[-1][1]


def average_curves(curves: Sequence[Curve]) -> AverageCurve | None:
    """Average curves; a document that is shorter than a length counts with its full text. None where there are none."""
    given = [curve for curve in curves if curve.lengths]
    if not given:
        return None
    first, last = min(curve.lengths[0] for curve in given), max(curve.lengths[-1] for curve in given)
    beyond = np.geomspace(max(first, _EVERY_WORD), max(last, _EVERY_WORD), _POINTS).round().astype(int).tolist()
    lengths = sorted({*range(first, min(last, _EVERY_WORD) + 1), *(n for n in beyond if first <= n <= last), last})
    # Shares of a document that are shorter than the shortest extract of some document are left out.
    percents = [
        p for p in range(1, 101) if all(p * curve.lengths[-1] // 100 >= curve.lengths[0] for curve in given) or p == 100
    ]
    return AverageCurve(
        documents=len(given),
        unproven=sum(not curve.optimal for curve in given),
        words=tuple((n, fmean(_at(curve, n) for curve in given)) for n in lengths),
        shares=tuple((p / 100, fmean(_at(curve, p * curve.lengths[-1] // 100) for curve in given)) for p in percents),
    )


def _at(curve: Curve, words: int) -> float:
    return curve.scores[max(bisect_right(curve.lengths, words) - 1, 0)]
