"""The tables with a row for each system or feature, and some columns for each domain or measure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sumspace.report.limits.records import EXPECTED
from sumspace.report.study.view import View
from sumspace.show.text import as_share, domain_label, percent
from sumspace.studies.high_scoring import FEATURES, TOP

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from sumspace.report.study.view import Cell
    from sumspace.show.table import Record
    from sumspace.studies.limits import Limits

    #: A group of columns: its label, domain and measure.
    Place = tuple[str, str, str]

__all__ = ["features_views", "systems_views"]

_ON_AVERAGE = "average extract"


def systems_views(limits: Limits, found: dict[str, list[Record]], side_by_side: int) -> Iterator[View]:
    """Tables 3 and 4: what systems score, and where they stand among all extracts."""
    for pivot in (_SCORES, _RANKS):
        for subtitle, places in _columns(limits):
            names = _by_score(found["systems"], places)
            yield from pivot.views(found[pivot.name], subtitle, places, names, side_by_side)


def features_views(limits: Limits, found: dict[str, list[Record]], side_by_side: int) -> Iterator[View]:
    """Return what high-scoring extracts are like, on the first measure of several domains or on all of one."""
    subtitle, places = _columns(limits)[0]
    yield from _FEATURES.views(found["features"], subtitle, places, list(FEATURES), side_by_side)


def _columns(limits: Limits) -> list[tuple[str, list[Place]]]:
    """Say what stands side by side: the domains, a table for each measure; or all measures, if there is one domain."""
    domains, measures = [domain.domain for domain in limits.domains], list(limits.domains[0].measures)
    if len(domains) == 1:
        return [("", [(measure, domains[0], measure) for measure in measures])]
    return [(measure, [(domain_label(name), name, measure) for name in domains]) for measure in measures]


def _by_score(systems: Sequence[Record], places: Sequence[Place]) -> list[str]:
    """Order the systems of a table by their mean score on its first measure, the best first."""
    scores: dict[str, list[float]] = {}
    for record in systems:
        if record["measure"] == places[0][2]:
            scores.setdefault(_row_name(record, "system"), []).append(record["score"])
    return sorted(scores, key=lambda system: -sum(scores[system]) / len(scores[system]))


def _row_name(record: Record, key: str) -> str:
    return _ON_AVERAGE if record.get("kind") == EXPECTED else str(record[key])


@dataclass(frozen=True, slots=True)
class _Pivot:
    """What a table is called, what its columns and rows are, how a record is written, and what is said below."""

    name: str
    title: str
    heads: tuple[str, ...]
    key: str
    #: Write a record; the number is that of the documents of its domain.
    cell: Callable[[Record, int], Cell]
    #: Notes, each with the sign in a cell that calls for it.
    notes: tuple[tuple[str, str], ...]

    def views(
        self, rows: Sequence[Record], subtitle: str, places: list[Place], names: list[str], side_by_side: int
    ) -> Iterator[View]:
        by_place = {(row["domain"], row["measure"], _row_name(row, self.key)): row for row in rows}
        documents: dict[tuple[str, ...], int] = {}
        for row in rows:
            place = row["domain"], row["measure"]
            documents[place] = max(documents.get(place, 0), row.get("documents", 0))
        title = f"{self.title}: {subtitle}" if subtitle else self.title
        for start in range(0, len(places), side_by_side):
            some = places[start : start + side_by_side]
            heads = [("", self.key), *((label, head) for label, _, _ in some for head in self.heads)]
            cells = []
            for name in names:
                line = [by_place.get((domain, measure, name)) for _, domain, measure in some]
                if any(line):
                    found = (
                        self.cell(row, documents[place[1:]]) if row else ("-",) * len(self.heads)
                        for row, place in zip(line, some, strict=True)
                    )  # fmt: skip
                    cells.append((name, *(text for cell in found for text in cell)))
            yield View(self.name, title, tuple(heads), tuple(cells), self._notes(cells))

    def _notes(self, cells: list[Cell]) -> tuple[str, ...]:
        shown = [text for row in cells for text in row[1:]]
        return tuple(note for sign, note in self.notes if any(sign in text for text in shown))


def _system_cell(row: Record, documents: int) -> Cell:
    some = "*" if row["documents"] < documents else ""
    return f"{percent(row['score'])}{some}", percent(row["official"])


def _rank_cell(row: Record, _: int) -> Cell:
    about = "~" if row["estimated"] else ""
    nines = "-" if row["above_all"] else f"{row['nines']:.1f}"
    return f"{about}{row['percentile']:.2f}", f"{about}{as_share(row, short=True)}", nines


def _feature_cell(row: Record, _: int) -> Cell:
    return f"{row['typical']:.2f}", f"{row['high']:.2f}", f"{row['effect']:+.2f}"


_SCORES = _Pivot(
    "systems", "Table 3: scores of systems, in percent", ("score", "official"), "system", _system_cell,
    (
        ("", "average extract: what a uniform draw is expected to score. official: as ROUGE scores, across sentences."),
        ("*", "* has summaries of some documents only."),
    ),
)  # fmt: skip
_RANKS = _Pivot(
    "ranks", "Table 4: ranks of systems among all extracts", ("PR", "below", "nines"), "system", _rank_cell,
    (
        ("", "PR: percentile rank (eq. 2). below: share of extracts that score less. nines: -log10 of the rest."),
        ("~", "~ rests on estimates: some documents were sampled."),
        ("above all", "above all: the score is above all extracts."),
        ("~above all", "~above all: the score is above all extracts that were seen."),
    ),
)  # fmt: skip
_FEATURES = _Pivot(
    "features", f"What the top {TOP:.1%} of extracts are like", ("typical", "top", "effect"), "feature", _feature_cell,
    (("", "effect is the difference in standard deviations."),),
)  # fmt: skip
