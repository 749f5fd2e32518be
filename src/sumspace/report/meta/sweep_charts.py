"""What the settings of measures change (Steinberger & Ježek 2009, figures 4 to 6)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sumspace.show.charts import PALETTE, WIDTH, inline, small_title
from sumspace.show.text import short

if TYPE_CHECKING:
    from collections.abc import Sequence

    import altair as alt

    from sumspace.show.charts import Figure
    from sumspace.show.table import Record

__all__ = ["by_keywords", "by_weighting"]

_HEIGHT = 150


def by_weighting(aspects: Sequence[str], rows: Sequence[Record]) -> Figure | None:
    """Figures 4 and 5: the correlation of both LSA measures under every weighting, a panel for each aspect."""
    import altair as alt

    order = list(dict.fromkeys(row["setting"] for row in rows))
    axis = alt.Axis(labelAngle=-45, domain=False, ticks=False, grid=True)
    x = alt.X("setting:N", title="local and global weight", sort=order, axis=axis)
    marks = {"lsa-topic": PALETTE[0], "lsa-terms": PALETTE[1]}
    against = {"references": "the references", "text": "the full text"}[rows[0]["against"]] if rows else ""
    panels = _panels(aspects, rows, x, "family", marks, lines=False)
    return _stacked(panels, "Weightings of LSA", f"Compared with {against}; Pearson correlation of systems")


def by_keywords(aspects: Sequence[str], rows: Sequence[Record]) -> Figure | None:
    """Figure 6: the correlation of the keyword measure by the number of keywords, a panel for each aspect."""
    import altair as alt

    axis = alt.Axis(grid=False, tickCount=10)
    x = alt.X("number:Q", title="keywords", axis=axis, scale=alt.Scale(zero=False, nice=False, padding=8))
    marks = {"references": PALETTE[0], "text": PALETTE[1]}
    panels = _panels(aspects, rows, x, "against", marks, lines=True)
    return _stacked(panels, "How many keywords", "Compared with references and with the full text; r of systems")


def _panels(
    aspects: Sequence[str], rows: Sequence[Record], x: alt.X, kind: str, marks: dict[str, str], *, lines: bool
) -> list[Any]:
    """Draw a panel for each aspect, the highest value of each kind with its number."""
    import altair as alt

    colour = alt.Color(
        f"{kind}:N",
        scale=alt.Scale(domain=list(marks), range=list(marks.values())),
        legend=alt.Legend(columns=2, symbolType="circle"),
    )
    y = alt.Y("pearson:Q", title="r", scale=alt.Scale(zero=False, padding=14), axis=alt.Axis(tickCount=5, domain=False))
    panels = []
    for aspect in aspects:
        some = [_point(row) for row in rows if row["aspect"] == aspect and row["pearson"] is not None]
        if not some:
            continue
        base = alt.Chart(inline(some)).encode(x=x, y=y, color=colour)
        layers = [base.mark_line(strokeWidth=1.5)] if lines else []
        layers += [base.mark_circle(size=70, opacity=0.9), *_highest(some, kind, base)]
        title = small_title(short(aspect))
        panels.append(alt.layer(*layers, title=title).properties(width=WIDTH, height=_HEIGHT))
    return panels


def _highest(points: list[dict[str, Any]], kind: str, base: alt.Chart) -> list[alt.Chart]:
    """Write the highest value of each kind, above the dot for the higher of both and below for the other."""
    import altair as alt

    top: dict[str, dict[str, Any]] = {}
    for point in sorted(points, key=lambda point: -point["pearson"]):
        top.setdefault(point[kind], point)
    return [
        base.properties(data=inline([point]))
        .mark_text(dy=dy, dx=26 if point["setting"] == points[0]["setting"] else 0, fontSize=11, fontWeight=600)
        .encode(text=alt.Text("pearson:Q", format=".3f"))
        for point, dy in zip(top.values(), (-13, 15), strict=False)
    ]  # fmt: skip


def _point(row: Record) -> dict[str, Any]:
    kept = {name: row[name] for name in ("family", "against", "setting", "pearson")}
    return kept | ({"number": int(row["setting"])} if row["setting"].isdigit() else {})


def _stacked(panels: list[Any], title: str, subtitle: str) -> Figure | None:
    import altair as alt

    if not panels:
        return None
    figure: alt.VConcatChart = alt.vconcat(*panels, spacing=12, title=alt.Title(title, subtitle=subtitle))
    return figure
