"""From documents to a domain: the distribution of the mean score, its tails to full relative precision.

A domain may have any number of documents: their entries are packed, and lie in a temporary file where they are many.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, reduce
from itertools import chain, repeat
from math import ceil, exp, fsum, inf, lcm, log, nan, sqrt
from typing import TYPE_CHECKING, Literal, NamedTuple

import numpy as np

from sumspace.compute.spool import Spool
from sumspace.errors import SettingError
from sumspace.space.combining import add_binned, merge, normalized, power_of_two
from sumspace.space.distribution import TOLERANCE, Distribution, Rank, percentile_rank
from sumspace.space.tilting import BLUR, LATTICE, Flat, Tilted, log_rest

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from sumspace.arrays import Floats, Integers
    from sumspace.space.combining import Entries


#: How many combinations of entries are merged one by one, and how many near an end.
_MERGED, _OUTERMOST = 10**6, 10**5
#: So many entries are held in memory; a document takes the room of some more.
_HELD, _ROOM = 2**18, 24


class _Document(NamedTuple):
    """What the average needs of a document."""

    mean: float
    std: float
    scores: Floats
    logs: Floats


class _Packed(NamedTuple):
    """Some documents: their entries, those of the widest first, which end the transform's work soonest."""

    means: Floats
    stds: Floats
    flat: Flat
    #: Which document of `flat` each one is, in the order in which they came.
    places: Integers

    @classmethod
    def of(cls, documents: list[_Document]) -> _Packed:
        order = sorted(range(len(documents)), key=lambda number: -documents[number].std)
        starts = np.cumsum([0, *(len(documents[number].scores) for number in order)])
        scores = np.concatenate([documents[number].scores for number in order])
        logs = np.concatenate([documents[number].logs for number in order])
        means, stds = (np.array([getattr(document, name) for document in documents]) for name in ("mean", "std"))
        return cls(means, stds, Flat(scores, logs, starts), np.argsort(order))

    def entries(self) -> Iterator[Entries]:
        """Yield the entries of each document, in the order in which they came."""
        scores, logs, starts = self.flat
        for place in self.places.tolist():
            yield scores[starts[place] : starts[place + 1]], logs[starts[place] : starts[place + 1]]

    def ends(self, side: int) -> Integers:
        """Return where in `flat` the highest entries of the documents are, or the lowest, as they came."""
        of_flat = self.flat.starts[1:] - 1 if side > 0 else self.flat.starts[:-1]
        return of_flat[self.places]


class Documents:
    """The documents of a domain as an average needs them, added one after the other."""

    def __init__(self, *, binned: bool = True) -> None:
        #: Whether the paper's histogram is made.
        self.binned = binned
        self.count = 0
        #: Whether every extract of every document was counted.
        self.exact = True
        #: The common denominator of all scores, if they have one that is not beyond all bounds.
        self.denominator: int | None = 1
        #: In how many ways an entry of each document can be chosen, or more than are merged one by one.
        self.combinations = 1
        #: The sum of what no extract of a document exceeds, if that is known of all, and of how many it is no proof.
        self.bound: float | None = 0.0
        self.unproven = 0
        self._histogram: Floats | None = None
        self._packed: Spool[_Packed] = Spool(1)
        self._recent: list[_Document] = []
        self._room = 0

    def add(self, part: Distribution, histogram: Floats | None = None, bound: float | None = None) -> None:
        """Add a document; its histogram is the paper's, where sections were summed bin by bin.

        The bound, if one is known, is a score that no extract exceeds: for the best one of an estimate, the proof.
        """
        self.count += 1
        size = len(part.support)
        room = size + _ROOM
        if not size:
            raise SettingError(f"document {self.count:,} allows no extract; leave it out of the average")
        self.exact &= part.exact
        best = part.max or 0.0
        bound = best if part.exact else bound
        self.unproven += bound is None or bound > best
        self.bound = None if bound is None or self.bound is None else self.bound + max(bound, best)
        if self.denominator is not None:
            common = None if part.total is None else lcm(self.denominator, max(part.total, 1))
            self.denominator = common if common is not None and common <= LATTICE else None
        self.combinations = min(self.combinations * size, _MERGED + 1)
        if self.binned:
            added = part.histogram() if histogram is None else histogram
            self._histogram = add_binned(self._histogram, added, self.count)
        if self._room + room > _HELD and self._recent:
            self._packed.append(_Packed.of(self._recent))
            self._recent, self._room = [], 0
        self._recent.append(_Document(part.mean or 0.0, part.std or 0.0, part.scores[part.support], part.log_shares))
        self._room += room
        self.__dict__.pop("_last", None)

    def copy(self) -> Documents:
        """Return the same documents, to which others can be added."""
        other = Documents()
        other.__dict__.update(self.__dict__)
        other._packed, other._recent = self._packed.copy(), self._recent.copy()
        return other

    @cached_property
    def _last(self) -> _Packed:
        return _Packed.of(self._recent)

    def packed(self) -> Iterator[_Packed]:
        """Yield all documents, as many at a time as are held in memory."""
        yield from self._packed
        if self._recent:
            yield self._last

    @property
    def histogram(self) -> Floats:
        """The histogram of the domain as Algorithm 1 of Ceylan 2010 makes it, with 1,000 bins."""
        if self._histogram is None:
            raise SettingError("there is no histogram of the average: it has no document, or was made without bins")
        return normalized(self._histogram)


