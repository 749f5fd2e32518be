"""Compiled: how far apart the correlations of two measures are when cells of their tables are exchanged.

The measures are x and y, standardized, and the judgements z; a permutation says for every cell whether the first table
has x or y there, and the second has the other. Column 0 of the permutations exchanges nothing: it gives what is
observed. Pearson's r is not here: it needs sums alone (`pearson_permutation.py`). Orders within documents are bits:
which of the others lie below a cell, for both values of the cell and of the others, is known beforehand, and a
permutation only selects. The order of all cells is a walk along both tables merged.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from sumspace.compute.compiled import compiled, popcount
from sumspace.stats.accuracy_kernels import calibrated
from sumspace.stats.correlation_kernels import group_ties

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
    untied = 0
    rank_products, rank_squares, z_squares, concordant, right = 0, 0, 0, 0, 0
    for i in range(n):
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
    result[1] = rank_products / np.sqrt(float(rank_squares) * z_squares)
    result[2] = concordant / np.sqrt(float(untied) * z_untied)
    result[3] = 2.0 * concordant * classes / (float(n) * n * (classes - 1))
    result[4] = right / (n * (n - 1) / 2)


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
    _, z_groups = group_ties(judged)
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
                results[side, 4], _ = calibrated(rows[side][order], z_groups[order], once)
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
def chosen_bits(exchanged: Any, cells: Any, starts: Any, words: Any) -> Any:
    """Return [document, word, permutation]: the exchanged cells of documents as bits."""
    bits = np.zeros((len(starts) - 1, words, exchanged.shape[1]), np.uint64)
    for d in range(len(starts) - 1):
        for c in range(starts[d], starts[d + 1]):
            place = c - starts[d]
            for p in range(exchanged.shape[1]):
                bits[d, place >> 6, p] |= np.uint64(exchanged[cells[c], p]) << np.uint64(place & 63)
    return bits


@compiled
def within_documents(
    starts: Any, below: Any, ties: Any, judged: Any, has_ties: Any, chosen: Any, first: Any, last: Any
) -> Any:
    """Return the differences of mean correlations within documents."""
    size, words = last - first, below.shape[3]
    sums, used = np.zeros((2, 3, size)), np.zeros((2, size), np.int64)
    lower, same = np.empty(size, np.int64), np.empty(size, np.int64)
    concordant, untied = np.empty(size, np.int64), np.empty(size, np.int64)
    rank_products, rank_squares = np.empty(size, np.int64), np.empty(size, np.int64)
    different, zero, one = np.empty(size), np.uint64(0), np.uint64(1)
    for d in range(len(starts) - 1):
        start, end = starts[d], starts[d + 1]
        n = end - start
        z_rank_square, z_untied, z_different = 0.0, np.int64(0), 0.0
        for c in range(start, end):
            under, over = np.int64(0), np.int64(0)
            for w in range(words):
                under += np.int64(popcount(judged[c, 0, w]))
                over += np.int64(popcount(judged[c, 1, w]))
            z_rank_square += (under - over) ** 2
            z_untied += under
            z_different += 1.0 / (n - under - over)
        for side in range(2):
            concordant[:] = 0
            untied[:] = 0
            rank_products[:] = 0
            rank_squares[:] = 0
            different[:] = 0.0
            for c in range(start, end):
                if z_untied == 0:
                    break
                lower[:] = 0
                same[:] = 0
                place = c - start
                shift, own_bits = np.uint64(place & 63), chosen[d, place >> 6, first:last]
                z_rank = np.int64(0)
                for w in range(words):
                    b00, b01, b10, b11 = below[c, 0, 0, w], below[c, 0, 1, w], below[c, 1, 0, w], below[c, 1, 1, w]
                    j0, j1, others = judged[c, 0, w], judged[c, 1, w], chosen[d, w, first:last]
                    z_rank += np.int64(popcount(j0)) - np.int64(popcount(j1))
                    for p in range(size):
                        own = zero - ((own_bits[p] >> shift) & one)
                        bits = others[p]
                        if side == 1:
                            own, bits = ~own, ~bits
                        word = (((b00 & ~own) | (b10 & own)) & ~bits) | (((b01 & ~own) | (b11 & own)) & bits)
                        lower[p] += np.int64(popcount(word))
                        concordant[p] += np.int64(popcount(word & j0)) - np.int64(popcount(word & j1))
                    if has_ties[d]:
                        b00, b01, b10, b11 = ties[c, 0, 0, w], ties[c, 0, 1, w], ties[c, 1, 0, w], ties[c, 1, 1, w]
                        for p in range(size):
                            own = zero - ((own_bits[p] >> shift) & one)
                            bits = others[p]
                            if side == 1:
                                own, bits = ~own, ~bits
                            word = (((b00 & ~own) | (b10 & own)) & ~bits) | (((b01 & ~own) | (b11 & own)) & bits)
                            same[p] += np.int64(popcount(word))
                for p in range(size):
                    rank = 2 * lower[p] + same[p] + 1 - n
                    untied[p] += lower[p]
                    rank_products[p] += rank * z_rank
                    rank_squares[p] += rank * rank
                if has_ties[d]:
                    for p in range(size):
                        different[p] += 1.0 / (1 + same[p])
            for p in range(size):
                if untied[p] > 0 and z_untied > 0:
                    classes = min(round(different[p]) if has_ties[d] else n, round(z_different))
                    used[side, p] += 1
                    sums[side, 0, p] += rank_products[p] / np.sqrt(rank_squares[p] * z_rank_square)
                    sums[side, 1, p] += concordant[p] / np.sqrt(float(untied[p]) * z_untied)
                    sums[side, 2, p] += 2.0 * concordant[p] * classes / (float(n) * n * (classes - 1))
    deltas = np.full((size, _COEFFICIENTS), np.nan)
    for p in range(size):
        if used[0, p] > 0 and used[1, p] > 0:
            deltas[p, 1:4] = sums[0, :, p] / used[0, p] - sums[1, :, p] / used[1, p]
    return deltas


@compiled
def merged(x: Any, y: Any, z: Any) -> Any:
    """Return the order of both tables' values together, where groups of ties begin in it, and the groups of z."""
    both = np.concatenate((x, y))
    order = np.argsort(both)
    starts = np.empty(len(order) + 1, np.int64)
    found = 0
    for k in range(len(order)):
        if k == 0 or both[order[k]] - both[order[k - 1]] > _TIE:
            starts[found] = k
            found += 1
    starts[found] = len(order)
    _, z_groups = group_ties(z)
    return order, starts[: found + 1], z_groups


