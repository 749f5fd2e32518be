"""The figures of the study of limits: figures 1 to 4 of the paper, and those of what goes beyond it."""

from __future__ import annotations

from statistics import fmean
from typing import TYPE_CHECKING, Any

import altair as alt
import numpy as np

from sumspace.show import charts as draw
from sumspace.show.text import counted, domain_label, large, short, slug, slugs
from sumspace.studies.limits.story import MOST_LINES
from sumspace.studies.limits.whole_documents import ENOUGH, FEATURES
from sumspace.tasks.systems import BASELINES

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

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
#: Bars and documents beyond this many stand for several scores each, or are left out evenly.
_MOST_BARS = 80
#: Where scores have no common denominator, a bar is so wide.
_BAR = 0.01
#: What is shown of each document: tenths and quarters of its extracts, and the middle.
_QUANTILES = (0.1, 0.25, 0.5, 0.75, 0.9)


def make_figures(study: LimitsStudy) -> dict[str, draw.Figure]:
    """Draw single documents on the first measure, and everything else on every measure, one shown at a time."""
    measures, score = study.plan.spaces.measures, study.plan.spaces.score
    first = measures[0]
    figures: dict[str, draw.Figure | None] = {}
    files = slugs(domain_label(domain.domain) for domain in study.domains)
    for place, (name, domain) in enumerate(zip(files, study.domains, strict=True)):
        one = _one_document(domain, first, score, draw.colour_of(place))
        figures[f"figure-1-{name}-{slug(str(first))}"] = draw.choice(one, "figure-1", domain=_label(domain))
        for measure in measures:
            several = _one_domain(domain, measure, score, draw.colour_of(place))
            chosen = draw.choice(several, "figure-2", domain=_label(domain), measure=str(measure))
            figures[f"figure-2-{name}-{slug(str(measure))}"] = chosen
    by_measure = {"figure-3": _all_documents, "figure-4": _all_domains, "sweep": _sweep, "sweep-shares": _lengths}
    for name, make in by_measure.items():
        for measure in measures:
            figures[f"{name}-{slug(str(measure))}"] = draw.choice(make(study, measure), name, measure=str(measure))
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
    scores = {system.system: system.score for system in document.scores}
    rows = _bars(distribution)
    ends = draw.share_ends([*(row[end] for row in rows for end in ("from", "to")), *scores.values()], zero=False)
    y = _share_axis([row["share"] for row in rows])
    told = draw.tips(("score", f"{measure} {score}", ".2%"), ("share", "share of extracts", ".3~%"))
    axes = {"x": _hidden("from", ends), "x2": "to:Q", "y": y, "y2": alt.datum(0), "tooltip": told}
    bars = draw.chart_of(rows, **axes).mark_bar(color=colour, clip=True, binSpacing=0, stroke="white", strokeWidth=0.4)
    number = f"{large(distribution.extracts)} extracts{_if_estimated(distribution.exact)}"
    title = draw.title_of(f"{_label(domain)}: the extracts of one document", f"{short(document.space.id)}, {number}")
    best = _best(proven=document.space.max_proven)
    return _with_systems([bars], distribution, best, scores, ends, f"{measure} {score}", colour, title)


