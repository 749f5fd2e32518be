"""Clauses: what a sentence is made of, for extracts that take less than whole sentences (Lin & Hovy 2003, section 6).

A simple splitter without a grammar: a clause ends at a semicolon, a colon or a dash, and at a comma before a word that
opens a clause. Every clause is a run of whole words, so that those of a sentence together are the sentence.
"""

from __future__ import annotations

import re

#: What a length limit counts: only ASCII white space separates words.
_WORD = re.compile(r"[^ \t\n\r\f\v]+")
#: No clause has fewer words.
_SHORTEST = 3
#: A word that ends so ends a clause.
_STOPS = (";", ":", "—", "–")
_DASHES = ("-", "--", "—", "–")
#: Words that open a clause behind a comma.
_OPENERS = frozenset([
    "after", "although", "and", "as", "because", "before", "but", "for", "if", "nor", "once", "or", "provided", "since",
    "so", "than", "that", "though", "till", "unless", "until", "when", "whenever", "where", "whereas", "wherever",
    "whether", "which", "while", "who", "whom", "whose", "why", "yet",
])  # fmt: skip
#: Words that open one without a comma, too.
_STRONG = frozenset(["although", "because", "unless", "whereas", "while"])


def split_clauses(sentence: str) -> tuple[str, ...]:
    """Split a sentence into clauses; one that has none stays as it is.

    >>> split_clauses("The bridge was closed on Monday, which surprised nobody, because it had been unsafe for years.")
    ('The bridge was closed on Monday,', 'which surprised nobody,', 'because it had been unsafe for years.')
    """
    words = _WORD.findall(sentence)
    clauses: list[str] = []
    first = 0
    for place in range(_SHORTEST, len(words) - _SHORTEST + 1):
        if place - first >= _SHORTEST and _opens(words[place - 1], words[place]):
            clauses.append(" ".join(words[first:place]))
            first = place
    return (*clauses, " ".join(words[first:])) if clauses else (sentence,)


def _opens(before: str, word: str) -> bool:
    """Tell whether a clause begins with a word, after the one before it."""
    plain = word.strip("\"'“”‘’(),").lower()
    if before in _DASHES or before.endswith(_STOPS):
        return True
    return plain in _STRONG or (before.rstrip("\"'”’)").endswith(",") and plain in _OPENERS)
