"""How often intervals of correlations between systems hold the truth, in corpora whose truth is known.

A score is the sum of what its system and its document are worth and of noise, and so is a judgement. The values of
systems correlate as wanted; noise correlates too, since people and measures read the same summary. What an interval is
about is known then: what as many other documents would give for these systems on average, or what infinitely many
systems would give over as many documents.
"""

from __future__ import annotations

import argparse
import math
import time
from typing import TYPE_CHECKING, get_args

import numpy as np

from bench import machine
from sumspace.compute.work import ordered_map
from sumspace.stats.correlation import correlate_rows
from sumspace.stats.resampling import Bootstrap, Over, intervals

if TYPE_CHECKING:
    from sumspace.arrays import Floats
    from sumspace.stats.correlation import Coefficient

SYSTEMS, DOCUMENTS, CORRELATIONS = (6, 10, 16, 25), (20, 100), (0.5, 0.85)
SHOWN: tuple[Coefficient, ...] = ("pearson", "spearman", "kendall", "accuracy")
#: The deviation of noise where that of systems is 1, as in corpora of news, and the correlation of noise.
NOISE, SHARED_NOISE = 2.0, 0.3
#: So many other sets of documents give the mean.
TRIALS = 200


def correlated(random: np.random.Generator, correlation: float, shape: tuple[int, ...]) -> Floats:
    """Return two tables of standard normal numbers that correlate."""
    first, second = random.standard_normal((2, *shape))
    return np.stack([first, correlation * first + math.sqrt(1 - correlation**2) * second])


def truth(
    random: np.random.Generator, effects: Floats, correlation: float, documents: int, over: Over
) -> dict[str, float]:
    """Return what an interval is about, by coefficient."""
    if over == "documents":
        noise = correlated(random, SHARED_NOISE, (TRIALS, effects.shape[1])) * NOISE / math.sqrt(documents)
        first, second = effects[:, None] + noise
        pearson, spearman, kendall = (
            float(np.mean([correlate_rows(x, y, name) or 0.0 for x, y in zip(first, second, strict=True)]))
            for name in ("pearson", "spearman", "kendall")
        )
    else:
        share = NOISE**2 / documents
        pearson = (correlation + SHARED_NOISE * share) / (1 + share)
        spearman, kendall = 6 / math.pi * math.asin(pearson / 2), 2 / math.pi * math.asin(pearson)
    return {"pearson": pearson, "spearman": spearman, "kendall": kendall, "accuracy": (1 + kendall) / 2}


def holds(
    seed: int, correlation: float, systems: int, documents: int, over: Over, resamples: int
) -> dict[str, tuple[bool, float]]:
    """Say for each coefficient whether the interval of one corpus holds the truth, and how wide it is."""
    random = np.random.default_rng(seed)
    effects = correlated(random, correlation, (systems,))
    noise = correlated(random, SHARED_NOISE, (documents, systems)) * NOISE
    scores, judgements = effects[:, None] + noise + random.standard_normal((2, documents, 1))
    (found,) = intervals(scores[None], judgements, "system", Bootstrap(resamples, seed=seed), over, 1)
    wanted = truth(random, effects, correlation, documents, over)
    result: dict[str, tuple[bool, float]] = {}
    for name in SHOWN:
        bounds = found[name]
        is_held = bounds is not None and bounds.low - 1e-9 <= wanted[name] <= bounds.high + 1e-9
        result[name] = is_held, bounds.high - bounds.low if bounds is not None else math.nan
    return result


def coverage(
    correlation: float, systems: int, documents: int, over: Over, corpora: int, resamples: int
) -> dict[str, float]:
    """Return by coefficient in how many percent of corpora the interval holds the truth."""

    def one(seed: int) -> dict[str, tuple[bool, float]]:
        return holds(seed, correlation, systems, documents, over, resamples)

    found = [one(0), *ordered_map(one, range(1, corpora))]
    return {name: 100 * sum(result[name][0] for result in found) / corpora for name in SHOWN}


def main() -> None:
    """Print the coverage of nominal 95 % for all sizes."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--corpora", type=int, default=200)
    parser.add_argument("--resamples", type=int, default=200)
    options = parser.parse_args()
    deviation = 100 * math.sqrt(0.95 * 0.05 / options.corpora)
    print(f"intervals: {machine()}")
    print(f"{options.corpora} corpora a line, {options.resamples} resamples; 95 % would be 95 ± {deviation:.1f}")
    begin = time.perf_counter()
    print(f"  {'over':9} {'r':>4} systems documents  " + "  ".join(SHOWN))
    for over in get_args(Over):
        found_here = []
        for correlation in CORRELATIONS:
            for systems in SYSTEMS:
                for documents in DOCUMENTS:
                    found = coverage(correlation, systems, documents, over, options.corpora, options.resamples)
                    found_here.append(found)
                    values = "  ".join(f"{found[name]:>{len(name)}.1f}" for name in SHOWN)
                    print(f"  {over:9} {correlation:>4} {systems:>7} {documents:>9}  {values}", flush=True)
        means = {name: sum(found[name] for found in found_here) / len(found_here) for name in SHOWN}
        print(f"  {over:9} mean of all sizes       " + "  ".join(f"{means[name]:>{len(name)}.1f}" for name in SHOWN))
    print(f"{time.perf_counter() - begin:.0f} s")


if __name__ == "__main__":
    main()
