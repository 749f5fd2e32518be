"""Words of any script, by the word boundaries of Unicode (UAX 29), and CJK by character."""

from __future__ import annotations

import unicodedata

import regex

__all__ = ["CJK", "tokens", "words"]

#: Signs of scripts without blanks between words, as the inside of a character class.
CJK = r"\p{Han}\p{Hiragana}\p{Katakana}ー"
_TOKEN = regex.compile(rf"(?w)[{CJK}]\p{{M}}*|\b[\p{{L}}\p{{N}}].*?\b")
_WORD = regex.compile(rf"[{CJK}]\p{{M}}*|[^\s{CJK}]+")


def tokens(text: str) -> list[str]:
    """Return the tokens, normalized (NFKC) and without case.

    >>> tokens("Die Straße, 東京")
    ['die', 'strasse', '東', '京']
    """
    found: list[str] = _TOKEN.findall(unicodedata.normalize("NFKC", text).casefold().replace("’", "'"))
    return found


def words(sentence: bytes) -> list[bytes]:
    """Split into what a length limit counts: white-space words, and every CJK character."""
    return [word.encode() for word in _WORD.findall(sentence.decode(errors="ignore"))]
