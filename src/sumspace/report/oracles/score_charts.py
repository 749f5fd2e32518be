"""What oracles, greedy extracts and systems score (Hirao 2017, tables 2 and 3), as figures."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sumspace.report.oracles.records import records
from sumspace.show.charts import GREY, INK, PALETTE, WIDTH, inline, small_title
from sumspace.show.text import domain_label, short

if TYPE_CHECKING:
    import altair as alt

    from sumspace.show.charts import Figure
    from sumspace.show.table import Record
    from sumspace.studies.oracle_study import OracleStudy

__all__ = ["headroom", "standings"]

_ROW = 19
_COLOURS = {"oracle": INK, "greedy": GREY, "system": PALETTE[0], "baseline": PALETTE[5]}


def standings(study: OracleStudy, measure: str) -> Figure | None:
    """Draw a bar for the oracles, the greedy extracts and every system, with its share of what is possible."""
    import altair as alt

    found = [row for row in records(study)["scores"] if row["domain"] is None and row["measure"] == measure]
    rows = [
        {"place": place, "name": short(row["system"]), "kind": row["kind"], "score": row["score"], "label": _label(row)}
        for place, row in enumerate(_ordered(found))
    ]  # fmt: skip
    if not rows:
        return None
    highest = max(row["score"] for row in rows) or 1.0
    scale = alt.Scale(domain=list(_COLOURS), range=list(_COLOURS.values()))
    names = {row["place"]: row["name"] for row in rows}
    labels = alt.Axis(
        domain=False, ticks=False, labelPadding=8, labelLimit=300, labelColor=INK,
        labelExpr=f"{{{', '.join(f'{k}: {_quoted(v)}' for k, v in names.items())}}}[datum.value]",
    )  # fmt: skip
    base = alt.Chart(inline(rows)).encode(
        y=alt.Y("place:O", title=None, axis=labels, sort=None),
        x=alt.X(
            "score:Q", title=f"mean {measure} {study.plan.score}",
            axis=alt.Axis(format="~%", tickCount=6), scale=alt.Scale(domain=[0, 1.2 * highest], nice=False),
        ),
    )  # fmt: skip
    bars = base.mark_bar(height={"band": 0.72}).encode(
        color=alt.Color("kind:N", scale=scale, legend=alt.Legend(symbolType="square", columns=4))
    )
    texts = base.mark_text(align="left", dx=6, fontSize=11, color=INK).encode(text="label:N")
    title = alt.Title(
        f"How much of the possible is reached: {short(measure)}",
        subtitle="By all references of a document; in brackets: the share of what oracles score",
    )
    return alt.layer(bars, texts).properties(width=WIDTH - 60, height=_ROW * len(rows), title=title)


def _ordered(found: list[Record]) -> list[Record]:
    """Return the rows by all references: oracles first, then the others from the best to the worst."""
    some = [row for row in found if row["references"] == "all" and row["score"] is not None]
    return sorted(some, key=lambda row: (row["kind"] != "oracle", row["kind"] != "greedy", -row["score"]))


def _label(row: Record) -> str:
    share = "" if row["share"] is None or row["kind"] == "oracle" else f"  ({row['share']:.0%})"
    return f"{100 * row['score']:.1f}{share}"


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace("'", "\\'")
    return f"'{escaped}'"


def headroom(study: OracleStudy) -> Figure | None:
    """Draw for every domain how far oracles, greedy extracts, the best system and the lead are apart."""
    import altair as alt

    if len(study.groups) < 2:
        return None
    found = records(study)["scores"]
    charts = []
    for measure in study.plan.names:
        rows: list[dict[str, Any]] = []
        for domain in study.groups:
            some = [row for row in found if (row["domain"], row["measure"]) == (domain, measure)]
            label = short(domain_label(domain), 24)
            rows += [{"domain": label, "kind": kind, "score": score} for kind, score in _points(some)]
        colours = {
            "lead": PALETTE[5], "best system": PALETTE[0], "greedy": PALETTE[4], "oracle": INK,
            "oracle, single": PALETTE[1],
        }  # fmt: skip
        there = [kind for kind in colours if any(row["kind"] == kind for row in rows)]
        base = alt.Chart(inline(rows), title=small_title(short(measure))).encode(
            y=alt.Y("domain:N", title=None, sort=None, axis=alt.Axis(domain=False, ticks=False, labelPadding=8))
        )
        x = alt.X(
            "score:Q", title=f"mean {study.plan.score}", scale=alt.Scale(zero=False),
            axis=alt.Axis(format="~%", tickCount=5),
        )  # fmt: skip
        lines = base.mark_rule(color="#cccccc", strokeWidth=2).encode(x=alt.X("min(score):Q"), x2="max(score):Q")
        dots = base.mark_circle(size=90, opacity=1).encode(
            x=x,
            color=alt.Color(
                "kind:N", scale=alt.Scale(domain=there, range=[colours[kind] for kind in there]),
                legend=alt.Legend(columns=5, symbolType="circle"),
            ),
        )  # fmt: skip
        charts.append(alt.layer(lines, dots).properties(width=230, height=24 * len(study.groups)))
    title = alt.Title("The room that is left, by domain")
    figure: alt.ConcatChart = alt.concat(*charts, columns=2, spacing=24, title=title)
    return figure


def _points(rows: list[Record]) -> list[tuple[str, float]]:
    """Return the scores by all references, and the oracles of single ones where these are others."""
    by_all = [row for row in rows if row["references"] == "all" and row["score"] is not None]
    found = [(row["system"], row["score"]) for row in by_all if row["kind"] in ("oracle", "greedy")]
    found += [("lead", row["score"]) for row in by_all if (row["kind"], row["system"]) == ("baseline", "lead")]
    systems = [row["score"] for row in by_all if row["kind"] == "system"]
    found += [("best system", max(systems))] if systems else []
    single = [row["score"] for row in rows if (row["kind"], row["references"]) == ("oracle", "each")]
    return found + [("oracle, single", score) for score in single if ("oracle", score) not in found]
