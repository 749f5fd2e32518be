"""How many oracles there are (Hirao 2017, table 5), and where their sentences stand, as figures."""

from __future__ import annotations

from collections import Counter
from statistics import fmean
from typing import TYPE_CHECKING, Any

from sumspace.report.oracles.pivot import kinds
from sumspace.show.charts import PALETTE, SMALL, inline, small_title
from sumspace.show.text import short
from sumspace.studies.oracle_study import CHOICES

if TYPE_CHECKING:
    import altair as alt

    from sumspace.show.charts import Figure
    from sumspace.studies.oracle_documents import StudiedDocument
    from sumspace.studies.oracle_study import OracleStudy

__all__ = ["decade", "numbers", "place_shares", "places"]

_COLOURS = (PALETTE[0], PALETTE[1])
#: Documents are divided into so many parts.
_PARTS = 10
#: The last bin of the figure has all larger numbers.
_LAST = 6


def decade(count: int) -> str:
    """Name the bin of a number.

    >>> decade(1), decade(7), decade(10), decade(2_500), decade(10**9)
    ('1', '2–9', '10–99', '1,000–9,999', '1,000,000 +')
    """
    if count <= 1:
        return str(count)
    digits = min(len(str(count)) - 1, _LAST)
    if digits == _LAST:
        return f"{10**_LAST:,} +"
    return f"{max(10**digits, 2):,}–{10 ** (digits + 1) - 1:,}"


def numbers(study: OracleStudy) -> Figure | None:
    """Draw how many documents, or references, have how many oracles."""
    import altair as alt

    labels = kinds(study)
    order = [decade(count) for count in (0, 1, 2, *(10**digits for digits in range(1, _LAST + 1)))]
    charts = []
    for measure in study.plan.names:
        rows: list[dict[str, Any]] = []
        for kind, label in zip(CHOICES, labels.values(), strict=False):
            counts = [one.count for one in study.everything.chosen(measure, kind) if one.count is not None]
            bins = Counter(map(decade, counts))
            rows += [{"kind": label, "bin": name, "share": number / len(counts)} for name, number in bins.items()]
        there = [name for name in order if any(row["bin"] == name for row in rows)]
        angle = 0 if len(there) < 6 else -30
        if rows:
            charts.append(
                alt.Chart(inline(rows), title=small_title(short(measure)))
                .mark_bar()
                .encode(
                    x=alt.X("bin:N", title="oracles", sort=there, axis=alt.Axis(labelAngle=angle, ticks=False)),
                    xOffset=alt.XOffset("kind:N", sort=list(labels.values())),
                    y=alt.Y(
                        "share:Q", title="share of documents" if len(labels) == 1 else "share",
                        axis=alt.Axis(format="%", tickCount=5, domain=False, ticks=False),
                    ),
                    color=_colour(list(labels.values())),
                )
                .properties(width=SMALL, height=170)
            )  # fmt: skip
    title = alt.Title("How many best extracts there are")
    return alt.concat(*charts, columns=2, spacing=24, title=title).resolve_scale(y="shared") if charts else None


def _colour(labels: list[str]) -> alt.Color:
    import altair as alt

    legend = alt.Legend(symbolType="square") if len(labels) > 1 else None
    return alt.Color("kind:N", scale=alt.Scale(domain=labels, range=_COLOURS[: len(labels)]), legend=legend)


def places(study: OracleStudy) -> Figure | None:
    """Draw which share of the sentences of oracles stands in each tenth of the document."""
    import altair as alt

    rows: list[dict[str, Any]] = []
    for measure in study.plan.names:
        found = [shares for d in study.documents if (shares := place_shares(d, measure)) is not None]
        if found:
            rows += [
                {
                    "measure": short(measure),
                    "part": (part + 0.5) / _PARTS,
                    "share": fmean(shares[part] for shares in found),
                }
                for part in range(_PARTS)
            ]
    if not rows:
        return None
    measures = list(dict.fromkeys(row["measure"] for row in rows))
    figure: alt.Chart = (
        alt.Chart(inline(rows))
        .mark_line(point={"size": 45}, strokeWidth=2)
        .encode(
            x=alt.X(
                "part:Q", title="where the sentence stands in the document",
                axis=alt.Axis(format="%", grid=False, tickCount=_PARTS), scale=alt.Scale(domain=[0, 1]),
            ),
            y=alt.Y(
                "share:Q", title="share of the oracles' sentences", scale=alt.Scale(zero=True),
                axis=alt.Axis(format="%", tickCount=5, domain=False, ticks=False),
            ),
            color=alt.Color(
                "measure:N",
                scale=alt.Scale(domain=measures, range=[PALETTE[i % len(PALETTE)] for i in range(len(measures))]),
            ),
        )
        .properties(
            width=SMALL * 2, height=180, title="Where the sentences of the best extracts stand",
        )
    )  # fmt: skip
    return figure


def place_shares(document: StudiedDocument, measure: str) -> list[float] | None:
    """Return how the sentences of all oracles, by all references, are spread over the tenths of a document."""
    found = [one for one in document.oracles if (one.measure, one.references) == (measure, "all")]
    if not found or not found[0].shares or not sum(found[0].shares):
        return None
    parts = [0.0] * _PARTS
    for place, share in enumerate(found[0].shares):
        # A sentence may lie in two parts of a short document.
        first, last = _PARTS * place / len(found[0].shares), _PARTS * (place + 1) / len(found[0].shares)
        for part in range(_PARTS):
            parts[part] += share * max(min(last, part + 1) - max(first, part), 0) / (last - first)
    return [part / sum(found[0].shares) for part in parts]
