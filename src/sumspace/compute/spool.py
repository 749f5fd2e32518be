"""What is too much for memory, in temporary files: values that are gone through again, and the rows of a table.

The files are where the system keeps temporary ones (TMPDIR), and are gone with the process, whatever ends it.
"""

from __future__ import annotations

import pickle
import tempfile
import zlib
from array import array
from contextlib import contextmanager
from os import SEEK_END
from threading import Lock
from typing import IO, TYPE_CHECKING, Any, Generic, TypeVar
from weakref import finalize

import numpy as np

from sumspace.errors import OutputError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray


T = TypeVar("T")

#: Up to so many bytes stay in memory.
_ROOM = 1 << 23


@contextmanager
def _plain_words() -> Iterator[None]:
    """Say in plain words what the system does not let us do, and what to do about it."""
    try:
        yield
    except OSError as error:
        folder, why = tempfile.gettempdir(), error.strerror or error
        message = f"{folder}: temporary files cannot be written: {why}; set TMPDIR to a folder with more room"
        raise OutputError(message) from None


class _OnDisk:
    """Something that may go on in a temporary file, which is closed, and gone, with it."""

    _file: IO[bytes] | None = None

    def _append(self, *parts: bytes | memoryview) -> None:
        with _plain_words():
            if self._file is None:
                self._file = tempfile.TemporaryFile()  # noqa: SIM115 - closed below
                finalize(self, self._file.close)
            self._file.seek(0, SEEK_END)
            self._file.writelines(parts)
            self._file.flush()


class Spool(_OnDisk, Generic[T]):
    """Values in the order in which they were added; the first ones stay as they are, the others wait on disk.

    Several threads may read it. In another process it has files of its own.
    """

    def __init__(self, room: int = _ROOM) -> None:
        self._room = room
        self._kept: list[T] = []
        #: Where the compressed pickles of the others end in the file.
        self._ends = array("q", [0])
        self._lock = Lock()

    def add(self, value: T) -> None:
        content = pickle.dumps(value, pickle.HIGHEST_PROTOCOL)
        self._room -= len(content)
        if self._room >= 0:
            self._kept.append(value)
            return
        packed = zlib.compress(content, 1)
        with self._lock:
            self._append(packed)
        self._ends.append(self._ends[-1] + len(packed))

    def __len__(self) -> int:
        return len(self._kept) + len(self._ends) - 1

    def __getitem__(self, place: int) -> T:
        if place < len(self._kept):
            return self._kept[place]
        place -= len(self._kept)
        packed = self._read(self._ends[place], self._ends[place + 1])
        value: T = pickle.loads(zlib.decompress(packed))  # noqa: S301 - this process wrote it
        return value

    def __iter__(self) -> Iterator[T]:
        return (self[place] for place in range(len(self)))

    def _read(self, start: int, end: int) -> bytes:
        if self._file is None:
            return b""
        with self._lock, _plain_words():
            self._file.seek(start)
            return self._file.read(end - start)

    def __getstate__(self) -> dict[str, Any]:
        state = {name: value for name, value in vars(self).items() if name != "_lock"}
        return state | {"_file": self._read(0, self._ends[-1])}

    def __setstate__(self, state: dict[str, Any]) -> None:
        content = state.pop("_file")
        vars(self).update(state, _lock=Lock())
        if content:
            self._append(content)


class RowSpool(_OnDisk):
    """The rows of a table of numbers, all of one length; those of a large table are in a file, mapped into memory."""

    def __init__(self, dtype: type[np.generic] = np.float64, room: int = _ROOM) -> None:
        self._dtype = dtype
        self._room = room
        self._waiting: list[NDArray[Any]] = []
        self._bytes = 0
        self._shape = 0, 0

    def add(self, row: NDArray[Any]) -> None:
        row = np.array(row, self._dtype)  # a copy: a part of a larger array would keep all of it
        self._shape = self._shape[0] + 1, row.size
        self._waiting.append(row)
        self._bytes += row.nbytes
        if self._bytes > self._room:
            self._write()

    def _write(self) -> None:
        self._append(*(row.data for row in self._waiting))
        self._waiting, self._bytes = [], 0

    def table(self) -> NDArray[Any]:
        """Return the rows added so far."""
        if self._file is None:
            return np.array(self._waiting, self._dtype).reshape(self._shape)
        self._write()
        with _plain_words():
            return np.asarray(np.memmap(self._file, self._dtype, "r+", shape=self._shape))
