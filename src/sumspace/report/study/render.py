"""A study on a terminal, and as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sumspace.report.output import as_json_lines, as_text, new_table

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from rich.table import Table

    from sumspace.report.study.view import View
    from sumspace.show.table import Record

__all__ = ["render_records", "render_views"]


def render_records(
    tables: Mapping[str, Iterable[Record]], signature: str, *, interrupted: bool = False
) -> Iterator[str]:
    """Give records one a line, each with the name of its table; the signature is last."""
    found = ({"table": name, **record} for name, rows in tables.items() for record in rows)
    return as_json_lines([*found, {"table": "signature", "signature": signature, "interrupted": interrupted}])


def render_views(views: Iterable[View], signature: str, *, to_file: bool = False) -> Iterator[str]:
    """Show tables, their notes below, and the signature."""
    parts: list[Table | str] = []
    for view in views:
        parts += [_table(view), *view.notes, ""]
    return as_text([*parts, signature], plain=to_file)


def _table(view: View) -> Table:
    table = new_table(view.title)
    grouped, last = any(group for group, _ in view.heads), ""
    for column, (group, name) in enumerate(view.heads):
        heading = f"{group if group != last else ''}\n{name}" if grouped else name
        table.add_column(heading, justify="right" if view.has_numbers(column) else "left")
        last = group
    for place, cells in enumerate(view.rows):
        if place and view.begins_block(place):
            table.add_section()
        table.add_row(*cells)
    return table
