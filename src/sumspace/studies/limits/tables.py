"""The tables of the study of limits: tables 1 to 4 of the paper, and those that go beyond it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, replace
from typing import TYPE_CHECKING, overload

from sumspace.show.table import DOMAIN, Column, Table, percent_column
from sumspace.studies.limits.columns import (
    BEST,
    DEVIATION,
    EXACT,
    MEAN,
    MEASURE,
    SAMPLED,
    average_record,
    count_column,
    domains_side_by_side,
    if_estimated,
    make_records,
)
from sumspace.studies.limits.sweep_tables import sweep_systems_table, sweep_table
from sumspace.studies.limits.system_tables import places_table, ranks_table, systems_table
from sumspace.studies.limits.whole_documents import FEATURES, TOP
from sumspace.tasks.space import space_record

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sumspace.show.table import Record
    from sumspace.studies.limits.study import LimitsStudy, MeasureLimits


_FEATURE = Column("feature", about="what is looked at in the extracts of whole documents")


def make_tables(study: LimitsStudy) -> list[Table]:
    makers = (
        _data,
        _scores,
        systems_table,
        places_table,
        ranks_table,
        _sections,
        sweep_table,
        sweep_systems_table,
        _features,
        _documents,
    )
    return [make(study) for make in makers]


def _data(study: LimitsStudy) -> Table:
    """Table 1: what the documents are like."""
    records = []
    for domain in study.domains:
        first = next(iter(domain.measures.values()))
        statistics, parts = domain.statistics, first.parts / len(first.documents)
        words = statistics.words and statistics.words / parts
        records.append({**asdict(statistics), "parts": parts, "words_per_part": words})
    columns = (
        DOMAIN,
        Column("examples", "documents", "number", ",d"),
        Column("words", "", "number", ",.0f"),
        Column("sentences", "", "number", ",.1f"),
        Column("words_per_reference", "words of\nreference", "number", ",.0f", about="words per reference"),
        Column("compression", "", "number", ".0%", about="share of the document's words that a reference leaves out"),
        Column("sections", "sections\ngiven", "number", ",.1f", about="sections per document, as the corpus has them"),
        Column("words_per_section", "words of\nsection", "number", ",.0f", about="words per section"),
        Column("parts", "parts\nstudied", "number", ",.1f", about="parts per document that were studied on their own"),
        Column("words_per_part", "words of\npart", "number", ",.0f", about="words per part"),
    )
    return Table("data", "Table 1: the data, averages per document", columns, records, file="table-1-data")


def _scores(study: LimitsStudy) -> Table:
    def of_measure(part: MeasureLimits) -> Iterator[Record]:
        counts = {"documents": len(part.documents), "exact": part.exact, "estimated": part.estimated}
        yield {**counts, **average_record(part.average)}

    records = make_records(study, of_measure)
    columns = (
        MEASURE,
        DOMAIN,
        MEAN,
        DEVIATION,
        BEST,
        percent_column("min", "worst", if_estimated("≤"), about="mean score of the worst extracts"),
        EXACT,
    )
    notes = []
    if any(record["estimated"] for record in records):
        notes.append(SAMPLED)
        notes.append("Of sampled documents, best is what a search finds, and worst the worst extract seen (≤).")
    if not all(record["max_proven"] for record in records):
        notes.append("best with ≤: not proven optimal, but at most the second number. With ≥: there was no search.")
    order = list(map(str, study.plan.spaces.measures))
    by_measure = sorted(records, key=lambda record: order.index(record["measure"]))
    title = f"Table 2: {study.plan.spaces.score} of all extracts, in percent"
    view = Table("scores", title, columns, by_measure, notes, blocks=True)
    return Table("scores", records=records, views=(view,), file="table-2-scores")


def _sections(study: LimitsStudy) -> Table:
    """The comparison of section 8: documents in sections and whole."""

    def of_measure(part: MeasureLimits) -> Iterator[Record]:
        if part.comparison is not None:
            mean, whole = part.comparison
            means = {"mean": mean, "whole_mean": whole, "difference": 100 * (whole - mean) / mean if mean else 0.0}
            counts = {"sectioned": part.sectioned, "visited": part.visited, "estimated": part.visited < part.whole}
            yield {"documents": len(part.documents), **counts, **means}

    columns = (
        DOMAIN,
        MEASURE,
        count_column("sectioned", "in sections", "documents that were studied section by section"),
        percent_column("mean", about="mean score of all extracts, section by section"),
        percent_column("whole_mean", "whole mean", if_estimated("~"), about="the same of whole documents; ~: sampled"),
        Column(
            "difference",
            "",
            "number",
            lambda record: f"{record['difference']:+.1f} %",
            about="whole mean minus mean, in percent of the mean",
        ),
    )
    note = "Each section is judged by the whole reference: what two of them have in common counts twice."
    title = f"Section by section, or whole documents: mean {study.plan.spaces.score} in percent"
    return Table("sections", title, columns, make_records(study, of_measure), (note,), blocks=True)


def _features(study: LimitsStudy) -> Table:
    """What high-scoring extracts are like, shown on the first measure of several domains or on all of one."""

    def of_measure(part: MeasureLimits) -> Iterator[Record]:
        for feature in map(asdict, part.features):
            estimated = feature["exact"] < feature["documents"]
            yield {"feature": feature.pop("name"), **feature, "estimated": estimated}

    def effect(record: Record) -> str:
        ends = record["effect_interval"]
        reach = "" if ends is None else f" ±{(ends[1] - ends[0]) / 2:.2f}"
        return f"{if_estimated('~')(record)}{record['effect']:+.2f}{reach}"

    records = make_records(study, of_measure)
    notes = []
    if any(record["estimated"] for record in records):
        notes.append(f"{SAMPLED} With one or two documents, ± is the error of sampling.")
    table = Table("features", f"What the top {TOP:.1%} of extracts are like", (), records, notes)
    columns = [
        Column("typical", "", "number", ".2f", about="mean over all extracts"),
        Column("high", "top", "number", ".2f", about=f"mean over the top {TOP:.1%} of extracts"),
        Column(
            "effect",
            "",
            "number",
            effect,
            about="top minus typical in standard deviations, ± half its 95% interval over documents",
        ),
    ]
    views = domains_side_by_side(study, table, _FEATURE, columns, lambda *_: list(FEATURES))
    return Table("features", records=records, views=[replace(view, side_by_side=3) for view in views[:1]])


def _documents(study: LimitsStudy) -> Table:
    """Every space; the page says which engines were at work, and how many distributions are exact."""

    def engines(part: MeasureLimits) -> Iterator[Record]:
        names = sorted(part.engines)
        yield {"engines": ", ".join(names), "exact": part.exact, "documents": len(part.documents)}

    columns = (DOMAIN, MEASURE, Column("engines", about="how extracts were counted"), EXACT)
    view = Table("engines", "", columns, make_records(study, engines), blocks=True, only=("page",))
    return Table("documents", records=_SpaceRecords(study), fields=_SPACE_FIELDS, views=(view,))


_SPACE_FIELDS = (
    "domain", "measure", "id", "reference", "budget", "sections", "engine", "reason", "exact", "extracts", "total",
    "mean", "std", "min", "max", "max_bound", "max_proven",
)  # fmt: skip


class _SpaceRecords(Sequence["Record"]):
    """A record of every space, domain by domain and measure by measure, made when it is asked for."""

    def __init__(self, study: LimitsStudy) -> None:
        self._parts = [
            ({"domain": domain.domain, "measure": str(measure)}, part.documents)
            for domain in study.domains
            for measure, part in domain.measures.items()
        ]

    def __len__(self) -> int:
        return sum(len(documents) for _, documents in self._parts)

    def __iter__(self) -> Iterator[Record]:
        for names, documents in self._parts:
            for document in documents:
                yield {**names, **space_record(document.space)}

    @overload
    def __getitem__(self, index: int) -> Record: ...

    @overload
    def __getitem__(self, index: slice) -> Sequence[Record]: ...

    def __getitem__(self, index: int | slice) -> Record | Sequence[Record]:
        if isinstance(index, slice):
            return [self[place] for place in range(*index.indices(len(self)))]
        place = index + len(self) if index < 0 else index
        for names, documents in self._parts:
            if 0 <= place < len(documents):
                return {**names, **space_record(documents[place].space)}
            place -= len(documents)
        raise IndexError(f"there are {len(self):,} records, none at {index}")
