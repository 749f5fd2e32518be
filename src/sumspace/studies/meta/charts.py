"""The figures of the study of measures: how far measures agree with people and with each other, and the sweeps."""

from __future__ import annotations

from bisect import bisect
from itertools import combinations
from typing import TYPE_CHECKING, Any

import altair as alt

from sumspace.measures.measure import FAMILIES
from sumspace.show import charts as draw
from sumspace.show.text import short, slugs, with_minus
from sumspace.studies.meta.correlations import SURE
from sumspace.studies.meta.system_charts import scatter
from sumspace.studies.meta.tables import points_between

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sumspace.measures.measure import Measure
    from sumspace.stats.correlation import Level
    from sumspace.studies.meta.correlations import MeasureCorrelation, SweepResult
    from sumspace.studies.meta.study import MetaStudy

    Point = dict[str, Any]


_COLOURS = dict(zip(FAMILIES, (*(draw.PALETTE[place] for place in (0, 1, 2, 3, 4, 6, 5, 7)), draw.INK), strict=True))
_ROW, _WIDE, _NARROW, _SWEEP_HEIGHT = 16, 430, 165, 150
_STEPS = dict(zip(("p < 0.001", "p < 0.01", f"p < {SURE}", f"p ≥ {SURE}"), draw.CERTAINTY, strict=True))
#: In a table of so many measures there is room for numbers.
_WRITTEN = 12


def draw_figures(study: MetaStudy) -> dict[str, draw.Figure]:
    """Draw what there is to draw; a figure for each aspect, as far as it is about people."""
    figures: dict[str, draw.Figure | None] = {}
    for aspect, name in zip(study.aspects, slugs(study.aspects), strict=True):
        figures[f"measures-{name}"] = _forest(study, aspect)
        figures[f"levels-{name}"] = _levels(study, aspect)
        figures[f"systems-{name}"] = scatter(study, aspect)
        for level in study.plan.levels:
            figures[f"williams-{name}-{level}"] = _williams(study, aspect, level)
    figures["between"] = _between(study)
    figures |= {f"figure-{figure}": _sweep(study, figure) for figure in ("4", "5", "6")}
    return draw.themed(figures)


def _forest(study: MetaStudy, aspect: str) -> draw.Figure | None:
    """Draw the Pearson correlation of each measure at the first level, from the best to the worst."""
    level = study.plan.levels[0]
    results = study.defined(aspect, level)
    if not results:
        return None
    points = points_between((result.correlation.points for result in results), level)
    title = draw.title_of(
        f"{short(aspect)}: which measures agree with people",
        f"Pearson correlation of {points} ({level} level); lines: {study.plan.bootstrap.confidence:g}% "
        "intervals; hollow: compared with the full text",
    )
    data = list(map(_point, results))
    return _panel(data, [result.measure for result in results], _ends(data), title)


def _levels(study: MetaStudy, aspect: str) -> draw.Figure | None:
    """Draw the same for all levels side by side, in the order of the first."""
    by_level = {level: study.defined(aspect, level) for level in study.plan.levels}
    defined = {result.measure for results in by_level.values() for result in results}
    ranked = study.correlations[aspect, study.plan.levels[0]]
    order = [result.measure for result in ranked if result.measure in defined]
    if not order or len(by_level) < 2:
        return None
    data = {level: list(map(_point, results)) for level, results in by_level.items()}
    ends = _ends([point for points in data.values() for point in points])
    charts = [
        _panel(points, order, ends, draw.small_title(f"{level} level", frame="group"), wide=False, names=not place)
        for place, (level, points) in enumerate(data.items())
    ]
    subtitle = (
        f"Pearson correlation; lines: {study.plan.bootstrap.confidence:g}% intervals; "
        "hollow: compared with the full text"
    )
    title = f"{short(aspect)}: systems, documents and summaries"
    return draw.panels(charts, title, subtitle, columns=3, spacing=14, color="shared")


