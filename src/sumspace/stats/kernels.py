"""Compiled: ROUGE-1.5.5's bootstrap, in the script's own order of floating-point operations; correlations; K-means.

A resample is never written out: it is how often each document and each system was drawn, and so how often each point
stands in it. What sorting gives, the order of the scores and which values tie, is found once for the points that are
there; ranks are running sums of multiplicities over the groups of ties, and Kendall's pairs are counted along the order
of the scores with a Fenwick tree over the groups of the judgements (Knight 1966 sorts instead). Pairwise accuracy is
calibrated along the differences between scores, which are sorted once as well.
"""

from __future__ import annotations

from math import erfc, sqrt
from typing import Any

import numpy as np

from sumspace.compute.compiled import compiled

_MULTIPLIER, _INCREMENT, _MASK = np.uint64(0x5DEECE66D), np.uint64(0xB), np.uint64((1 << 48) - 1)

#: Values no further apart tie; they are scaled so that the largest lies between a half and one.
_TIE = 1e-12
#: Where the coefficients stand in a row of results; the last one is Pearson's of pairwise differences.
_PEARSON, _SPEARMAN, _KENDALL, _KENDALL_C, _ACCURACY, _SOFT_ACCURACY, _DIFFERENCE, _ALL = range(8)
#: An accuracy that is higher by no more than this is the same.
_SAME = 1e-12
#: How finely differences are counted before those near the best threshold are sorted.
_BUCKETS = 1 << 16
#: What comes of a correlation.
_DEFINED, _FEW, CONSTANT_SCORES, CONSTANT_JUDGEMENTS = 0, 1, 2, 3


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


@compiled
def _ties(values: Any) -> Any:
    """Return the ascending order of the values, and for each the number of its group of ties."""
    order = np.argsort(values, kind="mergesort")
    groups = np.zeros(len(values), np.int64)
    for k in range(1, len(values)):
        apart = values[order[k]] - values[order[k - 1]] > _TIE
        groups[order[k]] = groups[order[k - 1]] + (1 if apart else 0)
    return order, groups


@compiled
def segment(scores: Any, judgements: Any, starts: Any) -> Any:
    """Sort the points of each segment by their scores; return that order and the points' groups of ties, so sorted."""
    order = np.empty(len(scores), np.int64)
    groups = np.empty((2, len(scores)), np.int64)
    for s in range(len(starts) - 1):
        here = slice(starts[s], starts[s + 1])
        by_score, of_scores = _ties(scores[here])
        _, of_judgements = _ties(judgements[here])
        order[here] = by_score + starts[s]
        groups[0, here] = of_scores[by_score]
        groups[1, here] = of_judgements[by_score]
    return order, groups


@compiled
def _rank(counts: Any, ranks: Any, size: Any, total: Any) -> Any:
    """Fill in each group's average rank less the mean rank; return their squares' sum, the untied pairs, the groups."""
    squares, pairs, there, before = 0.0, 0, 0, 0
    for g in range(size):
        count = counts[g]
        if count > 0:
            ranks[g] = before + (count + 1) / 2 - (total + 1) / 2
            squares += count * ranks[g] * ranks[g]
            before += count
            pairs += count * (total - count)
            there += 1
    return squares, pairs / 2, there


@compiled
def _concordant(x_groups: Any, y_groups: Any, times: Any, kept: Any, tree: Any, seen: Any) -> Any:
    """Count concordant pairs less discordant ones, of points kept[...] in ascending order of x.

    The points of one group of x are all compared with those before them and then entered: seen[g] is how many are in
    group g of y, and the tree knows how many are in groups below it.
    """
    tree[:] = 0
    seen[:] = 0
    difference, entered, start = 0, 0, 0
    while start < len(kept):
        end = start
        while end < len(kept) and x_groups[kept[end]] == x_groups[kept[start]]:
            group = y_groups[kept[end]]
            below, node = 0, group
            while node > 0:
                below += tree[node]
                node &= node - 1
            difference += times[kept[end]] * (2 * below + seen[group] - entered)
            end += 1
        for i in kept[start:end]:
            entered += times[i]
            seen[y_groups[i]] += times[i]
            node = y_groups[i] + 1
            while node < len(tree):
                tree[node] += times[i]
                node += node & -node
        start = end
    return difference


