"""Two measures at once: how many extracts of a space have so many hits on one and so many on the other.

Two coverages of the same sentences are one: where the units of the first give W times as much, and no extract has W
hits on the second, the hits of both together are W·h₁ + h₂, which says what each of them is. So the engines that count
extracts by one number count them by two, whatever the budget.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import log10, sqrt
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from sumspace.compute.work import threads_of
from sumspace.errors import TooLargeError
from sumspace.measures.coverage import Coverage
from sumspace.space.distribution import Distribution, Rank, nines
from sumspace.space.engines.engine import Allowance, count, effort
from sumspace.space.engines.sampling import Draws, estimate, evaluate, survey
from sumspace.space.scoring import Scoring
from sumspace.stats.correlation import COEFFICIENTS, PairedTables
from sumspace.stats.resampling import interval

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from numpy.typing import NDArray

    from sumspace.arrays import Floats, Integers
    from sumspace.compute.work import Workers
    from sumspace.space.engines.engine import Device, Engine
    from sumspace.space.engines.sampling import Survey
    from sumspace.space.space import Space
    from sumspace.stats.correlation import Coefficient
    from sumspace.stats.resampling import Interval


JOINT_COEFFICIENTS: tuple[Coefficient, ...] = ("pearson", "spearman", "kendall")
#: How often what was drawn is resampled for the intervals of estimated correlations, and how sure they are.
_RESAMPLES, _CONFIDENCE = 500, 95.0
#: Gigabytes that a pair of scores may take while coefficients are found.
_CELL = 4e-8


@dataclass(frozen=True, slots=True)
class Stand:
    """Where the best extracts of one measure stand on the other."""

    #: What they score on their own measure, and how many they are; None where that is not known.
    score: float
    count: int | None
    #: Their highest, mean and lowest score on the other measure.
    best: float
    mean: float
    worst: float
    #: Where the highest and the lowest stand there; between them, the mean over these extracts of where each stands.
    best_rank: Rank
    mean_rank: Rank
    worst_rank: Rank
    #: What the mean lacks of the highest score there is on the other measure.
    loss: float
    #: The share of the way from the average extract to the best one that the mean has gone; None where there is none.
    way: float | None


@dataclass(frozen=True, eq=False, repr=False)
class Joint:
    """How many extracts of a space have which hits on two measures: cells, those that no extract is in left out."""

    #: The hits of each cell on both measures, [cell, measure], ascending.
    hits: Integers
    #: How many extracts each cell has, exactly; None where the shares are estimates.
    counts: tuple[int, ...] | None
    #: The share of extracts in each cell; where they are estimates, the share of uniform draws.
    shares: Floats
    #: How many extracts there are, exactly; and how many of them were drawn, nothing where all were counted.
    extracts: int
    draws: int
    #: The distributions of both measures by themselves.
    first: Distribution
    second: Distribution
    #: Where the best extracts of the first measure stand on the second, and the other way; None without extracts.
    stands: tuple[Stand, Stand] | None

    @property
    def exact(self) -> bool:
        """Whether every extract was counted."""
        return self.counts is not None

    def table(self) -> NDArray[Any]:
        """Return the counts by hits, [hits of the first, hits of the second], or the numbers of draws."""
        numbers = np.rint(self.shares * self.draws) if self.counts is None else np.array(self.counts, object)
        table = np.zeros(
            (len(self.first.scores), len(self.second.scores)), np.int64 if sum(numbers) < 2**63 else object
        )
        table[self.hits[:, 0], self.hits[:, 1]] = numbers
        return table

    @cached_property
    def coefficients(self) -> dict[Coefficient, float | None]:
        """Pearson, Spearman and Kendall's tau-b over all extracts; None where all score the same on a measure."""
        return correlate_table(self.table().astype(object))

    @property
    def pearson(self) -> float | None:
        return self.coefficients["pearson"]

    @property
    def spearman(self) -> float | None:
        return self.coefficients["spearman"]

    @property
    def kendall(self) -> float | None:
        return self.coefficients["kendall"]

    @cached_property
    def intervals(self) -> dict[Coefficient, Interval | None]:
        """The bootstrap intervals of estimated coefficients; None where they are exact, or not defined."""
        if self.exact or not self.draws:
            return dict.fromkeys(JOINT_COEFFICIENTS)
        drawn = np.random.Generator(np.random.PCG64(self.draws)).multinomial(self.draws, self.shares, _RESAMPLES)
        first, second = (column[:, np.newaxis].astype(np.float64) for column in self.hits.T)
        # A cell is a document of one system, drawn as often as it comes up.
        cells = PairedTables.of(first, second, "pooled")
        values, _ = cells.resampled(drawn, np.ones((_RESAMPLES, 1), np.int64), None)
        return {name: interval(values[:, COEFFICIENTS.index(name)], _CONFIDENCE) for name in JOINT_COEFFICIENTS}

    def means(self, on: int = 1) -> dict[float, float]:
        """Return the mean score on one measure, 0 the first or 1 the second, for every score on the other."""
        scores = (self.first.scores, self.second.scores)
        weights = self.shares if self.counts is None else np.array(self.counts, object)
        sums: dict[int, list[Any]] = {}
        for (own, other), weight in zip(self.hits[:, [1 - on, on]].tolist(), weights.tolist(), strict=True):
            total = sums.setdefault(own, [0, 0])
            total[0] += weight
            total[1] += weight * other
        # The score is linear in hits.
        unit = float(scores[on][1]) if len(scores[on]) > 1 else 0.0
        return {float(scores[1 - on][own]): total / weight * unit for own, (weight, total) in sorted(sums.items())}

    @property
    def best_on_both(self) -> int | None:
        """How many extracts are best on both measures; None where that is not known."""
        if self.counts is None:
            return None
        top = self.hits.max(axis=0, initial=0)
        return sum(count for hits, count in zip(self.hits, self.counts, strict=True) if (hits == top).all())

    def __repr__(self) -> str:
        kind = "exact" if self.exact else "estimated"
        value = "undefined" if self.pearson is None else f"{self.pearson:.5f}"
        return f"<Joint of {self.extracts:,} extracts: Pearson {value}, {kind}>"


