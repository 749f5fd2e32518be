"""The words of an article as arrays: what features of sentences and of units have in common."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from typing import TYPE_CHECKING, Any

import numpy as np

from sumspace.text.word_frequencies import RAREST, stem_frequencies
from sumspace.text.words import TextWords, read_words

if TYPE_CHECKING:
    from sumspace.arrays import Flags, Floats, Integers
    from sumspace.document import Article


#: How rare every word counts of a language of which no frequencies are known.
_RARITY = 4.0


def summed(groups: Integers, values: Floats, count: int) -> Floats:
    """Sum values over groups, numbered from 0."""
    return np.bincount(groups, values, count).astype(np.float64, copy=False)


@dataclass(frozen=True, eq=False)
class Wording:
    """The words of an article: word i of the text is in sentence sentences[i] and has the stem stems[i].

    Where only the numbers of words are known, their order of appearance stands for them.
    """

    article: Article

    @cached_property
    def texts(self) -> list[str]:
        article = self.article
        numbers = {word: i for i, word in enumerate(dict.fromkeys(chain.from_iterable(article.sentences)))}
        return list(article.texts) or [
            " ".join(f"word{numbers[word]}" for word in words) for words in article.sentences
        ]

    @cached_property
    def text(self) -> TextWords:
        return read_words(self.texts, self.article.language)

    @cached_property
    def vocabulary(self) -> dict[str, int]:
        """The number of every stem, in the order in which they first appear."""
        return {stem: number for number, stem in enumerate(dict.fromkeys(self.text.stems))}

    @cached_property
    def stems(self) -> Integers:
        return np.array([self.vocabulary[stem] for stem in self.text.stems], dtype=np.int64)

    @cached_property
    def lengths(self) -> Integers:
        """How many words each sentence has."""
        return np.array([last - first for first, last in self.text.sentences], dtype=np.int64)

    @cached_property
    def sentences(self) -> Integers:
        return np.repeat(np.arange(len(self.lengths)), self.lengths)

    @cached_property
    def before(self) -> Integers:
        """How many words stand before each sentence."""
        return np.cumsum(self.lengths) - self.lengths

    @cached_property
    def begins(self) -> Flags:
        """Whether each word begins a sentence."""
        begins: Flags = np.diff(self.sentences, prepend=-1) != 0
        return begins

    @cached_property
    def capital(self) -> Flags:
        return np.array([word[0].isupper() for word in self.text.words], dtype=np.bool_)

    @cached_property
    def number(self) -> Flags:
        return np.array([word[0].isdigit() for word in self.text.words], dtype=np.bool_)

    def per_stem(self, values: Any) -> Floats:
        """Sum a value of every word over all words of each stem."""
        return summed(self.stems, np.asarray(values, dtype=np.float64), len(self.vocabulary))

    def per_sentence(self, values: Any) -> Floats:
        """Sum a value of every word over each sentence."""
        return summed(self.sentences, np.asarray(values, dtype=np.float64), len(self.lengths))

    @cached_property
    def counts(self) -> Floats:
        """How often each stem occurs."""
        return self.per_stem(np.ones(len(self.stems)))

    @cached_property
    def pairs(self) -> tuple[Integers, Integers]:
        """Which sentence has which stem: no pair twice, in the order of sentences and stems."""
        codes = np.unique(self.sentences * max(len(self.vocabulary), 1) + self.stems)
        owners, stems = np.divmod(codes, max(len(self.vocabulary), 1))
        return owners, stems

    @cached_property
    def sentence_counts(self) -> Floats:
        """How many sentences have each stem."""
        return np.bincount(self.pairs[1], minlength=len(self.vocabulary)).astype(np.float64)

    @cached_property
    def first_sentences(self) -> Integers:
        """The first sentence that has each stem."""
        first = np.full(len(self.vocabulary), len(self.lengths), dtype=np.int64)
        np.minimum.at(first, self.stems, self.sentences)
        return first

    @cached_property
    def stops(self) -> Flags:
        """Whether each stem is that of stop words."""
        return self.per_stem(self.text.stops) > 0

    @cached_property
    def rarity(self) -> Floats:
        """How rare each stem is in English, from 0 to 6: −log₁₀ of its frequency."""
        if self.article.language != "en" or not self.article.texts:
            return np.full(len(self.vocabulary), _RARITY)
        known = stem_frequencies()
        return -np.log10([min(max(known.get(stem, 0.0), RAREST), 1.0) for stem in self.vocabulary] or [1.0])[
            : len(self.vocabulary)
        ]

    @cached_property
    def in_title(self) -> Flags:
        """Whether each stem is that of a content word of the title."""
        title = frozenset(read_words([self.article.title_text], self.article.language).stems)
        return np.array([stem in title for stem in self.vocabulary], dtype=np.bool_) & ~self.stops