def _bars(distribution: Distribution) -> list[dict[str, Any]]:
    """Return the share of extracts with each score, or with neighbouring scores where there are many."""
    scores, shares = distribution.scores[distribution.support], distribution.shares[distribution.support]
    unit = 1 / distribution.total if distribution.total else _BAR
    together = -(-int((scores[-1] - scores[0]) / unit + 1) // _MOST_BARS)
    places = np.rint(scores / unit).astype(np.int64) // together
    rows = []
    for place in np.unique(places).tolist():
        inside = places == place
        start, end = (place * together - 0.5) * unit, ((place + 1) * together - 0.5) * unit
        middle = float(np.average(scores[inside], weights=shares[inside]))
        rows.append({"from": max(start, 0.0), "to": min(end, max(1.0, middle)), "score": middle})
        rows[-1]["share"] = float(shares[inside].sum())
    return rows


def _hidden(field: str, ends: draw.Span) -> alt.X:
    return draw.x_axis(field, None, 8, ends)


def _share_axis(values: Iterable[float], title: str = "share of extracts") -> alt.Y:
    return draw.y_axis("share", title, 4, draw.share_ends(values), format="~%")


def _bin_width(stds: Iterable[float]) -> float:
    """Return a round width, of scores, in which curves hold at most some tenths of all extracts.

    >>> _bin_width([0.0185, 0.02]), _bin_width([0.0012])
    (0.01, 0.001)
    """
    return float(10.0 ** np.floor(np.log10(min(stds))))


def _per(width: float) -> str:
    """Say of which part of an axis in percent shares are."""
    points = f"{100 * width:g}"
    return f"share of extracts per {'point' if points == '1' else f'{points} points'}"


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
    bins, width = len(histogram), _bin_width([average.std])
    shown = range(max(int(x[0] * bins) - 1, 0), min(int(x[-1] * bins) + 2, bins))
    steps = [{"score": i / bins, "share": width * float(histogram[i])} for i in shown]
    scores = {system.system: system.score for system in part.systems}
    groups = {system.system: system.group for system in part.systems if system.group}
    intervals = _intervals(part)
    inside = [end for interval in intervals.values() for end in interval]
    ends = draw.share_ends([float(x[_seen(y)][0]), average.max, *scores.values(), *inside], zero=False)
    top = max([width * float(y.max()), *(row["share"] for row in steps)])
    axes = {"x": _hidden("score", ends), "y": _share_axis([top], _per(width))}
    line = {"color": colour, "strokeWidth": 2}
    points = list(_points(x, width * y))
    smooth = draw.chart_of(points, **axes).mark_area(color=colour, opacity=0.25, clip=True, line=line)
    binned = draw.chart_of(steps, **axes)
    binned = binned.mark_line(interpolate="step-after", color=draw.GREY, strokeWidth=0.7, clip=True)
    notes = [f"{counted(len(part.documents), 'document')}{_if_estimated(average.exact)}"]
    notes += ["bars: 95% intervals of systems' means over documents"] if intervals else []
    notes += ["grey steps: the paper's 1,000 bins"]
    notes += ["systems that share a letter do not differ significantly"] if groups else []
    title = draw.title_of(
        f"{_label(domain)}: the mean score of a random extract of every document, and systems", "; ".join(notes)
    )
    best, axis = _best(proven=average.max_proven), f"mean {measure} {score}"
    return _with_systems([smooth, binned], average, best, scores, ends, axis, colour, title, groups, intervals)


def _intervals(part: MeasureLimits) -> dict[str, tuple[float, float]]:
    """Return the 95 % intervals of systems' mean scores over documents, of those that have enough."""
    by_system: dict[str, list[float]] = {}
    for document in part.documents:
        for system in document.scores:
            by_system.setdefault(system.system, []).append(system.score)
    found = {name: draw.mean_ends(scores) for name, scores in by_system.items()}
    return {name: ends for name, ends in found.items() if ends is not None}


def _points(x: Floats, y: Floats, **names: Any) -> Iterator[dict[str, Any]]:
    return ({**names, "score": float(a), "share": float(b)} for a, b in zip(x, y, strict=True))


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
    groups: Mapping[str, str] | None = None,
    intervals: Mapping[str, tuple[float, float]] | None = None,
) -> draw.Figure:
    """Draw a row below charts for every system, the average and the limit, the best first, and a thin line up."""
    letters, between = groups or {}, intervals or {}
    marks = [(name, score, "baseline" if name in BASELINES else "system") for name, score in scores.items()]
    marks += [("average extract", extracts.mean or 0.0, "space"), (best, extracts.max or 0.0, "space")]
    marks.sort(key=lambda mark: -mark[1])
    rows: list[dict[str, Any]] = [
        {
            "name": short(name),
            "score": score,
            "low": between[name][0] if name in between else None,
            "high": between[name][1] if name in between else None,
            "from": min(between[name][0], score) if name in between else score,
            "to": max(between[name][1], score) if name in between else score,
            "place": place,
            "kind": kind,
            "label": f"{short(name, 28)}  {100 * score:.2f}  {letters.get(name, '')}",
        }
        for place, (name, score, kind) in enumerate(marks)
    ]
    lines = draw.chart_of([{"score": score} for _, score, _ in marks], x=_hidden("score", ends))
    lines = lines.mark_rule(color=draw.FAINT, strokeWidth=1, tooltip=None)
    above = alt.layer(lines, *charts, width=draw.WIDTH, height=draw.HEIGHT)

    def by_kind(*values: str) -> dict[str, Any]:
        scale = {"domain": ["space", "baseline", "system"], "range": values}
        return {"field": "kind", "type": "nominal", "legend": None, "scale": scale}

    x, y = draw.score_axis(ends, axis), alt.Y("place:O", axis=None, sort=None)
    interval_tips = [("low", "95% from", ".2%"), ("high", "to", ".2%")] if between else []
    base = draw.chart_of(rows, x=x, y=y, tooltip=draw.tips("name", ("score", axis, ".2%"), *interval_tips))
    rules = base.mark_rule(color=draw.FAINT, strokeWidth=1).encode(y2=alt.value(0))
    bars = draw.error_bars(rows, x, color=colour, strokeWidth=1.5).encode(y=y, tooltip=alt.value(None))
    points = base.mark_point(size=50, opacity=1, strokeWidth=1.6).encode(
        stroke=alt.Stroke(**by_kind(draw.INK, colour, colour)),
        fill=alt.Fill(**by_kind(draw.INK, "white", colour)),
        shape=alt.Shape(**by_kind("diamond", "circle", "circle")),
    )
    # Names stand at the side where there is more room.
    half, names = fmean(ends), []
    if low := [row for row in rows if row["score"] <= half]:
        at = draw.chart_of(low, x=draw.x_axis("to", axis, 8, ends, format="~%"), y=y, text="label:N")
        names.append(at.mark_text(align="left", dx=8, color=draw.INK, fontSize=11, tooltip=None))
    if high := [row for row in rows if row["score"] > half]:
        at = draw.chart_of(high, x=draw.x_axis("from", axis, 8, ends, format="~%"), y=y, text="label:N")
        names.append(at.mark_text(align="right", dx=-8, color=draw.INK, fontSize=11, tooltip=None))
    below = alt.layer(rules, *names, bars, points, width=draw.WIDTH, height=_ROW * len(rows))
    return alt.vconcat(above, below, spacing=0, bounds="flush", title=title)


