"""How many extracts a space has, and in how many ways sentences have each cost."""

from math import comb

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sumspace.errors import TooLargeError
from sumspace.space.budget import AtMost, Exactly, Reach
from sumspace.space.space import Space


# Beyond 50 sentences, counts are no longer kept in 64 bits.
@pytest.mark.parametrize("sentences", [1, 6, 50, 51, 400])
def test_sentences_of_one_length_are_counted_by_binomials(sentences):
    lengths = np.full(sentences, 2)
    sets = [comb(sentences, taken) for taken in range(sentences + 1)]
    assert Space(lengths, AtMost(2 * sentences)).size == 2**sentences - 1
    assert Space(lengths, AtMost(7)).size == sum(sets[1:4])
    assert Space(lengths, Exactly(1)).size == sentences
    # One of three sentences is the last, and is cut to a word.
    assert Space(lengths, Reach(5)).size == (3 * comb(sentences, 3) if sentences > 2 else 1)


@pytest.mark.parametrize("sentences", [50, 51])
def test_ways_are_whole_numbers_of_any_size(sentences):
    whole, cut = Space(np.ones(sentences, dtype=np.int64), Reach(sentences)).ways
    assert whole == [comb(sentences, cost) for cost in range(sentences + 1)]
    assert cut == [cost * ways for cost, ways in enumerate(whole)]
    assert {type(ways) for ways in whole + cut} == {int}


def test_sentences_without_words_and_sentences_that_are_too_long():
    whole, cut = Space(np.array([0, 9, 2]), Reach(3)).ways
    assert whole == [2, 0, 2, 0]
    assert cut == [0, 4, 4, 4]


@given(st.lists(st.integers(0, 7), max_size=9), st.integers(1, 20), st.integers(0, 60))
def test_equal_costs_are_counted_together_as_one_by_one(costs, words, others):
    lengths = [*costs, *[3] * others]  # many enough for counts of any size, now and then
    whole, cut = [1] + [0] * words, [0] * (words + 1)
    for length in lengths:
        with_cut = [sum(whole[cost - kept] for kept in range(1, min(length, cost) + 1)) for cost in range(words + 1)]
        cut = [a + (cut[cost - length] if cost >= length else 0) + with_cut[cost] for cost, a in enumerate(cut)]
        whole = [a + (whole[cost - length] if cost >= length else 0) for cost, a in enumerate(whole)]
    assert Space(np.array(lengths, dtype=np.int64), Reach(words)).ways == (whole, cut)


def test_a_space_that_takes_too_long_to_count_is_refused():
    with pytest.raises(TooLargeError, match="of 20,000 sentences, up to 60,000 words; use a smaller budget"):
        _ = Space(np.full(20_000, 15), Reach(60_000)).size
