"""Corpora that are Python objects: examples, mappings, data frames of polars and pandas, Hugging Face's data sets.

Records are those of JSONL, and rows those of a table. A mapping alone may do without an id (it is "1" then); in a list,
as in a file, every record has its own, unless columns are chosen: then records without an id are numbered.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias, runtime_checkable

from sumspace.corpus import table
from sumspace.corpus.model import Example
from sumspace.corpus.records import Record, choose
from sumspace.errors import CorpusError, Problem

if TYPE_CHECKING:
    from collections.abc import Iterator
    from os import PathLike

    import polars as pl

    from sumspace.corpus.records import Columns, Progress

__all__ = ["Corpus", "Frame", "read"]


@runtime_checkable
class Frame(Protocol):
    """A data frame of pandas, or of any library that offers the same two members."""

    @property
    def columns(self) -> Iterable[Any]:
        """The names of the columns."""

    def itertuples(self, *, index: bool, name: None) -> Iterable[tuple[Any, ...]]:
        """Go through the rows."""


#: Whatever can be read as a corpus.
Corpus: TypeAlias = (
    "str | PathLike[str] | Example | Mapping[str, Any] | Iterable[Example | Mapping[str, Any]] | "
    "pl.DataFrame | pl.LazyFrame | Frame"
)

_KINDS = "a path, an Example, a mapping, a list of these two, a data frame or a data set"
#: How pandas calls the types of what is missing; numbers that are missing are NaN.
_MISSING = ("NAType", "NaTType")


def read(
    corpus: Corpus, columns: Columns | None = None, progress: Progress | None = None
) -> Iterator[Example | Record | Problem]:
    """Go through the examples, records or rows of an object."""
    name = f"<{type(corpus).__name__}>"
    if isinstance(corpus, Example):
        return iter([_no_columns(name, None) if columns else corpus])
    if isinstance(corpus, Mapping):
        return iter([_alone(corpus, name, columns)])
    polars = sys.modules.get("polars")
    if polars and isinstance(corpus, polars.DataFrame | polars.LazyFrame):
        return table.read_frame(corpus, name, columns, progress)
    if isinstance(corpus, Frame):
        names = [str(column) for column in corpus.columns]
        rows = (dict(zip(names, row, strict=True)) for row in corpus.itertuples(index=False, name=None))
        return _rows(_watched(rows, corpus, progress), names, name, columns)
    column_names = getattr(corpus, "column_names", None)
    if column_names and isinstance(corpus, Iterable):
        return _rows(_watched(corpus, corpus, progress), column_names, name, columns)
    if isinstance(corpus, Iterable) and not isinstance(corpus, bytes | bytearray):
        return _items(_watched(corpus, corpus, progress), name, columns)
    raise CorpusError(Problem(name, f"is no corpus; give {_KINDS}"))


def _watched(items: Iterable[Any], corpus: Any, progress: Progress | None) -> Iterator[Any]:
    total = len(corpus) if hasattr(corpus, "__len__") else 0
    for done, item in enumerate(items, start=1):
        yield item
        if progress and total:
            progress(done / total)


def _rows(rows: Iterable[Any], names: Iterable[str], name: str, columns: Columns | None) -> Iterator[Record | Problem]:
    """Go through the rows of a table, in which all have the same columns."""
    table.check_columns(columns, list(names), name)
    for number, row in enumerate(rows, start=1):
        if isinstance(row, Mapping):
            yield Record(table.from_row(_as_json(row), number, columns), name, number)
        else:
            yield _not_a_record(row, name, number)


def _items(items: Iterable[Any], name: str, columns: Columns | None) -> Iterator[Example | Record | Problem]:
    for number, item in enumerate(items, start=1):
        if isinstance(item, Example):
            example = item if item.file else replace(item, file=name, line=number)
            yield _no_columns(name, number) if columns else example
        elif isinstance(item, Mapping):
            yield choose(_as_json(item), columns, name, number)
        else:
            yield _not_a_record(item, name, number)


def _alone(mapping: Mapping[str, Any], name: str, columns: Columns | None) -> Record | Problem:
    several = [key for key, value in mapping.items() if hasattr(value, "column_names")]
    if several:
        names = ", ".join(map(str, several))
        return Problem(name, f"holds several data sets; choose one of them: {names}")
    data = _as_json(mapping)
    return choose(data if columns or data.get("id") is not None else {**data, "id": "1"}, columns, name)


def _no_columns(name: str, number: int | None) -> Problem:
    return Problem(name, "is an Example, in which no columns can be chosen; give mappings or a table", number)


def _not_a_record(item: Any, name: str, number: int) -> Problem:
    message = f'should be an Example or a mapping, such as {{"id": "…", "text": "…"}}, not {type(item).__name__}'
    return Problem(name, message, number)


def _as_json(value: Any) -> Any:
    """Make JSON of a value: arrays and tuples become lists, and what is missing null; bytes are left to the schema."""
    if value is None or isinstance(value, str | int | bytes):
        return value
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, Mapping):
        return {str(key): _as_json(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_as_json(item) for item in value]
    if hasattr(value, "tolist"):
        return _as_json(value.tolist())
    return None if type(value).__name__ in _MISSING else str(value)
