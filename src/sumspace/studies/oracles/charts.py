"""The figures of the study of oracles: scores, how many oracles there are, their sentences, and curves by length."""

from __future__ import annotations

from collections import Counter
from statistics import fmean
from typing import TYPE_CHECKING, Any

from sumspace.show.charts import GREY, HEIGHT, INK, PALETTE, SMALL, WIDTH, colour_of, inline, small_title, themed
from sumspace.show.text import domain_label, short, slug
from sumspace.studies.oracles.documents import CHOICES
from sumspace.studies.oracles.tables import LENGTHS, kinds, longest, score_records
from sumspace.tasks.oracle import objective_name

if TYPE_CHECKING:
    import altair as alt

    from sumspace.measures.measure import Measure
    from sumspace.show.charts import Figure
    from sumspace.show.table import Record
    from sumspace.studies.oracles.documents import StudiedDocument
    from sumspace.studies.oracles.study import OracleStudy

__all__ = ["figures", "place_shares"]

_ROW = 19
_KINDS = {"oracle": INK, "greedy": GREY, "system": PALETTE[0], "baseline": PALETTE[5]}
_DOTS = {
    "lead": PALETTE[5], "best system": PALETTE[0], "greedy": PALETTE[4], "oracle": INK, "oracle, single": PALETTE[1],
}  # fmt: skip
#: Documents are divided into so many parts.
_PARTS = 10
#: The last bin of the figure of counts has all numbers of more digits.
_LAST = 6


def figures(study: OracleStudy) -> dict[str, Figure]:
    """Draw what there is to draw."""
    scores = score_records(study)
    charts: dict[str, Figure | None] = {}
    for name in _names(study):
        charts[f"scores-{slug(name)}"] = _score_bars(study, name, scores)
    charts["domains"] = _domains(study, scores)
    charts["counts"] = _counts(study)
    charts["places"] = _places(study)
    for measure in study.everything.curves:
        charts[f"curves-{slug(str(measure))}-words"] = _curve(study, measure, by_words=True)
        charts[f"curves-{slug(str(measure))}-share"] = _curve(study, measure, by_words=False)
    return themed(charts)


def _names(study: OracleStudy) -> list[str]:
    return list(map(objective_name, study.plan.objectives))


def _score_bars(study: OracleStudy, measure: str, scores: list[Record]) -> Figure | None:
    """Draw a bar for the oracles, the greedy extracts and every system, with its share of what is possible."""
    import altair as alt

    records = [r for r in scores if (r["domain"], r["measure"], r["references"]) == (None, measure, "all")]
    if not records:
        return None
    # Oracles come first, then the others from the best to the worst.
    records.sort(key=lambda record: (record["kind"] != "oracle", record["kind"] != "greedy", -record["score"]))
    rows = [
        {"place": i, "name": short(r["system"]), "kind": r["kind"], "score": r["score"], "label": _score_label(r)}
        for i, r in enumerate(records)
    ]  # fmt: skip
    highest = max(row["score"] for row in rows) or 1.0
    names = ", ".join(f"{row['place']}: {_quoted(row['name'])}" for row in rows)
    labels = alt.Axis(
        domain=False, ticks=False, labelPadding=8, labelLimit=300, labelColor=INK,
        labelExpr=f"{{{names}}}[datum.value]",
    )  # fmt: skip
    base = alt.Chart(inline(rows)).encode(
        y=alt.Y("place:O", title=None, axis=labels, sort=None),
        x=alt.X(
            "score:Q", title=f"mean {measure} {study.plan.search.score}",
            axis=alt.Axis(format="~%", tickCount=6), scale=alt.Scale(domain=[0, 1.2 * highest], nice=False),
        ),
    )  # fmt: skip
    bars = base.mark_bar(height={"band": 0.72}).encode(
        color=_colour(_KINDS, alt.Legend(symbolType="square", columns=4))
    )
    texts = base.mark_text(align="left", dx=6, fontSize=11, color=INK).encode(text="label:N")
    title = alt.Title(
        f"How much of the possible is reached: {short(measure)}",
        subtitle="By all references of a document; in brackets: the share of what oracles score",
    )
    return alt.layer(bars, texts).properties(width=WIDTH - 60, height=_ROW * len(rows), title=title)


def _colour(colours: dict[str, str], legend: alt.Legend | None) -> alt.Color:
    """Give every kind its colour."""
    import altair as alt

    return alt.Color("kind:N", scale=alt.Scale(domain=list(colours), range=list(colours.values())), legend=legend)


def _score_label(record: Record) -> str:
    share = "" if record["share"] is None or record["kind"] == "oracle" else f"  ({record['share']:.0%})"
    return f"{100 * record['score']:.1f}{share}"


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace("'", "\\'")
    return f"'{escaped}'"


