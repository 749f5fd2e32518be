"""How ranks are written."""

from math import inf

import pytest

from sumspace.show.text import as_share
from sumspace.tasks.rank import rank_record
from sumspace.space.distribution import Rank


def rank(below, nines):
    return rank_record(Rank(0.5, below, 0.0, 1 - below, 100 * below, nines))


@pytest.mark.parametrize(
    ("below", "nines", "full", "short"),
    [
        (0.25, 0.1249, "25.00%", "25.00%"),
        (0.99916, 3.08, "99.916%", "99.916%"),
        (1 - 1.2e-9, 8.92, "99.99999988%", "1-10^-9"),
        (1.0, 24.3, "1 - 10^-24.3", "1-10^-24"),
        (1.0, inf, "above all", "above all"),
    ],
)
def test_a_share_has_as_many_digits_as_tell_it_from_one(below, nines, full, short):
    assert as_share(rank(below, nines)) == full
    assert as_share(rank(below, nines), short=True) == short


def test_above_all_there_are_no_nines():
    assert rank(1.0, inf)["nines"] is None
    assert rank(1.0, inf)["above_all"]
    assert not rank(1.0, 300.0)["above_all"]
