"""The figures of the study of limits (Ceylan 2010, figures 1 to 4), and those of its two extensions."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

import numpy as np

from sumspace.report.limits import domain_label
from sumspace.studies.high_scoring import FEATURES
from sumspace.studies.systems import BASELINES

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    import altair as alt
    from numpy.typing import NDArray

    from sumspace.space.distribution import Distribution
    from sumspace.studies.limits import DomainLimits, Limits, MeasureLimits
    from sumspace.studies.ranks import RankedDocument

    Floats = NDArray[np.float64]
    #: The name, score and kind of what stands among all extracts.
    Mark = tuple[str, float, str]
    Figure = alt.Chart | alt.LayerChart | alt.ConcatChart | alt.VConcatChart | alt.FacetChart

__all__ = ["MOST_LINES", "clean", "figures", "middle_document"]

#: So many documents of a domain are drawn in figure 3.
MOST_LINES = 100
#: Colours that the colour-blind can tell apart (Okabe and Ito), one for each domain, then again from the first.
_PALETTE = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#6A51A3", "#7F7F7F")
_INK, _GREY, _FAINT = "#222222", "#6b6b6b", "#dddddd"
_WIDTH, _HEIGHT, _SMALL, _ROW = 560, 200, 270, 17
_LONGEST = 40
_FONT = "Liberation Sans, Arial, Helvetica, sans-serif"
_THEME: dict[str, Any] = {
    "background": "white",
    "font": _FONT,
    "padding": 12,
    "view": {"stroke": None},
    "axis": {
        "domainColor": _GREY, "tickColor": _GREY, "labelColor": _GREY, "titleColor": _INK, "gridColor": "#eeeeee",
        "labelFontSize": 11, "titleFontSize": 12, "titleFontWeight": "normal", "titlePadding": 8,
    },
    "title": {
        "anchor": "start", "color": _INK, "fontSize": 14, "fontWeight": 600, "subtitleColor": _GREY,
        "subtitleFontSize": 12, "subtitlePadding": 5, "offset": 14,
    },
    "header": {"labelFontSize": 13, "labelFontWeight": 600, "labelColor": _INK, "title": None},
    "legend": {"labelFontSize": 12, "labelColor": _INK, "title": None, "orient": "top", "symbolStrokeWidth": 3},
}  # fmt: skip


def figures(limits: Limits) -> dict[str, Figure]:
    """Draw figures 1 and 2 of every domain and figure 3 on the first measure, and the others on every measure."""
    first = next(iter(limits.domains[0].measures))
    names = _slugs(domain_label(domain.domain) for domain in limits.domains)
    score = limits.plan.score
    found: dict[str, Figure | None] = {}
    for place, (name, domain) in enumerate(zip(names, limits.domains, strict=True)):
        part, colour = domain.measures[first], _colour(place)
        found[f"figure-1-{name}-{_slug(first)}"] = _document(domain, part, score, colour)
        found[f"figure-2-{name}-{_slug(first)}"] = _domain(domain, part, score, colour)
    found[f"figure-3-{_slug(first)}"] = _ensemble(limits, first, score)
    for measure in limits.domains[0].measures:
        found[f"figure-4-{_slug(measure)}"] = _densities(limits, measure, score)
    for measure in limits.domains[0].measures:
        found[f"sweep-{_slug(measure)}"] = _sweep(limits, measure)
    found["features"] = _features(limits)
    return {name: chart.configure(**_THEME) for name, chart in found.items() if chart is not None}


def middle_document(part: MeasureLimits) -> RankedDocument:
    """Return the document whose number of extracts is the median of the domain."""
    return sorted(part.documents, key=lambda d: d.space.distribution.extracts)[(len(part.documents) - 1) // 2]


def clean(text: str, longest: int | None = None) -> str:
    """Make a name fit for a chart or a page: signs that cannot be printed are replaced, and a long one is cut."""
    shown = "".join(sign if sign.isprintable() else "\N{REPLACEMENT CHARACTER}" for sign in text)
    return shown if longest is None or len(shown) <= longest else f"{shown[: longest - 1]}…"


def _slug(text: str) -> str:
    return re.sub(r"[^a-z0-9.]+", "-", text.lower()).strip("-.")


def _slugs(names: Iterable[str]) -> list[str]:
    """Return names for files, each its own."""
    found: list[str] = []
    for place, name in enumerate(names, 1):
        slug = _slug(name)[:_LONGEST] or "domain"
        found.append(f"{slug}-{place}" if slug in found else slug)
    return found


def _colour(place: int) -> str:
    return _PALETTE[place % len(_PALETTE)]


def _rows(rows: Sequence[dict[str, Any]]) -> alt.InlineData:
    """Hand rows over as text: they have no limit then, and are not checked one by one."""
    import altair as alt

    return alt.InlineData(values=json.dumps(rows), format=alt.JsonDataFormat(type="json"))


def _score_axis(ends: tuple[float, float], title: str | None = None, ticks: int = 8) -> alt.X:
    """Make an axis of scores; without a title only the scale is kept."""
    import altair as alt

    axis = None if title is None else alt.Axis(format="~%", grid=False, tickCount=ticks)
    return alt.X("score:Q", title=title, axis=axis, scale=alt.Scale(domain=list(ends), nice=False, zero=False))


def _document(domain: DomainLimits, part: MeasureLimits, score: str, colour: str) -> Figure:
    """Figure 1: the normalized histogram of one document (eq. 1), and where its summaries stand."""
    import altair as alt

    document = middle_document(part)
    found = document.space.distribution
    histogram = found.histogram()
    bins = len(histogram)
    scores = {standing.system: standing.score for standing in document.standings}
    used = np.flatnonzero(histogram)
    rows = [{"score": int(i) / bins, "end": (int(i) + 1) / bins, "density": float(histogram[i])} for i in used]
    ends = _range([found.min or 0.0, (found.max or 0.0) + 1 / bins, *scores.values()])
    bars = (
        alt.Chart(_rows(rows))
        .mark_bar(color=colour, clip=True, binSpacing=0)
        .encode(x=_score_axis(ends), x2="end:Q", y=_density_axis(), y2=alt.datum(0))
    )
    title = alt.Title(
        f"{clean(domain_label(domain.domain), _LONGEST)}: the extracts of one document",
        subtitle=f"{clean(document.space.id, _LONGEST)}, {_count(found.extracts)} extracts{_guess(found.exact)}",
    )
    marks = _marks(scores, found.mean or 0.0, found.max or 0.0, found.exact)
    above, below = alt.layer(_rules(marks, ends), bars), _strip(marks, ends, f"{part.measure} {score}", colour)
    return alt.vconcat(above.properties(width=_WIDTH, height=_HEIGHT), below, spacing=0, bounds="flush", title=title)


def _domain(domain: DomainLimits, part: MeasureLimits, score: str, colour: str) -> Figure | None:
    """Figure 2: the density of a domain's mean score, the paper's bins beneath, and where systems stand."""
    import altair as alt

    average = part.average
    if average.std <= 0:
        return None
    x, y = average.density()
    curve = [{"score": float(a), "density": float(b)} for a, b in zip(x, y, strict=True)]
    bins = len(part.histogram)
    shown = range(max(int(x[0] * bins) - 1, 0), min(int(x[-1] * bins) + 2, bins))
    steps = [{"score": i / bins, "density": float(part.histogram[i])} for i in shown]
    scores = {system.system: system.score for system in part.systems}
    ends = _range([_first(x, y), average.max, *scores.values()])
    axis = _score_axis(ends)
    binned = (
        alt.Chart(_rows(steps))
        .mark_line(interpolate="step-after", color=_GREY, strokeWidth=0.7, clip=True)
        .encode(x=axis, y=_density_axis())
    )
    smooth = (
        alt.Chart(_rows(curve))
        .mark_area(color=colour, opacity=0.25, clip=True, line={"color": colour, "strokeWidth": 2})
        .encode(x=axis, y=_density_axis())
    )
    title = alt.Title(
        f"{clean(domain_label(domain.domain), _LONGEST)}: the mean score of a random extract of every document",
        subtitle=f"{len(part.documents):,} documents{_guess(average.exact)}; grey steps: the paper's 1,000 bins",
    )
    marks = _marks(scores, average.mean, average.max, average.exact)
    above = alt.layer(_rules(marks, ends), smooth, binned).properties(width=_WIDTH, height=_HEIGHT)
    return alt.vconcat(
        above, _strip(marks, ends, f"mean {part.measure} {score}", colour), spacing=0, bounds="flush", title=title
    )


def _marks(scores: dict[str, float], mean: float, most: float, exact: bool) -> list[Mark]:
    """Return what stands among all extracts, the best first: systems, the average, and the limit."""
    marks = [(name, score, "baseline" if name in BASELINES else "system") for name, score in scores.items()]
    marks += [("average extract", mean, "space"), ("best extract" if exact else "best extract seen", most, "space")]
    return sorted(marks, key=lambda mark: -mark[1])


def _rules(marks: list[Mark], ends: tuple[float, float]) -> alt.Chart:
    """Draw a thin line at every score."""
    import altair as alt

    rows = [{"score": score} for _, score, _ in marks]
    lines: alt.Chart = alt.Chart(_rows(rows)).mark_rule(color=_FAINT, strokeWidth=1).encode(x=_score_axis(ends))
    return lines


def _strip(marks: list[Mark], ends: tuple[float, float], title: str, colour: str) -> alt.LayerChart | alt.FacetChart:
    """Draw a row for every score, the best first: so no line up to the chart crosses a name."""
    import altair as alt

    rows = [
        {"score": score, "place": place, "kind": kind, "label": f"{clean(name, _LONGEST)}  {100 * score:.2f}"}
        for place, (name, score, kind) in enumerate(marks)
    ]
    kinds = ["space", "baseline", "system"]

    def by_kind(*values: str) -> dict[str, Any]:
        return {"field": "kind", "type": "nominal", "legend": None, "scale": {"domain": kinds, "range": values}}

    base = alt.Chart(_rows(rows)).encode(x=_score_axis(ends, title), y=alt.Y("place:O", axis=None, sort=None))
    lines = base.mark_rule(color=_FAINT, strokeWidth=1).encode(y2=alt.value(0))
    points = base.mark_point(size=50, opacity=1, strokeWidth=1.6).encode(
        stroke=alt.Stroke(**by_kind(_INK, colour, colour)),
        fill=alt.Fill(**by_kind(_INK, "white", colour)),
        shape=alt.Shape(**by_kind("diamond", "circle", "circle")),
    )
    texts = base.mark_text(align="left", dx=8, color=_INK, fontSize=11).encode(text="label:N")
    return alt.layer(lines, texts, points).properties(width=_WIDTH, height=_ROW * len(rows))


def _small_title(text: str) -> alt.Title:
    import altair as alt

    return alt.Title(text, fontSize=12, offset=6)


def _density_axis() -> alt.Y:
    import altair as alt

    return alt.Y("density:Q", title="density", axis=alt.Axis(tickCount=4, domain=False, ticks=False))


def _range(values: Iterable[float]) -> tuple[float, float]:
    """Return the range of values with a little room around it."""
    values = list(values)
    low, high = min(values), max(values)
    room = 0.03 * (high - low) or 0.01
    return low - room, high + room


def _first(x: Floats, y: Floats) -> float:
    """Return where a density begins to be seen."""
    return float(x[np.flatnonzero(y >= 0.001 * y.max())[0]])


def _count(number: int) -> str:
    return f"{number:,}" if number < 10**12 else f"about {number:.0e}".replace("e+", " · 10^")


def _guess(exact: bool) -> str:
    return "" if exact else ", estimated"


def _ensemble(limits: Limits, measure: str, score: str) -> Figure | None:
    """Figure 3: the distribution of every document."""
    import altair as alt

    charts: list[alt.Chart] = []
    curves = []
    for place, domain in enumerate(limits.domains):
        found = [d.space.distribution for d in domain.measures[measure].documents]
        found = sorted((one for one in found if one.std), key=lambda one: one.mean or 0.0)
        step = max(len(found) / MOST_LINES, 1.0)
        chosen = [found[int(i * step)] for i in range(min(len(found), MOST_LINES))]
        if chosen:
            curves.append((place, domain, [_smooth(one) for one in chosen]))
    if not curves:
        return None
    ends = _range(float(end) for _, _, some in curves for x, _ in some for end in (x[0], x[-1]))
    for place, domain, some in curves:
        rows = [
            {"document": i, "score": float(a), "density": float(b)}
            for i, curve in enumerate(some)
            for a, b in zip(*curve, strict=True)
        ]
        charts.append(
            alt.Chart(_rows(rows), title=_small_title(clean(domain_label(domain.domain), _LONGEST)))
            .mark_line(color=_colour(place), strokeWidth=1, opacity=0.75 if len(some) < 20 else 0.45)
            .encode(x=_score_axis(ends, f"{measure} {score}", 5), y=_density_axis(), detail="document:N")
            .properties(width=_SMALL, height=150)
        )
    title = alt.Title("One line for each document: how its extracts score")
    figure: alt.ConcatChart = alt.concat(*charts, columns=2, spacing=24, title=title).resolve_scale(y="shared")
    return figure


def _smooth(found: Distribution) -> tuple[Floats, Floats]:
    """Return a curve through the shares of a document's scores, each blurred so that it meets its neighbours."""
    scores, shares = found.scores[found.support], found.shares[found.support]
    width = max((found.std or 0.0) / 5, 0.6 / found.total if found.total else 0.0)
    seen = scores[shares >= 1e-4 * shares.max()]
    x = np.linspace(seen[0] - 3 * width, seen[-1] + 3 * width, 100)
    y = np.exp(-0.5 * ((x[:, None] - scores) / width) ** 2) @ shares / (width * np.sqrt(2 * np.pi))
    return x, y


