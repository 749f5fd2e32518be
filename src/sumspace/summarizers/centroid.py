"""Centroid: the sentences with the words that are typical of the document."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from sumspace.errors import SettingError
from sumspace.summarizers.summarizer import SUMMARIZERS, SentenceScorer
from sumspace.summarizers.word_counts import count_words

if TYPE_CHECKING:
    from sumspace.arrays import Floats
    from sumspace.document import Article


@SUMMARIZERS.register("centroid")
@dataclass(frozen=True, slots=True)
class Centroid(SentenceScorer):
    """Sentences by the sum of the centroid values of their different words.

    The centroid is what MEAD calls the words whose tf · idf is above a threshold. Its two other features are left out:
    where a sentence stands, and how like it is to the first one.
    """

    #: Words with less than this share of the highest value are not in the centroid.
    threshold: float = 0.3

    title: ClassVar[str] = "sentences with the most words typical of the document (tf-idf centroid)"
    paper: ClassVar[str] = "Radev et al. 2004"

    def __post_init__(self) -> None:
        if not 0 <= self.threshold <= 1:
            raise SettingError(f"the threshold of centroid must be between 0 and 1, not {self.threshold}")

    def score(self, article: Article) -> Floats:
        """Return Σ_w C_w over the words of every sentence, in units of the highest C_w = tf · (log(N/n) + 1).

        n of the N sentences have the word, which stands for an idf from other documents.
        """
        counts = count_words(article.sentences)
        values = counts.frequencies * (np.log(len(article) / counts.sentence_frequencies) + 1)
        values /= values.max(initial=1)
        values[values < self.threshold] = 0
        return counts.sums(values[counts.words])
