"""Names beside a chart, moved apart where they would meet."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["spread"]


def spread(places: Sequence[float], apart: float, end: float) -> list[float]:
    """Move places so that neighbours are some way apart, none further than the end if there is room.

    >>> spread([90, 10, 12], 15, 100)
    [90, 10, 25]
    >>> spread([95, 99], 15, 100)
    [85, 100]
    """
    order = sorted(range(len(places)), key=lambda i: places[i])
    found = dict.fromkeys(order, 0.0)
    least = -float("inf")
    for i in order:
        found[i] = max(places[i], least)
        least = found[i] + apart
    for i in reversed(order):
        found[i] = min(found[i], end)
        end = found[i] - apart
    return [found[i] for i in range(len(places))]
