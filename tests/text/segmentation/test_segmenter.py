"""Segmenters: what holds for all, who is better, and that Utiyama and Isahara's finds the cheapest division."""

from collections import Counter
from fractions import Fraction
from itertools import combinations, pairwise
from math import log, prod

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import glued
from segmentation_scores import p_k, window_diff
from sumspace.text.segmentation import utiyama_isahara
from sumspace.text.segmentation.kernels import integer_logs
from sumspace.text.segmentation.segmenter import SEGMENTERS
from sumspace.text.segmentation.utiyama_isahara import UtiyamaIsahara

SENTENCES = st.lists(st.lists(st.integers(-3, 2), max_size=4), max_size=9)


def odds(segment, n, k):
    """The exponential of a segment's cost, exactly."""
    counts = Counter(word for sentence in segment for word in sentence)
    size = counts.total()
    return Fraction((size + k) ** size * n, prod((f + 1) ** f for f in counts.values()))


def best_of_all(sentences, most=None):
    """The least odds of all divisions, then the fewest segments, then the earliest boundaries.

    No segment has more than `most` sentences.
    """
    words = [word for sentence in sentences for word in sentence]
    n, k = max(len(words), 1), len(set(words))
    inner = range(1, len(sentences))
    divisions = [[0, *cuts] for m in range(len(sentences)) for cuts in combinations(inner, m)]
    if most is not None:
        divisions = [s for s in divisions if max(b - a for a, b in pairwise([*s, len(sentences)])) <= most]
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
@settings(max_examples=40)
@given(sentences=SENTENCES)
def test_segments_start_at_zero_and_go_forward(name, sentences):
    segmenter = SEGMENTERS[name]()
    starts = segmenter.segment(sentences)
    assert starts == sorted(set(starts))
    assert starts[:1] == ([0] if sentences else [])
    assert set(starts) <= set(range(len(sentences)))
    assert segmenter.title
    assert segmenter.paper


@pytest.mark.parametrize("name", list(SEGMENTERS))
@settings(max_examples=40)
@given(sentences=SENTENCES)
def test_words_may_have_other_numbers_in_the_same_places(name, sentences):
    segmenter = SEGMENTERS[name]()
    other = [[2**62 - 7 * word for word in sentence] for sentence in sentences]
    assert segmenter.segment(other) == segmenter.segment(sentences)
    assert segmenter.segment([tuple(sentence) for sentence in sentences]) == segmenter.segment(sentences)


@pytest.mark.parametrize("name", list(SEGMENTERS))
def test_segmenters_are_values(name):
    assert SEGMENTERS[name]() == SEGMENTERS[name]()
    assert len({SEGMENTERS[name](), SEGMENTERS[name]()}) == 1


@pytest.mark.parametrize("name", list(SEGMENTERS))
@pytest.mark.parametrize("count", [0, 1, 2, 40])
def test_nothing_is_divided_where_there_are_no_words(name, count):
    assert SEGMENTERS[name]().segment([[]] * count) == [0][:count]


@pytest.mark.parametrize("name", list(SEGMENTERS))
def test_nothing_is_divided_where_all_sentences_are_the_same(name):
    assert SEGMENTERS[name]().segment([[0, 1, 2, 3, 4, 5]] * 40) == [0]


@pytest.mark.parametrize("name", sorted(set(SEGMENTERS) - {"none"}))
def test_two_topics_without_a_common_word_are_divided_where_they_meet(name):
    random = np.random.Generator(np.random.PCG64(1))
    sentences = [(random.integers(0, 12, 12) + 12 * (i // 15)).tolist() for i in range(30)]
    assert 15 in SEGMENTERS[name]().segment(sentences)


def test_none_divides_nothing():
    assert SEGMENTERS["none"]().segment([[0], [1], [2]]) == [0]


def errors(documents, seeds):
    """The mean P_k and WindowDiff of every segmenter, and of even and random boundaries, on glued texts."""
    found = {}
    for seed in seeds:
        text, reference = glued.glue(documents, 3, 11, seed)
        divisions = {name: SEGMENTERS[name]().segment(text) for name in SEGMENTERS}
        divisions |= {"even": glued.even(text), "random": glued.drawn(text, seed)}
        for name, starts in divisions.items():
            pair = [measure(reference, starts, len(text)) for measure in (p_k, window_diff)]
            found.setdefault(name, []).append(pair)
    return {name: np.mean(pairs, axis=0) for name, pairs in found.items()}


def test_every_segmenter_beats_even_and_random_boundaries_on_glued_documents_of_the_sample():
    found = errors(glued.documents(["sample"]), range(40))
    for name in set(SEGMENTERS) - {"none"}:
        assert (found[name] < found["even"] - 0.05).all(), (name, found)
        assert (found[name] < found["random"] - 0.05).all(), (name, found)


def test_the_order_of_segmenters_on_glued_documents_of_real_corpora(corpora):
    found = errors(glued.documents([corpora / f"{name}.jsonl.gz" for name in ("gum-news", "gum-academic")]), range(40))
    for name in set(SEGMENTERS) - {"none"}:
        assert (found[name] < np.minimum(found["even"], found["random"]) - 0.05).all(), (name, found)
    for name in ("c99", "utiyama-isahara"):
        assert (found[name] < found["texttiling"] - 0.02).all(), (name, found)


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


@settings(max_examples=40)
@given(st.lists(st.lists(st.integers(-3, 2), max_size=4), min_size=1, max_size=9).filter(any), st.integers(1, 9))
def test_segments_of_a_long_text_have_no_more_sentences_than_there_is_time_for(sentences, most):
    words = sum(map(len, sentences))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(utiyama_isahara, "_STEPS", most * words)
        assert UtiyamaIsahara().segment(sentences) == best_of_all(sentences, most)
