"""TextRank: the sentences that the others recommend, by the words they share."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from sumspace.summarizers.summarizer import SUMMARIZERS, SentenceScorer
from sumspace.summarizers.word_counts import count_words
from sumspace.text.pagerank import Graph, pagerank

if TYPE_CHECKING:
    from sumspace.arrays import Floats
    from sumspace.document import Article


@SUMMARIZERS.register("textrank")
@dataclass(frozen=True, slots=True)
class TextRank(SentenceScorer):
    """Sentences by weighted PageRank in the undirected graph of their similarities.

    Sentences are as similar as |{w: w ∈ S_i, w ∈ S_j}| / (log|S_i| + log|S_j|) says, section 4.1. Two of one token
    each, for which the paper divides by zero, have similarity 0.
    """

    title: ClassVar[str] = "the sentences most central in the graph of shared words"
    paper: ClassVar[str] = "Mihalcea & Tarau 2004"

    def score(self, article: Article) -> Floats:
        """Return the weighted PageRank of every sentence, with the damping of the paper (section 2.2)."""
        from sumspace.summarizers.kernels import share_words

        counts = count_words(article.sentences)
        logs = np.log(np.maximum(counts.lengths, 1))
        return pagerank(Graph(*share_words(counts.starts, counts.words, len(counts.frequencies), logs)))
