"""Compiled: the best divisions of numbers into classes."""

from __future__ import annotations

from typing import Any

import numpy as np

from sumspace.compute.compiled import compiled


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
