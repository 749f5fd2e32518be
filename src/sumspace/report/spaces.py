"""The spaces of documents, for people and for programs."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

from sumspace.errors import on_one_line
from sumspace.report.numbers import large
from sumspace.report.output import Format, as_csv, as_json_lines, as_text, new_table

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from rich.table import Table

    from sumspace.studies.spaces import DocumentSpace, SpacePlan

__all__ = ["record", "render"]

_COLUMNS = [
    "id", "domain", "reference", "measure", "budget", "sections", "engine", "reason", "exact", "extracts", "total",
    "mean", "std", "min", "max",
]  # fmt: skip


def render(found: Iterable[DocumentSpace], plan: SpacePlan, form: Format, *, to_file: bool = False) -> Iterator[str]:
    """Show a row for each space; for programs as they come, with all counts."""
    if form == "json":
        return as_json_lines({**record(space), **_counts(space)} for space in found)
    if form == "csv":
        return as_csv(map(record, found), _COLUMNS)
    return as_text([_table(found), _note(plan), str(plan)], plain=to_file)


def record(space: DocumentSpace) -> dict[str, Any]:
    """Return what is known of a space, but for its counts."""
    distribution = space.distribution
    return {
        "id": space.id,
        "domain": space.domain,
        "reference": space.reference,
        "measure": space.measure,
        "budget": str(space.budget),
        "sections": len(space.parts),
        "engine": space.engine,
        "reason": space.reason,
        "exact": distribution.exact,
        "extracts": distribution.extracts,
        "total": distribution.total,
        "mean": distribution.mean,
        "std": distribution.std,
        "min": distribution.min,
        "max": distribution.max,
    }


def _counts(space: DocumentSpace) -> dict[str, Any]:
    """Return extracts by hits, or by score where hits do not decide; estimates come with their band."""
    distribution = space.distribution
    counts = distribution.counts
    if counts is None:
        counts = tuple(round(Fraction(share) * distribution.extracts) for share in distribution.shares.tolist())
    found: dict[str, Any] = {"counts": list(counts)}
    if distribution.total is None:
        found["scores"] = distribution.scores.tolist()
    if distribution.band is not None:
        found["at_least"] = {
            "share": distribution.upper.tolist(),
            "low": distribution.band.low.tolist(),
            "high": distribution.band.high.tolist(),
            "confidence": distribution.band.confidence,
        }
    return found


def _table(found: Iterable[DocumentSpace]) -> Table:
    table = new_table()
    for heading in ("id", "reference", "measure", "extracts", "mean", "std", "min", "max", "engine"):
        left = heading in ("id", "reference", "measure", "engine")
        table.add_column(heading, justify="left" if left else "right")
    for space in found:
        row = record(space)
        mark = "" if row["exact"] else "~"
        numbers = ["-" if row[name] is None else f"{mark}{row[name]:.5f}" for name in ("mean", "std", "min", "max")]
        engine = f"{row['engine']}: {row['reason']}"
        table.add_row(
            on_one_line(row["id"]),
            on_one_line(row["reference"]),
            row["measure"],
            large(row["extracts"]),
            *numbers,
            engine,
        )
    return table


def _note(plan: SpacePlan) -> str:
    return f"Scores are {plan.score}; numbers with ~ are estimates, all others are exact."
