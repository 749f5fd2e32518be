"""The figures of the study of oracles: scores, how many oracles there are, their sentences, and curves by length."""

from __future__ import annotations

import json
from collections import Counter
from statistics import fmean
from typing import TYPE_CHECKING

import altair as alt

from sumspace.show import charts as draw
from sumspace.show.text import domain_label, short, slug
from sumspace.studies.oracles.tables import LENGTHS, kinds, longest, score_records
from sumspace.tasks.oracle import objective_name

if TYPE_CHECKING:
    from sumspace.measures.measure import Measure
    from sumspace.show.table import Record
    from sumspace.studies.oracles.documents import StudiedDocument
    from sumspace.studies.oracles.study import DocumentGroup, OracleStudy


_INK = draw.INK
_BLUE, _RED, _ORANGE, _SKY = (draw.PALETTE[place] for place in (0, 1, 4, 5))
_KINDS = {"oracle": _INK, "greedy": draw.GREY, "system": _BLUE, "baseline": _SKY}
_DOTS = {"lead": _SKY, "best system": _BLUE, "greedy": _ORANGE, "oracle": _INK, "oracle, single": _RED}
#: Documents are divided into so many parts.
_PARTS = 10
#: The last bin of the figure of counts has all numbers of more digits.
_LAST = 6


def make_figures(study: OracleStudy) -> dict[str, draw.Figure]:
    """Draw what there is to draw."""
    scores, names = score_records(study), list(map(objective_name, study.plan.search.objectives))
    objectives = dict(zip(names, study.plan.search.objectives, strict=True))
    figures: dict[str, draw.Figure | None] = {
        f"scores-{slug(name)}": draw.choice(_score_bars(study, name, objective, scores), "scores", measure=name)
        for name, objective in objectives.items()
    }
    figures["domains"] = _domains(study, objectives, scores)
    figures["counts"] = _counts(study)
    figures["places"] = _places(study)
    for measure in study.everything.curves:
        for name, against in {"words": "words", "share": "share of the document"}.items():
            curve = _curve(study, measure, by_words=name == "words")
            chosen = draw.choice(curve, "curves", measure=str(measure), against=against)
            figures[f"curves-{slug(str(measure))}-{name}"] = chosen
    return draw.themed(figures)


def _intervals(group: DocumentGroup, objective: tuple[Measure, ...]) -> dict[str, draw.Span]:
    """Return the 95 % intervals of mean scores over documents, by all references: of systems, oracles and greedy."""
    values: dict[str, list[float]] = {}
    for result in group.results.get((objective, "all"), ()):
        values.setdefault("oracle", []).append(result.score)
        values.setdefault("greedy", []).append(result.greedy or 0.0)
        for name, summary in result.systems.items():
            values.setdefault(name, []).append(summary.score)
    ends = {name: draw.mean_ends(scores) for name, scores in values.items()}
    return {name: found for name, found in ends.items() if found is not None}


def _score_bars(
    study: OracleStudy, measure: str, objective: tuple[Measure, ...], scores: list[Record]
) -> draw.Figure | None:
    """Draw a bar for the oracles, the greedy extracts and every system, with its share of what is possible."""
    records = [r for r in scores if (r["domain"], r["measure"], r["references"]) == (None, measure, "all")]
    if not records:
        return None
    # Oracles come first, then the others from the best to the worst.
    records.sort(key=lambda record: (record["kind"] != "oracle", record["kind"] != "greedy", -record["score"]))
    intervals = _intervals(study.everything, objective)
    rows: list[Record] = []
    for place, record in enumerate(records):
        low, high = intervals.get(record["system"], (None, None))
        named = {"system": short(record["system"]), "kind": record["kind"], "label": _score_label(record)}
        rows.append({"place": place, "score": record["score"], "low": low, "high": high, **named})
        rows[-1]["end"] = max(record["score"], high or 0.0)
    names = json.dumps([short(record["system"], 24) for record in records])
    label = f"mean {measure} {study.plan.search.score}"
    ends = draw.share_ends(row["end"] for row in rows)
    told = draw.tips("system", ("score", label, ".2%"), ("low", "95% from", ".2%"), ("high", "to", ".2%"))
    x = draw.x_axis("score", label, 6, ends, format="~%", grid=True)
    y = alt.Y("place:O", title=None, axis=draw.label_axis(labelExpr=f"{names}[datum.value]"), sort=None)
    base = draw.chart_of(rows, x=x, y=y, tooltip=told)
    colour = draw.colours("kind", _KINDS, symbolType="square", columns=4)
    bars = base.mark_bar(height={"band": 0.72}).encode(color=colour)
    lines = draw.error_bars(rows, x, color=_RED, strokeWidth=2).encode(y=y, tooltip=told)
    texts = draw.chart_of(rows, x=draw.x_axis("end", label, 6, ends, format="~%", grid=True), y=y, text="label:N")
    texts = texts.mark_text(align="left", dx=6, fontSize=11, color=_INK, tooltip=None)
    subtitle = "By all references of a document; in brackets: the share of what oracles score"
    subtitle += "; lines: 95% intervals of the means over documents" if intervals else ""
    title = draw.title_of(f"How much of the best score is reached: {short(measure)}", subtitle)
    return alt.layer(bars, lines, texts).properties(width=draw.WIDTH - 60, height=19 * len(rows), title=title)


