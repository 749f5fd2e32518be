"""Distributions made up for tests, and all their combinations in plain Python."""

import math
from fractions import Fraction
from itertools import product

import numpy as np
from hypothesis import strategies as st

from sumspace.space.distribution import Distribution

COUNTS = st.lists(st.integers(0, 9), min_size=1, max_size=6).filter(any)


def combinations(parts, weights):
    """Return how often each weighted sum of scores occurs, by going through all of them."""
    found = {}
    for choice in product(*(range(len(part.counts)) for part in parts)):
        score = sum(w * Fraction(h, part.total) for w, h, part in zip(weights, choice, parts, strict=True))
        found[score] = found.get(score, 0) + math.prod(p.counts[h] for h, p in zip(choice, parts, strict=True))
    return {score: found[score] for score in sorted(found) if found[score]}


def schoolbook(polynomials):
    """Multiply polynomials with whole coefficients."""
    result = [1]
    for polynomial in polynomials:
        longer = [0] * (len(result) + len(polynomial) - 1)
        for i, a in enumerate(result):
            for j, b in enumerate(polynomial):
                longer[i + j] += a * b
        result = longer
    return result


def peaked(rng, total, entries):
    """Make up a document: a bump at a fifth of the total and a long thin tail."""
    hits = np.arange(entries)
    bump = 1e12 * np.exp(-(((hits - 0.2 * total) / (0.05 * total + 1)) ** 2) / 2) * rng.uniform(0.5, 1.5, entries)
    return Distribution.by_hits([int(count) + 1 for count in bump], total)
