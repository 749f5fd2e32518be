"""The figures of the study of agreement: 4, 5 and 9 of Lin & Hovy 2003 and, in place of 6 to 8, one for each set.

Where the paper has lines from document to document, every document is a dot here.
"""

from __future__ import annotations

from statistics import fmean
from typing import TYPE_CHECKING, Any, Literal

import altair as alt

from sumspace.show import charts as draw
from sumspace.show.text import counted, p_text, short, with_minus
from sumspace.studies.agreement.documents import BEST_HUMAN

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sumspace.studies.agreement.documents import Source
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
#: The height of a row of dots.
_ROW = 34
_ABOVE, _OTHERS = "above MaxH of the same document", "not above it"
#: Bands of fitted lines are drawn in so many steps.
_STEPS = 20


def draw_figures(study: AgreementStudy) -> dict[str, draw.Figure]:
    """Draw figures 4, 5 and 9, and one of each set that has documents."""
    figures = {
        "figure-4-people": _agreement(study),
        "figure-5-documents": _sources(study, study.everything, "Human summaries, systems and the best extracts"),
    }
    for name, (low, high) in study.plan.sets.items():
        group = study.everything.in_set(name, study.plan)
        if group.documents:
            bounds = f"at least {100 * low:g}" if high is None else f"{100 * low:g} to {100 * high:g}"
            drawn = _sources(study, group, f"Set {name}: MaxH of {bounds}%, uncut")
            figures[f"set-{name.lower()}"] = draw.choice(drawn, "set", set=name)
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
    """Figure 4: how many documents have what agreement, by the best, mean, median and worst pair of human summaries."""
    *others, last = study.documents[0].agreement
    titles = {**dict.fromkeys(others), last: f"{study.plan.measure} recall"}
    charts = [
        _histogram([document.agreement[name] for document in study.documents], name, colour, title)
        for (name, title), colour in zip(titles.items(), (draw.INK, *draw.PALETTE[:3]), strict=True)
    ]
    subtitle = "Share of documents by the best, mean, median and worst score of a pair, uncut; vertical lines: means"
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
    told = draw.tips(("score", "from", ".0%"), ("end", "to", ".0%"), ("share", "share of documents", ".1%"))
    bars = draw.chart_of(rows, x=x, x2="end:Q", y=y, y2=alt.datum(0), tooltip=told)
    mean = fmean(scores)
    mark = draw.chart_of([{"score": mean, "label": f"{name}  {100 * mean:.1f}"}], x=x)
    at_left = mean > 0.5  # where there is room
    side: Literal["left", "right"] = "left" if at_left else "right"
    text = mark.mark_text(
        align=side, baseline="top", fontSize=12, fontWeight=600, color=draw.INK, dx=4 if at_left else -4, tooltip=None
    )
    return alt.layer(
        bars.mark_bar(color=colour, opacity=0.55, binSpacing=1),
        mark.mark_rule(color=draw.INK, strokeWidth=1.5),
        text.encode(text="label:N", x=alt.value(0 if at_left else "width"), y=alt.value(2)),
        width=draw.WIDTH,
        height=80,
    )


def _dots(
    rows: Sequence[dict[str, Any]], names: Sequence[str], axis: str, colours: dict[str, str], *, has_legend: bool
) -> draw.Layers:
    """Draw a row of dots for each name, one for each document, with their mean and its 95 % interval.

    Rows have a `name`, a `document`, a `value` and a `kind`, which has its colour.
    """
    means: list[dict[str, Any]] = []
    for name in names:
        values = [row["value"] for row in rows if row["name"] == name]
        low, high = draw.mean_ends(values) or (None, None)
        mean = fmean(values)
        means.append({"name": name, "value": mean, "low": low, "high": high, "label": f"{100 * mean:.1f}"})
    ends = draw.share_ends((row["value"] for row in rows), zero=False)
    x = draw.x_axis("value", axis, 8, ends, format="~%", grid=True)
    y = alt.Y("name:N", title=None, sort=list(names), axis=draw.label_axis(labelFontSize=12))
    legend: dict[str, Any] = {"symbolType": "circle", "columns": 2} if has_legend else {}
    many = len(rows) / len(names)
    dots = draw.chart_of(
        rows, x=x, y=y, yOffset=alt.YOffset("apart:Q", scale=alt.Scale(domain=[-0.5, 1.5])),
        color=draw.colours("kind", colours, **legend), tooltip=draw.tips("name", "document", ("value", axis, ".2%")),
    ).mark_circle(size=36 if many < 60 else 16, opacity=0.65 if many < 60 else 0.35)  # fmt: skip
    told = draw.tips("name", ("value", "mean", ".2%"), ("low", "95% from", ".2%"), ("high", "to", ".2%"))
    bars = draw.error_bars(means, x, strokeWidth=2).encode(y=y, tooltip=told)
    marks = draw.chart_of(means, x=x, y=y, tooltip=told).mark_point(
        shape="diamond", filled=True, size=90, color=draw.INK, opacity=1, stroke="white", strokeWidth=1
    )
    texts = draw.chart_of(means, y=y, text="label:N", x=alt.value("width"))
    texts = texts.mark_text(align="left", dx=8, fontSize=12, fontWeight=600, color=draw.INK, tooltip=None)
    return alt.layer(dots, bars, marks, texts, width=draw.WIDTH, height=_ROW * len(names))


