"""A place: which share of the extracts of a document a summary beats, and what that is over many documents."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf, log10
from typing import TYPE_CHECKING

import numpy as np

from sumspace.space.distribution import TOLERANCE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sumspace.arrays import Floats
    from sumspace.space.distribution import Distribution
    from sumspace.tasks.systems import SystemScore


#: What a summary that does not beat all extracts leaves at least: the least share that four bytes can hold.
_LEAST = float(np.finfo(np.float32).tiny)
#: A summary that leaves no more than this beats 99 % of the extracts; four bytes round it.
_ONE_PERCENT = 0.01 * (1 + 1e-6)


@dataclass(frozen=True, slots=True)
class Place:
    """A share of extracts that score lower, and how close it is to all of them."""

    share: float
    #: -log10 of the rest, infinite where nothing is left.
    nines: float

    @property
    def rest(self) -> float:
        """The share of extracts that do not score lower."""
        return float(10.0**-self.nines)

    @classmethod
    def leaving(cls, rest: float) -> Place:
        """Return the place of a summary that does not beat this share of the extracts."""
        return cls(min(max(1.0 - rest, 0.0), 1.0), max(0.0, -log10(rest)) if rest > 0 else inf)


@dataclass(frozen=True, slots=True)
class Places:
    """Which share of the extracts of each document a system's summaries beat: the mean over documents, and quartiles.

    Only extracts that score lower are beaten: a tie is not. The mean share of extracts that score the same is `ties`;
    half of it added to the mean gives the mid-rank, which a random draw from the space has at one half on average.
    """

    mean: Place
    median: Place
    low: Place
    high: Place
    #: The share of documents in which at least 99 % of the extracts are beaten.
    over_99: float
    ties: float = 0.0
    #: In how many documents all extracts score the same, so that there is nothing to beat.
    constant: int = 0
    #: How many of these have a single extract.
    single: int = 0
    #: Whether some document has extracts that score differently; if not, the shares mean nothing.
    defined: bool = True

    @classmethod
    def leaving(cls, rests: Floats, mean: float | None = None, ties: float = 0.0) -> Places:
        """Return the places of summaries that do not beat these shares of extracts, one for each document.

        >>> import numpy as np
        >>> places = Places.leaving(np.array([0.5, 0.25, 0.0]))
        >>> places.mean.share, places.median.share, places.low.share, places.high.share
        (0.75, 0.75, 0.625, 0.875)
        """
        high, median, low = map(Place.leaving, np.quantile(rests, [0.25, 0.5, 0.75]).tolist())
        over_99 = float((rests <= _ONE_PERCENT).mean())
        return cls(Place.leaving(float(rests.mean()) if mean is None else mean), median, low, high, over_99, ties)


def places_in(distribution: Distribution, scores: Floats) -> tuple[Floats, Floats]:
    """Return which shares of the extracts summaries do not beat, and which score the same as they."""
    near = TOLERANCE * np.maximum(1.0, np.abs(scores))
    first = np.searchsorted(distribution.scores, scores - near, "left")
    after = np.searchsorted(distribution.scores, scores + near, "right")
    upper = np.append(distribution.upper, 0.0)
    rest, equal = upper[first], upper[first] - upper[after]
    return np.where(first <= distribution.support[-1], np.maximum(rest, _LEAST), 0.0), equal


def places_of(distribution: Distribution, scores: Sequence[SystemScore]) -> list[tuple[float, float]]:
    """Return the same shares of each summary, or their means over its runs."""
    runs = [np.array([score.score]) if score.runs is None else score.runs[0] for score in scores]
    starts = np.cumsum([0, *map(len, runs)])[:-1]
    shares = places_in(distribution, np.concatenate(runs)) if runs else ()
    means = (np.add.reduceat(share, starts) / list(map(len, runs)) for share in shares)
    return list(zip(*(mean.tolist() for mean in means), strict=True))
