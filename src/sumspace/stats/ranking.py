"""Systems in order, and which of them differ significantly: rank ranges, clusters and letters.

The lack of a significant difference is not transitive: the first and the second, and the second and the third, may each
be too close while the first and the third are not. Letters, ranges and clusters are made of all pairs.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations, product
from math import isnan
from string import ascii_lowercase
from typing import TYPE_CHECKING

import numpy as np

from sumspace.stats.multiplicity import corrected
from sumspace.stats.paired import lowest_p, permutation_p_values, permutations_for

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sumspace.arrays import Flags, Floats
    from sumspace.compute.work import Workers
    from sumspace.stats.resampling import Interval


#: How likely a difference may be by chance, where there is none.
ALPHA = 0.05


@dataclass(frozen=True, slots=True)
class RankedSystem:
    """A system's mean on one measure, and its place among the others."""

    system: str
    documents: int
    mean: Interval
    #: From the best place to the worst that the tests leave open.
    best: int
    worst: int
    #: Counted from 1: every system of a cluster differs significantly from every system of all others.
    cluster: int
    #: Systems that share a letter do not differ significantly; those that share none do.
    letters: str


@dataclass(frozen=True, slots=True)
class Groups:
    """Systems in order, in groups without significant differences."""

    #: Those of each system: two share one unless they differ significantly.
    letters: tuple[str, ...]
    #: Whether any difference could be significant: few documents have too few permutations for that.
    possible: bool


def find_groups(values: Floats, seed: int = 0, workers: Workers | int | None = None) -> Groups:
    """Test systems that stand in order, the columns of a table [document, system], two by two.

    Each pair is tested by permutation on the documents that both have, and the p-values are corrected for all pairs by
    Holm: the tests of `sumspace compare`.

    >>> find_groups(np.array([[0.9, 0.8, 0.1]] * 8 + [[0.8, 0.9, 0.1]] * 4)).letters
    ('a', 'a', 'b')
    """
    pairs = list(combinations(range(values.shape[1]), 2))
    permutations = permutations_for(len(pairs))
    p_values = corrected(permutation_p_values(values, pairs, permutations, seed, workers))
    apart: Flags = np.zeros((values.shape[1], values.shape[1]), dtype=np.bool_)
    for pair, p in zip(pairs, p_values.tolist(), strict=True):
        apart[pair] = apart[pair[::-1]] = p < ALPHA
    there = (~np.isnan(values)).astype(np.float64)
    shared = (there.T @ there).astype(int)
    documents = [int(shared[pair]) for pair in pairs]
    possible = max(documents, default=0) > 1 and lowest_p(documents, permutations) < ALPHA
    return Groups(tuple(letters(apart)), possible)


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
    """Give letters to systems in order: two share one unless they differ significantly (Piepho 2004).

    One set of all systems is divided at every pair with a significant difference; sets within others are dropped. This
    leaves the maximal sets without a difference.

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
