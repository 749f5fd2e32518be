"""JSONL: one JSON object per line, plain or gzip, from a file or from standard input."""

from __future__ import annotations

import gzip
import json
import math
import sys
import zlib
from contextlib import nullcontext
from typing import TYPE_CHECKING, Any

from sumspace.corpus.records import MISSABLE, Columns, Progress, Record, choose, parse_json, unreadable
from sumspace.errors import CorpusError, OutputError, Problem
from sumspace.files import replacing

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path


_GZIP = b"\x1f\x8b"


def read(
    path: Path | None,
    columns: Columns | None = None,
    progress: Progress | None = None,
    *,
    any_missing: bool = False,
) -> Iterator[Record | Problem]:
    """Read line by line; None is standard input. Lines that cannot be read are problems; blank ones are skipped.

    NaN is read as null in judgements and scores, or, with `any_missing`, anywhere.
    """
    name = "standard input" if path is None else str(path)
    try:
        with nullcontext(sys.stdin.buffer) if path is None else path.open("rb") as raw:
            size = path.stat().st_size if path else 0
            # What the file holds counts, not what it is called.
            is_packed = raw.peek(2)[:2] == _GZIP  # type: ignore[union-attr] # both are buffered readers
            for number, line in enumerate(gzip.GzipFile(fileobj=raw) if is_packed else raw, start=1):
                if line.strip():
                    yield _record(line, name, number, columns, any_missing=any_missing)
                if progress and size:
                    progress(raw.tell() / size)
    except (EOFError, gzip.BadGzipFile, zlib.error):
        raise CorpusError(Problem(name, "is damaged or cut off gzip; fetch or pack it again")) from None
    except OSError as error:
        raise unreadable(name, error) from None


def _record(line: bytes, name: str, number: int, columns: Columns | None, *, any_missing: bool) -> Record | Problem:
    try:
        text = line.decode("utf-8-sig" if number == 1 else "utf-8")
        data = parse_json(text)
        if "NaN" in text:
            data = _without_nan(data, missable=any_missing)
    except UnicodeDecodeError as error:
        return Problem(name, f"not UTF-8 (byte {line[error.start]:#04x} at {error.start}); save it as UTF-8", number)
    except json.JSONDecodeError as error:
        message = f"broken JSON at column {error.colno} ({error.msg}); write one whole JSON object per line"
        return Problem(name, message, number)
    except (ValueError, RecursionError) as error:
        return Problem(name, f"broken JSON ({error}); write one whole JSON object per line", number)
    if not isinstance(data, dict):
        return Problem(name, 'should be an object in braces, such as {"id": "…", "text": "…"}', number)
    return choose(data, columns, name, number)


def _without_nan(value: Any, *, missable: bool) -> Any:
    """Put null in the place of not a number where numbers may be missing, which elsewhere the schema refuses."""
    if isinstance(value, dict):
        return {key: _without_nan(inner, missable=missable or key in MISSABLE) for key, inner in value.items()}
    if isinstance(value, list):
        return [_without_nan(inner, missable=missable) for inner in value]
    return None if missable and isinstance(value, float) and math.isnan(value) else value


def write_records(records: Iterable[Any], path: Path) -> None:
    """Write records, gzip where the name ends in .gz; the same records always make the same file."""
    with replacing(path) as temporary, temporary.open("wb") as raw:
        is_packed = path.suffix == ".gz"
        packed = gzip.GzipFile(filename="", mode="wb", fileobj=raw, mtime=0) if is_packed else nullcontext(raw)
        with packed as out:
            out.writelines(map(to_line, records))


def to_line(record: Any) -> bytes:
    return f"{to_text(record)}\n".encode()


def to_text(value: Any) -> str:
    """Return a value as JSON; bytes, which a column of another table may hold, are written as Python writes them."""
    try:
        text = json.dumps(value, ensure_ascii=False, default=str, allow_nan=False)
    except (ValueError, RecursionError) as error:
        raise OutputError(f"cannot be written as JSON: {error}") from None
    try:
        text.encode()
    except UnicodeEncodeError:  # half of a surrogate pair can stand in JSON as an escape only
        return json.dumps(value, default=str)
    return text
