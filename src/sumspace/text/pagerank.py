"""Graph ranking: how much the vertices of a graph recommend each other."""

from __future__ import annotations

from math import ceil, log
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from sumspace.errors import SettingError

if TYPE_CHECKING:
    from sumspace.arrays import Floats, Integers


#: The steps end when one changes all scores together by less: a hundredth of what rankings call a tie.
_SMALL = 1e-11


class Graph(NamedTuple):
    """A graph of few edges: vertex j recommends targets[e] by weights[e], e = starts[j] … starts[j+1]−1."""

    starts: Integers
    targets: Integers
    weights: Floats

    @property
    def given(self) -> Floats:
        """How much every vertex recommends others, all together."""
        given, some = np.zeros(len(self.starts) - 1), np.flatnonzero(np.diff(self.starts))
        if some.size:
            given[some] = np.add.reduceat(self.weights, self.starts[some])
        return given


def pagerank(weights: Any, damping: float = 0.85) -> Floats:
    """Return WS(i) = (1 − d) + d Σ_j w_ji / Σ_k w_jk · WS(j), weighted PageRank (Mihalcea & Tarau 2004, section 2.2).

    The weights are a square matrix, or what is summed, turned and multiplied like one, or a `Graph`, without negative
    numbers: w_ji is how much j recommends i. A vertex without recommendations passes nothing on. Where every vertex has
    some, scores sum to their number.

    >>> pagerank(np.array([[0, 1, 0], [1, 0, 1], [0, 1, 0]])).round(3).tolist()
    [0.77, 1.459, 0.77]
    """
    if not 0 <= damping < 1:
        raise SettingError(f"a damping must be at least 0 and less than 1, not {damping}")
    graph = isinstance(weights, Graph)
    out = weights.given if graph else np.asarray(weights.sum(axis=1), dtype=np.float64).ravel()
    shares = np.divide(damping, out, out=np.zeros_like(out), where=out > 0)
    # A step shrinks the sum of all errors by the damping at least, so that this many leave nothing of it.
    steps = ceil(-40 / log(damping)) if damping else 1
    if graph:
        from sumspace.text.kernels import recommend

        scores: Floats = recommend(*weights, shares, 1 - damping, steps, _SMALL)
        return scores
    scores, received = np.ones(len(out)), weights.T
    for _ in range(steps):
        before, scores = scores, (1 - damping) + received @ (shares * scores)
        if np.abs(scores - before).sum() < _SMALL:
            break
    return scores
