"""Numbers of a study as records: what its tables, its JSON and its CSV files are made of."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable

    Record = dict[str, Any]

__all__ = ["columns_of", "flat"]


def flat(record: Record) -> Record:
    """Make a record one line of a table: names within names are joined, and lists are left to tables of their own.

    >>> flat({"id": "a", "systems": {"mine": 0.5}, "pairs": [1, 2]})
    {'id': 'a', 'systems.mine': 0.5}
    """
    found: Record = {}
    for key, value in record.items():
        if isinstance(value, dict):
            found |= {f"{key}.{name}": inner for name, inner in value.items()}
        elif not isinstance(value, list):
            found[key] = value
    return found


def columns_of(rows: Iterable[Record]) -> list[str]:
    """Return all names that records have, in the order in which they come up."""
    return list(dict.fromkeys(name for row in rows for name in row))
