"""The look of charts: colours, sizes and theme; axes, intervals, titles and panels as all figures have them."""

from __future__ import annotations

import json
from functools import partial
from math import sqrt
from statistics import fmean, stdev
from typing import TYPE_CHECKING, Any

import altair as alt

from sumspace.show.text import domain_label, short

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    Layers = alt.LayerChart | alt.FacetChart
    Figure = alt.Chart | Layers | alt.ConcatChart | alt.VConcatChart
    #: The ends of an axis.
    Span = tuple[float, float]


#: Colours that the colour-blind can tell apart (Okabe and Ito), one for each domain, then again from the first.
PALETTE = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#6A51A3", "#7F7F7F")
INK, GREY, FAINT = "#222222", "#6b6b6b", "#dddddd"
#: Light lines, pale tints, and blues from pale to deep for shares; two more colours beside the palette's.
LIGHT, TINT, PALE, DEEP, TEALS = "#cccccc", "#e8f1f8", "#f2f6fa", "#08519c", ("#44AA99", "#88CCEE")
#: From surest to not sure at all; and from negative through nothing to positive.
CERTAINTY = ("#08306b", "#2171b5", "#9ecae1", "#f0f0f0")
DIVERGING = ["#b2182b", "#f7f7f7", "#2166ac"]
#: Text on coloured cells, which dark mode leaves as it is: dark on pale cells, light on deep ones.
ON_PALE, ON_DEEP = "#212121", "#fefefe"
#: What stands for these colours on a dark page; every other colour is left as it is.
DARK = {
    INK: "#e6edf3", GREY: "#a3adb8", FAINT: "#3a424c", LIGHT: "#56606b", TINT: "#14283b", PALE: "#141b23",
    "#eeeeee": "#252c35", "white": "#0f1318", "#ffffff": "#0f1318", DEEP: "#6baed6",
    "#0072B2": "#3b93d6", "#56B4E9": "#b3e2fb", "#D55E00": "#f08040", "#009E73": "#2fbf95", "#CC79A7": "#dc98bd",
    "#E69F00": "#eeb33c", "#6A51A3": "#a893dc", "#7F7F7F": "#a0a0a0",
    **dict(zip(CERTAINTY, ("#cfe6fb", "#6db1e8", "#2f6ea5", "#252c35"), strict=True)),
}  # fmt: skip
#: So many values have an interval.
_ENOUGH = 3
#: Axes of scores end at 1 where a score is at least this.
_NEAR_ONE = 0.9
WIDTH, HEIGHT, SMALL = 560, 200, 270
_FONT = "Liberation Sans, Arial, Helvetica, sans-serif"
_THEME: dict[str, Any] = {
    "background": "white",
    "font": _FONT,
    "padding": 12,
    "view": {"stroke": None},
    # What the pointer is on is told in numbers; of a line or an area only its first point is known.
    "mark": {"tooltip": True}, "line": {"tooltip": None}, "area": {"tooltip": None},
    "axis": {
        "domainColor": GREY, "tickColor": GREY, "labelColor": GREY, "titleColor": INK, "gridColor": "#eeeeee",
        "labelFontSize": 11, "titleFontSize": 12, "titleFontWeight": "normal", "titlePadding": 8,
    },
    "title": {
        "anchor": "start", "color": INK, "fontSize": 14, "fontWeight": 600, "subtitleColor": GREY,
        "subtitleFontSize": 12, "subtitlePadding": 5, "offset": 14,
    },
    "header": {"labelFontSize": 13, "labelFontWeight": 600, "labelColor": INK, "title": None},
    "legend": {
        "labelFontSize": 12, "labelLimit": 300, "labelColor": INK, "title": None, "orient": "top",
        "symbolStrokeWidth": 3,
    },
}  # fmt: skip


def themed(figures: Mapping[str, Figure | None]) -> dict[str, Figure]:
    """Give figures their look; those that there is nothing to draw of are left out."""
    drawn = {name: figure for name, figure in figures.items() if figure is not None}
    for figure in drawn.values():
        figure.config = alt.Config(**_THEME)  # `configure` would copy the figure
    return drawn


def choice(figure: Figure | None, name: str, **choices: str) -> Figure | None:
    """Make a figure one of several that a page shows in one place, with a switch: `choice(f, "sweep", measure="x")`.

    Figures of one name stand in one place; a keyword is what is chosen, and each is a switch of its own.
    """
    if figure is not None:
        figure.usermeta = {"figure": name, "choices": {by: short(chosen) for by, chosen in choices.items()}}
    return figure


