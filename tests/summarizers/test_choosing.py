"""Which configuration is taken of those that are expected to be good."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sumspace.summarizers.callisto.choosing import choose, of_length
from sumspace.summarizers.callisto.configuration import Configuration
from sumspace.summarizers.callisto.learners.learner import Opinion

EXPECTED = st.lists(st.tuples(st.integers(0, 3), st.sampled_from([0.2, 0.5, 0.9])), min_size=1, max_size=10)


def opinion(pairs):
    classes, confidence = zip(*pairs, strict=True)
    return Opinion(np.array(classes), np.array(confidence, dtype=float))


OPINION = opinion([(1, 0.9), (2, 0.3), (2, 0.8), (0, 1.0), (2, 0.8)])
ALL = np.arange(5)


def test_the_surest_of_the_best_class_is_taken_and_any_of_those_as_sure():
    assert {choose(OPINION, np.array([0, 1, 2, 3]), "confidence", seed) for seed in range(20)} == {2}
    taken = Counter(choose(OPINION, ALL, "confidence", seed) for seed in range(1000))
    assert set(taken) == {2, 4}
    assert abs(taken[2] - 500) < 80  # five standard deviations


def test_at_random_every_one_of_the_best_class_is_taken_as_often():
    taken = Counter(choose(OPINION, ALL, "random", seed) for seed in range(3000))
    assert set(taken) == {1, 2, 4}
    assert all(abs(times - 1000) < 130 for times in taken.values())  # five standard deviations


@pytest.mark.parametrize("seed", [0, 1, 2**40])
def test_the_same_seed_takes_the_same(seed):
    assert len({choose(OPINION, ALL, "random", seed) for _ in range(5)}) == 1


def test_where_nobody_is_in_the_best_class_the_next_best_is_the_best():
    assert choose(OPINION, np.array([0, 3]), "confidence") == 0
    assert choose(OPINION, np.array([3]), "confidence") == 3
    assert {choose(OPINION, np.array([0, 3]), "random", seed) for seed in range(20)} == {0}


def test_with_one_class_the_surest_of_all_is_taken():
    assert choose(opinion([(0, 0.1), (0, 0.7), (0, 0.3)]), np.arange(3), "confidence") == 1


@given(EXPECTED, st.data(), st.integers(0, 2**32))
def test_nothing_better_is_left(pairs, data, seed):
    candidates = data.draw(st.sets(st.sampled_from(range(len(pairs))), min_size=1).map(sorted))
    random, surest = (choose(opinion(pairs), np.array(candidates), how, seed) for how in ("random", "confidence"))
    assert type(random) is type(surest) is int
    assert {random, surest} <= set(candidates)
    assert pairs[random][0] == max(pairs[i][0] for i in candidates)
    assert pairs[surest] == max(pairs[i] for i in candidates)


def configurations(lengths):
    return [Configuration("none", "rake", sentences=length) for length in lengths]


@pytest.mark.parametrize(
    ("sentences", "expected"),
    [(0, [0, 3]), (3, [0, 3]), (4, [0, 3]), (5, [1]), (8, [1]), (9, [2]), (10**30, [2]), (-5, [0, 3])],
)
def test_of_two_lengths_as_near_the_shorter_is_taken(sentences, expected):
    assert of_length(configurations([3, 5, 12, 3]), sentences).tolist() == expected


@given(st.lists(st.integers(1, 15), min_size=1, max_size=8), st.integers(0, 20))
def test_the_configurations_of_the_nearest_length_are_candidates(lengths, sentences):
    found = of_length(configurations(lengths), sentences).tolist()
    (length,) = {lengths[i] for i in found}
    assert found == [i for i, one in enumerate(lengths) if one == length]
    # Two times the distance, one more for those that are longer.
    assert 2 * abs(length - sentences) + (length > sentences) == min(
        2 * abs(one - sentences) + (one > sentences) for one in lengths
    )
