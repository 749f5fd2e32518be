"""The sampling engine: exactly uniform draws, and tilted ones for the tail that uniform draws never reach.

A uniform draw is the extract that a uniformly random number stands for. A tilted draw has a probability in proportion
to exp(θ·price): prices of sentences add up, so the sum over all extracts is known, and the draws are independent.
Steps of θ lead from all extracts to the best ones, and what was drawn at all steps is weighted back together by the
balance heuristic (Veach & Guibas 1995).
"""

from __future__ import annotations

from dataclasses import dataclass
from math import log
from typing import TYPE_CHECKING, Any

import numpy as np

from sumspace.compute.threads import ordered_map
from sumspace.errors import SettingError
from sumspace.space.distribution import Band, Distribution
from sumspace.space.space import ways

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from sumspace.measures.coverage import Coverage
    from sumspace.space.space import Space

    Integers = NDArray[np.int64]
    Floats = NDArray[np.float64]

__all__ = ["Draws", "Sampler", "look", "sampling", "weigh"]

_CHUNK = 4096
#: The most steps from uniform draws to the best extracts, and how far each goes, in standard deviations of the price.
_STEPS, _STRIDE = 40, 1.5
#: A sentence is never made more likely than by e to this power.
_STEEPEST = 100.0
#: With this many uniform draws beyond a score, they alone say how sure its tail is.
_ENOUGH = 200


@dataclass(frozen=True, eq=False)
class Draws:
    """Extracts that were drawn: sentences (−1 after the last), words of a cut last one (else −1), hits, units."""

    chosen: NDArray[np.int32]
    words: Integers
    hits: Integers
    units: Integers
    #: What each draw costs at each step of a ladder: [step, draw].
    prices: Floats
    #: For every unit, what one more occurrence would give on average.
    margins: Floats


@dataclass(frozen=True, eq=False)
class _Tilt:
    """Draws in proportion to exp(prices), and the logarithm of what that adds up to over all extracts."""

    prices: Floats
    log_sum: float
    table: Floats


