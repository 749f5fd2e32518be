"""A ledger of finished work, in one SQLite file, which lets a run that was killed go on where it was."""

from __future__ import annotations

import sqlite3
import time
from typing import TYPE_CHECKING, Self

from sumspace.errors import OutputError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


#: What is finished is written down at least this often, in seconds: no more is lost to a kill.
_OFTEN = 0.2


class Ledger:
    """Results of items in their order; the work is known by its signature, an item by its key."""

    def __init__(self, path: Path, signature: str) -> None:
        self._path = path
        self._written = time.monotonic()
        self._closed = False
        database = None
        try:
            database = self._database = sqlite3.connect(path, timeout=1, isolation_level=None, check_same_thread=False)
            begun = self._begin(signature)
        except sqlite3.Error as error:
            if database is not None:
                database.close()
            raise OutputError(f"{path}: no ledger of unfinished work, or another run has it: {error}") from None
        if begun != signature:
            self.close()
            message = f"begun with other options ({begun}); go on with those, or delete it to begin anew"
            raise OutputError(f"{path}: {message}")

    def _begin(self, signature: str) -> str:
        """Look up what was done before, and return its signature; a ledger without results takes the new one."""
        run = self._database.execute
        run("PRAGMA locking_mode = EXCLUSIVE")  # two runs cannot both go on with the same work
        run("PRAGMA journal_mode = WAL")
        # A process that is killed loses nothing by this; a machine that loses power may lose the last moments.
        run("PRAGMA synchronous = OFF")
        run("BEGIN IMMEDIATE")
        run("CREATE TABLE IF NOT EXISTS work (signature TEXT)")
        run("CREATE TABLE IF NOT EXISTS done (place INTEGER PRIMARY KEY, key TEXT, result TEXT)")
        self._count: int = run("SELECT count(*) FROM done").fetchone()[0]
        if not self._count:
            run("DELETE FROM work")
            run("INSERT INTO work VALUES (?)", [signature])
        (begun,) = run("SELECT signature FROM work").fetchone()
        run("COMMIT")
        run("BEGIN")
        return str(begun)

    def __len__(self) -> int:
        return self._count

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def key(self, place: int) -> str:
        """Return which item stands at a place that is done."""
        (key,) = self._database.execute("SELECT key FROM done WHERE place = ?", [place]).fetchone()
        return str(key)

    def add(self, key: str, result: str) -> None:
        """Write down the result of the next item."""
        try:
            self._database.execute("INSERT INTO done VALUES (?, ?, ?)", [self._count, key, result])
            self._count += 1
            if time.monotonic() - self._written > _OFTEN:
                self._database.execute("COMMIT")
                self._database.execute("BEGIN")
                self._written = time.monotonic()
        except sqlite3.Error as error:
            raise OutputError(f"{self._path}: cannot be written: {error}") from None

    def results(self) -> Iterator[str]:
        for (result,) in self._database.execute("SELECT result FROM done ORDER BY place"):
            yield result

    def close(self) -> None:
        """Write down everything; once closed, it stays so. A ledger with nothing in it is deleted."""
        if not self._closed:
            self._closed = True
            if self._database.in_transaction:
                self._database.execute("COMMIT")
            self._database.close()
            if not self._count:
                self._path.unlink()

    def remove(self) -> None:
        """Close it and delete it: the work is done."""
        self.close()
        self._path.unlink(missing_ok=True)
