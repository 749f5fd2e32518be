"""Gong & Liu: the best sentence of each topic, the most important topic first."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import cycle
from typing import TYPE_CHECKING, ClassVar

from sumspace.summarizers.by_topic import by_topic
from sumspace.summarizers.summarizer import SUMMARIZERS, Summarizer
from sumspace.text.topics import BOOLEAN, Weighting

if TYPE_CHECKING:
    from sumspace.document import Article

__all__ = ["GongLiu"]


@SUMMARIZERS.register("gong-liu")
@dataclass(frozen=True, slots=True)
class GongLiu(Summarizer):
    """The k-th sentence has the largest number in the k-th right singular vector (Steinberger & Ježek 2009, section 4).

    After the last topic the first has its turn again. The seed has no part in it.
    """

    weighting: Weighting = BOOLEAN

    title: ClassVar[str] = "the best sentence of each topic found by LSA"
    paper: ClassVar[str] = "Gong & Liu 2002"

    def rank(self, article: Article, seed: int = 0) -> list[int]:  # noqa: ARG002
        return by_topic(article, self.weighting, lambda values: cycle(range(len(values))))
