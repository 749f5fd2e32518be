"""The figures of the study of CALLISTO: learners, figure 3 and table 1 of the paper, and ranks among all extracts."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import altair as alt

from sumspace.show.charts import DEEP, GREY, INK, PALE, PALETTE, WIDTH, colour_of, inline, small_title, span, themed
from sumspace.show.labels import spread
from sumspace.show.text import clean, counted, short
from sumspace.studies.callisto.tables import PAPER_WINS

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from sumspace.measures.measure import Measure
    from sumspace.show.charts import Figure
    from sumspace.studies.callisto.study import CallistoStudy, VersionSeries
    from sumspace.summarizers.callisto.learners.learner import Learner

    Rows = list[dict[str, Any]]
    Ends = tuple[float, float]


#: The height of a row of names, the width of a panel beside it, and the longest name of a row.
_ROW, _PANEL, _LONGEST = 22, 270, 66
#: How names of rows and cells look: they stand on no line.
_NAMES: dict[str, Any] = {"domain": False, "ticks": False, "labelColor": INK}
#: A panel of figure 3, the room that a name beside it takes, and a cell of table 1, in pixels.
_SIZE, _NAME, _CELL = (WIDTH, 260), 14, (74, 40)
_DASHES = {"confidence": [1, 0], "random": [4, 3]}


def make_figures(study: CallistoStudy) -> dict[str, Figure]:
    """Draw what there is to draw of the study."""
    makers = {"learners": _learners, "figure-3": _classes, "table-1": _wins, "places": _ranks}
    return themed({name: make(study) for name, make in makers.items()})


def _colours(study: CallistoStudy) -> dict[Learner, str]:
    """Give every learner its colour, the same in all figures."""
    learners = dict.fromkeys(series.learner for series in study.series)
    return {learner: colour_of(place) for place, learner in enumerate(learners)}


def _learners(study: CallistoStudy) -> Figure | None:
    """Draw the share of each version from the best to the worst; bars that do not meet differ significantly."""
    analysis, colours = study.analysis, _colours(study)
    half = (analysis.least_difference or 0.0) / 2
    shares = [("lead", study.lead_score.share, INK)]
    for series in study.series:
        classes = f", K = {series.usual.version.classes}" if series.selection else ""
        shares.append((clean(f"{series}{classes}"), series.usual.share, colours[series.learner]))
    rows: Rows = [
        {"place": place, "name": name, "share": share, "colour": colour}
        | {"low": share - half, "high": share + half, "label": f"{100 * share:.1f}"}
        for place, (name, share, colour) in enumerate(sorted(shares, key=lambda row: -row[1]))
    ]
    if len(rows) < 2:
        return None
    scale = alt.Scale(domain=list(span(row[end] for row in rows for end in ("low", "high"))), nice=False, zero=False)
    axis = alt.Axis(format="~%", grid=True, tickCount=8)
    x = alt.X("share:Q", title=f"share of the best reachable {study.plan.score_name}", scale=scale, axis=axis)
    names, colour = _row_names(row["name"] for row in rows), alt.Color("colour:N", scale=None)
    base = alt.Chart(inline(rows)).encode(y=names, color=colour)
    lead = alt.Chart(inline([{"share": study.lead_score.share}]))
    layers = [
        lead.mark_rule(color=GREY, strokeDash=[3, 3]).encode(x=x),
        base.mark_rule(strokeWidth=2.5, opacity=0.5).encode(x=alt.X("low:Q", scale=scale), x2="high:Q"),
        base.mark_point(filled=True, size=70, opacity=1).encode(x=x),
        base.mark_text(align="left", fontSize=11).encode(x=alt.value(WIDTH + 8), text="label:N", color=alt.value(INK)),
    ]
    subtitle = f"Mean over {len(study.documents):,} documents"
    if analysis.least_difference is not None:
        subtitle += f"; bars that do not meet: the difference is significant at {analysis.confidence:g} %"
    title = alt.Title("Versions of CALLISTO and the lead", subtitle=subtitle)
    return alt.layer(*layers).properties(width=WIDTH, height=_ROW * len(rows), title=title)


def _row_names(names: Iterable[str], *, shown: bool = True) -> alt.Y:
    """Make an axis of names for rows whose field `place` counts from 0; those that are cut alike stay apart."""
    labels = [_cut_in_the_middle(clean(name), _LONGEST) for name in names]
    expression = f"{json.dumps(labels)}[datum.value]"
    axis = alt.Axis(**_NAMES, labelPadding=8, labelLimit=400, labels=shown, labelExpr=expression)
    return alt.Y("place:O", title=None, axis=axis, scale=alt.Scale(domain=list(range(len(labels)))))


def _cut_in_the_middle(name: str, longest: int) -> str:
    """Cut a long name in the middle: a version's ends with what it was trained on, and how it selects.

    >>> _cut_in_the_middle("abcdefgh", 5)
    'ab…gh'
    """
    end = longest // 2
    return name if len(name) <= longest else f"{name[: longest - end - 1]}…{name[-end:]}"


def _classes(study: CallistoStudy) -> Figure | None:
    """Figure 3: a line for each learner and selection, level ones for the lead and for versions without classes.

    There is a panel for each measure trained on, all with the same scales.
    """
    lines = [series for series in study.series if series.selection]
    numbers = sorted({result.version.classes for series in lines for result in series.results})
    if len(numbers) < 2:
        return None
    ends = span([study.lead_score.share, *(result.share for result in study.results)])
    scale = alt.Scale(domain=[numbers[0], numbers[-1]], nice=False, zero=False, padding=10)
    axis = alt.Axis(grid=False, values=numbers, format="d", labelOverlap=True)
    x = alt.X("classes:Q", title="number of classes K", scale=scale, axis=axis)
    panels = [_panel(study, measure, ends, x) for measure in dict.fromkeys(series.measure for series in lines)]
    documents = f"{len(study.documents):,} documents"
    subtitle = [f"Mean share over {documents}; solid: what the learner is surest of, dashed: random"]
    if (least := study.analysis.least_difference) is not None:
        subtitle.append(f"Grey: within {100 * least:.2f} points of the lead, the smallest significant difference")
    title = alt.Title("What the number of classes does", subtitle=subtitle)
    return alt.vconcat(*panels, spacing=20, title=title)


def _panel(study: CallistoStudy, measure: Measure, ends: Ends, x: alt.X) -> Any:
    """Draw the lines of a measure over grey that does not differ significantly from the lead, and the level lines."""
    colours, lead = _colours(study), study.lead_score.share
    own = [series for series in study.series if series.measure == measure]
    scale, axis = alt.Scale(domain=list(ends), nice=False, zero=False), alt.Axis(format="~%", domain=False)
    y = alt.Y("share:Q", title=f"share of the best {study.plan.score_name}", scale=scale, axis=axis)
    levels: Rows = [{"name": "lead", "share": lead, "colour": INK}]
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
    whole = alt.layer(alt.layer(*layers), _level_names(levels, ends)).resolve_scale(x="independent", y="independent")
    title = small_title(f"trained on {short(str(measure))}")
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


def _level_names(levels: Rows, ends: Ends) -> Any:
    """Write the names to the right of the chart, with a stroke from each line to its name.

    Positions are pixels of the chart, on scales of their own.
    """
    width, height = _SIZE
    wanted = [height * (ends[1] - level["share"]) / (ends[1] - ends[0]) for level in levels]
    strokes, texts = [], []
    for level, start, end in zip(levels, wanted, spread(wanted, _NAME, height), strict=True):
        strokes += [level | {"across": width, "down": start}, level | {"across": width + 16, "down": end}]
        text = f"{short(level['name'])} {100 * level['share']:.1f}"
        texts.append({"text": text, "across": width + 20, "down": end})
    scales = [alt.Scale(domain=[0, length], range=[0, length], nice=False, zero=False) for length in _SIZE]
    x, y = alt.X("across:Q", scale=scales[0], axis=None), alt.Y("down:Q", scale=scales[1], axis=None)
    lines = alt.Chart(inline(strokes)).mark_line(strokeWidth=1.6)
    named = alt.Chart(inline(texts)).mark_text(align="left", baseline="middle", fontSize=11, color=INK)
    return alt.layer(
        lines.encode(x=x, y=y, detail="name:N", color=alt.Color("colour:N", scale=None)),
        named.encode(x=x, y=y, text="text:N"),
    )


def _wins(study: CallistoStudy) -> Figure | None:
    """Draw the share of texts on which each combination is best, here and in the paper."""
    if not study.wins:
        return None
    documents, total = len(study.documents), sum(PAPER_WINS.values())
    wins = {(combination.segmenter, combination.extractor): combination.shared for combination in study.wins}
    here = _cells(wins, documents, ".1f")
    paper = _cells({pair: PAPER_WINS[pair] for pair in wins if pair in PAPER_WINS}, total, "d")
    most = max(cell["share"] for cell in [*here, *paper])
    segmenters = sorted({cell["segmenter"] for cell in here})

    def panel(cells: Rows, title: str, *, names: bool) -> Any:
        """Draw a table of segmenters by extractors."""
        extractors = sorted({cell["extractor"] for cell in cells})
        look: dict[str, Any] = {**_NAMES, "labelPadding": 6, "labelLimit": 140}
        scales = [alt.Scale(domain=domain, paddingInner=0.05) for domain in (extractors, segmenters)]
        x = alt.X("extractor:N", title=None, axis=alt.Axis(labelAngle=0, orient="top", **look), scale=scales[0])
        y = alt.Y("segmenter:N", title=None, axis=alt.Axis(labels=names, **look), scale=scales[1])
        scale = alt.Scale(domain=[0, most or 1.0], range=[PALE, DEEP])
        light = alt.condition(f"datum.share > {0.65 * most}", alt.value("white"), alt.value(INK))
        base = alt.Chart(inline(cells)).encode(x=x, y=y)
        squares = base.mark_rect().encode(color=alt.Color("share:Q", legend=None, scale=scale))
        drawn = alt.layer(squares, base.mark_text(fontSize=12).encode(text="label:N", color=light))
        width, height = _CELL[0] * len(extractors), _CELL[1] * len(segmenters)
        return drawn.properties(width=width, height=height, title=small_title(title))

    panels = [panel(here, f"here: {counted(documents, 'text')}, ties shared", names=True)]
    panels += [panel(paper, f"in the paper: {total:,} texts", names=False)] if paper else []
    subtitle = "On how many texts a segmenter and an extractor of key phrases give the best summary; "
    title = alt.Title("Which combinations win", subtitle=f"{subtitle}darker: a larger share of the texts")
    figure: alt.ConcatChart = alt.concat(*panels, columns=2, spacing=24, title=title).resolve_scale(color="shared")
    return figure


def _cells(wins: Mapping[tuple[str, str], float], texts: int, form: str) -> Rows:
    return [
        {"segmenter": short(segmenter), "extractor": short(extractor)}
        | {"share": number / texts, "label": f"{number:{form}}"}
        for (segmenter, extractor), number in wins.items()
    ]


def _ranks(study: CallistoStudy) -> Figure | None:
    """Draw what systems reach of the best extract's score, and what share of extracts they beat."""
    reached = [(system.share, system) for system in study.ranked_systems if system.share is not None]
    shares = sorted(reached, key=lambda pair: -pair[0])
    if not shares:
        return None
    rows: Rows = [
        {"place": place, "system": clean(system.system), "share": share, "share_label": f"{100 * share:.1f}"}
        | {"below": system.below, "below_label": f"{100 * system.below:.1f}", "median": system.median_below}
        for place, (share, system) in enumerate(shares)
    ]

    def panel(name: str, title: str, *, names: bool) -> Any:
        scale, axis = alt.Scale(domain=[0, 1], nice=False), alt.Axis(format="~%", tickCount=5)
        base = alt.Chart(inline(rows)).encode(y=_row_names((row["system"] for row in rows), shown=names))
        marks = {name: base.mark_circle(size=70, opacity=1, color=PALETTE[0])}
        if name == "below":
            marks["median"] = base.mark_point(size=50, opacity=1, strokeWidth=1.8, color=PALETTE[1])
        layers = [
            mark.encode(x=alt.X(f"{field}:Q", title=None, scale=scale, axis=axis)) for field, mark in marks.items()
        ]
        texts = base.mark_text(align="left", fontSize=11, color=INK)
        layers.append(texts.encode(x=alt.value(_PANEL + 8), text=f"{name}_label:N"))
        return alt.layer(*layers).properties(width=_PANEL, height=_ROW * len(rows), title=small_title(title))

    share = panel("share", "share of the best extract's score", names=True)
    below = panel("below", "extracts that score less", names=False)
    # As many for all systems, unless learners choose the length.
    counts = sorted({system.summaries for _, system in shares})
    number = f"{counts[0]:,}" if len(counts) == 1 else f"{counts[0]:,} to {counts[-1]:,}"
    subtitle = f"{clean(str(shares[0][1].measure))}, mean over {number} summaries; hollow: the median"
    title = alt.Title("Among all extracts of as many sentences", subtitle=subtitle)
    return alt.concat(share, below, columns=2, spacing=48, title=title)
