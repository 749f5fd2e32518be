"""How many extracts of a space have what score, and where a score stands among them."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from decimal import Decimal
from fractions import Fraction
from functools import cached_property
from itertools import accumulate
from math import floor, fsum, inf, log, log10, sqrt
from typing import TYPE_CHECKING, Any

import numpy as np

from sumspace.errors import SettingError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sumspace.arrays import Flags, Floats, Integers


#: Scores this close, for their size or for 1, are the same score.
TOLERANCE = 1e-9
#: The least share that can be written.
_LEAST = 5e-324
_ROUNDING = 1e-9


@dataclass(frozen=True, slots=True)
class Rank:
    """The shares of extracts that score less, the same and more, and the percentile rank of Ceylan 2010."""

    score: float
    below: float
    equal: float
    above: float
    #: Eq. 2, on a histogram of 1,000 bins, in percent; NaN where no histogram was made.
    percentile: float
    #: How deep in the upper tail, in decimal digits: -log10(equal + above), also where that is too small to write.
    nines: float
    #: How many extracts those are; None where the shares are estimates or stand for many documents.
    below_count: int | None = None
    equal_count: int | None = None
    above_count: int | None = None
    #: Bounds of equal + above where the shares are estimates and something is known of their error.
    interval: tuple[float, float] | None = None


@dataclass(frozen=True, eq=False)
class Band:
    """Bounds of the share of extracts that score at least scores[i], for every i."""

    low: Floats
    high: Floats
    #: How surely the bounds hold, in percent.
    confidence: float


@dataclass(frozen=True, eq=False, repr=False)
class Distribution:
    """How many extracts of a space have what score; a space without extracts has neither mean nor rank."""

    #: Ascending and distinct.
    scores: Floats
    #: The share of extracts with each score; their sum is 1, or 0 where there are no extracts.
    shares: Floats
    #: How many extracts there are, exactly, of any size.
    extracts: int
    #: How many extracts have each score, exactly; None where the shares are estimates.
    counts: tuple[int, ...] | None = None
    #: The denominator, where scores[hits] is hits/total; None for measures that are not counted so.
    total: int | None = None
    #: How sure estimates are.
    band: Band | None = None

    def __getstate__(self) -> dict[str, object]:
        """Be pickled without what follows from counts and total: finished work is kept by the hundred thousand."""
        state: dict[str, object] = {field.name: getattr(self, field.name) for field in fields(self)}
        if self.total is not None and np.array_equal(self.scores, _lattice(len(self.scores), self.total)):
            state["scores"] = len(self.scores)
        if self.counts is not None and np.array_equal(self.shares, _divide(self.counts, self.extracts)):
            state["shares"] = None
        return state

    def __setstate__(self, state: dict[str, Any]) -> None:
        if isinstance(state["scores"], int):
            state["scores"] = _lattice(state["scores"], state["total"])
        if state["shares"] is None:
            state["shares"] = _divide(state["counts"], state["extracts"])
        self.__dict__.update(state)

    def __repr__(self) -> str:
        if self.mean is None or self.max is None:
            return "<Distribution of no extracts>"
        kind = "exact" if self.exact else "estimated"
        number = f"{self.extracts:,}" if self.extracts < 10**15 else f"{Decimal(self.extracts):.2e}"
        return f"<Distribution of {number} extracts: mean {self.mean:.5f}, best {self.max:.5f}, {kind}>"

    @classmethod
    def by_hits(cls, counts: Sequence[int], total: int) -> Distribution:
        """Count extracts by their hits: counts[h] of them have h; where there is nothing to hit, all score 0."""
        exact = tuple(map(int, counts))
        extracts = sum(exact)
        if total == 0 and exact:
            exact = (extracts,)
        return cls(_lattice(len(exact), total), _divide(exact, extracts), extracts, exact, total)

    @classmethod
    def by_score(cls, pairs: Mapping[float, int]) -> Distribution:
        """Count extracts by their scores, for measures whose scores have no common denominator."""
        scores = sorted(pairs)
        exact = tuple(int(pairs[score]) for score in scores)
        extracts = sum(exact)
        return cls(np.array(scores, np.float64), _divide(exact, extracts), extracts, exact)

    @classmethod
    def estimated(cls, shares: Floats, total: int, extracts: int, band: Band | None = None) -> Distribution:
        """Take estimates of the shares by hits, and what is known of their error."""
        if total == 0 and len(shares):
            shares, band = shares.sum(keepdims=True), None
        return cls(_lattice(len(shares), total), shares, extracts, None, total, band)

    def without_lowest(self) -> Distribution:
        """Leave out one extract with the lowest score; of estimates, only the number of extracts changes."""
        if self.counts is None:
            return replace(self, extracts=self.extracts - 1)
        counts = (self.counts[0] - 1, *self.counts[1:])
        return replace(self, counts=counts, extracts=self.extracts - 1, shares=_divide(counts, self.extracts - 1))

    def holding(self, score: float) -> Distribution:
        """Return the estimate of a space in which some extract is known to have this score.

        Where none of those drawn has it, it gets the share of one extract, which is the least that it can have.
        """
        if self.counts is not None or (len(self.support) and score <= self.scores[self.support[-1]]):
            return self
        near = TOLERANCE * max(1.0, abs(score))
        place = int(np.searchsorted(self.scores, score - near))
        scores, shares, band = self.scores, self.shares.copy(), self.band
        if place == len(scores) or scores[place] > score + near:
            scores, shares = np.insert(scores, place, score), np.insert(shares, place, 0.0)
            if band is not None:
                high = band.high[place] if place < len(band.high) else band.high[-1]
                band = replace(band, low=np.insert(band.low, place, 0.0), high=np.insert(band.high, place, high))
        one = max(1 / self.extracts, _LEAST)
        shares[place] = max(shares[place], one)
        if band is not None:
            low = np.where(np.arange(len(scores)) <= place, np.maximum(band.low, one), band.low)
            band = replace(band, low=low, high=np.maximum(band.high, low))
        return replace(self, scores=scores, shares=shares, band=band)

    @property
    def exact(self) -> bool:
        """Whether every extract was counted."""
        return self.counts is not None

    @cached_property
    def support(self) -> Integers:
        """The entries that some extract has."""
        return np.flatnonzero(self.shares if self.counts is None else np.array([c > 0 for c in self.counts], np.bool_))

    @property
    def min(self) -> float | None:
        """The lowest score of any extract."""
        return float(self.scores[self.support[0]]) if len(self.support) else None

    @property
    def max(self) -> float | None:
        """The highest score of any extract."""
        return float(self.scores[self.support[-1]]) if len(self.support) else None

    @cached_property
    def mean(self) -> float | None:
        """The mean score; counted hits are summed as whole numbers and divided once."""
        if not len(self.support):
            return None
        if self.counts is None or self.total is None:
            return fsum(self.scores * self.shares) / fsum(self.shares)
        return sum(h * c for h, c in enumerate(self.counts)) / (max(self.total, 1) * self.extracts)

    @cached_property
    def std(self) -> float | None:
        """The standard deviation over all extracts; counted hits are summed as whole numbers."""
        mean = self.mean
        if mean is None:
            return None
        if self.counts is None or self.total is None:
            return sqrt(fsum((self.scores - mean) ** 2 * self.shares) / fsum(self.shares))
        first, second = (sum(h**power * c for h, c in enumerate(self.counts)) for power in (1, 2))
        return sqrt((self.extracts * second - first * first) / (max(self.total, 1) * self.extracts) ** 2)

    @cached_property
    def upper(self) -> Floats:
        """The share of extracts with at least each score, summed from the top: small tails keep all their digits."""
        if self.counts is None:
            return np.cumsum(self.shares[::-1])[::-1]
        return _divide(list(accumulate(reversed(self.counts)))[::-1], self.extracts)

    @cached_property
    def log_shares(self) -> Floats:
        """The natural logarithms of the shares of `support`, also where a share is too small to write."""
        if self.counts is None:
            return np.log(self.shares[self.support])
        whole = log(self.extracts) if self.extracts else 0.0
        shares = self.shares[self.support].tolist()
        counts = (self.counts[entry] for entry in self.support)
        # A quotient has more digits than a difference of logarithms, while it can be written.
        return np.array([log(s) if s > 1e-300 else log(c) - whole for s, c in zip(shares, counts, strict=True)])

    def quantile(self, q: float) -> float | None:
        """Return the lowest score that a share q of the extracts do not exceed; q is the decimal it prints as."""
        if not 0 <= q <= 1:
            raise SettingError(f"a quantile lies between 0 and 1, not {q:g}")
        if not len(self.support):
            return None
        reached: Flags
        if self.counts is None:
            reached = np.cumsum(self.shares) >= q - TOLERANCE
        else:
            wanted = Fraction(repr(float(q))) * self.extracts
            reached = np.array([count >= wanted for count in accumulate(self.counts)])
        entries = self.support[reached[self.support]]
        return float(self.scores[entries[0] if len(entries) else self.support[-1]])

    def histogram(self, bins: int = 1000) -> Floats:
        """Return the normalized histogram of Ceylan 2010, eq. 1: bins of width 1/N whose Riemann sum is 1.

        A score S falls into bin ⌊N·S⌋, counted from 0; 1 and more fall into the last.
        """
        if self.total is None:
            places = np.floor(self.scores * bins + TOLERANCE).astype(np.int64)
        else:
            places = np.arange(len(self.scores)) * bins // max(self.total, 1)
        masses = np.bincount(np.minimum(places, bins - 1), weights=self.shares, minlength=bins)
        return masses.astype(np.float64) * bins

    def rank(self, score: float) -> Rank:
        """Return where a score stands; entries within `TOLERANCE` of it count as equal."""
        if not len(self.support):
            raise SettingError("a space without extracts has no ranks")
        near = TOLERANCE * max(1.0, abs(score))
        low = int(np.searchsorted(self.scores, score - near, "left"))
        high = int(np.searchsorted(self.scores, score + near, "right"))
        percentile = percentile_rank(self.histogram(), score)
        if self.counts is None:
            above = float(self.upper[high]) if high < len(self.upper) else 0.0
            below, equal = float(self.shares[:low].sum()), float(self.shares[low:high].sum())
            return Rank(score, below, equal, above, percentile, nines(equal + above), interval=self._interval(low))
        counts, whole = (sum(self.counts[:low]), sum(self.counts[low:high]), sum(self.counts[high:])), self.extracts
        below, equal, above = (count / whole for count in counts)
        at_least = counts[1] + counts[2]
        depth = nines(at_least / whole)
        if depth > 300 and at_least:  # the quotient may be too small to write
            depth = log10(whole) - log10(at_least)
        return Rank(score, below, equal, above, percentile, depth, *counts)

    def _interval(self, entry: int) -> tuple[float, float] | None:
        """Return the bounds of the share from this entry on; past the last one, only its upper bound is known."""
        if self.band is None:
            return None
        if entry == len(self.scores):
            return 0.0, float(self.band.high[-1])
        return float(self.band.low[entry]), float(self.band.high[entry])


def _lattice(entries: int, total: int) -> Floats:
    return np.arange(entries) / max(total, 1)


def _divide(counts: Sequence[int], extracts: int) -> Floats:
    """Divide whole numbers of any size, each quotient rounded once."""
    return np.array([count / max(extracts, 1) for count in counts], np.float64)


def nines(share: float) -> float:
    """Return how small a share is, in decimal digits; 0.001 has three, and nothing at all has infinitely many.

    >>> nines(0.001)
    3.0
    """
    return max(0.0, -log10(share)) if share > 0 else inf


def percentile_rank(histogram: Floats, score: float) -> float:
    """Sum the bins below a score: PR(S) = 100/N Σ ĥ[i] for i = 1 … ⌊N·S⌋ (Ceylan 2010, eq. 2)."""
    bins = len(histogram)
    below = min(max(floor(bins * score + _ROUNDING), 0), bins)
    return min(100.0 / bins * float(histogram[:below].sum()), 100.0)
