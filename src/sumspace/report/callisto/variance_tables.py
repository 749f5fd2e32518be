"""What comes from documents, what from versions and what is chance (Rigouste 2004, section 5.5)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sumspace.report.study.view import View, plain_heads
from sumspace.show.text import percent

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sumspace.show.table import Record

__all__ = ["probability", "significance_view", "variance_view"]

_LEAST_SHOWN = 0.0001


def probability(p: float | None) -> str:
    """Write how likely something is by chance.

    >>> probability(0.04321), probability(1e-9), probability(None)
    ('0.0432', '< 0.0001', '-')
    """
    if p is None:
        return "-"
    return f"{p:.4f}" if p >= _LEAST_SHOWN else f"< {_LEAST_SHOWN}"


def variance_view(rows: Sequence[Record], significance: Record) -> View:
    """Show where the spread of shares comes from."""
    cells = [
        (
            row["source"], _short(row["sum_of_squares"]), f"{row['degrees']:,}", _short(row["mean_square"]),
            "-" if row["f"] is None else f"{row['f']:,.2f}", probability(row["p"]),
        )
        for row in rows
    ]  # fmt: skip
    notes = ["Methods: all versions and the lead baseline. F: the mean square over that of the error, which has none."]
    if significance["reason"]:
        notes.append(f"- Not defined: {significance['reason']}.")
    heads = plain_heads("source", "sum of squares", "degrees", "mean square", "F", "p")
    return View("variance", "Analysis of variance of the shares", heads, tuple(cells), tuple(notes))


def _short(value: float | None) -> str:
    return "-" if value is None else f"{value:.4g}"


def significance_view(row: Record) -> View:
    """Show which differences count, and Friedman's test."""
    cells = (
        (
            "smallest significant difference of one pair (Fisher), points",
            percent(row["least_difference"]),
            percent(row["paper_least_difference"]),
        ),
        ("the same for all pairs at once (Tukey), points", percent(row["honest_difference"]), "-"),
        ("Friedman's χ²", "-" if row["friedman"] is None else f"{row['friedman']:,.2f}", "-"),
        ("its degrees of freedom", f"{row['friedman_degrees']:,}", "-"),
        ("its p", probability(row["friedman_p"]), "-"),
    )
    notes = [f"At {row['confidence']:g} % confidence."]
    if row["reason"]:
        notes.append(f"- There is no smallest difference: {row['reason']}.")
    if row["friedman_reason"]:
        notes.append(f"- There is no test by ranks: {row['friedman_reason']}.")
    title = "Which differences between versions count"
    return View("significance", title, plain_heads("number", "here", "in the paper"), cells, tuple(notes))
