"""C99: the text is split where sentences stop being more alike than those around them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from sumspace.errors import SettingError
from sumspace.text.segmentation.segmenter import SEGMENTERS, Segmenter, number, smoothed

if TYPE_CHECKING:
    from collections.abc import Sequence


#: What raises are smoothed with.
_WEIGHTS = (1, 2, 4, 8, 4, 2, 1)
#: What a gradient has to exceed the threshold by, so that rounding decides nothing.
_NOTHING = 1e-12
#: The most sentences that are compared with each other.
_MOST = 5000


@SEGMENTERS.register("c99")
@dataclass(frozen=True, slots=True)
class C99(Segmenter):
    """Split by the ranks of cosines among their neighbours (section 3 of the paper).

    The cosine of two sentences is replaced by the share of the cells around it in the matrix of cosines that are
    lower, within a square mask that is cut at the edges. The text is then split step by step, each time where the
    inside density D = Σ s_k / Σ a_k becomes highest: s_k is the sum of the ranks within segment k, a_k its area. The
    first splits count, as long as each raises D by more than μ + c σ, from the mean and deviation of all raises.

    Before that, raises are smoothed over neighbouring steps with the weights 1, 2, 4, 8, 4, 2, 1, as in the author's
    program; here the weights are cut at the ends. A sentence without words is like no other, nor itself. Among equals
    the earliest split comes first. Time and memory grow with the square of the sentences; 5,000 take 0.5 GB.
    A text with more is taken in stretches of so many, which begin segments.

    >>> C99().segment([[0, 1], [0, 1], [0, 1], [2, 3], [2, 3], [2, 3]])
    [0, 3]
    """

    #: How many sentences wide the mask is, an odd number.
    mask: int = 11
    #: The paper's c: the higher, the fewer segments.
    threshold: float = 1.2

    title: ClassVar[str] = "splits that make segments densest in ranked similarity"
    paper: ClassVar[str] = "Choi 2000"

    def __post_init__(self) -> None:
        if self.mask < 3 or self.mask % 2 == 0:
            raise SettingError(f"the mask of C99 is an odd number of sentences, 3 or more, not {self.mask}")

    def segment(self, sentences: Sequence[Sequence[int]]) -> list[int]:
        stretches = range(0, len(sentences), _MOST)
        return [first + start for first in stretches for start in self._segment(sentences[first : first + _MOST])]

    def _segment(self, sentences: Sequence[Sequence[int]]) -> list[int]:
        words, ends, distinct = number(sentences)
        if len(sentences) < 2 or not words.size:
            return [0][: len(sentences)]
        from sumspace.text.segmentation.kernels import divide, local_ranks, similarities

        ranks = local_ranks(similarities(words, ends, distinct), self.mask // 2)
        splits, densities = divide(ranks)
        raises = smoothed(np.diff(densities), _WEIGHTS)
        unusual = raises > raises.mean() + self.threshold * raises.std() + _NOTHING
        return sorted([0, *splits[np.logical_and.accumulate(unusual)].tolist()])
