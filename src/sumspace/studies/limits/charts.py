"""The figures of the study of limits: figures 1 to 4 of the paper, and those of what goes beyond it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from sumspace.show.charts import (
    FAINT,
    GREY,
    HEIGHT,
    INK,
    PALETTE,
    SMALL,
    WIDTH,
    colour_of,
    domain_colour,
    inline,
    score_axis,
    small_title,
    span,
    themed,
)
from sumspace.show.text import domain_label, large, short, slug, slugs
from sumspace.studies.limits.high_scoring import FEATURES
from sumspace.tasks.systems import BASELINES

if TYPE_CHECKING:
    from collections.abc import Iterable

    import altair as alt

    from sumspace.arrays import Floats
    from sumspace.measures.measure import Measure
    from sumspace.show.charts import Figure
    from sumspace.space.average import Average
    from sumspace.space.distribution import Distribution
    from sumspace.studies.limits.study import DomainLimits, LimitsStudy, MeasureLimits
    from sumspace.tasks.rank import RankedDocument

__all__ = ["MOST_LINES", "make_figures", "middle_document"]

#: So many documents of a domain are drawn in figure 3.
MOST_LINES = 100
#: The height of a row below figures 1 and 2.
_ROW = 17
#: The lines of the sweep, and their colours.
_SWEEP = {"best seen": INK, "lead": PALETTE[1], "textrank": PALETTE[0], "average extract": GREY}


def make_figures(study: LimitsStudy) -> dict[str, Figure]:
    """Draw figures 1 and 2 of every domain and figure 3 on the first measure, and the others on every measure."""
    measures, score = study.plan.spaces.measures, study.plan.spaces.score
    first = measures[0]
    figures: dict[str, Figure | None] = {}
    files = slugs(domain_label(domain.domain) for domain in study.domains)
    for place, (name, domain) in enumerate(zip(files, study.domains, strict=True)):
        figures[f"figure-1-{name}-{slug(str(first))}"] = _one_document(domain, first, score, colour_of(place))
        figures[f"figure-2-{name}-{slug(str(first))}"] = _one_domain(domain, first, score, colour_of(place))
    figures[f"figure-3-{slug(str(first))}"] = _all_documents(study, first)
    figures |= {f"figure-4-{slug(str(measure))}": _all_domains(study, measure) for measure in measures}
    figures |= {f"sweep-{slug(str(measure))}": _sweep(study, measure) for measure in measures}
    figures["features"] = _features(study)
    return themed(figures)


def _label(domain: DomainLimits) -> str:
    return short(domain_label(domain.domain))


def _if_estimated(exact: bool) -> str:
    return "" if exact else ", estimated"


def _one_document(domain: DomainLimits, measure: Measure, score: str, colour: str) -> Figure:
    """Figure 1: the normalized histogram of one document (eq. 1), and where its summaries stand."""
    import altair as alt

    document = middle_document(domain.measures[measure])
    distribution = document.space.distribution
    histogram = distribution.histogram()
    bins = len(histogram)
    scores = {system.system: system.score for system in document.scores}
    used = np.flatnonzero(histogram).tolist()
    rows = [{"score": i / bins, "end": (i + 1) / bins, "density": float(histogram[i])} for i in used]
    ends = span([distribution.min or 0.0, (distribution.max or 0.0) + 1 / bins, *scores.values()])
    bars = (
        alt.Chart(inline(rows))
        .mark_bar(color=colour, clip=True, binSpacing=0)
        .encode(x=score_axis(ends), x2="end:Q", y=_density_axis(), y2=alt.datum(0))
    )
    number = f"{large(distribution.extracts)} extracts{_if_estimated(distribution.exact)}"
    title = alt.Title(
        f"{_label(domain)}: the extracts of one document", subtitle=f"{short(document.space.id)}, {number}"
    )
    return _with_systems([bars], distribution, scores, ends, f"{measure} {score}", colour, title)


def middle_document(part: MeasureLimits) -> RankedDocument:
    """Return the document whose number of extracts is the median of the domain."""
    by_extracts = sorted(part.documents, key=lambda document: document.space.distribution.extracts)
    return by_extracts[(len(by_extracts) - 1) // 2]


def _one_domain(domain: DomainLimits, measure: Measure, score: str, colour: str) -> Figure | None:
    """Figure 2: the density of a domain's mean score, the paper's bins beneath, and where systems stand."""
    import altair as alt

    part = domain.measures[measure]
    average, histogram = part.average, part.average.histogram
    if average.std <= 0:
        return None
    x, y = average.density()
    bins = len(histogram)
    shown = range(max(int(x[0] * bins) - 1, 0), min(int(x[-1] * bins) + 2, bins))
    steps = [{"score": i / bins, "density": float(histogram[i])} for i in shown]
    scores = {system.system: system.score for system in part.systems}
    ends = span([float(x[_seen(y)][0]), average.max, *scores.values()])
    axes = {"x": score_axis(ends), "y": _density_axis()}
    binned = alt.Chart(inline(steps)).mark_line(interpolate="step-after", color=GREY, strokeWidth=0.7, clip=True)
    smooth = alt.Chart(inline(list(_points(x, y)))).mark_area(
        color=colour, opacity=0.25, clip=True, line={"color": colour, "strokeWidth": 2}
    )
    title = alt.Title(
        f"{_label(domain)}: the mean score of a random extract of every document",
        subtitle=f"{len(part.documents):,} documents{_if_estimated(average.exact)}; grey steps: the paper's 1,000 bins",
    )
    charts = [smooth.encode(**axes), binned.encode(**axes)]
    return _with_systems(charts, average, scores, ends, f"mean {measure} {score}", colour, title)


def _points(x: Floats, y: Floats, **names: Any) -> Iterable[dict[str, Any]]:
    return ({**names, "score": float(a), "density": float(b)} for a, b in zip(x, y, strict=True))


def _seen(density: Floats) -> Any:
    """Tell where a density is high enough to be seen."""
    return density >= 0.001 * density.max()


def _density_axis() -> alt.Y:
    import altair as alt

    return alt.Y("density:Q", title="density", axis=alt.Axis(tickCount=4, domain=False, ticks=False))


def _with_systems(
    charts: list[alt.Chart],
    extracts: Distribution | Average,
    scores: dict[str, float],
    ends: tuple[float, float],
    axis: str,
    colour: str,
    title: alt.Title,
) -> Figure:
    """Draw a row below charts for every system, the average and the limit, the best first, and a thin line up."""
    import altair as alt

    marks = [(name, score, "baseline" if name in BASELINES else "system") for name, score in scores.items()]
    best = "best extract" if extracts.exact else "best extract seen"
    marks += [("average extract", extracts.mean or 0.0, "space"), (best, extracts.max or 0.0, "space")]
    marks.sort(key=lambda mark: -mark[1])
    lines = alt.Chart(inline([{"score": score} for _, score, _ in marks])).mark_rule(color=FAINT, strokeWidth=1)
    above = alt.layer(lines.encode(x=score_axis(ends)), *charts).properties(width=WIDTH, height=HEIGHT)
    rows = [
        {"score": score, "place": place, "kind": kind, "label": f"{short(name)}  {100 * score:.2f}"}
        for place, (name, score, kind) in enumerate(marks)
    ]

    def by_kind(*values: str) -> dict[str, Any]:
        scale = {"domain": ["space", "baseline", "system"], "range": values}
        return {"field": "kind", "type": "nominal", "legend": None, "scale": scale}

    base = alt.Chart(inline(rows)).encode(x=score_axis(ends, axis), y=alt.Y("place:O", axis=None, sort=None))
    rules = base.mark_rule(color=FAINT, strokeWidth=1).encode(y2=alt.value(0))
    points = base.mark_point(size=50, opacity=1, strokeWidth=1.6).encode(
        stroke=alt.Stroke(**by_kind(INK, colour, colour)),
        fill=alt.Fill(**by_kind(INK, "white", colour)),
        shape=alt.Shape(**by_kind("diamond", "circle", "circle")),
    )
    names = base.mark_text(align="left", dx=8, color=INK, fontSize=11).encode(text="label:N")
    below = alt.layer(rules, names, points).properties(width=WIDTH, height=_ROW * len(rows))
    return alt.vconcat(above, below, spacing=0, bounds="flush", title=title)


def _all_documents(study: LimitsStudy, measure: Measure) -> Figure | None:
    """Figure 3: the distribution of every document."""
    import altair as alt

    curves = [_curves(domain.measures[measure]) for domain in study.domains]
    if not any(curves):
        return None
    ends = span(float(end) for some in curves for x, _ in some for end in (x[0], x[-1]))
    axes = {"x": score_axis(ends, f"{measure} {study.plan.spaces.score}", 5), "y": _density_axis()}
    charts = []
    for place, some in enumerate(curves):
        if some:
            rows = [row for i, curve in enumerate(some) for row in _points(*curve, document=i)]
            charts.append(
                alt.Chart(inline(rows), title=small_title(_label(study.domains[place])))
                .mark_line(color=colour_of(place), strokeWidth=1, opacity=0.75 if len(some) < 20 else 0.45)
                .encode(**axes, detail="document:N")
                .properties(width=SMALL, height=150)
            )
    title = alt.Title("One line for each document: how its extracts score")
    figure: alt.ConcatChart = alt.concat(*charts, columns=2, spacing=24, title=title).resolve_scale(y="shared")
    return figure


def _curves(part: MeasureLimits) -> list[tuple[Floats, Floats]]:
    """Return curves of a domain's documents, evenly from low to high means where there are too many."""
    distributions = [document.space.distribution for document in part.documents]
    by_mean = sorted((each for each in distributions if each.std), key=lambda each: each.mean or 0.0)
    step = max(len(by_mean) / MOST_LINES, 1.0)
    return [_smooth(by_mean[int(i * step)]) for i in range(min(len(by_mean), MOST_LINES))]


