"""The tables of the study of oracles, as they are shown."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sumspace.report.oracles.pivot import (
    by_domain,
    by_system,
    column_of,
    kinds,
    label,
    longest,
    number,
    systems_lines,
)
from sumspace.report.oracles.records import LENGTHS, records
from sumspace.report.study.view import View, once, plain_heads
from sumspace.show.text import percent
from sumspace.studies.oracle_documents import DRAWS, LISTED

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sumspace.report.oracles.pivot import Column
    from sumspace.report.study.view import Cell
    from sumspace.show.table import Record
    from sumspace.studies.oracle_study import OracleStudy

__all__ = ["views"]

#: So many measures stand side by side.
_SIDE_BY_SIDE = 2


def views(study: OracleStudy) -> list[View]:
    """Make all tables; measures stand side by side as far as there is room."""
    found, names = records(study), study.plan.names
    shown = [_data(found["data"])]
    makers = {
        "scores": _scores, "greedy": _greedy, "counts": _counts, "f_measures": _f_measures, "search": _search,
    }  # fmt: skip
    for table, make in makers.items():
        for start in range(0, len(names), _SIDE_BY_SIDE):
            columns = [(name, kind) for name in names[start : start + _SIDE_BY_SIDE] for kind in kinds(study)]
            rows = [row for row in found[table] if column_of(row) in columns]
            if rows:
                shown += make(rows, columns, study)
    if found["lengths"]:
        shown.append(_lengths(found["lengths"], study))
    return shown


def _data(rows: Sequence[Record]) -> View:
    cells = (
        (
            label(row), f"{row['documents']:,}", f"{row['sentences']:,.1f}", f"{row['words']:,.0f}",
            f"{row['references']:,}", f"{row['words_per_reference']:,.0f}",
        )
        for row in rows
    )  # fmt: skip
    heads = plain_heads("domain", "documents", "sentences", "words", "references", "words of\nreference")
    note = "Sentences and words are averages per document."
    return View("data", "Table 1: the data", heads, tuple(cells), (note,))


def _scores(rows: Sequence[Record], columns: Sequence[Column], study: OracleStudy) -> Iterator[View]:
    """Tables 2 and 3: oracles, greedy extracts and systems."""
    names = kinds(study)

    def write(row: Record | None, kind: str) -> Cell:
        official = () if kind == "each" else (percent(row["official"] if row else None),)
        return (*_score(row), *official)

    heads = [
        (measure, head)
        for measure, kind in columns
        for head in (names[kind] or "score", "share", *(() if kind == "each" else ("official",)))
    ]
    cells = systems_lines(rows, columns, write, lambda row: "" if row["words"] is None else f"{row['words']:,.0f}")
    title = f"Tables 2 and 3: {study.plan.score} of oracles and systems, in percent"
    yield by_system("scores", title, "words", heads, cells, _score_notes(rows, study))


def _score(row: Record | None) -> Cell:
    if row is None:
        return "-", "-"
    least = "≥" if row["unproven"] and row["kind"] == "oracle" else ""
    some = "*" if row["summaries"] < row["of"] else ""
    return f"{percent(row['score'], least)}{some}", "-" if row["share"] is None else f"{row['share']:.0%}"


def _score_notes(rows: Sequence[Record], study: OracleStudy) -> Iterator[str]:
    if len(kinds(study)) > 1:
        yield "multi: by all references of a document together; single: by each alone, averaged over references."
    yield "share: of what oracles of the same documents score. official: as ROUGE scores, across sentences."
    yield "Summaries with more words than extracts may have are cut to as many; words are those they have uncut."
    if any(row["summaries"] < row["of"] for row in rows):
        yield "* has summaries of some documents only."
    if any(row["unproven"] for row in rows):
        yield "≥ some searches ran out of time: there may be better extracts."


def _greedy(rows: Sequence[Record], columns: Sequence[Column], study: OracleStudy) -> Iterator[View]:
    if not any(row["compared"] for row in rows):
        return
    heads = [(measure, kinds(study)[kind] or "likeness") for measure, kind in columns]
    notes = ["The Jaccard index of their sentences, averaged over all oracles of a document, then over documents."]
    drawn = sum(row["drawn"] for row in rows if row["scope"] == "corpus")
    if drawn:
        notes.append(
            f"Where there are more than {LISTED:,} oracles, {drawn:,} times, it is that of {DRAWS} random ones."
        )
    title = "Table 4: how alike greedy extracts and oracles are, in percent"
    yield by_domain("greedy", title, rows, columns, heads, lambda row: (percent(row["jaccard"]),), notes)


def _counts(rows: Sequence[Record], columns: Sequence[Column], study: OracleStudy) -> Iterator[View]:
    if not any(row["counted"] for row in rows):
        return
    heads = [(m, f"{kinds(study)[kind]}{end}".strip()) for m, kind in columns for end in ("\nmedian", "\nseveral")]
    notes = [
        "median: of the number of oracles; several: the share of documents, or references, that have more than one."
    ]
    if any(row["counted"] < row["number"] for row in rows):
        notes.append("Where not all oracles were found they are not counted.")
    yield by_domain(
        "counts", "Table 5: how many oracles there are", rows, columns, heads,
        lambda row: (number(row["median"]), "-" if row["several"] is None else f"{row['several']:.0%}"), notes,
    )  # fmt: skip


def _f_measures(rows: Sequence[Record], columns: Sequence[Column], study: OracleStudy) -> Iterator[View]:
    """F-measures by oracles, of summaries that are extracts (section 6.2.3)."""
    if not any(row["compared"] for row in rows):
        return
    heads = [(measure, f"{kinds(study)[kind]} {end}".strip()) for measure, kind in columns for end in ("M", "S")]
    cells = systems_lines(
        rows, columns, lambda row, _: ("-", "-") if row is None else _f_measure(row),
        lambda row: f"{row['extracts']:,} of {row['summaries']:,}",
    )  # fmt: skip
    notes = (
        "M: the F-measure of a summary's sentences against all oracles.",
        f"S: against one drawn at random, {DRAWS} times: the 95% interval of the mean, by the bootstrap.",
        "extracts: how many summaries are made of the document's sentences; the others are left out.",
    )
    yield by_system("f_measures", "Sentences shared with oracles, in percent", "extracts", heads, cells, notes)


def _f_measure(row: Record) -> Cell:
    ends = "-" if row["f_one"] is None else f"{100 * row['f_one_low']:.1f}–{100 * row['f_one_high']:.1f}"
    return percent(row["f_all"]), ends


def _search(rows: Sequence[Record], columns: Sequence[Column], study: OracleStudy) -> Iterator[View]:
    heads = [(m, f"{kinds(study)[kind]}{end}".strip()) for m, kind in columns for end in ("\nfeasible", "\nchecked")]
    note = "Medians of how many summaries the length allows, and how many, whole or in part, the search looked at."
    yield by_domain(
        "search", "Table 7: how much was searched", rows, columns, heads,
        lambda row: (number(row["feasible"]), number(row["checked"])), (note,),
    )  # fmt: skip


def _lengths(rows: Sequence[Record], study: OracleStudy) -> View:
    names = (*(f"e{length}" for length in LENGTHS), "full")
    cells = []
    for row in rows:
        scores = (percent(row[name], "≥" if row["unproven"] and name != "full" else "") for name in names)
        cells.append((label(row), row["measure"], f"{row['documents']:,}", *scores))
    last = "FT" if study.plan.score == "recall" else "any length"
    heads = plain_heads("domain", "measure", "documents", *(f"E{length}" for length in LENGTHS), last)
    notes = [
        f"E100, E150: the best extracts of at most so many words; then {longest(study)}. By all references, in percent."
    ]
    if any(row["unproven"] for row in rows):
        notes.append("≥ some searches ran out of time: there may be better extracts.")
    return View("lengths", "The best extracts by length", heads, once(cells), tuple(notes))
