"""Compiled: pairwise accuracies of points and of resamples of them, with calibrated ties.

A pair whose scores lie no further apart than a threshold ties. The threshold with the highest accuracy is found along
the differences between scores, which are sorted once for all resamples.
"""

from __future__ import annotations

from math import erfc, sqrt
from typing import Any

import numpy as np

from sumspace.compute.compiled import compiled

#: Values no further apart tie; they are scaled so that the largest lies between a half and one.
TIE = 1e-12
#: An accuracy that is higher by no more than this is the same.
_SAME = 1e-12
#: How finely differences are counted before those near the best threshold are sorted.
_BUCKETS = 1 << 16


@compiled
def calibrated(scores: Any, judgement_groups: Any, times: Any) -> Any:
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
                if difference <= TIE:
                    right += weight
                else:
                    differences[found], gains[found] = difference, weight
                    found += 1
                    tied += 1
            elif judgement_groups[i] < judgement_groups[j] and difference > TIE:
                right += weight
                differences[found], gains[found] = difference, -weight
                found += 1
    best, threshold = float(right), 0.0
    if tied > 0:
        order = np.argsort(differences[:found])
        current = best
        for k in range(found):
            current += gains[order[k]]
            is_last = k + 1 == found or differences[order[k + 1]] - differences[order[k]] > TIE
            if is_last and current > best:
                best, threshold = current, differences[order[k]]
    return best / pairs, threshold


@compiled
def soft_accuracy(scores: Any, judgements: Any, documents: Any, systems: Any, there: Any) -> Any:
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
                if is_tie or (groups[1, i] < groups[1, j] and difference > TIE):
                    differences[found] = difference
                    owners[found], gains[found] = s, 1 if is_tie else -1
                    pairs[found] = places[1, i] * columns + places[1, j]
                    found += 1
    order = np.argsort(differences[:found])
    differences = differences[order]
    lasts = np.ones(found, np.bool_)
    for k in range(found - 1):
        lasts[k] = differences[k + 1] - differences[k] > TIE
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
        while first < len(pairs) and differences[first] <= TIE:
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
            if difference > TIE and judgement_groups[i] <= judgement_groups[j]:
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
            is_right = difference > TIE and judgement_groups[i] <= judgement_groups[j]
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
        is_last = k + 1 == found or differences[order[k + 1]] - difference > TIE
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
    within = max(threshold, TIE)
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
