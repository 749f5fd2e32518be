"""What a key phrase extractor is, which there are, and what they share: candidates, their order."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from itertools import takewhile
from typing import TYPE_CHECKING, ClassVar

from sumspace.registry import Registry

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from sumspace.text.words import TextWords


#: Scores that are equal to so many digits behind the point are ties.
DIGITS = 9


@dataclass(frozen=True, slots=True)
class Phrase:
    """A key phrase: as a reader would write it, in lower case; the stems of its words; and what it is worth."""

    text: str
    stems: tuple[str, ...]
    score: float


class KeyphraseExtractor(ABC):
    """An extractor is an immutable value that finds the phrases which characterize a text."""

    #: A line of explanation, and where it comes from.
    title: ClassVar[str]
    paper: ClassVar[str]
    #: Whether it wants part-of-speech tags, for which another package is needed.
    needs_tags: ClassVar[bool] = False

    @abstractmethod
    def extract(self, text: TextWords) -> list[Phrase]:
        """Return all phrases, the best first and of equals the earliest in the text; no two have the same stems."""


EXTRACTORS: Registry[type[KeyphraseExtractor]] = Registry(
    "key phrase extractor", "sumspace.text.keyphrases", {"extractor": "sumspace.text.keyphrases.turney"}
)


@dataclass(frozen=True, slots=True)
class PhraseCandidate:
    """A phrase of a text: the stems of its words, its usual form, how often it occurs, and its first word's place."""

    stems: tuple[str, ...]
    text: str
    count: int
    first: int


def collect(text: TextWords, spans: Iterable[tuple[int, int]]) -> list[PhraseCandidate]:
    """Put together spans of the same stems, in the order in which they begin; of forms as frequent the first counts."""
    forms: dict[tuple[str, ...], dict[tuple[str, ...], int]] = {}
    places: dict[tuple[str, ...], int] = {}
    for first, last in spans:
        stems, form = text.stems[first:last], text.lower[first:last]
        known = forms.setdefault(stems, {})
        known[form] = known.get(form, 0) + 1
        places.setdefault(stems, first)
    candidates = []
    for stems, known in forms.items():
        usual = max(known, key=known.__getitem__)
        candidates.append(PhraseCandidate(stems, " ".join(usual), sum(known.values()), places[stems]))
    return candidates


def ranked(scored: Iterable[tuple[PhraseCandidate, float]]) -> list[Phrase]:
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
