"""Tables: Parquet with our columns, and any Parquet, Arrow, CSV or TSV with columns chosen by name.

In our Parquet, texts are lists and structs that other tools read, and fields with keys of the user's choosing
(systems, judgements, anything unknown) are JSON text.
"""

from __future__ import annotations

import json
import math
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from sumspace.corpus.jsonl import to_text
from sumspace.corpus.records import Columns, Progress, Record, unreadable
from sumspace.corpus.schema import to_record
from sumspace.errors import CorpusError, OutputError, Problem
from sumspace.files import write_parquet

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

    import polars as pl

    from sumspace.corpus.model import Example

__all__ = ["SUFFIXES", "check_columns", "from_row", "read", "read_frame", "write"]

SUFFIXES = (".parquet", ".arrow", ".feather", ".ipc", ".csv", ".tsv")

_ROWS = 256
_TEXTS = ("id", "domain", "title", "query", "text")
_SUMMARY = ("id", "text", "sentences")
_SECTION = ("title", "text", "sentences")
_DOCUMENT = ("id", "title", "text", "sentences", "sections")
_LISTS = {"references": _SUMMARY, "sections": _SECTION, "documents": _DOCUMENT}
#: Fields whose keys are of the user's choosing.
_JSON = (
    "systems", "judgements", "judgement_raters", "reference_judgements", "extracts", "utilities", "pyramid", "source",
)  # fmt: skip
#: In a row or struct, what it holds beyond its known fields, as JSON.
_MORE = "_more"


def read(path: Path, columns: Columns | None = None, progress: Progress | None = None) -> Iterator[Record]:
    """Read the rows of a file batch by batch."""
    with _plain_errors(str(path), f" as {path.suffix.lstrip('.')}"):
        yield from _records(_scan(path), str(path), columns, progress)


def read_frame(
    frame: pl.DataFrame | pl.LazyFrame, name: str, columns: Columns | None = None, progress: Progress | None = None
) -> Iterator[Record]:
    """Read the rows of a data frame of polars; messages call it by this name."""
    with _plain_errors(name):
        yield from _records(frame.lazy(), name, columns, progress)


def _records(frame: pl.LazyFrame, name: str, columns: Columns | None, progress: Progress | None) -> Iterator[Record]:
    import polars as pl

    check_columns(columns, frame.collect_schema().names(), name)
    total = frame.select(pl.len()).collect().item()
    number = 0
    for batch in frame.collect_batches(chunk_size=_ROWS, maintain_order=True, lazy=True):
        for row in batch.iter_rows(named=True):
            number += 1
            yield Record(from_row(row, number, columns), name, number)
        if progress:
            progress(number / total)


@contextmanager
def _plain_errors(name: str, as_format: str = "") -> Iterator[None]:
    import polars as pl

    try:
        yield
    except OSError as error:
        raise unreadable(name, error) from None
    except (pl.exceptions.PolarsError, pl.exceptions.PanicException) as error:
        raise CorpusError(Problem(name, f"cannot be read{as_format}: {str(error).splitlines()[0]}")) from None


def check_columns(columns: Columns | None, names: Sequence[str], file: str) -> None:
    """Raise if a chosen column is not there."""
    missing = columns.missing(names) if columns else ""
    if missing:
        raise CorpusError(Problem(file, f"there is no such column; there are: {', '.join(names)}", field=missing))


def _scan(path: Path) -> pl.LazyFrame:
    import polars as pl

    if not path.exists():
        raise FileNotFoundError(path)
    if path.suffix == ".parquet":
        return pl.scan_parquet(path)
    if path.suffix in (".csv", ".tsv"):
        # All columns as text: a summary that reads 2010 is not a number.
        return pl.scan_csv(path, separator="\t" if path.suffix == ".tsv" else ",", infer_schema=False)
    return pl.scan_ipc(path)


def from_row(row: dict[str, Any], number: int, columns: Columns | None) -> dict[str, Any]:
    """Make a record of a row: cells that are empty are left out, and JSON text in fields of ours is read."""
    ours = _MORE in row
    if columns:
        row = columns.rename(row, number)
    data: dict[str, Any] = _plain(row)
    for key in (*_JSON, *_LISTS, "sentences"):
        value = data.get(key)
        if isinstance(value, str) and ((ours and key in _JSON) or value[:1] in ("[", "{")):
            data[key] = _from_json(value)
    return data


def _from_json(value: Any) -> Any:
    try:
        return json.loads(value) if isinstance(value, str) else value
    except (ValueError, RecursionError):
        return value


def _plain(value: Any) -> Any:
    """Make JSON of what a table holds, without the empty fields of a row or struct; bytes are left to the schema."""
    if isinstance(value, dict):
        kept = {key: _plain(inner) for key, inner in value.items() if inner is not None}
        more = _from_json(kept.get(_MORE))
        if isinstance(kept.get(_MORE), str) and isinstance(more, dict):
            del kept[_MORE]
            kept |= more
        return kept
    if isinstance(value, list):
        return [_plain(item) for item in value]
    if isinstance(value, float) and not math.isfinite(value):
        return None
    return value if value is None or isinstance(value, str | int | float | bytes) else str(value)


def write(examples: Iterable[Example], path: Path) -> None:
    """Write Parquet, batch by batch.

    A first pass over the examples is not needed: unknown fields go together into one column.
    """
    if path.suffix != ".parquet":
        raise OutputError(f"{path}: tables are written as .parquet only")
    write_parquet(map(_row, map(to_record, examples)), _schema(), path)


def _schema() -> pl.Schema:
    import polars as pl

    def struct(fields: tuple[str, ...]) -> pl.List:
        kinds: dict[str, Any] = dict.fromkeys((*fields, _MORE), pl.String)
        kinds |= {name: kind for name, kind in nested.items() if name in fields}
        return pl.List(pl.Struct(kinds))

    nested: dict[str, Any] = {"sentences": pl.List(pl.String)}
    nested["sections"] = struct(_SECTION)
    columns: dict[str, Any] = dict.fromkeys(_TEXTS, pl.String)
    columns["sentences"] = nested["sentences"]
    columns |= {name: struct(fields) for name, fields in _LISTS.items()}
    return pl.Schema({**columns, **dict.fromkeys(_JSON, pl.String), _MORE: pl.String})


def _row(record: Any) -> dict[str, Any]:
    row: dict[str, Any] = {}
    more: dict[str, Any] = {}
    for key, value in record.items():
        if value is None:
            continue
        if key in _TEXTS or key == "sentences":
            row[key] = value
        elif key in _LISTS:
            row[key] = [_struct(item, _LISTS[key]) for item in ([value] if isinstance(value, str) else value)]
        elif key in _JSON:
            row[key] = to_text(value)
        else:
            more[key] = value
    row[_MORE] = to_text(more) if more else None
    return row


def _struct(item: Any, fields: tuple[str, ...]) -> dict[str, Any]:
    item = {"text": item} if isinstance(item, str) else item
    struct = {key: value for key, value in item.items() if key in fields}
    more = {key: value for key, value in item.items() if key not in fields}
    if "sections" in struct:
        struct["sections"] = [_struct(section, _SECTION) for section in struct["sections"]]
    struct[_MORE] = to_text(more) if more else None
    return struct
