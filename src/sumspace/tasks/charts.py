"""The charts of single tasks: mean scores of systems, a space, two measures on it, systems in their spaces, oracles."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sumspace.show.charts import (
    DEEP,
    GREY,
    HEIGHT,
    INK,
    PALETTE,
    TINT,
    WIDTH,
    chart_of,
    colours,
    inline,
    label_axis,
    panels,
    score_axis,
    share_ends,
    small_title,
    themed,
    tips,
    title_of,
    x_axis,
    y_axis,
)
from sumspace.show.text import counted, large, short
from sumspace.stats.resampling import ends_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    import altair as alt

    from sumspace.measures.measure import Measure
    from sumspace.show.charts import Figure
    from sumspace.space.average import Average
    from sumspace.stats.resampling import Interval
    from sumspace.tasks.against import Agreement
    from sumspace.tasks.contrast import Contrast
    from sumspace.tasks.oracle import DocumentOracles
    from sumspace.tasks.space import DocumentSpace
    from sumspace.tasks.standings import SystemRank


#: The height of a row of a chart with systems one below the other.
_ROW = 22
_CORRELATION = "correlation over the extracts of a document"


def draw_averages(averages: Iterable[tuple[str, Interval]], measure: Measure, number: str, confidence: float) -> Figure:
    """Draw the mean scores of systems, with confidence intervals."""
    import altair as alt

    rows: list[dict[str, Any]] = [
        {"system": system, "score": value.mean, "low": value.low, "high": value.high} for system, value in averages
    ]
    ends = share_ends((row[end] for row in rows for end in ("low", "high")), zero=False)
    bars = alt.Chart(inline(rows)).mark_rule(color=PALETTE[0], strokeWidth=2)
    intervals = bars.encode(x=alt.X("low:Q", scale=alt.Scale(domain=list(ends))), x2="high:Q", y=_systems(rows))
    title = alt.Title(f"{measure}: mean scores of systems", subtitle=f"with {confidence:g}% confidence intervals")
    value = str(measure) if measure.has_one_value else f"{measure} {number}"
    told = ("low", "from", ".5f"), ("high", "to", ".5f")
    return _finished(alt.layer(intervals, _points(rows, ends, value, told)), title, _ROW * len(rows))


def draw_space(space: DocumentSpace, score: str) -> Figure:
    """Draw the distribution of the scores of all extracts of a document."""
    import altair as alt

    distribution = space.distribution
    rows = [
        {"score": float(distribution.scores[i]), "share": float(distribution.shares[i])} for i in distribution.support
    ]
    title = alt.Title(
        f"{short(space.id)}: scores of {large(distribution.extracts)} extracts",
        subtitle=f"{space.budget}, {space.engine}{'' if distribution.exact else ', estimated'}",
    )
    axis = score_axis(share_ends(row["score"] for row in rows or [{"score": 0.0}]), f"{space.measure} {score}")
    told = tips(("score", f"{space.measure} {score}", ".5f"), ("share", "share of extracts", ".3~%"))
    bars = alt.Chart(inline(rows)).mark_bar(color=PALETTE[0], size=3)
    y = alt.Y("share:Q", title="share of extracts", axis=alt.Axis(format="~%", tickCount=5))
    return _finished(bars.encode(x=axis, y=y, tooltip=told), title, HEIGHT)


def draw_ranks(systems: Iterable[SystemRank], average: Average, measure: Measure, score: str) -> Figure:
    """Draw the scores of systems, with those of the average and the best extract and the letters of groups."""
    import altair as alt

    rows: list[dict[str, Any]] = [
        {"system": rank.system, "score": rank.score, "nines": min(rank.rank.nines, 1e9)}
        | {"group": rank.group or "", "low": low, "high": high}
        for rank in systems
        for low, high in [rank.score_interval or (rank.score, rank.score)]
    ]
    marks: list[dict[str, Any]] = [
        {"score": average.mean, "mark": "average extract"},
        {"score": average.max, "mark": "best extract" if average.max_proven else "best extract found"},
    ]
    ends = share_ends([*(row["score"] for row in marks), *(row[end] for row in rows for end in ("low", "high"))])
    axis = score_axis(ends, f"{measure} {score}")
    lines = alt.Chart(inline(marks)).mark_rule(color=GREY, strokeDash=[4, 3]).encode(x=axis)
    names = alt.Chart(inline(marks)).mark_text(color=GREY, dy=-8, baseline="bottom").encode(x=axis, text="mark:N")
    subtitle = ["dashed: average extract and best extract"]
    if any(row["group"] for row in rows):
        subtitle.append("systems that share a letter do not differ significantly")
    if any(row["low"] < row["high"] for row in rows):
        subtitle.append("bar of random: the central 95% of single random orders")
    title = alt.Title(f"{measure}: systems between the average and the best extract", subtitle=subtitle, offset=28)
    points = _points(rows, ends, f"{measure} {score}", ("group", ("nines", "nines of the mean", ".1f")))
    bars = alt.Chart(inline(rows)).mark_rule(color=PALETTE[0], strokeWidth=2)
    bars = bars.encode(x=alt.X("low:Q", scale=alt.Scale(domain=list(ends))), x2="high:Q", y=_systems(rows))
    letters = alt.Chart(inline(rows)).mark_text(align="left", dx=9, dy=-7, color=INK, fontSize=11)
    letters = letters.encode(x=axis, y=_systems(rows), text="group:N")
    layers = lines, names.encode(y=alt.value(0)), bars, points, letters
    return _finished(alt.layer(*layers), title, _ROW * len(rows))


def draw_oracles(results: Sequence[DocumentOracles]) -> Figure:
    """Draw the sentences of the best extracts by their positions in the documents.

    The darker a sentence, the larger the share of the oracles of its document that contain it.
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
        y=alt.Y("document:N", title=None, sort=order, axis=label_axis(labelLimit=140)),
        color=alt.Color(
            "share:Q", title="share of oracles",
            scale=alt.Scale(domain=[0, 1], range=[TINT, PALETTE[0]]), legend=alt.Legend(format="~%"),
        ),
        tooltip=[
            "document:N", "sentence:O", alt.Tooltip("share:Q", format=".0%"), alt.Tooltip("score:Q", format=".5f")
        ],
    )  # fmt: skip
    objective = results[0].objective if results else ""
    title = alt.Title(
        f"{objective}: sentences of the best extracts", subtitle="darker: in a larger share of the best extracts"
    )
    return _finished(shown, title, 14 * max(len(order), 1))


