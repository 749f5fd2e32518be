"""Yeh, Ke, Yang & Meng: the sentences most central in a map of what they have to do with the same topics."""

from __future__ import annotations

from dataclasses import dataclass
from math import floor
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from sumspace.errors import SettingError
from sumspace.summarizers.summarizer import NEAR, SUMMARIZERS, SentenceScorer, TopicSummarizer
from sumspace.text.pagerank import pagerank
from sumspace.text.topics import BOOLEAN, Weighting, topics

if TYPE_CHECKING:
    from sumspace.arrays import Floats
    from sumspace.document import Article


@SUMMARIZERS.register("yeh")
@dataclass(frozen=True, slots=True)
class Yeh(TopicSummarizer, SentenceScorer):
    """Sentences by weighted PageRank in the map of their similarities in the reduced matrix A' = U' Σ' V'ᵀ.

    Steinberger & Ježek 2009, section 4, describe it, but say neither how many topics are kept nor how similar sentences
    are that have a link.
    """

    weighting: Weighting = BOOLEAN
    #: The share of the topics that are kept.
    share: float = 0.8
    #: Sentences whose columns of A' have a higher cosine than this have a link.
    threshold: float = 0.0

    title: ClassVar[str] = (
        "the most central sentences in a graph of shared LSA topics; yeh(weighting=lo-en): another weighting than bi-nw"
    )
    paper: ClassVar[str] = "Yeh, Ke, Yang & Meng 2005"

    def __post_init__(self) -> None:
        if not 0 < self.share <= 1:
            raise SettingError(f"the share of topics kept must be greater than 0 and at most 1, not {self.share}")
        if not 0 <= self.threshold < 1:
            raise SettingError(f"Yeh's threshold must be at least 0 and less than 1, not {self.threshold}")

    def score(self, article: Article) -> Floats:
        """Return the weighted PageRank of every sentence; links weigh the cosine."""
        decomposition = topics(article.sentences, self.weighting)
        kept = decomposition.with_equals(max(floor(self.share * len(decomposition.values) + 0.5), 1))
        # The columns of U' Σ' V'ᵀ have the same cosines as those of Σ' V'ᵀ, since U' is orthonormal.
        vectors = decomposition.right[:, :kept] * decomposition.values[:kept]
        lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
        vectors = np.divide(vectors, lengths, out=np.zeros_like(vectors), where=lengths > NEAR)
        cosines = vectors @ vectors.T
        np.fill_diagonal(cosines, 0)
        return pagerank(np.where(cosines > max(self.threshold, NEAR), cosines, 0))
