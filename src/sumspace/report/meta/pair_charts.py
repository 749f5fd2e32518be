"""Measures beside each other: which are surely better than which, and which say the same."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sumspace.report.meta.families import FAMILIES, family_of
from sumspace.report.meta.findings import SURE
from sumspace.report.meta.writing import coefficient, points_between
from sumspace.show.charts import INK, inline
from sumspace.show.text import short

if TYPE_CHECKING:
    from collections.abc import Sequence

    import altair as alt

    from sumspace.show.charts import Figure
    from sumspace.show.table import Record

__all__ = ["between", "williams"]

_STEPS = {"p < 0.001": "#08306b", "p < 0.01": "#2171b5", f"p < {SURE}": "#9ecae1", f"p ≥ {SURE}": "#f0f0f0"}
#: In a table of so many measures there is room for numbers.
_WRITTEN = 12


def williams(aspect: str, level: str, order: list[str], tests: Sequence[Record]) -> Figure | None:
    """Draw which measures correlate surely higher with the judgements than which others."""
    import altair as alt

    rows = [
        {"first": row["first"], "second": row["second"], "kind": _step(row["p"])}
        for row in tests
        if row["p"] is not None and row["first"] in order and row["second"] in order
    ]
    if not rows:
        return None
    scale = alt.Scale(domain=list(_STEPS), range=list(_STEPS.values()))
    legend = alt.Legend(columns=4, symbolType="square", symbolStrokeWidth=0)
    cells = _cells(rows, order).encode(color=alt.Color("kind:N", scale=scale, legend=legend))
    title = alt.Title(
        f"{short(aspect)}: which measures are surely better, {level} level",
        subtitle="Dark: the measure at the left has a higher correlation than the one below, by Williams' test; "
        "blank above the diagonal: no test",
    )
    return cells.properties(title=title)


def _step(p: float) -> str:
    return next((name for name, limit in zip(_STEPS, (0.001, 0.01, SURE), strict=False) if p < limit), f"p ≥ {SURE}")


def between(found: Sequence[Record]) -> Figure | None:
    """Draw how far every two measures agree with each other on systems, those of a family together."""
    import altair as alt

    names = {name for row in found if row["pearson"] is not None for name in (row["first"], row["second"])}
    if len(names) < 2:
        return None
    order = sorted(names, key=lambda name: (FAMILIES.index(family_of(name)), name))
    rows = [
        {"first": one, "second": other, "pearson": row["pearson"], "label": coefficient(row["pearson"], 2)}
        for row in found
        if row["pearson"] is not None
        for one, other in ((row["first"], row["second"]), (row["second"], row["first"]))
    ]
    points = [row["points"] for row in found if row["pearson"] is not None]
    colour = alt.Color(
        "pearson:Q",
        scale=alt.Scale(domain=[-1, 0, 1], range=["#b2182b", "#f7f7f7", "#2166ac"]),
        legend=alt.Legend(title="r", format=".1f", gradientLength=180, titleOrient="left"),
    )
    cells = _cells(rows, order)
    shown: Any = cells.encode(color=colour)
    if len(order) <= _WRITTEN:
        light = alt.condition("abs(datum.pearson) > 0.6", alt.value("white"), alt.value(INK))
        shown = alt.layer(shown, cells.mark_text(fontSize=10).encode(text="label:N", color=light))
    title = alt.Title(
        "Which measures say the same of systems",
        subtitle=f"Pearson correlation of two measures, by the means of {points_between(points, 'system')}",
    )
    figure: Figure = shown.properties(title=title)
    return figure


def _cells(rows: list[dict[str, Any]], order: list[str]) -> alt.Chart:
    """Make a table of measures by measures, its cells smaller the more there are."""
    import altair as alt

    size = max(12, min(34, 420 // len(order)))
    look: dict[str, Any] = {
        "domain": False, "ticks": False, "labelPadding": 6, "labelLimit": 300, "labelColor": INK,
    }  # fmt: skip
    scale = alt.Scale(domain=order, paddingInner=0.06)
    x = alt.X("second:N", title=None, sort=order, scale=scale, axis=alt.Axis(labelAngle=-90, **look))
    y = alt.Y("first:N", title=None, sort=order, scale=scale, axis=alt.Axis(**look))
    side = size * len(order)
    cells: alt.Chart = alt.Chart(inline(rows)).mark_rect().encode(x=x, y=y).properties(width=side, height=side)
    return cells
