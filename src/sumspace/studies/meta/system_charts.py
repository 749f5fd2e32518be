"""Systems as people and as measures see them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from sumspace.show.charts import GREY, INK, PALETTE, inline, span
from sumspace.show.labels import place_labels
from sumspace.show.text import clean, short

if TYPE_CHECKING:
    import altair as alt

    from sumspace.show.charts import Figure
    from sumspace.studies.meta.correlations import MeasureCorrelation
    from sumspace.studies.meta.study import MetaStudy

    Layers = alt.LayerChart | alt.FacetChart
    Ends = tuple[float, float]

__all__ = ["scatter"]

#: So many measures are drawn, the best ones.
_BEST = 6
_WIDTH, _HEIGHT = 185, 160
#: More systems than this go by numbers, and so do systems with longer names.
_NAMED, _LONGEST = 8, 16


def scatter(study: MetaStudy, aspect: str) -> Figure | None:
    """Draw the mean judgement and the mean score of every system, for the measures that agree best."""
    import altair as alt

    best = study.defined(aspect, "system")[:_BEST]
    if not best:
        return None
    have_names = len(study.systems) <= _NAMED and max(map(len, study.systems)) <= _LONGEST
    labels = _labels(study, aspect, have_names=have_names)
    charts: list[Any] = [_panel(study, aspect, result, labels) for result in best]
    title = alt.Title(
        f"{short(aspect)}: systems as people and as measures see them",
        subtitle=f"Means over documents, on the {len(best)} measures with the highest r; "
        f"{'names' if have_names else 'numbers'} where there is room",
    )
    figure: alt.ConcatChart = alt.concat(*charts, columns=3, spacing=18)
    if have_names:
        return figure.properties(title=title)
    whole: alt.VConcatChart = alt.vconcat(figure, _legend(labels), spacing=14, title=title)
    return whole


def _labels(study: MetaStudy, aspect: str, *, have_names: bool) -> dict[str, str]:
    """Return the name of each system, or its number where there is no room, from the one that people like best."""
    judgements = study.mean_judgements(aspect)
    means = np.where(np.isnan(judgements), -np.inf, judgements)
    ordered = [study.systems[i] for i in np.argsort(-means, kind="stable")]
    return {name: clean(name) if have_names else str(place) for place, name in enumerate(ordered, 1)}


def _panel(study: MetaStudy, aspect: str, result: MeasureCorrelation, labels: dict[str, str]) -> Layers:
    import altair as alt

    scores, judgements = study.means(result.measure, aspect)
    points = [
        {"system": labels[name], "x": x, "y": y}
        for name, x, y in zip(study.systems, judgements.tolist(), scores.tolist(), strict=True)
        if not (np.isnan(x) or np.isnan(y))
    ]
    room = 0.08 + 0.02 * max(len(point["system"]) for point in points)  # for names
    across, up = _ends([point["x"] for point in points], room), _ends([point["y"] for point in points], 0.14)
    pixels = [
        (_WIDTH * (p["x"] - across[0]) / (across[1] - across[0]), _HEIGHT * (up[1] - p["y"]) / (up[1] - up[0]))
        for p in points
    ]
    scales = [alt.Scale(domain=list(ends), nice=False, zero=False) for ends in (across, up)]
    x = alt.X("x:Q", title=short(aspect), axis=alt.Axis(grid=False, tickCount=4), scale=scales[0])
    y = alt.Y("y:Q", title=None, axis=alt.Axis(tickCount=4, domain=False, ticks=False), scale=scales[1])
    line = alt.Chart(inline(_fitted(points, across))).encode(x=x, y=y)
    dots = alt.Chart(inline(points)).mark_circle(size=34, color=PALETTE[0], opacity=0.9).encode(x=x, y=y)
    title = alt.Title(
        str(result.measure),
        subtitle=f"r = {result.pearson:z.3f}".replace("-", "\N{MINUS SIGN}"),
        fontSize=12,
        subtitleFontSize=11,
        subtitlePadding=3,
        offset=6,
    )
    seen = alt.layer(line.mark_line(color="#cccccc", strokeWidth=1.5, clip=True), dots)
    names = _names([point["system"] for point in points], pixels)
    whole = alt.layer(seen, names).resolve_scale(x="independent", y="independent")
    panel: Layers = whole.properties(width=_WIDTH, height=_HEIGHT, title=title)
    return panel


def _names(names: list[str], pixels: list[tuple[float, float]]) -> Layers:
    """Write the names of points beside them, where there is room."""
    import altair as alt

    rows = [
        {"text": name, "across": place[0], "down": place[1], "end": place[2]}
        for name, place in zip(names, place_labels(pixels, names, (_WIDTH, _HEIGHT)), strict=True)
        if place
    ]
    scales = [alt.Scale(domain=[0, size], range=[0, size], nice=False, zero=False) for size in (_WIDTH, _HEIGHT)]
    base = alt.Chart(inline(rows)).encode(
        x=alt.X("across:Q", scale=scales[0], axis=None), y=alt.Y("down:Q", scale=scales[1], axis=None), text="text:N"
    )
    look: dict[str, Any] = {"baseline": "middle", "fontSize": 10, "color": INK}
    return alt.layer(
        *(
            base.transform_filter(f"datum.end == '{end}'").mark_text(align=end, **look)
            for end in ("left", "center", "right")
        )
    )


def _fitted(points: list[dict[str, Any]], ends: Ends) -> list[dict[str, float]]:
    """Return the ends of the line by least squares; none where all systems are judged alike."""
    x, y = (np.array([point[name] for point in points]) for name in ("x", "y"))
    across = (x - ends[0]) / (ends[1] - ends[0])  # from 0 to 1, since squares of large judgements overflow
    if not np.ptp(across):
        return []
    slope = float(np.mean((across - across.mean()) * (y - y.mean())) / np.var(across))
    return [{"x": end, "y": float(y.mean() + slope * (place - across.mean()))} for place, end in enumerate(ends)]


def _ends(values: list[float], room: float) -> Ends:
    low, high = span(values)
    return low - room * (high - low), high + room * (high - low)


def _legend(labels: dict[str, str]) -> alt.Chart:
    """List the systems with their numbers, in three columns."""
    import altair as alt

    lines = -(-len(labels) // 3)
    rows = [
        {"column": place // lines, "line": place % lines, "text": f"{number}  {short(name, 34)}"}
        for place, (name, number) in enumerate(labels.items())
    ]
    x = alt.X("column:Q", axis=None, scale=alt.Scale(domain=[0, 3], nice=False))
    y = alt.Y("line:Q", axis=None, scale=alt.Scale(domain=[-0.5, lines - 0.5], nice=False, reverse=True))
    texts = alt.Chart(inline(rows)).mark_text(align="left", fontSize=11, color=GREY).encode(x=x, y=y, text="text:N")
    legend: alt.Chart = texts.properties(width=3 * _WIDTH + 80, height=15 * lines)
    return legend
