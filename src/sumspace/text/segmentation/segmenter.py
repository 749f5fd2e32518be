"""What a segmenter is, which there are, the one that divides nothing, and what they share: numbers, smoothed rows."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from sumspace.registry import Registry

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sumspace.arrays import Floats, Integers


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


SEGMENTERS: Registry[type[Segmenter]] = Registry(
    "segmenter", "sumspace.text.segmentation", {"none": "sumspace.text.segmentation.segmenter"}
)


@SEGMENTERS.register("none")
@dataclass(frozen=True, slots=True)
class NoSegmentation(Segmenter):
    """Take the text as a whole."""

    title: ClassVar[str] = "the whole text as one segment"
    paper: ClassVar[str] = "Rigouste 2004"

    def segment(self, sentences: Sequence[Sequence[int]]) -> list[int]:
        return [0][: len(sentences)]


def number(sentences: Sequence[Sequence[int]]) -> tuple[Integers, Integers, int]:
    """Return words, ends and distinct: words 0 … distinct−1 in one row; those of sentence s end before ends[s]."""
    ends = np.cumsum([len(sentence) for sentence in sentences], dtype=np.int64)
    tokens = np.fromiter(chain.from_iterable(sentences), dtype=np.int64, count=int(ends[-1]) if ends.size else 0)
    distinct, words = np.unique(tokens, return_inverse=True)
    return words.astype(np.int64, copy=False), ends, distinct.size


def smoothed(values: Floats, weights: Sequence[float]) -> Floats:
    """Average every value with its neighbours; the weights, symmetric and odd in number, are cut at the ends.

    >>> smoothed(np.array([0.0, 4.0, 0.0, 0.0]), [1, 2, 1]).tolist()
    [1.3333333333333333, 2.0, 1.0, 0.0]
    """
    if not values.size:
        return values
    half = len(weights) // 2
    within = slice(half, half + values.size)
    return np.convolve(values, weights)[within] / np.convolve(np.ones_like(values), weights)[within]
