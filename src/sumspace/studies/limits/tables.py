"""The tables of the study of limits: tables 1 to 4 of the paper, and those that go beyond it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, replace
from functools import partial
from typing import TYPE_CHECKING, overload

from sumspace.show.table import DOMAIN, Column, Table, percent_column
from sumspace.show.text import as_share, domain_label, percent, share_markup
from sumspace.studies.limits.whole_documents import FEATURES, TOP
from sumspace.tasks.rank import group_notes, random_notes, rank_record, reduction_text, score_intervals
from sumspace.tasks.space import space_record, written_max
from sumspace.tasks.systems import BASELINES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from sumspace.measures.measure import Measure
    from sumspace.show.table import Record
    from sumspace.studies.limits.study import LimitsStudy, MeasureLimits

    #: Which rows a table has, on a measure, from top to bottom.
    Order = Callable[[LimitsStudy, Measure], Sequence[str]]


#: What stands for a system that chooses at random, on average, in records and as it is shown.
_EXPECTED, _EXPECTED_LABEL = "expected", "average extract"
#: How many domains stand side by side in a terminal, where they have few columns each.
_SIDE_BY_SIDE = 4


def make_tables(study: LimitsStudy) -> list[Table]:
    makers = (_data, _scores, _systems, _ranks, _sections, _sweep, _sweep_systems, _features, _documents)
    return [make(study) for make in makers]


def _records(study: LimitsStudy, of_measure: Callable[[MeasureLimits], Iterable[Record]]) -> list[Record]:
    """Return records of every domain and measure, with their names."""
    return [
        {"domain": domain.domain, "measure": str(measure), **record}
        for domain in study.domains
        for measure, part in domain.measures.items()
        for record in of_measure(part)
    ]


def _system_label(record: Record) -> str:
    return _EXPECTED_LABEL if record.get("kind") == _EXPECTED else str(record["system"])


def _if_estimated(mark: str) -> Callable[[Record], str]:
    return lambda record: mark if record["estimated"] else ""


_MEASURE, _FEATURE, _SYSTEM = Column("measure"), Column("feature"), Column("system", write=_system_label)
_RATIO = Column("ratio", "words kept", "number", lambda record: f"{100 * record['ratio']:g}%")


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
        Column("words_per_reference", "words of\nsummary", "number", ",.0f"),
        Column("compression", "", "number", ".0%"),
        Column("sections", "sections\ngiven", "number", ",.1f"),
        Column("words_per_section", "words of\nsection", "number", ",.0f"),
        Column("parts", "parts\nstudied", "number", ",.1f"),
        Column("words_per_part", "words of\npart", "number", ",.0f"),
    )
    note = "Averages per document; compression is the share of words that a summary leaves out."
    return Table("data", "Table 1: the data", columns, records, (note,), file="table-1-data")


def _scores(study: LimitsStudy) -> Table:
    def of_measure(part: MeasureLimits) -> Iterator[Record]:
        names = ("mean", "std", "max", "max_bound", "max_proven", "min")
        numbers = {name: getattr(part.average, name) for name in names}
        yield {"documents": len(part.documents), "exact": part.exact, "estimated": part.estimated, **numbers}

    records = _records(study, of_measure)
    columns = (
        _MEASURE,
        DOMAIN,
        percent_column("mean", "", _if_estimated("~")),
        percent_column("std", "deviation", _if_estimated("~")),
        Column("max", "", "number", lambda record: written_max(record, ".2f", 100)),
        percent_column("min", "", _if_estimated("≤")),
        Column("exact", "", "number", lambda record: f"{record['exact']} of {record['documents']}"),
    )
    notes = [
        "mean, deviation: of the mean over documents, one extract of each drawn at random.",
        "max, min: averages over documents. exact: in so many documents every extract was counted.",
    ]
    if any(record["estimated"] for record in records):
        notes.append(
            "~ rests on estimates: some documents were sampled. Their max is the best extract that a search finds; "
            "their\nmin is the worst one seen, so there may be worse (≤)."
        )
    if not all(record["max_proven"] for record in records):
        notes.append(
            "A max with ≤ behind it is not proven: not all searches ended in time, and the mean of the best extracts "
            "is at\nmost the second number. With ≥, there was no search, and it may be any higher."
        )
    order = list(map(str, study.plan.spaces.measures))
    by_measure = sorted(records, key=lambda record: order.index(record["measure"]))
    title = f"Table 2: {study.plan.spaces.score} of all extracts, in percent"
    view = Table("scores", title, columns, by_measure, notes, blocks=True)
    return Table("scores", records=records, views=(view,), file="table-2-scores")


def _systems(study: LimitsStudy) -> Table:
    def of_measure(part: MeasureLimits) -> Iterator[Record]:
        for system in part.systems:
            kind = "baseline" if system.system in BASELINES else "system"
            numbers = {name: getattr(system, name) for name in ("documents", "score", "official", "group")}
            intervals = score_intervals(system.score_interval, system.official_interval)
            yield {"system": system.system, "kind": kind, **numbers, **intervals}
        expected = {"documents": len(part.documents), "score": part.average.mean, "official": None, "group": None}
        yield {"system": _EXPECTED, "kind": _EXPECTED, **expected, **score_intervals(None, None)}

    def notes(records: Sequence[Record]) -> Iterator[str]:
        yield "average extract: what a uniform draw is expected to score. official: as ROUGE scores, across sentences."
        yield from group_notes(record for record in records if record["kind"] != _EXPECTED)
        yield from random_notes(records)
        if any(map(is_partial, records)):
            yield "* has summaries of some documents only."

    def is_partial(record: Record) -> bool:
        return bool(record["documents"] < documents[record["domain"], record["measure"]])

    records = _records(study, of_measure)
    documents = {(r["domain"], r["measure"]): r["documents"] for r in records if r["kind"] == _EXPECTED}
    group = _group_column(records)
    columns = (
        Column("score", "", "number", lambda record: f"{percent(record['score'])}{'*' if is_partial(record) else ''}"),
        percent_column("official"),
        *group,
    )
    title, side_by_side = "Table 3: scores of systems, in percent", _SIDE_BY_SIDE - len(group)
    table = Table("systems", title, (), records, notes, side_by_side=side_by_side)
    views = _side_by_side(study, table, _SYSTEM, columns)
    return Table("systems", records=records, views=views, file="table-3-systems")


def _nines_text(record: Record) -> str:
    return "-" if record["nines"] is None else f"{record['nines']:.1f}"


def _ranks(study: LimitsStudy) -> Table:
    """Table 4: where systems stand among all extracts."""

    def of_measure(part: MeasureLimits) -> Iterator[Record]:
        for system in part.systems:
            names = {"system": system.system, "documents": system.documents, "estimated": not system.exact}
            names |= {"group": system.group, **rank_record(system.rank)}
            yield {**names, "headroom": system.headroom, "error_reduction": system.error_reduction}

    def notes(records: Sequence[Record]) -> Iterator[str]:
        yield "PR: percentile rank (eq. 2). below: share of extracts that score less. nines: -log10 of the rest."
        if any(record["error_reduction"]["lead"] is not None for record in records):
            yield (
                "ER: error reduction over lead (section 8): by what share the rest is smaller than lead's; negative: "
                "larger by that\nshare of lead's."
            )
        yield from group_notes(records)
        if any(record["estimated"] for record in records):
            yield "~ rests on estimates: some documents were sampled."
        above_all = [record for record in records if record["above_all"]]
        if above_all:
            yield "above all: the score is above all extracts."
        if any(record["estimated"] for record in above_all):
            yield "~above all: the score is above all extracts that were seen."

    def marked(write: Callable[[Record], str]) -> Callable[[Record], str]:
        return lambda record: text if (text := write(record)) == "-" else f"{mark(record)}{text}"

    mark = _if_estimated("~")
    records = _records(study, of_measure)
    group = _group_column(records)
    columns = (
        Column("percentile", "PR", "number", marked(lambda record: f"{record['percentile']:.2f}")),
        Column(
            "below",
            "",
            "number",
            marked(partial(as_share, short=True)),
            html=lambda record: share_markup(record, mark(record)),
        ),
        Column("nines", "", "number", marked(_nines_text)),
        Column("error_reduction", "ER", "number", marked(reduction_text)),
        *group,
    )
    title, side_by_side = "Table 4: ranks of systems among all extracts", _SIDE_BY_SIDE - 1 - len(group)
    table = Table("ranks", title, (), records, notes, side_by_side=side_by_side)
    views = _side_by_side(study, table, _SYSTEM, columns)
    return Table("ranks", records=records, views=views, file="table-4-ranks")


def _group_column(records: Iterable[Record]) -> list[Column]:
    """Return the column of groups, if there are some."""
    return [Column("group")] if any(record["group"] for record in records) else []


def _by_score(study: LimitsStudy, measure: Measure) -> list[str]:
    """Return the systems from best to worst by their mean score over the domains, as rows are labelled."""
    scores: dict[str, list[float]] = {}
    for part in (domain.measures[measure] for domain in study.domains):
        for system in part.systems:
            scores.setdefault(system.system, []).append(system.score)
        scores.setdefault(_EXPECTED_LABEL, []).append(part.average.mean)
    return sorted(scores, key=lambda system: -sum(scores[system]) / len(scores[system]))


def _side_by_side(
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
        _MEASURE,
        Column("sectioned", "in sections", "number", lambda record: f"{record['sectioned']} of {record['documents']}"),
        percent_column("mean"),
        percent_column("whole_mean", "whole mean", _if_estimated("~")),
        Column("difference", "", "number", lambda record: f"{record['difference']:+.1f} %"),
    )
    note = (
        "~ is sampled. difference: of the whole mean, in percent of the mean in sections.\n"
        "Each section is judged by the whole reference: what two of them have in common counts twice."
    )
    title = f"Section by section, or whole documents: mean {study.plan.spaces.score} in percent"
    return Table("sections", title, columns, _records(study, of_measure), (note,), blocks=True)


def _sweep(study: LimitsStudy) -> Table:
    """What length does to scores; the first measure is shown."""
    records = []
    for domain in study.domains:
        for point in domain.sweep:
            names = ("mean", "std", "max", "max_bound", "max_proven", "min")
            numbers = {name: getattr(point.average, name) for name in names}
            counts = {name: getattr(point, name) for name in ("documents", "exact", "proven")}
            ratio = {"domain": domain.domain, "measure": str(point.measure), "ratio": point.ratio}
            records.append({**ratio, **counts, "estimated": point.exact < point.documents, **numbers})
    columns = (
        DOMAIN,
        _RATIO,
        percent_column("mean", "", _if_estimated("~")),
        percent_column("std", "deviation", _if_estimated("~")),
        Column("max", "best", "number", lambda record: written_max(record, ".2f", 100)),
        Column("exact", "exact", "number", lambda record: f"{record['exact']} of {record['documents']}"),
        Column("proven", "best proven", "number", lambda record: f"{record['proven']} of {record['documents']}"),
    )
    first, score = study.plan.spaces.measures[0], study.plan.spaces.score
    shown = [record for record in records if record["measure"] == str(first)]
    notes = [
        "Whole documents. exact: of so many documents every extract was counted; ~ rests on estimates of the others.",
        "best: the average of the best extracts that a search finds, proven to be the best in so many documents.",
    ]
    if not all(record["max_proven"] for record in shown):
        notes.append("≤: what the average of the best extracts cannot exceed. ≥: there was no search.")
    title = f"What length does to scores: {first} {score}, in percent"
    return Table("sweep", records=records, views=(Table("sweep", title, columns, shown, notes, blocks=True),))


def _sweep_systems(study: LimitsStudy) -> Table:
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
            **rank_record(system.rank),
            "headroom": system.headroom,
        }
        for domain in study.domains
        for point in domain.sweep
        for system in point.systems
    ]
    mark = _if_estimated("~")
    documents = {(r["domain"], r["measure"], r["ratio"]): r["documents"] for r in records if r["system"] in BASELINES}

    def is_partial(record: Record) -> bool:
        return bool(record["documents"] < documents.get((record["domain"], record["measure"], record["ratio"]), 0))

    def nines(record: Record) -> str:
        return "above all" if record["above_all"] else f"{mark(record)}{record['nines']:.1f}"

    columns = (
        Column("score", "", "number", lambda record: f"{percent(record['score'])}{'*' if is_partial(record) else ''}"),
        Column("percentile", "PR", "number", lambda record: f"{mark(record)}{record['percentile']:.2f}"),
        Column("nines", "", "number", nines),
    )
    first = study.plan.spaces.measures[0]
    views = []
    for domain in study.domains:
        shown = [r for r in records if r["domain"] == domain.domain and r["measure"] == str(first)]
        shown.sort(key=lambda record: (record["ratio"], -record["score"]))
        notes = ["Scores in percent; PR and nines among all extracts of that length. Systems are cut to it."]
        if any(map(is_partial, shown)):
            notes.append("* on the documents alone whose summaries are that long.")
        if any(record["estimated"] for record in shown):
            notes.append("~ rests on estimates: some documents were sampled.")
        label = domain_label(domain.domain)
        title = f"Where systems stand at each length: {first}" + (f", {label}" if len(study.domains) > 1 else "")
        table = Table("sweep_systems", title, (), shown, notes, side_by_side=_SIDE_BY_SIDE)
        if shown:
            views.append(table.pivot(_SYSTEM, "ratio", columns, label=lambda ratio: f"{100 * ratio:g}% kept"))
    return Table("sweep_systems", records=records, views=views, file="sweep-systems")


def _features(study: LimitsStudy) -> Table:
    """What high-scoring extracts are like, shown on the first measure of several domains or on all of one."""

    def of_measure(part: MeasureLimits) -> Iterator[Record]:
        for feature in map(asdict, part.features):
            estimated = feature["exact"] < feature["documents"]
            yield {"feature": feature.pop("name"), **feature, "estimated": estimated}

    def effect(record: Record) -> str:
        ends = record["effect_interval"]
        reach = "" if ends is None else f" ±{(ends[1] - ends[0]) / 2:.2f}"
        return f"{_if_estimated('~')(record)}{record['effect']:+.2f}{reach}"

    records = _records(study, of_measure)
    notes = [
        "effect: the difference in standard deviations, ± a 95 % interval by how documents differ (3 or more of them)."
    ]
    if any(record["estimated"] for record in records):
        notes.append(
            "~ some documents were sampled, having too many extracts to visit; of 1 or 2, ± is the error of drawing."
        )
    table = Table("features", f"What the top {TOP:.1%} of extracts are like", (), records, notes)
    formats = {"typical": ("", ".2f"), "high": ("top", ".2f")}
    columns = [Column(name, title, "number", write) for name, (title, write) in formats.items()]
    columns.append(Column("effect", "", "number", effect))
    views = _side_by_side(study, table, _FEATURE, columns, lambda *_: list(FEATURES))
    return Table("features", records=records, views=[replace(view, side_by_side=3) for view in views[:1]])


def _documents(study: LimitsStudy) -> Table:
    """Every space; the page says which engines were at work, and how many distributions are exact."""

    def engines(part: MeasureLimits) -> Iterator[Record]:
        names = sorted(part.engines)
        yield {"engines": ", ".join(names), "exact": part.exact, "documents": len(part.documents)}

    exact = Column("exact", "", "number", lambda record: f"{record['exact']:,} of {record['documents']:,}")
    columns = (DOMAIN, _MEASURE, Column("engines"), exact)
    view = Table("engines", "", columns, _records(study, engines), blocks=True, only=("page",))
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