def inline(rows: Sequence[Mapping[str, Any]]) -> alt.InlineData:
    """Hand rows over as text: they have no limit then, and are not checked one by one."""
    return alt.InlineData(values=json.dumps(rows), format=alt.JsonDataFormat(type="json"))


def chart_of(rows: Sequence[Mapping[str, Any]], **encodings: Any) -> alt.Chart:
    """Begin a chart of these rows; the marks and further encodings follow."""
    chart: alt.Chart = alt.Chart(inline(rows)).encode(**encodings)
    return chart


def x_axis(field: str, title: str | None, count: int = 5, ends: Span | None = None, **look: Any) -> alt.X:
    """Make an axis of about so many numbers without lines up the chart, from end to end if these are given.

    Without a title only the scale is kept.
    """
    axis = None if title is None else _axis(look, grid=False, tickCount=count)
    return alt.X(f"{field}:Q", title=title, axis=axis, scale=_scale(ends))


def y_axis(field: str, title: str | None, count: int = 4, ends: Span | None = None, **look: Any) -> alt.Y:
    """Make an axis of about so many numbers with lines across the chart and none of its own."""
    axis = _axis(look, tickCount=count, domain=False, ticks=False)
    return alt.Y(f"{field}:Q", title=title, axis=axis, scale=_scale(ends))


def score_axis(ends: Span, title: str | None = None, count: int = 8) -> alt.X:
    """Make an axis of scores in percent; without a title only the scale is kept."""
    return x_axis("score", title, count, ends, format="~%")


def share_ends(values: Iterable[float], *, zero: bool = True) -> Span:
    """Return the ends of an axis of shares or scores: 0 where the values are not far from it, 1 if they come near.

    With `zero` it starts at 0 in any case, as bars must. Values below 0 or above 1 have the room that they need.

    >>> share_ends([0.2, 0.5]), share_ends([0.4, 0.93]), share_ends([0.40, 0.50], zero=False)
    ((0.0, 0.515), (0.0, 1.0), (0.397, 0.503))
    """
    values = list(values)
    low, high = min(values), max(values)
    room = 0.03 * (high - min(low, 0.0) if zero else high - low) or 0.01
    start = 0.0 if low >= 0 and (zero or low < 0.3 * high) else low - room
    end = 1.0 if _NEAR_ONE <= high <= 1 else high + room
    return round(start, 9), round(end, 9)


def label_axis(**look: Any) -> alt.Axis:
    """Make an axis of names, which has no line and no ticks."""
    return _axis(look, domain=False, ticks=False, labelPadding=8, labelLimit=300, labelColor=INK)


def _axis(look: dict[str, Any], **usual: Any) -> alt.Axis:
    return alt.Axis(**(usual | look))


def _scale(ends: Span | None) -> Any:
    return alt.Undefined if ends is None else alt.Scale(domain=list(ends), nice=False, zero=False)


def mean_ends(values: Sequence[float]) -> Span | None:
    """Return the ends of Student's 95 % interval of a mean of scores, within 0 and 1; None for fewer than 3 values.

    >>> mean_ends([0.2, 0.3, 0.4]), mean_ends([0.2, 0.3])
    ((0.0515862, 0.5484138), None)
    """
    from scipy.special import stdtrit

    if len(values) < _ENOUGH:
        return None
    reach = float(stdtrit(len(values) - 1, 0.975)) * stdev(values) / sqrt(len(values))
    return round(max(fmean(values) - reach, 0.0), 7), round(min(fmean(values) + reach, 1.0), 7)


def tips(*fields: str | tuple[str, str] | tuple[str, str, str]) -> list[alt.Tooltip]:
    """Say what is shown of a row when the pointer is on its mark: names of fields, with a heading and a format.

    Without this, marks show what they are drawn by, which is enough wherever axes have titles.

    >>> [tip.to_dict()["field"] for tip in tips("system", ("score", "mean recall"), ("p", "p", ".3f"))]
    ['system', 'score', 'p']
    """
    shown = []
    for field in fields:
        name, title, form = (*((field,) if isinstance(field, str) else field), "", "")[:3]
        kind = "Q" if form else "N"
        shown.append(alt.Tooltip(f"{name}:{kind}", title=title or name, format=form or alt.Undefined))
    return shown


