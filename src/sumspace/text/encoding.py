"""Whole batches of texts as arrays of unit numbers: equal tokens have equal numbers.

The encoder of a profile lives as long as the program and stems each distinct word once.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import chain, pairwise
from threading import Lock
from typing import TYPE_CHECKING, Protocol

import numpy as np

from sumspace.errors import SettingError
from sumspace.text import kernels, rouge_data, unicode
from sumspace.text import limit as limits
from sumspace.text.stemmers import snowball
from sumspace.text.vocabulary import Vocabulary

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

    from sumspace.text.limit import Words
    from sumspace.text.profile import Profile

__all__ = ["Encoded", "Encoder", "encoder"]

#: The two characters outside ASCII that have ASCII letters in lower case, which rouge-score then takes for tokens.
_DOTTED_I, _KELVIN = "\u0130", "\u212a"


@dataclass(frozen=True, slots=True)
class Encoded:
    """Texts as numbers: text t has the sentences texts[t] … texts[t+1]−1, sentence s the tokens from starts[s]."""

    tokens: NDArray[np.int32]
    starts: NDArray[np.int64]
    texts: NDArray[np.int64]

    @property
    def joined(self) -> Encoded:
        """The same texts with all their sentences in one."""
        return Encoded(self.tokens, self.starts[self.texts], np.arange(len(self.texts)))

    def of(self, text: int) -> NDArray[np.int32]:
        """Return the tokens of a text."""
        return self.tokens[self.starts[self.texts[text]] : self.starts[self.texts[text + 1]]]

    def sentences(self, text: int) -> list[NDArray[np.int32]]:
        """Return the tokens of each sentence of a text."""
        bounds = self.starts[self.texts[text] : self.texts[text + 1] + 1].tolist()
        return [self.tokens[start:stop] for start, stop in pairwise(bounds)]


class Encoder(Protocol):
    """What a profile does with texts."""

    @property
    def words(self) -> Words:
        """Split a prepared sentence into what a length limit counts."""

    def bytes_of(self, sentence: str) -> bytes:
        """Prepare a sentence for cutting and encoding."""

    def encode(self, texts: Sequence[Sequence[bytes]]) -> Encoded:
        """Turn texts, each a list of prepared sentences, into numbers."""


_making = Lock()


def encoder(profile: Profile) -> Encoder:
    """Return the one encoder of a profile: the numbers of two would not fit together."""
    with _making:
        return _encoder(profile)


@cache
def _encoder(profile: Profile) -> Encoder:
    if profile.stopwords and profile.language != "en":
        raise SettingError(f"there is a stop list for English (en) only, not for {profile.language!r}")
    return _UnicodeEncoder(profile) if profile.program.tokens == "unicode" else _AsciiEncoder(profile)


def _sentence_starts(texts: Sequence[Sequence[bytes]]) -> NDArray[np.int64]:
    return np.cumsum([0, *map(len, texts)], dtype=np.int64)


class _AsciiEncoder:
    """ROUGE's tokens: runs of ASCII letters and digits, in compiled code."""

    def __init__(self, profile: Profile) -> None:
        self.words = limits.words
        self._lock = Lock()
        self._profile = profile
        self._vocabulary = Vocabulary()
        self._stems = Vocabulary()
        self._units = np.empty(0, dtype=np.int32)
        if profile.stem:
            table = self._exceptions()
            self._enter(table, self._stems.number_lines(base.encode() for base in table.values()))
        if profile.stopwords:
            self._enter(rouge_data.stop_words(), -1)

    def _exceptions(self) -> dict[str, str]:
        """Words that the profile's stemmer looks up instead; shorter ones never come to it."""
        if self._profile.program.stemmer == "nltk":
            from sumspace.text.stemmers import nltk

            return {word: base for word, base in nltk.IRREGULAR.items() if len(word) > 3}
        return {word: base for word, base in rouge_data.word_exceptions().items() if len(word) > 3}

    def _enter(self, words: Iterable[str], units: NDArray[np.int32] | int) -> None:
        """Fix the units of some words; those with unit −1 are dropped."""
        numbers = self._vocabulary.number_lines(word.encode() for word in words)
        self._extend_units()
        self._units[numbers] = units

    def _extend_units(self) -> None:
        """Find the units of the words that are new: their own numbers, or those of their stems."""
        known, now = len(self._units), len(self._vocabulary)
        if known == now:
            return
        if self._profile.stem:
            from sumspace.text.stemmers import batch

            arena, words = self._vocabulary.words
            lines = np.empty(int(words[now] - words[known]) + 2 * (now - known), dtype=np.uint8)
            variant = batch.NLTK if self._profile.program.stemmer == "nltk" else batch.ROUGE155
            size = batch.stem_words(arena, words, known, variant, lines)
            new, _ = self._stems.number(lines[:size], np.array([0, size]), kernels.LINES)
        else:
            new = np.arange(known, now, dtype=np.int32)
        self._units = np.concatenate([self._units, new])

    def bytes_of(self, sentence: str) -> bytes:
        if self._profile.name == "rouge-score" and (_DOTTED_I in sentence or _KELVIN in sentence):
            sentence = sentence.lower()
        return sentence.encode("utf-8", "surrogatepass")

    def encode(self, texts: Sequence[Sequence[bytes]]) -> Encoded:
        sentences = list(chain.from_iterable(texts))
        starts = np.cumsum([0, *map(len, sentences)], dtype=np.int64)
        text = np.frombuffer(b"".join(sentences), dtype=np.uint8)
        with self._lock:
            numbers, ends = self._vocabulary.number(text, starts)
            self._extend_units()
            units = self._units
        kept = kernels.replace_words(numbers, ends, units)
        return Encoded(numbers[:kept], np.concatenate([[0], ends]), _sentence_starts(texts))


class _UnicodeEncoder:
    """Words of any script."""

    def __init__(self, profile: Profile) -> None:
        self.words = unicode.words
        self._lock = Lock()
        self._stem = snowball.stemmer(profile.language) if profile.stem else None
        self._stems: dict[str, int] = {}
        self._units: dict[str, int] = dict.fromkeys(rouge_data.stop_words(), -1) if profile.stopwords else {}

    def bytes_of(self, sentence: str) -> bytes:
        return sentence.encode("utf-8", "surrogatepass")

    def _unit(self, token: str) -> int:
        unit = self._units.get(token)
        if unit is None:
            stem = self._stem(token) if self._stem else token
            unit = self._units[token] = self._stems.setdefault(stem, len(self._stems))
        return unit

    def encode(self, texts: Sequence[Sequence[bytes]]) -> Encoded:
        numbers: list[int] = []
        starts = [0]
        with self._lock:
            for sentence in chain.from_iterable(texts):
                found = map(self._unit, unicode.tokens(sentence.decode(errors="ignore")))
                numbers.extend(unit for unit in found if unit >= 0)
                starts.append(len(numbers))
        return Encoded(np.array(numbers, dtype=np.int32), np.array(starts, dtype=np.int64), _sentence_starts(texts))
