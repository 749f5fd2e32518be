"""Two systems on the same documents, beside brute force, SciPy, sacrebleu and simulations."""

import math
from dataclasses import asdict
from itertools import product

import numpy as np
import pytest
import scipy.stats
from hypothesis import given, settings
from hypothesis import strategies as st

from sacrebleu_mean import paired_p_values
from sumspace.stats.paired import centred_p, compare_pairs, permutation_p_values, resampled_means, widened
from sumspace.stats.resampling import Bootstrap

MANY = Bootstrap(resamples=4000)
#: Scores as measures have them: few decimals, ties.
SCORES = st.integers(0, 8).map(lambda number: number / 8)
TABLES = st.integers(2, 8).flatmap(lambda size: st.lists(st.tuples(SCORES, SCORES), min_size=size, max_size=size))


def compare(first, second, bootstrap=MANY, **options):
    (result,) = compare_pairs(np.column_stack([first, second]).astype(float), [(0, 1)], bootstrap, **options)
    return result


def two_systems(documents, gain=0.02, seed=0):
    """Scores of two systems that go up and down together, as on easy and hard documents."""
    random = np.random.default_rng(seed)
    level = random.beta(3, 6, documents)
    return np.column_stack([level + random.normal(gain, 0.08, documents), level + random.normal(0, 0.08, documents)])


@given(TABLES)
@settings(max_examples=60)
def test_few_documents_are_permuted_in_all_ways(table):
    first, second = np.array(table).T
    differences = first - second
    sums = [abs(np.dot(signs, differences)) for signs in product((1, -1), repeat=len(table))]
    extreme = sum(size >= abs(differences.sum()) - 1e-9 for size in sums)
    result = compare(first, second)
    assert result.exact
    assert result.p == pytest.approx(extreme / len(sums), abs=1e-12)


def test_the_exact_p_is_that_of_scipy():
    first, second = two_systems(9).T
    theirs = scipy.stats.permutation_test(
        (first, second), lambda x, y, axis: np.mean(x - y, axis=axis), permutation_type="samples", n_resamples=np.inf
    )
    assert compare(first, second).p == pytest.approx(theirs.pvalue, abs=1e-12)


def test_drawn_permutations_come_close_to_all_of_them():
    first, second = two_systems(14).T
    exact, drawn = (compare(first, second, permutations=count) for count in (2**14, 2**14 - 1))
    assert exact.exact
    assert not drawn.exact
    assert drawn.p == pytest.approx(exact.p, abs=4 * math.sqrt(exact.p / 2**14))


@pytest.mark.parametrize("gain", [0.0, 0.01, 0.03])
def test_on_well_behaved_scores_the_p_is_that_of_student(gain):
    first, second = two_systems(100, gain).T
    theirs = scipy.stats.ttest_rel(first, second)
    ours = compare(first, second, Bootstrap(resamples=10_000))
    assert ours.p == pytest.approx(theirs.pvalue, abs=0.02)
    low, high = theirs.confidence_interval()
    assert (ours.difference.low, ours.difference.high) == pytest.approx((low, high), abs=0.1 * (high - low))


@given(TABLES)
@settings(max_examples=40)
def test_exchanging_the_systems_turns_the_signs(table):
    first, second = np.array(table).T
    one, other = compare(first, second), compare(second, first)
    for name, value in asdict(one.swapped).items():
        assert value == pytest.approx(asdict(other)[name], nan_ok=True), name


@given(TABLES)
@settings(max_examples=40)
def test_documents_are_won_tied_and_lost(table):
    first, second = np.array(table).T
    result = compare(first, second)
    assert (result.wins, result.ties, result.losses) == (
        (first > second).sum(), (first == second).sum(), (first < second).sum()
    )  # fmt: skip
    assert result.superiority == ((first > second).sum() + (first == second).sum() / 2) / len(first)
    assert result.difference.low - 1e-12 <= result.difference.mean <= result.difference.high + 1e-12