class Sampler:
    """Draws extracts of a space; the same seed gives the same draws with any number of jobs."""

    def __init__(self, space: Space, seed: int = 0, jobs: int | None = 1) -> None:
        from sumspace.space.kernels.sampling import ways as table_of_ways

        if not space.size or space.is_whole:
            raise SettingError("there is nothing to choose from: draw from spaces with several extracts")
        self._space = space
        self._seed = seed
        self._jobs = jobs
        window = space.window
        most = max(space.size, *(max(counts) for counts in ways(window)))
        self._limbs = (most.bit_length() + 1) // 64 + 1
        self._table = table_of_ways(window.costs, window.high, window.cut, self._limbs)
        self._most = max(int((np.cumsum(np.sort(window.costs)) <= window.high).sum()) + window.cut, 1)

    def uniform(self, count: int, ladder: list[_Tilt] | None = None, stream: int = 0) -> Draws:
        """Draw uniformly."""
        from sumspace.space.kernels.sampling import draw_uniform

        space, window = self._space, self._space.window
        mask = (1 << 64) - 1
        size = np.array([space.size >> 64 * k & mask for k in range(self._limbs)], dtype=np.uint64)

        def draw(first: int, chosen: NDArray[np.int32], words: Integers) -> None:
            draw_uniform(
                self._table, window.costs, window.low, size, int(space.without_empty), self._key(stream), first, chosen,
                words,
            )  # fmt: skip

        return self._draw(count, draw, ladder or [])

    def tilted(self, tilt: _Tilt, count: int, ladder: list[_Tilt], stream: int) -> Draws:
        """Draw in proportion to exp(prices)."""
        from sumspace.space.kernels.sampling import draw_tilted

        rows, window, weights = self._space.coverage.rows, self._space.window, np.exp(tilt.prices)

        def draw(first: int, chosen: NDArray[np.int32], words: Integers) -> None:
            draw_tilted(tilt.table, window.costs, window.low, rows, weights, self._key(stream), first, chosen, words)

        return self._draw(count, draw, ladder)

    def tilt(self, prices: Floats) -> _Tilt:
        """Sum up exp(prices) over all extracts; a row's price is that of the first words of a sentence."""
        from sumspace.space.kernels.sampling import tilted_ways

        window = self._space.window
        rows = self._space.coverage.rows
        table, scales = tilted_ways(window.costs, window.high, window.cut, rows, np.exp(prices))
        return _Tilt(prices, float(np.log(table[0, int(window.cut), window.low :].sum()) + scales[0]), table)

    def ladder(self, count: int) -> list[_Tilt]:
        """Find steps of tilting, each from what was drawn at the one before, until hits no longer rise."""
        coverage = self._space.coverage
        if not len(coverage.units):
            return []
        draws = self.uniform(count, stream=1)
        tilts: list[_Tilt] = []
        best, theta, stuck = float(draws.hits.mean()), 0.0, 0
        while len(tilts) < _STEPS and stuck < 2:
            prices = _prices(coverage, draws.margins)
            spread = float(_priced(coverage, prices, draws).std())
            theta += _STRIDE / max(spread, 1e-9)
            if theta * prices.max(initial=0.0) > _STEEPEST:
                break
            tilts.append(self.tilt(theta * prices))
            draws = self.tilted(tilts[-1], count, [], 2 + len(tilts))
            mean = float(draws.hits.mean())
            stuck = stuck + 1 if mean < best + 0.25 else 0
            best = max(best, mean)
        return tilts

    def _key(self, stream: int) -> np.uint64:
        return np.uint64(np.random.SeedSequence([abs(self._seed), stream]).generate_state(1, np.uint64)[0])

    def _draw(self, count: int, draw: Callable[[int, NDArray[np.int32], Integers], None], ladder: list[_Tilt]) -> Draws:
        coverage = self._space.coverage
        prices = np.array([tilt.prices for tilt in ladder]).reshape(len(ladder), len(coverage.ends))

        def work(first: int) -> Draws:
            number = min(_CHUNK, count - first)
            chosen, words = np.empty((number, self._most), dtype=np.int32), np.empty(number, dtype=np.int64)
            draw(first, chosen, words)
            return look(coverage, chosen, words, prices)

        parts = list(ordered_map(work, range(0, count, _CHUNK), self._jobs))
        return Draws(
            chosen=np.concatenate([part.chosen for part in parts]),
            words=np.concatenate([part.words for part in parts]),
            hits=np.concatenate([part.hits for part in parts]),
            units=np.concatenate([part.units for part in parts]),
            prices=np.concatenate([part.prices for part in parts], axis=1),
            margins=np.average([part.margins for part in parts], axis=0, weights=[len(part.words) for part in parts]),
        )


def look(coverage: Coverage, chosen: NDArray[np.int32], words: Integers, prices: Floats | None = None) -> Draws:
    """See what extracts score; prices, if any, are given for every row."""
    from sumspace.space.kernels.sampling import evaluate

    if prices is None:
        prices = np.empty((0, len(coverage.ends)))
    hits, units = np.empty((2, len(words)), dtype=np.int64)
    priced = np.empty((len(prices), len(words)))
    margins = np.zeros(len(coverage.gain_starts) - 1)
    evaluate(
        chosen, words, coverage.units, coverage.starts, coverage.rows, coverage.ends, coverage.sizes, coverage.gains,
        coverage.gain_starts, prices, hits, units, priced, margins,
    )  # fmt: skip
    return Draws(chosen, words, hits, units, priced, margins / max(len(words), 1))


def _prices(coverage: Coverage, margins: Floats) -> Floats:
    """Price the first words of every sentence by what their units give on average."""
    running = np.concatenate([[0.0], np.cumsum(margins[coverage.units])])
    prices: Floats = running[coverage.ends] - np.repeat(running[coverage.starts], np.diff(coverage.rows))
    return prices


