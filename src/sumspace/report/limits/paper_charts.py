"""The figures of the paper (Ceylan 2010, figures 1 to 4)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from sumspace.report.limits.chart_marks import marks_of, rules, strip
from sumspace.show.charts import (
    GREY,
    HEIGHT,
    SMALL,
    WIDTH,
    colour_of,
    domain_colour,
    inline,
    score_axis,
    small_title,
    span,
)
from sumspace.show.text import domain_label, large, short

if TYPE_CHECKING:
    import altair as alt
    from numpy.typing import NDArray

    from sumspace.show.charts import Figure
    from sumspace.space.distribution import Distribution
    from sumspace.space.scoring import Score
    from sumspace.studies.limits import DomainLimits, Limits, MeasureLimits
    from sumspace.tasks.rank import RankedDocument

    Floats = NDArray[np.float64]

__all__ = ["MOST_LINES", "all_documents", "all_domains", "middle_document", "one_document", "one_domain"]

#: So many documents of a domain are drawn in figure 3.
MOST_LINES = 100


def one_document(domain: DomainLimits, part: MeasureLimits, score: Score, colour: str) -> Figure:
    """Figure 1: the normalized histogram of one document (eq. 1), and where its summaries stand."""
    import altair as alt

    document = middle_document(part)
    found = document.space.distribution
    histogram = found.histogram()
    bins = len(histogram)
    scores = {standing.system: standing.score for standing in document.standings}
    used = np.flatnonzero(histogram)
    rows = [{"score": int(i) / bins, "end": (int(i) + 1) / bins, "density": float(histogram[i])} for i in used]
    ends = span([found.min or 0.0, (found.max or 0.0) + 1 / bins, *scores.values()])
    bars = (
        alt.Chart(inline(rows))
        .mark_bar(color=colour, clip=True, binSpacing=0)
        .encode(x=score_axis(ends), x2="end:Q", y=_density_axis(), y2=alt.datum(0))
    )
    title = alt.Title(
        f"{short(domain_label(domain.domain))}: the extracts of one document",
        subtitle=f"{short(document.space.id)}, {large(found.extracts)} extracts{_guess(found.exact)}",
    )
    marks = marks_of(scores, found.mean or 0.0, found.max or 0.0, found.exact)
    above, below = alt.layer(rules(marks, ends), bars), strip(marks, ends, f"{part.measure} {score}", colour)
    return alt.vconcat(above.properties(width=WIDTH, height=HEIGHT), below, spacing=0, bounds="flush", title=title)


def one_domain(domain: DomainLimits, part: MeasureLimits, score: Score, colour: str) -> Figure | None:
    """Figure 2: the density of a domain's mean score, the paper's bins beneath, and where systems stand."""
    import altair as alt

    average = part.average
    if average.std <= 0:
        return None
    x, y = average.density()
    curve = [{"score": float(a), "density": float(b)} for a, b in zip(x, y, strict=True)]
    histogram = part.average.histogram
    bins = len(histogram)
    shown = range(max(int(x[0] * bins) - 1, 0), min(int(x[-1] * bins) + 2, bins))
    steps = [{"score": i / bins, "density": float(histogram[i])} for i in shown]
    scores = {system.system: system.score for system in part.systems}
    ends = span([_first(x, y), average.max, *scores.values()])
    axis = score_axis(ends)
    binned = (
        alt.Chart(inline(steps))
        .mark_line(interpolate="step-after", color=GREY, strokeWidth=0.7, clip=True)
        .encode(x=axis, y=_density_axis())
    )
    smooth = (
        alt.Chart(inline(curve))
        .mark_area(color=colour, opacity=0.25, clip=True, line={"color": colour, "strokeWidth": 2})
        .encode(x=axis, y=_density_axis())
    )
    title = alt.Title(
        f"{short(domain_label(domain.domain))}: the mean score of a random extract of every document",
        subtitle=f"{len(part.documents):,} documents{_guess(average.exact)}; grey steps: the paper's 1,000 bins",
    )
    marks = marks_of(scores, average.mean, average.max, average.exact)
    above = alt.layer(rules(marks, ends), smooth, binned).properties(width=WIDTH, height=HEIGHT)
    return alt.vconcat(
        above, strip(marks, ends, f"mean {part.measure} {score}", colour), spacing=0, bounds="flush", title=title
    )


def all_documents(limits: Limits, measure: str, score: Score) -> Figure | None:
    """Figure 3: the distribution of every document."""
    import altair as alt

    charts: list[alt.Chart] = []
    curves = []
    for place, domain in enumerate(limits.domains):
        found = [d.space.distribution for d in domain.measures[measure].documents]
        found = sorted((one for one in found if one.std), key=lambda one: one.mean or 0.0)
        step = max(len(found) / MOST_LINES, 1.0)
        chosen = [found[int(i * step)] for i in range(min(len(found), MOST_LINES))]
        if chosen:
            curves.append((place, domain, [_smooth(one) for one in chosen]))
    if not curves:
        return None
    ends = span(float(end) for _, _, some in curves for x, _ in some for end in (x[0], x[-1]))
    for place, domain, some in curves:
        rows = [
            {"document": i, "score": float(a), "density": float(b)}
            for i, curve in enumerate(some)
            for a, b in zip(*curve, strict=True)
        ]
        charts.append(
            alt.Chart(inline(rows), title=small_title(short(domain_label(domain.domain))))
            .mark_line(color=colour_of(place), strokeWidth=1, opacity=0.75 if len(some) < 20 else 0.45)
            .encode(x=score_axis(ends, f"{measure} {score}", 5), y=_density_axis(), detail="document:N")
            .properties(width=SMALL, height=150)
        )
    title = alt.Title("One line for each document: how its extracts score")
    figure: alt.ConcatChart = alt.concat(*charts, columns=2, spacing=24, title=title).resolve_scale(y="shared")
    return figure


def all_domains(limits: Limits, measure: str, score: Score) -> Figure | None:
    """Figure 4: the densities of all domains."""
    import altair as alt

    rows: list[dict[str, Any]] = []
    for domain in limits.domains:
        average = domain.measures[measure].average
        if average.std > 0:
            x, y = average.density()
            seen = y >= 0.001 * y.max()
            rows += [
                {"domain": short(domain_label(domain.domain)), "score": float(a), "density": float(b)}
                for a, b in zip(x[seen], y[seen], strict=True)
            ]
    if not rows:
        return None
    ends = span(row["score"] for row in rows)
    base = alt.Chart(inline(rows)).encode(
        x=score_axis(ends, f"mean {measure} {score}"),
        y=_density_axis().stack(None),
        color=domain_colour(domain.domain for domain in limits.domains),
    )
    return alt.layer(base.mark_area(opacity=0.15), base.mark_line(strokeWidth=2)).properties(
        width=WIDTH, height=260, title="The mean score of a random extract of every document, by domain"
    )


def middle_document(part: MeasureLimits) -> RankedDocument:
    """Return the document whose number of extracts is the median of the domain."""
    return sorted(part.documents, key=lambda d: d.space.distribution.extracts)[(len(part.documents) - 1) // 2]


def _smooth(found: Distribution) -> tuple[Floats, Floats]:
    """Return a curve through the shares of a document's scores, each blurred so that it meets its neighbours."""
    scores, shares = found.scores[found.support], found.shares[found.support]
    width = max((found.std or 0.0) / 5, 0.6 / found.total if found.total else 0.0)
    seen = scores[shares >= 1e-4 * shares.max()]
    x = np.linspace(seen[0] - 3 * width, seen[-1] + 3 * width, 100)
    y = np.exp(-0.5 * ((x[:, None] - scores) / width) ** 2) @ shares / (width * np.sqrt(2 * np.pi))
    return x, y


def _density_axis() -> alt.Y:
    import altair as alt

    return alt.Y("density:Q", title="density", axis=alt.Axis(tickCount=4, domain=False, ticks=False))


def _first(x: Floats, y: Floats) -> float:
    """Return where a density begins to be seen."""
    return float(x[np.flatnonzero(y >= 0.001 * y.max())[0]])


def _guess(exact: bool) -> str:
    return "" if exact else ", estimated"
