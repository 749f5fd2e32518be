"""What stands among all extracts: systems, the average extract and the limit, as rows below a chart."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sumspace.show.charts import FAINT, INK, WIDTH, inline, score_axis
from sumspace.show.text import short
from sumspace.tasks.systems import BASELINES

if TYPE_CHECKING:
    import altair as alt

    #: The name, score and kind of what stands among all extracts.
    Mark = tuple[str, float, str]

__all__ = ["marks_of", "rules", "strip"]

_ROW = 17


def marks_of(scores: dict[str, float], mean: float, most: float, exact: bool) -> list[Mark]:
    """Return what stands among all extracts, the best first: systems, the average, and the limit."""
    marks = [(name, score, "baseline" if name in BASELINES else "system") for name, score in scores.items()]
    marks += [("average extract", mean, "space"), ("best extract" if exact else "best extract seen", most, "space")]
    return sorted(marks, key=lambda mark: -mark[1])


def rules(marks: list[Mark], ends: tuple[float, float]) -> alt.Chart:
    """Draw a thin line at every score."""
    import altair as alt

    rows = [{"score": score} for _, score, _ in marks]
    lines: alt.Chart = alt.Chart(inline(rows)).mark_rule(color=FAINT, strokeWidth=1).encode(x=score_axis(ends))
    return lines


def strip(marks: list[Mark], ends: tuple[float, float], title: str, colour: str) -> alt.LayerChart | alt.FacetChart:
    """Draw a row for every score, the best first: so no line up to the chart crosses a name."""
    import altair as alt

    rows = [
        {"score": score, "place": place, "kind": kind, "label": f"{short(name)}  {100 * score:.2f}"}
        for place, (name, score, kind) in enumerate(marks)
    ]
    kinds = ["space", "baseline", "system"]

    def by_kind(*values: str) -> dict[str, Any]:
        return {"field": "kind", "type": "nominal", "legend": None, "scale": {"domain": kinds, "range": values}}

    base = alt.Chart(inline(rows)).encode(x=score_axis(ends, title), y=alt.Y("place:O", axis=None, sort=None))
    lines = base.mark_rule(color=FAINT, strokeWidth=1).encode(y2=alt.value(0))
    points = base.mark_point(size=50, opacity=1, strokeWidth=1.6).encode(
        stroke=alt.Stroke(**by_kind(INK, colour, colour)),
        fill=alt.Fill(**by_kind(INK, "white", colour)),
        shape=alt.Shape(**by_kind("diamond", "circle", "circle")),
    )
    texts = base.mark_text(align="left", dx=8, color=INK, fontSize=11).encode(text="label:N")
    return alt.layer(lines, texts, points).properties(width=WIDTH, height=_ROW * len(rows))
