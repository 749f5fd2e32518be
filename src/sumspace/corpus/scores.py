"""Scores from other files and frames: in long or wide form, of mt-metrics-eval, or of SacreROUGE.

Long form has a row for each value, with the columns id, system, metric, value and, where a value belongs to a single
reference, reference. Wide form has id, system, maybe reference, and a column for each metric.
"""

from __future__ import annotations

import math
import warnings
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from sumspace.corpus import jsonl, table
from sumspace.corpus.model import ALL
from sumspace.corpus.objects import Frame
from sumspace.corpus.records import existing, read_text
from sumspace.errors import CorpusError, Problem, UnmatchedScores

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sumspace.corpus.model import Example


#: A file, FILE:METRIC, a data frame, a list of rows, or several of these; by the names of metrics, each has one alone.
ScoreSources: TypeAlias = "str | PathLike[str] | Frame | Mapping[str, Any] | Iterable[Any]"

#: How columns are called, with other names that are understood.
_ID, _SYSTEM, _REFERENCE = ("id", "doc_id", "document"), ("system", "model"), ("reference",)
_METRIC, _VALUE = ("metric", "measure"), ("value", "score")
_SACREROUGE = ("instance_id", "summarizer_id", "metrics")
_SEGMENTS = ".seg.score"
#: How tables that are text say that there is no value.
_MISSING = ("", "nan", "none", "null", "na", "n/a")
_LARGEST = 1e100
_WANTED = "wanted are id, system, metric and value, or id, system and a column for each metric"
#: So many of those that have no summary are named.
_NAMED = 5


class _Row(NamedTuple):
    """A value as it was read: whose it is, and where it stands."""

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
_Place = tuple[str, str, str]


@dataclass(frozen=True, slots=True)
class ScoreTable:
    """The scores of one file or frame, by document and by what they belong to, each with its line."""

    file: str
    metrics: tuple[str, ...]
    #: By the ids of documents or, where the file has none, by their places, counted from 0.
    documents: Mapping[str | int, Mapping[_Place, tuple[float, int]]]
    #: Rows of summaries by people, by the names of these.
    humans: Counter[str] = field(default_factory=Counter)
    #: How many documents each system has a line for, in a file without ids.
    lines: Mapping[str, int] = field(default_factory=dict)

    @property
    def has_ids(self) -> bool:
        return not self.lines


def read_scores(sources: ScoreSources | None) -> tuple[ScoreTable, ...]:
    """Read scores from files, as FILE or FILE:METRIC, frames, lists of rows, or several of these."""
    if sources is None:
        return ()
    if isinstance(sources, ScoreTable):
        return (sources,)
    if isinstance(sources, str | PathLike):
        return (_read_file(*_path_and_metric(sources)),)
    if isinstance(sources, Mapping):
        return tuple(_named(str(metric), source) for metric, source in sources.items())
    if isinstance(sources, Frame) or hasattr(sources, "collect_schema"):
        return (_from_rows(f"<{type(sources).__name__}>", sources),)
    several = list(sources) if isinstance(sources, Iterable) else [sources]
    if several and all(isinstance(row, Mapping) for row in several):
        return (_from_rows(f"<{type(sources).__name__}>", several),)
    for source in several:
        if not isinstance(source, str | PathLike | Frame | list | tuple | ScoreTable | Mapping) and not hasattr(
            source, "collect_schema"
        ):
            kinds = "a path, a data frame, a list of rows, or several of these"
            raise CorpusError(Problem(f"<{type(source).__name__}>", f"has no scores; give {kinds}"))
    return tuple(own for source in several for own in read_scores(source))


def _named(metric: str, source: Any) -> ScoreTable:
    """Read the only metric of a source, or the one of this name, under this name."""
    if isinstance(source, str | PathLike):
        return _read_file(existing(source), metric)
    return _from_rows(f"<{type(source).__name__}>", source, metric)


def _path_and_metric(source: str | PathLike[str]) -> tuple[Path, str]:
    """Divide FILE:METRIC; a file whose name has a colon is a file."""
    head, colon, metric = str(source).rpartition(":")
    if colon and head and metric and not Path(source).exists() and Path(head).exists():
        return existing(head), metric
    return existing(source), ""


