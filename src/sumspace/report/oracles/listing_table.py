"""The oracles of each document as a table, and what is said below it."""

from __future__ import annotations

from itertools import zip_longest
from typing import TYPE_CHECKING

from sumspace.errors import on_one_line
from sumspace.report.numbers import large
from sumspace.report.output import new_table

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rich.table import Table

    from sumspace.report.oracles.listing import Listing
    from sumspace.report.study.records import Record
    from sumspace.studies.oracles import OraclePlan

__all__ = ["as_table", "notes", "several", "written", "written_extract"]

#: Sentences take more lines rather than more room.
_WIDTH = 40
_NOTES = (
    "best: no extract of the budget scores higher. oracles: how many score as much. gap: what greedy ones lack.",
    "official: as ROUGE scores, across sentences. sentences: those of an oracle, counted from 0.",
)


def written_extract(sentences: Sequence[int], cut: Record | None) -> str:
    """Write an extract: its sentences, and the words that are kept of the one that is cut.

    >>> written_extract([0, 4, 7], {"sentence": 4, "words": 12})
    '0 4:12 7'
    """
    return " ".join(f"{s}:{cut['words']}" if cut and s == cut["sentence"] else str(s) for s in sentences)


def written(row: Record) -> list[str]:
    """Write the extracts of a record."""
    return [written_extract(*pair) for pair in zip_longest(row["oracles"], row["cut"] or ())]


def several(value: int | Sequence[int]) -> Sequence[int]:
    """Return the numbers of all measures."""
    return (value,) if isinstance(value, int) else value


def _hits(row: Record) -> str:
    pairs = zip(several(row["hits"]), several(row["total"]), strict=True)
    return " ".join(f"{hits}/{total}" for hits, total in pairs)


def as_table(rows: Sequence[Record]) -> Table:
    """Make the table, a row for each record and, where there are more oracles to list, for each of these."""
    table = new_table()
    names = ("id", "reference", "measure", "budget")
    for heading in (*names, "best", "proven", "hits", "oracles", "greedy", "gap", "official"):
        table.add_column(heading, justify="left" if heading in names else "right")
    table.add_column("sentences", max_width=_WIDTH)
    for row in rows:
        first, *others = written(row) or ["-"]
        greedy = row["greedy"]
        gap = "-" if greedy is None else f"{row['score'] - greedy['score']:.5f}"
        table.add_row(
            *(on_one_line(row[name]) for name in names), f"{row['score']:.5f}",
            "yes" if row["optimal"] else f"≤{row['bound']:.5f}", _hits(row),
            "-" if row["count"] is None else large(row["count"]), "-" if greedy is None else f"{greedy['score']:.5f}",
            gap, "-" if row["official"] is None else f"{row['official']:.5f}", first,
        )  # fmt: skip
        for official, other in zip(row.get("officials", ())[1:], others, strict=True):
            table.add_row(*[""] * 10, f"{official:.5f}", other)
    return table


def notes(rows: Sequence[Record], plan: OraclePlan, listing: Listing) -> Iterator[str]:
    """Say how to read the table, and what is not in it."""
    yield f"Scores are {plan.score}."
    yield from _NOTES
    if any(row["cut"] for row in rows):
        yield "7:12 stands for the first 12 words of sentence 7, which are the last of the extract."
    if any(row["count"] is None for row in rows):
        yield "- oracles: they were not all found, so how many there are is not known."
    if not all(row["optimal"] for row in rows):
        yield "≤ the search ran out of time: the best extract that was found, and a score that none exceeds."
    short = sum(not row["complete"] and row["count"] is not None for row in rows)
    if short and listing.all:
        yield f"Not all oracles of {short:,} of {len(rows):,} rows are listed, but {listing.most:,} of each (--most)."
    elif short:
        yield "One oracle of each row is listed; --all lists them."
