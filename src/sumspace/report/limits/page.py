"""The report of the study of limits: a folder with CSV files, figures, and one page that tells the story."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sumspace.report.limits.charts import figures
from sumspace.report.limits.plain_tables import engines_view
from sumspace.report.limits.records import records
from sumspace.report.limits.story import OPENING, STORY, TITLE
from sumspace.report.limits.tables import views
from sumspace.report.study.html import safe
from sumspace.report.study.sheet import Sheet, write_sheet
from sumspace.show.text import counted, domain_label

if TYPE_CHECKING:
    from pathlib import Path

    from sumspace.studies.limits import Limits

__all__ = ["write_limits"]

#: The file of each table.
_FILES = {
    "data": "table-1-data", "scores": "table-2-scores", "systems": "table-3-systems", "ranks": "table-4-ranks",
    "sections": "sections", "sweep": "sweep", "features": "features", "documents": "documents",
}  # fmt: skip
_MANY = 10**9


def write_limits(limits: Limits, folder: Path) -> Path:
    """Write the report into a folder that is not there yet, and return its page."""
    sheet = Sheet(
        title=TITLE,
        lead=OPENING,
        opening=(_studied(limits),),
        story=STORY,
        views=(*views(limits, side_by_side=_MANY), engines_view(limits)),
        figures=figures(limits),
        tables={_FILES[name]: rows for name, rows in records(limits).items()},
        left_out=limits.left_out,
        signature=str(limits.plan),
        interrupted=limits.interrupted,
    )
    return write_sheet(sheet, folder)


def _studied(limits: Limits) -> str:
    documents = sum(domain.statistics.examples for domain in limits.domains)
    spaces = [d.space.distribution for domain in limits.domains for m in domain.measures.values() for d in m.documents]
    exact = sum(space.exact for space in spaces)
    names = ", ".join(safe(domain_label(domain.domain)) for domain in limits.domains)
    domains = f"{counted(len(limits.domains), 'domain')} ({names})" if names != "-" else "one domain"
    measures = ", ".join(safe(measure) for measure in limits.domains[0].measures)
    return (
        f"Studied: {counted(documents, 'document')} of {domains}, on {measures} ({limits.plan.score}). "
        f"{exact:,} of {counted(len(spaces), 'distribution')}, one for each document and measure, "
        f"{'is' if exact == 1 else 'are'} exact{'' if exact == len(spaces) else '; the others are estimates'}."
    )
