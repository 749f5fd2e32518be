"""Under the profile rouge-score, every number equals that of the package, to the last bit."""

import random
from importlib.resources import files
from pathlib import Path

import numpy as np
import pytest
from rouge_score.rouge_scorer import RougeScorer
from rouge_score.scoring import BootstrapAggregator

import fuzz
from sumspace.measures.scoring import Setting, score_texts
from sumspace.stats.resampling import Bootstrap
from sumspace.text.profile import Profile

NAMES = {"rouge1": "rouge-1", "rouge2": "rouge-2", "rouge5": "rouge-5", "rougeL": "rouge-l", "rougeLsum": "rouge-lsum"}
ODD = ["", "  ", "\n\n", "İstanbul \u212a ſ ß", "a\nb a\n\na", "...", "東京 naïve café", "skies DYING news innings"]


def compare(texts, seed):
    """Score random tasks with both; return how many numbers were compared and what differs."""
    rng = random.Random(seed)
    stem = rng.random() < 0.6
    theirs = RougeScorer(list(NAMES), use_stemmer=stem)
    separator = rng.choice(["\n", " "])

    def text():
        return rng.choice(ODD) if rng.random() < 0.1 else separator.join(rng.choice(texts))

    base = [text() for _ in range(25)]
    summaries = [rng.choice([b, text(), f"{b}\n{text()}"]) for b in base]
    references = [[rng.choice([b, text()]) for _ in range(rng.randint(1, 4))] for b in base]
    ours = score_texts(summaries, references, list(NAMES.values()), Setting(Profile("rouge-score", stem=stem)))
    aggregator = BootstrapAggregator(n_samples=50)
    compared, differing = 0, []
    for i, (summary, several) in enumerate(zip(summaries, references, strict=True)):
        scores = theirs.score_multi(several, summary)
        aggregator.add_scores(scores)
        for name, expected in scores.items():
            found = ours[NAMES[name]]
            numbers = (found.precision[i], found.recall[i], found.f1[i])
            compared += 1
            if numbers != tuple(expected):
                differing.append((seed, name, summary, several, numbers, expected))
    np.random.seed(seed)  # noqa: NPY002 - what the package draws from
    averages = aggregator.aggregate()
    drawn = np.random.RandomState(seed)
    for name, expected in averages.items():
        found = ours[NAMES[name]]
        table = np.stack([found.precision, found.recall, found.f1], axis=1)
        intervals = Bootstrap(resamples=50).rouge_score(table, drawn)
        compared += 1
        numbers = [(i.low, i.mean, i.high) for i in intervals]
        if numbers != [tuple(three) for three in zip(expected.low, expected.mid, expected.high, strict=True)]:
            differing.append((seed, name, numbers, expected))
    return compared, differing


def test_random_texts_give_the_packages_numbers():
    sample = Path(str(files("sumspace.corpus") / "sample.jsonl"))
    texts = fuzz.texts_of_files([sample], random.Random(0))
    for seed in range(6):
        compared, differing = compare(texts, seed)
        assert not differing, differing[:3]
        assert compared == 130


@pytest.mark.slow
def test_twenty_thousand_comparisons_on_real_texts(corpora, capsys):
    texts = fuzz.texts_of_files(corpora.glob("*.jsonl.gz"), random.Random(0))
    total, seed = 0, 1000
    while total < 20_000:
        compared, differing = compare(texts, seed)
        assert not differing, differing[:3]
        total, seed = total + compared, seed + 1
    with capsys.disabled():
        print(f"\n{total:,} comparisons with rouge-score: no difference")
