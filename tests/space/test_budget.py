"""Budgets: how they are written, divided and filled."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import brute_force
from sumspace.errors import SettingError
from sumspace.space.budget import AtMost, Exactly, Extract, Reach, UpTo, Within, parse_budget, proportional

SIZES = st.integers(1, 10**6)
BUDGETS = st.one_of(
    st.builds(Reach, SIZES), st.builds(AtMost, SIZES), st.builds(Exactly, SIZES),
    st.builds(UpTo, SIZES),
    st.builds(Within, SIZES, st.integers(0, 1000)),
)  # fmt: skip
LENGTHS = np.array([4, 7, 0, 3, 5])


@given(BUDGETS)
def test_a_budget_reads_as_it_prints(budget):
    assert parse_budget(str(budget)) == budget
    assert hash(parse_budget(str(budget))) == hash(budget)


@pytest.mark.parametrize(
    ("text", "budget"),
    [
        ("reach(100)", Reach(100)),
        (" At_Most ( 100 ) ", AtMost(100)),
        ("within(100)", Within(100, 5)),
        ("within(100,0)", Within(100, 0)),
        ("exactly(3)", Exactly(3)),
        ("up_to(3)", UpTo(3)),
    ],
)
def test_ways_to_write_a_budget(text, budget):
    assert parse_budget(text) == budget


@pytest.mark.parametrize(
    "text",
    ["", "100", "reach", "reach()", "reach(-1)", "reach(1.5)", "reach(1, 2)", "exactly(3, 1)", "some(3)", "reach(3"],
)
def test_what_is_no_budget_is_refused_with_examples(text):
    with pytest.raises(SettingError, match=r"is not a budget; write reach\(100\)|too many arguments"):
        parse_budget(text)


@pytest.mark.parametrize("text", ["reach(0)", "at_most(0)", "within(0, 5)", "exactly(0)", "up_to(0)"])
def test_a_budget_of_nothing_is_refused(text):
    with pytest.raises(SettingError, match="must allow something"):
        parse_budget(text)


@pytest.mark.parametrize("kind", [Reach, AtMost, Within, Exactly, UpTo])
def test_budgets_without_end_are_refused(kind):
    lengths = np.array([3, 4])
    assert kind(10**9).window(lengths).costs.size == 2
    for size in (10**9 + 1, 2**63, 10**20, 10**5000):
        with pytest.raises(SettingError, match=f"the size of {kind.name} is at most 1,000,000,000, not "):
            kind(size)


def test_a_tolerance_without_end_is_refused():
    assert Within(100, 10**9).window(np.array([3, 4])).high == 7
    with pytest.raises(SettingError, match="the tolerance of within is at most 1,000,000,000, not "):
        Within(100, 10**20)


@given(st.integers(0, 10**9), st.lists(st.integers(0, 1000), max_size=12))
def test_proportional_shares_add_up_and_are_off_by_less_than_one(size, lengths):
    parts, whole = proportional(size, lengths), sum(lengths)
    if not whole:
        assert parts == [0] * len(lengths)
        return
    assert sum(parts) == size
    assert all(abs(part * whole - size * length) < whole for part, length in zip(parts, lengths, strict=True))


def test_what_is_left_goes_to_the_largest_remainders_the_first_on_ties():
    assert proportional(7, [1, 1, 1]) == [3, 2, 2]
    assert proportional(10, [6, 7, 2]) == [4, 5, 1]
    assert proportional(2, [5, 5, 5, 5]) == [1, 1, 0, 0]


def test_sections_share_a_budget():
    def sections(*lengths):
        return [np.array(sentences, dtype=np.int64) for sentences in lengths]

    assert Reach(100).share(sections([200, 100], [100], [0])) == [Reach(75), Reach(25), None]
    assert Exactly(4).share(sections([5] * 3, [5] * 9)) == [Exactly(1), Exactly(3)]
    # Two long sentences cannot be three.
    assert Exactly(4).share(sections([30, 30], [5, 5, 5])) == [Exactly(2), Exactly(2)]
    parts = AtMost(3).share(sections([10], [10], [1]))
    assert [part and part.size for part in parts] == [2, 1, None]
    assert parts[0].fill([0], np.array([10])) == Extract(())
    with pytest.raises(SettingError, match=r"within\(100, 5\) cannot be divided among 2 sections"):
        Within(100, 5).share(sections([60], [40]))


def test_reach_cuts_the_last_sentence():
    assert Reach(8).fill([1, 0, 3], LENGTHS) == Extract((1, 0), 1)
    assert Reach(6).fill([1, 0], LENGTHS) == Extract((1,), 6)
    # What has no words is taken as it comes; what fits to the word is not cut.
    assert Reach(7).fill([3, 2, 0, 1], LENGTHS) == Extract((3, 2, 0))
    assert Reach(8).fill([3, 4, 1], LENGTHS) == Extract((3, 4))


def test_a_document_shorter_than_reach_is_taken_whole():
    assert Reach(100).fill([4, 3, 2, 1, 0], LENGTHS) == Extract((4, 3, 2, 1, 0))


def test_at_most_skips_what_does_not_fit():
    assert AtMost(8).fill([3, 1, 4, 0, 2], LENGTHS) == Extract((3, 4, 2))
    assert AtMost(100).fill([0, 1, 3], LENGTHS) == Extract((0, 1, 3))
    assert AtMost(2).fill([0, 1, 3, 4], LENGTHS) is None


def test_within_stops_when_it_is_long_enough_and_may_fail():
    assert Within(8, 1).fill([1, 3, 2, 0], LENGTHS) == Extract((1,))
    assert Within(8, 1).fill([0, 1, 3, 4], LENGTHS) == Extract((0, 3))
    assert Within(10, 0).fill([1, 0, 4], LENGTHS) is None
    assert Within(50, 5).fill(range(5), LENGTHS) is None


def test_exactly_takes_so_many():
    assert Exactly(2).fill([4, 2, 1], LENGTHS) == Extract((4, 2))
    assert Exactly(6).fill(range(5), LENGTHS) is None


@given(st.lists(st.integers(0, 9), min_size=1, max_size=6), st.integers(1, 30), st.data())
def test_what_is_filled_is_an_extract_of_the_space(lengths, size, data):
    budget = data.draw(st.sampled_from([Reach(size), AtMost(size), Within(size, 2), Exactly(size)]))
    ranked = data.draw(st.permutations(range(len(lengths))))
    found = budget.fill(ranked, np.array(lengths))
    allowed = set()
    for chosen, last, words in brute_force.extracts(lengths, budget):
        whole = frozenset(chosen)
        allowed.add((whole, last, words) if last is not None else (whole, None, 0))
    if found is None:
        assert not isinstance(budget, Reach)
        return
    chosen, words = found.sentences, found.words
    if isinstance(budget, Reach) and sum(lengths) >= size:
        # The last sentence with words is the one that reaches the budget.
        held = [s for s in chosen if lengths[s]]
        words = lengths[held[-1]] if words is None else words
        assert (frozenset(chosen) - {held[-1]}, held[-1], words) in allowed
    else:
        assert (frozenset(chosen), None, 0) in allowed
