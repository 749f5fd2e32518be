"""Records, the places they come from, and the columns of other people's tables that they are made of."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sumspace.errors import CorpusError, Problem

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

__all__ = ["Columns", "Progress", "Record", "choose", "read_text", "unreadable"]

#: Is told the share of the work that is done.
Progress = Callable[[float], None]


@dataclass(frozen=True, slots=True)
class Record:
    """One JSON object and where it stands."""

    data: dict[str, Any]
    file: str
    line: int | None = None


@dataclass(frozen=True, slots=True)
class Columns:
    """Which columns of somebody else's table hold what; unset ones are found by our own names."""

    id: str = ""
    text: str = ""
    references: tuple[str, ...] = ()
    systems: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.id or self.text or self.references or self.systems)

    def missing(self, names: Iterable[str]) -> str:
        """Name a chosen column that is not among these, if there is one."""
        return next((column for column in self._all() if column not in names), "")

    def rename(self, row: dict[str, Any], number: int) -> dict[str, Any]:
        """Turn a row into a record; rows without an id are numbered."""
        used = {*self._all(), "id"}
        data = {name: value for name, value in row.items() if name not in used}
        if self.text:
            text = row[self.text]
            data["sentences" if isinstance(text, list) else "text"] = text
        if self.references:
            data["references"] = [
                {"id": column if count == 1 else f"{column}.{i + 1}", **_summary(value)}
                for column in self.references
                for count, values in [_several(row[column])]
                for i, value in enumerate(values)
            ]
        if self.systems:
            data["systems"] = {column: _summary(row[column]) for column in self.systems}
        name = row.get(self.id or "id")
        return {"id": name if isinstance(name, str) else str(number if name is None else name), **data}

    def _all(self) -> list[str]:
        return [column for column in (self.id, self.text, *self.references, *self.systems) if column]


def choose(data: dict[str, Any], columns: Columns | None, file: str, line: int | None = None) -> Record | Problem:
    """Make a record of a JSON object, with the fields that are chosen from somebody else's; one alone is number 1."""
    if columns:
        missing = columns.missing(data)
        if missing:
            return Problem(file, f"there is no such field; there are: {', '.join(data)}", line, missing)
        data = columns.rename(data, line or 1)
    return Record(data, file, line)


def _several(value: Any) -> tuple[int, list[Any]]:
    """Return how many references a column holds, and which: one text, or a list of them."""
    values = value if isinstance(value, list) else [value]
    return len(values), values


def _summary(value: Any) -> dict[str, Any]:
    return {"sentences" if isinstance(value, list) else "text": value}


def unreadable(file: str, error: OSError) -> CorpusError:
    """Make the error for a file that the system does not let us read."""
    if isinstance(error, FileNotFoundError):
        return CorpusError(Problem(file, "there is no such file; check the path"))
    return CorpusError(Problem(file, f"cannot be read: {error.strerror or error}"))


def read_text(path: Path) -> str:
    """Read a whole text file, or say what is wrong with it."""
    try:
        return path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise unreadable(str(path), error) from None
    except UnicodeDecodeError as error:
        message = f"not UTF-8 (byte {error.object[error.start]:#04x} at {error.start}); save it as UTF-8"
        raise CorpusError(Problem(str(path), message)) from None