@dataclass(frozen=True, slots=True)
class JointlyExplored:
    """A joint distribution, which engine found it and why that one, and the device."""

    joint: Joint
    engine: Engine
    reason: str
    device: str = "cpu"


def explore_jointly(
    space: Space,
    first: Coverage,
    second: Coverage,
    engine: Engine = "auto",
    allowance: Allowance | None = None,
    seed: int = 0,
    workers: Workers | int | None = 1,
    progress: Callable[[float], None] | None = None,
    key: Callable[[], str] | None = None,
    device: Device = "auto",
) -> JointlyExplored:
    """Find the joint distribution of two coverages of the same sentences, as `explore` finds that of one."""
    allowance = allowance or Allowance()
    size = _CELL * (first.most + 1) * (second.most + 1)
    if size > allowance.memory:
        raise TooLargeError(f"needs {size:.2g} GB for all pairs of scores; allow more memory (--memory)")
    masks, states = _for_masks(first, second), _for_states(first, second)
    scorings = [Scoring(combine(*packed)) for packed in (masks, states)]
    counted = count(space, scorings[0], engine, allowance, workers, progress, key, device, scorings[1])
    if counted.counts is None:
        joint = _draw(space, first, second, allowance, seed, threads_of(workers))
    else:
        high, _, base = states if counted.engine == "counting" else masks
        pairs = {divmod(value, base): number for value, number in enumerate(counted.counts) if number}
        joint = _count(pairs if high is first else {pair[::-1]: n for pair, n in pairs.items()}, first, second)
    _ = joint.coefficients, joint.intervals  # they are kept, and made here, where documents are worked on side by side
    return JointlyExplored(joint, counted.engine, counted.reason, counted.device)


def _for_masks(first: Coverage, second: Coverage) -> _Packed:
    """Say how two coverages become one whose masks are as short as both together: by a power of two."""
    choices = [_Packed(high, low, 1 << low.most.bit_length()) for high, low in ((first, second), (second, first))]
    return min(choices, key=lambda packed: packed.high.most * packed.base + packed.low.most)


def _for_states(first: Coverage, second: Coverage) -> _Packed:
    """Say how two coverages become one whose states have narrow blocks.

    A block goes from the lowest value to the highest: it is narrow where few hits of what weighs more are in it.
    """
    high, low = (second, first) if second.most < first.most else (first, second)
    return _Packed(high, low, low.most + 1)


