"""A summary and what it is judged by."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from sumspace.text.passage import sentences_in

if TYPE_CHECKING:
    from sumspace.corpus.model import Example
    from sumspace.text.passage import Passage

__all__ = ["Pair"]


@dataclass(frozen=True, slots=True)
class Pair:
    """A summary, the references it is judged by and, for measures that look at more, the example it belongs to."""

    peer: Passage
    references: tuple[Passage, ...] = ()
    example: Example | None = field(default=None, compare=False)
    #: The name under which people have judged and annotated it.
    system: str = ""
    #: The sentences of the document that it is made of, where that is known.
    given_extract: tuple[int, ...] | None = None
    #: The language of the texts, which decides where raw ones have their sentences.
    language: str = "en"
    #: What was found, once somebody has asked: several measures do, and each of them twice.
    _found: list[tuple[int, ...] | None] = field(default_factory=list, init=False, repr=False, compare=False)

    def extract(self) -> tuple[int, ...] | None:
        """Return the sentences of the document that it is made of, found by their letters where they are not given.

        None where some of it is not in the document; a summary without any text is made of none.
        """
        if self.given_extract is not None:
            return tuple(dict.fromkeys(self.given_extract))
        if not self._found:
            self._found.append(self._find())
        return self._found[0]

    def _find(self) -> tuple[int, ...] | None:
        if self.example is None:
            return None
        if not self.peer:
            return ()
        found = sentences_in(self.example.sentences(self.language), self.peer.split(self.language))
        return None if found is None else tuple(sorted(found))
