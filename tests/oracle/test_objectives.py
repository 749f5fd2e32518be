"""Ways to search: by hits from afar, by the mean of two F1 scores, by trying all sets; the same oracles by each."""

import random

import pytest

from oracle import plain
from sumspace.oracle import objectives
from sumspace.oracle.oracles import find_by_branch_and_bound, find_oracles
from sumspace.space.budget import AtMost, Extract, Reach


@pytest.mark.parametrize("measures", [("rouge-1",), ("rouge-1", "rouge-2")])
@pytest.mark.parametrize("every", [True, False])
def test_closing_in_from_afar_changes_nothing(measures, every, splits, monkeypatch):
    """What one part of the search finds above a target is neither all there is nor the best."""
    monkeypatch.setattr(objectives, "_NEAR", 0)
    rng = random.Random(5)

    def texts(count, shortest, longest):
        return plain.letters(
            *("".join(rng.choices("abcdefgh", k=rng.randint(shortest, longest))) for _ in range(count))
        )

    for _ in range(150):
        stated = plain.stated(texts(12, 1, 7), [texts(1, 4, 12), texts(1, 4, 12)], AtMost(16), measures)
        result, expected = find_oracles(*stated, every=every), find_by_branch_and_bound(*stated)
        assert (result.score, result.optimal, expected.optimal) == (expected.score, True, True)
        if every:
            assert plain.ordered(result.extracts()) == plain.ordered(expected.extracts())
    assert splits


def test_an_example_of_the_mean_worked_by_hand():
    """ "ab" and "cd" miss the bigram bc; with 3 words, "abc" has F1 6/7 by words and 4/5 by bigrams."""
    case = plain.letters("abc", "ab", "cd", "abcdz"), [plain.letters("abcd")], AtMost(4)
    result = find_oracles(*plain.stated(*case, ["rouge-1", "rouge-2"], "f1"))
    assert list(result.extracts()) == [Extract((1, 2))]
    assert result.score == (1 + 2 * 2 / (3 + 2)) / 2
    case = plain.letters("abc", "ab", "cd", "abcdz"), [plain.letters("abcd")], AtMost(3)
    result = find_oracles(*plain.stated(*case, ["rouge-1", "rouge-2"], "f1"))
    assert list(result.extracts()) == [Extract((0,))]
    assert result.score == pytest.approx((6 / 7 + 4 / 5) / 2)


def test_all_oracles_by_the_mean_are_those_of_brute_force(means):
    for case in means:
        plain.assert_same(find_oracles(*case.stated), case)


def test_splitting_changes_nothing_by_the_mean(means, splits):
    for case in means[:400]:
        plain.assert_same(find_oracles(*case.stated), case)
    assert len(splits) > 50


def test_without_time_nothing_wrong_is_said_by_the_mean(means):
    for case in means:
        plain.assert_nothing_wrong(find_oracles(*case.stated, seconds=0.0), case)


@pytest.fixture
def trying(monkeypatch):
    """Make all sets few enough to be tried."""
    monkeypatch.setattr(objectives, "_FEW", 10**6)


def result_of(case):
    result = find_oracles(*case.stated)
    if result is None:
        return None
    return result.score, result.bound, result.optimal, sorted(map(str, result.extracts()))


@pytest.mark.usefixtures("trying")
@pytest.mark.parametrize("kind", ["cases", "means"])
def test_all_oracles_by_trying_are_those_of_brute_force(kind, request):
    tried = 0
    for case in request.getfixturevalue(kind):
        result = result_of(case)
        if case.best is None:
            assert result is None
            continue
        best = max(float(case.best), 0.0)
        assert result == (best, best, True, sorted(map(str, case.oracles)))
        tried += not isinstance(case.texts[2], Reach)
    assert tried > 300


@pytest.mark.usefixtures("trying")
def test_very_many_equal_sets_are_left_to_the_search(cases, monkeypatch):
    """With room for one set, every case with several oracles is searched, and they are the same."""
    monkeypatch.setattr(objectives, "_MOST", 1)
    several = [case for case in cases[:600] if len(case.oracles) > 1]
    assert len(several) > 50
    for case in several:
        assert result_of(case)[3] == sorted(map(str, case.oracles))
