"""The figures of the comparison: differences and rankings with intervals, all pairs, power, and places."""

from __future__ import annotations

import re
from math import isnan
from typing import TYPE_CHECKING, Any

import altair as alt

from sumspace.show import charts as draw
from sumspace.show.text import counted, domain_label, short, slugs
from sumspace.stats.multiplicity import CORRECTION_NAMES
from sumspace.stats.paired_power import MULTIPLES, POWER
from sumspace.studies.comparison.columns import as_number, score_label

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sumspace.studies.comparison.contests import Contest, SystemPair
    from sumspace.studies.comparison.spaces import Places
    from sumspace.studies.comparison.study import ComparisonStudy


#: The height of a row with a system or a pair, and the width of a column of letters.
_ROW, _LETTER = 18, 15
#: The most pairs with curves, and the most groups with columns.
_CURVES, _GROUPS = 5, 14
#: The longest names of systems.
_LONGEST = 24
_BETTER, _WORSE = draw.DIVERGING[2], draw.DIVERGING[0]
_LEVEL = "no significant difference"


def draw_figures(study: ComparisonStudy) -> dict[str, draw.Figure]:
    """Draw differences where systems are few, else rankings and matrices; power and places of each measure."""
    figures: dict[str, draw.Figure | None] = {}
    names = dict(zip(study.overall, slugs(str(contest.measure) for contest in study.overall), strict=True))
    if study.is_small:
        figures["differences"] = _forest(study, study.overall)
        within = [single for contest in study.overall for single in study.domains(contest.measure)]
        figures["domains"] = _forest(study, within) if within else None
    else:
        for contest, name in names.items():
            measure = score_label(study, contest)
            figures[f"ranking-{name}"] = draw.choice(_ranking(study, contest), "ranking", measure=measure)
            figures[f"matrix-{name}"] = draw.choice(_matrix(study, contest), "matrix", measure=measure)
    figures["power"] = _power(study)
    figures["places"] = _places(study)
    return draw.themed(figures)


def _labels(study: ComparisonStudy) -> dict[str, str]:
    """Return the names of systems in charts: shortened where they are long, all different."""
    labels: dict[str, str] = {}
    for place, system in enumerate(study.systems, 1):
        name = short(system, _LONGEST)
        alike = [other for other in study.systems if short(other, _LONGEST) == name]
        if len(alike) > 1:
            differ = next((i for i, signs in enumerate(zip(*alike, strict=False)) if len({*signs}) > 1), _LONGEST)
            name = short(f"{system[: _LONGEST // 3]}…{system[differ - 3 :]}", _LONGEST)
        labels[system] = f"{name} [{place}]" if name in labels.values() else name
    return labels


def _forest(study: ComparisonStudy, contests: Sequence[Contest]) -> draw.Figure | None:
    """Draw differences with intervals, a panel for each measure: by pair, or by domain and pair."""
    charts, labels = [], _labels(study)
    for measure in dict.fromkeys(contest.measure for contest in contests):
        own = [contest for contest in contests if contest.measure == measure]
        rows = [
            _pair_row(contest, pair, labels)
            for place in range(len(own[0].pairs))
            for contest in own
            for pair in contest.pairs[place : place + 1]
            if pair.result.is_tested
        ]
        if rows:
            charts.append(_differences(rows, f"difference in {score_label(study, own[0])}"))
    one = contests[0].documents if len({contest.domain for contest in contests}) == 1 else 0
    on = f"on {counted(one, 'document')}" if one else "by domain, with the number of documents"
    subtitle = (
        f"{on}; {study.plan.bootstrap.confidence:g}% intervals; filled dots: significant, hollow: not significant"
    )
    return draw.panels(charts, "Differences between systems", subtitle, columns=1, spacing=16)


