"""Oracles against brute force, closed forms where there are very many, and laws that must hold; what greedy takes."""

import math
import random
from collections import Counter
from fractions import Fraction
from itertools import islice, product
from math import comb, prod

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import brute_force
from oracle import plain
from sumspace.errors import SettingError
from sumspace.oracle.diagram import BudgetedDiagram
from sumspace.oracle.oracles import FMeasure, find_oracles
from sumspace.space.budget import AtMost, Exactly, Extract, Reach, UpTo, Within

SENTENCES = st.lists(st.text("abcd", max_size=5), min_size=1, max_size=6)
REFERENCES = st.lists(st.lists(st.text("abcde", max_size=6), max_size=3), min_size=1, max_size=3)
WORDS = st.integers(1, 20)
BUDGETS = st.one_of(
    st.builds(Reach, WORDS),
    st.builds(AtMost, WORDS),
    st.builds(Within, WORDS, st.integers(0, 5)),
    st.builds(Exactly, st.integers(1, 6)),
    st.builds(UpTo, st.integers(1, 6)),
)
ONE_MEASURE = st.sampled_from(plain.MEASURES)
SCORES = st.sampled_from(["recall", "f1"])


def find(document, references, budget, measure="rouge-1", score="recall"):
    bodies = [plain.letters(*body) for body in references]
    return find_oracles(*plain.stated(plain.letters(*document), bodies, budget, (measure,), score))


def test_an_example_worked_by_hand():
    """ "ab" and "cd" hold all of abcd, "abc" and "d" do too; "ab" and "dz" miss c, and three sentences are too long."""
    result = find(["ab", "cd", "abc", "d", "dz"], [["abcd"]], AtMost(4))
    assert (result.score, result.optimal, result.count, result.hits) == (1.0, True, 2, (4,))
    assert plain.ordered(result.extracts()) == [Extract((0, 1)), Extract((2, 3))]
    assert result.best == Extract((0, 1))
    assert result.shares.tolist() == [0.5, 0.5, 0.5, 0.5, 0.0]


def test_an_example_of_f1_worked_by_hand():
    """By recall the third sentence belongs in; by F1 its three other words cost more than its one hit gives."""
    document, reference = ["ab", "zzz", "czzz"], [["abc"]]
    assert list(find(document, reference, AtMost(9)).extracts()) == [Extract((0, 2))]
    result = find(document, reference, AtMost(9), score="f1")
    assert list(result.extracts()) == [Extract((0,))]
    assert result.score == 2 * 2 / (3 + 2)


def test_an_example_with_a_cut_sentence_worked_by_hand():
    """After "c", two words of "abz" hold the rest; where "ab" and "c" fill the budget, either may be the last."""
    result = find(["abz", "c"], [["abc"]], Reach(3))
    assert (result.score, list(result.extracts())) == (1.0, [Extract((1, 0), 2)])
    result = find(["ab", "c"], [["abc"]], Reach(3))
    assert plain.ordered(result.extracts()) == [Extract((0, 1)), Extract((1, 0))]


def test_all_oracles_are_those_of_brute_force(cases):
    for case in cases:
        plain.assert_same(find_oracles(*case.stated), case)


def test_splitting_changes_nothing(cases, splits):
    for case in cases[:1500]:
        plain.assert_same(find_oracles(*case.stated), case)
    assert len(splits) > 400


@pytest.mark.usefixtures("repricing")
def test_prices_found_anew_change_nothing(cases, means):
    for case in [*cases[:1500], *means[:300]]:
        plain.assert_same(find_oracles(*case.stated), case)


@pytest.mark.usefixtures("repricing")
def test_prices_found_anew_and_splitting_change_nothing(cases, splits):
    for case in cases[1500:]:
        plain.assert_same(find_oracles(*case.stated), case)
    assert len(splits) > 400


def test_room_that_is_left_to_be_counted_changes_nothing(cases, budgeting):
    """All but the shares, which are not known then."""
    for case in cases[:1500]:
        result = find_oracles(*case.stated)
        if case.best is None:
            assert result is None
            continue
        assert (result.score, result.optimal, result.count) == (float(case.best), True, len(case.oracles))
        listed = list(result.extracts())
        assert plain.ordered(listed) == plain.ordered(case.oracles)
        assert result.sets.pick(range(result.count)) == listed
        assert result.best in case.oracles if case.oracles else result.best is None
        assert set(result.draw(5)) <= set(listed)
    assert len(budgeting) > 150