def _point(result: MeasureCorrelation) -> Point:
    measure, bounds = result.measure, result.intervals.pearson
    return {
        "measure": str(measure),
        "family": measure.family,
        "text": measure.against == "text",
        "pearson": result.pearson,
        "low": bounds.low if bounds else result.pearson,
        "high": bounds.high if bounds else result.pearson,
        "label": with_minus(f"{result.pearson:z.3f}"),
    }


def _ends(data: Sequence[Point]) -> list[float]:
    return [min([0.0, *(point["low"] for point in data)]), max([1.0, *(point["high"] for point in data)])]


def _panel(
    data: Sequence[Point],
    measures: Sequence[Measure],
    ends: list[float],
    title: alt.Title,
    *,
    wide: bool = True,
    names: bool = True,
) -> draw.Layers:
    """Draw a line for each measure: its interval, its value, and where there is room the value as a number."""
    order, width = list(map(str, measures)), _WIDE if wide else _NARROW
    y = alt.Y("measure:N", title=None, axis=draw.label_axis(labels=names), sort=order, scale=alt.Scale(domain=order))
    scale = alt.Scale(domain=ends, nice=False, padding=6)
    axis = alt.Axis(tickCount=8 if wide else 4, format=".1f")
    x, low = (alt.X(f"{field}:Q", scale=scale, axis=axis, title="r") for field in ("pearson", "low"))
    present = {measure.family for measure in measures}
    colours: dict[str, str] = {family: colour for family, colour in _COLOURS.items() if family in present}
    colour = draw.colours("family", colours, columns=8, symbolType="circle", symbolOpacity=1)
    base = draw.chart_of(data, y=y, color=colour)
    zero = draw.chart_of([{"zero": 0}], x=alt.X("zero:Q", scale=scale))
    filled, hollow = base.transform_filter("!datum.text"), base.transform_filter("datum.text")
    layers = [
        zero.mark_rule(color=draw.GREY, strokeDash=[3, 3]),
        base.mark_rule(strokeWidth=2, opacity=0.45).encode(x=low, x2="high:Q"),
        filled.mark_point(filled=True, size=60, opacity=1).encode(x=x),
        hollow.mark_point(fill="white", size=45, opacity=1, strokeWidth=2).encode(x=x),
    ]
    if wide:
        numbers = base.mark_text(align="left", fontSize=11)
        layers.append(numbers.encode(x=alt.value(width + 8), text="label:N", color=alt.value(draw.INK)))
    return alt.layer(*layers, width=width, height=_ROW * len(order), title=title)


def _williams(study: MetaStudy, aspect: str, level: Level) -> draw.Figure | None:
    """Draw which measures correlate surely higher with the judgements than which others."""
    order = [result.measure for result in study.defined(aspect, level)]
    p_values = study.p_values.get((aspect, level), {})
    cells = [
        {"first": str(first), "second": str(second), "kind": list(_STEPS)[bisect((0.001, 0.01, SURE), p)]}
        for first, second in combinations(order, 2)
        if (p := p_values.get((first, second))) is not None
    ]
    if not cells:
        return None
    colour = draw.colours("kind", _STEPS, columns=4, symbolType="square", symbolStrokeWidth=0)
    title = draw.title_of(
        f"{short(aspect)}: which measures are surely better, {level} level",
        "Dark: the measure at the left has a higher correlation than the one below, by Williams' test; "
        "blank above the diagonal: no test",
    )
    return _grid(cells, order).encode(color=colour).properties(title=title)


