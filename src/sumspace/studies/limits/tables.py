"""The tables of the study of limits: tables 1 to 4 of the paper, and those that go beyond it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, replace
from typing import TYPE_CHECKING, overload

from sumspace.show.table import DOMAIN, Column, Table, percent_column
from sumspace.show.text import as_share, domain_label, percent, share_markup
from sumspace.studies.limits.whole_documents import FEATURES, TOP
from sumspace.tasks.rank import (
    ABOUT,
    constant_notes,
    cut_notes,
    group_notes,
    place_record,
    random_notes,
    rank_record,
    reduction_text,
    scale_record,
    score_intervals,
    written_best,
    written_place,
)
from sumspace.tasks.space import space_record, written_max
from sumspace.tasks.systems import BASELINES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from sumspace.measures.measure import Measure
    from sumspace.show.table import Record
    from sumspace.space.distribution import Rank
    from sumspace.studies.limits.study import LimitsStudy, MeasureLimits

    #: Which rows a table has, on a measure, from top to bottom.
    Order = Callable[[LimitsStudy, Measure], Sequence[str]]


#: What stands for a system that chooses at random, on average, in records and as it is shown.
_EXPECTED, _EXPECTED_LABEL = "expected", "average extract"
#: How many domains stand side by side in a terminal, where they have few columns each.
_SIDE_BY_SIDE = 4
#: A percentile rank that is so many points off the exact share is one that the paper's bins cannot carry.
_POINTS_OFF = 1.0


def make_tables(study: LimitsStudy) -> list[Table]:
    makers = (_data, _scores, _systems, _places, _ranks, _sections, _sweep, _sweep_systems, _features, _documents)
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


_MEASURE, _SYSTEM = Column("measure"), Column("system", write=_system_label)
_FEATURE = Column("feature", about="what is looked at in the extracts of whole documents")
_RATIO = Column(
    "ratio", "words kept", "number", lambda record: f"{100 * record['ratio']:g}%", about="share of the document's words"
)
_SAMPLED = "~: rests on estimates; some documents were sampled."


def _marked(write: Callable[[Record], str]) -> Callable[[Record], str]:
    """Mark what rests on estimates."""
    mark = _if_estimated("~")
    return lambda record: text if (text := write(record)) == "-" else f"{mark(record)}{text}"


def _share(name: str, form: str) -> Callable[[Record], str]:
    return lambda record: "-" if record[name] is None else format(record[name], form)


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
        Column("words", "", "number", ",.0f", about="words per document"),
        Column("sentences", "", "number", ",.1f", about="sentences per document"),
        Column("words_per_reference", "words of\nreference", "number", ",.0f", about="words per reference"),
        Column("compression", "", "number", ".0%", about="share of the document's words that a reference does without"),
        Column("sections", "sections\ngiven", "number", ",.1f", about="sections per document, as the corpus has them"),
        Column("words_per_section", "words of\nsection", "number", ",.0f", about="words per section"),
        Column("parts", "parts\nstudied", "number", ",.1f", about="parts per document that were studied on their own"),
        Column("words_per_part", "words of\npart", "number", ",.0f", about="words per part"),
    )
    return Table("data", "Table 1: the data, averages per document", columns, records, file="table-1-data")


def _scores(study: LimitsStudy) -> Table:
    def of_measure(part: MeasureLimits) -> Iterator[Record]:
        names = ("mean", "std", "max", "max_bound", "max_proven", "min")
        numbers = {name: getattr(part.average, name) for name in names}
        yield {"documents": len(part.documents), "exact": part.exact, "estimated": part.estimated, **numbers}

    records = _records(study, of_measure)
    columns = (
        _MEASURE,
        DOMAIN,
        percent_column("mean", "", _if_estimated("~"), about="mean score of an extract of each document"),
        percent_column("std", "deviation", _if_estimated("~"), about="standard deviation of that mean over documents"),
        Column(
            "max",
            "best",
            "number",
            lambda record: written_max(record, ".2f", 100),
            about="mean score of the best extracts (oracles)",
        ),
        percent_column("min", "worst", _if_estimated("≤"), about="mean score of the worst extracts"),
        Column(
            "exact",
            "",
            "number",
            lambda record: f"{record['exact']} of {record['documents']}",
            about="documents of which every extract was counted",
        ),
    )
    notes = []
    if any(record["estimated"] for record in records):
        notes.append(_SAMPLED)
        notes.append("Of sampled documents, best is what a search finds, and worst the worst extract seen (≤).")
    if not all(record["max_proven"] for record in records):
        notes.append("best with ≤: not proven optimal, but at most the second number. With ≥: there was no search.")
    order = list(map(str, study.plan.spaces.measures))
    by_measure = sorted(records, key=lambda record: order.index(record["measure"]))
    title = f"Table 2: {study.plan.spaces.score} of all extracts, in percent"
    view = Table("scores", title, columns, by_measure, notes, blocks=True)
    return Table("scores", records=records, views=(view,), file="table-2-scores")


def _systems(study: LimitsStudy) -> Table:
    def of_measure(part: MeasureLimits) -> Iterator[Record]:
        for system in part.systems:
            kind = "baseline" if system.system in BASELINES else "system"
            names = ("documents", "score", "official", "uncut", "cut", "group")
            numbers = {name: getattr(system, name) for name in names}
            intervals = score_intervals(system.score_interval, system.official_interval)
            yield {"system": system.system, "kind": kind, **numbers, **intervals}
        expected = {"documents": len(part.documents), "score": part.average.mean, "official": None, "uncut": None}
        nothing = {"cut": 0, "group": None, **score_intervals(None, None)}
        yield {"system": _EXPECTED, "kind": _EXPECTED, **expected, **nothing}

    def notes(records: Sequence[Record]) -> Iterator[str]:
        yield "average extract: mean score of all extracts."
        yield from cut_notes(record for record in records if record["measure"] == records[0]["measure"])
        yield from group_notes(record for record in records if record["kind"] != _EXPECTED)
        yield from random_notes(records)
        if any(map(is_partial, records)):
            yield "*: has summaries of some documents only."

    def is_partial(record: Record) -> bool:
        return bool(record["documents"] < documents[record["domain"], record["measure"]])

    def score(record: Record) -> str:
        return f"{percent(record['score'])}{'*' if is_partial(record) else ''}"

    records = _records(study, of_measure)
    documents = {(r["domain"], r["measure"]): r["documents"] for r in records if r["kind"] == _EXPECTED}
    uncut = [percent_column("uncut", about=ABOUT["uncut"])] if any(record["cut"] for record in records) else []
    more = [*uncut, *_group_column(records)]
    columns = (
        Column("score", "", "number", score, about=ABOUT["score"]),
        percent_column("official", about=ABOUT["official"]),
        *more,
    )
    title, side_by_side = "Table 3: scores of systems, in percent", max(_SIDE_BY_SIDE - len(more), 1)
    table = Table("systems", title, (), records, notes, side_by_side=side_by_side)
    views = _side_by_side(study, table, _SYSTEM, columns)
    return Table("systems", records=records, views=views, file="table-3-systems")


def _places(study: LimitsStudy) -> Table:
    """Where summaries stand, each among the extracts of its document: means do not grow with their number."""

    def of_measure(part: MeasureLimits) -> Iterator[Record]:
        for system in part.systems:
            names = {"system": system.system, "documents": system.documents, "estimated": not system.exact}
            yield {**names, "score": system.score, **place_record(system.places), **scale_record(system)}

    def notes(records: Sequence[Record]) -> Iterator[str]:
        yield from constant_notes(records)
        if any(record["estimated"] for record in records):
            yield _SAMPLED

    columns = (
        Column("place", "beats", "number", _marked(written_place), about=ABOUT["place"]),
        Column(
            "place_median",
            "median",
            "number",
            _marked(lambda record: written_place(record, "median")),
            about=ABOUT["place_median"],
        ),
        Column("ties", "", "number", ".1%", about=ABOUT["ties"]),
        Column("over_99", "≥99%", "number", _marked(_share("over_99", ".0%")), about=ABOUT["over_99"]),
        Column(
            "best",
            "",
            "number",
            lambda record: written_best(record, ".2f", 100),
            about=f"{ABOUT['best']}, in percent",
        ),
        Column("reached", "", "number", _marked(_share("reached", "z.0%")), about=ABOUT["reached"]),
        percent_column("room", about=f"{ABOUT['room']}, in points"),
    )
    records = _records(study, of_measure)
    title = "Places of summaries among the extracts of their documents"
    table = Table("places", title, (), records, notes, side_by_side=2)
    return Table("places", records=records, views=_side_by_side(study, table, _SYSTEM, columns))


def is_coarse(rank: Rank) -> bool:
    """Tell whether the paper's bins cannot carry a percentile rank: it is over a point off the exact share.

    Averages of many documents lie close together, all of them in a few of the 1,000 bins.
    """
    low, high = 100 * rank.below, 100 * (rank.below + rank.equal)
    return max(low - rank.percentile, rank.percentile - high) > _POINTS_OFF


def _ranks(study: LimitsStudy) -> Table:
    """Table 4: where the mean scores of systems stand among those of extracts, one of every document."""

    def of_measure(part: MeasureLimits) -> Iterator[Record]:
        for system in part.systems:
            names = {"system": system.system, "documents": system.documents, "estimated": not system.exact}
            percentile = {"percentile": system.rank.percentile, "percentile_coarse": is_coarse(system.rank)}
            names |= {"group": system.group, **percentile, **rank_record(system.rank)}
            yield {**names, "error_reduction": system.error_reduction}

    def notes(records: Sequence[Record]) -> Iterator[str]:
        if any(record["percentile_coarse"] for record in records):
            yield f"†: over {_POINTS_OFF:g} point off the exact share; the paper's 1,000 bins are too coarse for it."
        yield from group_notes(records)
        if any(record["estimated"] for record in records):
            yield _SAMPLED
        above_all = [record for record in records if record["above_all"]]
        if above_all:
            yield "above all: the score is above all extracts."
        if any(record["estimated"] for record in above_all):
            yield "~above all: the score is above all extracts that were seen."

    def percentile(record: Record) -> str:
        return f"{record['percentile']:.2f}{'†' if record['percentile_coarse'] else ''}"

    mark = _if_estimated("~")
    records = _records(study, of_measure)
    group = _group_column(records)
    columns = (
        Column(
            "percentile",
            "PR",
            "number",
            _marked(percentile),
            about="percentile rank of the mean score among averages over one extract per document (eq. 2: 1,000 bins)",
        ),
        Column(
            "below",
            "exact",
            "number",
            _marked(as_share),
            html=lambda record: share_markup(record, mark(record)),
            about="the same share of averages, exact; grows with the number of documents",
        ),
        Column(
            "nines", "", "number", _marked(_share("nines", ".1f")), about="-log10 of what the exact share lacks to 1"
        ),
        Column(
            "error_reduction",
            "ER",
            "number",
            _marked(reduction_text),
            about="error reduction over lead (section 8): by how much that rest is smaller than that of lead",
        ),
        *group,
    )
    title = "Table 4: ranks of systems among all extracts"
    table = Table("ranks", title, (), records, notes, side_by_side=2)
    views = _side_by_side(study, table, _SYSTEM, columns)
    return Table("ranks", records=records, views=views, file="table-4-ranks")


def _group_column(records: Iterable[Record]) -> list[Column]:
    """Return the column of groups, if there are some."""
    return [Column("group", about=ABOUT["group"])] if any(record["group"] for record in records) else []


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
        Column(
            "sectioned",
            "in sections",
            "number",
            lambda record: f"{record['sectioned']} of {record['documents']}",
            about="documents that were studied section by section",
        ),
        percent_column("mean", about="mean score of all extracts, section by section"),
        percent_column("whole_mean", "whole mean", _if_estimated("~"), about="the same of whole documents; ~: sampled"),
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
        percent_column("mean", "", _if_estimated("~"), about="mean score of an extract of each document; ~: estimated"),
        percent_column("std", "deviation", _if_estimated("~"), about="standard deviation of that mean over documents"),
        Column(
            "max",
            "best",
            "number",
            lambda record: written_max(record, ".2f", 100),
            about="mean score of the best extracts that a search finds",
        ),
        Column(
            "exact",
            "",
            "number",
            lambda record: f"{record['exact']} of {record['documents']}",
            about="documents of which every extract was counted",
        ),
        Column(
            "proven",
            "best proven",
            "number",
            lambda record: f"{record['proven']} of {record['documents']}",
            about="documents of which the best extract is proven optimal",
        ),
    )
    first, score = study.plan.spaces.measures[0], study.plan.spaces.score
    shown = [record for record in records if record["measure"] == str(first)]
    notes = ["Documents are taken whole."]
    if not all(record["max_proven"] for record in shown):
        notes.append("≤: what the mean of the best extracts cannot exceed. ≥: there was no search.")
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
            **place_record(system.places),
            **scale_record(system),
            **rank_record(system.rank),
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
        Column("place", "beats", "number", _marked(written_place), about=ABOUT["place"]),
        Column("reached", "", "number", _marked(_share("reached", "z.0%")), about=ABOUT["reached"]),
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
            notes.append(_SAMPLED)
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
    notes = []
    if any(record["estimated"] for record in records):
        notes.append(f"{_SAMPLED} With one or two documents, ± is the error of sampling.")
    table = Table("features", f"What the top {TOP:.1%} of extracts are like", (), records, notes)
    columns = [
        Column("typical", "", "number", ".2f", about="mean over all extracts"),
        Column("high", "top", "number", ".2f", about=f"mean over the top {TOP:.1%} of extracts"),
        Column(
            "effect",
            "",
            "number",
            effect,
            about="difference of the two in standard deviations, ± its 95% interval over documents (3 or more)",
        ),
    ]
    views = _side_by_side(study, table, _FEATURE, columns, lambda *_: list(FEATURES))
    return Table("features", records=records, views=[replace(view, side_by_side=3) for view in views[:1]])


def _documents(study: LimitsStudy) -> Table:
    """Every space; the page says which engines were at work, and how many distributions are exact."""

    def engines(part: MeasureLimits) -> Iterator[Record]:
        names = sorted(part.engines)
        yield {"engines": ", ".join(names), "exact": part.exact, "documents": len(part.documents)}

    exact = Column(
        "exact",
        "",
        "number",
        lambda record: f"{record['exact']:,} of {record['documents']:,}",
        about="documents of which every extract was counted",
    )
    columns = (DOMAIN, _MEASURE, Column("engines", about="how extracts were counted"), exact)
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
