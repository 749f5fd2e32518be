from functools import partial
from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from sumspace.text.units import ngrams, skip_bigrams

TOKENS = st.lists(st.sampled_from("abc"), max_size=9)
KINDS = [
    *(partial(ngrams, n=n) for n in (1, 2, 3)),
    *(partial(skip_bigrams, gap=gap, unigrams=unigrams) for gap in (0, 2, None) for unigrams in (False, True)),
]


def bare(units):
    return [unit for _, unit in units]


def test_ngrams_by_hand():
    assert list(ngrams("abca", 2)) == [(2, ("a", "b")), (3, ("b", "c")), (4, ("c", "a"))]
    assert list(ngrams("ab", 3)) == []


def test_skip_bigrams_by_hand():
    assert list(skip_bigrams("abcd", 1, unigrams=True)) == [
        (2, ("a",)), (2, ("a", "b")),
        (3, ("b",)), (3, ("a", "c")), (3, ("b", "c")),
        (4, ("c",)), (4, ("b", "d")), (4, ("c", "d")),
    ]  # fmt: skip


def test_a_text_of_one_token_has_no_skip_bigrams_and_no_unigrams():
    assert list(skip_bigrams("a", None, unigrams=True)) == []


@given(TOKENS, st.integers(0, 9))
def test_skip_bigrams_are_all_pairs_within_reach(tokens, gap):
    places = combinations(range(len(tokens)), 2)
    expected = sorted((tokens[i], tokens[j]) for i, j in places if j - i - 1 <= gap)
    assert sorted(bare(skip_bigrams(tokens, gap, unigrams=False))) == expected


@given(TOKENS)
def test_without_a_gap_all_pairs_count(tokens):
    assert sorted(bare(skip_bigrams(tokens, None, unigrams=False))) == sorted(combinations(tokens, 2))


@given(st.sampled_from(KINDS), TOKENS)
def test_the_units_of_a_prefix_are_the_first_ones_of_the_whole(units, tokens):
    whole = list(units(tokens))
    ends = [end for end, _ in whole]
    assert ends == sorted(ends)
    for cut in range(len(tokens) + 1):
        assert list(units(tokens[:cut])) == [(end, unit) for end, unit in whole if end <= cut]
