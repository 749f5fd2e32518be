"""A document: an example read under a profile: its sentences as words and tokens, references, sections and systems."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from itertools import accumulate, chain, islice, pairwise
from typing import TYPE_CHECKING, Literal

import numpy as np

from sumspace.text.clauses import split_clauses
from sumspace.text.encoding import encoder
from sumspace.text.passage import Passage
from sumspace.text.segmentation.segmenter import SEGMENTERS

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sumspace.arrays import Integers
    from sumspace.corpus.model import Example, Section, Summary
    from sumspace.text.profile import Profile


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence as tokens: the first r words have the first ends[r] tokens; r = 0 … number of words."""

    tokens: list[int]
    ends: list[int]
    #: As it is written, for measures that read it under a profile of their own.
    text: str = ""

    @property
    def length(self) -> int:
        """How many words a length limit counts."""
        return len(self.ends) - 1


def tokenize(sentences: Sequence[str], profile: Profile) -> list[Sentence]:
    """Cut sentences into words and those into tokens."""
    encode = encoder(profile)
    texts = [encode.words(encode.bytes_of(sentence)) for sentence in sentences]
    encoded = encode.encode(texts)
    tokens, starts, firsts = encoded.tokens.tolist(), encoded.starts.tolist(), encoded.texts.tolist()
    return [
        Sentence(tokens[starts[first] : starts[stop]], [end - starts[first] for end in starts[first : stop + 1]], text)
        for text, (first, stop) in zip(sentences, pairwise(firsts), strict=True)
    ]


@dataclass(frozen=True, slots=True)
class Article:
    """A document as summarizers see it: words with the same stem have the same number, and stop words are left out."""

    #: The content words of every sentence; a sentence may have none.
    sentences: Sequence[Sequence[int]]
    #: The sentences as they are written, for summarizers that look at more than content words; may be left out.
    texts: Sequence[str] = ()
    #: The content words of the title.
    title: Sequence[int] = ()
    #: Which sentences begin a section, or a text of several.
    starts: Sequence[int] = (0,)
    language: str = "en"
    #: The title as it is written; may be left out.
    title_text: str = ""

    def __len__(self) -> int:
        return len(self.sentences)


@dataclass(frozen=True, slots=True)
class References:
    """The references that summaries are judged by together: all of a document, or one."""

    #: The id of the reference, or `all`.
    id: str
    bodies: tuple[Passage, ...]
    sentences: tuple[tuple[Sentence, ...], ...]

    @property
    def length(self) -> int:
        """How many words they have on average, rounded; at least one."""
        lengths = [sum(sentence.length for sentence in body) for body in self.sentences]
        return max(int(sum(lengths) / len(lengths) + 0.5), 1)


