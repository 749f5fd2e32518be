"""A ledger of finished work, in one SQLite file, which lets a run that was killed go on where it was.

A result is known by its key, a digest of everything that decides it, so that whatever asks for the same again finds it
there: the same command, another one, or one with other options. A ledger may come from a stranger: what is read back is
made of the values that results consist of, and of nothing that runs code.
"""

from __future__ import annotations

import io
import pickle
import sqlite3
import zlib
from contextlib import contextmanager, suppress
from functools import cache
from hashlib import sha256
from threading import RLock, Timer
from typing import TYPE_CHECKING, Any, Self
from weakref import WeakValueDictionary

import numpy as np

from sumspace import __version__
from sumspace.errors import OutputError, SumspaceError
from sumspace.files import LEDGER

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from pathlib import Path


#: Changes when results are written down in another way, or are other ones.
_FORMAT = 1
#: What is finished is on the disk after so many seconds, whatever happens to the program or the machine.
_OFTEN = 0.5
_TABLE = """CREATE TABLE IF NOT EXISTS results (
    key TEXT PRIMARY KEY, settings TEXT, bundle TEXT, value BLOB, checksum INTEGER
)"""


def digest(*parts: object) -> str:
    """Return a key: a digest of these parts, of our version and of the format of the ledger."""
    state = sha256()
    _update(state, (_FORMAT, __version__, *parts))
    return state.hexdigest()


def _update(state: Any, part: object) -> None:
    """Add a part so that no two different ones look the same."""
    if isinstance(part, tuple | list):
        state.update(b"(%d" % len(part))
        for inner in part:
            _update(state, inner)
        return
    if isinstance(part, np.ndarray):
        content = repr((part.dtype.str, part.shape)).encode() + np.ascontiguousarray(part).tobytes()
    elif isinstance(part, bytes):
        content = part
    elif isinstance(part, str):
        content = part.encode("utf-8", "surrogatepass")
    elif part is None or isinstance(part, int | float):
        content = repr(part).encode()
    else:
        raise TypeError(f"{type(part).__name__} has no digest")
    state.update(f"{type(part).__name__} {len(content)} ".encode())
    state.update(content)


def pack(value: Any) -> bytes:
    """Write a result as bytes."""
    written = io.BytesIO()
    _Packer(written, protocol=5).dump(value)
    return zlib.compress(written.getbuffer(), 1)


class _Packer(pickle.Pickler):
    """Writes our errors as they say themselves: Dask, once it is loaded, has another way, which is not read here."""

    def reducer_override(self, value: Any) -> Any:
        return value.__reduce__() if isinstance(value, SumspaceError) else NotImplemented


def unpack(packed: bytes) -> Any:
    """Read a result that may come from a stranger."""
    return _Values(io.BytesIO(zlib.decompress(packed))).load()


class _Values(pickle.Unpickler):
    """Reads values of the kinds that results consist of; anything else is refused."""

    def find_class(self, module: str, name: str) -> Any:
        if name in _STANDARD.get(module, ()):
            return super().find_class(module, name)
        if module.partition(".")[0] in _packages():
            found = super().find_class(module, name)
            # Values and errors are made without doing anything; other classes may open files when they are made.
            if isinstance(found, type) and (hasattr(found, "__dataclass_fields__") or issubclass(found, _PLAIN)):
                return found
        raise pickle.UnpicklingError(f"{module}.{name} is no result of sumspace")


_PLAIN = (SumspaceError, tuple)
_STANDARD = {
    "builtins": ("bytearray", "complex", "frozenset", "range", "set", "slice"),
    "collections": ("Counter", "OrderedDict", "defaultdict", "deque"),
    "datetime": ("date", "datetime", "timedelta"),
    "decimal": ("Decimal",),
    "fractions": ("Fraction",),
    "numpy": ("dtype", "ndarray"),
    "numpy._core.multiarray": ("_reconstruct", "scalar"),
    "numpy._core.numeric": ("_frombuffer",),
    "numpy.core.multiarray": ("_reconstruct", "scalar"),
    "numpy.core.numeric": ("_frombuffer",),
}


