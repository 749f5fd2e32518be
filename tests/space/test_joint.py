"""Two measures at once, against lists of all extracts."""

import random
from collections import Counter
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

import brute_force
import cuda_reading
from sumspace.measures.coverage import cover
from sumspace.measures.measure import parse_measure
from sumspace.space.budget import AtMost, Exactly, Reach, UpTo, Within
from sumspace.space.engines import cuda, engine
from sumspace.space.engines.engine import Allowance, explore
from sumspace.space.joint import JOINT_COEFFICIENTS, combine, correlate_table, explore_jointly
from sumspace.space.scoring import Scoring
from sumspace.space.space import Space

MEASURES = ("rouge-1", "rouge-2", "rouge-3", "rouge-su4")
BUDGETS = (Reach, AtMost, Within, Exactly, UpTo)


def coverages(document, references, measures):
    words, bodies = brute_force.as_words(document), list(map(brute_force.as_words, references))
    return [cover(parse_measure(measure), words, bodies) for measure in measures]


def random_cases(seed, number, **limits):
    """Yield spaces with two coverages, and the hits of all their extracts."""
    rng = random.Random(seed)
    for _ in range(number):
        document, references, budget = brute_force.random_case(rng, **limits)
        measures = rng.sample(MEASURES, 2)
        both = coverages(document, references, measures)
        yield Space(both[0].lengths, budget), both, brute_force.joint(document, references, budget, measures)


def made_up(sentences=14, words=8, alphabet=14, budget=None, seed=0):
    """Make a larger space of sentences of random words, and its coverages by ROUGE-1 and ROUGE-2."""
    rng = random.Random(seed)

    def text(count):
        return [[[rng.randrange(alphabet)] for _ in range(rng.randint(2, words))] for _ in range(count)]

    both = coverages(text(sentences), [text(4), text(3)], ("rouge-1", "rouge-2"))
    return Space(both[0].lengths, budget or Reach(25)), both


def cells(joint):
    return dict(zip(map(tuple, joint.hits.tolist()), joint.counts, strict=True))


@pytest.mark.parametrize("kind", ["exhaustive", "counting"])
def test_engines_count_what_a_list_of_all_extracts_has(kind):
    seen = set()
    for space, both, extracts in random_cases(kind, 250):
        seen.add(type(space.budget))
        joint = explore_jointly(space, *both, kind).joint
        assert cells(joint) == Counter(extracts)
        assert (joint.exact, joint.extracts, joint.draws) == (True, len(extracts), 0)
        assert Counter(dict(np.ndenumerate(joint.table()))) == Counter(extracts)
    assert seen == set(BUDGETS)


def test_each_measure_alone_has_the_distribution_that_engines_find_of_it():
    for space, both, _ in random_cases(1, 100):
        joint = explore_jointly(space, *both).joint
        for coverage, found in zip(both, (joint.first, joint.second), strict=True):
            alone = explore(space, Scoring(coverage)).distribution
            assert (found.counts, found.total, found.extracts) == (alone.counts, alone.total, alone.extracts)
            assert (found.mean, found.std, found.min, found.max) == (alone.mean, alone.std, alone.min, alone.max)


@pytest.mark.parametrize("budget", [Reach(25), AtMost(25), Within(25, 3), Exactly(5), UpTo(5)], ids=str)
def test_engines_equal_each_other_on_larger_spaces(budget):
    space, both = made_up(budget=budget)
    visited, counted = (explore_jointly(space, *both, kind).joint for kind in ("exhaustive", "counting"))
    assert visited.extracts == space.size > 1000
    assert cells(visited) == cells(counted)
    turned = explore_jointly(space, *both[::-1]).joint
    assert {(a, b): n for (b, a), n in cells(turned).items()} == cells(visited)
    assert turned.stands == visited.stands[::-1]


def test_numbers_of_extracts_that_64_bits_do_not_hold():
    space, both = made_up(sentences=90, words=3, alphabet=25, budget=Exactly(45))
    joint = explore_jointly(space, *both, "counting", Allowance(60, 8)).joint
    assert sum(joint.counts) == space.size > 2**64
    assert joint.first.counts == explore(space, Scoring(both[0]), "counting").distribution.counts
    assert all(0 < value < 1 for value in joint.coefficients.values())


