"""Distributions against the list of all scores they stand for, in fractions."""

from fractions import Fraction
from math import inf, isclose, log10, sqrt

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sumspace.errors import SettingError
from sumspace.space.distribution import Band, Distribution, nines, percentile_rank

COUNTS = st.lists(st.integers(0, 9), min_size=1, max_size=12).filter(any)
TOTALS = st.integers(1, 11)
HUGE = 10**400


def listed(counts, total):
    return [Fraction(hits, total) for hits, count in enumerate(counts) for _ in range(count)]


@given(COUNTS, TOTALS)
def test_moments_and_bounds_are_those_of_the_listed_scores(counts, total):
    scores, found = listed(counts, total), Distribution.by_hits(counts, total)
    mean = sum(scores) / len(scores)
    assert found.exact
    assert found.extracts == len(scores)
    assert isclose(found.mean, mean, rel_tol=1e-15)
    assert isclose(found.std, sqrt(sum((s - mean) ** 2 for s in scores) / len(scores)), rel_tol=1e-15)
    assert (found.min, found.max) == (float(min(scores)), float(max(scores)))
    assert found.upper.tolist() == [
        sum(s >= Fraction(h, total) for s in scores) / len(scores) for h in range(len(counts))
    ]


@given(COUNTS, TOTALS, st.integers(-1, 13))
def test_a_rank_counts_what_is_below_equal_and_above(counts, total, hits):
    scores, score = listed(counts, total), Fraction(hits, total)
    rank = Distribution.by_hits(counts, total).rank(float(score) * (1 + 1e-12))
    expected = [sum(s < score for s in scores), sum(s == score for s in scores), sum(s > score for s in scores)]
    assert [rank.below_count, rank.equal_count, rank.above_count] == expected
    assert [rank.below, rank.equal, rank.above] == [count / len(scores) for count in expected]
    share = (expected[1] + expected[2]) / len(scores)
    assert rank.nines == (inf if share == 0 else -log10(share))


@given(COUNTS, TOTALS, st.integers(0, 20).map(lambda n: n / 20))
def test_a_quantile_is_the_lowest_score_that_enough_do_not_exceed(counts, total, q):
    scores = listed(counts, total)
    enough = (s for s in sorted(scores) if sum(o <= s for o in scores) >= Fraction(str(q)) * len(scores))
    assert Distribution.by_hits(counts, total).quantile(q) == float(next(enough))


