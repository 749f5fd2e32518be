"""Averages over documents: medians that are exact, and curves."""

import pytest

from sumspace.oracle.curve import Curve
from sumspace.studies.oracles.averages import average_curves, median


def test_medians_of_whole_numbers_are_exact():
    assert [median(values) for values in ([], [3], [4, 1], [1, 3], [5, 1, 2])] == [None, 3, 2.5, 2, 2]
    huge = 10**400
    assert median([huge, huge + 2]) == huge + 1
    assert median([huge, huge + 1]) == huge


def test_curves_are_averaged_and_shorter_documents_stay_at_their_full_text():
    long = Curve([10, 11, 12], [0.1, 0.2, 0.3], optimal=True)
    short = Curve([10, 11], [0.2, 0.4], optimal=False)
    empty = Curve([], [], optimal=True)
    curve = average_curves([long, short, empty])
    assert (curve.documents, curve.unproven) == (2, 1)
    assert curve.words == ((10, pytest.approx(0.15)), (11, pytest.approx(0.3)), (12, pytest.approx(0.35)))
    assert (curve.at(11), curve.at(100), curve.full) == (pytest.approx(0.3), pytest.approx(0.35), pytest.approx(0.35))
    # 91 % of 11 words are 10, and of 12 words too.
    assert curve.shares[0] == (0.91, pytest.approx(0.15))
    assert curve.shares[-1] == (1.0, pytest.approx(0.35))
    assert average_curves([empty]) is None


def test_a_curve_of_a_long_document_has_few_points_and_both_ends():
    lengths = list(range(10, 9001))
    curve = average_curves([Curve(lengths, [length / 9000 for length in lengths], optimal=True)])
    assert len(curve.words) < 500
    assert (curve.words[0], curve.words[-1]) == ((10, 10 / 9000), (9000, 1.0))
    assert curve.at(100) == 100 / 9000
