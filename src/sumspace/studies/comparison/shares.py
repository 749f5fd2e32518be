"""How much of the distance from the average extract to the best one systems reach, with intervals."""

from __future__ import annotations

from math import nan
from typing import TYPE_CHECKING

import numpy as np

from sumspace.stats.paired import resampled_means, widened

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sumspace.arrays import Flags, Floats
    from sumspace.stats.resampling import Bootstrap, Interval


class Shares:
    """How much of the distance from the average extract to the best one systems reach, by bootstrap over documents.

    A share is a ratio of two means over documents, and both are drawn together.
    """

    def __init__(self, values: Floats, bootstrap: Bootstrap, threads: int | None) -> None:
        #: [document, column]: of systems, then of the average extract and the best one.
        self.values = values
        self.bootstrap = bootstrap
        self.threads = threads
        self._drawn: dict[bytes, Floats] = {}

    def documents(self, *columns: int) -> int:
        """Return how many documents these systems share."""
        return int(self._shared(columns).sum())

    def of(self, first: int, second: int = -2) -> tuple[Interval, Interval]:
        """Return how much higher a system scores than another, or the average extract, and as share of the distance.

        Of one system the score itself is returned.
        """
        chosen = [first, second, -2, -1]
        shared = self._shared(chosen)
        documents, confidence = int(shared.sum()), self.bootstrap.confidence
        one, other, average, best = self.values[shared][:, chosen].mean(axis=0).tolist()
        drawn = self._resampled(shared)[:, chosen]
        differences, distances = drawn[:, 0] - drawn[:, 1], drawn[:, 3] - drawn[:, 2]
        shares = np.divide(differences, distances, out=np.full(len(drawn), nan), where=distances > 0)
        share = (one - other) / (best - average) if best > average else nan
        reached = widened(share, shares, confidence, documents)
        if second == -2:
            return widened(one, drawn[:, 0], confidence, documents), reached
        return widened(one - other, differences, confidence, documents), reached

    def _shared(self, columns: Sequence[int]) -> Flags:
        shared: Flags = np.all(~np.isnan(self.values[:, [*columns, -1]]), axis=1)
        return shared

    def _resampled(self, shared: Flags) -> Floats:
        key = shared.tobytes()
        if key not in self._drawn:
            values = np.nan_to_num(self.values[shared])  # columns of other systems are not looked at
            self._drawn[key] = resampled_means(values, self.bootstrap, self.threads)
        return self._drawn[key]
