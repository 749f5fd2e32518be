"""Figures 4 to 6 of Steinberger & Ježek 2009: measures in every setting."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import altair as alt

from sumspace.show import charts as draw
from sumspace.show.text import short

if TYPE_CHECKING:
    from sumspace.studies.meta.study import MetaStudy
    from sumspace.studies.meta.sweeps import SweepResult

    Point = dict[str, Any]


_HEIGHT = 150


def draw_sweep(study: MetaStudy, figure: str) -> draw.Figure | None:
    """Figures 4 to 6: the correlation of measures in every setting, a panel for each aspect.

    Two measures have LSA weightings; the keyword measure is compared with the references and the full text.
    """
    results = [result for result in study.sweeps if result.sweep.figure == figure]
    if figure == "6":
        title, subtitle = "Number of keywords", "Compared with references and with the full text; system level"
        x = draw.x_axis("number", "keywords", 10).scale(zero=False, nice=False, padding=8)
        kind, kinds = "against", ("references", "text")
    else:
        against = "the references" if figure == "4" else "the full text"
        title, subtitle = "LSA weightings", f"Compared with {against}; Pearson correlation, system level"
        axis = alt.Axis(labelAngle=-45, domain=False, ticks=False, grid=True)
        order = list(dict.fromkeys(result.setting for result in results))
        x = alt.X("setting:N", title="local and global weight", sort=order, axis=axis)
        kind, kinds = "family", ("lsa-topic", "lsa-terms")
    colour = draw.colours(kind, dict(zip(kinds, draw.PALETTE, strict=False)), columns=2, symbolType="circle")
    lowest = min((r.correlation.pearson for r in results if r.correlation.pearson is not None), default=0.0)
    y = draw.y_axis("pearson", "r", 5, (-1.0 if lowest < 0 else 0.0, 1.0), format="~g")
    charts = []
    for aspect in study.aspects:
        points = [_sweep_point(r) for r in results if r.aspect == aspect and r.correlation.pearson is not None]
        if points:
            base = draw.chart_of(points, x=x, y=y, color=colour)
            layers = [base.mark_line(strokeWidth=1.5)] if figure == "6" else []
            layers += [base.mark_circle(size=70, opacity=0.9), *_highest(points, kind, base)]
            heading = draw.small_title(short(aspect))
            charts.append(alt.layer(*layers, width=draw.WIDTH, height=_HEIGHT, title=heading))
    return draw.panels(charts, title, subtitle, columns=1, spacing=12)


def _sweep_point(result: SweepResult) -> Point:
    return {
        "family": result.sweep.name,
        "against": result.sweep.against,
        "setting": result.setting,
        "pearson": result.correlation.pearson,
        **({"number": int(result.setting)} if result.setting.isdigit() else {}),
    }


def _highest(points: list[Point], kind: str, base: alt.Chart) -> list[alt.Chart]:
    """Write the highest value of each kind, above the dot of the higher one and below that of the other."""
    highest: dict[str, Point] = {}
    for point in sorted(points, key=lambda point: -point["pearson"]):
        highest.setdefault(point[kind], point)
    return [
        base.properties(data=draw.inline([point]))
        .mark_text(dy=dy, dx=26 if point["setting"] == points[0]["setting"] else 0, fontSize=11, fontWeight=600)
        .encode(text=alt.Text("pearson:Q", format=".3f"))
        for point, dy in zip(highest.values(), (-13, 15), strict=False)
    ]
