"""Which figures the study of oracles has."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sumspace.report.oracles.curve_charts import against_share, against_words
from sumspace.report.oracles.score_charts import headroom, standings
from sumspace.report.oracles.sentence_charts import numbers, places
from sumspace.show.charts import themed
from sumspace.show.text import slug

if TYPE_CHECKING:
    from sumspace.show.charts import Figure
    from sumspace.studies.oracle_study import OracleStudy

__all__ = ["figures"]


def figures(study: OracleStudy) -> dict[str, Figure]:
    """Draw what there is to draw."""
    found: dict[str, Figure | None] = {f"scores-{slug(name)}": standings(study, name) for name in study.plan.names}
    found["domains"] = headroom(study)
    found["counts"] = numbers(study)
    found["places"] = places(study)
    for measure in study.everything.curves:
        found[f"curves-{slug(measure)}-words"] = against_words(study, measure)
        found[f"curves-{slug(measure)}-share"] = against_share(study, measure)
    return themed(found)
