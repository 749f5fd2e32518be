"""Murray et al. by numpy's decomposition, and by hand."""

from heapq import nlargest
from itertools import islice

import numpy as np
from hypothesis import given

from summarizers.lsa import FREQUENCY, SENTENCES, decompose, take
from sumspace.document import Article
from sumspace.summarizers.gong_liu import GongLiu
from sumspace.summarizers.murray import Murray


@given(SENTENCES)
def test_murray_takes_sentences_by_the_shares_of_topics(sentences):
    values, right = decompose(sentences, FREQUENCY)
    quotients = [(value / (2 * s + 1), -k) for k, value in enumerate(values) for s in range(len(sentences))]
    turns = [-k for _, k in nlargest(len(sentences), quotients)]
    assert Murray(FREQUENCY).rank(Article(sentences)) == list(take(turns, right, sentences))


def test_murray_by_hand():
    # Singular values 4, 3 and 1, turns by 4, 3, 4/3, 1, 1, 4/5, 3/5 and 4/7: the last topic is the fifth to have one.
    sentences = [[9], *[[1, 2, 3, 4]] * 4, *[[5, 6, 7]] * 3]
    assert Murray().rank(Article(sentences)) == [1, 5, 2, 6, 0, 3, 7, 4]
    # Where each has its turn it is the third, and comes to one that has nothing to do with it.
    assert GongLiu().rank(Article(sentences)) == [1, 5, 0, 2, 6, 3, 4, 7]


def test_turns_follow_votes_at_every_length():
    votes = np.array([5.0, 3.0, 2.0])
    turns = list(islice(Murray().turns(votes), 1000))
    for many in (10, 100, 1000):
        assert [turns[:many].count(k) for k in range(3)] == [many // 2, many * 3 // 10, many // 5]
    for many in range(1, 60):
        seats = np.array([turns[:many].count(k) for k in range(3)])
        assert (np.abs(seats - many * votes / 10) < 1).all()


def test_equal_topics_take_turns_from_the_first():
    assert list(islice(Murray().turns(np.array([1.0, 1.0 + 1e-12, 1.0])), 6)) == [0, 1, 2, 0, 1, 2]
    assert Murray().rank(Article([[1, 2], [3, 4], [5, 6]])) == [0, 1, 2]
    assert GongLiu().rank(Article([[1, 2], [3, 4], [5, 6]])) == [0, 1, 2]