@compiled
def _correlate(scores: Any, judgements: Any, groups: Any, times: Any, space: Any, ranks: Any, result: Any) -> Any:
    """Write Pearson's, Spearman's and Kendall's (tau-b, tau-c) correlation of points in ascending order of scores.

    times[i] says how often point i is there. The rows of `space` (whole numbers) and `ranks` are room to work in.
    Behind the coefficients stand the sums over all pairs of points of the products and squares of their differences.
    """
    result[:] = 0.0
    if len(scores) < 3:
        return _FEW
    x_counts, y_counts, kept, tree, seen = space
    x_groups, y_groups = groups
    x_size, y_size = x_groups.max() + 1, y_groups.max() + 1
    x_counts[:x_size] = 0
    y_counts[:y_size] = 0
    points, total, x_mean, y_mean = 0, 0, 0.0, 0.0
    for i in range(len(scores)):
        if times[i] > 0:
            kept[points] = i
            points += 1
            total += times[i]
            x_mean += times[i] * scores[i]
            y_mean += times[i] * judgements[i]
            x_counts[x_groups[i]] += times[i]
            y_counts[y_groups[i]] += times[i]
    if points < 3:
        return _FEW
    x_mean, y_mean = x_mean / total, y_mean / total
    x_ranks, y_ranks = ranks
    x_rank_squares, x_pairs, x_there = _rank(x_counts, x_ranks, x_size, total)
    y_rank_squares, y_pairs, y_there = _rank(y_counts, y_ranks, y_size, total)
    products, x_squares, y_squares, rank_products = 0.0, 0.0, 0.0, 0.0
    for i in kept[:points]:
        x, y = scores[i] - x_mean, judgements[i] - y_mean
        products += times[i] * x * y
        x_squares += times[i] * x * x
        y_squares += times[i] * y * y
        rank_products += times[i] * x_ranks[x_groups[i]] * y_ranks[y_groups[i]]
    # Differences have both signs and so a mean of 0: n Σ (x - x̄)(y - ȳ) is the sum of their products.
    result[4], result[5], result[6] = total * products, total * x_squares, total * y_squares
    if y_there < 2:
        return CONSTANT_JUDGEMENTS
    if x_there < 2:
        return CONSTANT_SCORES
    concordant = _concordant(x_groups, y_groups, times, kept[:points], tree[: y_size + 1], seen[:y_size])
    classes = min(x_there, y_there)
    result[0] = products / np.sqrt(x_squares * y_squares)
    result[1] = rank_products / np.sqrt(x_rank_squares * y_rank_squares)
    result[2] = concordant / np.sqrt(x_pairs * y_pairs)
    result[3] = 2.0 * concordant * classes / (float(total) * total * (classes - 1))
    for c in range(4):
        result[c] = min(1.0, max(-1.0, result[c]))
    return _DEFINED


