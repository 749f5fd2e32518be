"""The bootstrap; resamples of correlations against resamples that are written out and handed to SciPy.

Its equality with the official script and with rouge-score is tested with the measures.
"""

import math
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from plain_correlation import accuracy_at, plain_accuracy, plainly
from sumspace.errors import SettingError
from sumspace.stats.bootstrap_kernels import resample
from sumspace.stats.correlation import COEFFICIENTS, correlate
from sumspace.stats.resampling import (
    Bootstrap,
    Interval,
    difference_intervals,
    draws,
    interval,
    intervals,
    resampled_correlations,
)

LEVELS = ("system", "summary", "pooled")
OVER = ("both", "documents", "systems")
NONE = dict.fromkeys(COEFFICIENTS)


def written_out(scores, judgements, level, seed, resample, over):
    """The resample as a table of its own, in which drawn rows and columns are repeated."""
    rows, columns = (np.repeat(np.arange(len(t)), t) for t in draws(seed, resample, *judgements.shape, over))
    if level == "summary":  # a document counts only if three different systems have both values
        drawn = np.unique(columns)
        both = ~np.isnan(scores) & ~np.isnan(judgements)
        rows = [d for d in rows if both[d, drawn].sum() >= 3]
    elif level == "system":
        if sum(1 for s in set(columns) if (~np.isnan(scores + judgements))[rows, s].any()) < 3:
            return [math.nan] * 4
    elif len({(d, s) for d in rows for s in columns if not np.isnan(scores + judgements)[d, s]}) < 3:
        return [math.nan] * 4
    return plainly(scores[rows][:, columns], judgements[rows][:, columns], level) or [math.nan] * 4


@settings(max_examples=40)
@given(
    st.sampled_from(LEVELS),
    st.sampled_from(OVER),
    st.integers(1, 6),
    st.integers(1, 7),
    st.integers(0, 2**32 - 1),
)
def test_resamples_are_as_if_they_were_written_out(level, over, documents, systems, seed):
    random = np.random.default_rng(seed)
    judgements = random.integers(1, 4, (documents, systems)).astype(float)
    scores = random.integers(0, 9, (2, documents, systems)) / 8
    for table in (judgements, *scores):
        table[random.random(table.shape) < 0.15] = math.nan
    found = resampled_correlations(scores, judgements, level, Bootstrap(6, seed=seed), over, workers=1)
    expected = [[written_out(table, judgements, level, seed, i, over) for table in scores] for i in range(6)]
    assert found[..., :4] == pytest.approx(np.array(expected), abs=1e-8, nan_ok=True)


@pytest.fixture(scope="module")
def study():
    random = np.random.default_rng(8)
    judgements = random.integers(1, 6, (40, 12)) + np.linspace(0, 1, 12)
    scores = judgements + random.normal(size=(4, 40, 12)) * np.array([0.5, 1, 2, 8])[:, None, None]
    scores[random.random(scores.shape) < 0.05] = math.nan
    return scores, judgements


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("over", OVER)
def test_a_study_as_if_it_were_written_out(study, level, over):
    scores, judgements = study
    values = resampled_correlations(scores[::3], judgements, level, Bootstrap(2, seed=7), over)
    for i in range(2):
        for m, table in enumerate(scores[::3]):
            assert values[i, m, :4] == pytest.approx(written_out(table, judgements, level, 7, i, over))


@pytest.mark.parametrize("level", LEVELS)
def test_the_number_of_jobs_and_of_resamples_changes_no_resample(study, level, monkeypatch):
    usual = resampled_correlations(*study, level, Bootstrap(50, seed=5), workers=1)
    monkeypatch.setattr("sumspace.stats.resampling._CELLS", 7 * study[0].size)
    for jobs, resamples in ((1, 50), (2, 50), (5, 50), (2, 23)):
        found = resampled_correlations(*study, level, Bootstrap(resamples, seed=5), workers=jobs)
        assert np.array_equal(found, usual[:resamples], equal_nan=True)
    assert not np.array_equal(resampled_correlations(*study, level, Bootstrap(50, seed=6)), usual)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("over", OVER)
def test_accuracies_of_resamples_leave_out_pairs_of_copies(level, over):
    random = np.random.default_rng(2)
    judgements = random.integers(1, 4, (5, 6)).astype(float)
    scores = judgements + random.normal(size=(5, 6)).round(2)
    values = resampled_correlations(scores[None], judgements, level, Bootstrap(12, seed=3), over)[:, 0]
    for i, value in enumerate(values):
        documents, systems = draws(3, i, 5, 6, over)
        rows = []
        for d in np.repeat(np.arange(5), documents):
            drawn = [(scores[d, s], judgements[d, s], (d, s)) for s in np.repeat(np.arange(6), systems)]
            rows.append(drawn)
        if level == "system":
            means = [(np.repeat(t, documents, axis=0)).mean(axis=0) for t in (scores, judgements)]
            rows = [[(means[0][s], means[1][s], s) for s in np.repeat(np.arange(6), systems)]]
        elif level == "pooled":
            rows = [[point for row in rows for point in row]]
        if np.isnan(value[0]):
            assert np.isnan(value[COEFFICIENTS.index("accuracy")])
            continue
        threshold = correlate(scores, judgements, level).tie
        wanted = accuracy_at(rows, threshold) if level == "pooled" else plain_accuracy(rows)[0]
        assert value[COEFFICIENTS.index("accuracy")] == pytest.approx(wanted), i


