"""Names in charts: moved apart beside a chart, and placed beside points."""

from itertools import combinations, pairwise

from hypothesis import given
from hypothesis import strategies as st

from sumspace.show.labels import place_labels, spread


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


@given(st.lists(st.tuples(st.integers(0, 300), st.integers(0, 200)), max_size=12), st.text("abc", max_size=9))
def test_names_beside_points_meet_neither_points_nor_each_other(points, name):
    boxes = []
    for place in place_labels(points, [name] * len(points), (300, 200)):
        if place is not None:
            x, y, end = place
            wide = 5 * len(name)
            left = x - {"left": 0, "center": wide / 2, "right": wide}[end]
            boxes.append((left, y - 5, left + wide, y + 5))
    for left, top, right, bottom in boxes:
        assert 0 <= left <= right <= 300
        assert 0 <= top <= bottom <= 200
        assert not any(left <= x <= right and top <= y <= bottom for x, y in points)
    for a, b in combinations(boxes, 2):
        assert a[2] <= b[0] or b[2] <= a[0] or a[3] <= b[1] or b[3] <= a[1]


def test_a_name_without_room_is_left_out():
    assert place_labels([(5.0, 5.0)], ["a long name"], (10, 10)) == [None]


def test_a_crowd_finds_room():
    points = [(40 + 45 * i, 40 + 40 * j) for i in range(3) for j in range(3)]
    assert all(place_labels(points, [str(i) * 2 for i in range(9)], (185, 160)))
