"""What an answerer of multiple-choice questions is, and which there are."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, ClassVar

from sumspace.registry import Registry

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sumspace.text.profile import Profile


class Answerer(ABC):
    """A program that reads a text and picks one of the choices of a question about it."""

    #: A line of explanation, and where it comes from.
    title: ClassVar[str]
    paper: ClassVar[str]

    @abstractmethod
    def answer(self, sentences: Sequence[str], question: str, choices: Sequence[str], profile: Profile) -> int:
        """Return the place, counted from 0, of the choice that answers the question; there may be no sentences.

        The profile says how texts are cut into words, for answerers that look at words.
        """


ANSWERERS: Registry[type[Answerer]] = Registry("answerer", "sumspace.measures.answerers")
