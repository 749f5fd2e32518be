"""A search engine: how relevant each text of a collection is to a query."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

__all__ = ["SearchEngine"]


class SearchEngine:
    """A search engine over some texts: BM25 as Lucene has it, with its usual k1 and b."""

    def __init__(self, texts: Iterable[NDArray[np.int32]]) -> None:
        import bm25s

        logging.getLogger("bm25s").setLevel(logging.WARNING)  # it reports every index that it makes
        bodies = list(texts)
        found, columns = np.unique(np.concatenate(bodies), return_inverse=True)
        self._columns = {number: column for column, number in enumerate(found.tolist())}
        self._count = len(bodies)
        self._index: Any = bm25s.BM25(method="lucene", dtype="float64")
        if self._columns:
            ends = np.cumsum([len(body) for body in bodies])[:-1]
            ids = [part.tolist() for part in np.split(columns, ends)]
            self._index.index((ids, self._columns), create_empty_token=False, show_progress=False)

    def scores(self, query: Sequence[int]) -> NDArray[np.float64]:
        """Return how relevant each text is; scores that differ by no more than rounding are equal."""
        known = [self._columns[word] for word in query if word in self._columns]
        if not known:
            return np.zeros(self._count)
        scores: NDArray[np.float64] = np.round(self._index.get_scores(known), 10)
        return scores
