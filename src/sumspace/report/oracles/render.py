"""The study of oracles on a terminal, and as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sumspace.report.oracles.records import document_records, records
from sumspace.report.oracles.tables import views
from sumspace.report.study.render import render_records, render_views

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sumspace.report.output import Format
    from sumspace.studies.oracle_study import OracleStudy

__all__ = ["render"]


def render(study: OracleStudy, form: Format, *, to_file: bool = False) -> Iterator[str]:
    """Show every table, or give their records."""
    if form == "json":
        tables = {**document_records(study), **records(study)}
        return render_records(tables, study.signature, interrupted=study.stopped is not None)
    return render_views(views(study), study.signature, to_file=to_file)
