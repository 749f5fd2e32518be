"""A table as it is shown, on a terminal or on the page."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    Cell = tuple[str, ...]

__all__ = ["View", "once", "percent"]


@dataclass(frozen=True, slots=True)
class View:
    """A table as it is shown: heads that may stand in groups, cells as text, and what is to be said below it."""

    name: str
    title: str
    #: The group of each column, or nothing, and its name.
    heads: tuple[tuple[str, str], ...]
    rows: tuple[Cell, ...]
    notes: tuple[str, ...] = ()

    def has_numbers(self, column: int) -> bool:
        """Whether a column holds numbers, which stand to the right."""
        return self.heads[column][1] not in {"domain", "measure", "system", "feature"}

    def begins_block(self, row: int) -> bool:
        """Whether a row is the first of several that belong together."""
        return bool(self.rows[row][0]) and any(not cells[0] for cells in self.rows)


def percent(value: float | None, mark: str = "") -> str:
    """Write a score in percent, after a mark; a dash where there is none.

    >>> percent(0.12345, "~"), percent(None)
    ('~12.35', '-')
    """
    return "-" if value is None else f"{mark}{100 * value:.2f}"


def once(rows: Iterable[Cell]) -> tuple[Cell, ...]:
    """Leave out a first cell that repeats the one above."""
    shown: list[Cell] = []
    last = None
    for row in rows:
        shown.append(("", *row[1:]) if row[0] == last else row)
        last = row[0]
    return tuple(shown)
