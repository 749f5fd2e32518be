"""The tables and figures of the papers, what they found beside what is found here."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sumspace.report.meta.published import HIRAO_6, TABLES
from sumspace.report.meta.writing import NOTHING, coefficient, interval, points_between
from sumspace.report.study.view import View, plain_heads
from sumspace.show.text import clean

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from sumspace.show.table import Record
    from sumspace.studies.meta import Meta

__all__ = ["hirao_views", "paper_views", "sweep_views"]

_TITLES = {
    "paper_1": "Against the references (table 1 of Steinberger and Ježek 2009)",
    "paper_2": "Against the full text (table 2 of Steinberger and Ježek 2009)",
}
_FIGURES = {
    "4": ("weighting", "Weightings of LSA, against the references (figure 4): r of systems"),
    "5": ("weighting", "Weightings of LSA, against the full text (figure 5): r of systems"),
    "6": ("keywords", "Numbers of keywords, against references and the full text (figure 6): r of systems"),
}


def paper_views(study: Meta, found: Mapping[str, Sequence[Record]]) -> Iterator[View]:
    """Yield tables 1 and 2 for each aspect, in the order found here."""
    heads = plain_heads(
        "place", "measure", "score", "r", f"{study.plan.bootstrap.confidence:g}% interval", "r in the paper",
        "place in the paper",
    )  # fmt: skip
    for name in TABLES:
        for aspect in study.aspects:
            cells = [
                (
                    str(row["place"]) if row["pearson"] is not None else NOTHING, row["measure"], row["score"],
                    coefficient(row["pearson"], 5), interval(row["pearson_interval"]), f"{row['paper_pearson']:.5f}",
                    str(row["paper_place"]),
                )
                for row in found[name]
                if row["aspect"] == aspect
            ]  # fmt: skip
            if cells:
                note = "In the paper: systems of DUC 2002 and the coverage that people saw in their summaries."
                yield View(name, f"{clean(aspect)}: {_TITLES[name]}", heads, tuple(cells), (note,))


def hirao_views(rows: Sequence[Record]) -> Iterator[View]:
    """Yield table 6 of Hirao 2017, all aspects side by side."""
    if not rows:
        return
    aspects = dict.fromkeys(row["aspect"] for row in rows)
    by_place = {(row["aspect"], row["measure"]): row for row in rows}
    cells = [
        (
            line.name, line.measure,
            *(coefficient(by_place[a, line.measure][name]) for a in aspects for name in ("pearson", "spearman")),
            line.pearson, line.spearman,
        )
        for line in HIRAO_6
        if any((aspect, line.measure) in by_place for aspect in aspects)
    ]  # fmt: skip
    groups = (*map(clean, aspects), "in the paper")
    heads = (("", "summary"), ("", "measure"), *((group, name) for group in groups for name in ("r", "ρ")))
    note = (
        "Correlations of systems. Single: oracles of each reference, multi: of all together; M: all oracles, S: one "
        "drawn at random. In the paper: systems of DUC 2004 and the mean coverage. Here: "
        f"{points_between((row['points'] for row in rows), 'system')}, on summaries that are extracts."
    )
    yield View("hirao_6", "Oracles as a measure (table 6 of Hirao 2017)", heads, tuple(cells), (note,))


def sweep_views(rows: Sequence[Record]) -> Iterator[View]:
    """Yield a table for each figure: settings below each other, aspects and their measures side by side."""
    for figure, (what, title) in _FIGURES.items():
        some = [row for row in rows if row["figure"] == figure]
        by_place = {(row["setting"], row["family"], row["against"], row["aspect"]): row for row in some}
        columns = list(dict.fromkeys(place[1:] for place in by_place))
        best = {column: _highest(row for place, row in by_place.items() if place[1:] == column) for column in columns}
        cells = [
            (setting, *(_marked(by_place.get((setting, *column)), best[column]) for column in columns))
            for setting in dict.fromkeys(row["setting"] for row in some)
        ]
        heads = [("", what)]
        for family, against, aspect in columns:
            heads.append((clean(aspect), against if figure == "6" else family))
        if cells:
            yield View(f"figure_{figure}", title, tuple(heads), tuple(cells), ("* The highest.",))


def _highest(rows: Iterable[Record]) -> float | None:
    return max((row["pearson"] for row in rows if row["pearson"] is not None), default=None)


def _marked(row: Record | None, best: float | None) -> str:
    if row is None or row["pearson"] is None:
        return NOTHING
    return f"{coefficient(row['pearson'])}{'*' if row['pearson'] == best else ''}"
