"""The figures of the study of limits: figures 1 to 4 of the paper, and those of what goes beyond it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import altair as alt
import numpy as np

from sumspace.show import charts as draw
from sumspace.show.text import domain_label, large, short, slug, slugs
from sumspace.studies.limits.story import MOST_LINES
from sumspace.studies.limits.whole_documents import ENOUGH, FEATURES
from sumspace.tasks.systems import BASELINES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sumspace.arrays import Floats
    from sumspace.measures.measure import Measure
    from sumspace.space.average import Average
    from sumspace.space.distribution import Distribution
    from sumspace.studies.limits.study import DomainLimits, LimitsStudy, MeasureLimits
    from sumspace.tasks.rank import RankedDocument


#: Numbers of extracts beyond this, which a floating-point number cannot hold, count as the same.
_MOST_EXTRACTS = 10**308
#: The height of a row below figures 1 and 2.
_ROW = 17
#: The lines of the sweep, and their colours.
_SWEEP = {"best extract": draw.INK, "lead": draw.PALETTE[1], "textrank": draw.PALETTE[0], "average extract": draw.GREY}
_DENSITY = draw.y_axis("density", "density")


def make_figures(study: LimitsStudy) -> dict[str, draw.Figure]:
    """Draw what there is a figure for on each domain on the first measure, and the others on every measure."""
    measures, score = study.plan.spaces.measures, study.plan.spaces.score
    first = measures[0]
    figures: dict[str, draw.Figure | None] = {}
    files = slugs(domain_label(domain.domain) for domain in study.domains)
    for place, (name, domain) in enumerate(zip(files, study.domains, strict=True)):
        figures[f"figure-1-{name}-{slug(str(first))}"] = _one_document(domain, first, score, draw.colour_of(place))
        figures[f"figure-2-{name}-{slug(str(first))}"] = _one_domain(domain, first, score, draw.colour_of(place))
    figures[f"figure-3-{slug(str(first))}"] = _all_documents(study, first)
    figures |= {f"figure-4-{slug(str(measure))}": _all_domains(study, measure) for measure in measures}
    figures |= {f"sweep-{slug(str(measure))}": _sweep(study, measure) for measure in measures}
    figures[f"sweep-densities-{slug(str(first))}"] = _lengths(study, first)
    figures["features"] = _features(study)
    return draw.themed(figures)


def _label(domain: DomainLimits) -> str:
    return short(domain_label(domain.domain))


def _if_estimated(exact: bool) -> str:
    return "" if exact else ", estimated"


def _best(*, proven: bool) -> str:
    return "best extract" if proven else "best extract found"


def _one_document(domain: DomainLimits, measure: Measure, score: str, colour: str) -> draw.Figure:
    """Figure 1: the normalized histogram of one document (eq. 1), and where its summaries stand."""
    document = middle_document(domain.measures[measure])
    distribution = document.space.distribution
    histogram = distribution.histogram()
    bins = len(histogram)
    scores = {system.system: system.score for system in document.scores}
    used = np.flatnonzero(histogram).tolist()
    rows = [{"score": i / bins, "end": (i + 1) / bins, "density": float(histogram[i])} for i in used]
    ends = draw.span([distribution.min or 0.0, (distribution.max or 0.0) + 1 / bins, *scores.values()])
    axes = {"x": draw.score_axis(ends), "x2": "end:Q", "y": _DENSITY, "y2": alt.datum(0)}
    bars = draw.chart_of(rows, **axes).mark_bar(color=colour, clip=True, binSpacing=0)
    number = f"{large(distribution.extracts)} extracts{_if_estimated(distribution.exact)}"
    title = draw.title_of(f"{_label(domain)}: the extracts of one document", f"{short(document.space.id)}, {number}")
    best = _best(proven=document.space.max_proven)
    return _with_systems([bars], distribution, best, scores, ends, f"{measure} {score}", colour, title)


def middle_document(part: MeasureLimits) -> RankedDocument:
    """Return the document whose number of extracts is the median of the domain."""
    numbers = (document.space.distribution.extracts for document in part.documents)
    extracts = np.fromiter((float(min(number, _MOST_EXTRACTS)) for number in numbers), np.float64)
    return part.documents[int(np.argsort(extracts, kind="stable")[(len(extracts) - 1) // 2])]


def _one_domain(domain: DomainLimits, measure: Measure, score: str, colour: str) -> draw.Figure | None:
    """Figure 2: the density of a domain's mean score, the paper's bins beneath, and where systems stand."""
    part = domain.measures[measure]
    average, histogram = part.average, part.average.histogram
    if average.std <= 0:
        return None
    x, y = average.density()
    bins = len(histogram)
    shown = range(max(int(x[0] * bins) - 1, 0), min(int(x[-1] * bins) + 2, bins))
    steps = [{"score": i / bins, "density": float(histogram[i])} for i in shown]
    scores = {system.system: system.score for system in part.systems}
    ends = draw.span([float(x[_seen(y)][0]), average.max, *scores.values()])
    axes = {"x": draw.score_axis(ends), "y": _DENSITY}
    line = {"color": colour, "strokeWidth": 2}
    smooth = draw.chart_of(list(_points(x, y)), **axes).mark_area(color=colour, opacity=0.25, clip=True, line=line)
    binned = draw.chart_of(steps, **axes)
    binned = binned.mark_line(interpolate="step-after", color=draw.GREY, strokeWidth=0.7, clip=True)
    title = draw.title_of(
        f"{_label(domain)}: the mean score of a random extract of every document",
        f"{len(part.documents):,} documents{_if_estimated(average.exact)}; grey steps: the paper's 1,000 bins",
    )
    best = _best(proven=average.max_proven)
    return _with_systems([smooth, binned], average, best, scores, ends, f"mean {measure} {score}", colour, title)


def _points(x: Floats, y: Floats, **names: Any) -> Iterator[dict[str, Any]]:
    return ({**names, "score": float(a), "density": float(b)} for a, b in zip(x, y, strict=True))


def _seen(density: Floats) -> Any:
    """Tell where a density is high enough to be seen."""
    return density >= 0.001 * density.max()


def _with_systems(
    charts: list[alt.Chart],
    extracts: Distribution | Average,
    best: str,
    scores: dict[str, float],
    ends: draw.Span,
    axis: str,
    colour: str,
    title: alt.Title,
) -> draw.Figure:
    """Draw a row below charts for every system, the average and the limit, the best first, and a thin line up."""
    marks = [(name, score, "baseline" if name in BASELINES else "system") for name, score in scores.items()]
    marks += [("average extract", extracts.mean or 0.0, "space"), (best, extracts.max or 0.0, "space")]
    marks.sort(key=lambda mark: -mark[1])
    rows = [
        {"score": score, "place": place, "kind": kind, "label": f"{short(name)}  {100 * score:.2f}"}
        for place, (name, score, kind) in enumerate(marks)
    ]
    lines = draw.chart_of([{"score": score} for _, score, _ in marks], x=draw.score_axis(ends))
    lines = lines.mark_rule(color=draw.FAINT, strokeWidth=1)
    above = alt.layer(lines, *charts, width=draw.WIDTH, height=draw.HEIGHT)

    def by_kind(*values: str) -> dict[str, Any]:
        scale = {"domain": ["space", "baseline", "system"], "range": values}
        return {"field": "kind", "type": "nominal", "legend": None, "scale": scale}

    base = draw.chart_of(rows, x=draw.score_axis(ends, axis), y=alt.Y("place:O", axis=None, sort=None))
    rules = base.mark_rule(color=draw.FAINT, strokeWidth=1).encode(y2=alt.value(0))
    points = base.mark_point(size=50, opacity=1, strokeWidth=1.6).encode(
        stroke=alt.Stroke(**by_kind(draw.INK, colour, colour)),
        fill=alt.Fill(**by_kind(draw.INK, "white", colour)),
        shape=alt.Shape(**by_kind("diamond", "circle", "circle")),
    )
    names = base.mark_text(align="left", dx=8, color=draw.INK, fontSize=11).encode(text="label:N")
    below = alt.layer(rules, names, points, width=draw.WIDTH, height=_ROW * len(rows))
    return alt.vconcat(above, below, spacing=0, bounds="flush", title=title)


def _all_documents(study: LimitsStudy, measure: Measure) -> draw.Figure | None:
    """Figure 3: the distribution of every document."""
    by_domain = {domain: _curves(domain.measures[measure]) for domain in study.domains}
    if not any(by_domain.values()):
        return None
    ends = draw.span(float(end) for curves in by_domain.values() for x, _ in curves for end in (x[0], x[-1]))
    x = draw.score_axis(ends, f"{measure} {study.plan.spaces.score}", 5)
    charts: list[draw.Figure] = []
    for place, (domain, curves) in enumerate(by_domain.items()):
        if curves:
            rows = [row for i, curve in enumerate(curves) for row in _points(*curve, document=i)]
            opacity = 0.75 if len(curves) < 20 else 0.45
            lines = draw.chart_of(rows, x=x, y=_DENSITY, detail="document:N")
            lines = lines.mark_line(color=draw.colour_of(place), strokeWidth=1, opacity=opacity)
            charts.append(lines.properties(width=draw.SMALL, height=150, title=draw.small_title(_label(domain))))
    return draw.panels(charts, "One line for each document: how its extracts score", y="shared")


def _curves(part: MeasureLimits) -> list[tuple[Floats, Floats]]:
    """Return curves of a domain's documents, evenly from low to high means where there are too many."""
    distributions = (document.space.distribution for document in part.documents)
    pair = np.dtype((np.float64, 2))
    means, stds = np.fromiter(((d.mean or 0.0, d.std or 0.0) for d in distributions), pair).T
    wide = np.flatnonzero(stds)
    by_mean = wide[np.argsort(means[wide], kind="stable")].tolist()
    step = max(len(by_mean) / MOST_LINES, 1.0)
    chosen = [by_mean[int(i * step)] for i in range(min(len(by_mean), MOST_LINES))]
    return [_smooth(part.documents[place].space.distribution) for place in chosen]


