"""PERM-BOTH against a plain reading of the paper, cell by cell, and against a published figure."""

import math
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from plain_correlation import plain_accuracy, plain_perm_both, rows_of
from sumspace.errors import SettingError
from sumspace.stats.correlation import COEFFICIENTS, correlate
from sumspace.stats.multiplicity import corrected
from sumspace.stats.permutation import Exchanges, enough_permutations, permutation_tests, smallest_p

LEVELS = ("system", "summary", "pooled")
TESTED = {
    "system": ("pearson", "spearman", "kendall", "kendall_c", "accuracy", "difference"),
    "summary": ("pearson", "spearman", "kendall", "kendall_c", "difference"),
    "pooled": ("pearson", "spearman", "kendall", "kendall_c", "difference"),
}


def exchanged(seed, permutations, shape):
    drawn = Exchanges.of(seed, permutations, *shape).by_cell.T[1:]
    return drawn.reshape(permutations, *shape).astype(bool)


def expected(first, second, judgements, level, coefficient, seed, permutations):
    def difference(x, y, z):
        a, b = (correlate(table, z, level, coefficients=("accuracy",))[coefficient] for table in (x, y))
        return math.nan if a is None or b is None else a - b

    there = ~np.isnan(first + second + judgements)
    if level == "summary":  # a document with fewer systems says nothing, nor does it standardize
        there &= there.sum(axis=1, keepdims=True) >= 3
    tables = [np.where(there, table, np.nan) for table in (first, second, judgements)]
    return plain_perm_both(*tables, exchanged(seed, permutations, judgements.shape), difference)


def study(seed, documents, systems, step=None, missing=0.0):
    random = np.random.default_rng(seed)
    judgements = random.integers(1, 5, (documents, systems)) + np.linspace(0, 1, systems).round(1)
    scores = judgements + random.normal(size=(3, documents, systems)) * np.array([0.7, 1.5, 4])[:, None, None]
    if step is not None:
        scores = np.round(scores / step) * step
    for table in scores:
        table[random.random(table.shape) < missing] = math.nan
    return scores, judgements


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(("step", "missing"), [(None, 0.0), (1.0, 0.0), (None, 0.15), (0.5, 0.15)])
def test_p_is_that_of_the_paper(level, step, missing):
    scores, judgements = study(3, 7, 6, step, missing)
    found = permutation_tests(scores, judgements, level, [(0, 1), (2, 1)], 60, 9, 1, enough=None)
    for row, (a, b) in zip(found, [(0, 1), (2, 1)], strict=True):
        for coefficient in TESTED[level]:
            wanted = expected(scores[a], scores[b], judgements, level, coefficient, 9, 60)
            assert row[COEFFICIENTS.index(coefficient)] == pytest.approx(wanted), coefficient
        assert math.isnan(row[COEFFICIENTS.index("soft_accuracy")])


@settings(max_examples=15, deadline=None)
@given(st.sampled_from(LEVELS), st.integers(0, 10_000), st.integers(3, 6), st.integers(3, 6))
def test_small_tables_with_ties_everywhere(level, seed, documents, systems):
    random = np.random.default_rng(seed)
    judgements = random.integers(0, 3, (documents, systems)).astype(float)
    scores = random.integers(0, 3, (2, documents, systems)).astype(float)
    found = permutation_tests(scores, judgements, level, [(0, 1)], 12, seed, 1, enough=None)[0]
    for coefficient in TESTED[level]:
        value = found[COEFFICIENTS.index(coefficient)]
        defined = [
            correlate(table, judgements, level, coefficients=("accuracy",))[coefficient] is not None for table in scores
        ]
        assert math.isnan(value) == (not all(defined))
        if all(defined):
            # A permutation without a correlation counts as one that is as far apart.
            wanted = expected(*scores, judgements, level, coefficient, seed, 12)
            undefined = sum(
                correlate(np.where(cells, scores[1 - k], scores[k]), judgements, level, coefficients=()).pearson is None
                for cells in exchanged(seed, 12, judgements.shape)
                for k in (0, 1)
            )
            assert wanted - 1e-9 <= value <= wanted + undefined / 13 + 1e-9


def test_more_systems_than_a_word_has_bits():
    scores, judgements = study(5, 3, 70, 0.5)
    found = permutation_tests(scores, judgements, "summary", [(0, 1)], 15, 2, 1, enough=None)[0]
    for coefficient in TESTED["summary"]:
        wanted = expected(scores[0], scores[1], judgements, "summary", coefficient, 2, 15)
        assert found[COEFFICIENTS.index(coefficient)] == pytest.approx(wanted)


