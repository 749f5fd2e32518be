"""Scores from other files and frames: in long or wide form, of mt-metrics-eval, or of SacreROUGE.

Long form has a row for each value, with the columns id, system, metric, value and, where a value belongs to a single
reference, reference. Wide form has id, system, maybe reference, and a column for each metric.
"""

from __future__ import annotations

import csv
import io
import math
import os
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from itertools import zip_longest
from os import PathLike
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from sumspace.corpus import jsonl, table
from sumspace.corpus.model import ALL
from sumspace.corpus.objects import Frame
from sumspace.corpus.records import existing, read_text
from sumspace.errors import CorpusError, Problem

if TYPE_CHECKING:
    from collections.abc import Container, Iterator
    from pathlib import Path

#: A file, FILE:METRIC, a data frame, a list of rows, or several of these; by the names of metrics, each has one alone.
ScoreSources: TypeAlias = "str | PathLike[str] | Frame | Mapping[str, Any] | Iterable[Any]"

#: How columns are called, with other names that are understood.
_ID, _SYSTEM, _REFERENCE = ("id", "doc_id", "document"), ("system", "model"), ("reference",)
_METRIC, _VALUE = ("metric", "measure"), ("value", "score")
_SACREROUGE = ("instance_id", "summarizer_id", "metrics")
_SEGMENTS = ".seg.score"
#: Files of JSON lines; what has no ending, such as a pipe, is read as these too.
_JSON_LINES = (".jsonl", ".json", ".ndjson", ".gz", "")
_ENDINGS = ".csv, .tsv, .jsonl, .jsonl.gz, .parquet, .arrow, .seg.score"
_SOURCES = "a path, a data frame, a list of rows, or several of these"
#: How tables that are text say that there is no value.
_MISSING = ("", "nan", "none", "null", "na", "n/a")
_LARGEST = 1e100
_WANTED = "wanted are id, system, metric and value, or id, system and a column for each metric"


class _Row(NamedTuple):
    """A value as it was read: whose it is, and where it stands, by the line of a file or the row of a table."""

    document: str | int
    system: str
    reference: str
    metric: str
    value: Any
    line: int
    field: str = ""
    #: Whether the summary is that of a person.
    is_human: bool = False


#: What a value belongs to, beside the document: system, metric, reference.
Place = tuple[str, str, str]


@dataclass(frozen=True, slots=True)
class ScoreTable:
    """The scores of one file or frame, by document and by what they belong to, each with its line."""

    file: str
    metrics: tuple[str, ...]
    #: By the ids of documents or, where the file has none, by their places, counted from 0.
    documents: Mapping[str | int, Mapping[Place, tuple[float, int]]]
    #: Rows of summaries by people, by the names of these.
    humans: Counter[str] = field(default_factory=Counter)
    #: How many documents each system has a line for, in a file without ids.
    lines: Mapping[str, int] = field(default_factory=dict)

    @property
    def has_ids(self) -> bool:
        return not self.lines


def read_scores(sources: ScoreSources | None) -> tuple[ScoreTable, ...]:
    """Read scores from files, as FILE or FILE:METRIC, frames, lists of rows, or several of these."""
    if sources is None or isinstance(sources, ScoreTable):
        return () if sources is None else (sources,)
    if isinstance(sources, str | PathLike):
        return (_read(*path_and_metric(sources)),)
    if isinstance(sources, Mapping):
        return tuple(_read(source, str(metric)) for metric, source in sources.items())
    if _is_polars(sources) or isinstance(sources, Frame):
        return (_read(sources),)
    if not isinstance(sources, Iterable):
        raise _no_source(sources)
    several = list(sources)
    if several and all(isinstance(row, Mapping) for row in several):
        return (_read(several),)
    return tuple(own for source in several for own in read_scores(source))


def _no_source(source: object, metric: str = "") -> CorpusError:
    return CorpusError(Problem(f"<{type(source).__name__}>", f"has no scores; give {_SOURCES}", field=metric))


def _is_polars(source: object) -> bool:
    return hasattr(source, "collect_schema")


def path_and_metric(source: str | PathLike[str]) -> tuple[Path, str]:
    """Divide FILE:METRIC; a file whose name has a colon is a file."""
    head, colon, metric = str(source).rpartition(":")
    # Whatever is too long for a path is none to os.path, which raises nothing.
    if colon and head and metric and not os.path.exists(source) and os.path.exists(head):  # noqa: PTH110
        return existing(head), metric
    return existing(source), ""


