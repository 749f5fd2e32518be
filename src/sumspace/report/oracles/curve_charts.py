"""The best score at every length: what length does to the limit of extracts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sumspace.report.oracles.pivot import longest
from sumspace.report.oracles.records import LENGTHS
from sumspace.show.charts import GREY, HEIGHT, INK, WIDTH, colour_of, inline
from sumspace.show.text import domain_label, short

if TYPE_CHECKING:
    import altair as alt

    from sumspace.show.charts import Figure
    from sumspace.studies.oracle_study import OracleStudy

__all__ = ["against_share", "against_words"]


def against_words(study: OracleStudy, measure: str) -> Figure:
    """Draw the mean best score against the number of words, E100 and E150 marked, up to the full texts."""
    import altair as alt

    rows = _points(study, measure, by_words=True)
    first, last = min(row["at"] for row in rows), max(row["at"] for row in rows)
    scale = alt.Scale(type="log", domain=[first, max(last, first + 1)], nice=False)
    x = alt.X(
        "at:Q", title="words, at most", scale=scale, axis=alt.Axis(grid=False, format="d", values=_ticks(first, last))
    )
    lines, ends = _lines(study, measure, rows, x)
    marks = [{"at": length, "label": f"E{length}"} for length in LENGTHS if first <= length <= last]
    rules = alt.Chart(inline(marks)).encode(x=alt.X("at:Q", scale=scale))
    layers = [
        rules.mark_rule(color=GREY, strokeDash=[3, 3], strokeWidth=1),
        rules.mark_text(color=GREY, align="left", dx=3, fontSize=11).encode(text="label:N", y=alt.value(6)),
        lines, ends,
    ]  # fmt: skip
    title = alt.Title(
        f"The best possible score by length: {short(measure)}",
        subtitle=f"Mean over {study.everything.curves[measure].documents:,} documents; diamonds: {longest(study)}",
    )
    return alt.layer(*layers).properties(width=WIDTH, height=HEIGHT + 40, title=title)


def against_share(study: OracleStudy, measure: str) -> Figure:
    """Draw the mean best score against the share of the document's words."""
    import altair as alt

    rows = _points(study, measure, by_words=False)
    x = alt.X(
        "at:Q", title="share of the document's words, at most", scale=alt.Scale(domain=[0, 1]),
        axis=alt.Axis(grid=False, format="%"),
    )  # fmt: skip
    lines, ends = _lines(study, measure, rows, x)
    title = alt.Title(
        f"The best possible score by share of the document: {short(measure)}",
        subtitle=f"Shares of which some document has less than 10 words are left out; diamonds: {longest(study)}",
    )
    return alt.layer(lines, ends).properties(width=WIDTH, height=HEIGHT + 40, title=title)


def _points(study: OracleStudy, measure: str, *, by_words: bool) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    for domain, group in study.groups.items():
        curve = group.curves.get(measure)
        if curve is not None:
            points = curve.words if by_words else curve.shares
            found += [{"domain": _label(domain), "at": at, "score": score} for at, score in points]
    return found


def _label(domain: str | None) -> str:
    return short(domain_label(domain), 24)


def _lines(study: OracleStudy, measure: str, rows: list[dict[str, Any]], x: alt.X) -> tuple[alt.Chart, alt.Chart]:
    """Draw a line for each domain, and where it ends: at the full text."""
    import altair as alt

    labels = list(dict.fromkeys(row["domain"] for row in rows))
    colours = [INK, *(colour_of(place) for place in range(len(labels) - 1))]
    legend = alt.Legend(columns=5, symbolType="stroke") if len(labels) > 1 else None
    colour = alt.Color("domain:N", scale=alt.Scale(domain=labels, range=colours), legend=legend)
    y = alt.Y(
        "score:Q", title=f"mean best {short(measure)} {study.plan.score}", scale=alt.Scale(zero=True),
        axis=alt.Axis(format="~%", tickCount=5, domain=False, ticks=False),
    )  # fmt: skip
    lines: alt.Chart = alt.Chart(inline(rows)).mark_line(strokeWidth=2).encode(x=x, y=y, color=colour)
    last = list({row["domain"]: row for row in rows}.values())
    ends: alt.Chart = (
        alt.Chart(inline(last))
        .mark_point(shape="diamond", filled=True, size=80, opacity=1)
        .encode(x=x, y=y, color=colour)
    )
    return lines, ends


def _ticks(first: int, last: int) -> list[int]:
    """Return round numbers for a logarithmic axis.

    >>> _ticks(10, 600)
    [10, 20, 50, 100, 200, 500]
    """
    return [step * 10**power for power in range(12) for step in (1, 2, 5) if first <= step * 10**power <= last]
