"""How fast spaces are explored: extracts a second beside the official script, and exact distributions by counting.

1. All extracts of a newswire document of 60 sentences, reach(100), ROUGE-1 with stems and stop words kept: the
   exhaustive engine on one core and on two, beside the summaries a second of ROUGE-1.5.5 in the same run.
2. The exact ROUGE-2 distribution of whole scientific documents, at_most(150), against the abstract: seconds and states.
3. The tail of a space that can be counted, by sampling.

Texts are those of the corpora in SUMSPACE_CORPORA, or of the built-in sample where there are none.
"""

from __future__ import annotations

import random
import resource
import tempfile
import time
from pathlib import Path
from statistics import median

from sumspace.studies.documents import prepare

import sumspace
from bench import corpora, fastest, machine, official, use_cores
from sumspace.corpus.model import Example, Reference, Section, Text
from sumspace.document import References, Text
from sumspace.measures.measure import parse_measure
from sumspace.space.budget import AtMost, Reach
from sumspace.space.engines.engine import Allowance, explore
from sumspace.space.engines.exhaustive import exhaustive
from sumspace.space.engines.sampling import sampling
from sumspace.text.passage import Passage
from sumspace.text.profile import Profile

SENTENCES, WORDS, SUMMARIES = 60, 100, 2000


def examples(name: str, domain: str) -> list[Example]:
    """Return the documents of a corpus, or those of the sample from a domain."""
    found = [file for file in corpora() if file.name.startswith(name)]
    return list(sumspace.read(str(found[0]))) if found else [e for e in sumspace.read("sample") if e.domain == domain]


def news() -> tuple[Text, References]:
    """Join newswire articles to a document of 60 sentences, and references of theirs to one of about 100 words."""
    sentences: list[str] = []
    summary: list[str] = []
    for example in examples("gum-news", "newswire"):
        sentences += example.sentences()
        if sum(len(sentence.split()) for sentence in summary) < WORDS:
            summary += example.references[0].body.split()
        if len(sentences) >= SENTENCES:
            break
    document = Text((Section(Passage(sentences=tuple(sentences[:SENTENCES]))),))
    example = Example("joined", (document,), (Reference("A", Passage(sentences=tuple(summary))),))
    prepared = prepare(example, Profile())
    return prepared, next(prepared.references("all"))


def script_rate(prepared: Text, references: References) -> float | None:
    """Return how many extracts of the document the official script scores in a second, in one batch."""
    if official.missing():
        print(f"not measured: {official.missing()}")
        return None
    rng = random.Random(0)
    tasks = []
    for i in range(SUMMARIES):
        order = rng.sample(range(SENTENCES), SENTENCES)
        extract = Reach(WORDS).fill(order, prepared.lengths)
        chosen = [prepared.sentences[s] for s in extract.sentences] if extract else []
        tasks.append((f"{i:05d}", "X", chosen, [list(references.bodies[0].sentences or ())]))
    with tempfile.TemporaryDirectory() as folder:
        official.data_folder(Path(folder))
        # One resample: the bootstrap of the averages is not what is measured.
        options = ["-n", 1, "-x", "-m", "-l", WORDS, "-r", 1]
        return SUMMARIES / fastest(lambda: official.run(Path(folder), tasks, options), 1)


def visiting() -> None:
    """Visit all extracts of a newswire document."""
    prepared, references = news()
    space = prepared.space(parse_measure("rouge-1"), references, Reach(WORDS))
    print(f"{SENTENCES} sentences of {prepared.lengths.mean():.1f} words, reference of {references.length} words")
    print(f"reach({WORDS}) allows {space.size:,} extracts; ROUGE-1, stems, stop words kept\n")
    use_cores(1)
    small = prepared.space(parse_measure("rouge-1"), references, Reach(20))
    exhaustive(small, 1)  # compile
    script = script_rate(prepared, references)
    one = space.size / fastest(lambda: exhaustive(space, 1), 1)
    use_cores(2)
    two = space.size / fastest(lambda: exhaustive(space, 2), 1)
    if script:
        print(f"{'ROUGE-1.5.5.pl, one core':36}{script:>16,.0f} a second")
    print(f"{'exhaustive, one core':36}{one:>16,.0f} a second")
    print(f"{'exhaustive, two threads':36}{two:>16,.0f} a second, {two / one:.2f} × one")
    if script:
        print(f"one core visits {one / script:,.0f} × as many extracts as the script scores")
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6
    print(f"peak memory so far: {peak:.2f} GB\n")


def whole_documents() -> None:
    """Count all extracts of scientific documents."""
    use_cores(1)
    allowance = Allowance(time=60, memory=8)
    measure, budget = parse_measure("rouge-2"), AtMost(150)
    print(f"{'document':16}{'sentences':>10}{'extracts':>12}{'seconds':>9}  how")
    seconds, exact = [], []
    for example in examples("scisumm", "scientific"):
        prepared = prepare(example, Profile())
        references = next((r for r in prepared.references("each") if r.id == "abstract"), None)
        references = references or next(prepared.references("each"))
        begin = time.perf_counter()
        space = prepared.space(measure, references, budget)
        found = explore(space, allowance=allowance)
        seconds.append(time.perf_counter() - begin)
        exact.append(found.distribution.exact)
        how = f"{found.engine}: {found.reason}"
        print(f"{example.id:16}{len(prepared.words):>10}{space.size:>12.2g}{seconds[-1]:>9.2f}  {how}")
    print(f"\n{sum(exact)} of {len(exact)} exact; median {median(seconds):.2f} s, longest {max(seconds):.1f} s")
    print(f"exact within 60 s: {sum(e and s <= 60 for e, s in zip(exact, seconds, strict=True))} of {len(exact)}")
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6
    print(f"peak memory: {peak:.2f} GB\n")


def tails() -> None:
    """Compare the tails that sampling finds with those that counting finds."""
    example = examples("scisumm", "scientific")[0]
    prepared = prepare(example, Profile())
    references = next(prepared.references("each"))
    space = prepared.space(parse_measure("rouge-2"), references, AtMost(150))
    exact = explore(space, "counting", Allowance(time=60, memory=8)).distribution
    begin = time.perf_counter()
    found = sampling(space, 200_000)
    print(f"{example.id}: {space.size:.2g} extracts, sampled in {time.perf_counter() - begin:.1f} s")
    print(f"{'hits':>6}{'share at least':>16}{'estimate':>12}{'95 % band':>24}")
    for hits in range(0, len(exact.scores), 3):
        if 0 < exact.upper[hits] < 0.1 and found.upper[hits] > 0 and found.band:
            low, high = found.band.low[hits], found.band.high[hits]
            print(f"{hits:>6}{exact.upper[hits]:>16.3g}{found.upper[hits]:>12.3g}{low:>12.3g} -{high:>10.3g}")


def main() -> None:
    """Print all figures."""
    print(f"{machine()}\n")
    visiting()
    whole_documents()
    tails()


if __name__ == "__main__":
    main()
