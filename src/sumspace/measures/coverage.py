"""Coverage: the capped-counting problem that a measure makes of a document and its references.

hits(S) = Σ_j f_j(Σ_{i∈S} a_ij), each f_j concave. N-grams are such units: one that model k holds c_jk times gives
f_j(x) = Σ_k min(x, c_jk), where a model is a reference, or whatever part of one a measure compares with by itself.
Units never cross a sentence boundary, in the document or in the references, so that hits is a set function.
"""

from __future__ import annotations

from array import array
from collections import Counter
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import accumulate
from typing import TYPE_CHECKING

import numpy as np

from sumspace.document import tokenize
from sumspace.measures.measure import check_coverage
from sumspace.text.profile import Profile

if TYPE_CHECKING:
    from collections.abc import Callable, Container, Iterable, Sequence

    from sumspace.arrays import Integers
    from sumspace.corpus.model import Example
    from sumspace.document import Document, Sentence
    from sumspace.measures.measure import Measure

    #: What a measure counts, and with how many tokens of its sentence it is complete.
    Unit = tuple[int, ...]
    Occurrence = tuple[int, Unit]


@dataclass(frozen=True, eq=False)
class Pool:
    """The sentences that extracts are made of, and what they are judged by, as a profile reads them."""

    sentences: Sequence[Sentence]
    #: Each a list of sentences.
    references: Sequence[Sequence[Sentence]]
    profile: Profile = field(default_factory=Profile)
    #: What else is known of the document.
    example: Example | None = None
    #: Which sentences of the document they are, where they are of it; one may be cut.
    numbers: Sequence[int] | None = None

    def read(self, profile: Profile) -> Pool:
        """Return the same as another profile reads it."""
        if profile == self.profile:
            return self
        sentences, *references = (
            tokenize([sentence.text for sentence in body], profile) for body in (self.sentences, *self.references)
        )
        return replace(self, sentences=sentences, references=references, profile=profile)


@dataclass(frozen=True, eq=False)
class Coverage:
    """A document and its references as one measure sees them.

    The occurrences of units in sentence i stand in the order in which they are complete: those of its first r words
    are units[starts[i] : ends[rows[i] + r]], r = 0 … lengths[i]. Units that no reference has are left out.
    """

    #: How many words each sentence has.
    lengths: Integers
    units: Integers
    starts: Integers
    rows: Integers
    ends: Integers
    #: How many units, of any kind, the first r words of sentence i have, at rows[i] + r.
    sizes: Integers
    #: What the units give: the t-th occurrence of unit j gives gains[gain_starts[j] + t], t = 0, 1, …; then nothing.
    gains: Integers
    gain_starts: Integers
    #: What recall divides hits by: all units of the references together; and how many models they make.
    total: int
    references: int = 1
    #: What it divides by instead, where that depends on how many units an extract has: entry n, or the last, for n.
    denominators: Integers | None = None
    #: Whether extracts can have more hits than that; they score 1.
    capped: bool = False

    def row(self, sentence: int, words: int | None = None) -> int:
        """Return where the first words of a sentence, or all of them, stand in `ends` and `sizes`."""
        return int(self.rows[sentence]) + (int(self.lengths[sentence]) if words is None else words)

    def occurrences(self, sentence: int, words: int | None = None) -> list[int]:
        """Return the units of the first words of a sentence, or of all, as often as they occur."""
        units: list[int] = self.units[self.starts[sentence] : self.ends[self.row(sentence, words)]].tolist()
        return units

    def counts(self, sentence: int) -> Integers:
        """Count how often a sentence has each unit."""
        return np.bincount(self.occurrences(sentence), minlength=len(self.gain_starts) - 1)

    def hits(self, sentences: Sequence[int], words: int | None = None) -> int:
        """Count the hits of an extract whose last sentence is cut after so many words."""
        seen: Counter[int] = Counter()
        for place, sentence in enumerate(sentences, 1):
            seen.update(self.occurrences(sentence, words if place == len(sentences) else None))
        return sum(int(self.levels(unit)[:count].sum()) for unit, count in seen.items())

    def size(self, sentences: Sequence[int], words: int | None = None) -> int:
        """Count the units of an extract, of any kind."""
        return sum(
            int(self.sizes[self.row(sentence, words if place == len(sentences) else None)])
            for place, sentence in enumerate(sentences, 1)
        )

    def total_of(self, sentences: Sequence[int], words: int | None = None) -> int:
        """Return what recall divides the hits of an extract by."""
        if self.denominators is None:
            return self.total
        return int(self.denominators[min(self.size(sentences, words), len(self.denominators) - 1)])

    def levels(self, unit: int) -> Integers:
        """Return what each occurrence of a unit gives."""
        return self.gains[self.gain_starts[unit] : self.gain_starts[unit + 1]]

    @cached_property
    def most(self) -> int:
        """The hits of the whole document, which no extract exceeds."""
        occurrences = np.bincount(self.units, minlength=len(self.gain_starts) - 1)
        levels = np.arange(len(self.gains)) - np.repeat(self.gain_starts[:-1], np.diff(self.gain_starts))
        return int(self.gains[levels < np.repeat(occurrences, np.diff(self.gain_starts))].sum())


