"""Correlations against SciPy's, cell by cell, and against what can be worked out by hand."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy import stats

from plain_correlation import plainly
from sumspace.errors import SettingError
from sumspace.stats.correlation import Correlation, correlate

NAN = math.nan
LEVELS = ("system", "summary", "pooled")

# Few different values, so that there are ties; means of eighths are exact, so that plain comparison finds them.
CELLS = st.one_of(
    st.just(NAN), st.integers(-3, 3).map(float), st.floats(-2, 2, width=16).map(lambda x: round(8 * x) / 8)
)


@st.composite
def tables(draw, smallest=0):
    shape = (draw(st.integers(smallest, 6)), draw(st.integers(smallest, 6)))
    return draw(arrays(np.float64, shape, elements=CELLS)), draw(arrays(np.float64, shape, elements=CELLS))


def coefficients(found):
    return [found.pearson, found.spearman, found.kendall]


@pytest.mark.parametrize("level", LEVELS)
@given(tables())
def test_the_coefficients_are_those_of_scipy(level, both):
    found, expected = correlate(*both, level), plainly(*both, level)
    if expected is None:
        assert coefficients(found) == [None] * 3
        assert found.reason
    else:
        assert coefficients(found) == pytest.approx(expected, abs=1e-8)
        assert not found.reason


@pytest.mark.parametrize("level", LEVELS)
def test_large_tables_too(level):
    random = np.random.default_rng(3)
    judgements = random.integers(1, 6, (60, 20)).astype(float)
    scores = judgements + random.normal(size=(60, 20))
    scores[random.random(scores.shape) < 0.1] = NAN
    judgements[random.random(scores.shape) < 0.1] = NAN
    assert coefficients(correlate(scores, judgements, level)) == pytest.approx(plainly(scores, judgements, level))


def test_an_example_by_hand():
    # Ranks 1 2.5 2.5 4 and 1 3 2 4: squares of differences sum up to 0.5, ties take a little of the variance.
    # Pairs: 5 concordant, none discordant, one tied in the scores: 5 / sqrt(5 * 6).
    scores, judgements = np.array([[1.0, 2.0, 2.0, 5.0]]), np.array([[1.0, 4.0, 2.0, 5.0]])
    found = correlate(scores, judgements, "pooled")
    assert found.pearson == pytest.approx(8 / math.sqrt(9 * 10))
    assert found.spearman == pytest.approx(4.5 / math.sqrt(4.5 * 5))
    assert found.kendall == pytest.approx(5 / math.sqrt(30))
    assert found.points == 4
    assert found["kendall"] == found.kendall


def test_each_level_by_hand():
    # Within each document the systems stand in reverse; between documents both rise; the systems' means are reversed.
    judgements = np.array([[1.0, 2.0, 3.0], [11.0, 12.0, 13.0]])
    scores = np.array([[3.0, 2.0, 1.0], [13.0, 12.0, 11.0]])
    assert correlate(scores, judgements, "system") == Correlation(-1, -1, -1, 3)
    assert correlate(scores, judgements, "summary") == Correlation(-1, -1, -1, 2)
    pooled = correlate(scores, judgements, "pooled")
    # 9 pairs across the documents are concordant, 3 + 3 within them discordant.
    assert pooled.kendall == pytest.approx((9 - 6) / 15)
    assert pooled.points == 6


def test_a_mean_is_taken_only_where_both_tables_have_a_value():
    # Taken alone, the first system's judgements would have a mean of 50.
    scores = np.array([[1.0, 2.0, 3.0], [NAN, 2.0, 3.0]])
    judgements = np.array([[1.0, 2.0, 3.0], [99.0, 2.0, 3.0]])
    assert correlate(scores, judgements, "system") == Correlation(1, 1, 1, 3)


def test_documents_that_say_nothing_are_left_out():
    scores = np.array([[1.0, 2.0, 3.0], [5.0, 5.0, 5.0], [1.0, 2.0, NAN], [3.0, 2.0, 1.0], [1.0, 3.0, 2.0]])
    judgements = np.array([[1.0, 2.0, 3.0], [1.0, 2.0, 3.0], [1.0, 2.0, 3.0], [2.0, 2.0, 2.0], [3.0, 2.0, 1.0]])
    found = correlate(scores, judgements, "summary")
    assert found.points == 2
    assert found.pearson == pytest.approx((1 - 0.5) / 2)


ONES, STEPS = np.ones((2, 3)), np.array([[1.0, 2.0, 3.0], [1.0, 2.0, 3.0]])
EMPTY, TURNED = np.full((2, 3), NAN), np.array([[3.0, 2.0, 1.0], [1.0, 1.0, 1.0]])
TWO = np.array([[1.0, 2.0, NAN], [NAN, NAN, NAN]])


@pytest.mark.parametrize(
    ("scores", "judgements", "level", "reason", "points"),
    [
        (STEPS, ONES, "system", "the judgements are constant", 3),
        (ONES, STEPS, "system", "the scores are constant", 3),
        (ONES, ONES, "pooled", "the judgements are constant", 6),
        (TWO, STEPS, "system", "only 2 systems", 2),
        (TWO[:, 1:], STEPS[:, 1:], "system", "only 1 system", 1),
        (TWO, STEPS, "pooled", "only 2 summaries", 2),
        (TWO, STEPS, "summary", "no document has 3 systems", 0),
        (STEPS, ONES, "summary", "the judgements of every document are constant", 0),
        (ONES, STEPS, "summary", "the scores of every document are constant", 0),
        (TURNED, TURNED[::-1], "summary", "the scores or the judgements of every document are constant", 0),
        *((EMPTY, STEPS, level, "no summary has both", 0) for level in LEVELS),
        *((np.empty((0, 0)), np.empty((0, 0)), level, "no summary has both", 0) for level in LEVELS),
    ],
)
def test_why_there_is_no_correlation(scores, judgements, level, reason, points):
    assert correlate(scores, judgements, level) == Correlation(None, None, None, points, reason)


def test_means_that_are_equal_but_for_rounding_tie():
    # 0.1 + 0.2 + 0.3 depends on the order of the additions, and so does a mean.
    scores = np.array([[0.1, 0.3, 0.2], [0.2, 0.2, 0.3], [0.3, 0.1, 0.1]])
    assert len(set(scores.mean(axis=0).tolist())) > 1
    judgements = np.arange(9.0).reshape(3, 3)
    assert correlate(scores, judgements, "system").reason == "the scores are constant"
    assert correlate(judgements, scores, "system").reason == "the judgements are constant"
    tied = correlate(np.column_stack([scores, [1, 1, 1]]), np.tile([1.0, 2.0, 3.0, 4.0], (3, 1)), "system")
    assert tied.kendall == pytest.approx(stats.kendalltau([0, 0, 0, 1], [1, 2, 3, 4])[0])
    assert tied.spearman == pytest.approx(stats.spearmanr([0, 0, 0, 1], [1, 2, 3, 4])[0])


def test_means_that_cancel_out_tie():
    scores = np.array([[0.1, 0.7, 0.3], [0.2, 0.1, 0.6], [-0.3, -0.8, -0.9]])
    assert correlate(scores, STEPS[[0, 0, 0]], "system").reason == "the scores are constant"


def test_small_differences_that_are_no_rounding_count():
    scores = np.array([[0.5, 0.5 + 1e-9, 0.5 + 2e-9]])
    found = correlate(scores, np.array([[1.0, 2.0, 3.0]]), "pooled")
    assert coefficients(found) == pytest.approx([1, 1, 1])


@given(tables(smallest=3), st.sampled_from(LEVELS), st.sampled_from([1e-300, 1e-6, 3.0, 1e300]))
def test_the_scale_does_not_matter(both, level, factor):
    scores, judgements = both
    usual, scaled = correlate(scores, judgements, level), correlate(scores * factor, judgements, level)
    assert scaled.reason == usual.reason
    assert coefficients(scaled) == pytest.approx(coefficients(usual))


@settings(max_examples=50)
@given(tables(), st.sampled_from(LEVELS), st.randoms(use_true_random=False))
def test_the_order_of_documents_and_systems_does_not_matter_nor_does_a_turn_of_the_scores(both, level, random):
    rows, columns = (random.sample(range(size), size) for size in both[0].shape)
    usual = correlate(*both, level)
    moved = correlate(*(table[rows][:, columns] for table in both), level)
    turned = correlate(-both[0], both[1], level)
    assert (moved.points, moved.reason) == (turned.points, turned.reason) == (usual.points, usual.reason)
    if not usual.reason:
        assert coefficients(moved) == pytest.approx(coefficients(usual), abs=1e-12)
        assert coefficients(turned) == pytest.approx([-value for value in coefficients(usual)], abs=1e-12)


@pytest.mark.parametrize(
    ("scores", "judgements", "level", "words"),
    [
        (np.ones((2, 3)), np.ones((3, 2)), "system", "shapes"),
        (np.ones(3), np.ones(3), "system", "shapes"),
        (np.full((2, 3), math.inf), np.ones((2, 3)), "pooled", "infinite"),
        (np.ones((2, 3)), np.ones((2, 3)), "corpus", "system, summary, pooled"),
    ],
)
def test_tables_that_cannot_be_correlated(scores, judgements, level, words):
    with pytest.raises(SettingError, match=words):
        correlate(scores, judgements, level)