@given(st.randoms(use_true_random=False), st.integers(0, 3))
def test_hits_of_both_together_say_what_each_of_them_is(rng, more):
    document, references, _ = brute_force.random_case(rng)
    high, low = coverages(document, references, rng.sample(MEASURES, 2))
    base = low.most + 1 + more
    both = combine(high, low, base)
    chosen = rng.sample(range(len(document)), rng.randint(1, len(document)))
    words = rng.choice([None, rng.randint(0, len(document[chosen[-1]]))])
    assert both.hits(chosen, words) == base * high.hits(chosen, words) + low.hits(chosen, words)


@pytest.mark.filterwarnings("ignore::scipy.stats.ConstantInputWarning")
def test_coefficients_are_those_of_scipy_over_all_extracts():
    defined = 0
    for space, both, extracts in random_cases(3, 300):
        joint = explore_jointly(space, *both).joint
        if len(set(extracts)) < 2 or any(len(set(column)) < 2 for column in zip(*extracts, strict=True)):
            assert joint.coefficients == dict.fromkeys(JOINT_COEFFICIENTS)
            continue
        defined += 1
        first, second = np.array(extracts, float).T
        assert joint.pearson == pytest.approx(stats.pearsonr(first, second).statistic, abs=1e-12)
        assert joint.spearman == pytest.approx(stats.spearmanr(first, second).statistic, abs=1e-12)
        assert joint.kendall == pytest.approx(stats.kendalltau(first, second).statistic, abs=1e-12)
        assert joint.intervals == dict.fromkeys(JOINT_COEFFICIENTS)
    assert defined > 60


@given(st.lists(st.tuples(st.integers(0, 6), st.integers(0, 6)), min_size=2, max_size=40))
def test_coefficients_do_not_depend_on_how_large_the_counts_are(pairs):
    table = np.zeros((7, 7), object)
    for pair in pairs:
        table[pair] += 1
    found = list(correlate_table(table).values())
    others = [list(correlate_table(other).values()) for other in (table * 10**40, table.T)]
    if None in found:
        assert others == [[None] * 3] * 2 == [found] * 2
        return
    assert all(-1 <= value <= 1 for value in found)
    assert others == [pytest.approx(found, rel=1e-12, abs=1e-12)] * 2


def test_a_measure_agrees_with_itself_and_with_its_opposite():
    same, opposite = np.diag([3, 1, 4]).astype(object), np.diag([3, 1, 4])[::-1].astype(object)
    assert correlate_table(same) == dict.fromkeys(JOINT_COEFFICIENTS, 1.0)
    assert correlate_table(opposite) == dict.fromkeys(JOINT_COEFFICIENTS, -1.0)


def test_where_the_best_extracts_of_one_measure_stand_on_the_other():
    several = unlike = 0
    for space, both, extracts in random_cases(4, 150):
        if not extracts:
            assert explore_jointly(space, *both).joint.stands is None
            continue
        joint = explore_jointly(space, *both).joint
        for own, stand in enumerate(joint.stands):
            top = max(pair[own] for pair in extracts)
            total, others = max(both[1 - own].total, 1), [pair[1 - own] for pair in extracts]
            best = [pair[1 - own] for pair in extracts if pair[own] == top]
            several += len(best) > 1
            assert stand.count == len(best)
            assert stand.score == top / max(both[own].total, 1)
            assert (stand.best, stand.worst) == (max(best) / total, min(best) / total)
            mean, average = Fraction(sum(best), len(best)), Fraction(sum(others), len(others))
            assert stand.mean == pytest.approx(float(mean / total))
            assert stand.loss == pytest.approx(float((max(others) - mean) / total), abs=1e-12)
            if max(others) == average:
                assert stand.way is None
            else:
                way = (mean - average) / (max(others) - average)
                assert stand.way == pytest.approx(float(way), abs=1e-9)
            below = sum(hits < max(best) for hits in others), sum(hits < min(best) for hits in others)
            assert (stand.best_rank.below_count, stand.worst_rank.below_count) == below
            # The mean over the best of the share of extracts that each leaves behind, is level with, and is behind.
            compared = [Counter((hits > other) - (hits < other) for other in others) for hits in best]
            shares = [Fraction(sum(c[sign] for c in compared), len(best) * len(others)) for sign in (1, 0, -1)]
            rank = stand.mean_rank
            assert (rank.below, rank.equal, rank.above) == pytest.approx(tuple(map(float, shares)), rel=1e-15)
            assert rank.nines == pytest.approx(-np.log10(float(shares[1] + shares[2])), abs=1e-12)
            assert rank.score == pytest.approx(stand.mean)
            unlike += shares[0] != Fraction(sum(hits < mean for hits in others), len(others))
        both_best = tuple(max(column) for column in zip(*extracts, strict=True))
        assert joint.best_on_both == extracts.count(both_best)
    assert several > 50
    assert unlike > 10


