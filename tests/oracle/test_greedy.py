"""The greedy algorithm: what it takes, and how far it may stay below the best."""

import math
import random

import plain
import pytest
from hypothesis import given
from hypothesis import strategies as st

import brute_force
from sumspace.oracle.finding import find_oracles
from sumspace.space.budget import AtMost, Exactly, Extract, Reach, Within

TEXT = st.lists(st.text("abcde", max_size=5), min_size=1, max_size=6)


def greedy_of(document, reference, budget, **setting):
    return taken_of(plain.space(plain.letters(*document), [plain.letters(*reference)], budget, **setting))


def taken_of(spaces):
    """Return what the greedy algorithm takes and its score, or None."""
    found = find_oracles(spaces, every=False)
    return found and found.greedy


def test_it_takes_what_adds_most_for_its_length():
    """ "ab" adds 2 with 2 words, then "cdz" 2 with 3, and "xyzz", which adds nothing, has no room."""
    assert greedy_of(["cdz", "xyzz", "ab"], ["abcd"], AtMost(6)) == (Extract((0, 2)), 1.0)


def test_what_does_not_fit_is_passed_over():
    """After "ab" there is no room for "cdxx"; "ez" still fits."""
    assert greedy_of(["cdxx", "ab", "ez"], ["abcde"], AtMost(5)) == (Extract((1, 2)), 3 / 5)


def test_a_single_sentence_that_is_better_than_all_of_them_is_taken():
    """ "a" is the densest, and then "bcdefz" has no room."""
    assert greedy_of(["a", "bcdefz"], ["abcdef"], AtMost(6)) == (Extract((1,)), 5 / 6)


def test_it_stops_where_more_would_lower_f1():
    extract, score = greedy_of(["ab", "czzzz"], ["abc"], AtMost(9), score="f1")
    assert extract == Extract((0,))
    assert score == pytest.approx(4 / 5)


def test_it_leaves_a_way_to_the_lower_limit():
    """ "ab" is the densest, but nothing fills the other 3 words."""
    assert greedy_of(["ab", "azzzz", "zzzzzz"], ["ab"], Within(5, 0)) == (Extract((1,)), 1 / 2)


def test_the_last_sentence_is_cut():
    assert greedy_of(["ab", "cdz"], ["abcd"], Reach(3)) == (Extract((0, 1), 1), 3 / 4)
    assert greedy_of(["ab", "cdz"], ["abcd"], Exactly(2)) == (Extract((0, 1)), 1.0)


def test_where_nothing_helps_there_is_nothing_to_take():
    assert greedy_of(["zz"], ["ab"], AtMost(5)) is None
    assert greedy_of(["abcabc"], ["ab"], AtMost(5)) is None


def test_what_it_takes_is_an_extract_of_the_space_with_that_score(cases):
    for case in cases[:1000]:
        document, references, budget = case.case
        taken = taken_of(case.spaces)
        if taken is None:
            assert not case.oracles or case.oracles == [Extract(())]
            continue
        extract, score = taken
        allowed = brute_force.extracts(list(map(len, document)), budget)
        assert any(
            (sorted((*chosen, last)) if last is not None else list(chosen)) == sorted(extract.sentences)
            for chosen, last, _ in allowed
        )
        texts = [document[i] for i in extract.sentences]
        texts[-1:] = [texts[-1][: extract.words]]
        means = [plain.score_of(texts, references, measure, case.score) for measure in case.measures]
        assert score == pytest.approx(float(sum(means) / len(means)))
        assert score <= float(case.best)


@given(TEXT, st.lists(TEXT, min_size=1, max_size=3), st.integers(1, 20), st.sampled_from(plain.MEASURES))
def test_it_has_the_guaranteed_part_of_the_best_recall(document, references, words, measure):
    """½(1 − 1/e) of it (section 5.3)."""
    case = plain.letters(*document), [plain.letters(*body) for body in references], AtMost(words)
    best = plain.oracles(case, [measure])
    taken = taken_of(plain.space(*case, measure))
    if best is None or taken is None:
        assert best is None or best[0] == 0
    else:
        assert taken[1] >= (1 - 1 / math.e) / 2 * float(best[0])


def test_many_random_cases_have_it_too():
    rng = random.Random(3)
    for _ in range(300):
        document, references, _ = brute_force.random_case(rng)
        case = document, references, AtMost(rng.randint(1, 12))
        best = plain.oracles(case, ["rouge-1"])
        taken = taken_of(plain.space(*case))
        assert (taken[1] if taken else 0) >= (1 - 1 / math.e) / 2 * float(best[0] if best else 0)
