"""Branch and bound as published: all oracles, against brute force and against the search."""

import time
from math import comb

import plain
import pytest

import sumspace
from sumspace.corpus.source import SAMPLE
from sumspace.errors import SettingError
from sumspace.measures.coverage import cover
from sumspace.document import tokenize
from sumspace.measures.measure import parse_measure
from sumspace.oracle.branch_and_bound import find_by_branch_and_bound, solve
from sumspace.oracle.finding import find_oracles
from sumspace.oracle.problem import state
from sumspace.space.budget import AtMost, Exactly, Extract, Reach, Within
from sumspace.space.space import Space
from sumspace.text.profile import Profile


def space_of(document, reference, budget, **setting):
    return plain.space(plain.letters(*document), [plain.letters(*reference)], budget, **setting)


def test_an_example_worked_by_hand():
    found = find_by_branch_and_bound(space_of(["ab", "cd", "abc", "d", "dz"], ["abcd"], AtMost(4)))
    assert (found.score, found.bound, found.optimal, found.count) == (1.0, 1.0, True, 2)
    assert plain.ordered(found.extracts()) == [Extract((0, 1)), Extract((2, 3))]
    assert found.shares.tolist() == [0.5, 0.5, 0.5, 0.5, 0.0]


def test_the_bound_of_the_root_counts_the_last_sentence_in_part():
    """By density "ab" gives 2 with 2 words, "abcz" 3 with 4: of the 5 words there are, 3 are left, for 3 · 3/4."""
    problem = state([space_of(["ab", "abcz"], ["abc"], AtMost(5))])
    stopped = solve(problem, (0,), deadline=0.0)
    assert stopped == ((0,), 2, int(2 + 3 * 3 / 4), False, 0, None)


def test_what_is_already_proven_is_optimal_even_without_time():
    problem = state([space_of(["ab", "bb"], ["ab"], AtMost(4))])
    assert solve(problem, (0,), deadline=0.0) == ((0,), 2, 3, False, 0, None)
    problem = state([space_of(["ab", "bb"], ["ab"], AtMost(2))])
    assert solve(problem, (0,), deadline=0.0) == ((0,), 2, 2, True, 0, None)


def test_a_cut_sentence_is_bounded_by_its_best_choices():
    """Of "zzab" the last word is worth most, of "ab" the whole; the bound allows for both."""
    found = find_by_branch_and_bound(space_of(["zzab", "ab", "c"], ["abc"], Reach(5)))
    expected = find_oracles(space_of(["zzab", "ab", "c"], ["abc"], Reach(5)))
    assert plain.ordered(found.extracts()) == plain.ordered(expected.extracts())


def test_all_oracles_are_those_of_brute_force(cases):
    for case in cases:
        found = find_by_branch_and_bound(case.spaces)
        if case.best is None:
            assert found is None
            continue
        assert (found.score, found.bound, found.optimal) == (float(case.best), float(case.best), True)
        assert found.count == len(case.oracles)
        assert plain.ordered(found.extracts()) == plain.ordered(case.oracles)


def test_shares_and_f_measures_are_those_of_the_search(cases):
    for case in cases[:200]:
        if not case.oracles:
            continue
        found, expected = find_by_branch_and_bound(case.spaces), find_oracles(case.spaces)
        assert found.shares.tolist() == pytest.approx(expected.shares.tolist())
        assert found.f_measure([0]).f1 == pytest.approx(expected.f_measure([0]).f1)
        assert {found.best, expected.best} <= set(case.oracles)


def test_it_checks_few_of_all_summaries_of_a_real_document():
    """Table 7: fewer by orders of magnitude than there are."""
    example = next(iter(sumspace.read(SAMPLE)))
    document = tokenize(example.sentences(), Profile())
    references = [tokenize(reference.body.split(), Profile()) for reference in example.references]
    for budget in (AtMost(100), Within(100, 5), Exactly(5)):
        for score in ("recall", "f1"):
            space = Space(cover(parse_measure("rouge-2"), document, references), budget, score)
            found, expected = find_by_branch_and_bound(space), find_oracles(space)
            assert (found.score, found.count) == (expected.score, expected.count)
            assert plain.ordered(found.extracts()) == plain.ordered(expected.extracts())
            assert 0 < found.checked < space.size / 50


def test_without_time_nothing_wrong_is_said(cases):
    unsure = 0
    for case in cases[:1000]:
        found = find_by_branch_and_bound(case.spaces, seconds=0.0)
        plain.assert_nothing_wrong(found, case)
        unsure += found is not None and not found.optimal
    assert unsure > 100


def test_it_stops_where_there_are_too_many_to_enumerate():
    """The best is known from the root, but there are C(4000, 10) of them."""
    space = space_of(["ab"] * 4000, ["ab" * 10], AtMost(20))
    start = time.perf_counter()
    found = find_by_branch_and_bound(space, seconds=0.3)
    assert time.perf_counter() - start < 5
    assert (found.score, found.optimal, found.count) == (1.0, True, None)
    assert find_oracles(space).count == comb(4000, 10)


def test_long_summaries_are_no_problem():
    """Every sentence is on the one path that reaches the budget."""
    space = space_of(["ab"] * 1500, ["ab"], Exactly(1500))
    assert find_by_branch_and_bound(space).count == 1


def test_the_mean_of_two_f1_scores_is_refused():
    spaces = plain.spaces((plain.letters("ab"), [plain.letters("ab")], AtMost(5)), ["rouge-1", "rouge-2"], "f1")
    with pytest.raises(SettingError, match="the mean of several F1 scores is no linear problem"):
        find_by_branch_and_bound(spaces)
