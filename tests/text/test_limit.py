import pytest
from hypothesis import given
from hypothesis import strategies as st

from sumspace.errors import SettingError
from sumspace.text.limit import Limit, words

SENTENCES = st.lists(st.text("ab ,.\té", max_size=12).map(str.encode), max_size=5)


@given(SENTENCES, st.integers(1, 12))
def test_a_word_limit_keeps_the_first_words_and_cuts_inside_a_sentence(sentences, size):
    everything = [word for sentence in sentences for word in words(sentence)]
    kept = [word for sentence in Limit(size).cut(sentences) for word in words(sentence)]
    # A sentence that begins with white space loses its empty first word when it is cut and joined again.
    assert [word for word in kept if word] == [word for word in everything[:size] if word]


@given(SENTENCES, st.integers(1, 30))
def test_a_byte_limit_counts_sentences_without_what_stands_between_them(sentences, size):
    assert b"".join(Limit(size, "bytes").cut(sentences)) == b"".join(sentences)[:size]


def test_a_comma_alone_is_a_word_and_leading_space_makes_an_empty_one():
    assert words(b"a , b") == [b"a", b",", b"b"]
    assert words(b" a b") == [b"", b"a", b"b"]
    assert words(b"  ") == []


def test_no_break_spaces_do_not_separate_words():
    assert len(words("a\u00a0b c".encode())) == 2


def test_for_subsequences_a_byte_limit_forgets_earlier_sentences():
    sentences = [b"abcd", b"efgh", b"ijklmnop", b"q"]
    assert Limit(6, "bytes").cut_for_lcs(sentences) == [b"abcd", b"efgh", b"ijklmn"]
    assert Limit(6, "bytes").cut(sentences) == [b"abcd", b"ef"]


@pytest.mark.parametrize("size", [0, -3])
def test_a_limit_is_positive(size):
    with pytest.raises(SettingError, match="at least 1"):
        Limit(size)
