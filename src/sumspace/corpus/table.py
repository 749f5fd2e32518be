"""Tables: Parquet with our columns, and any Parquet, Arrow, CSV or TSV with columns chosen by name.

In our Parquet, texts are lists and structs that other tools read, and fields with keys of the user's choosing
(systems, judgements, anything unknown) are JSON text.
"""

from __future__ import annotations

import json
import math
from typing import TYPE_CHECKING, Any

from sumspace.corpus.records import Columns, Progress, Record, unreadable
from sumspace.errors import CorpusError, OutputError, Problem
from sumspace.files import write_parquet

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    import polars as pl

    from sumspace.corpus.model import Example

__all__ = ["SUFFIXES", "read", "write"]

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


def read(path: Path, columns: Columns | None = None, progress: Progress | None = None) -> Iterator[Record | Problem]:
    """Read rows batch by batch."""
    import polars as pl

    name = str(path)
    try:
        frame = _scan(path)
        names = frame.collect_schema().names()
        missing = columns.missing(names) if columns else ""
        if missing:
            message = f"there is no such column; there are: {', '.join(names)}"
            raise CorpusError(Problem(name, message, field=missing))
        total = frame.select(pl.len()).collect().item()
        number = 0
        for batch in frame.collect_batches(chunk_size=_ROWS, maintain_order=True, lazy=True):
            for row in batch.iter_rows(named=True):
                number += 1
                yield Record(_record(row, number, columns), name, number)
            if progress:
                progress(number / total)
    except OSError as error:
        raise unreadable(name, error) from None
    except (pl.exceptions.PolarsError, pl.exceptions.PanicException) as error:
        reason = str(error).splitlines()[0]
        raise CorpusError(Problem(name, f"cannot be read as {path.suffix.lstrip('.')}: {reason}")) from None


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


def _record(row: dict[str, Any], number: int, columns: Columns | None) -> dict[str, Any]:
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
    """Make JSON of what a table holds; fields that are empty in a row or struct are not there in an object."""
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
    return value if value is None or isinstance(value, str | int | float) else str(value)


def write(examples: Iterable[Example], path: Path) -> None:
    """Write Parquet, batch by batch.

    A first pass over the examples is not needed: unknown fields go together into one column.
    """
    if path.suffix != ".parquet":
        raise OutputError(f"{path}: tables are written as .parquet only")
    write_parquet((_row(example.record) for example in examples), _schema(), path)


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
            row[key] = json.dumps(value, ensure_ascii=False)
        else:
            more[key] = value
    row[_MORE] = json.dumps(more, ensure_ascii=False) if more else None
    return row


def _struct(item: Any, fields: tuple[str, ...]) -> dict[str, Any]:
    item = {"text": item} if isinstance(item, str) else item
    struct = {key: value for key, value in item.items() if key in fields}
    more = {key: value for key, value in item.items() if key not in fields}
    if "sections" in struct:
        struct["sections"] = [_struct(section, _SECTION) for section in struct["sections"]]
    struct[_MORE] = json.dumps(more, ensure_ascii=False) if more else None
    return struct