class _Packed(NamedTuple):
    """Two coverages in one: base · the hits of one + the hits of the other."""

    high: Coverage
    low: Coverage
    base: int


def combine(high: Coverage, low: Coverage, base: int) -> Coverage:
    """Make one coverage of two of the same sentences, whose hits are base · the hits of one + the hits of the other.

    Occurrences stand in the order in which they are complete, whatever coverage they are of.
    """
    rows = [np.searchsorted(part.ends, np.arange(len(part.units)), side="right") for part in (high, low)]
    order = np.argsort(np.concatenate(rows), kind="stable")
    return Coverage(
        lengths=high.lengths,
        units=np.concatenate([high.units, low.units + len(high.gain_starts) - 1])[order],
        starts=high.starts + low.starts,
        rows=high.rows,
        ends=high.ends + low.ends,
        sizes=np.zeros_like(high.sizes),
        gains=np.concatenate([base * high.gains, low.gains]),
        gain_starts=np.concatenate([high.gain_starts, high.gain_starts[-1] + low.gain_starts[1:]]),
        total=base * high.total + low.total,
        references=high.references,
    )


def correlate_table(table: NDArray[Any]) -> dict[Coefficient, float | None]:
    """Correlate the two places of what a table counts, [first, second]; None where all is in one row or column.

    Counts are Python's integers, and each coefficient is rounded twice: in a quotient and in a root.
    """
    kept = [np.flatnonzero(table.any(axis=axis)) for axis in (1, 0)]
    table = table[np.ix_(*kept)]
    rows, columns = table.sum(axis=1), table.sum(axis=0)
    whole = rows.sum()
    before = np.cumsum(table, axis=0) - table
    less = np.cumsum(before, axis=1) - before
    more = before.sum(axis=1, keepdims=True) - less - before
    agreeing = (table * (less - more)).sum()
    # Twice the middle rank of what ties, but for a constant.
    ranks = [2 * np.cumsum(side) - side for side in (rows, columns)]
    return {
        "pearson": _pearson(table, *(places.astype(object) for places in kept)),
        "spearman": _pearson(table, *ranks),
        "kendall": _quotient(2 * agreeing, *(whole * whole - (side * side).sum() for side in (rows, columns))),
    }


def _pearson(table: NDArray[Any], x: NDArray[Any], y: NDArray[Any]) -> float | None:
    """Correlate values of the rows and columns of a table of counts."""
    rows, columns = table.sum(axis=1), table.sum(axis=0)
    whole, sum_x, sum_y = rows.sum(), (rows * x).sum(), (columns * y).sum()
    products = (x * (table * y).sum(axis=1)).sum()
    spread_x, spread_y = whole * (rows * x * x).sum() - sum_x * sum_x, whole * (columns * y * y).sum() - sum_y * sum_y
    return _quotient(whole * products - sum_x * sum_y, spread_x, spread_y)


def _quotient(above: Any, first: Any, second: Any) -> float | None:
    """Return a number divided by the root of the product of two others, None where one of these is nothing."""
    if first <= 0 or second <= 0:
        return None
    return sqrt(above * above / (first * second)) * (1 if above >= 0 else -1)


def _count(cells: Mapping[tuple[int, int], int], first: Coverage, second: Coverage) -> Joint:
    """Make the joint distribution of counts."""
    pairs = sorted(cells)
    hits = np.array(pairs, np.int64).reshape(-1, 2)
    counts = tuple(cells[pair] for pair in pairs)
    extracts = sum(counts)
    own = []
    for measure, coverage in enumerate((first, second)):
        sums = [0] * (coverage.most + 1)
        for pair, number in zip(pairs, counts, strict=True):
            sums[pair[measure]] += number
        own.append(Distribution.by_hits(sums, coverage.total))
    stands = None if not extracts else (_stand(0, own, hits, counts), _stand(1, own, hits, counts))
    shares = np.array([number / max(extracts, 1) for number in counts], np.float64)
    return Joint(hits, counts, shares, extracts, 0, own[0], own[1], stands)