def _smooth(distribution: Distribution) -> tuple[Floats, Floats]:
    """Return a curve through the shares of a document's scores, each blurred so that it meets its neighbours."""
    scores, shares = distribution.scores[distribution.support], distribution.shares[distribution.support]
    width = max((distribution.std or 0.0) / 5, 0.6 / distribution.total if distribution.total else 0.0)
    seen = scores[shares >= 1e-4 * shares.max()]
    x = np.linspace(seen[0] - 3 * width, seen[-1] + 3 * width, 100)
    y = np.exp(-0.5 * ((x[:, None] - scores) / width) ** 2) @ shares / (width * np.sqrt(2 * np.pi))
    return x, y


def _all_domains(study: LimitsStudy, measure: Measure) -> draw.Figure | None:
    """Figure 4: the densities of all domains."""
    rows: list[dict[str, Any]] = []
    for domain in study.domains:
        average = domain.measures[measure].average
        if average.std > 0:
            x, y = average.density()
            rows += _points(x[_seen(y)], y[_seen(y)], domain=_label(domain))
    if not rows:
        return None
    base = draw.chart_of(
        rows,
        x=draw.score_axis(draw.span(row["score"] for row in rows), f"mean {measure} {study.plan.spaces.score}"),
        y=_DENSITY.stack(None),
        color=draw.domain_colour(domain.domain for domain in study.domains),
    )
    title = "The mean score of a random extract of every document, by domain"
    layers = base.mark_area(opacity=0.15), base.mark_line(strokeWidth=2)
    return alt.layer(*layers, width=draw.WIDTH, height=260, title=title)


