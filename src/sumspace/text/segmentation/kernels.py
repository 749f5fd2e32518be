"""Compiled: the loops of segmenters.

For the cheapest division, costs are sums of logarithms of integers. With logarithms as multiples of 2^−b they add
without rounding, and with log(pq) = log p + log q kept exactly, costs that are equal are equal in every digit, so ties
can be told.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from sumspace.compute.compiled import compiled

#: Densities that differ by less, relatively, are equal: those that are equal have been summed in different orders.
_EQUAL = 1e-12


@compiled
def integer_logs(most: Any, scale: Any) -> Any:
    """Return log(0 … most) times the scale; those of primes are rounded, those of products are sums. log 0 is 0."""
    logs = np.zeros(most + 1, dtype=np.int64)
    for prime in range(2, most + 1):
        if logs[prime] == 0:
            value = np.int64(np.rint(np.log(prime) * scale))
            power = prime
            while power <= most:
                for multiple in range(power, most + 1, power):
                    logs[multiple] += value
                power *= prime
    return logs


@compiled
def next_segments(words: Any, ends: Any, distinct: Any, most: Any) -> Any:
    """Return for every sentence where the next segment begins if one begins there, in the cheapest division.

    No segment has more than `most` sentences.

    `words` are numbered 0 … distinct−1, those of sentence s end before ends[s], and there is at least one. A segment
    [a, b) costs n_i log(n_i + k) − Σ_w f_i(w) log(f_i(w) + 1) + log n, which a word more changes by two lookups.
    """
    sentences, n = ends.shape[0], words.shape[0]
    # No division that is looked at costs more than twice this: all must stay below 2^62.
    bound = n * np.log(n + distinct) + np.log(n) + 1.0
    logs = integer_logs(n + distinct, 2.0 ** (60 - np.ceil(np.log2(bound))))
    gains = np.empty(n, dtype=np.int64)
    for f in range(n):
        gains[f] = (f + 1) * logs[f + 2] - f * logs[f + 1]
    costs = np.zeros(sentences + 1, dtype=np.int64)
    segments = np.zeros(sentences + 1, dtype=np.int64)
    following = np.empty(sentences, dtype=np.int64)
    counts = np.zeros(distinct, dtype=np.int64)
    for start in range(sentences - 1, -1, -1):
        first = ends[start - 1] if start > 0 else 0
        i = first
        gained = np.int64(0)
        for end in range(start + 1, min(start + most, sentences) + 1):
            while i < ends[end - 1]:
                gained += gains[counts[words[i]]]
                counts[words[i]] += 1
                i += 1
            cost = (i - first) * logs[i - first + distinct] - gained + logs[n] + costs[end]
            if end == start + 1 or (cost, segments[end] + 1) < (costs[start], segments[start]):
                costs[start], segments[start], following[start] = cost, segments[end] + 1, end
        if i - first < distinct:
            for word in words[first:i]:
                counts[word] = 0
        else:
            counts[:] = 0
    return following


@compiled
def block_similarities(words: Any, distinct: Any, size: Any, blocks: Any) -> Any:
    """Return the cosine of the words before and after every multiple of `size` words, `blocks` sizes on either side.

    Towards the ends of the text both sides are shorter, and equally long but for the rest after the last multiple.
    """
    gaps = (words.shape[0] - 1) // size
    values = np.zeros(gaps)
    before = np.zeros(distinct, dtype=np.int64)
    after = np.zeros(distinct, dtype=np.int64)
    for gap in range(gaps):
        reach = min(blocks, gap + 1, gaps - gap) * size
        place = (gap + 1) * size
        first, last = place - reach, min(place + reach, words.shape[0])
        for i in range(first, place):
            before[words[i]] += 1
        for i in range(place, last):
            after[words[i]] += 1
        product, squares, others = 0, 0, 0
        for i in range(first, place):
            product += after[words[i]]
            squares += before[words[i]]
        for i in range(place, last):
            others += after[words[i]]
        values[gap] = product / np.sqrt(float(squares) * float(others))
        for i in range(first, last):
            before[words[i]] = after[words[i]] = 0
    return values


@compiled
def similarities(words: Any, ends: Any, distinct: Any) -> Any:
    """Return the squared cosines of all pairs of sentences; a sentence without words has 0 with all.

    Squares keep the order, and being quotients of integers they are equal in every digit where they are equal. The
    integers are multiplied as floats, which the counts of very long sentences do not overflow.
    """
    sentences = ends.shape[0]
    values = np.zeros((sentences, sentences))
    counts = np.zeros(distinct, dtype=np.int64)
    squares = np.zeros(sentences, dtype=np.int64)
    for a in range(sentences):
        first = ends[a - 1] if a > 0 else 0
        for i in range(first, ends[a]):
            counts[words[i]] += 1
        for i in range(first, ends[a]):
            squares[a] += counts[words[i]]
        start = 0
        for b in range(a + 1):
            product = 0
            for i in range(start, ends[b]):
                product += counts[words[i]]
            start = ends[b]
            if product > 0:
                values[a, b] = values[b, a] = float(product) ** 2 / (float(squares[a]) * float(squares[b]))
        for i in range(first, ends[a]):
            counts[words[i]] = 0
    return values


@compiled
def local_ranks(values: Any, reach: Any) -> Any:
    """Return for every cell of a symmetric matrix which share of the cells around it is lower, up to `reach` away."""
    n = values.shape[0]
    ranks = np.zeros((n, n))
    for a in range(n):
        top, bottom = max(a - reach, 0), min(a + reach + 1, n)
        for b in range(a + 1):
            left, right = max(b - reach, 0), min(b + reach + 1, n)
            lower = 0
            for i in range(top, bottom):
                for j in range(left, right):
                    lower += values[i, j] < values[a, b]
            if lower > 0:
                ranks[a, b] = ranks[b, a] = lower / ((bottom - top) * (right - left) - 1)
    return ranks


@compiled
def divide(ranks: Any) -> Any:
    """Split a text until every sentence is alone; return where, in this order, and the density before and after each.

    The density is the sum of the ranks of all pairs within segments over the number of such pairs. Every split is the
    one that makes it highest, and among equals the first in the text.
    """
    n = ranks.shape[0]
    sums = np.zeros((n + 1, n + 1))
    for a in range(n):
        row = 0.0
        for b in range(n):
            row += ranks[a, b]
            sums[a + 1, b + 1] = sums[a, b + 1] + row
    splits = np.empty(max(n - 1, 0), dtype=np.int64)
    densities = np.empty(n)
    ends = np.zeros(n + 1, dtype=np.int64)
    ends[0] = n
    total, area = sums[n, n], n * n
    densities[0] = total / area
    for step in range(n - 1):
        best, place, halved, best_total, best_area = -1.0, 0, 0, 0.0, 0
        start = 0
        while start < n:
            end = ends[start]
            whole = sums[end, end] - sums[start, end] - sums[end, start] + sums[start, start]
            for split in range(start + 1, end):
                left = sums[split, split] - sums[start, split] - sums[split, start] + sums[start, start]
                right = sums[end, end] - sums[split, end] - sums[end, split] + sums[split, split]
                new_total = total - whole + left + right
                new_area = area - 2 * (split - start) * (end - split)
                density = new_total / new_area
                if density > best + _EQUAL * abs(best):
                    best, place, halved, best_total, best_area = density, split, start, new_total, new_area
            start = end
        ends[place] = ends[halved]
        ends[halved] = place
        total, area = best_total, best_area
        splits[step] = place
        densities[step + 1] = best
    return splits, densities


@compiled
def link_scores(terms: Any, places: Any, sentences: Any, length: Any, front: Any, rear: Any, during: Any) -> Any:
    """Return the weights of every sentence, summed over terms; each term's sum to zero.

    The occurrences of a term stand together in `terms`, with the sentences they are in, in order, in `places`.
    """
    scores = np.zeros(sentences)
    weights = np.zeros(sentences)
    linked = np.zeros(sentences, dtype=np.bool_)
    i = 0
    while i < terms.shape[0]:
        term = terms[i]
        total, count = 0.0, 0
        weights[:] = 0.0
        linked[:] = False
        while i < terms.shape[0] and terms[i] == term:
            first = last = places[i]
            i += 1
            while i < terms.shape[0] and terms[i] == term and places[i] - last <= length:
                last = places[i]
                i += 1
            if last > first:
                for place in range(first, min(last + 2, sentences)):
                    weights[place] = front if place == first else during if place <= last else rear
                    linked[place] = True
                    total += weights[place]
                    count += 1
        if count == sentences:
            scores += weights - total / sentences
        elif count > 0:
            for place in range(sentences):
                scores[place] += weights[place] if linked[place] else -total / (sentences - count)
    return scores
