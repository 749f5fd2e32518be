"""The figures of the study of measures; how far measures agree with people, and measures beside each other."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sumspace.measures.measure import FAMILIES
from sumspace.show.charts import GREY, INK, PALETTE, inline, themed
from sumspace.show.text import short, slugs
from sumspace.studies.meta.correlations import SURE
from sumspace.studies.meta.sweep_charts import by_keywords, by_weighting
from sumspace.studies.meta.system_charts import scatter
from sumspace.studies.meta.text import points_between

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    import altair as alt

    from sumspace.measures.measure import Measure
    from sumspace.show.charts import Figure
    from sumspace.stats.correlation import Level
    from sumspace.studies.meta.correlations import MeasureCorrelation
    from sumspace.studies.meta.study import MetaStudy

    Layers = alt.LayerChart | alt.FacetChart
    Point = dict[str, Any]

__all__ = ["draw_figures"]

_COLOURS = dict(zip(FAMILIES, (PALETTE[place] for place in (0, 1, 2, 3, 4, 6, 5, 7)), strict=True))
_ROW, _WIDE, _NARROW = 16, 430, 165
_STEPS = {"p < 0.001": "#08306b", "p < 0.01": "#2171b5", f"p < {SURE}": "#9ecae1", f"p ≥ {SURE}": "#f0f0f0"}
#: In a table of so many measures there is room for numbers.
_WRITTEN = 12


def draw_figures(study: MetaStudy) -> dict[str, Figure]:
    """Draw what there is to draw; a figure for each aspect, as far as it is about people."""
    figures: dict[str, Figure | None] = {}
    for aspect, name in zip(study.aspects, slugs(study.aspects), strict=True):
        figures[f"measures-{name}"] = _forest(study, aspect)
        figures[f"levels-{name}"] = _levels(study, aspect)
        figures[f"systems-{name}"] = scatter(study, aspect)
        for level in study.plan.levels:
            figures[f"williams-{name}-{level}"] = _williams(study, aspect, level)
    figures["between"] = _between(study)
    figures |= {f"figure-{figure}": by_weighting(study, figure) for figure in ("4", "5")}
    figures["figure-6"] = by_keywords(study)
    return themed(figures)


def _forest(study: MetaStudy, aspect: str) -> Figure | None:
    """Draw the Pearson correlation of each measure at the first level, from the best to the worst."""
    import altair as alt

    level = study.plan.levels[0]
    results = study.defined(aspect, level)
    if not results:
        return None
    points = points_between((result.correlation.points for result in results), level)
    title = alt.Title(
        f"{short(aspect)}: which measures agree with people",
        subtitle=f"Pearson correlation of {points} ({level} level); lines: {study.plan.bootstrap.confidence:g}% "
        "intervals; hollow: compared with the full text",
    )
    data = list(map(_point, results))
    panel = _panel(data, [result.measure for result in results], _ends(data), _WIDE, names=True)
    return panel.properties(title=title)


def _levels(study: MetaStudy, aspect: str) -> Figure | None:
    """Draw the same for all levels side by side, in the order of the first."""
    import altair as alt

    by_level = {level: study.defined(aspect, level) for level in study.plan.levels}
    defined = {result.measure for results in by_level.values() for result in results}
    ranked = study.correlations[aspect, study.plan.levels[0]]
    order = [result.measure for result in ranked if result.measure in defined]
    if not order or len(by_level) < 2:
        return None
    data = {level: list(map(_point, results)) for level, results in by_level.items()}
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


def _point(result: MeasureCorrelation) -> Point:
    measure, bounds = result.measure, result.intervals.pearson
    return {
        "measure": str(measure),
        "family": measure.family,
        "text": measure.against == "text",
        "pearson": result.pearson,
        "low": bounds.low if bounds else result.pearson,
        "high": bounds.high if bounds else result.pearson,
        "label": f"{result.pearson:z.3f}".replace("-", "\N{MINUS SIGN}"),
    }


def _ends(data: Sequence[Point]) -> list[float]:
    return [min([0.0, *(point["low"] for point in data)]), max([1.0, *(point["high"] for point in data)])]


def _panel(data: Sequence[Point], measures: Sequence[Measure], ends: list[float], width: int, *, names: bool) -> Layers:
    """Draw a line for each measure: its interval, its value, and where there is room the value as a number."""
    import altair as alt

    order = list(map(str, measures))
    labels = alt.Axis(domain=False, ticks=False, labelPadding=8, labelLimit=300, labelColor=INK, labels=names)
    y = alt.Y("measure:N", title=None, axis=labels, sort=order, scale=alt.Scale(domain=order))
    scale = alt.Scale(domain=ends, nice=False, padding=6)
    axis = alt.Axis(tickCount=8 if width == _WIDE else 4, format=".1f")
    base = alt.Chart(inline(data)).encode(y=y, color=_family_colour(measures))
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


def _family_colour(measures: Iterable[Measure]) -> alt.Color:
    """Give every family of these measures its colour."""
    import altair as alt

    present = {measure.family for measure in measures}
    names = [family for family in FAMILIES if family in present]
    return alt.Color(
        "family:N",
        legend=alt.Legend(columns=8, symbolType="circle", symbolOpacity=1),
        scale=alt.Scale(domain=names, range=[_COLOURS[name] for name in names]),
    )


def _williams(study: MetaStudy, aspect: str, level: Level) -> Figure | None:
    """Draw which measures correlate surely higher with the judgements than which others."""
    import altair as alt

    order = [result.measure for result in study.defined(aspect, level)]
    p_values = study.p_values.get((aspect, level), {})
    cells = [
        {"first": str(first), "second": str(second), "kind": _step(p)}
        for place, first in enumerate(order)
        for second in order[place + 1 :]
        if (p := p_values.get((first, second))) is not None
    ]
    if not cells:
        return None
    scale = alt.Scale(domain=list(_STEPS), range=list(_STEPS.values()))
    legend = alt.Legend(columns=4, symbolType="square", symbolStrokeWidth=0)
    figure = _grid(cells, order).encode(color=alt.Color("kind:N", scale=scale, legend=legend))
    title = alt.Title(
        f"{short(aspect)}: which measures are surely better, {level} level",
        subtitle="Dark: the measure at the left has a higher correlation than the one below, by Williams' test; "
        "blank above the diagonal: no test",
    )
    return figure.properties(title=title)


def _step(p: float) -> str:
    return next((name for name, limit in zip(_STEPS, (0.001, 0.01, SURE), strict=False) if p < limit), f"p ≥ {SURE}")


def _between(study: MetaStudy) -> Figure | None:
    """Draw how far every two measures agree with each other on systems, those of a family together."""
    import altair as alt

    pairs = [pair for pair in study.pairs if pair.correlation.pearson is not None]
    if not pairs:
        return None
    measures = {measure for pair in pairs for measure in (pair.first, pair.second)}
    order = sorted(measures, key=lambda measure: (FAMILIES.index(measure.family), str(measure)))
    cells = [
        {
            "first": str(first),
            "second": str(second),
            "pearson": pair.correlation.pearson,
            "label": f"{pair.correlation.pearson:z.2f}",
        }
        for pair in pairs
        for first, second in ((pair.first, pair.second), (pair.second, pair.first))
    ]
    colour = alt.Color(
        "pearson:Q",
        scale=alt.Scale(domain=[-1, 0, 1], range=["#b2182b", "#f7f7f7", "#2166ac"]),
        legend=alt.Legend(title="r", format=".1f", gradientLength=180, titleOrient="left"),
    )
    grid = _grid(cells, order)
    shown: Any = grid.encode(color=colour)
    if len(order) <= _WRITTEN:
        light = alt.condition("abs(datum.pearson) > 0.6", alt.value("white"), alt.value(INK))
        shown = alt.layer(shown, grid.mark_text(fontSize=10).encode(text="label:N", color=light))
    points = points_between((pair.correlation.points for pair in pairs), "system")
    title = alt.Title(
        "Which measures say the same of systems",
        subtitle=f"Pearson correlation of two measures, by the means of {points}",
    )
    figure: Figure = shown.properties(title=title)
    return figure


def _grid(cells: list[Point], measures: Sequence[Measure]) -> alt.Chart:
    """Make a table of measures by measures, its cells smaller the more there are."""
    import altair as alt

    order = list(map(str, measures))
    size = max(12, min(34, 420 // len(order)))
    look: dict[str, Any] = {"domain": False, "ticks": False, "labelPadding": 6, "labelLimit": 300, "labelColor": INK}
    scale = alt.Scale(domain=order, paddingInner=0.06)
    x = alt.X("second:N", title=None, sort=order, scale=scale, axis=alt.Axis(labelAngle=-90, **look))
    y = alt.Y("first:N", title=None, sort=order, scale=scale, axis=alt.Axis(**look))
    side = size * len(order)
    grid: alt.Chart = alt.Chart(inline(cells)).mark_rect().encode(x=x, y=y).properties(width=side, height=side)
    return grid
