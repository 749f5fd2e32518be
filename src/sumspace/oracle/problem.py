"""A search for the best extracts, stated in whole numbers.

Σ_j F_j(Σ_{c∈S} a_cj) − Σ_{c∈S} penalty_c is to be made as large as possible, each F_j concave, over sets S with at
most one choice for each sentence. A choice is a whole sentence or, under a budget that cuts, the first words of the
last one.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from sumspace.errors import SettingError
from sumspace.oracle.kernels.gains import count_hits
from sumspace.oracle.kernels.prices import Layout
from sumspace.oracle.kernels.rows import count_units

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

    from sumspace.space.space import Space

    Integers = NDArray[np.int64]

__all__ = ["Aim", "Problem", "kept_sentences", "state"]

#: Values, in the units in which prices are counted, stay below this.
_LARGEST = 2**48


@dataclass(frozen=True, slots=True)
class Aim:
    """What counts on one measure: `hit` for every hit, less `unit` for every unit of the extract."""

    hit: int = 1
    unit: int = 0


@dataclass(frozen=True, eq=False)
class Problem:
    """Sentences, the choices there are for each, and what they give; there may be several measures."""

    #: Which sentence of the document each candidate is; its choices are first[i] … first[i + 1], the whole one first.
    sentences: Integers
    first: Integers
    #: What a choice costs, how many words it keeps, and what it takes off the value.
    costs: Integers
    words: Integers
    penalties: Integers
    #: Choice c holds unit units[k] counts[k] times, k from starts[c], and sizes[m, c] units of any kind on measure m.
    starts: Integers
    units: Integers
    counts: Integers
    sizes: Integers
    #: What the units give: the t-th occurrence of unit j gives gains[gain_starts[j] + t], t = 0, 1, …; then nothing.
    gains: Integers
    gain_starts: Integers
    #: The units of measure m are those from unit_starts[m] on.
    unit_starts: Integers
    #: The cost of a set lies between these; with `cut` it is `high`, and one choice is not the whole sentence.
    low: int
    high: int
    cut: bool
    #: Whether a search tells apart what each of two measures gives.
    tallied: bool = False

    @cached_property
    def layout(self) -> Layout:
        """The problem as kernels see it."""
        return Layout(
            self.first, self.costs, self.penalties, self.starts, self.units, self.counts, self.gains,
            self.gain_starts, self.high - self.low, self.cut, self.unit_starts, self.sizes, self.tallied,
        )  # fmt: skip

    @cached_property
    def most_choices(self) -> int:
        """The most choices that a set can have."""
        costs = np.sort(self.costs[self.first[:-1]])
        return min(int((np.cumsum(costs) <= self.high).sum()) + self.cut, len(self.sentences))

    @property
    def measures(self) -> int:
        """How many measures there are."""
        return len(self.sizes)

    def aimed(self, aims: Sequence[Aim]) -> Problem:
        """Return the problem with other weights, one aim for each measure; it must have none yet."""
        bounds = self.gain_starts[self.unit_starts].tolist()
        largest = sum(
            aim.hit * int(self.gains[begin:end].sum()) + aim.unit * int(sizes.sum())
            for aim, begin, end, sizes in zip(aims, bounds, bounds[1:], self.sizes, strict=False)
        )
        if largest >= _LARGEST:
            raise SettingError(
                "the scores on these measures have no common denominator that is small enough; use fewer"
            )
        levels = np.diff(self.gain_starts[self.unit_starts])
        hits = np.repeat(np.array([aim.hit for aim in aims], dtype=np.int64), levels)
        penalties = np.array([aim.unit for aim in aims], dtype=np.int64) @ self.sizes
        return replace(self, gains=self.gains * hits, penalties=penalties)

    def only(self, measure: int) -> Problem:
        """Return the problem in which one measure counts; it has the same units, but those of others give nothing."""
        counts = np.zeros(len(self.gains), dtype=np.int64)
        begin, end = self.gain_starts[self.unit_starts[measure : measure + 2]]
        counts[begin:end] = 1
        return replace(
            self,
            gains=self.gains * counts,
            sizes=self.sizes[measure : measure + 1],
            unit_starts=self.unit_starts[[0, -1]],
        )

    def held(self, choices: Sequence[int]) -> Integers:
        """Count how often a set of choices holds each unit."""
        held = np.zeros(len(self.gain_starts) - 1, dtype=np.int64)
        for c in choices:
            row = slice(self.starts[c], self.starts[c + 1])
            held[self.units[row]] += self.counts[row]
        return held

    def hits(self, choices: Sequence[int]) -> list[int]:
        """Count what a set of choices gives on each measure."""
        found: list[int] = count_hits(self.layout, np.array(choices, dtype=np.int64)).tolist()
        return found

    def value(self, choices: Sequence[int]) -> int:
        """Return what a set of choices is worth."""
        return sum(self.hits(choices)) - int(self.penalties[list(choices)].sum())


def state(spaces: Sequence[Space]) -> Problem:
    """State the search for the most hits; the spaces are those of one document and budget, one for each measure."""
    window = spaces[0].window
    coverages = [space.coverage for space in spaces]
    lengths = coverages[0].lengths
    sentences = kept_sentences(spaces)
    if not window.cut:
        owners, words, costs = sentences, lengths[sentences], window.costs[sentences]
    else:
        cuts = np.minimum(lengths, window.high)
        owners = np.repeat(sentences, cuts + 1)
        # every sentence as a whole, then its first r words, r = 1 …
        words = np.arange(len(owners)) - np.repeat(np.cumsum(cuts + 1) - cuts - 1, cuts + 1)
        words = costs = np.where(words == 0, lengths[owners], words)
    rows = [c.rows[owners] + words for c in coverages]
    unit_starts = _starts(len(c.gain_starts) - 1 for c in coverages)
    places = _starts(len(c.units) for c in coverages)
    begins = np.stack([c.starts[owners] + place for c, place in zip(coverages, places, strict=False)], axis=1)
    ends = np.stack([c.ends[row] + place for c, row, place in zip(coverages, rows, places, strict=False)], axis=1)
    occurrences = np.concatenate([c.units + start for c, start in zip(coverages, unit_starts, strict=False)])
    starts, units, counts = count_units(occurrences, begins, ends, int(unit_starts[-1]))
    levels = np.concatenate([np.diff(c.gain_starts) for c in coverages])
    return Problem(
        sentences=sentences,
        first=np.flatnonzero(np.diff(owners, prepend=-1, append=-1)) if len(owners) else _starts(()),
        costs=costs,
        words=words,
        penalties=np.zeros(len(owners), dtype=np.int64),
        starts=starts,
        units=units,
        counts=counts,
        sizes=np.stack([c.sizes[row] for c, row in zip(coverages, rows, strict=True)]),
        gains=np.concatenate([c.gains for c in coverages]),
        gain_starts=_starts(levels),
        unit_starts=unit_starts,
        low=window.low,
        high=window.high,
        cut=window.cut,
    )


def kept_sentences(spaces: Sequence[Space]) -> Integers:
    """Return the sentences that oracles can have.

    Under a budget without a lower limit, those that hold no unit of any reference are left out: they would only pad
    (Hirao 2017, appendix B).
    """
    window = spaces[0].window
    kept = np.ones(len(window.costs), dtype=np.bool_) if window.cut else window.costs <= window.high
    if window.low == 0 and not window.empty:
        coverages = [space.coverage for space in spaces]
        kept &= sum((c.ends[c.rows[1:] - 1] - c.starts for c in coverages), np.zeros_like(window.costs)) > 0
    return np.flatnonzero(kept)


def _starts(sizes: Iterable[int]) -> Integers:
    return np.cumsum([0, *sizes], dtype=np.int64)
