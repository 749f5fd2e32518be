"""Compiled: Pearson's r within documents for many pairs of measures, after exchanges between the two of each."""

from __future__ import annotations

from typing import Any

import numpy as np

from sumspace.compute.compiled import compiled

#: Permutations that are drawn and multiplied together: a multiple of 32, so that each block begins with a counter.
BLOCK = 256
#: Standardized values no further apart tie.
_TIE = 1e-11


@compiled
def fragile_documents(values: Any, pairs: Any, starts: Any) -> Any:
    """Return [pair, document]: whether an exchange may leave one measure with a single value in the document."""
    fragile = np.zeros((len(pairs), len(starts) - 1), np.bool_)
    for k in range(len(pairs)):
        x, y = values[pairs[k, 0]], values[pairs[k, 1]]
        for d in range(len(starts) - 1):
            for single in (x[starts[d]], y[starts[d]]):
                c = starts[d]
                while c < starts[d + 1] and (abs(x[c] - single) <= _TIE or abs(y[c] - single) <= _TIE):
                    c += 1
                fragile[k, d] |= c == starts[d + 1]
    return fragile


@compiled
def _add_document(own: Any, other: Any, total: Any, other_total: Any, size: Any, sums: Any) -> None:
    """Add a document's correlations, and its squares times its size, of both sides for every permutation.

    Rows lie one after the other, each of BLOCK permutations: with distances that are known, the loop has vectors.
    """
    for p in range(BLOCK):
        moved = other[p] - own[p]
        mean, rest = total[0] + moved, other_total[0] - moved
        moved = other[BLOCK + p] - own[BLOCK + p]
        square, rest_square = (total[1] + moved) - mean * mean, (other_total[1] - moved) - rest * rest
        moved = other[2 * BLOCK + p] - own[2 * BLOCK + p]
        # 1 / √ in single precision, and Newton's step to double it: less time than a root and a division.
        near = np.float64(np.divide(np.float32(1.0), np.sqrt(np.float32(square))))
        sums[p] += (total[2] + moved) * (near * (1.5 - 0.5 * square * near * near))
        near = np.float64(np.divide(np.float32(1.0), np.sqrt(np.float32(rest_square))))
        sums[BLOCK + p] += (other_total[2] - moved) * (near * (1.5 - 0.5 * rest_square * near * near))
        sums[2 * BLOCK + p] += size * square
        sums[3 * BLOCK + p] += size * rest_square


@compiled
def _add_fragile(own: Any, other: Any, totals: Any, size: Any, none: Any, is_judged: Any, sums: Any, used: Any) -> None:
    """Add a document as above, whose values may all be the same: then it has no correlation."""
    for side in range(2):
        sign = 1 - 2 * side
        for p in range(BLOCK):
            mean = totals[side, 0] + sign * (other[p] - own[p])
            square = (totals[side, 1] + sign * (other[BLOCK + p] - own[BLOCK + p])) - mean * mean
            if square <= none:
                used[side, p] -= is_judged
            else:
                product = totals[side, 2] + sign * (other[2 * BLOCK + p] - own[2 * BLOCK + p])
                sums[side * BLOCK + p] += product / np.sqrt(square)
                sums[(2 + side) * BLOCK + p] += size * square


@compiled
def add_documents(
    given: Any, totals: Any, pairs: Any, sizes: Any, is_judged: Any, fragile: Any, share: Any, sums: Any, used: Any
) -> None:
    """Add documents to [pair, sums]: correlations of both sides, and squares times sizes, each of BLOCK permutations.

    `given` are the moments of exchanged cells, [document, measure, moment of BLOCK permutations], and `totals` of all
    cells. `used`, [pair, side, permutation], loses documents without a correlation.
    """
    for k in range(len(pairs)):
        i, j = pairs[k]
        for d in range(len(given)):
            if fragile[k, d]:
                both = np.stack((totals[d, i], totals[d, j]))
                none = share * (both[0, 1] + both[1, 1])
                _add_fragile(given[d, i], given[d, j], both, sizes[d], none, is_judged[d], sums[k], used[k])
            else:
                _add_document(given[d, i], given[d, j], totals[d, i], totals[d, j], float(sizes[d]), sums[k])
