"""Averages of documents against every combination, and thin tails against whole numbers of any size."""

import math
from fractions import Fraction
from itertools import accumulate
from math import isclose, log10

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from distributions import COUNTS, combinations, peaked
from sumspace.errors import SettingError
from sumspace.space import average
from sumspace.space.average import Average, Documents
from sumspace.space.combining import sum_sections
from sumspace.space.distribution import Distribution


def upper(average, score):
    """The share at or above a score."""
    rank = average.rank(score)
    return rank.equal + rank.above


@given(st.lists(st.tuples(COUNTS, st.integers(1, 9)), min_size=1, max_size=4))
def test_an_average_of_few_documents_is_that_of_every_combination(documents):
    parts = [Distribution.by_hits(*document) for document in documents]
    found, count = Average.of(parts), len(parts)
    expected = combinations(parts, [Fraction(1, count)] * count)
    whole = sum(expected.values())
    mean = sum(s * c for s, c in expected.items()) / whole
    assert isclose(found.mean, mean, abs_tol=1e-15)
    assert isclose(found.std**2, sum(c * (s - mean) ** 2 for s, c in expected.items()) / whole, abs_tol=1e-15)
    assert isclose(found.min, min(expected), abs_tol=1e-15)
    assert isclose(found.max, max(expected), abs_tol=1e-15)
    assert found.exact
    for score in [*expected, Fraction(-1, 7), Fraction(1, 7), Fraction(9)]:
        below, equal = sum(c for s, c in expected.items() if s < score), expected.get(score, 0)
        rank = found.rank(float(score))
        wanted = [below / whole, equal / whole, (whole - below - equal) / whole]
        assert np.allclose([rank.below, rank.equal, rank.above], wanted, rtol=1e-12, atol=1e-15)
        assert isclose(rank.equal + rank.above, (whole - below) / whole, rel_tol=1e-12)


@pytest.mark.parametrize(("lattice", "precision"), [(True, 1e-10), (False, 1e-4)])
def test_tails_keep_their_precision_however_thin(lattice, precision, monkeypatch):
    """Documents with one denominator: the exact tail is that of a product of polynomials with whole coefficients.

    On the grid, which stands for denominators that differ, every score of these documents is a tie.
    """
    if not lattice:
        monkeypatch.setattr(Average, "_denominator", None)
        monkeypatch.setattr(average, "_OUTERMOST", 0)
    rng = np.random.default_rng(3)
    total, count = 60, 50
    parts = [peaked(rng, total, 45) for _ in range(count)]
    exact = sum_sections(parts)
    below, above = [0, *accumulate(exact.counts)], list(accumulate(reversed(exact.counts)))[::-1]
    found = Average.of(parts)
    thinnest = 0.0
    for hits in [*range(200, len(exact.counts), 200), len(exact.counts) - 2, len(exact.counts) - 1]:
        rank, between = found.rank(hits / total / count), found.rank((hits - 0.5) / total / count)
        expected = math.log10(above[hits]) - math.log10(exact.extracts)
        assert abs(-rank.nines - expected) < precision
        equal = exact.counts[hits] / exact.extracts
        assert isclose(rank.equal, equal, rel_tol=1e-8, abs_tol=1e-300)
        assert isclose(rank.below, below[hits] / exact.extracts, rel_tol=precision, abs_tol=1e-300)
        assert isclose(between.above, above[hits] / exact.extracts, rel_tol=precision, abs_tol=1e-300)
        assert between.equal < 1e-12
        thinnest = min(thinnest, math.log10(above[hits]) - math.log10(exact.extracts))
    assert thinnest < -400
    assert isclose(found.rank(found.max).nines, -thinnest, rel_tol=1e-12)


@pytest.mark.parametrize("lattice", [True, False])
def test_shares_too_small_to_write_still_count(lattice, monkeypatch):
    """Their leaps are such that no tilt makes the entry in the middle likely."""
    if not lattice:
        monkeypatch.setattr(Average, "_denominator", None)
        monkeypatch.setattr(average, "_OUTERMOST", 0)
    parts = [Distribution.by_hits([10**400, 10**100 + i, 1], 2) for i in range(30)]
    exact, found = sum_sections(parts), Average.of(parts)
    above = list(accumulate(reversed(exact.counts)))[::-1]
    for hits in range(1, 61):
        expected = math.log10(above[hits]) - math.log10(exact.extracts)
        assert isclose(-found.rank(hits / 60).nines, expected, rel_tol=1e-11)


