"""The study of measures on a terminal, as JSON and as CSV."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sumspace.report.meta.records import as_lines, measure_records, records
from sumspace.report.meta.tables import terminal_views
from sumspace.report.output import as_csv
from sumspace.report.study.render import render_records, render_views
from sumspace.show.table import columns_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sumspace.report.output import Format
    from sumspace.studies.meta import Meta

__all__ = ["render"]


def render(study: Meta, form: Format, *, to_file: bool = False) -> Iterator[str]:
    """Show a table for each aspect; as JSON every table's records; as CSV a line for each correlation."""
    if form == "csv":
        lines = as_lines(measure_records(study))
        return as_csv(lines, columns_of(lines))
    if form == "json":
        return render_records(records(study), str(study.plan))
    return render_views(terminal_views(study), str(study.plan), to_file=to_file)
