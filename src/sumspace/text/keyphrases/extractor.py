"""What a key phrase extractor is, and which there are."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from sumspace.registry import Registry

if TYPE_CHECKING:
    from sumspace.text.keyphrases.wording import Wording

__all__ = ["EXTRACTORS", "KeyphraseExtractor", "Phrase"]


@dataclass(frozen=True, slots=True)
class Phrase:
    """A key phrase: as a reader would write it, in lower case; the stems of its words; and what it is worth."""

    text: str
    stems: tuple[str, ...]
    score: float


class KeyphraseExtractor(ABC):
    """An extractor is an immutable value that finds the phrases which characterize a text."""

    #: A line of explanation, and where it comes from.
    title: ClassVar[str]
    paper: ClassVar[str]
    #: Whether it wants part-of-speech tags, for which another package is needed.
    needs_tags: ClassVar[bool] = False

    @abstractmethod
    def extract(self, text: Wording) -> list[Phrase]:
        """Return all phrases that can be had, the best first, no two with the same stems; none for an empty text.

        Whoever wants the best n takes the first n. Ties are broken by what comes first in the text.
        """


EXTRACTORS: Registry[type[KeyphraseExtractor]] = Registry("key phrase extractor", "sumspace.text.keyphrases")
