"""TextRank against its published formula, and by hand."""

from itertools import permutations
from math import log

import pytest
from hypothesis import given
from hypothesis import strategies as st

from summarizers.documents import SENTENCES
from sumspace.document import Article
from sumspace.summarizers.textrank import TextRank


def textrank(sentences):
    """The printed formulas, term by term."""
    everyone = range(len(sentences))
    w = [[0.0] * len(sentences) for _ in everyone]
    for i, j in permutations(everyone, 2):
        shared = len(set(sentences[i]) & set(sentences[j]))
        if shared and (divisor := log(len(sentences[i])) + log(len(sentences[j]))):
            w[i][j] = shared / divisor
    scores = [1.0] * len(sentences)
    for _ in range(300):
        scores = [0.15 + 0.85 * sum(w[j][i] / sum(w[j]) * scores[j] for j in everyone if w[j][i]) for i in everyone]
    return scores


def test_textrank_by_hand():
    # A chain a - b - c: b = 0.15 + 0.85 (a + c), a = c = 0.15 + 0.85 b/2, and one sentence that shares no word.
    scores = TextRank().score(Article([[1, 2], [2, 3], [3, 4], [5, 6]]))
    assert scores.tolist() == pytest.approx([57 / 74, 54 / 37, 57 / 74, 0.15], abs=1e-9)
    assert TextRank().rank(Article([[1, 2], [2, 3], [3, 4], [5, 6]])) == [1, 0, 2, 3]


def test_textrank_divides_what_is_shared_by_lengths():
    # Sentence 0 shares one word with each other one; the longer one, though nearer, gets less.
    assert TextRank().rank(Article([[1, 2], [1, 3, 4, 5, 6, 7, 8, 9], [2, 3]])) == [0, 2, 1]


def test_textrank_counts_a_shared_word_once():
    assert TextRank().score(Article([[1, 1, 2], [1, 1, 3], [2, 3, 4]])).tolist() == pytest.approx([1, 1, 1])


def test_textrank_counts_repetitions_in_a_length():
    assert TextRank().rank(Article([[1, 2], [1, 3, 3, 3], [2, 4]])) == [0, 2, 1]


@given(SENTENCES)
def test_textrank_is_the_printed_formula(sentences):
    expected = textrank(sentences)
    assert TextRank().score(Article(sentences)).tolist() == pytest.approx(expected, abs=1e-9)
    ranked = [expected[i] for i in TextRank().rank(Article(sentences))]
    assert ranked == pytest.approx(sorted(expected, reverse=True), abs=1e-8)


@given(SENTENCES, st.integers(2, 4))
def test_textrank_puts_the_earlier_of_equal_sentences_first(sentences, times):
    order = TextRank().rank(Article(sentences * times))
    for i in range(len(sentences)):
        copies = [order.index(i + len(sentences) * t) for t in range(times)]
        assert copies == sorted(copies)


def test_sentences_of_one_token_recommend_nobody_of_their_kind():
    assert TextRank().score(Article([[1], [1], [1]])).tolist() == pytest.approx([0.15] * 3)
    assert TextRank().rank(Article([[1], [1], [1, 2]])) == [2, 0, 1]
