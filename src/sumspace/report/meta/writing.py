"""How correlations are written for people."""

from __future__ import annotations

from textwrap import fill
from typing import TYPE_CHECKING

from sumspace.show.text import clean

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

__all__ = ["NOTHING", "coefficient", "folded", "interval", "listed", "points_between", "points_of"]

#: What stands where there is no number.
NOTHING = "–"
_WIDTH = 110


def coefficient(value: float | None, digits: int = 3) -> str:
    """Write a correlation; zero has no sign.

    >>> coefficient(0.96543), coefficient(-0.0001), coefficient(None)
    ('0.965', '0.000', '–')
    """
    return NOTHING if value is None else f"{value:z.{digits}f}"


def interval(ends: Sequence[float] | None, digits: int = 2) -> str:
    """Write the ends of an interval.

    >>> interval([-0.1, 0.987]), interval(None)
    ('-0.10 … 0.99', '–')
    """
    return NOTHING if ends is None else f"{ends[0]:z.{digits}f} … {ends[1]:z.{digits}f}"


def points_of(number: int, level: str) -> str:
    """Say what a correlation rests on.

    >>> points_of(25, "system"), points_of(1, "summary"), points_of(2500, "pooled")
    ('25 systems', '1 document', '2,500 summaries')
    """
    one, more = {
        "system": ("system", "systems"), "summary": ("document", "documents"), "pooled": ("summary", "summaries"),
    }[level]  # fmt: skip
    return f"{number:,} {one if number == 1 else more}"


def points_between(numbers: Iterable[int], level: str) -> str:
    """Say what several correlations rest on.

    >>> points_between([25, 10, 25], "system"), points_between([25, 25], "system")
    ('10 to 25 systems', '25 systems')
    """
    found = set(numbers)
    most = points_of(max(found), level)
    return most if len(found) == 1 else f"{min(found):,} to {most}"


def listed(names: Iterable[str], most: int = 8) -> str:
    """List some names, and say how many more there are.

    >>> listed("abcd", most=2)
    'a, b and 2 more'
    """
    names = list(map(clean, names))
    more = len(names) - most
    return ", ".join(names) if more <= 0 else f"{', '.join(names[:most])} and {more:,} more"


def folded(note: str) -> str:
    """Break a long note into lines that fit a terminal; on a page they are joined again."""
    return fill(note, _WIDTH, subsequent_indent="  ", break_long_words=False, break_on_hyphens=False)
