"""Paired tests of systems beside sacrebleu's on the same scores, and how often intervals of 95 % are right."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import numpy as np

import sumspace
from bench import corpora, fastest, machine, use_cores
from sacrebleu_mean import paired_p_values
from sumspace.stats.paired import compare_pairs, resampled_means, widened
from sumspace.stats.resampling import Bootstrap

if TYPE_CHECKING:
    from pathlib import Path

CORPUS = "realsumm"
#: What sacrebleu has for approximate randomization; its bootstrap has 1,000 resamples unless told otherwise.
RESAMPLES = 10_000
SIMULATED = 4000


def scores_of(path: Path) -> np.ndarray:
    """Return the ROUGE-2 F1 of every document and system."""
    scores = sumspace.score(str(path), measure="rouge-2")
    rows = {id_: row for row, id_ in enumerate(dict.fromkeys(id_ for id_, _, _ in scores.keys))}
    columns = {name: column for column, name in enumerate(dict.fromkeys(name for _, name, _ in scores.keys))}
    table = np.full((len(rows), len(columns)), np.nan)
    for (id_, name, _), value in zip(scores.keys, scores["rouge-2"].f1, strict=True):
        table[rows[id_], columns[name]] = value
    return table


def beside_sacrebleu(table: np.ndarray) -> None:
    """Compare the first system with all others, by both tests of sacrebleu and by ours, on one core."""
    pairs = [(place, 0) for place in range(1, table.shape[1])]
    bootstrap = Bootstrap(resamples=RESAMPLES)
    results = compare_pairs(table, pairs, bootstrap, workers=1)
    ours = fastest(lambda: compare_pairs(table, pairs, bootstrap, workers=1), 3)
    size = f"{len(pairs)} pairs of {len(table)} documents, {RESAMPLES:,} resamples"
    print(f"{size}, one core; ours, both tests: {ours:.3f} s")
    total = 0.0
    for test, name, field in (("ar", "approximate randomization", "p"), ("bs", "paired bootstrap", "bootstrap_p")):
        begin = time.perf_counter()
        theirs = paired_p_values(table, test, RESAMPLES)
        seconds = time.perf_counter() - begin
        total += seconds
        furthest = max(abs(getattr(r, field) - p) for r, p in zip(results, theirs, strict=True))
        print(f"  sacrebleu, {name}: {seconds:.2f} s; p-values differ by {furthest:.4f} at most")
    print(f"  sacrebleu takes {total / ours:.0f} times as long")


def coverage() -> None:
    """Print how often an interval of 95 % has the true difference in it, beside plain percentiles."""
    draws = {
        "normal": (lambda random, shape: random.normal(size=shape), 0.0),
        "differences of scores": (lambda random, shape: random.beta(2, 8, shape) - random.beta(2, 10, shape), 1 / 30),
        "skewed": (lambda random, shape: random.exponential(size=shape), 1.0),
    }
    print(f"how often intervals of 95 % are right, of {SIMULATED:,} simulated pairs (plain percentiles):")
    for documents in (5, 10, 30, 100):
        texts = []
        for name, (draw, true) in draws.items():
            values = draw(np.random.default_rng(1), (documents, SIMULATED))
            drawn = resampled_means(values, Bootstrap(resamples=2000))
            intervals = [widened(0.0, own, 95, documents) for own in drawn.T]
            right = np.mean([interval.low <= true <= interval.high for interval in intervals])
            low, high = np.percentile(drawn, [2.5, 97.5], axis=0)
            texts.append(f"{name} {right:.1%} ({np.mean((low <= true) & (true <= high)):.1%})")
        print(f"  {documents} documents: {', '.join(texts)}")


def main() -> None:
    """Print everything; what needs the corpus only where it is there."""
    print(f"compare: {machine()}")
    path = next((path for path in corpora() if path.name.startswith(CORPUS)), None)
    if path is None:
        print(f"the corpus {CORPUS} is not there")
    else:
        for space in (False, True):
            begin = time.perf_counter()
            study = sumspace.compare(str(path), space=space)
            seconds = time.perf_counter() - begin
            pairs = sum(contest.tested for contest in study.overall)
            size = f"{len(study.systems)} systems, {pairs} pairs on {len(study.overall)} measures"
            print(f"{CORPUS}: {size}, {'among all extracts too' if space else 'without spaces'}: {seconds:.0f} s")
        use_cores(1)
        beside_sacrebleu(scores_of(path))
    coverage()


if __name__ == "__main__":
    main()