@compiled
def in_segments(
    scores: Any, judgements: Any, groups: Any, places: Any, starts: Any, owners: Any, documents: Any, systems: Any
) -> Any:
    """Return the mean correlations over segments of points, a row a resample, and what came of each correlation.

    documents[r] and systems[r] say how often each was drawn in resample r. Point i belongs to document places[0, i] and
    system places[1, i]. A segment s that is one document's has its number in owners[s] and counts as often as that was
    drawn; a segment with -1 there has points of many documents and counts once. outcomes[r, c] counts the segments with
    outcome c in resample r; means are NaN where none is defined. Differences are pooled over the segments instead.
    """
    means, outcomes = np.full((len(documents), _ALL), np.nan), np.zeros((len(documents), 4), np.int64)
    most = 0
    for s in range(len(starts) - 1):
        most = max(most, starts[s + 1] - starts[s])
    space, ranks = np.empty((5, most + 1), np.int64), np.empty((2, most + 1))
    times, result = np.empty(most, np.int64), np.empty(7)
    for r in range(len(documents)):
        sums, used = np.zeros(7), 0
        for s in range(len(starts) - 1):
            start, end = starts[s], starts[s + 1]
            weight = 1 if owners[s] < 0 else documents[r, owners[s]]
            if weight == 0:
                continue
            for i in range(start, end):
                times[i - start] = systems[r, places[1, i]]
                if owners[s] < 0:
                    times[i - start] *= documents[r, places[0, i]]
            x, y = scores[start:end], judgements[start:end]
            outcome = _correlate(x, y, groups[:, start:end], times, space, ranks, result)
            outcomes[r, outcome] += 1
            sums[4:] += weight * result[4:]
            if outcome == _DEFINED:
                sums[:4] += weight * result[:4]
                used += weight
        if used > 0:
            means[r, :4] = sums[:4] / used
            pooled = sums[4] / np.sqrt(sums[5] * sums[6])
            means[r, _DIFFERENCE] = means[r, 0] if owners[0] < 0 else min(1.0, max(-1.0, pooled))
    return means, outcomes


@compiled
def between_means(scores: Any, judgements: Any, documents: Any, systems: Any) -> Any:
    """Return the correlations of the systems' means, a row a resample, what came of each, and the thresholds of ties.

    See `in_segments`. Soft accuracies are those of `_soft_accuracy`.
    """
    correlations, outcomes = np.full((len(documents), _ALL), np.nan), np.zeros((len(documents), 4), np.int64)
    thresholds = np.full(len(documents), np.nan)
    rows, columns = scores.shape
    space, ranks, result = np.empty((5, columns + 1), np.int64), np.empty((2, columns + 1)), np.empty(7)
    for r in range(len(documents)):
        sums = np.zeros((2, columns))
        counts = np.zeros(columns, np.int64)
        for d in range(rows):
            times = documents[r, d]
            if times > 0:
                for s in range(columns):
                    if not np.isnan(scores[d, s]):
                        sums[0, s] += times * scores[d, s]
                        sums[1, s] += times * judgements[d, s]
                        counts[s] += times
        there = np.nonzero((counts > 0) & (systems[r] > 0))[0]
        of_scores, of_judgements = sums[0, there] / counts[there], sums[1, there] / counts[there]
        order, groups = segment(of_scores, of_judgements, np.array([0, len(there)]))
        drawn = systems[r, there[order]]
        outcome = _correlate(of_scores[order], of_judgements[order], groups, drawn, space, ranks, result)
        outcomes[r, outcome] += 1
        if outcome == _DEFINED:
            correlations[r, :4] = result[:4]
            correlations[r, _DIFFERENCE] = result[0]
            correlations[r, _ACCURACY], thresholds[r] = _calibrated(of_scores[order], groups[1], drawn)
            correlations[r, _SOFT_ACCURACY] = _soft_accuracy(scores, judgements, documents[r], systems[r], there)
    return correlations, outcomes, thresholds


