"""How much of a summary is copied: extractive fragments, coverage, density, novel n-grams, copied sentences.

M. Grusky, M. Naaman and Y. Artzi. 2018. Newsroom: A Dataset of 1.3 Million Summaries with Diverse Extractive
Strategies. NAACL-HLT.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from typing import TYPE_CHECKING

import numpy as np

from sumspace.document import tokenize
from sumspace.text.profile import Profile

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sumspace.arrays import Integers


#: Novelty is that of n-grams up to this length.
LONGEST = 4
#: What is compared, for legends.
WORDS = "lower-case words without punctuation, not stemmed"


@dataclass(frozen=True, slots=True)
class Copying:
    """How much of a summary stands in its document; of an empty summary nothing is known."""

    #: The words and sentences that were compared.
    words: int
    sentences: int
    #: The share of its words that are in fragments, and the mean length of the fragment that a word is in.
    coverage: float | None
    density: float | None
    #: The share of its n-grams that the document lacks, n = 1, 2, …; None where it has none.
    novelty: tuple[float | None, ...]
    #: How many of its sentences are sentences of the document.
    copied: int

    @property
    def is_extract(self) -> bool:
        return self.copied == self.sentences > 0


def fragment_lengths(article: Integers, summary: Integers) -> Integers:
    """Return the lengths of the extractive fragments F(A, S) of a summary, in its order.

    >>> fragment_lengths(np.array([1, 2, 3, 9, 2, 3, 4]), np.array([2, 3, 4, 7, 1])).tolist()
    [3, 1]
    """
    from sumspace.studies.card.kernels import match_fragments

    lengths: Integers = np.empty(len(summary), dtype=np.int64)
    found: Integers = lengths[: match_fragments(article, summary, lengths)]
    return found


class CopySource:
    """A document as the words that summaries may have copied: lower-case, not stemmed, without punctuation."""

    def __init__(self, sentences: Sequence[str], language: str = "en") -> None:
        self._profile = Profile("unicode", stem=False, language=language)
        self._sentences = [tuple(tokens) for tokens in self.read(sentences)]

    def read(self, sentences: Sequence[str]) -> list[list[int]]:
        """Return the words of sentences, as numbers."""
        return [sentence.tokens for sentence in tokenize(sentences, self._profile)]

    @cached_property
    def article(self) -> Integers:
        return _joined(self._sentences)

    @cached_property
    def _known(self) -> set[tuple[int, ...]]:
        return {sentence for sentence in self._sentences if sentence}

    @cached_property
    def _lengths(self) -> list[int]:
        return sorted({len(sentence) for sentence in self._known})

    def compare(self, sentences: Sequence[str]) -> Copying:
        """Say how much of a summary is copied from the document."""
        from sumspace.studies.card.kernels import count_novel

        own = [tokens for tokens in self.read(sentences) if tokens]
        summary = _joined(own)
        if not len(summary):
            return Copying(0, 0, None, None, (None,) * LONGEST, 0)
        lengths = fragment_lengths(self.article, summary)
        starts = np.array([0, *accumulate(map(len, own))], dtype=np.int64)
        counts = count_novel(self.article, summary, starts, LONGEST).tolist()
        return Copying(
            words=len(summary),
            sentences=len(own),
            coverage=float(lengths.sum()) / len(summary),
            density=float((lengths**2).sum()) / len(summary),
            novelty=tuple(novel / number if number else None for number, novel in counts),
            copied=sum(map(self.has_sentence, own)),
        )

    def has_sentence(self, words: Sequence[int]) -> bool:
        """Tell whether words are a sentence of the document, or several put together."""
        reached = {0}
        for start in range(len(words)):
            if start in reached:
                for length in self._lengths:
                    if start + length <= len(words) and tuple(words[start : start + length]) in self._known:
                        reached.add(start + length)
        return len(words) in reached and bool(words)

    def begins_with(self, sentences: Sequence[str]) -> bool:
        """Tell whether a text is the beginning of the document, word by word."""
        words = _joined(self.read(sentences))
        return 0 < len(words) <= len(self.article) and np.array_equal(words, self.article[: len(words)])


def _joined(sentences: Sequence[Sequence[int]]) -> Integers:
    return np.array([token for sentence in sentences for token in sentence], dtype=np.int64)


def likeness(first: Sequence[int], second: Sequence[int]) -> float:
    """Return the share of bigrams that two texts have in common, 2·|both| / (|first| + |second|); of words if short.

    >>> likeness([1, 2, 3], [1, 2, 3]), likeness([1, 2, 3], [1, 2, 4]), likeness([], [])
    (1.0, 0.5, 0.0)
    """
    from collections import Counter

    n = 2 if min(len(first), len(second)) > 1 else 1
    one, other = (Counter(tuple(text[i : i + n]) for i in range(len(text) - n + 1)) for text in (first, second))
    total = one.total() + other.total()
    return 2 * (one & other).total() / total if total else 0.0
