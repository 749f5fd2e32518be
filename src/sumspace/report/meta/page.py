"""The report of the study of measures: a folder with CSV files, figures, and one page that tells the story."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sumspace.report.meta.charts import figures
from sumspace.report.meta.findings import findings
from sumspace.report.meta.records import as_lines, records
from sumspace.report.meta.story import OPENING, STORY, TITLE
from sumspace.report.meta.tables import views
from sumspace.report.study.html import safe
from sumspace.report.study.sheet import Sheet, write_sheet
from sumspace.show.text import counted

if TYPE_CHECKING:
    from pathlib import Path

    from sumspace.studies.meta import Meta

__all__ = ["write_meta"]


def write_meta(study: Meta, folder: Path) -> Path:
    """Write the report into a folder that is not there yet, and return its page."""
    found = records(study)
    sheet = Sheet(
        title=TITLE,
        lead=OPENING,
        opening=(*map(safe, findings(study)), *_studied(study)),
        story=STORY,
        views=views(study, found),
        figures=figures(study, found),
        tables={name: as_lines(rows) for name, rows in found.items()},
        left_out=(),
        signature=str(study.plan),
    )
    return write_sheet(sheet, folder)


def _studied(study: Meta) -> tuple[str, ...]:
    aspects = safe(", ".join(study.aspects))
    text = (
        f"Studied: {counted(len(study.systems), 'system')} and {counted(len(study.documents), 'document')}, judged by "
        f"people on {aspects}, with {counted(len(study.measures), 'measure')}."
    )
    notes = "; ".join(map(safe, study.notes))  # which begin with names, so no letter is made a capital
    return (text, f"To know: {notes}.") if notes else (text,)
