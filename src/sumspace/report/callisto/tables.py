"""The tables of the study of CALLISTO, as they are shown."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sumspace.report.callisto.lines import score_name
from sumspace.report.callisto.variance_tables import significance_view, variance_view
from sumspace.report.callisto.version_tables import classes_view, learners_view
from sumspace.report.study.view import View, once, plain_heads
from sumspace.show.text import clean, percent

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sumspace.report.callisto.records import Records
    from sumspace.show.table import Record
    from sumspace.studies.callisto import CallistoStudy

__all__ = ["views"]


def views(study: CallistoStudy, found: Records) -> list[View]:
    """Make all tables of the records."""
    return [
        _numbers(study, found["numbers"][0], found["significance"][0]),
        learners_view(study, found["learners"]),
        *classes_view(study, found["versions"]),
        _lead(study, found["lead"]),
        _wins(found["table_1"], len(study.documents)),
        variance_view(found["variance"], found["significance"][0]),
        significance_view(found["significance"][0]),
        *_places(found["places"]),
    ]


def _numbers(study: CallistoStudy, row: Record, significance: Record) -> View:
    """Show what was generated and found, beside the paper's figures."""
    cells = (
        ("documents", f"{row['documents']:,}", f"over {row['paper_documents']:,}"),
        ("configurations", f"{row['configurations']:,}", "-"),
        ("summaries", f"{row['summaries']:,}", f"{row['paper_summaries']:,}"),
        ("different summaries", f"{row['different']:,}", "-"),
        ("Spearman's correlation of recall and F, %", percent(row["recall_and_f"]), percent(row["paper_recall_and_f"])),
        (f"best reachable {score_name(study)}, mean, %", percent(row["best"]), "-"),
        (
            "share of it that the best version reaches, %", percent(row["best_share"]),
            f"about {100 * row['paper_best_share']:.0f}",
        ),
        (
            "smallest significant difference, points", percent(significance["least_difference"]),
            percent(significance["paper_least_difference"]),
        ),
    )  # fmt: skip
    notes = ["The best version is the one that turned out best of all."]
    if row["recall_and_f"] is None:
        has_one = study.plan.judged_by.has_one_value
        why = f"{study.plan.judged_by} has one value" if has_one else "one of them is the same for all summaries"
        notes.append(f"- Recall and F-score have no correlation: {why}.")
    heads = plain_heads("number", "here", "in the paper")
    return View("numbers", "What was generated and found", heads, cells, tuple(notes))


def _lead(study: CallistoStudy, rows: Sequence[Record]) -> View:
    cells = [(_length(row), percent(row["score"]), percent(row["share"])) for row in rows]
    best = "of the same length" if study.plan.lengths == "given" else "of all lengths"
    score = score_name(study)
    notes = [f"Share: of the best {score} that a configuration reaches, {best}. The average is the score to beat."]
    if any(row["share"] > 1 for row in rows):
        notes.append("More than 100: the first sentences need not be what any configuration takes.")
    title = "The lead baseline: the first sentences of each text, in percent"
    return View("lead", title, plain_heads("sentences", score, "share"), tuple(cells), tuple(notes))


def _length(row: Record) -> str:
    return "average" if row["sentences"] is None else f"{row['sentences']:,}"


def _wins(rows: Sequence[Record], documents: int) -> View:
    cells = [
        (
            clean(row["segmenter"]), clean(row["extractor"]), f"{row['alone']:,}", f"{row['shared']:,.1f}",
            percent(row["share"]), "-" if row["paper"] is None else f"{row['paper']:,}", percent(row["paper_share"]),
        )
        for row in rows
    ]  # fmt: skip
    heads = (
        *plain_heads("segmenter", "extractor"), ("here", "alone"), ("here", "ties shared"), ("here", "% of texts"),
        ("in the paper", "texts"), ("in the paper", "% of texts"),
    )  # fmt: skip
    tied = documents - sum(row["alone"] for row in rows)
    notes = [
        "Alone: texts on which the combination scores higher than all others.",
        f"Ties shared: a text with several best ones counts as a part for each; so do {tied:,} of {documents:,} texts.",
    ]
    if any(row["paper"] is None for row in rows):
        notes.append("- The paper has no such combination.")
    title = "Table 1: on how many texts a segmenter and an extractor of key phrases are best"
    return View("table_1", title, heads, tuple(cells), tuple(notes))


def _places(rows: Sequence[Record]) -> Iterator[View]:
    """Show where systems stand among all extracts, for each measure."""
    for measure in dict.fromkeys(row["measure"] for row in rows):
        some = [row for row in rows if row["measure"] == measure]
        cells = [
            (
                clean(row["system"]), percent(row["score"]), percent(row["oracle"]), percent(row["share"]),
                percent(row["below"]), percent(row["median_below"]), f"{row['exact']:,} of {row['summaries']:,}",
            )
            for row in some
        ]  # fmt: skip
        heads = (
            *plain_heads("system", "mean score", "best extract", "share of that"), ("below", "mean"),
            ("below", "median"), ("", "exact spaces"),
        )  # fmt: skip
        below = "Below: how many percent of all extracts of as many sentences score less."
        notes = [f"Share of that: of each summary, then the mean. {below}"]
        if any(row["exact"] < row["summaries"] for row in some):
            notes.append("Where a space is not exact, extracts were drawn from it, and the best one is the best found.")
        if any(row["share"] is None for row in some):
            notes.append("- No extract of any document scores anything.")
        title = f"Among all extracts: {clean(measure)}, in percent"
        yield View("places", title, heads, once(cells), tuple(notes))
