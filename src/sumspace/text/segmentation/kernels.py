"""Compiled: the cheapest division of a text into segments, in integers.

Costs are sums of logarithms of integers. With logarithms as multiples of 2^−b they add without rounding, and with
log(pq) = log p + log q kept exactly, costs that are equal are equal in every digit, so ties can be told.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from sumspace.compiled import compiled

__all__ = ["integer_logs", "next_segments"]


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
def next_segments(words: Any, ends: Any, distinct: Any) -> Any:
    """Return for every sentence where the next segment begins if one begins there, in the cheapest division.

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
    counts = np.empty(distinct, dtype=np.int64)
    for start in range(sentences - 1, -1, -1):
        counts[:] = 0
        first = ends[start - 1] if start > 0 else 0
        i = first
        gained = np.int64(0)
        for end in range(start + 1, sentences + 1):
            while i < ends[end - 1]:
                gained += gains[counts[words[i]]]
                counts[words[i]] += 1
                i += 1
            cost = (i - first) * logs[i - first + distinct] - gained + logs[n] + costs[end]
            if (
                end == start + 1
                or cost < costs[start]
                or (cost == costs[start] and segments[end] + 1 < segments[start])
            ):
                costs[start], segments[start], following[start] = cost, segments[end] + 1, end
    return following
