"""A table: its columns, its records, and what is said below it; it is shown in every format of `formats.py`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby, islice
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from sumspace.errors import on_one_line
from sumspace.show.notebook import Displayed
from sumspace.show.text import domain_label, percent

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Iterator

    import polars as pl
    from markupsafe import Markup

    Record = dict[str, Any]
    #: The outputs a table can be part of: JSON lines, files of a report, a terminal or text, a page.
    Output = Literal["json", "csv", "text", "page"]
    Views = Sequence["Table"] | Callable[[Iterable[Record]], Iterable["Table"]]
    Notes = Sequence[str] | Callable[[Sequence[Record]], Iterable[str]]
    #: A line of a legend: a heading, and what the column shows.
    Entry = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Column:
    """A column: which field of a record it shows, under which heading, and how a cell is written.

    >>> Column("score", kind="number", write=".3f").cell({"score": 0.25})
    '0.250'
    >>> Column("share", "of the best", "number", ".0%").cell({"share": None})
    '-'
    """

    name: str
    #: The heading, which may hold a line break; the name unless given.
    title: str = ""
    #: Numbers stand to the right, texts to the left.
    kind: Literal["text", "number"] = "text"
    #: A format specification for the field, or a function that writes a record.
    write: str | Callable[[Record], str] = ""
    #: The heading over neighbouring columns.
    group: str = ""
    #: What is written where there is no value.
    missing: str = "-"
    #: How a record is written on a page where that differs; what is no `Markup` is escaped.
    html: Callable[[Record], str | Markup] | None = None
    #: The most characters on a line of a terminal: longer cells take several lines.
    width: int | None = None
    #: Whether the column stands back on a terminal.
    dim: bool = False
    #: Whether the column is hidden where a terminal is too narrow for the whole table.
    wide: bool = False
    #: The record within a record that it shows: a row of a pivot has one for each group.
    part: str = ""
    #: What the column shows, in one line of the legend below the table; nothing where the heading says it all.
    about: str = ""

    @property
    def heading(self) -> str:
        return self.title or self.name

    def cell(self, record: Record) -> str:
        """Write the cell of a record."""
        shown = record.get(self.part) if self.part else record
        if shown is not None and not isinstance(self.write, str):
            return self.write(shown)
        value = None if shown is None else shown.get(self.name)
        if value is None:
            return self.missing
        return format(value, str(self.write)) if self.write else on_one_line(str(value))

    def markup(self, record: Record) -> str | Markup:
        shown = record.get(self.part) if self.part else record
        return self.cell(record) if self.html is None or shown is None else self.html(shown)


#: The domain of a record; without one it is of all domains together.
DOMAIN = Column("domain", write=lambda record: domain_label(record["domain"]))


def percent_column(name: str, title: str = "", mark: str | Callable[[Record], str] = "", **settings: Any) -> Column:
    """Make a column of scores in percent, after a mark or what a function says of the record.

    >>> percent_column("score", mark=lambda record: "~" if record["sampled"] else "").cell({"score": 1, "sampled": 1})
    '~100.00'
    """

    def write(record: Record) -> str:
        return percent(record.get(name), mark if isinstance(mark, str) else mark(record))

    return Column(name, title, "number", write, **settings)


class Row(NamedTuple):
    """A row as it is shown, and whether a new block begins with it."""

    cells: tuple[str | Markup, ...]
    begins_block: bool


def flat(record: Record) -> Record:
    """Make a record one line of a file: names within names are joined, intervals have two ends, lists are left out.

    >>> flat({"id": "a", "systems": {"mine": 0.5}, "f1_interval": [0.1, 0.3], "pairs": [1, 2]})
    {'id': 'a', 'systems.mine': 0.5, 'f1_low': 0.1, 'f1_high': 0.3}
    """
    line: Record = {}
    for name, value in record.items():
        if name.endswith("_interval"):
            stem = name.removesuffix("_interval")
            line[f"{stem}_low"], line[f"{stem}_high"] = value or (None, None)
        elif isinstance(value, dict):
            line |= {f"{name}.{inner}": part for inner, part in value.items()}
        elif not isinstance(value, list):
            line[name] = value
    return line


def columns_of(rows: Iterable[Record]) -> list[str]:
    """Return all names that records have, in the order in which they come up."""
    return list(dict.fromkeys(name for row in rows for name in row))


@dataclass(frozen=True, eq=False, repr=False)
class Table(Displayed):
    """Numbers as records, one a row, and how they are shown.

    >>> names = Column("system"), Column("score", kind="number", write=".2f")
    >>> table = Table("scores", "Scores", names, ({"system": "lead", "score": 0.251},))
    >>> print(table.csv() + table.markdown(), end="")
    system,score
    lead,0.251
    ### Scores
    <BLANKLINE>
    | system | score |
    | :-- | --: |
    | lead | 0.25 |
    """

    #: What the table is called in JSON; the chapters of a page find it by this name.
    name: str
    title: str = ""
    columns: Sequence[Column] = ()
    #: The numbers, unrounded; they may have more fields than are shown. A stream is consumed once: JSON and, if the
    #: fields are given, CSV pass it on record by record. A sequence may make its records as they are asked for.
    records: Iterable[Record] = ()
    #: What is said below, or a function that says it of all records.
    notes: Notes = ()
    #: The fields that CSV files have, in order; all that come up unless given.
    fields: Sequence[str] | None = None
    #: Whether a first cell that repeats the one above is left out, and a new block begins where it does not.
    blocks: bool = False
    #: Tables that show the records where they are not shown row by row, or a function that makes them of the records.
    views: Views = ()
    #: So many groups of columns stand side by side on a terminal, and more are continued below; on a page all do.
    side_by_side: int | None = None
    #: The name of the file in a report, without its ending; the table's name unless given.
    file: str = ""
    #: The outputs that the table, or view, is part of: all unless given.
    only: Sequence[Output] = ()
    #: How a record becomes a line of CSV.
    line: Callable[[Record], Record] = field(default=flat)
    #: Whether the columns have headings.
    header: bool = True
    #: Whether texts are fitted to the width of the terminal; numbers are never cut.
    fold: bool = False
    #: The legend below, of this table and those before that share it: see `with_legends`.
    legend: Sequence[Entry] = ()

    def __post_init__(self) -> None:
        if isinstance(self.records, list):
            object.__setattr__(self, "records", tuple(self.records))

    @property
    def shown(self) -> Iterable[Table]:
        """The tables that are shown: the views, or the table itself if it has columns."""
        if self.views:
            return self.views(self.records) if callable(self.views) else self.views
        return (self,) if self.columns else ()

    def is_in(self, output: Output) -> bool:
        return not self.only or output in self.only

    def settled(self) -> Table:
        """Return the table with all its records there, and its notes written."""
        records = self.records if isinstance(self.records, Sequence) else tuple(self.records)
        whole = replace(self, records=records)
        return replace(whole, notes=whole.remarks)

    @property
    def remarks(self) -> tuple[str, ...]:
        return tuple(self.notes(tuple(self.records)) if callable(self.notes) else self.notes)

    def rows(self, *, page: bool = False) -> list[Row]:
        """Write all cells, for a page with their markup."""
        cells = [tuple(c.markup(record) if page else c.cell(record) for c in self.columns) for record in self.records]
        if not self.blocks:
            return [Row(row, begins_block=False) for row in cells]
        firsts = [None, *(row[0] for row in cells)]
        repeats = [row[0] == above for row, above in zip(cells, firsts, strict=False)]
        shown = [("", *row[1:]) if repeated else row for row, repeated in zip(cells, repeats, strict=True)]
        return [Row(row, begins_block=any(repeats) and bool(row[0])) for row in shown]

    def groups(self) -> list[tuple[str, int]]:
        """Return the headings over the columns and how many columns each is over; nothing if there are none."""
        spans = [(name, len(list(columns))) for name, columns in groupby(column.group for column in self.columns)]
        return spans if any(name for name, _ in spans) else []

    def divided(self, groups: int | None) -> Iterator[Table]:
        """Divide the table into tables of so many groups of columns; the columns in no group stand in each.

        Rows of a pivot that have nothing in any group of a table are left out there.
        """
        spans = [(any(name), list(columns)) for name, columns in groupby(self.columns, key=lambda c: (c.group, c.part))]
        lead = [column for is_group, columns in spans for column in columns if not is_group]
        grouped = [columns for is_group, columns in spans if is_group]
        if groups is None or len(grouped) <= groups:
            yield self
            return
        for start in range(0, len(grouped), groups):
            shown = [column for columns in grouped[start : start + groups] for column in columns]
            parts = {column.part for column in shown}
            records = tuple(r for r in self.records if "" in parts or any(part in r for part in parts))
            yield replace(self, columns=(*lead, *shown), records=records)

    def pivot(
        self,
        rows: str | Column | Sequence[str | Column],
        groups: str | Callable[[Record], Hashable],
        columns: Sequence[Column] | Callable[[Any], Sequence[Column]],
        *,
        key: Callable[[Record], Hashable] | None = None,
        label: Callable[[Any], str] = str,
        order: Sequence[Any] | None = None,
        group_order: Sequence[Any] | None = None,
        **changes: Any,
    ) -> Table:
        """Make a table with a row for each value of a field and some columns for each value of another.

        `rows` are the columns that lead, written of the first record of a row; `key` says which records share one
        (those with the same values of these fields). `groups` is a field or a function: each of its values is a group
        of columns under its `label`; `columns` are those of a group, or a function of the value that returns them.
        `order` and `group_order` say which rows and groups there are, and in which order; all as they come up unless
        given. Where there is no record, the column's `missing` stands. Further arguments are those of the new table.

        >>> scores = [{"system": s, "domain": d, "score": n} for s, d, n in [("a", "law", 1), ("b", "news", 2)]]
        >>> score = Column("score", kind="number")
        >>> print(Table("scores", records=scores).pivot("system", "domain", [score]).markdown(), end="")
        | system | law score | news score |
        | :-- | --: | --: |
        | a | 1 | - |
        | b | - | 2 |
        """
        lead = [Column(c) if isinstance(c, str) else c for c in ([rows] if isinstance(rows, str | Column) else rows)]
        names = list(dict.fromkeys(column.name for column in lead))
        row_of = key or _values_of(*names)
        group_of = groups if callable(groups) else _values_of(groups)
        whole = self.settled()
        by_row: dict[Hashable, dict[Hashable, Record]] = {}
        for record in whole.records:
            by_row.setdefault(row_of(record), {})[group_of(record)] = record
        chosen = dict.fromkeys(map(group_of, whole.records) if group_order is None else group_order)
        parts = dict(zip(chosen, _own_names(names, map(label, chosen)), strict=True))
        wide = []
        for row in by_row if order is None else order:
            within = {parts[group]: record for group, record in by_row.get(row, {}).items() if group in parts}
            if within:
                first = next(iter(within.values()))
                wide.append({name: first.get(name) for name in names} | within)
        shown = [_lead(column, len(names)) for column in lead]
        for group, part in parts.items():
            own = columns(group) if callable(columns) else columns
            shown += [replace(column, part=part, group=label(group)) for column in own]
        fields = (*names, *dict.fromkeys(f"{column.part}.{column.name}" for column in shown[len(lead) :]))
        made = {"title": self.title, "side_by_side": self.side_by_side, "notes": whole.notes, "only": self.only}
        return Table(self.name, columns=tuple(shown), records=tuple(wide), fields=fields, **(made | changes))

    def text(self, *, legend: bool = True) -> str:
        """Return the table as it is shown on a terminal, without colours."""
        return self._in("table", legend=legend)

    def json(self) -> str:
        """Return the records, one JSON object per line."""
        return self._in("json")

    def csv(self) -> str:
        """Return the records as CSV."""
        return self._in("csv")

    def markdown(self, *, legend: bool = True) -> str:
        """Return the table as GitHub shows it."""
        return self._in("markdown", legend=legend)

    def latex(self, *, legend: bool = True) -> str:
        """Return the table for LaTeX with booktabs."""
        return self._in("latex", legend=legend)

    def _in(self, form: str, *, legend: bool = True) -> str:
        from sumspace.show.formats import render

        return "".join(render(self, form, plain=True, legend=legend))

    def html(self, *, style: bool = False) -> str:
        """Return the table as a part of a page, with what aligns it where the page has no style of its own."""
        from sumspace.show.page import tables_as_html

        return tables_as_html([self], style=style)

    def frame(self) -> pl.DataFrame:
        """Return the records as a data frame; numbers that 64 bits cannot hold are rounded there."""
        from sumspace.show.formats import as_frame

        return as_frame(self)

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        if not isinstance(self.records, Sequence):
            return f"<Table {self.name!r} of records that are still to come>"
        return self.text()

    def _repr_html_(self) -> str:
        return self.html(style=True)


def _lead(column: Column, fields: int) -> Column:
    """Write a column that leads of the first record of a row; the records stand after so many fields."""

    def first(record: Record) -> Record:
        return next(part for part in islice(record.values(), fields, None))

    html = None if column.html is None else lambda record: column.markup(first(record))
    return replace(column, write=lambda record: column.cell(first(record)), html=html)


def _values_of(*names: str) -> Callable[[Record], Hashable]:
    """Return what tells rows or groups apart: the value of the one field, or those of all fields."""
    if len(names) == 1:
        return lambda record: record.get(names[0])
    return lambda record: tuple(record.get(name) for name in names)


def _own_names(taken: Iterable[str], labels: Iterable[str]) -> list[str]:
    """Return a name for each label that no other has, and that is not taken."""
    names = list(taken)
    start = len(names)
    for name in labels:
        own, number = name or "-", 2
        while own in names:
            own, number = f"{name or '-'} {number}", number + 1
        names.append(own)
    return names[start:]