def test_covers_are_counted_as_inclusion_and_exclusion_do():
    """Sets of 150 sentences that have all of 12 words: too many nodes, if each told how much room it leaves.

    Σ_U (−1)^|U| N(U) is their number, where N(U) counts the sets in which no sentence has a word of U; modulo 2⁶⁴.
    """
    rng, kinds, words = random.Random(14), 12, 300
    sentences = [rng.sample(range(kinds), rng.randint(1, 2)) for _ in range(150)]
    lengths = [rng.randint(len(held), 30) for held in sentences]
    document = [
        [[unit] for unit in held] + [[99]] * (length - len(held))
        for held, length in zip(sentences, lengths, strict=True)
    ]
    ways = np.zeros((2**kinds, words + 1), dtype=np.uint64)
    ways[:, 0] = 1
    for held, length in zip(sentences, lengths, strict=True):
        free = (np.arange(2**kinds) & sum(1 << unit for unit in held)) == 0
        ways[free, length:] += ways[free, : words + 1 - length]
    totals = ways.sum(axis=1, dtype=np.uint64)
    odd = np.array([number.bit_count() % 2 for number in range(2**kinds)], dtype=np.bool_)
    expected = (int(totals[~odd].sum(dtype=np.uint64)) - int(totals[odd].sum(dtype=np.uint64))) % 2**64
    result = find_oracles(*plain.stated(document, [[[[unit] for unit in range(kinds)]]], AtMost(words)), 60)
    assert (result.score, result.optimal, result.count % 2**64) == (1.0, True, expected)
    assert result.count > 2**64
    assert isinstance(result.sets.diagrams[0], BudgetedDiagram)
    draws = result.draw(20, seed=3)
    assert len(set(draws)) == 20
    for draw in [*draws, *islice(result.extracts(), 100), result.best]:
        assert set().union(*(sentences[s] for s in draw.sentences)) == set(range(kinds))
        assert sum(lengths[s] for s in draw.sentences) <= words


def test_one_oracle_is_enough_where_no_more_are_wanted(cases):
    for case in cases[:500]:
        result = find_oracles(*case.stated, every=False)
        if result is not None:
            assert (result.score, result.optimal) == (float(case.best), True)
            assert result.best in case.oracles if case.oracles else result.best is None


def test_without_time_nothing_wrong_is_said(cases):
    """The bound holds, the score is that of an extract, and what is said to be optimal is."""
    unsure = 0
    for case in cases:
        result = find_oracles(*case.stated, seconds=0.0)
        plain.assert_nothing_wrong(result, case)
        unsure += result is not None and not result.optimal
    assert unsure


@pytest.mark.parametrize("score", ["recall", "f1"])
def test_a_hard_problem_stops_when_the_time_is_over(score):
    case = plain.hard()
    full = find_oracles(*plain.stated(*case, score=score), seconds=60)
    assert full.optimal
    for seconds in (0.0, 1e-4):
        result = find_oracles(*plain.stated(*case, score=score), seconds)
        assert not result.optimal
        assert result.score <= full.score <= result.bound
        assert result.count is None
        assert list(result.extracts()) == [result.best]
        assert result.shares is None
        assert result.f_measure([0]) is None
        assert result.draw(3) == []


@pytest.mark.parametrize("budget", [AtMost(1), Within(1, 0), Exactly(4), Within(9, 1)])
def test_where_there_is_no_extract_there_is_none(budget):
    assert find(["abcd", "ab", "abc"], [["ab"]], budget) is None or budget == Within(9, 1)
    assert find([], [["ab"]], budget) is None


def test_where_nothing_is_shared_and_nothing_has_to_be_filled_there_are_no_oracles():
    for budget in (AtMost(3), UpTo(2)):
        result = find(["ab", "c"], [["xyz"]], budget)
        assert (result.score, result.bound, result.optimal, result.count, result.best) == (0.0, 0.0, True, 0, None)
        assert result.draw(5) == list(result.extracts()) == []
        assert result.f_measure([0]) is None


@pytest.mark.parametrize(("budget", "count"), [(Within(3, 1), 4), (Exactly(2), 3), (Reach(3), 5)])
@pytest.mark.parametrize("reference", ["xyz", ""])
@pytest.mark.parametrize("score", ["recall", "f1"])
def test_where_nothing_is_shared_every_extract_that_fills_the_budget_is_one(budget, count, reference, score):
    result = find(["abc", "bd", "e"], [[reference]], budget, score=score)
    assert (result.score, result.optimal, result.count) == (0.0, True, count)


def test_a_document_shorter_than_the_budget_is_its_own_oracle():
    result = find(["ab", "z"], [["abc"]], Reach(100))
    assert (result.count, result.best, result.score) == (1, Extract((0, 1)), 2 / 3)


