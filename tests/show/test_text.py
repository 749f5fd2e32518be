"""How numbers and names are written."""

import pytest

from sumspace.show.text import as_share, clean, folded, share_markup, short, slug, slugs


def rank(below, nines):
    return {"below": below, "nines": nines, "above_all": nines is None}


@pytest.mark.parametrize(
    ("below", "nines", "text", "page"),
    [
        (0.25, 0.1249, "25.00%", "25.00%"),
        (0.99916, 3.08, "99.916%", "99.916%"),
        (1 - 1.2e-9, 8.92, "99.99999988%", "99.99999988%"),
        (1 - 1.2e-11, 10.92, "99.9999999988%", "99.9999999988%"),
        (1.0, 12.0, "1 − 10^-12.0", "1 − 10<sup>−12.0</sup>"),
        (1.0, 24.3, "1 − 10^-24.3", "1 − 10<sup>−24.3</sup>"),
        (1.0, None, "above all", "above all extracts"),
    ],
)
def test_a_share_has_as_many_digits_as_tell_it_from_one(below, nines, text, page):
    assert as_share(rank(below, nines)) == text
    assert share_markup(rank(below, nines)) == page


def test_shares_that_rest_on_estimates_are_marked_on_a_page():
    assert share_markup(rank(1.0, 24.3), "~") == "~1 − 10<sup>−24.3</sup>"
    assert share_markup(rank(0.25, 0.1), "~") == "~25.00%"
    assert share_markup(rank(1.0, None), "~") == "above all extracts seen"


def test_names_are_cut_and_cleaned():
    assert clean("a\x00b\ud800c") == "a�b�c"
    assert short("abcdef", 4) == "abc…"
    assert short("abcd", 4) == "abcd"


def test_names_of_files_are_plain_and_differ():
    assert slug("../../etc/passwd") == "etc-passwd"
    names = slugs(["a", "a", "A", "*", "", "x" * 200])
    assert len(set(names)) == len(names)
    assert max(map(len, names)) <= 42
    assert all(names)


def test_notes_are_folded_at_spaces():
    note = "word " * 50 + "rouge-1,rouge-2"
    assert folded(note).split() == note.split()
    assert max(map(len, folded(note).splitlines())) <= 110
