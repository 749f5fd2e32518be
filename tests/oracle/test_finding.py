"""The search for all oracles: against brute force, closed forms where there are very many, and laws that must hold."""

import random
from collections import Counter
from fractions import Fraction
from itertools import islice, product
from math import comb, prod

import numpy as np
import plain
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sumspace.errors import SettingError
from sumspace.oracle import by_hits as by_hits_module
from sumspace.oracle.branch_and_bound import find_by_branch_and_bound
from sumspace.oracle.finding import find_oracles
from sumspace.space.budget import AtMost, Exactly, Extract, Reach, UpTo, Within

SENTENCES = st.lists(st.text("abcd", max_size=5), min_size=1, max_size=6)
REFERENCES = st.lists(st.lists(st.text("abcde", max_size=6), max_size=3), min_size=1, max_size=3)
WORDS = st.integers(1, 20)
BUDGETS = st.one_of(
    st.builds(Reach, WORDS), st.builds(AtMost, WORDS), st.builds(Within, WORDS, st.integers(0, 5)),
    st.builds(Exactly, st.integers(1, 6)), st.builds(UpTo, st.integers(1, 6)),
)  # fmt: skip
ONE_MEASURE = st.sampled_from(plain.MEASURES)
SCORES = st.sampled_from(["recall", "f1"])


def find(document, references, budget, measure="rouge-1", score="recall"):
    bodies = [plain.letters(*body) for body in references]
    return find_oracles(plain.space(plain.letters(*document), bodies, budget, measure, score))


def test_an_example_worked_by_hand():
    """ "ab" and "cd" hold all of abcd, "abc" and "d" do too; "ab" and "dz" miss c, and three sentences are too long."""
    found = find(["ab", "cd", "abc", "d", "dz"], [["abcd"]], AtMost(4))
    assert (found.score, found.optimal, found.count, found.hits) == (1.0, True, 2, (4,))
    assert plain.ordered(found.extracts()) == [Extract((0, 1)), Extract((2, 3))]
    assert found.best == Extract((0, 1))
    assert found.shares.tolist() == [0.5, 0.5, 0.5, 0.5, 0.0]


def test_an_example_of_f1_worked_by_hand():
    """By recall the third sentence belongs in; by F1 its three other words cost more than its one hit gives."""
    document, reference = ["ab", "zzz", "czzz"], [["abc"]]
    assert list(find(document, reference, AtMost(9)).extracts()) == [Extract((0, 2))]
    found = find(document, reference, AtMost(9), score="f1")
    assert list(found.extracts()) == [Extract((0,))]
    assert found.score == 2 * 2 / (3 + 2)


def test_an_example_with_a_cut_sentence_worked_by_hand():
    """After "c", two words of "abz" hold the rest; where "ab" and "c" fill the budget, either may be the last."""
    found = find(["abz", "c"], [["abc"]], Reach(3))
    assert (found.score, list(found.extracts())) == (1.0, [Extract((1, 0), 2)])
    found = find(["ab", "c"], [["abc"]], Reach(3))
    assert plain.ordered(found.extracts()) == [Extract((0, 1)), Extract((1, 0))]


def test_all_oracles_are_those_of_brute_force(cases):
    for case in cases:
        plain.assert_same(find_oracles(case.spaces), case)


def test_splitting_changes_nothing(cases, splits):
    for case in cases[:1500]:
        plain.assert_same(find_oracles(case.spaces), case)
    assert len(splits) > 500


@pytest.mark.parametrize("measures", [("rouge-1",), ("rouge-1", "rouge-2")])
@pytest.mark.parametrize("every", [True, False])
def test_closing_in_from_afar_changes_nothing(measures, every, splits, monkeypatch):
    """What one part of the search finds above a target is neither all there is nor the best."""
    monkeypatch.setattr(by_hits_module, "_NEAR", 0)
    rng = random.Random(5)

    def texts(count, shortest, longest):
        return plain.letters(
            *("".join(rng.choices("abcdefgh", k=rng.randint(shortest, longest))) for _ in range(count))
        )

    for _ in range(300):
        spaces = plain.spaces((texts(12, 1, 7), [texts(1, 4, 12), texts(1, 4, 12)], AtMost(16)), measures)
        found, expected = find_oracles(spaces, every=every), find_by_branch_and_bound(spaces)
        assert (found.score, found.optimal, expected.optimal) == (expected.score, True, True)
        if every:
            assert plain.ordered(found.extracts()) == plain.ordered(expected.extracts())
    assert splits


def test_one_oracle_is_enough_where_no_more_are_wanted(cases):
    for case in cases[:500]:
        found = find_oracles(case.spaces, every=False)
        if found is not None:
            assert (found.score, found.optimal) == (float(case.best), True)
            assert found.best in case.oracles if case.oracles else found.best is None