def _smooth(distribution: Distribution) -> tuple[Floats, Floats]:
    """Return a curve through the shares of a document's scores, each blurred so that it meets its neighbours."""
    scores, shares = distribution.scores[distribution.support], distribution.shares[distribution.support]
    width = max((distribution.std or 0.0) / 5, 0.6 / distribution.total if distribution.total else 0.0)
    seen = scores[shares >= 1e-4 * shares.max()]
    x = np.linspace(seen[0] - 3 * width, seen[-1] + 3 * width, 100)
    y = np.exp(-0.5 * ((x[:, None] - scores) / width) ** 2) @ shares / (width * np.sqrt(2 * np.pi))
    return x, y


def _all_domains(study: LimitsStudy, measure: Measure) -> Figure | None:
    """Figure 4: the densities of all domains."""
    import altair as alt

    rows: list[dict[str, Any]] = []
    for domain in study.domains:
        average = domain.measures[measure].average
        if average.std > 0:
            x, y = average.density()
            rows += _points(x[_seen(y)], y[_seen(y)], domain=_label(domain))
    if not rows:
        return None
    base = alt.Chart(inline(rows)).encode(
        x=score_axis(span(row["score"] for row in rows), f"mean {measure} {study.plan.spaces.score}"),
        y=_density_axis().stack(None),
        color=domain_colour(domain.domain for domain in study.domains),
    )
    return alt.layer(base.mark_area(opacity=0.15), base.mark_line(strokeWidth=2)).properties(
        width=WIDTH, height=260, title="The mean score of a random extract of every document, by domain"
    )