def cover(
    measure: Measure,
    sentences: Sequence[Sentence],
    references: Sequence[Sequence[Sentence]],
    profile: Profile | None = None,
    example: Example | None = None,
    numbers: Sequence[int] | None = None,
) -> Coverage:
    """State what a measure counts in sentences that are judged by references; the rest is what a pool has."""
    check_coverage([measure])
    return measure.cover(Pool(sentences, references, profile or Profile(), example, numbers))


def cover_document(
    measure: Measure, document: Document, references: Sequence[Sequence[Sentence]], part: slice = slice(None)
) -> Coverage:
    """State what a measure counts in a document, or in a part of it."""
    numbers = range(len(document.sentences))[part]
    return cover(measure, document.words[part], references, document.profile, document.example, numbers)


def pooled_levels(held: Sequence[Counter[Unit]], unit: Unit, times: int) -> list[int]:
    """Return what each of so many occurrences of a unit gives: one for every model that holds it as often."""
    counts = [c[unit] for c in held]
    return [sum(count > t for count in counts) for t in range(min(max(counts), times))]


def state(
    sentences: Sequence[Sentence],
    occurrences: Iterable[Iterable[Occurrence]],
    wanted: Container[Unit],
    levels: Callable[[Unit, int], Sequence[int]],
    total: int,
    references: int = 1,
    *,
    sizes: Integers | None = None,
    denominators: Integers | None = None,
    capped: bool = False,
) -> Coverage:
    """State a coverage: what occurs in each sentence, in the order in which it is complete, and what units give.

    Those that are wanted give what `levels` says of a unit that occurs so many times, falling and above 0. Sizes are
    the number of units that occur, wanted or not, unless they are given.
    """
    # where units are complete, and where words end, in the tokens of all sentences
    tokens = [0, *accumulate(len(sentence.tokens) for sentence in sentences)]
    places, kept, units = array("q"), array("q"), array("q")
    numbers: dict[Unit, int] = {}
    for before, in_sentence in zip(tokens, occurrences, strict=False):
        for end, unit in in_sentence:
            places.append(before + end)
            if unit in wanted:
                kept.append(before + end)
                units.append(numbers.setdefault(unit, len(numbers)))
    pairs = zip(sentences, tokens, strict=False)
    limits = _integers([before + end for sentence, before in pairs for end in sentence.ends])
    rows = np.cumsum([0, *(len(sentence.ends) for sentence in sentences)])
    complete = np.searchsorted(_integers(places), limits, side="right")
    ends = np.searchsorted(_integers(kept), limits, side="right")
    times = Counter(units)
    gains = [levels(unit, times[number]) for unit, number in numbers.items()]
    return Coverage(
        lengths=_integers([sentence.length for sentence in sentences]),
        units=_integers(units),
        starts=ends[rows[:-1]],
        rows=rows,
        ends=ends,
        sizes=complete - np.repeat(complete[rows[:-1]], np.diff(rows)) if sizes is None else sizes,
        gains=_integers([gain for of_unit in gains for gain in of_unit]),
        gain_starts=np.cumsum([0, *map(len, gains)], dtype=np.int64),
        total=total,
        references=references,
        denominators=denominators,
        capped=capped,
    )


def _integers(values: Sequence[int]) -> Integers:
    return np.array(values, dtype=np.int64)
