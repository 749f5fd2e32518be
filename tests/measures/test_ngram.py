"""Ngram(i, j) of Lin & Hovy 2003, by hand, against plain counting, and against coverages."""

from dataclasses import fields
from fractions import Fraction
from math import exp, log

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sumspace.document import tokenize
from sumspace.errors import SettingError
from sumspace.measures.coverage import cover
from sumspace.measures.measure import parse_measure
from sumspace.measures.ngram import Ngram
from sumspace.measures.rouge_n import RougeN
from sumspace.measures.scoring import Setting, score_texts
from sumspace.text.limit import Limit
from sumspace.text.profile import Profile

PLAIN = Profile(stem=False)
TEXT = st.lists(st.lists(st.sampled_from("a b cc d".split()), max_size=7).map(" ".join), max_size=4)
MODEL = TEXT.filter(any)
CANDIDATE = ["The cat sat on the mat.", "The dog barked."]
REFERENCE = ["The cat saw the dog.", "The mat was red.", "The dog barked at the cat."]


def scores(candidate, references, name="ngram(1)", **settings):
    found = score_texts([candidate], [references], [name], Setting(PLAIN, **settings))
    (score,) = found.values()
    return float(score.recall[0]), float(score.precision[0]), float(score.f1[0])


def c(n, candidate, models):
    """Equation 1, by taking matched n-grams away one by one."""

    def grams(sentence):
        words = sentence.split()
        return [words[i : i + n] for i in range(len(words) - n + 1)]

    hits = total = 0
    for unit in models:
        left = [gram for sentence in candidate for gram in grams(sentence)]
        for gram in grams(unit):
            total += 1
            if gram in left:
                left.remove(gram)
                hits += 1
    return Fraction(hits, total) if total else Fraction(0)


def test_equation_1_by_hand():
    # the ×3, cat, sat, on, mat, dog, barked. First unit: the cat – the dog, 4 of 5; second: the mat, 2 of 4; third:
    # the dog barked – the cat, 5 of 6. "The", "cat" and "dog" count in each unit anew.
    recall, precision, f1 = scores(CANDIDATE, [REFERENCE])
    assert recall == 11 / 15
    # The mirror image: the cat – – the mat, 4 of 6; the dog barked, 3 of 3.
    assert precision == 7 / 9
    assert f1 == pytest.approx(2 * recall * precision / (recall + precision))


def test_bigrams_by_hand():
    # the cat, cat sat, sat on, on the, the mat; the dog, dog barked. Units: the cat, the dog of 4; the mat of 3; the
    # dog, dog barked, the cat of 5.
    assert scores(CANDIDATE, [REFERENCE], "ngram(2,2)")[0] == 6 / 12


def test_equation_2_is_the_geometric_mean():
    each = [scores(CANDIDATE, [REFERENCE], f"ngram({n},{n})")[0] for n in (1, 2, 3)]
    assert each[2] == 1 / 9  # the dog barked
    assert scores(CANDIDATE, [REFERENCE], "ngram(1,3)")[0] == pytest.approx(exp(sum(map(log, each)) / 3))
    assert scores(CANDIDATE, [REFERENCE], "ngram(2,3)")[0] == pytest.approx((each[1] * each[2]) ** 0.5)


def test_a_mean_with_nothing_shared_of_one_length_is_0():
    assert scores(["a b"], [["a c b"]], "ngram(1)")[0] > 0
    assert scores(["a b"], [["a c b"]], "ngram(1,2)") == (0, 0, 0)


def test_a_reference_without_n_grams_of_some_length_scores_0():
    assert scores(["a b"], [["a"]], "ngram(1,1)")[0] == 1
    assert scores(["a b"], [["a"]], "ngram(2,2)")[0] == 0
    assert scores(["a b"], [["a"]], "ngram(1,2)")[0] == 0


