"""The figures of the study of the learned summarizer: scores, differences by genre, and places."""

from __future__ import annotations

from math import isnan
from typing import TYPE_CHECKING, Any

import altair as alt

from sumspace.show import charts as draw
from sumspace.show.text import counted
from sumspace.stats.multiplicity import CORRECTION_NAMES
from sumspace.studies.learning.plan import LEARNED, NEW_GENRE, VERSIONS
from sumspace.studies.report.labels import BEST, measure_label

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sumspace.measures.measure import Measure
    from sumspace.stats.resampling import Interval
    from sumspace.studies.learning.results import GroupScores, VersionTest
    from sumspace.studies.learning.study import LearningStudy


_ROW = 20
_WIDTH = draw.WIDTH - 120
_OTHER = "other summarizers"
_COLOURS = {LEARNED: draw.PALETTE[0], NEW_GENRE: draw.PALETTE[5], _OTHER: draw.PALETTE[1]}
_VERDICTS = {
    "significantly higher": draw.DIVERGING[2],
    "significantly lower": draw.DIVERGING[0],
    "no significant difference": draw.GREY,
}


def draw_figures(study: LearningStudy) -> dict[str, draw.Figure]:
    """Draw scores by group, differences by version, and places."""
    figures: dict[str, draw.Figure | None] = {}
    for number, scores in enumerate(study.groups):
        figure = draw.choice(_scores(study, scores), "scores", documents=_chosen(scores))
        figures[f"scores-{number}"] = figure
    for version in study.versions:
        tests = study.tests_of(version)
        figures[f"differences-{VERSIONS.index(version)}"] = draw.choice(
            _differences(study, tests), "differences", training=_trained_on(version)
        )
    for number, scores in enumerate(study.groups):
        figures[f"places-{number}"] = draw.choice(_places(study, scores), "places", documents=_chosen(scores))
    return draw.themed(figures)


def _chosen(scores: GroupScores) -> str:
    return "all" if scores.group.kind == "all" else f"{scores.group.kind} {scores.group.label}"


def _trained_on(version: str) -> str:
    return "other folds" if version == LEARNED else "other genres"


def _kind(name: str) -> str:
    return name if name in VERSIONS else _OTHER


def _names(rows: Sequence[dict[str, Any]]) -> alt.Y:
    return alt.Y("system:N", title=None, sort=[row["system"] for row in rows], axis=draw.label_axis())


def _legend(rows: Sequence[dict[str, Any]]) -> alt.Color:
    there = {row["kind"] for row in rows}
    return draw.colours("kind", {k: c for k, c in _COLOURS.items() if k in there}, symbolType="circle")


def _row(name: str, interval: Interval) -> dict[str, Any]:
    low, high = (interval.mean if isnan(end) else end for end in (interval.low, interval.high))
    return {"system": name, "kind": _kind(name), "value": interval.mean, "low": low, "high": high}


def _scores(study: LearningStudy, scores: GroupScores) -> draw.Figure | None:
    """Draw mean recall of all systems with intervals, and the best extract as a line."""
    panels = [_panel(study, scores, measure) for measure in reversed(study.plan.measures)]
    confidence = f"{study.plan.bootstrap.confidence:g}%"
    title = f"Recall of summaries of {study.plan.budget}"
    subtitle = f"{counted(len(scores.group.rows), 'document')}; lines: {confidence} intervals"
    return draw.panels(panels, title, subtitle, columns=1, spacing=16)


def _panel(study: LearningStudy, scores: GroupScores, measure: Measure) -> draw.Layers:
    means = dict(zip(study.systems, scores.means["recall", measure], strict=True))
    chosen = sorted((n for n in means if not isnan(means[n].mean)), key=lambda name: -means[name].mean)
    rows = [_row(name, means[name]) for name in chosen]
    explored = scores.places.get(measure)
    best = [] if explored is None else [explored.best_mean]
    ends = draw.share_ends([*best, *(row[end] for row in rows for end in ("low", "high"))])
    x = draw.x_axis("value", f"{measure_label(measure)} recall", 6, ends, format="~%")
    told = draw.tips("system", ("value", "recall", ".2%"), ("low", "from", ".2%"), ("high", "to", ".2%"))
    base = draw.chart_of(rows, y=_names(rows), color=_legend(rows), tooltip=told)
    scale = alt.Scale(domain=list(ends), nice=False, zero=False)
    layers: list[alt.Chart] = [
        base.mark_rule(strokeWidth=2).encode(x=alt.X("low:Q", scale=scale), x2="high:Q"),
        base.mark_point(size=60, filled=True, opacity=1).encode(x=x),
    ]
    about = ""
    if explored is not None:
        line = draw.chart_of([{"value": explored.best_mean}], x=x).mark_rule(color=draw.GREY, strokeDash=[4, 3])
        layers.insert(0, line)
        about = f": the dashed line is the {BEST}, {100 * explored.best_mean:.2f}"
    title = draw.small_title(f"{measure_label(measure)}{about}")
    return alt.layer(*layers, width=_WIDTH, height=_ROW * len(rows), title=title)


