"""Tables: Parquet with our columns, and any Parquet, Arrow, CSV or TSV with columns chosen by name.

In our Parquet, texts are lists and structs that other tools read, and fields with keys of the user's choosing
(systems, judgements, anything unknown) are JSON text.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sumspace.corpus.jsonl import to_text
from sumspace.corpus.model import to_record
from sumspace.corpus.records import MISSABLE, Columns, Progress, Record, as_json, parse_json, reading, watched
from sumspace.errors import CorpusError, OutputError, Problem
from sumspace.files import write_parquet

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    import polars as pl

    from sumspace.corpus.model import Example


SUFFIXES = (".parquet", ".arrow", ".feather", ".ipc", ".csv", ".tsv")

_ROWS = 256
_TEXTS = ("id", "domain", "title", "query", "text", "sentences")
#: Lists of structs, and the fields of these.
_LISTS = {
    "references": ("id", "text", "sentences"),
    "sections": ("title", "text", "sentences"),
    "documents": ("id", "title", "text", "sentences", "sections"),
}
#: Fields whose keys are of the user's choosing.
_JSON = (
    "systems", "judgements", "judgement_raters", "reference_judgements", "extracts", "utilities", "scores", "pyramid",
    "source",
)  # fmt: skip
_FIELDS = (*_TEXTS, *_LISTS, *_JSON)
#: In a row or struct, what it holds beyond its known fields, as JSON.
_MORE = "_more"


def read(
    table: Path | pl.DataFrame | pl.LazyFrame, columns: Columns | None = None, progress: Progress | None = None
) -> Iterator[Record]:
    """Read the records in a file, or in a data frame of polars, batch by batch."""
    name = str(table) if isinstance(table, Path) else f"<{type(table).__name__}>"
    for number, row in rows(table, columns, progress):
        yield Record(from_row(row, number, columns), name, number, tuple(row))


def rows(
    table: Path | pl.DataFrame | pl.LazyFrame, columns: Columns | None = None, progress: Progress | None = None
) -> Iterator[tuple[int, dict[str, Any]]]:
    """Go through the rows as they are, numbered from 1."""
    import polars as pl

    name = str(table) if isinstance(table, Path) else f"<{type(table).__name__}>"
    try:
        with reading(name):
            frame = scan(table) if isinstance(table, Path) else table.lazy()
            check_columns(columns, frame.collect_schema().names(), name)
            total = frame.select(pl.len()).collect().item()
            batches = frame.collect_batches(chunk_size=_ROWS, maintain_order=True, lazy=True)
            every = (row for batch in batches for row in batch.iter_rows(named=True))
            yield from enumerate(watched(every, total, progress), start=1)
    except (pl.exceptions.PolarsError, pl.exceptions.PanicException) as error:
        kind = f" as {table.suffix[1:]}" if isinstance(table, Path) else ""
        raise CorpusError(Problem(name, f"cannot be read{kind}: {str(error).splitlines()[0]}")) from None


def check_columns(columns: Columns | None, names: Sequence[str], file: str) -> None:
    """Raise if a chosen column is not there, or two columns have the same name."""
    twice = next((column for column, count in Counter(names).items() if count > 1), "")
    if twice:
        raise CorpusError(Problem(file, "two columns have this name; rename one of the two", field=twice))
    missing = columns.missing(names) if columns else ""
    if missing:
        raise CorpusError(Problem(file, f"there is no such column; there are: {', '.join(names)}", field=missing))


def scan(path: Path) -> pl.LazyFrame:
    """Look at a file without reading it."""
    import polars as pl

    if path.suffix == ".parquet":
        return pl.scan_parquet(path)
    if path.suffix in (".csv", ".tsv"):
        # All columns as text: a summary that reads 2010 is not a number.
        return pl.scan_csv(path, separator="\t" if path.suffix == ".tsv" else ",", infer_schema=False)
    return pl.scan_ipc(path)


def from_row(row: dict[str, Any], number: int, columns: Columns | None) -> dict[str, Any]:
    """Make a record of a row: cells that are empty are left out, and JSON text in fields of ours is read."""
    ours = _MORE in row
    data: dict[str, Any] = as_json(_without_empty(columns.rename(row, number) if columns else row))
    for key in (*_JSON, *_LISTS, "sentences"):
        value = data.get(key)
        if isinstance(value, str) and ((ours and key in _JSON) or value[:1] in ("[", "{")):
            data[key] = as_json(_from_json(value)) if key in MISSABLE else _from_json(value)
    return data


def _from_json(value: str) -> Any:
    try:
        return parse_json(value)
    except (ValueError, RecursionError):
        return value


def _without_empty(value: Any) -> Any:
    """Leave out the empty fields of a row and its structs, and put those beside our own in their places."""
    if isinstance(value, list):
        return [_without_empty(item) for item in value]
    if not isinstance(value, dict):
        return value
    fields = {key: _without_empty(inner) for key, inner in value.items() if inner is not None}
    more = _from_json(fields[_MORE]) if isinstance(fields.get(_MORE), str) else None
    if isinstance(more, dict):
        del fields[_MORE]
        fields |= more
    return fields


def write(examples: Iterable[Example], path: Path) -> None:
    """Write Parquet, batch by batch; unknown fields go together into one column, so one pass is enough."""
    if path.suffix != ".parquet":
        raise OutputError(f"{path}: tables are written as .parquet only")
    write_parquet(map(_row, map(to_record, examples)), _schema(), path)


def _schema() -> pl.Schema:
    import polars as pl

    def kind(field: str) -> pl.DataType:
        if field in _LISTS:
            return pl.List(pl.Struct({inner: kind(inner) for inner in (*_LISTS[field], _MORE)}))
        return pl.List(pl.String) if field == "sentences" else pl.String()

    return pl.Schema({field: kind(field) for field in (*_FIELDS, _MORE)})


def _row(record: dict[str, Any], fields: tuple[str, ...] = _FIELDS) -> dict[str, Any]:
    """Make a row, or a struct in one, of a record; what is not among the fields goes together as JSON."""
    row = {field: _cell(field, record[field]) for field in fields if record.get(field) is not None}
    more = {key: value for key, value in record.items() if key not in fields and value is not None}
    return {**row, _MORE: to_text(more) if more else None}


def _cell(field: str, value: Any) -> Any:
    if field in _JSON:
        return to_text(value)
    if field not in _LISTS:
        return value
    items = [value] if isinstance(value, str) else value
    return [_row({"text": item} if isinstance(item, str) else item, _LISTS[field]) for item in items]
