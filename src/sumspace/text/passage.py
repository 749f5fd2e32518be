"""A piece of text as it was given, raw or in sentences; how it splits; which sentences of a document it was made of."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import accumulate
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence


_ODD_SPACE = re.compile(r"[ \t\n\r\f\v]{2,}|[\t\n\r\f\v]")
_SPACE = re.compile(r"[ \t\n\r\f\v]+")
_WIDE_SPACE = re.compile(r"[^\S\x00-\x7f]")
_SURROGATE = re.compile(r"[\ud800-\udfff]")
_BLANK_LINE = re.compile(r"\n[^\S\n]*\n\s*")


@dataclass(frozen=True, slots=True)
class Passage:
    """Raw text, or sentences that were split before and stay as they are."""

    text: str = ""
    sentences: tuple[str, ...] | None = None

    @classmethod
    def of(cls, content: str | Sequence[str] | Passage) -> Passage:
        """Take a string as raw text and a list of strings as sentences."""
        if isinstance(content, Passage):
            return content
        return cls(text=content) if isinstance(content, str) else cls(sentences=tuple(content))

    def split(self, language: str = "en") -> tuple[str, ...]:
        """Return the sentences, splitting raw text."""
        return split_sentences(self.text, language) if self.sentences is None else self.sentences

    @property
    def joined(self) -> str:
        """The text as one: as it is or, of sentences that were split before, a line each."""
        return self.text if self.sentences is None else "\n".join(self.sentences)

    def spans(self, language: str = "en") -> tuple[tuple[int, int], ...]:
        """Return where the sentences stand in the joined text, as (start, end) in characters."""
        if self.sentences is None:
            return locate_sentences(self.text, self.split(language))
        ends = list(accumulate((len(sentence) + 1 for sentence in self.sentences), initial=0))
        return tuple((start, start + len(text)) for start, text in zip(ends, self.sentences, strict=False))

    def lines(self) -> tuple[str, ...]:
        """Return the sentences, taking every line of raw text for one."""
        return split_lines(self.text) if self.sentences is None else self.sentences

    def __bool__(self) -> bool:
        """Tell whether there is anything but white space."""
        return any(part.strip() for part in ((self.text,) if self.sentences is None else self.sentences))


def split_paragraphs(text: str) -> list[str]:
    """Split between blank lines; in a text without blank lines, every line is a paragraph."""
    text = text.replace("\r\n", "\n").replace("\r", "\n").strip()
    parts = _BLANK_LINE.split(text)
    if len(parts) == 1:
        parts = text.split("\n")
    # Only ASCII white space separates words for a length limit: a no-break space must stay.
    return [_ODD_SPACE.sub(" ", part).strip() for part in parts if part.strip()]


def split_sentences(text: str, language: str = "en") -> tuple[str, ...]:
    """Split into sentences by sentencex; none crosses a paragraph, and each is one line."""
    pieces = (piece.strip() for paragraph in split_paragraphs(text) for piece in _segments(paragraph, language))
    return tuple(piece for piece in pieces if piece)


def locate_sentences(text: str, sentences: Sequence[str]) -> tuple[tuple[int, int], ...]:
    r"""Return where sentences stand in the text that they were split from, as (start, end).

    Between the words of a sentence the text may have other white space.

    >>> locate_sentences("It\nrained.  A dog ran.", ["It rained.", "A dog ran."])
    ((0, 10), (12, 22))
    """
    spans, start = [], 0
    for sentence in sentences:
        while start < len(text) and text[start].isspace() and not text.startswith(sentence, start):
            start += 1
        begin = start
        if text.startswith(sentence, start):
            start += len(sentence)
        else:
            for word in _SPACE.split(sentence):
                start = text.index(word, start) + len(word)
        spans.append((begin, start))
    return tuple(spans)


def _segments(paragraph: str, language: str) -> list[str]:
    """Divide a paragraph.

    Half of a surrogate pair, which JSON can hold, counts as a character that cannot be read, and white space beyond
    ASCII, on which sentencex may fail, as a space.
    """
    from sentencex import segment

    readable = _SURROGATE.sub("\N{REPLACEMENT CHARACTER}", _WIDE_SPACE.sub(" ", paragraph))
    if readable == paragraph:
        return list(segment(language, paragraph))
    pieces: list[str] = []
    end = 0
    for piece in segment(language, readable):
        begin = readable.index(piece, end)
        end = begin + len(piece)
        pieces.append(paragraph[begin:end])
    return pieces


def split_lines(text: str) -> tuple[str, ...]:
    """Return the lines that hold anything: one sentence per line, as ROUGE's SPL format has it."""
    return tuple(line for line in text.split("\n") if line)


def sentences_in(document: Sequence[str], summary: Sequence[str]) -> frozenset[int] | None:
    """Find the sentences that a summary was put together from; None where some of it is not in the document.

    Letters and digits are compared, whatever their case, and the summary may be divided into other sentences. Of equal
    sentences the first that is not yet taken counts.

    >>> sorted(sentences_in(["It rained.", "A dog ran.", "It rained."], ["It rained; a dog ran"]))
    [0, 1]
    """
    text = _letters(" ".join(summary))
    places: dict[str, list[int]] = {}
    for place, sentence in enumerate(document):
        places.setdefault(_letters(sentence), []).append(place)
    places.pop("", None)
    # With how few sentences the first characters can be put together, and the last of these sentences.
    ways: dict[int, tuple[int, str]] = {0: (0, "")}
    for end in range(len(text)):
        if end in ways:
            for sentence in places:
                if text.startswith(sentence, end):
                    longer = (ways[end][0] + 1, sentence)
                    ways[end + len(sentence)] = min(ways.get(end + len(sentence), longer), longer)
    if not text or len(text) not in ways:
        return None
    taken: list[str] = []
    end = len(text)
    while end:
        taken.append(ways[end][1])
        end -= len(taken[-1])
    return frozenset(place for sentence in set(taken) for place in places[sentence][: taken.count(sentence)])


def _letters(text: str) -> str:
    return "".join(character for character in text.casefold() if character.isalnum())