def _between(study: MetaStudy) -> draw.Figure | None:
    """Draw how far every two measures agree with each other on systems, those of a family together."""
    pairs = [pair for pair in study.pairs if pair.correlation.pearson is not None]
    if not pairs:
        return None
    measures = {measure for pair in pairs for measure in (pair.first, pair.second)}
    order = sorted(measures, key=lambda measure: (FAMILIES.index(measure.family), str(measure)))
    cells = [
        {"first": str(first), "second": str(second), "pearson": pearson, "label": f"{pearson:z.2f}"}
        for pair in pairs
        for pearson in [pair.correlation.pearson]
        for first, second in ((pair.first, pair.second), (pair.second, pair.first))
    ]
    scale = alt.Scale(domain=[-1, 0, 1], range=draw.DIVERGING)
    legend = alt.Legend(title="r", format=".1f", gradientLength=180, titleOrient="left")
    grid = _grid(cells, order)
    shown: Any = grid.encode(color=alt.Color("pearson:Q", scale=scale, legend=legend))
    if len(order) <= _WRITTEN:
        light = alt.condition("abs(datum.pearson) > 0.6", alt.value("white"), alt.value(draw.INK))
        shown = alt.layer(shown, grid.mark_text(fontSize=10).encode(text="label:N", color=light))
    points = points_between((pair.correlation.points for pair in pairs), "system")
    subtitle = f"Pearson correlation of two measures, by the means of {points}"
    figure: draw.Figure = shown.properties(title=draw.title_of("Which measures say the same of systems", subtitle))
    return figure


def _grid(cells: list[Point], measures: Sequence[Measure]) -> alt.Chart:
    """Make a table of measures by measures, its cells smaller the more there are."""
    order = list(map(str, measures))
    side = len(order) * max(12, min(34, 420 // len(order)))
    look: dict[str, Any] = {"title": None, "sort": order, "scale": alt.Scale(domain=order, paddingInner=0.06)}
    x = alt.X("second:N", axis=draw.label_axis(labelPadding=6, labelAngle=-90), **look)
    y = alt.Y("first:N", axis=draw.label_axis(labelPadding=6), **look)
    grid: alt.Chart = draw.chart_of(cells, x=x, y=y).mark_rect().properties(width=side, height=side)
    return grid


def _sweep(study: MetaStudy, figure: str) -> draw.Figure | None:
    """Figures 4 to 6: the correlation of measures under every setting, a panel for each aspect.

    Two measures have the weightings of LSA; the measure of keywords is compared with the references and the full text.
    """
    results = [result for result in study.sweeps if result.sweep.figure == figure]
    if figure == "6":
        title, subtitle = "How many keywords", "Compared with references and with the full text; r of systems"
        x = draw.x_axis("number", "keywords", 10).scale(zero=False, nice=False, padding=8)
        kind, kinds = "against", ("references", "text")
    else:
        against = "the references" if figure == "4" else "the full text"
        title, subtitle = "Weightings of LSA", f"Compared with {against}; Pearson correlation of systems"
        axis = alt.Axis(labelAngle=-45, domain=False, ticks=False, grid=True)
        order = list(dict.fromkeys(result.setting for result in results))
        x = alt.X("setting:N", title="local and global weight", sort=order, axis=axis)
        kind, kinds = "family", ("lsa-topic", "lsa-terms")
    colour = draw.colours(kind, dict(zip(kinds, draw.PALETTE, strict=False)), columns=2, symbolType="circle")
    y = draw.y_axis("pearson", "r", 5, ticks=True).scale(zero=False, padding=14)
    charts = []
    for aspect in study.aspects:
        points = [_sweep_point(r) for r in results if r.aspect == aspect and r.correlation.pearson is not None]
        if points:
            base = draw.chart_of(points, x=x, y=y, color=colour)
            layers = [base.mark_line(strokeWidth=1.5)] if figure == "6" else []
            layers += [base.mark_circle(size=70, opacity=0.9), *_highest(points, kind, base)]
            heading = draw.small_title(short(aspect))
            charts.append(alt.layer(*layers, width=draw.WIDTH, height=_SWEEP_HEIGHT, title=heading))
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
    """Write the highest value of each kind, above the dot for the higher of both and below for the other."""
    highest: dict[str, Point] = {}
    for point in sorted(points, key=lambda point: -point["pearson"]):
        highest.setdefault(point[kind], point)
    return [
        base.properties(data=draw.inline([point]))
        .mark_text(dy=dy, dx=26 if point["setting"] == points[0]["setting"] else 0, fontSize=11, fontWeight=600)
        .encode(text=alt.Text("pearson:Q", format=".3f"))
        for point, dy in zip(highest.values(), (-13, 15), strict=False)
    ]
