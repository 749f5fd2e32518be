"""The study of agreement on a terminal, as JSON and as CSV."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sumspace.report.agreement.records import document_records, records
from sumspace.report.agreement.tables import views
from sumspace.report.output import as_csv
from sumspace.report.study.render import render_records, render_views
from sumspace.show.table import columns_of, flat

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sumspace.report.output import Format
    from sumspace.studies.agreement import Agreement

__all__ = ["render"]


def render(agreement: Agreement, form: Format, *, to_file: bool = False) -> Iterator[str]:
    """Show every table; as JSON every document and every table's records; as CSV a line for each document."""
    documents = list(document_records(agreement))
    if form == "csv":
        lines = list(map(flat, documents))
        return as_csv(lines, columns_of(lines))
    if form == "json":
        tables = {"documents": documents, **records(agreement)}
        return render_records(tables, str(agreement.plan), interrupted=agreement.stopped is not None)
    return render_views(views(agreement), str(agreement.plan), to_file=to_file)