def _differences(study: LearningStudy, tests: Sequence[VersionTest]) -> draw.Figure | None:
    """Draw the differences from Lead, LexRank and the best other one in every group."""
    rows: list[dict[str, Any]] = []
    for test in (test for test in tests if test.result.is_tested):
        difference, other = test.result.difference, f"{test.other}{' (best other)' if test.is_best else ''}"
        low, high = (100 * (difference.mean if isnan(end) else end) for end in (difference.low, difference.high))
        verdict = f"significantly {test.verdict}" if test.is_significant else "no significant difference"
        rows.append(
            {"group": test.group.label, "system": other, "value": 100 * difference.mean, "low": low, "high": high,
             "kind": verdict, "p": test.corrected, "documents": test.result.documents}
        )  # fmt: skip
    if not rows:
        return None
    ends = draw.span([0.0, *(row[end] for row in rows for end in ("low", "high"))])
    charts = []
    for group in dict.fromkeys(row["group"] for row in rows):
        own = [row for row in rows if row["group"] == group]
        charts.append(_difference_panel(own, ends, is_last=group == rows[-1]["group"]))
    confidence = f"{study.plan.bootstrap.confidence:g}%"
    title = f"{measure_label(study.plan.main)} recall: the learned summarizer less another, in points"
    subtitle = f"lines: {confidence} intervals; paired permutation tests, {CORRECTION_NAMES[study.plan.correction]}"
    return draw.panels(charts, title, subtitle, columns=1, spacing=8)


def _difference_panel(rows: Sequence[dict[str, Any]], ends: draw.Span, *, is_last: bool) -> draw.Layers:
    x = draw.x_axis("value", "difference, points" if is_last else "", 7, ends, format="+~f", labels=is_last)
    scale = alt.Scale(domain=list(ends), nice=False, zero=False)
    told = draw.tips("system", ("value", "difference", "+.2f"), ("low", "from", "+.2f"), ("high", "to", "+.2f"),
                     ("p", "p", ".3f"))  # fmt: skip
    base = draw.chart_of(rows, y=_names(rows), color=draw.colours("kind", _VERDICTS, symbolType="circle"), tooltip=told)
    nothing = draw.chart_of([{"value": 0.0}], x=x).mark_rule(color=draw.GREY, strokeDash=[4, 3])
    lines = base.mark_rule(strokeWidth=2).encode(x=alt.X("low:Q", scale=scale), x2="high:Q")
    dots = base.mark_point(size=60, filled=True, opacity=1).encode(x=x)
    title = draw.small_title(
        f"{rows[0]['group']}, {counted(rows[0]['documents'], 'document')}", anchor="start", frame="group"
    )
    return alt.layer(nothing, lines, dots, width=_WIDTH, height=_ROW * len(rows), title=title)


def _places(study: LearningStudy, scores: GroupScores) -> draw.Figure | None:
    """Draw the shares of extracts that systems beat: quartiles, median and mean over documents."""
    explored = scores.places.get(study.plan.main)
    if explored is None:
        return None
    chosen = sorted(explored.systems.values(), key=lambda place: place.places.median.rest)
    rows: list[dict[str, Any]] = [
        {
            "system": place.system, "kind": _kind(place.system), "value": place.places.mean.share,
            "median": place.places.median.share, "low": place.places.low.share, "high": place.places.high.share,
        }
        for place in chosen
    ]  # fmt: skip
    scale = alt.Scale(domain=[0.0, 1.0], nice=False, zero=False)
    told = draw.tips("system", ("value", "mean", ".2%"), ("median", "median", ".2%"), ("low", "lower quarter", ".2%"),
                     ("high", "upper quarter", ".2%"))  # fmt: skip
    base = draw.chart_of(rows, y=_names(rows), color=_legend(rows), tooltip=told)
    x = draw.x_axis("value", "share of the document's extracts that score lower", 6, (0.0, 1.0), format="~%")
    bars = base.mark_bar(height=10, opacity=0.35, clip=True).encode(x=alt.X("low:Q", scale=scale), x2="high:Q")
    medians = base.mark_tick(thickness=3, size=16).encode(x=alt.X("median:Q", scale=scale))
    means = base.mark_point(size=45, filled=True, opacity=1).encode(x=x)
    title = draw.title_of(
        f"{measure_label(study.plan.main)} recall: share of extracts beaten",
        f"{counted(explored.documents, 'document')}; bar: the middle half, line: median, dot: mean",
    )
    return alt.layer(bars, medians, means, width=_WIDTH, height=_ROW * len(rows), title=title)
