"""The figures of the study of agreement: 4, 5 and 9 of Lin & Hovy 2003 and, in place of 6 to 8, one for each set."""

from __future__ import annotations

from statistics import fmean
from typing import TYPE_CHECKING, Any

from sumspace.show.charts import INK, PALETTE, WIDTH, colour_of, inline, span, themed
from sumspace.show.labels import spread
from sumspace.show.text import counted, short
from sumspace.studies.agreement.documents import BEST_HUMAN
from sumspace.studies.agreement.tables import p_value

if TYPE_CHECKING:
    from collections.abc import Sequence

    import altair as alt

    from sumspace.show.charts import Figure
    from sumspace.studies.agreement.documents import DocumentAgreement, Source
    from sumspace.studies.agreement.study import AgreementStudy, DocumentGroup, MeanScore

    Layers = alt.LayerChart | alt.FacetChart
    Span = tuple[float, float]

__all__ = ["MOST_SYSTEMS", "draw_figures", "source_colours"]

#: So many systems, the best ones, are drawn.
MOST_SYSTEMS = 3
_COLOURS = {
    "human": (INK,),
    "baseline": (PALETTE[4],),
    "system": (PALETTE[1], PALETTE[3], PALETTE[6]),
    "oracle": (PALETTE[2], PALETTE[5], "#44AA99", "#88CCEE"),
    "full text": (PALETTE[0],),
}
#: The width of the paper's bins in figure 4 is 1 / 20.
_BINS = 20
#: The height of figures 5 to 8, the width of the names at their right, and the height of a line of text there.
_HEIGHT, _NAMES, _LINE = 340, 130, 15
#: Lines are averages over so many neighbours, at most: one in so many of the documents.
_SMOOTH = 15
#: Bands of fitted lines are drawn in so many steps.
_STEPS = 20


def draw_figures(study: AgreementStudy) -> dict[str, Figure]:
    """Draw figures 4, 5 and 9, and one of each set that has documents."""
    figures = {
        "figure-4-people": _agreement(study),
        "figure-5-documents": _by_agreement(study, study.everything, "People, systems and the best extracts"),
    }
    for name, (low, high) in study.plan.sets.items():
        group = study.everything.in_set(name, study.plan)
        if group.documents:
            bounds = f"at least {100 * low:g}" if high is None else f"{100 * low:g} to {100 * high:g}"
            figures[f"set-{name.lower()}"] = _by_agreement(study, group, f"Set {name}: MaxH of {bounds} %")
    figures["figure-9-compression"] = _by_compression(study)
    figures["figure-9-people"] = _compressions(study)
    return themed(figures)


def source_colours(study: AgreementStudy) -> dict[Source, str]:
    """Return the sources that are drawn, each with its colour."""
    systems = [source for source in study.sources if source.kind == "system"]
    colours: dict[Source, str] = {}
    for source in study.sources:
        if source not in systems[MOST_SYSTEMS:]:
            of_kind = _COLOURS[source.kind]
            colours[source] = of_kind[sum(other.kind == source.kind for other in colours) % len(of_kind)]
    return colours


def _label(source: Source) -> str:
    return short(source.name, 20)


def _agreement(study: AgreementStudy) -> Figure:
    """Figure 4: how many documents have what agreement, by the best, mean, median and worst pair of people."""
    import altair as alt

    names = list(study.documents[0].agreement)
    charts = [
        _histogram(
            [document.agreement[name] for document in study.documents],
            name,
            colour,
            f"{study.plan.measure} recall" if name == names[-1] else None,
        )
        for name, colour in zip(names, (INK, *PALETTE[:3]), strict=True)
    ]
    title = alt.Title(
        "How far people agree",
        subtitle="Share of documents by the best, mean, median and worst score of a pair; lines: averages",
    )
    figure: alt.VConcatChart = alt.vconcat(*charts, spacing=4, title=title).resolve_scale(y="shared")
    return figure


def _histogram(scores: list[float], name: str, colour: str, title: str | None) -> Layers:
    """Draw the shares of scores by bin, and their mean; the axis has labels where it has a title."""
    import altair as alt

    counts = [0] * _BINS
    for score in scores:
        counts[min(int(score * _BINS + 1e-9), _BINS - 1)] += 1
    rows = [
        {"score": i / _BINS, "end": (i + 1) / _BINS, "share": count / len(scores)} for i, count in enumerate(counts)
    ]
    axis = alt.Axis(format="~%", grid=False, tickCount=10, labels=title is not None, ticks=title is not None)
    x = alt.X("score:Q", title=title, axis=axis, scale=alt.Scale(domain=[0, 1], nice=False))
    y = alt.Y("share:Q", title=None, axis=alt.Axis(format="~%", tickCount=3, domain=False, ticks=False))
    mean = fmean(scores)
    bars = (
        alt.Chart(inline(rows))
        .mark_bar(color=colour, opacity=0.55, binSpacing=1)
        .encode(x=x, x2="end:Q", y=y, y2=alt.datum(0))
    )
    mark = alt.Chart(inline([{"score": mean, "label": f"{name}  {100 * mean:.1f}"}])).encode(x=x)
    left = mean > 0.5  # where there is room
    text = mark.mark_text(
        align="left" if left else "right", baseline="top", fontSize=12, fontWeight=600, color=INK
    ).encode(text="label:N", x=alt.value(4 if left else WIDTH - 4), y=alt.value(2))
    return alt.layer(bars, mark.mark_rule(color=INK, strokeWidth=1.5), text).properties(width=WIDTH, height=80)


