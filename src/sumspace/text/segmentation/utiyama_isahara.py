"""Utiyama and Isahara's segmentation: the most probable one when every segment has its own words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from sumspace.text.segmentation.segmenter import SEGMENTERS, Segmenter, number

if TYPE_CHECKING:
    from collections.abc import Sequence


#: How many words may be gone through to find the segments.
_STEPS = 10**9


@SEGMENTERS.register("utiyama-isahara")
@dataclass(frozen=True, slots=True)
class UtiyamaIsahara(Segmenter):
    """Minimise Σ_i (Σ_j log((n_i + k) / (f_i(w_j) + 1)) + log n), sections 2 and 3 of the paper.

    Segment i has n_i words, f_i(w) of them w; the text has n words, k of them distinct. The last term is the prior
    n^−m of m segments, so that their number needs no setting. Among equals the fewest segments win, then the
    earliest boundaries, so that empty sentences open a segment rather than close one. Time grows with the words times
    the sentences of a segment: where both are many, from some 14,000 sentences on, segments have only so many sentences
    as 10⁹ steps allow.

    >>> UtiyamaIsahara().segment([[0, 0, 0], [0, 0], [1, 1], [1, 1, 1]])
    [0, 2]
    """

    title: ClassVar[str] = "the most probable segmentation, without a preset number of segments"
    paper: ClassVar[str] = "Utiyama & Isahara 2001"

    def segment(self, sentences: Sequence[Sequence[int]]) -> list[int]:
        words, ends, distinct = number(sentences)
        if not words.size:
            return [0][: len(sentences)]
        from sumspace.text.segmentation.kernels import next_segments

        following = next_segments(words, ends, distinct, max(_STEPS // words.size, 1)).tolist()
        starts = [0]
        while following[starts[-1]] < len(sentences):
            starts.append(following[starts[-1]])
        return starts
