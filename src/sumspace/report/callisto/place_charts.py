"""Where systems stand among all extracts of their lengths, and what they are of the best."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sumspace.report.callisto.named_rows import named_rows
from sumspace.show.charts import INK, PALETTE, inline, small_title
from sumspace.show.text import clean

if TYPE_CHECKING:
    from collections.abc import Sequence

    import altair as alt

    from sumspace.show.charts import Figure
    from sumspace.show.table import Record

__all__ = ["by_place"]

_ROW, _PANEL = 22, 270


def by_place(rows: Sequence[Record]) -> Figure | None:
    """Draw what systems reach of the best extract's score, and what share of extracts they beat."""
    import altair as alt

    some = sorted((row for row in rows if row["share"] is not None), key=lambda row: -row["share"])
    if not some:
        return None
    data = [
        {
            "place": place, "system": clean(row["system"]), "share": row["share"], "below": row["below"],
            "median": row["median_below"], "share_label": f"{100 * row['share']:.1f}",
            "below_label": f"{100 * row['below']:.1f}",
        }
        for place, row in enumerate(some)
    ]  # fmt: skip
    panels: list[Any] = [
        _panel(data, "share", "share of the best extract's score", names=True),
        _panel(data, "below", "extracts that score less", names=False),
    ]
    title = alt.Title(
        "Among all extracts of as many sentences",
        subtitle=f"{clean(some[0]['measure'])}, mean over {_numbers(some)} summaries; hollow: the median",
    )
    figure: alt.ConcatChart = alt.concat(*panels, columns=2, spacing=48, title=title)
    return figure


def _numbers(rows: Sequence[Record]) -> str:
    """Say of how many summaries: as many for all systems, unless learners choose the length."""
    counts = sorted({row["summaries"] for row in rows})
    return f"{counts[0]:,}" if len(counts) == 1 else f"{counts[0]:,} to {counts[-1]:,}"


def _panel(data: list[dict[str, Any]], name: str, title: str, *, names: bool) -> alt.LayerChart | alt.FacetChart:
    import altair as alt

    scale = alt.Scale(domain=[0, 1], nice=False)
    axis = alt.Axis(format="~%", tickCount=5)
    base = alt.Chart(inline(data)).encode(y=named_rows([row["system"] for row in data], shown=names))
    x = alt.X(f"{name}:Q", title=None, scale=scale, axis=axis)
    layers = [base.mark_circle(size=70, opacity=1, color=PALETTE[0]).encode(x=x)]
    if name == "below":
        median = base.mark_point(size=50, opacity=1, strokeWidth=1.8, color=PALETTE[1])
        layers.append(median.encode(x=alt.X("median:Q", scale=scale, axis=axis, title=None)))
    texts = base.mark_text(align="left", fontSize=11, color=INK)
    layers.append(texts.encode(x=alt.value(_PANEL + 8), text=f"{name}_label:N"))
    return alt.layer(*layers).properties(width=_PANEL, height=_ROW * len(data), title=small_title(title))
