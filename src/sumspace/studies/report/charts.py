"""The figures of a report: systems on the scale, their places by document, significant pairs, and human summaries."""

from __future__ import annotations

from math import isnan
from typing import TYPE_CHECKING, Any

import altair as alt

from sumspace.show import charts as draw
from sumspace.show.text import counted, short, slug
from sumspace.stats.multiplicity import CORRECTION_NAMES
from sumspace.studies.report.humans import HUMANS
from sumspace.studies.report.labels import has_letters, measure_label, system_labels

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from sumspace.stats.resampling import Interval
    from sumspace.studies.comparison.contests import Contest
    from sumspace.studies.comparison.explored import Explored
    from sumspace.studies.report.study import ReportStudy


#: The height of a row, and the longest name of a system.
_ROW, _LONGEST = 20, 30
_WIDTH = draw.WIDTH - 120
#: More systems are shown as a matrix of all pairs, fewer pair by pair.
_FEW = 3
_SYSTEM, _BASELINE, _HUMAN = "system", "baseline", "human summaries"
_COLOURS = {_SYSTEM: draw.PALETTE[0], _BASELINE: draw.PALETTE[1], _HUMAN: draw.PALETTE[2]}


def draw_figures(study: ReportStudy) -> dict[str, draw.Figure]:
    """Draw systems on the scale of each measure, places, pairs, and human summaries beside systems."""
    figures: dict[str, draw.Figure | None] = {"scale": _scale(study)}
    if study.single is None:
        for places in study.places:
            name = str(places.measure)
            figures[f"places-{slug(name)}"] = draw.choice(_places(study, places), "places", measure=name)
        figures |= {"pairs": _pairs(study), "humans": _humans(study)}
    return draw.themed(figures)


def _kind(study: ReportStudy, name: str) -> str:
    return _HUMAN if name == HUMANS else _BASELINE if name in study.baselines else _SYSTEM


def _row(study: ReportStudy, name: str, label: str, interval: Interval) -> dict[str, Any]:
    low, high = (interval.mean if isnan(end) else end for end in (interval.low, interval.high))
    return {"system": label, "value": interval.mean, "low": low, "high": high, "kind": _kind(study, name)}


def _names(rows: Sequence[dict[str, Any]]) -> alt.Y:
    order = [row["system"] for row in rows]
    return alt.Y("system:N", title=None, sort=order, axis=draw.label_axis())


def _legend(rows: Iterable[dict[str, Any]]) -> alt.Color:
    there = {row["kind"] for row in rows}
    shown = {kind: colour for kind, colour in _COLOURS.items() if kind in there}
    return draw.colours("kind", shown, symbolType="circle") if len(shown) > 1 else draw.colours("kind", shown)


def _dots(rows: Sequence[dict[str, Any]], x: alt.X, ends: draw.Span, tooltip: Sequence[alt.Tooltip]) -> list[alt.Chart]:
    """Draw means with intervals, a row for each system."""
    base = draw.chart_of(rows, y=_names(rows), color=_legend(rows), tooltip=list(tooltip))
    scale = alt.Scale(domain=list(ends), nice=False, zero=False)
    lines = base.mark_rule(strokeWidth=2).encode(x=alt.X("low:Q", scale=scale), x2="high:Q")
    return [lines, base.mark_point(size=60, filled=True, opacity=1).encode(x=x)]


def _tooltip(value: str, form: str, *, interval: bool = True) -> list[alt.Tooltip]:
    ends = [alt.Tooltip("low:Q", title="from", format=form), alt.Tooltip("high:Q", title="to", format=form)]
    shown = [alt.Tooltip("system:N"), alt.Tooltip("value:Q", title=value, format=form)]
    return [*shown, *ends] if interval else shown


def _scale(study: ReportStudy) -> draw.Figure | None:
    """Draw systems between the average extract and the best one, a panel for each measure."""
    panels: list[tuple[Explored, list[dict[str, Any]]]] = []
    for places in study.places:
        chosen = [p for p in places.systems.values() if not isnan(p.reached.mean)]
        chosen.sort(key=lambda place: -place.reached.mean)
        labels = system_labels(place.system for place in chosen)
        rows = [_row(study, place.system, labels[place.system], place.reached) for place in chosen]
        if rows:
            panels.append((places, rows))
    known = [row[end] for _, rows in panels for row in rows for end in ("low", "high")]
    ends = draw.span([0.0, 1.0, *known])
    charts = [_scale_of(places, rows, ends, is_single=study.single is not None) for places, rows in panels]
    confidence = f"; lines: {study.plan.bootstrap.confidence:g}% intervals" if study.single is None else ""
    subtitle = f"0%: the average extract, 100%: the best extract{confidence}"
    return draw.panels(charts, "From the average extract to the best extract", subtitle, columns=1, spacing=16)


