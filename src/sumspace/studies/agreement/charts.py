"""The figures of the study of agreement: 4, 5 and 9 of Lin & Hovy 2003 and, in place of 6 to 8, one for each set."""

from __future__ import annotations

from statistics import fmean
from typing import TYPE_CHECKING, Any, Literal

import altair as alt

from sumspace.show import charts as draw
from sumspace.show.labels import spread
from sumspace.show.text import counted, p_text, short, with_minus
from sumspace.studies.agreement.documents import BEST_HUMAN

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sumspace.studies.agreement.documents import DocumentAgreement, Source
    from sumspace.studies.agreement.study import AgreementStudy, DocumentGroup


#: So many systems, the best ones, are drawn.
MOST_SYSTEMS = 3
_COLOURS = {
    "human": (draw.INK,),
    "baseline": (draw.PALETTE[4],),
    "system": (draw.PALETTE[1], draw.PALETTE[3], draw.PALETTE[6]),
    "oracle": (draw.PALETTE[2], draw.PALETTE[5], *draw.TEALS),
    "full text": (draw.PALETTE[0],),
}
#: The width of the paper's bins in figure 4 is 1 / 20.
_BINS = 20
#: The height of figures 5 to 8, the width of the names at their right, and the height of a line of text there.
_HEIGHT, _NAMES, _LINE = 340, 130, 15
#: Lines are averages over so many neighbours, at most: one in so many of the documents.
_SMOOTH = 15
#: Bands of fitted lines are drawn in so many steps.
_STEPS = 20


def draw_figures(study: AgreementStudy) -> dict[str, draw.Figure]:
    """Draw figures 4, 5 and 9, and one of each set that has documents."""
    figures = {
        "figure-4-people": _agreement(study),
        "figure-5-documents": _by_agreement(study, study.everything, "People, systems and the best extracts"),
    }
    for name, (low, high) in study.plan.sets.items():
        group = study.everything.in_set(name, study.plan)
        if group.documents:
            bounds = f"at least {100 * low:g}" if high is None else f"{100 * low:g} to {100 * high:g}"
            figures[f"set-{name.lower()}"] = _by_agreement(study, group, f"Set {name}: MaxH of {bounds} %, uncut")
    figures["figure-9-compression"] = _by_compression(study)
    figures["figure-9-people"] = _compressions(study)
    return draw.themed(figures)


def source_colours(study: AgreementStudy) -> dict[Source, str]:
    """Return the sources that are drawn, each with its colour."""
    systems = [source for source in study.sources if source.kind == "system"]
    colours: dict[Source, str] = {}
    for source in study.sources:
        if source not in systems[MOST_SYSTEMS:]:
            of_kind = _COLOURS[source.kind]
            colours[source] = of_kind[sum(other.kind == source.kind for other in colours) % len(of_kind)]
    return colours


def _drawn_colours(study: AgreementStudy, group: DocumentGroup) -> dict[Source, str]:
    return {source: colour for source, colour in source_colours(study).items() if group.mean(source)}


def _label(source: Source) -> str:
    return short(source.name, 20)


def _agreement(study: AgreementStudy) -> draw.Figure | None:
    """Figure 4: how many documents have what agreement, by the best, mean, median and worst pair of people."""
    *others, last = study.documents[0].agreement
    titles = {**dict.fromkeys(others), last: f"{study.plan.measure} recall"}
    charts = [
        _histogram([document.agreement[name] for document in study.documents], name, colour, title)
        for (name, title), colour in zip(titles.items(), (draw.INK, *draw.PALETTE[:3]), strict=True)
    ]
    subtitle = "Share of documents by the best, mean, median and worst score of a pair, uncut; lines: averages"
    return draw.panels(charts, "How far human summaries agree", subtitle, columns=1, spacing=4, y="shared")