def _all_documents(study: LimitsStudy, measure: Measure) -> draw.Figure | None:
    """In place of figure 3: where the extracts of every document score, one bar for each document."""
    by_domain = {domain: _document_rows(domain.measures[measure]) for domain in study.domains}
    if not any(by_domain.values()):
        return None
    fields = [f"q{100 * share:g}" for share in _QUANTILES]
    ends = draw.share_ends(row[name] for rows in by_domain.values() for row in rows for name in (*fields, "best"))
    told = [(name, f"{100 * share:g}% score less than", ".2%") for name, share in zip(fields, _QUANTILES, strict=True)]
    tips = draw.tips("document", *told, ("best", "best extract", ".2%"))
    charts: list[draw.Figure] = []
    for place, (domain, rows) in enumerate(by_domain.items()):
        if rows:
            scale = alt.Scale(paddingInner=0.15 if len(rows) < 40 else 0, paddingOuter=0.1)
            title = "documents, by their average extract" if place >= len(by_domain) - 2 else ""
            x = alt.X("place:O", title=title or None, sort=None, scale=scale, axis=alt.Axis(labels=False, ticks=False))
            base = draw.chart_of(rows, x=x, tooltip=tips)
            colour = draw.colour_of(place)

            def at(name: str) -> alt.Y:
                return draw.y_axis(name, f"{measure} {study.plan.spaces.score}", 5, ends, format="~%")

            layers = (
                base.mark_bar(color=colour, opacity=0.3).encode(y=at("q10"), y2="q90:Q"),
                base.mark_bar(color=colour, opacity=0.55).encode(y=at("q25"), y2="q75:Q"),
                base.mark_tick(color=draw.INK, thickness=1.5).encode(y=at("q50")),
                base.mark_tick(color=colour, thickness=2, opacity=1).encode(y=at("best")),
            )
            charts.append(alt.layer(*layers, width=draw.SMALL, height=170, title=draw.small_title(_label(domain))))
    subtitle = (
        "each document: the central 80 % (pale) and 50 % (strong) of its extracts, their median (dark line), "
        "and the best extract (line above)"
    )
    return draw.panels(charts, "Where the extracts of every document score", subtitle)


