"""Summaries scored a second: sumspace beside the official script, rouge-score and rouge-score-rs.

All score the same 10,000 pairs of texts of about 100 words with stemming, one after the other, on one core. The
texts are random extracts of the corpora in SUMSPACE_CORPORA, or of the built-in sample where there are none.
"""

from __future__ import annotations

import os
import random
import tempfile
from pathlib import Path

os.environ["RAYON_NUM_THREADS"] = "1"  # before rouge-score-rs is loaded

import rouge_score_rs
from rouge_score.rouge_scorer import RougeScorer

import sumspace
from bench import corpora, fastest, machine, official, use_cores
from sumspace.text import encoding

PAIRS = 10_000
WORDS = 100


def documents() -> tuple[str, list[list[str]]]:
    """Return what texts are used, and documents as lists of sentences."""
    found = corpora()
    sources = [str(file) for file in found] or ["sample"]
    texts = [list(example.sentences()) for source in sources for example in sumspace.read(source)]
    names = ", ".join(file.name.removesuffix(".jsonl.gz") for file in found) or "the built-in sample"
    return names, [text for text in texts if sum(len(s.split()) for s in text) > 2 * WORDS]


def extract(sentences: list[str], rng: random.Random) -> str:
    """Return random sentences of at least WORDS words together."""
    chosen: list[str] = []
    length = 0
    for sentence in rng.sample(sentences, len(sentences)):
        chosen.append(sentence)
        length += len(sentence.split())
        if length >= WORDS:
            break
    return " ".join(chosen)


def ours(summaries: list[str], references: list[str], measures: list[str], profile: str) -> None:
    """Score with a fresh vocabulary, so that every distinct word is stemmed in each run."""
    encoding._encoder.cache_clear()  # noqa: SLF001 - so that words are new again
    sumspace.score(summaries, references, measure=measures, profile=profile)


def main() -> None:
    """Print a table of speeds and ratios."""
    use_cores(1)
    rng = random.Random(0)
    names, texts = documents()
    pairs = [(extract(text, rng), extract(text, rng)) for text in rng.choices(texts, k=PAIRS)]
    summaries, references = [one for one, _ in pairs], [two for _, two in pairs]
    mean = sum(len(text.split()) for text in summaries + references) / (2 * PAIRS)
    print(f"{machine()}, one core")
    print(f"{PAIRS:,} pairs of {mean:.0f} words on average from {names}; stemming\n")

    both = ["rouge-1", "rouge-2"]
    ours(summaries[:10], references[:10], [*both, "rouge-su4", "rouge-l"], "rouge155")  # compile
    seconds: dict[str, float] = {}
    if official.missing():
        print(f"not measured: {official.missing()}")
    else:
        tasks = [(f"{i:05d}", "X", [one], [[two]]) for i, (one, two) in enumerate(pairs)]
        with tempfile.TemporaryDirectory() as folder:
            official.data_folder(Path(folder))
            # One resample: the bootstrap of the averages is not what is measured.
            options = ["-n", 2, "-x", "-m", "-r", 1]
            seconds["ROUGE-1.5.5.pl, R1+R2"] = fastest(lambda: official.run(Path(folder), tasks, options), 1)
    python, rust = (
        RougeScorer(["rouge1", "rouge2"], use_stemmer=True),
        rouge_score_rs.RougeScorer(["rouge1", "rouge2"], use_stemmer=True),
    )
    seconds["rouge-score, R1+R2"] = fastest(lambda: [python.score(r, s) for s, r in pairs], 1)
    seconds["rouge-score-rs, R1+R2"] = fastest(lambda: rust.score_batch(references, summaries), 3)
    for profile in ("rouge155", "rouge-score"):
        seconds[f"sumspace {profile}, R1+R2"] = fastest(lambda p=profile: ours(summaries, references, both, p), 3)
    for more in ("rouge-su4", "rouge-l"):
        seconds[f"sumspace rouge155, R1+R2+{more}"] = fastest(
            lambda m=more: ours(summaries, references, [*both, m], "rouge155"), 3
        )

    python_time, rust_time = seconds["rouge-score, R1+R2"], seconds["rouge-score-rs, R1+R2"]
    print(f"{'':36}{'a second':>10}  {'× rouge-score':>14}  {'× rouge-score-rs':>16}")
    for name, taken in seconds.items():
        print(f"{name:36}{PAIRS / taken:>10,.0f}  {python_time / taken:>14.1f}  {rust_time / taken:>16.2f}")
    plain = seconds["sumspace rouge155, R1+R2"]
    for more in ("rouge-su4", "rouge-l"):
        print(f"{more} on top of R1+R2 costs {seconds[f'sumspace rouge155, R1+R2+{more}'] / plain - 1:.0%}")


if __name__ == "__main__":
    main()
