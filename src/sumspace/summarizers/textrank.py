"""TextRank: the sentences that the others recommend, by the words they share."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from sumspace.summarizers.summarizer import SUMMARIZERS, Summarizer, by_score
from sumspace.summarizers.word_counts import count_words
from sumspace.text.pagerank import pagerank

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sumspace.arrays import Floats
    from sumspace.document import Article

__all__ = ["TextRank"]


@SUMMARIZERS.register("textrank")
@dataclass(frozen=True, slots=True)
class TextRank(Summarizer):
    """Sentences by weighted PageRank in the undirected graph of their similarities; the seed has no effect."""

    title: ClassVar[str] = "the sentences most central in the graph of shared words"
    paper: ClassVar[str] = "Mihalcea & Tarau 2004"

    def rank(self, article: Article, seed: int = 0) -> list[int]:  # noqa: ARG002
        return by_score(self.score(article.sentences))

    def score(self, sentences: Sequence[Sequence[int]]) -> Floats:
        """Return the weighted PageRank of every sentence, with the damping of the paper (section 2.2)."""
        return pagerank(_similarities(sentences))


def _similarities(sentences: Sequence[Sequence[int]]) -> Any:
    """Return the symmetric matrix of |{w: w ∈ S_i, w ∈ S_j}| / (log|S_i| + log|S_j|), section 4.1, without loops.

    Two sentences of one token each, for which the paper divides by zero, have similarity 0.
    """
    from scipy import sparse

    counts = count_words(sentences)
    shape = (len(counts.lengths), len(counts.frequencies))
    occurrence = sparse.csr_array((np.ones(len(counts.words)), (counts.sentences, counts.words)), shape=shape)
    shared = (occurrence @ occurrence.T).tocoo()
    logs = np.log(np.maximum(counts.lengths, 1))
    divisors = logs[shared.row] + logs[shared.col]
    kept = (shared.row != shared.col) & (divisors > 0)
    pairs = shared.row[kept], shared.col[kept]
    return sparse.csr_array((shared.data[kept] / divisors[kept], pairs), shape=shared.shape)
