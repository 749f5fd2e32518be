"""Bootstrap intervals of correlations, with the same resamples for all measures."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, get_args

import numpy as np

from sumspace.compute.threads import in_chunks, ordered_map
from sumspace.errors import SettingError
from sumspace.stats.bootstrap import Bootstrap, Interval
from sumspace.stats.correlation import Coefficient, Level, Table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

__all__ = ["Intervals", "Over", "draws", "interval", "intervals", "resampled"]

#: What is drawn with replacement: Boot-Both, Boot-Inputs and Boot-Systems of Deutsch, Dror & Roth (2021).
Over = Literal["both", "documents", "systems"]

#: How many cells a thread looks at before it asks whether to go on.
_CELLS = 5_000_000


@dataclass(frozen=True, slots=True)
class Intervals:
    """The bootstrap interval of each coefficient; None where more than half of the resamples have none."""

    pearson: Interval | None
    spearman: Interval | None
    kendall: Interval | None

    def __getitem__(self, coefficient: Coefficient) -> Interval | None:
        value: Interval | None = getattr(self, coefficient)
        return value


def intervals(
    scores: NDArray[np.float64],
    judgements: NDArray[np.float64],
    level: Level,
    bootstrap: Bootstrap,
    over: Over = "both",
    jobs: int | None = None,
) -> list[Intervals]:
    """Return the percentile intervals of each measure's correlations with the judgements; see `resampled`."""
    values = resampled(scores, judgements, level, bootstrap, over, jobs)
    return [Intervals(*(interval(v, bootstrap.confidence) for v in measure)) for measure in np.moveaxis(values, 0, -1)]


def interval(values: NDArray[np.float64], confidence: float) -> Interval | None:
    """Return mean and percentiles of what resamples gave, without NaN; None where more than half are NaN.

    The difference of two columns of `resampled` gives the interval of a difference.
    """
    defined = values[~np.isnan(values)]
    if 2 * len(defined) < len(values) or not len(defined):
        return None
    outside = (100 - confidence) / 2
    low, high = np.percentile(defined, [outside, 100 - outside]).tolist()
    return Interval(float(defined.mean()), low, high)


def resampled(
    scores: NDArray[np.float64],
    judgements: NDArray[np.float64],
    level: Level,
    bootstrap: Bootstrap,
    over: Over = "both",
    jobs: int | None = None,
) -> NDArray[np.float64]:
    """Return [resample, measure, coefficient] for scores [measure, document, system] beside one table of judgements.

    A resample has all cells of the drawn documents × the drawn systems, each as often as its document and its system
    were drawn, and is correlated as by `correlate`; NaN where that is undefined, or fewer than 3 different points were
    drawn. All measures share the resamples, so that differences between them are paired.
    """
    if over not in get_args(Over):
        raise SettingError(f"one cannot resample over {over!r}, only over: {', '.join(get_args(Over))}")
    tables = [Table.of(table, judgements, level) for table in scores]
    shape = np.shape(judgements)
    size = max(1, _CELLS // max(1, np.size(scores)))

    def correlated(resamples: Sequence[int]) -> NDArray[np.float64]:
        drawn = [draws(bootstrap.seed, i, shape[0], shape[1], over) for i in resamples]
        documents, systems = (np.stack(times) for times in zip(*drawn, strict=True))
        return np.stack([table.resampled(documents, systems)[0] for table in tables], axis=1)

    if not tables:
        return np.empty((bootstrap.resamples, 0, 3))
    return np.concatenate(list(ordered_map(correlated, in_chunks(range(bootstrap.resamples), size), jobs)))


def draws(
    seed: int, resample: int, documents: int, systems: int, over: Over
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return how often each document and each system is in this resample, which depends on seed and number alone.

    Philox (Salmon et al. 2011) turns a counter into random numbers, so that every resample has a stretch of its own.
    """
    stream = np.random.Philox(key=seed, counter=[0, 0, 0, resample])
    uniform = (stream.random_raw(documents + systems) >> np.uint64(11)) * 2.0**-53
    times = []
    for kind, count, numbers in (
        ("documents", documents, uniform[:documents]),
        ("systems", systems, uniform[documents:]),
    ):
        kept = over not in {"both", kind}
        drawn = np.arange(count) if kept else (numbers * count).astype(np.int64)
        times.append(np.bincount(drawn, minlength=count).astype(np.int64))
    return times[0], times[1]