def _densities(limits: Limits, measure: str, score: str) -> Figure | None:
    """Figure 4: the densities of all domains."""
    import altair as alt

    rows: list[dict[str, Any]] = []
    for domain in limits.domains:
        average = domain.measures[measure].average
        if average.std > 0:
            x, y = average.density()
            seen = y >= 0.001 * y.max()
            rows += [
                {"domain": clean(domain_label(domain.domain), _LONGEST), "score": float(a), "density": float(b)}
                for a, b in zip(x[seen], y[seen], strict=True)
            ]
    if not rows:
        return None
    ends = _range(row["score"] for row in rows)
    base = alt.Chart(_rows(rows)).encode(
        x=_score_axis(ends, f"mean {measure} {score}"), y=_density_axis().stack(None), color=_domain_colour(limits)
    )
    return alt.layer(base.mark_area(opacity=0.15), base.mark_line(strokeWidth=2)).properties(
        width=_WIDTH, height=260, title="The mean score of a random extract of every document, by domain"
    )


def _domain_colour(limits: Limits) -> alt.Color:
    import altair as alt

    names = [clean(domain_label(domain.domain), _LONGEST) for domain in limits.domains]
    return alt.Color(
        "domain:N",
        legend=alt.Legend(columns=4, symbolOpacity=1, symbolType="circle"),
        scale=alt.Scale(domain=names, range=[_colour(i) for i in range(len(names))]),
    )


