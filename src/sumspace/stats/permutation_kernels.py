"""Compiled: how far apart the correlations of two measures are when cells of their tables are exchanged.

The measures are x and y, standardized, and the judgements z; a permutation says for every cell whether the first table
has x or y there, and the second has the other. Column 0 of the permutations exchanges nothing: it gives what is observed.
What is a sum over cells changes by the sum of the differences over exchanged cells, for all permutations at once. Orders
within documents are bits: which of the others lie below a cell, for both values of the cell and of the others, is
known beforehand, and a permutation only selects. The order of all cells is a walk along both tables merged.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from sumspace.compute.compiled import compiled, popcount
from sumspace.stats.kernels import _calibrated, _ties

#: Standardized values no further apart tie.
_TIE = 1e-11
_COEFFICIENTS = 7


@compiled
def _signs(values: Any, below: Any, ties: Any) -> Any:
    """Fill in how many values lie below each, and tie with it; return the number of different values."""
    different = 0.0
    for i in range(len(values)):
        lower, equal = 0, 0
        for j in range(len(values)):
            difference = values[i] - values[j]
            lower += difference > _TIE
            equal += abs(difference) <= _TIE
        below[i], ties[i] = lower, equal
        different += 1.0 / equal
    return round(different)


@compiled
def _of_rows(x: Any, z: Any, z_ranks: Any, z_untied: Any, z_different: Any, space: Any, result: Any) -> Any:
    """Write the correlations of two rows of few numbers, z_ranks being twice the ranks of z without their mean."""
    n = len(x)
    below, ties = space
    different = _signs(x, below, ties)
    result[:] = np.nan
    if different < 2:
        return
    x_mean, z_mean = x.mean(), z.mean()
    xx, zz, xz, untied = 0.0, 0.0, 0.0, 0
    rank_products, rank_squares, z_squares, concordant, right = 0, 0, 0, 0, 0
    for i in range(n):
        a, b = x[i] - x_mean, z[i] - z_mean
        xx += a * a
        zz += b * b
        xz += a * b
        rank = 2 * below[i] + ties[i] - n
        rank_products += rank * z_ranks[i]
        rank_squares += rank * rank
        z_squares += z_ranks[i] * z_ranks[i]
        untied += below[i]
        for j in range(i):
            difference, judged = x[i] - x[j], z[i] - z[j]
            sign = (difference > _TIE) - (difference < -_TIE)
            judged_sign = (judged > _TIE) - (judged < -_TIE)
            concordant += sign * judged_sign
            right += sign == judged_sign
    classes = min(different, z_different)
    result[0] = xz / np.sqrt(xx * zz)
    result[1] = rank_products / np.sqrt(float(rank_squares) * z_squares)
    result[2] = concordant / np.sqrt(float(untied) * z_untied)
    result[3] = 2.0 * concordant * classes / (float(n) * n * (classes - 1))
    result[4] = right / (n * (n - 1) / 2)
    result[6] = result[0]


@compiled
def between_systems(
    x: Any, y: Any, z: Any, systems: Any, count: Any, cells: Any, exchanged: Any, first: Any, last: Any
) -> Any:
    """Return the differences of correlations of the systems' means for permutations first … last - 1."""
    size = last - first
    moved, totals, sizes = np.zeros((count, size)), np.zeros((3, count)), np.zeros(count)
    for c in range(len(x)):
        s, difference = systems[c], y[c] - x[c]
        totals[0, s] += x[c]
        totals[1, s] += y[c]
        totals[2, s] += z[c]
        sizes[s] += 1
        row = exchanged[cells[c], first:last]
        for p in range(size):
            moved[s, p] += row[p] * difference
    judged = totals[2] / sizes
    below, ties = np.empty(count, np.int64), np.empty(count, np.int64)
    z_different = _signs(judged, below, ties)
    z_ranks, z_untied = 2 * below + ties - count, below.sum()
    _, z_groups = _ties(judged)
    is_tied = z_different < count
    once = np.ones(count, np.int64)
    space, deltas = np.empty((2, count), np.int64), np.full((size, _COEFFICIENTS), np.nan)
    results, rows = np.empty((2, _COEFFICIENTS)), np.empty((2, count))
    if z_different < 2 or count < 3:
        return deltas
    for p in range(size):
        for s in range(count):
            rows[0, s] = (totals[0, s] + moved[s, p]) / sizes[s]
            rows[1, s] = (totals[1, s] - moved[s, p]) / sizes[s]
        for side in range(2):
            _of_rows(rows[side], judged, z_ranks, z_untied, z_different, space, results[side])
            if is_tied:  # otherwise no threshold above 0 can be better than 0
                order = np.argsort(rows[side])
                results[side, 4], _ = _calibrated(rows[side][order], z_groups[order], once)
        deltas[p] = results[0] - results[1]
    return deltas


