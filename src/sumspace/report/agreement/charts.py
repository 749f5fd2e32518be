"""Which figures the study of agreement has."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sumspace.report.agreement.people_charts import compressions, distributions
from sumspace.report.agreement.score_charts import against_compression, by_agreement
from sumspace.show.charts import themed

if TYPE_CHECKING:
    from sumspace.show.charts import Figure
    from sumspace.studies.agreement import Agreement

__all__ = ["figures"]


def figures(agreement: Agreement) -> dict[str, Figure]:
    """Draw figures 4, 5 and 9 and, in place of 6 to 8, one of each set that has documents."""
    everything = agreement.everything
    found = {
        "figure-4-people": distributions(agreement),
        "figure-5-documents": by_agreement(agreement, everything, "People, systems and the best extracts"),
    }
    for name, (low, high) in agreement.plan.sets.items():
        group = everything.chosen(name, agreement.plan)
        if group.documents:
            bounds = f"at least {100 * low:g}" if high is None else f"{100 * low:g} to {100 * high:g}"
            found[f"set-{name.lower()}"] = by_agreement(agreement, group, f"Set {name}: MaxH of {bounds} %")
    found["figure-9-compression"] = against_compression(agreement)
    found["figure-9-people"] = compressions(agreement)
    return themed(found)
