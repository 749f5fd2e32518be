"""What is learned of scores."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sumspace.summarizers.callisto.target import targets_of

SCORES = np.array([[0.1, 0.4, 0.2, 0.4], [0.0, 0.0, 0.5, 0.25]])
ALL = [np.arange(4)]


def test_scores_are_as_they_are():
    assert (targets_of(SCORES, "score", ALL) == SCORES).all()


def test_ranks_are_within_the_document_and_equal_scores_share_theirs():
    assert targets_of(SCORES, "rank", ALL).tolist() == [[0, 2.5 / 3, 1 / 3, 2.5 / 3], [0.5 / 3, 0.5 / 3, 1, 2 / 3]]


def test_shares_are_of_the_best_of_the_document():
    assert targets_of(SCORES, "share", ALL) == pytest.approx(np.array([[0.25, 1, 0.5, 1], [0, 0, 1, 0.5]]))


def test_only_configurations_of_a_group_are_compared():
    groups = [np.array([0, 2]), np.array([1, 3])]
    assert targets_of(SCORES, "rank", groups).tolist() == [[0, 0.5, 1, 0.5], [0, 0, 1, 1]]
    assert targets_of(SCORES, "share", groups) == pytest.approx(np.array([[0.5, 1, 1, 1], [0, 0, 1, 1]]))


def test_where_all_scores_are_0_or_there_is_one():
    nothing = np.zeros((1, 3))
    assert targets_of(nothing, "share", [np.arange(3)]).tolist() == [[0, 0, 0]]
    assert targets_of(nothing, "rank", [np.arange(3)]).tolist() == [[0.5, 0.5, 0.5]]
    assert targets_of(nothing, "rank", [np.array([1])]).tolist() == [[0, 0.5, 0]]


@given(st.lists(st.integers(0, 5), min_size=2, max_size=8))
def test_a_rank_is_the_share_of_the_others_that_are_lower_ties_half(row):
    (found,) = targets_of(np.array([row], float), "rank", [np.arange(len(row))]).tolist()
    for own, rank in zip(row, found, strict=True):
        lower, equal = sum(other < own for other in row), sum(other == own for other in row) - 1
        assert rank == pytest.approx((lower + equal / 2) / (len(row) - 1))
