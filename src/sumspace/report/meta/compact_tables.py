"""One table for each aspect with all levels side by side, and how far those who judged agree."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sumspace.report.meta.findings import best_measures
from sumspace.report.meta.records import measure_records
from sumspace.report.meta.writing import NOTHING, coefficient, interval, points_between, points_of
from sumspace.report.study.view import View, plain_heads
from sumspace.show.text import clean, folded, listed

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sumspace.report.study.view import Cell, Head
    from sumspace.show.table import Record
    from sumspace.stats.correlation import Level
    from sumspace.studies.meta import Meta

    #: What is found of an aspect, by level and measure.
    Found = dict[Level, dict[str, Record]]

__all__ = ["compact_views", "raters_view"]

_COEFFICIENTS = {"pearson": "r", "spearman": "ρ", "kendall": "τ"}


def compact_views(study: Meta) -> Iterator[View]:
    """Yield a table for each aspect: the first level from the best measure to the worst, with intervals of r."""
    rows = measure_records(study)
    for aspect in study.aspects:
        found: Found = {
            level: {row["measure"]: row for row in rows if (row["aspect"], row["level"]) == (aspect, level)}
            for level in study.plan.levels
        }
        title = f"{clean(aspect)}: how far measures agree with people"
        yield View("compact", title, tuple(_heads(study)), tuple(_cells(found)), tuple(_notes(study, aspect, found)))


def _heads(study: Meta) -> Iterator[Head]:
    yield from plain_heads("measure", "score")
    for place, level in enumerate(study.plan.levels):
        for name in _COEFFICIENTS.values():
            yield level, name
            if name == "r" and not place:
                yield level, f"{study.plan.bootstrap.confidence:g}% interval"


def _cells(found: Found) -> Iterator[Cell]:
    first, *others = found.values()
    most = max(row["points"] for row in first.values())
    for measure, row in first.items():
        bounds = interval(row["pearson_interval"])
        cells = [coefficient(row["pearson"]), bounds, *(coefficient(row[name]) for name in ("spearman", "kendall"))]
        cells += [coefficient(level[measure][name]) for level in others for name in _COEFFICIENTS]
        yield f"{measure}{'*' if row['points'] < most else ''}", row["score"], *cells


def _notes(study: Meta, aspect: str, found: Found) -> Iterator[str]:
    rests = {
        "system": "the means of {}", "summary": "the systems of each document, averaged over {}", "pooled": "{}",
    }  # fmt: skip
    points = {
        level: points_between(
            [row["points"] for row in rows.values() if not row["reason"]] or [row["points"] for row in rows.values()],
            level,
        )
        for level, rows in found.items()
    }
    levels = "; ".join(f"{level}: {rests[level].format(points[level])}" for level in found)
    yield folded(f"r: Pearson, ρ: Spearman, τ: Kendall. {levels[0].upper()}{levels[1:]}.")
    yield from map(folded, _fewer(*next(iter(found.items()))))
    yield from map(folded, _undefined(found))
    for best in best_measures(study):
        if best.aspect == aspect:
            yield folded(f"Williams' test, {best.level} level: {best.text}")


def _fewer(level: Level, rows: dict[str, Record]) -> Iterator[str]:
    """Say which measures of the first level rest on fewer points than others."""
    most = max(row["points"] for row in rows.values())
    by_points: dict[int, list[str]] = {}
    for name, row in rows.items():
        if row["points"] < most:
            by_points.setdefault(row["points"], []).append(name)
    for points, names in by_points.items():
        yield f"* Defined for {points_of(points, level)} only: {', '.join(names)}."


def _undefined(found: Found) -> Iterator[str]:
    """Say why there is no correlation, for all measures together that have the same reason."""
    reasons: dict[tuple[Level, str], list[str]] = {}
    for level, rows in found.items():
        for name, row in rows.items():
            if row["reason"]:
                reasons.setdefault((level, row["reason"]), []).append(name)
    for (level, reason), names in reasons.items():
        who = "all measures" if len(names) == len(found[level]) and len(names) > 1 else listed(names)
        yield f"{NOTHING} Not defined at the {level} level ({reason}): {who}."


def raters_view(rows: Sequence[Record]) -> View:
    """Show Krippendorff's alpha for each aspect."""
    cells = [
        (
            clean(row["aspect"]), *(coefficient(row[name]) for name in ("nominal", "ordinal", "interval")),
            f"{row['units']:,}", f"{row['marks']:,}",
        )
        for row in rows
    ]  # fmt: skip
    notes = ["Krippendorff's alpha, marks read as names, as an order and as numbers: 1 is perfect, 0 is chance."]
    notes += [f"{NOTHING} Not defined on {clean(row['aspect'])}: {row['reason']}." for row in rows if row["reason"]]
    heads = plain_heads("aspect", "nominal", "ordinal", "interval", "summaries", "marks")
    return View("raters", "How far those who judged agree", heads, tuple(cells), tuple(map(folded, notes)))