def _document_axis(documents: int, title: str) -> alt.X:
    import altair as alt

    axis = alt.Axis(grid=False, tickMinStep=1, format="d")
    scale = alt.Scale(domain=[1, max(documents, 2)], nice=False, padding=6)
    return alt.X("document:Q", title=title, axis=axis, scale=scale)


def _compressions(study: AgreementStudy) -> Figure:
    """Draw what share of the words each person leaves out, document by document (part of figure 9)."""
    import altair as alt

    ordered = sorted(study.documents, key=lambda document: next(iter(document.compressions.values())))
    rows = [
        {"document": place, "human": f"H{human}", "compression": compression}
        for place, document in enumerate(ordered, 1)
        for human, compression in enumerate(document.compressions.values(), 1)
    ]
    names = [f"H{i}" for i in range(1, max(len(document.humans) for document in ordered) + 1)]
    scale = alt.Scale(domain=names, range=[INK, *(colour_of(i) for i in range(len(names) - 1))])
    axis = alt.Axis(format="~%", tickCount=5, domain=False, ticks=False)
    base = alt.Chart(inline(rows)).encode(
        x=_document_axis(len(ordered), "documents, by the compression of their first summary"),
        y=alt.Y("compression:Q", title="compression", scale=alt.Scale(zero=False), axis=axis),
        color=alt.Color("human:N", scale=scale, legend=alt.Legend(symbolType="circle", columns=8)),
    )
    first = base.transform_filter("datum.human == 'H1'").mark_line(strokeWidth=1.5)
    points = base.mark_circle(size=28, opacity=0.7)
    return alt.layer(first, points).properties(width=WIDTH, height=200, title="What people leave out")


