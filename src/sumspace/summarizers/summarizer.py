"""What a summarizer is, and which there are."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from sumspace.registry import Registry

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sumspace.summarizers.article import Article

__all__ = ["NEAR", "SUMMARIZERS", "Summarizer", "by_score"]

#: Scores nearer than this are ties.
NEAR = 1e-9


class Summarizer(ABC):
    """A summarizer is an immutable value that orders the sentences of a document."""

    #: A line of explanation, and where it comes from.
    title: ClassVar[str]
    paper: ClassVar[str]

    @abstractmethod
    def rank(self, article: Article, seed: int = 0) -> list[int]:
        """Return the indices of all sentences, the most wanted first; the same seed gives the same order."""


SUMMARIZERS: Registry[type[Summarizer]] = Registry("summarizer", "sumspace.summarizers")


def by_score(scores: NDArray[np.float64]) -> list[int]:
    """Rank sentences by their scores, the highest first.

    Scores that differ by no more than rounding count as equal, and the earlier sentence comes first.

    >>> by_score(np.array([1.0, 2.0, 1.0 + 1e-15]))
    [1, 0, 2]
    """
    order = np.argsort(-scores, kind="stable")
    ties = np.cumsum(np.diff(scores[order], prepend=scores[order[:1]]) < -NEAR)
    ranked: list[int] = order[np.lexsort((order, ties))].tolist()
    return ranked
