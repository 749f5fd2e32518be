"""LexRank against its published formula, by hand, and against sumy."""

from itertools import chain
from math import log, sqrt

import numpy as np
import pytest
from hypothesis import given
from sumy.summarizers.lex_rank import LexRankSummarizer

from summarizers.documents import DIFFERENT, SENTENCES
from sumspace.document import Article
from sumspace.errors import SettingError, TooLargeError
from sumspace.summarizers import lexrank
from sumspace.summarizers.lexrank import LexRank

#: No cosine of small documents lies on it.
THRESHOLD = 0.1234567


def cosines(sentences):
    """The idf-modified cosine, term by term."""
    idf = {w: log(len(sentences) / sum(w in s for s in sentences)) for w in chain.from_iterable(sentences)}

    def dot(one, other):
        return sum(one.count(w) * other.count(w) * idf[w] ** 2 for w in set(one))

    norms = [sqrt(dot(s, s)) for s in sentences]
    return [
        [dot(s, t) / (norms[i] * norms[j]) if norms[i] * norms[j] else 0.0 for j, t in enumerate(sentences)]
        for i, s in enumerate(sentences)
    ]


def walk(weights, damping=0.85):
    """Where a walker is who follows edges by their weights, but now and then jumps; times the number of places."""
    scores = [1.0] * len(weights)
    for _ in range(300):
        scores = [
            1
            - damping
            + damping * sum(row[i] / sum(row) * at for row, at in zip(weights, scores, strict=True) if row[i])
            for i in range(len(weights))
        ]
    return scores


@given(SENTENCES)
def test_lexrank_is_the_printed_formula(sentences):
    edges = [[float(cosine > THRESHOLD) for cosine in row] for row in cosines(sentences)]
    assert LexRank(THRESHOLD).score(Article(sentences)).tolist() == pytest.approx(walk(edges), abs=1e-8)


@given(SENTENCES)
def test_continuous_lexrank_has_cosines_as_weights(sentences):
    assert LexRank(0).score(Article(sentences)).tolist() == pytest.approx(walk(cosines(sentences)), abs=1e-8)


@given(DIFFERENT)
def test_lexrank_has_the_graph_of_sumy(sentences):
    theirs = LexRankSummarizer()
    words = [[str(word) for word in sentence] for sentence in sentences]
    idf = {w: log(len(words) / sum(w in s for s in words)) for w in chain.from_iterable(words)}
    graph = theirs._create_matrix(words, THRESHOLD, theirs._compute_tf(words), idf)
    scores = np.ones(len(words))
    for _ in range(300):
        scores = 0.15 + 0.85 * graph.T @ scores
    assert LexRank(THRESHOLD).score(Article(sentences)).tolist() == pytest.approx(scores.tolist(), abs=1e-8)


def test_lexrank_by_hand():
    # 0 - 1 - 2 in a row, each its own neighbour too: a = 0.15 + 0.85 (a/2 + b/3), b = 0.15 + 0.85 (a + b/3); 3 alone.
    sentences = [[1, 5], [1, 2], [2, 6], [7, 8]]
    a, b = np.linalg.solve([[1 - 0.425, -0.85 / 3], [-0.85, 1 - 0.85 / 3]], [0.15, 0.15])
    assert LexRank().score(Article(sentences)).tolist() == pytest.approx([a, b, a, 1])
    assert LexRank().rank(Article(sentences)) == [1, 3, 0, 2]


def test_lexrank_with_a_higher_threshold_loses_edges():
    assert LexRank(0.9).score(Article([[1, 5], [1, 2], [2, 6], [7, 8]])).tolist() == pytest.approx([1, 1, 1, 1])


@pytest.mark.parametrize("threshold", [-0.1, 1, 2])
def test_lexrank_refuses_thresholds_that_are_no_cosines(threshold):
    with pytest.raises(SettingError, match=rf"threshold must be at least 0 and less than 1, not {threshold}"):
        LexRank(threshold)


def test_cosines_are_the_same_a_row_at_a_time(monkeypatch):
    article = Article([[s % 5, s % 3 + 7, s % 4 + 11, 20] for s in range(30)])
    together = LexRank().score(article).tolist()
    monkeypatch.setattr(lexrank, "_TOGETHER", 1)
    assert LexRank().score(article).tolist() == together


def test_too_many_similar_sentences_are_refused(monkeypatch):
    monkeypatch.setattr(lexrank, "_EDGES", 3)
    with pytest.raises(TooLargeError, match="more than 3 pairs of similar sentences"):
        LexRank().score(Article([[1, 2], [1, 3], [1, 4], [5, 6]]))
