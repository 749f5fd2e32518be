"""Which figures the study of limits has."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sumspace.report.limits.extension_charts import features, sweep
from sumspace.report.limits.paper_charts import all_documents, all_domains, one_document, one_domain
from sumspace.show.charts import colour_of, themed
from sumspace.show.text import domain_label, slug, slugs

if TYPE_CHECKING:
    from sumspace.show.charts import Figure
    from sumspace.studies.limits import Limits

__all__ = ["figures"]


def figures(limits: Limits) -> dict[str, Figure]:
    """Draw figures 1 and 2 of every domain and figure 3 on the first measure, and the others on every measure."""
    measures, score = list(limits.domains[0].measures), limits.plan.score
    first = measures[0]
    names = slugs(domain_label(domain.domain) for domain in limits.domains)
    found: dict[str, Figure | None] = {}
    for place, (name, domain) in enumerate(zip(names, limits.domains, strict=True)):
        part, colour = domain.measures[first], colour_of(place)
        found[f"figure-1-{name}-{slug(first)}"] = one_document(domain, part, score, colour)
        found[f"figure-2-{name}-{slug(first)}"] = one_domain(domain, part, score, colour)
    found[f"figure-3-{slug(first)}"] = all_documents(limits, first, score)
    found |= {f"figure-4-{slug(measure)}": all_domains(limits, measure, score) for measure in measures}
    found |= {f"sweep-{slug(measure)}": sweep(limits, measure, score) for measure in measures}
    found["features"] = features(limits)
    return themed(found)
