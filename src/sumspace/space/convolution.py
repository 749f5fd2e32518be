"""Sums of independent scores: entries that are merged, and counts of any size as products of long whole numbers."""

from __future__ import annotations

from math import ceil, inf
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    #: Scores in ascending order, and what each has: shares, their logarithms, or counts.
    Entries: TypeAlias = tuple[NDArray[np.float64], NDArray[Any]]

__all__ = ["convolve", "merge", "power_of_two"]

#: Sums of scores this close are one score.
_SAME = 1e-12
#: Below this many bytes, Python's own multiplication is as fast.
_SHORT = 2000


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
