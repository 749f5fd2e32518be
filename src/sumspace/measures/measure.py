"""What a measure is, and how its name is read."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from sumspace.errors import SettingError, UnknownNameError
from sumspace.registry import Registry

if TYPE_CHECKING:
    import re
    from collections.abc import Iterable, Iterator, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from sumspace.measures.batch import Batch

__all__ = ["MEASURES", "Measure", "Scores", "check_score", "parse_measure"]


@dataclass(frozen=True, slots=True)
class Scores:
    """Recall, precision and F of every pair of a batch."""

    recall: NDArray[np.float64]
    precision: NDArray[np.float64]
    f1: NDArray[np.float64]


class Measure(ABC):
    """A measure is an immutable value: `parse_measure(str(measure)) == measure`."""

    #: How its names are written, for help and error messages.
    usage: ClassVar[str]
    #: A line of explanation, and where it comes from.
    title: ClassVar[str]
    paper: ClassVar[str]
    #: What its names look like; the groups go to `from_match`.
    pattern: ClassVar[re.Pattern[str]]
    #: Whether it looks at sentences, so that raw summaries must be split.
    by_sentence: ClassVar[bool] = False
    #: Whether extracts can be scored by its recall alone.
    only_recall: ClassVar[bool] = False

    @classmethod
    @abstractmethod
    def from_match(cls, match: re.Match[str]) -> Measure:
        """Make the measure that a name stands for."""

    @abstractmethod
    def __str__(self) -> str:
        """Return the name."""

    @abstractmethod
    def evaluate(self, batch: Batch) -> Scores:
        """Score every pair of the batch."""

    def units(self, tokens: Sequence[int]) -> Iterator[tuple[int, tuple[int, ...]]]:  # noqa: ARG002
        """Yield what the measure counts in one sentence, each with the number of tokens after which it is complete."""
        raise SettingError(
            f"{self} does not count units, which a space needs; use rouge-1, rouge-2, rouge-su4 or the like"
        )

    def models(self, sentences: Sequence[Sequence[int]]) -> Iterable[Sequence[Sequence[int]]]:
        """Say which sentences of a reference hold counts of their own: all of them together, or some by some."""
        return (sentences,)


MEASURES: Registry[type[Measure]] = Registry("measure", "sumspace.measures")


def parse_measure(name: str) -> Measure:
    """Return the measure of this name.

    >>> parse_measure("rouge-2")
    RougeN(n=2)
    """
    families = [MEASURES[family] for family in MEASURES]
    for family in families:
        match = family.pattern.fullmatch(name.strip().lower())
        if match:
            return family.from_match(match)
    raise UnknownNameError("measure", name, (family.usage for family in families))


def check_score(measures: Iterable[Measure], score: str) -> None:
    """Refuse to score extracts by what a measure does not have there."""
    for measure in measures:
        if measure.only_recall and score != "recall":
            raise SettingError(f"{measure} is a recall, and extracts have no {score} on it; use --score recall")
