"""What the figures share: their look, their axes and their colours."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from sumspace.show.text import domain_label, short

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    import altair as alt

    Figure = alt.Chart | alt.LayerChart | alt.ConcatChart | alt.VConcatChart | alt.FacetChart

__all__ = [
    "FAINT", "GREY", "HEIGHT", "INK", "PALETTE", "SMALL", "WIDTH", "colour_of", "domain_colour", "inline", "score_axis",
    "small_title", "span", "themed",
]  # fmt: skip

#: Colours that the colour-blind can tell apart (Okabe and Ito), one for each domain, then again from the first.
PALETTE = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#6A51A3", "#7F7F7F")
INK, GREY, FAINT = "#222222", "#6b6b6b", "#dddddd"
WIDTH, HEIGHT, SMALL = 560, 200, 270
_FONT = "Liberation Sans, Arial, Helvetica, sans-serif"
_THEME: dict[str, Any] = {
    "background": "white",
    "font": _FONT,
    "padding": 12,
    "view": {"stroke": None},
    "axis": {
        "domainColor": GREY, "tickColor": GREY, "labelColor": GREY, "titleColor": INK, "gridColor": "#eeeeee",
        "labelFontSize": 11, "titleFontSize": 12, "titleFontWeight": "normal", "titlePadding": 8,
    },
    "title": {
        "anchor": "start", "color": INK, "fontSize": 14, "fontWeight": 600, "subtitleColor": GREY,
        "subtitleFontSize": 12, "subtitlePadding": 5, "offset": 14,
    },
    "header": {"labelFontSize": 13, "labelFontWeight": 600, "labelColor": INK, "title": None},
    "legend": {"labelFontSize": 12, "labelColor": INK, "title": None, "orient": "top", "symbolStrokeWidth": 3},
}  # fmt: skip


def themed(figures: Mapping[str, Figure | None]) -> dict[str, Figure]:
    """Give figures their look; those that there is nothing to draw of are left out."""
    return {name: figure.configure(**_THEME) for name, figure in figures.items() if figure is not None}


def colour_of(place: int) -> str:
    return PALETTE[place % len(PALETTE)]


def inline(rows: Sequence[dict[str, Any]]) -> alt.InlineData:
    """Hand rows over as text: they have no limit then, and are not checked one by one."""
    import altair as alt

    return alt.InlineData(values=json.dumps(rows), format=alt.JsonDataFormat(type="json"))


def score_axis(ends: tuple[float, float], title: str | None = None, ticks: int = 8) -> alt.X:
    """Make an axis of scores; without a title only the scale is kept."""
    import altair as alt

    axis = None if title is None else alt.Axis(format="~%", grid=False, tickCount=ticks)
    return alt.X("score:Q", title=title, axis=axis, scale=alt.Scale(domain=list(ends), nice=False, zero=False))


def small_title(text: str) -> alt.Title:
    import altair as alt

    return alt.Title(text, fontSize=12, offset=6)


def span(values: Iterable[float]) -> tuple[float, float]:
    """Return the range of values with a little room around it."""
    values = list(values)
    low, high = min(values), max(values)
    room = 0.03 * (high - low) or 0.01
    return low - room, high + room


def domain_colour(domains: Iterable[str]) -> alt.Color:
    """Give every domain its colour."""
    import altair as alt

    names = [short(domain_label(domain)) for domain in domains]
    return alt.Color(
        "domain:N",
        legend=alt.Legend(columns=4, symbolOpacity=1, symbolType="circle"),
        scale=alt.Scale(domain=names, range=[colour_of(i) for i in range(len(names))]),
    )
