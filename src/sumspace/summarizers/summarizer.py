"""What a summarizer is, and which there are."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, ClassVar

from sumspace.registry import Registry

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["SUMMARIZERS", "Summarizer"]


class Summarizer(ABC):
    """A summarizer is an immutable value that orders the sentences of a document."""

    #: A line of explanation, and where it comes from.
    title: ClassVar[str]
    paper: ClassVar[str]

    @abstractmethod
    def rank(self, sentences: Sequence[Sequence[int]], seed: int = 0) -> list[int]:
        """Return the indices of all sentences, the most wanted first; the same seed gives the same order.

        A sentence is the numbers of its tokens; it may be empty.
        """


SUMMARIZERS: Registry[type[Summarizer]] = Registry("summarizer", "sumspace.summarizers")
