"""The bootstrap itself; its equality with the official script and with rouge-score is tested with the measures."""

import numpy as np
import pytest

from sumspace.errors import SettingError
from sumspace.stats.bootstrap import Bootstrap, Interval
from sumspace.stats.kernels import resample


def drand48(seed, count):
    """POSIX drand48 after srand48, in whole numbers."""
    state = (seed << 16) + 0x330E
    for _ in range(count):
        state = (state * 0x5DEECE66D + 0xB) % 2**48
        yield state / 2**48


def test_resamples_draw_as_drand48():
    scores = np.random.default_rng(1).random((7, 1))
    means = resample(scores, 3, 5)
    for i, mean in enumerate(means[:, 0]):
        drawn = [scores[int(7 * x), 0] for x in drand48(5 + i, 7)]
        assert mean == sum(drawn) / 7


def test_one_summary_has_no_spread():
    assert Bootstrap().rouge155(np.array([[0.25]])) == [Interval(0.25, 0.25, 0.25)]


def test_the_same_seed_gives_the_same_numbers_and_another_seed_others():
    scores = np.random.default_rng(1).random((40, 3))
    assert Bootstrap(seed=3).rouge155(scores) == Bootstrap(seed=3).rouge155(scores)
    assert Bootstrap(seed=3).rouge155(scores) != Bootstrap(seed=40_000).rouge155(scores)


def test_more_confidence_makes_wider_intervals():
    scores = np.random.default_rng(1).random((40, 1))
    narrow, wide = (Bootstrap(confidence=c).rouge155(scores)[0] for c in (50, 99))
    assert wide.low < narrow.low < narrow.high < wide.high


@pytest.mark.parametrize(
    "bad",
    [{"resamples": 0}, {"confidence": 101}, {"confidence": -1}, {"seed": -1}, {"seed": 2**32}, {"resamples": 10**9}],
)
def test_values_that_cannot_be_used(bad):
    with pytest.raises(SettingError):
        Bootstrap(**bad)