def _sweep(study: LimitsStudy, measure: Measure) -> draw.Figure | None:
    """What length does to scores, a small chart for each domain; bars lead from the best extracts found to bounds."""
    charts: list[draw.Figure] = []
    documents = proven = 0
    for domain in study.domains:
        points = [point for point in domain.sweep if point.measure == measure]
        rows: list[dict[str, Any]] = []
        bounds: list[dict[str, Any]] = []
        for point in points:
            documents, proven = documents + point.documents, proven + point.proven
            systems = {system.system: system.score for system in point.systems}
            scores = {"best extract": point.average.max, "average extract": point.average.mean, **systems}
            rows += [{"kind": kind, "ratio": point.ratio, "score": scores[kind]} for kind in _SWEEP if kind in scores]
            if not point.average.max_proven and point.average.max_bound is not None:
                bounds.append({"ratio": point.ratio, "score": point.average.max, "bound": point.average.max_bound})
        if rows:
            x = draw.x_axis("ratio", "words kept", format="~%", values=[point.ratio for point in points])
            axes = {
                "x": x.scale(domainMin=0),
                "y": draw.y_axis("score", f"{measure} {study.plan.spaces.score}", 5, format="~%"),
            }
            lines = draw.chart_of(rows, **axes, color=draw.colours("kind", _SWEEP, orient="top"))
            lines = lines.mark_line(point={"size": 30}, strokeWidth=1.8)
            bars = draw.chart_of(bounds, **axes, y2="bound:Q").mark_rule(color=draw.INK, strokeWidth=3, opacity=0.4)
            layers = alt.layer(bars, lines) if bounds else lines
            charts.append(layers.properties(width=draw.SMALL, height=170, title=draw.small_title(_label(domain))))
    subtitle = f"the best extract is proven to be the best in {proven:,} of {documents:,} spaces"
    if proven < documents:
        subtitle += "; grey bars lead to what none exceeds"
    return draw.panels(charts, "What length does to scores", subtitle, y="shared")


