"""Extracts that a summarizer wants most are found exactly, under every kind of budget."""

from itertools import chain, combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from summarizers.test_objective import objective
from sumspace.space.budget import parse_budget
from sumspace.tasks.selecting import FINE, select
from sumspace.text.readable import SHARE_LOST, Readability

ROWS = st.lists(st.lists(st.integers(0, 7), max_size=5, unique=True), min_size=1, max_size=7)
BUDGETS = ["at_most(9)", "within(9, 2)", "exactly(2)", "up_to(2)", "reach(9)"]


def readability(count, forbidden=(), needs=None):
    allowed = np.ones(count, dtype=np.bool_)
    allowed[list(forbidden)] = False
    return Readability(allowed, np.full(count, -1) if needs is None else np.array(needs))


def brute_force(wanted, budget, lengths):
    """Return the highest value of all extracts that a budget allows; None where there is none."""
    window, count = budget.window(lengths), len(lengths)
    values = []
    for chosen in chain.from_iterable(combinations(range(count), size) for size in range(1, count + 1)):
        cost = int(window.costs[list(chosen)].sum())
        if not window.cut and window.low <= cost <= window.high:
            values.append(wanted.value(chosen))
        if window.cut:
            values += [_cut_value(wanted, chosen, last, window.high, lengths) for last in chosen]
    values = [value for value in values if value is not None]
    return max(values, default=None)


def _cut_value(wanted, chosen, last, high, lengths):
    room = high - int(sum(lengths[i] for i in chosen if i != last))
    if not 0 < room <= lengths[last]:
        return None
    units = {unit for i in chosen if i != last for unit in wanted.held[wanted.starts[i] : wanted.starts[i + 1]]}
    for entry in range(wanted.starts[last], wanted.starts[last + 1]):
        if wanted.shares[entry] * lengths[last] <= room + 1e-9:
            units.add(wanted.held[entry])
    return float(wanted.units[list(units)].sum()) if units else 0.0


def value_of(wanted, extract, lengths):
    if extract.words is None:
        return wanted.value(extract.sentences)
    total = int(lengths[list(extract.sentences[:-1])].sum()) + extract.words
    return _cut_value(wanted, extract.sentences, extract.sentences[-1], total, lengths)


@pytest.mark.parametrize("text", BUDGETS)
@settings(max_examples=60, deadline=None)
@given(rows=ROWS, units=st.lists(st.integers(0, 9), min_size=8, max_size=8),
       lengths=st.lists(st.integers(1, 6), min_size=7, max_size=7))  # fmt: skip
def test_no_extract_that_is_allowed_is_worth_more(text, rows, units, lengths):
    wanted, budget = objective(rows, units), parse_budget(text)
    costs = np.array(lengths[: len(rows)])
    extract = select(wanted, budget, costs, readability(len(rows)))
    if text == "reach(9)" and costs.sum() < 9:
        best = wanted.value(range(len(rows))) or None
    else:
        best = brute_force(wanted, budget, costs)
    if extract is None:
        assert not best
        return
    assert budget.fill(extract.sentences, costs) is not None
    # weights are rounded to parts of the best sentence's worth
    assert value_of(wanted, extract, costs) >= best - wanted.alone.max() / FINE * 20


def test_what_repeats_others_is_not_taken():
    wanted = objective([[0, 1, 2], [0, 1, 2], [3]], [1, 1, 1, 1])
    lengths = np.array([3, 3, 3])
    extract = select(wanted, parse_budget("at_most(6)"), lengths, readability(3))
    assert 2 in extract.sentences
    assert len(extract.sentences) == 2


def test_fragments_are_not_taken_while_a_sentence_would_do():
    wanted = objective([[0], [1], [2]], [9, 1, 2])
    lengths = np.array([2, 2, 2])
    assert select(wanted, parse_budget("at_most(4)"), lengths, readability(3, [0])).sentences == (1, 2)
    assert select(wanted, parse_budget("exactly(3)"), lengths, readability(3, [0])) is None
    assert select(wanted, parse_budget("at_most(4)"), lengths, readability(3, [0, 1, 2])) is None


def test_a_sentence_that_leans_on_one_that_is_not_taken_costs_a_little():
    lengths = np.array([5, 5, 5])
    for other, expected in ((100 * (1 - SHARE_LOST) - 1, (1,)), (100 * (1 - SHARE_LOST) + 1, (2,))):
        wanted = objective([[0], [1], [2]], [1, 100, other])
        extract = select(wanted, parse_budget("at_most(5)"), lengths, readability(3, needs=[-1, 0, -1]))
        assert extract.sentences == expected
    # with the one that it leans on it loses nothing
    wanted = objective([[0], [1], [2]], [50, 100, 95])
    extract = select(wanted, parse_budget("at_most(10)"), lengths, readability(3, needs=[-1, 0, -1]))
    assert set(extract.sentences) == {1, 2}
    wanted = objective([[0], [1], [2]], [93, 100, 94])
    extract = select(wanted, parse_budget("at_most(10)"), lengths, readability(3, needs=[-1, 0, -1]))
    assert set(extract.sentences) == {0, 1}