@compiled
def over_all(order: Any, starts: Any, z_groups: Any, cells: Any, exchanged: Any, first: Any, last: Any) -> Any:
    """Return the differences of correlations over all cells.

    Along the merged order, for all permutations at once: what entered the first table is in a Fenwick tree over groups
    of z, and what entered the second is the rest of all that there is.
    """
    size, n, groups = last - first, len(cells), z_groups.max() + 1
    counts = np.bincount(z_groups, minlength=groups)
    before, z_rank_squares, z_untied = 0, 0.0, 0.0
    z_ranks = np.empty(groups)
    for g in range(groups):
        z_ranks[g] = 2 * before + counts[g] - n
        z_rank_squares += counts[g] * z_ranks[g] * z_ranks[g]
        z_untied += float(before) * counts[g]
        before += counts[g]
    tree, seen = np.zeros((groups + 1, size), np.int32), np.zeros((groups, size), np.int32)
    all_tree, all_seen, all_entered = np.zeros(groups + 1, np.int32), np.zeros(groups, np.int32), 0
    entered, below, found = np.zeros(size, np.int32), np.empty(size, np.int32), np.empty(size, np.int32)
    concordant, untied, different = np.zeros((2, size), np.int64), np.zeros((2, size)), np.zeros((2, size), np.int64)
    products, squares, z_sums = np.zeros((2, size)), np.zeros((2, size)), np.empty(size)
    has_ties = len(starts) <= 2 * n
    member = np.empty(size, np.int32)
    for t in range(len(starts) - 1):
        start, end = starts[t], starts[t + 1]
        found[:] = 0
        z_sums[:] = 0.0
        z_all = 0.0
        for k in range(start, end):
            origin = np.int32(order[k] >= n)
            c = order[k] - n if origin else order[k]
            g, row = z_groups[c], exchanged[cells[c], first:last]
            all_below, node = 0, g
            below[:] = 0
            while node > 0:
                for p in range(size):
                    below[p] += tree[node, p]
                all_below += all_tree[node]
                node &= node - 1
            of_all = 2 * all_below + all_seen[g] - all_entered
            rank = z_ranks[g]
            z_all += rank
            for p in range(size):
                # The first table has x where nothing is exchanged, and y elsewhere.
                is_first = np.int32(1) - (np.int32(row[p]) ^ origin)
                of_first = 2 * below[p] + seen[g, p] - entered[p]
                concordant[0, p] += is_first * of_first
                concordant[1, p] += (1 - is_first) * (of_all - of_first)
                found[p] += is_first
                z_sums[p] += is_first * rank
        for p in range(size):
            products[0, p] += (2 * entered[p] + found[p] - n) * z_sums[p]
            rest = 2 * (all_entered - entered[p]) + (end - start - found[p]) - n
            products[1, p] += rest * (z_all - z_sums[p])
        if has_ties:
            for p in range(size):
                for side in range(2):
                    own = found[p] if side == 0 else end - start - found[p]
                    earlier = entered[p] if side == 0 else all_entered - entered[p]
                    mean = 2.0 * earlier + own - n
                    squares[side, p] += own * mean * mean
                    untied[side, p] += float(own) * earlier
                    different[side, p] += own > 0
        for p in range(size):
            entered[p] += found[p]
        all_entered += end - start
        for k in range(start, end):
            origin = np.int32(order[k] >= n)
            c = order[k] - n if origin else order[k]
            g, row = z_groups[c], exchanged[cells[c], first:last]
            for p in range(size):
                member[p] = np.int32(1) - (np.int32(row[p]) ^ origin)
                seen[g, p] += member[p]
            all_seen[g] += 1
            node = g + 1
            while node <= groups:
                for p in range(size):
                    tree[node, p] += member[p]
                all_tree[node] += 1
                node += node & -node
    if not has_ties:
        squares[:] = n * (float(n) * n - 1) / 3
        untied[:] = n * (n - 1) / 2
        different[:] = n
    deltas = np.full((size, _COEFFICIENTS), np.nan)
    results = np.empty((2, 3))
    for p in range(size):
        for side in range(2):
            classes = min(different[side, p], groups)
            results[side, 0] = products[side, p] / np.sqrt(squares[side, p] * z_rank_squares)
            results[side, 1] = concordant[side, p] / np.sqrt(untied[side, p] * z_untied)
            results[side, 2] = 2.0 * concordant[side, p] * classes / (float(n) * n * (classes - 1))
        deltas[p, 1:4] = results[0] - results[1]
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
