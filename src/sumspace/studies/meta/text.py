"""Correlations, and what they rest on, as text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sumspace.show.text import listed
from sumspace.studies.meta.correlations import SURE

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from sumspace.stats.correlation import Level
    from sumspace.studies.meta.correlations import BestMeasure

__all__ = ["NOTHING", "interval_text", "points_between", "points_of", "williams_result"]

#: What stands where there is no number.
NOTHING = "–"
_POINTS = {"system": ("system", "systems"), "summary": ("document", "documents"), "pooled": ("summary", "summaries")}


def interval_text(ends: Sequence[float] | None) -> str:
    """Write the ends of an interval.

    >>> interval_text([-0.1, 0.987]), interval_text(None)
    ('-0.10 … 0.99', '–')
    """
    return NOTHING if ends is None else f"{ends[0]:z.2f} … {ends[1]:z.2f}"


def points_of(number: int, level: Level) -> str:
    """Say what a correlation rests on.

    >>> points_of(25, "system"), points_of(1, "summary"), points_of(2500, "pooled")
    ('25 systems', '1 document', '2,500 summaries')
    """
    singular, plural = _POINTS[level]
    return f"{number:,} {singular if number == 1 else plural}"


def points_between(numbers: Iterable[int], level: Level) -> str:
    """Say what several correlations rest on.

    >>> points_between([25, 10, 25], "system"), points_between([25, 25], "system")
    ('10 to 25 systems', '25 systems')
    """
    distinct = set(numbers)
    most = points_of(max(distinct), level)
    return most if len(distinct) == 1 else f"{min(distinct):,} to {most}"


def williams_result(best: BestMeasure) -> str:
    """Say what Williams' test says of a measure with the highest correlation."""
    tested = len(best.surely_higher_than) + len(best.not_surely_higher_than)
    if not tested:
        return f"{best.measure} is highest, and there is none that it could be tested against."
    text = f"{best.measure} is higher than {len(best.surely_higher_than):,} of {tested:,} others at p < {SURE}"
    if best.not_surely_higher_than and best.surely_higher_than:
        text += f"; not so surely higher than {listed(map(str, best.not_surely_higher_than))}"
    return f"{'of those that score any text, ' if best.is_second else ''}{text}."
