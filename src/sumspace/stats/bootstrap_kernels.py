"""Compiled: ROUGE-1.5.5's bootstrap, in the script's own order of floating-point operations."""

from __future__ import annotations

from typing import Any

import numpy as np

from sumspace.compute.compiled import compiled

_MULTIPLIER, _INCREMENT, _MASK = np.uint64(0x5DEECE66D), np.uint64(0xB), np.uint64((1 << 48) - 1)


@compiled
def resample(scores: Any, resamples: Any, seed: Any) -> Any:
    """Return the mean of every resample; resample i draws with drand48 seeded with seed + i, as Perl's srand."""
    count, columns = scores.shape
    means = np.empty((resamples, columns))
    for i in range(resamples):
        state = ((np.uint64(seed + i) & np.uint64(0xFFFFFFFF)) << np.uint64(16)) + np.uint64(0x330E)
        sums = np.zeros(columns)
        for _ in range(count):
            state = (state * _MULTIPLIER + _INCREMENT) & _MASK
            drawn = int(count * (np.float64(state) / 281474976710656.0))
            for c in range(columns):
                sums[c] += scores[drawn, c]
        means[i] = sums / count
    return means
