"""Luhn against all stretches of words, by hand, and against sumy."""

from collections import Counter
from itertools import chain
from math import sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sumy.summarizers.luhn import LuhnSummarizer

from summarizers.documents import sumys
from sumspace.document import Article
from sumspace.errors import SettingError
from sumspace.summarizers.luhn import Luhn, significant_words


def luhn(sentence, significant, gap):
    """The best of all stretches that begin and end with a significant word and cannot be made longer."""
    marks = [word in significant for word in sentence]

    def holds(i, j):
        inside = "".join(".#"[mark] for mark in marks[i : j + 1])
        return marks[i] and marks[j] and "." * (gap + 1) not in inside

    stretches = [(i, j) for i in range(len(marks)) for j in range(i, len(marks)) if holds(i, j)]
    longest = [(i, j) for i, j in stretches if not any(a <= i and j <= b and (a, b) != (i, j) for a, b in stretches)]
    counted = [(len(set(sentence[i : j + 1]) & significant), j - i + 1) for i, j in longest]
    return max((n * n / length for n, length in counted if n > 1), default=0)


@given(st.lists(st.lists(st.integers(0, 14), max_size=14), max_size=9), st.integers(0, 4))
def test_luhn_is_the_best_cluster(sentences, gap):
    words = Counter(chain.from_iterable(sentences))
    significant = {w for w, times in words.items() if times >= 2 and 2 * times >= sqrt(len(sentences))}
    assert significant_words(sentences) == significant
    expected = [luhn(sentence, significant, gap) for sentence in sentences]
    assert Luhn(gap).score(Article(sentences)).tolist() == pytest.approx(expected)


@given(st.lists(st.lists(st.integers(0, 30), max_size=20, unique=True), min_size=1, max_size=9), st.integers(0, 4))
def test_luhn_is_that_of_sumy_where_no_sentence_repeats_a_word(sentences, gap):
    theirs = LuhnSummarizer()
    theirs.max_gap_size = gap + 1  # which ends a cluster
    significant = {str(word) for word in significant_words(sentences)}
    expected = [theirs.rate_sentence(sentence, significant) for sentence in sumys(sentences).sentences]
    assert Luhn(gap).score(Article(sentences)).tolist() == pytest.approx(expected)


def test_luhn_by_hand():
    # Words 1 to 4 occur twice. In the first sentence they make one cluster of seven words, without 8 and 9 at the ends;
    # in the second, five insignificant words part 1 and 2 from 3 and 4.
    sentences = [[8, 1, 10, 2, 3, 11, 12, 4, 9], [1, 2, 20, 21, 22, 23, 24, 3, 13, 4]]
    assert Luhn().score(Article(sentences)).tolist() == pytest.approx([16 / 7, 4 / 2])
    assert Luhn(5).score(Article(sentences)).tolist() == pytest.approx([16 / 7, 16 / 10])
    assert Luhn(0).score(Article(sentences)).tolist() == pytest.approx([4 / 2, 4 / 2])


def test_luhn_counts_a_repeated_word_once():
    assert Luhn().score(Article([[1, 2, 1, 1], [2, 1], [1, 1]])).tolist() == pytest.approx([4 / 4, 4 / 2, 0])


def test_luhn_refuses_a_negative_gap():
    with pytest.raises(SettingError, match="gap must be at least 0, not -1"):
        Luhn(-1)


def test_a_long_document_needs_more_occurrences_for_a_word_to_be_significant():
    assert significant_words([[1], [1]] + [[]] * 14) == {1}
    assert significant_words([[1], [1]] + [[]] * 15) == set()
