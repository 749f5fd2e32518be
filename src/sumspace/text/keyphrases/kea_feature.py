"""A feature of phrases in intervals, and how many key phrases and other phrases fall into each."""

from __future__ import annotations

import math
from bisect import bisect_left
from collections import Counter
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from sumspace.errors import SettingError
from sumspace.text.keyphrases.discretization import cut_points

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["Feature", "check", "is_whole"]

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
        return cls(
            tuple(cuts), tuple(counts[i, True] for i in intervals), tuple(counts[i, False] for i in intervals)
        )  # fmt: skip

    def as_json(self) -> dict[str, Any]:
        """Return it as JSON has it."""
        return {"cuts": list(self.cuts), "yes": list(self.yes), "no": list(self.no)}

    @classmethod
    def from_json(cls, record: object, name: str) -> Feature:
        """Make a feature of what `as_json` gave; the name is for messages."""
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


def is_whole(value: object, least: int, most: float = math.inf) -> bool:
    """Tell whether a value from JSON is a whole number in a range."""
    return type(value) is int and least <= value <= most