def _pair_row(contest: Contest, pair: SystemPair, labels: Mapping[str, str]) -> dict[str, Any]:
    name = f"{labels[pair.first]} − {labels[pair.second]}"
    result = pair.result
    domain = "" if contest.domain is None else f", {short(domain_label(contest.domain))} ({result.documents:,})"
    return {
        "pair": f"{name}{domain}", "score": result.difference.mean, "low": result.difference.low,
        "high": result.difference.high, "significant": pair.is_significant,
    }  # fmt: skip


def _differences(rows: Sequence[dict[str, Any]], title: str) -> draw.Layers:
    ends = draw.span([0.0, *(row[end] for row in rows for end in ("low", "high"))])
    y = alt.Y("pair:N", title=None, sort=[row["pair"] for row in rows], axis=draw.label_axis())
    told = draw.tips("pair", ("score", "difference", "+.4f"), ("low", "from", "+.4f"), ("high", "to", "+.4f"))
    base = draw.chart_of(rows, y=y, tooltip=told)
    nothing = alt.Chart(draw.inline([{"score": 0.0}])).mark_rule(color=draw.GREY, strokeDash=[4, 3])
    signed = "datum.value == 0 ? '0' : format(datum.value, '+~g')"
    x = draw.x_axis("score", title, 5, ends, labelExpr=signed)
    lines = base.mark_rule(color=draw.PALETTE[0], strokeWidth=2).encode(
        x=alt.X("low:Q", scale=_scale(ends)), x2="high:Q"
    )
    fill = alt.condition("datum.significant", alt.value(draw.PALETTE[0]), alt.value("white"))
    dots = base.mark_point(size=60, filled=True, stroke=draw.PALETTE[0], strokeWidth=2, opacity=1).encode(
        x=x, fill=fill
    )
    return alt.layer(nothing.encode(x=x), lines, dots, width=draw.WIDTH - 140, height=_ROW * len(rows))


def _scale(ends: draw.Span) -> alt.Scale:
    return alt.Scale(domain=list(ends), nice=False, zero=False)


def _ranking(study: ComparisonStudy, contest: Contest) -> draw.Figure:
    """Draw means with intervals and, in columns at the right, which systems do not differ significantly."""
    labels = _labels(study)
    rows: list[dict[str, Any]] = [
        {
            "system": labels[ranked.system], "score": ranked.mean.mean,
            "low": _or(ranked.mean.low, ranked.mean.mean), "high": _or(ranked.mean.high, ranked.mean.mean),
            "kind": "baseline" if ranked.system in study.baselines else "system",
        }
        for ranked in contest.ranking
    ]  # fmt: skip
    kinds = {"system": draw.PALETTE[0], "baseline": draw.PALETTE[1]}
    order = [row["system"] for row in rows]
    height = _ROW * len(rows)
    axis = draw.label_axis()
    ends = draw.share_ends((row[end] for row in rows for end in ("low", "high")), zero=False)
    base = draw.chart_of(
        rows, y=alt.Y("system:N", title=None, sort=order, axis=axis), color=draw.colours("kind", kinds),
        tooltip=draw.tips("system", ("score", "mean", ".4f"), ("low", "from", ".4f"), ("high", "to", ".4f")),
    )  # fmt: skip
    lines = base.mark_rule(strokeWidth=2).encode(x=alt.X("low:Q", scale=_scale(ends)), x2="high:Q")
    dots = base.mark_point(size=60, filled=True, opacity=1).encode(
        x=draw.x_axis("score", score_label(study, contest), 6, ends, format="~g")
    )
    left = alt.layer(lines, dots, width=draw.WIDTH - 200, height=height)
    groups, more = _groups(contest)
    cells = [{"system": order[place], "group": name} for name, members in groups.items() for place in members]
    columns = alt.X("group:N", title=None, sort=list(groups), axis=alt.Axis(
        orient="top", labelAngle=0, domain=False, ticks=False, labelColor=draw.INK
    ))  # fmt: skip
    shared = draw.chart_of(cells, x=columns, y=alt.Y("system:N", sort=order, axis=None))
    right = shared.mark_square(size=90, color=draw.PALETTE[2], opacity=1)
    right = right.properties(width=_LETTER * max(len(groups), 1), height=height)
    pairs = counted(contest.tested, "pair")
    means = f"Means on {counted(contest.documents, 'document')} with {study.plan.bootstrap.confidence:g}% intervals"
    tests = f"permutation tests of {pairs}, {CORRECTION_NAMES[study.plan.correction]}"
    further = f"; {more} more columns in systems.csv" if more else ""
    subtitle = [
        f"{means}; orange: baseline" if study.baselines else means,
        f"squares in one column: no significant difference{_untested(contest)} ({tests}){further}",
    ]
    figure = alt.concat(left, right, spacing=12)
    figure.title = alt.Title(f"{score_label(study, contest)}: ranking of systems", subtitle=subtitle)
    return figure


