"""Steinberger & Ježek: the sentences with the greatest weight across all important topics."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from sumspace.errors import SettingError
from sumspace.summarizers.summarizer import SUMMARIZERS, SentenceScorer, TopicSummarizer
from sumspace.text.topics import Weighting, topics

if TYPE_CHECKING:
    from sumspace.arrays import Floats
    from sumspace.document import Article


_WEIGHTING = Weighting("au", "en")


@SUMMARIZERS.register("steinberger-jezek")
@dataclass(frozen=True, slots=True)
class SteinbergerJezek(TopicSummarizer, SentenceScorer):
    """Sentences by the length of their vectors in Σ² · V (Steinberger & Ježek 2009, section 4).

    Lengths favour long sentences; augmented frequencies with the paper's entropy weights do least, and give the best
    summaries on our corpora. The paper's own Boolean weighting (footnote 5) is `weighting=bi-nw`.
    """

    weighting: Weighting = _WEIGHTING
    #: A topic is important if its singular value is at least this share of the largest.
    least: float = 0.5

    title: ClassVar[str] = (
        "sentences with the most weight in the important LSA topics; "
        "steinberger-jezek(weighting=bi-nw): another weighting than au-en"
    )
    paper: ClassVar[str] = "Steinberger & Ježek 2004"

    def __post_init__(self) -> None:
        if not 0 <= self.least <= 1:
            raise SettingError(
                f"the minimum share of the largest singular value must be between 0 and 1, not {self.least}"
            )

    def score(self, article: Article) -> Floats:
        """Return sqrt(Σ_k v_ik² · σ_k⁴) over the important topics."""
        decomposition = topics(article.sentences, self.weighting)
        kept = decomposition.at_least(self.least)
        vectors = decomposition.right[:, :kept] * decomposition.values[:kept] ** 2
        lengths: Floats = np.linalg.norm(vectors, axis=1)
        return lengths