def test_accuracies_of_documents_are_exchanged_as_a_whole():
    scores, judgements = study(4, 8, 5)
    found = permutation_tests(scores, judgements, "summary", [(0, 2)], 50, 1, 1, enough=None)[0]
    rows = [rows_of(scores[m], judgements, "summary") for m in (0, 2)]
    ties = [plain_accuracy(row)[1] for row in rows]

    def accuracy(row, tie):
        right = [
            (0 if abs(a[0] - b[0]) <= tie + 1e-9 else np.sign(a[0] - b[0])) == np.sign(a[1] - b[1])
            for a, b in combinations(row, 2)
        ]
        return np.mean(right)

    both = np.array([[accuracy(row, tie) for row in table] for table, tie in zip(rows, ties, strict=True)])
    differences = both[0] - both[1]
    signs = 1 - 2.0 * Exchanges.of(1, 50, 8, 5).documents.T[1:]
    count = sum(abs(np.mean(sign * differences)) >= abs(differences.mean()) - 1e-12 for sign in signs)
    assert found[COEFFICIENTS.index("accuracy")] == pytest.approx((1 + count) / 51)


def test_a_published_figure():
    # The regression test of nlpstats, Deutsch's package: p = 0.536 with 9,999 other permutations of these numbers.
    random = np.random.RandomState(1234)
    x, y, z = (random.random_sample((9, 5)) for _ in range(3))
    found = permutation_tests(np.stack([x.T, y.T]), z.T, "pooled", [(0, 1)], 9999, enough=None)
    assert found[0, 0] == pytest.approx(0.53615, abs=4 * math.sqrt(2 * 0.25 / 9999))


@pytest.mark.parametrize("level", LEVELS)
def test_jobs_and_order_of_pairs_change_nothing(level):
    scores, judgements = study(6, 12, 8, missing=0.1)
    pairs = [(0, 1), (0, 2), (1, 2), (2, 1)]
    usual = permutation_tests(scores, judgements, level, pairs, 300, 5, 1)
    for jobs in (2, 5):
        assert np.array_equal(permutation_tests(scores, judgements, level, pairs, 300, 5, jobs), usual, equal_nan=True)
    turned = permutation_tests(scores, judgements, level, pairs[::-1], 300, 5, 1)
    assert np.array_equal(turned[::-1], usual, equal_nan=True)
    assert np.array_equal(usual[2], usual[3], equal_nan=True)
    assert not np.array_equal(permutation_tests(scores, judgements, level, pairs, 300, 6, 1), usual, equal_nan=True)


def test_tests_end_early_where_p_is_large_and_small_ones_stay():
    scores, judgements = study(8, 30, 10)
    scores = np.concatenate([scores, scores[:1] + np.random.default_rng(1).normal(size=(1, 30, 10)) * 0.3])
    pairs = [(0, 2), (0, 3)]
    full = permutation_tests(scores, judgements, "pooled", pairs, 600, enough=None)
    early = permutation_tests(scores, judgements, "pooled", pairs, 600, enough=10)
    assert full[0, 1] == early[0, 1] == 1 / 601
    large = full[1, 1]
    assert large > 0.05
    assert early[1, 1] != large
    assert early[1, 1] == pytest.approx(large, rel=1.0)
    assert np.array_equal(full[:, 0], early[:, 0])  # Pearson's r never ends early


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(("step", "missing"), [(None, 0.0), (0.5, 0.2)])
def test_pearson_has_more_permutations_of_the_same_kind(level, step, missing):
    # More than two blocks, so that every block must go on where the one before it ended.
    scores, judgements = study(12, 5, 5, step, missing)
    few = permutation_tests(scores, judgements, level, [(0, 1), (2, 1)], 40, 4, enough=None)
    found = permutation_tests(scores, judgements, level, [(0, 1), (2, 1)], 40, 4, enough=None, pearson=600)
    for row, (a, b) in zip(found, [(0, 1), (2, 1)], strict=True):
        for coefficient in ("pearson", "difference"):
            wanted = expected(scores[a], scores[b], judgements, level, coefficient, 4, 600)
            assert row[COEFFICIENTS.index(coefficient)] == pytest.approx(wanted)
    assert np.array_equal(found[:, 1:6], few[:, 1:6], equal_nan=True)
    for jobs in (1, 3):
        again = permutation_tests(scores, judgements, level, [(0, 1), (2, 1)], 40, 4, jobs, enough=None, pearson=600)
        assert np.array_equal(again, found, equal_nan=True)


def test_pearson_of_documents_that_exchanges_make_constant():
    # Every document has two values that both measures share: an exchange may leave one measure with one of them.
    judgements = np.array([[1.0, 2, 3], [2, 1, 4], [1, 3, 2], [2, 2, 2]])
    first = np.array([[0.0, 1, 1], [1, 0, 0], [0, 0, 1], [0, 1, 0]])
    second = 1 - first
    second[0] = [5, 2, 7]
    found = permutation_tests(np.stack([first, second]), judgements, "summary", [(0, 1)], 300, 8, enough=None)[0]
    observed, *deltas = _plain_summary(first, second, judgements, exchanged(8, 300, judgements.shape))
    assert any(math.isnan(delta) for delta in deltas) or len(set(deltas)) > 10
    count = sum(not abs(delta) < abs(observed) - 1e-12 for delta in deltas)
    assert found[0] == pytest.approx((1 + count) / 301)


