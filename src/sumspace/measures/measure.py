"""What a measure is, and how its name is read."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from difflib import get_close_matches
from typing import TYPE_CHECKING, ClassVar, Literal

import numpy as np

from sumspace.errors import SettingError, UnknownNameError
from sumspace.registry import Registry

if TYPE_CHECKING:
    import re
    from collections.abc import Iterable, Iterator, Sequence

    from numpy.typing import NDArray

    from sumspace.measures.batch import Batch
    from sumspace.measures.pair import Pair

__all__ = [
    "MEASURES", "NO_REFERENCES", "Bound", "Measure", "Part", "Scores", "check_score", "parse_measure", "usual_measures",
]  # fmt: skip

Part = Literal["recall", "precision", "f1"]
#: What a document lacks that measures by references cannot do without.
NO_REFERENCES = "has no references to score its summaries against"
#: Texts that are scored in a system's place.
Bound = Literal["full text", "human abstract", "random extract", "nothing"]


@dataclass(frozen=True, slots=True)
class Scores:
    """Recall, precision and F of every pair of a batch; not a number where a measure is not defined."""

    recall: NDArray[np.float64]
    precision: NDArray[np.float64]
    f1: NDArray[np.float64]

    @classmethod
    def single(cls, values: NDArray[np.float64]) -> Scores:
        """Take the values of a measure that has one only, which then stands in all three places."""
        return cls(values, values, values)

    def take(self, places: NDArray[np.int64]) -> Scores:
        """Return the scores of some pairs."""
        return Scores(self.recall[places], self.precision[places], self.f1[places])

    def spread(self, defined: NDArray[np.bool_]) -> Scores:
        """Put the scores where a measure is defined, and not a number elsewhere."""
        parts = []
        for part in (self.recall, self.precision, self.f1):
            spread = np.full(len(defined), np.nan)
            spread[defined] = part
            parts.append(spread)
        return Scores(*parts)


class Measure(ABC):
    """A measure is an immutable value: `parse_measure(str(measure)) == measure`."""

    #: How its names are written, for help and error messages.
    usage: ClassVar[str]
    #: A line of explanation, and where it comes from.
    title: ClassVar[str]
    paper: ClassVar[str]
    #: The values of it that are looked at where nobody says which.
    usual: ClassVar[tuple[str, ...]] = ()
    #: What its names look like; the groups go to `from_match`.
    pattern: ClassVar[re.Pattern[str]]
    #: Whether it looks at sentences, so that raw summaries must be split.
    by_sentence: ClassVar[bool] = False
    #: Whether extracts can be scored by its recall alone.
    only_recall: ClassVar[bool] = False
    #: The part of its scores that stands for it when measures are compared.
    main: ClassVar[Part] = "f1"
    #: Whether it has one value, without a recall and a precision of its own.
    has_one_value: ClassVar[bool] = False
    #: Why there may be no value although nothing is lacking, as what follows the document's name.
    no_value: ClassVar[str] = "has no value on it"
    #: Whether averages are those of the program that the profile follows.
    averaged_by_program: ClassVar[bool] = False
    #: Whether it looks at all documents of a corpus together.
    of_whole_corpus: ClassVar[bool] = False
    #: Whether any text can be scored by it, and not only what people have annotated.
    of_any_text: ClassVar[bool] = True
    #: What else is scored beside the systems, so that one sees how much and how little is possible.
    bounds: ClassVar[tuple[Bound, ...]] = ()

    @classmethod
    @abstractmethod
    def from_match(cls, match: re.Match[str]) -> Measure:
        """Make the measure that a name stands for."""

    @abstractmethod
    def __str__(self) -> str:
        """Return the name."""

    def lacks(self, pair: Pair) -> str:
        """Say why the measure is not defined for a pair, as what follows the document's name; nothing where it is."""
        return "" if pair.references else NO_REFERENCES

    @abstractmethod
    def evaluate(self, batch: Batch) -> Scores:
        """Score every pair of the batch; the measure is defined for all of them."""

    def units(self, tokens: Sequence[int]) -> Iterator[tuple[int, tuple[int, ...]]]:  # noqa: ARG002
        """Yield what the measure counts in one sentence, each with the number of tokens after which it is complete."""
        raise SettingError(
            f"{self} does not count units, which a space needs; use rouge-1, rouge-2, rouge-su4 or the like"
        )

    @property
    def counts_units(self) -> bool:
        """Whether it counts units of one kind, so that all extracts of a space can be counted by it."""
        try:
            self.units(())
        except SettingError:
            return False
        return True

    def models(self, sentences: Sequence[Sequence[int]]) -> Iterable[Sequence[Sequence[int]]]:
        """Say which sentences of a reference hold counts of their own: all of them together, or some by some."""
        return (sentences,)


MEASURES: Registry[type[Measure]] = Registry("measure", "sumspace.measures")


def usual_measures() -> list[Measure]:
    """Return every measure there is, each with its usual values."""
    return [parse_measure(name) for family in MEASURES for name in MEASURES[family].usual]


def parse_measure(name: str) -> Measure:
    """Return the measure of this name.

    >>> parse_measure("rouge-2")
    RougeN(n=2)
    """
    for family in MEASURES.likely(name.strip().lower()):
        match = family.pattern.fullmatch(name.strip().lower())
        if match:
            return family.from_match(match)
    usages = [MEASURES[family].usage for family in MEASURES]
    raise UnknownNameError("measure", name, [usage for usage in usages if _alike(name.lower(), usage)] or usages)


def _alike(name: str, usage: str) -> bool:
    """Tell whether a name that is not known may have been meant for one of these."""
    stem, stems = name.partition("(")[0], [one.partition("(")[0] for one in usage.split(", ")]
    return bool(stem and (get_close_matches(stem, stems) or any(one.startswith(stem) for one in stems)))


def check_score(measures: Iterable[Measure], score: str) -> None:
    """Refuse to score extracts by what a measure does not have there."""
    for measure in measures:
        if measure.only_recall and score != "recall":
            raise SettingError(f"{measure} is a recall, and extracts have no {score} on it; use --score recall")
