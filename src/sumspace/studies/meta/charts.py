"""The figures of the study of measures: correlations with judgements and with each other, tests, power."""

from __future__ import annotations

from bisect import bisect
from itertools import combinations
from typing import TYPE_CHECKING, Any

import altair as alt

from sumspace.measures.measure import FAMILIES
from sumspace.show import charts as draw
from sumspace.show.text import short, slugs, with_minus
from sumspace.studies.meta.paper_charts import draw_sweep
from sumspace.studies.meta.plan import part_name
from sumspace.studies.meta.sentences import CHANCE, COEFFICIENT_NAMES, SYMBOLS
from sumspace.studies.meta.significance import draw_significance
from sumspace.studies.meta.system_charts import scatter
from sumspace.studies.meta.tables import points_between
from sumspace.studies.meta.verdicts import SURE, is_in

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sumspace.stats.correlation import Level
    from sumspace.studies.meta.correlations import MetricCorrelation
    from sumspace.studies.meta.plan import Metric, View
    from sumspace.studies.meta.study import MetaStudy

    Point = dict[str, Any]


_COLOURS = dict(zip(FAMILIES, (*(draw.PALETTE[place] for place in (0, 1, 2, 3, 4, 6, 5, 7)), draw.INK), strict=True))
_ROW, _WIDE, _NARROW = 16, 300, 165
_STEPS = dict(zip(("p < 0.001", "p < 0.01", f"p < {SURE}", f"p ≥ {SURE}"), draw.CERTAINTY, strict=True))
#: The most measures of a grid with numbers in its cells.
_WRITTEN = 12
#: The most measures with a colour of their own among the best systems.
_LINES = 6
#: The row between ranked measures and the others.
_GAP = " "
_TITLE = "Correlation of measures with human judgements"


def draw_figures(study: MetaStudy) -> dict[str, draw.Figure]:
    """Draw the figures, most of them once for each aspect."""
    figures: dict[str, draw.Figure | None] = {"overview": _overview(study)}
    level = study.plan.levels[0]
    for aspect, name in zip(study.aspects, slugs(study.aspects), strict=True):
        by_aspect = {
            "measures": _forest(study, aspect),
            "tests": _tests(study, aspect, level),
            "levels": _levels(study, aspect),
            "top": _top(study, aspect),
            "power": _power(study, aspect),
            "systems": scatter(study, aspect),
        }
        for kind, figure in by_aspect.items():
            figures[f"{kind}-{name}"] = draw.choice(figure, kind, aspect=short(aspect))
    figures["between"] = _between(study)
    figures["figure-3"] = draw_significance(study.topics)
    figures |= {f"figure-{figure}": draw_sweep(study, figure) for figure in ("4", "5", "6")}
    return draw.themed(figures)


def _view_title(view: View) -> str:
    return "by usual part" if view == "main" else f"by {part_name(view)}"


def _overview(study: MetaStudy) -> draw.Figure | None:
    """Draw the correlation of every measure with every aspect at the first level, a panel for each view."""
    level, coefficient = study.plan.levels[0], study.plan.coefficient
    charts = []
    for view in study.plan.views:
        cells: list[Point] = []
        for aspect in study.aspects:
            for result in study.compared[aspect, level].results:
                value = result.correlation[coefficient]
                if value is None or not is_in(result.metric, view, study.plan):
                    continue
                label = with_minus(f"{value:z.2f}") + ("" if result.is_ranked else f" ({result.systems:,})")
                name = str(result.measure) if result.is_ranked else f"{result.measure}*"
                cells.append({"measure": name, "aspect": _with_count(study, aspect), "value": value, "label": label,
                              "ranked": result.is_ranked})  # fmt: skip
        if cells:
            charts.append(_heat_map(study, cells, _view_title(view)))
    subtitle = [
        f"{COEFFICIENT_NAMES[coefficient]}, {level} level; in brackets: number of systems; sorted by the mean",
        *(["* Covers fewer summaries or systems"] if _has_apart(study) else []),
    ]
    figure = draw.panels(charts, _TITLE, "", columns=2, color="shared")
    if figure is not None:
        figure.title = alt.Title(_TITLE, subtitle=subtitle)
    return figure


def _with_count(study: MetaStudy, aspect: str) -> str:
    return f"{short(aspect, 20)} ({int(study.usable[aspect].systems.sum()):,})"


def _has_apart(study: MetaStudy) -> bool:
    return any(study.apart(aspect, study.plan.levels[0]) for aspect in study.aspects)