def test_without_time_nothing_wrong_is_said(cases):
    """The bound holds, the score is that of an extract, and what is said to be optimal is."""
    unsure = 0
    for case in cases:
        found = find_oracles(case.spaces, seconds=0.0)
        plain.assert_nothing_wrong(found, case)
        unsure += found is not None and not found.optimal
    assert unsure


@pytest.mark.parametrize("score", ["recall", "f1"])
def test_a_hard_problem_stops_when_the_time_is_over(score):
    case = plain.hard()
    full = find_oracles(plain.space(*case, score=score), seconds=60)
    assert full.optimal
    for seconds in (0.0, 1e-4):
        found = find_oracles(plain.space(*case, score=score), seconds)
        assert not found.optimal
        assert found.score <= full.score <= found.bound
        assert found.count is None
        assert list(found.extracts()) == [found.best]
        assert found.shares is None
        assert found.f_measure([0]) is None
        assert found.draw(3) == []


@pytest.mark.parametrize("budget", [AtMost(1), Within(1, 0), Exactly(4), Within(9, 1)])
def test_where_there_is_no_extract_there_is_none(budget):
    assert find(["abcd", "ab", "abc"], [["ab"]], budget) is None or budget == Within(9, 1)
    assert find([], [["ab"]], budget) is None


def test_where_nothing_is_shared_and_nothing_has_to_be_filled_there_are_no_oracles():
    for budget in (AtMost(3), UpTo(2)):
        found = find(["ab", "c"], [["xyz"]], budget)
        assert (found.score, found.bound, found.optimal, found.count, found.best) == (0.0, 0.0, True, 0, None)
        assert found.draw(5) == list(found.extracts()) == []
        assert found.f_measure([0]) is None


@pytest.mark.parametrize(("budget", "count"), [(Within(3, 1), 4), (Exactly(2), 3), (Reach(3), 5)])
@pytest.mark.parametrize("reference", ["xyz", ""])
@pytest.mark.parametrize("score", ["recall", "f1"])
def test_where_nothing_is_shared_every_extract_that_fills_the_budget_is_one(budget, count, reference, score):
    found = find(["abc", "bd", "e"], [[reference]], budget, score=score)
    assert (found.score, found.optimal, found.count) == (0.0, True, count)


def test_a_document_shorter_than_the_budget_is_its_own_oracle():
    found = find(["ab", "z"], [["abc"]], Reach(100))
    assert (found.count, found.best, found.score) == (1, Extract((0, 1)), 2 / 3)


def test_precision_has_no_oracles():
    with pytest.raises(SettingError, match="recall or f1"):
        find(["ab"], [["ab"]], AtMost(4), score="precision")


def test_what_stands_for_all_is_short_and_early():
    found = find(["abz", "ab", "ab"], [["ab"]], AtMost(5))
    assert found.count == 6
    assert found.best == Extract((1,))


@pytest.mark.parametrize(
    ("words", "held", "sizes"), [(20, 10, [10]), (60, 30, [30]), (20, 5, range(5, 11)), (60, 5, range(5, 31))]
)
def test_thousands_of_identical_sentences_are_counted_exactly(words, held, sizes):
    """Of 4,000 sentences "ab", any that are enough for the reference and not too many are an oracle."""
    found = find(["ab"] * 4000, [["ab" * held]], AtMost(words))
    assert found.optimal
    assert found.score == 1.0
    assert found.count == sum(comb(4000, size) for size in sizes) > 10**20
    some = list(islice(found.extracts(), 50)) + found.draw(50, seed=1)
    assert all(len(extract.sentences) in sizes for extract in some)
    assert len(set(some)) == len(some)
    mean = Fraction(sum(size * comb(4000, size) for size in sizes), 4000 * found.count)
    assert found.shares == pytest.approx(np.full(4000, float(mean)))


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
    found = find([text for text, copies in sentences for _ in range(copies)], references, allowed, score=score)
    if not ways:
        assert found is None
    else:
        best = max(ways)
        assert found.score == float(best)
        if best > 0:
            assert found.count == ways[best] or padded(sentences, bodies, allowed)


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
    found = find(long, [["a" * 40_000 + "bcd"]], UpTo(4))
    assert (found.hits, found.optimal, found.count) == ((40_003,), True, 2)
    assert plain.ordered(found.extracts()) == [Extract((0, 1, 2, 4)), Extract((0, 1, 3, 4))]


PRIMES = (89, 97, 101, 103, 107, 109, 113, 127, 131)


def test_weights_beyond_what_can_be_counted_are_refused():
    document, reference = plain.letters("ab", "cd"), plain.letters("abcd" * 5)
    spaces = [plain.space(document, [reference * copies], AtMost(4)) for copies in PRIMES]
    with pytest.raises(SettingError, match="no common denominator that is small enough; use fewer"):
        find_oracles(spaces)
