"""What the settings of measures change (Steinberger & Ježek 2009, figures 4 to 6)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sumspace.show.charts import PALETTE, WIDTH, inline, small_title
from sumspace.show.text import short

if TYPE_CHECKING:
    from collections.abc import Sequence

    import altair as alt

    from sumspace.show.charts import Figure
    from sumspace.studies.meta.study import MetaStudy
    from sumspace.studies.meta.sweeps import SweepResult

    Point = dict[str, Any]

__all__ = ["by_keywords", "by_weighting"]

_HEIGHT = 150


def by_weighting(study: MetaStudy, figure: str) -> Figure | None:
    """Figures 4 and 5: the correlation of both LSA measures under every weighting, a panel for each aspect."""
    import altair as alt

    results = [result for result in study.sweeps if result.sweep.figure == figure]
    order = list(dict.fromkeys(result.setting for result in results))
    axis = alt.Axis(labelAngle=-45, domain=False, ticks=False, grid=True)
    x = alt.X("setting:N", title="local and global weight", sort=order, axis=axis)
    panels = _panels(study, results, x, "family", ("lsa-topic", "lsa-terms"))
    against = "the references" if figure == "4" else "the full text"
    return _stacked(panels, "Weightings of LSA", f"Compared with {against}; Pearson correlation of systems")


def by_keywords(study: MetaStudy) -> Figure | None:
    """Figure 6: the correlation of the keyword measure by the number of keywords, a panel for each aspect."""
    import altair as alt

    results = [result for result in study.sweeps if result.sweep.figure == "6"]
    axis = alt.Axis(grid=False, tickCount=10)
    x = alt.X("number:Q", title="keywords", axis=axis, scale=alt.Scale(zero=False, nice=False, padding=8))
    panels = _panels(study, results, x, "against", ("references", "text"), lines=True)
    return _stacked(panels, "How many keywords", "Compared with references and with the full text; r of systems")


def _panels(
    study: MetaStudy,
    results: Sequence[SweepResult],
    x: alt.X,
    kind: str,
    kinds: tuple[str, str],
    *,
    lines: bool = False,
) -> list[Any]:
    """Draw a panel for each aspect, the highest value of each kind with its number."""
    import altair as alt

    colour = alt.Color(
        f"{kind}:N",
        scale=alt.Scale(domain=list(kinds), range=list(PALETTE[:2])),
        legend=alt.Legend(columns=2, symbolType="circle"),
    )
    y = alt.Y("pearson:Q", title="r", scale=alt.Scale(zero=False, padding=14), axis=alt.Axis(tickCount=5, domain=False))
    panels = []
    for aspect in study.aspects:
        points = [_point(r) for r in results if r.aspect == aspect and r.correlation.pearson is not None]
        if not points:
            continue
        base = alt.Chart(inline(points)).encode(x=x, y=y, color=colour)
        layers = [base.mark_line(strokeWidth=1.5)] if lines else []
        layers += [base.mark_circle(size=70, opacity=0.9), *_highest(points, kind, base)]
        panels.append(alt.layer(*layers, title=small_title(short(aspect))).properties(width=WIDTH, height=_HEIGHT))
    return panels


def _point(result: SweepResult) -> Point:
    return {
        "family": result.sweep.name,
        "against": result.sweep.against,
        "setting": result.setting,
        "pearson": result.correlation.pearson,
        **({"number": int(result.setting)} if result.setting.isdigit() else {}),
    }


def _highest(points: list[Point], kind: str, base: alt.Chart) -> list[alt.Chart]:
    """Write the highest value of each kind, above the dot for the higher of both and below for the other."""
    import altair as alt

    highest: dict[str, Point] = {}
    for point in sorted(points, key=lambda point: -point["pearson"]):
        highest.setdefault(point[kind], point)
    return [
        base.properties(data=inline([point]))
        .mark_text(dy=dy, dx=26 if point["setting"] == points[0]["setting"] else 0, fontSize=11, fontWeight=600)
        .encode(text=alt.Text("pearson:Q", format=".3f"))
        for point, dy in zip(highest.values(), (-13, 15), strict=False)
    ]


def _stacked(panels: list[Any], title: str, subtitle: str) -> Figure | None:
    import altair as alt

    if not panels:
        return None
    figure: alt.VConcatChart = alt.vconcat(*panels, spacing=12, title=alt.Title(title, subtitle=subtitle))
    return figure
