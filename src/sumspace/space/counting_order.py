"""In which order sentences are counted: one that leaves few units open at a time."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from sumspace.space.counting_units import capped_units

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sumspace.space.space import Space

    Integers = NDArray[np.int64]

__all__ = ["promising_orders"]

#: How many greedy orders are tried, and how many of them are looked at closely.
_TRIES, _CLOSER = 64, 3


def promising_orders(space: Space) -> list[list[int]]:
    """Return promising orders of the sentences, those that share units first."""
    from sumspace.space.kernels.counting import order

    coverage = space.coverage
    capped = capped_units(space)
    held = [sorted({u for u in coverage.occurrences(s) if u in capped}) for s in range(len(coverage.lengths))]
    shared = [s for s, units in enumerate(held) if units]
    alone = [s for s, units in enumerate(held) if not units]
    if not shared:
        return [alone]
    starts = np.cumsum([0, *(len(held[s]) for s in shared)])
    units = np.array([capped[u] for s in shared for u in held[s]], dtype=np.int64)
    bits = np.log2([1.0 + len(coverage.levels(u)) for u in capped])
    rng = np.random.Generator(np.random.PCG64(0))
    found = {}
    for attempt in range(_TRIES):
        begin = int(rng.integers(len(shared)))
        noise = rng.random(len(shared)) * (0.5 if attempt % 2 else 0.01)
        candidate = order(starts, units, bits, begin, noise)
        found[tuple(candidate.tolist())] = _openness(candidate, starts, units, bits)
    best = sorted(found, key=lambda candidate: found[candidate])[:_CLOSER]
    return [[*(shared[place] for place in candidate), *alone] for candidate in best]


def _openness(order: Integers, starts: Integers, units: Integers, bits: NDArray[np.float64]) -> float:
    """Bound the number of states over all steps, as a logarithm."""
    first, last = np.full(len(bits), len(order)), np.full(len(bits), -1)
    for place, s in enumerate(order):
        held = units[starts[s] : starts[s + 1]]
        first[held] = np.minimum(first[held], place)
        last[held] = place
    opened = np.zeros(len(order) + 1)
    np.add.at(opened, first, bits)
    np.add.at(opened, last, -bits)
    return float(np.logaddexp2.reduce(np.cumsum(opened)[:-1]))
