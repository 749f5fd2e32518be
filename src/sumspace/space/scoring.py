"""Scoring: what counts in an extract, and what is made of it: recall, precision or F1."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Literal, Protocol

import numpy as np

from sumspace.measures.official import count_officially, counts_texts
from sumspace.measures.scoring import Setting
from sumspace.space.distribution import Distribution

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sumspace.arrays import Floats, Integers
    from sumspace.document import References, Sentence
    from sumspace.measures.coverage import Coverage
    from sumspace.measures.measure import Measure
    from sumspace.measures.official import OfficialCounts
    from sumspace.space.budget import Budget
    from sumspace.space.space import Space
    from sumspace.text.profile import Profile


Score = Literal["recall", "precision", "f1"]


class _Counts(Protocol):
    """What is counted in extracts."""

    @property
    def most(self) -> int: ...
    @property
    def total(self) -> int: ...
    @property
    def references(self) -> int: ...
    @property
    def denominators(self) -> Integers | None: ...
    @property
    def capped(self) -> bool: ...
    def hits(self, sentences: Sequence[int], words: int | None = None) -> int: ...
    def size(self, sentences: Sequence[int], words: int | None = None) -> int: ...


@dataclass(frozen=True, eq=False)
class _Scoring(ABC):
    """What is counted, and the score made of hits and units. Engines count extracts by value = hits + stride · units.

    Recall mostly needs hits alone, and stride is 0; precision, F1, and a recall whose denominator depends on the
    extract, need the number of units in the extract as well.
    """

    coverage: _Counts
    score: Score = "recall"

    @property
    def by_hits(self) -> bool:
        """Whether hits alone decide."""
        return self.score == "recall" and self.coverage.denominators is None

    @cached_property
    def stride(self) -> int:
        """What one unit of an extract adds to its value."""
        return 0 if self.by_hits else self.coverage.most + 1

    def width(self, space: Space) -> int:
        """Return a number that the values of all extracts stay below."""
        return self.coverage.most + 1 + (self.stride * self._most_units(space) if self.stride else 0)

    @abstractmethod
    def _most_units(self, space: Space) -> int:
        """Return a number of units that no extract exceeds."""

    @property
    def total(self) -> int | None:
        """The denominator of the score, where hits alone decide."""
        return self.coverage.total if self.by_hits else None

    @property
    def _most_counted(self) -> int:
        """The most hits that make a difference."""
        return min(self.coverage.most, self.coverage.total) if self.coverage.capped else self.coverage.most

    def scores(self, hits: Integers, units: Integers) -> Floats:
        """Turn hits and units of extracts into scores; several references are pooled, as ROUGE's formula A does."""
        below = self._below(units)
        scores: Floats = np.divide(hits, below, out=np.zeros(len(hits)), where=below != 0)
        return np.minimum(scores, 1.0) if self.coverage.capped else scores

    def _below(self, units: Integers) -> Floats:
        """Return what hits are divided by."""
        coverage = self.coverage
        if coverage.denominators is not None:
            return coverage.denominators[np.minimum(units, len(coverage.denominators) - 1)].astype(np.float64)
        held, total = coverage.references * units.astype(np.float64), np.full(len(units), float(coverage.total))
        return {"recall": total, "precision": held, "f1": (total + held) / 2}[self.score]

    def score_of(self, sentences: Sequence[int], words: int | None = None) -> float:
        """Return the score of one extract, whose last sentence is cut after so many words, if any."""
        hits, units = self.coverage.hits(sentences, words), self.coverage.size(sentences, words)
        return float(self.scores(np.array([hits]), np.array([units]))[0])

    def value_of(self, sentences: Sequence[int]) -> int:
        """Return the value by which engines count an extract of whole sentences."""
        return self.coverage.hits(sentences) + self.stride * self.coverage.size(sentences)

    def distribution(self, counts: Sequence[int]) -> Distribution:
        """Turn counts by value into a distribution."""
        if self.by_hits:
            most, total = self._most_counted, self.coverage.total
            beyond = sum(counts[most + 1 : self.coverage.most + 1])
            folded = [*counts[:most], counts[most] + beyond] if beyond else counts[: most + 1]
            return Distribution.by_hits(folded, total)
        values = np.flatnonzero([count > 0 for count in counts])
        pairs: Counter[float] = Counter()
        scores = self.scores(values % self.stride, values // self.stride)
        for score, value in zip(scores.tolist(), values.tolist(), strict=True):
            pairs[score] += counts[value]
        return Distribution.by_score(pairs)


@dataclass(frozen=True, eq=False)
class Scoring(_Scoring):
    """A coverage, whose units stay in their sentences, and the score."""

    coverage: Coverage

    @property
    def lattice(self) -> Floats | None:
        """All scores there can be, by hits, where hits alone decide."""
        hits = np.arange(self._most_counted + 1)
        return self.scores(hits, hits) if self.by_hits else None

    def _most_units(self, space: Space) -> int:
        return _most(space, self.coverage.sizes[self.coverage.rows[1:] - 1])


@dataclass(frozen=True, eq=False)
class OfficialScoring(_Scoring):
    """What the official script counts in the text of an extract, and the score."""

    coverage: OfficialCounts

    def most_tokens(self, space: Space) -> int:
        """Return a number of tokens that no extract exceeds."""
        return _most(space, self.coverage.sizes[self.coverage.rows[1:] - 1])

    def _most_units(self, space: Space) -> int:
        return self.coverage.units_in(self.most_tokens(space))


def _most(space: Space, sizes: Integers) -> int:
    """Return the largest sum of sizes that sentences of the highest cost could have."""
    window = space.window
    if space.is_whole:
        return int(sizes.sum())
    best = np.zeros(window.high + 1, dtype=np.int64)
    for cost, size in zip(window.costs.tolist(), sizes.tolist(), strict=True):
        if cost <= window.high:
            best[cost:] = np.maximum(best[cost:], best[: len(best) - cost] + size)
    return int(best.max()) + (int(sizes.max(initial=0)) if window.cut else 0)


def official_scoring(
    measure: Measure,
    sentences: Sequence[Sentence],
    references: References,
    profile: Profile,
    score: Score,
    budget: Budget,
) -> OfficialScoring | None:
    """Return what the official script counts in extracts of some sentences, where that makes their score.

    Under a profile that judges by one of several references, or by a measure that counts nothing, it does not.
    """
    pooled = len(references.bodies) == 1 or Setting(profile).formula == "A"
    if not (pooled and counts_texts(measure, "official")):
        return None
    return OfficialScoring(count_officially(measure, sentences, references.sentences, profile, cuts=budget.cuts), score)