def test_soft_accuracies_of_resamples_come_close_to_those_of_permutations():
    random = np.random.default_rng(7)
    judgements = random.normal(size=(60, 8)) + np.linspace(0, 1, 8)
    scores = judgements + random.normal(size=(60, 8))
    documents, systems = draws(5, 0, 60, 8, "documents")
    value = resampled_correlations(scores[None], judgements, "system", Bootstrap(1, seed=5), "documents")[0, 0]
    drawn = np.repeat(np.arange(60), documents)
    wanted = correlate(scores[drawn], judgements[drawn], "system").soft_accuracy
    assert systems.sum() == 8
    assert value[COEFFICIENTS.index("soft_accuracy")] == pytest.approx(wanted, abs=0.02)


def test_differences_have_intervals_of_the_shared_resamples(study):
    values = resampled_correlations(*study, "pooled", Bootstrap(100))
    found = difference_intervals(values, [(0, 1), (0, 0)], 90)
    low, high = np.percentile(values[:, 0, 2] - values[:, 1, 2], [5, 95])
    assert (found[0]["kendall"].low, found[0]["kendall"].high) == pytest.approx((low, high))
    assert found[1]["pearson"] == Interval(0, 0, 0)
    assert found[0]["soft_accuracy"] is None
    estimates = np.array([[0.9] * 7, [0.2] * 7])
    moved = difference_intervals(values, [(0, 1)], 90, estimates)[0]["kendall"]
    assert moved.high - moved.low == pytest.approx(high - low)
    assert moved.low < 0.7 < moved.high


@pytest.mark.parametrize(("over", "fewest"), [("documents", 88), ("systems", 88), ("both", 88)])
def test_intervals_hold_the_truth_as_often_as_they_say(over, fewest):
    # A small version of benchmarks/intervals.py: of 100 corpora 95 ± 2.2 should be held. Percentiles about documents
    # hold fewer than half.
    held = 0
    for seed in range(100):
        random = np.random.default_rng(seed)
        effects = random.multivariate_normal([0, 0], [[1, 0.85], [0.85, 1]], 16).T
        noise = random.multivariate_normal([0, 0], [[4, 1.2], [1.2, 4]], (20, 16))
        scores, judgements = effects[0] + noise[..., 0], effects[1] + noise[..., 1]
        means = effects[:, None] + np.moveaxis(
            random.multivariate_normal([0, 0], [[0.2, 0.06], [0.06, 0.2]], (50, 16)), -1, 0
        )
        others = np.mean([np.corrcoef(x, y)[0, 1] for x, y in zip(*means, strict=True)])
        truth = others if over == "documents" else (0.85 + 0.06) / 1.2
        bounds = intervals(scores[None], judgements, "system", Bootstrap(100, seed=seed), over, 1)[0]["pearson"]
        held += bounds.low <= truth <= bounds.high
    assert fewest <= held <= 100


def test_measures_share_their_resamples(study):
    scores, judgements = study
    together = resampled_correlations(scores, judgements, "pooled", Bootstrap(5))
    alone = [resampled_correlations(table[None], judgements, "pooled", Bootstrap(5)) for table in scores]
    assert np.array_equal(together, np.concatenate(alone, axis=1), equal_nan=True)


def test_draws_are_uniform_and_depend_on_seed_and_number():
    documents = np.array([draws(1, i, 10, 4, "both")[0] for i in range(2000)])
    systems = np.array([draws(1, i, 10, 4, "both")[1] for i in range(2000)])
    assert (documents.sum(axis=1) == 10).all()
    assert (systems.sum(axis=1) == 4).all()
    # 20,000 draws with probability 1/10: 2000 each, with a standard deviation of 42.
    assert np.abs(documents.sum(axis=0) - 2000).max() < 5 * 42
    assert np.abs(systems.sum(axis=0) - 2000).max() < 5 * 39
    assert any((a != b).any() for a, b in pairwise(documents))
    assert (draws(1, 3, 10, 4, "documents")[0] == documents[3]).all()
    assert (draws(1, 3, 10, 4, "documents")[1] == 1).all()
    assert (draws(1, 3, 10, 4, "systems")[0] == 1).all()
    assert (draws(2, 3, 10, 4, "both")[0] != documents[3]).any()


