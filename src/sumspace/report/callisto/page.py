"""The report of the study of CALLISTO: a folder with CSV files, figures, and one page that tells the story."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sumspace.report.callisto.charts import figures
from sumspace.report.callisto.findings import findings
from sumspace.report.callisto.lines import score_name
from sumspace.report.callisto.records import records
from sumspace.report.callisto.story import OPENING, STORY, TITLE
from sumspace.report.callisto.tables import views
from sumspace.report.study.html import safe
from sumspace.report.study.sheet import Sheet, write_sheet
from sumspace.show.text import counted

if TYPE_CHECKING:
    from pathlib import Path

    from sumspace.studies.callisto import CallistoStudy

__all__ = ["write_callisto"]


def write_callisto(study: CallistoStudy, folder: Path) -> Path:
    """Write the report into a folder that is not there yet, and return its page."""
    found = records(study)
    sheet = Sheet(
        title=TITLE,
        lead=OPENING,
        opening=(*map(safe, findings(study)), safe(_studied(study))),
        story=STORY,
        views=views(study, found),
        figures=figures(study, found),
        tables=found,
        left_out=study.left_out,
        signature=str(study.plan),
    )
    return write_sheet(sheet, folder)


def _studied(study: CallistoStudy) -> str:
    plan = study.plan
    trained = " and ".join(map(str, plan.trained_on))
    return (
        f"Studied: {counted(len(study.results), 'version')} of {counted(len(plan.learners), 'learner')}, trained on "
        f"{trained}, judged by the {score_name(study)} of {plan.judged_by} on "
        f"{counted(len(study.documents), 'document')}, each summarized with "
        f"{counted(len(plan.configurations), 'configuration')}."
    )