def test_a_constant_shift_of_documents_changes_nothing():
    table = two_systems(40)
    easier = np.random.default_rng(1).normal(size=(40, 1))
    one, other = (compare_pairs(t, [(0, 1)], MANY)[0] for t in (table, table + easier))
    assert (one.p, one.wins, one.order) == (other.p, other.wins, other.order)
    assert one.difference.low == pytest.approx(other.difference.low)


def test_equal_systems_cannot_be_told_apart():
    scores = np.random.default_rng(0).random(50)
    result = compare(scores, scores)
    assert (result.p, result.bootstrap_p, result.order, result.effect, result.ties) == (1, 1, 0.5, 0, 50)
    assert (result.difference.mean, result.difference.low, result.difference.high) == (0, 0, 0)


def test_the_same_difference_everywhere_has_no_spread():
    scores = np.random.default_rng(0).random(6)
    result = compare(scores + 0.1, scores)
    assert result.p == 2 / 2**6
    assert result.difference.low == result.difference.high == pytest.approx(0.1)
    assert math.isnan(result.effect)
    assert result.order == 1


def test_effect_is_the_mean_in_standard_deviations():
    first, second = two_systems(30).T
    differences = first - second
    assert compare(first, second).effect == pytest.approx(differences.mean() / differences.std(ddof=1))


def test_a_pair_is_compared_on_the_documents_that_both_have():
    table = np.column_stack([two_systems(30), two_systems(30, seed=1)])
    table[:4, 0] = table[25:, 1] = np.nan
    results = compare_pairs(table, [(0, 1), (2, 3), (0, 2)], MANY)
    assert [result.documents for result in results] == [21, 30, 26]
    assert results[0] == compare(table[4:25, 0], table[4:25, 1])
    assert results[1] == compare(table[:, 2], table[:, 3])


@pytest.mark.parametrize("documents", [0, 1])
def test_fewer_than_two_documents_have_no_test(documents):
    result = compare([*[0.5][:documents], np.nan], [*[0.4][:documents], 0.1])
    assert result.documents == documents
    assert not result.is_tested
    assert all(map(math.isnan, (result.p, result.order, result.effect, result.difference.low)))


def test_any_number_of_threads_gives_the_same():
    table = np.column_stack([two_systems(700), two_systems(700, seed=1)])
    pairs = [(0, 1), (1, 2), (0, 3)]
    alone, together = (compare_pairs(table, pairs, MANY, workers=jobs) for jobs in (1, 3))
    assert alone == together
    assert alone != compare_pairs(table, pairs, Bootstrap(resamples=4000, seed=1))


def test_thousands_of_documents_are_compared():
    result = compare(*two_systems(3000).T, Bootstrap(resamples=200))
    assert not result.exact
    assert result.p == 1 / 201


def test_pairs_share_their_resamples():
    table = np.column_stack([two_systems(60), two_systems(60, seed=1)])
    together = compare_pairs(table, [(0, 1), (2, 3)], MANY)
    assert [r.p for r in together] == [compare_pairs(table, [pair], MANY)[0].p for pair in ((0, 1), (2, 3))]


NORMAL, SCORES_APART, SKEWED = "normal", "differences of scores", "skewed"
DRAWS = {
    NORMAL: (lambda random, shape: random.normal(0.3, 1, shape), 0.3),
    SCORES_APART: (lambda random, shape: random.beta(2, 8, shape) - random.beta(2, 10, shape), 2 / 10 - 2 / 12),
    SKEWED: (lambda random, shape: random.exponential(size=shape) - 1, 0),
}


def coverage(kind, documents, simulated=2000):
    """Return how often an interval of 95 % has the true mean in it."""
    draw, true = DRAWS[kind]
    values = draw(np.random.default_rng(1), (documents, simulated))
    drawn = resampled_means(values, Bootstrap(resamples=1000))
    intervals = [widened(0, own, 95, documents) for own in drawn.T]
    return np.mean([interval.low <= true <= interval.high for interval in intervals])


