"""Compiled: words that sentences share, and sentences taken one by one, each depending on those taken before.

Entries of sentence s are starts[s] … starts[s+1]−1: it has words[e] times[e] times. Of sentences whose values differ by
no more than `near` the earliest is taken. Those without words are taken last.
"""

from __future__ import annotations

from math import exp, log
from typing import Any

import numpy as np

from sumspace.compute.compiled import compiled

#: Logarithms of probabilities that are squared again and again go no lower than this.
_LEAST = -1e300


@compiled
def share_words(starts: Any, words: Any, distinct: Any, logs: Any) -> Any:
    """Return the graph of sentences by the words that they share, over the sum of their logarithms: TextRank's."""
    sentences = starts.shape[0] - 1
    # The sentences that have word w are holders[firsts[w]] … holders[firsts[w+1]−1].
    firsts = np.zeros(distinct + 2, dtype=np.int64)
    for word in words:
        firsts[word + 2] += 1
    firsts = np.cumsum(firsts)
    holders = np.empty(words.shape[0], dtype=np.int64)
    for s in range(sentences):
        for e in range(starts[s], starts[s + 1]):
            holders[firsts[words[e] + 1]] = s
            firsts[words[e] + 1] += 1
    shared = np.zeros(sentences, dtype=np.int64)
    edges = np.zeros(sentences + 1, dtype=np.int64)
    targets, weights = np.empty(0, dtype=np.int64), np.empty(0)
    for counted in (False, True):
        if counted:
            targets, weights = np.empty(edges[-1], dtype=np.int64), np.empty(edges[-1])
        edge = 0
        for s in range(sentences):
            for e in range(starts[s], starts[s + 1]):
                for h in range(firsts[words[e]], firsts[words[e] + 1]):
                    shared[holders[h]] += 1
            for other in range(sentences):
                divisor = logs[s] + logs[other]
                if shared[other] and other != s and divisor > 0:
                    if counted:
                        targets[edge], weights[edge] = other, shared[other] / divisor
                    edge += 1
                shared[other] = 0
            edges[s + 1] = edge
    return edges, targets, weights


@compiled
def _take_best(values: Any, left: Any, near: Any, order: Any, step: Any) -> Any:
    """Take the first sentence that is left with the highest value, or nearly so, and return it.

    Where none has a value, take all that are left, those without words, and return −1.
    """
    highest = -np.inf
    for s in range(values.shape[0]):
        if left[s] and values[s] > highest:
            highest = values[s]
    if highest > -np.inf:
        for s in range(values.shape[0]):
            if left[s] and values[s] >= highest - near:
                order[step], left[s] = s, False
                return s
    order[step:] = np.flatnonzero(left)
    return -1


@compiled
def probability_order(starts: Any, words: Any, times: Any, chances: Any, near: Any) -> Any:
    """Rank sentences as SumBasic does.

    Probabilities that are squared soon leave the range of numbers, so their logarithms are kept, and means are taken in
    units of the highest.
    """
    sentences = starts.shape[0] - 1
    logs = np.log(chances)
    order = np.empty(sentences, dtype=np.int64)
    left = np.ones(sentences, dtype=np.bool_)
    means = np.empty(sentences)
    for step in range(sentences):
        highest = -np.inf
        for s in range(sentences):
            if left[s]:
                for e in range(starts[s], starts[s + 1]):
                    highest = max(highest, logs[words[e]])
        for s in range(sentences):
            means[s] = -np.inf
            has_it = False
            if left[s]:
                for e in range(starts[s], starts[s + 1]):
                    has_it = has_it or logs[words[e]] >= highest - near
            if has_it:
                total, length = 0.0, 0
                for e in range(starts[s], starts[s + 1]):
                    total += times[e] * exp(logs[words[e]] - highest)
                    length += times[e]
                means[s] = total / length
        best = _take_best(means, left, near, order, step)
        if best < 0:
            break
        for e in range(starts[best], starts[best + 1]):
            logs[words[e]] = max(2 * logs[words[e]], _LEAST)
    return order


@compiled
def divergence_order(starts: Any, words: Any, times: Any, chances: Any, smoothing: Any, near: Any) -> Any:
    """Rank sentences as KL-Sum does.

    The divergence of a summary is log(c + λV) − Σ_w P(w) log(c(w) + λ), but for what is the same for all, so that a
    sentence changes it only by its own words.
    """
    sentences, distinct = starts.shape[0] - 1, chances.shape[0]
    held = np.zeros(distinct, dtype=np.int64)
    logs = np.full(distinct, log(smoothing))
    length = smoothing * distinct
    order = np.empty(sentences, dtype=np.int64)
    left = np.ones(sentences, dtype=np.bool_)
    gains = np.empty(sentences)
    for step in range(sentences):
        for s in range(sentences):
            gains[s] = -np.inf
            if left[s] and starts[s] < starts[s + 1]:
                gain, added = 0.0, 0
                for e in range(starts[s], starts[s + 1]):
                    word = words[e]
                    gain += chances[word] * (log(held[word] + times[e] + smoothing) - logs[word])
                    added += times[e]
                gains[s] = gain - log(length + added)
        best = _take_best(gains, left, near, order, step)
        if best < 0:
            break
        for e in range(starts[best], starts[best + 1]):
            held[words[e]] += times[e]
            logs[words[e]] = log(held[words[e]] + smoothing)
            length += times[e]
    return order
