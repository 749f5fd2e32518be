"""The figures of the card: one for each claim."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import altair as alt

from sumspace.show import charts as draw
from sumspace.show.text import counted, domain_label, short
from sumspace.studies.card.averages import NOVELTY, REFERENCE
from sumspace.studies.card.documents import BEST, HUMAN, LEAD

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sumspace.studies.card.averages import Mean
    from sumspace.studies.card.study import CardStudy
    from sumspace.studies.card.subsets import SubsetRankings


#: The height of a row of dots, and the most rows there are.
_ROW, _MOST = 24, 40
_WHOLE = (0.0, 1.0)
#: Where axes of scores end, and of densities begin and end.
_ENDS = (0.1, 0.2, 0.4, 0.6, 0.8, 1.0)
_DENSITIES = (0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 10**6)
_COLOURS = {"human": draw.INK, "extract": draw.PALETTE[2], "baseline": draw.PALETTE[4], "system": draw.PALETTE[1]}


def draw_figures(study: CardStudy) -> dict[str, draw.Figure]:
    """Draw one chart for each claim that can be made of the data set."""
    return draw.themed(
        {
            "compression": _compression(study),
            "extractiveness": _extractiveness(study),
            "novelty": _novelty(study),
            "ceiling": _ceiling(study),
            "oracles": _oracles(study),
            "agreement": _agreement(study),
            "rankings": _rankings(study),
            "copying": _copying(study),
        }
    )


def _dot(label: str, mean: Mean | None, colour: str = draw.PALETTE[0]) -> list[dict[str, Any]]:
    """Return the row of a mean, if there is one."""
    if mean is None:
        return []
    low, high = mean.interval or (mean.mean, mean.mean)
    return [{"label": short(label), "value": mean.mean, "low": low, "high": high, "colour": colour}]


def _dots(
    rows: Sequence[dict[str, Any]],
    axis: str,
    title: str,
    subtitle: str = "",
    *,
    ends: draw.Span = _WHOLE,
    form: str = "~%",
) -> draw.Layers | None:
    """Draw means as dots with their intervals, in the order of the rows, on an axis from end to end."""
    if not rows:
        return None
    rows = rows[:_MOST]
    order = [row["label"] for row in rows]
    y = alt.Y("label:N", sort=order, title=None, axis=draw.label_axis())
    low, high = ends
    look = {"format": form, "labelOverlap": False, "values": [low + (high - low) * step / 4 for step in range(5)]}
    x, start = (draw.x_axis(field, axis, 5, ends, **look) for field in ("value", "low"))
    colour = alt.Color("colour:N", scale=None, legend=None)
    tips = [alt.Tooltip("label:N"), *(alt.Tooltip(f"{name}:Q", format=".4f") for name in ("value", "low", "high"))]
    base = draw.chart_of(rows, y=y, color=colour, tooltip=tips)
    bars = base.mark_rule(strokeWidth=2, opacity=0.55, clip=True).encode(x=start, x2="high:Q")
    dots = base.mark_circle(size=70, opacity=1).encode(x=x)
    return alt.layer(
        bars, dots, width=draw.WIDTH, height=_ROW * len(rows), title=draw.small_title(title, subtitle)
    )  # fmt: skip


def _up_to(rows: Sequence[dict[str, Any]]) -> draw.Span:
    """Return the ends of an axis of scores that is not half empty."""
    highest = max((row["high"] for row in rows), default=1.0)
    return 0.0, next((end for end in _ENDS if end >= highest), 1.0)


def _stacked(charts: Sequence[draw.Layers | None], title: str, subtitle: str) -> draw.Figure | None:
    return draw.panels([chart for chart in charts if chart is not None], title, subtitle, columns=1)


def _interval(study: CardStudy) -> str:
    return f"bars: {study.plan.bootstrap.confidence:g}% intervals, bootstrap over documents"


def _compression(study: CardStudy) -> draw.Figure | None:
    """Draw the quartiles of compression ratios of each domain."""
    rows: list[dict[str, Any]] = []
    for domain, group in study.groups.items():
        spread = group.spread(REFERENCE, "compression")
        if spread:
            ends = {"low": spread.first, "high": spread.third, "colour": draw.PALETTE[0]}
            rows.append({"label": short(domain_label(domain)), "value": spread.median, **ends})
    if not rows:
        return None
    high = max(row["high"] for row in rows)
    end = next(step for step in (5, 10, 20, 25, 50, 100, 200, 500, 1000, 2000, 5000, 10**6) if step >= high)
    chart = _dots(rows, "words of the document per word of a reference", "", ends=(0, end), form="~f")
    return _stacked([chart], "Compression ratio of the references", "median of the compression ratio; bars: quartiles")


def _extractiveness(study: CardStudy) -> draw.Figure | None:
    """Draw coverage against density, one dot for each reference (figure 4 of Grusky 2018)."""
    rows: list[dict[str, Any]] = [
        {
            "coverage": reference.copying.coverage, "density": max(reference.copying.density, 0.1),
            "domain": short(domain_label(document.domain)), "id": f"{document.id}, {reference.name}",
        }
        for document in study.documents
        for reference in document.references
        if reference.copying is not None and reference.copying.coverage is not None
        and reference.copying.density is not None
    ]  # fmt: skip
    if not rows:
        return None
    domains = [domain for domain in study.groups if domain is not None] or [study.documents[0].domain]
    densities, coverages = ([row[field] for row in rows] for field in ("density", "coverage"))
    lowest = max(step for step in _DENSITIES if step <= min(densities))
    highest = min(step for step in _DENSITIES if step >= max(*densities, 2 * lowest))
    shown = [step for step in _DENSITIES if lowest <= step <= highest]
    y = draw.y_axis("density", "density", len(shown), format="~r", values=shown)
    y = y.scale(type="log", domain=[lowest, highest], nice=False)
    ends = draw.share_ends([*coverages, 1.0], zero=False)
    chart = draw.chart_of(
        rows,
        x=draw.x_axis("coverage", "coverage: share of the words of a reference that is copied", 5, ends, format="~%"),
        y=y,
        color=draw.domain_colour(domains),
        tooltip=["id:N", alt.Tooltip("coverage:Q", format=".3f"), alt.Tooltip("density:Q", format=".2f")],
    ).mark_circle(size=40, opacity=0.8 if len(rows) < 200 else 0.4)
    subtitle = "one dot per reference; density on a logarithmic scale, below 0.1 drawn at 0.1"
    title = draw.title_of("Coverage and density of the references", subtitle)
    return alt.layer(chart, width=draw.WIDTH, height=280, title=title)


def _novelty(study: CardStudy) -> draw.Figure | None:
    """Draw the share of novel n-grams, n = 1 to 4, in all documents and by domain."""
    charts = []
    for n, name in enumerate(NOVELTY, 1):
        rows = [
            row
            for domain, group in study.groups.items()
            for row in _dot(
                domain_label(domain), group.mean(REFERENCE, name), draw.INK if domain is None else draw.PALETTE[0]
            )
        ]
        axis = "share of the references' n-grams that the document does not have" if n == len(NOVELTY) else ""
        charts.append(_dots(rows, axis, f"{n}-grams"))
    return _stacked(charts, "Share of novel n-grams in the references", _interval(study))


def _ceiling(study: CardStudy) -> draw.Figure | None:
    """Draw the average extract, Lead and the best extract on each measure."""
    labels = {"average": ("average extract", draw.PALETTE[0]), "lead": ("lead", _COLOURS["baseline"])}
    labels["best"] = ("best extract", _COLOURS["extract"])
    group, charts = study.everything, []
    for measure in study.plan.measures:
        rows = [
            row for what, (label, colour) in labels.items() for row in _dot(label, group.mean(measure, what), colour)
        ]
        best = group.mean(measure, "best")
        about = counted(best.values, "document") if best else ""
        charts.append(_dots(rows, f"{measure} recall", str(measure), about, ends=_up_to(rows), form="~f"))
    subtitle = f"extracts as long as the references; {_interval(study)}"
    return _stacked(charts, "Average extract, Lead and best extract", subtitle)


def _oracles(study: CardStudy) -> draw.Figure | None:
    group = study.everything
    several = [row for name in group.objectives for row in _dot(name, group.mean(name, "several"))]
    greedy = [row for name in group.objectives for row in _dot(name, group.mean(name, "is_short"), draw.PALETTE[1])]
    charts = [
        _dots(several, "share of documents", "more than one best extract"),
        _dots(greedy, "share of documents", "greedy extract below the best"),
    ]
    return _stacked(
        charts,
        "Documents with several best extracts, and documents where greedy search misses the best",
        _interval(study),
    )


def _agreement(study: CardStudy) -> draw.Figure | None:
    group, charts = study.everything, []
    for measure in study.plan.measures:
        rows = [
            row
            for source in group.sources
            for row in _dot(source.name, group.mean((measure, source), "score"), _COLOURS[source.kind])
        ]
        first, others = rows[:3], sorted(rows[3:], key=lambda row: -row["value"])
        charts.append(_dots([*first, *others], f"{measure} recall", str(measure), ends=_up_to(rows), form="~f"))
    known = {HUMAN, BEST, LEAD} & {*group.sources}
    subtitle = f"cut to the length of these references; {_interval(study)}"
    return _stacked(charts, "Recall by all references but one", subtitle) if known else None


def _rankings(study: CardStudy) -> draw.Figure | None:
    """Draw Kendall's tau by how many references judge, with the range over subsets."""
    panels: dict[tuple[str, int], list[SubsetRankings]] = {}
    for ranking in study.everything.rankings:
        if ranking.tau is not None and ranking.size < ranking.references:
            panels.setdefault((str(ranking.measure), ranking.references), []).append(ranking)
    lowest = min((r.lowest for own in panels.values() for r in own if r.lowest is not None), default=0.0)
    ends = _WHOLE if lowest >= 0 else (-1.0, 1.0)
    charts = []
    for (measure, references), own in panels.items():
        rows = [
            {
                "label": f"{ranking.size} of {references}", "value": ranking.tau, "low": ranking.lowest,
                "high": ranking.highest, "colour": draw.PALETTE[0],
            }
            for ranking in own
        ]  # fmt: skip
        if own[0].resampled is not None:
            same = dict.fromkeys(("value", "low", "high"), own[0].resampled)
            rows.append({"label": "documents resampled", **same, "colour": draw.GREY})
        about = f"{counted(own[0].documents, 'document')} with {references} references, {own[0].systems} systems"
        charts.append(
            _dots(rows, "Kendall's tau with the ranking by all references", measure, about, ends=ends, form="~f")
        )
    subtitle = "mean over subsets of the references; bars: from the lowest to the highest"
    return _stacked(charts, "Rankings by some references, compared with the ranking by all", subtitle)


def _copying(study: CardStudy) -> draw.Figure | None:
    """Draw what share of sentences each system copies."""
    group = study.everything
    rows = [
        row
        for system in group.systems
        for row in _dot(system, group.mean(("system", system), "copied"), _COLOURS["system"])
    ]
    rows.sort(key=lambda row: -row["value"])
    references = _dot("references", group.mean(REFERENCE, "copied"), draw.INK)
    chart = _dots([*references, *rows], "share of sentences that are sentences of the document", "")
    return _stacked([chart], "Share of sentences copied whole", _interval(study)) if rows else None
