"""The charts of single tasks: averages of systems, a space, systems in their spaces, the sentences of oracles."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sumspace.show.charts import GREY, HEIGHT, INK, PALETTE, TINT, WIDTH, inline, score_axis, span, themed
from sumspace.show.text import large

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    import altair as alt

    from sumspace.measures.measure import Measure
    from sumspace.show.charts import Figure
    from sumspace.space.average import Average
    from sumspace.stats.resampling import Interval
    from sumspace.tasks.oracle import DocumentOracles
    from sumspace.tasks.rank import SystemRank
    from sumspace.tasks.space import DocumentSpace


#: The height of a row of a chart with systems one below the other.
_ROW = 22


def draw_averages(averages: Iterable[tuple[str, Interval]], measure: Measure, number: str, confidence: float) -> Figure:
    """Draw systems by their average scores, with confidence intervals."""
    import altair as alt

    rows: list[dict[str, Any]] = [
        {"system": system, "score": value.mean, "low": value.low, "high": value.high} for system, value in averages
    ]
    ends = span(row[end] for row in rows for end in ("low", "high"))
    bars = alt.Chart(inline(rows)).mark_rule(color=PALETTE[0], strokeWidth=2)
    intervals = bars.encode(x=alt.X("low:Q", scale=alt.Scale(domain=list(ends))), x2="high:Q", y=_systems(rows))
    title = alt.Title(f"{measure}: averages of systems", subtitle=f"with {confidence:g}% confidence intervals")
    value = str(measure) if measure.has_one_value else f"{measure} {number}"
    return _finished(alt.layer(intervals, _points(rows, ends, value)), title, _ROW * len(rows))


def draw_space(space: DocumentSpace, score: str) -> Figure:
    """Draw how the extracts of one document score."""
    import altair as alt

    distribution = space.distribution
    rows = [
        {"score": float(distribution.scores[i]), "share": float(distribution.shares[i])} for i in distribution.support
    ]
    title = alt.Title(
        f"{space.id}: how {large(distribution.extracts)} extracts score",
        subtitle=f"{space.budget}, {space.engine}{'' if distribution.exact else ', estimated'}",
    )
    axis = score_axis(span(row["score"] for row in rows or [{"score": 0.0}]), f"{space.measure} {score}")
    bars = alt.Chart(inline(rows)).mark_bar(color=PALETTE[0], size=3)
    return _finished(
        bars.encode(x=axis, y=alt.Y("share:Q", title="share of extracts", axis=alt.Axis(format="~%"))), title, HEIGHT
    )


def draw_ranks(systems: Iterable[SystemRank], average: Average, measure: Measure, score: str) -> Figure:
    """Draw systems by their scores, between the average extract and the best one."""
    import altair as alt

    rows: list[dict[str, Any]] = [
        {"system": rank.system, "score": rank.score, "nines": min(rank.rank.nines, 1e9), "below": rank.rank.below}
        for rank in systems
    ]
    marks: list[dict[str, Any]] = [
        {"score": average.mean, "mark": "average extract"},
        {"score": average.max, "mark": "best extract"},
    ]
    ends = span(row["score"] for row in (*rows, *marks))
    axis = score_axis(ends, f"{measure} {score}")
    lines = alt.Chart(inline(marks)).mark_rule(color=GREY, strokeDash=[4, 3]).encode(x=axis)
    names = alt.Chart(inline(marks)).mark_text(color=GREY, dy=-8, baseline="bottom").encode(x=axis, text="mark:N")
    title = alt.Title("Where systems stand", subtitle="between the average extract and the best one", offset=28)
    points = _points(rows, ends, f"{measure} {score}", ("nines:Q", "below:Q"))
    return _finished(alt.layer(lines, names.encode(y=alt.value(0)), points), title, _ROW * len(rows))


def draw_oracles(results: Sequence[DocumentOracles]) -> Figure:
    """Draw which sentences the best extracts have: where they stand in their documents, and how many have each.

    A sentence that all oracles of a document have is dark, one that few have is light.
    """
    import altair as alt

    rows = [
        {"document": result.id, "sentence": sentence, "share": share, "score": result.oracles.score}
        for result in results
        if result.oracles.shares is not None
        for sentence, share in enumerate(result.oracles.shares.tolist())
        if share > 0
    ]
    order = list(dict.fromkeys(result.id for result in results))
    cells = alt.Chart(inline(rows)).mark_rect()
    shown = cells.encode(
        x=alt.X(
            "sentence:O", title="sentence of the document", axis=alt.Axis(labelOverlap=True, labelAngle=0),
            scale=alt.Scale(domain=list(range(max((row["sentence"] for row in rows), default=0) + 1))),
        ),
        y=alt.Y("document:N", title=None, sort=order),
        color=alt.Color(
            "share:Q", title="share of its oracles",
            scale=alt.Scale(domain=[0, 1], range=[TINT, PALETTE[0]]), legend=alt.Legend(format="~%"),
        ),
        tooltip=[
            "document:N", "sentence:O", alt.Tooltip("share:Q", format=".0%"), alt.Tooltip("score:Q", format=".5f")
        ],
    )  # fmt: skip
    objective = results[0].objective if results else ""
    title = alt.Title(f"{objective}: the sentences of the best extracts", subtitle="by what share of them has each")
    return _finished(shown, title, 14 * max(len(order), 1))


def _systems(rows: Sequence[dict[str, Any]]) -> alt.Y:
    """Return an axis with systems one below the other, the best first."""
    import altair as alt

    order = [row["system"] for row in sorted(rows, key=lambda row: -row["score"])]
    return alt.Y("system:N", title=None, sort=order, axis=alt.Axis(ticks=False, domain=False, labelColor=INK))


def _points(
    rows: Sequence[dict[str, Any]], ends: tuple[float, float], title: str, more: Sequence[str] = ()
) -> alt.Chart:
    import altair as alt

    points = alt.Chart(inline(rows)).mark_point(filled=True, size=70, color=PALETTE[0], opacity=1)
    tooltip = ["system:N", alt.Tooltip("score:Q", format=".5f"), *more]
    chart: alt.Chart = points.encode(x=score_axis(ends, title), y=_systems(rows), tooltip=tooltip)
    return chart


def _finished(chart: Any, title: alt.Title, height: int) -> Figure:
    return themed({"chart": chart.properties(width=WIDTH, height=height, title=title)})["chart"]
