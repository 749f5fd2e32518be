"""Compiled: correlations of points, and of resamples of them.

A resample is never written out: it is how often each document and each system was drawn, and so how often each point
stands in it. What sorting gives, the order of the scores and which values tie, is found once for the points that are
there; ranks are running sums of multiplicities over the groups of ties, and Kendall's pairs are counted along the order
of the scores with a Fenwick tree over the groups of the judgements (Knight 1966 sorts instead).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from sumspace.compute.compiled import compiled
from sumspace.stats.accuracy_kernels import TIE, calibrated, soft_accuracy

#: Where the coefficients stand in a row of results, Pearson's, Spearman's and Kendall's two first; and how many.
_ACCURACY, _SOFT_ACCURACY, _DIFFERENCE, _ALL = range(4, 8)
#: What comes of a correlation.
_DEFINED, _FEW, CONSTANT_SCORES, CONSTANT_JUDGEMENTS = 0, 1, 2, 3


@compiled
def group_ties(values: Any) -> Any:
    """Return the ascending order of the values, and for each the number of its group of ties."""
    order = np.argsort(values, kind="mergesort")
    groups = np.zeros(len(values), np.int64)
    for k in range(1, len(values)):
        apart = values[order[k]] - values[order[k - 1]] > TIE
        groups[order[k]] = groups[order[k - 1]] + (1 if apart else 0)
    return order, groups


@compiled
def segment(scores: Any, judgements: Any, starts: Any) -> Any:
    """Sort the points of each segment by their scores; return that order and the points' groups of ties, so sorted."""
    order = np.empty(len(scores), np.int64)
    groups = np.empty((2, len(scores)), np.int64)
    for s in range(len(starts) - 1):
        here = slice(starts[s], starts[s + 1])
        by_score, of_scores = group_ties(scores[here])
        _, of_judgements = group_ties(judgements[here])
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

    See `in_segments`. Soft accuracies are those of `soft_accuracy`.
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
            correlations[r, _ACCURACY], thresholds[r] = calibrated(of_scores[order], groups[1], drawn)
            correlations[r, _SOFT_ACCURACY] = soft_accuracy(scores, judgements, documents[r], systems[r], there)
    return correlations, outcomes, thresholds
