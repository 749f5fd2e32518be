"""Keywords in common, by hand and against plain counting."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from content import H1, H2, TEXT, score_of, words
from sumspace.measures.keywords import Keywords
from sumspace.measures.measure import parse_measure


def keywords(text, n):
    # Python's counter keeps the order of first appearance among equals.
    return {word for word, _ in Counter(word for word in words(text) if word not in ("the", "of")).most_common(n)}


def test_the_headlines_by_hand():
    # Visit, president, Czech, republ, Slovakia; Czech, president, visit, Slovakia.
    assert score_of("keywords", H2, [H1]) == pytest.approx((4 / 5, 1, 8 / 9))
    # The first two of each: visit, president; Czech, president.
    assert score_of("keywords(2)", H2, [H1]) == (1 / 2, 1 / 2, 1 / 2)
    assert score_of("keywords(1)", H2, [H1]) == (0, 0, 0)


def test_the_most_frequent_come_first():
    assert score_of("keywords(1)", "sun cat cats", ["dog cat dogs, the cat's"]) == (0, 0, 0)
    assert score_of("keywords(1)", "sun cat cats", ["dog cat cats"]) == (1, 1, 1)


@given(TEXT, TEXT, st.integers(1, 4))
def test_it_is_what_counting_finds(summary, reference, n):
    own, sought = keywords(summary, n), keywords(reference, n)
    recall, precision, f1 = score_of(f"keywords({n})", summary, [reference])
    assert recall == (len(own & sought) / len(sought) if sought else 0)
    assert precision == (len(own & sought) / len(own) if own else 0)
    assert f1 == pytest.approx(2 * len(own & sought) / max(1, len(own) + len(sought)))


def test_several_references_are_averaged_or_chosen_from():
    references, summary = ["cat dog sun sky", "cat"], "cat dog sky"
    expected = ((3 / 4 + 1) / 2, (1 + 1 / 3) / 2, (6 / 7 + 1 / 2) / 2)
    assert score_of("keywords", summary, references, formula="A") == pytest.approx(expected)
    assert score_of("keywords", summary, references, formula="B") == pytest.approx((1, 1 / 3, 1 / 2))
    assert score_of("keywords", summary, references, formula="F") == pytest.approx((3 / 4, 1, 6 / 7))


def test_the_document_stands_in_for_references():
    document = ["The president visited Slovakia.", "The president slept."]
    assert score_of("keywords(text,2)", H2, [H1], document) == (1 / 2, 1 / 2, 1 / 2)
    assert score_of("keywords(text)", H2, [H1], document) == score_of("keywords", H2, [document])


@pytest.mark.parametrize(
    ("name", "measure", "printed"),
    [
        ("keywords", Keywords(30), "keywords"),
        ("keywords(30)", Keywords(), "keywords"),
        ("keywords(20, text)", Keywords(20, "text"), "keywords(text,20)"),
        ("Keywords( text ,20)", Keywords(20, "text"), "keywords(text,20)"),
    ],
)
def test_names_parse_and_print(name, measure, printed):
    assert parse_measure(name) == measure
    assert str(measure) == printed