def _apart(place: int) -> float:
    """Return a place between 0 and 1 for a dot, away from those of its neighbours."""
    return (place * 0.618) % 1


def _compressions(study: AgreementStudy) -> draw.Figure | None:
    """Draw what share of the words each human summary leaves out (part of figure 9)."""
    documents = study.everything.with_text.documents
    if not documents:
        return None
    rows: list[dict[str, Any]] = [
        {"name": f"H{human}", "document": short(document.id), "value": value, "kind": "", "apart": _apart(place)}
        for place, document in enumerate(documents)
        for human, value in enumerate(document.compressions.values(), 1)
    ]
    names = list(dict.fromkeys(sorted((row["name"] for row in rows), key=lambda name: int(name[1:]))))
    chart = _dots(rows, names, "compression", {"": draw.PALETTE[0]}, has_legend=False)
    subtitle = f"{counted(len(documents), 'document')}; diamonds: means with 95% intervals over documents"
    return chart.properties(title=draw.title_of("How much human summaries leave out", subtitle))


def _sources(study: AgreementStudy, group: DocumentGroup, title: str) -> draw.Figure | None:
    """Figures 5 to 8: what every source scores on every document, from the best mean down."""
    sources = [source for source in source_colours(study) if group.mean(source)]
    rows: list[dict[str, Any]] = []
    labels: dict[str, float] = {}
    for source in sources:
        if (mean := group.mean(source)) is None:
            continue
        label = f"{_label(source)}{' ≥' if mean.unproven else ''}"
        labels[label] = mean.score
        for place, document in enumerate(group.documents):
            if source in document.scores:
                score, best = document.scores[source].score, document.scores[BEST_HUMAN].score
                kind = "MaxH" if source == BEST_HUMAN else _ABOVE if score > best else _OTHERS
                rows.append({
                    "name": label, "document": short(document.id), "value": score, "kind": kind, "apart": _apart(place),
                })  # fmt: skip
    names = sorted(labels, key=lambda label: -labels[label])
    colours = {_ABOVE: draw.PALETTE[1], _OTHERS: draw.PALETTE[0], "MaxH": draw.GREY}
    chart = _dots(rows, names, f"{study.plan.measure} recall", colours, has_legend=True)
    length = "" if study.plan.uncut else "; human summaries and systems cut to the length of the reference"
    subtitle = f"{counted(len(group.documents), 'document')}, a dot each{length}; diamonds: means with 95% intervals"
    systems = sum(source.kind == "system" for source in study.sources)
    if systems > MOST_SYSTEMS:
        subtitle += f"; the best {MOST_SYSTEMS} of {systems} systems"
    return chart.properties(title=draw.title_of(title, subtitle))


def _by_compression(study: AgreementStudy) -> draw.Figure | None:
    """Figure 9: every source against the compression of the first human summary, with fitted lines."""
    group = study.everything.with_text
    if not group.documents:
        return None
    colours = _drawn_colours(study, group)
    compressions = draw.share_ends((document.first_compression for document in group.documents), zero=False)
    scores = draw.share_ends(
        (d.scores[source].score for d in group.documents for source in colours if source in d.scores), zero=False
    )
    x = draw.x_axis("ratio", "compression of H1", 4, compressions, format="~%")
    y = draw.y_axis("score", None, 4, scores, format="~%")
    charts = [_fitted(group, source, colour, x, y) for source, colour in colours.items()]
    subtitle = f"{study.plan.measure} recall; lines by least squares, shaded: their 95% confidence bands"
    return draw.panels(charts, "What compression does to scores", subtitle, columns=3, spacing=20)


def _fitted(group: DocumentGroup, source: Source, colour: str, x: alt.X, y: alt.Y) -> draw.Layers:
    documents = [document for document in group.documents if source in document.scores]
    rows = [{"document": short(d.id), "ratio": d.first_compression, "score": d.scores[source].score} for d in documents]
    told = draw.tips("document", ("ratio", "compression of H1", ".1%"), ("score", _label(source), ".2%"))
    opacity = 0.8 if len(documents) < 60 else 0.4
    layers = [draw.chart_of(rows, x=x, y=y, tooltip=told).mark_circle(color=colour, size=26, opacity=opacity)]
    line, trend = group.line(source), "no line can be fitted"
    if line:
        steps = [line.start + (line.end - line.start) * i / _STEPS for i in range(_STEPS + 1)]
        curve = [{"ratio": step, **dict(zip(("score", "low", "high"), line.at(step), strict=True))} for step in steps]
        fit = draw.chart_of(curve, x=x)
        band = fit.mark_area(color=colour, opacity=0.18, clip=True).encode(y="low:Q", y2="high:Q")
        layers = [band, *layers, fit.mark_line(color=draw.INK, strokeWidth=1.5, clip=True).encode(y=y)]
        trend = f"{with_minus(f'{100 * line.change.mean:+.1f}')} over this range, p {p_text(line.p, '= ')}"
    return alt.layer(*layers, width=170, height=150, title=draw.small_title(_label(source), trend))