@dataclass(frozen=True)
class _Flats:
    """The entries of all documents, some at a time; with side -1 all scores are mirrored."""

    documents: Documents
    side: int = 1

    def __iter__(self) -> Iterator[Flat]:
        for packed in self.documents.packed():
            yield packed.flat if self.side > 0 else packed.flat._replace(scores=-packed.flat.scores)


@dataclass(frozen=True, eq=False)
class Average:
    """The mean score of extracts chosen independently and uniformly, one for each document of a domain.

    Tails keep their relative precision however thin they are: the shares are tilted by exp(θ·score) so that the score
    in question becomes the mean, and the tail of the tilted sum is weighted back. That sum is had from its
    characteristic function, on the lattice of the common denominator where there is one of moderate size, else on a
    fine grid. Few documents are combined entry by entry.
    """

    #: Of which there is at least one; none is added any more.
    documents: Documents

    def __post_init__(self) -> None:
        if not self.documents.count:
            raise SettingError("an average needs at least one document")

    @classmethod
    def of(cls, parts: Iterable[Distribution], histograms: Iterable[Floats] | None = None) -> Average:
        """Put documents together, with their histograms where these are not those of the distributions."""
        documents = Documents()
        for part, histogram in zip(parts, repeat(None) if histograms is None else histograms, strict=False):
            documents.add(part, histogram)
        return cls(documents)

    @property
    def exact(self) -> bool:
        """Whether every extract of every document was counted."""
        return self.documents.exact

    @cached_property
    def mean(self) -> float:
        """The average of the documents' means."""
        values = (packed.means.tolist() for packed in self.documents.packed())
        return fsum(chain.from_iterable(values)) / self.documents.count

    @cached_property
    def std(self) -> float:
        """The standard deviation of the average."""
        values = (packed.stds.tolist() for packed in self.documents.packed())
        return sqrt(fsum(std**2 for std in chain.from_iterable(values))) / self.documents.count

    @cached_property
    def min(self) -> float:
        """The average of the lowest scores (Ceylan 2010, table 2)."""
        return self._sum_at_ends("scores", -1) / self.documents.count

    @cached_property
    def max(self) -> float:
        """The average of the highest scores (Ceylan 2010, table 2), or of the highest that are known."""
        return self._sum_at_ends("scores", 1) / self.documents.count

    @property
    def max_bound(self) -> float | None:
        """What the average of the highest scores does not exceed: `max` itself if it is proven, None if unknown."""
        if self.max_proven:
            return self.max
        bound = self.documents.bound
        return None if bound is None else max(bound / self.documents.count, self.max)

    @property
    def max_proven(self) -> bool:
        """Whether no extract of any document scores higher than the best one that is known."""
        return not self.documents.unproven

    def _sum_at_ends(self, name: Literal["scores", "logs"], side: int) -> float:
        values = (getattr(packed.flat, name)[packed.ends(side)].tolist() for packed in self.documents.packed())
        return fsum(chain.from_iterable(values))

    @cached_property
    def histogram(self) -> Floats:
        """The histogram of the domain as Algorithm 1 of Ceylan 2010 makes it, with 1,000 bins."""
        return self.documents.histogram

    def rank(self, score: float) -> Rank:
        """Return where a system's mean score stands; estimates among the documents give no interval."""
        log_below, log_equal, log_above = self._log_shares(float(score))
        depth = max(0.0, -float(np.logaddexp(log_equal, log_above)) / log(10))
        percentile = percentile_rank(self.histogram, score) if self.documents.binned else nan
        return Rank(score, exp(log_below), exp(log_equal), exp(log_above), percentile, depth)

    def density(self, points: int = 400) -> tuple[Floats, Floats]:
        """Return scores and the probability density there, for a chart: six deviations to both sides of the mean.

        Single scores are smoothed by a normal curve of a tenth of the standard deviation.
        """
        count = self.documents.count
        spread = max(self.std, 1e-3)
        left, right = self.mean - 6 * spread, self.mean + 6 * spread
        if self.std > 0:
            left, right = max(left, self.min), min(right, self.max)
        x = np.linspace(left, right, points)
        finer = ceil(20 * BLUR * (right - left) / (max(points - 1, 1) * spread))
        unit = count * (right - left) / (max(points - 1, 1) * finer)
        untilted = Tilted.around(count * self.mean, _Flats(self.documents))
        width = untilted.up + untilted.down + 24 * count * spread
        length = power_of_two(max(width / unit, points * finer))
        masses = untilted.masses(unit, count * left / unit, length, count * spread / 10 / unit)
        return x, np.maximum(masses[: points * finer : finer], 0.0) * count / unit

    @cached_property
    def _merged(self) -> Entries | None:
        """All sums of scores and the logarithms of their shares, where they are few."""
        if self.documents.combinations > _MERGED:
            return None
        entries = chain.from_iterable(packed.entries() for packed in self.documents.packed())
        return reduce(lambda old, new: merge(old, new, np.add, np.logaddexp), entries)

    @property
    def _denominator(self) -> int | None:
        return self.documents.denominator

    def _log_shares(self, score: float) -> tuple[float, float, float]:
        """Return the natural logarithms of the shares below, at and above a score."""
        count = self.documents.count
        target, near = count * score, count * TOLERANCE * max(1.0, abs(score))
        lowest, highest = count * self.min, count * self.max
        if target > highest + near:
            return 0.0, -inf, -inf
        if target < lowest - near:
            return -inf, -inf, 0.0
        if target >= highest - near:
            equal = self._sum_at_ends("logs", 1)
            return log_rest(equal) if highest > lowest + near else -inf, equal, -inf
        if target <= lowest + near:
            equal = self._sum_at_ends("logs", -1)
            return -inf, equal, log_rest(equal)
        if self._merged is not None:
            scores, logs = self._merged
            low, high = np.searchsorted(scores, [target - near, target + near])
            return _log_sum(logs[:low]), _log_sum(logs[low:high]), _log_sum(logs[high:])
        side = 1 if score >= self.mean else -1
        few = self._from_the_end(target, near, side) if self._denominator is None else None
        beyond, equal = few or Tilted.around(side * target, _Flats(self.documents, side)).tail(self._denominator, near)
        rest = log_rest(float(np.logaddexp(beyond, equal)))
        return (rest, equal, beyond) if side > 0 else (beyond, equal, rest)

    def _from_the_end(self, target: float, near: float, side: int) -> tuple[float, float] | None:
        """Return the logarithms of the shares beyond a sum, seen from the mean, and at it, if few entries lie there."""
        packed = self.documents.packed
        room = side * (sum(float(some.flat.scores[some.ends(side)].sum()) for some in packed()) - target)
        entries: Entries = (np.zeros(1), np.zeros(1))
        work = 0
        for scores, logs in chain.from_iterable(some.entries() for some in packed()):
            end = scores[-1] if side > 0 else scores[0]
            new = _within((side * (end - scores), logs), room + near)
            work += len(entries[0]) * len(new[0])
            if work > _OUTERMOST:
                return None
            entries = _within(merge(entries, new, np.add, np.logaddexp), room + near)
        tie = entries[0] >= room - near
        return _log_sum(entries[1][~tie]), _log_sum(entries[1][tie])


def _within(entries: Entries, most: float) -> Entries:
    held = entries[0] <= most
    return entries[0][held], entries[1][held]


def _log_sum(logarithms: Floats) -> float:
    return float(np.logaddexp.reduce(logarithms))
