from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from sumspace.text.units import ngrams, skip_bigrams

TOKENS = st.lists(st.sampled_from("abc"), max_size=9)


def test_ngrams_by_hand():
    assert list(ngrams("abca", 2)) == [("a", "b"), ("b", "c"), ("c", "a")]
    assert list(ngrams("ab", 3)) == []


def test_skip_bigrams_by_hand():
    found = list(skip_bigrams("abcd", 1, unigrams=True))
    assert found == [("a",), *zip("aa", "bc", strict=True), ("b",), *zip("bb", "cd", strict=True), ("c",), ("c", "d")]


def test_a_text_of_one_token_has_no_skip_bigrams_and_no_unigrams():
    assert list(skip_bigrams("a", None, unigrams=True)) == []


@given(TOKENS, st.integers(0, 9))
def test_skip_bigrams_are_all_pairs_within_reach(tokens, gap):
    places = combinations(range(len(tokens)), 2)
    expected = sorted((tokens[i], tokens[j]) for i, j in places if j - i - 1 <= gap)
    assert sorted(skip_bigrams(tokens, gap, unigrams=False)) == expected


@given(TOKENS)
def test_without_a_gap_all_pairs_count(tokens):
    assert sorted(skip_bigrams(tokens, None, unigrams=False)) == sorted(combinations(tokens, 2))
