"""Coverage: the capped-counting problem that a measure makes of a document and its references.

hits(S) = Σ_j f_j(Σ_{i∈S} a_ij): unit j, held c_jk times by model k, gives f_j(x) = Σ_k min(x, c_jk). A model is a
reference, or whatever part of one a measure compares with by itself. Units never cross a sentence boundary, in the
document or in the references, so that hits is a set function.
"""

from __future__ import annotations

from array import array
from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sumspace.arrays import Integers
    from sumspace.document import Sentence
    from sumspace.measures.measure import Measure


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
    #: The units of all references together, and how many models they make.
    total: int
    references: int

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

    def levels(self, unit: int) -> Integers:
        """Return what each occurrence of a unit gives."""
        return self.gains[self.gain_starts[unit] : self.gain_starts[unit + 1]]

    @cached_property
    def most(self) -> int:
        """The hits of the whole document, which no extract exceeds."""
        occurrences = np.bincount(self.units, minlength=len(self.gain_starts) - 1)
        levels = np.arange(len(self.gains)) - np.repeat(self.gain_starts[:-1], np.diff(self.gain_starts))
        return int(self.gains[levels < np.repeat(occurrences, np.diff(self.gain_starts))].sum())


def cover(measure: Measure, document: Sequence[Sentence], references: Sequence[Sequence[Sentence]]) -> Coverage:
    """State the coverage of a document by its references, each a list of sentences."""
    held = [
        Counter(unit for tokens in model for _, unit in measure.units(tokens))
        for body in references
        for model in measure.models([words.tokens for words in body])
    ]
    wanted = set().union(*held)
    # where units are complete, and where words end, in the tokens of the whole document
    tokens = [0, *accumulate(len(words.tokens) for words in document)]
    sentences = list(zip(document, tokens, strict=False))
    places, kept, units = array("q"), array("q"), array("q")
    numbers: dict[tuple[int, ...], int] = {}
    for words, before in sentences:
        for end, unit in measure.units(words.tokens):
            places.append(before + end)
            if unit in wanted:
                kept.append(before + end)
                units.append(numbers.setdefault(unit, len(numbers)))
    limits = _integers([before + end for words, before in sentences for end in words.ends])
    rows = np.cumsum([0, *(len(words.ends) for words in document)])
    complete = np.searchsorted(_integers(places), limits, side="right")
    ends = np.searchsorted(_integers(kept), limits, side="right")
    occurrences = Counter(units)
    counts = [([c[unit] for c in held], occurrences[number]) for unit, number in numbers.items()]
    levels = [[sum(c > t for c in models) for t in range(min(max(models), times))] for models, times in counts]
    return Coverage(
        lengths=_integers([words.length for words in document]),
        units=_integers(units),
        starts=ends[rows[:-1]],
        rows=rows,
        ends=ends,
        sizes=complete - np.repeat(complete[rows[:-1]], np.diff(rows)),
        gains=_integers([gain for gains in levels for gain in gains]),
        gain_starts=np.cumsum([0, *map(len, levels)], dtype=np.int64),
        total=sum(c.total() for c in held),
        references=len(held),
    )


def _integers(values: Sequence[int]) -> Integers:
    return np.array(values, dtype=np.int64)
