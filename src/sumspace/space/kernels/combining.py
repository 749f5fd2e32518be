"""Compiled: Algorithm 1 of Ceylan 2010, and the sums of independent scores by their characteristic function.

The documents of a domain stand one after the other in flat arrays; document d has the entries starts[d] to
starts[d + 1]. `logs` are the natural logarithms of shares.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from sumspace.compute.compiled import compiled

#: So many frequencies are looked at together; their sines and cosines are put together from so few.
BLOCK = 64
_STEP = 8
_NOTHING = 1e-36


@compiled
def add_bins(combined: Any, histogram: Any, number: Any) -> Any:
    """Do the step of Algorithm 1 for document `number`, from 2 on: its bins count from 1, and halves are rounded up.

    The average of bins from 1 to N rounds to a bin from 1 to N. Every step ends with a normalization, which only
    scales: without it the values would outgrow floating-point numbers after a hundred documents.
    """
    bins = len(combined)
    moved = np.zeros(bins)
    for j in range(1, bins + 1):
        weight = histogram[j - 1]
        if weight == 0:
            continue
        # The bin of k is (2 * (k * (number - 1) + j) + number) // (2 * number): that of k - 1, or the next one.
        place = (2 * j + number) // (2 * number)
        rest = (2 * j + number) % (2 * number)
        for k in range(1, bins + 1):
            rest += 2 * (number - 1)
            if rest >= 2 * number:
                rest -= 2 * number
                place += 1
            moved[place - 1] += combined[k - 1] * weight
    return moved * (bins / moved.sum())


@compiled
def tilted(scores: Any, logs: Any, starts: Any, theta: Any) -> Any:
    """Return the shares weighted by exp(theta * score), summing to 1 in each document, and each document's mean."""
    documents = len(starts) - 1
    shares, means = np.empty(len(scores)), np.empty(documents)
    for d in range(documents):
        first, end = starts[d], starts[d + 1]
        top = (logs[first:end] + theta * scores[first:end]).max()
        whole, mean = 0.0, 0.0
        for e in range(first, end):
            shares[e] = np.exp(logs[e] + theta * scores[e] - top)
            whole += shares[e]
        for e in range(first, end):
            shares[e] /= whole
            mean += shares[e] * scores[e]
        means[d] = mean
    return shares, means


@compiled
def cumulants(scores: Any, logs: Any, starts: Any, theta: Any) -> Any:
    """Return the logarithm of the sum's moment generating function at theta, its slope and its curvature."""
    value, slope, curvature = 0.0, 0.0, 0.0
    for d in range(len(starts) - 1):
        first, end = starts[d], starts[d + 1]
        top = first
        for e in range(first, end):
            if logs[e] + theta * scores[e] > logs[top] + theta * scores[top]:
                top = e
        whole, once, twice = 0.0, 0.0, 0.0
        for e in range(first, end):
            away = scores[e] - scores[top]
            weight = np.exp(logs[e] - logs[top] + theta * away)
            whole += weight
            once += weight * away
            twice += weight * away * away
        value += logs[top] + theta * scores[top] + np.log(whole)
        slope += scores[top] + once / whole
        curvature += max(twice / whole - (once / whole) ** 2, 0.0)
    return value, slope, curvature


@compiled
def multiply_spectra(product: Any, alive: Any, places: Any, shares: Any, starts: Any, step: Any) -> None:
    """Multiply by the documents' Fourier transforms Σ share * exp(-i * u * place) at u = 0, step, 2 step ….

    Frequencies go in blocks of `BLOCK`; where a product has become nothing, it is no longer alive, and the remaining
    documents are passed over.
    """
    blocks = len(alive)
    real, imaginary, near = np.empty(BLOCK), np.empty(BLOCK), np.empty(_STEP, np.complex128)
    for d in range(len(starts) - 1):
        first, end = starts[d], starts[d + 1]
        cosines, sines = np.empty((end - first, BLOCK)), np.empty((end - first, BLOCK))
        for e in range(first, end):
            for f in range(_STEP):
                near[f] = complex(np.cos(f * step * places[e]), np.sin(f * step * places[e]))
            for f in range(0, BLOCK, _STEP):
                far = complex(np.cos(f * step * places[e]), np.sin(f * step * places[e]))
                for g in range(_STEP):
                    both = far * near[g]
                    cosines[e - first, f + g], sines[e - first, f + g] = both.real, both.imag
        for b in range(blocks):
            if not alive[b]:
                continue
            real[:] = 0
            imaginary[:] = 0
            for e in range(first, end):
                angle = b * BLOCK * step * places[e]
                x, y = shares[e] * np.cos(angle), shares[e] * np.sin(angle)
                for f in range(BLOCK):
                    real[f] += x * cosines[e - first, f] - y * sines[e - first, f]
                    imaginary[f] -= x * sines[e - first, f] + y * cosines[e - first, f]
            largest = 0.0
            for f in range(BLOCK):
                value = product[b * BLOCK + f] * complex(real[f], imaginary[f])
                product[b * BLOCK + f] = value
                largest = max(largest, value.real * value.real + value.imag * value.imag)
            alive[b] = largest > _NOTHING


@compiled
def convolved(sums: Any, places: Any, shares: Any, starts: Any) -> Any:
    """Return the shares of sums with the documents' places added, whole numbers from 0, by adding up products alone."""
    for d in range(len(starts) - 1):
        first, end = starts[d], starts[d + 1]
        longer = np.zeros(len(sums) + places[first:end].max())
        for e in range(first, end):
            for j in range(len(sums)):
                longer[places[e] + j] += shares[e] * sums[j]
        sums = longer
    return sums
