"""The tables and figures of the papers: their values and those found here."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, NamedTuple

from sumspace.oracle.f_measure import OracleF
from sumspace.show.table import Column, Table
from sumspace.show.text import clean
from sumspace.studies.meta.tables import (
    NOTHING,
    coefficient_column,
    interval_column,
    measure_records,
    part_column,
    points_between,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sumspace.measures.measure import Measure
    from sumspace.show.table import Record
    from sumspace.studies.meta.plan import Metric
    from sumspace.studies.meta.study import MetaStudy


#: Steinberger & Ježek 2009, tables 1 (against abstracts) and 2 (against the full text): Pearson on DUC 2002.
PUBLISHED = {
    "paper_1": {
        "rouge-2": 0.96119, "rouge-su4": 0.93897, "rouge-l": 0.91143, "rouge-1": 0.90317, "lsa-topic": 0.88206,
        "keywords": 0.88187, "lsa-terms": 0.87869, "cosine": 0.87619,
    },
    "paper_2": {
        "lsa-topic(text)": 0.85988, "lsa-terms(text)": 0.85573, "keywords(text)": 0.80970, "cosine(text)": 0.27117,
    },
}  # fmt: skip
_FIELDS = ("measure", "score", "pearson", "pearson_interval", "points", "reason")
_TITLES = {
    "paper_1": "Against the references (table 1 of Steinberger and Ježek 2009)",
    "paper_2": "Against the full text (table 2 of Steinberger and Ježek 2009)",
}


class OracleRow(NamedTuple):
    """A row of the table of oracles: its name in the paper, our name, and r and ρ, or their intervals, as printed."""

    name: str
    measure: str
    pearson: str
    spearman: str


#: Hirao et al. 2017, table 6: on DUC 2004.
HIRAO_6 = (
    OracleRow("ROUGE-1", "rouge-1", "0.861", "0.760"),
    OracleRow("ROUGE-2", "rouge-2", "0.907", "0.831"),
    OracleRow("F (R1) single-M", "oracle(rouge-1,each)", "0.857", "0.855"),
    OracleRow("F (R1) single-S", "oracle(rouge-1,each,one)", "0.815 … 0.830", "0.811 … 0.830"),
    OracleRow("F (R2) single-M", "oracle(rouge-2,each)", "0.904", "0.826"),
    OracleRow("F (R2) single-S", "oracle(rouge-2,each,one)", "0.855 … 0.865", "0.740 … 0.760"),
    OracleRow("F (R1) multi-M", "oracle(rouge-1)", "0.814", "0.841"),
    OracleRow("F (R1) multi-S", "oracle(rouge-1,one)", "0.794 … 0.802", "0.803 … 0.813"),
    OracleRow("F (R2) multi-M", "oracle(rouge-2)", "0.824", "0.846"),
    OracleRow("F (R2) multi-S", "oracle(rouge-2,one)", "0.806 … 0.816", "0.797 … 0.817"),
)
#: What a sweep goes through, and the title of its table.
_FIGURES = {
    "4": ("weighting", "LSA weightings against the references (figure 4): r at the system level"),
    "5": ("weighting", "LSA weightings against the full text (figure 5): r at the system level"),
    "6": ("keywords", "Number of keywords, against references and full text (figure 6): r at the system level"),
}


_SETTINGS = {
    "weighting": "local and global weight of the words",
    "keywords": "how many of the most frequent content words are compared",
}
_KINDS = {
    "lsa-topic": "of the main topic with the human judgements",
    "lsa-terms": "of the terms of the main topics with the human judgements",
    "references": "with the human judgements, summaries compared with references",
    "text": "with the human judgements, summaries compared with the full text",
}


def paper_tables(study: MetaStudy) -> list[Table]:
    """Return tables 1 and 2 of Steinberger & Ježek 2009, table 6 of Hirao 2017, and the sweeps of figures 4 to 6."""
    return [*(_published(study, name) for name in PUBLISHED), _oracles(study), _sweeps(study)]


def _main_metrics(study: MetaStudy) -> list[Metric]:
    """Return each measure by its usual part or, where that was not asked for, by the first one."""
    metrics: dict[Measure, Metric] = {}
    for metric in study.metrics:
        if metric.part in ("value", metric.measure.main) or metric.measure not in metrics:
            metrics[metric.measure] = metric
    return list(metrics.values())


def _main_records(study: MetaStudy, aspect: str) -> list[Record]:
    """Return the system-level correlations of measures by their usual parts, the highest first."""
    chosen = {(str(metric.measure), metric.part) for metric in _main_metrics(study)}
    rows = measure_records(study, aspect, "system")
    own = [row for row in rows if (row["measure"], row["score"]) in chosen]
    return sorted(own, key=lambda row: -2.0 if row["pearson"] is None else row["pearson"], reverse=True)


def _published(study: MetaStudy, name: str) -> Table:
    """Show a table of the paper for each aspect, in the order found here."""
    published = PUBLISHED[name]
    records = []
    for aspect in study.aspects:
        rows = [row for row in _main_records(study, aspect) if row["measure"] in published]
        for place, row in enumerate(rows, 1):
            numbers = {field: row[field] for field in _FIELDS}
            measure = row["measure"]
            paper = {"paper_pearson": published[measure], "paper_place": 1 + list(published).index(measure)}
            records.append({"aspect": aspect, "place": place, **numbers, **paper})
    columns = (
        Column(
            "place", "rank", "number", lambda row: NOTHING if row["pearson"] is None else str(row["place"]),
            about="from the highest r to the lowest",
        ),
        Column("measure"),
        part_column(),
        coefficient_column("pearson", "r", "Pearson correlation with the human judgements at the system level", 5),
        interval_column(study, "pearson"),
        Column("paper_pearson", "r in the paper", "number", ".5f", about="on DUC 2002, with judged coverage"),
        Column("paper_place", "rank in the paper", "number", about="from the highest r to the lowest in the paper"),
    )  # fmt: skip
    note = "The paper used other systems and documents: DUC 2002, with human judgements of coverage."
    views = [
        Table(name, f"{clean(aspect)}: {_TITLES[name]}", columns, rows, (note,), only=("page",))
        for aspect in study.aspects
        if (rows := [record for record in records if record["aspect"] == aspect])
    ]
    return Table(name, records=records, views=views)


def _oracles(study: MetaStudy) -> Table:
    """Show table 6 of Hirao 2017, all aspects side by side and the paper's figures beside them."""
    records = [record for aspect in study.aspects for record in _oracle_records(study, aspect)]
    if not records:
        return Table("hirao_6")
    here = {record["measure"] for record in records}
    in_paper = [{**line._asdict(), "aspect": None} for line in HIRAO_6 if line.measure in here]

    def columns(aspect: str | None) -> list[Column]:
        if aspect is None:
            return [Column(name, symbol, "number", about=about) for name, symbol, about in shown]
        return [coefficient_column(name, symbol, about) for name, symbol, about in shown]

    shown = [
        ("pearson", "r", "Pearson correlation with the human judgements at the system level"),
        ("spearman", "ρ", "Spearman correlation with the human judgements at the system level"),
    ]
    note = (
        "Single: oracles of each reference; multi: of all references together; M: all oracles; S: one oracle at "
        "random. The paper used systems of DUC 2004 and mean coverage; here "
        f"{points_between(record['points'] for record in records)}, on summaries that are extracts."
    )
    view = Table("hirao_6", "Oracles as a measure (table 6 of Hirao 2017)", records=[*records, *in_paper]).pivot(
        [Column("name", "in table 6", about="the name of the measure in the paper"), Column("measure")],
        "aspect",
        columns,
        label=lambda aspect: "in the paper" if aspect is None else clean(aspect),
        notes=(note,),
        only=("page",),
    )
    return Table("hirao_6", records=records, views=(view,))


