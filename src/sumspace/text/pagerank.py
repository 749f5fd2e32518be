"""Graph ranking: how much the vertices of a graph recommend each other."""

from __future__ import annotations

from math import ceil, log
from typing import TYPE_CHECKING, Any

import numpy as np

from sumspace.errors import SettingError

if TYPE_CHECKING:
    from sumspace.arrays import Floats


#: The steps end when one changes all scores together by less: a hundredth of what rankings call a tie.
_SMALL = 1e-11


def pagerank(weights: Any, damping: float = 0.85) -> Floats:
    """Return WS(i) = (1 − d) + d Σ_j w_ji / Σ_k w_jk · WS(j), weighted PageRank (Mihalcea & Tarau 2004, section 2.2).

    The weights are a square matrix, dense or sparse, without negative numbers: w_ji is how much j recommends i. A
    vertex without recommendations passes nothing on. Where every vertex has some, scores sum to their number.

    >>> pagerank(np.array([[0, 1, 0], [1, 0, 1], [0, 1, 0]])).round(3).tolist()
    [0.77, 1.459, 0.77]
    """
    if not 0 <= damping < 1:
        raise SettingError(f"a damping is at least 0 and less than 1, not {damping}")
    out = np.asarray(weights.sum(axis=1), dtype=np.float64).ravel()
    shares = np.divide(damping, out, out=np.zeros_like(out), where=out > 0)
    received = weights.T
    scores = np.ones(len(out))
    # A step shrinks the sum of all errors by the damping at least, so that this many leave nothing of it.
    for _ in range(ceil(-40 / log(damping)) if damping else 1):
        before, scores = scores, (1 - damping) + received @ (shares * scores)
        if np.abs(scores - before).sum() < _SMALL:
            break
    return scores
