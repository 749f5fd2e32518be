"""RAKE: the phrases between stop words, by how much their words keep company."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, ClassVar

from sumspace.errors import SettingError
from sumspace.text.keyphrases.extractor import EXTRACTORS, KeyphraseExtractor, Phrase, collect, ranked

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sumspace.text.words import TextWords


_METRICS = ("ratio", "degree", "frequency")


@EXTRACTORS.register("rake")
@dataclass(frozen=True, slots=True)
class Rake(KeyphraseExtractor):
    """Phrases by the sum of their words' scores, which favours long ones (section 1.2).

    A candidate is whatever stands between stop words and punctuation. Beyond the paper, numbers separate candidates
    too, or the rows of tables would win, candidates are not longer than `longest`, and words of one stem are one word.
    """

    #: What a word is worth: its degree over its frequency, its degree, or its frequency.
    metric: str = "ratio"
    #: The most words of a candidate. The paper knows no limit (None), but lists and headings make candidates of dozens
    #: of words, which win. Of limits of 3, 4 and 5 and of none, 5 gives the best summaries.
    longest: int | None = 5
    #: Two candidates with only stop words between them that follow each other so often make a phrase together.
    adjoining: int = 2

    title: ClassVar[str] = "phrases between stop words, scored by word co-occurrence"
    paper: ClassVar[str] = "Rose, Engel, Cramer & Cowley 2010"

    def __post_init__(self) -> None:
        if self.metric not in _METRICS:
            raise SettingError(f"RAKE's metric is one of {', '.join(_METRICS)}, not {self.metric!r}")
        if self.longest is not None and self.longest < 1:
            raise SettingError(f"RAKE's longest candidate must have at least 1 word, not {self.longest}")
        if self.adjoining < 2:
            raise SettingError(
                f"RAKE joins candidates that occur next to each other at least 2 times, not {self.adjoining}"
            )

    def extract(self, text: TextWords) -> list[Phrase]:
        spans = text.stretches(text.content)
        if self.longest is not None:
            spans = [(first, last) for first, last in spans if last - first <= self.longest]
        worth = self.score([text.stems[first:last] for first, last in spans])
        joined = [phrase for phrase in collect(text, _joined(text, spans)) if phrase.count >= self.adjoining]
        phrases = {phrase.stems: phrase for phrase in [*joined, *collect(text, spans)]}
        return ranked(
            (phrase, sum(worth[stem] for i, stem in enumerate(phrase.stems, phrase.first) if text.content[i]))
            for phrase in phrases.values()
        )

    def score(self, candidates: Sequence[tuple[str, ...]]) -> dict[str, float]:
        """Return what words are worth by the candidates they are in: deg(w) counts their words, freq(w) how many."""
        frequency: Counter[str] = Counter()
        degree: Counter[str] = Counter()
        for words in candidates:
            frequency.update(words)
            for word in words:
                degree[word] += len(words)
        if self.metric == "ratio":
            return {word: degree[word] / frequency[word] for word in frequency}
        return {word: float(count) for word, count in (degree if self.metric == "degree" else frequency).items()}


def _joined(text: TextWords, spans: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return every two candidates of a run that have only stop words between them, with these."""
    begins = {first for first, _ in text.runs}
    return [
        (first, last)
        for (first, end), (begin, last) in pairwise(spans)
        if all(text.stops[end:begin]) and begins.isdisjoint(range(end, begin + 1))
    ]
