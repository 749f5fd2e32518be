"""The tables of the study of agreement, as they are shown."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sumspace.report.agreement.records import BELOW, records
from sumspace.report.study.view import View, once, plain_heads
from sumspace.show.text import domain_label, percent

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterator, Sequence

    from sumspace.report.study.view import Cell
    from sumspace.show.table import Record
    from sumspace.studies.agreement import Agreement

    #: Whether all documents are meant, or which domain.
    Place = tuple[str, str | None]

__all__ = ["p_value", "views"]

#: So many columns of numbers fit into a terminal, or on a page.
_COLUMNS = 12


def views(agreement: Agreement) -> list[View]:
    """Make all tables; domains stand side by side as far as there is room."""
    found = records(agreement)
    notes = _notes(found["averages"], agreement)
    shown = [_agreement(found["agreement"])]
    shown += _averages(found["averages"], notes)
    if agreement.plan.thresholds:
        shown += _sets(found["sets"], agreement, notes)
    shown += _humans(found["humans"])
    if found["lines"]:
        shown.append(_lines(found["lines"]))
    return shown


def _agreement(rows: Sequence[Record]) -> View:
    cells = [
        (
            _label(_place(row)), f"{row['documents']:,}", f"{row['pairs']:,}",
            *(percent(row[name]) for name in ("maxh", "avgh", "medh", "minh")), percent(row["maxh"] - row["minh"]),
        )
        for row in rows
    ]  # fmt: skip
    heads = plain_heads("domain", "documents", "pairs", "MaxH", "AvgH", "MedH", "MinH", "MaxH - MinH")
    note = "The best, mean, median and worst score of a document's pairs of people, averaged over documents."
    return View("agreement", "Agreement of people (figure 4), in percent", heads, tuple(cells), (note,))


def _averages(rows: Sequence[Record], notes: tuple[str, ...]) -> Iterator[View]:
    for places, some in _beside(rows, 2):
        heads = [("", "summary"), *((_label(place), head) for place in places for head in ("score", "words"))]
        cells = _pivot(some, _summary, places, _place, lambda row: (_score(row), _words(row)))
        title = "Scores by the person who agrees best (figure 5), in percent"
        yield View("averages", title, tuple(heads), tuple(cells), notes)


def _sets(rows: Sequence[Record], agreement: Agreement, notes: tuple[str, ...]) -> Iterator[View]:
    """Yield the averages of every set, the number of its documents above them."""
    sets = {name: f"{name}\n≥ {100 * low:g}" for name, (low, _) in agreement.plan.sets.items()} | {BELOW: BELOW}
    for places, some in _beside(rows, len(sets)):
        heads = [("", "summary"), *((_label(place), head) for place in places for head in sets.values())]
        columns = [(place, name) for place in places for name in sets]
        documents = {(_place(row), row["set"]): f"{row['of']:,}" for row in some}
        cells = _pivot(some, _summary, columns, lambda row: (_place(row), row["set"]), lambda row: (_score(row),))
        first = ("documents", *(documents[column] for column in columns))
        title = "The same by the agreement of people: sets by MaxH (figures 6 to 8), in percent"
        yield View("sets", title, tuple(heads), (first, *cells), notes)


def _humans(rows: Sequence[Record]) -> Iterator[View]:
    for places, some in _beside(rows, 4):
        names = ("documents", "words", "compression")
        heads = [("", "summary"), *((_label(place), head) for place in places for head in names)]
        cells = _pivot(
            some, lambda row: row["human"], places, _place,
            lambda row: (f"{row['documents']:,}", f"{row['words']:,.0f}", percent(row["compression"])),
        )  # fmt: skip
        note = "Compression is the share of the document's words that a summary leaves out (section 5), in percent."
        yield View("humans", "The human summaries", tuple(heads), tuple(cells), (note,))


def _lines(rows: Sequence[Record]) -> View:
    cells = [
        (
            _label(_place(row)), row["summary"], f"{row['points']:,}", f"{10 * row['slope']:+.2f}",
            f"{10 * row['low']:+.2f} … {10 * row['high']:+.2f}", p_value(row["p"]).removeprefix("= "),
            f"{row['r2']:.3f}",
        )
        for row in rows
    ]  # fmt: skip
    notes = (
        "change: points of score for 10 points of compression of the reference, by least squares, with its interval.",
        "p: how likely such a change would be by chance, were there none. R²: the share of variance explained.",
    )
    heads = plain_heads("domain", "summary", "documents", "change", "95% interval", "p", "R²")
    return View("lines", "What compression does to scores: fitted lines (figure 9)", heads, once(cells), notes)


def p_value(p: float) -> str:
    """Write how likely something is by chance.

    >>> p_value(0.04), p_value(1e-9)
    ('= 0.040', '< 0.001')
    """
    return "< 0.001" if p < 0.001 else f"= {p:.3f}"


def _place(row: Record) -> Place:
    return row["scope"], row["domain"]


def _label(place: Place) -> str:
    return domain_label(place[1])


def _summary(row: Record) -> tuple[str, str]:
    return row["kind"], row["summary"]


def _beside(rows: Sequence[Record], columns: int) -> Iterator[tuple[list[Place], list[Record]]]:
    """Yield the domains that stand side by side, each with so many columns, and their records."""
    places = list(dict.fromkeys(map(_place, rows)))
    step = max(_COLUMNS // columns, 1)
    for start in range(0, len(places), step):
        some = places[start : start + step]
        yield some, [row for row in rows if _place(row) in some]


def _pivot(
    rows: Sequence[Record],
    line_of: Callable[[Record], Hashable],
    columns: Sequence[Hashable],
    column_of: Callable[[Record], Hashable],
    write: Callable[[Record], Cell],
) -> Iterator[Cell]:
    """Write a line for each name, with the cells of every column one after the other; dashes where there is nothing."""
    by_place = {(line_of(row), column_of(row)): write(row) for row in rows}
    nothing = ("-",) * len(write(rows[0]))
    for line in dict.fromkeys(map(line_of, rows)):
        name = line[-1] if isinstance(line, tuple) else line
        yield (str(name), *(text for column in columns for text in by_place.get((line, column), nothing)))


def _score(row: Record) -> str:
    """Write a score; marked where it may be higher, and where some documents have none."""
    some = "*" if 0 < row["documents"] < row["of"] else ""
    return f"{percent(row['score'], '≥' if row['unproven'] else '')}{some}"


def _words(row: Record) -> str:
    return "-" if row["words"] is None else f"{row['words']:,.0f}"


def _notes(rows: Sequence[Record], agreement: Agreement) -> tuple[str, ...]:
    """Say what the names stand for, and how many documents are not in a number."""
    plan = agreement.plan
    notes = [f"MaxH: the best other person. B1: the first {plan.lengths[0]:,} words. FT: the full text."]
    if plan.budgets:
        names = ", ".join(f"E{budget.size}" for budget in plan.budgets)
        notes.append(f"{names}: the best extract of so many words, give or take {plan.tolerance:,}.")
    missing = {row["summary"]: row["of"] - row["documents"] for row in rows if row["scope"] == "corpus"}
    few = [f"{name} {count:,}" for name, count in missing.items() if count]
    if few:
        notes.append(f"* Without documents that have no such summary or extract: {', '.join(few)}.")
    if any(row["unproven"] for row in rows):
        notes.append("≥ Some searches for the best extract ran out of time: there may be better ones.")
    return tuple(notes)
