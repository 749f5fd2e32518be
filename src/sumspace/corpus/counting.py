"""How many documents a corpus has, counted without reading them, beside the work."""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Mapping
from contextlib import suppress
from importlib.resources import files
from operator import length_hint
from os import PathLike
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

#: Small files are counted within so many seconds, before the work begins.
_AT_ONCE = 0.2


def count_documents(corpora: Sequence[Any]) -> Callable[[], int]:
    """Count the documents of corpora in a thread; what is returned says how many, 0 while that is not known.

    >>> count_documents(["sample"])()
    20
    """
    found: list[int] = []

    def count() -> None:
        with suppress(OSError, EOFError, zlib.error, ValueError):
            numbers = [_count(corpus) for corpus in corpora]
            found.append(sum(numbers) if all(numbers) else 0)

    counting = Thread(target=count, daemon=True)
    counting.start()
    counting.join(_AT_ONCE)
    return lambda: found[0] if found else 0


def _count(corpus: Any) -> int:
    """Count the documents of one corpus; 0 where that would mean to read them."""
    from sumspace.corpus.model import Example
    from sumspace.corpus.source import SAMPLE
    from sumspace.corpus.table import SUFFIXES

    if isinstance(corpus, Mapping | Example):
        return 1
    if not isinstance(corpus, str | PathLike):
        return length_hint(corpus)
    path = Path(str(files("sumspace.corpus") / "sample.jsonl")) if corpus == SAMPLE else Path(corpus)
    if path.suffix in SUFFIXES:
        return _count_rows(path)
    if path.is_file() and path.suffix in (".jsonl", ".json", ".gz"):
        return _count_lines(path)
    documents = path / "documents"
    return sum(1 for _ in documents.iterdir()) if documents.is_dir() else 0


def _count_rows(path: Path) -> int:
    import polars as pl

    from sumspace.corpus.table import scan

    try:
        return int(scan(path).select(pl.len()).collect().item())
    except (pl.exceptions.PolarsError, pl.exceptions.PanicException):
        return 0


def _count_lines(path: Path) -> int:
    with path.open("rb") as raw:
        is_packed = raw.peek(2)[:2] == b"\x1f\x8b"
        lines = gzip.GzipFile(fileobj=raw) if is_packed else raw
        return sum(not line.isspace() for line in lines)
