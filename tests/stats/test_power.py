"""Power against what simulated corpora of the same size show, and its sizes."""

import math

import numpy as np
import pytest
from scipy import stats

from sumspace.errors import SettingError
from sumspace.stats.power import Power, needed, power_of_measures, smallest_difference, wilson
from sumspace.stats.williams import compare_correlations, williams


def corpus(seed, documents, systems, noise=1.0):
    random = np.random.default_rng(seed)
    true = random.normal(size=systems)
    values = np.stack([true + spread * random.normal(size=systems) for spread in (0.3, 0.9, 0.0)])
    return values[:, None] + noise * random.normal(size=(3, documents, systems)) + random.normal(size=(3, documents, 1))


def test_power_is_how_often_new_corpora_tell_the_measures_apart():
    rejected = []
    for seed in range(200):
        first, second, judgements = corpus(seed, 40, 20).mean(axis=1)
        test = compare_correlations(first, second, judgements)
        rejected.append(test.t > 0 and test.two_sided < 0.05)
    estimates = [power_of_measures(*corpus(seed, 40, 20), documents=[1], systems=[1], draws=300) for seed in range(30)]
    found = np.mean([rows[0].power for rows in estimates])
    assert found == pytest.approx(np.mean(rejected), abs=0.15)


def test_more_documents_and_more_systems_have_more_power():
    rows = power_of_measures(*corpus(3, 30, 16, noise=3.0))
    assert [row.documents for row in rows[:6]] == [8, 15, 30, 60, 120, 240]
    assert sorted({row.systems for row in rows}) == [16, 32, 64]
    by_size = {(row.systems, row.documents): row for row in rows}
    assert by_size[16, 240].power > by_size[16, 8].power
    assert by_size[64, 60].power > by_size[16, 60].power
    assert all(row.low <= row.power <= row.high for row in rows)


def test_measures_that_are_equally_good_are_seldom_told_apart():
    random = np.random.default_rng(1)
    true = random.normal(size=18)
    true -= true.mean()
    tables = np.stack([true] * 3)[:, None] + random.normal(size=(3, 200, 18))
    rows = power_of_measures(*tables, documents=[1], systems=[1])
    assert rows[0].power < 0.2


def test_the_seed_decides_and_the_unit_of_scores_does_not_matter():
    tables = corpus(5, 20, 10)
    usual = power_of_measures(*tables, seed=4)
    assert power_of_measures(*tables, seed=4) == usual
    assert power_of_measures(*tables, seed=5) != usual
    scaled = power_of_measures(tables[0] * 1024 + 7, tables[1], tables[2], seed=4)
    assert [row.power for row in scaled] == pytest.approx([row.power for row in usual], abs=0.02)


def test_gaps_change_little():
    tables = corpus(6, 60, 16)
    usual = power_of_measures(*tables)
    tables[np.random.default_rng(1).random(tables.shape) < 0.03] = math.nan
    found = power_of_measures(*tables)
    assert [row.power for row in found] == pytest.approx([row.power for row in usual], abs=0.15)


@pytest.mark.parametrize("kind", ["one document", "three systems", "constant", "half of the systems", "nothing"])
def test_where_there_is_nothing_to_draw_from(kind):
    tables = corpus(1, 6, 6)
    if kind == "one document":
        tables = tables[:, :1]
    elif kind == "three systems":
        tables = tables[:, :, :3]
    elif kind == "constant":
        tables[0] = 1
    elif kind == "half of the systems":
        tables[0, :, 3:] = math.nan
    else:
        tables[0] = math.nan
    assert power_of_measures(*tables) == ()
    assert needed(()) is None


def test_the_first_size_that_is_enough():
    rows = [Power(d, s, p, 0, 1) for d, s, p in ((50, 20, 0.5), (100, 20, 0.79), (25, 40, 0.9), (50, 40, 0.95))]
    assert needed(rows) == rows[2]
    assert needed(rows, 0.7) == rows[1]
    assert needed(rows, 0.99) is None


def test_the_smallest_difference_is_the_one_at_which_the_test_turns():
    found = smallest_difference(0.9, 0.8, 25)
    assert williams(0.9, 0.9 - found * 1.001, 0.8, 25).two_sided < 0.05
    assert williams(0.9, 0.9 - found * 0.999, 0.8, 25).two_sided > 0.05
    assert smallest_difference(0.9, 0.8, 250) < found
    assert smallest_difference(0.9, 0.8, 3) is None


def test_intervals_of_shares_are_those_of_scipy():
    for count, of in ((0, 10), (3, 10), (400, 1000)):
        wanted = stats.binomtest(count, of).proportion_ci(method="wilson")
        assert wilson(count, of) == pytest.approx((wanted.low, wanted.high))


def test_draws_that_cannot_be_are_refused():
    with pytest.raises(SettingError, match="draw"):
        power_of_measures(*corpus(1, 5, 5), draws=0)


def test_where_all_that_differs_is_noise_there_is_a_number_too():
    n, i = np.ogrid[:4, :6]
    first, second, judgements = (3 * i + 5 * n) % 8, (2 * i + n * n) % 5, (5 * i + 2 * n * n) % 7
    sizes = power_of_measures(first, second, judgements, draws=100)
    assert sizes
    assert all(0 <= size.power <= 1 for size in sizes)
