"""Names beside a chart are moved apart."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from sumspace.show.labels import spread


def test_names_are_moved_apart():
    assert spread([1, 2, 3, 50], 10, 100) == [1, 11, 21, 50]
    assert spread([1, 98, 99], 10, 100) == [1, 90, 100]
    assert spread([], 10, 100) == []


def test_names_with_room_stay_where_they_are():
    assert spread([30.0, 0.0, 14.0], 14, 100) == [30.0, 0.0, 14.0]


@given(st.lists(st.floats(0, 400), min_size=1, max_size=8))
def test_names_do_not_meet_keep_their_order_and_stay_inside(places):
    moved = spread(places, 14, 400)
    order = sorted(range(len(places)), key=lambda i: places[i])
    assert all(moved[b] - moved[a] >= 14 - 1e-6 for a, b in pairwise(order))
    assert max(moved) <= 400
