"""Tables with some columns for each measure and each kind of oracles, by domain or by system."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sumspace.errors import on_one_line
from sumspace.report.study.view import View, once, plain_heads
from sumspace.show.text import domain_label, large

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from sumspace.report.study.view import Cell
    from sumspace.show.table import Record
    from sumspace.studies.oracle_study import OracleStudy

    #: A group of columns: a measure, and whether the oracles are those of all references or of each.
    Column = tuple[str, str]

__all__ = ["by_domain", "by_system", "column_of", "kinds", "label", "longest", "number", "systems_lines"]


def kinds(study: OracleStudy) -> dict[str, str]:
    """Return what the paper calls the kinds of oracles; there is one where all documents have one reference."""
    alone = all(len(document.references) == 1 for document in study.documents)
    return {"all": ""} if alone else {"all": "multi", "each": "single"}


def number(value: float | None) -> str:
    """Write a median.

    >>> number(2.5), number(3), number(10**21), number(None)
    ('2.5', '3', '1.00e+21', '-')
    """
    if value is None:
        return "-"
    return f"{value:,.1f}" if value % 1 else large(int(value))


def longest(study: OracleStudy) -> str:
    """Say what the best extract of any length is: the full text, unless longer ones lose precision."""
    return "the full text (FT)" if study.plan.score == "recall" else "the best extract of any length"


def label(row: Record) -> str:
    """Return the name of a record's domain."""
    return domain_label(row["domain"])


def column_of(row: Record) -> Column:
    """Return the group of columns in which a record stands."""
    return row["measure"], row["references"]


def by_domain(
    name: str, title: str, rows: Sequence[Record], columns: Sequence[Column], heads: Sequence[tuple[str, str]],
    write: Callable[[Record], Cell], notes: Sequence[str],
) -> View:  # fmt: skip
    """Make a table with a line for each domain."""
    nothing = ("-",) * (len(heads) // len(columns))
    lines = []
    for domain in dict.fromkeys(row["domain"] for row in rows):
        own = {column_of(row): row for row in rows if row["domain"] == domain}
        cells = (write(own[column]) if column in own else nothing for column in columns)
        lines.append((label(next(iter(own.values()))), *(text for cell in cells for text in cell)))
    return View(name, title, (*plain_heads("domain"), *heads), tuple(lines), tuple(notes))


def systems_lines(
    rows: Sequence[Record], columns: Sequence[Column], write: Callable[[Record | None, str], Cell],
    first: Callable[[Record], str],
) -> Iterator[Cell]:  # fmt: skip
    """Yield a line for each system of each domain; `first` is written once, of the first column it has."""
    for domain in dict.fromkeys(row["domain"] for row in rows):
        some = [row for row in rows if row["domain"] == domain]
        for name in dict.fromkeys((row.get("kind"), row["system"]) for row in some):
            own = {column_of(row): row for row in some if (row.get("kind"), row["system"]) == name}
            known = next(iter(own.values()))
            cells = (write(own.get(column), column[1]) for column in columns)
            yield (label(known), on_one_line(name[1]), first(known), *(text for cell in cells for text in cell))


def by_system(
    name: str, title: str, first: str, heads: Sequence[tuple[str, str]], lines: Iterable[Cell], notes: Iterable[str]
) -> View:
    """Make a table with a line for each system, in blocks by domain where there are several."""
    found = tuple(lines)
    if len({line[0] for line in found}) == 1:
        short = tuple(line[1:] for line in found)
        return View(name, title, (*plain_heads("system", first), *heads), short, tuple(notes))
    return View(name, title, (*plain_heads("domain", "system", first), *heads), once(found), tuple(notes))
