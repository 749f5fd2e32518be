"""TextTiling: boundaries in the valleys of similarity between neighbouring blocks of words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from sumspace.errors import SettingError
from sumspace.text.segmentation.segmenter import SEGMENTERS, Segmenter, number, smoothed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sumspace.arrays import Floats


#: Digits that similarities are rounded to, so that rounding makes no valleys; and the difference that makes none.
_DIGITS = 10
_NOTHING = 1e-9


@SEGMENTERS.register("texttiling")
@dataclass(frozen=True, slots=True)
class TextTiling(Segmenter):
    """Compare the blocks on both sides of every gap between sequences of w words (section 5 of the paper).

    The similarity at a gap is the cosine of the word counts of k sequences before and k after it, fewer at the ends of
    the text, then averaged with its neighbours. A valley is as deep as the sum of what the similarity rises to the left
    and to the right. The deepest valleys become boundaries, down to a depth of s̄ − σ/2, the mean and deviation of the
    valleys, where three sequences lie between any two. Each moves to the nearest gap between sentences that have words,
    the earlier of two, and before sentences without words.

    The paper counts w on all tokens, here there are only content words, about half as many. Its units are paragraphs.
    That only valleys have depths and count for s̄ and σ is decided here, and so is w: 6 did best in
    `benchmarks/segmenters.py` among 5 to 20, with the paper's k.

    >>> TextTiling(words=1, blocks=2).segment([[0, 1], [0, 1], [0, 1], [2, 3], [2, 3], [2, 3]])
    [0, 3]
    """

    #: The paper's w (there 20) and k.
    words: int = 6
    blocks: int = 10
    #: How many neighbours are averaged over, half of them on each side, and how often.
    smoothing: int = 2
    rounds: int = 1
    #: How many deviations below the mean a valley may be: 0.5, or 1 for the paper's liberal cutoff.
    deviations: float = 0.5

    title: ClassVar[str] = "boundaries at the valleys of similarity between blocks of words"
    paper: ClassVar[str] = "Hearst 1997"

    def __post_init__(self) -> None:
        for name, least in (("words", 1), ("blocks", 1), ("smoothing", 0), ("rounds", 0)):
            if getattr(self, name) < least:
                raise SettingError(f"the {name} of TextTiling are {least} or more, not {getattr(self, name)}")
        if self.smoothing % 2:
            raise SettingError(f"TextTiling smooths over an even number of neighbours, not {self.smoothing}")

    def segment(self, sentences: Sequence[Sequence[int]]) -> list[int]:
        words, ends, distinct = number(sentences)
        ends = ends[:-1]
        inner = np.flatnonzero((ends > 0) & (ends < words.size))
        if not inner.size:
            return [0][: len(sentences)]
        from sumspace.text.segmentation.kernels import block_similarities

        depths = self._depths(block_similarities(words, distinct, self.words, self.blocks))
        places = [(gap + 1) * self.words for gap in self._deepest(depths)]
        return sorted({0, *(int(inner[np.argmin(np.abs(ends[inner] - place))]) + 1 for place in places)})

    def _depths(self, values: Floats) -> Floats:
        """Return how deep every gap lies below the peaks beside it; 0 where it is no valley."""
        for _ in range(self.rounds):
            values = smoothed(values, [1] * (self.smoothing + 1))
        values = np.round(values, _DIGITS)
        rises = np.stack([_climbs(values), _climbs(values[::-1])[::-1]])
        depths: Floats = np.where((rises > 0).all(axis=0), rises.sum(axis=0), 0.0)
        return depths.round(_DIGITS)

    def _deepest(self, depths: Floats) -> list[int]:
        """Choose valleys from the deepest on; among equals the earliest."""
        valleys = depths[depths > 0]
        cutoff = valleys.mean() - self.deviations * valleys.std() - _NOTHING if valleys.size else 0.0
        free = (depths > 0) & (depths >= cutoff)
        chosen = []
        for gap in np.argsort(-depths, kind="stable").tolist():
            if free[gap]:
                chosen.append(gap)
                free[max(gap - 3, 0) : gap + 4] = False
        return chosen


def _climbs(values: Floats) -> Floats:
    """Return how far it goes up from every place to the left, until it goes down."""
    climbs = np.zeros_like(values)
    for place in range(1, values.size):
        if values[place - 1] >= values[place]:
            climbs[place] = climbs[place - 1] + values[place - 1] - values[place]
    return climbs
