"""Compiled: how far apart the correlations of two measures are when cells of their tables are exchanged.

The measures are x and y, standardized, and the judgements z; a permutation says for every cell whether the first table
has x or y there, and the second has the other. Column 0 of the permutations exchanges nothing: it gives what is
observed. What is a sum over cells changes by the sum of the differences over exchanged cells, for all permutations at
once. Orders within documents are bits: which of the others lie below a cell, for both values of the cell and of the
others, is known beforehand, and a permutation only selects. The order of all cells is a walk along both tables merged.
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
#: Permutations of Pearson's r that are drawn and multiplied together: so many that blocks begin with a counter.
BLOCK = 256


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
def _move(row: Any, x: Any, y: Any, z: Any, totals: Any, moved: Any) -> None:
    """Add a cell to Σ x, Σ x² and Σ xz of both tables, and to how much exchanging moves from one to the other."""
    a, b, e = y - x, y * y - x * x, (y - x) * z
    totals[0, 0] += x
    totals[0, 1] += y
    totals[1, 0] += x * x
    totals[1, 1] += y * y
    totals[2, 0] += x * z
    totals[2, 1] += y * z
    for p in range(len(row)):
        moved[0, p] += row[p] * a
        moved[1, p] += row[p] * b
        moved[2, p] += row[p] * e


@compiled
def within_documents(
    x: Any,
    y: Any,
    z: Any,
    starts: Any,
    below: Any,
    ties: Any,
    judged: Any,
    has_ties: Any,
    chosen: Any,
    cells: Any,
    exchanged: Any,
    first: Any,
    last: Any,
) -> Any:
    """Return the differences of mean correlations within documents, and of those of pooled differences.

    The values of a document are less their mean over both measures, and those of z less their own.
    """
    size, words = last - first, below.shape[3]
    sums, used = np.zeros((2, 4, size)), np.zeros((2, size), np.int64)
    products, squares, z_total = np.zeros((2, size)), np.zeros((2, size)), 0.0
    lower, same = np.empty(size, np.int64), np.empty(size, np.int64)
    concordant, untied = np.empty(size, np.int64), np.empty(size, np.int64)
    rank_products, rank_squares = np.empty(size, np.int64), np.empty(size, np.int64)
    different, zero, one = np.empty(size), np.uint64(0), np.uint64(1)
    for d in range(len(starts) - 1):
        start, end = starts[d], starts[d + 1]
        n = end - start
        moved, totals = np.zeros((3, size)), np.zeros((3, 2))
        z_square, z_rank_square, z_untied, z_different = 0.0, 0.0, np.int64(0), 0.0
        for c in range(start, end):
            _move(exchanged[cells[c], first:last], x[c], y[c], z[c], totals, moved)
            under, over = np.int64(0), np.int64(0)
            for w in range(words):
                under += np.int64(popcount(judged[c, 0, w]))
                over += np.int64(popcount(judged[c, 1, w]))
            z_square += z[c] * z[c]
            z_rank_square += (under - over) ** 2
            z_untied += under
            z_different += 1.0 / (n - under - over)
        z_total += n * z_square
        for side in range(2):
            sign = 1 - 2 * side
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
                total = totals[0, side] + sign * moved[0, p]
                square = max(0.0, totals[1, side] + sign * moved[1, p] - total * total / n)
                product = totals[2, side] + sign * moved[2, p]
                products[side, p] += n * product
                squares[side, p] += n * square
                if untied[p] > 0 and z_untied > 0:
                    classes = min(round(different[p]) if has_ties[d] else n, round(z_different))
                    used[side, p] += 1
                    sums[side, 0, p] += product / np.sqrt(square * z_square)
                    sums[side, 1, p] += rank_products[p] / np.sqrt(rank_squares[p] * z_rank_square)
                    sums[side, 2, p] += concordant[p] / np.sqrt(float(untied[p]) * z_untied)
                    sums[side, 3, p] += 2.0 * concordant[p] * classes / (float(n) * n * (classes - 1))
    deltas = np.full((size, _COEFFICIENTS), np.nan)
    for p in range(size):
        if used[0, p] > 0 and used[1, p] > 0:
            deltas[p, :4] = sums[0, :, p] / used[0, p] - sums[1, :, p] / used[1, p]
            deltas[p, 6] = (
                products[0, p] / np.sqrt(squares[0, p]) - products[1, p] / np.sqrt(squares[1, p])
            ) / np.sqrt(z_total)
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
def over_all(
    x: Any, y: Any, z: Any, order: Any, starts: Any, z_groups: Any, cells: Any, exchanged: Any, first: Any, last: Any
) -> Any:
    """Return the differences of correlations over all cells; x and y have a mean of 0, and so has z.

    Along the merged order, for all permutations at once: what entered the first table is in a Fenwick tree over groups
    of z, and what entered the second is the rest of all that there is.
    """
    size, n, groups = last - first, len(x), z_groups.max() + 1
    moved, totals, z_square = np.zeros((3, size)), np.zeros((3, 2)), 0.0
    for c in range(n):
        _move(exchanged[cells[c], first:last], x[c], y[c], z[c], totals, moved)
        z_square += z[c] * z[c]
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
    results = np.empty((2, 4))
    for p in range(size):
        for side in range(2):
            sign = 1 - 2 * side
            total = totals[0, side] + sign * moved[0, p]
            square = totals[1, side] + sign * moved[1, p] - total * total / n
            classes = min(different[side, p], groups)
            results[side, 0] = (totals[2, side] + sign * moved[2, p]) / np.sqrt(square * z_square)
            results[side, 1] = products[side, p] / np.sqrt(squares[side, p] * z_rank_squares)
            results[side, 2] = concordant[side, p] / np.sqrt(untied[side, p] * z_untied)
            results[side, 3] = 2.0 * concordant[side, p] * classes / (float(n) * n * (classes - 1))
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