def test_mean_scores_on_one_measure_given_the_other():
    for space, both, extracts in random_cases(5, 60):
        joint = explore_jointly(space, *both).joint
        for on in (0, 1):
            wanted = {}
            for pair in extracts:
                wanted.setdefault(pair[1 - on] / max(both[1 - on].total, 1), []).append(pair[on])
            means = {score: np.mean(hits) / max(both[on].total, 1) for score, hits in wanted.items()}
            assert joint.means(on) == pytest.approx(means)


def test_cards_count_both_measures_too(monkeypatch):
    class Reader(cuda_reading.Reading):
        most_pairs = 1000

        def __init__(self, _, layout):
            super().__init__(layout)

    monkeypatch.setattr(cuda, "Card", Reader)
    for module in (cuda, engine):
        monkeypatch.setattr(module, "cards", lambda: ("Reading",))
    monkeypatch.setattr(cuda, "_free", lambda _: 10**9)
    monkeypatch.setattr(cuda, "find_spec", lambda _: "there")
    on_card = 0
    for space, both, extracts in random_cases(6, 40):
        explored = explore_jointly(space, *both, "exhaustive", device="cuda")
        assert cells(explored.joint) == Counter(extracts)
        on_card += explored.device == "Reading"
    assert on_card > 20


def test_draws_estimate_and_say_so():
    space, both = made_up()
    exact = explore_jointly(space, *both).joint
    found = explore_jointly(space, *both, "sampling", Allowance(1.0))
    joint = found.joint
    assert (found.engine, joint.exact, joint.counts, joint.best_on_both) == ("sampling", False, None, None)
    assert joint.extracts == space.size
    assert joint.table().sum() == joint.draws > 10_000
    for name in JOINT_COEFFICIENTS:
        low, high = joint.intervals[name].low, joint.intervals[name].high
        assert low < joint.coefficients[name] < high
        assert high - low < 0.05
        assert joint.coefficients[name] == pytest.approx(exact.coefficients[name], abs=0.03)
    for drawn, counted in zip(joint.stands, exact.stands, strict=True):
        # Tilted draws find the best extracts of a space as small as this.
        assert (drawn.score, drawn.count) == (counted.score, None)
        assert counted.worst <= drawn.worst <= drawn.mean <= drawn.best <= counted.best
        assert drawn.mean == pytest.approx(counted.mean, abs=0.02)
        assert drawn.mean_rank.below == pytest.approx(counted.mean_rank.below, abs=0.01)
        assert drawn.way == pytest.approx(counted.way, abs=0.1)


def test_intervals_of_estimates_hold_the_truth():
    space, both = made_up()
    exact = explore_jointly(space, *both).joint
    held = Counter()
    for seed in range(30):
        joint = explore_jointly(space, *both, "sampling", Allowance(0.001), seed).joint
        for name, interval in joint.intervals.items():
            held[name] += interval.low <= exact.coefficients[name] <= interval.high
    # 28 or 29 are expected, and fewer than 25 once in 300 times.
    assert all(held[name] >= 25 for name in JOINT_COEFFICIENTS)


def test_the_same_seed_makes_the_same_draws_with_any_number_of_jobs():
    space, both = made_up()
    one, other, third = (
        explore_jointly(space, *both, "sampling", Allowance(0.05), seed, jobs).joint
        for seed, jobs in ((3, 1), (3, 2), (4, 1))
    )
    assert one.coefficients == other.coefficients != third.coefficients
    assert one.intervals == other.intervals
    assert one.stands == other.stands
