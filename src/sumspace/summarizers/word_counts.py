"""The words of a document counted: which sentence has which word, and how often."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sumspace.arrays import Floats, Integers


@dataclass(frozen=True, slots=True, eq=False)
class WordCounts:
    """Entry e says that sentence `sentences[e]` has word `words[e]` `times[e]` times; no pair has two entries.

    Words are numbered from 0. Entries are in the order of sentences and, in each, of words, so that sentences with the
    same words have the same sums to the last bit.
    """

    sentences: Integers
    words: Integers
    times: Integers
    #: How many words each sentence has, with repetitions.
    lengths: Integers
    #: How often each word occurs in the document.
    frequencies: Integers

    @property
    def sentence_frequencies(self) -> Integers:
        """How many sentences have each word."""
        return np.bincount(self.words, minlength=len(self.frequencies))

    @property
    def starts(self) -> Integers:
        """Where the entries of each sentence begin, and where the last ones end."""
        return np.searchsorted(self.sentences, np.arange(len(self.lengths) + 1))

    @property
    def probabilities(self) -> Floats:
        """How probable each word is: its share of all words."""
        return self.frequencies / max(int(self.lengths.sum()), 1)

    def sums(self, values: Floats) -> Floats:
        """Sum a value of each entry over every sentence."""
        return np.bincount(self.sentences, values, len(self.lengths)).astype(np.float64, copy=False)

    def matrix(self, values: Floats) -> Any:
        """Return a value of each entry as a sparse matrix of sentences and words."""
        from scipy.sparse import csr_array

        return csr_array((values, (self.sentences, self.words)), shape=(len(self.lengths), len(self.frequencies)))


def count_words(sentences: Sequence[Sequence[int]]) -> WordCounts:
    """Count the words of every sentence.

    >>> counts = count_words([[7, 9, 7], [], [9]])
    >>> counts.sentences.tolist(), counts.words.tolist(), counts.times.tolist()
    ([0, 0, 2], [0, 1, 1], [2, 1, 1])
    """
    lengths = np.array([len(sentence) for sentence in sentences], dtype=np.int64)
    tokens = np.fromiter(chain.from_iterable(sentences), dtype=np.int64, count=int(lengths.sum()))
    _, words, frequencies = np.unique(tokens, return_inverse=True, return_counts=True)
    pairs = np.repeat(np.arange(len(lengths)), lengths) * len(frequencies) + words
    entries, times = np.unique(pairs, return_counts=True)
    rows, columns = np.divmod(entries, max(len(frequencies), 1))
    return WordCounts(rows, columns, times, lengths, frequencies)