def _stand(measure: int, own: Sequence[Distribution], hits: Integers, weights: Sequence[int] | Floats) -> Stand:
    """Say where the best extracts of one measure stand on the other, given cells and how many are in each.

    Where extracts were drawn, the cells are those of the best that were found, and what they weigh.
    """
    best, other = int(hits[:, measure].max()), own[1 - measure]
    cells = [(pair[1 - measure], n) for pair, n in zip(hits.tolist(), weights, strict=True) if pair[measure] == best]
    whole = sum(weight for _, weight in cells)
    worst, most = (float(other.scores[end(hit for hit, _ in cells)]) for end in (min, max))
    mean = sum(hit * weight for hit, weight in cells) / (whole * max(other.total or 1, 1))
    mean = min(max(float(mean), worst), most)  # weights of draws are rounded
    highest, average = max(other.max or 0.0, most), other.mean or 0.0
    return Stand(
        score=float(own[measure].scores[best]),
        count=whole if own[measure].exact else None,
        best=most,
        mean=mean,
        worst=worst,
        best_rank=other.rank(most),
        mean_rank=_mean_rank(other, mean, cells),
        worst_rank=other.rank(worst),
        loss=highest - mean,
        way=(mean - average) / (highest - average) if highest > average else None,
    )


def _mean_rank(other: Distribution, mean: float, cells: Sequence[tuple[int, Any]]) -> Rank:
    """Average where extracts stand, given their hits and how many there are of each, or what these weigh.

    The mean score may be one that no extract has, and so say little of where they stand.
    """
    weights: dict[int, Any] = {}
    for hit, weight in cells:
        weights[hit] = weights.get(hit, 0) + weight
    ranks = [(other.rank(float(other.scores[hit])), weight) for hit, weight in weights.items()]
    if len(ranks) == 1:
        return ranks[0][0]
    whole = sum(weights.values())
    percentile = float(sum(rank.percentile * (weight / whole) for rank, weight in ranks))
    names = [f"{part}_count" if other.exact else part for part in ("below", "equal", "above")]
    # Counts of any size are summed as whole numbers, and divided once.
    below, equal, above = (sum(getattr(rank, name) * weight for rank, weight in ranks) for name in names)
    if other.exact:
        whole *= other.extracts
        depth = log10(whole) - log10(equal + above)
    else:
        depth = nines(float((equal + above) / whole))
    return Rank(mean, float(below / whole), float(equal / whole), float(above / whole), percentile, depth)


def _draw(space: Space, first: Coverage, second: Coverage, allowance: Allowance, seed: int, jobs: int | None) -> Joint:
    """Estimate the joint distribution by uniform draws, and its ends by draws tilted to each measure's best."""
    draws, steps = effort(space, Allowance(allowance.time / 2, allowance.memory))
    both = (first, second)
    surveys = [survey(space, coverage, draws, seed, jobs, steps, allowance.memory) for coverage in both]
    own = [estimate(surveyed, space, Scoring(coverage)) for surveyed, coverage in zip(surveys, both, strict=True)]
    uniform = surveys[0].draws[0]
    drawn = np.stack([surveys[0].evaluations[0].hits, evaluate(second, uniform, jobs=jobs).hits], axis=1)
    hits, numbers = np.unique(drawn, axis=0, return_counts=True)
    tops = [_best_drawn(surveyed, both[1 - measure], jobs) for measure, surveyed in enumerate(surveys)]
    stands = _stand(0, own, tops[0][0], tops[0][1]), _stand(1, own, tops[1][0][:, ::-1], tops[1][1])
    return Joint(hits, None, numbers / draws, space.size, draws, own[0], own[1], stands)


def _best_drawn(surveyed: Survey, other: Coverage, jobs: int | None) -> tuple[Integers, Floats]:
    """Return the hits, [draw, measure], and the weights of the best draws of a survey; the other measure comes last."""
    steps = list(zip(surveyed.draws, surveyed.evaluations, surveyed.weights, strict=True))
    most = max(int(evaluation.hits[weights > 0].max(initial=0)) for _, evaluation, weights in steps)
    pairs, weighed = [np.empty((0, 2), np.int64)], [np.empty(0)]
    for draws, evaluation, weights in steps:
        best = (evaluation.hits == most) & (weights > 0)
        if best.any():
            hits = evaluate(other, Draws(draws.chosen[best], draws.words[best]), jobs=jobs).hits
            pairs.append(np.stack([np.full(len(hits), most), hits], axis=1))
            weighed.append(weights[best])
    return np.concatenate(pairs), np.concatenate(weighed)
