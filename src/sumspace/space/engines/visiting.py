"""The visiting engine: the exact distribution of measures that look at the text of an extract as a whole.

Every extract is visited as it is written, its sentences in the order of the document and the cut one last, in shards
that any number of threads can share. Spaces that are too large for that are drawn from.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from itertools import compress
from typing import TYPE_CHECKING

import numpy as np

from sumspace.compute.work import checkpoint, ordered_map, threads_of
from sumspace.errors import TooLargeError
from sumspace.space.distribution import Distribution
from sumspace.space.engines.engine import Explored, duration
from sumspace.space.engines.exhaustive import shards
from sumspace.space.engines.sampling import Draws, Sampler, band_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from sumspace.arrays import Flags, Floats, Integers
    from sumspace.compute.work import Workers
    from sumspace.space.budget import Extract
    from sumspace.space.engines.engine import Allowance, Engine
    from sumspace.space.kernels.visiting import Collected, Walk
    from sumspace.space.scoring import OfficialScoring
    from sumspace.space.space import Space


#: What things take, in seconds of one core: a stem, and a sentence that is looked at after it; a unit of it that is
#: counted, a place where units cross into it, a word of bits, a group of them, and a word of bits for each token. They
#: decide what is visited, so they are fixed.
_STEM, _LOOK, _UNIT, _CROSSING, _WORD, _GROUP, _STEP = 3e-7, 2.5e-8, 2e-9, 2e-9, 2e-9, 2.5e-9, 2e-9
#: How long one shard may take, in seconds.
_SHARD = 0.05
#: Where counts by value are more than this, they would fill too much memory.
_WIDEST = 20_000_000
#: How many extracts are drawn, and scored, from spaces that cannot be visited.
_FEWEST_DRAWS, _MOST_DRAWS = 1000, 100_000
#: What a sentence of a draw takes, in seconds.
_DRAW = 5e-6
#: How many of the best extracts are kept, one by one.
_KEPT = 100_000


def explore_texts(
    space: Space,
    scoring: OfficialScoring,
    engine: Engine,
    allowance: Allowance,
    seed: int = 0,
    workers: Workers | int | None = 1,
    progress: Callable[[float], None] | None = None,
) -> Explored:
    """Find the distribution of a space by visiting every extract, or draw some where that would take too long."""
    if space.size == 0:
        return Explored(scoring.distribution([]), "exhaustive", "the budget allows no extract")
    if space.is_whole:
        everything = range(len(space.lengths))
        counts = [0] * scoring.coverage.hits(everything) + [1]
        by_score = Distribution.by_score({scoring.score_of(everything): 1})
        alone = scoring.distribution(counts) if scoring.score == "recall" else by_score
        return Explored(alone, "exhaustive", "the document is shorter than the budget")
    seconds = visiting_seconds(space, scoring)
    if engine == "counting":
        raise TooLargeError("cannot be counted without visiting: extracts are texts here; use --engine auto")
    if engine == "exhaustive" or (engine == "auto" and seconds <= allowance.time):
        return Explored(scoring.distribution(visiting(space, scoring, workers, progress)), "exhaustive", "all visited")
    count = int(min(max(allowance.time / 2 / (_DRAW * space.window.most_sentences), _FEWEST_DRAWS), _MOST_DRAWS))
    draws = Sampler(space, seed, threads_of(workers), allowance.memory).uniform(count)
    reason = "asked for" if engine == "sampling" else f"visiting all takes {duration(seconds)}"
    reason += f"; {count:,} extracts drawn and scored"
    return Explored(_estimate(space, scoring, draws), "sampling", reason, drawn=True)


def _estimate(space: Space, scoring: OfficialScoring, draws: Draws) -> Distribution:
    """Make a distribution of uniform draws."""
    extracts = [space.written(extract) for extract in draws.extracts()]
    scores = scoring.scores(*scoring.coverage.count([(extract.sentences, extract.words) for extract in extracts]))
    values, places = np.unique(scores, return_inverse=True)
    shares: Floats = np.bincount(places) / len(scores)
    band = band_of(shares, [places], (np.ones(len(scores)),), confidence=95.0)
    return Distribution(values, shares, space.size, None, None, band)


def visiting_seconds(space: Space, scoring: OfficialScoring) -> float:
    """Predict the seconds that it takes to visit all extracts; infinite where counts alone would be too many."""
    if space.size == 0 or space.is_whole:
        return 0.0
    window, counting, n = space.window, scoring.coverage.counting, max(len(space.lengths), 1)
    if scoring.width(space) > _WIDEST:
        return np.inf
    stems = sum(space.ways[0][: window.high + 1 - window.cut])
    tokens = float(scoring.coverage.sizes[scoring.coverage.rows[1:] - 1].sum()) / n
    units, union, sequence = counting.units, counting.union, counting.sequence
    if scoring.coverage.n != 1:
        places = units.n * (units.n - 1) / 2 if units.n else min((units.gap + 1) ** 2 / 2, window.high * tokens)
        each = _LOOK + _UNIT * len(units.units) / n + _CROSSING * places
    elif len(union.marks):
        each = _LOOK + _WORD * (union.marks.shape[1] + union.counts.shape[1] / 4) + _GROUP * len(union.words)
    else:
        each = _LOOK + _STEP * tokens * len(sequence.positions)
    try:
        return _STEM * float(stems) + each * float(space.size)
    except OverflowError:
        return np.inf


def visiting(
    space: Space,
    scoring: OfficialScoring,
    workers: Workers | int | None = 1,
    progress: Callable[[float], None] | None = None,
) -> list[int]:
    """Count the extracts of each value; `progress` is told the share of extracts that have been visited."""
    counts = np.zeros(scoring.width(space), dtype=np.int64)
    visited = 0
    for shard_counts, _ in _visit_all(space, scoring, workers):
        counts += shard_counts
        if progress:
            visited += int(shard_counts.sum())
            progress(visited / space.size)
    return list(map(int, counts))


@dataclass(frozen=True, eq=False)
class Best:
    """The extracts with the highest score of a space."""

    score: float
    #: How many there are, exactly, and the first of them as they were visited.
    count: int
    extracts: tuple[Extract, ...]
    #: What share of them has so many sentences and this one: [size, sentence].
    shares: Floats


def visit_best(space: Space, scoring: OfficialScoring, workers: Workers | int | None = 1) -> Best:
    """Find all extracts with the highest score: all are visited to find it, and shards that have it once more."""
    values = np.arange(scoring.width(space))
    stride = max(scoring.stride, scoring.coverage.most + 1)
    scores = scoring.scores(values % stride, values // stride)
    best, tops = -1.0, []
    for counts, _ in _visit_all(space, scoring, workers):
        tops.append(float(scores[counts > 0].max(initial=-1.0)))
        best = max(best, tops[-1])
    extracts: list[Extract] = []
    count, having = 0, np.zeros((1, 1), dtype=np.int64)
    for _, collected in _visit_all(space, scoring, workers, scores == best, [top == best for top in tops]):
        count += int(collected.number[0])
        kept = slice(0, _KEPT - len(extracts))
        extracts += Draws(collected.chosen[kept], collected.words[kept]).extracts()
        having = having + collected.having
    return Best(best, count, tuple(extracts), having / count)


def _visit_all(
    space: Space,
    scoring: OfficialScoring,
    workers: Workers | int | None,
    wanted: Flags | None = None,
    visited: Sequence[bool] | None = None,
) -> Iterator[tuple[Integers, Collected]]:
    """Visit the shards of a space, or some of them, one by one, and collect extracts whose values are wanted."""
    walk, width = _walk(space, scoring), scoring.width(space)
    stems = sum(space.ways[0][: walk.high + 1 - walk.cut])
    most = max(int(stems * _SHARD / max(visiting_seconds(space, scoring), 1e-9)), 256)
    parts = shards(walk.costs, walk.high - walk.cut, most)
    chosen = parts if visited is None else compress(parts, visited)
    return ordered_map(partial(_visit, walk, width, wanted), chosen, workers)


def _visit(
    walk: Walk, width: int, wanted: Flags | None, shard: tuple[tuple[int, ...], int]
) -> tuple[Integers, Collected]:
    from sumspace.space.kernels.visiting import Collected, visit

    checkpoint()
    counts = np.zeros(width, dtype=np.int64)
    sentences, kept = walk.most_sentences + 1, 0 if wanted is None else _KEPT
    collected = Collected(
        wanted=np.zeros(0, dtype=np.bool_) if wanted is None else wanted,
        number=np.zeros(1, dtype=np.int64),
        chosen=np.full((kept, sentences), -1, dtype=np.int32),
        words=np.zeros(kept, dtype=np.int64),
        having=np.zeros((sentences + 1, len(walk.costs)) if kept else (1, 1), dtype=np.int64),
    )
    visit(walk, np.array(shard[0], dtype=np.int64), shard[1], counts, collected)
    number = min(int(collected.number[0]), kept)  # so that what waits for other shards is small
    return counts, collected._replace(chosen=collected.chosen[:number].copy(), words=collected.words[:number].copy())


def _walk(space: Space, scoring: OfficialScoring) -> Walk:
    from sumspace.space.kernels.visiting import Walk

    window, coverage = space.window, scoring.coverage
    costs, high = window.costs, window.high
    points = np.arange(high + 1)
    possible = np.zeros((len(costs) + 1, high + 1), dtype=np.bool_)
    if window.cut:
        left = np.append(np.cumsum(costs[::-1])[::-1], 0)
        possible[:] = points + left[:, None] + costs.max(initial=0) >= high
    else:
        for i in range(len(costs) - 1, -1, -1):
            possible[i] = possible[i + 1]
            if costs[i] <= high:
                room = high + 1 - costs[i]
                possible[i, :room] |= possible[i + 1, costs[i] :] | (points[costs[i] :] >= window.low)
    order = np.argsort(-costs, kind="stable")
    most_tokens = scoring.most_tokens(space)
    return Walk(
        counting=coverage.counting,
        costs=costs,
        low=window.low,
        high=high,
        cut=window.cut,
        empty=not space.without_empty,
        whole=coverage.rows[1:] - 1,
        rows=coverage.rows[:-1],
        possible=possible,
        order=order,
        reaching=np.where(points > 0, np.searchsorted(-costs[order], -points, side="right"), 0),
        extra=scoring.stride * coverage.units_by_tokens,
        most_sentences=max(window.most_sentences, 1),
        most_tokens=most_tokens,
        most_units=coverage.units_in(most_tokens),
    )