def _plain_summary(first, second, judgements, masks):
    """Return the differences of mean correlations of documents, those that are constant left out, one mask a time."""
    x, y = ((table - table.mean()) / table.std() for table in (first, second))

    def mean(table):
        rows = [np.corrcoef(a, b)[0, 1] for a, b in zip(table, judgements, strict=True) if np.ptp(a) > 1e-9 < np.ptp(b)]
        return np.mean(rows) if rows else math.nan

    none = np.zeros((1, *judgements.shape), bool)
    return [mean(np.where(mask, y, x)) - mean(np.where(mask, x, y)) for mask in np.concatenate([none, masks])]


def test_many_pairs_are_as_each_alone():
    scores, judgements = study(9, 9, 6)
    random = np.random.default_rng(2)
    scores = np.concatenate([scores, scores + random.normal(size=scores.shape)])
    scores[4, 2] = scores[5, 3, 1] = math.nan
    scores = np.concatenate([scores, np.ones((1, 9, 6))])
    pairs = list(combinations(range(7), 2))
    for level in LEVELS:
        together = permutation_tests(scores, judgements, level, pairs, 300, 2)
        alone = [permutation_tests(scores, judgements, level, [pair], 300, 2)[0] for pair in pairs]
        assert np.array_equal(together, alone, equal_nan=True)
        assert np.isnan(together[[6 in pair for pair in pairs], 0]).all()
        assert not np.isnan(together[[6 not in pair for pair in pairs], 0]).any()


@pytest.mark.parametrize("correction", ["holm", "bh", "none"])
@pytest.mark.parametrize("tests", [1, 2, 465])
def test_how_small_a_corrected_p_can_be(correction, tests):
    smallest = smallest_p(1000, tests, correction)
    assert smallest == pytest.approx(min(1, tests / 1001 if correction == "holm" else 1 / 1001))
    enough = enough_permutations(tests, correction)
    assert smallest_p(enough, tests, correction) < 0.05 <= smallest_p(enough - 1, tests, correction)
    assert corrected(np.full(tests, 1 / (1 + enough)), correction).min() < 0.05


def test_measures_that_are_the_same_are_never_told_apart():
    scores, judgements = study(1, 6, 5)
    for level in LEVELS:
        found = permutation_tests(
            np.stack([scores[0], 3 * scores[0] + 1]), judgements, level, [(0, 1)], 40, enough=None
        )
        assert np.nanmin(found) == 1


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("kind", ["constant", "one document", "half of the systems", "nothing shared", "two systems"])
def test_nothing_fails(level, kind):
    scores, judgements = study(2, 6, 6)
    scores = scores[:2].copy()
    if kind == "constant":
        scores[0] = 1
    elif kind == "one document":
        scores, judgements = scores[:, :1], judgements[:1]
    elif kind == "half of the systems":
        scores[0, :, 3:] = math.nan
    elif kind == "nothing shared":
        scores[0, :, 3:] = scores[1, :, :3] = math.nan
    else:
        scores[:, :, 2:] = math.nan
    found = permutation_tests(scores, judgements, level, [(0, 1)], 20)
    has_test = kind in {"one document", "half of the systems"} or (kind == "two systems" and level == "pooled")
    assert (not np.isnan(found[0, 0])) == has_test
    assert ((found > 0) & (found <= 1) | np.isnan(found)).all()


def test_where_measures_are_equally_good_p_is_not_small_too_often():
    random = np.random.default_rng(3)
    judgements = random.normal(size=(20, 8))
    scores = judgements + random.normal(size=(80, 20, 8)) * 2
    pairs = [(2 * k, 2 * k + 1) for k in range(40)]
    p = permutation_tests(scores, judgements, "pooled", pairs, 200)[:, 0]
    # Half of 40 below ½, with a deviation of 3.2.
    assert 20 - 4 * 3.2 < (p < 0.5).sum() < 20 + 4 * 3.2


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"level": "corpus"}, "system, summary, pooled"),
        ({"permutations": 0}, "permutation"),
        ({"pearson": 100_001}, "100,000, not 100,001"),
        ({"judgements": np.ones((2, 2))}, "shapes"),
    ],
)
def test_what_cannot_be_tested_is_refused(change, words):
    scores, judgements = study(1, 4, 4)
    with pytest.raises(SettingError, match=words):
        permutation_tests(
            **{"scores": scores, "judgements": judgements, "level": "pooled", "pairs": [(0, 1)], **change}
        )


def test_no_pairs_have_no_tests():
    scores, judgements = study(1, 4, 4)
    assert permutation_tests(scores, judgements, "pooled", []).shape == (0, len(COEFFICIENTS))


def test_accuracies_are_not_tested_where_a_measure_is_constant():
    random = np.random.default_rng(3)
    scores, judgements = random.random((2, 6, 5)), random.random((6, 5))
    scores[1] = 0.5
    assert np.isnan(permutation_tests(scores, judgements, "summary", [(0, 1)], 19)).all()
