"""The search for the best extracts as a problem in whole numbers, and the objective: what makes an extract the best.

Σ_j F_j(Σ_{c∈S} a_cj) − Σ_{c∈S} penalty_c is to be made as large as possible, each F_j concave, over sets S with at
most one choice for each sentence. A choice is a whole sentence or, under a budget that cuts, the first words of the
last one.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from sumspace.errors import SettingError
from sumspace.oracle.kernels.problem import ProblemArrays, count_hits, count_units
from sumspace.space.budget import Extract

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from sumspace.arrays import Floats, Integers
    from sumspace.space.scoring import Scoring
    from sumspace.space.space import Space


#: Values, in the units in which prices are counted, stay below this.
_LARGEST = 2**48


@dataclass(frozen=True, slots=True)
class Weights:
    """What counts on one measure: `hit` for every hit, less `unit` for every unit of the extract."""

    hit: int = 1
    unit: int = 0


@dataclass(frozen=True, eq=False)
class SelectionProblem:
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
    #: What is worth more counts as much as this.
    ceiling: int = _LARGEST

    @cached_property
    def arrays(self) -> ProblemArrays:
        """The problem as kernels see it."""
        return ProblemArrays(*(getattr(self, name) for name in ProblemArrays._fields))

    @property
    def slack(self) -> int:
        """By how much the highest cost may be missed."""
        return self.high - self.low

    @cached_property
    def most_choices(self) -> int:
        """The most choices that a set can have."""
        costs = np.sort(self.costs[self.first[:-1]])
        return min(int((np.cumsum(costs) <= self.high).sum()) + self.cut, len(self.sentences))

    @property
    def owners(self) -> Integers:
        """The sentence of the document that each choice belongs to."""
        return np.repeat(self.sentences, np.diff(self.first))

    def weighted(self, weights: Sequence[Weights], ceiling: int = _LARGEST) -> SelectionProblem:
        """Return the problem with weights for each measure, and a value that is as good as any above it.

        It must have no weights yet.
        """
        bounds = self.gain_starts[self.unit_starts].tolist()
        largest = sum(
            weight.hit * int(self.gains[begin:end].sum()) + weight.unit * int(sizes.sum())
            for weight, begin, end, sizes in zip(weights, bounds, bounds[1:], self.sizes, strict=False)
        )
        if largest >= _LARGEST:
            raise SettingError(
                "the scores on these measures have no common denominator that is small enough; use fewer"
            )
        levels = np.diff(self.gain_starts[self.unit_starts])
        hits = np.repeat(np.array([weight.hit for weight in weights], dtype=np.int64), levels)
        penalties = np.array([weight.unit for weight in weights], dtype=np.int64) @ self.sizes
        return replace(self, gains=self.gains * hits, penalties=penalties, ceiling=ceiling)

    def only(self, measure: int) -> SelectionProblem:
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
        hits: list[int] = count_hits(self.arrays, np.array(choices, dtype=np.int64)).tolist()
        return hits

    def size(self, choices: Sequence[int]) -> list[int]:
        """Count the units of a set of choices, of any kind, on each measure."""
        sizes: list[int] = self.sizes[:, list(choices)].sum(axis=1).tolist()
        return sizes

    def value(self, choices: Sequence[int]) -> int:
        """Return what a set of choices is worth."""
        return min(sum(self.hits(choices)) - int(self.penalties[list(choices)].sum()), self.ceiling)

    def of_size(self, size: int) -> SelectionProblem:
        """Return the problem in which sets have just so many units of any kind; there must be one measure.

        Every unit costs so much more that no other number of them comes to a cost that is allowed.
        """
        fits, units = self.costs <= self.high, self.sizes[0]
        # what sentences with and without a unit cost at most
        with_units, without = (
            np.maximum.reduceat(np.where(fits & ((units > 0) == has_units), self.costs, 0), self.first[:-1])
            for has_units in (True, False)
        )
        fewer = int(np.sort(with_units)[::-1][: max(size - 1, 0)].sum() + without.sum())
        each = max(self.high, fewer) + 1
        low, high = (size * each + cost for cost in (self.low, self.high))
        return replace(self, costs=np.where(fits, self.costs + each * units, high + 1), low=low, high=high)

    def extract(self, choices: Sequence[int]) -> Extract:
        """Turn choices into an extract: sentences in their order, the cut one last."""
        whole: list[int] = []
        last: list[int] = []
        words = None
        candidates = np.searchsorted(self.first, choices, side="right") - 1
        for choice, candidate in zip(choices, candidates, strict=True):
            sentence, begin = int(self.sentences[candidate]), self.first[candidate]
            if self.cut and choice > begin:
                last = [sentence]
                words = int(self.words[choice]) if self.words[choice] < self.words[begin] else None
            else:
                whole.append(sentence)
        return Extract((*sorted(whole), *last), words)


def state(space: Space, scorings: Sequence[Scoring]) -> SelectionProblem:
    """State the search for the most hits; there is a scoring for each measure."""
    window = space.window
    coverages = [scoring.coverage for scoring in scorings]
    sentences = kept_sentences(space, scorings)
    if not window.cut:
        owners, words, costs = sentences, space.lengths[sentences], window.costs[sentences]
    else:
        cuts = np.minimum(space.lengths, window.high)
        owners = np.repeat(sentences, cuts + 1)
        # every sentence as a whole, then its first r words, r = 1 …
        words = np.arange(len(owners)) - np.repeat(np.cumsum(cuts + 1) - cuts - 1, cuts + 1)
        words = costs = np.where(words == 0, space.lengths[owners], words)
    rows = [c.rows[owners] + words for c in coverages]
    unit_starts = _starts(len(c.gain_starts) - 1 for c in coverages)
    places = _starts(len(c.units) for c in coverages)
    begins = np.stack([c.starts[owners] + place for c, place in zip(coverages, places, strict=False)], axis=1)
    ends = np.stack([c.ends[row] + place for c, row, place in zip(coverages, rows, places, strict=False)], axis=1)
    occurrences = np.concatenate([c.units + start for c, start in zip(coverages, unit_starts, strict=False)])
    starts, units, counts = count_units(occurrences, begins, ends, int(unit_starts[-1]))
    levels = np.concatenate([np.diff(c.gain_starts) for c in coverages])
    return SelectionProblem(
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


def kept_sentences(space: Space, scorings: Sequence[Scoring]) -> Integers:
    """Return the sentences that oracles can have.

    Under a budget without a lower limit, those that hold no unit of any reference are left out: they would only pad
    (Hirao 2017, appendix B).
    """
    window = space.window
    kept = np.ones(len(window.costs), dtype=np.bool_) if window.cut else window.costs <= window.high
    if space.without_empty:
        coverages = [scoring.coverage for scoring in scorings]
        kept &= sum((c.ends[c.rows[1:] - 1] - c.starts for c in coverages), np.zeros_like(window.costs)) > 0
    return np.flatnonzero(kept)


def _starts(sizes: Iterable[int]) -> Integers:
    return np.cumsum([0, *sizes], dtype=np.int64)


@dataclass(frozen=True, slots=True)
class Ratio:
    """A score: `times` · hits / (base + each · units), or hits / by_units[units]; no more than 1 where it is capped."""

    times: int
    base: int
    each: int
    #: The last one stands for all larger numbers of units.
    by_units: tuple[int, ...] = ()
    capped: bool = False

    def below(self, units: int) -> int:
        """Return what hits are divided by."""
        if self.by_units:
            return self.by_units[min(units, len(self.by_units) - 1)]
        return self.base + self.each * units

    def of(self, hits: int, units: int) -> Fraction:
        """Return the score exactly; nothing of nothing is 0."""
        below = self.below(units)
        score = Fraction(self.times * hits, below) if below else Fraction(0)
        return min(score, Fraction(1)) if self.capped else score


@dataclass(frozen=True, slots=True)
class Objective:
    """The mean of some ratios: the score on a measure, or the mean of the scores on several."""

    ratios: tuple[Ratio, ...]

    @property
    def is_linear(self) -> bool:
        """Whether hits alone decide."""
        return all(ratio.each == 0 and not ratio.by_units for ratio in self.ratios)

    @property
    def weights(self) -> tuple[Weights, ...]:
        """The weights of each measure, in whole numbers, where hits alone decide."""
        return tuple(Weights(self._common // max(ratio.base, 1)) for ratio in self.ratios)

    @property
    def scale(self) -> Fraction:
        """What a value of 1 by these weights scores."""
        return Fraction(1, self._common * len(self.ratios))

    @property
    def _common(self) -> int:
        return math.lcm(*(max(ratio.base, 1) for ratio in self.ratios))

    @property
    def rows(self) -> Integers:
        """The ratios as kernels see them: times, base, each, capped, then what hits are divided by for each size."""
        return np.array([[r.times, r.base, r.each, r.capped, *r.by_units] for r in self.ratios], dtype=np.int64)

    @property
    def ceiling(self) -> int:
        """The value, by the weights of each measure, from which on all scores are 1."""
        return self._common if self.is_linear and any(ratio.capped for ratio in self.ratios) else _LARGEST

    def score(self, hits: Sequence[int], units: Sequence[int]) -> Fraction:
        """Return the score of an extract with so many hits and units on each measure."""
        scores = [ratio.of(h, u) for ratio, h, u in zip(self.ratios, hits, units, strict=True)]
        return sum(scores, Fraction(0)) / len(scores)

    def scores(self, hits: Integers, units: Integers) -> Floats:
        """Return the scores of many extracts, nearly: arrays are [measure, extract]."""
        total = np.zeros(hits.shape[1])
        for ratio, h, u in zip(self.ratios, hits, units, strict=True):
            below = np.array(ratio.by_units)[np.minimum(u, len(ratio.by_units) - 1)] if ratio.by_units else None
            below = ratio.base + ratio.each * u if below is None else below
            scores = np.divide(ratio.times * h, below, out=np.zeros(len(total)), where=below != 0)
            total += np.minimum(scores, 1.0) if ratio.capped else scores
        return total / len(self.ratios)


def objective_of(scorings: Sequence[Scoring]) -> Objective:
    """Return the objective that scorings stand for: the mean of their scores."""
    if any(scoring.score == "precision" for scoring in scorings):
        raise SettingError("oracles are the best by recall or f1: the best precision is that of a few lucky words")
    if len(scorings) > 1 and any(scoring.coverage.capped for scoring in scorings):
        raise SettingError("a measure that ends at 1 is no part of a best mean; name it alone")
    return Objective(tuple(_ratio(scoring) for scoring in scorings))


def _ratio(scoring: Scoring) -> Ratio:
    coverage = scoring.coverage
    if coverage.denominators is not None:
        return Ratio(1, 0, 0, tuple(coverage.denominators.tolist()), coverage.capped)
    if scoring.score == "recall":
        return Ratio(1, coverage.total, 0, capped=coverage.capped)
    return Ratio(2, coverage.total, coverage.references)
