"""Unit overlap, by hand and against its formula."""

import pytest
from hypothesis import given

from content import H1, H2, PLAIN, TEXT, value_of, words
from sumspace.measures.measure import parse_measure
from sumspace.measures.overlap import Overlap
from sumspace.text.profile import Profile


@pytest.mark.parametrize("profile", [PLAIN, Profile()])
def test_the_headlines_by_hand(profile):
    # H1 has eight different words and H2 five: the, Czech, president, Slovakia, and as a stem visit.
    assert value_of("overlap(words)", H2, [H1], profile=profile) == 4 / (8 + 5 - 4)
    assert value_of("overlap(stems)", H2, [H1], profile=profile) == 5 / (8 + 5 - 5)
    assert value_of("overlap", H2, [H1], profile=profile) == (5 / 8 if profile.stem else 4 / 9)


@given(TEXT, TEXT)
def test_it_is_what_both_have_of_what_either_has(one, other):
    either, both = set(words(one)) | set(words(other)), set(words(one)) & set(words(other))
    found = value_of("overlap", one, [other])
    assert found == (len(both) / len(either) if either else 0)
    assert found == value_of("overlap", other, [one])


def test_several_references_are_averaged_or_chosen_from():
    references = ["cat dog", "cat sun sky", "sea"]
    assert value_of("overlap", "cat dog sun", references, formula="A") == pytest.approx((2 / 3 + 2 / 4 + 0) / 3)
    assert value_of("overlap", "cat dog sun", references, formula="B") == 2 / 3
    assert value_of("overlap", "cat dog sun", references, formula="F") == 2 / 3


def test_the_document_stands_in_for_references():
    document = [f"{H1}.", "A cat sat."]
    assert value_of("overlap(text)", H2, ["dog"], document) == 4 / (11 + 5 - 4)
    assert value_of("overlap(stems,text)", H2, ["dog"], document) == 5 / (11 + 5 - 5)


@pytest.mark.parametrize(
    ("name", "measure", "printed"),
    [
        ("overlap", Overlap(), "overlap"),
        ("overlap(words)", Overlap("words"), "overlap(words)"),
        ("Overlap( Text )", Overlap("", "text"), "overlap(text)"),
        ("overlap(text , stems)", Overlap("stems", "text"), "overlap(stems,text)"),
    ],
)
def test_names_parse_and_print(name, measure, printed):
    assert parse_measure(name) == measure
    assert str(measure) == printed