def _read(source: Any, metric: str = "") -> ScoreTable:
    """Read one source: all its metrics, the one of this name, or its only one under this name."""
    if isinstance(source, str | PathLike):
        path = existing(source)
        if path.is_dir():
            raise CorpusError(Problem(str(path), f"is a folder; scores are in a file: {_ENDINGS}"))
        if path.name.endswith(_SEGMENTS):
            return _segments(path, metric)
        return _make(str(path), _rows(str(path), _in_file(path)), metric)
    if _is_polars(source):
        rows: Iterable[tuple[int, Any]] = table.rows(source)
    elif isinstance(source, Frame):
        columns = list(map(str, source.columns))
        cells = source.itertuples(index=False, name=None)
        rows = enumerate((dict(zip(columns, row, strict=True)) for row in cells), start=1)
    elif isinstance(source, Iterable):
        rows = enumerate(source, start=1)
    else:
        raise _no_source(source, metric)
    name = f"<{type(source).__name__}>"
    return _make(name, _rows(name, rows), metric)


def _in_file(path: Path) -> Iterator[tuple[int, dict[str, Any]]]:
    if path.suffix in (".csv", ".tsv"):
        yield from _text_rows(path)
        return
    if path.suffix in table.SUFFIXES:
        yield from table.rows(path)
        return
    if path.suffix not in _JSON_LINES:
        raise CorpusError(Problem(str(path), f"{path.suffix} is no ending of a file of scores; there are: {_ENDINGS}"))
    for record in jsonl.read(path, any_missing=True):
        if isinstance(record, Problem):
            raise CorpusError(record)
        yield record.line or 0, record.data


def _text_rows(path: Path) -> Iterator[tuple[int, dict[str, str]]]:
    """Read CSV or TSV, with the lines on which rows begin; rows may end early, and empty lines are none."""
    name, text = str(path), read_text(path)
    kind, separator, called = ("TSV", "\t", "tabs") if path.suffix == ".tsv" else ("CSV", ",", "commas")
    if "\0" in text:
        raise CorpusError(Problem(name, f"is no {kind}: there is a zero byte in it; save it as text"))
    # No cell is longer than its file, and whoever reads others meanwhile loses nothing.
    csv.field_size_limit(max(csv.field_size_limit(), len(text)))
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
    header: list[str] = []
    begin = 1
    try:
        for cells in reader:
            line, begin = begin, reader.line_num + 1
            if cells and not header:
                header = cells
                table.check_columns(None, header, name)
                _check_columns(name, header)
            elif len(cells) > len(header):
                message = f"has {len(cells)} cells, and the header {len(header)}; put cells with {called} in quotes"
                raise CorpusError(Problem(name, message, line))
            elif cells:
                yield line, dict(zip_longest(header, cells, fillvalue=""))
    except csv.Error:
        message = "a cell in quotes does not end where it should; write quotes inside of cells twice"
        raise CorpusError(Problem(name, message, begin)) from None


def _check_columns(name: str, columns: list[str]) -> None:
    """Raise where a table has no column of documents or of systems."""
    missing = [own[0] for own in (_ID, _SYSTEM) if _column(columns, own) is None]
    if missing:
        there = ", ".join(map(str, columns)) or "none"
        message = f"there is no column {' and no column '.join(missing)}, but: {there}; {_WANTED}"
        raise CorpusError(Problem(name, message))


def _rows(name: str, rows: Iterable[tuple[int, Mapping[str, Any]]]) -> Iterator[_Row]:
    """Read rows in long or wide form, or those of SacreROUGE: what the first one is, all are."""
    read: Any = None
    for line, row in rows:
        if not isinstance(row, Mapping):
            raise CorpusError(Problem(name, f"should be a row, such as {{'id': …, 'system': …}}; {_WANTED}", line))
        if read is None:
            read = _of_sacrerouge if all(key in row for key in _SACREROUGE) else _of_table
            if read is _of_table:
                _check_columns(name, [*row])
        yield from read(name, row, line)


def _column(columns: Container[str], names: tuple[str, ...]) -> str | None:
    return next((name for name in names if name in columns), None)


def _of_table(name: str, row: Mapping[str, Any], line: int) -> Iterator[_Row]:
    id_, system, reference = (_column(row, names) for names in (_ID, _SYSTEM, _REFERENCE))
    document, author = (_text(name, row, own, line, names) for own, names in ((id_, _ID), (system, _SYSTEM)))
    by = (_cell(row[reference]) if reference else "") or ALL
    metric, value = _column(row, _METRIC), _column(row, _VALUE)
    if metric and value:
        yield _Row(document, author, by, _text(name, row, metric, line, _METRIC), row[value], line, value)
        return
    metrics = [key for key in row if key not in (id_, system, reference)]
    if metric or not metrics:
        there = ", ".join(map(str, row))
        raise CorpusError(
            Problem(name, f"there is no column {'value' if metric else 'of a metric'}, but: {there}; {_WANTED}")
        )
    yield from (_Row(document, author, by, str(key), row[key], line, str(key)) for key in metrics)