def _oracle_records(study: MetaStudy, aspect: str) -> Iterator[Record]:
    """Yield the table of oracles; ROUGE is computed on the summaries that have a score by oracles."""
    metrics = {str(metric.measure): metric for metric in _main_metrics(study)}
    oracle = next((metric for metric in metrics.values() if isinstance(metric.measure, OracleF)), None)
    for line in HIRAO_6:
        if oracle is not None and line.measure in metrics:
            metric = metrics[line.measure]
            correlation = study.correlate_where(metric, oracle, aspect)
            names = {"aspect": aspect, "name": line.name, "measure": line.measure, "score": metric.part}
            numbers = {name: getattr(correlation, name) for name in ("pearson", "spearman", "points", "reason")}
            yield {**names, **numbers, "paper_pearson": line.pearson, "paper_spearman": line.spearman}


def _sweeps(study: MetaStudy) -> Table:
    """Show a table for each figure: a row for each setting, columns for aspects and their measures."""
    records = []
    for result in study.sweeps:
        sweep = {"figure": result.sweep.figure, "family": result.sweep.name, "against": result.sweep.against}
        setting = {"setting": result.setting, "measure": str(result.measure)}
        records.append({"aspect": result.aspect, **sweep, **setting, **asdict(result.correlation)})
    by_figure = {figure: [record for record in records if record["figure"] == figure] for figure in _FIGURES}
    views = [_sweep(figure, rows) for figure, rows in by_figure.items() if rows]
    return Table("sweeps", records=records, views=views)


def _sweep(figure: str, records: Sequence[Record]) -> Table:
    swept, title = _FIGURES[figure]
    #: The columns within an aspect.
    inner = "against" if figure == "6" else "family"
    highest: dict[tuple[str, str], float] = {}
    for record in records:
        if record["pearson"] is not None:
            group = record["aspect"], record[inner]
            highest[group] = max(record["pearson"], highest.get(group, record["pearson"]))

    def write(record: Record) -> str:
        if record["pearson"] is None:
            return NOTHING
        is_highest = record["pearson"] == highest[record["aspect"], record[inner]]
        return f"{record['pearson']:z.3f}{'*' if is_highest else ''}"

    return Table(f"figure_{figure}", title, records=records).pivot(
        Column("setting", swept, "number" if figure == "6" else "text", about=_SETTINGS[swept]),
        lambda record: (record["aspect"], record[inner]),
        lambda group: [
            Column("pearson", group[1], "number", write, missing=NOTHING, about=f"Pearson's r {_KINDS[group[1]]}")
        ],
        label=lambda group: clean(group[0]),
        notes=("* The highest value of the column.",),
    )
