"""A piece of text as it was given: raw, or already in sentences."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sumspace.text import sentences as splitting

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["Passage"]


@dataclass(frozen=True, slots=True)
class Passage:
    """Raw text, or sentences that somebody else has split and that we leave as they are."""

    text: str = ""
    sentences: tuple[str, ...] | None = None

    @classmethod
    def of(cls, given: str | Sequence[str] | Passage) -> Passage:
        """Take a string as raw text and a list of strings as sentences."""
        if isinstance(given, Passage):
            return given
        return cls(text=given) if isinstance(given, str) else cls(sentences=tuple(given))

    def split(self, language: str = "en") -> tuple[str, ...]:
        """Return the sentences, splitting raw text."""
        return splitting.split(self.text, language) if self.sentences is None else self.sentences

    def lines(self) -> tuple[str, ...]:
        """Return the sentences, taking every line of raw text for one."""
        return splitting.lines(self.text) if self.sentences is None else self.sentences

    def __bool__(self) -> bool:
        """Tell whether there is anything but white space."""
        return any(part.strip() for part in ((self.text,) if self.sentences is None else self.sentences))
