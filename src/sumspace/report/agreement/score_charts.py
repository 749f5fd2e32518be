"""People, systems and the best extracts, document by document (Lin & Hovy 2003, figures 5 to 9)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sumspace.report.agreement.chart_series import MOST_SYSTEMS, colours, label
from sumspace.report.agreement.tables import p_value
from sumspace.show.charts import INK, WIDTH, inline, span
from sumspace.show.labels import spread
from sumspace.show.text import counted
from sumspace.studies.agreement_series import BEST

if TYPE_CHECKING:
    from collections.abc import Sequence

    import altair as alt

    from sumspace.show.charts import Figure
    from sumspace.studies.agreement import Agreement, Average, Group
    from sumspace.studies.agreement_documents import DocumentAgreement
    from sumspace.studies.agreement_series import Series

__all__ = ["against_compression", "by_agreement"]

_HEIGHT, _NAMES, _LINE = 340, 130, 15
#: Lines are averages over so many neighbours, at most: one in so many of the documents.
_SMOOTH = 15
#: Bands of fitted lines are drawn in so many steps.
_STEPS = 20


def by_agreement(agreement: Agreement, group: Group, title: str) -> Figure:
    """Figures 5 to 8: documents by falling MaxH, with the average of each series at the right."""
    import altair as alt

    shown = {series: colour for series, colour in colours(agreement).items() if group.average(series)}
    ordered = sorted(group.documents, key=lambda document: -document.maximum)
    width = max(len(ordered) // _SMOOTH, 1)
    rows = [row for place, series in enumerate(shown) for row in _smoothed(ordered, series, str(place), width)]
    ends = span(row["score"] for row in rows)
    heights = alt.Scale(domain=list(ends), nice=False, zero=False)
    base = alt.Chart(inline(rows)).encode(
        x=alt.X(
            "document:Q", title="documents, by falling MaxH", axis=alt.Axis(grid=False, tickMinStep=1, format="d"),
            scale=alt.Scale(domain=[1, max(len(ordered), 2)], nice=False, padding=6),
        ),
        color=_colour(shown),
    )  # fmt: skip
    axis = alt.Axis(format="~%", tickCount=6, domain=False, ticks=False)
    points = base.mark_circle(
        size=14 if width > 3 else 22, opacity=(0.8, 0.35, 0.13)[(width > 1) + (width > 3)]
    ).encode(y=alt.Y("score:Q", title=f"{agreement.plan.measure} recall", axis=axis, scale=heights))
    lines = base.mark_line().encode(
        y=alt.Y("smooth:Q", scale=heights),
        strokeWidth=alt.condition(f"datum.series == '{list(shown).index(BEST)}'", alt.value(2.6), alt.value(1.5)),
    )
    chart = alt.layer(points, lines).properties(width=WIDTH - _NAMES, height=_HEIGHT)
    subtitle = f"{counted(len(ordered), 'document')}; at the right: averages"
    if width > 1:
        subtitle += f"; lines: averages of {2 * (width // 2) + 1} neighbours"
    systems = sum(series.kind == "system" for series in agreement.series)
    if systems > MOST_SYSTEMS:
        subtitle += f"; the best {MOST_SYSTEMS} of {systems} systems"
    figure: alt.ConcatChart = alt.concat(
        chart, _names(group, shown, ends), spacing=4, title=alt.Title(title, subtitle=subtitle)
    )
    return figure


def _colour(shown: dict[Series, str]) -> alt.Color:
    import altair as alt

    scale = alt.Scale(domain=[str(place) for place in range(len(shown))], range=list(shown.values()))
    return alt.Color("series:N", scale=scale, legend=None)


def _smoothed(documents: Sequence[DocumentAgreement], series: Series, name: str, width: int) -> list[dict[str, Any]]:
    """Return the scores of a series, each with the mean over its neighbours."""
    there = [(i, one.scores[series].score) for i, one in enumerate(documents, 1) if series in one.scores]
    found = []
    for at, (place, score) in enumerate(there):
        near = [value for _, value in there[max(at - width // 2, 0) : at + width // 2 + 1]]
        found.append({"document": place, "series": name, "score": score, "smooth": sum(near) / len(near)})
    return found


def _names(group: Group, shown: dict[Series, str], ends: tuple[float, float]) -> alt.LayerChart | alt.FacetChart:
    """Write the name and average of each series at its height, moved apart where they would overlap."""
    import altair as alt

    low, high = ends
    averages = [
        (_HEIGHT * (high - average.score) / (high - low), _average(series, average), str(place))
        for place, series in enumerate(shown)
        if (average := group.average(series))
    ]
    averages.sort()
    apart = spread([height for height, _, _ in averages], _LINE, _HEIGHT)
    rows = [
        {"from": height, "to": place, "label": text, "series": series}
        for (height, text, series), place in zip(averages, apart, strict=True)
    ]
    pixels = alt.Scale(domain=[0, _HEIGHT], range=[0, _HEIGHT], nice=False, zero=False)
    base = alt.Chart(inline(rows)).encode(color=_colour(shown))
    links = base.mark_rule(strokeWidth=1.2).encode(
        x=alt.value(0), x2=alt.value(18), y=alt.Y("from:Q", axis=None, scale=pixels), y2="to:Q"
    )
    texts = base.mark_text(align="left", fontSize=12, fontWeight=600).encode(
        x=alt.value(22), y=alt.Y("to:Q", axis=None, scale=pixels), text="label:N"
    )
    return alt.layer(links, texts).properties(width=_NAMES, height=_HEIGHT)


def _average(series: Series, average: Average) -> str:
    return f"{label(series)}  {'≥' if average.unproven else ''}{100 * average.score:.1f}"


def against_compression(agreement: Agreement) -> Figure:
    """Figure 9: every series against the compression of the reference, with fitted lines."""
    import altair as alt

    group = agreement.everything
    shown = colours(agreement)
    ratios = span(document.compression for document in group.documents)
    scores = span(document.scores[s].score for document in group.documents for s in shown if s in document.scores)
    charts = [
        _fitted(group, series, colour, ratios, scores) for series, colour in shown.items() if group.average(series)
    ]
    title = alt.Title(
        "What compression does to scores",
        subtitle=f"{agreement.plan.measure} recall; lines by least squares, shaded: where the true line lies at 95 %",
    )
    figure: alt.ConcatChart = alt.concat(*charts, columns=3, spacing=20, title=title)
    return figure


def _fitted(
    group: Group, series: Series, colour: str, ratios: tuple[float, float], scores: tuple[float, float]
) -> alt.LayerChart | alt.FacetChart:
    import altair as alt

    some = [document for document in group.documents if series in document.scores]
    rows = [{"ratio": document.compression, "score": document.scores[series].score} for document in some]
    x = alt.X(
        "ratio:Q", title="compression", axis=alt.Axis(format="~%", grid=False, tickCount=4),
        scale=alt.Scale(domain=list(ratios), nice=False, zero=False),
    )  # fmt: skip
    scale = alt.Scale(domain=list(scores), nice=False, zero=False)
    y = alt.Y("score:Q", title=None, axis=alt.Axis(format="~%", tickCount=4, domain=False, ticks=False), scale=scale)
    layers = [
        alt.Chart(inline(rows))
        .mark_circle(color=colour, size=26, opacity=0.8 if len(some) < 60 else 0.4)
        .encode(x=x, y=y)
    ]
    line, trend = group.line(series), "no line can be fitted"
    if line:
        low, high = min(row["ratio"] for row in rows), max(row["ratio"] for row in rows)
        steps = [low + (high - low) * i / _STEPS for i in range(_STEPS + 1)]
        heights = [dict(zip(("score", "low", "high"), line.at(step), strict=True)) for step in steps]
        curve = [{"ratio": step, **height} for step, height in zip(steps, heights, strict=True)]
        fit = alt.Chart(inline(curve)).encode(x=x)
        band = fit.mark_area(color=colour, opacity=0.18, clip=True).encode(y=alt.Y("low:Q", scale=scale), y2="high:Q")
        layers = [band, *layers, fit.mark_line(color=INK, strokeWidth=1.5, clip=True).encode(y=y)]
        change = f"{10 * line.slope:+.1f}".replace("-", "\N{MINUS SIGN}")
        trend = f"{change} for 10 points, p {p_value(line.p)}"
    title = alt.Title(label(series), subtitle=trend, fontSize=12, subtitleFontSize=11, subtitlePadding=3, offset=6)
    return alt.layer(*layers, title=title).properties(width=170, height=150)
