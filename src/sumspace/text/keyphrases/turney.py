"""Extractor, the published part of Turney's: frequent and early words, each in the best phrase it is part of."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import accumulate
from typing import TYPE_CHECKING, ClassVar

from sumspace.errors import SettingError
from sumspace.text.keyphrases.extractor import EXTRACTORS, KeyphraseExtractor, Phrase, PhraseCandidate, collect, ranked

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sumspace.text.words import TextWords


#: Shorter words are dropped, as stop words are, and end a phrase.
_SHORTEST = 3
#: The most words of a phrase.
_LONGEST = 3
#: So many single stems are expanded for each phrase that is wanted.
_WORKING = 5


@EXTRACTORS.register("extractor")
@dataclass(frozen=True, slots=True)
class Extractor(KeyphraseExtractor):
    """Turney's ten steps, with his sample values in place of those that a genetic algorithm would learn.

    The stems are those of the text unless `stem_length` truncates words, as the paper does. Left out are his tests for
    adjectives, verbs and stop phrases, which need word lists, and the capitals of what is printed. Beyond the paper,
    numbers end a phrase.
    """

    #: How many phrases are wanted: five times as many single stems are expanded. But for ties, it changes only the end.
    num_phrases: int = 30
    #: The characters at which words are truncated, 5 in the paper, to have stems.
    stem_length: int | None = None
    #: A first occurrence before the low threshold, in words from 1 on, is early; behind the high one, late.
    first_low_thresh: int = 40
    first_high_thresh: int = 400
    first_low_factor: float = 2.0
    first_high_factor: float = 0.65
    #: What makes up for the lower frequency of two and three words.
    factor_two_one: float = 2.33
    factor_three_one: float = 5.0
    #: A phrase must be longer than this part of the mean length, rank before this place, or look like an abbreviation.
    min_length_low_rank: float = 0.9
    min_rank_low_length: int = 5
    #: Whether proper nouns are left out.
    suppress_proper: bool = False

    title: ClassVar[str] = "frequent and early stems, expanded to phrases of up to three words"
    paper: ClassVar[str] = "Turney 2000"

    def __post_init__(self) -> None:
        if self.num_phrases < 1:
            raise SettingError(f"Extractor's number of phrases must be at least 1, not {self.num_phrases}")
        if self.stem_length is not None and self.stem_length < 1:
            raise SettingError(f"Extractor's length of stems must be at least 1, not {self.stem_length}")
        if self.first_low_thresh > self.first_high_thresh:
            thresholds = f"{self.first_low_thresh}, is above that for late ones, {self.first_high_thresh}"
            raise SettingError(f"Extractor's threshold for early words, {thresholds}")
        factors = (self.first_low_factor, self.first_high_factor, self.factor_two_one, self.factor_three_one)
        if not all(0 < factor < float("inf") for factor in factors):
            raise SettingError(f"Extractor's factors must be greater than 0, not {', '.join(map(str, factors))}")
        if not self.min_length_low_rank >= 0:
            raise SettingError(
                f"Extractor's minimum length of phrases must be at least 0, not {self.min_length_low_rank}"
            )

    def extract(self, text: TextWords) -> list[Phrase]:
        truncated = tuple(word[: self.stem_length] for word in text.lower)
        stemmed = text if self.stem_length is None else replace(text, stems=truncated)
        spans = _spans(stemmed)
        candidates = collect(stemmed, spans)
        singles = [candidate for candidate in candidates if len(candidate.stems) == 1]
        singles.sort(key=lambda candidate: (-self._score(candidate), candidate.first))
        phrases = self._expand(singles[: _WORKING * self.num_phrases], candidates)
        stem_of = dict(zip(text.lower, text.stems, strict=True))
        kept: dict[tuple[str, ...], Phrase] = {}
        for phrase in self._accept(phrases, text, _mean_length(text, spans)):
            stems = tuple(stem_of[word] for word in phrase.text.split(" "))
            kept.setdefault(stems, replace(phrase, stems=stems))
        return list(kept.values())

    def _score(self, candidate: PhraseCandidate) -> float:
        """Steps 2 and 5: the frequency, times a factor for those that occur early or late for the first time."""
        place = candidate.first + 1
        late = self.first_high_factor if place > self.first_high_thresh else 1.0
        return candidate.count * (self.first_low_factor if place < self.first_low_thresh else late)

    def _expand(self, singles: list[PhraseCandidate], candidates: list[PhraseCandidate]) -> list[Phrase]:
        """Steps 5 to 7: the best phrase with each single stem, once, with the best score of such a stem."""
        factors = (1.0, self.factor_two_one, self.factor_three_one)
        best: dict[str, tuple[float, PhraseCandidate]] = {}
        for candidate in candidates:
            score = self._score(candidate) * factors[len(candidate.stems) - 1]
            for stem in candidate.stems:
                if stem not in best or score > best[stem][0]:
                    best[stem] = score, candidate
        phrases: dict[PhraseCandidate, float] = {}
        for single in singles:
            phrases.setdefault(best[single.stems[0]][1], self._score(single))
        return ranked(phrases.items())

    def _accept(self, phrases: list[Phrase], text: TextWords, mean_length: float) -> Iterator[Phrase]:
        """Step 10: leave out short phrases of low rank that are no abbreviations, and proper nouns on demand."""
        least: dict[str, str] = {}
        for word in sorted(dict.fromkeys(text.words), key=_capitals):
            least.setdefault(word.lower(), word)
        for rank, phrase in enumerate(phrases, 1):
            written = [least[word] for word in phrase.text.split(" ")]
            long = len(phrase.text) > self.min_length_low_rank * mean_length
            abbreviation = len(written) == 1 and _capitals(written[0]) > 1
            proper = all(word[0].isupper() for word in written)
            if (long or rank < self.min_rank_low_length or abbreviation) and not (self.suppress_proper and proper):
                yield phrase


def _spans(text: TextWords) -> list[tuple[int, int]]:
    """Return all phrases of one to three words (steps 1 and 4)."""
    allowed = [ok and len(word) >= _SHORTEST for ok, word in zip(text.content, text.lower, strict=True)]
    return [
        (i, j)
        for first, last in text.stretches(allowed)
        for i in range(first, last)
        for j in range(i + 1, min(i + _LONGEST, last) + 1)
    ]


def _mean_length(text: TextWords, spans: list[tuple[int, int]]) -> float:
    """Return how many characters phrases have, with blanks, on the average."""
    ends = [0, *accumulate(len(word) + 1 for word in text.words)]
    return sum(ends[j] - ends[i] - 1 for i, j in spans) / max(len(spans), 1)


def _capitals(word: str) -> int:
    return sum(map(str.isupper, word))