def test_precision_has_no_oracles():
    with pytest.raises(SettingError, match="recall or f1"):
        find(["ab"], [["ab"]], AtMost(4), score="precision")


def test_what_stands_for_all_is_short_and_early():
    result = find(["abz", "ab", "ab"], [["ab"]], AtMost(5))
    assert result.count == 6
    assert result.best == Extract((1,))


@pytest.mark.parametrize(
    ("words", "held", "sizes"), [(20, 10, [10]), (60, 30, [30]), (20, 5, range(5, 11)), (60, 5, range(5, 31))]
)
def test_thousands_of_identical_sentences_are_counted_exactly(words, held, sizes):
    """Of 4,000 sentences "ab", any that are enough for the reference and not too many are an oracle."""
    result = find(["ab"] * 4000, [["ab" * held]], AtMost(words))
    assert result.optimal
    assert result.score == 1.0
    assert result.count == sum(comb(4000, size) for size in sizes) > 10**20
    some = list(islice(result.extracts(), 50)) + result.draw(50, seed=1)
    assert all(len(extract.sentences) in sizes for extract in some)
    assert len(set(some)) == len(some)
    mean = Fraction(sum(size * comb(4000, size) for size in sizes), 4000 * result.count)
    assert result.shares == pytest.approx(np.full(4000, float(mean)))


@given(SENTENCES, REFERENCES, st.sampled_from([AtMost, UpTo]), WORDS, ONE_MEASURE, SCORES)
def test_a_larger_budget_is_never_worse(document, references, budget, size, measure, score):
    less, more = (find(document, references, budget(n), measure, score) for n in (size, size + 1))
    assert less is None or less.score <= more.score


@given(SENTENCES, REFERENCES, st.integers(0, 6), st.sampled_from([AtMost(7), UpTo(3)]), ONE_MEASURE, SCORES)
def test_a_sentence_that_shares_nothing_changes_nothing(document, references, place, budget, measure, score):
    place = min(place, len(document))
    before = find(document, references, budget, measure, score)
    after = find([*document[:place], "zy", *document[place:]], references, budget, measure, score)
    if before is None:
        assert after is None or after.count == 0
        return
    moved = [Extract(tuple(i + (i >= place) for i in oracle.sentences)) for oracle in before.extracts()]
    assert (after.score, after.count) == (before.score, before.count)
    assert plain.ordered(after.extracts()) == plain.ordered(moved)


@given(SENTENCES, REFERENCES, BUDGETS, ONE_MEASURE, SCORES, st.randoms())
def test_the_order_of_sentences_does_not_matter(document, references, budget, measure, score, rng):
    order = rng.sample(range(len(document)), len(document))
    before = find(document, references, budget, measure, score)
    after = find([document[i] for i in order], references, budget, measure, score)
    if before is None:
        assert after is None
        return

    def shape(extract, names):
        *whole, last = [names[i] for i in extract.sentences] or [None]
        return (frozenset(whole), last, extract.words) if isinstance(budget, Reach) else frozenset([*whole, last])

    assert after.score == before.score
    sets = [shape(oracle, range(len(document))) for oracle in before.extracts()]
    if not (isinstance(budget, Reach) and sum(map(len, document)) < budget.size):
        assert Counter(shape(oracle, order) for oracle in after.extracts()) == Counter(sets)


@given(
    st.lists(st.tuples(st.text("abcd", min_size=1, max_size=4), st.integers(1, 5)), min_size=1, max_size=3),
    REFERENCES,
    st.sampled_from([AtMost, Exactly, UpTo, lambda words: Within(words, 2)]),
    st.integers(1, 12),
    SCORES,
)
def test_copies_of_sentences_count_as_combinatorics_says(sentences, references, budget, size, score):
    """Whoever takes x of m copies can do so in C(m, x) ways."""
    allowed, bodies = budget(size), [plain.letters(*body) for body in references]
    window = allowed.window(np.array([len(text) for text, copies in sentences for _ in range(copies)]))
    costs = [1 if isinstance(allowed, Exactly | UpTo) else len(text) for text, _ in sentences]
    ways = Counter()
    for taken in product(*(range(copies + 1) for _, copies in sentences)):
        cost = sum(x * c for x, c in zip(taken, costs, strict=True))
        if window.low <= cost <= window.high and (window.empty or any(taken)):
            texts = plain.letters(*(text for (text, _), x in zip(sentences, taken, strict=True) for _ in range(x)))
            ways[plain.score_of(texts, bodies, "rouge-1", score)] += prod(
                comb(copies, x) for (_, copies), x in zip(sentences, taken, strict=True)
            )
    result = find([text for text, copies in sentences for _ in range(copies)], references, allowed, score=score)
    if not ways:
        assert result is None
    else:
        best = max(ways)
        assert result.score == float(best)
        if best > 0:
            assert result.count == ways[best] or padded(sentences, bodies, allowed)


