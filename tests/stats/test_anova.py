"""Analysis of variance against an example by hand, regressions, other tests, and by drawing from what it assumes."""

import math
from dataclasses import astuple, is_dataclass

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy import stats

from sumspace.errors import SettingError
from sumspace.stats.anova import Friedman, analyse

# The documents' means are 3, 4, 5, the methods' 2, 4, 6, all in all 4. Documents add -1, 0, 1 and methods -2, 0, 2.
# That leaves 0, -1, 1 in the first document, nothing in the second, and 0, 1, -1 in the third.
EXAMPLE = np.array([[1, 2, 6], [2, 4, 6], [3, 6, 6]])


def drawn(seed, documents, methods):
    random = np.random.default_rng(seed)
    return (
        random.normal(size=(documents, methods)) + 3 * random.normal(size=(documents, 1)) + random.normal(size=methods)
    )


def test_sums_of_squares_by_hand():
    found = analyse(EXAMPLE)
    for source, squares, degrees, mean in (
        (found.documents, 3 * (1 + 0 + 1), 2, 3),
        (found.methods, 3 * (4 + 0 + 4), 2, 12),
        (found.error, 1 + 1 + 1 + 1, 4, 1),
    ):
        assert (source.sum_of_squares, source.degrees, source.mean_square) == pytest.approx((squares, degrees, mean))
    assert found.means == pytest.approx((2, 4, 6))
    assert found.reason == ""


def test_f_and_p_by_hand():
    # With 2 and 4 degrees of freedom p is (1 + F / 2)^-2.
    found = analyse(EXAMPLE)
    assert (found.documents.f, found.documents.p) == pytest.approx((3, 2.5**-2))
    assert (found.methods.f, found.methods.p) == pytest.approx((12, 7**-2))
    assert (found.error.f, found.error.p) == (None, None)


def test_differences_by_hand():
    # Printed tables: t with 4 degrees of freedom is 2.776 at 95 % and 4.604 at 99 %; the studentized range of 3 means
    # with 4 degrees is 5.040 and 8.120. The error's mean square is 1.
    found, surer = analyse(EXAMPLE), analyse(EXAMPLE, 99)
    assert found.least_difference == pytest.approx(2.776 * math.sqrt(2 / 3), abs=1e-3)
    assert found.honest_difference == pytest.approx(5.040 * math.sqrt(1 / 3), abs=1e-3)
    assert surer.least_difference == pytest.approx(4.604 * math.sqrt(2 / 3), abs=1e-3)
    assert surer.honest_difference == pytest.approx(8.120 * math.sqrt(1 / 3), abs=1e-3)
    assert (found.confidence, surer.confidence) == (95, 99)


def test_friedman_by_hand():
    # Ranks 1 2 3, 1 2 3, 1 2.5 2.5; their sums are 3, 6.5, 8.5, around 6. Two degrees of freedom: p = exp(-x / 2).
    x = 2 * (9 + 0.25 + 6.25) / (2 + 2 + 1.5)
    found = analyse(EXAMPLE).friedman
    assert (found.statistic, found.p) == pytest.approx((x, math.exp(-x / 2)))


@pytest.mark.parametrize("shape", [(2, 2), (7, 4), (5, 12)])
def test_sums_of_squares_are_those_of_regressions_with_and_without_each_source(shape):
    table = drawn(3, *shape)
    documents = np.kron(np.eye(shape[0]), np.ones((shape[1], 1)))
    methods = np.kron(np.ones((shape[0], 1)), np.eye(shape[1]))

    def left(*columns):
        design = np.hstack(columns)
        fitted = design @ np.linalg.lstsq(design, table.ravel(), rcond=None)[0]
        return float(np.sum((table.ravel() - fitted) ** 2))

    found, full = analyse(table), left(documents, methods)
    assert found.error.sum_of_squares == pytest.approx(full)
    assert found.methods.sum_of_squares == pytest.approx(left(documents) - full)
    assert found.documents.sum_of_squares == pytest.approx(left(methods) - full)


def test_f_is_that_of_one_way_on_documents_centred_less_the_degrees_that_centring_takes():
    table = drawn(4, 9, 6)
    one_way = stats.f_oneway(*(table - table.mean(axis=1, keepdims=True)).T).statistic
    assert analyse(table).methods.f == pytest.approx(one_way * 5 / 6)


def test_two_methods_are_compared_as_by_the_paired_t_test():
    table = np.random.default_rng(5).normal(loc=[0, 0.6], size=(15, 2))
    paired = stats.ttest_rel(*table.T)
    found = analyse(table, 100 * (1 - paired.pvalue))
    assert (found.methods.f, found.methods.p) == pytest.approx((paired.statistic**2, paired.pvalue))
    assert found.least_difference == pytest.approx(abs(found.means[0] - found.means[1]))
    assert found.honest_difference == pytest.approx(found.least_difference)


