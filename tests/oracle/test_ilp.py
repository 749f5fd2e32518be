"""The integer linear program: its one oracle against brute force, its bounds against the truth."""

import random

import numpy as np
import plain
import pytest

import brute_force
from sumspace.errors import SettingError
from sumspace.oracle.finding import find_oracles
from sumspace.oracle.ilp import find_by_ilp, solve
from sumspace.oracle.problem import Aim, state
from sumspace.space.budget import AtMost, Exactly, Extract, Reach, Within


def space_of(document, reference, budget, **setting):
    return plain.space(plain.letters(*document), [plain.letters(*reference)], budget, **setting)


def test_an_example_worked_by_hand():
    """ "ab" and "cd" are all of the reference; every other set of at most 4 words misses something."""
    solved = solve(state([space_of(["ab", "bc", "cd", "az"], ["abcd"], AtMost(4))]))
    assert (sorted(solved.choices), solved.value, solved.bound, solved.optimal) == ([0, 2], 4, 4, True)


def test_occurrences_count_as_often_as_references_hold_them():
    """Three references hold a 1, 2 and 3 times: the first a gives 3, the second 2, the third 1, a fourth nothing."""
    references = [plain.letters("a"), plain.letters("aa"), plain.letters("aaa")]
    for copies, value in [(1, 3), (2, 5), (3, 6), (4, 6)]:
        space = plain.space(plain.letters(*["a"] * 5), references, Exactly(copies))
        assert solve(state([space])).value == value


def test_penalties_are_taken_off():
    """With 2 for a hit less 1 for a word, "ab" gives 2, "cz" nothing and "zz" costs 2; two have to be taken."""
    problem = state([space_of(["zz", "cz", "ab"], ["abc"], Exactly(2))]).aimed([Aim(2, 1)])
    solved = solve(problem)
    assert (sorted(solved.choices), solved.value) == ([1, 2], 2)


def test_exactly_one_sentence_is_cut():
    problem = state([space_of(["abz", "c"], ["abc"], Reach(3))])
    assert solve(problem).value == 3
    assert find_by_ilp(space_of(["abz", "c"], ["abc"], Reach(3))).best == Extract((1, 0), 2)


def test_a_problem_without_solution():
    problem = state([space_of(["aaa", "bbb"], ["ab"], Within(5, 0))])
    assert solve(problem) == (None, None, 0, True, 0, None)
    assert find_by_ilp(space_of(["aaa", "bbb"], ["ab"], Within(5, 0))) is None


def test_it_finds_one_of_the_oracles_of_brute_force(cases):
    solved = 0
    for case in cases[:600]:
        found = find_by_ilp(case.spaces)
        if case.best is None:
            assert found is None
            continue
        assert (found.score, found.bound, found.optimal) == (float(case.best), float(case.best), True)
        assert found.best in case.oracles if case.oracles else found.best is None
        if found.sets is None:
            assert found.count is None
            assert list(found.extracts()) == [found.best]
            solved += 1
    assert solved > 300


def test_weighted_problems_are_solved_exactly():
    """With any weights of hits and units, the value is that of the best set, and so is the bound."""
    rng = random.Random(8)
    for _ in range(150):
        case = brute_force.random_case(rng, sentences=5)
        spaces = plain.spaces(case, ["rouge-1", "rouge-2"])
        if spaces[0].is_whole or spaces[0].is_empty:
            continue
        aims = [Aim(rng.randint(1, 50), rng.randint(0, 20)), Aim(rng.randint(1, 50), rng.randint(0, 20))]
        problem = state(spaces).aimed(aims)
        if not len(problem.sentences):
            continue
        coverages = [space.coverage for space in spaces]
        values = [
            sum(aim.hit * c.hits(*e) - aim.unit * c.size(*e) for aim, c in zip(aims, coverages, strict=True))
            for e in extracts_of(case, problem)
        ]
        solved = solve(problem)
        owners = np.searchsorted(problem.first, solved.choices, side="right") - 1
        assert len(set(owners)) == len(solved.choices)
        assert problem.low <= problem.costs[list(solved.choices)].sum() <= problem.high
        assert np.sum(solved.choices > problem.first[owners]) == problem.cut
        assert (solved.value, solved.bound, solved.optimal) == (max(values), max(values), True)


def extracts_of(case, problem):
    """Yield (sentences, words) of all extracts made of candidates, and of none where that costs what is allowed."""
    document, _, budget = case
    lengths = [len(document[i]) for i in problem.sentences]
    if problem.low == 0 and not problem.cut:
        yield (), None
    for chosen, last, words in brute_force.extracts(lengths, budget):
        sentences = (*chosen, last) if last is not None else chosen
        yield [int(problem.sentences[i]) for i in sentences], words if last is not None else None


def test_without_time_the_greedy_extract_and_a_bound_remain(cases):
    unsure = 0
    for case in cases[:300]:
        found = find_by_ilp(case.spaces, seconds=0.0)
        plain.assert_nothing_wrong(found, case)
        unsure += found is not None and not found.optimal
    assert unsure > 50


@pytest.mark.parametrize("score", ["recall", "f1"])
@pytest.mark.parametrize("seconds", [0.0, 0.01, 0.05])
def test_a_hard_problem_stops_with_a_bound_that_holds(score, seconds):
    space = plain.space(*plain.hard(), score=score)
    best = find_oracles(space, seconds=60, every=False)
    assert best.optimal
    found = find_by_ilp(space, seconds)
    assert found.score <= best.score <= found.bound
    assert not found.optimal or found.score == best.score
    assert found.optimal == (found.score == found.bound)


def test_the_mean_of_two_f1_scores_is_refused():
    spaces = plain.spaces((plain.letters("ab"), [plain.letters("ab")], AtMost(5)), ["rouge-1", "rouge-2"], "f1")
    with pytest.raises(SettingError, match="the mean of several F1 scores is no linear problem"):
        find_by_ilp(spaces)
    assert find_by_ilp(spaces[:1]).score == 1.0