def _by_agreement(study: AgreementStudy, group: DocumentGroup, title: str) -> Figure:
    """Figures 5 to 8: documents by falling MaxH, with the mean of each source at the right."""
    import altair as alt

    colours = {source: colour for source, colour in source_colours(study).items() if group.mean(source)}
    ordered = sorted(group.documents, key=lambda document: -document.maximum)
    width = max(len(ordered) // _SMOOTH, 1)
    rows = [row for place, source in enumerate(colours) for row in _smoothed(ordered, source, str(place), width)]
    ends = span(row["score"] for row in rows)
    heights = alt.Scale(domain=list(ends), nice=False, zero=False)
    base = alt.Chart(inline(rows)).encode(
        x=_document_axis(len(ordered), "documents, by falling MaxH"), color=_series_colour(colours)
    )
    axis = alt.Axis(format="~%", tickCount=6, domain=False, ticks=False)
    points = base.mark_circle(
        size=14 if width > 3 else 22, opacity=(0.8, 0.35, 0.13)[(width > 1) + (width > 3)]
    ).encode(y=alt.Y("score:Q", title=f"{study.plan.measure} recall", axis=axis, scale=heights))
    thickness = alt.condition(f"datum.series == '{list(colours).index(BEST_HUMAN)}'", alt.value(2.6), alt.value(1.5))
    lines = base.mark_line().encode(y=alt.Y("smooth:Q", scale=heights), strokeWidth=thickness)
    chart = alt.layer(points, lines).properties(width=WIDTH - _NAMES, height=_HEIGHT)
    subtitle = f"{counted(len(ordered), 'document')}; at the right: averages"
    if width > 1:
        subtitle += f"; lines: averages of {2 * (width // 2) + 1} neighbours"
    systems = sum(source.kind == "system" for source in study.sources)
    if systems > MOST_SYSTEMS:
        subtitle += f"; the best {MOST_SYSTEMS} of {systems} systems"
    figure: alt.ConcatChart = alt.concat(
        chart, _names(group, colours, ends), spacing=4, title=alt.Title(title, subtitle=subtitle)
    )
    return figure


def _series_colour(colours: dict[Source, str]) -> alt.Color:
    import altair as alt

    scale = alt.Scale(domain=[str(place) for place in range(len(colours))], range=list(colours.values()))
    return alt.Color("series:N", scale=scale, legend=None)


def _smoothed(documents: Sequence[DocumentAgreement], source: Source, series: str, width: int) -> list[dict[str, Any]]:
    """Return the scores of a source, each with the mean over its neighbours."""
    scores = [
        (place, document.scores[source].score)
        for place, document in enumerate(documents, 1)
        if source in document.scores
    ]
    rows = []
    for i, (place, score) in enumerate(scores):
        near = [value for _, value in scores[max(i - width // 2, 0) : i + width // 2 + 1]]
        rows.append({"document": place, "series": series, "score": score, "smooth": sum(near) / len(near)})
    return rows


def _names(group: DocumentGroup, colours: dict[Source, str], ends: Span) -> Layers:
    """Write the name and mean of each source at its height, moved apart where they would overlap."""
    import altair as alt

    low, high = ends
    labels = sorted(
        (_HEIGHT * (high - mean.score) / (high - low), _mean_label(source, mean), str(place))
        for place, source in enumerate(colours)
        if (mean := group.mean(source))
    )
    places = spread([height for height, _, _ in labels], _LINE, _HEIGHT)
    rows = [
        {"from": height, "to": place, "label": text, "series": series}
        for (height, text, series), place in zip(labels, places, strict=True)
    ]
    pixels = alt.Scale(domain=[0, _HEIGHT], range=[0, _HEIGHT], nice=False, zero=False)
    base = alt.Chart(inline(rows)).encode(color=_series_colour(colours))
    links = base.mark_rule(strokeWidth=1.2).encode(
        x=alt.value(0), x2=alt.value(18), y=alt.Y("from:Q", axis=None, scale=pixels), y2="to:Q"
    )
    texts = base.mark_text(align="left", fontSize=12, fontWeight=600).encode(
        x=alt.value(22), y=alt.Y("to:Q", axis=None, scale=pixels), text="label:N"
    )
    return alt.layer(links, texts).properties(width=_NAMES, height=_HEIGHT)


def _mean_label(source: Source, mean: MeanScore) -> str:
    return f"{_label(source)}  {'≥' if mean.unproven else ''}{100 * mean.score:.1f}"


def _by_compression(study: AgreementStudy) -> Figure:
    """Figure 9: every source against the compression of the reference, with fitted lines."""
    import altair as alt

    group = study.everything
    colours = {source: colour for source, colour in source_colours(study).items() if group.mean(source)}
    compressions = span(document.compression for document in group.documents)
    scores = span(
        document.scores[source].score for document in group.documents for source in colours if source in document.scores
    )
    charts = [_fitted(group, source, colour, compressions, scores) for source, colour in colours.items()]
    title = alt.Title(
        "What compression does to scores",
        subtitle=f"{study.plan.measure} recall; lines by least squares, shaded: where the true line lies at 95 %",
    )
    figure: alt.ConcatChart = alt.concat(*charts, columns=3, spacing=20, title=title)
    return figure


def _fitted(group: DocumentGroup, source: Source, colour: str, compressions: Span, scores: Span) -> Layers:
    import altair as alt

    documents = [document for document in group.documents if source in document.scores]
    rows = [{"ratio": document.compression, "score": document.scores[source].score} for document in documents]
    axis = alt.Axis(format="~%", grid=False, tickCount=4)
    x_scale = alt.Scale(domain=list(compressions), nice=False, zero=False)
    x = alt.X("ratio:Q", title="compression", axis=axis, scale=x_scale)
    scale = alt.Scale(domain=list(scores), nice=False, zero=False)
    y = alt.Y("score:Q", title=None, axis=alt.Axis(format="~%", tickCount=4, domain=False, ticks=False), scale=scale)
    opacity = 0.8 if len(documents) < 60 else 0.4
    layers = [alt.Chart(inline(rows)).mark_circle(color=colour, size=26, opacity=opacity).encode(x=x, y=y)]
    line, trend = group.line(source), "no line can be fitted"
    if line:
        low, high = min(row["ratio"] for row in rows), max(row["ratio"] for row in rows)
        steps = [low + (high - low) * i / _STEPS for i in range(_STEPS + 1)]
        curve = [{"ratio": step, **dict(zip(("score", "low", "high"), line.at(step), strict=True))} for step in steps]
        fit = alt.Chart(inline(curve)).encode(x=x)
        band = fit.mark_area(color=colour, opacity=0.18, clip=True).encode(y=alt.Y("low:Q", scale=scale), y2="high:Q")
        layers = [band, *layers, fit.mark_line(color=INK, strokeWidth=1.5, clip=True).encode(y=y)]
        change = f"{10 * line.slope:+.1f}".replace("-", "\N{MINUS SIGN}")
        trend = f"{change} for 10 points, p {p_value(line.p)}"
    title = alt.Title(_label(source), subtitle=trend, fontSize=12, subtitleFontSize=11, subtitlePadding=3, offset=6)
    return alt.layer(*layers, title=title).properties(width=170, height=150)
