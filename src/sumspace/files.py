"""Files and folders that are either written whole or not at all; Parquet files are written batch by batch."""

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


#: What is called so in a folder of results holds what was finished of them.
LEDGER = "ledger.sqlite"
#: What is called so there is not written to its end.
_DRAFT = ".draft."
#: So many random bytes make a temporary name.
_RANDOM = 4
_ROWS = 256
_ROW_GROUP = 1024  # rows are long: a usual row group of 100,000 and more would be gigabytes


@contextmanager
def replacing(path: Path) -> Iterator[Path]:
    """Give a temporary file beside `path`, and put it in its place when the block ends without an error.

    A link stays a link to what is replaced; a device or pipe is written to as it is.
    """
    with _plain_words(path) as target:
        if is_special(target):
            yield target
            return
        _clear_away(target.parent, f".{target.name}.")
        temporary = target.with_name(f".{target.name}.{os.urandom(_RANDOM).hex()}")
        try:
            with _in_use(temporary, folder=False):
                yield temporary
                _settle(temporary)
                temporary.replace(target)
        finally:
            temporary.unlink(missing_ok=True)


@contextmanager
def _in_use(path: Path, *, folder: bool) -> Iterator[None]:
    """Make a file or folder and hold a lock on it, which ends with this program, however that ends.

    It has its name only when it is locked, so that no other run takes it for one that was left. Where files cannot be
    locked, as on some shared disks, nothing that was left is deleted either.
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


def _clear_away(folder: Path, prefix: str) -> None:
    """Delete what runs that were killed have left in a folder: temporary files that no run holds."""
    pattern = re.compile(re.escape(prefix) + f"[0-9a-f]{{{2 * _RANDOM}}}")
    for left in (entry for entry in folder.iterdir() if pattern.fullmatch(entry.name)) if folder.is_dir() else ():
        with suppress(OSError):
            descriptor = os.open(left, os.O_RDONLY | os.O_NOFOLLOW)
            try:
                fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)  # an error where some run is at work on it
                shutil.rmtree(left) if left.is_dir() else left.unlink()
            finally:
                os.close(descriptor)


def _settle(file: Path) -> None:
    """Bring a file to the disk: what it was made of may be deleted when it is there."""
    with file.open("rb+") as written:
        os.fsync(written.fileno())


@contextmanager
def _plain_words(path: Path) -> Iterator[Path]:
    """Resolve a path, and say in plain words what the system does not let us write there."""
    try:
        target = path.resolve()
    except ValueError as error:  # a name that no file can have
        raise OutputError(f"{path}: cannot be written: {error}") from None
    try:
        yield target
    except OSError as error:
        raise OutputError(f"{path}: cannot be written: {error.strerror or error}") from None


@contextmanager
def new_folder(folder: Path, *, with_ledger: bool = False) -> Iterator[Path]:
    """Build a folder beside its place and move it there at the end: it is written as a whole or not at all.

    In one that holds a ledger, where that may be, it is built inside, and its files are moved one by one, in the order
    of their names but for pages, which come last. What runs that were killed have left of their own is deleted.
    """
    with _plain_words(folder):
        check_new_folder(folder, with_ledger=with_ledger)
        has_ledger = (folder / LEDGER).exists()
        place, prefix = (folder, _DRAFT) if has_ledger else (folder.absolute().parent, f".{folder.name}.")
        _clear_away(place, prefix)
        temporary = place / f"{prefix}{os.urandom(_RANDOM).hex()}"
        try:
            with _in_use(temporary, folder=True):
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


def check_new_folder(folder: Path, *, with_ledger: bool = False) -> None:
    """Refuse a folder that has something in it, other than a ledger where that may be, or whose place is not there."""
    if with_ledger and (folder / LEDGER).is_file():
        return
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise OutputError(f"{folder}: already there; choose a new folder")
    if not folder.absolute().parent.is_dir():
        raise OutputError(f"{folder}: there is no folder {folder.parent} to make it in")


def check_place(path: Path, *corpora: str) -> None:
    """Refuse a file that is a corpus, whose name is a folder's, or whose folder is not there, before any work."""
    named = [corpus for corpus in corpora if corpus not in ("-", "sample")]
    if path.exists() and any(Path(corpus).exists() and path.samefile(corpus) for corpus in named):
        raise OutputError(f"{path}: is the corpus itself; choose another file")
    if path.is_dir():
        raise OutputError(f"{path}: cannot be written: it is a folder")
    if not path.absolute().parent.is_dir():
        raise OutputError(f"{path}: there is no folder {path.parent} to write it in")


def is_special(path: Path) -> bool:
    """Tell whether this is a pipe, socket or device, which one does not read from a folder."""
    return path.exists() and not path.is_file() and not path.is_dir()


def write_parquet(rows: Iterable[dict[str, Any]], schema: pl.Schema, path: Path) -> None:
    """Write a stream of rows; what fails in the stream is raised as it is."""
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

    with replacing(path) as temporary:
        try:
            register_io_source(batches, schema=schema).sink_parquet(temporary, row_group_size=_ROW_GROUP)
        except (pl.exceptions.PolarsError, UnicodeEncodeError) as error:
            if failure and not isinstance(failure[0], UnicodeEncodeError):
                raise failure[0] from None
            raise OutputError(f"{path}: cannot be written: {str(error).splitlines()[0]}") from None
