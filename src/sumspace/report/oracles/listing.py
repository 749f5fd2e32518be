"""The oracles of each document, for people and for programs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sumspace.errors import SettingError
from sumspace.oracle.oracles import list_oracles
from sumspace.report.oracles.listing_table import as_table, notes, several, written, written_extract
from sumspace.report.output import Format, as_csv, as_json_lines, as_text
from sumspace.studies.oracle_official import official_scores

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from sumspace.oracle.oracles import Oracles
    from sumspace.report.study.records import Record
    from sumspace.space.budget import Extract
    from sumspace.studies.oracles import DocumentOracles, OraclePlan

__all__ = ["Listing", "record", "render"]

_COLUMNS = [
    "id", "domain", "reference", "measure", "budget", "score", "official", "hits", "total", "optimal", "bound", "count",
    "complete", "oracles", "greedy_score", "greedy", "feasible", "checked",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Listing:
    """Which oracles are listed: one of them, or all as far as there are not too many."""

    all: bool = False
    #: How many at most.
    most: int = 1000

    def __post_init__(self) -> None:
        if self.most < 1:
            raise SettingError(f"a list has at least 1 oracle, not {self.most}")

    def of(self, found: Oracles) -> list[Extract]:
        """Return the one that stands for all, then the others in the order of their sentences."""
        if found.best is None:
            return []
        others = [extract for extract in list_oracles(found, self.most) if extract != found.best] if self.all else []
        return [found.best, *others[: self.most - 1]]


def render(
    found: Iterable[DocumentOracles], plan: OraclePlan, form: Format, listing: Listing, *, to_file: bool = False
) -> Iterator[str]:
    """Show a row for each document, reference and measure; for programs as they come."""
    records = (record(document, listing) for document in found)
    if form == "json":
        return as_json_lines(records)
    if form == "csv":
        return as_csv(map(_flat, records), _COLUMNS)
    rows = list(records)
    return as_text([as_table(rows), *notes(rows, plan, listing), str(plan)], plain=to_file)


def record(document: DocumentOracles, listing: Listing) -> Record:
    """Return what is known of a document's oracles; the first one listed is that whose official score is given."""
    found, greedy = document.found, document.greedy
    extracts = listing.of(found)
    officials = official_scores(document, [*extracts, *([greedy[0]] if greedy else [])])
    made = {
        "id": document.id,
        "domain": document.prepared.example.domain,
        "reference": document.reference,
        "measure": document.measure,
        "budget": str(document.budget),
        "hits": document.hits,
        "total": document.total,
        "score": found.score,
        "official": officials[0] if extracts else None,
        "optimal": found.optimal,
        "bound": found.bound,
        "count": found.count,
        "complete": found.count == len(extracts),
        "oracles": [sorted(extract.sentences) for extract in extracts],
        "cut": _cuts(document, extracts),
        "shares": None if found.shares is None else found.shares.tolist(),
        "greedy": greedy and {
            "score": greedy[1],
            "official": officials[-1],
            "sentences": sorted(greedy[0].sentences),
            "cut": next(iter(_cuts(document, [greedy[0]]) or ()), None),
        },
        "feasible": document.feasible,
        "checked": found.checked,
    }  # fmt: skip
    return made | ({"officials": officials[: len(extracts)]} if listing.all else {})


def _cuts(document: DocumentOracles, extracts: Sequence[Extract]) -> list[Record] | None:
    """Say which sentence of each extract is the last, and how many of its words are kept, where the budget cuts."""
    space = document.spaces[0]
    if not space.window.cut or space.is_whole:
        return None
    lengths = document.prepared.lengths
    return [
        {"sentence": last, "words": int(lengths[last]) if extract.words is None else extract.words}
        for extract in extracts
        for last in extract.sentences[-1:]
    ]


def _flat(row: Record) -> Record:
    """Make a record one line: extracts stand one after the other, numbers of several measures too."""
    numbers = {name: " ".join(map(str, several(row[name]))) for name in ("hits", "total")}
    flat = {**row, **numbers, "oracles": "; ".join(written(row))}
    if row["greedy"]:
        flat["greedy_score"] = row["greedy"]["score"]
        flat["greedy"] = written_extract(row["greedy"]["sentences"], row["greedy"]["cut"])
    return flat
