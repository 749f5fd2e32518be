"""TextRank for key phrases: the words that others recommend by standing next to them."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from sumspace.errors import SettingError
from sumspace.text.keyphrases.extractor import DIGITS, EXTRACTORS, KeyphraseExtractor, Phrase, collect, ranked
from sumspace.text.pagerank import pagerank
from sumspace.text.tags import is_nominal, tag_text

if TYPE_CHECKING:
    from sumspace.text.words import TextWords


@EXTRACTORS.register("textrank")
@dataclass(frozen=True, slots=True)
class TextRank(KeyphraseExtractor):
    """Words by PageRank in the graph of those that occur together, put together where they adjoin (section 3.1).

    The paper keeps nouns and adjectives. Tags need an extra, and what comes out shall not depend on what is installed:
    unless `tagged` is set, all words with a letter are kept that are no stop words. The paper leaves open what a phrase
    is worth; here it is the sum of its words.
    """

    #: Words occur together if a window of so many words has both. Stop words and punctuation count as words, as the
    #: scores in the paper's figure 2 show.
    window: int = 2
    #: The part of the words that phrases are made of.
    share: float = 1 / 3
    damping: float = 0.85
    #: Whether only nouns and adjectives are kept.
    tagged: bool = False

    title: ClassVar[str] = "the most central words in a co-occurrence graph, joined to phrases"
    paper: ClassVar[str] = "Mihalcea & Tarau 2004"

    def __post_init__(self) -> None:
        if self.window < 2:
            raise SettingError(f"TextRank's window must have at least 2 words, not {self.window}")
        if not 0 < self.share <= 1:
            raise SettingError(
                f"the share of words that TextRank keeps must be greater than 0 and at most 1, not {self.share}"
            )
        if not 0 <= self.damping < 1:
            raise SettingError(f"TextRank's damping must be at least 0 and less than 1, not {self.damping}")

    def extract(self, text: TextWords) -> list[Phrase]:
        allowed = text.content
        if self.tagged:
            tags = tag_text(text, "TextRank with tags")
            allowed = [ok and is_nominal(tag) for ok, tag in zip(allowed, tags, strict=True)]
        scores = self.score(text, allowed)
        best = sorted(scores, key=lambda stem: -round(scores[stem], DIGITS))
        kept = set(best[: ceil(self.share * len(best))])
        spans = text.stretches([ok and stem in kept for ok, stem in zip(allowed, text.stems, strict=True)])
        return ranked((phrase, sum(scores[stem] for stem in phrase.stems)) for phrase in collect(text, spans))

    def score(self, text: TextWords, allowed: list[bool]) -> dict[str, float]:
        """Return the PageRank of the stems of all allowed words, in the order of the text."""
        numbers: dict[str, int] = {}
        vertices: list[int] = []
        for first, last in text.runs:
            places = range(first, last)
            vertices += [numbers.setdefault(text.stems[i], len(numbers)) if allowed[i] else -1 for i in places]
            vertices.append(-1)
        if not numbers:
            return {}
        ranks = pagerank(_neighbours(np.array(vertices), len(numbers), self.window), self.damping)
        return dict(zip(numbers, ranks.tolist(), strict=True))


def _neighbours(vertices: Any, many: int, window: int) -> Any:
    """Return the undirected graph, without weights, of vertices less than a window apart; −1 is a place without one."""
    from scipy import sparse

    pairs = [np.stack([vertices[:-apart], vertices[apart:]]) for apart in range(1, min(window, len(vertices)))]
    left, right = np.hstack(pairs)
    linked = (left >= 0) & (right >= 0) & (left != right)
    links = np.append(left[linked], right[linked]), np.append(right[linked], left[linked])
    graph = sparse.csr_array((np.ones(len(links[0])), links), shape=(many, many))
    graph.data[:] = 1
    return graph