def _sweep(limits: Limits, measure: str) -> Figure | None:
    """What length does to scores, a small chart for each domain."""
    import altair as alt

    series = ("best seen", "lead", "textrank", "average extract")
    colours = [_INK, _PALETTE[1], _PALETTE[0], _GREY]
    charts = []
    for domain in limits.domains:
        rows: list[dict[str, Any]] = []
        for point in domain.sweep:
            if point.measure == measure:
                values = (point.best, point.systems.get("lead"), point.systems.get("textrank"), point.mean)
                rows += [
                    {"kind": kind, "ratio": point.ratio, "score": value}
                    for kind, value in zip(series, values, strict=True)
                    if value is not None
                ]
        if rows:
            ratios = sorted({row["ratio"] for row in rows})
            charts.append(
                alt.Chart(_rows(rows), title=_small_title(clean(domain_label(domain.domain), _LONGEST)))
                .mark_line(point={"size": 30}, strokeWidth=1.8)
                .encode(
                    x=alt.X(
                        "ratio:Q", title="words kept", scale=alt.Scale(domainMin=0),
                        axis=alt.Axis(format="%", grid=False, values=ratios),
                    ),
                    y=alt.Y(
                        "score:Q", title=f"{measure} recall",
                        axis=alt.Axis(format="~%", tickCount=5, domain=False, ticks=False),
                    ),
                    color=alt.Color("kind:N", scale=alt.Scale(domain=series, range=colours)),
                )
                .properties(width=_SMALL, height=170)
            )  # fmt: skip
    title = alt.Title("What length does to scores")
    return alt.concat(*charts, columns=2, spacing=24, title=title).resolve_scale(y="shared") if charts else None