@pytest.mark.parametrize(("documents", "methods", "values"), [(4, 3, 3), (30, 5, 10**6), (8, 40, 5), (50, 200, 30)])
def test_friedman_is_that_of_scipy(documents, methods, values):
    table = np.random.default_rng(6).integers(values, size=(documents, methods)).astype(float)
    found, reference = analyse(table).friedman, stats.friedmanchisquare(*table.T)
    assert (found.statistic, found.p) == pytest.approx((reference.statistic, reference.pvalue))


def test_friedman_of_two_methods_counts_who_wins():
    # 7 wins, 2 losses and a tie: (7 - 2)² / (7 + 2), chi squared with one degree of freedom.
    table = np.array([[1, 2]] * 7 + [[5, 3]] * 2 + [[4, 4]])
    found = analyse(table).friedman
    assert (found.statistic, found.p) == pytest.approx((25 / 9, math.erfc(5 / 3 / math.sqrt(2))))


def test_scores_that_differ_in_their_last_digits_tie():
    table = np.array([[0.1 + 0.2, 0.3, 0.5], [0.3, 0.1 + 0.2, 0.2], [0.1, 0.4, 0.6]])
    assert table[0, 0] != table[0, 1]
    assert analyse(table).friedman == analyse(table.round(6)).friedman


@pytest.mark.parametrize(("documents", "methods"), [(2, 200), (7, 30), (4, 3)])
def test_the_honest_difference_has_the_range_of_all_means_within_it_as_often_as_it_says(documents, methods):
    found = analyse(drawn(7, documents, methods), 90)
    q = found.honest_difference / math.sqrt(found.error.mean_square / documents)
    # P(range < q s) = k ∫ φ(z) (Φ(z + q s) - Φ(z))^(k - 1) dz, averaged over s, the root of chi squared / degrees.
    s = np.sqrt(stats.chi2.ppf((np.arange(1000) + 0.5) / 1000, found.error.degrees) / found.error.degrees)
    z = np.linspace(-9, 9, 401)
    within = (stats.norm.cdf(z + q * s[:, None]) - stats.norm.cdf(z)) ** (methods - 1)
    assert np.mean(methods * within @ stats.norm.pdf(z)) * (z[1] - z[0]) == pytest.approx(0.90, abs=2e-4)


def test_differences_arise_by_chance_as_often_as_stated():
    random = np.random.default_rng(8)
    apart, furthest = [], []
    for _ in range(800):
        found = analyse(random.normal(size=(6, 5)) + 4 * random.normal(size=(6, 1)), 80)
        apart.append(abs(found.means[0] - found.means[1]) > found.least_difference)
        furthest.append(max(found.means) - min(found.means) > found.honest_difference)
    # A fifth of 800, with a standard deviation of 11.3.
    assert abs(sum(apart) - 160) < 3 * 11.3
    assert abs(sum(furthest) - 160) < 3 * 11.3


def test_documents_that_are_easy_for_all_do_not_blur_methods():
    random = np.random.default_rng(9)
    table = random.normal(size=(20, 3)) * 0.1 + 10 * random.normal(size=(20, 1)) + [0, 0, 0.3]
    assert stats.f_oneway(*table.T).pvalue > 0.9
    found = analyse(table)
    assert found.methods.p < 1e-6


def values_of(thing):
    """All numbers of an analysis, one after another, without those that are None."""
    values = astuple(thing) if is_dataclass(thing) else thing
    for value in values:
        if isinstance(value, tuple):
            yield from values_of(value)
        elif value is not None and not isinstance(value, str):
            yield value


seeds, few = st.integers(0, 2**32 - 1), st.integers(2, 5)


@given(seeds, few, few)
@settings(max_examples=30)
def test_what_is_added_to_a_document_changes_nothing_else(seed, documents, methods):
    table = drawn(seed, documents, methods)
    added = np.random.default_rng(seed).normal(size=(documents, 1)) * 100
    found, moved = analyse(table), analyse(table + added)
    for name in ("methods", "error", "friedman"):
        assert list(values_of(getattr(moved, name))) == pytest.approx(list(values_of(getattr(found, name))), rel=1e-6)
    assert moved.least_difference == pytest.approx(found.least_difference, rel=1e-6)
    assert moved.honest_difference == pytest.approx(found.honest_difference, rel=1e-6)


@given(seeds, few, few)
@settings(max_examples=30)
def test_the_order_of_documents_and_methods_does_not_matter(seed, documents, methods):
    table, random = drawn(seed, documents, methods), np.random.default_rng(seed)
    order = random.permutation(methods)
    found, shuffled = analyse(table), analyse(random.permutation(table)[:, order])
    assert shuffled.means == pytest.approx(np.array(found.means)[order])
    for name in ("documents", "methods", "error", "friedman"):
        assert list(values_of(getattr(shuffled, name))) == pytest.approx(list(values_of(getattr(found, name))))