def padded(sentences, bodies, budget):
    """Tell whether some sentences would only pad an extract: those are left out, and other counts result."""
    held = set().union(*(plain.units("rouge-1", body) for body in bodies))
    return isinstance(budget, AtMost | UpTo) and any(
        not held & set(plain.units("rouge-1", plain.letters(text))) for text, _ in sentences
    )


@given(SENTENCES, REFERENCES, BUDGETS, ONE_MEASURE)
def test_the_oracle_of_a_score_is_the_best_by_that_score(document, references, budget, measure):
    """F1 of the F1 oracle is no less than F1 of the recall oracle, and the other way round."""
    bodies = [plain.letters(*body) for body in references]
    recall, f1 = (find(document, references, budget, measure, score) for score in ("recall", "f1"))
    if recall is None or recall.best is None:
        return

    def scored(oracle, score):
        texts = plain.letters(*(document[i] for i in oracle.sentences))
        if texts:
            texts[-1:] = [texts[-1][: oracle.words]]
        return float(plain.score_of(texts, bodies, measure, score))

    assert scored(f1.best, "f1") == f1.score >= scored(recall.best, "f1")
    assert scored(recall.best, "recall") == recall.score >= scored(f1.best, "recall")


def test_units_may_occur_tens_of_thousands_of_times():
    """The reference has 40,000 a: the two long sentences, and one of the short ones, or both, hold what can be had."""
    long = ["a" * 20_000 + "b", "a" * 19_999 + "c", "a", "aa", "d"]
    result = find(long, [["a" * 40_000 + "bcd"]], UpTo(4))
    assert (result.hits, result.optimal, result.count) == ((40_003,), True, 2)
    assert plain.ordered(result.extracts()) == [Extract((0, 1, 2, 4)), Extract((0, 1, 3, 4))]


PRIMES = (89, 97, 101, 103, 107, 109, 113, 127, 131)


def test_weights_beyond_what_can_be_counted_are_refused():
    document, reference = plain.letters("ab", "cd"), plain.letters("abcd" * 5)
    stated = [plain.stated(document, [reference * copies], AtMost(4)) for copies in PRIMES]
    with pytest.raises(SettingError, match="no common denominator that is small enough; use fewer"):
        find_oracles(stated[0][0], [scoring for _, scorings in stated for scoring in scorings])


def greedy_of(document, reference, budget, **setting):
    return taken_of(*plain.stated_letters(document, reference, budget, **setting))


def taken_of(space, scorings):
    """Return what the greedy algorithm takes and its score, or None."""
    result = find_oracles(space, scorings, every=False)
    return result and result.greedy


def test_the_greedy_algorithm_takes_what_adds_most_for_its_length():
    """ "ab" adds 2 with 2 words, then "cdz" 2 with 3, and "xyzz", which adds nothing, has no room."""
    assert greedy_of(["cdz", "xyzz", "ab"], ["abcd"], AtMost(6)) == (Extract((0, 2)), 1.0)


def test_greedy_passes_over_what_does_not_fit():
    """After "ab" there is no room for "cdxx"; "ez" still fits."""
    assert greedy_of(["cdxx", "ab", "ez"], ["abcde"], AtMost(5)) == (Extract((1, 2)), 3 / 5)


def test_greedy_takes_a_single_sentence_that_is_better_than_all_of_them():
    """ "a" is the densest, and then "bcdefz" has no room."""
    assert greedy_of(["a", "bcdefz"], ["abcdef"], AtMost(6)) == (Extract((1,)), 5 / 6)


def test_greedy_stops_where_more_would_lower_f1():
    extract, score = greedy_of(["ab", "czzzz"], ["abc"], AtMost(9), score="f1")
    assert extract == Extract((0,))
    assert score == pytest.approx(4 / 5)


def test_greedy_leaves_a_way_to_the_lower_limit():
    """ "ab" is the densest, but nothing fills the other 3 words."""
    assert greedy_of(["ab", "azzzz", "zzzzzz"], ["ab"], Within(5, 0)) == (Extract((1,)), 1 / 2)


def test_greedy_cuts_the_last_sentence():
    assert greedy_of(["ab", "cdz"], ["abcd"], Reach(3)) == (Extract((0, 1), 1), 3 / 4)
    assert greedy_of(["ab", "cdz"], ["abcd"], Exactly(2)) == (Extract((0, 1)), 1.0)


