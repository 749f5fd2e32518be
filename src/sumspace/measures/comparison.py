"""What measures share that compare a summary with a text, be it a reference or the document."""

from __future__ import annotations

from abc import abstractmethod
from itertools import pairwise
from typing import TYPE_CHECKING, Any, ClassVar, Literal

import numpy as np

from sumspace.measures.measure import NO_REFERENCES, Measure, Part, Scores, share, word

if TYPE_CHECKING:
    from sumspace.arrays import Floats
    from sumspace.measures.batch import Batch, Pair
    from sumspace.text.encoding import Encoded


#: What a token is: what the profile takes for one, a word as it is, or its stem.
Form = Literal["", "words", "stems"]
#: The options `text`, in the place of references, and `words` or `stems`.
OF_TEXT, WORDS_OR_STEMS = word("text"), word("words", "stems")


def lack_of_text(pair: Pair) -> str:
    """Say that a summary has no document to look at, as what follows the document's name; nothing where it has."""
    from sumspace.corpus.model import NO_TEXT

    if pair.example is None:
        return "has no document"
    return "" if pair.example.has_text else NO_TEXT


class _Comparison(Measure):
    """A measure that compares with references or the full text."""

    def lacks(self, pair: Pair) -> str:
        if self.against == "references":
            return "" if pair.references else NO_REFERENCES
        return lack_of_text(pair)

    def evaluate(self, batch: Batch) -> Scores:
        return self.score(batch if self.against == "references" else batch.against_text)

    @abstractmethod
    def score(self, batch: Batch) -> Scores:
        """Score every pair, whose references are what it is compared with."""


class Similarity(_Comparison):
    """A measure with one value, the same for every part: how alike a summary and a text are.

    Of several references, formula A takes the mean and the others the best one.
    """

    has_one_value: ClassVar[bool] = True

    @abstractmethod
    def compare(self, batch: Batch) -> Floats:
        """Return how alike every summary is to every text in the place of its references."""

    def score(self, batch: Batch) -> Scores:
        return Scores.single(over_references(self.compare(batch), batch))


class Counted(_Comparison):
    """A measure with a recall and a precision, made of counts of what both texts have, and never rounded.

    Of several references, formula A pools the counts, B takes the one with the best recall, F the one with the best F.
    """

    main: ClassVar[Part] = "recall"

    @abstractmethod
    def count(self, batch: Batch) -> Floats:
        """Return what is shared, what the reference holds and what the summary holds, each for all references."""

    def shares(self, counts: Floats) -> tuple[Floats, Floats]:
        """Turn counts into recall and precision."""
        hits, totals, peer_totals = counts
        return share(hits, totals), share(hits, peer_totals)

    def pool(self, counts: Floats, batch: Batch) -> Scores:
        """Make one score of the counts of all references of a pair."""
        return Scores.of(*self.shares(np.add.reduceat(counts, batch.starts[:-1], axis=-1)), batch.setting.alpha)

    def score(self, batch: Batch) -> Scores:
        counts = self.count(batch)
        if batch.setting.formula == "A":
            return self.pool(counts, batch)
        return batch.best_scores(Scores.of(*self.shares(counts), batch.setting.alpha))


def over_references(values: Floats, batch: Batch) -> Floats:
    """Turn a value for each reference into one for each pair: their mean under formula A, else the highest."""
    together = np.mean if batch.setting.formula == "A" else np.max
    bounds = pairwise(batch.starts.tolist())
    return np.array([together(values[start:stop]) for start, stop in bounds], dtype=np.float64)


def in_form(batch: Batch, form: Form) -> Batch:
    """Return the batch with its tokens in this form."""
    if not form:
        return batch
    return batch.stems if form == "stems" else batch.words


def word_counts(texts: Encoded) -> Any:
    """Return how often each token is in each text, as a sparse matrix."""
    from scipy.sparse import csr_array

    joined = texts.joined
    shape = (len(joined.starts) - 1, int(joined.tokens.max(initial=0)) + 1)
    ones = np.ones(len(joined.tokens))
    counts = csr_array((ones, joined.tokens.copy(), joined.starts.astype(np.int32)), shape=shape)
    counts.sum_duplicates()
    return counts


def distinct(texts: Encoded, most: int | None = None) -> Encoded:
    """Return each token of a text once, the most frequent first, on ties the one that comes first; at most so many."""
    from sumspace.text.encoding import Encoded

    joined = texts.joined
    count = len(joined.starts) - 1
    owners = np.repeat(np.arange(count), np.diff(joined.starts))
    size = int(joined.tokens.max(initial=0)) + 1
    keys, firsts, times = np.unique(owners * size + joined.tokens, return_index=True, return_counts=True)
    order = np.lexsort((firsts, -times, keys // size))
    starts = np.searchsorted(keys, np.arange(count + 1) * size)
    ranks = np.arange(len(keys)) - np.repeat(starts[:-1], np.diff(starts))
    kept = order if most is None else order[ranks < most]
    lengths = np.diff(starts) if most is None else np.minimum(np.diff(starts), most)
    bounds = np.concatenate([[0], np.cumsum(lengths)])
    return Encoded((keys[kept] % size).astype(np.int32), bounds, np.arange(count + 1))