def _score_label(record: Record) -> str:
    share = "" if record["share"] is None or record["kind"] == "oracle" else f"  ({record['share']:.0%})"
    return f"{100 * record['score']:.1f}{share}"


def _domains(
    study: OracleStudy, objectives: dict[str, tuple[Measure, ...]], scores: list[Record]
) -> draw.Figure | None:
    """Draw for every domain how far oracles, greedy extracts, the best system and the lead are apart."""
    if len(study.groups) < 2:
        return None
    charts: list[draw.Figure] = []
    for measure, objective in objectives.items():
        rows: list[Record] = []
        for domain, group in study.groups.items():
            records = [r for r in scores if (r["domain"], r["measure"]) == (domain, measure)]
            intervals = _intervals(group, objective)
            for kind, system, score in _dots(records):
                low, high = intervals.get(system, (None, None))
                row = {"domain": _label(domain), "kind": kind, "system": short(system), "score": score}
                rows.append(row | {"low": low, "high": high})
        drawn = {row["kind"] for row in rows}
        shown = {kind: colour for kind, colour in _DOTS.items() if kind in drawn}
        ends = draw.share_ends(
            (row[name] for row in rows for name in ("score", "low", "high") if row[name]), zero=False
        )
        axis = draw.label_axis(labelColor=draw.GREY)
        x = draw.x_axis("score", f"mean {study.plan.search.score}", 5, ends, format="~%", grid=True)
        told = draw.tips("domain", "kind", "system", *((name, name, ".2%") for name in ("score", "low", "high")))
        shared: Record = {
            "y": alt.Y("domain:N", title=None, sort=None, axis=axis),
            "yOffset": alt.YOffset("kind:N", sort=list(_DOTS)),
            "color": draw.colours("kind", shown, columns=5, symbolType="circle"),
            "tooltip": told,
        }
        bars = draw.error_bars(rows, x, color=alt.Undefined).encode(**shared)
        dots = draw.chart_of(rows, x=x, **shared).mark_circle(size=60, opacity=1)
        chart = alt.layer(bars, dots, title=draw.small_title(short(measure)))
        charts.append(chart.properties(width=230, height=12 * len(shown) * len(study.groups)))
    subtitle = "bars: 95% intervals of the means over documents"
    return draw.panels(charts, "The room that is left, by domain", subtitle)


def _label(domain: str | None) -> str:
    return short(domain_label(domain), 24)


def _dots(records: list[Record]) -> list[tuple[str, str, float]]:
    """Return kinds, systems and scores by all references, and the oracles of single ones where these are others."""
    by_all = [record for record in records if record["references"] == "all"]
    dots = [(r["kind"], r["kind"], r["score"]) for r in by_all if r["kind"] in ("oracle", "greedy")]
    dots += [("lead", "lead", r["score"]) for r in by_all if (r["kind"], r["system"]) == ("baseline", "lead")]
    systems = [(record["score"], record["system"]) for record in by_all if record["kind"] == "system"]
    dots += [("best system", name, score) for score, name in [max(systems, default=(0.0, ""))] if name]
    single = [r["score"] for r in records if (r["kind"], r["references"]) == ("oracle", "each")]
    known = [score for kind, _, score in dots if kind == "oracle"]
    return dots + [("oracle, single", "", score) for score in single if score not in known]


def _counts(study: OracleStudy) -> draw.Figure | None:
    """Draw how many documents, or references, have how many oracles."""
    labels = kinds(study)
    order = [_bin_of(count) for count in (0, 1, 2, *(10**digits for digits in range(1, _LAST + 1)))]
    several: Record = {"symbolType": "square"} if len(labels) > 1 else {}
    colour = draw.colours("kind", {name: draw.colour_of(i) for i, name in enumerate(labels.values())}, **several)
    charts: list[draw.Figure] = []
    for objective in study.plan.search.objectives:
        rows: list[Record] = []
        for choice, label in labels.items():
            results = study.everything.results.get((objective, choice), ())
            bins = Counter(_bin_of(result.count) for result in results if result.count is not None)
            rows += [{"kind": label, "bin": name, "share": n / bins.total()} for name, n in bins.items()]
        drawn = [name for name in order if any(row["bin"] == name for row in rows)]
        if rows:
            axis = alt.Axis(labelAngle=0 if len(drawn) < 4 else -40, ticks=False)
            chart = draw.chart_of(
                rows,
                x=alt.X("bin:N", title="number of oracles", sort=drawn, axis=axis),
                xOffset=alt.XOffset("kind:N", sort=list(labels.values())),
                y=draw.y_axis("share", "share" if several else "share of documents", 5, (0.0, 1.0), format="~%"),
                color=colour,
            ).mark_bar()
            title = draw.small_title(short(objective_name(objective)))
            charts.append(chart.properties(width=draw.SMALL, height=170, title=title))
    return draw.panels(charts, "Documents by their number of best extracts")


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


