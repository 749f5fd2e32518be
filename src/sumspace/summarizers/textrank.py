"""TextRank: the sentences that the others recommend, by the words they share."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from sumspace.summarizers.summarizer import SUMMARIZERS, SentenceScorer
from sumspace.summarizers.word_counts import WordCounts, count_words
from sumspace.text.pagerank import pagerank

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

    title: ClassVar[str] = "the most central sentences in a graph of shared words"
    paper: ClassVar[str] = "Mihalcea & Tarau 2004"

    def score(self, article: Article) -> Floats:
        """Return the weighted PageRank of every sentence, with the damping of the paper (section 2.2)."""
        return pagerank(_SharedWords(count_words(article.sentences)))


class _SharedWords:
    """The symmetric matrix of similarities, which is never written down: it is multiplied by way of the words.

    The similarity of two sentences is a sum over the words that they share, each weighing what the lengths of the two
    make of it. So all that sentences of one length pass on by a word is added up before others receive it, and a
    multiplication takes about as long as the document is, not as many steps as there are pairs of sentences.
    """

    def __init__(self, counts: WordCounts) -> None:
        lengths, classes = np.unique(np.maximum(counts.lengths, 1), return_inverse=True)
        logs = np.add.outer(np.log(lengths), np.log(lengths))
        self._weights = np.divide(1.0, logs, out=np.zeros_like(logs), where=logs > 0)
        self._starts = counts.starts
        # Words that only one sentence has are shared with nobody.
        shared = counts.sentence_frequencies[counts.words] > 1
        places = counts.words * len(lengths) + classes[counts.sentences]
        cells, numbers = np.unique(places[shared], return_inverse=True)
        self._cells = np.full(len(places), -1)
        self._cells[shared] = numbers
        words, self._classes = np.divmod(cells, len(lengths) or 1)
        self._cell_starts = np.searchsorted(words, np.arange(len(counts.frequencies) + 1))
        self._own = counts.sums(shared.astype(np.float64)) * np.diagonal(self._weights)[classes]

    @property
    def T(self) -> _SharedWords:  # noqa: N802 - as of a matrix
        return self

    def sum(self, axis: int) -> Floats:  # noqa: ARG002 - it is symmetric
        return self @ np.ones(len(self._own))

    def __matmul__(self, passed: Floats) -> Floats:
        from sumspace.summarizers.kernels import recommend_by_words

        received: Floats = recommend_by_words(
            self._starts, self._cells, self._cell_starts, self._classes, self._weights, self._own, passed
        )
        return received
