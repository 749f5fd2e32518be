"""What is too much for memory, in temporary files: values that are gone through again, and the rows of a table.

The files are where the system keeps temporary ones (TMPDIR). They have no name, and are gone with the process.
"""

from __future__ import annotations

import pickle
import tempfile
import weakref
from bisect import bisect_right
from collections.abc import Sequence
from os import SEEK_END
from threading import Lock
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar, overload

import numpy as np

from sumspace.errors import OutputError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray


T = TypeVar("T")


class _Place(NamedTuple):
    """Where in the file a block of values begins, how long it is, and how many values there are up to its end."""

    start: int
    size: int
    values: int


class Spool(Sequence[T]):
    """Values that are appended one after the other and read any number of times, by several threads too.

    So many are written at a time; fewer than that stay in memory. In another process it has a file of its own.
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

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self._block,), None, iter(self)

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


class RowSpool:
    """The rows of a table of numbers, all of one length; those of a large table are in a file, mapped into memory."""

    #: Up to so many bytes stay in memory.
    room = 1 << 23

    def __init__(self, dtype: type[np.generic] = np.float64) -> None:
        self._dtype = dtype
        self._waiting: list[NDArray[Any]] = []
        self._bytes = 0
        self._shape = 0, 0
        self._file: _File | None = None

    def append(self, row: NDArray[Any]) -> None:
        row = np.array(row, self._dtype)  # a copy: a part of a larger array would keep all of it
        self._shape = self._shape[0] + 1, row.size
        self._waiting.append(row)
        self._bytes += row.nbytes
        if self._bytes > self.room:
            self._write()

    def _write(self) -> _File:
        self._file = self._file or _File()
        self._file.append(b"".join(row.tobytes() for row in self._waiting))
        self._waiting, self._bytes = [], 0
        return self._file

    def table(self) -> NDArray[Any]:
        """Return the rows added so far."""
        if self._file is None:
            return np.array(self._waiting, self._dtype).reshape(self._shape)
        return self._write().mapped(self._dtype, self._shape)


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

    def mapped(self, dtype: type[np.generic], shape: tuple[int, int]) -> NDArray[Any]:
        """Return all that is in it as a table."""
        return np.asarray(np.memmap(self._file, dtype, "r+", shape=shape))


def _cannot_write(error: OSError) -> OutputError:
    folder, why = tempfile.gettempdir(), error.strerror or error
    return OutputError(f"a temporary file in {folder} cannot be written: {why}; set TMPDIR to a folder with room")
