"""Bootstrap averages with intervals, plain and as ROUGE-1.5.5 and rouge-score compute them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from sumspace.errors import SettingError

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["Bootstrap", "Interval"]

_MOST = 1_000_000


@dataclass(frozen=True, slots=True)
class Interval:
    """An average and the bounds of its confidence interval."""

    mean: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Bootstrap:
    """How to resample: how often, how sure, and from which seed."""

    resamples: int = 1000
    #: In percent.
    confidence: float = 95
    seed: int = 0

    def __post_init__(self) -> None:
        if not 1 <= self.resamples <= _MOST:
            raise SettingError(f"a bootstrap has from one resample to {_MOST:,}, not {self.resamples:,}")
        if not 0 <= self.confidence <= 100:
            raise SettingError(f"a confidence lies between 0 and 100 percent, not {self.confidence:g}")
        if not 0 <= self.seed < 2**32:
            raise SettingError(f"a seed is a whole number from 0 to {2**32 - 1}, not {self.seed}")

    def __str__(self) -> str:
        return f"bootstrap:{self.resamples} at {self.confidence:g}% seed {self.seed}"

    def rouge155(self, scores: NDArray[np.float64]) -> list[Interval]:
        """Average every column as the official script does, to five decimals.

        The average is the mean of the resamples' means, summed in ascending order; the script interpolates both
        bounds with the upper bound's fraction.
        """
        from sumspace.stats.kernels import resample

        means = np.sort(resample(np.ascontiguousarray(scores), self.resamples, self.seed), axis=0)
        delta = self.resamples * ((100 - self.confidence) / 2.0) / 100.0
        upper, lower = int(self.resamples - delta - 1), int(delta)
        fraction = self.resamples - delta - 1 - upper
        intervals = []
        for column in means.T.tolist():
            total = 0.0
            for value in column:  # one by one: the script's order of additions decides the last digit
                total += value
            bounds = (_between(column, index, fraction) for index in (lower, upper))
            intervals.append(Interval(*(float(f"{v:.5f}") for v in (total / len(column), *bounds))))
        return intervals

    def rouge_score(self, scores: NDArray[np.float64], random: np.random.RandomState) -> list[Interval]:
        """Average every column as rouge-score's aggregator does: percentiles of resampled means.

        That package draws from numpy's global state; with `random` in the same state the numbers are the same.
        """
        count = len(scores)
        means = np.stack(
            [scores[random.choice(np.arange(count), size=count)].mean(axis=0) for _ in range(self.resamples)]
        )
        delta = (1 - self.confidence / 100) / 2
        low, middle, high = np.percentile(means, 100 * np.array([delta, 0.5, 1 - delta]), axis=0)
        return [Interval(*map(float, values)) for values in zip(middle, low, high, strict=True)]

    def plain(self, scores: NDArray[np.float64]) -> list[Interval]:
        """Average every column: its mean, with percentiles of the means of resamples."""
        from sumspace.stats.kernels import resample

        means = resample(np.ascontiguousarray(scores), self.resamples, self.seed)
        outside = (100 - self.confidence) / 2
        bounds = np.percentile(means, [outside, 100 - outside], axis=0)
        return [Interval(*map(float, values)) for values in zip(scores.mean(axis=0), *bounds, strict=True)]


def _between(ranked: list[float], index: int, fraction: float) -> float:
    """Interpolate after ranked[index]; Perl reads a missing value past the end as 0, and a negative index from it."""
    here = ranked[index]
    after = ranked[index + 1] if -len(ranked) <= index + 1 < len(ranked) else 0.0
    return here + (after - here) * fraction
