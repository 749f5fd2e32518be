"""A sequence that may be longer than memory allows: its last values are in memory, the others in a temporary file."""

from __future__ import annotations

import pickle
import tempfile
import weakref
from bisect import bisect_right
from collections.abc import Sequence
from os import SEEK_END
from threading import Lock
from typing import TYPE_CHECKING, NamedTuple, TypeVar, overload

from sumspace.errors import OutputError

if TYPE_CHECKING:
    from collections.abc import Iterator


T = TypeVar("T")


class _Place(NamedTuple):
    """Where in the file a block of values begins, how long it is, and how many values there are up to its end."""

    start: int
    size: int
    values: int


class Spool(Sequence[T]):
    """Values that are appended one after the other and read any number of times, by several threads too.

    So many are written at a time; fewer than that stay in memory. The file has no name, so that it is gone with the
    process whatever ends it.
    """

    def __init__(self, block: int = 256) -> None:
        self._block = block
        self._recent: list[T] = []
        self._places: list[_Place] = []
        self._file: _File | None = None

    def append(self, value: T) -> None:
        if len(self._recent) == self._block:
            self._file = self._file or _File()
            data = pickle.dumps(self._recent, pickle.HIGHEST_PROTOCOL)
            self._places.append(_Place(self._file.append(data), len(data), len(self)))
            self._recent = []
        self._recent.append(value)

    def copy(self) -> Spool[T]:
        """Return a sequence of the same values that grows on its own; what is in the file is not copied."""
        other: Spool[T] = Spool(self._block)
        other._recent, other._places, other._file = self._recent.copy(), self._places.copy(), self._file
        return other

    def _read(self, place: _Place) -> list[T]:
        data = self._file.read(place.start, place.size) if self._file else b""
        values: list[T] = pickle.loads(data)  # noqa: S301 - our own file, which nobody else can open
        return values

    def __len__(self) -> int:
        return (self._places[-1].values if self._places else 0) + len(self._recent)

    def __iter__(self) -> Iterator[T]:
        for place in self._places:
            yield from self._read(place)
        yield from self._recent

    @overload
    def __getitem__(self, index: int) -> T: ...

    @overload
    def __getitem__(self, index: slice) -> Sequence[T]: ...

    def __getitem__(self, index: int | slice) -> T | Sequence[T]:
        if isinstance(index, slice):
            return [self[place] for place in range(*index.indices(len(self)))]
        number = index + len(self) if index < 0 else index
        if not 0 <= number < len(self):
            raise IndexError(f"there are {len(self):,} values, none at {index}")
        block = bisect_right(self._places, number, key=lambda place: place.values)
        first = self._places[block - 1].values if block else 0
        values = self._read(self._places[block]) if block < len(self._places) else self._recent
        return values[number - first]


class _File:
    """A temporary file that is appended to and read, and closed when nobody uses it any more."""

    def __init__(self) -> None:
        try:
            self._file = tempfile.TemporaryFile()  # noqa: SIM115 - open as long as it is of use
        except OSError as error:
            raise _cannot_write(error) from None
        weakref.finalize(self, self._file.close)
        self._lock = Lock()

    def append(self, data: bytes) -> int:
        """Write data at the end, and return where it begins."""
        with self._lock:
            try:
                start = self._file.seek(0, SEEK_END)
                self._file.write(data)
                self._file.flush()
            except OSError as error:
                raise _cannot_write(error) from None
        return start

    def read(self, start: int, size: int) -> bytes:
        with self._lock:
            self._file.seek(start)
            return self._file.read(size)


def _cannot_write(error: OSError) -> OutputError:
    folder, why = tempfile.gettempdir(), error.strerror or error
    return OutputError(f"a temporary file in {folder} cannot be written: {why}; set TMPDIR to a folder with room")
