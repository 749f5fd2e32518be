"""Sums of independent scores: sections of a document, documents of a domain, and convolutions of counts of any size."""

from __future__ import annotations

from functools import reduce
from math import ceil, inf, prod
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from sumspace.errors import SettingError
from sumspace.space.distribution import Distribution

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from sumspace.arrays import Floats

    #: Scores in ascending order, and what each has: shares, their logarithms, or counts.
    Entries: TypeAlias = tuple[Floats, NDArray[Any]]


#: How many combinations of entries are merged one by one.
_MERGED = 10**6
#: How many entries a weighted sum keeps apart, and the grid it is rounded to beyond that.
_KEPT, _GRID = 10**5, 1e-5
#: Sums of scores this close are one score.
_SAME = 1e-12
#: Below this many bytes, Python's own multiplication is as fast.
_SHORT = 2000


def sum_sections(parts: Sequence[Distribution]) -> Distribution:
    """Add up the sections of a document, which share the reference and so the denominator (Ceylan 2010, section 4).

    Counts convolve exactly. With an estimate among the parts the shares convolve, and the result is an estimate
    without a band.
    """
    totals = {part.total for part in parts}
    if len(totals) != 1:
        raise SettingError("sections are summed where there are some, all scored against the same reference")
    total = totals.pop()
    if total is None:
        raise SettingError("only scores that are hits out of a total are summed; use a weighted sum")
    exact = [part.counts for part in parts if part.counts is not None]
    if len(exact) == len(parts):
        return Distribution.by_hits(convolve(exact), total)
    extracts = prod(part.extracts for part in parts)
    return Distribution.estimated(reduce(np.convolve, (part.shares for part in parts)), total, extracts)


def sum_binned(histograms: Sequence[Floats]) -> Floats:
    """Add up the histograms of sections: bins i and j, from 1, give half to i + j and half to i + j - 1.

    Ceylan 2010, section 6. What lies beyond the last bin goes into it; the result is normalized by eq. 1.
    """
    bins = len(histograms[0])
    combined = normalized(histograms[0])
    for histogram in histograms[1:]:
        pairs = np.convolve(combined, histogram)
        halves = (np.append(pairs, 0.0) + np.append(0.0, pairs)) / 2
        halves[bins - 1] = halves[bins - 1 :].sum()
        combined = normalized(halves[:bins])
    return combined


def add_binned(average: Floats | None, histogram: Floats, number: int) -> Floats:
    """Add document `number` of a domain, from 1 on, to its histogram by Algorithm 1 of Ceylan 2010.

    At the end the histogram is to be `normalized`.
    """
    from sumspace.space.kernels.combining import add_bins

    added = histogram.astype(np.float64)
    if average is None:
        return added
    combined: Floats = add_bins(average, added, number)
    return combined


def weighted_sum(parts: Sequence[Distribution], weights: Sequence[float]) -> Distribution:
    """Add up weighted scores, as the precision of a document in sections (Ceylan 2010, section 4).

    Sums are kept apart and counted while they are at most 100,000; beyond that they are rounded to a grid of 10^-5,
    and the result is an estimate. It is one also where a part is.
    """
    if not parts or min(weights) < 0:
        raise SettingError("a weighted sum has some parts, and no weight is negative")
    extracts = prod(part.extracts for part in parts)
    if not extracts:
        return Distribution.by_score({})
    exact = all(part.exact for part in parts)
    scores, masses = np.zeros(1), np.array([1], object if exact else np.float64)
    for part, weight in zip(parts, weights, strict=True):
        held = part.support
        new = np.array(part.counts, object)[held] if exact else part.shares[held]
        if len(scores) > _KEPT or len(scores) * len(held) > _MERGED:
            return _rounded_sum(parts, weights, extracts)
        scores, masses = merge((scores, masses), (weight * part.scores[held], new), np.multiply, np.add)
    if exact:
        return Distribution.by_score(dict(zip(scores.tolist(), masses.tolist(), strict=True)))
    return Distribution(scores, masses, extracts)


def _rounded_sum(parts: Sequence[Distribution], weights: Sequence[float], extracts: int) -> Distribution:
    shares = np.ones(1)
    for part, weight in zip(parts, weights, strict=True):
        shifts = np.rint(weight * part.scores[part.support] / _GRID).astype(np.int64)
        moved = np.zeros(len(shares) + int(shifts[-1]))
        for shift, share in zip(shifts, part.shares[part.support], strict=True):
            moved[shift : shift + len(shares)] += share * shares
        shares = moved
    held = np.flatnonzero(shares)
    return Distribution(held.astype(np.float64) * _GRID, shares[held], extracts)


def normalized(histogram: Floats) -> Floats:
    """Scale a histogram so that its Riemann sum is 1 (Ceylan 2010, eq. 1)."""
    return histogram * (len(histogram) / float(histogram.sum()))


def merge(old: Entries, new: Entries, join: np.ufunc, add: np.ufunc) -> Entries:
    """Add every score of one to every score of the other and merge those that are the same."""
    scores, masses = np.add.outer(old[0], new[0]).ravel(), join.outer(old[1], new[1]).ravel()
    order = np.argsort(scores, kind="stable")
    scores, masses = scores[order], masses[order]
    first = np.flatnonzero(np.diff(scores, prepend=-inf) > _SAME)
    return scores[first], add.reduceat(masses, first)


def convolve(parts: Sequence[Sequence[int]]) -> Sequence[int]:
    """Multiply polynomials with whole coefficients of any size, two and two, by way of one long number each."""
    while len(parts) > 1:
        odd = parts[len(parts) // 2 * 2 :]
        parts = [*(_product(a, b) for a, b in zip(parts[::2], parts[1::2], strict=False)), *odd]
    return parts[0]


def _product(a: Sequence[int], b: Sequence[int]) -> Sequence[int]:
    """Write coefficients so wide apart that those of the product do not touch, and multiply the numbers they make."""
    if not any(a) or not any(b):
        return ()
    width = ((sum(a) * sum(b)).bit_length() + 7) // 8
    x, y = (b"".join(count.to_bytes(width, "little") for count in counts) for counts in (a, b))
    size = width * (len(a) + len(b) - 1)
    digits = _multiply(x, y).to_bytes(size + 1, "little")
    return [int.from_bytes(digits[place : place + width], "little") for place in range(0, size, width)]


def _multiply(x: bytes, y: bytes) -> int:
    """Multiply two long numbers, given by their bytes, through the Fourier transform; its rounding is checked."""
    if min(len(x), len(y)) >= _SHORT:
        length = power_of_two(len(x) + len(y))
        a, b = (np.fft.rfft(np.frombuffer(number, np.uint8).astype(np.float64), length) for number in (x, y))
        product = np.fft.irfft(a * b, length)
        whole = np.rint(product)
        if np.abs(product - whole).max() < 0.2:
            columns = whole.astype("<i8").view(np.uint8).reshape(-1, 8)
            return sum(int.from_bytes(columns[:, k].tobytes(), "little") << (8 * k) for k in range(8))
    return int.from_bytes(x, "little") * int.from_bytes(y, "little")


def power_of_two(least: float) -> int:
    """Return the lowest power of two, from 2 on, that is no lower."""
    return 1 << max(ceil(least) - 1, 1).bit_length()
