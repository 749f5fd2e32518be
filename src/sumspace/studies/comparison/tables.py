"""Every number of the comparison, in tables that say how they are shown."""

from __future__ import annotations

from math import isnan
from typing import TYPE_CHECKING

from sumspace.show.table import DOMAIN, Column, Table

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sumspace.show.table import Record
    from sumspace.stats.resampling import Interval
    from sumspace.studies.comparison.plan import ComparisonPlan
    from sumspace.studies.comparison.study import ComparisonStudy, Contest


def make_tables(study: ComparisonStudy) -> list[Table]:
    """Make all tables; what is of all documents has no domain."""
    return [_systems(study), _pairs(study), _power(study), _places(study), _place_pairs(study)]


def _number(value: float) -> float | None:
    """Return a number for a record; not a number is none."""
    return None if isnan(value) else value


def _bounds(interval: Interval) -> list[float] | None:
    return None if isnan(interval.low) else [interval.low, interval.high]


def interval_text(bounds: Sequence[float] | None, form: str = "+.4f") -> str:
    """Write the ends of an interval.

    >>> interval_text([-0.01, 0.02]), interval_text(None)
    ('-0.0100 … +0.0200', '-')
    """
    return "-" if bounds is None else " … ".join(format(end, form) for end in bounds)


def p_text(p: float | None) -> str:
    """Write a p-value.

    >>> p_text(0.04), p_text(0.00004), p_text(None)
    ('0.040', '< 0.001', '-')
    """
    if p is None:
        return "-"
    return "< 0.001" if p < 0.001 else f"{p:.3f}"


def _of(contest: Contest, plan: ComparisonPlan) -> Record:
    return {"measure": str(contest.measure), "score": plan.part_label(contest.measure), "domain": contest.domain}


def _systems(study: ComparisonStudy) -> Table:
    records = [
        {
            **_of(contest, study.plan),
            "system": ranked.system,
            "is_baseline": ranked.system in study.baselines,
            "documents": ranked.documents,
            "mean": ranked.mean.mean,
            "mean_interval": _bounds(ranked.mean),
            "best_rank": ranked.best,
            "worst_rank": ranked.worst,
            "cluster": ranked.cluster,
            "letters": ranked.letters,
        }
        for contest in study.contests
        for ranked in contest.ranking
    ]
    return Table("systems", records=records, views=tuple(_system_views(study, records)))


def _system_views(study: ComparisonStudy, records: Sequence[Record]) -> Iterator[Table]:
    confidence = f"{study.plan.bootstrap.confidence:g}% interval"
    columns = (
        Column("best_rank", "rank", "number", _rank),
        Column("system"),
        Column("documents", kind="number", write=","),
        Column("mean", kind="number", write=".4f"),
        Column("mean_interval", confidence, write=lambda record: interval_text(record["mean_interval"], ".4f")),
        Column("cluster", kind="number"),
        Column("letters"),
    )
    for contest in study.overall:
        own = [r for r in records if r["measure"] == str(contest.measure) and r["domain"] is None]
        yield Table("systems", f"{contest.measure} {study.plan.part_label(contest.measure)}: the systems", columns, own)


def _rank(record: Record) -> str:
    best, worst = record["best_rank"], record["worst_rank"]
    return f"{best}" if best == worst else f"{best}-{worst}"


def _pairs(study: ComparisonStudy) -> Table:
    records = [
        {
            **_of(contest, study.plan),
            "first": pair.first,
            "second": pair.second,
            "documents": pair.result.documents,
            "first_mean": _number(pair.result.first),
            "second_mean": _number(pair.result.second),
            "difference": _number(pair.result.difference.mean),
            "difference_interval": _bounds(pair.result.difference),
            "p": _number(pair.result.p),
            "exact": pair.result.exact,
            "corrected": _number(pair.corrected),
            "apart": pair.is_apart,
            "better": pair.better,
            "bootstrap_p": _number(pair.result.bootstrap_p),
            "order": _number(pair.result.order),
            "wins": pair.result.wins,
            "ties": pair.result.ties,
            "losses": pair.result.losses,
            "effect": _number(pair.result.effect),
            "superiority": _number(pair.result.superiority),
        }
        for contest in study.contests
        for pair in contest.pairs
    ]
    columns = (
        Column("measure"),
        Column("first"),
        Column("second"),
        Column("documents", kind="number", write=","),
        Column("difference", kind="number", write="+.4f"),
        Column("difference_interval", "interval", write=lambda record: interval_text(record["difference_interval"])),
        Column("p", kind="number", write=lambda record: p_text(record["p"])),
        Column("corrected", kind="number", write=lambda record: p_text(record["corrected"])),
    )
    own = [record for record in records if record["domain"] is None]
    return Table("pairs", records=records, views=(Table("pairs", "pairs", columns, own),))


def _power(study: ComparisonStudy) -> Table:
    records = [
        {
            "measure": str(single.measure),
            "first": single.first,
            "second": single.second,
            "documents": single.power.documents,
            "difference": single.power.difference,
            **{f"power_{multiple:g}": power for multiple, power in single.power.at.items()},
            "needed": single.power.needed,
            "tried": single.power.tried,
            "smallest": single.power.smallest,
        }
        for single in study.powers
    ]
    return Table("power", records=records)


def _places(study: ComparisonStudy) -> Table:
    return Table("places")


def _place_pairs(study: ComparisonStudy) -> Table:
    return Table("place_pairs")