def _document_rows(part: MeasureLimits) -> list[dict[str, Any]]:
    """Return quantiles of documents' scores, from low to high means; evenly some of them where there are too many."""
    pair = np.dtype((np.float64, 2))
    distributions = (document.space.distribution for document in part.documents)
    means, stds = np.fromiter(((d.mean or 0.0, d.std or 0.0) for d in distributions), pair).T
    varied = np.flatnonzero(stds)
    by_mean = varied[np.argsort(means[varied], kind="stable")].tolist()
    step = max(len(by_mean) / MOST_LINES, 1.0)
    rows = []
    for place in range(min(len(by_mean), MOST_LINES)):
        space = part.documents[by_mean[int(place * step)]].space
        cumulative, scores = np.cumsum(space.distribution.shares), space.distribution.scores
        at = np.minimum(np.searchsorted(cumulative, np.array(_QUANTILES) - 1e-12), len(scores) - 1)
        quantiles = {f"q{100 * share:g}": float(scores[i]) for share, i in zip(_QUANTILES, at.tolist(), strict=True)}
        rows.append({"place": place, "document": short(space.id), "best": space.distribution.max, **quantiles})
    return rows


def _all_domains(study: LimitsStudy, measure: Measure) -> draw.Figure | None:
    """Figure 4: the curves of all domains."""
    averages = {domain: domain.measures[measure].average for domain in study.domains}
    spread = {domain: average for domain, average in averages.items() if average.std > 0}
    if not spread:
        return None
    width = _bin_width(average.std for average in spread.values())
    rows: list[dict[str, Any]] = []
    for domain, average in spread.items():
        x, y = average.density()
        rows += _points(x[_seen(y)], width * y[_seen(y)], domain=_label(domain))
    ends = draw.share_ends((row["score"] for row in rows), zero=False)
    base = draw.chart_of(
        rows,
        x=draw.score_axis(ends, f"mean {measure} {study.plan.spaces.score}"),
        y=_share_axis((row["share"] for row in rows), _per(width)).stack(None),
        color=draw.domain_colour(domain.domain for domain in study.domains),
    )
    title = "The mean score of a random extract of every document, by domain"
    layers = base.mark_area(opacity=0.15), base.mark_line(strokeWidth=2)
    return alt.layer(*layers, width=draw.WIDTH, height=260, title=title)


