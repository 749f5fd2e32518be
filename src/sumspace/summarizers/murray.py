"""Murray, Renals & Carletta: sentences from each topic, as many as its share of the singular values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from sumspace.summarizers.gong_liu import rank_by_topic
from sumspace.summarizers.summarizer import NEAR, SUMMARIZERS, Summarizer
from sumspace.text.topics import BOOLEAN, Weighting

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sumspace.arrays import Floats
    from sumspace.document import Article

__all__ = ["Murray"]


@SUMMARIZERS.register("murray")
@dataclass(frozen=True, slots=True)
class Murray(Summarizer):
    """A topic gives as many sentences as its part in the sum of singular values (Steinberger & Ježek 2009, section 4).

    Shares are whole sentences here, and every beginning of the ranking follows them, as seats of a parliament follow
    votes: by Sainte-Laguë's method. As long as no share comes to a second sentence, the order is Gong & Liu's.
    The seed has no effect.
    """

    weighting: Weighting = BOOLEAN

    title: ClassVar[str] = "the best sentences of each topic found by LSA, more of the more important ones"
    paper: ClassVar[str] = "Murray, Renals & Carletta 2005"

    def rank(self, article: Article, seed: int = 0) -> list[int]:  # noqa: ARG002
        return rank_by_topic(article, self.weighting, _seats)


def _seats(votes: Floats) -> Iterator[int]:
    """Yield the topic whose turn it is: the first with the highest votes / (2 · seats + 1)."""
    seats = np.zeros(len(votes))
    while True:
        quotients = votes / (2 * seats + 1)
        turn = int(np.argmax(quotients >= quotients.max() * (1 - NEAR)))
        seats[turn] += 1
        yield turn
