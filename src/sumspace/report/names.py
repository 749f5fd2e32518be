"""The names that options take."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sumspace.measures.answerers.answerer import ANSWERERS
from sumspace.measures.measure import MEASURES
from sumspace.report.output import Format, as_json_lines, as_text, new_table
from sumspace.space.budget import BUDGETS
from sumspace.summarizers.callisto.learners.learner import LEARNERS
from sumspace.summarizers.summarizer import SUMMARIZERS
from sumspace.text.keyphrases.extractor import EXTRACTORS
from sumspace.text.profile import PROFILES
from sumspace.text.segmentation.segmenter import SEGMENTERS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sumspace.registry import Registry

__all__ = ["render"]

_REGISTRIES: dict[str, Registry[Any]] = {
    "summarizer": SUMMARIZERS,
    "segmenter": SEGMENTERS,
    "key phrase extractor": EXTRACTORS,
    "learner": LEARNERS,
    "answerer": ANSWERERS,
}


def render(form: Format) -> Iterator[str]:
    """Show every name with its explanation."""
    families = [MEASURES[name] for name in MEASURES]
    records = [{"kind": "measure", "name": f.usage, "title": f.title, "paper": f.paper} for f in families]
    records += [{"kind": "profile", "name": n, "title": p.title, "paper": ""} for n, p in PROFILES.items()]
    records += [{"kind": "budget", "name": b.usage, "title": b.title, "paper": b.paper} for b in BUDGETS]
    for kind, registry in _REGISTRIES.items():
        things = ((name, registry[name]) for name in registry)
        records += [{"kind": kind, "name": name, "title": t.title, "paper": t.paper} for name, t in things]
    if form == "json":
        return as_json_lines(records)
    tables = []
    for kind in dict.fromkeys(record["kind"] for record in records):
        table = new_table(f"{kind}s")
        rows = [record for record in records if record["kind"] == kind]
        headings = [heading for heading in ("name", "title", "paper") if any(row[heading] for row in rows)]
        for heading in headings:
            table.add_column(heading)
        for row in rows:
            table.add_row(*(row[heading] for heading in headings))
        tables.append(table)
    return as_text(tables, fold=True)