def _sweep(study: LimitsStudy, measure: Measure) -> draw.Figure | None:
    """What length does to scores, a small chart for each domain; bars lead from the best extracts found to bounds."""
    charts: list[draw.Figure] = []
    documents = proven = 0
    of_measure = [point.average for domain in study.domains for point in domain.sweep if point.measure == measure]
    tops = draw.share_ends([average.max_bound or average.max for average in of_measure] or [1.0])
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
                "y": draw.y_axis("score", f"{measure} {study.plan.spaces.score}", 5, tops, format="~%"),
            }
            lines = draw.chart_of(rows, **axes, color=draw.colours("kind", _SWEEP, orient="top"))
            lines = lines.mark_line(point={"size": 30}, strokeWidth=1.8)
            bars = draw.chart_of(bounds, **axes, y2="bound:Q").mark_rule(color=draw.INK, strokeWidth=3, opacity=0.4)
            layers = alt.layer(bars, lines) if bounds else lines
            charts.append(layers.properties(width=draw.SMALL, height=170, title=draw.small_title(_label(domain))))
    subtitle = f"the best extract is proven optimal for {proven:,} of {documents:,} documents and lengths"
    if proven < documents:
        subtitle += "; grey bars lead to a bound that no extract exceeds"
    return draw.panels(charts, "What length does to scores", subtitle, y="shared")


def _lengths(study: LimitsStudy, measure: Measure) -> draw.Figure | None:
    """The curve of each domain's mean score at every length, a small chart for each domain."""
    by_domain = {
        domain: [point for point in domain.sweep if point.measure == measure and point.average.std > 0]
        for domain in study.domains
    }
    ratios = sorted({point.ratio for points in by_domain.values() for point in points})
    if not ratios:
        return None
    colours = {f"{100 * ratio:g}%": draw.colour_of(place) for place, ratio in enumerate(ratios)}
    width = _bin_width(point.average.std for points in by_domain.values() for point in points)
    rows: dict[str, list[dict[str, Any]]] = {}
    notes: dict[str, str] = {}
    for domain, points in by_domain.items():
        for point in points:
            x, y = point.average.density()
            curve = _points(x[_seen(y)], width * y[_seen(y)], kept=f"{100 * point.ratio:g}%")
            rows.setdefault(_label(domain), []).extend(curve)
        exact, documents = (sum(getattr(point, name) for point in points) for name in ("exact", "documents"))
        notes[_label(domain)] = f"{exact:,} of {documents:,} distributions are exact"
    ends = draw.share_ends(row["score"] for curves in rows.values() for row in curves)
    axes = {
        "x": draw.score_axis(ends, f"mean {measure} {study.plan.spaces.score}", 5),
        "y": _share_axis((row["share"] for curves in rows.values() for row in curves), _per(width)),
        "color": draw.colours("kept", colours, orient="top"),
    }
    charts: list[draw.Figure] = [
        draw.chart_of(curves, **axes)
        .mark_line(strokeWidth=1.8)
        .properties(width=draw.SMALL, height=150, title=draw.small_title(label, notes[label]))
        for label, curves in rows.items()
    ]
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
            names = draw.label_axis(labelColor=draw.GREY)
            shared: dict[str, Any] = {
                "y": alt.Y("feature:N", title=None, sort=list(FEATURES), axis=names),
                "yOffset": alt.YOffset("domain:N"),
                "color": draw.domain_colour(domain.domain for domain in study.domains),
            }
            x = draw.x_axis("effect", "standard deviations", grid=True)
            told = draw.tips("domain", "feature", *((name, name, "+.2f") for name in ("effect", "low", "high")))
            dots = draw.chart_of(rows, x=x, tooltip=told, **shared).mark_circle(size=50, opacity=1)
            bars = draw.error_bars(rows, x, color=alt.Undefined).encode(tooltip=told, **shared)
            zero = draw.chart_of([{"effect": 0}], x="effect:Q").mark_rule(color=draw.GREY)
            height = 26 * len(FEATURES) * max(len(study.domains), 2) / 2
            charts.append(alt.layer(zero, bars, dots, width=165, height=height, title=draw.small_title(str(measure))))
    parts = [part for domain in study.domains for part in domain.measures.values()]
    enough = any(feature.documents >= ENOUGH for part in parts for feature in part.features)
    title = "How the best extracts differ from typical ones"
    subtitle = "with 95% intervals of the mean over documents" if enough else ""
    return draw.panels(charts, title, subtitle, columns=3, x="shared")
