"""Parquet files, written batch by batch, whole or not at all."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sumspace.errors import OutputError
from sumspace.files import replacing

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    import polars as pl

__all__ = ["write_rows"]

_ROWS = 256
_ROW_GROUP = 1024  # rows are long: a usual row group of 100,000 and more would be gigabytes


def write_rows(rows: Iterable[dict[str, Any]], schema: pl.Schema, path: Path) -> None:
    """Write a stream of rows; what fails in the stream is raised as it is."""
    import polars as pl
    from polars.io.plugins import register_io_source

    failure: list[BaseException] = []

    def batches(*_: Any) -> Iterator[pl.DataFrame]:
        batch: list[dict[str, Any]] = []
        try:
            for row in rows:
                batch.append(row)
                if len(batch) == _ROWS:
                    yield pl.DataFrame(batch, schema=schema)
                    batch = []
        except BaseException as error:
            failure.append(error)
            raise
        yield pl.DataFrame(batch, schema=schema)

    with replacing(path) as temporary:
        try:
            register_io_source(batches, schema=schema).sink_parquet(temporary, row_group_size=_ROW_GROUP)
        except (pl.exceptions.PolarsError, UnicodeEncodeError) as error:
            if failure and not isinstance(failure[0], UnicodeEncodeError):
                raise failure[0] from None
            raise OutputError(f"{path}: cannot be written: {str(error).splitlines()[0]}") from None
