"""Rank ranges, clusters and letters, beside what they are to mean."""

import re
from itertools import combinations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from sumspace.stats.ranking import clusters, letters, rank_ranges, ranking_order


@st.composite
def pairs_apart(draw):
    """Which of some systems that stand in order are told apart."""
    count = draw(st.integers(1, 9))
    better = np.zeros((count, count), dtype=bool)
    for i, j in combinations(range(count), 2):
        better[i, j] = draw(st.booleans())
    return better


def groups_of(marks):
    """Read letters back: a letter may have a number."""
    return [set(re.findall(r"[a-z]\d*", mark)) for mark in marks]


@given(pairs_apart())
@settings(max_examples=150)
def test_systems_share_a_letter_just_where_they_cannot_be_told_apart(better):
    groups = groups_of(letters(better | better.T))
    for i, j in combinations(range(len(better)), 2):
        assert bool(groups[i] & groups[j]) != better[i, j]
    assert all(groups)


@given(pairs_apart())
def test_no_group_of_letters_is_within_another(better):
    marks = groups_of(letters(better | better.T))
    members = [{i for i, own in enumerate(marks) if letter in own} for letter in set().union(*marks)]
    assert not any(one < other for one in members for other in members)


@given(pairs_apart())
def test_clusters_are_told_apart_from_each_other(better):
    numbers = clusters(better)
    assert numbers[0] == 1
    for i, j in combinations(range(len(better)), 2):
        assert numbers[i] <= numbers[j]
        if numbers[i] < numbers[j]:
            assert better[i, j]


@given(pairs_apart())
def test_a_rank_range_counts_who_is_better_and_worse(better):
    for i, (best, worst) in enumerate(rank_ranges(better)):
        assert best == 1 + better[:, i].sum()
        assert worst == len(better) - better[i].sum()
        assert best <= worst


def test_not_to_be_told_apart_is_not_transitive():
    apart = np.array([[0, 0, 1], [0, 0, 0], [1, 0, 0]], dtype=bool)
    assert letters(apart) == ["a", "ab", "b"]
    assert clusters(np.triu(apart)) == [1, 1, 1]


def test_many_letters_go_on_with_numbers():
    marks = letters(~np.eye(30, dtype=bool))
    assert marks[0] == "a"
    assert marks[25:28] == ["z", "a2", "b2"]


def test_systems_with_other_documents_stand_by_their_tests():
    better = np.zeros((3, 3), dtype=bool)
    better[1, 0] = True
    assert ranking_order([0.9, 0.5, 0.1], better, complete=True) == [0, 1, 2]
    assert ranking_order([0.9, 0.5, 0.1], better, complete=False) == [1, 2, 0]
    assert ranking_order([float("nan"), 0.5, 0.1], np.zeros((3, 3), dtype=bool), complete=False) == [1, 2, 0]
