"""How far each measure agrees with people, with intervals: systems, and all levels side by side."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sumspace.report.meta.families import family_colour, family_of, is_of_text
from sumspace.report.meta.writing import coefficient, points_between
from sumspace.show.charts import GREY, INK, inline
from sumspace.show.text import short

if TYPE_CHECKING:
    from collections.abc import Sequence

    import altair as alt

    from sumspace.show.charts import Figure
    from sumspace.show.table import Record
    from sumspace.studies.meta import Meta

    Layers = alt.LayerChart | alt.FacetChart
    Point = dict[str, Any]

__all__ = ["forest", "levels"]

_ROW, _WIDE, _NARROW = 16, 430, 165


def forest(study: Meta, aspect: str, rows: Sequence[Record]) -> Figure | None:
    """Draw the Pearson correlation of each measure at the first level, from the best to the worst."""
    import altair as alt

    level = study.plan.levels[0]
    some = [row for row in rows if row["level"] == level and row["pearson"] is not None]
    if not some:
        return None
    title = alt.Title(
        f"{short(aspect)}: which measures agree with people",
        subtitle=f"Pearson correlation of {points_between((row['points'] for row in some), level)} ({level} level); "
        f"lines: {study.plan.bootstrap.confidence:g}% intervals; hollow: compared with the full text",
    )
    data = list(map(_point, some))
    panel = _panel(data, [row["measure"] for row in some], _ends(data), _WIDE, names=True)
    return panel.properties(title=title)


def levels(study: Meta, aspect: str, rows: Sequence[Record]) -> Figure | None:
    """Draw the same for all levels side by side, in the order of the first."""
    import altair as alt

    drawn = study.plan.levels
    there = {row["measure"] for row in rows if row["pearson"] is not None}
    order = [row["measure"] for row in rows if row["level"] == drawn[0] and row["measure"] in there]
    if not order or len(drawn) < 2:
        return None
    data = {level: [_point(r) for r in rows if r["level"] == level and r["pearson"] is not None] for level in drawn}
    ends = _ends([point for points in data.values() for point in points])
    panels = []
    for place, (level, points) in enumerate(data.items()):
        panel = _panel(points, order, ends, _NARROW, names=not place)
        panels.append(panel.properties(title=alt.Title(f"{level} level", fontSize=12, offset=6, frame="group")))
    title = alt.Title(
        f"{short(aspect)}: systems, documents and summaries",
        subtitle=f"Pearson correlation; lines: {study.plan.bootstrap.confidence:g}% intervals; "
        "hollow: compared with the full text",
    )
    figure: alt.ConcatChart = alt.concat(*panels, columns=3, spacing=14, title=title).resolve_scale(color="shared")
    return figure


def _ends(data: Sequence[Point]) -> list[float]:
    return [min([0.0, *(row["low"] for row in data)]), max([1.0, *(row["high"] for row in data)])]


def _panel(data: Sequence[Point], order: list[str], ends: list[float], width: int, *, names: bool) -> Layers:
    """Draw a line for each measure: its interval, its value, and where there is room the value as a number."""
    import altair as alt

    labels = alt.Axis(domain=False, ticks=False, labelPadding=8, labelLimit=300, labelColor=INK, labels=names)
    y = alt.Y("measure:N", title=None, axis=labels, sort=order, scale=alt.Scale(domain=order))
    scale = alt.Scale(domain=ends, nice=False, padding=6)
    axis = alt.Axis(tickCount=8 if width == _WIDE else 4, format=".1f")
    base = alt.Chart(inline(data)).encode(y=y, color=family_colour(order))
    zero = (
        alt.Chart(inline([{"zero": 0}])).mark_rule(color=GREY, strokeDash=[3, 3]).encode(x=alt.X("zero:Q", scale=scale))
    )
    lines = base.mark_rule(strokeWidth=2, opacity=0.45).encode(
        x=alt.X("low:Q", scale=scale, axis=axis, title="r"), x2="high:Q"
    )
    x = alt.X("pearson:Q", scale=scale, axis=axis, title="r")
    full = base.transform_filter("!datum.text").mark_point(filled=True, size=60, opacity=1).encode(x=x)
    hollow = base.transform_filter("datum.text").mark_point(fill="white", size=45, opacity=1, strokeWidth=2).encode(x=x)
    layers = [zero, lines, full, hollow]
    if width == _WIDE:
        text = base.mark_text(align="left", fontSize=11).encode(
            x=alt.value(width + 8), text="label:N", color=alt.value(INK)
        )
        layers.append(text)
    return alt.layer(*layers).properties(width=width, height=_ROW * len(order))


def _point(row: Record) -> Point:
    low, high = row["pearson_interval"] or (row["pearson"], row["pearson"])
    return {
        "measure": row["measure"], "family": family_of(row["measure"]), "text": is_of_text(row["measure"]),
        "pearson": row["pearson"], "low": low, "high": high,
        "label": coefficient(row["pearson"]).replace("-", "\N{MINUS SIGN}"),
    }  # fmt: skip
