"""The tables that an output shows, one by one, and the legend below them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from sumspace.show.table import Table

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from sumspace.show.table import Entry, Output

    #: One table, as most commands make, or all tables of a study.
    Tables = Table | Iterable[Table]


def shown_tables(tables: Tables, output: Output) -> Iterator[Table]:
    """Go through the tables that are shown, one by one; those of several that have no records are skipped.

    What is said below all views of a table comes after them, as a table without columns.
    """
    alone = isinstance(tables, Table)
    for table in [tables] if isinstance(tables, Table) else tables:
        if not table.is_in(output):
            continue
        whole = table.settled() if callable(table.notes) else table
        for view in map(Table.settled, whole.shown):
            if view.is_in(output) and (view.records or alone):
                yield view
        if whole.views and whole.notes:
            yield Table(whole.name, notes=whole.notes)


def with_legends(views: Iterable[Table]) -> Iterator[Table]:
    """Put a legend below tables: once for neighbours that share it, and no line twice.

    >>> from sumspace.show.table import Column
    >>> score = Column("score", about="mean over documents")
    >>> [table.legend for table in with_legends([Table("first", columns=[score]), Table("second", columns=[score])])]
    [(), (('score', 'mean over documents'),)]
    """
    told: set[Entry] = set()
    waiting: Table | None = None
    entries: tuple[Entry, ...] = ()
    for view in views:
        own = tuple(entry for entry in legend_of(view) if entry not in told)
        if waiting is not None:
            if own and (set(own) <= set(entries) or set(own) >= set(entries)):
                yield waiting
                entries = own if len(own) >= len(entries) else entries
            else:
                yield replace(waiting, legend=_by_meaning(entries))
                told |= set(entries)
                entries = tuple(entry for entry in own if entry not in told)
        else:
            entries = own
        # A table without a legend is passed on at once: a stream stays a stream.
        waiting = view if entries else None
        if waiting is None:
            yield view
    if waiting is not None:
        yield replace(waiting, legend=_by_meaning(entries))


def _by_meaning(entries: Iterable[Entry]) -> tuple[Entry, ...]:
    """Put headings that have one meaning on one line.

    >>> _by_meaning([("R-1", "in percent"), ("words", "mean"), ("R-2", "in percent")])
    (('R-1, R-2', 'in percent'), ('words', 'mean'))
    """
    headings: dict[str, list[str]] = {}
    for heading, about in entries:
        headings.setdefault(about, []).append(heading)
    return tuple((", ".join(own), about) for about, own in headings.items())


def legend_of(table: Table) -> tuple[Entry, ...]:
    """Return what a table's columns show, under their headings; with their groups where a heading has two meanings.

    >>> from sumspace.show.table import Column
    >>> legend_of(Table("t", columns=[Column("f1"), Column("n", "documents", group="all", about="with a score")]))
    (('documents', 'with a score'),)
    """
    meanings: dict[str, set[str]] = {}
    for column in table.columns:
        meanings.setdefault(_on_one_line(column.heading), set()).add(column.about)
    entries = []
    for column in table.columns:
        heading = _on_one_line(column.heading)
        if column.about:
            label = f"{column.group} {heading}".strip() if len(meanings[heading]) > 1 else heading
            entries.append((label, _on_one_line(column.about)))
    return tuple(dict.fromkeys(entries))


def _on_one_line(text: str) -> str:
    return " ".join(text.split())