@compiled
def _calibrated(scores: Any, judgement_groups: Any, times: Any) -> Any:
    """Return the highest pairwise accuracy of few points in ascending order of scores, and its threshold of ties.

    A pair whose scores lie no further apart than the threshold ties. Pairs that people tie are right from their own
    difference on, pairs in people's order up to it; nothing but the former raises the accuracy, so their differences
    and 0 are the thresholds to try.
    """
    n = len(scores)
    differences, gains = np.empty(n * (n - 1) // 2), np.empty(n * (n - 1) // 2)
    pairs, right, found, tied = 0, 0, 0, 0
    for j in range(n):
        for i in range(j):
            weight = times[i] * times[j]
            pairs += weight
            difference = scores[j] - scores[i]
            if judgement_groups[i] == judgement_groups[j]:
                if difference <= _TIE:
                    right += weight
                else:
                    differences[found], gains[found] = difference, weight
                    found += 1
                    tied += 1
            elif judgement_groups[i] < judgement_groups[j] and difference > _TIE:
                right += weight
                differences[found], gains[found] = difference, -weight
                found += 1
    best, threshold = float(right), 0.0
    if tied > 0:
        order = np.argsort(differences[:found])
        current = best
        for k in range(found):
            current += gains[order[k]]
            is_last = k + 1 == found or differences[order[k + 1]] - differences[order[k]] > _TIE
            if is_last and current > best:
                best, threshold = current, differences[order[k]]
    return best / pairs, threshold


@compiled
def _soft_accuracy(scores: Any, judgements: Any, documents: Any, systems: Any, there: Any) -> Any:
    """Return the soft pairwise accuracy of a resample, with p-values of the normal distribution.

    The sum of differences with random signs has a mean of 0 and the sum of their squares as its variance.
    """
    total, pairs, rows = 0.0, 0, len(documents)
    for a in range(len(there)):
        for b in range(a):
            i, j = there[b], there[a]
            x, y, xx, yy, common = 0.0, 0.0, 0.0, 0.0, 0
            for d in range(rows):
                times = documents[d]
                if times > 0 and not np.isnan(scores[d, i]) and not np.isnan(scores[d, j]):
                    dx, dy = scores[d, i] - scores[d, j], judgements[d, i] - judgements[d, j]
                    x += times * dx
                    y += times * dy
                    xx += times * dx * dx
                    yy += times * dy * dy
                    common += times
            if common > 1:
                weight = systems[i] * systems[j]
                p = 0.5 * erfc(x / sqrt(2 * xx)) if xx > 0 else 1.0
                q = 0.5 * erfc(y / sqrt(2 * yy)) if yy > 0 else 1.0
                total += weight * (1 - abs(p - q))
                pairs += weight
    return total / pairs if pairs > 0 else np.nan


@compiled
def sorted_pairs(scores: Any, groups: Any, places: Any, starts: Any, columns: Any) -> Any:
    """Return the pairs of points within segments that can be right, by ascending difference of their scores.

    For each: its segment; the places of its systems as one number; +1 where people tie it and -1 where not; and
    whether it is the last of those with its difference. The differences come last.
    """
    most = 0
    for s in range(len(starts) - 1):
        n = starts[s + 1] - starts[s]
        most += n * (n - 1) // 2
    differences, owners = np.empty(most), np.empty(most, np.int32)
    pairs, gains = np.empty(most, np.int32), np.empty(most, np.int8)
    found = 0
    for s in range(len(starts) - 1):
        for j in range(starts[s], starts[s + 1]):
            for i in range(starts[s], j):
                difference = scores[j] - scores[i]
                is_tie = groups[1, i] == groups[1, j]
                if is_tie or (groups[1, i] < groups[1, j] and difference > _TIE):
                    differences[found] = difference
                    owners[found], gains[found] = s, 1 if is_tie else -1
                    pairs[found] = places[1, i] * columns + places[1, j]
                    found += 1
    order = np.argsort(differences[:found])
    differences = differences[order]
    lasts = np.ones(found, np.bool_)
    for k in range(found - 1):
        lasts[k] = differences[k + 1] - differences[k] > _TIE
    return owners[order], pairs[order], gains[order], lasts, differences


@compiled
def calibrate_documents(
    owners: Any,
    pairs: Any,
    gains: Any,
    lasts: Any,
    differences: Any,
    places: Any,
    starts: Any,
    rows: Any,
    documents: Any,
    systems: Any,
) -> Any:
    """Return the highest mean of the documents' pairwise accuracies, a number a resample, and its threshold of ties.

    Segment s has the points of document rows[s]; it counts where three different systems are drawn. Pairs of copies of
    a system do not count.
    """
    columns = systems.shape[1]
    accuracies, thresholds = np.full(len(documents), np.nan), np.full(len(documents), np.nan)
    shares, products = np.empty(len(rows)), np.empty(columns * columns)
    for r in range(len(documents)):
        used = 0
        for s in range(len(rows)):
            count, total, squares = 0, 0, 0
            for k in range(starts[s], starts[s + 1]):
                times = systems[r, places[1, k]]
                count += times > 0
                total += times
                squares += times * times
            shares[s] = 0.0
            if count >= 3 and documents[r, rows[s]] > 0:
                shares[s] = documents[r, rows[s]] / ((total * total - squares) / 2)
                used += documents[r, rows[s]]
        if used == 0:
            continue
        for i in range(columns):
            for j in range(columns):
                products[i * columns + j] = systems[r, i] * systems[r, j] / used
        current = 0.0
        for k in range(len(pairs)):
            if gains[k] < 0:
                current += shares[owners[k]] * products[pairs[k]]
        first = 0
        while first < len(pairs) and differences[first] <= _TIE:
            current += shares[owners[first]] * products[pairs[first]]
            first += 1
        best, threshold = current, 0.0
        for k in range(first, len(pairs)):
            current += gains[k] * shares[owners[k]] * products[pairs[k]]
            if lasts[k] and current > best + _SAME:
                best, threshold = current, differences[k]
        accuracies[r], thresholds[r] = best, threshold
    return accuracies, thresholds


@compiled
def calibrate_pooled(scores: Any, judgement_groups: Any) -> Any:
    """Return the threshold of ties with the highest accuracy over all pairs of points in ascending order of scores.

    Differences are counted in buckets first; only those in buckets in which the highest accuracy can be are sorted.
    """
    n = len(scores)
    scale = (_BUCKETS - 1) / (scores[n - 1] - scores[0])
    gains, tied = np.zeros(_BUCKETS, np.int64), np.zeros(_BUCKETS, np.int64)
    for j in range(n):
        for i in range(j):
            difference = scores[j] - scores[i]
            if difference > _TIE and judgement_groups[i] <= judgement_groups[j]:
                bucket = int(difference * scale)
                is_tie = judgement_groups[i] == judgement_groups[j]
                gains[bucket] += 1 if is_tie else -1
                tied[bucket] += is_tie
    best, current = 0, 0
    for bucket in range(_BUCKETS):
        current += gains[bucket]
        best = max(best, current)
    before, possible, wanted = np.empty(_BUCKETS, np.int64), np.zeros(_BUCKETS, np.bool_), 0
    current = 0
    for bucket in range(_BUCKETS):
        before[bucket] = current
        possible[bucket] = tied[bucket] > 0 and current + tied[bucket] >= best and current + tied[bucket] > 0
        wanted += 2 * tied[bucket] - gains[bucket] if possible[bucket] else 0
        current += gains[bucket]
    differences, steps, found = np.empty(wanted), np.empty(wanted, np.int64), 0
    for j in range(n):
        for i in range(j):
            difference = scores[j] - scores[i]
            is_right = difference > _TIE and judgement_groups[i] <= judgement_groups[j]
            if is_right and possible[int(difference * scale)]:
                differences[found] = difference
                steps[found] = 1 if judgement_groups[i] == judgement_groups[j] else -1
                found += 1
    order = np.argsort(differences)
    highest, threshold, current, last = 0, 0.0, 0, -1
    for k in range(found):
        difference = differences[order[k]]
        bucket = int(difference * scale)
        current = before[bucket] if bucket != last else current
        last = bucket
        current += steps[order[k]]
        is_last = k + 1 == found or differences[order[k + 1]] - difference > _TIE
        if is_last and current > highest:
            highest, threshold = current, difference
    return threshold


@compiled
def pooled_accuracies(
    scores: Any, judgement_groups: Any, places: Any, threshold: Any, documents: Any, systems: Any
) -> Any:
    """Return the accuracy over all pairs of points in ascending order of scores, a number a resample.

    Points that are further below than the threshold are in the tree, by their group of judgements, and nearer ones in
    a window: what is right is below in the one and equal in the other.
    """
    accuracies = np.full(len(documents), np.nan)
    size = judgement_groups.max() + 1 if len(judgement_groups) else 0
    within = max(threshold, _TIE)
    times = np.empty(len(scores), np.int64)
    for r in range(len(documents)):
        tree, window = np.zeros(size + 1, np.int64), np.zeros(size, np.int64)
        behind, right, total, squares = 0, 0, 0, 0
        for i in range(len(scores)):
            times[i] = documents[r, places[0, i]] * systems[r, places[1, i]]
            if times[i] == 0:
                continue
            while scores[i] - scores[behind] > within:
                if times[behind] > 0:
                    window[judgement_groups[behind]] -= times[behind]
                    node = judgement_groups[behind] + 1
                    while node <= size:
                        tree[node] += times[behind]
                        node += node & -node
                behind += 1
            below, node = 0, judgement_groups[i]
            while node > 0:
                below += tree[node]
                node &= node - 1
            right += times[i] * (below + window[judgement_groups[i]])
            window[judgement_groups[i]] += times[i]
            total += times[i]
            squares += times[i] * times[i]
        if total * total > squares:
            accuracies[r] = 2.0 * right / (total * total - squares)
    return accuracies


@compiled
def _sums(terms: Any) -> Any:
    """Return 0 and the running sums, each with the rounding errors of those before it made good (Neumaier 1974)."""
    sums = np.zeros(len(terms) + 1)
    total, lost = 0.0, 0.0
    for i in range(len(terms)):
        following = total + terms[i]
        if abs(total) >= abs(terms[i]):
            lost += (total - following) + terms[i]
        else:
            lost += (terms[i] - following) + total
        total = following
        sums[i + 1] = total + lost
    return sums


@compiled
def divide(values: Any, weights: Any, most: Any) -> Any:
    """Return where the classes of the best division into k + 1 classes start, starts[k, 0 … k], for all k < most.

    The values are distinct, ascending and lie between −1 and 1, and there are at least `most`. Values i … j − 1 cost
    Σ w x² − (Σ w x)² / Σ w as a class, which running sums give at once. The best last class of the first j values never
    begins later than that of more of them; so the middle one of any stretch of ends j, found first, bounds where
    those on its two sides have to look, and a class more costs n log n steps.
    """
    n = len(values)
    w, s, q = _sums(weights), _sums(weights * values), _sums(weights * values * values)
    costs = np.zeros(n + 1)
    for j in range(1, n + 1):
        costs[j] = q[j] - s[j] * s[j] / w[j]
    begins = np.zeros((most, n + 1), np.int32)
    for k in range(1, most):
        fresh = np.zeros(n + 1)
        step = 1
        while 2 * step <= n - k:
            step *= 2
        while step > 0:
            for end in range(k + step, n + 1, 2 * step):
                low = begins[k, end - step] if end - step > k else k
                high = min(begins[k, end + step], end - 1) if end + step <= n else end - 1
                best, begin = np.inf, low
                for i in range(low, high + 1):
                    part = s[end] - s[i]
                    cost = costs[i] + (q[end] - q[i] - part * part / (w[end] - w[i]))
                    if cost < best:
                        best, begin = cost, i
                fresh[end], begins[k, end] = best, begin
            step //= 2
        costs = fresh
    starts = np.zeros((most, most), np.int64)
    for classes in range(1, most + 1):
        end = n
        for k in range(classes - 1, -1, -1):
            end = begins[k, end]
            starts[classes - 1, k] = end
    return starts
