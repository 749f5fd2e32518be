"""What is scored on every document: people, a baseline, systems, the best extracts, and the document itself."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple

if TYPE_CHECKING:
    from sumspace.space.budget import Budget

__all__ = ["BASELINE", "BEST", "FULL_TEXT", "Series", "oracle_series"]


class Series(NamedTuple):
    """What has a score on every document, or on some, under the names of Lin & Hovy 2003 (section 5)."""

    kind: Literal["human", "baseline", "system", "oracle", "full text"]
    name: str


BEST, BASELINE, FULL_TEXT = Series("human", "MaxH"), Series("baseline", "B1"), Series("full text", "FT")


def oracle_series(budget: Budget) -> Series:
    """Return the series of the best extracts that a budget allows, such as E100."""
    return Series("oracle", f"E{budget.size}")
