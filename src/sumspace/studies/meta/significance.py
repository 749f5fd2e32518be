"""What share of a text its main LSA topics cover: figure 3 and eq. 10 of Steinberger & Ježek 2009, section 5.2.1.

A summary of p percent of a text is compared with it on the first p percent of the LSA dimensions. The paper reports
what share of the text these cover, and that squared singular values follow a power law, σ_i² = a · i^b, b close to −1.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from sumspace.compute.ledger import digest
from sumspace.compute.work import ordered_map
from sumspace.document import Document
from sumspace.show.table import Column, Table
from sumspace.show.text import counted, with_minus
from sumspace.stats.resampling import ends_of
from sumspace.text.topics import BOOLEAN, DimensionShares, Weighting, share_dimensions, topics

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from sumspace.compute.work import Workers
    from sumspace.corpus.model import Example
    from sumspace.show.charts import Figure
    from sumspace.show.table import Record
    from sumspace.stats.resampling import Bootstrap, Interval
    from sumspace.text.profile import Profile


#: The values the paper gives in its text, on DUC 2002: percent of the dimensions, and the share they cover.
PAPER_SHARES = {10: 0.40, 30: 0.70}
#: The exponent of the law that the paper takes from Ding 2005.
PAPER_EXPONENT = -1.0
#: The percentages of dimensions, and of the length of a summary.
PERCENTS = tuple(range(5, 101, 5))


@dataclass(frozen=True, slots=True)
class SignificancePoint:
    """The share of a text that some percent of its dimensions cover, mean over documents."""

    percent: int
    share: Interval
    #: By the power law fitted to each document.
    fitted: Interval
    #: By the power law with the paper's exponent.
    zipf: float
    #: The value in the paper.
    paper: float | None


@dataclass(frozen=True, slots=True)
class DimensionSignificance:
    """Figure 3 of the paper for a corpus, and the power law behind it."""

    #: The number of documents, and of documents without a text of at least two topics.
    documents: int
    left_out: int
    weighting: Weighting
    #: Of the intervals, in percent.
    confidence: float
    points: tuple[SignificancePoint, ...] = ()
    #: a, b and R² of the fit to the logarithms; None where there are no documents.
    a: Interval | None = None
    b: Interval | None = None
    r_squared: Interval | None = None

    def records(self) -> list[Record]:
        """Return a record for each percentage, each with the fitted law."""
        law = {name: getattr(self, name).mean for name in ("a", "b", "r_squared") if self.points}
        bounds = {f"{name}_interval": ends_of(getattr(self, name)) for name in law}
        return [
            {
                "percent": point.percent,
                "share": point.share.mean,
                "share_interval": ends_of(point.share),
                "fitted": point.fitted.mean,
                "fitted_interval": ends_of(point.fitted),
                "zipf": point.zipf,
                "paper": point.paper,
                "documents": self.documents,
                "weighting": str(self.weighting),
                **law,
                **bounds,
            }
            for point in self.points
        ]

    @property
    def law(self) -> str:
        """The fitted law in words; empty where there is none."""
        if self.b is None or self.a is None or self.r_squared is None:
            return ""
        low, high = (with_minus(f"{end:.2f}") for end in (self.b.low, self.b.high))
        return (
            f"b = {with_minus(f'{self.b.mean:.2f}')} ({self.confidence:g}% interval {low} to {high}), "
            f"a = {self.a.mean:.0f} and R² = {self.r_squared.mean:.2f} on average over "
            f"{counted(self.documents, 'document')}"
        )


def measure_significance(
    examples: Iterable[Example],
    profile: Profile,
    bootstrap: Bootstrap,
    workers: Workers | int | None = None,
    *,
    weighting: Weighting = BOOLEAN,
    percents: Sequence[int] = PERCENTS,
) -> DimensionSignificance:
    """Compute what share of the texts the main dimensions cover, mean over documents, with bootstrap intervals.

    Terms are content words, by default with the weighting that the paper found best against full texts.
    """
    work = partial(_shares, profile=profile, weighting=weighting, percents=tuple(percents))
    settings = repr(profile), *profile.libraries(by_sentence=True), str(weighting), list(percents)

    def key(example: Example) -> str:
        return digest("significance", *settings, example.content)

    every = list(ordered_map(work, examples, workers, key=key))
    found = [shares for shares in every if shares is not None]
    left_out = len(every) - len(found)
    if not found:
        return DimensionSignificance(0, left_out, weighting, bootstrap.confidence)
    table = np.array([[*own.found, *own.fitted, own.a, own.b, own.r_squared] for own in found])
    intervals = bootstrap.plain(table)
    zipf = np.mean([own.zipf for own in found], axis=0).tolist()
    many = len(percents)
    points = tuple(
        SignificancePoint(percent, intervals[i], intervals[many + i], zipf[i], PAPER_SHARES.get(percent))
        for i, percent in enumerate(percents)
    )
    return DimensionSignificance(
        len(found), left_out, weighting, bootstrap.confidence, points, *intervals[2 * many :]
    )  # fmt: skip


def _shares(
    example: Example, profile: Profile, weighting: Weighting, percents: tuple[int, ...]
) -> DimensionShares | None:
    sentences = Document(example, profile).content if example.texts else []
    return share_dimensions(topics(sentences, weighting).values, len(sentences), percents) if sentences else None


def significance_table(result: DimensionSignificance) -> Table:
    """Return figure 3 as a table: the shares found, those by the law, and the paper's two values."""
    records = result.records()
    if not records:
        return Table("figure_3")

    def write(record: Record) -> str:
        low, high = record["share_interval"]
        return f"{100 * low:.1f} to {100 * high:.1f}"

    columns = (
        Column("percent", "% of dimensions", "number", about="as many percent as the summary has of the text"),
        Column(
            "share", "% of the text", "number", lambda record: _percent(record["share"]),
            about="sum of their squared singular values over that of all dimensions, mean over documents",
        ),
        Column(
            "share_interval", f"{result.confidence:g}% interval", "number", write, about="bootstrap over documents"
        ),
        Column(
            "fitted", "fitted law", "number", lambda record: _percent(record["fitted"]),
            about="% of the text by the power law fitted to each document",
        ),
        Column(
            "zipf", "b = −1", "number", lambda record: _percent(record["zipf"]),
            about="% of the text by the power law with the paper's exponent",
        ),
        Column(
            "paper", "in the paper", "number", lambda record: _percent(record["paper"], 0),
            about="% of the text in the paper, on DUC 2002",
        ),
    )  # fmt: skip
    law = (
        f"Power law: σ² of the i-th dimension is a · i^b, fitted to the logarithms of each document; {result.law}. "
        f"Weighting of terms: {result.weighting}. The paper: b close to −1."
    )
    notes = [law]
    if result.left_out:
        notes.append(f"Skipped: {counted(result.left_out, 'document')} without a text of at least two topics.")
    title = "Share of the text covered by the main LSA topics (figure 3 of Steinberger and Ježek 2009)"
    view = Table("figure_3", title, columns, records, notes, only=("page",))
    return Table("figure_3", records=records, views=(view,))