@given(COUNTS, TOTALS, st.sampled_from([1, 7, 10, 1000]))
def test_a_histogram_has_each_score_in_its_bin_and_area_one(counts, total, bins):
    found = Distribution.by_hits(counts, total).histogram(bins)
    expected = [0] * bins
    for score in listed(counts, total):
        expected[min(bins * score // 1, bins - 1)] += 1
    assert np.allclose(found, np.array(expected) * bins / sum(counts), rtol=1e-14, atol=0)
    assert isclose(found.sum() / bins, 1)


def test_the_percentile_rank_is_eq_2():
    """Bins below the score's own count, and nothing of its own bin."""
    histogram = Distribution.by_hits([1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0], 10).histogram()
    assert isclose(percentile_rank(histogram, 0.3), 30)
    assert isclose(percentile_rank(histogram, 0.2999), 30)
    assert isclose(percentile_rank(histogram, 0.301), 40)
    assert percentile_rank(histogram, 0) == 0
    assert isclose(percentile_rank(histogram, 1.5), 100)
    assert isclose(percentile_rank(np.full(100, 1.0), 0.29), 29)  # 0.29 * 100 is a little less than 29
    assert isclose(Distribution.by_hits([3, 1], 1).rank(0.999).percentile, 75)


def test_scores_without_a_denominator_are_counted_like_those_with_one():
    counts = [3, 0, 5, 1]
    lattice = Distribution.by_hits(counts, 4)
    free = Distribution.by_score({hits / 4: count for hits, count in reversed(list(enumerate(counts)))})
    assert free.scores.tolist() == lattice.scores.tolist()
    assert free.counts == lattice.counts
    assert free.total is None
    assert isclose(free.mean, lattice.mean)
    assert isclose(free.std, lattice.std)
    assert free.histogram().tolist() == lattice.histogram().tolist()
    assert free.rank(0.5) == lattice.rank(0.5)


def test_counts_of_any_size_keep_their_tails():
    found = Distribution.by_hits([HUGE, HUGE // 10**250, 1], 2)
    assert found.extracts == HUGE + HUGE // 10**250 + 1
    assert isclose(found.upper[1], 1e-250)
    assert isclose(found.rank(0.5).nines, 250)
    top = found.rank(1.0)
    assert (top.equal, top.equal_count, top.above_count) == (0.0, 1, 0)
    assert isclose(top.nines, 400)
    assert isclose(found.std, 0.5 * sqrt(1e-250))
    assert np.allclose(found.log_shares, [0, -250 * np.log(10), -400 * np.log(10)])
    assert found.max == 1.0


def test_where_there_is_nothing_to_hit_all_score_zero():
    found = Distribution.by_hits([4], 0)
    assert (found.scores.tolist(), found.shares.tolist(), found.mean, found.std) == ([0.0], [1.0], 0.0, 0.0)
    assert found.histogram(5).tolist() == [5, 0, 0, 0, 0]
    assert Distribution.estimated(np.array([0.5, 0.5]), 0, 9).shares.tolist() == [1.0]


@pytest.mark.parametrize(
    "empty", [Distribution.by_hits([0, 0], 1), Distribution.by_hits([], 3), Distribution.by_score({})]
)
def test_an_empty_space_has_no_mean_and_no_ranks(empty):
    assert empty.extracts == 0
    assert (empty.mean, empty.std, empty.min, empty.max, empty.quantile(0.5)) == (None,) * 5
    assert empty.histogram().sum() == 0
    with pytest.raises(SettingError, match="without extracts"):
        empty.rank(0.5)


def test_estimates_have_ranks_with_bounds():
    band = Band(np.array([1, 0.3, 0.05]), np.array([1, 0.5, 0.2]), 95)
    found = Distribution.estimated(np.array([0.6, 0.3, 0.1]), 2, 10**30, band)
    assert not found.exact
    rank = found.rank(0.5)
    assert np.allclose([rank.below, rank.equal, rank.above], [0.6, 0.3, 0.1])
    assert (rank.below_count, rank.interval) == (None, (0.3, 0.5))
    assert found.rank(0.6).interval == (0.05, 0.2)
    assert found.rank(1.1).interval == (0.0, 0.2)
    assert isclose(found.mean, 0.25)
    assert found.quantile(0.6) == 0.0
    assert found.quantile(1) == 1.0


def test_a_quantile_beyond_all_is_refused():
    with pytest.raises(SettingError, match="between 0 and 1"):
        Distribution.by_hits([1], 1).quantile(1.5)


def test_nines_of_everything_and_nothing():
    assert (nines(1.0), nines(0.0)) == (0.0, inf)


def test_an_estimate_can_hold_an_extract_that_was_not_drawn():
    band = Band(np.array([1.0, 0.4, 0.0]), np.array([1.0, 0.6, 0.1]), 95.0)
    drawn = Distribution.estimated(np.array([0.5, 0.5, 0.0]), 2, 1000, band)
    held = drawn.holding(1.0)
    assert held.max == 1.0
    assert held.shares.tolist() == [0.5, 0.5, 0.001]
    assert (held.rank(1.0).interval, held.rank(0.5).interval) == ((0.001, 0.1), (0.4, 0.6))
    assert drawn.holding(0.5) is drawn
    exact = Distribution.by_hits([1, 2], 2)
    assert exact.holding(1.0) is exact


@pytest.mark.parametrize(("score", "place"), [(0.5, 2), (0.9, 3)])
def test_a_score_that_no_draw_has_gets_an_entry(score, place):
    band = Band(np.array([1.0, 0.4, 0.0]), np.array([1.0, 0.6, 0.2]), 95.0)
    drawn = Distribution(np.array([0.1, 0.3, 0.7]), np.array([0.5, 0.5, 0.0]), 10**400, None, None, band)
    held = drawn.holding(score)
    assert held.scores[place] == held.max == score
    assert held.mean == pytest.approx(0.2)
    assert len(held.band.low) == len(held.band.high) == len(held.shares) == 4
    assert held.rank(score).interval[1] == 0.2


def test_a_score_that_some_extract_is_known_to_have_takes_nothing_from_the_share_of_its_neighbour():
    estimated = Distribution(np.array([0.1, 0.3]), np.array([0.875, 0.125]), 10**18)
    held = estimated.holding(np.nextafter(0.3, 1))
    assert held.shares.tolist() == [0.875, 0.125]
    above = estimated.holding(0.5)
    assert above.max == 0.5
    assert above.shares.tolist() == [0.875, 0.125, 1e-18]