@dataclass(frozen=True, eq=False, repr=False)
class Document:
    """An example read under a profile; under one with clauses, these are its sentences, and the example's too."""

    example: Example
    profile: Profile

    def __post_init__(self) -> None:
        if self.profile.clauses:
            object.__setattr__(self, "example", _in_clauses(self.example, self.profile.language))

    def __getstate__(self) -> dict[str, object]:
        """Be pickled without what was made of the example since, and can be made again."""
        return {"example": self.example, "profile": self.profile}

    def __repr__(self) -> str:
        return f"<Document {self.id!r} of {len(self.sentences)} sentences, read as {self.profile}>"

    @property
    def id(self) -> str:
        return self.example.id

    @property
    def domain(self) -> str:
        return self.example.domain

    @cached_property
    def sentences(self) -> tuple[str, ...]:
        """The sentences as they are written."""
        return self.example.sentences(self.profile.language)

    @cached_property
    def words(self) -> tuple[Sentence, ...]:
        """The sentences as words and tokens."""
        return tuple(tokenize(self.sentences, self.profile))

    @cached_property
    def lengths(self) -> Integers:
        """How many words each sentence has."""
        return np.array([sentence.length for sentence in self.words], dtype=np.int64)

    @cached_property
    def content(self) -> list[list[int]]:
        """The tokens without stop words, where there is a list of them: what segmenters and summarizers look at."""
        if self.profile.stopwords or self.profile.language != "en":
            return [sentence.tokens for sentence in self.words]
        return [sentence.tokens for sentence in tokenize(self.sentences, replace(self.profile, stopwords=True))]

    @cached_property
    def _title(self) -> list[int]:
        profile = replace(self.profile, stopwords=self.profile.stopwords or self.profile.language == "en")
        return tokenize([self.example.title], profile)[0].tokens if self.example.title else []

    @cached_property
    def section_starts(self) -> list[int]:
        """Where the sections that are given begin, those without sentences left out."""
        counts = [len(section.body.split(self.profile.language)) for section in self.example.sections]
        return [start for start, count in zip(accumulate(counts, initial=0), counts, strict=False) if count]

    def segments(self) -> list[int]:
        """Find where topics begin, by the segmentation of Utiyama & Isahara 2001."""
        return SEGMENTERS["utiyama-isahara"]().segment(self.content)

    def article(self, first: int = 0, last: int | None = None) -> Article:
        """Return the document, or some neighbouring sentences of it, as summarizers see it."""
        last = len(self.sentences) if last is None else last
        return Article(
            sentences=self.content[first:last],
            texts=self.sentences[first:last],
            title=self._title,
            starts=sorted({0, *(start - first for start in self.section_starts if first <= start < last)}),
            language=self.profile.language,
            title_text=self.example.title,
        )

    @cached_property
    def systems(self) -> dict[str, Summary]:
        """The summaries of all systems, of the corpus and from other files; those of extracts have their text too."""
        return {
            name: replace(summary, body=self.example.summary(name, self.profile.language))
            for name, summary in self.example.systems.items()
        }

    def references(self, choice: Literal["all", "each"] = "all") -> Iterator[References]:
        """Yield all references together, or one by one."""
        each = self._each_reference
        if choice == "each":
            yield from each
        elif each:
            bodies = tuple(reference.bodies[0] for reference in each)
            yield References("all", bodies, tuple(reference.sentences[0] for reference in each))

    @cached_property
    def _each_reference(self) -> tuple[References, ...]:
        return tuple(
            References(reference.id, (reference.body,), (tuple(tokenize(self.split(reference.body), self.profile)),))
            for reference in self.example.references
        )

    def split(self, body: Passage) -> tuple[str, ...]:
        """Split a summary into sentences as the profile does."""
        return body.lines() if self.profile.split == "lines" else body.split(self.profile.language)

    def write(self, sentences: Sequence[int], words: int | None = None) -> tuple[str, ...]:
        """Write an extract: its sentences as they are, the last one cut after so many words, if any."""
        written = [self.sentences[sentence] for sentence in sentences]
        if words is not None:
            encode = encoder(self.profile)
            kept = encode.words(encode.bytes_of(written[-1]))[:words]
            written[-1] = b" ".join(kept).decode("utf-8", "surrogatepass")
        return tuple(written)


def _in_clauses(example: Example, language: str) -> Example:
    """Divide the sentences of an example into clauses; whoever chose or weighed a sentence did so with each of its."""
    clauses = [split_clauses(sentence) for sentence in example.sentences(language)]
    starts = list(accumulate(map(len, clauses), initial=0))
    left = iter(clauses)

    def divide(section: Section) -> Section:
        inside = islice(left, len(section.body.split(language)))
        return replace(section, body=Passage(sentences=tuple(chain.from_iterable(inside))))

    def places(extract: tuple[int, ...]) -> tuple[int, ...]:
        # those that point outside the document still do
        return tuple(p for i in extract for p in (range(*starts[i : i + 2]) if 0 <= i < len(clauses) else [starts[-1]]))

    pyramid = example.pyramid  # which clauses express its units is not known
    return replace(
        example,
        pyramid=pyramid and replace(pyramid, sentences={}),
        texts=tuple(replace(text, sections=tuple(map(divide, text.sections))) for text in example.texts),
        systems={
            name: summary if summary.extract is None else replace(summary, extract=places(summary.extract))
            for name, summary in example.systems.items()
        },
        extracts={judge: places(extract) for judge, extract in example.extracts.items()},
        utilities={
            judge: tuple(value for value, parts in zip(values, clauses, strict=False) for _ in parts)
            for judge, values in example.utilities.items()
        },
    )
