"""Correlations against SciPy's, cell by cell, and by hand."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy import stats

from plain_correlation import plain_accuracy, plain_differences, plain_soft_accuracy, plainly, rows_of
from sumspace.errors import SettingError
from sumspace.stats.correlation import COEFFICIENTS, Correlation, correlate, correlate_rows, partial_correlation

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


CLASSIC = ("pearson", "spearman", "kendall", "kendall_c")


def coefficients(found):
    return [found[name] for name in CLASSIC]


@pytest.mark.parametrize("level", LEVELS)
@given(tables())
def test_the_coefficients_are_those_of_scipy(level, both):
    found, expected = correlate(*both, level), plainly(*both, level)
    if expected is None:
        assert [found[name] for name in COEFFICIENTS] == [None] * 7
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
    assert correlate(scores, judgements, "system", coefficients=()) == Correlation(*[-1] * 4, None, None, -1, 3, "", 6)
    assert correlate(scores, judgements, "summary") == Correlation(*[-1] * 4, 0, None, -1, 2, "", 6, tie=0)
    pooled = correlate(scores, judgements, "pooled")
    # 9 pairs across the documents are concordant, 3 + 3 within them discordant.
    assert pooled.kendall == pytest.approx((9 - 6) / 15)
    assert pooled.points == 6


def test_a_mean_is_taken_only_where_both_tables_have_a_value():
    # Taken alone, the first system's judgements would have a mean of 50.
    scores = np.array([[1.0, 2.0, 3.0], [NAN, 2.0, 3.0]])
    judgements = np.array([[1.0, 2.0, 3.0], [99.0, 2.0, 3.0]])
    found = correlate(scores, judgements, "system")
    assert [found[name] for name in (*CLASSIC, "accuracy", "difference")] == [1] * 6
    assert (found.points, found.summaries) == (3, 5)


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
        *((EMPTY, STEPS, level, "no summary has both a score and a judgement", 0) for level in LEVELS),
        *(
            (np.empty((0, 0)), np.empty((0, 0)), level, "no summary has both a score and a judgement", 0)
            for level in LEVELS
        ),
    ],
)
def test_why_there_is_no_correlation(scores, judgements, level, reason, points):
    summaries = int((~np.isnan(scores + judgements)).sum())
    found = correlate(scores, judgements, level)
    assert found == Correlation(points=points, reason=reason, summaries=summaries)
    assert {found.missing(name, level) for name in COEFFICIENTS} == {reason}


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
    assert coefficients(found) == pytest.approx([1, 1, 1, 1])


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


ROWS = st.lists(st.tuples(st.integers(-4, 4), st.sampled_from([0, 0.1, 0.3, 1, 7])), min_size=2, max_size=20)


@given(ROWS)
def test_rows_are_correlated_as_by_scipy(pairs):
    x, y = (np.array(row, dtype=float) for row in zip(*pairs, strict=True))
    reference = {"pearson": stats.pearsonr, "spearman": stats.spearmanr, "kendall": stats.kendalltau}
    for coefficient, function in reference.items():
        value = correlate_rows(x, y, coefficient)
        if len(set(x)) == 1 or len(set(y)) == 1:
            assert value is None
        elif len(x) == 2:  # of SciPy's functions some refuse two points, and some divide by zero
            assert value == pytest.approx(1 if (x[0] < x[1]) == (y[0] < y[1]) else -1)
        else:
            assert value == pytest.approx(function(x, y)[0], abs=1e-12)
            assert -1 <= value <= 1


@pytest.mark.parametrize("coefficient", ["pearson", "spearman", "kendall"])
def test_a_row_is_perfectly_correlated_with_itself(coefficient):
    row = np.random.default_rng(1).normal(size=50)
    assert correlate_rows(row, row, coefficient) == pytest.approx(1, abs=1e-15)
    assert correlate_rows(row, -row, coefficient) == pytest.approx(-1, abs=1e-15)
    assert correlate_rows(row, row.copy(), "kendall") == 1


def used_rows(both, level):
    """The rows of pairs that count, where there is a correlation at all."""
    return [row for row in rows_of(*both, level) if level != "summary" or len(row) >= 3]


@pytest.mark.parametrize("level", LEVELS)
@settings(deadline=None, max_examples=60)
@given(tables())
def test_the_accuracy_is_the_highest_of_all_thresholds(level, both):
    found = correlate(*both, level)
    if found.reason:
        assert found.accuracy is found.tie is None
    else:
        accuracy, tie = plain_accuracy(used_rows(both, level))
        assert found.accuracy == pytest.approx(accuracy, abs=1e-9)
        assert found.tie == pytest.approx(tie, abs=1e-9)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("seed", range(3))
def test_the_accuracy_of_larger_tables(level, seed):
    random = np.random.default_rng(seed)
    judgements = random.integers(1, 4, (6, 9)).astype(float)
    scores = judgements + random.normal(size=(6, 9)) * 1.5
    scores[random.random(scores.shape) < 0.1] = NAN
    found = correlate(scores * 100, judgements, level)
    accuracy, tie = plain_accuracy(used_rows((scores * 100, judgements), level))
    assert (found.accuracy, found.tie) == pytest.approx((accuracy, tie))


def test_published_accuracies():
    # The tests of mt-metrics-eval, whose authors wrote the paper: two by hand, and a regression over four rows.
    metric = np.array([[0.0, 2.0, 6.0, 8.0]])
    for human, accuracy, tie in (([1, 2, 3, 4], 1, 0), ([1, 1, 1, 4], 4 / 6, 4)):
        found = correlate(metric, np.array([human], dtype=float), "pooled")
        assert (found.accuracy, found.tie) == (pytest.approx(accuracy), tie)
    metric = np.array([[0, 5, 2, 3, 2], [NAN, 2, 1, 5, 3], [9, 1, 5, 3, 8], [9, 3, 4, 4, 1], [NAN] * 5])
    human = np.array([[1, 5, 2, 1, 1], [4, 2, 2, 1, 4], [5, 9, 2, 8, 7], [7, 6, NAN, 3, 2], [NAN] * 5])
    found = correlate(metric, human, "summary")
    assert (found.accuracy, found.tie) == (pytest.approx(0.4916666666666668), 1)


def test_ties_help_where_people_tie():
    judgements = np.array([[1.0, 1.0, 1.0, 2.0, 2.0, 2.0]])
    scores = np.array([[0.10, 0.12, 0.11, 0.50, 0.52, 0.51]])
    found = correlate(scores, judgements, "pooled")
    assert found.accuracy == 1
    assert found.tie == pytest.approx(0.02)
    assert found.kendall < 1


def test_too_many_pairs_have_no_accuracy(monkeypatch):
    random = np.random.default_rng(1)
    both = random.random((2, 6, 5))
    monkeypatch.setattr("sumspace.stats.correlation._MOST_POINTS", 29)
    monkeypatch.setattr("sumspace.stats.correlation._MOST_PAIRS", 59)
    for level in ("summary", "pooled"):
        found = correlate(*both, level)
        assert found.accuracy is None
        assert found.pearson is not None
        assert "too many pairs" in found.missing("accuracy", level)


@pytest.mark.parametrize("level", LEVELS)
@given(tables())
def test_differences_are_correlated(level, both):
    found = correlate(*both, level)
    if not found.reason:
        assert found.difference == pytest.approx(plain_differences(used_rows(both, level)), abs=1e-8)


def test_soft_accuracy_is_that_of_the_paper():
    random = np.random.default_rng(4)
    judgements = random.normal(size=(9, 6)) + np.linspace(0, 1.5, 6)
    for noise in (0.1, 1.0, 5.0):
        scores = judgements + random.normal(size=(9, 6)) * noise
        found = correlate(scores, judgements, "system")
        # All 512 signs instead of 1,000 drawn ones: each p is 0.016 off at most, as a rule.
        assert found.soft_accuracy == pytest.approx(plain_soft_accuracy(scores, judgements), abs=0.015)
    assert correlate(judgements, judgements, "system").soft_accuracy == 1
    assert correlate(judgements, judgements, "system", seed=1) == correlate(judgements, judgements, "system", seed=2)
    assert correlate(scores, judgements, "system", seed=1) != correlate(scores, judgements, "system", seed=2)


def test_soft_accuracy_with_gaps_is_that_of_the_documents_two_systems_share():
    random = np.random.default_rng(5)
    judgements = random.normal(size=(12, 5)) + np.linspace(0, 1.5, 5)
    scores = judgements + random.normal(size=(12, 5))
    full = correlate(scores, judgements, "system").soft_accuracy
    gaps = [np.vstack([table, np.full((3, 5), NAN)]) for table in (scores, judgements)]
    gaps[0][12, 0] = gaps[1][12, 0] = 7  # a document that one system alone has
    assert correlate(*gaps, "system").soft_accuracy == pytest.approx(full, abs=0.03)


def test_soft_accuracy_takes_two_documents_and_the_level_of_systems():
    both = np.random.default_rng(1).random((2, 1, 5))
    found = correlate(*both, "system")
    assert found.soft_accuracy is None
    assert found.pearson is not None
    assert found.missing("soft_accuracy", "system") == "no two systems share two documents"
    assert "system level only" in correlate(*both, "pooled").missing("soft_accuracy", "pooled")


def test_what_is_not_asked_for_is_not_computed():
    both = np.random.default_rng(1).random((2, 4, 5))
    found = correlate(*both, "pooled", coefficients=())
    assert found.accuracy is None
    assert found.kendall_c == correlate(*both, "pooled").kendall_c


def test_partial_correlations():
    # Residuals of straight lines through the third row, correlated: a definition of its own.
    random = np.random.default_rng(3)
    given_row = random.normal(size=30)
    first, second = given_row + random.normal(size=(2, 30))
    rest = [row - np.polyval(np.polyfit(given_row, row, 1), given_row) for row in (first, second)]
    assert partial_correlation(first, second, given_row) == pytest.approx(stats.pearsonr(*rest)[0])
    with_gap = np.append(first, NAN), np.append(second, 1.0), np.append(given_row, 5.0)
    assert partial_correlation(*with_gap) == pytest.approx(partial_correlation(first, second, given_row))
    assert partial_correlation(first, second, np.ones(30)) == pytest.approx(stats.pearsonr(first, second)[0])
    assert partial_correlation(first, 2 * given_row, given_row) is None
    assert partial_correlation(np.ones(30), second, given_row) is None
    assert partial_correlation(first[:3], second[:3], given_row[:3]) is None
