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
def recommend_by_words(
    starts: Any, cells: Any, cell_starts: Any, classes: Any, weights: Any, own: Any, passed: Any
) -> Any:
    """Return what every sentence receives from all others when each passes something on by the words they share.

    Two sentences of the classes a and b have weights[a, b] for every word that both have. A cell is a word in a class:
    those of word w, which have classes[c], are c = cell_starts[w] … cell_starts[w+1]−1, and entry e is in cells[e], or
    nowhere where that is −1. What a sentence receives from itself is own[s] times what it passes.
    """
    sums, worth = np.zeros(classes.shape[0]), np.zeros(classes.shape[0])
    for s in range(starts.shape[0] - 1):
        for e in range(starts[s], starts[s + 1]):
            if cells[e] >= 0:
                sums[cells[e]] += passed[s]
    for word in range(cell_starts.shape[0] - 1):
        for a in range(cell_starts[word], cell_starts[word + 1]):
            for b in range(cell_starts[word], cell_starts[word + 1]):
                worth[a] += weights[classes[a], classes[b]] * sums[b]
    received = -own * passed
    for s in range(starts.shape[0] - 1):
        for e in range(starts[s], starts[s + 1]):
            if cells[e] >= 0:
                received[s] += worth[cells[e]]
    return received


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


@compiled
def gain_order(starts: Any, held: Any, units: Any, own: Any, lengths: Any) -> Any:
    """Rank sentences by what each adds, for its length, to those before it: own[s] and its units that none has yet.

    What a sentence adds only ever becomes less. So what it added once is a bound, and most need not be looked at again.
    Of equal ones the earliest is taken.
    """
    sentences = starts.shape[0] - 1
    taken = np.zeros(units.shape[0], dtype=np.bool_)
    rates = np.full(sentences, np.inf)
    known = np.full(sentences, -1)  # the step in which the rate was found
    order = np.empty(sentences, dtype=np.int64)
    for step in range(sentences):
        while True:
            best = int(np.argmax(rates))
            if known[best] == step:
                break
            gain = own[best]
            for e in range(starts[best], starts[best + 1]):
                if not taken[held[e]]:
                    gain += units[held[e]]
            rates[best], known[best] = gain / lengths[best], step
        order[step], rates[best] = best, -1.0
        for e in range(starts[best], starts[best + 1]):
            taken[held[e]] = True
    return order
