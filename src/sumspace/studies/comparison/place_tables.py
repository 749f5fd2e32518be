"""Where systems stand among all extracts, and how much two of them differ there, in tables."""

from __future__ import annotations

from math import isinf
from typing import TYPE_CHECKING

from sumspace.show.table import Column, Table
from sumspace.show.text import folded
from sumspace.stats.resampling import ends_of
from sumspace.studies.comparison.columns import (
    DOCUMENTS,
    SYSTEM,
    as_number,
    interval_column,
    view_name,
)

if TYPE_CHECKING:
    from sumspace.show.table import Record
    from sumspace.space.distribution import Rank
    from sumspace.studies.comparison.study import ComparisonStudy


def place_tables(study: ComparisonStudy) -> list[Table]:
    """Make the tables of systems and of pairs among all extracts."""
    return [_places(study), _place_pairs(study)]


def _places(study: ComparisonStudy) -> Table:
    records = [
        {
            "measure": str(places.measure),
            "score": study.plan.part,
            "domain": places.domain,
            "system": place.system,
            "baseline": place.system in study.baselines,
            "documents": place.documents,
            "space_score": place.score.mean,
            "place": place.places.mean.share,
            **_mean_rank(places.ranks.get(place.system)),
            "reached": as_number(place.reached.mean),
            "reached_interval": ends_of(place.reached),
            "average": places.average,
            "best": places.best,
            "exact": places.exact,
        }
        for places in study.places
        for place in places.systems
    ]
    columns = (
        SYSTEM,
        DOCUMENTS,
        Column("space_score", "score", "number", ".4f", about="score among the extracts, cut to their length"),
        Column(
            "place",
            "beats",
            "number",
            ".1%",
            about="share of a document's extracts that score lower, mean over documents",
        ),
        Column(
            "nines",
            "nines of the mean",
            "number",
            _nines,
            about="-log10 of the share of averages, over one extract of each document, that do not score lower",
        ),
        Column(
            "reached",
            "reached",
            "number",
            "z.0%",
            about="how much of the distance from the average extract to the best extract the score covers",
        ),
        interval_column("reached_interval", study.plan, "z.0%"),
    )
    views = []
    for places in study.places:
        if places.domain is None:
            own = [r for r in records if r["measure"] == str(places.measure) and r["domain"] is None]
            about = "" if places.exact else ", estimated"
            title = (
                f"{places.measure} {study.plan.part} among all extracts: the average one scores {places.average:.4f}, "
                f"the best {places.best:.4f}{about}"
            )
            views.append(Table(view_name("places", places.measure), title, columns, own))
    return Table("places", records=records, notes=_place_notes(study) if views else (), views=tuple(views))


def _mean_rank(rank: Rank | None) -> Record:
    """Return where a mean stands among averages of extracts, which is not looked for in single domains."""
    if rank is None:
        return {"nines": None, "above_all": None}
    return {"nines": None if isinf(rank.nines) else rank.nines, "above_all": isinf(rank.nines)}


def _nines(record: Record) -> str:
    return "above all" if record["above_all"] else f"{record['nines']:.1f}"


def _place_notes(study: ComparisonStudy) -> list[str]:
    spaces = study.plan.space_plan
    budget = "reach(length of the references)" if spaces is None or spaces.budget is None else str(spaces.budget)
    return [
        folded(
            f"Summaries are cut to the length of the extracts, {budget}, and scored as extracts are: these are not the "
            "scores above."
        ),
    ]


def _place_pairs(study: ComparisonStudy) -> Table:
    records = [
        {
            "measure": str(places.measure),
            "domain": places.domain,
            "first": pair.first,
            "second": pair.second,
            "documents": pair.documents,
            "space_difference": pair.difference.mean,
            "space_difference_interval": ends_of(pair.difference),
            "reached": as_number(pair.reached.mean),
            "reached_interval": ends_of(pair.reached),
        }
        for places in study.places
        for pair in places.pairs
    ]
    overall = [record for record in records if record["domain"] is None]
    if not study.is_small:
        overall = [record for record in overall if {record["first"], record["second"]} & {*study.baselines}]
    columns = (
        Column("measure"),
        Column("first"),
        Column("second"),
        DOCUMENTS,
        Column("space_difference", "difference", "number", "+.4f", about="first less second, among the extracts"),
        interval_column("space_difference_interval", study.plan),
        Column(
            "reached",
            "of the distance",
            "number",
            "+z.1%",
            about="the difference as a share of the distance from the average extract to the best extract",
        ),
        interval_column("reached_interval", study.plan, "+z.1%"),
    )
    title = "Differences among all extracts"
    view = Table("place_pairs", title, columns, overall, blocks=True)
    return Table("place_pairs", records=records, views=(view,))