def _read_file(path: Path, metric: str) -> ScoreTable:
    if path.is_dir():
        raise CorpusError(Problem(str(path), "is a folder; scores are in a file: CSV, TSV, JSONL, Parquet, .seg.score"))
    if path.name.endswith(_SEGMENTS):
        return _segments(path, metric)
    if path.suffix in table.SUFFIXES:
        return _make(str(path), _rows(str(path), table.rows(path)), metric)
    records = jsonl.read(path, any_missing=True)
    return _make(str(path), _rows(str(path), ((r.line or 0, r.data) for r in map(_sound, records))), metric)


def _sound(record: Any) -> Any:
    if isinstance(record, Problem):
        raise CorpusError(record)
    return record


def _from_rows(name: str, source: Any, metric: str = "") -> ScoreTable:
    if hasattr(source, "collect_schema"):  # a frame of polars
        numbered: Iterable[tuple[int, Mapping[str, Any]]] = table.rows(source)
    elif isinstance(source, Frame):
        columns = list(map(str, source.columns))
        rows = source.itertuples(index=False, name=None)
        numbered = enumerate((dict(zip(columns, row, strict=True)) for row in rows), start=1)
    else:
        numbered = enumerate(source, start=1)
    return _make(name, _rows(name, numbered), metric)


def _rows(name: str, rows: Iterable[tuple[int, Mapping[str, Any]]]) -> Iterator[_Row]:
    """Read rows in long or wide form, or those of SacreROUGE: what the first one is, all are."""
    read: Any = None
    for line, row in rows:
        if not isinstance(row, Mapping):
            raise CorpusError(Problem(name, f"should be a row, such as {{'id': …, 'system': …}}; {_WANTED}", line))
        if read is None:
            read = _of_sacrerouge if all(key in row for key in _SACREROUGE) else _of_table
            missing = [own[0] for own in (_ID, _SYSTEM) if read is _of_table and _column(row, own) is None]
            if missing:
                there = ", ".join(map(str, row)) or "none"
                message = f"there is no column {' and no column '.join(missing)}, but: {there}; {_WANTED}"
                raise CorpusError(Problem(name, message))
        yield from read(name, row, line)


def _column(row: Mapping[str, Any], names: tuple[str, ...]) -> str | None:
    return next((name for name in names if name in row), None)


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
        raise CorpusError(Problem(name, f"there is no column {'value' if metric else 'of a metric'}, but: {there}; {_WANTED}"))
    yield from (_Row(document, author, by, str(key), row[key], line, str(key)) for key in metrics)


def _of_sacrerouge(name: str, row: Mapping[str, Any], line: int) -> Iterator[_Row]:
    """Read {"instance_id", "summarizer_id", "summarizer_type", "metrics"}; metrics within metrics become one name."""
    document, system = (_text(name, row, key, line, (key,)) for key in _SACREROUGE[:2])
    is_human = row.get("summarizer_type") == "reference"
    if not isinstance(row["metrics"], Mapping):
        raise CorpusError(Problem(name, "should be an object with a value for each metric", line, "metrics"))

    def flat(metrics: Mapping[str, Any], prefix: str) -> Iterator[tuple[str, Any]]:
        for key, value in metrics.items():
            yield from flat(value, f"{prefix}{key}_") if isinstance(value, Mapping) else [(f"{prefix}{key}", value)]

    for metric, value in flat(row["metrics"], ""):
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
        raise CorpusError(Problem(name, "is empty; there is not one score in it"))
    metrics = list(dict.fromkeys(row.metric for row in rows))
    if chosen and chosen not in metrics and len(metrics) > 1:
        raise CorpusError(Problem(name, f"there is no metric {chosen!r}; there are: {', '.join(metrics)}"))
    if chosen in metrics:
        rows = [row for row in rows if row.metric == chosen]
    documents: dict[str | int, dict[_Place, tuple[float, int]]] = {}
    humans: dict[str, set[int]] = {}
    seen: dict[tuple[Any, ...], int] = {}
    for row in rows:
        place = row.system, chosen or row.metric, row.reference
        key = (row.document, row.is_human, *place)
        if key in seen:
            message = f"there is already a value of {place[1]} for {row.system!r} on {row.document!r} in row {seen[key]}"
            raise CorpusError(Problem(name, f"{message}; give one", row.line, row.field))
        seen[key] = row.line
        value = _number(row, name)
        if value is not None and row.is_human:
            humans.setdefault(row.system, set()).add(row.line)
        elif value is not None:
            documents.setdefault(row.document, {})[place] = value, row.line
    if not documents and not humans:
        raise CorpusError(Problem(name, "there is not one score in it: all values are missing"))
    by_people = Counter({system: len(lines) for system, lines in humans.items()})
    return ScoreTable(name, (chosen,) if chosen else tuple(metrics), documents, by_people)


