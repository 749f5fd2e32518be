"""Atomic writes: files and folders are written as a whole or not at all; Parquet files are written in batches."""

from __future__ import annotations

import fcntl
import os
import re
import shutil
from contextlib import contextmanager, suppress
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sumspace.errors import OutputError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    import polars as pl


#: The file in a folder of results that holds the finished ones.
LEDGER = "ledger.sqlite"
#: Name of the temporary folder inside such a folder.
_DRAFT = "draft"
#: Number of random bytes in a temporary name.
_RANDOM = 4
#: Rows that are written to Parquet at a time.
_ROWS = 256
_ROW_GROUP = 1024  # rows are long: a usual row group of 100,000 and more would be gigabytes


@contextmanager
def replacing(path: Path) -> Iterator[Path]:
    """Give a temporary file beside `path`, and move it to `path` when the block ends without an error.

    The target of a symbolic link is replaced, not the link; devices and pipes are written to directly.
    """
    with _output_errors(path) as target:
        if is_special(target):
            yield target
            return
        delete_leftovers(target.parent, target.name)
        temporary = target.with_name(f".{target.name}.{os.urandom(_RANDOM).hex()}")
        try:
            with _locked(temporary, folder=False):
                yield temporary
                _sync(temporary)
                temporary.replace(target)
        finally:
            temporary.unlink(missing_ok=True)


@contextmanager
def _locked(path: Path, *, folder: bool) -> Iterator[None]:
    """Make a file or folder and lock it; the lock ends with this process, however it ends.

    It gets its name only once it is locked, so that no other process takes it for a leftover. Where files cannot be
    locked, as on some network file systems, leftovers are not deleted.
    """
    fresh = path.with_name(f"{path.name}.new")
    fresh.mkdir() if folder else fresh.touch(exist_ok=False)
    descriptor = os.open(fresh, os.O_RDONLY if folder else os.O_RDWR)
    try:
        with suppress(OSError):
            fcntl.flock(descriptor, fcntl.LOCK_EX)
        fresh.rename(path)
        yield
    finally:
        os.close(descriptor)


def delete_leftovers(folder: Path, name: str = "") -> None:
    """Delete temporary files and folders that no process holds: those for `name`, or all of them."""
    pattern = re.compile(rf"\.{re.escape(name) if name else '.+'}\.[0-9a-f]{{{2 * _RANDOM}}}")
    for leftover in (entry for entry in folder.iterdir() if pattern.fullmatch(entry.name)) if folder.is_dir() else ():
        with suppress(OSError):
            descriptor = os.open(leftover, os.O_RDONLY | os.O_NOFOLLOW)
            try:
                fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)  # fails where another process holds it
                shutil.rmtree(leftover) if leftover.is_dir() else leftover.unlink()
            finally:
                os.close(descriptor)


def _sync(file: Path) -> None:
    """Flush a file to the disk, since its sources may be deleted afterwards."""
    with file.open("rb+") as written:
        os.fsync(written.fileno())


@contextmanager
def _output_errors(path: Path) -> Iterator[Path]:
    """Resolve a path, and turn errors of the system into an OutputError that names it."""
    try:
        target = path.resolve()
    except ValueError as error:  # not a valid file name
        raise OutputError(f"{path}: cannot be written: {error}") from None
    try:
        yield target
    except OSError as error:
        raise OutputError(f"{path}: cannot be written: {error.strerror or error}") from None


@contextmanager
def new_folder(folder: Path, *, with_ledger: bool = False) -> Iterator[Path]:
    """Give a temporary folder beside `folder`, and rename it to `folder` when the block ends without an error.

    A folder that holds a ledger, where allowed, stays: the files are built inside it and moved one by one, ordered by
    name, pages last. Leftovers of killed processes are deleted first.
    """
    with _output_errors(folder):
        check_new_folder(folder, with_ledger=with_ledger)
        has_ledger = (folder / LEDGER).exists()
        parent, name = (folder, _DRAFT) if has_ledger else (folder.absolute().parent, folder.name)
        delete_leftovers(parent, name)
        temporary = parent / f".{name}.{os.urandom(_RANDOM).hex()}"
        try:
            with _locked(temporary, folder=True):
                draft = temporary / "draft"
                draft.mkdir()
                yield draft
                if not has_ledger:
                    draft.replace(folder)
                    return
                for file in sorted(draft.iterdir(), key=lambda file: (file.suffix == ".html", file.name)):
                    file.replace(folder / file.name)
        finally:
            shutil.rmtree(temporary, ignore_errors=True)


def delete_folder(folder: Path) -> None:
    """Delete a folder as a whole: what a killed process leaves of it is a leftover."""
    with _output_errors(folder):
        leftover = folder.with_name(f".{folder.name}.{os.urandom(_RANDOM).hex()}")
        folder.rename(leftover)
        shutil.rmtree(leftover, ignore_errors=True)


def check_new_folder(folder: Path, *, with_ledger: bool = False) -> None:
    """Refuse a folder that is not empty, except for a ledger where allowed, or whose parent folder does not exist."""
    if with_ledger and (folder / LEDGER).is_file():
        return
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise OutputError(f"{folder}: already there; choose a new folder")
    if not folder.absolute().parent.is_dir():
        raise OutputError(f"{folder}: there is no folder {folder.parent} to make it in")


def check_place(path: Path, *corpora: str) -> None:
    """Refuse a path that is one of the corpora, is a folder, or whose folder does not exist, before any work."""
    named = [corpus for corpus in corpora if corpus not in ("-", "sample")]
    if path.exists() and any(Path(corpus).exists() and path.samefile(corpus) for corpus in named):
        raise OutputError(f"{path}: is the corpus itself; choose another file")
    if path.is_dir():
        raise OutputError(f"{path}: cannot be written: it is a folder")
    if not path.absolute().parent.is_dir():
        raise OutputError(f"{path}: there is no folder {path.parent} to write it in")


def is_special(path: Path) -> bool:
    """Whether a path is a pipe, socket or device."""
    return path.exists() and not path.is_file() and not path.is_dir()


def write_parquet(rows: Iterable[dict[str, Any]], schema: pl.Schema, path: Path) -> None:
    """Write a stream of rows; errors raised by the stream itself pass through unchanged."""
    import polars as pl
    from polars.io.plugins import register_io_source

    failure: list[BaseException] = []

    def batches(*_: Any) -> Iterator[pl.DataFrame]:
        stream = iter(rows)
        try:
            while batch := list(islice(stream, _ROWS)):
                yield pl.DataFrame(batch, schema=schema)
        except BaseException as error:
            failure.append(error)
            raise

    # Polars gets an open file: given a path, one of its threads may create the file after a failed run has deleted it.
    with replacing(path) as temporary, temporary.open("wb") as file:
        try:
            register_io_source(batches, schema=schema).sink_parquet(file, row_group_size=_ROW_GROUP)
        except (pl.exceptions.PolarsError, UnicodeEncodeError) as error:
            if failure and not isinstance(failure[0], UnicodeEncodeError):
                raise failure[0] from None
            raise OutputError(f"{path}: cannot be written: {str(error).splitlines()[0]}") from None
