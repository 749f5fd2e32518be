"""The study of CALLISTO on a terminal, as JSON and as CSV."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sumspace.report.callisto.records import records, version_records
from sumspace.report.callisto.tables import views
from sumspace.report.output import as_csv
from sumspace.report.study.render import render_records, render_views
from sumspace.show.table import columns_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sumspace.report.output import Format
    from sumspace.studies.callisto import CallistoStudy

__all__ = ["render"]


def render(study: CallistoStudy, form: Format, *, to_file: bool = False) -> Iterator[str]:
    """Show every table; as JSON every table's records; as CSV a line for each version, a dot of figure 3."""
    if form == "csv":
        rows = version_records(study)
        return as_csv(rows, columns_of(rows))
    if form == "json":
        return render_records(records(study), str(study.plan))
    return render_views(views(study, records(study)), str(study.plan), to_file=to_file)
