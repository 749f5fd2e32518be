"""Every number equals that of the official script, ROUGE-1.5.5, to its five printed decimals."""

import random
from importlib.resources import files
from pathlib import Path

import numpy as np
import pytest

import fuzz
import official
from sumspace.measures.scoring import evaluate
from sumspace.stats.resampling import Bootstrap


def compare(folder, texts, seed):
    """Score random tasks in a random setting with both; return how many numbers were compared and what differs."""
    rng = random.Random(seed)
    tasks, configuration = fuzz.tasks(texts, rng), fuzz.configuration(rng)
    try:
        scores, averages = official.run(folder, tasks, configuration.options)
    except ZeroDivisionError:
        configuration = configuration.without_w()
        scores, averages = official.run(folder, tasks, configuration.options)
    ours = evaluate(fuzz.pairs(tasks), configuration.measures, configuration.setting)
    bootstrap = Bootstrap(configuration.resamples, configuration.confidence)
    compared, differing = 0, []

    def check(expected, numbers, *what):
        nonlocal compared
        compared += 1
        found = tuple(f"{number:.5f}" for number in numbers)
        if found != expected:
            differing.append((seed, configuration.options, *what, found, expected))

    for measure, score in ours.items():
        table = np.stack([score.recall, score.precision, score.f1], axis=1)
        for (id_, system, _, _), numbers in zip(tasks, table, strict=True):
            check(scores[str(measure), f"{id_}.{system}"], numbers, str(measure), id_, system)
        for system in ("X", "sysB"):
            places = [i for i, task in enumerate(tasks) if task[1] == system]
            places.sort(key=lambda i: f"{tasks[i][0]}.{tasks[i][1]}")
            for letter, average in zip("RPF", bootstrap.rouge155(table[places]), strict=True):
                numbers = (average.mean, average.low, average.high)
                check(averages[system, str(measure), letter], numbers, str(measure), system, letter)
    return compared, differing


def test_random_settings_give_the_scripts_numbers(official_folder):
    sample = Path(str(files("sumspace.corpus") / "sample.jsonl"))
    texts = fuzz.texts_of_files([sample], random.Random(0))
    compared = 0
    for seed in range(12):
        count, differing = compare(official_folder, texts, seed)
        assert not differing, differing[:5]
        compared += count
    assert compared > 1500


@pytest.mark.slow
def test_twenty_thousand_comparisons_on_real_texts(official_folder, corpora, capsys):
    texts = fuzz.texts_of_files(corpora.glob("*.jsonl.gz"), random.Random(0))
    compared, seed = 0, 1000
    while compared < 25_000:
        count, differing = compare(official_folder, texts, seed)
        assert not differing, differing[:5]
        compared, seed = compared + count, seed + 1
    with capsys.disabled():
        print(f"\n{compared:,} comparisons with ROUGE-1.5.5 in {seed - 1000} settings: no difference")
