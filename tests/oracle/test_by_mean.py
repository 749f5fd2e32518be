"""The best mean of two F1 scores: against brute force."""

import plain
import pytest

from sumspace.oracle.finding import find_oracles
from sumspace.space.budget import AtMost, Extract


def test_an_example_worked_by_hand():
    """ "ab" and "cd" miss the bigram bc; with 3 words, "abc" has F1 6/7 by words and 4/5 by bigrams."""
    case = plain.letters("abc", "ab", "cd", "abcdz"), [plain.letters("abcd")], AtMost(4)
    found = find_oracles(plain.spaces(case, ["rouge-1", "rouge-2"], "f1"))
    assert list(found.extracts()) == [Extract((1, 2))]
    assert found.score == (1 + 2 * 2 / (3 + 2)) / 2
    case = plain.letters("abc", "ab", "cd", "abcdz"), [plain.letters("abcd")], AtMost(3)
    found = find_oracles(plain.spaces(case, ["rouge-1", "rouge-2"], "f1"))
    assert list(found.extracts()) == [Extract((0,))]
    assert found.score == pytest.approx((6 / 7 + 4 / 5) / 2)


def test_all_oracles_are_those_of_brute_force(means):
    for case in means:
        plain.assert_same(find_oracles(case.spaces), case)


def test_splitting_changes_nothing(means, splits):
    for case in means[:400]:
        plain.assert_same(find_oracles(case.spaces), case)
    assert len(splits) > 50


def test_without_time_nothing_wrong_is_said(means):
    for case in means:
        plain.assert_nothing_wrong(find_oracles(case.spaces, seconds=0.0), case)
