"""F-measures against all oracles (Hirao 2017, section 6.2.3)."""

import random

import plain
import pytest

from sumspace.oracle.finding import find_oracles
from sumspace.oracle.oracles import FMeasure
from sumspace.space.budget import AtMost, Extract, Within

#: s1 … s6 of the paper's example; {s1, s2, s5, s6} and {s1, s2, s3} hold the whole reference in 12 words.
DOCUMENT = plain.letters("aaa", "bbb", "cccddd", "axx", "ccc", "ddd")
REFERENCE = plain.letters("aaabbbcccddd")


def test_the_example_of_the_paper():
    """Against the two oracles of the example, P is 0.5 and 0.75, R is 0.5 and 1."""
    found = find_oracles(plain.space(DOCUMENT, [REFERENCE], AtMost(12)))
    assert plain.ordered(found.extracts()) == [Extract((0, 1, 2)), Extract((0, 1, 4, 5))]
    against = found.f_measure([0, 1, 2, 3])
    assert against.precision == pytest.approx((0.5 + 0.75) / 2)
    assert against.recall == pytest.approx((0.5 + 1) / 2)
    assert against.f1 == pytest.approx(2 * 0.625 * 0.75 / (0.625 + 0.75))


def test_single_oracles_of_the_example():
    assert FMeasure(0.5, 0.5).f1 == 0.5
    assert FMeasure(0.75, 1.0).f1 == pytest.approx(0.86, abs=0.005)


def test_a_summary_of_nothing_or_of_other_sentences_scores_nothing():
    found = find_oracles(plain.space(DOCUMENT, [REFERENCE], AtMost(12)))
    assert found.f_measure([]) == found.f_measure([3]) == FMeasure(0.0, 0.0)
    assert found.f_measure([3]).f1 == 0.0


def test_a_sentence_counts_once():
    found = find_oracles(plain.space(DOCUMENT, [REFERENCE], AtMost(12)))
    assert found.f_measure([0, 0, 1, 1]) == found.f_measure((1, 0)) == found.f_measure({0, 1})


def test_an_oracle_without_sentences_counts_as_nothing():
    """Where nothing is shared, all of these are oracles: none, "a" and "b"; not both."""
    found = find_oracles(plain.space(plain.letters("a", "b"), [plain.letters("z")], Within(1, 1)))
    assert found.count == 4
    found = find_oracles(plain.space(plain.letters("aa", "bb"), [plain.letters("z")], Within(1, 1)))
    assert found.count == 3
    against = found.f_measure([0])
    assert (against.precision, against.recall) == (pytest.approx(1 / 3), pytest.approx(1 / 3))


def test_they_are_the_means_over_all_oracles(cases):
    rng = random.Random(6)
    compared = 0
    for case in cases:
        if not case.oracles:
            continue
        found = find_oracles(case.spaces)
        sentences = len(case.case[0])
        summary = rng.sample(range(sentences), rng.randint(0, sentences))
        against = found.f_measure(summary)
        precision, recall, f1 = plain.f_measures(summary, case.oracles)
        assert against.precision == pytest.approx(float(precision))
        assert against.recall == pytest.approx(float(recall))
        assert against.f1 == pytest.approx(float(f1))
        compared += len(case.oracles) > 1
    assert compared > 500
