"""The sampling engine: exactly uniform draws, and tilted ones for the tail that uniform draws never reach.

A uniform draw is the extract that a uniformly random number stands for. A tilted draw has a probability in proportion
to exp(θ·price): prices of sentences add up, so the sum over all extracts is known, and the draws are independent.
Steps of θ lead from all extracts to the best ones, and what was drawn at all steps is weighted back together by the
balance heuristic (Veach & Guibas 1995).
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import repeat
from math import log
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from sumspace.compute.work import check_seed, ordered_map
from sumspace.errors import SettingError, TooLargeError
from sumspace.space.budget import Extract
from sumspace.space.distribution import Band, Distribution

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from sumspace.arrays import Floats, Integers
    from sumspace.measures.coverage import Coverage
    from sumspace.space.budget import Window
    from sumspace.space.scoring import Scoring
    from sumspace.space.space import Space


_CHUNK = 4096
#: How far each step goes, in standard deviations of the price.
_STRIDE = 1.5
#: A sentence is never made more likely than by e to this power.
_STEEPEST = 100.0
#: With this many uniform draws beyond a score, they alone say how sure its tail is.
_ENOUGH = 200


class Draws(NamedTuple):
    """Extracts that were drawn: their sentences (−1 after the last), and the words of a cut last one (else −1)."""

    chosen: NDArray[np.int32]
    words: Integers

    @classmethod
    def of(cls, extracts: Sequence[Extract]) -> Draws:
        """Return extracts as if they had been drawn."""
        most = max((len(extract.sentences) for extract in extracts), default=0)
        rows = [(*extract.sentences, *repeat(-1, most + 1 - len(extract.sentences))) for extract in extracts]
        words = [-1 if extract.words is None else extract.words for extract in extracts]
        return cls(np.array(rows, dtype=np.int32).reshape(-1, most + 1), np.array(words, dtype=np.int64))

    def chunk(self, first: int) -> Draws:
        """Return the draws from a number on that are worked on together; they share memory with these."""
        return Draws(self.chosen[first : first + _CHUNK], self.words[first : first + _CHUNK])

    def extracts(self) -> list[Extract]:
        return [
            Extract(tuple(sentence for sentence in chosen if sentence >= 0), None if words < 0 else words)
            for chosen, words in zip(self.chosen.tolist(), self.words.tolist(), strict=True)
        ]


@dataclass(frozen=True, eq=False)
class Evaluation:
    """What draws have: hits and units of each."""

    hits: Integers
    units: Integers
    #: What each draw costs at some prices: [prices, draw].
    priced: Floats
    #: For every unit, what one more occurrence would give on average.
    margins: Floats


@dataclass(frozen=True, eq=False)
class Survey:
    """What was drawn at every step, the first being uniform, and what each draw weighs: together about 1."""

    draws: tuple[Draws, ...]
    evaluations: tuple[Evaluation, ...]
    weights: tuple[Floats, ...]


class Sampler:
    """Draws extracts of a space; the same seed gives the same draws with any number of jobs.

    Its table of all ways to choose takes at most so many gigabytes of memory.
    """

    def __init__(self, space: Space, seed: int = 0, jobs: int | None = 1, memory: float = 2.0) -> None:
        from sumspace.space.kernels.sampling import ways

        if space.is_empty or space.is_whole:
            raise SettingError("there is nothing to choose from: draw from spaces with several extracts")
        check_seed(seed)
        self._space = space
        self._seed = seed
        self._jobs = jobs
        window = space.window
        _check_memory(window, 1, memory)  # before numbers are counted that would not fit
        most = max(space.size, *(max(counts) for counts in space.ways))
        self._limbs = (most.bit_length() + 1) // 64 + 1
        _check_memory(window, self._limbs, memory)
        self._ways = ways(window.costs, window.high, window.cut, self._limbs)
        self._most = max(window.most_sentences, 1)

    def uniform(self, count: int, stream: int = 0) -> Draws:
        """Draw uniformly."""
        from sumspace.space.kernels.sampling import draw_uniform

        space, window, mask = self._space, self._space.window, (1 << 64) - 1
        size = np.array([space.size >> 64 * k & mask for k in range(self._limbs)], dtype=np.uint64)
        skipped = int(space.without_empty)
        return self._draw(count, stream, draw_uniform, self._ways, window.costs, window.low, size, skipped)

    def tilted(self, prices: Floats, counts: dict[int, int]) -> tuple[float, list[Draws]]:
        """Draw in proportion to exp(prices), so many for each stream, and say the logarithm of what that adds up to.

        A row's price is that of the first words of a sentence.
        """
        from sumspace.space.kernels.sampling import draw_tilted, tilted_ways

        window, weights = self._space.window, np.exp(prices)
        rows = np.cumsum([0, *(self._space.lengths + 1)])
        table, scales, logarithm = tilted_ways(window.costs, window.high, window.cut, rows, weights)
        arguments = table, scales, window.costs, window.low, rows, weights
        draws = [self._draw(count, stream, draw_tilted, *arguments) for stream, count in counts.items()]
        return float(np.log(table[0, int(window.cut), window.low :].sum()) + logarithm), draws

    def _draw(self, count: int, stream: int, draw: Callable[..., None], *arguments: Any) -> Draws:
        """Make so many draws by a kernel, which fills them chunk by chunk."""
        draws = Draws(np.empty((count, self._most), dtype=np.int32), np.empty(count, dtype=np.int64))
        key = np.random.SeedSequence([self._seed, stream]).generate_state(1, np.uint64)[0]

        def work(first: int) -> None:
            draw(*arguments, key, first, draws.chunk(first))

        list(ordered_map(work, range(0, count, _CHUNK), self._jobs))
        return draws


def _check_memory(window: Window, limbs: int, memory: float) -> None:
    """Refuse tables that take more gigabytes: of ways, whose numbers have so many limbs, and of tilted draws."""
    sentences = len(window.costs)
    size = 8e-9 * (limbs + 1) * (sentences + 1) * (1 + window.cut) * (window.high + 1)
    if size > memory:
        enough = f"{memory:g} GB would do for some {int(sentences * memory / size):,} of its {sentences:,} sentences"
        raise TooLargeError(
            f"needs {size:.2g} GB to be sampled, and {enough}; allow more memory (--memory), or a smaller budget"
        )


def evaluate(coverage: Coverage, draws: Draws, prices: Floats | None = None, jobs: int | None = 1) -> Evaluation:
    """Count hits and units of draws; prices, if any, are given for every row."""
    from sumspace.space.kernels.sampling import evaluate as evaluate_draws

    names = ("units", "starts", "rows", "ends", "sizes", "gains", "gain_starts")
    arrays = tuple(getattr(coverage, name) for name in names)
    rates = np.empty((0, len(coverage.ends))) if prices is None else prices

    def work(first: int) -> tuple[Integers, Integers, Floats, Floats]:
        hits, units, priced, margins = evaluate_draws(draws.chunk(first), arrays, rates)
        return hits, units, priced, margins / max(len(hits), 1)

    hits, units, priced, margins = zip(*ordered_map(work, range(0, len(draws.words), _CHUNK), jobs), strict=True)
    margin = np.average(margins, axis=0, weights=list(map(len, hits)))
    return Evaluation(np.concatenate(hits), np.concatenate(units), np.concatenate(priced, axis=1), margin)


def _prices(coverage: Coverage, margins: Floats) -> Floats:
    """Price the first words of every sentence by what their units give on average."""
    running = np.concatenate([[0.0], np.cumsum(margins[coverage.units])])
    prices: Floats = running[coverage.ends] - np.repeat(running[coverage.starts], np.diff(coverage.rows))
    return prices


def survey(
    space: Space,
    coverage: Coverage,
    draws: int,
    seed: int = 0,
    jobs: int | None = 1,
    steps: int = 40,
    memory: float = 2.0,
) -> Survey:
    """Draw uniformly and, step by step towards higher scores, tilted, and weigh all draws.

    Each step has its prices from a few draws of the one before; those are not used for anything else. A draw weighs
    the probability that it should have, divided by the number of times that all steps together were expected to draw
    it: the balance heuristic.
    """
    sampler = Sampler(space, seed, jobs, memory)
    count, few = max(draws // 10, 250), max(draws // 50, 250)
    kept = [sampler.uniform(draws)]
    ladder: list[tuple[Floats, float]] = []
    trial = sampler.uniform(few, stream=1)
    seen = evaluate(coverage, trial, jobs=jobs)
    best, theta, stuck = float(seen.hits.mean()), 0.0, 0
    while len(coverage.units) and len(ladder) < steps and stuck < 2:
        prices = _prices(coverage, seen.margins)
        priced = evaluate(coverage, trial, prices[np.newaxis]).priced
        theta += _STRIDE / max(float(priced.std()), 1e-9)
        if theta * prices.max() > _STEEPEST:
            break
        step = 2 * len(ladder)
        log_sum, (trial, step_draws) = sampler.tilted(theta * prices, {step + 2: few, step + 3: count})
        ladder.append((theta * prices, log_sum))
        kept.append(step_draws)
        seen = evaluate(coverage, trial, jobs=jobs)
        mean = float(seen.hits.mean())
        stuck = stuck + 1 if mean < best + 0.25 else 0
        best = max(best, mean)
    sizes = [len(step_draws.words) for step_draws in kept]
    prices = np.array([prices for prices, _ in ladder]).reshape(len(ladder), len(coverage.ends))
    evaluations = tuple(evaluate(coverage, step_draws, prices, jobs) for step_draws in kept)
    sums = [log_sum for _, log_sum in ladder]
    weights = (_weights(space, *pair, sizes, sums) for pair in zip(kept, evaluations, strict=True))
    return Survey(tuple(kept), evaluations, tuple(weights))


def _weights(space: Space, draws: Draws, evaluation: Evaluation, sizes: list[int], log_sums: list[float]) -> Floats:
    """Weigh the draws of one step by the balance heuristic; `sizes` says how many draws each step has."""
    size = log(space.size)
    expected = np.full(len(draws.words), log(sizes[0]) - size)
    for log_sum, price, number in zip(log_sums, evaluation.priced, sizes[1:], strict=True):
        expected = np.logaddexp(expected, log(number) + price - log_sum)
    # The empty set can be drawn by a tilt, but may be no extract.
    weights: Floats = np.where(draws.chosen[:, 0] < 0, not space.without_empty, 1) * np.exp(-size - expected)
    return weights


def sampling(
    space: Space,
    scoring: Scoring,
    draws: int = 100_000,
    seed: int = 0,
    jobs: int | None = 1,
    confidence: float = 95.0,
    steps: int = 40,
    memory: float = 2.0,
) -> Distribution:
    """Estimate the distribution, with a band that holds for all scores at once with this confidence, in percent."""
    surveyed = survey(space, scoring.coverage, draws, seed, jobs, steps, memory)
    return estimate(surveyed, space, scoring, confidence)


def estimate(surveyed: Survey, space: Space, scoring: Scoring, confidence: float = 95.0) -> Distribution:
    """Make a distribution of what was drawn."""
    values = [scoring.scores(evaluation.hits, evaluation.units) for evaluation in surveyed.evaluations]
    lattice = scoring.lattice
    scores = lattice if lattice is not None else np.unique(np.concatenate(values))
    places = [np.searchsorted(scores, value) for value in values]
    masses = np.bincount(np.concatenate(places), np.concatenate(surveyed.weights), len(scores)).astype(np.float64)
    shares = masses / masses.sum()
    band = band_of(shares, places, surveyed.weights, confidence)
    return Distribution(scores, shares, space.size, None, scoring.total, band)


def band_of(shares: Floats, places: list[Integers], weights: tuple[Floats, ...], confidence: float) -> Band:
    """Bound every tail: by Clopper and Pearson where uniform draws reach, else from the variance of weighted draws."""
    from scipy.special import betaincinv, stdtrit

    tails, entries = _from_top(shares), len(shares)
    # Bonferroni: each of the bounds, two a tail and each in one of two ways, may fail with an equal part of what may.
    allowed = (1 - confidence / 100) / (4 * np.count_nonzero(shares))
    reached, draws = _from_top(np.bincount(places[0], minlength=entries)), len(places[0])
    low = np.where(reached > 0, betaincinv(np.maximum(reached, 1), draws - reached + 1, allowed), 0.0)
    high = np.where(reached < draws, betaincinv(reached + 1, np.maximum(draws - reached, 1), 1 - allowed), 1.0)
    if len(weights) > 1:
        # A tail is a ratio of sums of weights: its variance is that of w·(1[in the tail] − tail), step by step.
        variance, sums, all_squares = np.zeros((3, entries))
        for at, w in zip(places, weights, strict=True):
            first, second = (_from_top(np.bincount(at, w**power, entries)) for power in (1, 2))
            squares = second * (1 - 2 * tails) + tails**2 * float((w**2).sum())
            variance += np.maximum(squares - (first - tails * float(w.sum())) ** 2 / len(w), 0.0)
            sums, all_squares = sums + first, all_squares + second
        thin = (reached < _ENOUGH) & (tails > 0)
        # As many draws of equal weight would say as much: the fewer, the less the variance itself is known.
        equal = np.where(thin, sums**2 / np.where(thin, all_squares, 1.0), 2.0)
        quantile = stdtrit(np.maximum(equal - 1, 1), 1 - allowed)
        spread = np.exp(np.minimum(quantile * np.sqrt(variance) / np.where(thin, tails, 1.0), 700.0))
        low, high = np.where(thin, tails / spread, low), np.where(thin, np.minimum(tails * spread, high), high)
    return Band(low, high, confidence)


def _from_top(values: NDArray[Any]) -> Floats:
    return np.cumsum(values[::-1])[::-1].astype(np.float64)