def error_bars(
    rows: Sequence[Mapping[str, Any]], axis: alt.X | alt.Y, low: str = "low", high: str = "high", **look: Any
) -> alt.Chart:
    """Draw an interval for each row along an axis, between the values of two fields; encode the other axis after.

    Rows without an interval, whose ends are None, have no bar.
    """
    ends = [{**row} for row in rows if row.get(low) is not None and row.get(high) is not None]
    along = axis.copy()
    along.shorthand = f"{low}:Q"
    style: dict[str, Any] = {"strokeWidth": 1.6, "color": INK} | look
    bars = alt.Chart(inline(ends)).mark_rule(**style)
    between = {"x": along, "x2": f"{high}:Q"} if isinstance(axis, alt.X) else {"y": along, "y2": f"{high}:Q"}
    drawn: alt.Chart = bars.encode(**between)
    return drawn


#: The fields of a row of a quantile band: the tenths and quarters at both sides, and the middle.
QUANTILES = {"q10": 0.10, "q25": 0.25, "q50": 0.50, "q75": 0.75, "q90": 0.90}


def quantile_band(rows: Sequence[Mapping[str, Any]], x: alt.X, y: alt.Y, colour: str) -> list[alt.Chart]:
    """Draw the middle of many values as a line, half of them as a band and 80 % as a wider one.

    Rows have a field for each of `QUANTILES`; y is an axis of any field, whose title and scale are kept.
    """
    base = chart_of(rows, x=x)

    def at(name: str) -> alt.Y:
        axis = y.copy()
        axis.shorthand = f"{name}:Q"
        return axis

    told = tips(*((name, f"{100 * share:g} % of documents below", ".4~f") for name, share in QUANTILES.items()))
    return [
        base.mark_area(color=colour, opacity=0.16).encode(y=at("q10"), y2="q90:Q"),
        base.mark_area(color=colour, opacity=0.28).encode(y=at("q25"), y2="q75:Q"),
        base.mark_line(color=colour, strokeWidth=2).encode(y=at("q50")),
        base.mark_rule(opacity=0, strokeWidth=6).encode(y=at("q10"), y2="q90:Q", tooltip=told),
    ]


def pixels(length: float) -> alt.Scale:
    """Make a scale on which values are pixels, for what is placed by hand."""
    return alt.Scale(domain=[0, length], range=[0, length], nice=False, zero=False)


def span(values: Iterable[float]) -> Span:
    """Return the range of values with a little room around it."""
    values = list(values)
    low, high = min(values), max(values)
    room = 0.03 * (high - low) or 0.01
    return low - room, high + room


def colour_of(place: int) -> str:
    return PALETTE[place % len(PALETTE)]


def colours(field: str, by_value: Mapping[str, str], **legend: Any) -> alt.Color:
    """Give every value of a field its colour; there is a legend if anything is said of its look."""
    scale = alt.Scale(domain=list(by_value), range=list(by_value.values()))
    return alt.Color(f"{field}:N", scale=scale, legend=alt.Legend(**legend) if legend else None)


def domain_colour(domains: Iterable[str]) -> alt.Color:
    names = dict.fromkeys(short(domain_label(domain)) for domain in domains)
    by_name = {name: colour_of(place) for place, name in enumerate(names)}
    return colours("domain", by_name, columns=4, symbolOpacity=1, symbolType="circle")


def title_of(text: str, subtitle: str = "", **look: Any) -> alt.Title:
    return alt.Title(text, subtitle=subtitle or alt.Undefined, **look)


def small_title(text: str, subtitle: str = "", **look: Any) -> alt.Title:
    """Make the title of a chart that is one of several."""
    return title_of(text, subtitle, fontSize=12, subtitleFontSize=11, subtitlePadding=3, offset=6, **look)


def panels(
    charts: Sequence[Figure],
    title: str,
    subtitle: str = "",
    *,
    columns: int | None = 2,
    spacing: int = 24,
    **scales: Any,
) -> Figure | None:
    """Put charts side by side in so many columns, or all in a row; None where there are none.

    Scales are shared as `resolve_scale` of Altair takes it: `y="shared"`.
    """
    if not charts:
        return None
    join = alt.vconcat if columns == 1 else partial(alt.concat, columns=columns or alt.Undefined)
    return join(*charts, spacing=spacing, title=title_of(title, subtitle), resolve={"scale": scales})
