"""How far people agree (Lin & Hovy 2003, figure 4), and how much they leave out."""

from __future__ import annotations

from statistics import fmean
from typing import TYPE_CHECKING

from sumspace.show.charts import INK, PALETTE, WIDTH, colour_of, inline

if TYPE_CHECKING:
    import altair as alt

    from sumspace.show.charts import Figure
    from sumspace.studies.agreement import Agreement
    from sumspace.studies.agreement_documents import DocumentAgreement

__all__ = ["compressions", "distributions"]

#: The width of the paper's bins is 1 / 20.
_BINS = 20
_KINDS = ("MaxH", "AvgH", "MedH", "MinH")


def distributions(agreement: Agreement) -> Figure:
    """Figure 4: how many documents have what agreement, by the best, mean, median and worst pair of people."""
    import altair as alt

    charts = [
        _distribution([_values(document)[place] for document in agreement.documents], name, colour, agreement)
        for place, (name, colour) in enumerate(zip(_KINDS, (INK, *PALETTE[:3]), strict=True))
    ]
    title = alt.Title(
        "How far people agree",
        subtitle="Share of documents by the best, mean, median and worst score of a pair; lines: averages",
    )
    figure: alt.VConcatChart = alt.vconcat(*charts, spacing=4, title=title).resolve_scale(y="shared")
    return figure


def _values(document: DocumentAgreement) -> tuple[float, ...]:
    return document.maximum, document.mean, document.median, document.minimum


def _distribution(scores: list[float], name: str, colour: str, agreement: Agreement) -> alt.LayerChart | alt.FacetChart:
    import altair as alt

    counts = [0] * _BINS
    for score in scores:
        counts[min(int(score * _BINS + 1e-9), _BINS - 1)] += 1
    rows = [
        {"score": i / _BINS, "end": (i + 1) / _BINS, "share": count / len(scores)} for i, count in enumerate(counts)
    ]
    last = name == _KINDS[-1]
    axis = alt.Axis(format="~%", grid=False, tickCount=10, labels=last, ticks=last)
    x = alt.X(
        "score:Q", title=f"{agreement.plan.measure} recall" if last else None, axis=axis,
        scale=alt.Scale(domain=[0, 1], nice=False),
    )  # fmt: skip
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


def compressions(agreement: Agreement) -> Figure:
    """Draw what share of the words each person leaves out, document by document (part of figure 9)."""
    import altair as alt

    ordered = sorted(agreement.documents, key=lambda document: next(iter(document.compressions.values())))
    rows = [
        {"document": place, "human": f"H{human}", "compression": ratio}
        for place, document in enumerate(ordered, 1)
        for human, ratio in enumerate(document.compressions.values(), 1)
    ]
    names = [f"H{i}" for i in range(1, max(len(document.humans) for document in ordered) + 1)]
    scale = alt.Scale(domain=names, range=[INK, *(colour_of(i) for i in range(len(names) - 1))])
    base = alt.Chart(inline(rows)).encode(
        x=alt.X(
            "document:Q", title="documents, by the compression of their first summary",
            axis=alt.Axis(grid=False, tickMinStep=1, format="d"),
            scale=alt.Scale(domain=[1, max(len(ordered), 2)], nice=False, padding=6),
        ),
        y=alt.Y(
            "compression:Q", title="compression", scale=alt.Scale(zero=False),
            axis=alt.Axis(format="~%", tickCount=5, domain=False, ticks=False),
        ),
        color=alt.Color("human:N", scale=scale, legend=alt.Legend(symbolType="circle", columns=8)),
    )  # fmt: skip
    first = base.transform_filter("datum.human == 'H1'").mark_line(strokeWidth=1.5)
    points = base.mark_circle(size=28, opacity=0.7)
    return alt.layer(first, points).properties(
        width=WIDTH,
        height=200,
        title="What people leave out",
    )