def _features(limits: Limits) -> Figure | None:
    """How high-scoring extracts differ from typical ones, in standard deviations."""
    import altair as alt

    charts: list[alt.LayerChart | alt.FacetChart] = []
    for measure in limits.domains[0].measures:
        rows = [
            {"domain": clean(domain_label(domain.domain), _LONGEST), "feature": feature.name, "effect": feature.effect}
            for domain in limits.domains
            for feature in domain.measures[measure].features
        ]
        if rows:
            dots = (
                alt.Chart(_rows(rows))
                .mark_circle(size=70, opacity=1)
                .encode(
                    x=alt.X("effect:Q", title="standard deviations", axis=alt.Axis(tickCount=5)),
                    y=alt.Y(
                        "feature:N", title=None, sort=list(FEATURES),
                        axis=alt.Axis(domain=False, ticks=False, labels=len(charts) % 3 == 0, labelPadding=8),
                    ),
                    yOffset=alt.YOffset("domain:N"),
                    color=_domain_colour(limits),
                )
            )  # fmt: skip
            zero = alt.Chart(_rows([{"effect": 0}])).mark_rule(color=_GREY).encode(x="effect:Q")
            charts.append(alt.layer(zero, dots, title=_small_title(measure)).properties(width=165, height=230))
    title = alt.Title("How the best extracts differ from typical ones")
    return alt.concat(*charts, columns=3, spacing=24, title=title).resolve_scale(x="shared") if charts else None
