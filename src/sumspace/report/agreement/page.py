"""The report of the study of agreement: a folder with CSV files, figures, and one page that tells the story."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sumspace.report.agreement.charts import figures
from sumspace.report.agreement.records import document_records, records
from sumspace.report.agreement.story import OPENING, STORY, TITLE
from sumspace.report.agreement.tables import views
from sumspace.report.study.html import safe
from sumspace.report.study.sheet import Sheet, write_sheet
from sumspace.show.table import flat
from sumspace.show.text import counted

if TYPE_CHECKING:
    from pathlib import Path

    from sumspace.studies.agreement import Agreement

__all__ = ["write_agreement"]


def write_agreement(agreement: Agreement, folder: Path) -> Path:
    """Write the report into a folder that is not there yet, and return its page."""
    documents = list(document_records(agreement))
    pairs = [{"id": document["id"], **pair} for document in documents for pair in document["pairs"]]
    sheet = Sheet(
        title=TITLE,
        lead=OPENING,
        opening=(_studied(agreement),),
        story=STORY,
        views=views(agreement),
        figures=figures(agreement),
        tables={**records(agreement), "documents": list(map(flat, documents)), "pairs": pairs},
        left_out=agreement.left_out,
        signature=str(agreement.plan),
        interrupted=agreement.stopped is not None,
    )
    return write_sheet(sheet, folder)


def _studied(agreement: Agreement) -> str:
    pairs = sum(len(document.pairs) for document in agreement.documents)
    domains = len(agreement.groups) - 1
    among = f" of {counted(domains, 'domain')}" if domains else ""
    return (
        f"Studied: {counted(len(agreement.documents), 'document')}{among} with {counted(pairs, 'pair')} of human "
        f"summaries, on {safe(str(agreement.plan.measure))} (recall). {_oracles(agreement)}"
    )


def _oracles(agreement: Agreement) -> str:
    """Say how many of the best extracts are proven to be the best."""
    found = [one for d in agreement.documents for series, one in d.scores.items() if series.kind == "oracle"]
    if not found:
        return "Best extracts were not looked for, or there are none of these lengths."
    proven = sum(one.proven for one in found)
    return (
        f"Of {counted(len(found), 'best extract')}, {proven:,} {'is' if proven == 1 else 'are'} proven to be the best."
    )
