"""Two systems on the same documents: paired bootstrap, paired permutation test, effect sizes.

All that is random comes from a counter (Philox; Salmon et al. 2011) in pieces whose size depends on the data alone, so
that any number of threads gives the same numbers. Systems that share their documents share the resamples and the
permutations: these are products of one matrix with the scores of all systems, and a pair is a difference of columns.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import nan, sqrt
from typing import TYPE_CHECKING

import numpy as np

from sumspace.compute.blas import one_thread
from sumspace.compute.work import ordered_map
from sumspace.stats.resampling import Interval

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from sumspace.arrays import Floats
    from sumspace.compute.work import Workers
    from sumspace.stats.resampling import Bootstrap

    #: Two columns of a table of scores.
    Pair = tuple[int, int]


#: How many cells of a matrix of resamples are made at a time.
_CELLS = 2_000_000
#: Which stretch of random numbers is for what.
_RESAMPLES, _FLIPS = 0, 1
#: Of more documents not all permutations are gone through, however many are asked for.
_MOST_BITS = 24
#: Differences that are smaller, relative to the scores, are the work of rounding.
_ROUNDING = 1e-12


@dataclass(frozen=True, slots=True)
class PairedTest:
    """Two systems on the documents that both have summarized; fewer than two have no test, and NaN in its place."""

    documents: int
    first: float
    second: float
    #: First less second, with the bounds of the bootstrap.
    difference: Interval
    #: Of the paired permutation test, two-sided; `exact` where all permutations were gone through.
    p: float
    exact: bool
    #: Of the paired bootstrap as sacrebleu and Moses have it: the share of resamples whose absolute difference is
    #: further above the average one than the difference is above 0.
    bootstrap_p: float
    wins: int
    ties: int
    losses: int
    #: Cohen's d_z: the mean difference in standard deviations of the differences; NaN where these are all the same.
    effect: float
    #: The share of resamples in which the first is ahead, ties half.
    order: float

    @property
    def superiority(self) -> float:
        """The probability of superiority: the share of documents on which the first is ahead, ties half."""
        return (self.wins + self.ties / 2) / self.documents if self.documents else nan

    @property
    def is_tested(self) -> bool:
        return self.documents > 1

    @property
    def swapped(self) -> PairedTest:
        """The same, second less first."""
        mean, low, high = self.difference.mean, self.difference.low, self.difference.high
        return replace(
            self,
            first=self.second,
            second=self.first,
            difference=Interval(0.0 - mean, 0.0 - high, 0.0 - low),
            wins=self.losses,
            losses=self.wins,
            effect=0.0 - self.effect,
            order=1 - self.order,
        )


def compare_pairs(
    values: Floats,
    pairs: Sequence[Pair],
    bootstrap: Bootstrap,
    permutations: int | None = None,
    workers: Workers | int | None = None,
) -> list[PairedTest]:
    """Compare columns of a table [document, system] two by two, NaN where a system has no score.

    Each pair is compared on the documents that both have; there are as many permutations as resamples unless given.
    """
    count = bootstrap.resamples if permutations is None else permutations
    groups: dict[bytes, list[int]] = {}
    for place, (first, second) in enumerate(pairs):
        shared = ~(np.isnan(values[:, first]) | np.isnan(values[:, second]))
        groups.setdefault(shared.tobytes(), []).append(place)
    results: dict[int, PairedTest] = {}
    for mask, places in groups.items():
        rows = np.frombuffer(mask, dtype=np.bool_)
        columns = sorted({column for place in places for column in pairs[place]})
        own = {column: number for number, column in enumerate(columns)}
        table = values[rows][:, columns]
        chosen = [(own[pairs[place][0]], own[pairs[place][1]]) for place in places]
        results.update(zip(places, _compare(table, chosen, bootstrap, count, workers), strict=True))
    return [results[place] for place in range(len(pairs))]


def _compare(
    table: Floats, pairs: Sequence[Pair], bootstrap: Bootstrap, permutations: int, workers: Workers | int | None
) -> list[PairedTest]:
    """Compare columns of a table without gaps."""
    documents = len(table)
    means = table.mean(axis=0) if documents else np.full(table.shape[1], nan)
    if documents < 2:
        return [_untested(table, means, pair) for pair in pairs]
    # What a document gives to all systems is in no difference; without it, less is lost by rounding.
    level = table - table.mean(axis=1, keepdims=True)
    drawn = resampled_means(level, bootstrap, workers)
    exact = documents < _MOST_BITS and 2**documents <= permutations
    flipped = _all_flips(level) if exact else _flipped_sums(level, permutations, bootstrap.seed, workers)
    noise = _ROUNDING * documents * float(np.abs(table).max(initial=0.0))
    results = []
    for first, second in pairs:
        differences = table[:, first] - table[:, second]
        differences[np.abs(differences) <= noise / documents] = 0.0
        mean, spread = float(differences.mean()), float(differences.std(ddof=1))
        is_constant = spread <= noise
        resamples = drawn[:, first] - drawn[:, second]
        resamples[np.abs(resamples) <= noise] = 0.0
        extreme = np.abs(flipped[:, first] - flipped[:, second]) >= abs(mean) * documents - noise
        around = widened(mean, resamples, bootstrap.confidence, documents)
        results.append(
            PairedTest(
                documents,
                float(means[first]),
                float(means[second]),
                Interval(mean, mean, mean) if is_constant else around,
                float(extreme.mean() if exact else (1 + extreme.sum()) / (1 + permutations)),
                exact,
                centred_p(resamples, mean),
                int((differences > 0).sum()),
                int((differences == 0).sum()),
                int((differences < 0).sum()),
                (0.0 if mean == 0 else nan) if is_constant else mean / spread,
                float((resamples > 0).mean() + (resamples == 0).mean() / 2),
            )
        )
    return results


def _untested(table: Floats, means: Floats, pair: Pair) -> PairedTest:
    first, second = pair
    difference = table[:, first] - table[:, second]
    mean = float(difference[0]) if len(difference) else nan
    signs = (int((difference > 0).sum()), int((difference == 0).sum()), int((difference < 0).sum()))
    interval = Interval(mean, nan, nan)
    return PairedTest(
        len(table), float(means[first]), float(means[second]), interval, nan, False, nan, *signs, nan, nan
    )  # fmt: skip


def widened(value: float, resamples: Floats, confidence: float, documents: int) -> Interval:
    """Return the expanded percentile interval (Hesterberg 2015, section 5.3), NaN where a resample has no value.

    Percentiles of a bootstrap are too narrow where there are few documents, by the same factor as a normal interval
    with the biased deviation is beside Student's; the percentiles are moved outwards by that factor.
    """
    from scipy.special import ndtr, stdtrit

    defined = resamples[~np.isnan(resamples)]
    if documents < 2 or not len(defined):
        return Interval(value, nan, nan)
    t = float(stdtrit(documents - 1, 0.5 + confidence / 200))
    outside = 100 * float(ndtr(-t * sqrt(documents / (documents - 1))))
    low, high = np.percentile(defined, [outside, 100 - outside]).tolist()
    return Interval(value, low, high)


def centred_p(resamples: Floats, difference: float) -> float:
    """Return the p-value of the paired bootstrap as sacrebleu 2 and the script of Moses compute it (Koehn 2004).

    But for one thing: where two systems are equal in all documents it is 1 here, and the least there is with them.
    """
    sizes = np.abs(resamples)
    return float((1 + (sizes - sizes.mean() >= abs(difference)).sum()) / (1 + len(sizes)))


def resampled_means(values: Floats, bootstrap: Bootstrap, workers: Workers | int | None = None) -> Floats:
    """Return [resample, column]: the means of documents that are drawn with replacement, the same for all columns."""
    documents = len(values)

    def draw(stream: np.random.Philox, rows: int) -> Floats:
        raw = stream.random_raw(rows * documents) >> np.uint64(11)
        places = (raw * (2.0**-53 * documents)).astype(np.int64).reshape(rows, documents)
        places += documents * np.arange(rows)[:, None]
        times = np.bincount(places.ravel(), minlength=rows * documents).reshape(rows, documents)
        means: Floats = times.astype(np.float64) @ values / documents
        return means

    return _in_pieces(draw, _RESAMPLES, documents, bootstrap.resamples, bootstrap.seed, workers)


def _flipped_sums(values: Floats, permutations: int, seed: int, workers: Workers | int | None) -> Floats:
    """Return [permutation, column]: sums over documents, each with a sign of its own, the same for all columns.

    To exchange two systems on a document is to change the sign of their difference there.
    """
    documents = len(values)

    def flip(stream: np.random.Philox, rows: int) -> Floats:
        raw = stream.random_raw(-(-rows * documents // 64))
        bits = np.unpackbits(raw.view(np.uint8), count=rows * documents).reshape(rows, documents)
        sums: Floats = (2.0 * bits - 1.0) @ values
        return sums

    return _in_pieces(flip, _FLIPS, documents, permutations, seed, workers)


def _all_flips(values: Floats) -> Floats:
    numbers = np.arange(2 ** len(values))
    bits = (numbers[:, None] >> np.arange(len(values))) & 1
    sums: Floats = (2.0 * bits - 1.0) @ values
    return sums


def _in_pieces(
    make: Callable[[np.random.Philox, int], Floats],
    kind: int,
    documents: int,
    count: int,
    seed: int,
    workers: Workers | int | None,
) -> Floats:
    size = max(1, _CELLS // max(documents, 1))
    pieces = [(number, min(size, count - start)) for number, start in enumerate(range(0, count, size))]

    def piece(item: tuple[int, int]) -> Floats:
        number, rows = item
        return make(np.random.Philox(key=seed, counter=[0, 0, kind, number]), rows)

    with one_thread():
        return np.concatenate(list(ordered_map(piece, pieces, workers)))
