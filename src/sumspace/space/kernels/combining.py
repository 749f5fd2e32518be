"""Compiled: Algorithm 1 of Ceylan 2010, and the sums of independent scores by their characteristic function.

The documents of a domain stand one after the other in flat arrays; document d has the entries starts[d] to
starts[d + 1]. `logs` are the natural logarithms of shares.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from sumspace.compute.compiled import compiled

_BLOCK = 64
_NOTHING = 1e-36
_SURE = 37.0


@compiled
def average_bins(histograms: Any) -> Any:
    """Run Algorithm 1, its bins counted from 1 and halves rounded up, and normalize after every document.

    The average of bins from 1 to N rounds to a bin from 1 to N. Without the normalization, which only scales, the
    values would outgrow floating-point numbers after a hundred documents.
    """
    documents, bins = histograms.shape
    combined = histograms[0].copy()
    for i in range(2, documents + 1):
        moved = np.zeros(bins)
        for j in range(1, bins + 1):
            weight = histograms[i - 1, j - 1]
            if weight == 0:
                continue
            for k in range(1, bins + 1):
                a = (2 * (k * (i - 1) + j) + i) // (2 * i)
                moved[a - 1] += combined[k - 1] * weight
        combined = moved * (bins / moved.sum())
    return combined


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
def tilt(scores: Any, logs: Any, starts: Any, target: Any) -> Any:
    """Find the theta that moves the mean of the sum to the target, by Newton's steps within a bracket.

    A thousandth of a standard deviation is near enough: a tail comes out the same from any theta near by.
    """
    theta, low, high = 0.0, -np.inf, np.inf
    farthest = 0.0
    for _ in range(500):
        _, mean, variance = cumulants(scores, logs, starts, theta)
        if farthest == 0.0:
            farthest = 8.0 / np.sqrt(max(variance, 1e-6))
        gap = target - mean
        if gap * gap <= 1e-6 * variance:
            break
        if gap > 0:
            low = theta
        else:
            high = theta
        most = farthest + 2 * abs(theta)
        step = gap / variance if abs(gap) < most * variance else np.sign(gap) * most
        theta = theta + step if low < theta + step < high else (low + high) / 2
    return theta


@compiled
def reach(scores: Any, logs: Any, starts: Any, theta: Any, target: Any, side: Any) -> Any:
    """Return how far from the target, on one side, all but a share of exp(-37) of the tilted sum lies, by Chernoff."""
    value, _, variance = cumulants(scores, logs, starts, theta)
    deviation = np.sqrt(max(variance, 1e-30))
    least = np.inf
    for k in range(32):
        delta = 2.0 ** (k / 2 - 4) / deviation
        moved, _, _ = cumulants(scores, logs, starts, theta + side * delta)
        least = min(least, (moved - value - side * delta * target + _SURE) / delta)
    return max(least, 0.0)


@compiled
def spectrum(places: Any, shares: Any, starts: Any, step: Any, count: Any) -> Any:
    """Return the product of the documents' Fourier transforms Σ share * exp(-i * u * place) at u = 0, step, 2 step ….

    Frequencies go in blocks; where a product has become nothing, the remaining documents are passed over.
    """
    blocks = (count + _BLOCK - 1) // _BLOCK
    product = np.ones(blocks * _BLOCK, np.complex128)
    alive = np.ones(blocks, np.bool_)
    real, imaginary = np.empty(_BLOCK), np.empty(_BLOCK)
    for d in range(len(starts) - 1):
        first, end = starts[d], starts[d + 1]
        cosines, sines = np.empty((end - first, _BLOCK)), np.empty((end - first, _BLOCK))
        for e in range(first, end):
            for f in range(_BLOCK):
                cosines[e - first, f] = np.cos(f * step * places[e])
                sines[e - first, f] = np.sin(f * step * places[e])
        for b in range(blocks):
            if not alive[b]:
                continue
            real[:] = 0
            imaginary[:] = 0
            for e in range(first, end):
                angle = b * _BLOCK * step * places[e]
                x, y = shares[e] * np.cos(angle), shares[e] * np.sin(angle)
                for f in range(_BLOCK):
                    real[f] += x * cosines[e - first, f] - y * sines[e - first, f]
                    imaginary[f] -= x * sines[e - first, f] + y * cosines[e - first, f]
            largest = 0.0
            for f in range(_BLOCK):
                value = product[b * _BLOCK + f] * complex(real[f], imaginary[f])
                product[b * _BLOCK + f] = value
                largest = max(largest, value.real * value.real + value.imag * value.imag)
            alive[b] = largest > _NOTHING
    return product[:count]


@compiled
def convolved(places: Any, shares: Any, starts: Any) -> Any:
    """Return the shares of the sums of the documents' places, whole numbers from 0, by adding up products alone."""
    sums = np.ones(1)
    for d in range(len(starts) - 1):
        first, end = starts[d], starts[d + 1]
        longer = np.zeros(len(sums) + places[first:end].max())
        for e in range(first, end):
            for j in range(len(sums)):
                longer[places[e] + j] += shares[e] * sums[j]
        sums = longer
    return sums
