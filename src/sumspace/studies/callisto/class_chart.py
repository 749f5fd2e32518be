"""What the number of classes does to the versions of CALLISTO (Rigouste 2004, figure 3)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from sumspace.show.charts import INK, WIDTH, colour_of, inline, small_title, span
from sumspace.show.labels import spread
from sumspace.show.text import short

if TYPE_CHECKING:
    from collections.abc import Sequence

    import altair as alt

    from sumspace.measures.measure import Measure
    from sumspace.show.charts import Figure
    from sumspace.studies.callisto.study import CallistoStudy, VersionSeries
    from sumspace.summarizers.callisto.learners.learner import Learner

    Ends = tuple[float, float]

__all__ = ["draw_classes", "learner_colours"]

_SIZE = (WIDTH, 260)
_DASHES = {"confidence": [1, 0], "random": [4, 3]}
#: How much room a name beside the chart takes, in pixels.
_NAME = 14


class _Level(NamedTuple):
    """A share that does not depend on the number of classes."""

    name: str
    share: float
    colour: str


def learner_colours(study: CallistoStudy) -> dict[Learner, str]:
    """Give every learner its colour, the same in all figures."""
    return {learner: colour_of(place) for place, learner in enumerate(_learners(study))}


def _learner_labels(study: CallistoStudy) -> dict[Learner, str]:
    """Give every learner a short name of its own: those that are cut to the same one are numbered."""
    labels: dict[Learner, str] = {}
    for place, learner in enumerate(_learners(study), 1):
        label = short(str(learner))
        labels[learner] = label if label not in labels.values() else f"{label} {place}"
    return labels


def _learners(study: CallistoStudy) -> list[Learner]:
    return list(dict.fromkeys(series.learner for series in study.series))


def draw_classes(study: CallistoStudy) -> Figure | None:
    """Draw a line for each learner and selection, and level ones for the lead and for versions without classes.

    There is a panel for each measure trained on, all with the same scales.
    """
    import altair as alt

    lines = [series for series in study.series if series.selection]
    numbers = sorted({result.version.classes for series in lines for result in series.results})
    if len(numbers) < 2:
        return None
    ends = span([study.lead_score.share, *(result.share for result in study.results)])
    x = alt.X(
        "classes:Q",
        title="number of classes K",
        scale=alt.Scale(domain=[numbers[0], numbers[-1]], nice=False, zero=False, padding=10),
        axis=alt.Axis(grid=False, values=numbers, format="d", labelOverlap=True),
    )
    panels = [_panel(study, measure, ends, x) for measure in dict.fromkeys(series.measure for series in lines)]
    subtitle = [
        f"Mean share over {len(study.documents):,} documents; solid: what the learner is surest of, dashed: random"
    ]
    least = study.analysis.least_difference
    if least is not None:
        subtitle.append(f"Grey: within {100 * least:.2f} points of the lead, the smallest significant difference")
    title = alt.Title("What the number of classes does", subtitle=subtitle)
    figure: alt.VConcatChart = alt.vconcat(*panels, spacing=20, title=title)
    return figure


def _panel(study: CallistoStudy, measure: Measure, ends: Ends, x: alt.X) -> Any:
    import altair as alt

    colours = learner_colours(study)
    own = [series for series in study.series if series.measure == measure]
    scale = alt.Scale(domain=list(ends), nice=False, zero=False)
    axis = alt.Axis(format="~%", domain=False)
    y = alt.Y("share:Q", title=f"share of the best {study.plan.score_name}", scale=scale, axis=axis)
    levels = [_Level("lead", study.lead_score.share, INK)]
    levels += [
        _Level(str(series.learner), series.usual.share, colours[series.learner])
        for series in own
        if not series.selection
    ]
    lines = [series for series in own if series.selection]
    plot = alt.layer(*_band(study, ends, y), _level_lines(levels, y), *_lines(study, lines, x, y))
    whole = alt.layer(plot, _level_names(levels, ends)).resolve_scale(x="independent", y="independent")
    title = small_title(f"trained on {short(str(measure))}")
    return whole.properties(width=_SIZE[0], height=_SIZE[1], title=title)


def _band(study: CallistoStudy, ends: Ends, y: alt.Y) -> list[alt.Chart]:
    """Shade what does not differ significantly from the lead."""
    import altair as alt

    least, lead = study.analysis.least_difference, study.lead_score.share
    if least is None:
        return []
    row = {"share": max(lead - least, ends[0]), "high": min(lead + least, ends[1])}
    return [alt.Chart(inline([row])).mark_rect(color=INK, opacity=0.06).encode(y=y, y2="high:Q")]


def _lines(study: CallistoStudy, lines: Sequence[VersionSeries], x: alt.X, y: alt.Y) -> list[alt.Chart]:
    import altair as alt

    colours, labels = learner_colours(study), _learner_labels(study)
    rows: list[dict[str, Any]] = [
        {
            "learner": labels[series.learner],
            "selection": series.selection,
            "classes": result.version.classes,
            "share": result.share,
        }
        for series in lines
        for result in series.results
    ]
    named = {labels[series.learner]: colours[series.learner] for series in lines}
    colour = alt.Color(
        "learner:N",
        scale=alt.Scale(domain=list(named), range=list(named.values())),
        legend=alt.Legend(columns=4, symbolType="stroke", labelLimit=260),
    )
    selections = [name for name in _DASHES if any(series.selection == name for series in lines)]
    dash = alt.StrokeDash(
        "selection:N",
        scale=alt.Scale(domain=selections, range=[_DASHES[name] for name in selections]),
        legend=alt.Legend(columns=2, symbolType="stroke", symbolStrokeColor=INK),
    )
    base = alt.Chart(inline(rows)).encode(x=x, y=y, color=colour)
    return [
        base.mark_line(strokeWidth=1.8).encode(strokeDash=dash),
        base.mark_circle(size=28, opacity=1).encode(detail="selection:N"),
    ]


def _level_lines(levels: Sequence[_Level], y: alt.Y) -> alt.Chart:
    """Draw a line across the chart for each level."""
    import altair as alt

    rows = [{"share": level.share, "colour": level.colour} for level in levels]
    rules = alt.Chart(inline(rows)).mark_rule(strokeWidth=1.6)
    drawn: alt.Chart = rules.encode(y=y, color=alt.Color("colour:N", scale=None))
    return drawn


def _level_names(levels: Sequence[_Level], ends: Ends) -> Any:
    """Write the names to the right of the chart, with a stroke from each line to its name.

    Positions are pixels of the chart, on scales of their own.
    """
    import altair as alt

    width, height = _SIZE
    wanted = [height * (ends[1] - level.share) / (ends[1] - ends[0]) for level in levels]
    strokes, texts = [], []
    for level, start, end in zip(levels, wanted, spread(wanted, _NAME, height), strict=True):
        stroke = {"name": level.name, "colour": level.colour}
        strokes += [stroke | {"across": width, "down": start}, stroke | {"across": width + 16, "down": end}]
        texts.append({"text": f"{short(level.name)} {100 * level.share:.1f}", "across": width + 20, "down": end})
    scales = [alt.Scale(domain=[0, length], range=[0, length], nice=False, zero=False) for length in _SIZE]
    x, y = alt.X("across:Q", scale=scales[0], axis=None), alt.Y("down:Q", scale=scales[1], axis=None)
    lines = alt.Chart(inline(strokes)).mark_line(strokeWidth=1.6)
    named = alt.Chart(inline(texts)).mark_text(align="left", baseline="middle", fontSize=11, color=INK)
    return alt.layer(
        lines.encode(x=x, y=y, detail="name:N", color=alt.Color("colour:N", scale=None)),
        named.encode(x=x, y=y, text="text:N"),
    )
