"""Which segmenters and extractors of key phrases go well together (Rigouste 2004, table 1)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sumspace.report.callisto import published
from sumspace.show.charts import INK, inline, small_title
from sumspace.show.text import counted, short

if TYPE_CHECKING:
    from collections.abc import Sequence

    import altair as alt

    from sumspace.show.charts import Figure
    from sumspace.show.table import Record

__all__ = ["by_wins"]

_CELL_WIDTH, _CELL_HEIGHT = 74, 40


def by_wins(rows: Sequence[Record], documents: int) -> Figure | None:
    """Draw the share of texts on which each combination is best, here and in the paper."""
    import altair as alt

    if not rows:
        return None
    here = [_cell(row, row["share"], f"{row['shared']:.1f}") for row in rows]
    there = [_cell(row, row["paper_share"], str(row["paper"])) for row in rows if row["paper"] is not None]
    most = max(cell["share"] for cell in [*here, *there])
    panels: list[Any] = [_panel(here, f"here: {counted(documents, 'text')}, ties shared", most, names=True)]
    if there:
        texts = f"{sum(published.WINS.values()):,}"
        panels.append(_panel(there, f"in the paper: {texts} texts", most, names=False, like=here))
    title = alt.Title(
        "Which combinations win",
        subtitle="On how many texts a segmenter and an extractor of key phrases give the best summary; "
        "darker: a larger share of the texts",
    )
    figure: alt.ConcatChart = alt.concat(*panels, columns=2, spacing=24, title=title).resolve_scale(color="shared")
    return figure


def _cell(row: Record, share: float, label: str) -> dict[str, Any]:
    return {"segmenter": short(row["segmenter"]), "extractor": short(row["extractor"]), "share": share, "label": label}


def _panel(
    cells: list[dict[str, Any]], title: str, most: float, *, names: bool, like: list[dict[str, Any]] | None = None
) -> alt.LayerChart | alt.FacetChart:
    """Draw a table of segmenters by extractors, with the rows of another one beside it."""
    import altair as alt

    segmenters = list(dict.fromkeys(cell["segmenter"] for cell in sorted(like or cells, key=_by("segmenter"))))
    extractors = list(dict.fromkeys(cell["extractor"] for cell in sorted(cells, key=_by("extractor"))))
    look: dict[str, Any] = {"domain": False, "ticks": False, "labelPadding": 6, "labelColor": INK, "labelLimit": 140}
    x = alt.X(
        "extractor:N", title=None, axis=alt.Axis(labelAngle=0, orient="top", **look),
        scale=alt.Scale(domain=extractors, paddingInner=0.05),
    )  # fmt: skip
    y = alt.Y(
        "segmenter:N", title=None, axis=alt.Axis(labels=names, **look),
        scale=alt.Scale(domain=segmenters, paddingInner=0.05),
    )  # fmt: skip
    colour = alt.Color("share:Q", legend=None, scale=alt.Scale(domain=[0, most or 1.0], range=["#f2f6fa", "#08519c"]))
    light = alt.condition(f"datum.share > {0.65 * most}", alt.value("white"), alt.value(INK))
    base = alt.Chart(inline(cells)).encode(x=x, y=y)
    texts = base.mark_text(fontSize=12).encode(text="label:N", color=light)
    return alt.layer(base.mark_rect().encode(color=colour), texts).properties(
        width=_CELL_WIDTH * len(extractors), height=_CELL_HEIGHT * len(segmenters), title=small_title(title)
    )


def _by(name: str) -> Any:
    return lambda cell: cell[name]
