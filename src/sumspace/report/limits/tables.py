"""Which tables the study of limits has."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sumspace.report.limits.pivot_tables import features_views, systems_views
from sumspace.report.limits.plain_tables import data_view, scores_view, sections_view, sweep_view
from sumspace.report.limits.records import records

if TYPE_CHECKING:
    from sumspace.report.study.view import View
    from sumspace.studies.limits import Limits

__all__ = ["views"]

#: How many domains stand side by side in a terminal.
_SIDE_BY_SIDE = 4


def views(limits: Limits, side_by_side: int = _SIDE_BY_SIDE) -> list[View]:
    """Make all tables; of many domains, so many stand side by side. What is too much for one is in the records."""
    found, score = records(limits), limits.plan.score
    shown = [data_view(found["data"]), scores_view(found["scores"], score)]
    shown += systems_views(limits, found, side_by_side)
    if found["sections"]:
        shown.append(sections_view(found["sections"], score))
    if found["sweep"]:
        first = next(iter(limits.domains[0].measures))
        shown.append(sweep_view([record for record in found["sweep"] if record["measure"] == first], first, score))
    if found["features"]:
        shown += features_views(limits, found, side_by_side)
    return shown