def _sweep(study: LimitsStudy, measure: Measure) -> Figure | None:
    """What length does to scores, a small chart for each domain."""
    import altair as alt

    charts = []
    for domain in study.domains:
        points = [point for point in domain.sweep if point.measure == measure]
        rows = [
            {"kind": kind, "ratio": point.ratio, "score": score}
            for point in points
            for kind in _SWEEP
            for score in [{"best seen": point.best, "average extract": point.mean, **point.systems}.get(kind)]
            if score is not None
        ]
        if not rows:
            continue
        kept = alt.Axis(format="%", grid=False, values=sorted({point.ratio for point in points}))
        scores = alt.Axis(format="~%", tickCount=5, domain=False, ticks=False)
        charts.append(
            alt.Chart(inline(rows), title=small_title(_label(domain)))
            .mark_line(point={"size": 30}, strokeWidth=1.8)
            .encode(
                x=alt.X("ratio:Q", title="words kept", scale=alt.Scale(domainMin=0), axis=kept),
                y=alt.Y("score:Q", title=f"{measure} {study.plan.spaces.score}", axis=scores),
                color=alt.Color("kind:N", scale=alt.Scale(domain=list(_SWEEP), range=list(_SWEEP.values()))),
            )
            .properties(width=SMALL, height=170)
        )
    title = alt.Title("What length does to scores")
    return alt.concat(*charts, columns=2, spacing=24, title=title).resolve_scale(y="shared") if charts else None


def _features(study: LimitsStudy) -> Figure | None:
    """How high-scoring extracts differ from typical ones, in standard deviations."""
    import altair as alt

    charts: list[alt.LayerChart | alt.FacetChart] = []
    for measure in study.plan.spaces.measures:
        rows = [
            {"domain": _label(domain), "feature": feature.name, "effect": feature.effect}
            for domain in study.domains
            for feature in domain.measures[measure].features
        ]
        if not rows:
            continue
        names = alt.Axis(domain=False, ticks=False, labels=len(charts) % 3 == 0, labelPadding=8)
        dots = (
            alt.Chart(inline(rows))
            .mark_circle(size=70, opacity=1)
            .encode(
                x=alt.X("effect:Q", title="standard deviations", axis=alt.Axis(tickCount=5)),
                y=alt.Y("feature:N", title=None, sort=list(FEATURES), axis=names),
                yOffset=alt.YOffset("domain:N"),
                color=domain_colour(domain.domain for domain in study.domains),
            )
        )
        zero = alt.Chart(inline([{"effect": 0}])).mark_rule(color=GREY).encode(x="effect:Q")
        charts.append(alt.layer(zero, dots, title=small_title(str(measure))).properties(width=165, height=230))
    title = alt.Title("How the best extracts differ from typical ones")
    return alt.concat(*charts, columns=3, spacing=24, title=title).resolve_scale(x="shared") if charts else None