@compiled
def document_bits(x: Any, y: Any, z: Any, starts: Any, words: Any) -> Any:
    """Return for every cell which others of its document lie below it, and which tie, as bits; and the same of z.

    below[c, a, b] has a bit for each other cell whose value b (0: x, 1: y) lies below value a of cell c.
    """
    below = np.zeros((len(x), 2, 2, words), np.uint64)
    ties = np.zeros((len(x), 2, 2, words), np.uint64)
    judged = np.zeros((len(x), 2, words), np.uint64)
    has_ties = np.zeros(len(starts) - 1, np.bool_)
    one = np.uint64(1)
    values = np.stack((x, y))
    for d in range(len(starts) - 1):
        for c in range(starts[d], starts[d + 1]):
            for other in range(starts[d], starts[d + 1]):
                if other == c:
                    continue
                word, bit = (other - starts[d]) >> 6, one << np.uint64((other - starts[d]) & 63)
                if z[c] - z[other] > _TIE:
                    judged[c, 0, word] |= bit
                elif z[c] - z[other] < -_TIE:
                    judged[c, 1, word] |= bit
                for a in range(2):
                    for b in range(2):
                        difference = values[a, c] - values[b, other]
                        if difference > _TIE:
                            below[c, a, b, word] |= bit
                        elif difference >= -_TIE:
                            ties[c, a, b, word] |= bit
                            has_ties[d] = True
    return below, ties, judged, has_ties


