"""How many documents and systems it takes to tell two measures apart (Card et al. 2020), at the system level.

The systems that are there stand for all that could be: as many as wanted are drawn from them. What is drawn of a system
is its true mean, of which the means over documents are noisy readings: the noise, which is what is left of the scores
and judgements without systems and documents, is taken out of the means and put in again, for as many documents as
wanted.
Williams' test, two-sided, then says whether the measures are told apart.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import TYPE_CHECKING

import numpy as np

from sumspace.errors import SettingError
from sumspace.stats.correlation import system_components
from sumspace.stats.paired_power import POWER
from sumspace.stats.williams import williams, williams_t

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sumspace.arrays import Floats

_SHARES_OF_DOCUMENTS = (0.25, 0.5, 1.0, 2.0, 4.0, 8.0)
_SHARES_OF_SYSTEMS = (1.0, 2.0, 4.0)
_MOST_DRAWS = 100_000
#: Fewer systems have no test worth the name.
_FEWEST_SYSTEMS = 4


@dataclass(frozen=True, slots=True)
class Power:
    """How often two measures would be told apart with so many documents and systems."""

    documents: int
    systems: int
    #: The share of tests that find the better measure better, and its 95 % interval (Wilson 1927).
    power: float
    low: float
    high: float


def power_of_measures(
    first: Floats,
    second: Floats,
    judgements: Floats,
    *,
    documents: Sequence[float] = _SHARES_OF_DOCUMENTS,
    systems: Sequence[float] = _SHARES_OF_SYSTEMS,
    alpha: float = 0.05,
    draws: int = 1000,
    seed: int = 0,
) -> tuple[Power, ...]:
    """Return the power for all sizes, as multiples of what is there; none where there is nothing to draw from.

    The three tables are [document, system], NaN where there is no value; cells count where all have one. Fewer than
    four systems, fewer than two documents, or scores that are constant leave nothing to draw from.
    """
    tables = np.stack([np.asarray(table, dtype=np.float64) for table in (first, second, judgements)])
    if tables.ndim != 3:
        raise SettingError(f"tables have documents and systems, not the shape {tables.shape[1:]}")
    if not 1 <= draws <= _MOST_DRAWS:
        raise SettingError(f"the number of draws must be 1 to {_MOST_DRAWS:,}, not {draws:,}")
    fitted = _fit(tables)
    if fitted is None:
        return ()
    effects, noise, size = fitted
    counts = [sorted({max(2, round(size * share)) for share in documents})]
    counts.append(sorted({max(_FEWEST_SYSTEMS, round(len(effects) * share)) for share in systems}))
    random = np.random.Generator(np.random.Philox(key=seed, counter=[0, 0, 3, 0]))
    return tuple(
        _power(effects, noise, documents_here, systems_here, alpha, draws, random)
        for systems_here in counts[1]
        for documents_here in counts[0]
    )


def needed(rows: Sequence[Power], wanted: float = POWER) -> Power | None:
    """Return the first size with so much power, of those with the fewest systems; None where no size has it.

    >>> needed([Power(50, 16, 0.4, 0.37, 0.43), Power(200, 16, 0.85, 0.82, 0.87)]).documents
    200
    """
    enough = [row for row in rows if row.power >= wanted]
    return min(enough, key=lambda row: (row.systems, row.documents), default=None)


def smallest_difference(correlation: float, between: float, points: int, alpha: float = 0.05) -> float | None:
    """Return by how much a second correlation must be lower for Williams' test, two-sided, to notice it.

    The first measure has this correlation with the judgements, and `between` is that of both measures. None where no
    difference that is possible is noticed.
    """

    def is_noticed(difference: float) -> bool:
        p = williams(correlation, correlation - difference, between, points).two_sided
        return p is not None and p < alpha

    # The second correlation can only be what the two others leave: the three make a positive matrix.
    most = correlation - (correlation * between - sqrt(max(0.0, (1 - correlation**2) * (1 - between**2))))
    if most <= 0 or not is_noticed(most * (1 - 1e-9)):
        return None
    low, high = 0.0, most * (1 - 1e-9)
    for _ in range(50):
        middle = (low + high) / 2
        low, high = (low, middle) if is_noticed(middle) else (middle, high)
    return high


def _fit(tables: Floats) -> tuple[Floats, Floats, int] | None:
    """Return the systems' means [system, table] without noise, the noise's covariance in a cell, and the documents."""
    found = system_components(tables)
    if found is None or len(found[0]) < _FEWEST_SYSTEMS:
        return None
    means, noise, counts = found
    centred = means - means.mean(axis=0)
    observed = centred.T @ centred / (len(means) - 1)
    true = observed - noise * (1 / counts).mean()
    return centred @ _root(observed, -0.5) @ _root(true, 0.5), noise, int(counts.max())


def _root(matrix: Floats, power: float) -> Floats:
    """Raise a symmetric matrix to a power; what is not above 0 becomes 0."""
    values, vectors = np.linalg.eigh(matrix)
    kept = values > 1e-12 * max(values.max(), 1e-300)
    result: Floats = (vectors[:, kept] * values[kept] ** power) @ vectors[:, kept].T
    return result


def _power(
    effects: Floats, noise: Floats, documents: int, systems: int, alpha: float, draws: int, random: np.random.Generator
) -> Power:
    from scipy.stats import t as student

    places = random.integers(0, len(effects), (draws, systems))
    means = effects[places] + random.standard_normal((draws, systems, 3)) @ _root(noise / documents, 0.5)
    centred = means - means.mean(axis=1, keepdims=True)
    products = np.einsum("dsa,dsb->dab", centred, centred)
    spread = np.sqrt(np.einsum("daa->da", products))
    with np.errstate(invalid="ignore", divide="ignore"):
        r = products / (spread[:, :, None] * spread[:, None, :])
    t = williams_t(r[:, 0, 2], r[:, 1, 2], r[:, 0, 1], systems)
    with np.errstate(invalid="ignore", divide="ignore"):  # where all that differs is noise, there is no correlation
        true = [np.nan_to_num(np.corrcoef(effects[:, k], effects[:, 2])[0, 1]) for k in (0, 1)]
    direction = np.sign(true[0] - true[1])
    found = int(np.count_nonzero(direction * t > student.isf(alpha / 2, systems - 3)))
    low, high = wilson(found, draws)
    return Power(documents, systems, found / draws, low, high)


def wilson(count: int, of: int, z: float = 1.959963984540054) -> tuple[float, float]:
    """Return the interval of a share (Wilson 1927).

    >>> wilson(0, 10)
    (0.0, 0.2775327998628892)
    """
    share = count / of
    middle = (share + z * z / (2 * of)) / (1 + z * z / of)
    half = z * sqrt(share * (1 - share) / of + z * z / (4 * of * of)) / (1 + z * z / of)
    return max(0.0, middle - half), min(1.0, middle + half)
