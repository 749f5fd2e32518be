"""What is learned of a summary: its score, or how it compares with the other summaries of the same document.

Scores differ more between documents than between configurations, so that classes of raw scores tell hard texts from
easy ones rather than good configurations from bad ones. Ranks and shares compare within the document.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sumspace.arrays import Floats, Integers


#: The score as it is, as in the paper; its rank within the document, from 0 to 1; or its share of the document's best.
Target = Literal["score", "rank", "share"]


def targets_of(scores: Floats, target: Target, groups: Sequence[Integers]) -> Floats:
    """Return what is learned of scores [document, configuration]; groups are the configurations that are compared.

    Equal scores have the mean of their ranks, and the only configuration of a group the rank ½. Where all scores of a
    document are 0, so are their shares. Configurations in no group keep their scores.

    >>> targets_of(np.array([[0.2, 0.4, 0.2]]), "rank", [np.arange(3)]).tolist()
    [[0.25, 1.0, 0.25]]
    >>> targets_of(np.array([[0.2, 0.4, 0.2]]), "share", [np.arange(3)]).tolist()
    [[0.5, 1.0, 0.5]]
    """
    values = np.array(scores, np.float64)
    if target == "score":
        return values
    for group in groups:
        values[:, group] = _ranks(values[:, group]) if target == "rank" else _shares(values[:, group])
    return values


def _shares(scores: Floats) -> Floats:
    best = scores.max(axis=1, keepdims=True)
    shares: Floats = np.divide(scores, best, out=np.zeros_like(scores), where=best > 0)
    return shares


def _ranks(scores: Floats) -> Floats:
    from scipy.stats import rankdata

    last = scores.shape[1] - 1
    if not last:
        return np.full_like(scores, 0.5)
    ranks: Floats = (rankdata(scores, axis=1) - 1) / last
    return ranks
