"""Budgets: which sets of sentences are allowed as extracts."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar, Literal

import numpy as np

from sumspace.errors import SettingError
from sumspace.spec import build, parse_spec, spec_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sumspace.arrays import Integers

__all__ = ["BUDGETS", "AtMost", "Budget", "Exactly", "Extract", "Reach", "UpTo", "Window", "Within", "parse_budget"]


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


class Budget(ABC):
    """A budget is an immutable value: `parse_budget(str(budget)) == budget`."""

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
    size: int

    @abstractmethod
    def window(self, lengths: Integers) -> Window:
        """Say what sentences of these lengths cost and which costs are allowed."""

    def __str__(self) -> str:
        return str(spec_of(self.name, self, positional=1))

    @property
    def most_words(self) -> int | None:
        """The most words that an extract can have; None where words are not counted."""
        return self.size if self.unit == "words" else None

    def sized(self, size: int) -> Budget:
        """Return the same budget with another size."""
        return replace(self, size=size)  # type: ignore[type-var]

    def share(self, sections: Sequence[Integers]) -> list[Budget | None]:
        """Divide it among sections, given by the lengths of their sentences, in proportion to their words.

        A section whose share is nothing gets None.
        """
        if not self.divisible:
            raise SettingError(
                f"{self} cannot be divided among {len(sections)} sections; use another budget, or --sections none"
            )
        parts = proportional(self.size, [int(lengths.sum()) for lengths in sections])
        return [self.sized(part) if part else None for part in parts]

    def fill(self, ranked: Sequence[int], lengths: Integers) -> Extract | None:
        """Take sentences as they are ranked while they fit; None where that leads to no extract of the space."""
        window = self.window(lengths)
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
        allowed = (taken or window.empty) and (cost >= window.low or window.cut)
        return Extract(tuple(taken)) if allowed else None


@dataclass(frozen=True)
class _Sized(Budget):
    size: int

    def __post_init__(self) -> None:
        if self.size < 1:
            raise SettingError(f"a budget must allow something: {self}")


@dataclass(frozen=True)
class Reach(_Sized):
    """Sentences until L words are reached, the last one cut so that there are exactly L (Ceylan 2010, section 5).

    Every pair of a set and a last sentence counts once. A document that is shorter has one extract: itself.
    """

    name: ClassVar[str] = "reach"
    usage: ClassVar[str] = "reach(L)"
    example: ClassVar[str] = "reach(100)"
    title: ClassVar[str] = "sentences until L words are reached, the last one cut"
    paper: ClassVar[str] = "Ceylan 2010"
    cuts: ClassVar[bool] = True

    def window(self, lengths: Integers) -> Window:
        return Window(lengths, self.size, self.size, cut=True)


@dataclass(frozen=True)
class AtMost(_Sized):
    """Every set of sentences, but for the empty one, of at most L words (Hirao 2017)."""

    name: ClassVar[str] = "at_most"
    usage: ClassVar[str] = "at_most(L)"
    example: ClassVar[str] = "at_most(100)"
    title: ClassVar[str] = "every set of sentences of at most L words"
    paper: ClassVar[str] = "Hirao 2017"
    allows_empty_sections: ClassVar[bool] = True

    def window(self, lengths: Integers) -> Window:
        return Window(lengths, 0, self.size, empty=False)

    def share(self, sections: Sequence[Integers]) -> list[Budget | None]:
        return [part and _PartOfAtMost(part.size) for part in super().share(sections)]


class _PartOfAtMost(AtMost):
    """The share of one section: it may stay empty, if only some other does not."""

    def window(self, lengths: Integers) -> Window:
        return Window(lengths, 0, self.size)


@dataclass(frozen=True)
class Within(_Sized):
    """Every set of sentences whose length differs from L by at most t words (Lin & Hovy 2003)."""

    tolerance: int = 5
    name: ClassVar[str] = "within"
    usage: ClassVar[str] = "within(L, t)"
    example: ClassVar[str] = "within(100, 5)"
    title: ClassVar[str] = "every set of sentences of L words, give or take t"
    paper: ClassVar[str] = "Lin & Hovy 2003"
    divisible: ClassVar[bool] = False

    def __str__(self) -> str:
        return str(spec_of(self.name, self, positional=2))

    @property
    def most_words(self) -> int | None:
        return self.size + self.tolerance

    def window(self, lengths: Integers) -> Window:
        return Window(lengths, max(self.size - self.tolerance, 0), self.size + self.tolerance)


@dataclass(frozen=True)
class Exactly(_Sized):
    """Every set of k sentences (Donaway 2000)."""

    name: ClassVar[str] = "exactly"
    usage: ClassVar[str] = "exactly(k)"
    example: ClassVar[str] = "exactly(3)"
    title: ClassVar[str] = "every set of k sentences"
    paper: ClassVar[str] = "Donaway 2000"
    unit: ClassVar[Literal["words", "sentences"]] = "sentences"

    def window(self, lengths: Integers) -> Window:
        return Window(np.ones_like(lengths), self.size, self.size)

    def share(self, sections: Sequence[Integers]) -> list[Budget | None]:
        words, sentences = [int(lengths.sum()) for lengths in sections], [len(lengths) for lengths in sections]
        return [Exactly(part) if part else None for part in proportional(self.size, words, sentences)]


@dataclass(frozen=True)
class UpTo(_Sized):
    """Every set of sentences, but for the empty one, of at most k: what extractive models are mostly trained on."""

    name: ClassVar[str] = "up_to"
    usage: ClassVar[str] = "up_to(k)"
    example: ClassVar[str] = "up_to(3)"
    title: ClassVar[str] = "every set of at most k sentences"
    paper: ClassVar[str] = "Nallapati 2017"
    unit: ClassVar[Literal["words", "sentences"]] = "sentences"
    divisible: ClassVar[bool] = False

    def window(self, lengths: Integers) -> Window:
        return Window(np.ones_like(lengths), 0, self.size, empty=False)


BUDGETS: tuple[type[_Sized], ...] = (Reach, AtMost, Within, Exactly, UpTo)


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