def _histogram(scores: list[float], name: str, colour: str, title: str | None) -> draw.Layers:
    """Draw the shares of scores by bin, and their mean; the axis has labels where it has a title."""
    counts = [0] * _BINS
    for score in scores:
        counts[min(int(score * _BINS + 1e-9), _BINS - 1)] += 1
    rows = [
        {"score": i / _BINS, "end": (i + 1) / _BINS, "share": count / len(scores)} for i, count in enumerate(counts)
    ]
    axis = alt.Axis(format="~%", grid=False, tickCount=10, labels=title is not None, ticks=title is not None)
    x = alt.X("score:Q", title=title, axis=axis, scale=alt.Scale(domain=[0, 1], nice=False))
    y = draw.y_axis("share", None, 3, format="~%")
    bars = draw.chart_of(rows, x=x, x2="end:Q", y=y, y2=alt.datum(0))
    mean = fmean(scores)
    mark = draw.chart_of([{"score": mean, "label": f"{name}  {100 * mean:.1f}"}], x=x)
    at_left = mean > 0.5  # where there is room
    side: Literal["left", "right"] = "left" if at_left else "right"
    text = mark.mark_text(align=side, baseline="top", fontSize=12, fontWeight=600, color=draw.INK)
    return alt.layer(
        bars.mark_bar(color=colour, opacity=0.55, binSpacing=1),
        mark.mark_rule(color=draw.INK, strokeWidth=1.5),
        text.encode(text="label:N", x=alt.value(4 if at_left else draw.WIDTH - 4), y=alt.value(2)),
        width=draw.WIDTH,
        height=80,
    )


def _document_axis(documents: int, title: str) -> alt.X:
    scale = alt.Scale(domain=[1, max(documents, 2)], nice=False, padding=6)
    return alt.X("document:Q", title=title, axis=alt.Axis(grid=False, tickMinStep=1, format="d"), scale=scale)


def _compressions(study: AgreementStudy) -> draw.Figure | None:
    """Draw what share of the words each person leaves out, document by document (part of figure 9)."""
    documents = study.everything.with_text.documents
    if not documents:
        return None
    ordered = sorted(documents, key=lambda document: next(iter(document.compressions.values())))
    rows = [
        {"document": place, "human": f"H{human}", "compression": compression}
        for place, document in enumerate(ordered, 1)
        for human, compression in enumerate(document.compressions.values(), 1)
    ]
    people = max(len(document.humans) for document in ordered)
    colours = {f"H{i + 1}": draw.colour_of(i - 1) if i else draw.INK for i in range(people)}
    base = draw.chart_of(
        rows,
        x=_document_axis(len(ordered), "documents, by the compression of their first summary"),
        y=draw.y_axis("compression", "compression", 5, format="~%").scale(zero=False),
        color=draw.colours("human", colours, symbolType="circle", columns=8),
    )
    first = base.transform_filter("datum.human == 'H1'").mark_line(strokeWidth=1.5)
    points = base.mark_circle(size=28, opacity=0.7)
    return alt.layer(first, points, width=draw.WIDTH, height=200, title="What people leave out")


