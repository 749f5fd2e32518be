"""A space: all extracts that a budget allows of a document, or of its parts."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from math import comb
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from sumspace.compute.work import checkpoint
from sumspace.errors import TooLargeError
from sumspace.space.budget import Extract

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sumspace.arrays import Integers
    from sumspace.document import Document
    from sumspace.space.budget import Budget, Window


#: Where the sections of a document come from. `auto` takes those that are given; a document without is taken whole, or
#: segmented where it allows more extracts than `_WHOLE`.
Sections = Literal["auto", "given", "segment", "none"]
_WHOLE = 10**10
#: How many additions of long numbers may be made to count extracts.
_ADDITIONS = 50_000_000
#: The extracts of a document of so many sentences are counted in 64 bits.
_SHORT = 50


@dataclass(frozen=True, eq=False)
class Space:
    """Which extracts there are: those that a budget allows of sentences of some lengths."""

    lengths: Integers
    budget: Budget

    @cached_property
    def window(self) -> Window:
        """What sentences cost, and which costs are allowed."""
        return self.budget.window(self.lengths)

    @cached_property
    def is_whole(self) -> bool:
        """Whether the document is too short to be cut: then it is its one extract."""
        return self.window.cut and int(self.window.costs.sum()) < self.window.high

    @cached_property
    def is_empty(self) -> bool:
        """Whether there is no extract at all."""
        window = self.window
        if window.cut:
            return not len(window.costs)
        if self.without_empty:
            return not (window.costs <= window.high).any()
        if window.low > window.high:
            return True
        reached, allowed = 1, (1 << (window.high + 1)) - 1  # a bit for each cost
        for cost in window.costs.tolist():
            reached |= (reached << cost) & allowed
        return not reached >> window.low

    @cached_property
    def size(self) -> int:
        """The number of extracts, exactly."""
        window = self.window
        if self.is_whole or window.low > window.high:
            return int(self.is_whole)
        whole, cut = self.ways
        return sum((cut if window.cut else whole)[window.low :]) - self.without_empty

    @cached_property
    def ways(self) -> tuple[list[int], list[int]]:
        """In how many ways sentences have each cost up to the highest: whole ones, and with one of them cut."""
        window, points = self.window, np.arange(self.window.high + 1)
        numbers = Counter(window.costs.tolist())
        additions = len(points) * sum(min(number, window.high // max(cost, 1)) for cost, number in numbers.items())
        if additions > _ADDITIONS:
            raise TooLargeError(
                f"allows too many extracts to be counted: of {len(window.costs):,} sentences, up to {window.high:,} "
                f"{self.budget.unit}; use a smaller budget"
            )
        # Numbers that 64 bits may not hold are Python's.
        whole, cut = np.zeros((2, len(points)), np.int64 if len(window.costs) <= _SHORT else object)
        whole[0] = 1
        for cost, number in sorted(numbers.items()):
            checkpoint()
            if window.cut:  # one of these sentences is cut, and some of the others are whole
                running = np.append(0, np.cumsum(whole))
                last = running[points] - running[np.maximum(points - cost, 0)]
                cut = _with_some(cut, cost, number) + number * _with_some(last, cost, number - 1)
            whole = _with_some(whole, cost, number)
        return whole.tolist(), cut.tolist()

    @property
    def without_empty(self) -> bool:
        """Whether the empty set has an allowed cost and is still no extract."""
        return self.window.low == 0 and not self.window.empty

    def written(self, extract: Extract) -> Extract:
        """Return an extract as it is written: in the order of the document, the last one last where that is cut."""
        if not self.window.cut or self.is_whole:
            return Extract(tuple(sorted(extract.sentences)), extract.words)
        *others, last = extract.sentences
        return Extract((*sorted(others), last), extract.words)


def _with_some(ways: NDArray[Any], cost: int, number: int) -> NDArray[Any]:
    """Return the ways to have each cost when any of so many sentences, which cost the same, may join.

    They are multiplied by (1 + x^cost)^number, whose coefficients are binomial.
    """
    joined: NDArray[Any] = ways * 2**number if cost == 0 else ways.copy()
    if cost == 0:
        return joined
    for some in range(1, min(number, (len(ways) - 1) // cost) + 1):
        joined[some * cost :] += comb(number, some) * ways[: len(ways) - some * cost]
    return joined


@dataclass(frozen=True, slots=True)
class Part:
    """Some neighbouring sentences of a document and their share of the budget; None where the share is nothing."""

    first: int
    last: int
    budget: Budget | None

    @property
    def slice(self) -> slice:
        """Where its sentences stand in the document."""
        return slice(self.first, self.last)


def divide(document: Document, sections: Sections, budget: Budget) -> list[Part]:
    """Divide a document, and the budget among its sections in proportion to their words (Ceylan 2010, section 4)."""
    whole = [Part(0, len(document.sentences), budget)]
    if sections == "none" or (sections == "auto" and not budget.divisible):
        return whole
    starts = document.section_starts if sections in ("auto", "given") else []
    if sections == "segment" or (
        sections == "auto" and len(starts) < 2 and Space(document.lengths, budget).size > _WHOLE
    ):
        starts = document.segments()
    if len(starts) < 2:
        return whole
    bounds = list(pairwise([*starts, len(document.sentences)]))
    shares = budget.share([document.lengths[first:last] for first, last in bounds])
    return [Part(first, last, share) for (first, last), share in zip(bounds, shares, strict=True)]
