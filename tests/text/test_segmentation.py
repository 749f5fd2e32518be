"""Segmenters: what holds for all, and that Utiyama and Isahara's finds the cheapest division."""

from collections import Counter
from fractions import Fraction
from itertools import combinations, pairwise
from math import log, prod

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sumspace.text.segmentation.kernels import integer_logs
from sumspace.text.segmentation.segmenter import SEGMENTERS
from sumspace.text.segmentation.utiyama_isahara import UtiyamaIsahara

SENTENCES = st.lists(st.lists(st.integers(-3, 2), max_size=4), max_size=9)


def odds(segment, n, k):
    """The exponential of a segment's cost, exactly."""
    counts = Counter(word for sentence in segment for word in sentence)
    size = counts.total()
    return Fraction((size + k) ** size * n, prod((f + 1) ** f for f in counts.values()))


def best_of_all(sentences):
    """The least odds of all divisions, then the fewest segments, then the earliest boundaries."""
    words = [word for sentence in sentences for word in sentence]
    n, k = max(len(words), 1), len(set(words))
    inner = range(1, len(sentences))
    divisions = [[0, *cuts] for m in range(len(sentences)) for cuts in combinations(inner, m)]
    segment = {
        (a, b): odds(sentences[a:b], n, k) for a in range(len(sentences)) for b in range(a + 1, len(sentences) + 1)
    }
    return min(
        divisions,
        key=lambda starts: (prod(segment[ab] for ab in pairwise([*starts, len(sentences)])), len(starts), starts),
        default=[],
    )


def least_cost(sentences):
    """The least cost in floating point, by the plain recursion over the last segment."""
    words = [word for sentence in sentences for word in sentence]
    n, k = len(words), len(set(words))
    least = [0.0]
    for end in range(1, len(sentences) + 1):
        counts, options = Counter(), []
        for start in range(end - 1, -1, -1):
            counts.update(sentences[start])
            options.append(least[start] + cost(counts, n, k))
        least.append(min(options))
    return least[-1]


def cost(counts, n, k):
    size = counts.total()
    return sum(f * log((size + k) / (f + 1)) for f in counts.values()) + log(n)


@pytest.mark.parametrize("name", list(SEGMENTERS))
@given(sentences=SENTENCES)
def test_segments_start_at_zero_and_go_forward(name, sentences):
    segmenter = SEGMENTERS[name]()
    starts = segmenter.segment(sentences)
    assert starts == sorted(set(starts))
    assert starts[:1] == ([0] if sentences else [])
    assert set(starts) <= set(range(len(sentences)))
    assert segmenter.title
    assert segmenter.paper


def test_two_topics_by_hand():
    # One segment costs 10 log(12/6) + log 10 = 9.23, two cost 2 (5 log(7/6) + log 10) = 6.15.
    assert UtiyamaIsahara().segment([[0, 0, 0], [0, 0], [1, 1], [1, 1, 1]]) == [0, 2]


def test_one_topic_by_hand():
    # Two segments cost 2 (log(3/2) + log 2) = 2.20, one costs 2 log(4/2) + log 2 = 2.08.
    assert UtiyamaIsahara().segment([[0], [1]]) == [0]


@given(SENTENCES)
def test_no_division_is_cheaper_and_ties_are_broken_as_stated(sentences):
    assert UtiyamaIsahara().segment(sentences) == best_of_all(sentences)


@given(st.lists(st.lists(st.sampled_from([0, 1, 10, 11]), min_size=3, max_size=12), min_size=5, max_size=8))
def test_no_division_of_longer_sentences_is_cheaper(sentences):
    assert UtiyamaIsahara().segment(sentences) == best_of_all(sentences)


def test_an_empty_sentence_between_two_topics_opens_the_second():
    assert UtiyamaIsahara().segment([[], [0] * 5, [], [1] * 5, []]) == [0, 2]


@pytest.mark.parametrize("count", [0, 1, 3])
def test_a_text_without_tokens_is_one_segment(count):
    assert UtiyamaIsahara().segment([[]] * count) == [0][:count]


def test_the_numbers_of_tokens_have_no_meaning():
    sentences = [[0, 0, 0, 0], [0, 0], [1, 1], [1, 1, 1, 1]]
    other = [[{0: 2**62, 1: -5}[word] for word in sentence] for sentence in sentences]
    assert UtiyamaIsahara().segment(other) == UtiyamaIsahara().segment(sentences) == [0, 2]


@pytest.mark.parametrize("seed", range(5))
def test_longer_texts_have_the_least_cost_too(seed):
    random = np.random.Generator(np.random.PCG64(seed))
    topics = np.repeat(np.arange(8), random.integers(4, 16, 8))
    sentences = [
        (np.minimum(random.geometric(0.1, 12), 40) + (random.random(12) < 0.7) * 40 * topic).tolist()
        for topic in topics
    ]
    starts = UtiyamaIsahara().segment(sentences)
    assert len(starts) > 3
    words = [word for sentence in sentences for word in sentence]
    found = sum(
        cost(Counter(word for sentence in sentences[a:b] for word in sentence), len(words), len(set(words)))
        for a, b in pairwise([*starts, len(sentences)])
    )
    assert found == pytest.approx(least_cost(sentences), rel=1e-12)


def test_a_book_of_disjoint_chapters_falls_into_them():
    random = np.random.Generator(np.random.PCG64(0))
    sentences = [(random.integers(0, 60, 17) + 60 * (i // 50)).tolist() for i in range(1500)]
    assert UtiyamaIsahara().segment(sentences) == list(range(0, 1500, 50))


def test_integer_logarithms_of_products_are_sums():
    logs = integer_logs(2000, 2.0**40)
    assert logs[1:] / 2.0**40 == pytest.approx(np.log(np.arange(1, 2001)), abs=1e-10)
    for a, b in combinations(range(1, 45), 2):
        assert logs[a * b] == logs[a] + logs[b]
