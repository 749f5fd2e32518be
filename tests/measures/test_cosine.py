"""Cosine similarity, by hand and against its formula."""

from collections import Counter
from math import hypot, sqrt

import pytest
from hypothesis import given

from content import H1, H2, TEXT, value_of, words
from sumspace.measures.cosine import Cosine
from sumspace.measures.measure import parse_measure
from sumspace.text.profile import Profile


def test_the_headlines_by_hand():
    # H1: the ×3, of ×2, and six words once, 9 + 4 + 6; H2: five words once. The ×3, Czech, president, Slovakia.
    assert value_of("cosine", H2, [H1]) == pytest.approx((3 + 1 + 1 + 1) / sqrt(19 * 5))
    # Stems add visit – visited; without stop words, five words meet four.
    assert value_of("cosine", H2, [H1], profile=Profile()) == pytest.approx(7 / sqrt(19 * 5))
    assert value_of("cosine", H2, [H1], profile=Profile(stopwords=True)) == pytest.approx(4 / sqrt(5 * 4))


@given(TEXT, TEXT)
def test_it_is_the_product_of_vectors_of_length_one(one, other):
    x, y = Counter(words(one)), Counter(words(other))
    lengths = hypot(*x.values()), hypot(*y.values())
    expected = sum(x[word] / lengths[0] * (y[word] / lengths[1]) for word in x) if all(lengths) else 0
    cosine = value_of("cosine", one, [other])
    assert cosine == pytest.approx(expected)
    assert 0 <= cosine == value_of("cosine", other, [one]) <= 1
    assert value_of("cosine", one, [one]) == bool(words(one))


def test_several_references_are_averaged_or_chosen_from():
    references = ["cat dog", "cat", "sun"]
    each = [value_of("cosine", "cat cat dog", [reference]) for reference in references]
    assert value_of("cosine", "cat cat dog", references, formula="A") == pytest.approx(sum(each) / 3)
    assert value_of("cosine", "cat cat dog", references, formula="B") == max(each)
    assert value_of("cosine", "cat cat dog", references, formula="F") == max(each)


def test_the_document_stands_in_for_references():
    document = ["The cat saw a dog.", "The dog ran."]
    assert value_of("cosine(text)", H2, [H1], document) == value_of("cosine", H2, [document])
    assert value_of("cosine(text)", H2, [], document) == value_of("cosine", H2, [document])


def test_names_parse_and_print():
    assert parse_measure("COSINE( text )") == Cosine("text")
    assert [str(Cosine()), str(Cosine("text"))] == ["cosine", "cosine(text)"]