def _lengths(study: LimitsStudy, measure: Measure) -> draw.Figure | None:
    """The density of each domain's mean score at every length, a small chart for each domain."""
    by_domain = {domain: [point for point in domain.sweep if point.measure == measure] for domain in study.domains}
    ratios = sorted({point.ratio for points in by_domain.values() for point in points})
    colours = {f"{100 * ratio:g} %": draw.colour_of(place) for place, ratio in enumerate(ratios)}
    charts: list[draw.Figure] = []
    for domain, points in by_domain.items():
        rows: list[dict[str, Any]] = []
        for point in points:
            if point.average.std > 0:
                x, y = point.average.density()
                rows += _points(x[_seen(y)], y[_seen(y)], kept=f"{100 * point.ratio:g} %")
        if rows:
            ends = draw.span(row["score"] for row in rows)
            axis = draw.score_axis(ends, f"mean {measure} {study.plan.spaces.score}", 5)
            curves = draw.chart_of(rows, x=axis, y=_DENSITY, color=draw.colours("kept", colours, orient="top"))
            exact, documents = (sum(getattr(point, name) for point in points) for name in ("exact", "documents"))
            title = draw.small_title(_label(domain), f"{exact:,} of {documents:,} distributions are exact")
            curves = curves.mark_line(strokeWidth=1.8)
            charts.append(curves.properties(width=draw.SMALL, height=150, title=title))
    return draw.panels(charts, "The mean score of a random extract, by the share of words that it keeps")


def _features(study: LimitsStudy) -> draw.Figure | None:
    """How high-scoring extracts differ from typical ones, in standard deviations, with intervals."""
    charts: list[draw.Figure] = []
    for measure in study.plan.spaces.measures:
        rows = []
        for domain in study.domains:
            for feature in domain.measures[measure].features:
                low, high = feature.effect_interval or (feature.effect, feature.effect)
                numbers = {"effect": feature.effect, "low": low, "high": high}
                rows.append({"domain": _label(domain), "feature": feature.name, **numbers})
        if rows:
            names = draw.label_axis(labels=len(charts) % 3 == 0, labelColor=draw.GREY)
            shared = {
                "y": alt.Y("feature:N", title=None, sort=list(FEATURES), axis=names),
                "yOffset": alt.YOffset("domain:N"),
                "color": draw.domain_colour(domain.domain for domain in study.domains),
            }
            x = draw.x_axis("effect", "standard deviations", grid=True)
            dots = draw.chart_of(rows, x=x, **shared).mark_circle(size=50, opacity=1)
            bars = draw.chart_of(rows, x=alt.X("low:Q", title="standard deviations"), x2="high:Q", **shared)
            bars = bars.mark_rule(strokeWidth=1.5)
            zero = draw.chart_of([{"effect": 0}], x="effect:Q").mark_rule(color=draw.GREY)
            height = 26 * len(FEATURES) * max(len(study.domains), 2) / 2
            charts.append(alt.layer(zero, bars, dots, width=165, height=height, title=draw.small_title(str(measure))))
    parts = [part for domain in study.domains for part in domain.measures.values()]
    enough = any(feature.documents >= ENOUGH for part in parts for feature in part.features)
    title = "How the best extracts differ from typical ones"
    subtitle = "with 95 % intervals of the mean over documents" if enough else ""
    return draw.panels(charts, title, subtitle, columns=3, x="shared")
