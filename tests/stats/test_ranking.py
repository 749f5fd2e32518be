"""Rank ranges, clusters and letters, beside what they are to mean."""

import re
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sumspace.stats.paired import permutation_p_values
from sumspace.stats.ranking import Groups, clusters, find_groups, letters, rank_ranges, ranking_order


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


def test_letters_of_eight_documents_are_those_worked_out_by_hand():
    """First beats third on every document: p = 2/256, times three pairs 0.023.

    First less second is 3 on six documents and -1 on two; of the 256 signs of such differences, eight give sums as far
    from 0: p = 0.031, and 0.063 for the two pairs that are left. Second less third is the same on other documents.
    """
    third = np.arange(8.0)
    second = third + np.array([-1, -1, 3, 3, 3, 3, 3, 3])
    first = second + np.array([3, 3, 3, 3, 3, 3, -1, -1])
    table = np.column_stack([first, second, third])
    pairs = [(0, 1), (0, 2), (1, 2)]
    assert permutation_p_values(table, pairs, 1000) == [8 / 256, 2 / 256, 8 / 256]
    assert find_groups(table) == Groups(("a", "ab", "b"), possible=True)
    assert find_groups(table[:, [0, 2]]).letters == ("a", "b")


def test_a_pair_is_tested_on_the_documents_that_both_have():
    table = np.column_stack([np.arange(12.0) + 1, np.arange(12.0)])
    table[:3, 0] = np.nan
    table[-3:, 1] = np.nan
    assert permutation_p_values(table, [(0, 1)], 1000) == [2 / 2**6]
    assert find_groups(table) == Groups(("a", "b"), possible=True)
    table[3:5, 1] = np.nan
    assert find_groups(table) == Groups(("a", "a"), possible=False)


@pytest.mark.parametrize(
    ("documents", "systems", "possible"),
    [(1, 2, False), (9, 1, False), (5, 2, False), (6, 2, True), (7, 3, True), (6, 3, False)],
)
def test_of_few_documents_nothing_can_be_told_apart(documents, systems, possible):
    table = np.arange(documents)[:, None] + 10.0 * np.arange(systems)[::-1]
    groups = find_groups(table)
    assert groups.possible == possible
    assert groups.letters == (tuple("abc"[:systems]) if possible else ("a",) * systems)


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
