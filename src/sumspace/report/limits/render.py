"""The study of limits on a terminal, and as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sumspace.errors import SettingError
from sumspace.report.limits.records import records
from sumspace.report.limits.tables import views
from sumspace.report.output import Format, as_json_lines, as_text, new_table

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rich.table import Table

    from sumspace.report.limits.view import View
    from sumspace.studies.limits import Limits

__all__ = ["render"]


def render(limits: Limits, form: Format, *, to_file: bool = False) -> Iterator[str]:
    """Show every table, or give their records one a line, each with the name of its table; the signature is last."""
    if form == "csv":
        raise SettingError("several tables make no single CSV file; use JSON, or the report, which has a file for each")
    if form == "json":
        last = {"table": "signature", "signature": str(limits.plan), "interrupted": limits.interrupted}
        found = ({"table": name, **record} for name, rows in records(limits).items() for record in rows)
        return as_json_lines([*found, last])
    parts: list[Table | str] = []
    for view in views(limits):
        parts += [_table(view), *view.notes, ""]
    return as_text([*parts, str(limits.plan)], plain=to_file)


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
