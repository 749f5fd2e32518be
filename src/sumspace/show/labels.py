"""Where names are written in charts so that they can be read: beside their points, and moved apart where they meet."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    #: Left, top, right and bottom.
    Box = tuple[float, float, float, float]
    Point = tuple[float, float]
    #: Across, down, and which end of the name is there.
    Place = tuple[float, float, str]


#: How wide a letter is, how high a line, and how far a dot reaches, in pixels.
_LETTER, _LINE, _DOT = 5.5, 11.0, 4.0


def spread(places: Sequence[float], apart: float, end: float) -> list[float]:
    """Move places so that neighbours are some way apart, none further than the end if there is room.

    >>> spread([90, 10, 12], 15, 100)
    [90, 10, 25]
    >>> spread([95, 99], 15, 100)
    [85, 100]
    """
    order = sorted(range(len(places)), key=lambda i: places[i])
    moved = dict.fromkeys(order, 0.0)
    least = -float("inf")
    for i in order:
        moved[i] = max(places[i], least)
        least = moved[i] + apart
    for i in reversed(order):
        moved[i] = min(moved[i], end)
        end = moved[i] - apart
    return [moved[i] for i in range(len(places))]


def place_labels(points: Sequence[Point], names: Sequence[str], size: Point) -> list[Place | None]:
    """Find a place beside each point where its name meets no other name, no point and no edge; None where none is.

    >>> place_labels([(10, 50), (90, 50)], ["one", "other"], (100, 100))
    [(16, 50, 'left'), (84, 50, 'right')]
    """
    taken: list[Box] = [(x - _DOT, y - _DOT, x + _DOT, y + _DOT) for x, y in points]
    wide = [(len(name) + 0.5) * _LETTER for name in names]
    labels: list[Place | None] = [None] * len(points)
    waiting = set(range(len(points)))

    def free(point: int) -> list[Place]:
        return [place for place in _around(points[point]) if _has_room(_box(place, wide[point]), size, taken)]

    while waiting:
        chosen = min(sorted(waiting), key=lambda point: len(free(point)))  # whoever has the least choice goes first
        places = free(chosen)
        waiting.remove(chosen)
        if places:
            labels[chosen] = places[0]
            taken.append(_box(places[0], wide[chosen]))
    return labels


def _around(point: Point) -> list[Place]:
    """Return the places at the right, the left, above, below and at the corners of a point, then some further off."""
    x, y = point
    near: list[Place] = [(x + 6, y, "left"), (x - 6, y, "right"), (x, y - 11, "center"), (x, y + 11, "center")]
    for far in (0, 5):
        near += [
            (x + side * (3 + far), y + up * (10 + far), "left" if side > 0 else "right")
            for side in (1, -1)
            for up in (-1, 1)
        ]
    return near


def _box(place: Place, wide: float) -> Box:
    x, y, end = place
    left = x - {"left": 0.0, "center": wide / 2, "right": wide}[end]
    return left, y - _LINE / 2, left + wide, y + _LINE / 2


def _has_room(box: Box, size: Point, taken: Sequence[Box]) -> bool:
    left, top, right, bottom = box
    is_inside = left >= 0 and top >= 0 and right <= size[0] and bottom <= size[1]
    return is_inside and not any(left < x2 and x1 < right and top < y2 and y1 < bottom for x1, y1, x2, y2 in taken)
