"""The integer linear program and branch and bound as published: against brute force, and bounds against the truth."""

import random
import time
from math import comb, inf

import numpy as np
import pytest

import brute_force
from oracle import plain
from sumspace.compute.clock import now
from sumspace.corpus.source import SAMPLE, read
from sumspace.document import Document
from sumspace.errors import SettingError
from sumspace.measures.coverage import cover
from sumspace.measures.measure import parse_measure
from sumspace.oracle import solvers
from sumspace.oracle.oracles import find_by_branch_and_bound, find_by_ilp, find_oracles
from sumspace.oracle.problem import Weights, state
from sumspace.oracle.solvers import solve_by_branch_and_bound as branch_and_bound
from sumspace.oracle.solvers import solve_by_ilp
from sumspace.space.budget import AtMost, Exactly, Extract, Reach, Within
from sumspace.space.scoring import Scoring
from sumspace.space.space import Space
from sumspace.text.profile import Profile


def ilp(problem):
    return solve_by_ilp(problem, None, inf)


def test_an_example_of_the_program_worked_by_hand():
    """ "ab" and "cd" are all of the reference; every other set of at most 4 words misses something."""
    solved = ilp(state(*plain.stated_letters(["ab", "bc", "cd", "az"], ["abcd"], AtMost(4))))
    assert (sorted(solved.choices), solved.value, solved.bound, solved.optimal) == ([0, 2], 4, 4, True)


def test_occurrences_count_as_often_as_references_hold_them():
    """Three references hold a 1, 2 and 3 times: the first a gives 3, the second 2, the third 1, a fourth nothing."""
    references = [plain.letters("a"), plain.letters("aa"), plain.letters("aaa")]
    for copies, value in [(1, 3), (2, 5), (3, 6), (4, 6)]:
        stated = plain.stated(plain.letters(*["a"] * 5), references, Exactly(copies))
        assert ilp(state(*stated)).value == value


def test_penalties_are_taken_off():
    """With 2 for a hit less 1 for a word, "ab" gives 2, "cz" nothing and "zz" costs 2; two have to be taken."""
    problem = state(*plain.stated_letters(["zz", "cz", "ab"], ["abc"], Exactly(2))).weighted([Weights(2, 1)])
    solved = ilp(problem)
    assert (sorted(solved.choices), solved.value) == ([1, 2], 2)


def test_exactly_one_sentence_is_cut():
    stated = plain.stated_letters(["abz", "c"], ["abc"], Reach(3))
    assert ilp(state(*stated)).value == 3
    assert find_by_ilp(*stated).best == Extract((1, 0), 2)


def test_a_problem_without_solution():
    stated = plain.stated_letters(["aaa", "bbb"], ["ab"], Within(5, 0))
    assert ilp(state(*stated)) == (None, None, 0, True, 0, None)
    assert find_by_ilp(*stated) is None


def test_the_program_finds_one_of_the_oracles_of_brute_force(cases):
    solved = 0
    for case in cases[:600]:
        result = find_by_ilp(*case.stated)
        if case.best is None:
            assert result is None
            continue
        assert (result.score, result.bound, result.optimal) == (float(case.best), float(case.best), True)
        assert result.best in case.oracles if case.oracles else result.best is None
        if result.sets is None:
            assert result.count is None
            assert list(result.extracts()) == [result.best]
            solved += 1
    assert solved > 300


def test_a_program_that_takes_too_long_to_simplify_is_solved_as_it_stands(cases, monkeypatch):
    monkeypatch.setattr(solvers, "SIMPLIFYING", inf)
    for case in cases[:150]:
        result = find_by_ilp(*case.stated)
        assert result is None if case.best is None else (result.score, result.optimal) == (float(case.best), True)


def test_a_program_that_takes_too_long_to_read_is_not_solved(cases, monkeypatch):
    monkeypatch.setattr(solvers, "READING", inf)
    problem = state(*next(case for case in cases if case.oracles).stated)
    known = ilp(problem)  # there is no end to its time
    solved = solve_by_ilp(problem, None, now() + 60)
    assert (solved.choices, solved.optimal) == (None, False)
    assert solved.bound >= known.value


def test_weighted_problems_are_solved_exactly():
    """With any weights of hits and units, the value is that of the best set, and so is the bound."""
    rng = random.Random(8)
    for _ in range(150):
        case = brute_force.random_case(rng, sentences=5)
        space, scorings = plain.stated(*case, ["rouge-1", "rouge-2"])
        if space.is_whole or space.is_empty:
            continue
        weights = [Weights(rng.randint(1, 50), rng.randint(0, 20)), Weights(rng.randint(1, 50), rng.randint(0, 20))]
        problem = state(space, scorings).weighted(weights)
        if not len(problem.sentences):
            continue
        coverages = [scoring.coverage for scoring in scorings]
        values = [
            sum(w.hit * c.hits(*e) - w.unit * c.size(*e) for w, c in zip(weights, coverages, strict=True))
            for e in extracts_of(case, problem)
        ]
        solved = ilp(problem)
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
        result = find_by_ilp(*case.stated, seconds=0.0)
        plain.assert_nothing_wrong(result, case)
        unsure += result is not None and not result.optimal
    assert unsure > 50


