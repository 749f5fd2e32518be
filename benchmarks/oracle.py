"""How fast oracles are found: exactly, all of them, beside the greedy algorithms that people use instead.

1. One exact oracle of a newswire document of about 30 sentences, on ROUGE-1 and on ROUGE-2 recall, from its coverage;
   beside a greedy algorithm in the style of BertSum's, and that of the package extoracle.
2. All oracles of topics of 150 to 250 sentences at 100 words, against 1 and against 4 references.
3. All oracles of topics of 500 to 1,000 sentences at 250 words: documents joined.
4. All ROUGE-1 oracles of stories and of topics of reviews at 250 words, with stop words: how many are proven and
   counted within a minute of one core.
5. `sumspace labels` on 2,000 documents, from the start of the program to its end.
6. Marginals of all sentences at a temperature of 0.01, mean of ROUGE-1 and ROUGE-2 F1, over all extracts of at most
   three sentences: newswire documents, and stories of some hundred sentences.

All on one core. Texts are those of the corpora in SUMSPACE_CORPORA, which must be there.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import time
from functools import partial
from pathlib import Path
from statistics import mean, median
from typing import TYPE_CHECKING

import sumspace
from bench import corpora, fastest, machine, use_cores
from sumspace.document import Document, tokenize
from sumspace.measures.coverage import cover
from sumspace.measures.measure import parse_measure
from sumspace.oracle.oracles import find_oracles
from sumspace.space.budget import AtMost, UpTo
from sumspace.space.marginals import find_marginals
from sumspace.space.scoring import Scoring
from sumspace.space.space import Space
from sumspace.text.profile import Profile

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from sumspace.corpus.model import Example
    from sumspace.document import Sentence
    from sumspace.oracle.oracles import Oracles

PROFILE = Profile()
MEASURES = ("rouge-1", "rouge-2")


def examples(name: str) -> list[Example]:
    """Return the documents of a corpus."""
    files = [file for file in corpora() if file.name.startswith(name)]
    return list(sumspace.read(str(files[0]))) if files else []


def bodies(example: Example) -> list[list[Sentence]]:
    """Return the references of a document as words."""
    return [tokenize(reference.body.split(), PROFILE) for reference in example.references]


def bertsum_greedy(document: list[list[int]], reference: list[int], most: int) -> list[int]:
    """Add the sentence with the highest sum of ROUGE-1 and ROUGE-2 F1 until none raises it, on sets of n-grams.

    So are the labels made that BertSum and many after it are trained on.
    """

    def ngrams(tokens: list[int], n: int) -> set[tuple[int, ...]]:
        return {tuple(tokens[i : i + n]) for i in range(len(tokens) - n + 1)}

    def f1(taken: set[tuple[int, ...]], wanted: set[tuple[int, ...]]) -> float:
        shared = len(taken & wanted)
        return 2 * shared / (len(taken) + len(wanted)) if shared else 0.0

    sentences = [(ngrams(tokens, 1), ngrams(tokens, 2)) for tokens in document]
    wanted = ngrams(reference, 1), ngrams(reference, 2)
    chosen: list[int] = []
    best = 0.0
    for _ in range(most):
        scores = {}
        for i in range(len(sentences)):
            if i not in chosen:
                taken = [sentences[c] for c in (*chosen, i)]
                scores[i] = sum(f1(set().union(*(sentence[n] for sentence in taken)), wanted[n]) for n in (0, 1))
        added = max(scores, key=scores.__getitem__, default=None)
        if added is None or scores[added] <= best:
            break
        best = scores[added]
        chosen.append(added)
    return sorted(chosen)


def space_of(scoring: Scoring, words: int) -> Space:
    """Return the extracts of at most so many words."""
    return Space(scoring.coverage.lengths, AtMost(words))


def exact_oracle(scoring: Scoring, words: int) -> Oracles:
    """Find one oracle of at most so many words, proven to be the best."""
    oracles = find_oracles(space_of(scoring, words), scoring, every=False)
    if oracles is None or not oracles.optimal:
        sys.exit("an oracle was not proven")
    return oracles


def one_oracle() -> None:
    """Compare one exact oracle with greedy algorithms, on documents of about 30 sentences."""
    from extoracle.utils import greedy_selection

    documents = [e for e in examples("realsumm") if 25 <= len(e.sentences()) <= 35]
    times: dict[str, list[float]] = {}
    for example in documents:
        words, references = tokenize(example.sentences(), PROFILE), bodies(example)
        tokens = [sentence.tokens for sentence in words]
        reference = [token for sentence in references[0] for token in sentence.tokens]
        texts = [sentence.split() for sentence in example.sentences()]
        summary = [sentence.split() for sentence in example.references[0].body.split()]
        length = max(sum(sentence.length for sentence in references[0]), 1)
        scorings = {name: Scoring(cover(parse_measure(name), words, references)) for name in MEASURES}
        runs: dict[str, Callable[[], object]] = {
            f"exact, {name}": partial(exact_oracle, scoring, length) for name, scoring in scorings.items()
        }
        runs["greedy as BertSum's"] = partial(bertsum_greedy, tokens, reference, 3)
        runs["extoracle"] = partial(greedy_selection, texts, summary, 3)
        for name, run in runs.items():
            times.setdefault(name, []).append(fastest(run, 5))
    print(
        f"\n1. One oracle of {len(documents)} documents of 25 to 35 sentences, at most as long as the reference, in ms"
    )
    for name, seconds in times.items():
        print(f"   {name:22} mean {1e3 * mean(seconds):8.3f}   median {1e3 * median(seconds):8.3f}")
    exact = [mean(times[f"exact, {name}"]) for name in MEASURES]
    for peer in ("greedy as BertSum's", "extoracle"):
        slower, both = mean(times[peer]) / max(exact), mean(times[peer]) / sum(exact)
        print(f"   {peer}: {slower:.1f} times as long as the slower exact one, {both:.1f} times as long as both")


def topics() -> Iterator[tuple[str, list[Sentence], list[list[Sentence]]]]:
    """Yield topics of 150 to 250 sentences with 4 references: reviews, and the beginnings of stories."""
    for example in examples("opinosis"):
        if 150 <= len(example.sentences()) <= 250 and len(example.references) >= 4:
            yield "opinion", tokenize(example.sentences(), PROFILE), bodies(example)[:4]
    for number, example in enumerate(examples("squality")):
        sentences = example.sentences()[: 150 + 5 * (number % 21)]
        yield "literary", tokenize(sentences, PROFILE), bodies(example)[:4]


def joined() -> Iterator[tuple[str, list[Sentence], list[list[Sentence]]]]:
    """Yield topics of 500 to 1,000 sentences: neighbouring documents together, and their references in turn."""
    for name in ("scisumm", "opinosis"):
        words: list[Sentence] = []
        references: list[list[Sentence]] = []
        for example in examples(name):
            more = tokenize(example.sentences(), PROFILE)
            if len(words) + len(more) > 1000:
                words, references = [], []
            words += more
            for place, body in enumerate(bodies(example)):
                references += [[]] if place == len(references) else []
                references[place] = references[place] + body
            if len(words) >= 500:
                yield name, words, references
                words, references = [], []


def all_oracles(
    title: str, documents: Sequence[tuple[str, list[Sentence], list[list[Sentence]]]], words: int, limit: str
) -> None:
    """Find all oracles of topics, against one reference and against all of them."""
    print(f"\n{title}")
    for several in (False, True):
        for name in MEASURES:
            times, counts, proven, hardest = [], [], 0, ("", 0.0)
            for kind, document, references in documents:
                scoring = Scoring(cover(parse_measure(name), document, references if several else references[:1]))
                begin = time.perf_counter()
                oracles = find_oracles(space_of(scoring, words), scoring, 60.0)
                times.append(time.perf_counter() - begin)
                if oracles is None:
                    sys.exit("a topic has no extract")
                proven += oracles.optimal and oracles.count is not None
                counts.append(oracles.count or 0)
                hardest = max(hardest, (f"{kind}, {len(document)} sentences", times[-1]), key=lambda topic: topic[1])
            who = "all references" if several else "1 reference   "
            print(
                f"   {name}, {who}: mean {1e3 * mean(times):9.2f} ms, median {1e3 * median(times):8.2f}, "
                f"slowest {1e3 * max(times):9.2f} ({hardest[0]}); {proven} of {len(times)} complete; "
                f"median {median(counts):,.1f} oracles, most {max(counts):,}"
            )
    print(f"   wanted: {limit}")


def within_a_minute(corpus: str, references: str) -> None:
    """Count all oracles of a corpus at 250 words, by all references of a topic or by each; time is that of the core."""
    times, counts, counted, hardest = [], [], 0, ("", 0.0)
    for example in examples(corpus):
        document, several = tokenize(example.sentences(), PROFILE), bodies(example)
        for number, group in enumerate([several] if references == "all" else [[body] for body in several], 1):
            scoring = Scoring(cover(parse_measure("rouge-1"), document, group))
            begin = time.thread_time()
            oracles = find_oracles(space_of(scoring, 250), scoring, 600.0)
            times.append(time.thread_time() - begin)
            if oracles is None:
                sys.exit("a topic has no extract")
            counted += oracles.optimal and oracles.count is not None and times[-1] <= 60.0
            counts.append(oracles.count or 0)
            name = example.id if references == "all" else f"{example.id}, reference {number}"
            hardest = max(hardest, (name, times[-1]), key=lambda topic: topic[1])
    print(
        f"   {corpus}, {references}: {counted} of {len(times)} proven and counted; mean {mean(times):.2f} s, "
        f"median {median(times):.3f}, slowest {hardest[1]:.1f} ({hardest[0]}); most oracles {max(counts):,}"
    )


def labels() -> None:
    """Run the program on 2,000 documents, on one core."""
    documents = [e.record for e in examples("realsumm")]
    with tempfile.TemporaryDirectory() as folder:
        corpus = Path(folder) / "corpus.jsonl"
        lines = (json.dumps({**dict(d), "id": f"{d['id']}-{k}"}) for k in range(20) for d in documents)
        corpus.write_text("\n".join(lines), encoding="utf-8")
        print(f"\n5. sumspace labels on {20 * len(documents):,} documents, one core, with the start of the program")
        for options in ([], ["-m", "rouge-1", "--score", "recall", "--words", "60"]):
            run = [sys.executable, "-m", "sumspace", "labels", str(corpus), "--jobs", "1", *options]
            run += ["--output", str(Path(folder) / "labels.jsonl")]
            subprocess.run([*run[:4], "sample", *run[5:]], check=True, capture_output=True)
            begin = time.perf_counter()
            done = subprocess.run(run, check=True, capture_output=True, text=True)
            seconds = time.perf_counter() - begin
            what = " ".join(options) or "mean of ROUGE-1 and ROUGE-2 F1, at most 3 sentences"
            print(f"   {what}: {20 * len(documents) / seconds:.0f} documents a second; {done.stderr.splitlines()[-2]}")


def marginals() -> None:
    """Visit all extracts of at most three sentences."""
    print("\n6. Marginals at temperature 0.01, all extracts of at most 3 sentences")
    for corpus in ("realsumm", "squality"):
        seconds, extracts = [], []
        for example in examples(corpus)[:20]:
            sentences = tokenize(example.sentences(), PROFILE)
            space = Space(Document(example, PROFILE).lengths, UpTo(3))
            scorings = [Scoring(cover(parse_measure(m), sentences, bodies(example)), "f1") for m in MEASURES]
            seconds.append(fastest(partial(find_marginals, space, scorings, 0.01)))
            extracts.append(space.size)
        print(
            f"   {corpus}, {len(seconds)} documents: {mean(extracts):,.0f} extracts on average, mean "
            f"{mean(seconds):.4f} s, slowest {max(seconds):.3f} s with {extracts[seconds.index(max(seconds))]:,}"
        )


if __name__ == "__main__":
    use_cores(1)
    print(f"oracles: {machine()}")
    if not corpora():
        sys.exit("these figures need the corpora; set SUMSPACE_CORPORA to their folder")
    one_oracle()
    all_oracles(
        "2. All oracles of topics of 150 to 250 sentences at 100 words", list(topics()), 100, "mean below 10 ms"
    )
    all_oracles(
        "3. All oracles of topics of 500 to 1,000 sentences at 250 words", list(joined()), 250, "each below 60 s"
    )
    print("\n4. All ROUGE-1 oracles at 250 words, with stop words, within 60 s of one core")
    for corpus in ("squality", "opinosis"):
        for references in ("all", "each"):
            within_a_minute(corpus, references)
    labels()
    marginals()