def _scale_of(places: Explored, rows: Sequence[dict[str, Any]], ends: draw.Span, *, is_single: bool) -> draw.Layers:
    x = draw.x_axis("value", "share of the distance from the average extract to the best", 6, ends, format="~%")
    rules = draw.chart_of([{"value": 0.0}, {"value": 1.0}], x=x).mark_rule(color=draw.GREY, strokeDash=[4, 3])
    about = f"average {100 * places.average_mean:.2f}, best {100 * places.best_mean:.2f}"
    title = draw.small_title(f"{measure_label(places.measure)} recall: {about}")
    dots = _dots(rows, x, ends, _tooltip("reached", ".1%", interval=not is_single))
    return alt.layer(rules, *dots, width=_WIDTH, height=_ROW * len(rows), title=title)


def _places(study: ReportStudy, places: Explored) -> draw.Figure:
    """Draw the shares of extracts that systems beat: quartiles, median and mean over documents."""
    chosen = sorted(places.systems.values(), key=lambda place: place.places.median.rest)
    labels = system_labels(place.system for place in chosen)
    rows: list[dict[str, Any]] = [
        {
            "system": labels[place.system], "kind": _kind(study, place.system),
            "value": place.places.mean.share, "median": place.places.median.share,
            "low": place.places.low.share, "high": place.places.high.share,
        }
        for place in chosen
    ]  # fmt: skip
    ends = (0.0, 1.0)
    scale = alt.Scale(domain=list(ends), nice=False, zero=False)
    forms = [
        alt.Tooltip(f"{field}:Q", title=title, format=".2%")
        for field, title in (
            ("value", "mean"),
            ("median", "median"),
            ("low", "lower quarter"),
            ("high", "upper quarter"),
        )
    ]
    base = draw.chart_of(rows, y=_names(rows), color=_legend(rows), tooltip=[alt.Tooltip("system:N"), *forms])
    x = draw.x_axis("value", "share of the document's extracts that score lower", 6, ends, format="~%")
    bars = base.mark_bar(height=10, opacity=0.35, clip=True).encode(x=alt.X("low:Q", scale=scale), x2="high:Q")
    medians = base.mark_tick(thickness=3, size=16).encode(x=alt.X("median:Q", scale=scale))
    means = base.mark_point(size=45, filled=True, opacity=1).encode(x=x)
    title = draw.title_of(
        f"{measure_label(places.measure)} recall: share of extracts beaten",
        f"{counted(places.documents, 'document')}; bar: the middle half, line: median, dot: mean",
    )
    return alt.layer(bars, medians, means, width=_WIDTH, height=_ROW * len(rows), title=title)


def _pairs(study: ReportStudy) -> draw.Figure | None:
    """Draw which differences are significant: a matrix of all pairs, or the differences where systems are few."""
    contest = study.contest
    if not contest.tested:
        return None
    return _differences(study, contest) if len(contest.ranking) <= _FEW else _matrix(contest)


def _differences(study: ReportStudy, contest: Contest) -> draw.Figure:
    rows: list[dict[str, Any]] = [
        {
            "system": f"{short(pair.first, _LONGEST)} − {short(pair.second, _LONGEST)}",
            "value": 100 * pair.result.difference.mean, "low": 100 * pair.result.difference.low,
            "high": 100 * pair.result.difference.high,
            "kind": "significant" if pair.is_significant else "not significant",
        }
        for pair in contest.pairs
        if pair.result.is_tested
    ]  # fmt: skip
    ends = draw.span([0.0, *(row[end] for row in rows for end in ("low", "high"))])
    scale = alt.Scale(domain=list(ends), nice=False, zero=False)
    kinds = {"significant": draw.PALETTE[0], "not significant": draw.GREY}
    base = draw.chart_of(
        rows, y=_names(rows), color=draw.colours("kind", kinds, symbolType="circle"),
        tooltip=_tooltip("difference", "+.2f"),
    )  # fmt: skip
    x = draw.x_axis("value", f"difference in {measure_label(contest.measure)} F1, points", 7, ends, format="+~g")
    nothing = draw.chart_of([{"value": 0.0}], x=x).mark_rule(color=draw.GREY, strokeDash=[4, 3])
    lines = base.mark_rule(strokeWidth=2).encode(x=alt.X("low:Q", scale=scale), x2="high:Q")
    dots = base.mark_point(size=60, filled=True, opacity=1).encode(x=x)
    title = draw.title_of("Differences between systems", _tested(study, contest))
    return alt.layer(nothing, lines, dots, width=_WIDTH, height=_ROW * len(rows), title=title)


