"""What the extractors share: words that can be in a phrase, the phrases of a text, and their order."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import takewhile
from typing import TYPE_CHECKING

from sumspace.text.keyphrases.extractor import Phrase

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from sumspace.text.keyphrases.wording import Wording

__all__ = ["DIGITS", "Candidate", "collect", "content", "ranked", "stretches", "without_parts"]

#: Scores that are equal to so many digits behind the point are ties.
DIGITS = 9


@dataclass(frozen=True, slots=True)
class Candidate:
    """A phrase of a text: the stems of its words, its usual form, how often it occurs, and its first word's place."""

    stems: tuple[str, ...]
    text: str
    count: int
    first: int


def content(text: Wording) -> list[bool]:
    """Say of every word whether it can be in a phrase: it is no stop word and has a letter."""
    lettered = {word for word in set(text.lower) if any(map(str.isalpha, word))}
    return [not stop and word in lettered for word, stop in zip(text.lower, text.stops, strict=True)]


def stretches(text: Wording, allowed: Sequence[bool]) -> list[tuple[int, int]]:
    """Return as many allowed words as follow each other inside a run, as first and behind last."""
    found = []
    for first, last in text.runs:
        begin = first
        for i in range(first, last):
            if not allowed[i]:
                if i > begin:
                    found.append((begin, i))
                begin = i + 1
        if last > begin:
            found.append((begin, last))
    return found


def collect(text: Wording, spans: Iterable[tuple[int, int]]) -> list[Candidate]:
    """Put together spans of the same stems, given and returned in the order in which they begin.

    The usual form of a phrase is the most frequent one in lower case, the first of those as frequent.
    """
    forms: dict[tuple[str, ...], dict[tuple[str, ...], int]] = {}
    places: dict[tuple[str, ...], int] = {}
    for first, last in spans:
        stems, form = text.stems[first:last], text.lower[first:last]
        known = forms.setdefault(stems, {})
        known[form] = known.get(form, 0) + 1
        places.setdefault(stems, first)
    found = []
    for stems, known in forms.items():
        usual = max(known, key=known.__getitem__)
        found.append(Candidate(stems, " ".join(usual), sum(known.values()), places[stems]))
    return found


def ranked(scored: Iterable[tuple[Candidate, float]]) -> list[Phrase]:
    """Return phrases by their scores, the highest first, and of equal ones that which comes first in the text."""
    rounded = [(round(float(score), DIGITS), candidate) for candidate, score in scored]
    rounded.sort(key=lambda pair: (-pair[0], pair[1].first))
    return [Phrase(candidate.text, candidate.stems, score) for score, candidate in rounded]


def without_parts(phrases: Sequence[Phrase]) -> list[Phrase]:
    """Leave out phrases that are part of an earlier one.

    Only parts as long as some phrase are looked at: a list of a thousand nouns has half a million parts.
    """
    known = {phrase.stems for phrase in phrases}
    sizes = sorted(set(map(len, known)))
    inside: set[tuple[str, ...]] = set()
    kept = []
    for phrase in phrases:
        stems = phrase.stems
        if stems not in inside:
            kept.append(phrase)
            for size in takewhile(len(stems).__gt__, sizes):
                inside |= known.intersection(stems[i : i + size] for i in range(len(stems) - size + 1))
    return kept