@pytest.mark.parametrize("score", ["recall", "f1"])
@pytest.mark.parametrize("seconds", [0.0, 0.01, 0.05])
def test_a_hard_problem_stops_with_a_bound_that_holds(score, seconds):
    stated = plain.stated(*plain.hard(), score=score)
    best = find_oracles(*stated, seconds=60, every=False)
    assert best.optimal
    result = find_by_ilp(*stated, seconds)
    assert result.score <= best.score <= result.bound
    assert not result.optimal or result.score == best.score
    assert result.optimal == (result.score == result.bound)


def test_an_example_of_branch_and_bound_worked_by_hand():
    result = find_by_branch_and_bound(*plain.stated_letters(["ab", "cd", "abc", "d", "dz"], ["abcd"], AtMost(4)))
    assert (result.score, result.bound, result.optimal, result.count) == (1.0, 1.0, True, 2)
    assert plain.ordered(result.extracts()) == [Extract((0, 1)), Extract((2, 3))]
    assert result.shares.tolist() == [0.5, 0.5, 0.5, 0.5, 0.0]


def test_the_bound_of_the_root_counts_the_last_sentence_in_part():
    """By density "ab" gives 2 with 2 words, "abcz" 3 with 4: of the 5 words there are, 3 are left, for 3 · 3/4."""
    problem = state(*plain.stated_letters(["ab", "abcz"], ["abc"], AtMost(5)))
    stopped = branch_and_bound(problem, (0,), deadline=0.0)
    assert stopped == ((0,), 2, int(2 + 3 * 3 / 4), False, 0, None)


def test_what_is_already_proven_is_optimal_even_without_time():
    problem = state(*plain.stated_letters(["ab", "bb"], ["ab"], AtMost(4)))
    assert branch_and_bound(problem, (0,), deadline=0.0) == ((0,), 2, 3, False, 0, None)
    problem = state(*plain.stated_letters(["ab", "bb"], ["ab"], AtMost(2)))
    assert branch_and_bound(problem, (0,), deadline=0.0) == ((0,), 2, 2, True, 0, None)


def test_a_cut_sentence_is_bounded_by_its_best_choices():
    """Of "zzab" the last word is worth most, of "ab" the whole; the bound allows for both."""
    stated = plain.stated_letters(["zzab", "ab", "c"], ["abc"], Reach(5))
    result, expected = find_by_branch_and_bound(*stated), find_oracles(*stated)
    assert plain.ordered(result.extracts()) == plain.ordered(expected.extracts())


def test_all_oracles_by_branch_and_bound_are_those_of_brute_force(cases):
    for case in cases:
        result = find_by_branch_and_bound(*case.stated)
        if case.best is None:
            assert result is None
            continue
        assert (result.score, result.bound, result.optimal) == (float(case.best), float(case.best), True)
        assert result.count == len(case.oracles)
        assert plain.ordered(result.extracts()) == plain.ordered(case.oracles)


def test_shares_and_f_measures_are_those_of_the_search(cases):
    for case in cases[:200]:
        if not case.oracles:
            continue
        result, expected = find_by_branch_and_bound(*case.stated), find_oracles(*case.stated)
        assert result.shares.tolist() == pytest.approx(expected.shares.tolist())
        assert result.f_measure([0]).f1 == pytest.approx(expected.f_measure([0]).f1)
        assert {result.best, expected.best} <= set(case.oracles)


def test_branch_and_bound_checks_few_of_all_summaries_of_a_real_document():
    """Table 7: fewer by orders of magnitude than there are."""
    document = Document(next(iter(read(SAMPLE))), Profile())
    (references,) = document.references()
    coverage = cover(parse_measure("rouge-2"), document.words, references.sentences)
    for budget in (AtMost(100), Within(100, 5), Exactly(5)):
        for score in ("recall", "f1"):
            space, scoring = Space(document.lengths, budget), Scoring(coverage, score)
            result, expected = find_by_branch_and_bound(space, scoring), find_oracles(space, scoring)
            assert (result.score, result.count) == (expected.score, expected.count)
            assert plain.ordered(result.extracts()) == plain.ordered(expected.extracts())
            assert 0 < result.checked < space.size / 50


def test_without_time_nothing_wrong_is_said(cases):
    unsure = 0
    for case in cases[:1000]:
        result = find_by_branch_and_bound(*case.stated, seconds=0.0)
        plain.assert_nothing_wrong(result, case)
        unsure += result is not None and not result.optimal
    assert unsure > 100


def test_branch_and_bound_stops_where_there_are_too_many_to_enumerate():
    """The best is known from the root, but there are C(4000, 10) of them."""
    stated = plain.stated_letters(["ab"] * 4000, ["ab" * 10], AtMost(20))
    start = time.perf_counter()
    result = find_by_branch_and_bound(*stated, seconds=0.3)
    assert time.perf_counter() - start < 5
    assert (result.score, result.optimal, result.count) == (1.0, True, None)
    assert find_oracles(*stated).count == comb(4000, 10)


def test_long_summaries_are_no_problem():
    """Every sentence is on the one path that reaches the budget."""
    stated = plain.stated_letters(["ab"] * 1500, ["ab"], Exactly(1500))
    assert find_by_branch_and_bound(*stated).count == 1


@pytest.mark.parametrize("find", [find_by_ilp, find_by_branch_and_bound])
def test_the_mean_of_two_f1_scores_is_refused(find):
    space, scorings = plain.stated_letters(["ab"], ["ab"], AtMost(5), measures=["rouge-1", "rouge-2"], score="f1")
    with pytest.raises(SettingError, match="the mean of several F1 scores is no linear problem"):
        find(space, scorings)
    assert find(space, scorings[:1]).score == 1.0