@given(seeds, few, few, st.floats(1e-30, 1e30))
@settings(max_examples=30)
def test_differences_are_in_the_units_of_the_scores_and_tests_are_not(seed, documents, methods, unit):
    table = drawn(seed, documents, methods)
    found, other = analyse(table), analyse(table * unit)
    assert other.least_difference == pytest.approx(found.least_difference * unit)
    assert other.honest_difference == pytest.approx(found.honest_difference * unit)
    assert other.methods.p == pytest.approx(found.methods.p)
    assert other.friedman == found.friedman


@given(seeds, few, few)
@settings(max_examples=30)
def test_exchanging_documents_and_methods_exchanges_their_variation(seed, documents, methods):
    table = drawn(seed, documents, methods)
    found, turned = analyse(table), analyse(table.T)
    assert list(values_of(turned.methods)) == pytest.approx(list(values_of(found.documents)))
    assert list(values_of(turned.documents)) == pytest.approx(list(values_of(found.methods)))


tables = st.tuples(st.integers(1, 4), st.integers(1, 4)).flatmap(
    lambda shape: arrays(float, shape, elements=st.floats(-1e100, 1e100) | st.sampled_from([0.0, 1e-160, 0.1, 0.3]))
)


@given(tables)
def test_all_values_are_finite_or_none_with_a_reason(table):
    found = analyse(table)
    assert all(math.isfinite(value) for value in values_of(found))
    tests = [
        *astuple(found.documents)[3:],
        *astuple(found.methods)[3:],
        found.least_difference,
        found.honest_difference,
    ]
    assert {value is None for value in tests} == {bool(found.reason)}
    assert (found.friedman.p is None) == (found.friedman.statistic is None) == bool(found.friedman.reason)


ADDED = np.array([[0.1], [0.7], [0.2]])
SAME, CONSTANT = "the methods score the same in every document", "the scores are constant"


@pytest.mark.parametrize(
    ("table", "reason", "of_ranks"),
    [
        (np.ones((1, 1)), "only one score", "only one score"),
        (EXAMPLE[:1], "only one document", "only one document"),
        (EXAMPLE[:, :1], "only one method", "only one method"),
        (np.full((3, 4), 0.1), CONSTANT, "the methods tie in every document"),
        (EXAMPLE * 1e-170, CONSTANT, "the methods tie in every document"),
        (np.zeros((3, 4)), CONSTANT, "the methods tie in every document"),
        (ADDED + np.zeros(4), SAME, "the methods tie in every document"),
        (ADDED + np.array([0.1, 0.3, 0.6]), "the methods differ by the same amount in every document", ""),
    ],
)
def test_why_there_is_no_test(table, reason, of_ranks):
    found = analyse(table)
    assert (found.reason, found.friedman.reason) == (reason, of_ranks)
    assert (found.methods.f, found.methods.p, found.least_difference, found.honest_difference) == (None,) * 4
    assert found.error.sum_of_squares == 0
    if of_ranks:
        assert found.friedman == Friedman(None, None, of_ranks)
    else:
        assert found.friedman.statistic == pytest.approx(6)


def test_variation_is_known_where_tests_are_not():
    found = analyse(EXAMPLE[:, :1])
    assert (found.documents.sum_of_squares, found.documents.mean_square) == (2, 1)
    assert (found.methods.degrees, found.methods.mean_square, found.error.mean_square) == (0, None, None)
    assert found.means == (2,)


@pytest.mark.parametrize(
    ("table", "message"),
    [
        (np.array([[1, math.nan], [2, 3]]), "some are missing"),
        (np.array([[1, math.inf], [2, 3]]), "beyond"),
        (np.array([[1, -1e101], [2, 3]]), "beyond"),
        (np.ones(3), r"shape \(3,\)"),
        (np.ones((0, 3)), r"shape \(0, 3\)"),
        (np.ones((3, 0)), r"shape \(3, 0\)"),
    ],
)
def test_tables_that_cannot_be_analysed_are_refused(table, message):
    with pytest.raises(SettingError, match=message):
        analyse(table)


@pytest.mark.parametrize("confidence", [0, 100, 99.99, -5, math.nan])
def test_a_confidence_out_of_bounds_is_refused(confidence):
    with pytest.raises(SettingError, match=r"from 1 to 99\.9 percent"):
        analyse(EXAMPLE, confidence)


def test_many_documents_and_methods():
    found = analyse(drawn(10, 1000, 200))
    # With so many degrees of freedom t is 1.960; the range of 200 normal values stays below 6.496 in 95 %.
    assert found.error.degrees == 999 * 199
    assert found.error.mean_square == pytest.approx(1, abs=0.02)
    assert found.least_difference == pytest.approx(1.960 * math.sqrt(2 / 1000), rel=0.01)
    assert found.honest_difference == pytest.approx(6.496 / math.sqrt(1000), rel=0.01)
