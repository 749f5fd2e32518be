"""Which combinations of segmenter and key phrase extractor are best, on how many texts (Rigouste 2004, table 1)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from sumspace.summarizers.callisto.configuration import combinations

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from sumspace.summarizers.callisto.configuration import Configuration

    Floats = NDArray[np.float64]

__all__ = ["Wins", "wins_of"]

#: Scores nearer than this are the same.
_TIE = 1e-12


@dataclass(frozen=True, slots=True)
class Wins:
    """On how many texts a combination is the best: better than all others, and with those that are as good.

    A text on which several are best counts as a part of one for each.
    """

    segmenter: str
    extractor: str
    alone: int
    shared: float


def wins_of(scores: Floats, configurations: Sequence[Configuration]) -> list[Wins]:
    """Count on how many texts each combination reaches the highest of all scores, [document, configuration]."""
    together = combinations(configurations)
    best = np.column_stack([scores[:, members].max(axis=1) for members in together.values()])
    winners = best >= best.max(axis=1, keepdims=True) - _TIE
    count = winners.sum(axis=1, keepdims=True)
    alone, shared = (winners & (count == 1)).sum(axis=0), (winners / count).sum(axis=0)
    found = [Wins(*names, int(alone[i]), float(shared[i])) for i, names in enumerate(together)]
    return sorted(found, key=lambda wins: -wins.shared)
