"""A document made ready for spaces: its sentences as words, its references, its sections and their budgets."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING, Literal

import numpy as np

from sumspace.measures.coverage import Words, cover, tokenize
from sumspace.space.space import Score, Space, count_extracts
from sumspace.summarizers.article import Article
from sumspace.text.segmentation.segmenter import SEGMENTERS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from sumspace.corpus.model import Example
    from sumspace.measures.measure import Measure
    from sumspace.space.budget import Budget
    from sumspace.text.passage import Passage
    from sumspace.text.profile import Profile

__all__ = ["Part", "Prepared", "References", "Sections", "prepare"]

#: Where the sections of a document come from. `auto` takes those that are given; a document without is taken whole, or
#: segmented where it allows more extracts than `_WHOLE`.
Sections = Literal["auto", "given", "segment", "none"]
_WHOLE = 10**10


@dataclass(frozen=True, slots=True)
class References:
    """Some references of a document, judged by together."""

    #: The id of the reference, or `all`.
    id: str
    bodies: tuple[Passage, ...]
    sentences: tuple[tuple[Words, ...], ...]

    @property
    def length(self) -> int:
        """How many words they have on average, rounded; at least one."""
        lengths = [sum(words.length for words in body) for body in self.sentences]
        return max(int(sum(lengths) / len(lengths) + 0.5), 1)


@dataclass(frozen=True, slots=True)
class Part:
    """Some neighbouring sentences and their share of the budget; None where the share is nothing."""

    first: int
    last: int
    budget: Budget | None

    @property
    def slice(self) -> slice:
        """Where its sentences stand in the document."""
        return slice(self.first, self.last)


@dataclass(frozen=True, eq=False)
class Prepared:
    """An example whose sentences have become words and tokens."""

    example: Example
    profile: Profile
    sentences: tuple[str, ...]
    words: tuple[Words, ...]

    @cached_property
    def lengths(self) -> NDArray[np.int64]:
        """How many words each sentence has."""
        return np.array([words.length for words in self.words], dtype=np.int64)

    @cached_property
    def content(self) -> list[list[int]]:
        """The tokens without stop words, where there is a list of them: what segmenters and summarizers look at."""
        if self.profile.stopwords or self.profile.language != "en":
            return [words.tokens for words in self.words]
        return [words.tokens for words in tokenize(self.sentences, replace(self.profile, stopwords=True))]

    def article(self, part: Part | None = None) -> Article:
        """Return the document, or a part of it, as summarizers see it."""
        first, last = (part.first, part.last) if part else (0, len(self.sentences))
        title = replace(self.profile, stopwords=self.profile.stopwords or self.profile.language == "en")
        return Article(
            sentences=self.content[first:last],
            texts=self.sentences[first:last],
            title=[token for words in tokenize([self.example.title], title) for token in words.tokens],
            starts=sorted({0, *(start - first for start in self._given() if first <= start < last)}),
            language=self.profile.language,
        )

    def references(self, choice: Literal["all", "each"]) -> Iterator[References]:
        """All references together, or one by one."""
        each = self._each
        if choice == "each":
            yield from each
        elif each:
            yield References(
                "all", tuple(r.bodies[0] for r in each), tuple(sentences for r in each for sentences in r.sentences)
            )

    @cached_property
    def _each(self) -> tuple[References, ...]:
        bodies = ((reference.id, reference.body) for reference in self.example.references)
        return tuple(
            References(name, (body,), (tuple(tokenize(self.split(body), self.profile)),)) for name, body in bodies
        )

    def split(self, body: Passage) -> tuple[str, ...]:
        """Split a summary into sentences as the profile does."""
        return body.lines() if self.profile.split == "lines" else body.split(self.profile.language)

    def parts(self, sections: Sections, budget: Budget) -> list[Part]:
        """Divide the document, and the budget among sections in proportion to their words (Ceylan 2010, section 4)."""
        whole = [Part(0, len(self.words), budget)]
        if sections == "none" or (sections == "auto" and not budget.divisible):  # it cannot be divided
            return whole
        starts = self._given() if sections in ("auto", "given") else []
        if sections == "segment" or (sections == "auto" and len(starts) < 2 and self._is_vast(budget)):
            starts = SEGMENTERS["utiyama-isahara"]().segment(self.content)
        if len(starts) < 2:
            return whole
        bounds = [*starts, len(self.words)]
        shares = budget.share([self.lengths[a:b] for a, b in pairwise(bounds)])
        return [Part(a, b, share) for (a, b), share in zip(pairwise(bounds), shares, strict=True)]

    def _given(self) -> list[int]:
        """Return where the sections begin, those without sentences left out."""
        starts, place = [], 0
        for section in self.example.sections:
            sentences = len(section.body.split(self.profile.language))
            if sentences:
                starts.append(place)
            place += sentences
        return starts

    def _is_vast(self, budget: Budget) -> bool:
        return count_extracts(budget.window(self.lengths)) > _WHOLE

    def space(
        self,
        measure: Measure,
        references: References,
        budget: Budget,
        part: Part | None = None,
        score: Score = "recall",
    ) -> Space:
        """State the space of the document or of a part."""
        words = self.words[part.slice] if part else self.words
        return Space(cover(measure, words, references.sentences), budget, score)


def prepare(example: Example, profile: Profile) -> Prepared:
    """Make an example ready."""
    sentences = example.sentences(profile.language)
    return Prepared(example, profile, sentences, tuple(tokenize(sentences, profile)))
