"""Classes of numbers by equal widths and by quantiles, each against its definition on the values themselves."""

from fractions import Fraction
from typing import get_args

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sumspace.stats.discretization import Discretization, discretize
from sumspace.stats.kmeans import assign, clusters

# Few different values, so that there are ties; quarters, which are exact.
VALUES = st.lists(st.integers(-12, 12).map(lambda x: x / 4), min_size=1, max_size=14)


def joined(labels):
    """Number classes anew, without those that have no values."""
    return np.unique(labels, return_inverse=True)[1].tolist()


@given(VALUES, st.sampled_from([1, 2, 4, 8]))
def test_equal_widths(values, k):
    """A value is in the first of k intervals that it does not lie above."""
    low, high = Fraction(min(values)), Fraction(max(values))
    ends = [low + (high - low) * i / k for i in range(1, k)]
    expected = [sum(Fraction(value) > end for end in ends) for value in values]
    division = discretize(values, k, "equal-width")[-1]
    assert assign(values, division.cuts).tolist() == joined(expected)


@given(VALUES, st.integers(1, 6))
def test_quantiles_leave_as_many_values_below_as_equal_ones_allow(values, k):
    division = discretize(values, k, "quantiles")[-1]
    below = {sum(value <= one for value in values) for one in sorted(set(values))[:-1]}
    wanted = [Fraction(len(values) * i, k) for i in range(1, k)]
    nearest = {min(below, key=lambda n: (abs(n - share), n)) for share in wanted} if below else set()
    assert {sum(value <= cut for value in values) for cut in division.cuts} == nearest


def test_quantiles_of_different_values_are_equally_large():
    values = np.random.default_rng(3).permutation(60).astype(float)
    for k, division in enumerate(discretize(values, 6, "quantiles"), 1):
        assert np.bincount(assign(values, division.cuts)).tolist() == [60 // k] * k


@given(VALUES, st.integers(1, 6), st.sampled_from(get_args(Discretization)))
def test_every_class_has_values_and_their_mean(values, most, how):
    found = discretize(values, most, how)
    assert len(found) == most
    for k, division in enumerate(found, 1):
        labels = assign(values, division.cuts)
        classes = len(division.cuts) + 1
        assert sorted(set(labels.tolist())) == list(range(classes))
        assert classes <= min(k, len(set(values)))
        groups = [np.array(values)[labels == label] for label in range(classes)]
        assert division.centres == pytest.approx([group.mean() for group in groups])
        assert division.cost == pytest.approx(sum(((group - group.mean()) ** 2).sum() for group in groups))


def test_k_means_is_that_of_kmeans():
    values = [0, 1, 1, 7, 9]
    pairs = zip(discretize(values, 3, "k-means"), clusters(values, 3), strict=True)
    assert all(one.cuts.tolist() == other.cuts.tolist() for one, other in pairs)


@pytest.mark.parametrize("how", get_args(Discretization))
@pytest.mark.parametrize(("values", "most"), [([], 2), ([1.0, np.nan], 2), ([1.0], 0)])
def test_what_cannot_be_divided_is_refused(values, most, how):
    with pytest.raises(ValueError, match="classes, at least one"):
        discretize(values, most, how)
