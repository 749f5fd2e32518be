"""The best score at every length, in one go: the same as one search for each length."""

import random

import pytest

import brute_force
from oracle import plain
from sumspace.oracle.curve import oracle_curve
from sumspace.space.budget import AtMost


@pytest.mark.parametrize("score", ["recall", "f1"])
def test_every_point_is_the_best_score_of_brute_force(score):
    rng = random.Random(score)
    compared = 0
    for _ in range(40):
        document, references, _ = brute_force.random_case(rng, sentences=5)
        words = sum(map(len, document))
        _, (scoring,) = plain.stated(document, references, AtMost(1), score=score)
        curve = oracle_curve(scoring, first=1)
        best = [plain.oracles((document, references, AtMost(n)), ["rouge-1"], score) for n in range(1, words + 1)]
        assert curve.lengths == list(range(1, words + 1))
        assert curve.scores == [float(oracles[0]) if oracles else 0.0 for oracles in best]
        assert curve.optimal
        compared += len(set(curve.scores)) > 2
    assert compared > 10


def test_without_time_the_greedy_extracts_remain():
    """ "ab" holds most for its length, then "cdz"; what greedy reaches on its way counts from there on."""
    _, (scoring,) = plain.stated_letters(["cdz", "ab"], ["abcd"], AtMost(1))
    curve = oracle_curve(scoring, first=1, seconds=-1.0)
    assert (curve.scores, curve.optimal) == ([0.0, 0.5, 0.5, 0.5, 1.0], False)