def _domains(study: OracleStudy, scores: list[Record]) -> Figure | None:
    """Draw for every domain how far oracles, greedy extracts, the best system and the lead are apart."""
    import altair as alt

    if len(study.groups) < 2:
        return None
    charts = []
    for measure in _names(study):
        rows: list[dict[str, Any]] = []
        for domain in study.groups:
            records = [r for r in scores if (r["domain"], r["measure"]) == (domain, measure)]
            label = short(domain_label(domain), 24)
            rows += [{"domain": label, "kind": kind, "score": score} for kind, score in _domain_scores(records)]
        drawn = {row["kind"] for row in rows}
        base = alt.Chart(inline(rows), title=small_title(short(measure))).encode(
            y=alt.Y("domain:N", title=None, sort=None, axis=alt.Axis(domain=False, ticks=False, labelPadding=8))
        )
        x = alt.X(
            "score:Q", title=f"mean {study.plan.search.score}", scale=alt.Scale(zero=False),
            axis=alt.Axis(format="~%", tickCount=5),
        )  # fmt: skip
        colours = {kind: colour for kind, colour in _DOTS.items() if kind in drawn}
        lines = base.mark_rule(color="#cccccc", strokeWidth=2).encode(x=alt.X("min(score):Q"), x2="max(score):Q")
        dots = base.mark_circle(size=90, opacity=1).encode(
            x=x, color=_colour(colours, alt.Legend(columns=5, symbolType="circle"))
        )
        charts.append(alt.layer(lines, dots).properties(width=230, height=24 * len(study.groups)))
    figure: alt.ConcatChart = alt.concat(
        *charts, columns=2, spacing=24, title=alt.Title("The room that is left, by domain")
    )
    return figure


def _domain_scores(records: list[Record]) -> list[tuple[str, float]]:
    """Return the scores by all references, and the oracles of single ones where these are others."""
    by_all = [record for record in records if record["references"] == "all"]
    scores = [(record["kind"], record["score"]) for record in by_all if record["kind"] in ("oracle", "greedy")]
    scores += [("lead", r["score"]) for r in by_all if (r["kind"], r["system"]) == ("baseline", "lead")]
    systems = [record["score"] for record in by_all if record["kind"] == "system"]
    scores += [("best system", max(systems))] if systems else []
    single = [r["score"] for r in records if (r["kind"], r["references"]) == ("oracle", "each")]
    return scores + [("oracle, single", score) for score in single if ("oracle", score) not in scores]


def _counts(study: OracleStudy) -> Figure | None:
    """Draw how many documents, or references, have how many oracles."""
    import altair as alt

    labels = list(kinds(study).values())
    order = [_bin_of(count) for count in (0, 1, 2, *(10**digits for digits in range(1, _LAST + 1)))]
    colours = {label: colour_of(place) for place, label in enumerate(labels)}
    charts = []
    for objective in study.plan.objectives:
        rows: list[dict[str, Any]] = []
        for choice, label in zip(CHOICES, labels, strict=False):
            results = study.everything.results(objective, choice)
            counts = [result.count for result in results if result.count is not None]
            bins = Counter(map(_bin_of, counts))
            rows += [{"kind": label, "bin": name, "share": number / len(counts)} for name, number in bins.items()]
        drawn = [name for name in order if any(row["bin"] == name for row in rows)]
        angle = 0 if len(drawn) < 6 else -30
        if rows:
            charts.append(
                alt.Chart(inline(rows), title=small_title(short(objective_name(objective))))
                .mark_bar()
                .encode(
                    x=alt.X("bin:N", title="oracles", sort=drawn, axis=alt.Axis(labelAngle=angle, ticks=False)),
                    xOffset=alt.XOffset("kind:N", sort=labels),
                    y=_share_axis("share of documents" if len(labels) == 1 else "share"),
                    color=_colour(colours, alt.Legend(symbolType="square") if len(labels) > 1 else None),
                )
                .properties(width=SMALL, height=170)
            )
    title = alt.Title("How many best extracts there are")
    return alt.concat(*charts, columns=2, spacing=24, title=title).resolve_scale(y="shared") if charts else None


def _share_axis(title: str) -> alt.Y:
    import altair as alt

    return alt.Y("share:Q", title=title, axis=alt.Axis(format="%", tickCount=5, domain=False, ticks=False))


def _bin_of(count: int) -> str:
    """Name the bin of a number.

    >>> _bin_of(1), _bin_of(7), _bin_of(10), _bin_of(2_500), _bin_of(10**9)
    ('1', '2–9', '10–99', '1,000–9,999', '1,000,000 +')
    """
    if count <= 1:
        return str(count)
    digits = min(len(str(count)) - 1, _LAST)
    if digits == _LAST:
        return f"{10**_LAST:,} +"
    return f"{max(10**digits, 2):,}–{10 ** (digits + 1) - 1:,}"


