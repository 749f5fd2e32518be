"""Corpora that are Python objects: examples, mappings, data frames of polars and pandas, Hugging Face's data sets.

Records are those of JSONL, and rows those of a table. A mapping alone may do without an id (it is "1" then); in a list,
as in a file, every record has its own, unless columns are chosen: then records without an id are numbered.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping
from dataclasses import replace
from operator import length_hint
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias, runtime_checkable

from sumspace.corpus import table
from sumspace.corpus.model import Example, is_sound
from sumspace.corpus.records import Record, as_json, choose, watched
from sumspace.errors import CorpusError, Problem

if TYPE_CHECKING:
    from collections.abc import Iterator
    from os import PathLike

    import polars as pl

    from sumspace.corpus.records import Columns, Progress


@runtime_checkable
class Frame(Protocol):
    """A data frame of pandas, or of any library that offers the same two members."""

    @property
    def columns(self) -> Iterable[Any]: ...

    def itertuples(self, *, index: bool, name: None) -> Iterable[tuple[Any, ...]]: ...


#: Whatever can be read as a corpus.
Corpus: TypeAlias = (
    "str | PathLike[str] | Example | Mapping[str, Any] | Iterable[Example | Mapping[str, Any]] | "
    "pl.DataFrame | pl.LazyFrame | Frame"
)


def read(
    corpus: Corpus, columns: Columns | None = None, progress: Progress | None = None
) -> Iterator[Example | Record | Problem]:
    """Go through the examples, records or rows of an object."""
    name = f"<{type(corpus).__name__}>"
    if isinstance(corpus, Example):
        return iter([_example(corpus, None, name, columns)])
    if isinstance(corpus, Mapping):
        data_sets = [str(key) for key, value in corpus.items() if hasattr(value, "column_names")]
        if data_sets:
            raise CorpusError(Problem(name, f"holds several data sets; choose one of them: {', '.join(data_sets)}"))
        return iter([_record(corpus, None, name, columns)])
    # Another thread may be about to load polars; then this is none of its frames.
    frames = tuple(vars(sys.modules.get("polars", sys)).get(name, ()) for name in ("DataFrame", "LazyFrame"))
    if isinstance(corpus, frames):
        return table.read(corpus, columns, progress)
    items: Any = None if isinstance(corpus, bytes | bytearray) else corpus
    names = getattr(corpus, "column_names", None)
    if isinstance(corpus, Frame):
        names = list(map(str, corpus.columns))
        items = (dict(zip(names, row, strict=True)) for row in corpus.itertuples(index=False, name=None))
    if names:
        table.check_columns(columns, list(map(str, names)), name)
    try:
        iterator = iter(items)
    except TypeError:
        kinds = "a path, an Example, a mapping, a list of these two, a data frame or a data set"
        raise CorpusError(Problem(name, f"is no corpus; give {kinds}")) from None
    return _records(watched(iterator, length_hint(corpus), progress), name, columns, is_table=bool(names))


def _records(
    items: Iterable[Any], name: str, columns: Columns | None, *, is_table: bool
) -> Iterator[Example | Record | Problem]:
    for number, item in enumerate(items, start=1):
        if isinstance(item, Example):
            yield _example(item, number, name, columns)
        elif isinstance(item, Mapping):
            yield _record(item, number, name, columns, is_table=is_table)
        else:
            message = 'should be an Example or a mapping, such as {"id": "…", "text": "…"}'
            yield Problem(name, f"{message}, not {type(item).__name__}", number)


def _example(example: Example, number: int | None, name: str, columns: Columns | None) -> Example | Problem:
    """Check an example, and number it where it comes from no file."""
    if columns:
        return Problem(name, "is an Example, in which no columns can be chosen; give mappings or a table", number)
    if number and not example.file:
        example = replace(example, file=name, line=number)
    has_summaries = not example.has_text and (example.references or example.systems)
    if not has_summaries and not any(section.body for section in example.sections):
        return example.error("there is no text in it; a document needs at least one sentence", "texts").problem
    problem = None if example.has_text else next(iter(example.misfits()), None)
    return problem or _without_missing(example)


def _without_missing(example: Example) -> Example:
    """Leave out marks and scores that are not a number: they are missing."""
    raters = {
        name: {aspect: tuple(mark if is_sound(mark) else None for mark in marks) for aspect, marks in aspects.items()}
        for name, aspects in example.judgement_raters.items()
    }
    clean = replace(
        example,
        judgements=_sound(example.judgements),
        reference_judgements=_sound(example.reference_judgements),
        judgement_raters=raters,
        scores={system: _sound(metrics) for system, metrics in example.scores.items()},
    )
    return example if clean == example else clean


def _sound(marks: Mapping[str, Mapping[str, float]]) -> dict[str, dict[str, float]]:
    return {name: {key: mark for key, mark in own.items() if is_sound(mark)} for name, own in marks.items()}


def _record(
    mapping: Mapping[str, Any], number: int | None, name: str, columns: Columns | None, *, is_table: bool = False
) -> Record | Problem:
    """Make a record of a mapping, which has no number where it is alone, or of a row."""
    try:
        data = as_json(mapping)
    except RecursionError:
        return Problem(name, "is nested too deeply, or holds itself; records are written as JSON", number)
    if is_table and number:
        return Record(table.from_row(data, number, columns), name, number, tuple(data))
    if number is None and not columns and data.get("id") is None:
        data["id"] = "1"
    return choose(data, columns, name, number)
