"""Two systems on the same documents: paired bootstrap, paired permutation test, effect sizes.

All that is random comes from a counter (Philox; Salmon et al. 2011) in pieces whose size depends on the data alone, so
that any number of threads gives the same numbers. Systems that share their documents share the resamples and the
permutations: these are products of one matrix with the scores of all systems, and a pair is a difference of columns.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import erfc, nan, sqrt
from typing import TYPE_CHECKING

import numpy as np

from sumspace.compute.blas import one_thread
from sumspace.compute.work import ordered_map
from sumspace.stats.resampling import Interval

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from sumspace.arrays import Floats
    from sumspace.compute.work import Workers
    from sumspace.stats.multiplicity import Correction
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
#: There are so many permutations for each pair at least, so that a correction for all pairs can still be passed.
_PERMUTATIONS_A_PAIR = 40
#: Where two systems differ on more documents, sums with random signs are as good as normally distributed.
_MANY = 2000


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


def permutations_for(pairs: int, least: int = 10_000) -> int:
    """Return how many permutations there are at least, where so many pairs are tested together."""
    return max(least, _PERMUTATIONS_A_PAIR * pairs)


def lowest_p(documents: Sequence[int], permutations: int, correction: Correction = "holm") -> float:
    """Return the lowest p-value that any of some pairs could have, corrected; each is tested on so many documents.

    There are only so many permutations: of five documents, 16 that are not the same but for the sign of all.

    >>> lowest_p([5], 10_000), lowest_p([5, 5, 1], 10_000)
    (0.0625, 0.125)
    """
    tested = [number for number in documents if number > 1]
    drawn = 1 / (1 + permutations)
    least = min((2.0 ** (1 - n) if _all_are_few(n, permutations) else drawn for n in tested), default=1.0)
    return min(1.0, least * len(tested)) if correction == "holm" else least


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
    results: dict[int, PairedTest] = {}
    for places, table, chosen in _by_documents(values, pairs):
        results.update(zip(places, _compare(table, chosen, bootstrap, count, workers), strict=True))
    return [results[place] for place in range(len(pairs))]


def permutation_p_values(
    values: Floats, pairs: Sequence[Pair], permutations: int, seed: int = 0, workers: Workers | int | None = None
) -> list[float]:
    """Return the p-values of `compare_pairs` alone, NaN where there are fewer than two documents.

    Where two systems differ on thousands of documents, the sum of differences with random signs is taken for normally
    distributed, with a mean of 0 and the sum of squares as its variance.
    """
    results: dict[int, float] = {}
    for places, table, chosen in _by_documents(values, pairs):
        if len(table) < 2:
            p_values = [nan] * len(places)
        elif len(table) <= _MANY:
            p_values, _ = _permuted(table, chosen, permutations, seed, workers)
        else:
            p_values = [_p_of_many(table[:, pair], permutations, seed, workers) for pair in map(list, chosen)]
        results.update(zip(places, p_values, strict=True))
    return [results[place] for place in range(len(pairs))]


def _by_documents(values: Floats, pairs: Sequence[Pair]) -> Iterator[tuple[list[int], Floats, list[Pair]]]:
    """Yield the pairs that share their documents: their places, a table without gaps, and their columns in it."""
    groups: dict[bytes, list[int]] = {}
    for place, (first, second) in enumerate(pairs):
        shared = ~(np.isnan(values[:, first]) | np.isnan(values[:, second]))
        groups.setdefault(shared.tobytes(), []).append(place)
    for mask, places in groups.items():
        rows = np.frombuffer(mask, dtype=np.bool_)
        columns = sorted({column for place in places for column in pairs[place]})
        own = {column: number for number, column in enumerate(columns)}
        yield places, values[rows][:, columns], [(own[pairs[place][0]], own[pairs[place][1]]) for place in places]


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
    p_values, exact = _permuted(table, pairs, permutations, bootstrap.seed, workers)
    noise = _noise(table)
    results = []
    for (first, second), p in zip(pairs, p_values, strict=True):
        differences = _differences(table, first, second)
        mean, spread = float(differences.mean()), float(differences.std(ddof=1))
        is_constant = spread <= noise
        resamples = drawn[:, first] - drawn[:, second]
        resamples[np.abs(resamples) <= noise] = 0.0
        around = widened(mean, resamples, bootstrap.confidence, documents)
        results.append(
            PairedTest(
                documents,
                float(means[first]),
                float(means[second]),
                Interval(mean, mean, mean) if is_constant else around,
                p,
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


def _noise(table: Floats) -> float:
    """Return how much of a sum over documents may be the work of rounding."""
    return _ROUNDING * len(table) * float(np.abs(table).max(initial=0.0))


def _differences(table: Floats, first: int, second: int) -> Floats:
    differences: Floats = table[:, first] - table[:, second]
    differences[np.abs(differences) <= _noise(table) / len(table)] = 0.0
    return differences


def _all_are_few(documents: int, permutations: int) -> bool:
    return documents < _MOST_BITS and 2**documents <= permutations


def _permuted(
    table: Floats, pairs: Sequence[Pair], permutations: int, seed: int, workers: Workers | int | None
) -> tuple[list[float], bool]:
    """Return the p-value of every pair, and whether all permutations were gone through."""
    documents = len(table)
    # What a document gives to all systems is in no difference; without it, less is lost by rounding.
    level = table - table.mean(axis=1, keepdims=True)
    exact = _all_are_few(documents, permutations)
    flipped = _all_flips(level) if exact else _flipped_sums(level, permutations, seed, workers)
    noise = _noise(table)
    p_values = []
    for first, second in pairs:
        total = abs(float(_differences(table, first, second).mean())) * documents
        extreme = np.abs(flipped[:, first] - flipped[:, second]) >= total - noise
        p_values.append(float(extreme.mean() if exact else (1 + extreme.sum()) / (1 + permutations)))
    return p_values, exact


def _p_of_many(table: Floats, permutations: int, seed: int, workers: Workers | int | None) -> float:
    """Return the p-value of two systems on many documents; only those on which they differ have a say."""
    differences = _differences(table, 0, 1)
    there = differences != 0
    if not there.any():
        return 1.0
    if there.sum() <= _MANY:
        return _permuted(table[there], [(0, 1)], permutations, seed, workers)[0][0]
    return erfc(abs(float(differences.sum())) / sqrt(2 * float((differences**2).sum())))


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
