"""Alpha against Krippendorff's own example and against its definition, written plainly."""

import math
from itertools import permutations, product
from random import Random

import krippendorff
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sumspace.stats.rater_agreement import RaterAgreement, agreement

# Krippendorff, "Computing Krippendorff's alpha-reliability" (2011), section C: four observers, twelve units.
OBSERVERS = [
    [1, 2, 3, 3, 2, 1, 4, 1, 2, None, None, None],
    [1, 2, 3, 3, 2, 2, 4, 1, 2, 5, None, 3],
    [None, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, None],
    [1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, None],
]

MARKS = st.one_of(st.none(), st.sampled_from([0, 1, 2.5, 3, 7]))
UNITS = st.lists(st.lists(MARKS, max_size=5), max_size=8)


def plainly(units, difference):
    """One minus the mean difference within units over that between any two marks."""
    paired = [[mark for mark in unit if mark is not None] for unit in units]
    paired = [unit for unit in paired if len(unit) >= 2]
    marks = [mark for unit in paired for mark in unit]
    observed = sum(
        sum(difference(a, b, marks) for a, b in permutations(unit, 2)) / (len(unit) - 1) for unit in paired
    ) / len(marks)
    expected = sum(difference(a, b, marks) for a, b in product(marks, marks)) / (len(marks) * (len(marks) - 1))
    return 1 - observed / expected


def nominal(a, b, _):
    return float(a != b)


def interval(a, b, _):
    return (a - b) ** 2


def ordinal(a, b, marks):
    low, high = min(a, b), max(a, b)
    return (sum(low <= mark <= high for mark in marks) - (marks.count(a) + marks.count(b)) / 2) ** 2


def test_krippendorffs_example():
    found = agreement(zip(*OBSERVERS, strict=True))
    assert [round(alpha, 3) for alpha in (found.nominal, found.ordinal, found.interval)] == [0.743, 0.815, 0.849]
    assert (found.units, found.marks, found.reason) == (11, 40, "")


@given(UNITS)
def test_alpha_is_its_definition(units):
    found = agreement(units)
    if found.reason:
        assert (found.nominal, found.ordinal, found.interval) == (None, None, None)
    else:
        expected = [plainly(units, difference) for difference in (nominal, ordinal, interval)]
        assert [found.nominal, found.ordinal, found.interval] == pytest.approx(expected, abs=1e-9)


def test_sliders_from_0_to_100_as_the_package_has_it():
    random = Random(1)
    middles = [random.uniform(0, 100) for _ in range(300)]
    units = [[round(min(max(random.gauss(middle, 15), 0), 100)) for _ in range(3)] for middle in middles]
    found = agreement(units)
    data = np.array(units, dtype=float).T
    for level in ("nominal", "ordinal", "interval"):
        assert getattr(found, level) == pytest.approx(krippendorff.alpha(data, level_of_measurement=level))


@given(UNITS, st.randoms(use_true_random=False))
def test_it_does_not_matter_who_gave_a_mark_or_in_which_order(units, random):
    shuffled = [random.sample(unit, len(unit)) for unit in units]
    random.shuffle(shuffled)
    one, other = agreement(units), agreement(shuffled)
    assert (one.units, one.marks, one.reason) == (other.units, other.marks, other.reason)
    if not one.reason:
        assert one.interval == pytest.approx(other.interval)


def test_units_with_one_mark_say_nothing():
    units = [[1, 1], [2, 3], [3, 3, 3]]
    assert agreement([*units, [9], [None, 4, math.nan], []]) == agreement(units)


def test_raters_who_always_agree_have_an_alpha_of_one():
    assert agreement([[1, 1], [2, 2, 2]]) == RaterAgreement(1, 1, 1, 2, 5)


@pytest.mark.parametrize(
    ("units", "reason", "counts"),
    [
        ([], "no unit has two ratings", (0, 0)),
        ([[1], [None, 2]], "no unit has two ratings", (0, 0)),
        ([[4, 4], [4, 4, 4], [5]], "all ratings are the same", (2, 5)),
        ([[i, i + 1] for i in range(0, 6000, 2)], "6,000 different ratings are too many", (3000, 6000)),
    ],
)
def test_why_there_is_no_alpha(units, reason, counts):
    assert agreement(units) == RaterAgreement(None, None, None, *counts, reason)
