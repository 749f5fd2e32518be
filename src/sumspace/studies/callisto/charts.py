"""The figures of the study of CALLISTO: learners, figure 3 and table 1 of the paper, and ranks among all extracts."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from sumspace.show.charts import GREY, INK, PALETTE, WIDTH, inline, small_title, span, themed
from sumspace.show.text import clean, counted, short
from sumspace.studies.callisto.class_chart import draw_classes, learner_colours
from sumspace.studies.callisto.tables import PAPER_WINS

if TYPE_CHECKING:
    from collections.abc import Sequence

    import altair as alt

    from sumspace.show.charts import Figure
    from sumspace.studies.callisto.ranking import RankedSystem
    from sumspace.studies.callisto.study import CallistoStudy

__all__ = ["figures"]

#: The height of a row of names, the width of a panel beside it, and the longest name of a row.
_ROW, _PANEL, _LONGEST = 22, 270, 66
#: A cell of the chart of table 1.
_CELL_WIDTH, _CELL_HEIGHT = 74, 40


def figures(study: CallistoStudy) -> dict[str, Figure]:
    """Draw what there is to draw of the study."""
    return themed(
        {
            "learners": _draw_learners(study),
            "figure-3": draw_classes(study),
            "table-1": _draw_wins(study),
            "places": _draw_ranks(study.ranked_systems),
        }
    )


def _draw_learners(study: CallistoStudy) -> Figure | None:
    """Draw the share of each version from the best to the worst; bars that do not meet differ significantly."""
    import altair as alt

    rows = _learner_rows(study)
    if len(rows) < 2:
        return None
    colour = alt.Color("colour:N", scale=None)
    scale = alt.Scale(domain=list(span(row[end] for row in rows for end in ("low", "high"))), nice=False, zero=False)
    axis = alt.Axis(format="~%", grid=True, tickCount=8)
    x = alt.X("share:Q", title=f"share of the best reachable {study.plan.score_name}", scale=scale, axis=axis)
    base = alt.Chart(inline(rows)).encode(y=_row_names([row["name"] for row in rows]), color=colour)
    lead = alt.Chart(inline([{"share": study.lead_score.share}]))
    layers = [
        lead.mark_rule(color=GREY, strokeDash=[3, 3]).encode(x=x),
        base.mark_rule(strokeWidth=2.5, opacity=0.5).encode(x=alt.X("low:Q", scale=scale), x2="high:Q"),
        base.mark_point(filled=True, size=70, opacity=1).encode(x=x),
        base.mark_text(align="left", fontSize=11).encode(x=alt.value(WIDTH + 8), text="label:N", color=alt.value(INK)),
    ]
    subtitle = f"Mean over {len(study.documents):,} documents"
    if study.analysis.least_difference is not None:
        confidence = f"{study.analysis.confidence:g} %"
        subtitle += f"; bars that do not meet: the difference is significant at {confidence}"
    title = alt.Title("Versions of CALLISTO and the lead", subtitle=subtitle)
    return alt.layer(*layers).properties(width=WIDTH, height=_ROW * len(rows), title=title)


def _learner_rows(study: CallistoStudy) -> list[dict[str, Any]]:
    half = (study.analysis.least_difference or 0.0) / 2
    colours = learner_colours(study)
    shares = [("lead", study.lead_score.share, INK)]
    for series in study.series:
        classes = series.usual.version.classes
        name = clean(f"{series}, K = {classes}" if classes else str(series))
        shares.append((name, series.usual.share, colours[series.learner]))
    return [
        {
            "place": place,
            "name": name,
            "share": share,
            "colour": colour,
            "low": share - half,
            "high": share + half,
            "label": f"{100 * share:.1f}",
        }
        for place, (name, share, colour) in enumerate(sorted(shares, key=lambda row: -row[1]))
    ]


def _row_names(names: Sequence[str], *, shown: bool = True) -> alt.Y:
    """Make an axis of names for rows whose field `place` counts from 0; those that are cut alike stay apart."""
    import altair as alt

    labels = json.dumps([_cut_in_the_middle(clean(name), _LONGEST) for name in names])
    axis = alt.Axis(
        domain=False,
        ticks=False,
        labelPadding=8,
        labelLimit=400,
        labelColor=INK,
        labels=shown,
        labelExpr=f"{labels}[datum.value]",
    )
    return alt.Y("place:O", title=None, axis=axis, scale=alt.Scale(domain=list(range(len(names)))))


def _cut_in_the_middle(name: str, longest: int) -> str:
    """Cut a long name in the middle: a version's ends with what it was trained on, and how it selects.

    >>> _cut_in_the_middle("abcdefgh", 5)
    'ab…gh'
    """
    if len(name) <= longest:
        return name
    end = longest // 2
    return f"{name[: longest - end - 1]}…{name[-end:]}"


def _draw_wins(study: CallistoStudy) -> Figure | None:
    """Draw the share of texts on which each combination is best, here and in the paper."""
    import altair as alt

    if not study.wins:
        return None
    documents, total = len(study.documents), sum(PAPER_WINS.values())
    here = [
        _wins_cell(wins.segmenter, wins.extractor, wins.shared / documents, f"{wins.shared:.1f}") for wins in study.wins
    ]
    pairs = [(wins.segmenter, wins.extractor) for wins in study.wins]
    paper = [_wins_cell(*pair, PAPER_WINS[pair] / total, str(PAPER_WINS[pair])) for pair in pairs if pair in PAPER_WINS]
    most = max(cell["share"] for cell in [*here, *paper])
    segmenters = sorted({cell["segmenter"] for cell in here})
    panels: list[Any] = [_wins_panel(here, f"here: {counted(documents, 'text')}, ties shared", most, segmenters)]
    if paper:
        panels.append(_wins_panel(paper, f"in the paper: {total:,} texts", most, segmenters, names=False))
    title = alt.Title(
        "Which combinations win",
        subtitle="On how many texts a segmenter and an extractor of key phrases give the best summary; "
        "darker: a larger share of the texts",
    )
    figure: alt.ConcatChart = alt.concat(*panels, columns=2, spacing=24, title=title).resolve_scale(color="shared")
    return figure


def _wins_cell(segmenter: str, extractor: str, share: float, label: str) -> dict[str, Any]:
    return {"segmenter": short(segmenter), "extractor": short(extractor), "share": share, "label": label}


def _wins_panel(
    cells: list[dict[str, Any]], title: str, most: float, segmenters: list[str], *, names: bool = True
) -> alt.LayerChart | alt.FacetChart:
    """Draw a table of segmenters by extractors."""
    import altair as alt

    extractors = sorted({cell["extractor"] for cell in cells})
    look: dict[str, Any] = {"domain": False, "ticks": False, "labelPadding": 6, "labelColor": INK, "labelLimit": 140}
    x = alt.X(
        "extractor:N",
        title=None,
        axis=alt.Axis(labelAngle=0, orient="top", **look),
        scale=alt.Scale(domain=extractors, paddingInner=0.05),
    )
    y = alt.Y(
        "segmenter:N",
        title=None,
        axis=alt.Axis(labels=names, **look),
        scale=alt.Scale(domain=segmenters, paddingInner=0.05),
    )
    colour = alt.Color("share:Q", legend=None, scale=alt.Scale(domain=[0, most or 1.0], range=["#f2f6fa", "#08519c"]))
    light = alt.condition(f"datum.share > {0.65 * most}", alt.value("white"), alt.value(INK))
    base = alt.Chart(inline(cells)).encode(x=x, y=y)
    texts = base.mark_text(fontSize=12).encode(text="label:N", color=light)
    return alt.layer(base.mark_rect().encode(color=colour), texts).properties(
        width=_CELL_WIDTH * len(extractors), height=_CELL_HEIGHT * len(segmenters), title=small_title(title)
    )


def _draw_ranks(systems: Sequence[RankedSystem]) -> Figure | None:
    """Draw what systems reach of the best extract's score, and what share of extracts they beat."""
    import altair as alt

    shares = sorted(
        ((system.share, system) for system in systems if system.share is not None), key=lambda pair: -pair[0]
    )
    if not shares:
        return None
    rows = [
        {
            "place": place,
            "system": clean(system.system),
            "share": share,
            "below": system.below,
            "median": system.median_below,
            "share_label": f"{100 * share:.1f}",
            "below_label": f"{100 * system.below:.1f}",
        }
        for place, (share, system) in enumerate(shares)
    ]
    panels: list[Any] = [
        _ranks_panel(rows, "share", "share of the best extract's score", names=True),
        _ranks_panel(rows, "below", "extracts that score less", names=False),
    ]
    # As many for all systems, unless learners choose the length.
    counts = sorted({system.summaries for _, system in shares})
    number = f"{counts[0]:,}" if len(counts) == 1 else f"{counts[0]:,} to {counts[-1]:,}"
    subtitle = f"{clean(str(shares[0][1].measure))}, mean over {number} summaries; hollow: the median"
    title = alt.Title("Among all extracts of as many sentences", subtitle=subtitle)
    figure: alt.ConcatChart = alt.concat(*panels, columns=2, spacing=48, title=title)
    return figure


def _ranks_panel(rows: list[dict[str, Any]], name: str, title: str, *, names: bool) -> alt.LayerChart | alt.FacetChart:
    import altair as alt

    scale = alt.Scale(domain=[0, 1], nice=False)
    axis = alt.Axis(format="~%", tickCount=5)
    base = alt.Chart(inline(rows)).encode(y=_row_names([row["system"] for row in rows], shown=names))
    x = alt.X(f"{name}:Q", title=None, scale=scale, axis=axis)
    layers = [base.mark_circle(size=70, opacity=1, color=PALETTE[0]).encode(x=x)]
    if name == "below":
        median = base.mark_point(size=50, opacity=1, strokeWidth=1.8, color=PALETTE[1])
        layers.append(median.encode(x=alt.X("median:Q", scale=scale, axis=axis, title=None)))
    texts = base.mark_text(align="left", fontSize=11, color=INK)
    layers.append(texts.encode(x=alt.value(_PANEL + 8), text=f"{name}_label:N"))
    return alt.layer(*layers).properties(width=_PANEL, height=_ROW * len(rows), title=small_title(title))
