"""The figures of the study of CALLISTO: learners, figure 3 and table 1 of the paper, places among all extracts."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import altair as alt
import numpy as np

from sumspace.show.charts import (
    DEEP,
    GREY,
    INK,
    ON_DEEP,
    ON_PALE,
    PALE,
    PALETTE,
    WIDTH,
    colour_of,
    error_bars,
    inline,
    share_ends,
    small_title,
    themed,
    tips,
)
from sumspace.show.labels import spread
from sumspace.show.text import clean, counted, short
from sumspace.studies.callisto.baselines import FIXED, LEAD, RANDOM
from sumspace.studies.callisto.tables import PAPER_WINS

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from sumspace.measures.measure import Measure
    from sumspace.show.charts import Figure
    from sumspace.studies.callisto.study import CallistoStudy, VersionSeries
    from sumspace.summarizers.callisto.learners.learner import Learner
    from sumspace.summarizers.callisto.target import Target

    Rows = list[dict[str, Any]]
    Ends = tuple[float, float]


#: The height of a row, the width of a panel of rows, and the longest name of a row.
_ROW, _PANEL, _LONGEST = 22, 270, 44
#: The look of axes of names.
_NAMES: dict[str, Any] = {"domain": False, "ticks": False, "labelColor": INK}
#: The size of a panel of figure 3, the height of a name beside it, and the size of a cell of table 1, in pixels.
_SIZE, _NAME, _CELL = (WIDTH, 260), 14, (74, 40)
#: The width of a name above a chart.
_LABEL = 78
#: Of 95 % intervals.
_NORMAL = 1.96
_DASHES = {"value": [1, 0], "odds": [7, 2], "paper": [4, 3], "random": [1, 3]}


def make_figures(study: CallistoStudy) -> dict[str, Figure]:
    """Draw the figures of the study."""
    makers = {"compared": _compared, "rules": _rules, "figure-3": _classes, "table-1": _wins, "places": _ranks}
    return themed({name: make(study) for name, make in makers.items()})


def _colours(study: CallistoStudy) -> dict[Learner, str]:
    """Return the colour of every learner, the same in all figures."""
    learners = dict.fromkeys(series.learner for series in study.series)
    return {learner: colour_of(place) for place, learner in enumerate(learners)}


def _compared(study: CallistoStudy) -> Figure | None:
    """Draw the share of the default version and of all that it is compared with, from the highest to the lowest."""
    if not study.baselines:
        return None
    records = study.table("compared").records
    rows: Rows = [
        {
            "place": place,
            "name": clean(record["system"]),
            "share": record["share"],
            "colour": _kind_colour(record["kind"]),
        }
        | dict(zip(("low", "high"), record["share_interval"] or (None, None), strict=True))
        | {"label": f"{100 * record['share']:.1f}{_mark(record)}"}
        for place, record in enumerate(records)
    ]
    known = [row[end] for row in rows for end in ("share", "low", "high") if row[end] is not None]
    ends = share_ends(known, zero=False)
    scale = alt.Scale(domain=list(ends), nice=False, zero=False)
    axis = alt.Axis(format="~%", grid=True, tickCount=6)
    x = alt.X("share:Q", title=f"share of the best configuration's {study.plan.score_name}", scale=scale, axis=axis)
    names, colour = _row_names(row["name"] for row in rows), alt.Color("colour:N", scale=None)
    told = tips(("name", "system"), ("share", "share", ".2%"))
    base = alt.Chart(inline(rows)).encode(y=names, color=colour, tooltip=told)
    default = alt.Chart(inline([{"share": study.default.usual.share}]))
    layers = [
        default.mark_rule(color=PALETTE[0], strokeDash=[3, 3], opacity=0.6).encode(x=x),
        base.mark_rule(strokeWidth=2.5, opacity=0.5).encode(x=alt.X("low:Q", scale=scale), x2="high:Q"),
        base.mark_point(filled=True, size=70, opacity=1).encode(x=x),
        base.mark_text(align="left", dx=8, fontSize=11).encode(
            x=alt.value("width"), text="label:N", color=alt.value(INK)
        ),
    ]
    documents, confidence = len(study.documents), f"{study.plan.confidence:g}%"
    subtitle = [
        f"Mean over {documents:,} documents; lines: {confidence} intervals over documents",
        "* significantly different from the default version (Holm's correction)",
    ]
    title = alt.Title("The default version and what it is compared with", subtitle=subtitle)
    return alt.layer(*layers).properties(width=WIDTH, height=_ROW * len(rows), title=title)


def _kind_colour(kind: str) -> str:
    """Return the colour of the default version, of limits, of what chooses among configurations, and of others."""
    return {"version": PALETTE[0], "random": PALETTE[1], "fixed": PALETTE[1], "limit": GREY, "oracle": GREY}.get(
        kind, INK
    )


def _mark(record: Mapping[str, Any]) -> str:
    return "*" if record["significant"] else ""


def _rules(study: CallistoStudy) -> Figure | None:
    """Draw the share of every learner and rule: a row for each, a colour for each target, a panel for each measure."""
    if not study.baselines:
        return None
    targets = list(dict.fromkeys(series.target for series in study.series))
    colours = {target: colour_of(place) for place, target in enumerate(targets)}
    pairs = list(dict.fromkeys((str(series.learner), series.selection) for series in study.series))
    names = [clean(", ".join(part for part in pair if part)) for pair in pairs]
    levels: Rows = [
        {"share": study.baseline(name).share, "text": f"{label} {100 * study.baseline(name).share:.1f}"}
        for name, label in ((RANDOM, "random"), (FIXED, "fixed"), (LEAD, "lead"))
    ]
    rows: Rows = [
        {"place": pairs.index((str(series.learner), series.selection)), "target": series.target}
        | {"name": clean(str(series)), "measure": str(series.measure), "share": series.usual.share}
        for series in study.series
    ]
    ends = share_ends([*(row["share"] for row in rows), *(level["share"] for level in levels)], zero=False)
    scale = alt.Scale(domain=list(ends), nice=False, zero=False)
    x = alt.X("share:Q", title=None, scale=scale, axis=alt.Axis(format="~%", grid=False, tickCount=6))
    legend = alt.Legend(title="learns the", columns=3)
    colour = alt.Color("target:N", scale=alt.Scale(domain=targets, range=list(colours.values())), legend=legend)
    panels = []
    for measure in dict.fromkeys(series.measure for series in study.series):
        own = [row for row in rows if row["measure"] == str(measure)]
        base = alt.Chart(inline(own)).encode(
            y=_row_names(names), tooltip=tips(("name", "version"), ("share", "share", ".2%"))
        )
        rules = alt.Chart(inline(levels)).mark_rule(color=GREY, strokeDash=[3, 3]).encode(x=x)
        points = base.mark_point(filled=True, size=70, opacity=0.9).encode(x=x, color=colour)
        texts = _level_texts(levels, ends, x)
        drawn = alt.layer(rules, points, *texts)
        title = small_title(f"trained on {short(str(measure))}")
        panels.append(drawn.properties(width=WIDTH, height=_ROW * len(names), title=title))
    classes = sorted({series.usual.version.classes for series in study.series if series.selection})
    subtitle = [
        f"Share of the best configuration's {study.plan.score_name}, mean over {len(study.documents):,} documents"
    ]
    subtitle[0] += f"; K = {classes[0]} classes" if classes else ""
    subtitle.append("dashed: a random configuration, the best fixed one, and the lead")
    title = alt.Title("Learners, rules and targets", subtitle=subtitle)
    return alt.vconcat(*panels, spacing=24, title=title)


def _level_texts(levels: Rows, ends: Ends, x: alt.X) -> list[alt.Chart]:
    """Write the names of vertical lines above a chart, moved sideways where they would overlap."""
    wanted = [WIDTH * (level["share"] - ends[0]) / (ends[1] - ends[0]) for level in levels]
    texts = []
    for level, start, end in zip(levels, wanted, spread(wanted, _LABEL, WIDTH), strict=True):
        text = alt.Chart(inline([level])).mark_text(fontSize=11, dx=end - start, dy=-8, color=INK, baseline="bottom")
        texts.append(text.encode(x=x, y=alt.value(0), text="text:N"))
    return texts


def _row_names(names: Iterable[str]) -> alt.Y:
    """Make an axis of names for rows whose field `place` counts from 0; names cut to the same text stay apart."""
    labels = [_cut_in_the_middle(clean(name), _LONGEST) for name in names]
    expression = f"{json.dumps(labels)}[datum.value]"
    axis = alt.Axis(**_NAMES, labelPadding=8, labelLimit=400, labelExpr=expression)
    return alt.Y("place:O", title=None, axis=axis, scale=alt.Scale(domain=list(range(len(labels)))))


def _cut_in_the_middle(name: str, longest: int) -> str:
    """Cut a long name in the middle: a version's ends with what it was trained on, and how it selects.

    >>> _cut_in_the_middle("abcdefgh", 5)
    'a…fgh'
    """
    end = 2 * longest // 3
    return name if len(name) <= longest else f"{name[: longest - end - 1]}…{name[-end:]}"


def _classes(study: CallistoStudy) -> Figure | None:
    """Figure 3: a line for each learner and selection, level ones for the lead and for versions without classes.

    There is a panel for each measure trained on, all with the same scales.
    """
    lines = [series for series in study.series if series.selection]
    numbers = sorted({result.version.classes for series in lines for result in series.results})
    if len(numbers) < 2:
        return None
    others = (study.lead_score.share, *(study.baseline(name).share for name in (RANDOM, FIXED)))
    ends = share_ends([*others, *(result.share for result in study.results)], zero=False)
    scale = alt.Scale(domain=[numbers[0], numbers[-1]], nice=False, zero=False, padding=10)
    axis = alt.Axis(grid=False, values=numbers, format="d", labelOverlap=True)
    x = alt.X("classes:Q", title="number of classes K", scale=scale, axis=axis)
    learned = dict.fromkeys((series.measure, series.target) for series in lines)
    panels = [_panel(study, measure, target, ends, x) for measure, target in learned]
    documents = f"{len(study.documents):,} documents"
    subtitle = [f"Mean share over {documents}"]
    if (least := study.analysis.least_difference) is not None:
        subtitle.append(f"Grey: within {100 * least:.2f} points of the lead, the least significant difference")
    title = alt.Title("Share of the best configuration by number of classes", subtitle=subtitle)
    return alt.vconcat(*panels, spacing=20, title=title)


def _panel(study: CallistoStudy, measure: Measure, target: Target, ends: Ends, x: alt.X) -> Any:
    """Draw the lines of a measure, horizontal lines without classes, and what does not differ from the lead in grey."""
    colours, lead = _colours(study), study.lead_score.share
    own = [series for series in study.series if (series.measure, series.target) == (measure, target)]
    scale, axis = alt.Scale(domain=list(ends), nice=False, zero=False), alt.Axis(format="~%", domain=False, tickCount=5)
    y = alt.Y("share:Q", title=f"share of the best {study.plan.score_name}", scale=scale, axis=axis)
    levels: Rows = [{"name": "lead", "share": lead, "colour": INK}]
    for name, label in ((RANDOM, "random"), (FIXED, "best fixed")):
        levels.append({"name": label, "share": study.baseline(name).share, "colour": GREY})
    for series in own:
        if not series.selection:
            name, share = str(series.learner), series.usual.share
            levels.append({"name": name, "share": share, "colour": colours[series.learner]})
    layers = []
    if (least := study.analysis.least_difference) is not None:
        band = {"share": max(lead - least, ends[0]), "high": min(lead + least, ends[1])}
        layers.append(alt.Chart(inline([band])).mark_rect(color=INK, opacity=0.06).encode(y=y, y2="high:Q"))
    rules = alt.Chart(inline(levels)).mark_rule(strokeWidth=1.6)
    layers.append(rules.encode(y=y, color=alt.Color("colour:N", scale=None)))
    layers += _lines([series for series in own if series.selection], colours, x, y)
    whole = alt.layer(*layers, *_level_names(levels, ends, y))
    title = small_title(f"trained on {short(str(measure))}, {target}")
    return whole.properties(width=_SIZE[0], height=_SIZE[1], title=title)


def _lines(lines: Sequence[VersionSeries], colours: dict[Learner, str], x: alt.X, y: alt.Y) -> list[alt.Chart]:
    labels: dict[Learner, str] = {}  # names that are cut to the same one are numbered
    for place, learner in enumerate(colours, 1):
        label = short(str(learner))
        labels[learner] = label if label not in labels.values() else f"{label} {place}"
    rows: Rows = [
        {"learner": labels[series.learner], "selection": series.selection}
        | {"classes": result.version.classes, "share": result.share}
        for series in lines
        for result in series.results
    ]
    named = {labels[series.learner]: colours[series.learner] for series in lines}
    scale = alt.Scale(domain=list(named), range=list(named.values()))
    colour = alt.Color("learner:N", scale=scale, legend=alt.Legend(columns=4, symbolType="stroke", labelLimit=260))
    dashes = {name: dash for name, dash in _DASHES.items() if any(series.selection == name for series in lines)}
    scale = alt.Scale(domain=list(dashes), range=list(dashes.values()))
    legend = alt.Legend(columns=2, symbolType="stroke", symbolStrokeColor=INK)
    base = alt.Chart(inline(rows)).encode(x=x, y=y, color=colour)
    return [
        base.mark_line(strokeWidth=1.8).encode(strokeDash=alt.StrokeDash("selection:N", scale=scale, legend=legend)),
        base.mark_circle(size=28, opacity=1).encode(detail="selection:N"),
    ]


def _level_names(levels: Rows, ends: Ends, y: alt.Y) -> list[alt.Chart]:
    """Write the names of horizontal lines to the right of the chart, moved up or down where they would overlap."""
    height = _SIZE[1]
    wanted = [height * (ends[1] - level["share"]) / (ends[1] - ends[0]) for level in levels]
    names = []
    for level, start, end in zip(levels, wanted, spread(wanted, _NAME, height), strict=True):
        row = {"share": level["share"], "text": f"{short(level['name'], 24)} {100 * level['share']:.1f}"}
        text = alt.Chart(inline([row])).mark_text(
            align="left", baseline="middle", fontSize=11, dx=6, dy=end - start, color=level["colour"]
        )
        names.append(text.encode(x=alt.value("width"), y=y, text="text:N"))
    return names


def _wins(study: CallistoStudy) -> Figure | None:
    """Draw the share of texts on which each combination is best, here and in the paper."""
    if not study.wins:
        return None
    documents, total = len(study.documents), sum(PAPER_WINS.values())
    wins = {(combination.segmenter, combination.extractor): combination.shared for combination in study.wins}
    here = _cells({pair: number for pair, number in wins.items() if pair[1]}, documents, ".1f")
    alone = _cells({(pair[0], "summarizer"): number for pair, number in wins.items() if not pair[1]}, documents, ".1f")
    paper = _cells({pair: PAPER_WINS[pair] for pair in wins if pair in PAPER_WINS}, total, "d")
    most = max(cell["share"] for cell in [*here, *paper, *alone])
    segmenters = sorted({cell["segmenter"] for cell in [*here, *alone]})

    def panel(cells: Rows, title: str) -> Any:
        """Draw a grid of segmenters by extractors."""
        extractors = sorted({cell["extractor"] for cell in cells})
        look: dict[str, Any] = {**_NAMES, "labelPadding": 6, "labelLimit": 140}
        own = [segmenter for segmenter in segmenters if any(cell["segmenter"] == segmenter for cell in cells)]
        scales = [alt.Scale(domain=domain, paddingInner=0.05) for domain in (extractors, own)]
        x = alt.X("extractor:N", title=None, axis=alt.Axis(labelAngle=0, orient="top", **look), scale=scales[0])
        y = alt.Y("segmenter:N", title=None, axis=alt.Axis(**look), scale=scales[1])
        scale = alt.Scale(domain=[0, most or 1.0], range=[PALE, DEEP])
        light = alt.condition(f"datum.share > {0.65 * most}", alt.value(ON_DEEP), alt.value(ON_PALE))
        told = tips("segmenter", "extractor", ("label", "texts"), ("share", "share of texts", ".1%"))
        base = alt.Chart(inline(cells)).encode(x=x, y=y, tooltip=told)
        squares = base.mark_rect().encode(color=alt.Color("share:Q", legend=None, scale=scale))
        drawn = alt.layer(squares, base.mark_text(fontSize=12).encode(text="label:N", color=light))
        width, height = _CELL[0] * len(extractors), _CELL[1] * len(own)
        return drawn.properties(width=width, height=height, title=small_title(title))

    shown = (here, f"here: {counted(documents, 'text')}, ties divided"), (paper, f"in the paper: {total:,} texts")
    panels = [panel(cells, title) for cells, title in (*shown, (alone, "here: summarizers")) if cells]
    subtitle = "Number of texts on which the combination gives the best summary; darker: larger share of the texts"
    title = alt.Title("Wins by segmenter and key phrase extractor", subtitle=subtitle)
    figure: alt.ConcatChart = alt.concat(*panels, columns=2, spacing=24, title=title).resolve_scale(color="shared")
    return figure


def _cells(wins: Mapping[tuple[str, str], float], texts: int, form: str) -> Rows:
    return [
        {"segmenter": short(segmenter), "extractor": short(extractor)}
        | {"share": number / texts, "label": f"{number:{form}}"}
        for (segmenter, extractor), number in wins.items()
    ]


def _ranks(study: CallistoStudy) -> Figure | None:
    """Draw the share of the best extract's score and of the extracts beaten, with intervals over documents."""
    reached = [(system.share, system) for system in study.ranked_systems if system.share is not None]
    shares = sorted(reached, key=lambda pair: -pair[0])
    if not shares:
        return None
    errors = _errors(study)
    rows: Rows = [
        {"place": place, "system": clean(system.system), "share": share, "share_label": f"{100 * share:.1f}"}
        | {"below": system.below, "below_label": f"{100 * system.below:.1f}", "median": system.median_below}
        | _bounds("share", share, errors.get((system.system, "share")))
        | _bounds("below", system.below, errors.get((system.system, "below")))
        for place, (share, system) in enumerate(shares)
    ]

    def panel(name: str, title: str) -> Any:
        scale, axis = alt.Scale(domain=[0, 1], nice=False), alt.Axis(format="~%", tickCount=5)
        y = _row_names(row["system"] for row in rows)
        x = alt.X(f"{name}:Q", title=None, scale=scale, axis=axis)
        told = tips("system", (name, title, ".1%"), *([("median", "median", ".1%")] if name == "below" else []))
        base = alt.Chart(inline(rows)).encode(y=y, tooltip=told)
        layers = [
            error_bars(rows, x, f"{name}_low", f"{name}_high", color=PALETTE[0], opacity=0.5).encode(y=y),
            base.mark_circle(size=70, opacity=1, color=PALETTE[0]).encode(x=x),
        ]
        if name == "below":
            hollow = base.mark_point(size=50, opacity=1, strokeWidth=1.8, color=PALETTE[1])
            layers.append(hollow.encode(x=alt.X("median:Q", title=None, scale=scale, axis=axis)))
        texts = base.mark_text(align="left", dx=8, fontSize=11, color=INK)
        layers.append(texts.encode(x=alt.value("width"), text=f"{name}_label:N"))
        return alt.layer(*layers).properties(width=_PANEL, height=_ROW * len(rows), title=small_title(title))

    # The same for all systems, unless learners choose the length.
    counts = sorted({system.summaries for _, system in shares})
    number = f"{counts[0]:,}" if len(counts) == 1 else f"{counts[0]:,} to {counts[-1]:,}"
    subtitle = f"{clean(str(shares[0][1].measure))}, mean over {number} summaries; hollow: median"
    subtitle += "; lines: 95% intervals over documents" if errors else ""
    title = alt.Title("Among all extracts of the same number of sentences", subtitle=subtitle)
    both = panel("share", "share of the best extract's score"), panel("below", "share of extracts that score lower")
    return alt.concat(*both, columns=2, spacing=48, title=title)


def _errors(study: CallistoStudy) -> dict[tuple[str, str], float]:
    """Return standard errors of the means of a system, over documents."""
    by_document: dict[tuple[str, str], list[float]] = {}
    for summaries in study.ranked_summaries:
        for system in dict.fromkeys(summary.system for summary in summaries):
            own = [summary for summary in summaries if summary.system == system]
            shares = [summary.share for summary in own if summary.share is not None]
            if shares:
                by_document.setdefault((system, "share"), []).append(float(np.mean(shares)))
            by_document.setdefault((system, "below"), []).append(float(np.mean([summary.below for summary in own])))
    return {key: float(np.std(v, ddof=1) / np.sqrt(len(v))) for key, v in by_document.items() if len(v) > 1}


def _bounds(name: str, value: float, error: float | None) -> dict[str, float | None]:
    if error is None:
        return {f"{name}_low": None, f"{name}_high": None}
    return {f"{name}_low": max(value - _NORMAL * error, 0.0), f"{name}_high": min(value + _NORMAL * error, 1.0)}
