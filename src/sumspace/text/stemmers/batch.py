"""Compiled: many words stemmed in one call."""

from __future__ import annotations

from typing import Any

from sumspace.compute.compiled import compiled
from sumspace.text.stemmers import nltk, rouge155

__all__ = ["NLTK", "ROUGE155", "stem_words"]

ROUGE155, NLTK = 1, 2

_stem_rouge155 = rouge155.stem
_stem_nltk = nltk.stem
_NEWLINE = 10


@compiled
def stem_words(arena: Any, words: Any, first: Any, variant: Any, out: Any) -> Any:
    """Write the stems of the words from `first` on to `out`, a line each; words of up to 3 letters stay.

    `out` needs room for every word and its line end; the length written is returned.
    """
    at = 0
    for word in range(first, words.shape[0] - 1):
        length = words[word + 1] - words[word]
        for k in range(length):
            out[at + k] = arena[words[word] + k]
        if length > 3:
            length = _stem_rouge155(out[at:], length) if variant == ROUGE155 else _stem_nltk(out[at:], length)
        out[at + length] = _NEWLINE
        at += length + 1
    return at
