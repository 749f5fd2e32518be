"""CALLISTO's pipeline: segments by density of key phrases, in each the sentences with the most (Rigouste 2004, 2.1)."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, cast

import numpy as np

from sumspace.summarizers.callisto.configuration import MOST_PHRASES, Configuration, Match
from sumspace.summarizers.explanation import Explanation, Segment, explain_order
from sumspace.summarizers.summarizer import parse_summarizer
from sumspace.text.keyphrases.extractor import EXTRACTORS, Phrase
from sumspace.text.keyphrases.kea import Kea, KeaModel
from sumspace.text.segmentation.segmenter import SEGMENTERS
from sumspace.text.words import TextWords, read_words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sumspace.arrays import Integers
    from sumspace.document import Article


class Pipeline:
    """A document that any number of configurations summarize: what they have in common is computed once.

    >>> from sumspace.document import Article
    >>> from sumspace.summarizers.callisto.configuration import Configuration
    >>> texts = ["It rained.", "Solar panels need sun.", "Solar panels are cheap, and solar panels last."]
    >>> pipeline = Pipeline(Article([[0], [1, 2, 3, 4], [1, 2, 5, 1, 2, 6]], texts))
    >>> pipeline.rank(Configuration("none", "extractor"))
    [2, 1, 0]
    """

    def __init__(self, article: Article, kea: KeaModel | None = None) -> None:
        self._article = article
        self._kea = kea
        self._known_segments: dict[str, Integers] = {}
        self._known_phrases: dict[str, tuple[Phrase, ...]] = {}
        #: How often the first n+1 phrases of an extractor occur in each sentence: [n, sentence].
        self._known_counts: dict[tuple[str, Match], Integers] = {}

    @cached_property
    def wording(self) -> TextWords:
        """The words of the document; where only their numbers are known, these stand for them."""
        article = self._article
        texts = article.texts or [" ".join(f"word{word}" for word in words) for words in article.sentences]
        return read_words(texts, article.language)

    def segments(self, segmenter: str) -> Integers:
        """Return the segment of every sentence."""
        if segmenter not in self._known_segments:
            begins = np.zeros(len(self._article), dtype=np.int64)
            begins[SEGMENTERS[segmenter]().segment(self._article.sentences)] = 1
            self._known_segments[segmenter] = np.cumsum(begins) - 1
        return self._known_segments[segmenter]

    def phrases(self, extractor: str) -> tuple[Phrase, ...]:
        """Return the key phrases of the document, the best first."""
        if extractor not in self._known_phrases:
            extract = (Kea(self._kea) if extractor == "kea" else EXTRACTORS[extractor]()).extract
            self._known_phrases[extractor] = tuple(extract(self.wording)[:MOST_PHRASES])
        return self._known_phrases[extractor]

    def key_phrases_in(self, configuration: Configuration) -> Integers:
        """Return how many key phrases every sentence has, each as often as it occurs."""
        extractor, match = configuration.extractor, cast("Match", configuration.match)
        key = extractor, match
        if key not in self._known_counts:
            self._known_counts[key] = np.cumsum(occurrences(self.wording, self.phrases(extractor), match), axis=0)
        counts = self._known_counts[key]
        if not len(counts):
            return np.zeros(len(self._article), dtype=np.int64)
        per_sentence: Integers = counts[min(configuration.phrases, len(counts)) - 1]
        return per_sentence

    def explain(self, configuration: Configuration) -> Explanation:
        """Say why sentences have their order: their segments, and the key phrases in them, which are their score."""
        segments, counts = self.segments(configuration.segmenter), self.key_phrases_in(configuration)
        phrases = self.phrases(configuration.extractor)[: configuration.phrases]
        times = occurrences(self.wording, phrases, cast("Match", configuration.match))
        parts = {phrase.text: row.astype(np.float64) for phrase, row in zip(phrases, times, strict=True)}
        lengths = np.array([last - first for first, last in self.wording.sentences], dtype=np.int64)
        starts = np.flatnonzero(np.diff(segments, prepend=-1))
        return Explanation(
            explain_order(self.rank(configuration), counts, parts),
            segments=tuple(
                Segment(
                    int(first),
                    int(size),
                    int(lengths[first : first + size].sum()),
                    int(counts[first : first + size].sum()),
                )
                for first, size in zip(starts, np.diff(starts, append=len(segments)), strict=True)
            ),
            phrases=phrases,
            configuration=str(configuration),
        )

    def rank(self, configuration: Configuration, seed: int = 0) -> list[int]:
        """Return all sentences, the best first, as the summarizer of the configuration ranks them, if it has one.

        Segments are ordered by their key phrases per word. From each of them come the sentences that have at least as
        many as the threshold, those with the most first; after those of all segments the other sentences follow by the
        same rules. A text without a key phrase is therefore summarized by its beginning. Ties go to what is earlier.
        """
        if not len(self._article):
            return []
        if configuration.summarizer:
            return parse_summarizer(configuration.summarizer).rank(self._article, seed)
        segments, counts = self.segments(configuration.segmenter), self.key_phrases_in(configuration)
        lengths = np.array([last - first for first, last in self.wording.sentences])
        words, phrases = np.bincount(segments, lengths), np.bincount(segments, counts)
        density = np.divide(phrases, words, out=np.zeros(len(words)), where=words > 0)
        place = np.empty(len(words), dtype=np.int64)
        place[np.argsort(-density, kind="stable")] = np.arange(len(words))
        # The last key is the first to decide; equal ones keep their order.
        ranked: list[int] = np.lexsort((-counts, place[segments], counts < configuration.threshold)).tolist()
        return ranked


def occurrences(text: TextWords, phrases: Sequence[Phrase], match: Match = "stems") -> Integers:
    """Count each phrase in each sentence, [phrase, sentence]; occurrences of different phrases may overlap."""
    words = text.stems if match == "stems" else text.lower
    by_first: dict[str, list[tuple[int, tuple[str, ...]]]] = {}
    for number, phrase in enumerate(phrases):
        wanted = phrase.stems if match == "stems" else tuple(read_words([phrase.text], text.language).lower)
        if wanted:
            by_first.setdefault(wanted[0], []).append((number, wanted))
    counts = np.zeros((len(phrases), len(text.sentences)), dtype=np.int64)
    sentence = 0
    for first, last in text.runs:
        while text.sentences[sentence][1] <= first:
            sentence += 1
        for i in range(first, last):
            for number, wanted in by_first.get(words[i], ()):
                end = i + len(wanted)
                if end <= last and words[i:end] == wanted:
                    counts[number, sentence] += 1
    return counts
