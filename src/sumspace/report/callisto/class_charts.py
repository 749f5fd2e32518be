"""What the number of classes does to the versions of CALLISTO (Rigouste 2004, figure 3)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sumspace.report.callisto.level_lines import Level, level_lines, level_names
from sumspace.report.callisto.lines import learner_colours, learner_labels, lines, score_name
from sumspace.show.charts import INK, WIDTH, inline, small_title, span
from sumspace.show.text import short

if TYPE_CHECKING:
    from collections.abc import Sequence

    import altair as alt

    from sumspace.report.callisto.lines import Line
    from sumspace.show.charts import Figure
    from sumspace.studies.callisto import CallistoStudy

    Ends = tuple[float, float]

__all__ = ["by_classes"]

_SIZE = (WIDTH, 260)
_DASHES = {"confidence": [1, 0], "random": [4, 3]}


def by_classes(study: CallistoStudy) -> Figure | None:
    """Draw a line for each learner and selection, and level ones for the lead and for what has no classes.

    There is a panel for each measure trained on, all with the same scales.
    """
    import altair as alt

    found = lines(study)
    drawn = [line for line in found if line.selection]
    if len({result.version.classes for line in drawn for result in line.results}) < 2:
        return None
    ends = span([study.baseline.share, *(result.share for line in found for result in line.results)])
    panels = []
    for measure in dict.fromkeys(line.measure for line in drawn):
        some = [line for line in found if line.measure == measure]
        panels.append(_panel(study, measure, some, ends, _across(drawn)))
    title = alt.Title("What the number of classes does", subtitle=_subtitle(study))
    figure: alt.VConcatChart = alt.vconcat(*panels, spacing=20, title=title)
    return figure


def _subtitle(study: CallistoStudy) -> list[str]:
    least = study.analysis.least_difference
    said = [f"Mean share over {len(study.documents):,} documents; solid: what the learner is surest of, dashed: random"]
    if least is not None:
        said.append(f"Grey: within {100 * least:.2f} points of the lead, the smallest significant difference")
    return said


def _across(drawn: Sequence[Line]) -> alt.X:
    import altair as alt

    numbers = sorted({result.version.classes for line in drawn for result in line.results})
    scale = alt.Scale(domain=[numbers[0], numbers[-1]], nice=False, zero=False, padding=10)
    axis = alt.Axis(grid=False, values=numbers, format="d", labelOverlap=True)
    return alt.X("classes:Q", title="number of classes K", scale=scale, axis=axis)


def _panel(study: CallistoStudy, measure: str, some: Sequence[Line], ends: Ends, x: alt.X) -> Any:
    import altair as alt

    colours = learner_colours(study)
    scale = alt.Scale(domain=list(ends), nice=False, zero=False)
    axis = alt.Axis(format="~%", domain=False)
    y = alt.Y("share:Q", title=f"share of the best {score_name(study)}", scale=scale, axis=axis)
    levels = [Level("lead", study.baseline.share, INK)]
    levels += [Level(one.learner, one.usual.share, colours[one.learner]) for one in some if not one.selection]
    seen = alt.layer(
        *_band(study, ends, y),
        level_lines(levels, y),
        *_series(study, [line for line in some if line.selection], x, y),
    )
    whole = alt.layer(seen, level_names(levels, ends, _SIZE)).resolve_scale(x="independent", y="independent")
    title = small_title(f"trained on {short(measure)}")
    return whole.properties(width=_SIZE[0], height=_SIZE[1], title=title)


def _band(study: CallistoStudy, ends: Ends, y: alt.Y) -> list[alt.Chart]:
    """Shade what does not differ significantly from the lead."""
    import altair as alt

    least, lead = study.analysis.least_difference, study.baseline.share
    if least is None:
        return []
    row = {"share": max(lead - least, ends[0]), "high": min(lead + least, ends[1])}
    return [alt.Chart(inline([row])).mark_rect(color=INK, opacity=0.06).encode(y=y, y2="high:Q")]


def _series(study: CallistoStudy, drawn: Sequence[Line], x: alt.X, y: alt.Y) -> list[alt.Chart]:
    import altair as alt

    colours, labels = learner_colours(study), learner_labels(study)
    rows: list[dict[str, Any]] = [
        {
            "learner": labels[line.learner], "selection": line.selection, "classes": result.version.classes,
            "share": result.share,
        }
        for line in drawn
        for result in line.results
    ]  # fmt: skip
    named = {labels[line.learner]: colours[line.learner] for line in drawn}
    colour = alt.Color(
        "learner:N", scale=alt.Scale(domain=list(named), range=list(named.values())),
        legend=alt.Legend(columns=4, symbolType="stroke", labelLimit=260),
    )  # fmt: skip
    there = [name for name in _DASHES if any(line.selection == name for line in drawn)]
    dash = alt.StrokeDash(
        "selection:N", scale=alt.Scale(domain=there, range=[_DASHES[name] for name in there]),
        legend=alt.Legend(columns=2, symbolType="stroke", symbolStrokeColor=INK),
    )  # fmt: skip
    base = alt.Chart(inline(rows)).encode(x=x, y=y, color=colour)
    return [
        base.mark_line(strokeWidth=1.8).encode(strokeDash=dash),
        base.mark_circle(size=28, opacity=1).encode(detail="selection:N"),
    ]
