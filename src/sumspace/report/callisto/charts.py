"""Which figures the study of CALLISTO has."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sumspace.report.callisto.class_charts import by_classes
from sumspace.report.callisto.learner_charts import by_learner
from sumspace.report.callisto.place_charts import by_place
from sumspace.report.callisto.win_charts import by_wins
from sumspace.show.charts import themed

if TYPE_CHECKING:
    from sumspace.report.callisto.records import Records
    from sumspace.show.charts import Figure
    from sumspace.studies.callisto import CallistoStudy

__all__ = ["figures"]


def figures(study: CallistoStudy, found: Records) -> dict[str, Figure]:
    """Draw what there is to draw of the study."""
    return themed({
        "learners": by_learner(study),
        "figure-3": by_classes(study),
        "table-1": by_wins(found["table_1"], len(study.documents)),
        "places": by_place(found["places"]),
    })  # fmt: skip
