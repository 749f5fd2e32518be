"""How likely a paired test finds a difference between two systems, and how many documents that takes."""

from __future__ import annotations

from dataclasses import dataclass
from math import nan, sqrt
from typing import TYPE_CHECKING

import numpy as np

from sumspace.compute.blas import one_thread

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sumspace.arrays import Floats


#: The power that is asked for, and the sizes that are tried: so many times the documents there are.
POWER = 0.8
MULTIPLES = (0.5, 1.0, 2.0, 4.0, 8.0)
_TRIED = tuple(2 ** (step / 2) for step in range(-8, 13))
#: How many corpora of each size are drawn at most and at least, and how many of their cells in all.
_MOST_DRAWN, _LEAST_DRAWN, _DRAWN_CELLS = 1000, 200, 2_000_000
#: Which stretch of random numbers is for this; those before it are for resamples and permutations.
_STRETCH = 2
#: Differences that are smaller are the work of rounding.
_ROUNDING = 1e-12


@dataclass(frozen=True, slots=True)
class PairedPower:
    """How likely the test finds a difference like this one, and how many documents that takes."""

    documents: int
    difference: float
    #: For so many times the documents: the share of drawn corpora in which the difference is found.
    at: dict[float, float]
    #: With so many documents it is found with 80 %; None where the most that were tried are too few.
    needed: int | None
    #: The most that were tried.
    tried: int
    #: The smallest difference that is found with 80 %, were it the true one, with these documents and this spread; NaN
    #: where there are too few for any.
    smallest: float


def paired_power(differences: Sequence[Floats], alpha: float, seed: int = 0) -> list[PairedPower]:
    """Return the power of the paired test for the differences of pairs, by document (Card et al. 2020).

    Corpora of each size are drawn with replacement from the documents there are. Each is tested by Student's form of
    the paired test, which the permutation test agrees with as soon as there are some documents; with so few that no
    permutation test can be significant, nothing is found.
    """
    results: dict[int, PairedPower] = {}
    for documents in {len(single) for single in differences}:
        places = [place for place, single in enumerate(differences) if len(single) == documents]
        table = np.stack([differences[place] for place in places], axis=1)
        results.update(zip(places, _powers(table, alpha, seed), strict=True))
    return [results[place] for place in range(len(differences))]


def _powers(table: Floats, alpha: float, seed: int) -> list[PairedPower]:
    from scipy.special import stdtrit

    documents = len(table)
    means = table.mean(axis=0)
    sign = np.where(means < 0, -1.0, 1.0)
    centred = sign * (table - means)
    sizes = {max(2, round(documents * multiple)) for multiple in (*_TRIED, *MULTIPLES)}
    found: dict[int, Floats] = {}
    smallest = np.full(len(means), nan)
    for number, size in enumerate(sorted(sizes)):
        if 2.0 ** (1 - size) > alpha:  # the least p-value that so few documents can have
            found[size] = np.zeros(len(means))
            continue
        drawn, error = _drawn(centred, size, np.random.Philox(key=seed, counter=[0, 0, _STRETCH, number]))
        reach = float(stdtrit(size - 1, 1 - alpha / 2)) * error
        # Where all drawn documents differ alike, nothing of that could be chance.
        found[size] = (np.abs(np.abs(means) + drawn) > np.maximum(reach, _ROUNDING)).mean(axis=0)
        if size == documents:
            smallest = np.quantile(reach - drawn, POWER, axis=0)
    return [
        PairedPower(
            documents,
            float(means[pair]),
            {multiple: float(found[max(2, round(documents * multiple))][pair]) for multiple in MULTIPLES},
            _needed({size: float(powers[pair]) for size, powers in found.items()}),
            max(sizes),
            float(smallest[pair]),
        )
        for pair in range(len(means))
    ]


def _drawn(centred: Floats, size: int, stream: np.random.Philox) -> tuple[Floats, Floats]:
    """Return the means and the standard errors of drawn corpora of a size."""
    documents = len(centred)
    count = int(np.clip(_DRAWN_CELLS // documents, _LEAST_DRAWN, _MOST_DRAWN))
    times = np.random.Generator(stream).multinomial(size, np.full(documents, 1 / documents), count)
    with one_thread():
        mean = times @ centred / size
        variance = np.maximum(times @ centred**2 / size - mean**2, 0.0) / (size - 1)
    return mean, np.sqrt(variance)


def _needed(powers: dict[int, float]) -> int | None:
    """Return how many documents give the power that is asked for, between the sizes that were tried."""
    from scipy.special import ndtri

    sizes = sorted(powers)
    enough = next((place for place, size in enumerate(sizes) if powers[size] >= POWER), None)
    if enough is None:
        return None
    if enough == 0:
        return sizes[0]
    low, high = sizes[enough - 1], sizes[enough]
    # Of a normal mean, the probit of the power is a straight line over the root of the size.
    below, above = (float(ndtri(np.clip(powers[size], 1e-3, 1 - 1e-3))) for size in (low, high))
    share = (float(ndtri(POWER)) - below) / (above - below) if above > below else 1.0
    root = sqrt(low) + min(max(share, 0.0), 1.0) * (sqrt(high) - sqrt(low))
    return min(high, int(np.ceil(root**2)))
