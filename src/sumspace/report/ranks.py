"""Where systems stand, for people and for programs."""

from __future__ import annotations

from math import isinf
from typing import TYPE_CHECKING, Any

from sumspace.errors import on_one_line
from sumspace.report.numbers import large
from sumspace.report.output import Format, as_csv, as_json_lines, as_text, new_table
from sumspace.studies.ranks import rank_systems

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from rich.table import Table

    from sumspace.space.distribution import Rank
    from sumspace.studies.ranks import RankedDocument
    from sumspace.studies.spaces import SpacePlan

__all__ = ["as_share", "rank_record", "render"]

_COLUMNS = [
    "id", "system", "reference", "measure", "documents", "score", "official", "below", "equal", "above", "percentile",
    "nines", "headroom", "exact", "extracts", "max",
]  # fmt: skip

#: So many nines, or so many where there is little room, are no longer written out.
_MOST_NINES, _MOST_NINES_SHORT = 12, 6

_NOTE = """\
below: the share of extracts, or of averages over one extract of each document, that score less
nines: how many nines that share has, -log10 of the rest; headroom: the way gone from the average extract to the best
~: rests on estimates"""


def render(
    documents: Sequence[RankedDocument],
    plan: SpacePlan,
    form: Format,
    *,
    each_summary: bool = False,
    to_file: bool = False,
) -> Iterator[str]:
    """Show averages and, on request or for programs, every summary."""
    summaries, averages = list(_summaries(documents)), list(_averages(documents, plan))
    if form == "json":
        return as_json_lines([*summaries, *averages])
    if form == "csv":
        return as_csv([*summaries, *averages], _COLUMNS)
    tables = [_summary_table(summaries)] if each_summary else []
    tables += [_average_table(m, [row for row in averages if row["measure"] == m]) for m in map(str, plan.measures)]
    return as_text([*tables, _NOTE, str(plan)], plain=to_file)


def rank_record(rank: Rank) -> dict[str, Any]:
    """Return where a score stands; above all extracts there is no number of nines."""
    above_all = isinf(rank.nines)
    return {
        "percentile": rank.percentile,
        "below": rank.below,
        "equal": rank.equal,
        "above": rank.above,
        "nines": None if above_all else rank.nines,
        "above_all": above_all,
    }


def as_share(rank: dict[str, Any], *, short: bool = False) -> str:
    """Write the share below with as many digits as tell it from 1, or, where they are too many, by what it lacks.

    >>> as_share({"above_all": False, "below": 0.9999998, "nines": 6.7})
    '99.999980%'
    >>> as_share({"above_all": False, "below": 0.9999998, "nines": 6.7}, short=True)
    '1-10^-7'
    """
    if rank["above_all"]:
        return "above all"
    nines = rank["nines"]
    if nines >= (_MOST_NINES_SHORT if short else _MOST_NINES):
        return f"1-10^-{nines:.0f}" if short else f"1 - 10^-{nines:.1f}"
    return f"{100 * rank['below']:.{max(int(nines), 2)}f}%"


def _summaries(documents: Iterable[RankedDocument]) -> Iterator[dict[str, Any]]:
    for document in documents:
        distribution = document.space.distribution
        for standing in document.standings:
            rank = document.space.rank(standing.score)
            yield {
                "id": document.space.id,
                "system": standing.system,
                "reference": document.space.reference,
                "measure": standing.measure,
                "score": standing.score,
                "official": standing.official,
                **rank_record(rank),
                "below_count": rank.below_count,
                "equal_count": rank.equal_count,
                "above_count": rank.above_count,
                "interval": rank.interval,
                "exact": distribution.exact,
                "extracts": distribution.extracts,
                "mean": distribution.mean,
                "max": distribution.max,
            }


def _averages(documents: Sequence[RankedDocument], plan: SpacePlan) -> Iterator[dict[str, Any]]:
    for measure in map(str, plan.measures):
        chosen = [document for document in documents if document.space.measure == measure]
        exact = all(document.space.distribution.exact for document in chosen)
        for system in sorted(rank_systems(chosen), key=lambda system: -system.score):
            yield {
                "id": None,
                "system": system.system,
                "reference": plan.references,
                "measure": measure,
                "documents": system.documents,
                "score": system.score,
                "official": system.official,
                **rank_record(system.rank),
                "headroom": system.headroom,
                "exact": exact,
                "signature": str(plan),
            }


def _average_table(measure: str, rows: list[dict[str, Any]]) -> Table:
    table = new_table(measure)
    table.add_column("system")
    for heading in ("documents", "score", "official", "percentile", "below", "nines", "headroom"):
        table.add_column(heading, justify="right")
    for row in rows:
        mark = "" if row["exact"] else "~"
        table.add_row(
            on_one_line(row["system"]), f"{row['documents']:,}", f"{row['score']:.5f}", f"{row['official']:.5f}",
            f"{mark}{row['percentile']:.2f}", f"{mark}{as_share(row)}",
            "-" if row["nines"] is None else f"{mark}{row['nines']:.1f}",
            "-" if row["headroom"] is None else f"{row['headroom']:.0%}",
        )  # fmt: skip
    return table


def _summary_table(rows: list[dict[str, Any]]) -> Table:
    table = new_table("every summary")
    for heading in ("id", "system", "reference", "measure", "score", "official", "below", "extracts", "best"):
        left = heading in ("id", "system", "reference", "measure")
        table.add_column(heading, justify="left" if left else "right")
    for row in rows:
        mark = "" if row["exact"] else "~"
        names = (on_one_line(row[name]) for name in ("id", "system", "reference", "measure"))
        numbers = f"{row['score']:.5f}", f"{row['official']:.5f}", f"{mark}{as_share(row)}"
        table.add_row(*names, *numbers, large(row["extracts"]), f"{mark}{row['max']:.5f}")
    return table
