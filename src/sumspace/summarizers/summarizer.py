"""What a summarizer is, and which there are."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, ClassVar, Literal

import numpy as np

from sumspace.errors import SettingError
from sumspace.registry import Registry

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sumspace.document import Article

__all__ = ["NEAR", "SUMMARIZERS", "Summarizer", "Unit", "by_score", "parse_summarizer"]

#: What the length of a summary is told in.
Unit = Literal["words", "sentences"]
#: Scores nearer than this are ties.
NEAR = 1e-9


class Summarizer(ABC):
    """A summarizer is an immutable value that orders the sentences of a document."""

    #: A line of explanation, and where it comes from.
    title: ClassVar[str]
    paper: ClassVar[str]

    @abstractmethod
    def rank(self, article: Article, seed: int = 0) -> list[int]:
        """Return the indices of all sentences, the most wanted first; the same seed gives the same order."""

    @property
    def about(self) -> str:
        """What is to be known of it, for one that has learned."""
        return ""

    @property
    def how(self) -> str:
        """How it goes about, where that was decided for the text."""
        return ""

    def fit(self, article: Article, size: int, unit: Unit, seed: int = 0) -> Summarizer:  # noqa: ARG002
        """Return the summarizer for this text and a summary of about this length; most are the same for all."""
        return self

    @classmethod
    def with_option(cls, option: str) -> Summarizer:
        """Return the summarizer with what stands in parentheses behind its name."""
        raise SettingError(f"{cls.__name__} is a summarizer without options, so ({option}) says nothing to it")


SUMMARIZERS: Registry[type[Summarizer]] = Registry(
    "summarizer", "sumspace.summarizers", {"callisto": "sumspace.summarizers.callisto.summarizer"}
)


def parse_summarizer(text: str) -> Summarizer:
    """Return the summarizer of this name, which may have an option behind it, as callisto(FILE) has."""
    name, parenthesis, option = text.strip().partition("(")
    if parenthesis and not option.endswith(")"):
        raise SettingError(f"an option of a summarizer stands in parentheses, as in callisto(FILE), not {text!r}")
    kind = SUMMARIZERS[name.strip()]
    return kind.with_option(option[:-1].strip()) if parenthesis else kind()


def by_score(scores: NDArray[np.float64]) -> list[int]:
    """Rank sentences by their scores, the highest first.

    Scores that differ by no more than rounding count as equal, and the earlier sentence comes first.

    >>> by_score(np.array([1.0, 2.0, 1.0 + 1e-15]))
    [1, 0, 2]
    """
    order = np.argsort(-scores, kind="stable")
    ties = np.cumsum(np.diff(scores[order], prepend=scores[order[:1]]) < -NEAR)
    ranked: list[int] = order[np.lexsort((order, ties))].tolist()
    return ranked
