"""Edmundson: cue words, title words, position and key words together."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from sumspace.summarizers.luhn import significant_words
from sumspace.summarizers.summarizer import SUMMARIZERS, SentenceScorer

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sumspace.arrays import Floats
    from sumspace.document import Article


#: English words that speak for a sentence, and words that speak against it, when it has them as they stand here.
BONUS = (
    "aim", "conclude", "concluded", "conclusion", "conclusions", "demonstrate", "demonstrated", "essential", "find",
    "finding", "findings", "found", "goal", "important", "in short", "in summary", "in this paper", "key", "main",
    "major", "novel", "objective", "propose", "proposed", "purpose", "result", "results", "show", "shown", "shows",
    "significant", "significantly", "this study", "we present",
)  # fmt: skip
STIGMA = (
    "although", "as follows", "called", "figure", "for example", "for instance", "hardly", "impossible", "maybe",
    "perhaps", "respectively", "see", "similarly", "table", "unclear", "would",
)  # fmt: skip

_POINTS = dict.fromkeys(BONUS, 1) | dict.fromkeys(STIGMA, -1)
_PHRASES = {f" {cue} ": points for cue, points in _POINTS.items() if " " in cue}
_WORD = re.compile(r"\w+")


@SUMMARIZERS.register("edmundson")
@dataclass(frozen=True, slots=True)
class Edmundson(SentenceScorer):
    """Sentences by a weighted sum of four parts, each a number of points.

    Cue, title and position together came out best in the paper, better than with key words, whose weight is therefore 0
    by default. Where an article has no texts or no title, the part that needs them is 0.
    """

    cue: float = 1.0
    title_words: float = 1.0
    position: float = 1.0
    key: float = 0.0

    title: ClassVar[str] = "cue words, title words and position"
    paper: ClassVar[str] = "Edmundson 1969"

    def score(self, article: Article) -> Floats:
        return sum(self.parts(article).values(), np.zeros(len(article)))

    def parts(self, article: Article) -> dict[str, Floats]:
        parts = {
            "cue words": self.cue * _cues(article),
            "position": self.position * _positions(article),
            "title words": self.title_words * _shared(article.sentences, frozenset(article.title)),
        }
        if self.key:
            parts["key words"] = self.key * _shared(article.sentences, significant_words(article.sentences))
        return parts


def _cues(article: Article) -> Floats:
    """Return how many bonus words each sentence has, less the stigma words."""
    points = np.zeros(len(article))
    for place, text in enumerate(article.texts):
        words = _WORD.findall(text.lower())
        plain = f" {' '.join(words)} "
        points[place] = sum(_POINTS.get(word, 0) for word in words)
        points[place] += sum(worth * plain.count(phrase) for phrase, worth in _PHRASES.items())
    return points


def _shared(sentences: Sequence[Sequence[int]], words: frozenset[int]) -> Floats:
    """Return how many of these words, each counted once, every sentence has."""
    return np.array([len(words.intersection(sentence)) for sentence in sentences], dtype=np.float64)


def _positions(article: Article) -> Floats:
    """Return a point for the first and the last sentence of a section, and one for all of the first and last section.

    Sections stand for the paragraphs of the paper.
    """
    points = np.zeros(len(article))
    sections = list(pairwise([*sorted({0, *article.starts}), len(article)])) if len(article) else []
    for number, (start, stop) in enumerate(sections):
        points[start:stop] += number in (0, len(sections) - 1)
        points[start] += 1
        points[stop - 1] += stop - 1 > start
    return points
