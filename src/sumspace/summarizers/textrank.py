"""TextRank: the sentences that the others recommend, by the words they share."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from sumspace.summarizers.summarizer import SUMMARIZERS, Summarizer

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

__all__ = ["TextRank"]

_DAMPING = 0.85
#: A step shrinks the sum of all errors by the damping at least, so that this many leave nothing of it.
_STEPS = 250
#: Scores nearer than this are ties; the steps end when one changes all scores together by less than a hundredth of it.
_NEAR = 1e-9


@SUMMARIZERS.register("textrank")
@dataclass(frozen=True, slots=True)
class TextRank(Summarizer):
    """Sentences by weighted PageRank in the undirected graph of their similarities; the seed has no part in it.

    Scores that differ by no more than rounding count as equal, and the earlier sentence comes first.
    """

    title: ClassVar[str] = "the sentences most central in the graph of shared words"
    paper: ClassVar[str] = "Mihalcea & Tarau 2004"

    def rank(self, sentences: Sequence[Sequence[int]], seed: int = 0) -> list[int]:  # noqa: ARG002
        scores = self.score(sentences)
        order = np.argsort(-scores, kind="stable")
        ties = np.cumsum(np.diff(scores[order], prepend=scores[order[:1]]) < -_NEAR)
        ranked: list[int] = order[np.lexsort((order, ties))].tolist()
        return ranked

    def score(self, sentences: Sequence[Sequence[int]]) -> NDArray[np.float64]:
        """Return WS(i) = (1 − d) + d Σ_j w_ji / Σ_k w_jk · WS(j), with d = 0.85 (section 2.2 of the paper)."""
        weights = _similarities(sentences)
        out = weights.sum(axis=0)
        shares = np.divide(_DAMPING, out, out=np.zeros_like(out), where=out > 0)
        scores = np.ones(len(sentences))
        for _ in range(_STEPS):
            before, scores = scores, (1 - _DAMPING) + weights @ (shares * scores)
            if np.abs(scores - before).sum() < _NEAR / 100:
                break
        return scores


def _similarities(sentences: Sequence[Sequence[int]]) -> Any:
    """Return the symmetric matrix of |{w: w ∈ S_i, w ∈ S_j}| / (log|S_i| + log|S_j|), section 4.1, without loops.

    Two sentences of one token each, for which the paper divides by zero, have similarity 0.
    """
    from scipy import sparse

    lengths = np.array([len(sentence) for sentence in sentences], dtype=np.int64)
    tokens = np.fromiter(chain.from_iterable(sentences), dtype=np.int64, count=lengths.sum())
    distinct, words = np.unique(tokens, return_inverse=True)
    places = np.repeat(np.arange(lengths.size), lengths), words
    held = sparse.csr_array((np.ones(tokens.size), places), shape=(lengths.size, distinct.size))
    held.data[:] = 1
    shared = (held @ held.T).tocoo()
    logs = np.log(np.maximum(lengths, 1))
    divisors = logs[shared.row] + logs[shared.col]
    kept = (shared.row != shared.col) & (divisors > 0)
    pairs = shared.row[kept], shared.col[kept]
    return sparse.csr_array((shared.data[kept] / divisors[kept], pairs), shape=shared.shape)