@settings(deadline=None, max_examples=15)
@given(st.integers(0, 2**32), st.integers(4, 8))
def test_documents_with_different_denominators_meet_on_the_common_one(seed, count):
    rng = np.random.default_rng(seed)
    totals = rng.choice([7, 11, 13], count)
    parts = [Distribution.by_hits([int(c) for c in rng.integers(1, 50, t + 1) ** 4], int(t)) for t in totals]
    spread = [[0] * 1002 for _ in parts]
    for places, part in zip(spread, parts, strict=True):
        for hits, hit_count in enumerate(part.counts):
            places[hits * 1001 // part.total] = hit_count
    exact = sum_sections([Distribution.by_hits(places, 1001) for places in spread])
    above = list(accumulate(reversed(exact.counts)))[::-1]
    found = Average.of(parts)
    held = [hits for hits, hit_count in enumerate(exact.counts) if hit_count]
    for hits in [*rng.choice(held, 12).tolist(), *held[:3], *held[-3:]]:
        rank = found.rank(hits / 1001 / count)
        assert isclose(rank.equal + rank.above, above[hits] / exact.extracts, rel_tol=1e-9)
        equal = exact.counts[hits] / exact.extracts
        assert isclose(rank.equal, equal, rel_tol=1e-7, abs_tol=1e-12 * above[hits] / exact.extracts)


@pytest.mark.parametrize("totals", [(97, 101, 103, 107, 109), (37, 41, 43, 47, 53, 59, 61)])
def test_documents_without_a_usable_common_denominator(totals):
    """Steep and lumpy: the hardest that comes to the grid, as fewer documents are combined entry by entry."""
    rng = np.random.default_rng(4)
    entries = 18 if len(totals) == 5 else 8
    parts = [
        Distribution.by_hits([int(1e9 * math.exp(-1.4 * h) * rng.uniform(0.5, 1)) + 1 for h in range(entries)], t)
        for t in totals
    ]
    common = math.prod(totals)
    places, shares = np.zeros(1, np.int64), np.ones(1)
    for part in parts:
        places = np.add.outer(places, np.arange(entries) * (common // part.total)).ravel()
        shares = np.multiply.outer(shares, part.shares).ravel()
    order = np.argsort(-places)
    places, above = places[order], np.cumsum(shares[order])
    found = Average.of(parts)
    assert found._merged is None
    assert found._denominator is None
    for place in [0, 1, 10, 100, 10_000, *rng.integers(0, len(places), 6), len(places) - 1]:
        last = np.searchsorted(-places, -places[place], "right") - 1
        assert isclose(upper(found, places[place] / common / len(parts)), above[last], rel_tol=2e-3)


def test_hundreds_of_documents_reach_beyond_floating_point_numbers():
    rng = np.random.default_rng(5)
    parts = [peaked(rng, int(rng.integers(80, 120)), 60) for _ in range(618)]
    found = Average.of(parts)
    depths = [-found.rank(found.mean + step * (found.max - found.mean) / 4).nines for step in range(5)]
    assert isclose(depths[0], math.log10(0.5), rel_tol=0.01)
    assert depths == sorted(depths, reverse=True)
    assert depths[3] < -400
    assert isclose(depths[4], sum(part.log_shares[-1] for part in parts) / math.log(10))
    rank = found.rank(found.mean + (found.max - found.mean) / 2)
    assert (rank.above, rank.nines) == (0.0, -depths[2])
    assert rank.percentile > 99.99


def test_scores_outside_the_range():
    parts = [Distribution.by_hits([0, 3, 2], 4), Distribution.by_hits([1, 1], 5)]
    found = Average.of(parts)
    assert (upper(found, found.max + 0.01), found.rank(found.max + 0.01).nines) == (0.0, math.inf)
    assert (upper(found, found.min), upper(found, 0.0), found.rank(found.min).below) == (1.0, 1.0, 0.0)
    assert isclose(upper(found, found.max), 0.2)
    assert found.rank(1.0).below == 1.0
    alone = Average.of([Distribution.by_hits([0, 3], 4)])
    rank = alone.rank(0.25)
    assert (rank.below, rank.equal, rank.above, alone.std) == (0.0, 1.0, 0.0, 0.0)


def test_an_average_needs_documents_with_extracts():
    with pytest.raises(SettingError, match="at least one document"):
        Average.of([])
    with pytest.raises(SettingError, match="document 2 allows no extract"):
        Average.of([Distribution.by_hits([1], 1), Distribution.by_hits([0], 1)])


@pytest.mark.parametrize("count", [1, 3, 40])
def test_the_density_has_the_mean_and_deviation_of_the_average(count):
    rng = np.random.default_rng(6)
    found = Average.of([peaked(rng, int(rng.integers(80, 120)), 60) for _ in range(count)])
    x, y = found.density(500)
    area = np.trapezoid(y, x)
    mean = np.trapezoid(x * y, x)
    assert len(x) == len(y) == 500
    assert isclose(area, 1, rel_tol=1e-3)
    assert isclose(mean, found.mean, rel_tol=1e-2)
    assert isclose(np.sqrt(np.trapezoid((x - mean) ** 2 * y, x)), found.std * math.sqrt(1.01), rel_tol=2e-2)


def test_the_density_of_a_single_score_is_a_narrow_peak():
    x, y = Average.of([Distribution.by_hits([0, 3], 4)]).density(101)
    assert isclose(x[np.argmax(y)], 0.25)
    assert isclose(np.trapezoid(y, x), 1, rel_tol=1e-3)


@pytest.mark.parametrize("total", [60, None])
def test_documents_in_a_file_average_as_those_in_memory(total, monkeypatch):
    """With a common denominator and without one, where entries near an end are few, on the grid, and at both ends."""
    rng = np.random.default_rng(7)
    parts = [peaked(rng, total or int(rng.integers(80, 120)), 45) for _ in range(60)]
    in_memory = Average.of(parts)
    monkeypatch.setattr(average, "_HELD", 500)
    in_file = Average.of(parts)
    assert len(list(in_file.documents.packed())) > 5
    for name in ("mean", "std", "min", "max", "exact", "_denominator"):
        assert getattr(in_file, name) == getattr(in_memory, name)
    assert np.array_equal(in_file.histogram, in_memory.histogram)
    low, high = in_memory.min, in_memory.max
    near_the_end = high - 2 / 120 / len(parts)
    for score in (low, high, near_the_end, low + 1e-3, in_memory.mean, *np.linspace(low, high, 7), high + 1):
        one, other = in_file.rank(score), in_memory.rank(score)
        assert one.nines == pytest.approx(other.nines, rel=1e-9, abs=1e-9)
        assert (one.below, one.above) == pytest.approx((other.below, other.above), rel=1e-7, abs=1e-300)
        assert one.percentile == other.percentile
    assert np.allclose(in_file.density()[1], in_memory.density()[1], rtol=1e-6, atol=1e-9)


def test_few_combinations_in_a_file_are_merged(monkeypatch):
    parts = [Distribution.by_hits([0, 3], 4)] * 20 + [Distribution.by_hits([1, 2, 1], 5)] * 3
    in_memory = Average.of(parts)
    monkeypatch.setattr(average, "_HELD", 60)
    assert Average.of(parts).rank(in_memory.mean) == in_memory.rank(in_memory.mean)


def test_leaps_in_a_file_are_added_up_without_a_transform(monkeypatch):
    parts = [Distribution.by_hits([10**400, 10**100 + i, 1], 2) for i in range(30)]
    in_memory = Average.of(parts)
    monkeypatch.setattr(average, "_HELD", 100)
    for hits in (7, 30, 51):
        assert isclose(Average.of(parts).rank(hits / 60).nines, in_memory.rank(hits / 60).nines, rel_tol=1e-12)


def test_documents_that_were_copied_grow_apart(monkeypatch):
    rng = np.random.default_rng(8)
    parts = [peaked(rng, 60, 45) for _ in range(30)]
    for held in (500, 10**6):
        monkeypatch.setattr(average, "_HELD", held)
        first = Documents()
        for part in parts[:20]:
            first.add(part)
        second = first.copy()
        for one, other in zip(parts[20:25], parts[25:], strict=True):
            first.add(one)
            second.add(other)
        for found, expected in ((first, parts[:25]), (second, [*parts[:20], *parts[25:]])):
            assert Average(found).rank(0.5) == Average.of(expected).rank(0.5)


def test_the_best_average_is_proven_where_that_of_every_document_is():
    exact = Distribution.by_hits([3, 2, 1], 4)
    guessed = Distribution.estimated(np.array([0.5, 0.5, 0.0, 0.0]), 4, 1000).holding(0.5)
    for bounds, expected in (((0.5,), 0.5), ((0.75,), 0.625), ((None,), None), ((0.5, 0.75), 1.75 / 3)):
        documents = Documents()
        documents.add(exact)
        for bound in bounds:
            documents.add(guessed, None, bound)
        found = Average(documents)
        assert found.max == 0.5
        assert found.max_bound == pytest.approx(expected)
        assert found.max_proven == (expected == 0.5)
        assert found.rank(0.5).nines == pytest.approx(log10(6) + 3 * len(bounds))