def _of_sacrerouge(name: str, row: Mapping[str, Any], line: int) -> Iterator[_Row]:
    """Read {"instance_id", "summarizer_id", "summarizer_type", "metrics"}; metrics within metrics become one name."""
    document, system = (_text(name, row, key, line, (key,)) for key in _SACREROUGE[:2])
    is_human = row.get("summarizer_type") == "reference"
    metrics_of_row = row.get("metrics")
    if not isinstance(metrics_of_row, Mapping):
        raise CorpusError(Problem(name, "should be an object with a value for each metric", line, "metrics"))

    def flat(metrics: Mapping[str, Any], prefix: str) -> Iterator[tuple[str, Any]]:
        for key, value in metrics.items():
            yield from flat(value, f"{prefix}{key}_") if isinstance(value, Mapping) else [(f"{prefix}{key}", value)]

    for metric, value in flat(metrics_of_row, ""):
        yield _Row(document, system, ALL, metric, value, line, f"metrics.{metric}", is_human)


def _text(name: str, row: Mapping[str, Any], column: str | None, line: int, names: tuple[str, ...]) -> str:
    text = _cell(row.get(column)) if column else ""
    if not text:
        raise CorpusError(Problem(name, "is missing; every row needs one", line, column or names[0]))
    return text


def _cell(value: Any) -> str:
    """Write an id or a name as text; numbers that some tables hold as fractions are whole."""
    if value is None or value != value or type(value).__name__ == "NAType":  # noqa: PLR0124 - not a number
        return ""
    return str(int(value)) if isinstance(value, float) and value.is_integer() else str(value)


def _segments(path: Path, metric: str) -> ScoreTable:
    """Read lines of system and score, for each system one a document in the order of the corpus.

    The file is called METRIC-REFERENCE.seg.score; what is not the one reference of a document counts for all of them.
    """
    own, _, reference = path.name.removesuffix(_SEGMENTS).rpartition("-")
    own, reference = (own, reference) if own else (reference, ALL)
    lines: Counter[str] = Counter()
    rows = []
    for number, line in enumerate(read_text(path).splitlines(), start=1):
        parts = line.split("\t") if "\t" in line else line.split()
        if len(parts) != 2 or not parts[0].strip():
            raise CorpusError(Problem(str(path), "should be a system and its score, and nothing else", number))
        system = parts[0].strip()
        rows.append(_Row(lines[system], system, reference, own, parts[1], number))
        lines[system] += 1
    return replace(_make(str(path), rows, metric), lines=lines)


def _make(name: str, rows: Iterable[_Row], chosen: str) -> ScoreTable:
    """Choose one metric or take all, and check the values: numbers, and one for each place."""
    rows = list(rows)
    if not rows:
        raise CorpusError(Problem(name, "has no rows; there is not one score in it"))
    metrics = list(dict.fromkeys(row.metric for row in rows))
    if chosen and chosen not in metrics and len(metrics) > 1:
        raise CorpusError(Problem(name, f"there is no metric {chosen!r}; there are: {', '.join(metrics)}"))
    if chosen in metrics:
        rows = [row for row in rows if row.metric == chosen]
    documents: dict[str | int, dict[Place, tuple[float, int]]] = {}
    humans: dict[str, set[int]] = {}
    seen: dict[tuple[Any, ...], int] = {}
    for row in rows:
        place = row.system, chosen or row.metric, row.reference
        key = (row.document, row.is_human, *place)
        if key in seen:
            message = f"there is already a value of {place[1]} for {row.system!r} on {row.document!r}"
            raise CorpusError(Problem(name, f"{message}, at {name}:{seen[key]}; give one", row.line, row.field))
        seen[key] = row.line
        value = _number(row, name, several=len(metrics) > 1 and not chosen)
        if value is not None and row.is_human:
            humans.setdefault(row.system, set()).add(row.line)
        elif value is not None:
            documents.setdefault(row.document, {})[place] = value, row.line
    if not documents and not humans:
        raise CorpusError(Problem(name, "there is not one score in it: all values are missing"))
    by_people = Counter({system: len(lines) for system, lines in humans.items()})
    return ScoreTable(name, (chosen,) if chosen else tuple(metrics), documents, by_people)


def _number(row: _Row, name: str, *, several: bool) -> float | None:
    """Return a value as a number; None where it is missing."""
    value = row.value
    if value is None or type(value).__name__ == "NAType":
        return None
    if isinstance(value, str) and value.strip().lower() in _MISSING:
        return None
    try:
        value = value.item() if hasattr(value, "item") else value  # a number of NumPy's
        number = math.inf if isinstance(value, bool | bytes) or "_" in str(value) else float(value)
    except (TypeError, ValueError, OverflowError):
        number = math.inf
    if math.isnan(number):
        return None
    if not abs(number) <= _LARGEST:
        # Among several columns, that may be one of something else.
        is_column = several and row.field == row.metric
        advice = "choose one of the columns as FILE:METRIC" if is_column else "write NaN where there is no score"
        message = f"{str(value)!r:.40} is no number; {advice}"
        raise CorpusError(Problem(name, message, row.line, row.field or row.metric))
    return number
