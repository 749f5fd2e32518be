"""Budgets: which sets of sentences are allowed as extracts."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING, ClassVar, Literal

import numpy as np

from sumspace.errors import SettingError
from sumspace.spec import build, parse_spec, spec_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sumspace.arrays import Integers


@dataclass(frozen=True, slots=True)
class Window:
    """What a budget makes of a document: what each sentence costs, and which costs are allowed."""

    costs: Integers
    low: int
    high: int
    #: Whether the last sentence is cut so that an extract costs exactly `high`.
    cut: bool = False
    #: Whether the set of no sentences is an extract, where its cost is allowed.
    empty: bool = True

    def __post_init__(self) -> None:
        if not self.cut:  # no set costs more than all sentences, and tables go up to the highest cost
            object.__setattr__(self, "high", min(self.high, int(self.costs.sum())))

    @property
    def most_sentences(self) -> int:
        """The most sentences that an extract can have."""
        return int((np.cumsum(np.sort(self.costs)) <= self.high).sum()) + self.cut


@dataclass(frozen=True, slots=True)
class Extract:
    """Sentences in the order in which they were taken; `words` of the last one are kept, or all of it."""

    sentences: tuple[int, ...]
    words: int | None = None


@dataclass(frozen=True)
class Budget(ABC):
    """A budget is an immutable value: `parse_budget(str(budget)) == budget`."""

    size: int

    name: ClassVar[str]
    #: How it is written, an example, a line of explanation, and where it comes from.
    usage: ClassVar[str]
    example: ClassVar[str]
    title: ClassVar[str]
    paper: ClassVar[str]
    #: What its size is counted in.
    unit: ClassVar[Literal["words", "sentences"]] = "words"
    #: Whether the last sentence is cut so that every extract has just that size.
    cuts: ClassVar[bool] = False
    #: Whether sections can have a share of it, and whether some of them may then stay empty, if only not all do.
    divisible: ClassVar[bool] = True
    allows_empty_sections: ClassVar[bool] = False

    def __post_init__(self) -> None:
        if self.size < 1:
            raise SettingError(f"a budget must allow something: {self}")

    @abstractmethod
    def window(self, lengths: Integers) -> Window:
        """Say what sentences of these lengths cost and which costs are allowed."""

    def __str__(self) -> str:
        return str(spec_of(self.name, self, positional=len(fields(self))))

    @property
    def most_words(self) -> int | None:
        """The most words that an extract can have; None where words are not counted."""
        return self.size if self.unit == "words" else None

    def share(self, sections: Sequence[Integers]) -> list[Budget | None]:
        """Divide it among sections, given by the lengths of their sentences, in proportion to their words.

        A section whose share is nothing gets None.
        """
        if not self.divisible:
            raise SettingError(
                f"{self} cannot be divided among {len(sections)} sections; use another budget, or --sections none"
            )
        most = [len(lengths) for lengths in sections] if self.unit == "sentences" else None
        parts = proportional(self.size, [int(lengths.sum()) for lengths in sections], most)
        return [replace(self, size=part) if part else None for part in parts]

    def fill(self, ranked: Sequence[int], lengths: Integers) -> Extract | None:
        """Take sentences as they are ranked while they fit; None where that leads to no extract of the space."""
        window = self.window(lengths)
        least = int(window.costs.min(initial=window.high))
        taken: list[int] = []
        cost = 0
        for sentence in ranked:
            if window.low and cost >= window.low:
                break
            if cost + window.costs[sentence] <= window.high:
                taken.append(sentence)
                cost += int(window.costs[sentence])
            elif window.cut:
                return Extract((*taken, sentence), window.high - cost)
            elif cost + least > window.high:
                break
        allowed = (taken or window.empty) and (cost >= window.low or window.cut)
        return Extract(tuple(taken)) if allowed else None


class Reach(Budget):
    """Sentences until L words are reached, the last one cut so that there are exactly L (Ceylan 2010, section 5).

    Every pair of a set and a last sentence counts once. A document that is shorter has one extract: itself.
    """

    name = "reach"
    usage = "reach(L)"
    example = "reach(100)"
    title = "sentences until L words are reached, the last one cut"
    paper = "Ceylan 2010"
    cuts = True

    def window(self, lengths: Integers) -> Window:
        return Window(lengths, self.size, self.size, cut=True)


class AtMost(Budget):
    """Every set of sentences, but for the empty one, of at most L words (Hirao 2017)."""

    name = "at_most"
    usage = "at_most(L)"
    example = "at_most(100)"
    title = "every set of sentences of at most L words"
    paper = "Hirao 2017"
    allows_empty_sections = True

    def window(self, lengths: Integers) -> Window:
        return Window(lengths, 0, self.size, empty=False)

    def share(self, sections: Sequence[Integers]) -> list[Budget | None]:
        return [part and _PartOfAtMost(part.size) for part in super().share(sections)]


class _PartOfAtMost(AtMost):
    """The share of one section: it may stay empty, if only some other does not."""

    def window(self, lengths: Integers) -> Window:
        return Window(lengths, 0, self.size)


@dataclass(frozen=True)
class Within(Budget):
    """Every set of sentences whose length differs from L by at most t words (Lin & Hovy 2003)."""

    tolerance: int = 5
    name = "within"
    usage = "within(L, t)"
    example = "within(100, 5)"
    title = "every set of sentences of L words, give or take t"
    paper = "Lin & Hovy 2003"
    divisible = False

    @property
    def most_words(self) -> int | None:
        return self.size + self.tolerance

    def window(self, lengths: Integers) -> Window:
        return Window(lengths, max(self.size - self.tolerance, 0), self.size + self.tolerance)


class Exactly(Budget):
    """Every set of k sentences (Donaway 2000)."""

    name = "exactly"
    usage = "exactly(k)"
    example = "exactly(3)"
    title = "every set of k sentences"
    paper = "Donaway 2000"
    unit = "sentences"

    def window(self, lengths: Integers) -> Window:
        return Window(np.ones_like(lengths), self.size, self.size)


class UpTo(Budget):
    """Every set of sentences, but for the empty one, of at most k: what extractive models are mostly trained on."""

    name = "up_to"
    usage = "up_to(k)"
    example = "up_to(3)"
    title = "every set of at most k sentences"
    paper = "Nallapati 2017"
    unit = "sentences"
    divisible = False

    def window(self, lengths: Integers) -> Window:
        return Window(np.ones_like(lengths), 0, self.size, empty=False)


BUDGETS: tuple[type[Budget], ...] = (Reach, AtMost, Within, Exactly, UpTo)


def parse_budget(text: str) -> Budget:
    """Read a budget as `str` prints it.

    >>> parse_budget("within(100, 5)")
    Within(size=100, tolerance=5)
    """
    *examples, last = (kind.example for kind in BUDGETS)
    wrong = SettingError(f"{text!r} is not a budget; write {', '.join(examples)} or {last}")
    try:
        spec = parse_spec(text)
    except SettingError:
        raise wrong from None
    kind = next((kind for kind in BUDGETS if kind.name == spec.name.lower()), None)
    if kind is None or not spec.arguments or any(type(size) is not int or size < 0 for size in spec.arguments):
        raise wrong
    return build("budget", kind, spec)


def proportional(size: int, lengths: Sequence[int], most: Sequence[int] | None = None) -> list[int]:
    """Divide a number in proportion to lengths, by largest remainders, the earlier one first on ties.

    No part is larger than `most` says; what that leaves over goes to the others.

    >>> proportional(10, [30, 30, 1]), proportional(4, [30, 10], [2, 9])
    ([5, 5, 0], [2, 2])
    """
    whole = sum(lengths)
    if not whole:
        return [0] * len(lengths)
    parts = [size * length // whole for length in lengths]
    remainders = [size * length % whole for length in lengths]
    for i in sorted(range(len(lengths)), key=lambda i: -remainders[i])[: size - sum(parts)]:
        parts[i] += 1
    if most is None or all(part <= limit for part, limit in zip(parts, most, strict=True)):
        return parts
    capped = [part >= limit for part, limit in zip(parts, most, strict=True)]
    left = size - sum(limit for limit, full in zip(most, capped, strict=True) if full)
    others = proportional(left, [0 if full else length for length, full in zip(lengths, capped, strict=True)], most)
    return [limit if full else part for limit, full, part in zip(most, capped, others, strict=True)]
