"""Which figures the study of measures has."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sumspace.report.meta.correlation_charts import forest, levels
from sumspace.report.meta.pair_charts import between, williams
from sumspace.report.meta.sweep_charts import by_keywords, by_weighting
from sumspace.report.meta.system_charts import scatter
from sumspace.show.charts import themed
from sumspace.show.text import slugs

if TYPE_CHECKING:
    from sumspace.report.meta.records import Records
    from sumspace.show.charts import Figure
    from sumspace.studies.meta import Meta

__all__ = ["figures"]


def figures(study: Meta, found: Records) -> dict[str, Figure]:
    """Draw what there is to draw of the records; a figure for each aspect, as far as it is about people."""
    names = dict(zip(study.aspects, slugs(study.aspects), strict=True))
    drawn: dict[str, Figure | None] = {}
    for aspect, name in names.items():
        rows = [row for row in found["measures"] if row["aspect"] == aspect]
        drawn[f"measures-{name}"] = forest(study, aspect, rows)
        drawn[f"levels-{name}"] = levels(study, aspect, rows)
        drawn[f"systems-{name}"] = scatter(study, aspect, rows)
        for level in study.plan.levels:
            tests = [row for row in found["williams"] if (row["aspect"], row["level"]) == (aspect, level)]
            some = [row for row in rows if row["level"] == level and row["pearson"] is not None]
            drawn[f"williams-{name}-{level}"] = williams(aspect, level, [row["measure"] for row in some], tests)
    drawn["between"] = between(found["between"])
    for figure in ("4", "5"):
        some = [row for row in found["sweeps"] if row["figure"] == figure]
        drawn[f"figure-{figure}"] = by_weighting(study.aspects, some)
    drawn["figure-6"] = by_keywords(study.aspects, [row for row in found["sweeps"] if row["figure"] == "6"])
    return themed(drawn)
