"""How learners compare with the lead and with each other, with as many classes as CALLISTO had."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sumspace.report.callisto.lines import learner_colours, lines, score_name
from sumspace.report.callisto.named_rows import named_rows
from sumspace.show.charts import GREY, INK, WIDTH, inline, span

if TYPE_CHECKING:
    from sumspace.show.charts import Figure
    from sumspace.studies.callisto import CallistoStudy

__all__ = ["by_learner"]

_ROW = 22


def by_learner(study: CallistoStudy) -> Figure | None:
    """Draw the share of each version from the best to the worst; bars that do not meet differ significantly."""
    import altair as alt

    rows = _rows(study)
    if len(rows) < 2:
        return None
    colour = alt.Color("colour:N", scale=None)
    scale = alt.Scale(domain=list(span(row[end] for row in rows for end in ("low", "high"))), nice=False, zero=False)
    axis = alt.Axis(format="~%", grid=True, tickCount=8)
    x = alt.X("share:Q", title=f"share of the best reachable {score_name(study)}", scale=scale, axis=axis)
    base = alt.Chart(inline(rows)).encode(y=named_rows([row["name"] for row in rows]), color=colour)
    lead = alt.Chart(inline([{"share": study.baseline.share}]))
    layers = [
        lead.mark_rule(color=GREY, strokeDash=[3, 3]).encode(x=x),
        base.mark_rule(strokeWidth=2.5, opacity=0.5).encode(x=alt.X("low:Q", scale=scale), x2="high:Q"),
        base.mark_point(filled=True, size=70, opacity=1).encode(x=x),
        base.mark_text(align="left", fontSize=11).encode(x=alt.value(WIDTH + 8), text="label:N", color=alt.value(INK)),
    ]
    title = alt.Title("Versions of CALLISTO and the lead", subtitle=_subtitle(study))
    return alt.layer(*layers).properties(width=WIDTH, height=_ROW * len(rows), title=title)


def _subtitle(study: CallistoStudy) -> str:
    what = f"Mean over {len(study.documents):,} documents"
    if study.analysis.least_difference is None:
        return what
    return f"{what}; bars that do not meet: the difference is significant at {study.analysis.confidence:g} %"


def _rows(study: CallistoStudy) -> list[dict[str, Any]]:
    half = (study.analysis.least_difference or 0.0) / 2
    colours = learner_colours(study)
    shares = [("lead", study.baseline.share, INK)]
    for line in lines(study):
        classes = line.usual.version.classes
        name = f"{line.name}, K = {classes}" if classes else line.name
        shares.append((name, line.usual.share, colours[line.learner]))
    return [
        {
            "place": place, "name": name, "share": share, "colour": colour, "low": share - half, "high": share + half,
            "label": f"{100 * share:.1f}",
        }
        for place, (name, share, colour) in enumerate(sorted(shares, key=lambda one: -one[1]))
    ]  # fmt: skip