def _places(study: OracleStudy) -> draw.Figure | None:
    """Draw which share of the sentences of oracles stands in each tenth of the document."""
    rows: list[Record] = []
    for objective in study.plan.search.objectives:
        name = short(objective_name(objective))
        shares = [s for document in study.documents if (s := place_shares(document, objective)) is not None]
        means = map(fmean, zip(*shares, strict=True))
        rows += [{"measure": name, "part": (part + 0.5) / _PARTS, "share": mean} for part, mean in enumerate(means)]
    if not rows:
        return None
    measures = dict.fromkeys(row["measure"] for row in rows)
    lines = draw.chart_of(
        rows,
        x=draw.x_axis("part", "position in the document", _PARTS, (0, 1), format="~%"),
        y=draw.y_axis(
            "share", "share of the oracles' sentences", 5, draw.share_ends(row["share"] for row in rows), format="~%"
        ),
        color=draw.colours("measure", {name: draw.colour_of(i) for i, name in enumerate(measures)}, orient="top"),
    ).mark_line(point={"size": 45}, strokeWidth=2)
    title = "Sentences of the oracles by their position"
    figure: draw.Figure = lines.properties(width=draw.SMALL * 2, height=180, title=title)
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


def _curve(study: OracleStudy, measure: Measure, *, by_words: bool) -> draw.Figure:
    """Draw the mean best score against the number of words, or the share of the document's, up to the full texts."""
    rows: list[Record] = [
        {"domain": _label(domain), "at": at, "score": score}
        for domain, group in study.groups.items()
        if (curve := group.curves.get(measure)) is not None
        for at, score in (curve.words if by_words else curve.shares)
    ]
    last_rows = {row["domain"]: row for row in rows}
    several: Record = {"columns": 5, "symbolType": "stroke"} if len(last_rows) > 1 else {}
    colours = [_INK, *map(draw.colour_of, range(len(last_rows)))]
    colour = draw.colours("domain", dict(zip(last_rows, colours, strict=False)), **several)
    best = f"mean best {short(str(measure))} {study.plan.search.score}"
    y = draw.y_axis("score", best, 5, draw.share_ends(row["score"] for row in rows), format="~%")
    marks: list[alt.Chart] = []
    if by_words:
        what, note = "length", f"Mean over {study.everything.curves[measure].documents:,} documents"
        first, last = min(row["at"] for row in rows), max(row["at"] for row in rows)
        x = draw.x_axis("at", "words, at most", 14, format="d", values=_ticks(first, last))
        x = x.scale(type="log", domain=[first, max(last, first + 1)], nice=False)
        lengths = [{"at": length, "label": f"E{length}"} for length in LENGTHS if first <= length <= last]
        rules = draw.chart_of(lengths, x="at:Q")
        texts = rules.mark_text(color=draw.GREY, align="left", dx=3, fontSize=11)
        marks.append(rules.mark_rule(color=draw.GREY, strokeDash=[3, 3], strokeWidth=1))
        marks.append(texts.encode(text="label:N", y=alt.value(6)))
    else:
        what, note = "share of the document", "Shares for which some document has fewer than 10 words are not shown"
        x = draw.x_axis("at", "share of the document's words, at most", 14, (0, 1), format="%")
    axes = {"x": x, "y": y, "color": colour}
    marks.append(draw.chart_of(rows, **axes).mark_line(strokeWidth=2))
    told = draw.tips("domain", ("at", "at most", ",.0f" if by_words else ".1%"), ("score", best, ".2%"))
    marks.append(draw.chart_of(rows, **axes, tooltip=told).mark_circle(opacity=0, size=70))
    ends = draw.chart_of(list(last_rows.values()), **axes)
    marks.append(ends.mark_point(shape="diamond", filled=True, size=80, opacity=1))
    title = draw.title_of(f"The best score by {what}: {short(str(measure))}", f"{note}; diamonds: {longest(study)}")
    return alt.layer(*marks).properties(width=draw.WIDTH, height=draw.HEIGHT + 40, title=title)


def _ticks(first: int, last: int) -> list[int]:
    """Return round numbers for a logarithmic axis.

    >>> _ticks(10, 600)
    [10, 20, 50, 100, 200, 500]
    """
    return [step * 10**power for power in range(12) for step in (1, 2, 5) if first <= step * 10**power <= last]
