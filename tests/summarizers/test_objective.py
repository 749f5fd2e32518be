"""What a summarizer wants of an extract: its value, and the order in which sentences add most."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sumspace.summarizers.objective import Objective


def objective(rows, units, sentences=None):
    """Make an objective of the units that each sentence has."""
    starts = np.cumsum([0, *map(len, rows)])
    held = np.array([unit for row in rows for unit in row], dtype=np.int64)
    shares = np.array([(place + 1) / len(row) for row in rows for place in range(len(row))])
    own = np.zeros(len(rows)) if sentences is None else np.array(sentences, dtype=np.float64)
    return Objective(own, np.array(units, dtype=np.float64), starts, held, shares)


ROWS = st.lists(st.lists(st.integers(0, 5), max_size=4, unique=True), min_size=1, max_size=6)


def test_a_unit_counts_once():
    wanted = objective([[0, 1], [1], [2]], [1, 2, 4], [0, 0.5, 0])
    assert wanted.alone.tolist() == [3, 2.5, 4]
    assert (wanted.value([0, 1]), wanted.value([0, 2]), wanted.value([])) == (3.5, 7, 0)


@settings(max_examples=60)
@given(ROWS, st.lists(st.integers(0, 9), min_size=6, max_size=6), st.lists(st.integers(1, 5), min_size=6, max_size=6))
def test_each_sentence_adds_most_for_its_length_to_those_before_it(rows, units, lengths):
    wanted = objective(rows, units)
    costs = np.array(lengths[: len(rows)])
    left, taken = list(range(len(rows))), []
    while left:
        rates = [(wanted.value([*taken, i]) - wanted.value(taken)) / costs[i] for i in left]
        taken.append(left.pop(int(np.argmax(rates))))
    assert wanted.rank(costs) == taken


def test_weights_are_not_negative():
    with pytest.raises(ValueError, match="not negative"):
        objective([[0]], [-1])