def _percent(share: float | None, digits: int = 1) -> str:
    return "" if share is None else f"{100 * share:.{digits}f}"


def draw_significance(result: DimensionSignificance) -> Figure | None:
    """Draw figure 3: shares with their intervals, those by the law, and the paper's values."""
    import altair as alt

    from sumspace.show import charts as draw

    if not result.points:
        return None
    names = {
        "share": "this corpus",
        "fitted": "fitted law",
        "zipf": "b = \N{MINUS SIGN}1",
        "paper": "paper (DUC 2002)",
    }
    records = result.records()
    rows: list[dict[str, Any]] = [
        {"percent": record["percent"] / 100, "share": record[field], "kind": kind}
        for field, kind in names.items()
        for record in records
        if record[field] is not None
    ]
    band = [
        {"percent": record["percent"] / 100, "low": record["share_interval"][0], "high": record["share_interval"][1]}
        for record in records
    ]
    x = draw.x_axis("percent", "share of the dimensions (= length of the summary)", 5, (0, 1), format="%")
    y = draw.y_axis("share", "share of the text", 5, (0, 1), format="%")
    colour = draw.colours("kind", dict(zip(names.values(), draw.PALETTE, strict=False)), columns=4, symbolType="circle")
    base = draw.chart_of(rows, x=x, y=y, color=colour)
    lines = [
        base.transform_filter(alt.datum.kind == names[field]).mark_line(
            strokeWidth=2, strokeDash=dash, point={"size": 24}
        )
        for field, dash in (("share", [1, 0]), ("fitted", [6, 3]), ("zipf", [2, 3]))
    ]
    shade = draw.chart_of(band, x=x, y=draw.y_axis("low", "share of the text", 5, (0, 1), format="%"), y2="high:Q")
    layers = [
        shade.mark_area(color=draw.PALETTE[0], opacity=0.18),
        *lines,
        base.transform_filter(alt.datum.kind == names["paper"]).mark_point(filled=True, size=80, opacity=1),
    ]
    title = draw.title_of(
        "Share of the text covered by the main LSA topics",
        f"Mean of {counted(result.documents, 'document')}, shaded: {result.confidence:g}% interval; "
        f"fitted power law: b = {with_minus(f'{result.b.mean:.2f}') if result.b else ''}",
    )
    figure: Figure = alt.layer(*layers, width=draw.WIDTH, height=draw.HEIGHT + 60, title=title)
    return figure