def draw_joint(contrast: Contrast) -> Figure:
    """Draw the joint distribution of two measures over the extracts of a document, and the best extract of each."""
    import altair as alt

    joint, names = contrast.joint, (str(contrast.first), str(contrast.second))
    sides = joint.first, joint.second
    units = [1 / max(side.total or 1, 1) for side in sides]
    cells: list[dict[str, Any]] = [
        {
            "x": (first - 0.5) * units[0], "x2": (first + 0.5) * units[0],
            "y": (second - 0.5) * units[1], "y2": (second + 0.5) * units[1],
            "share": share, "first": first * units[0], "second": second * units[1],
        }
        for (first, second), share in zip(joint.hits.tolist(), joint.shares.tolist(), strict=True)
    ]  # fmt: skip
    marks: list[dict[str, Any]] = [{"mark": "average extract", "size": 90, "x": sides[0].mean, "y": sides[1].mean}]
    if joint.stands is not None:
        on_first, on_second = joint.stands
        marks.append({
            "mark": f"best on {names[0]}", "size": 170, "x": on_first.score, "y": on_first.mean,
            "x_low": on_first.score, "x_high": on_first.score, "y_low": on_first.worst, "y_high": on_first.best,
        })  # fmt: skip
        marks.append({
            "mark": f"best on {names[1]}", "size": 60, "x": on_second.mean, "y": on_second.score,
            "x_low": on_second.worst, "x_high": on_second.best, "y_low": on_second.score, "y_high": on_second.score,
        })  # fmt: skip
    tops = [max(cell[axis] for cell in cells) for axis in ("x2", "y2")]
    tops = [
        max([top, *(mark[axis] + unit / 2 for mark in marks)])
        for top, axis, unit in zip(tops, "xy", units, strict=True)
    ]
    x, y = (
        make(axis, f"{name} recall", 5, (-unit / 2, top), format="~%")
        for make, axis, name, unit, top in zip((x_axis, y_axis), "xy", names, units, tops, strict=True)
    )
    heat = chart_of(cells, x=x, y=y, x2="x2:Q", y2="y2:Q").mark_rect().encode(
        color=alt.Color(
            "share:Q", title="share of extracts", scale=alt.Scale(type="log", range=[TINT, DEEP]),
            legend=alt.Legend(format=".0e", title="share of extracts", orient="right", gradientLength=160),
        ),
        tooltip=[
            alt.Tooltip("first:Q", title=names[0], format=".5f"), alt.Tooltip("second:Q", title=names[1], format=".5f"),
            alt.Tooltip("share:Q", format=".3e"),
        ],
    )  # fmt: skip
    by_mark = dict(zip([mark["mark"] for mark in marks], (INK, PALETTE[1], PALETTE[2]), strict=False))
    ranges = chart_of([mark for mark in marks if "x_low" in mark], color=colours("mark", by_mark)).mark_rule(
        strokeWidth=3
    )
    ranges = ranges.encode(x="x_low:Q", x2="x_high:Q", y="y_low:Q", y2="y_high:Q")
    # The second is smaller, so that both are visible where they coincide.
    size = alt.Size("size:Q", scale=None, legend=None)
    points = chart_of(marks, x=x, y=y, size=size, color=colours("mark", by_mark, symbolType="circle", symbolSize=90))
    points = points.mark_point(filled=True, opacity=1, stroke="white", strokeWidth=1)
    kind = "" if joint.exact else ", estimated"
    title = title_of(
        f"{short(contrast.id)}: {names[0]} against {names[1]} on {large(joint.extracts)} extracts",
        f"{contrast.budget}, {contrast.explored.engine}{kind}; {_written(joint.coefficients)}",
    )
    layers = alt.layer(heat, ranges, points).resolve_scale(color="independent")
    return _finished(layers, title, WIDTH * 3 // 4)


def _written(coefficients: Any) -> str:
    return ", ".join(f"{name} {value:.3f}" for name, value in coefficients.items() if value is not None) or "constant"


def draw_agreement(contrasts: Sequence[Contrast], agreements: Sequence[Agreement], confidence: float) -> Figure:
    """Draw the correlations of two measures over all extracts of each document, and the means over documents."""
    import altair as alt

    values = [value for contrast in contrasts for value in contrast.joint.coefficients.values() if value is not None]
    ends = (-1.0 if min([0.0, *values]) < 0 else 0.0, 1.0)  # the same for all pairs
    charts = []
    for agreement in agreements:
        own = [c for c in contrasts if (c.first, c.second) == (agreement.first, agreement.second)]
        rows = [
            {"coefficient": name, "value": value, "document": short(c.id), "place": (number * 0.618) % 1,
             "kind": "exact" if c.joint.exact else "estimated"}
            for number, c in enumerate(own) for name, value in c.joint.coefficients.items() if value is not None
        ]  # fmt: skip
        means = [
            {"coefficient": name, "value": interval.mean, "low": low, "high": high}
            for name in ("pearson", "spearman", "kendall")
            if (interval := agreement[name]) is not None
            for low, high in [ends_of(interval) or (None, None)]
        ]  # fmt: skip
        y = alt.Y("coefficient:N", title=None, sort=["pearson", "spearman", "kendall"], axis=label_axis())
        x = x_axis("value", _CORRELATION, 5, ends, format="~g")
        kinds = {"exact": PALETTE[0], "estimated": PALETTE[1]}
        present = {kind: kinds[kind] for kind in kinds if any(row["kind"] == kind for row in rows)}
        dots = chart_of(rows, x=x, y=y, color=colours("kind", present, symbolType="circle")).mark_point(
            filled=True, size=26, opacity=0.55
        ).encode(
            yOffset=alt.YOffset("place:Q", scale=alt.Scale(domain=[-0.4, 1.4])),
            tooltip=["document:N", alt.Tooltip("value:Q", format=".5f")],
        )  # fmt: skip
        bars = chart_of(means, x=x_axis("low", _CORRELATION, 5, ends, format="~g"), y=y, x2="high:Q")
        bars = bars.mark_rule(color=INK, strokeWidth=3)
        points = chart_of(means, x=x, y=y).mark_tick(color=INK, thickness=3, height=22, opacity=1)
        subtitle = f"{counted(agreement.documents, 'document')}, {agreement.exact:,} exact"
        title = small_title(f"{agreement.first} against {agreement.second}", subtitle)
        charts.append(
            alt.layer(dots, bars, points).properties(width=WIDTH, height=46 * max(len(means), 1), title=title)
        )
    note = f"a point for each document; ticks: means with {confidence:g}% confidence intervals over documents"
    figure = panels(charts, "Correlation of measures over all extracts", note, columns=1)
    return themed({"chart": figure})["chart"]


def _systems(rows: Sequence[dict[str, Any]]) -> alt.Y:
    """Return an axis of systems, the highest score first."""
    import altair as alt

    order = [row["system"] for row in sorted(rows, key=lambda row: -row["score"])]
    return alt.Y("system:N", title=None, sort=order, axis=label_axis(labelLimit=160))


def _points(
    rows: Sequence[dict[str, Any]],
    ends: tuple[float, float],
    title: str,
    more: Sequence[str | tuple[str, str, str]] = (),
) -> alt.Chart:
    import altair as alt

    points = alt.Chart(inline(rows)).mark_point(filled=True, size=70, color=PALETTE[0], opacity=1)
    tooltip = tips("system", ("score", title, ".5f"), *more)
    chart: alt.Chart = points.encode(x=score_axis(ends, title), y=_systems(rows), tooltip=tooltip)
    return chart


def _finished(chart: Any, title: alt.Title, height: int) -> Figure:
    return themed({"chart": chart.properties(width=WIDTH, height=height, title=title)})["chart"]
