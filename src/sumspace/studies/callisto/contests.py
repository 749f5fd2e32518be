"""Two systems on the same texts: the difference of their shares, its interval and its test."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from sumspace.compute.work import threads_of
from sumspace.stats.multiplicity import corrected
from sumspace.stats.paired import compare_pairs, permutations_for, resampled_means, widened
from sumspace.stats.resampling import Bootstrap

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sumspace.arrays import Floats
    from sumspace.stats.multiplicity import Correction
    from sumspace.stats.paired import PairedTest
    from sumspace.stats.resampling import Interval
    from sumspace.studies.callisto.study import CallistoStudy


#: So many resamples have the intervals.
_RESAMPLES = 2000


@dataclass(frozen=True, slots=True)
class Contest:
    """The shares of one system less those of another, text by text."""

    first: str
    second: str
    test: PairedTest
    #: Of the paired permutation test, corrected for the tests that were made together.
    p: float
    is_significant: bool

    @property
    def difference(self) -> float:
        return self.test.difference.mean

    @property
    def is_above(self) -> bool:
        """Whether the first is significantly above the second."""
        return self.is_significant and self.difference > 0

    @property
    def is_below(self) -> bool:
        return self.is_significant and self.difference < 0


def compare(study: CallistoStudy, pairs: Sequence[tuple[str, str]], correction: Correction = "none") -> list[Contest]:
    """Compare systems of a study, by name, two by two."""
    if not pairs:
        return []
    names = list(dict.fromkeys(name for pair in pairs for name in pair))
    table = np.column_stack([study.shares_of[name] for name in names])
    places = [(names.index(first), names.index(second)) for first, second in pairs]
    threads = threads_of(study.plan.generation.workers)
    tests = compare_pairs(table, places, _bootstrap(study), permutations_for(len(pairs)), threads)
    p_values = corrected([test.p for test in tests], correction).tolist()
    alpha = 1 - study.plan.confidence / 100
    return [Contest(*pair, test, p, bool(p < alpha)) for pair, test, p in zip(pairs, tests, p_values, strict=True)]


def interval_of(study: CallistoStudy, shares: Floats) -> Interval:
    """Return the mean of shares with the bounds of the bootstrap over texts."""
    resamples = resampled_means(shares[:, None], _bootstrap(study), 1)[:, 0]
    return widened(float(shares.mean()), resamples, study.plan.confidence, len(shares))


def _bootstrap(study: CallistoStudy) -> Bootstrap:
    return Bootstrap(_RESAMPLES, study.plan.confidence, study.plan.generation.seed)
