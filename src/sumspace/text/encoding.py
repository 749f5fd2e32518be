"""Whole batches of texts as arrays of unit numbers: equal tokens have equal numbers.

The encoder of a profile lives as long as the program and stems each distinct word once.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from functools import cache
from itertools import chain, pairwise
from threading import Lock
from typing import TYPE_CHECKING

import numpy as np

from sumspace.errors import SettingError
from sumspace.text import kernels, limit, rouge_data
from sumspace.text.stemmers import nltk, snowball
from sumspace.text.words import unicode_tokens, unicode_words

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

    from sumspace.arrays import Integers
    from sumspace.text.profile import Profile


#: The two characters outside ASCII that have ASCII letters in lower case, which rouge-score then takes for tokens.
_DOTTED_I, _KELVIN = "\u0130", "\u212a"


@dataclass(frozen=True, slots=True)
class Encoded:
    """Texts as numbers: text t has the sentences texts[t] … texts[t+1]−1, sentence s the tokens from starts[s]."""

    tokens: NDArray[np.int32]
    starts: Integers
    texts: Integers

    @property
    def joined(self) -> Encoded:
        """The same texts with all their sentences in one."""
        return Encoded(self.tokens, self.starts[self.texts], np.arange(len(self.texts)))

    def of(self, text: int) -> NDArray[np.int32]:
        return self.tokens[self.starts[self.texts[text]] : self.starts[self.texts[text + 1]]]

    def sentences(self, text: int) -> list[NDArray[np.int32]]:
        bounds = self.starts[self.texts[text] : self.texts[text + 1] + 1].tolist()
        return [self.tokens[start:stop] for start, stop in pairwise(bounds)]


class Encoder(ABC):
    """What a profile does with texts."""

    #: Splits a prepared sentence into what a length limit counts.
    words: limit.WordSplitter

    def bytes_of(self, sentence: str) -> bytes:
        """Prepare a sentence for cutting and encoding."""
        return sentence.encode("utf-8", "surrogatepass")

    @abstractmethod
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


def _starts(items: Iterable[Sequence[object] | bytes]) -> Integers:
    """Return where each item starts if all stand end to end, and where the last one ends."""
    return np.cumsum([0, *map(len, items)], dtype=np.int64)


class Vocabulary:
    """Gives every distinct word a number, in the order in which they are first seen; from bytes, in compiled code."""

    def __init__(self) -> None:
        self._table = np.full(1 << 12, -1, dtype=np.int32)
        self._codes = np.empty(1 << 11, dtype=np.uint64)
        self._words = np.zeros((1 << 11) + 1, dtype=np.int64)
        self._arena = np.empty(1 << 14, dtype=np.uint8)
        self._count = 0

    def __len__(self) -> int:
        return self._count

    @property
    def words(self) -> tuple[NDArray[np.uint8], Integers]:
        """All words end to end, and where each begins (and the last one ends)."""
        return self._arena, self._words[: self._count + 1]

    def number(
        self, text: NDArray[np.uint8], starts: Integers, alphabet: NDArray[np.uint8] = kernels.TEXT
    ) -> tuple[NDArray[np.int32], Integers]:
        """Return the numbers of the words of the sentences text[starts[s]:starts[s+1]], and where each one's end."""
        numbers = np.empty(len(text) // 2 + len(starts) + 1, dtype=np.int32)
        ends = np.empty(len(starts) - 1, dtype=np.int64)
        state = np.array([self._count, 0, 0], dtype=np.int64)
        while not kernels.number_words(
            text, starts, alphabet, self._table, self._codes, self._words, self._arena, state, numbers, ends
        ):
            self._count = int(state[0])
            self._grow(int(starts[state[1] + 1] - starts[state[1]]))
        self._count = int(state[0])
        return numbers[: state[2]], ends

    def number_lines(self, lines: Iterable[bytes]) -> NDArray[np.int32]:
        """Number words given one by one, whatever bytes they are made of."""
        text = np.frombuffer(b"\n".join(lines) + b"\n", dtype=np.uint8)
        return self.number(text, np.array([0, len(text)]), kernels.LINES)[0]

    def _grow(self, sentence: int) -> None:
        """Make room for twice as many words, and for a sentence of this many bytes."""
        size = len(self._table)
        while size < 2 * (2 * self._count + sentence):
            size *= 2
        self._table = np.full(size, -1, dtype=np.int32)
        self._codes = np.resize(self._codes, size // 2)
        self._words = np.resize(self._words, size // 2 + 1)
        self._arena = np.resize(self._arena, max(len(self._arena), 2 * (int(self._words[self._count]) + sentence)))
        kernels.rehash(self._table, self._codes, self._count)


class _AsciiEncoder(Encoder):
    """ROUGE's tokens: runs of ASCII letters and digits, in compiled code."""

    def __init__(self, profile: Profile) -> None:
        self.words = limit.words
        self._lock = Lock()
        self._profile = profile
        self._vocabulary = Vocabulary()
        self._stems = Vocabulary()
        self._units = np.empty(0, dtype=np.int32)
        if profile.stem:
            # Words that the stemmer looks up instead; shorter ones never come to it.
            table = nltk.IRREGULAR if profile.program.stemmer == "nltk" else rouge_data.word_exceptions()
            table = {word: base for word, base in table.items() if len(word) > 3}
            self._enter(table, self._stems.number_lines(base.encode() for base in table.values()))
        if profile.stopwords:
            self._enter(rouge_data.stop_words(), -1)

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
            arena, words = self._vocabulary.words
            lines = np.empty(int(words[now] - words[known]) + 2 * (now - known), dtype=np.uint8)
            variant = kernels.NLTK if self._profile.program.stemmer == "nltk" else kernels.ROUGE155
            size = kernels.stem_words(arena, words, known, variant, lines)
            new, _ = self._stems.number(lines[:size], np.array([0, size]), kernels.LINES)
        else:
            new = np.arange(known, now, dtype=np.int32)
        self._units = np.concatenate([self._units, new])

    def bytes_of(self, sentence: str) -> bytes:
        if self._profile.name == "rouge-score" and (_DOTTED_I in sentence or _KELVIN in sentence):
            sentence = sentence.lower()
        return super().bytes_of(sentence)

    def encode(self, texts: Sequence[Sequence[bytes]]) -> Encoded:
        sentences = list(chain.from_iterable(texts))
        text = np.frombuffer(b"".join(sentences), dtype=np.uint8)
        with self._lock:
            numbers, ends = self._vocabulary.number(text, _starts(sentences))
            self._extend_units()
            units = self._units
        kept = kernels.replace_words(numbers, ends, units)
        return Encoded(numbers[:kept], np.concatenate([[0], ends]), _starts(texts))


class _UnicodeEncoder(Encoder):
    """Words of any script."""

    def __init__(self, profile: Profile) -> None:
        self.words = unicode_words
        self._lock = Lock()
        self._stem = snowball.stemmer(profile.language) if profile.stem else None
        self._stems: dict[str, int] = {}
        self._units: dict[str, int] = dict.fromkeys(rouge_data.stop_words(), -1) if profile.stopwords else {}

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
                units = map(self._unit, unicode_tokens(sentence.decode(errors="ignore")))
                numbers.extend(unit for unit in units if unit >= 0)
                starts.append(len(numbers))
        return Encoded(np.array(numbers, dtype=np.int32), np.array(starts, dtype=np.int64), _starts(texts))
