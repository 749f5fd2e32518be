"""Sentences taken topic by topic, as some summarizers do that look for topics by LSA."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from sumspace.summarizers.summarizer import by_score
from sumspace.text.topics import topics

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from numpy.typing import NDArray

    from sumspace.document import Article
    from sumspace.text.topics import Weighting

__all__ = ["by_topic"]


def by_topic(
    article: Article, weighting: Weighting, turns: Callable[[NDArray[np.float64]], Iterator[int]]
) -> list[int]:
    """Rank sentences: the topic whose turn it is takes the one that has the largest number in its singular vector.

    Sentences that are taken are passed over. Turns, without end, are made from the singular values. A singular vector
    has either sign; here it points where all sentences together do. Sentences without content words come last.
    """
    found = topics(article.sentences, weighting)
    if not found.values.size:
        return list(range(len(article)))
    # Singular vectors have no number below −1.
    empty = np.array([not len(sentence) for sentence in article.sentences])
    wanted = [iter(by_score(np.where(empty, -2, axis))) for axis in found.axes().T]
    taken: dict[int, None] = {}
    for topic in turns(found.values):
        taken[next(sentence for sentence in wanted[topic] if sentence not in taken)] = None
        if len(taken) == len(article):
            break
    return list(taken)