def _tested(study: ReportStudy, contest: Contest) -> str:
    intervals = f"{study.plan.bootstrap.confidence:g}% intervals"
    return f"{counted(contest.documents, 'document')}; {intervals}; {CORRECTION_NAMES['holm']}"


def _matrix(contest: Contest) -> draw.Figure:
    names = [ranked.system for ranked in contest.ranking]
    labels = {name: f"{place}  {label}" for place, (name, label) in enumerate(system_labels(names).items(), 1)}
    kinds = {
        "significantly higher": draw.DIVERGING[2], "significantly lower": draw.DIVERGING[0],
        "no significant difference": draw.FAINT, "not tested": draw.LIGHT,
    }  # fmt: skip
    rows = []
    for pair in contest.pairs:
        for one, other in ((pair.first, pair.second), (pair.second, pair.first)):
            kind = "no significant difference" if pair.result.is_tested else "not tested"
            if pair.is_significant:
                kind = "significantly higher" if pair.better == one else "significantly lower"
            sign = 1 if one == pair.first else -1
            rows.append(
                {
                    "row": labels[one], "column": f"{names.index(other) + 1}", "other": short(other, _LONGEST),
                    "kind": kind, "value": sign * 100 * pair.result.difference.mean, "p": pair.corrected,
                }
            )  # fmt: skip
    used = {kind: colour for kind, colour in kinds.items() if any(row["kind"] == kind for row in rows)}
    side = _ROW * len(names)
    chart = draw.chart_of(
        rows,
        x=alt.X("column:N", title=None, sort=[f"{place}" for place in range(1, len(names) + 1)],
                axis=draw.label_axis(orient="top", labelAngle=0, labelOverlap=False, labelPadding=4)),
        y=alt.Y("row:N", title=None, sort=list(labels.values()), axis=draw.label_axis()),
        color=draw.colours("kind", used, symbolType="square", orient="bottom", columns=2),
        tooltip=[
            alt.Tooltip("row:N", title="system"), alt.Tooltip("other:N", title="compared with"),
            alt.Tooltip("value:Q", title="difference", format="+.2f"), alt.Tooltip("p:Q", format=".3f"),
        ],
    )  # fmt: skip
    title = draw.title_of(
        f"{measure_label(contest.measure)} F1: does the row's system score higher than the column's?",
        f"{counted(contest.documents, 'document')}; paired permutation tests, {CORRECTION_NAMES['holm']}",
    )
    cells: alt.Chart = chart.mark_rect(stroke="white", strokeWidth=1).properties(width=side, height=side, title=title)
    return cells


def _humans(study: ReportStudy) -> draw.Figure | None:
    """Draw systems and human summaries, all judged by the same references."""
    humans, measure = study.humans, study.plan.sorted_by
    if humans is None or not has_letters(humans.contests[measure], study):
        return None
    means = dict(zip(humans.names, humans.means["f1", measure], strict=True))
    chosen = sorted((n for n in means if not isnan(means[n].mean)), key=lambda name: -means[name].mean)
    labels = system_labels(chosen)
    rows = [_row(study, name, labels[name], means[name]) for name in chosen]
    ends = draw.span([0.0, *(row["high"] for row in rows)])
    ends = (0.0, ends[1])
    x = draw.x_axis("value", f"{measure_label(measure)} F1", 6, ends, format="~%")
    title = draw.title_of(
        f"{measure_label(measure)} F1 of human summaries and systems",
        f"{counted(humans.documents, 'document')}; all judged by the same references, all but one in turn; "
        f"{study.plan.bootstrap.confidence:g}% intervals",
    )
    dots = _dots(rows, x, ends, _tooltip("F1", ".2%"))
    return alt.layer(*dots, width=_WIDTH, height=_ROW * len(rows), title=title)
