"""Files of records for other programs: JSONL or Parquet."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sumspace.corpus.jsonl import write_records
from sumspace.errors import OutputError
from sumspace.files import check_place, write_parquet

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    import polars as pl

__all__ = ["check_record_file", "write_record_file"]


def check_record_file(path: Path, what: str, corpus: str) -> None:
    """Refuse a file of another kind, or in a place where it cannot be, before any work is done."""
    if not path.name.endswith((".jsonl", ".jsonl.gz", ".parquet")):
        raise OutputError(f"{path}: {what} are written as .jsonl, .jsonl.gz or .parquet")
    check_place(path, corpus)


def write_record_file(records: Iterable[dict[str, Any]], schema: pl.Schema, path: Path) -> None:
    """Write records to a file, whole or not at all; the schema is that of Parquet."""
    if path.suffix == ".parquet":
        write_parquet(records, schema, path)
    else:
        write_records(records, path)
