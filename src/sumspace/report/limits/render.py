"""The study of limits on a terminal, and as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sumspace.errors import SettingError
from sumspace.report.limits.records import records
from sumspace.report.limits.tables import views
from sumspace.report.study.render import render_records, render_views

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sumspace.report.output import Format
    from sumspace.studies.limits import Limits

__all__ = ["render"]


def render(limits: Limits, form: Format, *, to_file: bool = False) -> Iterator[str]:
    """Show every table, or give their records."""
    if form == "csv":
        raise SettingError("several tables make no single CSV file; use JSON, or the report, which has a file for each")
    if form == "json":
        return render_records(records(limits), str(limits.plan), interrupted=limits.interrupted)
    return render_views(views(limits), str(limits.plan), to_file=to_file)
