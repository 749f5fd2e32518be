"""A document as summarizers see it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["Article"]


@dataclass(frozen=True, slots=True)
class Article:
    """A document whose words are numbers: those with the same stem have the same, and stop words are left out."""

    #: The content words of every sentence; a sentence may have none.
    sentences: Sequence[Sequence[int]]
    #: The sentences as they are written, for those who look at more than content words; empty where nobody gave them.
    texts: Sequence[str] = ()
    #: The content words of the title.
    title: Sequence[int] = ()
    #: Which sentences begin a section, or a document of several.
    starts: Sequence[int] = (0,)
    language: str = "en"

    def __len__(self) -> int:
        return len(self.sentences)