@pytest.mark.parametrize("level", LEVELS)
def test_intervals_lie_around_the_correlation_and_grow_with_confidence(study, level):
    wide = intervals(*study, level, Bootstrap(300, 99))
    narrow = intervals(*study, level, Bootstrap(300, 80))
    for scores, outer, inner in zip(study[0], wide, narrow, strict=True):
        found = correlate(scores, study[1], level)
        for coefficient in ("pearson", "spearman", "kendall"):
            a, b = outer[coefficient], inner[coefficient]
            assert a.low <= b.low < b.high <= a.high
            assert a.low <= found[coefficient] <= a.high


def test_one_document_says_nothing_about_others():
    both = np.random.default_rng(1).random((2, 1, 8))
    for over in ("documents", "both"):
        assert intervals(both[:1], both[1], "system", Bootstrap(50), over) == [NONE]
    assert intervals(both[:1], both[1], "system", Bootstrap(50), "systems")[0]["pearson"] is not None


def test_resamples_need_not_be_drawn_again(study):
    for level, over in (("system", "documents"), ("summary", "both"), ("system", "both")):
        values = resampled_correlations(*study, level, Bootstrap(30), over)
        assert intervals(*study, level, Bootstrap(30), over, values=values) == intervals(
            *study, level, Bootstrap(30), over
        )


def test_intervals_are_percentiles_of_what_is_defined():
    values = np.array([math.nan, *np.arange(101.0), math.nan])
    assert interval(values, 90) == Interval(50, 5, 95)


def test_there_is_no_interval_where_more_than_half_of_the_resamples_have_no_value():
    assert interval(np.array([1.0, math.nan]), 95) == Interval(1, 1, 1)
    assert interval(np.array([1.0, math.nan, math.nan]), 95) is None
    assert interval(np.empty(0), 95) is None
    judgements = np.arange(12.0).reshape(4, 3)
    # Three systems are all drawn in 6 of 27 resamples only.
    assert intervals(judgements[None], judgements, "system", Bootstrap(200)) == [NONE]
    assert intervals(judgements[None], judgements, "system", Bootstrap(200), "documents")[0]["pearson"].low == 1


def test_constant_scores_have_no_interval_while_others_have_one(study):
    scores, judgements = study
    found = intervals(np.stack([np.ones_like(judgements), scores[0]]), judgements, "pooled", Bootstrap(20))
    assert found[0] == NONE
    assert None not in {found[1][name] for name in ("pearson", "spearman", "kendall", "kendall_c", "accuracy")}


def test_no_measures_have_no_intervals():
    assert intervals(np.empty((0, 4, 3)), np.ones((4, 3)), "pooled", Bootstrap(5)) == []


def test_a_mistaken_way_to_resample_is_refused(study):
    with pytest.raises(SettingError, match="both, documents, systems"):
        intervals(*study, "system", Bootstrap(5), "words")


def drand48(seed, count):
    """POSIX drand48 after srand48, in whole numbers."""
    state = (seed << 16) + 0x330E
    for _ in range(count):
        state = (state * 0x5DEECE66D + 0xB) % 2**48
        yield state / 2**48


def test_resamples_draw_as_drand48():
    scores = np.random.default_rng(1).random((7, 1))
    means = resample(scores, 3, 5)
    for i, mean in enumerate(means[:, 0]):
        drawn = [scores[int(7 * x), 0] for x in drand48(5 + i, 7)]
        assert mean == sum(drawn) / 7


def test_one_summary_has_no_spread():
    assert Bootstrap().rouge155(np.array([[0.25]])) == [Interval(0.25, 0.25, 0.25)]


def test_the_same_seed_gives_the_same_numbers_and_another_seed_others():
    scores = np.random.default_rng(1).random((40, 3))
    assert Bootstrap(seed=3).rouge155(scores) == Bootstrap(seed=3).rouge155(scores)
    assert Bootstrap(seed=3).rouge155(scores) != Bootstrap(seed=40_000).rouge155(scores)


def test_more_confidence_makes_wider_intervals():
    scores = np.random.default_rng(1).random((40, 1))
    narrow, wide = (Bootstrap(confidence=c).rouge155(scores)[0] for c in (50, 99))
    assert wide.low < narrow.low < narrow.high < wide.high


@pytest.mark.parametrize(
    "bad",
    [{"resamples": 0}, {"confidence": 101}, {"confidence": -1}, {"seed": -1}, {"seed": 2**32}, {"resamples": 10**9}],
)
def test_values_that_cannot_be_used(bad):
    with pytest.raises(SettingError):
        Bootstrap(**bad)


@pytest.mark.parametrize("over", ["both", "documents"])
@pytest.mark.parametrize("level", ["system", "summary", "pooled"])
def test_one_judged_document_says_nothing_about_others_with_any_number_that_nobody_judged(level, over):
    random = np.random.default_rng(4)
    scores, judgements = random.random((1, 6, 12)), random.random((6, 12))
    judgements[1:] = np.nan
    (bounds,) = intervals(scores, judgements, level, Bootstrap(resamples=50), over)
    assert set(bounds.values()) == {None}
