"""What a segmenter is, and which there are."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, ClassVar

from sumspace.registry import Registry

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["SEGMENTERS", "Segmenter"]


class Segmenter(ABC):
    """A segmenter is an immutable value that divides a text into runs of sentences."""

    #: A line of explanation, and where it comes from.
    title: ClassVar[str]
    paper: ClassVar[str]

    @abstractmethod
    def segment(self, sentences: Sequence[Sequence[int]]) -> list[int]:
        """Return the index of the first sentence of every segment, in order: 0 first, and none for no sentences.

        A sentence is the numbers of its tokens, usually stemmed and without stop words; it may be empty.
        """


SEGMENTERS: Registry[type[Segmenter]] = Registry("segmenter", "sumspace.text.segmentation")
