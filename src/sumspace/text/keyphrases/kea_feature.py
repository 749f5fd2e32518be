"""A feature of phrases in intervals, and how many key phrases and other phrases fall into each.

Intervals tell the two classes apart and are as few as pay for themselves (Fayyad & Irani 1993).
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from dataclasses import dataclass
from itertools import pairwise
from math import inf, log2
from typing import TYPE_CHECKING, Any

import numpy as np

from sumspace.errors import SettingError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sumspace.arrays import Floats, Integers

__all__ = ["Feature", "check", "cut_points", "is_whole"]

#: Entropies that differ by less are equal.
_NOISE = 1e-12
#: More than any feature can be; not a number and infinity are not below it.
_MOST = 1e300


@dataclass(frozen=True, slots=True)
class Feature:
    """Where the intervals part, and how many key phrases and other phrases fall into each."""

    cuts: tuple[float, ...]
    yes: tuple[int, ...]
    no: tuple[int, ...]

    @classmethod
    def learn(cls, values: Sequence[float], is_key: Sequence[bool]) -> Feature:
        """Choose intervals by Fayyad & Irani's rule and count."""
        cuts = cut_points(values, is_key)
        counts = Counter(zip((bisect_left(cuts, value) for value in values), is_key, strict=True))
        intervals = range(len(cuts) + 1)
        yes, no = (tuple(counts[i, key] for i in intervals) for key in (True, False))
        return cls(tuple(cuts), yes, no)

    def as_json(self) -> dict[str, Any]:
        """Return it as JSON has it."""
        return {"cuts": list(self.cuts), "yes": list(self.yes), "no": list(self.no)}

    @classmethod
    def from_json(cls, record: object, name: str) -> Feature:
        """Make a feature of what `as_json` returned; the name is for messages."""
        fields = record if isinstance(record, dict) else {}
        cuts: Any = fields.get("cuts")
        yes: Any = fields.get("yes")
        no: Any = fields.get("no")
        is_ascending = (
            isinstance(cuts, list)
            and all(type(cut) in {int, float} and -_MOST < cut < _MOST for cut in cuts)
            and all(low < high for low, high in pairwise(cuts))
        )
        check(is_ascending, f"{name}.cuts", "a list of ascending numbers")
        for part, counts in (("yes", yes), ("no", no)):
            is_right = isinstance(counts, list) and len(counts) == len(cuts) + 1 and all(is_whole(n, 0) for n in counts)
            check(is_right, f"{name}.{part}", f"a list of {len(cuts) + 1} counts")
        return cls(tuple(map(float, cuts)), tuple(yes), tuple(no))

    def odds(self) -> list[float]:
        """P[interval | yes] / P[interval | no], with every count one more."""
        size, yes, no = len(self.yes), sum(self.yes), sum(self.no)
        return [(y + 1) / (yes + size) / ((n + 1) / (no + size)) for y, n in zip(self.yes, self.no, strict=True)]


def check(is_right: bool, name: str, wanted: str) -> None:
    """Refuse a model with a field that is not what it must be."""
    if not is_right:
        raise SettingError(f"the Kea model is damaged: {name} must be {wanted}")


def is_whole(value: object, least: int, most: float = inf) -> bool:
    """Tell whether a value from JSON is a whole number in a range."""
    return type(value) is int and least <= value <= most


def cut_points(values: Sequence[float], classes: Sequence[bool]) -> list[float]:
    """Return where to cut, ascending: values up to and including a cut point lie below it.

    Each interval is cut where the entropy of the classes falls most, at the lowest such place, as long as the
    description gets shorter. A cut point is the roundest number, near the middle, that parts the two values around it.

    >>> cut_points([1, 2, 3, 4, 11, 12, 13, 14], [False] * 4 + [True] * 4)
    [8.0]
    """
    distinct, place = np.unique(np.asarray(values, dtype=np.float64), return_inverse=True)
    chosen = np.asarray(classes, dtype=bool)
    counts = np.zeros((distinct.size + 1, 2), dtype=np.int64)
    np.add.at(counts, (place + 1, chosen.astype(np.int64)), 1)
    below = counts.cumsum(axis=0)
    cuts: list[float] = []
    waiting = [(0, distinct.size)]
    while waiting:
        first, last = waiting.pop()
        cut = _cut(below[first : last + 1])
        if cut is not None:
            cuts.append(_between(float(distinct[first + cut - 1]), float(distinct[first + cut])))
            waiting += [(first, first + cut), (first + cut, last)]
    return sorted(cuts)


def _cut(below: Integers) -> int | None:
    """Choose how many of the distinct values of an interval to cut off; None where that costs more than it saves.

    With N examples of k classes in S, a cut into S₁ and S₂ must gain Ent(S) − |S₁|/N Ent(S₁) − |S₂|/N Ent(S₂) more
    than (log₂(N − 1) + log₂(3ᵏ − 2) − (k Ent(S) − k₁ Ent(S₁) − k₂ Ent(S₂))) / N.
    """
    whole = below[-1] - below[0]
    if len(below) < 3 or not whole.all():
        return None
    left = below[1:-1] - below[0]
    right = whole - left
    n, ent, ent_left, ent_right = int(whole.sum()), _entropy(whole), _entropy(left), _entropy(right)
    after = (left.sum(axis=1) * ent_left + right.sum(axis=1) * ent_right) / n
    best = int(np.argmax(after <= after.min() + _NOISE))
    k_left, k_right = np.count_nonzero(left[best]), np.count_nonzero(right[best])
    delta = log2(3**2 - 2) - (2 * ent - k_left * ent_left[best] - k_right * ent_right[best])
    return best + 1 if ent - after[best] > (log2(n - 1) + delta) / n else None


def _entropy(counts: Integers) -> Floats:
    """The entropy of classes, counted along the last axis, in bits; that of no examples is 0."""
    shares = counts / np.maximum(counts.sum(axis=-1, keepdims=True), 1)
    entropy: Floats = -(shares * np.log2(np.where(shares > 0, shares, 1.0))).sum(axis=-1)
    return entropy


def _between(low: float, high: float) -> float:
    """Return the number with the fewest digits, from the middle rounded, that is not below low and is below high."""
    middle = low + (high - low) / 2
    for digits in range(1, 18):
        rounded = float(f"{middle:.{digits}g}")
        if low <= rounded < high:
            return rounded
    return low
