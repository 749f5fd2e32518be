"""No segmentation: the text is one segment."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from sumspace.text.segmentation.segmenter import SEGMENTERS, Segmenter

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["NoSegmentation"]


@SEGMENTERS.register("none")
@dataclass(frozen=True, slots=True)
class NoSegmentation(Segmenter):
    """Take the text as a whole.

    >>> NoSegmentation().segment([[0, 1], [2], []])
    [0]
    """

    title: ClassVar[str] = "the whole text as one segment"
    paper: ClassVar[str] = "Rigouste 2004"

    def segment(self, sentences: Sequence[Sequence[int]]) -> list[int]:
        return [0][: len(sentences)]
