"""Frequency: the sentences whose words are frequent in the document."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from sumspace.summarizers.summarizer import SUMMARIZERS, SentenceScorer
from sumspace.summarizers.word_counts import count_words

if TYPE_CHECKING:
    from sumspace.arrays import Floats
    from sumspace.document import Article


@SUMMARIZERS.register("frequency")
@dataclass(frozen=True, slots=True)
class Frequency(SentenceScorer):
    """Sentences by the mean probability of their words: SumBasic without regard to the sentences taken before."""

    title: ClassVar[str] = "sentences with the highest mean frequency of content words"
    paper: ClassVar[str] = "Nenkova & Vanderwende 2005"

    def score(self, article: Article) -> Floats:
        """Return the mean of p(w) = n(w) / N over the words of every sentence; 0 where it has none.

        >>> from sumspace.document import Article
        >>> Frequency().score(Article([[1, 2], [1, 3, 3], []])).tolist()
        [0.30000000000000004, 0.4000000000000001, 0.0]
        """
        counts = count_words(article.sentences)
        return counts.sums(counts.times * counts.probabilities[counts.words]) / np.maximum(counts.lengths, 1)
