"""Williams' test against worked and published numbers."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sumspace.errors import SettingError
from sumspace.stats.williams import Williams, compare_correlations, williams, williams_table


def test_williams_by_hand():
    # K = 1 - 0.36 - 0 - 0 + 0 = 0.64; t = 0.6 sqrt(3) / sqrt(2 · 0.64 · 3 + 0.09) = 0.5243; with one degree of freedom
    # the distribution is Cauchy's: p = 1/2 - arctan(t) / π.
    found = williams(0.6, 0, 0, 4)
    assert found.t == pytest.approx(0.6 * math.sqrt(3) / math.sqrt(3.93))
    assert found.p == pytest.approx(0.5 - math.atan(found.t) / math.pi)
    assert (found.points, found.reason) == (4, "")


def test_published_examples_of_williams():
    # Steiger (1980): t(100) = -0.89; the example of Graham's program: p = 0.2093.
    assert williams(0.4, 0.5, 0.1, 103).t == pytest.approx(-0.89, abs=0.005)
    assert williams(0.65, 0.55, 0.3, 50).p == pytest.approx(0.2093, abs=5e-5)


def test_the_same_difference_counts_more_where_the_measures_are_more_alike_or_points_are_more():
    assert williams(0.7, 0.6, 0.9, 20).p < williams(0.7, 0.6, 0.2, 20).p
    assert williams(0.7, 0.6, 0.5, 200).p < williams(0.7, 0.6, 0.5, 20).p


@given(st.integers(0, 2**32 - 1), st.integers(4, 30))
def test_exchanging_the_measures_turns_p_around(seed, points):
    judgements, first, second = np.random.default_rng(seed).normal(size=(3, points))
    one, other = compare_correlations(first, second, judgements), compare_correlations(second, first, judgements)
    assert one.t == pytest.approx(-other.t)
    assert one.p == pytest.approx(1 - other.p)


def test_correlations_are_pearsons_over_points_where_all_three_have_a_value():
    random = np.random.default_rng(1)
    judgements, first, second = random.normal(size=(3, 12)) + random.normal(size=12)
    judgements[0] = first[1] = second[2] = math.nan
    r = np.corrcoef(np.stack([judgements, first, second])[:, 3:])
    found = compare_correlations(first, second, judgements)
    assert found.points == 9
    assert found.p == pytest.approx(williams(r[0, 1], r[0, 2], r[1, 2], 9).p)


def test_where_both_measures_are_equally_good_p_is_spread_evenly():
    random = np.random.default_rng(5)
    judgements = random.normal(size=(400, 15))
    noise = random.normal(size=(2, 400, 15)) + random.normal(size=(400, 15))
    p = [compare_correlations(a, b, h).p for a, b, h in zip(*(judgements + noise), judgements, strict=True)]
    # A fifth of 400 below 0.2, with a standard deviation of 8.
    assert abs(sum(value < 0.2 for value in p) - 80) < 4 * 8
    assert abs(sum(value > 0.5 for value in p) - 200) < 4 * 10


def test_a_better_measure_is_found():
    random = np.random.default_rng(5)
    judgements = random.normal(size=60)
    good, bad = judgements + random.normal(size=60) * 0.3, judgements + random.normal(size=60) * 3
    assert compare_correlations(good, bad, judgements).p < 0.001
    assert compare_correlations(bad, good, judgements).p > 0.999


RISING = np.array([1.0, 2.0, 3.0, 5.0, 4.0])
OTHER = np.array([2.0, 1.0, 4.0, 3.0, 7.0])


@pytest.mark.parametrize(
    ("first", "second", "judgements", "reason"),
    [
        (RISING[:3], OTHER[:3], RISING[:3], "only 3 points"),
        (RISING[:1], OTHER[:1], RISING[:1], "only 1 point"),
        (RISING, RISING, OTHER, "the measures are perfectly correlated with each other"),
        (RISING, 1 - RISING / 3, OTHER, "the measures are perfectly correlated with each other"),
        (np.ones(5), RISING, OTHER, "the scores are constant"),
        (RISING, np.ones(5), OTHER, "the scores are constant"),
        (RISING, OTHER, np.ones(5), "the judgements are constant"),
    ],
)
def test_why_there_is_no_test_of_williams(first, second, judgements, reason):
    assert compare_correlations(first, second, judgements) == Williams(None, None, len(first), reason)


def test_judgements_that_leave_no_doubt_have_no_test():
    # K = (1 + r23)(1 - r23 - 2 r12²) = 0, and the two correlations cancel out.
    assert williams(0.5, -0.5, 0.5, 10).reason == "the judgements are the difference of the measures"


def test_a_table_of_all_pairs():
    random = np.random.default_rng(2)
    judgements = random.normal(size=20)
    scores = np.stack([judgements + random.normal(size=20) * spread for spread in (0.5, 1, 4)] + [np.ones(20)])
    table = williams_table(scores, judgements)
    for a in range(4):
        for b in range(4):
            if a == b or 3 in {a, b}:
                assert table[a][b] is None
            else:
                assert table[a][b] == pytest.approx(compare_correlations(scores[a], scores[b], judgements).p)


def test_small_p_keep_their_digits_in_both_halves_of_a_table():
    judgements = np.arange(60.0)
    noise = np.random.default_rng(4).normal(size=(2, 60)) * np.array([[0.01], [20]])
    table = williams_table(judgements + noise, judgements)
    assert 0 < table[0][1] < 1e-20
    assert williams_table((judgements + noise)[::-1], judgements)[1][0] == pytest.approx(table[0][1])


def test_lists_of_different_lengths_are_refused():
    with pytest.raises(SettingError, match="shapes"):
        compare_correlations(RISING, OTHER, RISING[:3])


def test_two_sided_p():
    random = np.random.default_rng(2)
    judgements = random.normal(size=20)
    scores = np.stack([judgements + random.normal(size=20) * spread for spread in (0.5, 4)] + [np.ones(20)])
    one, both = williams_table(scores, judgements), williams_table(scores, judgements, two_sided=True)
    assert both[0][1] == both[1][0] == pytest.approx(2 * min(one[0][1], one[1][0]))
    assert both[0][2] is None
    assert Williams.of(0.0, 10).two_sided == 1
