"""The tables of the study of measures, as they are shown."""

from __future__ import annotations

from math import isnan
from typing import TYPE_CHECKING

from sumspace.report.meta.compact_tables import compact_views, raters_view
from sumspace.report.meta.findings import SURE, best_measures
from sumspace.report.meta.paper_tables import hirao_views, paper_views, sweep_views
from sumspace.report.meta.records import rater_records, sweep_records
from sumspace.report.meta.writing import NOTHING, coefficient, interval
from sumspace.report.study.view import View, once, plain_heads
from sumspace.show.text import clean, listed

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sumspace.report.meta.records import Records
    from sumspace.show.table import Record
    from sumspace.studies.meta import Meta

__all__ = ["terminal_views", "views"]

#: So many systems stand side by side.
_BESIDE = 10
_LEVELS = {"system": "means of systems", "summary": "systems of each document", "pooled": "all summaries"}


def terminal_views(study: Meta) -> Iterator[View]:
    """Yield what is shown on a terminal: a table for each aspect, the raters, and the sweeps that were asked for."""
    yield from compact_views(study)
    raters = rater_records(study)
    if raters:
        yield raters_view(raters)
    yield from sweep_views(sweep_records(study))


def views(study: Meta, found: Records) -> list[View]:
    """Make all tables of the records."""
    return [
        *terminal_views(study),
        *paper_views(study, found),
        *hirao_views(found["hirao_6"]),
        *_williams(study),
        *(
            _measures(study, [row for row in found["measures"] if (row["aspect"], row["level"]) == (aspect, level)])
            for aspect in study.aspects
            for level in study.plan.levels
        ),
        *_systems(study, found["systems"]),
    ]


def _measures(study: Meta, rows: Sequence[Record]) -> View:
    """Show one aspect at one level with all intervals."""
    sure = f"{study.plan.bootstrap.confidence:g}% interval"
    heads = plain_heads("measure", "score", "r", sure, "ρ", sure, "τ", sure, "points", "undefined, since")
    cells = [
        (
            row["measure"], row["score"],
            *(
                text
                for name in ("pearson", "spearman", "kendall")
                for text in (coefficient(row[name]), interval(row[f"{name}_interval"]))
            ),
            f"{row['points']:,}", row["reason"],
        )
        for row in rows
    ]  # fmt: skip
    if not any(row["reason"] for row in rows):
        heads, cells = heads[:-1], [row[:-1] for row in cells]
    title = f"{clean(rows[0]['aspect'])}, {rows[0]['level']} level: {_LEVELS[rows[0]['level']]}"
    return View("measures", title, heads, tuple(cells))


def _williams(study: Meta) -> Iterator[View]:
    rows = [
        (
            clean(best.aspect), best.level, best.measure, coefficient(best.pearson), f"{len(best.beaten):,}",
            f"{len(best.others):,}", f"{len(best.untested):,}", listed(best.others, 4) or NOTHING,
        )
        for best in best_measures(study)
    ]  # fmt: skip
    if rows:
        heads = plain_heads(
            "aspect", "level", "measure", "r", "surely higher than", "not surely", "untested", "not surely higher than"
        )
        title = f"The best measures beside those with lower correlations (Williams' test, p < {SURE})"
        yield View("williams", title, heads, once(rows))


def _systems(study: Meta, rows: Sequence[Record]) -> Iterator[View]:
    """Show what people and measures say of each system, the best by the first judgement on the left."""
    first = study.aspects[0]
    judged = {
        aspect: dict(zip(study.systems, study.mean_judgements(aspect).tolist(), strict=True))
        for aspect in study.aspects
    }
    scores = {(row["measure"], row["system"]): row["score"] for row in rows if row["aspect"] == first}
    systems = sorted(study.systems, key=lambda system: (isnan(judged[first][system]), -judged[first][system]))
    for start in range(0, len(systems), _BESIDE):
        some = systems[start : start + _BESIDE]
        lines = [(clean(aspect), *(_mean(judged[aspect][name]) for name in some)) for aspect in study.aspects]
        lines += [(str(measure), *(_mean(scores[str(measure), name]) for name in some)) for measure in study.measures]
        heads = (("", "measure"), *(("", clean(name)) for name in some))
        note = f"Scores are means over the documents that have a judgement of {clean(first)} too."
        yield View("systems", "What people and measures say of systems, on average", heads, tuple(lines), (note,))


def _mean(value: float | None) -> str:
    return NOTHING if value is None or isnan(value) else f"{value:.4g}"