def _number(row: _Row, name: str) -> float | None:
    """Return a value as a number; None where it is missing."""
    value = row.value.item() if hasattr(row.value, "item") else row.value
    if value is None or type(value).__name__ == "NAType":
        return None
    if isinstance(value, str) and value.strip().lower() in _MISSING:
        return None
    try:
        number = math.inf if isinstance(value, bool | bytes) or "_" in str(value) else float(value)
    except (TypeError, ValueError, OverflowError):
        number = math.inf
    if math.isnan(number):
        return None
    if not abs(number) <= _LARGEST:
        message = f"{str(value)!r:.40} is no number; choose one metric of several columns as FILE:METRIC"
        raise CorpusError(Problem(name, message, row.line, row.field or row.metric))
    return number


def attach_scores(examples: Iterable[Example], tables: Iterable[ScoreTable]) -> Iterator[Example]:
    """Yield examples with the scores of all tables; where a table has a metric, that of the example itself is replaced.

    Rows of documents, systems and references that are not there are counted and named in a warning at the end; where
    no row of a table has a summary, that is an error.
    """
    tables = tuple(tables)
    matches = [_Matches(own) for own in tables]
    documents = 0
    for documents, example in enumerate(examples, 1):
        scores: dict[str, dict[str, dict[str, float]]] = {}
        files: dict[_Place, str] = {}
        for match in matches:
            for place, value in match.take(example, documents - 1):
                if place in files:
                    message = f"{files[place]} has {place[1]} of {place[0]!r} on {example.id!r} too; give one of the two"
                    raise CorpusError(Problem(match.table.file, message))
                files[place] = match.table.file
                scores.setdefault(place[0], {}).setdefault(place[1], {})[place[2]] = value
        if scores:
            merged = {**{system: {} for system in scores}, **example.scores}
            together = {system: {**own, **scores.get(system, {})} for system, own in merged.items()}
            example = replace(example, scores=together)  # noqa: PLW2901 - the same with its scores
        yield example
    for match in matches:
        match.check(documents)


class _Matches:
    """Which rows of a table have found their summaries so far."""

    def __init__(self, scores: ScoreTable) -> None:
        self.table = scores
        self._waiting = dict.fromkeys(scores.documents)
        self._matched: set[int] = set()
        #: The lines without a summary, by what it is that is not there.
        self._unmatched: dict[str, set[int]] = {}

    def take(self, example: Example, number: int) -> Iterator[tuple[_Place, float]]:
        """Yield the scores of a document's summaries."""
        key = example.id if self.table.has_ids else number
        self._waiting.pop(key, None)
        references = {ALL, *(reference.id for reference in example.references)}
        for (system, metric, reference), (value, line) in self.table.documents.get(key, {}).items():
            by = ALL if reference not in references and not self.table.has_ids else reference
            if system not in example.systems:
                self._miss(f"system {system!r}", line)
            elif by not in references:
                self._miss(f"reference {reference!r}", line)
            else:
                self._matched.add(line)
                yield (system, metric, by), value

    def _miss(self, what: str, line: int) -> None:
        self._unmatched.setdefault(what, set()).add(line)

    def check(self, documents: int) -> None:
        """Raise if no row was used, or systems have not one line a document; warn of rows that were not used."""
        for system, count in self.table.lines.items():
            if count != documents:
                message = f"has {count:,} scores of {system!r}, a line each, for the {documents:,} documents of the corpus"
                raise CorpusError(Problem(self.table.file, message))
        for key in self._waiting:
            for _, line in self.table.documents[key].values():
                self._miss(f"document {key!r}", line)
        counts = Counter({what: len(lines) for what, lines in self._unmatched.items()})
        counts.update({f"human summary {name!r}": count for name, count in self.table.humans.items()})
        if not counts:
            return
        named = [f"{what} ({count:,})" for what, count in counts.most_common(_NAMED)]
        others = sum(count for _, count in counts.most_common()[_NAMED:])
        which = ", ".join([*named, *([f"others ({others:,})"] if others else [])])
        if not self._matched:
            message = f"not one of its {counts.total():,} rows has a summary here: {which}; ids and names must be the corpus's"
            raise CorpusError(Problem(self.table.file, message))
        message = f"{counts.total():,} rows of {self.table.file} have no summary here: {which}"
        warnings.warn(message, UnmatchedScores, stacklevel=3)
