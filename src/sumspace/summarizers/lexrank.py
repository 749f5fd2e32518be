"""LexRank: the sentences most central in the graph of those that are alike."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from sumspace.errors import SettingError
from sumspace.summarizers.summarizer import SUMMARIZERS, SentenceScorer
from sumspace.summarizers.word_counts import count_words
from sumspace.text.pagerank import pagerank

if TYPE_CHECKING:
    from sumspace.arrays import Floats
    from sumspace.document import Article


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

    title: ClassVar[str] = "the sentences most central in the graph of similar ones"
    paper: ClassVar[str] = "Erkan & Radev 2004"

    def __post_init__(self) -> None:
        if not 0 <= self.threshold < 1:
            raise SettingError(f"LexRank's threshold is at least 0 and less than 1, not {self.threshold}")

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
        rows = counts.matrix(values)
        cosines = (rows @ rows.T).tocsr()
        if self.threshold:
            cosines.data = (cosines.data > self.threshold).astype(np.float64)
            cosines.eliminate_zeros()
        return pagerank(cosines, self.damping)
