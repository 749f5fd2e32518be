"""Systems as people and as measures see them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import altair as alt
import numpy as np

from sumspace.show import charts as draw
from sumspace.show.labels import place_labels
from sumspace.show.text import clean, short, with_minus
from sumspace.studies.meta.plan import part_name

if TYPE_CHECKING:
    from sumspace.studies.meta.correlations import MetricCorrelation
    from sumspace.studies.meta.study import MetaStudy


#: So many measures are drawn, the best ones.
_BEST = 6
_WIDTH, _HEIGHT = 185, 160
#: More systems than this go by numbers, and so do systems with longer names.
_NAMED, _LONGEST = 8, 16


def scatter(study: MetaStudy, aspect: str) -> draw.Figure | None:
    """Draw the mean judgement and the mean score of every system, for the measures that agree best."""
    view = study.plan.views[0]
    best = study.ranked(aspect, "system", view, "pearson")[:_BEST] if "system" in study.plan.levels else []
    if not best:
        return None
    have_names = len(study.systems) <= _NAMED and max(map(len, study.systems)) <= _LONGEST
    labels = _labels(study, aspect, have_names=have_names)
    charts = [_panel(study, aspect, result, labels) for result in best]
    by = "" if view == "main" else f" by {part_name(view)}"
    title = draw.title_of(
        f"{short(aspect)}: systems as people and as measures see them",
        f"Means over documents, on the {len(best)} measures with the highest r{by}; "
        f"{'names' if have_names else 'numbers'} where there is room",
    )
    if have_names:
        return alt.concat(*charts, columns=3, spacing=18, title=title)
    return alt.vconcat(alt.concat(*charts, columns=3, spacing=18), _legend(labels), spacing=14, title=title)


def _labels(study: MetaStudy, aspect: str, *, have_names: bool) -> dict[str, str]:
    """Return the name of each system, or its number where there is no room, from the one that people like best."""
    judgements = study.mean_judgements(aspect)
    means = np.where(np.isnan(judgements), -np.inf, judgements)
    ordered = [study.systems[i] for i in np.argsort(-means, kind="stable")]
    return {name: clean(name) if have_names else str(place) for place, name in enumerate(ordered, 1)}


def _panel(study: MetaStudy, aspect: str, result: MetricCorrelation, labels: dict[str, str]) -> draw.Layers:
    scores, judgements = study.means(result.metric, aspect)
    points = [
        {"system": labels[name], "x": x, "y": y}
        for name, x, y in zip(study.systems, judgements.tolist(), scores.tolist(), strict=True)
        if not (np.isnan(x) or np.isnan(y))
    ]
    room = 0.08 + 0.02 * max(len(point["system"]) for point in points)  # for names
    across, up = _ends([point["x"] for point in points], room), _ends([point["y"] for point in points], 0.14)
    axes = {"x": draw.x_axis("x", short(aspect), 4, across), "y": draw.y_axis("y", None, 4, up)}
    dots = draw.chart_of(points, **axes).mark_circle(size=34, color=draw.PALETTE[0], opacity=0.9)
    line = draw.chart_of(_fitted(points, across), **axes).mark_line(color=draw.LIGHT, strokeWidth=1.5, clip=True)
    places = [
        (_WIDTH * (p["x"] - across[0]) / (across[1] - across[0]), _HEIGHT * (up[1] - p["y"]) / (up[1] - up[0]))
        for p in points
    ]
    names = _names([point["system"] for point in points], places)
    title = draw.small_title(str(result.metric), with_minus(f"r = {result.value('pearson'):z.3f}"))
    own = {"scale": {"x": "independent", "y": "independent"}}
    return alt.layer(alt.layer(line, dots), names, width=_WIDTH, height=_HEIGHT, title=title, resolve=own)


def _names(names: list[str], points: list[tuple[float, float]]) -> draw.Layers:
    """Write the names of points beside them, where there is room."""
    rows = [
        {"text": name, "across": place[0], "down": place[1], "end": place[2]}
        for name, place in zip(names, place_labels(points, names, (_WIDTH, _HEIGHT)), strict=True)
        if place
    ]
    x = alt.X("across:Q", scale=draw.pixels(_WIDTH), axis=None)
    y = alt.Y("down:Q", scale=draw.pixels(_HEIGHT), axis=None)
    base = draw.chart_of(rows, x=x, y=y, text="text:N")
    return alt.layer(
        *(
            base.transform_filter(f"datum.end == '{end}'").mark_text(
                align=end, baseline="middle", fontSize=10, color=draw.INK
            )
            for end in ("left", "center", "right")
        )
    )


def _fitted(points: list[dict[str, Any]], ends: draw.Span) -> list[dict[str, float]]:
    """Return the ends of the line by least squares; none where all systems are judged alike."""
    x, y = (np.array([point[name] for point in points]) for name in ("x", "y"))
    across = (x - ends[0]) / (ends[1] - ends[0])  # from 0 to 1, since squares of large judgements overflow
    if not np.ptp(across):
        return []
    slope = float(np.mean((across - across.mean()) * (y - y.mean())) / np.var(across))
    return [{"x": end, "y": float(y.mean() + slope * (place - across.mean()))} for place, end in enumerate(ends)]


def _ends(values: list[float], room: float) -> draw.Span:
    low, high = draw.span(values)
    return low - room * (high - low), high + room * (high - low)


def _legend(labels: dict[str, str]) -> alt.Chart:
    lines = -(-len(labels) // 3)
    rows = [
        {"column": place // lines, "line": place % lines, "text": f"{number}  {short(name, 34)}"}
        for place, (name, number) in enumerate(labels.items())
    ]
    x = alt.X("column:Q", axis=None, scale=alt.Scale(domain=[0, 3], nice=False))
    y = alt.Y("line:Q", axis=None, scale=alt.Scale(domain=[-0.5, lines - 0.5], nice=False, reverse=True))
    texts = draw.chart_of(rows, x=x, y=y, text="text:N").mark_text(align="left", fontSize=11, color=draw.GREY)
    legend: alt.Chart = texts.properties(width=3 * _WIDTH + 80, height=15 * lines)
    return legend
