"""Relative utility (Steinberger & Ježek 2009, eq. 3): the paper's example, by hand, and against trying all extracts."""

from itertools import combinations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from sumspace.corpus.model import Example, Section, Text
from sumspace.errors import CorpusError
from sumspace.measures.batch import Pair
from sumspace.measures.measure import parse_measure
from sumspace.measures.relative_utility import RelativeUtility
from sumspace.measures.scoring import score_texts
from sumspace.text.passage import Passage

SENTENCES = ["It rained.", "A dog ran.", "The cat sat.", "Birds sang.", "Night fell."]
#: The utilities of section 3.2.2: [1/5 2/4 3/4 4/1 5/2].
PAPER = (5.0, 4.0, 4.0, 1.0, 2.0)


def example(*judges, body=SENTENCES):
    utilities = {str(number): tuple(values) for number, values in enumerate(judges)}
    return Example("d", (Text((Section(Passage.of(body)),)),), utilities=utilities)


def utility(summary, *judges):
    found = score_texts([summary], [], ["relative-utility"], documents=[example(*judges)])["relative-utility"]
    assert found.recall[0] == found.precision[0] == found.f1[0]
    return float(found.f1[0])


def lack(summary, *judges):
    return RelativeUtility().lacks(Pair(Passage.of(summary), example=example(*judges)))


def test_the_papers_example_has_two_best_extracts():
    assert utility([0, 1], PAPER) == utility([0, 2], PAPER) == 1
    assert utility([1, 2], PAPER) == 8 / 9
    assert utility([3, 4], PAPER) == 3 / 9


def test_one_sentence_and_all_of_them():
    assert utility([3], PAPER) == 1 / 5
    assert utility([0, 1, 2, 3, 4], PAPER) == 1


def test_judges_are_added_up_before_the_best_are_taken():
    # Sums: 6, 9, 5, 3, 7; each judge's own best two would be (0, 1) and (1, 4).
    judges = (5, 4, 4, 1, 2), (1, 5, 1, 2, 5)
    assert utility([1, 4], *judges) == 1
    assert utility([0, 1], *judges) == 15 / 16
    assert utility([2, 3], *judges) == 8 / 16


def test_a_text_is_scored_by_the_sentences_it_was_put_together_from():
    assert utility("The cat sat. It rained.", PAPER) == 1


@pytest.mark.parametrize("summary", [[], ""])
def test_an_empty_summary_is_0(summary):
    assert utility(summary, PAPER) == 0


@given(st.lists(st.lists(st.integers(0, 9), min_size=5, max_size=5), min_size=1, max_size=3), st.integers(1, 5))
def test_the_best_is_what_trying_all_extracts_finds(judges, size):
    sums = [sum(values) for values in zip(*judges, strict=True)]
    best = max(sum(sums[i] for i in extract) for extract in combinations(range(5), size))
    assume(best > 0)
    values = {extract: utility(list(extract), *judges) for extract in combinations(range(5), size)}
    assert max(values.values()) == 1
    for extract, value in values.items():
        assert value == pytest.approx(sum(sums[i] for i in extract) / best)


@given(st.lists(st.floats(0, 1), min_size=5, max_size=5), st.permutations(range(5)), st.integers(1, 5))
def test_the_best_extract_has_exactly_1_in_whatever_order(values, order, size):
    assume(sum(sorted(values)[-size:]) > 1e-9)
    best = sorted(order, key=lambda i: values[i])[-size:]
    assert utility(sorted(best, key=order.index), values) == 1


@given(st.integers(1, 100), st.lists(st.integers(0, 4), min_size=1, max_size=5))
def test_the_scale_of_the_judges_does_not_matter(factor, extract):
    assert utility(extract, [factor * value for value in PAPER]) == pytest.approx(utility(extract, PAPER))


def test_negative_utilities_may_make_a_negative_value():
    assert utility([1], (2, -1, 0, 0, 0)) == -1 / 2
    assert utility([0, 1], (2, -1, 0, 0, 0)) == 1 / 2


def test_why_it_is_not_defined():
    assert lack("It rained.") == "has no utilities"
    assert lack("It snowed.", PAPER) == "has a summary that is not an extract"
    assert lack("It rained.", (0,) * 5, (0,) * 5) == "has utilities that are all 0"
    assert lack(SENTENCES, (2, -1, -1, -1, -1)) == "has utilities whose best sum is not positive"
    assert lack("It rained.", (2, -1, -1, -1, -1)) == ""
    assert RelativeUtility().lacks(Pair(Passage("It rained."))) == "has no utilities"


def test_utilities_that_do_not_fit_a_raw_document_are_an_error():
    raw = example(PAPER, body="It rained. A dog ran.")
    with pytest.raises(CorpusError, match=r"d: utilities\.0: has 5 values for 2 sentences; give one for each"):
        score_texts(["It rained."], [], ["relative-utility"], documents=[raw])


def test_its_name():
    assert parse_measure(" Relative-Utility ") == RelativeUtility()
    assert str(RelativeUtility()) == "relative-utility"
    assert RelativeUtility().has_one_value
