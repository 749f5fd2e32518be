"""Summarizers: what holds for all, and each against what its paper says."""

from collections import Counter
from dataclasses import FrozenInstanceError
from itertools import permutations
from math import log

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sumspace.errors import UnknownNameError
from sumspace.document import Article
from sumspace.summarizers.lead import Lead
from sumspace.summarizers.random import Random
from sumspace.summarizers.summarizer import SUMMARIZERS
from sumspace.summarizers.textrank import TextRank

SENTENCES = st.lists(st.lists(st.integers(-4, 5), max_size=6), max_size=12)


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


def test_there_are_summarizers():
    assert set(SUMMARIZERS) >= {"lead", "random", "textrank"}
    with pytest.raises(UnknownNameError, match=r"unknown summarizer 'led'; there are: .*lead"):
        SUMMARIZERS["led"]


@pytest.mark.parametrize("name", list(SUMMARIZERS))
def test_a_summarizer_is_a_value(name):
    summarizer = SUMMARIZERS[name]()
    assert summarizer == SUMMARIZERS[name]()
    assert hash(summarizer) == hash(SUMMARIZERS[name]())
    assert summarizer.title
    assert summarizer.paper
    with pytest.raises((FrozenInstanceError, AttributeError, TypeError)):
        summarizer.title = "another"


@pytest.mark.parametrize("name", list(SUMMARIZERS))
@given(sentences=SENTENCES, seed=st.integers(0, 2**32 - 1))
def test_every_sentence_is_ranked_once_and_the_same_seed_gives_the_same_order(name, sentences, seed):
    order = SUMMARIZERS[name]().rank(Article(sentences), seed)
    assert sorted(order) == list(range(len(sentences)))
    assert all(type(index) is int for index in order)
    assert SUMMARIZERS[name]().rank(Article(sentences), seed) == order


@pytest.mark.parametrize("name", list(SUMMARIZERS))
@pytest.mark.parametrize("sentences", [[], [[]], [[3]], [[3, 4]], [[], []]])
def test_documents_with_next_to_nothing_in_them(name, sentences):
    assert sorted(SUMMARIZERS[name]().rank(Article(sentences))) == list(range(len(sentences)))


def test_lead_keeps_the_order_of_the_document():
    assert Lead().rank(Article([[5], [], [1, 2], [1]]), seed=3) == [0, 1, 2, 3]


def test_random_makes_every_order_equally_likely():
    orders = Counter(tuple(Random().rank(Article([[], [1], [1, 2]]), seed)) for seed in range(6000))
    assert set(orders) == set(permutations(range(3)))
    assert all(abs(times - 1000) < 150 for times in orders.values())  # five standard deviations


def test_random_looks_at_no_words():
    assert Random().rank(Article([[1], [2, 3], [], [4]] * 5), 7) == Random().rank(Article([[9]] * 20), 7)


def test_textrank_by_hand():
    # A chain a - b - c: b = 0.15 + 0.85 (a + c), a = c = 0.15 + 0.85 b/2, and one sentence that shares no word.
    scores = TextRank().score([[1, 2], [2, 3], [3, 4], [5, 6]])
    assert scores.tolist() == pytest.approx([57 / 74, 54 / 37, 57 / 74, 0.15], abs=1e-9)
    assert TextRank().rank(Article([[1, 2], [2, 3], [3, 4], [5, 6]])) == [1, 0, 2, 3]


def test_textrank_divides_what_is_shared_by_lengths():
    # Sentence 0 shares one word with each other one; the longer one, though nearer, gets less.
    assert TextRank().rank(Article([[1, 2], [1, 3, 4, 5, 6, 7, 8, 9], [2, 3]])) == [0, 2, 1]


def test_textrank_counts_a_shared_word_once():
    assert TextRank().score([[1, 1, 2], [1, 1, 3], [2, 3, 4]]).tolist() == pytest.approx([1, 1, 1])


def test_textrank_counts_repetitions_in_a_length():
    assert TextRank().rank(Article([[1, 2], [1, 3, 3, 3], [2, 4]])) == [0, 2, 1]


@given(SENTENCES)
def test_textrank_is_the_printed_formula(sentences):
    expected = textrank(sentences)
    assert TextRank().score(sentences).tolist() == pytest.approx(expected, abs=1e-9)
    ranked = [expected[i] for i in TextRank().rank(Article(sentences))]
    assert ranked == pytest.approx(sorted(expected, reverse=True), abs=1e-8)


@given(SENTENCES, st.integers(2, 4))
def test_textrank_puts_the_earlier_of_equal_sentences_first(sentences, times):
    order = TextRank().rank(Article(sentences * times))
    for i in range(len(sentences)):
        copies = [order.index(i + len(sentences) * t) for t in range(times)]
        assert copies == sorted(copies)


def test_sentences_of_one_token_recommend_nobody_of_their_kind():
    assert TextRank().score([[1], [1], [1]]).tolist() == pytest.approx([0.15] * 3)
    assert TextRank().rank(Article([[1], [1], [1, 2]])) == [2, 0, 1]
