"""The positions of a measure's units in the text and in the references, for highlighting covered ones."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from itertools import chain
from typing import TYPE_CHECKING, Any

from sumspace.measures.measure import Measure
from sumspace.text.encoding import encoder

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sumspace.document import Document, References, Sentence
    from sumspace.measures.coverage import Unit
    from sumspace.text.profile import Profile

    #: The number of a unit, then the start and end of each run of its words, in UTF-16 code units.
    Mark = list[int]


def mark_units(measure: Measure, document: Document, references: References) -> dict[str, Any]:
    """Mark the units that text and references share, sentence by sentence, with the numbers of the coverage.

    Measures that override `cover` have no marks.
    """
    if type(measure).cover is not Measure.cover:
        return {"document": [], "references": []}
    wanted = Counter(
        unit for body in references.sentences for sentence in body for _, unit in measure.units(sentence.tokens)
    )
    numbers: dict[Unit, int] = {}
    for sentence in document.words:
        for _, unit in measure.units(sentence.tokens):
            if unit in wanted:
                numbers.setdefault(unit, len(numbers))

    def marks(sentences: Sequence[Sentence]) -> list[list[Mark]]:
        return [_marks(measure, sentence, numbers, document.profile) for sentence in sentences]

    return {"document": marks(document.words), "references": [marks(body) for body in references.sentences]}


def word_ends(document: Document) -> list[list[int]] | None:
    """Return the ends of the words of each sentence in UTF-16 code units; None where one space separates words."""
    encode = encoder(document.profile)
    texts = [(encode.bytes_of(sentence), sentence.encode("utf-8", "surrogatepass")) for sentence in document.sentences]
    if all(b" ".join(encode.words(prepared)) == text for prepared, text in texts):
        return None
    return [[end for _, end in _words(text, document.profile)] for text in document.sentences]


def _marks(measure: Measure, sentence: Sentence, numbers: Mapping[Unit, int], profile: Profile) -> list[Mark]:
    spans = _words(sentence.text, profile)
    if len(spans) != sentence.length:  # the words that are counted are not those of the text
        return []
    marks = []
    for end, unit in measure.units(sentence.tokens):
        number = numbers.get(unit)
        if number is not None:
            words = sorted({bisect_right(sentence.ends, token) - 1 for token in _tokens(sentence.tokens, end, unit)})
            runs = [(spans[first][0], spans[last][1]) for first, last in _runs(words)]
            marks.append([number, *chain.from_iterable(runs)])
    return marks


def _tokens(tokens: Sequence[int], end: int, unit: Unit) -> list[int]:
    """Return the positions of the tokens of a unit that ends here: the nearest ones, searched backwards."""
    positions = []
    position = end
    for token in reversed(unit):
        position = next((before for before in range(position - 1, -1, -1) if tokens[before] == token), position)
        positions.append(position)
    return positions


def _runs(words: Sequence[int]) -> list[tuple[int, int]]:
    """Join consecutive numbers.

    >>> _runs([1, 2, 5])
    [(1, 2), (5, 5)]
    """
    runs: list[tuple[int, int]] = []
    for word in words:
        if runs and word == runs[-1][1] + 1:
            runs[-1] = runs[-1][0], word
        else:
            runs.append((word, word))
    return runs


def _words(text: str, profile: Profile) -> list[tuple[int, int]]:
    """Return the start and end of each word of a sentence in UTF-16 code units; nothing if a word is not found."""
    encode = encoder(profile)
    spans, start, shift = [], 0, 0
    for word in encode.words(encode.bytes_of(text)):
        written = word.decode("utf-8", "surrogatepass")
        at = text.find(written, start)
        if at < 0:
            return []
        shift += sum(character > "\uffff" for character in text[start:at])
        wide = sum(character > "\uffff" for character in written)
        spans.append((at + shift, at + shift + len(written) + wide))
        start, shift = at + len(written), shift + wide
    return spans
