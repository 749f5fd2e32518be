"""Where systems stand: tables 3 and 4 of the paper, and places among the extracts of each document."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sumspace.show.table import Column, Table, percent_column
from sumspace.show.text import as_share, percent, share_markup
from sumspace.studies.limits.columns import (
    EXPECTED,
    SAMPLED,
    SIDE_BY_SIDE,
    SYSTEM,
    domains_side_by_side,
    if_estimated,
    make_records,
    marked,
    share,
)
from sumspace.tasks.rank_tables import (
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
from sumspace.tasks.systems import BASELINES

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from sumspace.show.table import Record
    from sumspace.space.distribution import Rank
    from sumspace.studies.limits.study import LimitsStudy, MeasureLimits


#: A percentile rank that is so many points off the exact share is one that the paper's bins cannot carry.
_POINTS_OFF = 1.0


def systems_table(study: LimitsStudy) -> Table:
    def of_measure(part: MeasureLimits) -> Iterator[Record]:
        for system in part.systems:
            kind = "baseline" if system.system in BASELINES else "system"
            names = ("documents", "score", "official", "uncut", "cut", "group")
            numbers = {name: getattr(system, name) for name in names}
            intervals = score_intervals(system.score_interval, system.official_interval)
            yield {"system": system.system, "kind": kind, **numbers, **intervals}
        expected = {"documents": len(part.documents), "score": part.average.mean, "official": None, "uncut": None}
        nothing = {"cut": 0, "group": None, **score_intervals(None, None)}
        yield {"system": EXPECTED, "kind": EXPECTED, **expected, **nothing}

    def notes(records: Sequence[Record]) -> Iterator[str]:
        yield "average extract: mean score of all extracts."
        yield from cut_notes(record for record in records if record["measure"] == records[0]["measure"])
        yield from group_notes(record for record in records if record["kind"] != EXPECTED)
        yield from random_notes(records)
        if any(map(is_partial, records)):
            yield "*: has summaries of some documents only."

    def is_partial(record: Record) -> bool:
        return bool(record["documents"] < documents[record["domain"], record["measure"]])

    def score(record: Record) -> str:
        return f"{percent(record['score'])}{'*' if is_partial(record) else ''}"

    records = make_records(study, of_measure)
    documents = {(r["domain"], r["measure"]): r["documents"] for r in records if r["kind"] == EXPECTED}
    uncut = [percent_column("uncut", about=ABOUT["uncut"])] if any(record["cut"] for record in records) else []
    more = [*uncut, *_group_column(records)]
    columns = (
        Column("score", "", "number", score, about=ABOUT["score"]),
        percent_column("official", about=ABOUT["official"]),
        *more,
    )
    title, side_by_side = "Table 3: scores of systems, in percent", max(SIDE_BY_SIDE - len(more), 1)
    table = Table("systems", title, (), records, notes, side_by_side=side_by_side)
    views = domains_side_by_side(study, table, SYSTEM, columns)
    return Table("systems", records=records, views=views, file="table-3-systems")


def places_table(study: LimitsStudy) -> Table:
    """Where summaries stand, each among the extracts of its document: means do not grow with their number."""

    def of_measure(part: MeasureLimits) -> Iterator[Record]:
        for system in part.systems:
            names = {"system": system.system, "documents": system.documents, "estimated": not system.exact}
            yield {**names, "score": system.score, **place_record(system.places), **scale_record(system)}

    def notes(records: Sequence[Record]) -> Iterator[str]:
        yield from constant_notes(records)
        if any(record["estimated"] for record in records):
            yield SAMPLED

    columns = (
        Column("place", "beats", "number", marked(written_place), about=ABOUT["place"]),
        Column(
            "place_median",
            "median",
            "number",
            marked(lambda record: written_place(record, "median")),
            about=ABOUT["place_median"],
        ),
        Column("ties", "", "number", ".1%", about=ABOUT["ties"]),
        Column("over_99", "≥99%", "number", marked(share("over_99", ".0%")), about=ABOUT["over_99"]),
        Column(
            "best",
            "",
            "number",
            lambda record: written_best(record, ".2f", 100),
            about=f"{ABOUT['best']}, in percent",
        ),
        Column("reached", "", "number", marked(share("reached", "z.0%")), about=ABOUT["reached"]),
        percent_column("room", about=f"{ABOUT['room']}, in points"),
    )
    records = make_records(study, of_measure)
    title = "Places of summaries among the extracts of their documents"
    table = Table("places", title, (), records, notes, side_by_side=2)
    return Table("places", records=records, views=domains_side_by_side(study, table, SYSTEM, columns))


def is_coarse(rank: Rank) -> bool:
    """Tell whether the paper's bins cannot carry a percentile rank: it is over a point off the exact share.

    Averages of many documents lie close together, all of them in a few of the 1,000 bins.
    """
    low, high = 100 * rank.below, 100 * (rank.below + rank.equal)
    return max(low - rank.percentile, rank.percentile - high) > _POINTS_OFF


def ranks_table(study: LimitsStudy) -> Table:
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
            yield SAMPLED
        above_all = [record for record in records if record["above_all"]]
        if above_all:
            yield "above all: the score is above all extracts."
        if any(record["estimated"] for record in above_all):
            yield "~above all: the score is above all extracts that were seen."

    def percentile(record: Record) -> str:
        return f"{record['percentile']:.2f}{'†' if record['percentile_coarse'] else ''}"

    mark = if_estimated("~")
    records = make_records(study, of_measure)
    group = _group_column(records)
    columns = (
        Column(
            "percentile",
            "PR",
            "number",
            marked(percentile),
            about="percentile rank among averages of one extract per document (eq. 2, 1,000 bins)",
        ),
        Column(
            "below",
            "exact",
            "number",
            marked(as_share),
            html=lambda record: share_markup(record, mark(record)),
            about="the same share without bins; grows with the number of documents",
        ),
        Column("nines", "", "number", marked(share("nines", ".1f")), about="-log10 of the rest, 1 − exact"),
        Column(
            "error_reduction",
            "ER",
            "number",
            marked(reduction_text),
            about="error reduction (section 8): how much smaller the rest is than that of lead",
        ),
        *group,
    )
    title = "Table 4: ranks of systems among all extracts"
    table = Table("ranks", title, (), records, notes, side_by_side=2)
    views = domains_side_by_side(study, table, SYSTEM, columns)
    return Table("ranks", records=records, views=views, file="table-4-ranks")


def _group_column(records: Iterable[Record]) -> list[Column]:
    """Return the column of groups, if there are some."""
    return [Column("group", about=ABOUT["group"])] if any(record["group"] for record in records) else []