@given(TEXT, TEXT, st.integers(1, 4), st.integers(0, 3))
def test_it_is_what_counting_finds(candidate, model, first, more):
    last = first + more
    recall, precision, _ = scores(candidate, [model], f"ngram({first},{last})")
    for found, one, other in ((recall, candidate, model), (precision, model, candidate)):
        parts = [c(n, one, other) for n in range(first, last + 1)]
        expected = exp(sum(log(part) for part in parts) / len(parts)) if all(parts) else 0
        assert found == (float(parts[0]) if not more else pytest.approx(expected))


@given(MODEL, st.integers(1, 3))
def test_of_one_sentence_each_it_is_rouge(model, n):
    candidate, sentence = ["a b cc a"], [" ".join(model)]
    expected = scores(candidate, [sentence], f"rouge-{n}")
    assert scores(candidate, [sentence], f"ngram({n})") == pytest.approx(expected, abs=2e-5)


@given(st.lists(TEXT, min_size=2, max_size=3), TEXT, st.integers(1, 3))
def test_recall_is_the_share_of_hits_in_a_coverage(models, candidate, n):
    coverage = cover(Ngram(n, n), tokenize(candidate, PLAIN), [tokenize(model, PLAIN) for model in models])
    recall, _, _ = scores(candidate, models, f"ngram({n})")
    assert recall == (coverage.most / coverage.total if coverage.total else 0)
    assert coverage.references == sum(map(len, models))
    for i in range(len(candidate)):
        part = scores([candidate[i]], models, f"ngram({n})")[0]
        assert part == (coverage.hits([i]) / coverage.total if coverage.total else 0)


@given(st.lists(TEXT, min_size=1, max_size=2), TEXT, st.integers(1, 3))
def test_its_coverage_is_that_of_rouge_with_every_sentence_a_reference(models, candidate, n):
    bodies = [tokenize(model, PLAIN) for model in models]
    alone = [[sentence] for body in bodies for sentence in body]
    document = tokenize(candidate, PLAIN)
    found, expected = cover(Ngram(n, n), document, bodies), cover(RougeN(n), document, alone)
    for field in fields(found):
        assert np.array_equal(getattr(found, field.name), getattr(expected, field.name))


def test_several_references_are_pooled_or_chosen_from():
    good, short, bad = ["a b c", "d"], ["a"], ["x y"]
    candidate = ["a b", "c"]
    assert scores(candidate, [good, bad, short], formula="A")[0] == (3 + 0 + 1) / (4 + 2 + 1)
    assert scores(candidate, [good, bad, short], formula="A")[1] == (3 + 0 + 1) / (3 + 3 + 3)
    assert scores(candidate, [good, bad, short], formula="B") == (1, 1 / 3, 1 / 2)
    assert scores(candidate, [bad, good, short], formula="F") == pytest.approx((3 / 4, 1, 6 / 7))


def test_a_limit_cuts_before_it_is_counted():
    candidate = ["x y", "a b c"]
    assert scores(candidate, [["a b c"]], limit=Limit(3, references=False))[0] == 1 / 3


def test_raw_texts_are_split_into_sentences():
    text, model = "The cat sat. A dog ran.", "A dog sat. The cat ran."
    assert scores(text, [model], "ngram(2)")[0] == 2 / 4
    assert scores([text], [[model]], "ngram(2)")[0] == 2 / 5


@pytest.mark.parametrize(
    ("name", "measure"),
    [("ngram(1,4)", Ngram(1, 4)), ("NGRAM( 2 , 3 )", Ngram(2, 3)), ("ngram(9)", Ngram(9, 9))],
)
def test_names_parse_and_print(name, measure):
    assert parse_measure(name) == measure
    assert parse_measure(str(measure)) == measure


def test_lengths_that_fall_are_refused():
    with pytest.raises(SettingError, match=r"ngram\(i,j\) needs i <= j: ngram\(4,1\)"):
        parse_measure("ngram(4,1)")


def test_several_lengths_at_once_are_no_coverage():
    with pytest.raises(SettingError, match=r"ngram\(1,4\) counts several kinds of units"):
        parse_measure("ngram(1,4)").units(())
