"""How well the segments that were found agree with those of a reference: P_k, WindowDiff, boundary similarity.

Segments are given by where they start, as segmenters return them, and by how many sentences there are.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from sumspace.errors import SettingError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sumspace.arrays import Integers

__all__ = ["boundary_similarity", "p_k", "window_diff", "window_size"]


def p_k(reference: Sequence[int], hypothesis: Sequence[int], count: int, window: int | None = None) -> float:
    """How often reference and hypothesis differ on whether sentences k apart are in one segment; 0 is best.

    Beeferman, Berger & Lafferty 1999; k is the `window_size`. A text of no more than k sentences has no such pair: 0.
    """
    k, r, h = _probes(reference, hypothesis, count, window)
    return float(np.mean((r[:-k] == r[k:]) != (h[:-k] == h[k:]))) if count > k else 0.0


def window_diff(reference: Sequence[int], hypothesis: Sequence[int], count: int, window: int | None = None) -> float:
    """How often the numbers of boundaries between sentences k apart differ; 0 is best.

    Pevzner & Hearst 2002; k is the `window_size`. A text of no more than k sentences has no such pair: 0.
    """
    k, r, h = _probes(reference, hypothesis, count, window)
    return float(np.mean(r[k:] - r[:-k] != h[k:] - h[:-k])) if count > k else 0.0


def boundary_similarity(reference: Sequence[int], hypothesis: Sequence[int], count: int, reach: int = 2) -> float:
    """B = 1 − (|A| + Σ_T d/n_t) / (|A| + |T| + |M|), Fournier 2013; 1 is best, and both without boundaries are 1.

    M are boundaries in both, T pairs less than `reach` (n_t) places apart, d their distance, and A all others. Pairs
    are made from the nearest to the farthest, and from left to right.
    """
    if reach < 1:
        raise SettingError(f"boundaries are near misses within 1 place or more, not {reach}")
    r, h = (set(_checked(starts, count)[1:]) for starts in (reference, hypothesis))
    matches = len(r & h)
    alone = [r - h, h - r]
    paired, moved = 0, 0
    for distance in range(1, reach):
        for place in range(1, count - distance):
            for mine, other in (alone, alone[::-1]):
                if place in mine and place + distance in other:
                    mine.remove(place)
                    other.remove(place + distance)
                    paired, moved = paired + 1, moved + distance
                    break
    added = len(alone[0]) + len(alone[1])
    edits = added + paired + matches
    return (edits - added - moved / reach) / edits if edits else 1.0


def window_size(reference: Sequence[int], count: int) -> int:
    """Half of the mean length of the reference's segments, halves rounded to even, at least 2."""
    segments = len(_checked(reference, count))
    return max(round(Fraction(count, 2 * segments)), 2) if segments else 2


def _probes(
    reference: Sequence[int], hypothesis: Sequence[int], count: int, window: int | None
) -> tuple[int, Integers, Integers]:
    """Return the window, and the number of every sentence's segment in both."""
    k = window_size(reference, count) if window is None else window
    if k < 1:
        raise SettingError(f"a window spans 1 sentence or more, not {k}")
    labels = []
    for starts in (reference, hypothesis):
        opens = np.zeros(count, dtype=np.int64)
        opens[_checked(starts, count)] = 1
        labels.append(np.cumsum(opens))
    return k, labels[0], labels[1]


def _checked(starts: Sequence[int], count: int) -> list[int]:
    places = [int(start) for start in starts]
    if places[:1] != [0][:count] or any(a >= b for a, b in pairwise([*places, count])):
        raise SettingError(f"segments of {count} sentences cannot start at {places}: 0 comes first, then upwards")
    return places
