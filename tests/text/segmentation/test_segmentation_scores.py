"""P_k, WindowDiff and boundary similarity against segeval, by hand, and where segeval has no answer."""

from decimal import InvalidOperation
from itertools import pairwise

import pytest
import segeval
from hypothesis import assume, given
from hypothesis import strategies as st

from segmentation_scores import boundary_similarity, p_k, window_diff, window_size
from sumspace.errors import SettingError


def masses(starts, count):
    return [b - a for a, b in pairwise([*starts, count])]


@st.composite
def two_divisions(draw, least=1):
    """How many sentences there are, and two divisions of them."""
    count = draw(st.integers(least, 40))
    inner = st.sets(st.integers(1, count - 1)) if count > 1 else st.just(set())
    whole = st.sampled_from([[0], list(range(count))])
    reference, hypothesis = (draw(whole | inner.map(lambda cuts: [0, *sorted(cuts)])) for _ in range(2))
    return reference, hypothesis, count


@given(two_divisions())
def test_p_k_is_that_of_segeval(case):
    reference, hypothesis, count = case
    expected = segeval.pk(masses(hypothesis, count), masses(reference, count))
    assert p_k(reference, hypothesis, count) == pytest.approx(float(expected), abs=1e-12)


@given(two_divisions(least=3))
def test_window_diff_is_that_of_segeval(case):
    reference, hypothesis, count = case
    expected = segeval.window_diff(masses(hypothesis, count), masses(reference, count))
    assert window_diff(reference, hypothesis, count) == pytest.approx(float(expected), abs=1e-12)


@given(two_divisions(), st.integers(1, 6))
def test_boundary_similarity_is_that_of_segeval(case, reach):
    reference, hypothesis, count = case
    assume(len(reference) + len(hypothesis) > 2)
    expected = segeval.boundary_similarity(masses(hypothesis, count), masses(reference, count), n_t=reach)
    assert boundary_similarity(reference, hypothesis, count, reach) == pytest.approx(float(expected), abs=1e-12)


@given(two_divisions())
def test_the_window_is_that_of_segeval(case):
    reference, _, count = case
    assert window_size(reference, count) == segeval.compute_window_size(masses(reference, count))


@given(two_divisions())
def test_a_division_agrees_with_itself_and_errors_are_shares(case):
    reference, hypothesis, count = case
    assert p_k(reference, reference, count) == window_diff(reference, reference, count) == 0
    assert boundary_similarity(reference, reference, count) == 1
    assert 0 <= p_k(reference, hypothesis, count) <= window_diff(reference, hypothesis, count) <= 1
    assert 0 <= boundary_similarity(reference, hypothesis, count) <= 1
    assert boundary_similarity(reference, hypothesis, count) == boundary_similarity(hypothesis, reference, count)


@given(two_divisions(), st.integers(1, 12))
def test_windows_of_a_given_size_are_those_of_segeval(case, window):
    reference, hypothesis, count = case
    assume(count > window)
    sizes = masses(hypothesis, count), masses(reference, count)
    assert p_k(reference, hypothesis, count, window) == pytest.approx(float(segeval.pk(*sizes, window_size=window)))
    assert window_diff(reference, hypothesis, count, window) == pytest.approx(
        float(segeval.window_diff(*sizes, window_size=window))
    )


def test_by_hand():
    # Six sentences in two halves against a cut one sentence late: k = round(1.5) = 2. Of the four pairs (0, 2) … (3, 5)
    # the first and the last agree that there is no boundary, the pair (1, 3) is parted in the reference alone, and the
    # pair (2, 4) in both.
    assert window_size([0, 3], 6) == 2
    assert p_k([0, 3], [0, 4], 6) == 2 / 4
    assert window_diff([0, 3], [0, 4], 6) == 2 / 4
    assert boundary_similarity([0, 3], [0, 4], 6) == 1 / 2
    # A boundary more, right beside: P_k sees it where it parts a pair, WindowDiff counts boundaries.
    assert p_k([0, 3], [0, 3, 4], 6) == 1 / 4
    assert window_diff([0, 3], [0, 3, 4], 6) == 2 / 4
    assert boundary_similarity([0, 3], [0, 3, 4], 6) == 1 / 2


def test_near_misses_are_nearer_than_the_reach():
    # One boundary in both. The other is 2 places off: for a reach of 2 one in each alone, for 3 a pair that costs 2/3.
    assert boundary_similarity([0, 3, 10], [0, 5, 10], 20) == 1 / 3
    assert boundary_similarity([0, 3, 10], [0, 5, 10], 20, 3) == pytest.approx((1 + 1 / 3) / 2)


def test_half_windows_are_rounded_to_even():
    assert [window_size([0], count) for count in (4, 5, 6, 7, 9, 11)] == [2, 2, 3, 4, 4, 6]


def test_too_short_texts_have_no_pairs_and_no_errors():
    assert p_k([0], [0, 1], 2) == window_diff([0], [0, 1], 2) == 0
    assert p_k([0], [0], 1) == window_diff([0], [0], 1) == 0
    assert p_k([], [], 0) == window_diff([], [], 0) == 0
    assert boundary_similarity([], [], 0) == boundary_similarity([0], [0], 1) == 1


def test_texts_without_any_boundary_are_alike():
    assert boundary_similarity([0], [0], 9) == 1


def test_wide_windows():
    assert p_k([0], [0, 1], 1030) == window_diff([0], [0, 1], 1030) == 1 / 515


def test_where_segeval_has_no_answer():
    with pytest.raises(InvalidOperation):  # divides by zero
        segeval.window_diff([2], [2])
    with pytest.raises(ValueError):  # takes the maximum of nothing
        segeval.boundary_similarity([9], [9])
    with pytest.raises(AssertionError):  # compares numbers above 256 by identity
        segeval.window_diff([1030], [1030])


@pytest.mark.parametrize("starts", [[], [1], [0, 0], [0, 3, 2], [0, 5], [-1, 0], [0, 2, 2]])
def test_starts_that_cannot_be(starts):
    for measure in (p_k, window_diff, boundary_similarity):
        with pytest.raises(SettingError, match="cannot start at"):
            measure(starts, [0], 5)
        with pytest.raises(SettingError, match="cannot start at"):
            measure([0], starts, 5)


def test_a_start_where_there_are_no_sentences():
    with pytest.raises(SettingError, match="segments of 0 sentences"):
        p_k([0], [0], 0)


def test_windows_and_reaches_that_cannot_be():
    with pytest.raises(SettingError, match="a window spans 1 sentence or more, not 0"):
        p_k([0], [0], 5, 0)
    with pytest.raises(SettingError, match="within 1 place or more, not 0"):
        boundary_similarity([0], [0], 5, 0)