@compiled
def within_documents(
    x: Any, y: Any, z: Any, starts: Any, below: Any, ties: Any, judged: Any, has_ties: Any,
    cells: Any, exchanged: Any, by_permutation: Any, first: Any, last: Any,
) -> Any:
    """Return the differences of mean correlations within documents, and of those of pooled differences.

    The values of a document are less their mean over both measures, and those of z less their own.
    """
    size, documents, words = last - first, len(starts) - 1, below.shape[3]
    deltas = np.full((size, _COEFFICIENTS), np.nan)
    # Of each document: Σ x', Σ x'², Σ x'z, less what they are without exchange.
    moved = np.zeros((documents, 3, size))
    totals = np.zeros((documents, 3, 2))
    z_squares, z_rank_squares = np.zeros(documents), np.zeros(documents)
    z_untied, z_different = np.zeros(documents, np.int64), np.zeros(documents)
    z_ranks = np.zeros(len(x), np.int64)
    for d in range(documents):
        n = starts[d + 1] - starts[d]
        for c in range(starts[d], starts[d + 1]):
            lower, higher = 0, 0
            for w in range(words):
                lower += np.int64(popcount(judged[c, 0, w]))
                higher += np.int64(popcount(judged[c, 1, w]))
            z_ranks[c] = lower - higher
            z_rank_squares[d] += z_ranks[c] * z_ranks[c]
            z_untied[d] += lower
            z_different[d] += 1.0 / (n - lower - higher)
            z_squares[d] += z[c] * z[c]
            a, b, e = y[c] - x[c], y[c] * y[c] - x[c] * x[c], (y[c] - x[c]) * z[c]
            totals[d, 0, 0] += x[c]
            totals[d, 0, 1] += y[c]
            totals[d, 1, 0] += x[c] * x[c]
            totals[d, 1, 1] += y[c] * y[c]
            totals[d, 2, 0] += x[c] * z[c]
            totals[d, 2, 1] += y[c] * z[c]
            row = exchanged[cells[c], first:last]
            for p in range(size):
                moved[d, 0, p] += row[p] * a
                moved[d, 1, p] += row[p] * b
                moved[d, 2, p] += row[p] * e
    chosen, others = np.empty(words, np.uint64), np.empty(words, np.uint64)
    sums, used, pooled = np.empty((2, 4)), np.empty(2, np.int64), np.empty((2, 3))
    for p in range(size):
        sums[:] = 0.0
        used[:] = 0
        pooled[:] = 0.0
        for d in range(documents):
            start, end = starts[d], starts[d + 1]
            n = end - start
            chosen[:] = np.uint64(0)
            for c in range(start, end):
                chosen[(c - start) >> 6] |= np.uint64(by_permutation[first + p, cells[c]]) << np.uint64((c - start) & 63)
            for side in range(2):
                sign = 1 - 2 * side
                total = totals[d, 0, side] + sign * moved[d, 0, p]
                squares = totals[d, 1, side] + sign * moved[d, 1, p] - total * total / n
                products = totals[d, 2, side] + sign * moved[d, 2, p]
                pooled[side, 0] += n * products
                pooled[side, 1] += n * max(squares, 0.0)
                pooled[side, 2] += n * z_squares[d]
                if z_untied[d] == 0:
                    continue
                concordant, untied, rank_products, rank_squares, different = 0, 0, 0, 0, 0.0
                for w in range(words):
                    others[w] = chosen[w] if side == 0 else ~chosen[w]
                for c in range(start, end):
                    own = np.int64(others[(c - start) >> 6] >> np.uint64((c - start) & 63) & np.uint64(1))
                    lower, same = 0, 0
                    for w in range(words):
                        word = (below[c, own, 0, w] & ~others[w]) | (below[c, own, 1, w] & others[w])
                        lower += np.int64(popcount(word))
                        concordant += np.int64(popcount(word & judged[c, 0, w]))
                        concordant -= np.int64(popcount(word & judged[c, 1, w]))
                        if has_ties[d]:
                            word = (ties[c, own, 0, w] & ~others[w]) | (ties[c, own, 1, w] & others[w])
                            same += np.int64(popcount(word))
                    rank = 2 * lower + same + 1 - n
                    untied += lower
                    rank_products += rank * z_ranks[c]
                    rank_squares += rank * rank
                    different += 1.0 / (1 + same) if has_ties[d] else 1.0
                if untied == 0:
                    continue
                classes = min(round(different), round(z_different[d]))
                used[side] += 1
                sums[side, 0] += products / np.sqrt(squares * z_squares[d])
                sums[side, 1] += rank_products / np.sqrt(rank_squares * z_rank_squares[d])
                sums[side, 2] += concordant / np.sqrt(float(untied) * z_untied[d])
                sums[side, 3] += 2.0 * concordant * classes / (float(n) * n * (classes - 1))
        if used[0] > 0 and used[1] > 0:
            deltas[p, :4] = sums[0] / used[0] - sums[1] / used[1]
            values = pooled[:, 0] / np.sqrt(pooled[:, 1] * pooled[:, 2])
            deltas[p, 6] = values[0] - values[1]
    return deltas


