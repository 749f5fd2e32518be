"""Files and folders that are either written whole or not at all."""

from __future__ import annotations

import os
import tempfile
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from sumspace.errors import OutputError

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["check_new_folder", "check_place", "file_name", "is_special", "new_folder", "replacing", "write_file"]


@contextmanager
def replacing(path: Path) -> Iterator[Path]:
    """Give a temporary file beside `path`, and put it in its place when the block ends without an error.

    A link stays a link to what is replaced; a device or pipe is written to as it is.
    """
    with _plain_words(path):
        target = path.resolve()
        if is_special(target):
            yield target
            return
        handle, name = tempfile.mkstemp(prefix=f".{target.name}.", dir=target.parent)
        os.close(handle)
        temporary = Path(name)
        try:
            yield temporary
            temporary.chmod(0o666 & ~_umask())
            temporary.replace(target)
        finally:
            temporary.unlink(missing_ok=True)


@contextmanager
def _plain_words(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise OutputError(f"{path}: cannot be written: {error.strerror or error}") from None


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


@contextmanager
def new_folder(folder: Path) -> Iterator[Path]:
    """Build a folder beside its place and move it there at the end: it is written as a whole or not at all."""
    with _plain_words(folder):
        check_new_folder(folder)
        with tempfile.TemporaryDirectory(dir=folder.parent, prefix=f".{folder.name}.") as temporary:
            draft = Path(temporary) / "draft"
            draft.mkdir()
            yield draft
            draft.replace(folder)


def check_new_folder(folder: Path) -> None:
    """Refuse a folder that has something in it, or whose place is not there."""
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise OutputError(f"{folder}: already there; choose a new folder")
    if not folder.absolute().parent.is_dir():
        raise OutputError(f"{folder}: there is no folder {folder.parent} to make it in")


def check_place(path: Path, corpus: str) -> None:
    """Refuse a file that is the corpus, whose name is a folder's, or whose folder is not there, before any work."""
    if path.exists() and corpus not in ("-", "sample") and Path(corpus).exists() and path.samefile(corpus):
        raise OutputError(f"{path}: is the corpus itself; choose another file")
    if path.is_dir():
        raise OutputError(f"{path}: cannot be written: it is a folder")
    if not path.absolute().parent.is_dir():
        raise OutputError(f"{path}: there is no folder {path.parent} to write it in")


def file_name(name: str) -> str:
    """Return a name that can be a file's, or say that it cannot."""
    if not name or name.startswith(".") or "/" in name or "\0" in name:
        raise OutputError(f"{name!r} cannot be the name of a file; use ids without '/' that do not begin with '.'")
    return name


def is_special(path: Path) -> bool:
    """Tell whether this is a pipe, socket or device, which one does not read from a folder."""
    return path.exists() and not path.is_file() and not path.is_dir()


def write_file(path: Path, text: str) -> None:
    """Write a text file that is not there yet."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("x", encoding="utf-8", newline="\n") as file:
            file.write(f"{text}\n")
    except FileExistsError:
        raise OutputError(f"{path.parent.name}/{path.name} would be written twice; give each text its own id") from None
    except UnicodeEncodeError as error:
        raise OutputError(f"{path.parent.name}/{path.name}: cannot be UTF-8: {error.reason}") from None
