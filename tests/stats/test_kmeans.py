"""Exact K-means of numbers against all divisions there are, and against scikit-learn's."""

import time
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.cluster import KMeans

from sumspace.stats.kmeans import assign, clusters

# Few different values, so that there are ties; sixty-fourths, so that the plain sums are nearly exact.
VALUES = st.lists(st.integers(-40, 40).map(lambda x: x / 64), min_size=1, max_size=11)


def cost(values, labels):
    groups = [values[labels == label] for label in np.unique(labels)]
    return sum(((group - group.mean()) ** 2).sum() for group in groups)


def divisions(values, k):
    """Every division of the sorted distinct values into k runs: its cost, and where its runs begin."""
    distinct = np.unique(values)
    for starts in combinations(range(1, len(distinct)), k - 1):
        labels = np.searchsorted(distinct[list(starts)], values, side="right")
        yield cost(values, labels), starts


@given(VALUES, st.integers(1, 6))
def test_no_division_costs_less(numbers, most):
    values = np.array(numbers)
    found = clusters(values, most)
    assert len(found) == most
    for k, division in enumerate(found, 1):
        classes = min(k, len(set(numbers)))
        best = min(price for price, _ in divisions(values, classes))
        assert division.cost == pytest.approx(best, abs=1e-12)
        labels = assign(values, division.cuts)
        assert sorted(set(labels.tolist())) == list(range(classes))
        assert cost(values, labels) == pytest.approx(best, abs=1e-12)
        assert division.centres == pytest.approx([values[labels == label].mean() for label in range(classes)])


@given(VALUES, st.integers(1, 6))
def test_every_value_is_in_the_class_of_its_nearest_centre(numbers, most):
    for division in clusters(numbers, most):
        distances = np.abs(np.array(numbers)[:, None] - division.centres)
        chosen = distances[np.arange(len(numbers)), assign(numbers, division.cuts)]
        assert chosen == pytest.approx(distances.min(axis=1), abs=1e-12)


@given(VALUES, st.integers(1, 5), st.integers(-1000, 1000), st.sampled_from([2.0**-60, 1.0, 2.0**70]))
def test_shifted_and_scaled_values_are_divided_alike(numbers, most, shift, scale):
    values = np.array(numbers)
    for here, there in zip(clusters(values, most), clusters((values + shift) * scale, most), strict=True):
        assert assign(values, here.cuts).tolist() == assign((values + shift) * scale, there.cuts).tolist()


@pytest.mark.parametrize(
    ("values", "k", "classes"),
    [
        ([0, 1, 2], 2, [0, 1, 1]),
        ([0, 1, 2, 3, 4], 4, [0, 1, 2, 3, 3]),
        ([0, 1, 2, 3, 4], 3, [0, 1, 1, 2, 2]),
        ([0, 0, 2, 4, 4], 2, [0, 0, 1, 1, 1]),
    ],
)
def test_of_equal_divisions_the_highest_class_begins_lowest(values, k, classes):
    prices = sorted(divisions(np.array(values), k))
    assert prices[0][0] == pytest.approx(prices[1][0])
    assert assign(values, clusters(values, k)[-1].cuts).tolist() == classes


@pytest.mark.parametrize("k", [2, 5, 9])
@pytest.mark.parametrize("shape", ["normal", "exponential"])
def test_scikit_learn_never_finds_a_better_one(k, shape):
    values = getattr(np.random.default_rng(k), shape)(size=200)
    reference = KMeans(k, n_init=12, random_state=0, tol=0).fit(values[:, None])
    found = clusters(values, k)[-1]
    assert found.cost <= reference.inertia_ * (1 + 1e-12)
    assert found.cost == pytest.approx(reference.inertia_, rel=0.02)


def test_more_classes_cost_less_and_equal_values_stay_together():
    values = np.round(np.random.default_rng(1).beta(2, 5, (50, 40)), 2)
    found = clusters(values, 20)
    assert (np.diff([division.cost for division in found]) < 0).all()
    for k, division in enumerate(found, 1):
        assert division.centres.size == division.cuts.size + 1 == k
        labels = assign(values, division.cuts)
        assert labels.shape == values.shape
        assert (np.diff(labels.ravel()[np.argsort(values, axis=None)]) >= 0).all()


def test_a_tiny_spread_far_from_zero_is_divided_as_it_should():
    values = 1e6 + np.array([0, 1, 2, 50, 51, 52, 90, 91]) * 2.0**-20
    assert assign(values, clusters(values, 3)[-1].cuts).tolist() == [0, 0, 0, 1, 1, 1, 2, 2]


def test_three_hundred_thousand_values_take_about_a_second():
    values = np.random.default_rng(2).random(300_000)
    clusters(values[:10], 2)
    start = time.process_time()
    found = clusters(values, 20)
    assert time.process_time() - start < 4
    # Of a uniform distribution the best classes are of equal width: n / 12 K².
    assert found[-1].cost == pytest.approx(300_000 / 12 / 20**2, rel=0.01)


@pytest.mark.parametrize(("values", "most"), [([], 2), ([1.0, np.nan], 2), ([1.0, np.inf], 2), ([1.0], 0)])
def test_what_has_no_classes_is_refused(values, most):
    with pytest.raises(ValueError, match="finite numbers"):
        clusters(values, most)
