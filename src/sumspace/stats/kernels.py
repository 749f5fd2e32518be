"""Compiled: ROUGE-1.5.5's bootstrap, in the script's own order of floating-point operations; correlations; K-means.

A resample is never written out: it is how often each document and each system was drawn, and so how often each point
stands in it. What sorting gives, the order of the scores and which values tie, is found once for the points that are
there; ranks are running sums of multiplicities over the groups of ties, and Kendall's pairs are counted along the order
of the scores with a Fenwick tree over the groups of the judgements (Knight 1966 sorts instead).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from sumspace.compute.compiled import compiled

_MULTIPLIER, _INCREMENT, _MASK = np.uint64(0x5DEECE66D), np.uint64(0xB), np.uint64((1 << 48) - 1)

#: Values no further apart tie; they are scaled so that the largest lies between a half and one.
_TIE = 1e-12
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
    """Write the Pearson, Spearman and Kendall (tau-b) correlation of points in ascending order of their scores.

    times[i] says how often point i is there. The rows of `space` (whole numbers) and `ranks` are room to work in.
    """
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
    if y_there < 2:
        return CONSTANT_JUDGEMENTS
    if x_there < 2:
        return CONSTANT_SCORES
    products, x_squares, y_squares, rank_products = 0.0, 0.0, 0.0, 0.0
    for i in kept[:points]:
        x, y = scores[i] - x_mean, judgements[i] - y_mean
        products += times[i] * x * y
        x_squares += times[i] * x * x
        y_squares += times[i] * y * y
        rank_products += times[i] * x_ranks[x_groups[i]] * y_ranks[y_groups[i]]
    concordant = _concordant(x_groups, y_groups, times, kept[:points], tree[: y_size + 1], seen[:y_size])
    result[0] = products / np.sqrt(x_squares * y_squares)
    result[1] = rank_products / np.sqrt(x_rank_squares * y_rank_squares)
    result[2] = concordant / np.sqrt(x_pairs * y_pairs)
    for c in range(3):
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
    outcome c in resample r; means are NaN where none is defined.
    """
    means, outcomes = np.empty((len(documents), 3)), np.zeros((len(documents), 4), np.int64)
    most = 0
    for s in range(len(starts) - 1):
        most = max(most, starts[s + 1] - starts[s])
    space, ranks = np.empty((5, most + 1), np.int64), np.empty((2, most + 1))
    times, result = np.empty(most, np.int64), np.empty(3)
    for r in range(len(documents)):
        sums, used = np.zeros(3), 0
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
            if outcome == _DEFINED:
                sums += weight * result
                used += weight
        means[r] = sums / used if used > 0 else np.full(3, np.nan)
    return means, outcomes


@compiled
def between_means(scores: Any, judgements: Any, documents: Any, systems: Any) -> Any:
    """Return the correlations of the systems' means, a row a resample, and what came of each; see `in_segments`."""
    correlations, outcomes = np.full((len(documents), 3), np.nan), np.zeros((len(documents), 4), np.int64)
    rows, columns = scores.shape
    space, ranks = np.empty((5, columns + 1), np.int64), np.empty((2, columns + 1))
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
        outcome = _correlate(of_scores[order], of_judgements[order], groups, drawn, space, ranks, correlations[r])
        outcomes[r, outcome] += 1
    return correlations, outcomes


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
