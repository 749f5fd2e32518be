"""The tables of the sweep: scores and systems at several lengths."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sumspace.show.table import DOMAIN, Column, Table
from sumspace.show.text import domain_label, percent
from sumspace.studies.limits.columns import (
    BEST,
    DEVIATION,
    EXACT,
    MEAN,
    SAMPLED,
    SIDE_BY_SIDE,
    SYSTEM,
    average_record,
    count_column,
    marked,
    share,
)
from sumspace.tasks.rank_tables import ABOUT, place_record, scale_record, written_place
from sumspace.tasks.systems import BASELINES

if TYPE_CHECKING:
    from sumspace.show.table import Record
    from sumspace.studies.limits.study import LimitsStudy


_RATIO = Column(
    "ratio", "words kept", "number", lambda record: f"{100 * record['ratio']:g}%", about="share of the document's words"
)


def sweep_table(study: LimitsStudy) -> Table:
    """What length does to scores; the first measure is shown."""
    records = []
    for domain in study.domains:
        for point in domain.sweep:
            counts = {name: getattr(point, name) for name in ("documents", "exact", "proven")}
            ratio = {"domain": domain.domain, "measure": str(point.measure), "ratio": point.ratio}
            records.append(
                {**ratio, **counts, "estimated": point.exact < point.documents, **average_record(point.average)}
            )
    proven = count_column("proven", "best proven", "documents of which the best extract is proven optimal")
    columns = (DOMAIN, _RATIO, MEAN, DEVIATION, BEST, EXACT, proven)
    first, score = study.plan.spaces.measures[0], study.plan.spaces.score
    shown = [record for record in records if record["measure"] == str(first)]
    notes = ["Documents are taken whole."]
    if not all(record["max_proven"] for record in shown):
        notes.append("≤: what the mean of the best extracts cannot exceed. ≥: there was no search.")
    title = f"What length does to scores: {first} {score}, in percent"
    return Table("sweep", records=records, views=(Table("sweep", title, columns, shown, notes, blocks=True),))


def sweep_systems_table(study: LimitsStudy) -> Table:
    """Where systems stand at every length; the first measure is shown, a table for each domain."""
    records = [
        {
            "domain": domain.domain,
            "measure": str(point.measure),
            "ratio": point.ratio,
            "system": system.system,
            "documents": system.documents,
            "estimated": not system.exact,
            "score": system.score,
            "group": system.group,
            **place_record(system.places),
            **scale_record(system),
        }
        for domain in study.domains
        for point in domain.sweep
        for system in point.systems
    ]
    documents = {(r["domain"], r["measure"], r["ratio"]): r["documents"] for r in records if r["system"] in BASELINES}

    def is_partial(record: Record) -> bool:
        return bool(record["documents"] < documents.get((record["domain"], record["measure"], record["ratio"]), 0))

    def score(record: Record) -> str:
        return f"{percent(record['score'])}{'*' if is_partial(record) else ''}"

    columns = (
        Column("score", "", "number", score, about=ABOUT["score"]),
        Column("place", "beats", "number", marked(written_place), about=ABOUT["place"]),
        Column("reached", "", "number", marked(share("reached", "z.0%")), about=ABOUT["reached"]),
    )
    first = study.plan.spaces.measures[0]
    views = []
    for domain in study.domains:
        shown = [r for r in records if r["domain"] == domain.domain and r["measure"] == str(first)]
        shown.sort(key=lambda record: (record["ratio"], -record["score"]))
        notes = ["Scores in percent; places among all extracts of that length. Summaries of systems are cut to it."]
        if any(map(is_partial, shown)):
            notes.append("*: on those documents alone whose summary by the system is that long.")
        if any(record["estimated"] for record in shown):
            notes.append(SAMPLED)
        label = domain_label(domain.domain)
        title = f"Where systems stand at each length: {first}" + (f", {label}" if len(study.domains) > 1 else "")
        table = Table("sweep_systems", title, (), shown, notes, side_by_side=SIDE_BY_SIDE)
        if shown:
            views.append(table.pivot(SYSTEM, "ratio", columns, label=lambda ratio: f"{100 * ratio:g}% kept"))
    return Table("sweep_systems", records=records, views=views, file="sweep-systems")
