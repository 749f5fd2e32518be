"""What several tables of the study of limits share: columns, marks, and domains side by side."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from sumspace.show.table import Column, percent_column
from sumspace.show.text import domain_label
from sumspace.tasks.space import written_max

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from sumspace.measures.measure import Measure
    from sumspace.show.table import Record, Table
    from sumspace.space.average import Average
    from sumspace.studies.limits.study import LimitsStudy, MeasureLimits

    #: Which rows a table has, on a measure, from top to bottom.
    Order = Callable[[LimitsStudy, Measure], Sequence[str]]


#: What stands for a system that chooses at random, on average, in records and as it is shown.
EXPECTED, _EXPECTED_LABEL = "expected", "average extract"
#: How many domains stand side by side in a terminal, where they have few columns each.
SIDE_BY_SIDE = 4


def make_records(study: LimitsStudy, of_measure: Callable[[MeasureLimits], Iterable[Record]]) -> list[Record]:
    """Return records of every domain and measure, with their names."""
    return [
        {"domain": domain.domain, "measure": str(measure), **record}
        for domain in study.domains
        for measure, part in domain.measures.items()
        for record in of_measure(part)
    ]


def _system_label(record: Record) -> str:
    return _EXPECTED_LABEL if record.get("kind") == EXPECTED else str(record["system"])


def if_estimated(mark: str) -> Callable[[Record], str]:
    return lambda record: mark if record["estimated"] else ""


MEASURE, SYSTEM = Column("measure"), Column("system", write=_system_label)
SAMPLED = "~: an estimate; the extracts of some documents were sampled."


def marked(write: Callable[[Record], str]) -> Callable[[Record], str]:
    """Mark what rests on estimates."""
    mark = if_estimated("~")
    return lambda record: text if (text := write(record)) == "-" else f"{mark(record)}{text}"


def share(name: str, form: str) -> Callable[[Record], str]:
    return lambda record: "-" if record[name] is None else format(record[name], form)


def average_record(average: Average) -> Record:
    """Return what extracts score on average over documents."""
    names = ("mean", "std", "max", "max_bound", "max_proven", "min")
    return {name: getattr(average, name) for name in names}


def count_column(name: str, title: str, about: str) -> Column:
    """Make a column of how many of the documents."""
    return Column(name, title, "number", lambda record: f"{record[name]:,} of {record['documents']:,}", about=about)


#: What extracts score.
MEAN = percent_column("mean", "", if_estimated("~"), about="mean score of all extracts, averaged over documents")
DEVIATION = percent_column(
    "std", "deviation", if_estimated("~"), about="standard deviation of the mean of one random extract per document"
)
BEST = Column(
    "max",
    "best",
    "number",
    lambda record: written_max(record, ".2f", 100),
    about="mean score of the best extracts (oracles)",
)
EXACT = count_column("exact", "", "documents of which every extract was counted")


def _by_score(study: LimitsStudy, measure: Measure) -> list[str]:
    """Return the systems from best to worst by their mean score over the domains, as rows are labelled."""
    scores: dict[str, list[float]] = {}
    for part in (domain.measures[measure] for domain in study.domains):
        for system in part.systems:
            scores.setdefault(system.system, []).append(system.score)
        scores.setdefault(_EXPECTED_LABEL, []).append(part.average.mean)
    return sorted(scores, key=lambda system: -sum(scores[system]) / len(scores[system]))


def domains_side_by_side(
    study: LimitsStudy, table: Table, row: Column, columns: Sequence[Column], order: Order = _by_score
) -> list[Table]:
    """Put domains side by side, in a view for each measure; or all measures, if there is one domain."""
    several, measures = len(study.domains) > 1, study.plan.spaces.measures
    groups = [domain.domain for domain in study.domains] if several else list(map(str, measures))
    views = []
    for measure in measures if several else measures[:1]:
        title = f"{table.title}: {measure}" if several else table.title
        records = [record for record in table.records if not several or record["measure"] == str(measure)]
        pivot = replace(table, title=title, records=records).pivot
        field, rows = "domain" if several else "measure", order(study, measure)
        views.append(pivot(row, field, columns, key=row.cell, label=domain_label, order=rows, group_order=groups))
    return views
