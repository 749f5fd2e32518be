"""Gong & Liu: the best sentence of each topic, the most important topic first."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import cycle
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from sumspace.summarizers.summarizer import SUMMARIZERS, TopicSummarizer, by_score
from sumspace.text.topics import BOOLEAN, Weighting, topics

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sumspace.arrays import Floats
    from sumspace.document import Article


@SUMMARIZERS.register("gong-liu")
@dataclass(frozen=True, slots=True)
class GongLiu(TopicSummarizer):
    """The k-th sentence has the largest number in the k-th right singular vector (Steinberger & Ježek 2009, sec. 4)."""

    weighting: Weighting = BOOLEAN

    title: ClassVar[str] = (
        "the best sentence of each LSA topic; gong-liu(weighting=lo-en): another weighting than bi-nw"
    )
    paper: ClassVar[str] = "Gong & Liu 2002"

    def turns(self, values: Floats) -> Iterator[int]:
        """Yield the topic whose turn it is, given the singular values; after the last it is the first one's again."""
        return cycle(range(len(values)))

    def rank(self, article: Article, seed: int = 0) -> list[int]:  # noqa: ARG002
        """Rank sentences: each topic, when it is its turn, adds the one with the largest number in its singular vector.

        Sentences that are ranked already are passed over. A singular vector has either sign; here it points where all
        sentences together do. Sentences without content words come last.
        """
        decomposition = topics(article.sentences, self.weighting)
        if not decomposition.values.size:
            return list(range(len(article)))
        # Singular vectors have no number below −1.
        empty = np.array([not len(sentence) for sentence in article.sentences])
        by_topic = [iter(by_score(np.where(empty, -2, axis))) for axis in decomposition.axes().T]
        ranked: dict[int, None] = {}
        for topic in self.turns(decomposition.values):
            ranked[next(sentence for sentence in by_topic[topic] if sentence not in ranked)] = None
            if len(ranked) == len(article):
                break
        return list(ranked)