def _by_agreement(study: AgreementStudy, group: DocumentGroup, title: str) -> draw.Figure | None:
    """Figures 5 to 8: documents by falling MaxH, with the mean of each source at the right."""
    colours = _drawn_colours(study, group)
    ordered = sorted(group.documents, key=lambda document: -document.scores[BEST_HUMAN].score)
    width = max(len(ordered) // _SMOOTH, 1)
    rows = [row for place, source in enumerate(colours) for row in _smoothed(ordered, source, str(place), width)]
    ends = draw.span(row["score"] for row in rows)
    base = draw.chart_of(
        rows, x=_document_axis(len(ordered), "documents, by falling MaxH"), color=_series_colour(colours)
    )
    y = draw.y_axis("score", f"{study.plan.measure} recall", 6, ends, format="~%")
    opacity = (0.8, 0.35, 0.13)[(width > 1) + (width > 3)]
    points = base.mark_circle(size=14 if width > 3 else 22, opacity=opacity).encode(y=y)
    thickness = alt.condition(f"datum.series == '{list(colours).index(BEST_HUMAN)}'", alt.value(2.6), alt.value(1.5))
    lines = base.mark_line().encode(y="smooth:Q", strokeWidth=thickness)
    chart = alt.layer(points, lines, width=draw.WIDTH - _NAMES, height=_HEIGHT)
    length = "" if study.plan.uncut else ", people and systems cut to the reference"
    subtitle = f"{counted(len(ordered), 'document')}{length}; right: averages"
    if width > 1:
        subtitle += f"; lines: averages of {2 * (width // 2) + 1}"
    systems = sum(source.kind == "system" for source in study.sources)
    if systems > MOST_SYSTEMS:
        subtitle += f"; the best {MOST_SYSTEMS} of {systems} systems"
    return draw.panels([chart, _names(group, colours, ends)], title, subtitle, columns=None, spacing=4)


def _series_colour(colours: dict[Source, str]) -> alt.Color:
    return draw.colours("series", {str(place): colour for place, colour in enumerate(colours.values())})


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


def _names(group: DocumentGroup, colours: dict[Source, str], ends: draw.Span) -> draw.Layers:
    """Write the name and mean of each source at its height, moved apart where they would overlap."""
    low, high = ends
    labels = []
    for place, source in enumerate(colours):
        if mean := group.mean(source):
            text = f"{_label(source)}  {'≥' if mean.unproven else ''}{100 * mean.score:.1f}"
            labels.append((_HEIGHT * (high - mean.score) / (high - low), text, str(place)))
    labels.sort()
    places = spread([height for height, _, _ in labels], _LINE, _HEIGHT)
    rows = [
        {"from": height, "to": place, "label": text, "series": series}
        for (height, text, series), place in zip(labels, places, strict=True)
    ]
    start, end = (alt.Y(f"{name}:Q", axis=None, scale=draw.pixels(_HEIGHT)) for name in ("from", "to"))
    base = draw.chart_of(rows, color=_series_colour(colours))
    links = base.mark_rule(strokeWidth=1.2).encode(x=alt.value(0), x2=alt.value(18), y=start, y2="to:Q")
    texts = base.mark_text(align="left", fontSize=12, fontWeight=600).encode(x=alt.value(22), y=end, text="label:N")
    return alt.layer(links, texts, width=_NAMES, height=_HEIGHT)


def _by_compression(study: AgreementStudy) -> draw.Figure | None:
    """Figure 9: every source against the compression of the first human summary, with fitted lines."""
    group = study.everything.with_text
    if not group.documents:
        return None
    colours = _drawn_colours(study, group)
    compressions = draw.span(document.first_compression for document in group.documents)
    scores = draw.span(
        document.scores[source].score for document in group.documents for source in colours if source in document.scores
    )
    x = draw.x_axis("ratio", "compression of H1", 4, compressions, format="~%")
    y = draw.y_axis("score", None, 4, scores, format="~%")
    charts = [_fitted(group, source, colour, x, y) for source, colour in colours.items()]
    subtitle = f"{study.plan.measure} recall; lines by least squares, shaded: where the true line lies at 95 %"
    return draw.panels(charts, "What compression does to scores", subtitle, columns=3, spacing=20)


def _fitted(group: DocumentGroup, source: Source, colour: str, x: alt.X, y: alt.Y) -> draw.Layers:
    documents = [document for document in group.documents if source in document.scores]
    rows = [{"ratio": document.first_compression, "score": document.scores[source].score} for document in documents]
    opacity = 0.8 if len(documents) < 60 else 0.4
    layers = [draw.chart_of(rows, x=x, y=y).mark_circle(color=colour, size=26, opacity=opacity)]
    line, trend = group.line(source), "no line can be fitted"
    if line:
        steps = [line.start + (line.end - line.start) * i / _STEPS for i in range(_STEPS + 1)]
        curve = [{"ratio": step, **dict(zip(("score", "low", "high"), line.at(step), strict=True))} for step in steps]
        fit = draw.chart_of(curve, x=x)
        band = fit.mark_area(color=colour, opacity=0.18, clip=True).encode(y="low:Q", y2="high:Q")
        layers = [band, *layers, fit.mark_line(color=draw.INK, strokeWidth=1.5, clip=True).encode(y=y)]
        trend = f"{with_minus(f'{100 * line.change.mean:+.1f}')} over this range, p {p_text(line.p, '= ')}"
    return alt.layer(*layers, width=170, height=150, title=draw.small_title(_label(source), trend))
