"""Systems in order, and which of them can be told apart: rank ranges, clusters and letters.

Not to be told apart is not transitive: the first and the second, and the second and the third, may each be too close
while the first and the third are not. Letters, ranges and clusters are made of all pairs, so that none says more.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from math import isnan
from string import ascii_lowercase
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sumspace.arrays import Flags
    from sumspace.stats.resampling import Interval


@dataclass(frozen=True, slots=True)
class RankedSystem:
    """A system's mean on one measure, and its place among the others."""

    system: str
    documents: int
    mean: Interval
    #: From the best place to the worst that the tests leave open.
    best: int
    worst: int
    #: Counted from 1: every system of a cluster is told apart from every system of all others.
    cluster: int
    #: Systems that share a letter cannot be told apart; those that share none can.
    letters: str


def rank_ranges(better: Flags) -> list[tuple[int, int]]:
    """Return the places that each system may have, given which [i, j] is better than which: those of WMT.

    >>> rank_ranges(np.array([[0, 0, 1], [0, 0, 0], [0, 0, 0]], dtype=bool))
    [(1, 2), (1, 3), (2, 3)]
    """
    count = len(better)
    return [(1 + int(better[:, i].sum()), count - int(better[i].sum())) for i in range(count)]


def clusters(better: Flags) -> list[int]:
    """Number the clusters of systems that stand in order: a new one begins where all above are better than all below.

    >>> clusters(np.array([[0, 1, 1], [0, 0, 0], [0, 0, 0]], dtype=bool))
    [1, 2, 2]
    """
    numbers = [1]
    for place in range(1, len(better)):
        numbers.append(numbers[-1] + bool(better[:place, place:].all()))
    return numbers[: len(better)]


def letters(apart: Flags) -> list[str]:
    """Give letters to systems that stand in order: two share one unless they are told apart (Piepho 2004).

    One set of all systems is divided at every pair that is told apart; sets within others are left out, which leaves
    the maximal sets without a difference.

    >>> letters(np.array([[0, 0, 1], [0, 0, 0], [1, 0, 0]], dtype=bool))
    ['a', 'ab', 'b']
    """
    count = len(apart)
    groups = [frozenset(range(count))]
    for i, j in zip(*np.nonzero(np.triu(apart, 1)), strict=True):
        pair = (int(i), int(j))
        divided = [group for group in groups if not {*pair} <= group]
        divided += [group - {end} for group, end in product(groups, pair) if {*pair} <= group]
        divided = list(dict.fromkeys(divided))
        groups = [group for group in divided if not any(group < other for other in divided)]
    groups.sort(key=sorted)
    return ["".join(_letter(place) for place, group in enumerate(groups) if i in group) for i in range(count)]


def _letter(place: int) -> str:
    """Return a, b … z, then a2, b2 and so on."""
    number, letter = divmod(place, len(ascii_lowercase))
    return ascii_lowercase[letter] + (f"{number + 1}" if number else "")


def ranking_order(means: Sequence[float], better: Flags, *, complete: bool) -> list[int]:
    """Return the systems from the best to the worst.

    They stand by their means where all have the same documents; else by their rank ranges first, since means over
    other documents are not comparable.
    """
    ranges = rank_ranges(better)

    def key(i: int) -> tuple[bool, tuple[int, ...], float, int]:
        return isnan(means[i]), () if complete else ranges[i], -means[i], i

    return sorted(range(len(means)), key=key)
