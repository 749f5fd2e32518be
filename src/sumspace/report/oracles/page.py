"""The report of the study of oracles: a folder with CSV files, figures, a page that tells the story, and the texts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sumspace.report.oracles.charts import figures
from sumspace.report.oracles.findings import findings
from sumspace.report.oracles.records import document_records, records
from sumspace.report.oracles.story import OPENING, STORY, TITLE
from sumspace.report.oracles.tables import views
from sumspace.report.oracles.texts import texts_page
from sumspace.report.study.html import safe
from sumspace.report.study.sheet import Sheet, write_sheet
from sumspace.show.table import flat
from sumspace.show.text import counted

if TYPE_CHECKING:
    from pathlib import Path

    from sumspace.studies.oracle_study import OracleStudy

__all__ = ["write_oracles"]

_TEXTS = "documents.html"


def write_oracles(study: OracleStudy, folder: Path) -> Path:
    """Write the report into a folder that is not there yet, and return its page."""
    found = records(study)
    by_document = document_records(study)
    sheet = Sheet(
        title=TITLE,
        lead=OPENING,
        opening=(*map(safe, findings(study)), _studied(study)),
        story=STORY,
        views=views(study),
        figures=figures(study),
        tables={**found, "documents": list(map(flat, by_document["documents"]))},
        left_out=tuple(dict.fromkeys(study.left_out)),
        signature=study.signature,
        interrupted=study.stopped is not None,
        pages={_TEXTS: texts_page(study)},
    )
    return write_sheet(sheet, folder)


def _studied(study: OracleStudy) -> str:
    domains = len(study.groups) - 1
    among = f" of {counted(domains, 'domain')}" if domains else ""
    number = sum(len(document.oracles) for document in study.documents)
    proven = number - study.unproven
    return (
        f"Studied: {counted(len(study.documents), 'document')}{among}, on "
        f"{safe(', '.join(study.plan.names))} ({study.plan.score}). {proven:,} of {number:,} oracles "
        f"{'is' if proven == 1 else 'are'} proven: no extract scores more. "
        f"The texts, sentence by sentence: <a href='{_TEXTS}'>{_TEXTS}</a>."
    )