def test_where_nothing_helps_greedy_takes_nothing():
    assert greedy_of(["zz"], ["ab"], AtMost(5)) is None
    assert greedy_of(["abcabc"], ["ab"], AtMost(5)) is None


def test_what_greedy_takes_is_an_extract_of_the_space_with_that_score(cases):
    for case in cases[:1000]:
        document, references, budget = case.texts
        taken = taken_of(*case.stated)
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


@given(SENTENCES, st.lists(SENTENCES, min_size=1, max_size=3), st.integers(1, 20), st.sampled_from(plain.MEASURES))
def test_greedy_has_the_guaranteed_part_of_the_best_recall(document, references, words, measure):
    """½(1 − 1/e) of it (section 5.3)."""
    case = plain.letters(*document), [plain.letters(*body) for body in references], AtMost(words)
    best = plain.oracles(case, [measure])
    taken = taken_of(*plain.stated(*case, [measure]))
    if best is None or taken is None:
        assert best is None or best[0] == 0
    else:
        assert taken[1] >= (1 - 1 / math.e) / 2 * float(best[0])


def test_greedy_has_it_in_many_random_cases():
    rng = random.Random(3)
    for _ in range(300):
        document, references, _ = brute_force.random_case(rng)
        case = document, references, AtMost(rng.randint(1, 12))
        best = plain.oracles(case, ["rouge-1"])
        taken = taken_of(*plain.stated(*case))
        assert (taken[1] if taken else 0) >= (1 - 1 / math.e) / 2 * float(best[0] if best else 0)


#: s1 … s6 of the paper's example; {s1, s2, s5, s6} and {s1, s2, s3} hold the whole reference in 12 words.
PAPER_DOCUMENT = plain.letters("aaa", "bbb", "cccddd", "axx", "ccc", "ddd")
PAPER_REFERENCE = plain.letters("aaabbbcccddd")


def test_the_f_measure_of_the_example_of_the_paper():
    """Against the two oracles of the example, P is 0.5 and 0.75, R is 0.5 and 1."""
    result = find_oracles(*plain.stated(PAPER_DOCUMENT, [PAPER_REFERENCE], AtMost(12)))
    assert plain.ordered(result.extracts()) == [Extract((0, 1, 2)), Extract((0, 1, 4, 5))]
    against = result.f_measure([0, 1, 2, 3])
    assert against.precision == pytest.approx((0.5 + 0.75) / 2)
    assert against.recall == pytest.approx((0.5 + 1) / 2)
    assert against.f1 == pytest.approx(2 * 0.625 * 0.75 / (0.625 + 0.75))


def test_single_oracles_of_the_example():
    assert FMeasure(0.5, 0.5).f1 == 0.5
    assert FMeasure(0.75, 1.0).f1 == pytest.approx(0.86, abs=0.005)


def test_a_summary_of_nothing_or_of_other_sentences_scores_nothing():
    result = find_oracles(*plain.stated(PAPER_DOCUMENT, [PAPER_REFERENCE], AtMost(12)))
    assert result.f_measure([]) == result.f_measure([3]) == FMeasure(0.0, 0.0)
    assert result.f_measure([3]).f1 == 0.0


def test_a_sentence_counts_once():
    result = find_oracles(*plain.stated(PAPER_DOCUMENT, [PAPER_REFERENCE], AtMost(12)))
    assert result.f_measure([0, 0, 1, 1]) == result.f_measure((1, 0)) == result.f_measure({0, 1})


def test_an_oracle_without_sentences_counts_as_nothing():
    """Where nothing is shared, all of these are oracles: none, "a" and "b"; not both."""
    result = find(["a", "b"], [["z"]], Within(1, 1))
    assert result.count == 4
    result = find(["aa", "bb"], [["z"]], Within(1, 1))
    assert result.count == 3
    against = result.f_measure([0])
    assert (against.precision, against.recall) == (pytest.approx(1 / 3), pytest.approx(1 / 3))


def test_f_measures_are_the_means_over_all_oracles(cases):
    rng = random.Random(6)
    compared = 0
    for case in cases:
        if not case.oracles:
            continue
        result = find_oracles(*case.stated)
        sentences = len(case.texts[0])
        summary = rng.sample(range(sentences), rng.randint(0, sentences))
        against = result.f_measure(summary)
        precision, recall, f1 = plain.f_measures(summary, case.oracles)
        assert against.precision == pytest.approx(float(precision))
        assert against.recall == pytest.approx(float(recall))
        assert against.f1 == pytest.approx(float(f1))
        compared += len(case.oracles) > 1
    assert compared > 500