def _heat_map(study: MetaStudy, cells: list[Point], title: str) -> draw.Layers:
    """Draw measures by aspects, ranked ones on top."""

    def order_of(*, ranked: bool) -> list[str]:
        values: dict[str, list[float]] = {}
        for cell in cells:
            if cell["ranked"] == ranked:
                values.setdefault(cell["measure"], []).append(cell["value"])
        return sorted(values, key=lambda name: -sum(values[name]) / len(values[name]))

    above, below = order_of(ranked=True), order_of(ranked=False)
    order = [*above, *([_GAP] if above and below else []), *below]
    aspects = [_with_count(study, aspect) for aspect in study.aspects]
    rows, columns = (alt.Scale(domain=names, paddingInner=gap) for names, gap in ((order, 0.06), (aspects, 0.03)))
    above_all = draw.label_axis(labelAngle=-40 if len(aspects) > 1 else 0, orient="top", labelLimit=140)
    x = alt.X("aspect:N", title=None, sort=aspects, scale=columns, axis=above_all)
    y = alt.Y("measure:N", title=None, sort=order, scale=rows, axis=draw.label_axis())
    chance = CHANCE.get(study.plan.coefficient, 0.0)
    ends = [2 * chance - 1, chance, 1]
    colour = alt.Color("value:Q", scale=alt.Scale(domain=ends, range=draw.DIVERGING), legend=None)
    told = draw.tips("measure", "aspect", ("value", COEFFICIENT_NAMES[study.plan.coefficient], ".3f"))
    base = draw.chart_of(cells, x=x, y=y, tooltip=told)
    light = alt.condition(
        f"abs(datum.value - {ends[1]}) > {0.6 * (1 - ends[1])} && datum.ranked",
        alt.value(draw.ON_DEEP),
        alt.value(draw.ON_PALE),
    )
    faint = alt.condition("datum.ranked", alt.value(1.0), alt.value(0.35))
    return alt.layer(
        base.mark_rect().encode(color=colour, opacity=faint),
        base.mark_text(fontSize=10).encode(text="label:N", color=light),
        width=max(58, 300 // len(aspects)) * len(aspects), height=_ROW * len(order), title=draw.small_title(title),
    )  # fmt: skip


def _forest(study: MetaStudy, aspect: str) -> draw.Figure | None:
    """Draw the coefficient of each measure at the first level, a panel for each view, from the highest down."""
    level, coefficient = study.plan.levels[0], study.plan.coefficient
    by_view = {view: _of_view(study, aspect, level, view) for view in study.plan.views}
    if not any(by_view.values()):
        return None
    everything = [result for results in by_view.values() for result in results]
    ends = _ends(study)
    charts = [
        _panel(study, results, [result.metric for result in results], ends, (aspect, level),
               draw.small_title(_view_title(view), frame="group"))
        for view, results in by_view.items()
        if results
    ]  # fmt: skip
    ranked = [result for result in everything if result.is_ranked]
    systems = points_between(result.systems for result in ranked or everything)
    title = f"{short(aspect)}: correlation of measures with human judgements"
    subtitle = f"{COEFFICIENT_NAMES[coefficient]} of {systems} ({level} level); {_legend_text(study, aspect, level)}"
    return draw.panels(charts, title, subtitle, columns=2, spacing=20, color="shared")


def _legend_text(study: MetaStudy, aspect: str, level: Level) -> str:
    parts = [f"lines: {study.plan.bootstrap.confidence:g}% intervals"]
    if any(metric.measure.against == "text" for metric in study.metrics):
        parts.append("hollow dots: compared with the full text")
    if study.apart(aspect, level):
        parts.append("diamonds: fewer systems or summaries")
    ceiling = study.compared[aspect, level].ceiling
    if ceiling and ceiling.values[study.plan.coefficient] is not None:
        parts.append("dashed: one annotator with another")
    return "; ".join(parts)


def _of_view(study: MetaStudy, aspect: str, level: Level, view: View) -> list[MetricCorrelation]:
    """Return the measures of a view that have the coefficient: ranked ones, then the others."""
    apart = [result for result in study.apart(aspect, level) if is_in(result.metric, view, study.plan)]
    return [*study.ranked(aspect, level, view), *apart]


def _levels(study: MetaStudy, aspect: str) -> draw.Figure | None:
    """Draw the same for all levels, in the order of the first, a row of panels for each view."""
    if len(study.plan.levels) < 2:
        return None
    shown = {
        (view, level): _of_view(study, aspect, level, view) for view in study.plan.views for level in study.plan.levels
    }
    ends = _ends(study)
    charts = []
    for view in study.plan.views:
        defined = {result.metric for level in study.plan.levels for result in shown[view, level]}
        order = [result.metric for result in shown[view, study.plan.levels[0]]]
        order += [metric for metric in study.metrics if metric in defined and metric not in order]
        if not order:
            continue
        for level in study.plan.levels:
            heading = draw.small_title(f"{level} level, {_view_title(view)}", frame="group")
            charts.append(_panel(study, shown[view, level], order, ends, (aspect, level), heading, wide=False))
    title = f"{short(aspect)}: system level, summary level and pooled"
    subtitle = f"{COEFFICIENT_NAMES[study.plan.coefficient]}; {_legend_text(study, aspect, study.plan.levels[0])}"
    return draw.panels(charts, title, subtitle, columns=len(study.plan.levels), spacing=14, color="shared")


def _point(study: MetaStudy, result: MetricCorrelation) -> Point:
    coefficient = study.plan.coefficient
    measure, bounds, value = result.measure, result.intervals[coefficient], result.value(coefficient)
    count = "" if result.is_ranked else f" ({result.systems})"
    return {
        "measure": str(measure),
        "family": measure.family,
        "kind": "apart" if not result.is_ranked else "text" if measure.against == "text" else "ranked",
        "value": value,
        "low": bounds.low if bounds else value,
        "high": bounds.high if bounds else value,
        "label": with_minus(f"{value:z.3f}") + count,
        "systems": result.systems,
    }


def _ends(study: MetaStudy) -> list[float]:
    """Return the ends of the axes of the coefficient: from 0, or -1 where something is negative, to 1."""
    name = study.plan.coefficient
    results = [result for compared in study.compared.values() for result in compared.results]
    lows = [bounds.low for result in results if (bounds := result.intervals[name])]
    values = [value for result in results if (value := result.correlation[name]) is not None]
    return [-1.0 if min([0.0, *lows, *values]) < 0 else 0.0, 1.0]


def _panel(
    study: MetaStudy,
    results: Sequence[MetricCorrelation],
    metrics: Sequence[Metric],
    ends: list[float],
    place: tuple[str, Level],
    title: alt.Title,
    *,
    wide: bool = True,
) -> draw.Layers:
    """Draw a row for each measure: its interval, its value and, in wide panels, the value as a number."""
    data = [_point(study, result) for result in results]
    order, width = [str(metric.measure) for metric in metrics], _WIDE if wide else _NARROW
    y = alt.Y("measure:N", title=None, axis=draw.label_axis(), sort=order, scale=alt.Scale(domain=order))
    scale = alt.Scale(domain=ends, nice=False, padding=6)
    axis = alt.Axis(tickCount=6 if wide else 4, format="~g")
    symbol = SYMBOLS[study.plan.coefficient]
    x, low = (alt.X(f"{field}:Q", scale=scale, axis=axis, title=symbol) for field in ("value", "low"))
    told = draw.tips("measure", ("value", symbol, ".3f"), ("low", "from", ".3f"), ("high", "to", ".3f"), "systems")
    present = {metric.measure.family for metric in study.metrics}
    colours: dict[str, str] = {family: colour for family, colour in _COLOURS.items() if family in present}
    colour = draw.colours("family", colours, columns=8, symbolType="circle", symbolOpacity=1)
    base = draw.chart_of(data, y=y, color=colour, tooltip=told)
    zero = draw.chart_of([{"zero": 0}], x=alt.X("zero:Q", scale=scale))
    kinds = {kind: base.transform_filter(f"datum.kind == '{kind}'") for kind in ("ranked", "text", "apart")}
    layers = [
        zero.mark_rule(color=draw.LIGHT),
        base.mark_rule(strokeWidth=2, opacity=0.45, clip=True).encode(x=low, x2="high:Q"),
        kinds["ranked"].mark_point(filled=True, size=60, opacity=1).encode(x=x),
        kinds["text"].mark_point(fill="white", size=45, opacity=1, strokeWidth=2).encode(x=x),
        kinds["apart"].mark_point(fill="white", shape="diamond", size=50, opacity=0.8, strokeWidth=1).encode(x=x),
    ]
    ceiling = study.compared[place].ceiling
    reached = ceiling.values[study.plan.coefficient] if ceiling else None
    if reached is not None:
        line = draw.chart_of([{"reached": reached}], x=alt.X("reached:Q", scale=scale))
        layers.append(line.mark_rule(color=draw.INK, strokeDash=[6, 3], strokeWidth=1.2))
    if wide:
        numbers = base.mark_text(align="left", dx=8, fontSize=11)
        layers.append(numbers.encode(x=alt.value("width"), text="label:N", color=alt.value(draw.INK)))
    return alt.layer(*layers, width=width, height=_ROW * len(order), title=title)


def _tests(study: MetaStudy, aspect: str, level: Level) -> draw.Figure | None:
    """Draw which measures agree significantly more with the judgements than others, a panel for each view."""
    charts = []
    for view in study.plan.views:
        order = [result.metric for result in study.ranked(aspect, level, view)]
        p_values = study.p_values(aspect, level, view)
        cells = [
            {"first": str(first.measure), "second": str(second.measure), "p": p,
             "kind": list(_STEPS)[bisect((0.001, 0.01, SURE), p)]}
            for first, second in combinations(order, 2)
            if (p := p_values.get(frozenset((first, second)), float("nan"))) == p
        ]  # fmt: skip
        if cells:
            colour = draw.colours("kind", _STEPS, columns=4, symbolType="square", symbolStrokeWidth=0)
            told = draw.tips(("first", "higher"), ("second", "lower"), ("p", "corrected p", ".4f"))
            grid = _grid(cells, order).encode(color=colour, tooltip=told)
            charts.append(grid.properties(title=draw.small_title(_view_title(view))))
    subtitle = (
        f"Blue: the measure of the row has a significantly higher {SYMBOLS[study.plan.coefficient]} than that of the "
        "column (PERM-BOTH, corrected for all pairs)"
    )
    title = f"{short(aspect)}: significant differences between measures, {level} level"
    return draw.panels(charts, title, subtitle, columns=2, color="shared")


def _top(study: MetaStudy, aspect: str) -> draw.Figure | None:
    """Draw the correlations of the highest measures among the best systems only."""
    ceiling = study.compared[aspect, "system"].ceiling if _has_systems(study) else None
    reached = ceiling.values["kendall"] if ceiling else None
    charts = []
    for view in study.plan.views:
        chosen = [result.metric for result in study.ranked(aspect, "system", view)] if _has_systems(study) else []
        leading = {metric: str(metric.measure) for metric in chosen[:_LINES]}
        points: list[Point] = [
            {"top": own.top, "value": own.correlation.kendall, "measure": str(own.metric.measure),
             "line": leading.get(own.metric, "others")}
            for own in study.top[aspect]
            if own.metric in chosen and own.correlation.kendall is not None
        ]  # fmt: skip
        if len({point["top"] for point in points}) < 2:
            continue
        colours = {name: draw.colour_of(place) for place, name in enumerate(leading.values())}
        if len(chosen) > _LINES:
            colours["others"] = draw.FAINT
        colour = draw.colours("line", colours, columns=3, orient="bottom", symbolOpacity=1)
        ends = (-1.0 if min(point["value"] for point in points) < 0 else 0.0), 1.0
        tops = sorted({point["top"] for point in points})
        x = draw.x_axis("top", "number of best systems", format="d", values=tops, labelOverlap=True)
        base = draw.chart_of(
            points, x=x, y=draw.y_axis("value", "τ", 5, ends, format="~g"), color=colour, detail="measure:N"
        )
        faint = base.transform_filter("datum.line == 'others'").mark_line(strokeWidth=1)
        strong = base.transform_filter("datum.line != 'others'").mark_line(strokeWidth=2, point={"size": 24})
        zero = draw.chart_of([{"zero": 0}], y=draw.y_axis("zero", "τ", 5, ends, format="~g"))
        lines = {point["line"] for point in points}
        # A layer that has no rows makes Vega look for the ends of nothing.
        layers = [
            zero.mark_rule(color=draw.LIGHT),
            *([faint] if "others" in lines else []),
            *([strong] if lines != {"others"} else []),
        ]
        if reached is not None:
            line = draw.chart_of([{"reached": reached}], y=draw.y_axis("reached", "τ", 5, ends, format="~g"))
            layers.append(line.mark_rule(color=draw.INK, strokeDash=[6, 3], strokeWidth=1.2))
        heading = draw.small_title(_view_title(view))
        charts.append(alt.layer(*layers, width=_WIDE, height=draw.HEIGHT, title=heading))
    title = f"{short(aspect)}: among the best systems"
    rater = "" if reached is None else "; dashed: one annotator with another, all systems"
    subtitle = f"Kendall's τ-b of system means{rater}"
    return draw.panels(charts, title, subtitle, columns=2, color="independent")


def _power(study: MetaStudy, aspect: str) -> draw.Figure | None:
    """Draw the power of a test between the two highest measures by numbers of documents and systems."""
    charts = []
    for own in study.power.get(aspect, ()):
        points: list[Point] = [
            {"documents": size.documents, "power": size.power, "low": size.low, "high": size.high,
             "systems": f"{size.systems:,} systems"}
            for size in own.sizes
        ]  # fmt: skip
        names = dict.fromkeys(point["systems"] for point in points)
        colours = {name: draw.colour_of(place) for place, name in enumerate(names)}
        documents = sorted({point["documents"] for point in points})
        axis = alt.Axis(grid=False, values=documents, format=",d", labelOverlap=True)
        x = alt.X("documents:Q", title="documents", scale=alt.Scale(type="log", nice=False), axis=axis)
        y, low = (draw.y_axis(name, "power", 5, (0.0, 1.0), format="%") for name in ("power", "low"))
        base = draw.chart_of(points, x=x, color=draw.colours("systems", colours, columns=4, symbolOpacity=1))
        band = base.mark_area(opacity=0.15).encode(y=low, y2="high:Q")
        wanted = draw.chart_of([{"wanted": 0.8}], y="wanted:Q").mark_rule(color=draw.GREY, strokeDash=[3, 3])
        heading = draw.small_title(_view_title(own.view), f"{own.first.measure} and {own.second.measure}")
        lines = base.mark_line(point=True).encode(y=y)
        charts.append(alt.layer(wanted, band, lines, width=_WIDE, height=draw.HEIGHT, title=heading))
    title = f"{short(aspect)}: power of a test between the two highest measures"
    subtitle = (
        "Share of corpora in which Williams' test is significant (two-sided, 0.05); shaded: 95% interval; dashed: 80%"
    )
    return draw.panels(charts, title, subtitle, columns=2, color="shared")


def _has_systems(study: MetaStudy) -> bool:
    return "system" in study.plan.levels


def _between(study: MetaStudy) -> draw.Figure | None:
    """Draw the correlation of every pair of measures at the system level, related measures together."""
    view = study.plan.views[0]
    whole = {metric for usable in study.usable.values() for metric in usable.ranked if is_in(metric, view, study.plan)}
    pairs = [
        pair for pair in study.pairs if pair.correlation.pearson is not None and {pair.first, pair.second} <= whole
    ]
    if not pairs:
        return None
    metrics = {metric for pair in pairs for metric in (pair.first, pair.second)}
    order = sorted(metrics, key=lambda metric: (FAMILIES.index(metric.measure.family), str(metric)))
    cells = [
        {
            "first": str(first.measure),
            "second": str(second.measure),
            "pearson": pearson,
            "label": with_minus(f"{pearson:z.2f}"),
        }
        for pair in pairs
        for pearson in [pair.correlation.pearson]
        for first, second in ((pair.first, pair.second), (pair.second, pair.first))
    ]
    scale = alt.Scale(domain=[-1, 0, 1], range=draw.DIVERGING)
    legend = alt.Legend(title="r", format=".1f", gradientLength=180, titleOrient="left")
    told = draw.tips("first", "second", ("pearson", "r", ".3f"))
    grid = _grid(cells, order).encode(tooltip=told)
    shown: Any = grid.encode(color=alt.Color("pearson:Q", scale=scale, legend=legend))
    if len(order) <= _WRITTEN:
        light = alt.condition("abs(datum.pearson) > 0.6", alt.value(draw.ON_DEEP), alt.value(draw.ON_PALE))
        shown = alt.layer(shown, grid.mark_text(fontSize=10).encode(text="label:N", color=light))
    points = points_between(pair.correlation.points for pair in pairs)
    subtitle = f"Pearson correlation of two measures, {_view_title(view)}, of the means of {points}"
    figure: draw.Figure = shown.properties(title=draw.title_of("Correlations between measures", subtitle))
    return figure


def _grid(cells: list[Point], metrics: Sequence[Metric]) -> alt.Chart:
    """Make a grid of measures by measures, with smaller cells the more there are."""
    order = [str(metric.measure) for metric in metrics]
    side = len(order) * max(12, min(34, 420 // len(order)))
    look: dict[str, Any] = {"title": None, "sort": order, "scale": alt.Scale(domain=order, paddingInner=0.06)}
    x = alt.X("second:N", axis=draw.label_axis(labelPadding=6, labelAngle=-90), **look)
    y = alt.Y("first:N", axis=draw.label_axis(labelPadding=6), **look)
    grid: alt.Chart = draw.chart_of(cells, x=x, y=y).mark_rect().properties(width=side, height=side)
    return grid