def _places(study: OracleStudy) -> Figure | None:
    """Draw which share of the sentences of oracles stands in each tenth of the document."""
    import altair as alt

    rows: list[dict[str, Any]] = []
    for objective in study.plan.objectives:
        shares = [s for document in study.documents if (s := place_shares(document, objective)) is not None]
        if shares:
            rows += [
                {"measure": short(objective_name(objective)), "part": (part + 0.5) / _PARTS, "share": fmean(by_part)}
                for part, by_part in enumerate(zip(*shares, strict=True))
            ]
    if not rows:
        return None
    measures = list(dict.fromkeys(row["measure"] for row in rows))
    scale = alt.Scale(domain=measures, range=[colour_of(place) for place in range(len(measures))])
    figure: alt.Chart = (
        alt.Chart(inline(rows))
        .mark_line(point={"size": 45}, strokeWidth=2)
        .encode(
            x=alt.X(
                "part:Q", title="where the sentence stands in the document",
                axis=alt.Axis(format="%", grid=False, tickCount=_PARTS), scale=alt.Scale(domain=[0, 1]),
            ),
            y=_share_axis("share of the oracles' sentences").scale(zero=True),
            color=alt.Color("measure:N", scale=scale),
        )
        .properties(width=SMALL * 2, height=180, title="Where the sentences of the best extracts stand")
    )  # fmt: skip
    return figure


def place_shares(document: StudiedDocument, objective: tuple[Measure, ...]) -> list[float] | None:
    """Return how the sentences of all oracles, by all references, are spread over the tenths of a document."""
    results = [r for r in document.oracles if (r.measures, r.references) == (objective, "all")]
    shares = results[0].shares if results else None
    if not shares or not sum(shares):
        return None
    parts = [0.0] * _PARTS
    for place, share in enumerate(shares):
        # A sentence may lie in two parts of a short document.
        first, last = _PARTS * place / len(shares), _PARTS * (place + 1) / len(shares)
        for part in range(_PARTS):
            parts[part] += share * max(min(last, part + 1) - max(first, part), 0) / (last - first)
    return [part / sum(shares) for part in parts]


def _curve(study: OracleStudy, measure: Measure, *, by_words: bool) -> Figure:
    """Draw the mean best score against the number of words, or the share of the document's, up to the full texts."""
    import altair as alt

    rows: list[dict[str, Any]] = [
        {"domain": short(domain_label(domain), 24), "at": at, "score": score}
        for domain, group in study.groups.items()
        if (curve := group.curves.get(measure)) is not None
        for at, score in (curve.words if by_words else curve.shares)
    ]
    marks = []
    if by_words:
        what, note = "length", f"Mean over {study.everything.curves[measure].documents:,} documents"
        first, last = min(row["at"] for row in rows), max(row["at"] for row in rows)
        scale = alt.Scale(type="log", domain=[first, max(last, first + 1)], nice=False)
        axis = alt.Axis(grid=False, format="d", values=_ticks(first, last))
        x = alt.X("at:Q", title="words, at most", scale=scale, axis=axis)
        lengths = [{"at": length, "label": f"E{length}"} for length in LENGTHS if first <= length <= last]
        rules = alt.Chart(inline(lengths)).encode(x=alt.X("at:Q", scale=scale))
        marks = [
            rules.mark_rule(color=GREY, strokeDash=[3, 3], strokeWidth=1),
            rules.mark_text(color=GREY, align="left", dx=3, fontSize=11).encode(text="label:N", y=alt.value(6)),
        ]
    else:
        what, note = "share of the document", "Shares of which some document has less than 10 words are left out"
        axis = alt.Axis(grid=False, format="%")
        x = alt.X("at:Q", title="share of the document's words, at most", scale=alt.Scale(domain=[0, 1]), axis=axis)
    title = alt.Title(
        f"The best possible score by {what}: {short(str(measure))}", subtitle=f"{note}; diamonds: {longest(study)}"
    )
    layers = (*marks, *_lines(study, measure, rows, x))
    return alt.layer(*layers).properties(width=WIDTH, height=HEIGHT + 40, title=title)


def _lines(study: OracleStudy, measure: Measure, rows: list[dict[str, Any]], x: alt.X) -> tuple[alt.Chart, alt.Chart]:
    """Draw a line for each domain, and where it ends: at the full text."""
    import altair as alt

    labels = list(dict.fromkeys(row["domain"] for row in rows))
    colours = [INK, *(colour_of(place) for place in range(len(labels) - 1))]
    legend = alt.Legend(columns=5, symbolType="stroke") if len(labels) > 1 else None
    colour = alt.Color("domain:N", scale=alt.Scale(domain=labels, range=colours), legend=legend)
    y = alt.Y(
        "score:Q", title=f"mean best {short(str(measure))} {study.plan.search.score}", scale=alt.Scale(zero=True),
        axis=alt.Axis(format="~%", tickCount=5, domain=False, ticks=False),
    )  # fmt: skip
    lines: alt.Chart = alt.Chart(inline(rows)).mark_line(strokeWidth=2).encode(x=x, y=y, color=colour)
    last = list({row["domain"]: row for row in rows}.values())
    points = alt.Chart(inline(last)).mark_point(shape="diamond", filled=True, size=80, opacity=1)
    ends: alt.Chart = points.encode(x=x, y=y, color=colour)
    return lines, ends


def _ticks(first: int, last: int) -> list[int]:
    """Return round numbers for a logarithmic axis.

    >>> _ticks(10, 600)
    [10, 20, 50, 100, 200, 500]
    """
    return [step * 10**power for power in range(12) for step in (1, 2, 5) if first <= step * 10**power <= last]
