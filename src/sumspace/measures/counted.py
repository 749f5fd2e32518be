"""What measures share that count: what a summary and a text, be it a reference or the document, have in common."""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from sumspace.measures.measure import Measure, Scores
from sumspace.measures.shares import f_measure, share
from sumspace.measures.similarity import lacks_other_text
from sumspace.text.encoding import Encoded

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sumspace.measures.batch import Batch
    from sumspace.measures.measure import Part
    from sumspace.measures.pair import Pair
    from sumspace.measures.similarity import Against

    Floats = NDArray[np.float64]

__all__ = ["Counted", "distinct", "shared", "word_counts"]


class Counted(Measure):
    """A measure with a recall and a precision, made of counts and never rounded.

    Of several references, formula A pools the counts, B takes the one with the best recall, F the one with the best F.
    """

    against: Against
    main: ClassVar[Part] = "recall"

    def lacks(self, pair: Pair) -> str:
        return lacks_other_text(pair, self.against)

    @abstractmethod
    def count(self, batch: Batch) -> Floats:
        """Return what is shared, what the reference holds and what the summary holds, each for all references."""

    def shares(self, counts: Floats) -> tuple[Floats, Floats]:
        """Turn counts into recall and precision."""
        hits, totals, peer_totals = counts
        return share(hits, totals), share(hits, peer_totals)

    def scores(self, counts: Floats, batch: Batch) -> Scores:
        """Turn counts into scores, column by column."""
        recall, precision = self.shares(counts)
        return Scores(recall, precision, f_measure(precision, recall, batch.setting.alpha))

    def pool(self, counts: Floats, batch: Batch) -> Scores:
        """Make one score of the counts of all references of a pair."""
        return self.scores(np.add.reduceat(counts, batch.starts[:-1], axis=-1), batch)

    def evaluate(self, batch: Batch) -> Scores:
        seen = batch if self.against == "references" else batch.against_text
        counts = self.count(seen)
        if seen.setting.formula == "A":
            return self.pool(counts, seen)
        each = self.scores(counts, seen)
        return each.take(seen.best(each.recall if seen.setting.formula == "B" else each.f1))


def shared(texts: Encoded, batch: Batch, n: int = 1) -> Floats:
    """Count n-grams (n is 1 or 2) that summary and reference share, as often as both have them, and those of each."""
    from sumspace.measures import kernels

    whole = texts.joined
    hits, totals, peer_totals = kernels.shared_units(
        whole.tokens, whole.starts, whole.tokens, n, 0, False, batch.peers, batch.starts, batch.references
    )
    return np.array([hits, totals, peer_totals[batch.owners]], dtype=np.float64)


def word_counts(texts: Encoded) -> Any:
    """Return how often each token is in each text, as a sparse matrix."""
    from scipy.sparse import csr_array

    whole = texts.joined
    shape = (len(whole.starts) - 1, int(whole.tokens.max(initial=0)) + 1)
    counts = csr_array((np.ones(len(whole.tokens)), whole.tokens.copy(), whole.starts.astype(np.int32)), shape=shape)
    counts.sum_duplicates()
    return counts


def distinct(texts: Encoded, most: int | None = None) -> Encoded:
    """Return the same texts with every token once, the most frequent first and on ties the one that comes first.

    With `most`, only so many of each text.
    """
    whole = texts.joined
    count = len(whole.starts) - 1
    owners = np.repeat(np.arange(count), np.diff(whole.starts))
    size = int(whole.tokens.max(initial=0)) + 1
    keys, firsts, times = np.unique(owners * size + whole.tokens, return_index=True, return_counts=True)
    order = np.lexsort((firsts, -times, keys // size))
    starts = np.searchsorted(keys, np.arange(count + 1) * size)
    ranks = np.arange(len(keys)) - np.repeat(starts[:-1], np.diff(starts))
    kept = order if most is None else order[ranks < most]
    ends = np.diff(starts) if most is None else np.minimum(np.diff(starts), most)
    bounds = np.concatenate([[0], np.cumsum(ends)])
    return Encoded((keys[kept] % size).astype(np.int32), bounds, np.arange(count + 1))
