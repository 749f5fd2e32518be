"""LexRank: the sentences most central in the graph of those that are alike."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from sumspace.compute.work import checkpoint
from sumspace.errors import SettingError, TooLargeError
from sumspace.summarizers.summarizer import SUMMARIZERS, SentenceScorer
from sumspace.summarizers.word_counts import count_words
from sumspace.text.pagerank import pagerank

if TYPE_CHECKING:
    from sumspace.arrays import Floats
    from sumspace.document import Article


#: How many cosines are worked on together, and the most edges that the graph may have.
_TOGETHER, _EDGES = 20_000_000, 50_000_000


@SUMMARIZERS.register("lexrank")
@dataclass(frozen=True, slots=True)
class LexRank(SentenceScorer):
    """Sentences by PageRank in the graph of those whose idf-modified cosine is above a threshold (section 3).

    A sentence recommends itself too, as in the paper's algorithm. With threshold 0, edges have the cosines as weights:
    continuous LexRank.
    """

    #: The one that the paper finds best.
    threshold: float = 0.1
    #: One minus the paper's d, the chance to jump to any sentence.
    damping: float = 0.85

    title: ClassVar[str] = "the most central sentences in a graph of similar sentences"
    paper: ClassVar[str] = "Erkan & Radev 2004"

    def __post_init__(self) -> None:
        if not 0 <= self.threshold < 1:
            raise SettingError(f"LexRank's threshold must be at least 0 and less than 1, not {self.threshold}")

    def score(self, article: Article) -> Floats:
        """Return N · p(u), where p(u) = d/N + (1 − d) Σ p(v) / deg(v) over the neighbours v of u.

        The idf of a word is the paper's log(N/n), n of the N sentences having it, as there is no other text to take it
        from. So a word that all have is worth nothing, and a sentence of such words alone is like no other, nor itself.
        """
        counts = count_words(article.sentences)
        idf = np.log(len(article) / counts.sentence_frequencies)
        values: Floats = idf[counts.words] * counts.times
        norms = np.sqrt(counts.sums(values**2))
        values /= np.where(norms > 0, norms, 1)[counts.sentences]
        return pagerank(self._graph(counts.matrix(values)), self.damping)

    def _graph(self, rows: Any) -> Any:
        """Return the matrix of cosines, or 1 where they are above the threshold; the others are never all in memory."""
        from scipy.sparse import csr_array, vstack

        if not self.threshold:
            return _Cosines(rows)
        sentences, edges, columns = rows.shape[0], [], rows.T.tocsr()
        together = _TOGETHER // max(sentences, 1) + 1
        for first in range(0, sentences, together):
            checkpoint()
            cosines = (rows[first : first + together] @ columns).tocsr()
            cosines.data = (cosines.data > self.threshold).astype(np.float64)
            cosines.eliminate_zeros()
            edges.append(cosines)
            if sum(block.nnz for block in edges) > _EDGES:
                raise TooLargeError(f"has more than {_EDGES:,} pairs of similar sentences, too many for lexrank")
        return vstack(edges).tocsr() if edges else csr_array((0, 0))


class _Cosines:
    """The symmetric matrix of the products of all rows, which is never written down, but multiplied row by row."""

    def __init__(self, rows: Any) -> None:
        self._rows = rows

    @property
    def T(self) -> _Cosines:  # noqa: N802 - as of a matrix
        return self

    def sum(self, axis: int) -> Floats:  # noqa: ARG002 - it is symmetric
        return self @ np.ones(self._rows.shape[0])

    def __matmul__(self, vector: Floats) -> Floats:
        product: Floats = self._rows @ (self._rows.T @ vector)
        return product
