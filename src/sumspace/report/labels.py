"""Oracle labels as files: JSONL or Parquet."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sumspace.corpus.jsonl import write_records
from sumspace.errors import OutputError
from sumspace.parquet import write_rows

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    import polars as pl

__all__ = ["check_labels_file", "write_labels"]

_LARGEST = 2**63


def check_labels_file(path: Path) -> None:
    """Refuse a file of another kind, or in a folder that is not there."""
    if not path.name.endswith((".jsonl", ".jsonl.gz", ".parquet")):
        raise OutputError(f"{path}: labels are written as .jsonl, .jsonl.gz or .parquet")
    if not path.absolute().parent.is_dir():
        raise OutputError(f"{path}: there is no folder {path.parent} to write it in")


def write_labels(records: Iterable[dict[str, Any]], path: Path) -> None:
    """Write records to a file, whole or not at all."""
    if path.suffix == ".parquet":
        write_rows(map(_row, records), _schema(), path)
        return
    write_records(records, path)


def _row(record: dict[str, Any]) -> dict[str, Any]:
    """Make a row of a record: a count that 64 bits cannot hold is left out there, and stays in `count_text`."""
    count = record["count"]
    return {
        **record,
        "count": count if count is not None and count < _LARGEST else None,
        "count_text": None if count is None else str(count),
    }


def _schema() -> pl.Schema:
    import polars as pl

    columns: dict[str, pl.DataType | type[pl.DataType]] = {
        "id": pl.String, "reference": pl.String, "measure": pl.String, "budget": pl.String, "sentences": pl.Int64,
        "oracle": pl.List(pl.Int64), "labels": pl.List(pl.Int8), "soft": pl.List(pl.Float64), "score": pl.Float64,
        "bound": pl.Float64, "optimal": pl.Boolean, "count": pl.Int64, "count_text": pl.String,
        "greedy": pl.List(pl.Int64), "greedy_score": pl.Float64, "gap": pl.Float64,
    }  # fmt: skip
    return pl.Schema(columns)