def _untested(contest: Contest) -> str:
    return ", or no test" if contest.tested < len(contest.pairs) else ""


def _or(value: float, other: float) -> float:
    return other if isnan(value) else value


def _groups(contest: Contest) -> tuple[dict[str, list[int]], int]:
    """Return the places of the systems of each letter, for the letters shown, and the number of further letters."""
    members: dict[str, list[int]] = {}
    for place, ranked in enumerate(contest.ranking):
        for letter in re.findall(r"[a-z]\d*", ranked.letters):
            members.setdefault(letter, []).append(place)
    names = sorted(members, key=lambda letter: (int(letter[1:] or 1), letter[0]))
    return {name: members[name] for name in names[:_GROUPS]}, max(len(names) - _GROUPS, 0)


def _matrix(study: ComparisonStudy, contest: Contest) -> draw.Figure:
    """Draw for every pair of systems which one is significantly better, if any."""
    names = [ranked.system for ranked in contest.ranking]
    shown = _labels(study)
    labels = {name: f"{place}  {shown[name]}" for place, name in enumerate(names, 1)}
    kinds = {"higher": _BETTER, "lower": _WORSE, _LEVEL: draw.FAINT, "no test": "white"}
    rows = []
    for pair in contest.pairs:
        for one, other in ((pair.first, pair.second), (pair.second, pair.first)):
            kind = _LEVEL if pair.result.is_tested else "no test"
            if pair.is_significant:
                kind = "higher" if pair.better == one else "lower"
            told = {"first": shown[one], "second": shown[other], "p": as_number(pair.corrected)}
            rows.append({"row": labels[one], "column": f"{names.index(other) + 1}", "kind": kind, **told})
    used = {kind: colour for kind, colour in kinds.items() if any(row["kind"] == kind for row in rows)}
    side = _ROW * len(names)
    chart = draw.chart_of(
        rows,
        x=alt.X("column:N", title=None, sort=[f"{place}" for place in range(1, len(names) + 1)],
                axis=draw.label_axis(orient="top", labelAngle=0, labelOverlap=False, labelPadding=4)),
        y=alt.Y("row:N", title=None, sort=list(labels.values()), axis=draw.label_axis()),
        color=draw.colours("kind", used, symbolType="square", orient="bottom"),
        tooltip=draw.tips(("first", "row"), ("second", "column"), ("kind", "result"), ("p", "corrected p", ".4f")),
    )  # fmt: skip
    title = alt.Title(
        f"{score_label(study, contest)}: pairs of systems",
        subtitle=f"Does the system of the row score significantly higher than that of the column? "
        f"{CORRECTION_NAMES[study.plan.correction]}",
    )
    cells: alt.Chart = chart.mark_rect(stroke="white", strokeWidth=1).properties(width=side, height=side, title=title)
    return cells


