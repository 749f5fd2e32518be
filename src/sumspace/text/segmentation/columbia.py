"""The Columbia segmenter: segments begin where links between occurrences of terms begin and end."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from sumspace.errors import SettingError
from sumspace.text.segmentation.segmenter import SEGMENTERS, Segmenter, number

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sumspace.arrays import Floats


#: Digits that scores are rounded to, so that equal ones are equal.
_DIGITS = 9


@SEGMENTERS.register("columbia")
@dataclass(frozen=True, slots=True)
class Columbia(Segmenter):
    """Weigh the links between occurrences of terms, so that every term's weights sum to zero.

    Occurrences of a term that are no more than some sentences apart are linked. A sentence scores for the term by
    where it stands: at the front of a link, within it (during), just behind it (rear), or at none. Those at none get
    what makes up for the others, in equal shares. A sentence with a high sum over all terms begins a segment; of
    neighbours with high sums it is the one with the highest.

    The paper tells common noun phrases, names and pronouns apart, which are linked over 4, 8 and 0 sentences, and
    scores paragraphs. Here all terms are words, linked over 8, and the units are sentences. Decided here: the weights,
    those that did best in `benchmarks/segmenters.py` beside that length; a term counts only where a link joins at least
    two sentences, as most words of a text do not come back; where no sentence is at none, all make up for the others;
    a sum is high above one deviation, that of all sentences but the first.

    >>> Columbia().segment([[0, 1], [0, 1], [0, 1], [2, 3], [2, 3], [2, 3]])
    [0, 3]
    """

    #: How many sentences apart linked occurrences may be.
    length: int = 8
    #: What a sentence gets at the front of a link, behind it and within it.
    front: float = 10
    rear: float = 5
    during: float = -3
    #: How many deviations above zero a sum is high.
    deviations: float = 1

    title: ClassVar[str] = "boundaries where chains of repeated words begin and end"
    paper: ClassVar[str] = "Kan, Klavans & McKeown 1998"

    def __post_init__(self) -> None:
        if self.length < 1:
            raise SettingError(f"the Columbia segmenter links over 1 sentence or more, not {self.length}")
        if self.deviations < 0:
            raise SettingError(f"the Columbia segmenter's deviations are 0 or more, not {self.deviations}")

    def segment(self, sentences: Sequence[Sequence[int]]) -> list[int]:
        if len(sentences) < 2:
            return [0][: len(sentences)]
        sums = np.round(self.scores(sentences)[1:], _DIGITS)
        high = sums > np.round(self.deviations * sums.std(), _DIGITS)
        bounds = np.flatnonzero(np.diff(high, prepend=False, append=False))
        return [0, *(1 + int(a + np.argmax(sums[a:b])) for a, b in zip(bounds[::2], bounds[1::2], strict=True))]

    def scores(self, sentences: Sequence[Sequence[int]]) -> Floats:
        """Return the sum of every sentence's weights over all terms; together they are zero."""
        from sumspace.text.segmentation.kernels import link_scores

        words, ends, _ = number(sentences)
        owners = np.repeat(np.arange(len(sentences)), np.diff(ends, prepend=0))
        order = np.lexsort((owners, words))
        weights = (float(self.front), float(self.rear), float(self.during))
        scores: Floats = link_scores(words[order], owners[order], len(sentences), self.length, *weights)
        return scores