@pytest.mark.parametrize(
    ("kind", "documents", "least"),
    [
        (NORMAL, 30, 0.93),
        (SCORES_APART, 30, 0.93),
        (SCORES_APART, 100, 0.93),
        (NORMAL, 10, 0.93),
        (SCORES_APART, 10, 0.92),
        (NORMAL, 5, 0.89),
        (SKEWED, 30, 0.91),
    ],
)
def test_intervals_cover_what_they_say(kind, documents, least):
    assert least <= coverage(kind, documents) <= 0.97


def test_where_there_is_no_difference_the_test_seldom_finds_one():
    random = np.random.default_rng(2)
    values = np.column_stack([random.beta(2, 8, (25, 1500)) - random.beta(2, 8, (25, 1500)), np.zeros(25)])
    results = compare_pairs(values, [(i, 1500) for i in range(1500)], Bootstrap(resamples=500))
    assert np.mean([result.p < 0.05 for result in results]) == pytest.approx(0.05, abs=0.017)


RESAMPLES, PAIRS = 2000, 20


@pytest.fixture(scope="module")
def twenty_pairs():
    """One system, and twenty that are as good as it or better, more and more."""
    random = np.random.default_rng(5)
    gains = np.concatenate([[0.0], np.linspace(0.0, 0.035, PAIRS)])
    systems = np.clip(random.beta(3, 6, (60, 1)) + random.normal(gains, 0.08, (60, PAIRS + 1)), 0, 1)
    return systems, compare_pairs(
        systems, [(place, 0) for place in range(1, PAIRS + 1)], Bootstrap(resamples=RESAMPLES)
    )


@pytest.mark.parametrize(("test_type", "name"), [("ar", "p"), ("bs", "bootstrap_p")])
def test_p_values_are_those_of_sacrebleu(twenty_pairs, test_type, name):
    systems, results = twenty_pairs
    theirs = paired_p_values(systems, test_type, RESAMPLES)
    assert min(theirs) < 0.01
    assert max(theirs) > 0.3
    for result, other in zip(results, theirs, strict=True):
        p = max(getattr(result, name), other, 5 / RESAMPLES)
        error = math.sqrt(2 * p * (1 - p) / RESAMPLES)
        assert getattr(result, name) == pytest.approx(other, abs=4 * error + 1e-3)


def test_the_bootstrap_of_sacrebleu_looks_at_one_side(twenty_pairs):
    """Where one system is ahead in nearly all resamples, that p is about half of the two-sided one."""
    ahead = [result for result in twenty_pairs[1] if result.order > 0.99]
    assert ahead
    for result in ahead:
        assert result.bootstrap_p == pytest.approx(result.p / 2, abs=0.01)


def test_the_centred_p_counts_what_is_further_from_the_average_than_the_difference():
    assert centred_p(np.array([1.0, 2.0, 3.0, 10.0]), 2.5) == 2 / 5


def test_p_values_alone_are_those_of_the_whole_comparison():
    table = np.column_stack([two_systems(40), two_systems(40, 0.05, seed=1)])
    table[:4, 0] = np.nan
    pairs = [(0, 1), (1, 2), (0, 3)]
    whole = compare_pairs(table, pairs, Bootstrap(resamples=500, seed=3), 2000)
    assert permutation_p_values(table, pairs, 2000, seed=3) == [result.p for result in whole]
    assert math.isnan(permutation_p_values(table[3:5], [(0, 1)], 100)[0])


@pytest.mark.parametrize("gain", [0.0, 0.004])
def test_of_many_documents_p_is_that_of_drawn_permutations(gain):
    table = two_systems(2500, gain)
    (ours,) = permutation_p_values(table, [(0, 1)], 4000)
    assert ours == pytest.approx(compare(*table.T).p, abs=4 * math.sqrt(ours / 4000))
    assert ours == pytest.approx(scipy.stats.ttest_1samp(table[:, 0] - table[:, 1], 0).pvalue, abs=0.01)


def test_of_many_documents_only_those_on_which_systems_differ_have_a_say():
    table = np.repeat(np.linspace(0, 1, 5000)[:, None], 3, axis=1)
    table[10:15, 1] += 0.5
    assert permutation_p_values(table, [(0, 1), (0, 2)], 4000) == [2 / 2**5, 1.0]