@compiled
def over_all(
    x: Any, y: Any, z: Any, cells: Any, exchanged: Any, by_permutation: Any, first: Any, last: Any
) -> Any:
    """Return the differences of correlations over all cells; x and y have a mean of 0 together, and z has alone."""
    size, n = last - first, len(x)
    deltas = np.full((size, _COEFFICIENTS), np.nan)
    moved, totals, z_square = np.zeros((3, size)), np.zeros((3, 2)), 0.0
    for c in range(n):
        a, b, e = y[c] - x[c], y[c] * y[c] - x[c] * x[c], (y[c] - x[c]) * z[c]
        totals[0] += np.array([x[c], y[c]])
        totals[1] += np.array([x[c] * x[c], y[c] * y[c]])
        totals[2] += np.array([x[c] * z[c], y[c] * z[c]])
        z_square += z[c] * z[c]
        row = exchanged[cells[c], first:last]
        for p in range(size):
            moved[0, p] += row[p] * a
            moved[1, p] += row[p] * b
            moved[2, p] += row[p] * e
    _, z_groups = _ties(z)
    groups = z_groups.max() + 1
    counts = np.bincount(z_groups, minlength=groups)
    before, z_rank_squares, z_untied = 0, 0.0, 0.0
    z_ranks = np.empty(groups)
    for g in range(groups):
        z_ranks[g] = 2 * before + counts[g] - n
        z_rank_squares += counts[g] * z_ranks[g] * z_ranks[g]
        z_untied += before * counts[g]
        before += counts[g]
    both = np.concatenate((x, y))
    order = np.argsort(both)
    tree, seen = np.empty((2, groups + 1), np.int32), np.empty((2, groups), np.int32)
    results = np.empty((2, 4))
    members = np.empty(2 * n, np.int8)
    for p in range(size):
        row = by_permutation[first + p]
        tree[:] = 0
        seen[:] = 0
        entered, different = np.zeros(2, np.int64), np.zeros(2, np.int64)
        concordant, untied = np.zeros(2, np.int64), np.zeros(2)
        products, squares = np.zeros(2), np.zeros(2)
        start = 0
        while start < 2 * n:
            end = start + 1
            while end < 2 * n and both[order[end]] - both[order[end - 1]] <= _TIE:
                end += 1
            found = np.zeros(2, np.int64)
            for k in range(start, end):
                c = order[k] if order[k] < n else order[k] - n
                # Table 0 has x where nothing is exchanged, and y elsewhere.
                side = np.int64(row[cells[c]]) ^ np.int64(order[k] >= n)
                members[k] = side
                found[side] += 1
            for k in range(start, end):
                side = members[k]
                group = z_groups[order[k] if order[k] < n else order[k] - n]
                lower, node = 0, group
                while node > 0:
                    lower += tree[side, node]
                    node &= node - 1
                concordant[side] += 2 * lower + seen[side, group] - entered[side]
                products[side] += (2 * entered[side] + found[side] - n) * z_ranks[group]
            for k in range(start, end):
                side = members[k]
                group = z_groups[order[k] if order[k] < n else order[k] - n]
                seen[side, group] += 1
                node = group + 1
                while node <= groups:
                    tree[side, node] += 1
                    node += node & -node
            for side in range(2):
                rank = 2.0 * entered[side] + found[side] - n
                squares[side] += found[side] * rank * rank
                untied[side] += found[side] * entered[side]
                different[side] += found[side] > 0
                entered[side] += found[side]
            start = end
        for side in range(2):
            sign = 1 - 2 * side
            total = totals[0, side] + sign * moved[0, p]
            square = totals[1, side] + sign * moved[1, p] - total * total / n
            classes = min(different[side], groups)
            results[side, 0] = (totals[2, side] + sign * moved[2, p]) / np.sqrt(square * z_square)
            results[side, 1] = products[side] / np.sqrt(squares[side] * z_rank_squares)
            results[side, 2] = concordant[side] / np.sqrt(untied[side] * z_untied)
            results[side, 3] = 2.0 * concordant[side] * classes / (float(n) * n * (classes - 1))
        deltas[p, :4] = results[0] - results[1]
        deltas[p, 6] = deltas[p, 0]
    return deltas


@compiled
def document_accuracies(scores: Any, judgements: Any, starts: Any, threshold: Any) -> Any:
    """Return the pairwise accuracy within each document, with one threshold of ties."""
    accuracies = np.empty(len(starts) - 1)
    for d in range(len(starts) - 1):
        right, n = 0, starts[d + 1] - starts[d]
        for i in range(starts[d], starts[d + 1]):
            for j in range(starts[d], i):
                difference, judged = scores[i] - scores[j], judgements[i] - judgements[j]
                sign = (difference > threshold) - (difference < -threshold)
                right += sign == (judged > _TIE) - (judged < -_TIE)
        accuracies[d] = right / (n * (n - 1) / 2)
    return accuracies
