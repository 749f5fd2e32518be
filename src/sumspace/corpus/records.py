"""Records, the places they come from, and the columns of other people's tables that they are made of."""

from __future__ import annotations

import errno
import json
import math
import os
from collections.abc import Callable, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from sumspace.errors import CorpusError, Problem

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from os import PathLike


T = TypeVar("T")
#: Is told the share of the work that is done.
Progress = Callable[[float], None]

#: The fields in which a number may be missing: null and not a number mean the same there.
MISSABLE = ("judgements", "judgement_raters", "reference_judgements", "scores")
#: Whole numbers have as many digits at most: Python reads no more by itself, and many more take minutes to read.
MOST_DIGITS = 4_300
#: How pandas calls the types of what is missing; numbers that are missing are NaN.
_MISSING = ("NAType", "NaTType")


@dataclass(frozen=True, slots=True)
class Record:
    """One JSON object and where it stands."""

    data: dict[str, Any]
    file: str
    line: int | None = None
    #: All columns of the table that it is a row of, also those in which it has nothing.
    names: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Columns:
    """Which columns of a table in another format hold what; unset ones are found by our own names."""

    id: str = ""
    text: str = ""
    references: tuple[str, ...] = ()
    systems: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return bool(self._all())

    def _all(self) -> list[str]:
        return [column for column in (self.id, self.text, *self.references, *self.systems) if column]

    def missing(self, names: Iterable[str]) -> str:
        """Name a chosen column that is not among these, if there is one."""
        return next((column for column in self._all() if column not in names), "")

    def rename(self, row: dict[str, Any], number: int) -> dict[str, Any]:
        """Turn a row into a record; rows without an id are numbered."""
        used = {*self._all(), "id"}
        data = {name: value for name, value in row.items() if name not in used}
        if self.text:
            data |= _body(row[self.text])
        if self.references:
            data["references"] = [r for column in self.references for r in _references(column, row[column])]
        if self.systems:
            data["systems"] = {column: _body(row[column]) for column in self.systems}
        name = row.get(self.id or "id")
        return {"id": name if isinstance(name, str) else str(number if name is None else name), **data}


def _references(column: str, value: Any) -> list[dict[str, Any]]:
    """Return the references in a cell: one text, or a list of them."""
    texts = value if isinstance(value, list) else [value]
    ids = [column] if len(texts) == 1 else [f"{column}.{number + 1}" for number in range(len(texts))]
    return [{"id": id_, **_body(text)} for id_, text in zip(ids, texts, strict=True)]


def _body(value: Any) -> dict[str, Any]:
    return {"sentences" if isinstance(value, list) else "text": value}


def choose(data: dict[str, Any], columns: Columns | None, file: str, line: int | None = None) -> Record | Problem:
    """Make a record of a JSON object, with the fields that are chosen; one alone is number 1."""
    if columns:
        missing = columns.missing(data)
        if missing:
            return Problem(file, f"there is no such field; there are: {', '.join(data)}", line, missing)
        data = columns.rename(data, line or 1)
    return Record(data, file, line)


def watched(items: Iterable[T], total: int, progress: Progress | None) -> Iterator[T]:
    """Pass items on, and tell the share that is done, where the number of all is known."""
    for done, item in enumerate(items, start=1):
        yield item
        if progress and total:
            progress(done / total)


def parse_json(text: str) -> Any:
    """Read JSON as fast as it is long; numbers that cannot be kept are infinite, and refused by the schema."""
    return json.loads(text, parse_int=_whole_number)


def _whole_number(digits: str) -> float:
    return int(digits) if len(digits) <= MOST_DIGITS else math.inf


def as_json(value: Any) -> Any:
    """Make JSON of a value: arrays and tuples become lists, and what is missing, or not a number, null.

    Bytes and infinite numbers, which are not missing, are left to the schema.
    """
    if value is None or isinstance(value, str | int | bytes):
        return value
    if isinstance(value, float):
        return None if math.isnan(value) else value
    if isinstance(value, Mapping):
        return {str(key): as_json(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [as_json(item) for item in value]
    if hasattr(value, "tolist") and not isinstance(value, type):
        plain = value.tolist()
        return str(value) if type(plain) is type(value) else as_json(plain)
    return None if type(value).__name__ in _MISSING else str(value)


def existing(name: str | PathLike[str]) -> Path:
    """Return the path of a file or folder that is there, or say what is wrong with it."""
    try:
        os.stat(name)  # noqa: PTH116 - an empty path is none, not the folder we are in
        return Path(name)
    except (OSError, TypeError, ValueError) as error:
        raise unreadable(str(name), error) from None


def unreadable(file: str, error: Exception) -> CorpusError:
    """Make the error for a file that the system does not let us read."""
    if isinstance(error, FileNotFoundError):
        return CorpusError(Problem(file, "there is no such file; check the path"))
    if isinstance(error, OSError) and error.errno == errno.ENAMETOOLONG:
        return CorpusError(Problem(f"{file[:40]}…", 'is too long for a path; a text is given as {"text": "…"}'))
    return CorpusError(Problem(file, f"cannot be read: {getattr(error, 'strerror', None) or error}"))


@contextmanager
def reading(file: str | Path) -> Iterator[None]:
    """Say in plain words what the system does not let us read."""
    try:
        yield
    except OSError as error:
        raise unreadable(str(file), error) from None


def read_text(path: Path) -> str:
    """Read a whole text file, or say what is wrong with it."""
    try:
        with reading(path):
            return path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        message = f"not UTF-8 (byte {error.object[error.start]:#04x} at {error.start}); save it as UTF-8"
        raise CorpusError(Problem(str(path), message)) from None
