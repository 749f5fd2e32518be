"""A space: all extracts that a budget allows of a document, and what each engine needs to know of them."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from typing import TYPE_CHECKING, Literal

import numpy as np

from sumspace.compute.threads import checkpoint
from sumspace.space.distribution import Distribution

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from sumspace.measures.coverage import Coverage
    from sumspace.space.budget import Budget, Window

    Integers = NDArray[np.int64]
    Floats = NDArray[np.float64]

__all__ = ["Score", "Space", "can_cost", "count_extracts", "ways"]

Score = Literal["recall", "precision", "f1"]


@dataclass(frozen=True, eq=False)
class Space:
    """A coverage and a budget. Engines count extracts by value = hits + stride · units.

    Recall needs hits alone, and stride is 0; precision and F need the number of units in the extract as well.
    """

    coverage: Coverage
    budget: Budget
    score: Score = "recall"

    @cached_property
    def window(self) -> Window:
        """What sentences cost, and which costs are allowed."""
        return self.budget.window(self.coverage.lengths)

    @cached_property
    def is_whole(self) -> bool:
        """Whether the document is too short to be cut: then it is its one extract."""
        return _is_whole(self.window)

    @cached_property
    def is_empty(self) -> bool:
        """Whether there is no extract at all."""
        window = self.window
        if window.cut:
            return not len(window.costs)
        if self.without_empty:
            return not (window.costs <= window.high).any()
        return not can_cost(window.costs.tolist(), window.low, window.high)

    @cached_property
    def size(self) -> int:
        """The number of extracts, exactly."""
        return count_extracts(self.window, None if self.is_whole else self.ways)

    @cached_property
    def ways(self) -> tuple[list[int], list[int]]:
        """In how many ways sentences have each cost: whole ones, and with one of them cut."""
        return ways(self.window)

    @property
    def without_empty(self) -> bool:
        """Whether the empty set has an allowed cost and is still no extract."""
        return self.window.low == 0 and not self.window.empty

    @cached_property
    def stride(self) -> int:
        """What one unit of an extract adds to its value."""
        return 0 if self.score == "recall" else self.coverage.most + 1

    @cached_property
    def width(self) -> int:
        """A number that all values stay below."""
        return self.coverage.most + 1 + self.stride * self._most_units

    @property
    def total(self) -> int | None:
        """The denominator of the score, where hits alone decide."""
        return self.coverage.total if self.score == "recall" else None

    @property
    def lattice(self) -> Floats | None:
        """All scores there can be, by hits, where hits alone decide."""
        hits = np.arange(self.coverage.most + 1)
        return self.scored(hits, hits) if self.score == "recall" else None

    def scored(self, hits: Integers, units: Integers) -> Floats:
        """Turn hits and units of extracts into scores; several references are pooled, as ROUGE's formula A does."""
        held = self.coverage.references * units.astype(np.float64)
        total = np.full(len(hits), float(self.coverage.total))
        below = {"recall": total, "precision": held, "f1": (total + held) / 2}[self.score]
        scores: Floats = np.divide(hits, below, out=np.zeros(len(hits)), where=below != 0)
        return scores

    def counted(self, counts: Sequence[int]) -> Distribution:
        """Turn counts by value into a distribution."""
        if self.score == "recall":
            return Distribution.by_hits(counts[: self.coverage.most + 1], self.coverage.total)
        values = np.flatnonzero([count > 0 for count in counts])
        pairs: Counter[float] = Counter()
        scores = self.scored(values % self.stride, values // self.stride)
        for score, value in zip(scores.tolist(), values.tolist(), strict=True):
            pairs[score] += counts[value]
        return Distribution.by_score(pairs)

    @cached_property
    def _most_units(self) -> int:
        """The largest number of units that sentences of the highest cost could have."""
        window, coverage = self.window, self.coverage
        sizes = coverage.sizes[coverage.rows[1:] - 1]
        if self.is_whole:
            return int(sizes.sum())
        best = np.zeros(window.high + 1, dtype=np.int64)
        for cost, size in zip(window.costs.tolist(), sizes.tolist(), strict=True):
            if cost <= window.high:
                best[cost:] = np.maximum(best[cost:], best[: len(best) - cost] + size)
        return int(best.max()) + (int(sizes.max(initial=0)) if window.cut else 0)


def count_extracts(window: Window, counted: tuple[list[int], list[int]] | None = None) -> int:
    """Count the extracts of a window, exactly; `counted` is what `ways` says, if that is known."""
    if _is_whole(window):
        return 1
    if window.low > window.high:
        return 0
    found = ways(window) if counted is None else counted
    return sum(found[window.cut][window.low :]) - (window.low == 0 and not window.empty)


def can_cost(costs: Sequence[int], low: int, high: int) -> bool:
    """Tell whether some of these costs, or none, add up to a number between the two."""
    low = max(low, 0)
    if low > high:
        return False
    reached, allowed = 1, (1 << (high + 1)) - 1
    for cost in costs:
        reached |= (reached << cost) & allowed
    return bool(reached >> low)


def ways(window: Window) -> tuple[list[int], list[int]]:
    """Count in how many ways sentences have each cost up to the highest: whole ones, and with one of them cut."""
    whole, cut = [1] + [0] * window.high, [0] * (window.high + 1)
    for cost in window.costs.tolist():
        checkpoint()
        if window.cut:
            running = [0, *accumulate(whole)]
            last = [running[c] - running[max(c - cost, 0)] for c in range(window.high + 1)]
            cut = [a + b + c for a, b, c in zip(cut, [0] * cost + cut, last, strict=False)]
        whole = [a + b for a, b in zip(whole, [0] * cost + whole, strict=False)]
    return whole, cut


def _is_whole(window: Window) -> bool:
    return window.cut and int(window.costs.sum()) < window.high
