"""All errors and warnings of sumspace.

SumspaceError
├── CorpusError      a corpus cannot be read: file, line, field and what to do
├── UnknownNameError a measure, profile or other name that is not registered
├── SettingError     an option with a value that cannot be used
│   └── NothingToDoError  no document can be processed
├── TooLargeError    a document that is too large for the method that was asked for
├── NotDefinedError  a measure that is not defined for a document, or for any
├── CardError        a CUDA card that does not do what it should
└── OutputError      a result cannot be written

Warnings: StoppedEarly (results are not those of the whole corpus), UnmatchedScores (some external scores belong to no
summary), MissingCharts (some charts of a report are missing), LostTokens (the profile loses letters of the texts).
CorpusNote says which columns or files of a corpus in another format were taken, or which field is probably misspelt.
"""

from __future__ import annotations

import copyreg
import re
from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable


#: The exit code after an interrupt.
INTERRUPTED = 130
#: No message is longer, and no name without spaces, or path, that one quotes: ids can be texts of any length.
_LONGEST, _LONGEST_NAME = 1_500, 300
_LONG_NAME = re.compile(rf"\S{{{_LONGEST_NAME + 1},}}")


def shortened(text: str) -> str:
    """Leave out the middle of a message that is too long, and of long names in it.

    >>> len(shortened("there is no document " + "x" * 1_000_000)), shortened("a name")
    (321, 'a name')
    """
    if len(text) <= _LONGEST_NAME:
        return text
    return _without_middle(_LONG_NAME.sub(lambda name: _without_middle(name[0], _LONGEST_NAME), text), _LONGEST)


def _without_middle(text: str, longest: int) -> str:
    half = longest // 2
    return text if len(text) <= longest else f"{text[:half]}…{text[len(text) - longest + half + 1 :]}"


def on_one_line(text: str) -> str:
    """Write line breaks and other characters that do not print as escapes."""
    return "".join(letter if letter.isprintable() else repr(letter)[1:-1] for letter in text)


class SumspaceError(Exception):
    """An error whose message is meant for the user; the command line prints it and exits with 2."""

    def __init__(self, message: str = "") -> None:
        super().__init__(shortened(message))

    def __reduce__(self) -> tuple[Any, ...]:
        """Be pickled as message and attributes: what `__init__` makes the message of is no longer there."""
        make: Any = vars(copyreg)["__newobj__"]  # of which type checkers know nothing
        return make, (type(self), *self.args), self.__dict__ or None


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong with a corpus, and where."""

    file: str
    message: str
    line: int | None = None
    field: str = ""

    def __post_init__(self) -> None:
        for name in ("file", "message", "field"):
            object.__setattr__(self, name, shortened(getattr(self, name)))

    def __str__(self) -> str:
        place = self.file if self.line is None else f"{self.file}:{self.line}"
        return on_one_line(": ".join(part for part in (place, self.field, self.message) if part))


class CorpusError(SumspaceError):
    """A corpus that cannot be read."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(str(problem))
        self.problem = problem


class UnknownNameError(SumspaceError):
    """A name that is not registered; the message lists the names there are."""

    def __init__(self, kind: str, name: str, known: Iterable[str]) -> None:
        super().__init__(f"unknown {kind} {name!r}; there are: {', '.join(known)}")


class SettingError(SumspaceError):
    """An option with a value that cannot be used."""


#: No number that an option takes is larger, be it one of words, sentences, draws or seconds.
LARGEST = 10**9


def check_size(name: str, value: float) -> None:
    """Refuse a number that is larger than that of any option.

    >>> check_size("--most", 10**20)
    Traceback (most recent call last):
        ...
    sumspace.errors.SettingError: --most is at most 1,000,000,000, not 1.00e+20
    """
    if not abs(value) <= LARGEST:
        shown = f"{value:,}" if isinstance(value, int) and abs(value) < 10**15 else f"{Decimal(value):.2e}"
        raise SettingError(f"{name} is at most {LARGEST:,}, not {shown}")


class NothingToDoError(SettingError):
    """No document of a corpus, or of a part of one, can be processed."""


class TooLargeError(SumspaceError):
    """A document that is too large for the method that was asked for; the message continues its id."""


class NotDefinedError(SumspaceError):
    """A measure is not defined for a document, or for any."""


class CardError(SumspaceError):
    """A CUDA card that does not do what it should; the message says why."""


class OutputError(SumspaceError):
    """A result that cannot be written."""


class CorpusNote(UserWarning):
    """Which columns or files of a corpus that is not in our format were taken, or which field is probably misspelt."""


class MissingCharts(UserWarning):
    """Some charts of a report are missing; the message names them."""


class LostTokens(UserWarning):
    """The profile loses letters of the texts; the message names one that keeps them."""


class StoppedEarly(UserWarning):
    """An interrupt or an error ended the work before the end of the corpus; what was finished is there."""


class UnmatchedScores(UserWarning):
    """Some external scores belong to no summary of the corpus; the message counts and names them."""
