"""The power of paired tests, beside Student's theory and the permutation test itself."""

import math

import numpy as np
import pytest
import scipy.stats

from sumspace.stats.paired import compare_pairs
from sumspace.stats.paired_power import MULTIPLES, paired_power
from sumspace.stats.resampling import Bootstrap


def normal_differences(documents, effect):
    """Differences as a normal distribution has them, with exactly this mean and a deviation of 1."""
    values = scipy.stats.norm.ppf((np.arange(documents) + 0.5) / documents)
    return effect + (values - values.mean()) / values.std(ddof=1)


def students_power(documents, effect):
    beyond = scipy.stats.t.ppf(0.975, documents - 1)
    shift = effect * math.sqrt(documents)
    wrong_side = scipy.stats.nct.cdf(-beyond, documents - 1, shift) if shift < 5 else 0.0  # where SciPy has no value
    return scipy.stats.nct.sf(beyond, documents - 1, shift) + wrong_side


@pytest.mark.parametrize("effect", [0.2, 0.5, -0.5])
def test_the_power_of_normal_differences_is_that_of_theory(effect):
    (power,) = paired_power([normal_differences(40, effect)], 0.05)
    for multiple in MULTIPLES:
        assert power.at[multiple] == pytest.approx(students_power(round(40 * multiple), abs(effect)), abs=0.06)
    needed = next(size for size in range(5, 1000) if students_power(size, abs(effect)) >= 0.8)
    assert power.needed == pytest.approx(needed, rel=0.12)
    smallest = next(effect for effect in np.arange(0, 1, 0.001) if students_power(40, effect) >= 0.8)
    assert power.smallest == pytest.approx(smallest, rel=0.08)


def test_power_is_that_of_the_permutation_test():
    """The test that corpora are drawn for is Student's; flipping signs finds as much."""
    random = np.random.default_rng(3)
    differences = random.normal(0.05, 0.1, 25)
    drawn = random.choice(differences, (25, 400))
    values = np.column_stack([drawn, np.zeros(25)])
    results = compare_pairs(values, [(i, 400) for i in range(400)], Bootstrap(resamples=999))
    found = np.mean([result.p < 0.05 for result in results])
    (power,) = paired_power([differences], 0.05)
    assert power.at[1.0] == pytest.approx(found, abs=0.08)


def test_so_few_documents_have_no_power():
    (power,) = paired_power([np.array([0.1, 0.2, 0.15, 0.12, 0.11])], 0.05)
    assert power.at[1.0] == power.at[0.5] == 0  # of 5 documents, no p lies below 2 / 32
    assert power.at[2.0] == 1
    assert math.isnan(power.smallest)


def test_no_difference_needs_more_documents_than_were_tried():
    (power,) = paired_power([normal_differences(20, 0)], 0.05)
    assert power.needed is None
    assert power.tried == 64 * 20