def _power(study: ComparisonStudy) -> draw.Figure | None:
    """Draw power by the number of documents, a panel for each measure."""
    charts = []
    for contest in study.overall:
        own = [single for single in study.powers if single.measure == contest.measure][:_CURVES]
        if not own:
            continue
        labels = _labels(study)
        names = [f"{labels[single.first]} − {labels[single.second]}" for single in own]
        rows = [
            {"documents": max(2, round(single.power.documents * multiple)), "power": power, "pair": name}
            for name, single in zip(names, own, strict=True)
            for multiple, power in single.power.at.items()
        ]
        colours = {name: draw.colour_of(place) for place, name in enumerate(names)}
        now = contest.documents
        ends = (max(2, round(now * MULTIPLES[0])), max(3, round(now * MULTIPLES[-1])))
        x = alt.X(
            "documents:Q",
            title="documents",
            scale=alt.Scale(type="log", base=2, domain=list(ends), nice=False),
            axis=alt.Axis(grid=False, values=[round(now * multiple) for multiple in MULTIPLES], format=",d"),
        )
        y = draw.y_axis("power", "power", 5, (0.0, 1.0), format="~%", labelPadding=6)
        legend = draw.colours("pair", colours, columns=2, labelLimit=draw.WIDTH, orient="bottom")
        lines = draw.chart_of(rows, x=x, y=y, color=legend)
        marks = draw.chart_of([{"power": POWER}], y=y).mark_rule(color=draw.GREY, strokeDash=[4, 3])
        here = draw.chart_of([{"documents": now}], x=x).mark_rule(color=draw.GREY, strokeDash=[2, 2])
        layers = alt.layer(marks, here, lines.mark_line(point=True, strokeWidth=2))
        charts.append(
            layers.properties(width=draw.WIDTH - 140, height=160, title=draw.small_title(score_label(study, contest)))
        )
    which = "" if study.is_small else "; the first neighbours in the ranking"
    subtitle = (
        f"If the observed difference is the true one; dashed: {POWER:.0%}, and the number of documents here{which}"
    )
    return draw.panels(
        charts, "Power: how often the difference is found", subtitle, columns=1, color="independent", x="independent"
    )


def _places(study: ComparisonStudy) -> draw.Figure | None:
    """Draw how much of the distance from the average extract to the best each system covers, by measure."""
    shown = [places for places in study.places if places.domain is None and places.known]
    reached = [place.reached for places in shown for place in places.known]
    known = [end for interval in reached for end in (interval.mean, interval.low, interval.high) if not isnan(end)]
    ends = draw.share_ends([0.0, 1.0, *known])
    charts = [_places_of(study, places, ends) for places in shown]
    subtitle = f"0%: average extract, 100%: best extract; {study.plan.bootstrap.confidence:g}% intervals"
    if study.baselines:
        subtitle += "; orange: baseline"
    return draw.panels(charts, "Reached: from the average extract to the best", subtitle, columns=1, spacing=16)


def _places_of(study: ComparisonStudy, places: Places, ends: draw.Span) -> draw.Layers:
    labels = _labels(study)
    rows: list[dict[str, Any]] = [
        {
            "system": labels[place.system], "reached": place.reached.mean,
            "low": _or(place.reached.low, place.reached.mean), "high": _or(place.reached.high, place.reached.mean),
            "kind": "baseline" if place.system in study.baselines else "system",
        }
        for place in places.known
    ]  # fmt: skip
    order = [row["system"] for row in rows]
    colour = draw.colours("kind", {"system": draw.PALETTE[0], "baseline": draw.PALETTE[1]})
    told = draw.tips("system", ("reached", "reached", ".1%"), ("low", "from", ".1%"), ("high", "to", ".1%"))
    y = alt.Y("system:N", title=None, sort=order, axis=draw.label_axis())
    base = draw.chart_of(rows, y=y, color=colour, tooltip=told)
    lines = base.mark_rule(strokeWidth=2).encode(x=alt.X("low:Q", scale=_scale(ends)), x2="high:Q")
    x = draw.x_axis("reached", f"reached ({places.measure} {study.plan.part})", 6, ends, format="~%")
    dots = base.mark_point(size=60, filled=True, opacity=1).encode(x=x)
    rules = draw.chart_of([{"reached": 0.0}, {"reached": 1.0}], x=x).mark_rule(color=draw.GREY, strokeDash=[4, 3])
    return alt.layer(rules, lines, dots, width=draw.WIDTH - 140, height=_ROW * len(rows))