def _priced(coverage: Coverage, prices: Floats, draws: Draws) -> Floats:
    """Return the price of every draw."""
    whole = np.append(prices[coverage.rows[1:] - 1], 0.0)[draws.chosen].sum(axis=1)
    last = draws.chosen[np.arange(len(draws.chosen)), (draws.chosen >= 0).sum(axis=1) - 1]
    cut = prices[coverage.rows[last] + draws.words] - prices[coverage.rows[last + 1] - 1]
    priced: Floats = whole + np.where(draws.words >= 0, cut, 0.0)
    return priced


def sampling(
    space: Space, draws: int = 100_000, seed: int = 0, jobs: int | None = 1, confidence: float = 95.0
) -> Distribution:
    """Estimate the distribution, with a band that holds for all scores at once with this confidence, in percent."""
    sampler = Sampler(space, seed, jobs)
    count = max(draws // 10, 1000)
    ladder = sampler.ladder(max(count // 5, 500))
    found = [sampler.uniform(draws, ladder)]
    found += [sampler.tilted(tilt, count, ladder, 100 + step) for step, tilt in enumerate(ladder)]
    return _combine(space, found, ladder, confidence)


def weigh(space: Space, found: list[Draws], ladder: list[_Tilt]) -> list[Floats]:
    """Return the weight of every draw of every step: together, in expectation, they add up to 1.

    The balance heuristic: a draw weighs the probability that it should have, divided by the number of times that all
    steps together were expected to draw it.
    """
    size = log(space.size)
    weights = []
    for draws in found:
        expected = np.full(len(draws.hits), log(len(found[0].hits)) - size)
        for step, (tilt, others) in enumerate(zip(ladder, found[1:], strict=True)):
            expected = np.logaddexp(expected, log(len(others.hits)) + draws.prices[step] - tilt.log_sum)
        weight = np.exp(-size - expected)
        # The empty set can be drawn by a tilt, but may be no extract.
        weights.append(np.where(draws.chosen[:, 0] < 0, not space.without_empty, 1) * weight)
    return weights


def _combine(space: Space, found: list[Draws], ladder: list[_Tilt], confidence: float) -> Distribution:
    """Put the draws together and say how sure every tail is."""
    from scipy.special import ndtri
    from scipy.stats import beta

    weights = weigh(space, found, ladder)
    values = [space.scored(draws.hits, draws.units) for draws in found]
    scores = space.lattice if space.lattice is not None else np.unique(np.concatenate(values))
    places = [np.searchsorted(scores, value) for value in values]
    masses = np.bincount(np.concatenate(places), np.concatenate(weights), len(scores)).astype(np.float64)
    shares = masses / masses.sum()
    # For every tail: its share, and the variance of that, step by step.
    tails, variance = _from_top(shares), np.zeros(len(scores))
    for at, w in zip(places, weights, strict=True):
        first, second = (_from_top(np.bincount(at, w**power, len(scores))) for power in (1, 2))
        variance += np.maximum(second - first**2 / len(w), 0.0)
    # Bonferroni: each of the bounds may fail with an equal part of what is allowed.
    allowed = (1 - confidence / 100) / (2 * np.count_nonzero(shares))
    reached, draws = _from_top(np.bincount(places[0], minlength=len(scores))), len(values[0])
    low = np.where(reached > 0, beta.ppf(allowed, np.maximum(reached, 1), draws - reached + 1), 0.0)
    high = np.where(reached < draws, beta.ppf(1 - allowed, reached + 1, np.maximum(draws - reached, 1)), 1.0)
    if ladder:
        thin = (reached < _ENOUGH) & (tails > 0)
        spread = np.exp(-ndtri(allowed) * np.sqrt(variance) / np.where(thin, tails, 1.0))
        low, high = np.where(thin, tails / spread, low), np.where(thin, np.minimum(tails * spread, high), high)
    band = Band(low, high, confidence)
    return Distribution(scores, shares, space.size, None, space.total, band)


def _from_top(values: NDArray[Any]) -> Floats:
    return np.cumsum(values[::-1])[::-1].astype(np.float64)
