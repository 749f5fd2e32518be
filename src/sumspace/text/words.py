"""Words of any script: tokens by the word boundaries of Unicode (UAX 29), and the words of a text with their stems."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from typing import TYPE_CHECKING

import regex

from sumspace.text import rouge_data
from sumspace.text.stemmers import snowball

if TYPE_CHECKING:
    from collections.abc import Sequence


#: Characters of scripts without blanks between words, as the inside of a character class.
_CJK = r"\p{Han}\p{Hiragana}\p{Katakana}ー"
_TOKEN = regex.compile(rf"(?w)[{_CJK}]\p{{M}}*|\b[\p{{L}}\p{{N}}].*?\b")
_COUNTED = regex.compile(rf"[{_CJK}]\p{{M}}*|[^\s{_CJK}]+")
#: A number, a character of a script without blanks, a word, which may have apostrophes inside, or another character.
_PIECE = regex.compile(
    rf"(\d+(?:[.,]\d+)*(?![\p{{L}}\d])|[{_CJK}]\p{{M}}*|[\p{{L}}\p{{N}}](?:[\p{{M}}']|(?![{_CJK}])[^\W_])*(?<!'))|(\S)"
)
#: What may stand between the words of one phrase.
_JOINING = frozenset("-\u2010\u2011")


def unicode_tokens(text: str) -> list[str]:
    """Return the tokens, normalized (NFKC) and without case; every CJK character is one.

    >>> unicode_tokens("Die Straße, 東京")
    ['die', 'strasse', '東', '京']
    """
    matches: list[str] = _TOKEN.findall(unicodedata.normalize("NFKC", text).casefold().replace("’", "'"))
    return matches


def unicode_words(sentence: bytes) -> list[bytes]:
    """Split into what a length limit counts: white-space words, and every CJK character."""
    return [word.encode() for word in _COUNTED.findall(sentence.decode(errors="ignore"))]


@dataclass(frozen=True, eq=False)
class TextWords:
    """The words of a text in their order. Lists of words are parallel: word i is lower[i] in lower case, and so on.

    A run is as many words as follow each other without punctuation, inside a sentence: no phrase is longer.
    """

    #: As they are written, but for apostrophes, which are all straight.
    words: tuple[str, ...]
    stems: tuple[str, ...]
    #: Whether a word is a stop word; none is where there is no stop list for the language.
    stops: tuple[bool, ...]
    #: The first word of every run, and the one behind its last.
    runs: tuple[tuple[int, int], ...]
    #: The same for every sentence; those of an empty one are equal.
    sentences: tuple[tuple[int, int], ...]
    language: str = "en"

    @cached_property
    def lower(self) -> tuple[str, ...]:
        return tuple(word.lower() for word in self.words)

    @cached_property
    def content(self) -> list[bool]:
        """Whether each word can be in a phrase: it is no stop word and has a letter."""
        return [not stop and any(map(str.isalpha, word)) for word, stop in zip(self.lower, self.stops, strict=True)]

    def __len__(self) -> int:
        return len(self.words)

    def stretches(self, allowed: Sequence[bool]) -> list[tuple[int, int]]:
        """Return as many allowed words as follow each other inside a run, as first and behind last."""
        spans = []
        for first, last in self.runs:
            for is_allowed, places in groupby(range(first, last), allowed.__getitem__):
                stretch = list(places)
                if is_allowed:
                    spans.append((stretch[0], stretch[-1] + 1))
        return spans


def read_words(sentences: Sequence[str], language: str = "en") -> TextWords:
    """Take sentences apart into words.

    >>> text = read_words(["The Bank's well-known rates, at last, rise."])
    >>> text.stems
    ('the', 'bank', 'well', 'known', 'rate', 'at', 'last', 'rise')
    >>> [text.words[first:last] for first, last in text.runs]
    [('The', "Bank's", 'well', 'known', 'rates'), ('at', 'last'), ('rise',)]
    """
    words: list[str] = []
    runs: list[tuple[int, int]] = []
    bounds: list[tuple[int, int]] = []
    for sentence in sentences:
        first = begin = len(words)
        pieces = _PIECE.findall(sentence.replace("\u2019", "'").replace("\u00ad", ""))
        for word, sign in [*pieces, ("", "end")]:
            if word:
                words.append(word)
            elif sign not in _JOINING:
                if len(words) > begin:
                    runs.append((begin, len(words)))
                begin = len(words)
        bounds.append((first, len(words)))
    lower = [word.lower() for word in words]
    stop_words = rouge_data.stop_words() if language == "en" else frozenset()
    stops = tuple(word in stop_words for word in lower)
    stem = snowball.stemmer(language) if snowball.algorithm(language) else str
    known = {word: stem(word) for word in set(lower)}
    stems = tuple(known[word] for word in lower)
    return TextWords(tuple(words), stems, stops, tuple(runs), tuple(bounds), language)
