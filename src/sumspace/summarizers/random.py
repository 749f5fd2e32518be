"""Random: sentences by chance, the least that any summarizer should beat."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from sumspace.summarizers.summarizer import SUMMARIZERS, Summarizer

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sumspace.document import Article


@SUMMARIZERS.register("random")
@dataclass(frozen=True, slots=True)
class Random(Summarizer):
    """A uniformly random order; the paper's random scores from 1 to 100 are the same but for their ties."""

    title: ClassVar[str] = "sentences in random order"
    paper: ClassVar[str] = "Ceylan 2010"

    def rank(self, article: Article, seed: int = 0) -> list[int]:
        return next(self.orders(len(article), seed))

    @staticmethod
    def orders(sentences: int, seed: int = 0) -> Iterator[list[int]]:
        """Yield one order of so many sentences after the other, without end; the first is that of `rank`."""
        generator = np.random.Generator(np.random.PCG64(seed))
        while True:
            yield generator.permutation(sentences).tolist()
