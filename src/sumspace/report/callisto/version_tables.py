"""The versions of CALLISTO: what each learner reaches, and what the number of classes does to it (figure 3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sumspace.report.callisto.lines import score_name
from sumspace.report.study.view import View, once, plain_heads
from sumspace.show.text import clean, percent

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sumspace.report.study.view import Cell
    from sumspace.show.table import Record
    from sumspace.studies.callisto import CallistoStudy

__all__ = ["classes_view", "learners_view"]


def learners_view(study: CallistoStudy, rows: Sequence[Record]) -> View:
    """Show each learner with the usual number of classes and with the best, the lead, and what can be reached."""
    heads = (
        *plain_heads("learner", "trained on", "selection", "K", "share", score_name(study), "to lead"),
        ("accuracy", "all"), ("accuracy", "chosen"), ("best K", "K"), ("best K", "share"),
    )  # fmt: skip
    return View(
        "learners", f"Shares of the best reachable {score_name(study)} of {study.plan.judged_by}, in percent", heads,
        once(map(_learner, rows)), tuple(_notes(study, rows)),
    )  # fmt: skip


def _learner(row: Record) -> Cell:
    difference = "-" if row["kind"] == "baseline" else _difference(row)
    return (
        *_names(row), _whole(row["classes"]), percent(row["share"]), percent(row["score"]), difference,
        percent(row["accuracy"]), percent(row["accuracy_of_chosen"]), _whole(row["best_classes"]),
        percent(row["best_share"]),
    )  # fmt: skip


def _names(row: Record) -> Cell:
    return clean(row["learner"]), clean(row["measure"] or "-"), row["selection"] or "-"


def _whole(number: int | None) -> str:
    return "-" if number is None else str(number)


def _difference(row: Record) -> str:
    """Write a difference in points, marked where it counts."""
    mark = "**" if row["honest"] else "*" if row["significant"] else ""
    return f"{100 * row['difference']:+z.2f}{mark}"


def _notes(study: CallistoStudy, rows: Sequence[Record]) -> Iterator[str]:
    if study.analysis.least_difference is None or study.analysis.honest_difference is None:
        yield f"To lead: the difference in points. Nobody can say which count: {study.analysis.reason}."
    else:
        yield (
            f"To lead: the difference in points. * More than {percent(study.analysis.least_difference)}, the smallest "
            "significant one of a pair.\n"
            f"** More than {percent(study.analysis.honest_difference)}, which holds for all pairs at once (Tukey)."
        )
    if any(row["classes"] for row in rows):
        yield (
            "Accuracy: how often the class of a score is predicted, for all configurations and for those chosen.\n"
            "The best K was picked after the results were seen, so that its share is too good; K was set before."
        )
    if any(row["kind"] == "version" and not row["classes"] for row in rows):
        yield "- Without classes the learner expects scores, and takes the highest."


def classes_view(study: CallistoStudy, rows: Sequence[Record]) -> Iterator[View]:
    """Show the lines of figure 3: a column for each number of classes."""
    with_classes = [row for row in rows if row["classes"]]
    if not with_classes:
        return
    numbers = sorted({row["classes"] for row in with_classes})
    found: dict[Cell, dict[int, float]] = {}
    for row in with_classes:
        found.setdefault((row["learner"], row["measure"], row["selection"]), {})[row["classes"]] = row["share"]
    cells = []
    for names, shares in found.items():
        best = max(shares, key=lambda number: (shares[number], -number))
        cells.append((*map(clean, names), *(_share(shares.get(number)) for number in numbers), str(best)))
    heads = (
        *plain_heads("learner", "trained on", "selection"), *(("K", str(n)) for n in numbers),
        ("", "best K"),
    )  # fmt: skip
    others = [f"{', '.join(_names(row)[:2])} {_share(row['share'])}" for row in rows if not row["classes"]]
    notes = ["Best K was picked after the results were seen.", f"Lead: {_share(study.baseline.share)}."]
    notes += [f"Without classes: {'; '.join(others)}."] if others else []
    title = f"Figure 3: shares of the best reachable {score_name(study)} by the number of classes, in percent"
    yield View("figure_3", title, heads, once(cells), (" ".join(notes),))


def _share(value: float | None) -> str:
    return "-" if value is None else f"{100 * value:.1f}"
