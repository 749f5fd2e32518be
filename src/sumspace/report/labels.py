"""Oracle labels as files: JSONL or Parquet."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sumspace.report.record_file import write_record_file

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    import polars as pl

__all__ = ["write_labels"]

_LARGEST = 2**63


def write_labels(records: Iterable[dict[str, Any]], path: Path) -> None:
    """Write records to a file, whole or not at all."""
    write_record_file(map(_row, records) if path.suffix == ".parquet" else records, _schema(), path)


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
