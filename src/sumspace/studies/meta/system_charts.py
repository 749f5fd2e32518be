"""Mean judgements against mean scores of systems."""

from __future__ import annotations

from textwrap import wrap
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


#: The most measures, from the highest correlation down.
_BEST = 6
_WIDTH, _HEIGHT = 185, 160
#: The most systems with names, and the longest names; otherwise numbers.
_NAMED, _LONGEST = 8, 16
#: The longest line of names below the title.
_LINE = 110


def scatter(study: MetaStudy, aspect: str) -> draw.Figure | None:
    """Draw the mean judgement and the mean score of every system, for the measures with the highest r."""
    view = study.plan.views[0]
    best = study.ranked(aspect, "system", view, "pearson")[:_BEST] if "system" in study.plan.levels else []
    if not best:
        return None
    have_names = len(study.systems) <= _NAMED and max(map(len, study.systems)) <= _LONGEST
    labels = _labels(study, aspect, have_names=have_names)
    charts = [_panel(study, aspect, result, labels) for result in best]
    by = "" if view == "main" else f" by {part_name(view)}"
    key = "; ".join(f"{number}\N{NO-BREAK SPACE}{short(name, 34)}" for name, number in labels.items())
    subtitle = [
        f"Across: judgement, up: score; the {len(best)} measures with the highest r{by}",
        *([] if have_names else wrap(f"Systems: {key}", _LINE)),
    ]
    title = alt.Title(f"{short(aspect)}: mean judgements and mean scores of the systems", subtitle=subtitle)
    return alt.concat(*charts, columns=3, spacing=18, title=title)


def _labels(study: MetaStudy, aspect: str, *, have_names: bool) -> dict[str, str]:
    """Return the name of each system, or its rank by mean judgement where there is no room for names."""
    judgements = study.mean_judgements(aspect)
    means = np.where(np.isnan(judgements), -np.inf, judgements)
    ordered = [study.systems[i] for i in np.argsort(-means, kind="stable")]
    return {name: clean(name) if have_names else str(place) for place, name in enumerate(ordered, 1)}


def _panel(study: MetaStudy, aspect: str, result: MetricCorrelation, labels: dict[str, str]) -> draw.Layers:
    scores, judgements = study.means(result.metric, aspect)
    points = [
        {"system": labels[name], "name": clean(name), "x": x, "y": y}
        for name, x, y in zip(study.systems, judgements.tolist(), scores.tolist(), strict=True)
        if not (np.isnan(x) or np.isnan(y))
    ]
    room = 0.08 + 0.02 * max(len(point["system"]) for point in points)  # for names
    across, up = _ends([point["x"] for point in points], room), _ends([point["y"] for point in points], 0.14)
    axes = {"x": draw.x_axis("x", short(aspect), 4, across), "y": draw.y_axis("y", None, 4, up)}
    told = draw.tips(("name", "system"), ("x", short(aspect), ".3f"), ("y", str(result.metric), ".4f"))
    dots = draw.chart_of(points, **axes, tooltip=told).mark_circle(size=34, color=draw.PALETTE[0], opacity=0.9)
    line = draw.chart_of(_fitted(points, across), **axes).mark_line(color=draw.LIGHT, strokeWidth=1.5, clip=True)
    names = _names(points, (across, up), axes)
    title = draw.small_title(str(result.metric), with_minus(f"r = {result.value('pearson'):z.3f}"))
    return alt.layer(line, dots, *names, width=_WIDTH, height=_HEIGHT, title=title)


def _names(points: list[dict[str, Any]], ends: tuple[draw.Span, draw.Span], axes: dict[str, Any]) -> list[alt.Chart]:
    """Write names beside their points, where there is room; offsets hold for panels of any width."""
    across, up = ends
    places = [
        (_WIDTH * (p["x"] - across[0]) / (across[1] - across[0]), _HEIGHT * (up[1] - p["y"]) / (up[1] - up[0]))
        for p in points
    ]
    by_offset: dict[tuple[Any, float, float], list[dict[str, Any]]] = {}
    labels = place_labels(places, [point["system"] for point in points], (_WIDTH, _HEIGHT))
    for point, place, label in zip(points, places, labels, strict=True):
        if label:
            offset = label[2], round(label[0] - place[0], 3), round(label[1] - place[1], 3)
            by_offset.setdefault(offset, []).append(point)
    return [
        draw.chart_of(rows, **axes, text="system:N").mark_text(
            align=align, dx=dx, dy=dy, baseline="middle", fontSize=10, color=draw.INK
        )
        for (align, dx, dy), rows in by_offset.items()
    ]


def _fitted(points: list[dict[str, Any]], ends: draw.Span) -> list[dict[str, float]]:
    """Return the ends of the least-squares line; none where all judgements are equal."""
    x, y = (np.array([point[name] for point in points]) for name in ("x", "y"))
    across = (x - ends[0]) / (ends[1] - ends[0])  # from 0 to 1, since squares of large judgements overflow
    if not np.ptp(across):
        return []
    slope = float(np.mean((across - across.mean()) * (y - y.mean())) / np.var(across))
    return [{"x": end, "y": float(y.mean() + slope * (place - across.mean()))} for place, end in enumerate(ends)]


def _ends(values: list[float], room: float) -> draw.Span:
    low, high = draw.span(values)
    return low - room * (high - low), high + room * (high - low)
