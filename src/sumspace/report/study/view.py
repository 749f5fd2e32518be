"""A table as it is shown, on a terminal or on the page."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    Cell = tuple[str, ...]
    #: The group of a column, or nothing, and its name.
    Head = tuple[str, str]

__all__ = ["View", "once", "plain_heads"]

#: Columns that hold no numbers.
_NAMES = {
    "domain", "measure", "system", "feature", "summary", "engines", "aspect", "level", "score", "weighting", "learner",
    "trained on", "selection", "segmenter", "extractor", "source", "number",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class View:
    """A table as it is shown: heads that may stand in groups, cells as text, and what is to be said below it."""

    name: str
    title: str
    heads: tuple[Head, ...]
    rows: tuple[Cell, ...]
    notes: tuple[str, ...] = ()

    def has_numbers(self, column: int) -> bool:
        """Whether a column holds numbers, which stand to the right."""
        return self.heads[column][1] not in _NAMES

    def begins_block(self, row: int) -> bool:
        """Whether a row is the first of several that belong together."""
        return bool(self.rows[row][0]) and any(not cells[0] for cells in self.rows)


def plain_heads(*names: str) -> tuple[Head, ...]:
    """Name columns that stand in no group."""
    return tuple(("", name) for name in names)


def once(rows: Iterable[Cell]) -> tuple[Cell, ...]:
    """Leave out a first cell that repeats the one above.

    >>> once([("news", "1"), ("news", "2"), ("law", "3")])
    (('news', '1'), ('', '2'), ('law', '3'))
    """
    shown: list[Cell] = []
    last = None
    for row in rows:
        shown.append(("", *row[1:]) if row[0] == last else row)
        last = row[0]
    return tuple(shown)
