"""The figures of what goes beyond the paper: other lengths, and what high-scoring extracts are like."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sumspace.show.charts import GREY, INK, PALETTE, SMALL, domain_colour, inline, small_title
from sumspace.show.text import domain_label, short
from sumspace.studies.high_scoring import FEATURES

if TYPE_CHECKING:
    import altair as alt

    from sumspace.show.charts import Figure
    from sumspace.space.scoring import Score
    from sumspace.studies.limits import Limits

__all__ = ["features", "sweep"]


def sweep(limits: Limits, measure: str, score: Score) -> Figure | None:
    """What length does to scores, a small chart for each domain."""
    import altair as alt

    series = ("best seen", "lead", "textrank", "average extract")
    colours = [INK, PALETTE[1], PALETTE[0], GREY]
    charts = []
    for domain in limits.domains:
        rows: list[dict[str, Any]] = []
        for point in domain.sweep:
            if point.measure == measure:
                values = (point.best, point.systems.get("lead"), point.systems.get("textrank"), point.mean)
                rows += [
                    {"kind": kind, "ratio": point.ratio, "score": value}
                    for kind, value in zip(series, values, strict=True)
                    if value is not None
                ]
        if rows:
            ratios = sorted({row["ratio"] for row in rows})
            charts.append(
                alt.Chart(inline(rows), title=small_title(short(domain_label(domain.domain))))
                .mark_line(point={"size": 30}, strokeWidth=1.8)
                .encode(
                    x=alt.X(
                        "ratio:Q", title="words kept", scale=alt.Scale(domainMin=0),
                        axis=alt.Axis(format="%", grid=False, values=ratios),
                    ),
                    y=alt.Y(
                        "score:Q", title=f"{measure} {score}",
                        axis=alt.Axis(format="~%", tickCount=5, domain=False, ticks=False),
                    ),
                    color=alt.Color("kind:N", scale=alt.Scale(domain=series, range=colours)),
                )
                .properties(width=SMALL, height=170)
            )  # fmt: skip
    title = alt.Title("What length does to scores")
    return alt.concat(*charts, columns=2, spacing=24, title=title).resolve_scale(y="shared") if charts else None


def features(limits: Limits) -> Figure | None:
    """How high-scoring extracts differ from typical ones, in standard deviations."""
    import altair as alt

    charts: list[alt.LayerChart | alt.FacetChart] = []
    for measure in limits.domains[0].measures:
        rows = [
            {"domain": short(domain_label(domain.domain)), "feature": feature.name, "effect": feature.effect}
            for domain in limits.domains
            for feature in domain.measures[measure].features
        ]
        if rows:
            dots = (
                alt.Chart(inline(rows))
                .mark_circle(size=70, opacity=1)
                .encode(
                    x=alt.X("effect:Q", title="standard deviations", axis=alt.Axis(tickCount=5)),
                    y=alt.Y(
                        "feature:N", title=None, sort=list(FEATURES),
                        axis=alt.Axis(domain=False, ticks=False, labels=len(charts) % 3 == 0, labelPadding=8),
                    ),
                    yOffset=alt.YOffset("domain:N"),
                    color=domain_colour(domain.domain for domain in limits.domains),
                )
            )  # fmt: skip
            zero = alt.Chart(inline([{"effect": 0}])).mark_rule(color=GREY).encode(x="effect:Q")
            charts.append(alt.layer(zero, dots, title=small_title(measure)).properties(width=165, height=230))
    title = alt.Title("How the best extracts differ from typical ones")
    return alt.concat(*charts, columns=3, spacing=24, title=title).resolve_scale(x="shared") if charts else None
