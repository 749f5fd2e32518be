"""Luhn: the sentences in which significant words stand close together."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import chain, pairwise
from math import sqrt
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from sumspace.errors import SettingError
from sumspace.summarizers.summarizer import SUMMARIZERS, SentenceScorer

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sumspace.arrays import Floats
    from sumspace.document import Article


def significant_words(sentences: Sequence[Sequence[int]]) -> frozenset[int]:
    """Return the words that occur at least √N / 2 times in N sentences, and at least twice.

    Luhn sets the limit by hand; one that grows with the document keeps most words of a long one from being significant.
    """
    least = max(2, sqrt(len(sentences)) / 2)
    return frozenset(word for word, times in Counter(chain.from_iterable(sentences)).items() if times >= least)


@SUMMARIZERS.register("luhn")
@dataclass(frozen=True, slots=True)
class Luhn(SentenceScorer):
    """Sentences by their best cluster: a stretch from one significant word to another without a long gap.

    Stop words, which the paper counts as insignificant, are left out: clusters are stretches of content words.
    """

    #: The most insignificant words in a row within a cluster: four or five in the paper.
    gap: int = 4

    title: ClassVar[str] = "clusters of frequent words close together"
    paper: ClassVar[str] = "Luhn 1958"

    def __post_init__(self) -> None:
        if self.gap < 0:
            raise SettingError(f"Luhn's gap must be at least 0, not {self.gap}")

    def score(self, article: Article) -> Floats:
        """Return the significance of every sentence; 0 where it has no cluster."""
        significant = significant_words(article.sentences)
        return np.array([self._best(sentence, significant) for sentence in article.sentences], dtype=np.float64)

    def _best(self, sentence: Sequence[int], significant: frozenset[int]) -> float:
        """Return the highest (number of significant words)² / (number of all words) that a cluster has.

        Of the significant words different ones are counted, which are what Luhn wants to find close together; it takes
        two to make a cluster.
        """
        places = [place for place, word in enumerate(sentence) if word in significant]
        ends = [i for i, (here, there) in enumerate(pairwise(places)) if there - here - 1 > self.gap]
        bounds = pairwise([-1, *ends, len(places) - 1]) if places else ()
        clusters = [sentence[places[before + 1] : places[last] + 1] for before, last in bounds]
        sizes = [(len(significant.intersection(cluster)), len(cluster)) for cluster in clusters]
        return max((different**2 / length for different, length in sizes if different > 1), default=0.0)