@cache
def _packages() -> frozenset[str]:
    """Return the packages whose values results may have: ours, and those that are plugged in."""
    from importlib.metadata import entry_points

    groups = (group for group in entry_points().groups if group.startswith("sumspace."))
    modules = (entry.module for group in groups for entry in entry_points(group=group))
    return frozenset({"sumspace", *(module.partition(".")[0] for module in modules)})


class Ledger:
    """Results by their keys. One run at a time has it; what it puts there is soon on the disk, and stays.

    `others` are further ledgers that results are looked up in; a ledger without a file keeps what is new in memory.
    `tell` is told that a run goes on.
    """

    def __init__(
        self,
        path: Path | None,
        others: Iterable[Ledger] = (),
        tell: Callable[[str], None] = lambda _: None,
        *,
        read_only: bool = False,
    ) -> None:
        self.path = path
        self.tell = tell
        self._others = tuple(others)
        self._lock = RLock()
        self._timer: Timer | None = None
        self._failure: OutputError | None = None
        self.closed = False
        with self._plain_words():
            while not self._open(read_only=read_only):
                pass

    def _open(self, *, read_only: bool) -> bool:
        """Open the file; return whether it is still there, and not deleted by another run that had it until now."""
        path = self.path
        name = f"{path.absolute().as_uri()}?mode=ro&immutable=1" if path and read_only else path or ":memory:"
        self._database = sqlite3.connect(name, 1, isolation_level=None, check_same_thread=False, uri=read_only)
        try:
            if read_only:
                self._database.execute("SELECT settings, bundle, value, checksum FROM results WHERE key = ''")
            else:
                self._begin()
        except BaseException as error:
            self._database.close()
            if isinstance(error, sqlite3.OperationalError) and "disk I/O" in str(error) and path and not path.exists():
                return False
            raise
        if path is None or path.exists():
            return True
        self._database.close()
        return False

    def _begin(self) -> None:
        run = self._database.execute
        run("PRAGMA locking_mode = EXCLUSIVE")  # two runs cannot both go on with the same work
        run("PRAGMA journal_mode = WAL")
        run("PRAGMA synchronous = FULL")
        run("BEGIN IMMEDIATE")
        run(_TABLE)
        run("CREATE INDEX IF NOT EXISTS bundles ON results (bundle) WHERE bundle != ''")
        run("CREATE INDEX IF NOT EXISTS settings ON results (settings) WHERE settings != ''")
        columns = [name for _, name, *_ in run("PRAGMA table_info(results)")]
        run("COMMIT")
        if columns != ["key", "settings", "bundle", "value", "checksum"]:
            raise sqlite3.DatabaseError("its table is another one")

    @contextmanager
    def _plain_words(self) -> Iterator[None]:
        """Say in plain words what SQLite cannot do, and what to do then."""
        try:
            yield
        except sqlite3.Error as error:
            text = str(error)
            if "locked" in text:
                why = "another run has it; wait until that ends, or choose another place"
            elif "full" in text or "disk I/O" in text:
                why = f"cannot be written: {text}; what was finished is kept; free some space and run the command again"
            elif any(sign in text for sign in ("malformed", "not a database", "another one", "no such")):
                why = f"no ledger of finished work, or damaged: {text}; delete it to begin anew"
            else:
                why = f"cannot be written: {text}"
            raise OutputError(f"{self.path}: {why}") from None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def get(self, key: str) -> Any:
        """Return the result with this key; None where there is none."""
        row = self._one("SELECT value, checksum FROM results WHERE key = ?", key)
        if row is None:
            known = (ledger.get(key) for ledger in self._others)
            return next((value for value in known if value is not None), None)
        return self._read(*row)

    def _read(self, packed: bytes, checksum: int) -> Any:
        try:
            if zlib.crc32(packed) != checksum:
                raise pickle.UnpicklingError("a checksum is wrong")  # noqa: TRY301 - said as other damage is
            return unpack(packed)
        except Exception as error:  # noqa: BLE001 - bytes of a stranger may raise anything
            message = f"damaged, or not written by this program: {error}; delete it to begin anew"
            raise OutputError(f"{self.path}: {message}") from None

    def bundle(self, name: str) -> dict[str, bytes]:
        """Return what is known of the pieces that go together under a name, packed."""
        known: dict[str, bytes] = {}
        for ledger in self._others:
            known |= ledger.bundle(name)
        with self._lock, self._plain_words():
            rows = self._database.execute("SELECT key, value, checksum FROM results WHERE bundle = ?", [name])
            pieces = rows.fetchall() if name else []
        for _, packed, checksum in pieces:
            self._read(packed, checksum)  # damage is said here, and not where work is done
        return known | {key: packed for key, packed, _ in pieces}

    def count(self, settings: str) -> int:
        """Return how many results there are of work with these settings."""
        own = self._one("SELECT count(*) FROM results WHERE settings = ?", settings)
        return int(own[0]) + sum(ledger.count(settings) for ledger in self._others)

    def __len__(self) -> int:
        """Return how many items are done, whatever the work on them was."""
        return int(self._one("SELECT count(*) FROM results WHERE settings != ?", "")[0])

    def __bool__(self) -> bool:
        return True

    def _one(self, query: str, value: str) -> Any:
        with self._lock, self._plain_words():
            self._check()
            return self._database.execute(query, [value]).fetchone()

    def put(self, key: str, packed: bytes, settings: str = "", bundle: str = "") -> None:
        """Write down a packed result: that of an item of work with some settings, or a piece of a bundle."""
        with self._lock, self._plain_words():
            self._check()
            if not self._database.in_transaction:
                self._database.execute("BEGIN")
            values = [key, settings, bundle, packed, zlib.crc32(packed)]
            self._database.execute("INSERT OR REPLACE INTO results VALUES (?, ?, ?, ?, ?)", values)
            if self._timer is None:
                self._timer = Timer(_OFTEN, self._soon)
                self._timer.daemon = True
                self._timer.start()

    def _soon(self) -> None:
        with self._lock:
            self._timer = None
            try:
                self.flush()
            except OutputError as error:  # nobody is there to hear it now
                self._failure = error

    def _check(self) -> None:
        if self._failure is not None:
            raise self._failure

    def flush(self) -> None:
        """Bring everything to the disk."""
        with self._lock, self._plain_words():
            if not self.closed and self._database.in_transaction:
                self._database.execute("COMMIT")

    def close(self) -> None:
        """Bring everything to the disk and let others have it; once closed, it stays so. An empty one is deleted."""
        with self._lock:
            if self.closed:
                return
            if self._timer is not None:
                self._timer.cancel()
            try:
                self.flush()
                empty = self._failure is None and not self._one("SELECT count(*) FROM results WHERE key != ?", "")[0]
            finally:
                self.closed = True
                with suppress(sqlite3.Error):
                    self._database.close()
        if empty and self.path is not None:
            self.path.unlink(missing_ok=True)

    def remove(self) -> None:
        """Close it and delete it: the work is done."""
        self.close()
        if self.path is not None:
            self.path.unlink(missing_ok=True)

    def __del__(self) -> None:
        with suppress(Exception):  # what it needs may be gone at the end of the program
            self.close()


_OPEN: WeakValueDictionary[Path, Ledger] = WeakValueDictionary()


def open_ledger(path: Path) -> Ledger:
    """Open the ledger of a folder, or one that is a file of its own; several uses of it in one program share it."""
    path = path.absolute()
    if path.is_dir() or not path.suffix:
        try:
            path.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise OutputError(f"{path}: cannot be written: {error.strerror or error}") from None
        path /= LEDGER
    ledger = _OPEN.get(path)
    if ledger is None or ledger.closed:
        ledger = _OPEN[path] = Ledger(path)
    return ledger
