"""The tables that show their records row by row: data, scores, sections and sweep."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sumspace.report.study.view import View, once, plain_heads
from sumspace.show.text import domain_label, percent
from sumspace.tasks.systems import BASELINES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sumspace.show.table import Record
    from sumspace.space.scoring import Score
    from sumspace.studies.limits import Limits

__all__ = ["data_view", "engines_view", "scores_view", "sections_view", "sweep_view"]


def data_view(rows: Sequence[Record]) -> View:
    """Table 1: what the documents are like."""
    heads = (
        "domain", "documents", "words", "sentences", "words of\nsummary", "compression", "sections\ngiven",
        "words of\nsection", "parts\nstudied",
    )  # fmt: skip
    cells = (
        (
            domain_label(row["domain"]), f"{row['examples']:,}", f"{row['words']:,.0f}", f"{row['sentences']:,.1f}",
            f"{row['words_per_reference'] or 0:,.0f}", f"{row['compression'] or 0:.0%}", f"{row['sections']:,.1f}",
            f"{row['words_per_section']:,.0f}", f"{row['parts']:,.1f}",
        )
        for row in rows
    )  # fmt: skip
    note = "Averages per document; compression is the share of words that a summary leaves out."
    return View("data", "Table 1: the data", plain_heads(*heads), tuple(cells), (note,))


def scores_view(rows: Sequence[Record], score: Score) -> View:
    """Table 2: the scores of all extracts."""
    cells = []
    for measure in dict.fromkeys(row["measure"] for row in rows):
        for row in rows:
            if row["measure"] == measure:
                about, least, most = ("~", "≥", "≤") if row["estimated"] else ("", "", "")
                cells.append((
                    measure, domain_label(row["domain"]), percent(row["mean"], about), percent(row["std"], about),
                    percent(row["max"], least), percent(row["min"], most), f"{row['exact']} of {row['documents']}",
                ))  # fmt: skip
    heads = plain_heads("measure", "domain", "mean", "deviation", "max", "min", "exact")
    notes = ["The mean score of a domain when every document has some extract; max and min are averages of documents."]
    if any(row["estimated"] for row in rows):
        notes.append(
            "~ rests on estimates: some documents were sampled. Their max is the best extract seen, so the limit may "
            "lie\nhigher (≥), and their min the worst one seen (≤)."
        )
    return View("scores", f"Table 2: {score} of all extracts, in percent", heads, once(cells), tuple(notes))


def engines_view(limits: Limits) -> View:
    """Return which engines were at work, and how many distributions are exact."""
    cells = [
        (
            domain_label(domain.domain), part.measure,
            ", ".join(sorted({document.space.engine for document in part.documents})),
            f"{part.exact:,} of {len(part.documents):,}",
        )
        for domain in limits.domains
        for part in domain.measures.values()
    ]  # fmt: skip
    return View("engines", "", plain_heads("domain", "measure", "engines", "exact"), once(cells))


def sections_view(rows: Sequence[Record], score: Score) -> View:
    """Return the comparison of section 8: documents in sections and whole."""
    cells = [
        (
            domain_label(row["domain"]), row["measure"], f"{row['sectioned']} of {row['documents']}",
            percent(row["mean"]), percent(row["whole_mean"], "~"), f"{row['difference']:+.1f} %",
        )
        for row in rows
    ]  # fmt: skip
    heads = plain_heads("domain", "measure", "in sections", "mean", "whole mean", "difference")
    note = "~ is sampled. Each section is judged by the whole reference: what two of them have in common counts twice."
    title = f"Section by section, or whole documents: mean {score} in percent"
    return View("sections", title, heads, once(cells), (note,))


def sweep_view(rows: Sequence[Record], measure: str, score: Score) -> View:
    """Return the scores of one measure at several lengths."""
    numbers = ("mean", "std", "best", *BASELINES)
    cells = [
        (domain_label(row["domain"]), f"{row['ratio']:.0%}", *(percent(row[name]) for name in numbers)) for row in rows
    ]
    heads = plain_heads("domain", "words kept", "mean", "deviation", "best seen", *BASELINES)
    note = "Whole documents, sampled. Best seen: of the extracts drawn and those of systems; there may be better ones."
    title = f"What length does to scores: {measure} {score}, in percent"
    return View("sweep", title, heads, once(cells), (note,))
