"""Sums of distributions against every combination, and histograms against the rules of the paper as printed."""

import math
from fractions import Fraction
from itertools import product
from math import isclose

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from distributions import COUNTS, combinations, peaked, schoolbook
from sumspace.errors import SettingError
from sumspace.space import combining
from sumspace.space.combining import add_binned, convolve, normalized, sum_binned, sum_sections, weighted_sum
from sumspace.space.distribution import Band, Distribution

WHOLE = st.one_of(st.integers(0, 3), st.integers(0, 2**200))


@given(st.lists(COUNTS, min_size=1, max_size=4), st.integers(1, 9))
def test_sections_sum_as_every_combination_does(counts, total):
    parts = [Distribution.by_hits(section, total) for section in counts]
    found = sum_sections(parts)
    assert found.extracts == math.prod(part.extracts for part in parts)
    expected = combinations(parts, [1] * len(parts))
    assert found.counts == tuple(expected.get(Fraction(h, total), 0) for h in range(len(found.counts)))


def test_many_sections_with_huge_counts_sum_exactly():
    rng = np.random.default_rng(1)
    counts = [[int.from_bytes(rng.bytes(42)) for _ in range(60)] for _ in range(7)]
    found = sum_sections([Distribution.by_hits(section, 50) for section in counts])
    assert list(found.counts) == schoolbook(counts)


def test_an_estimate_among_the_sections_makes_the_sum_one():
    band = Band(np.array([1, 0.5]), np.array([1, 0.7]), 95)
    estimate = Distribution.estimated(np.array([0.4, 0.6]), 4, 10**20, band)
    found = sum_sections([Distribution.by_hits([1, 3], 4), estimate])
    assert (found.exact, found.band, found.extracts) == (False, None, 4 * 10**20)
    assert np.allclose(found.shares, [0.1, 0.45, 0.45])


def test_an_empty_section_leaves_no_extracts():
    assert sum_sections([Distribution.by_hits([2, 1], 3), Distribution.by_hits([0, 0], 3)]).extracts == 0
    assert sum_sections([Distribution.by_hits([2, 1], 3), Distribution.by_hits([], 3)]).extracts == 0
    assert weighted_sum([Distribution.by_hits([2, 1], 3), Distribution.by_score({})], [1, 1]).extracts == 0


def test_sections_of_different_references_are_refused():
    for parts in ([], [Distribution.by_hits([1], 3), Distribution.by_hits([1], 4)]):
        with pytest.raises(SettingError, match="same reference"):
            sum_sections(parts)
    with pytest.raises(SettingError, match="weighted sum"):
        sum_sections([Distribution.by_score({0.5: 1})])


def test_binned_sections_give_half_to_each_of_two_bins():
    rng = np.random.default_rng(2)
    bins = 8
    first, second, third = rng.integers(0, 5, (3, bins)).astype(float)
    expected = first
    for other in (second, third):
        moved = [0.0] * (bins + 1)
        for i, j in product(range(1, bins + 1), repeat=2):
            for place in (i + j, i + j - 1):
                moved[min(place, bins)] += 0.5 * expected[i - 1] * other[j - 1]
        expected = moved[1:]
    expected = np.array(expected) * bins / sum(expected)
    assert np.allclose(sum_binned([first, second, third]), expected, rtol=1e-13, atol=0)


def algorithm_1(histograms):
    """Ceylan 2010, Algorithm 1, line by line, in fractions; bins are counted from 1."""
    bins, documents = len(histograms[0]), len(histograms)
    h = {i: {j: Fraction(histograms[i - 1][j - 1]) for j in range(1, bins + 1)} for i in range(1, documents + 1)}
    h_d = {}
    for i in range(1, bins + 1):
        h_d[i] = h[1][i]
    for i in range(2, documents + 1):
        h_t = {}
        for j in range(1, bins + 1):
            for k in range(1, bins + 1):
                a = math.floor(Fraction(k * (i - 1) + j, i) + Fraction(1, 2))
                h_t[a] = h_t.get(a, 0) + h_d[k] * h[i][j]
        h_d = h_t
    assert set(h_d) <= set(range(1, bins + 1))
    whole = sum(h_d.values())
    return [float(bins * h_d.get(j, 0) / whole) for j in range(1, bins + 1)]


def average_binned(histograms):
    average = None
    for number, histogram in enumerate(histograms, 1):
        average = add_binned(average, histogram, number)
    return normalized(average)


@given(st.lists(st.lists(st.integers(0, 5), min_size=9, max_size=9).filter(any), min_size=1, max_size=6))
def test_documents_average_as_algorithm_1_does(histograms):
    arrays = [np.array(histogram, float) for histogram in histograms]
    assert np.allclose(average_binned(arrays), algorithm_1(histograms), rtol=1e-12, atol=0)


def test_hundreds_of_binned_documents_stay_within_numbers():
    found = average_binned([np.full(1000, 1.0)] * 300)
    assert isclose(found.mean(), 1)


@given(st.lists(st.tuples(COUNTS, st.integers(1, 9), st.integers(0, 5)), min_size=1, max_size=4))
def test_weighted_sums_are_those_of_every_combination(sections):
    parts = [Distribution.by_hits(counts, total) for counts, total, _ in sections]
    weights = [Fraction(weight, 7) for *_, weight in sections]
    found, expected = weighted_sum(parts, [float(w) for w in weights]), combinations(parts, weights)
    assert found.exact
    assert found.counts == tuple(expected.values())
    assert np.allclose(found.scores, [float(score) for score in expected], rtol=1e-12, atol=1e-15)


def test_large_weighted_sums_are_rounded_to_a_grid():
    rng = np.random.default_rng(7)
    parts = [peaked(rng, 90 + i, 60) for i in range(5)]
    weights = rng.dirichlet(np.ones(5))
    found = weighted_sum(parts, weights.tolist())
    assert not found.exact
    assert found.extracts == math.prod(part.extracts for part in parts)
    assert isclose(found.shares.sum(), 1)
    assert isclose(found.mean, sum(w * part.mean for w, part in zip(weights, parts, strict=True)), abs_tol=1e-5)
    variance = sum((w * part.std) ** 2 for w, part in zip(weights, parts, strict=True))
    assert isclose(found.std, math.sqrt(variance), rel_tol=1e-3)


def test_weighted_sums_of_estimates_are_estimates():
    estimate = Distribution.estimated(np.array([0.4, 0.6]), 4, 100)
    found = weighted_sum([Distribution.by_hits([1, 3], 4), estimate], [0.5, 0.5])
    assert (found.exact, found.extracts) == (False, 400)
    assert np.allclose(found.shares, [0.1, 0.45, 0.45])
    with pytest.raises(SettingError, match="no weight is negative"):
        weighted_sum([estimate], [-1.0])


@given(st.lists(st.lists(WHOLE, min_size=1, max_size=40), min_size=1, max_size=5).filter(lambda x: all(map(any, x))))
def test_polynomials_of_any_size_multiply_exactly(polynomials):
    assert list(convolve(polynomials)) == schoolbook(polynomials)


def test_a_transform_that_rounds_wrongly_is_not_trusted(monkeypatch):
    counts = [[10**300 + i for i in range(60)] for _ in range(2)]
    monkeypatch.setattr(np.fft, "irfft", lambda a, n: np.full(n, 0.4) + 0 * a.sum().real)
    assert combining._product(*counts) == schoolbook(counts)
