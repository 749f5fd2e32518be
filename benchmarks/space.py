"""How fast spaces are explored: extracts a second beside the official script, and exact distributions by counting.

1. All extracts of a newswire document of 60 sentences, reach(100), ROUGE-1 with stems and stop words kept: the
   exhaustive engine on one core and on two, beside the summaries a second of ROUGE-1.5.5 in the same run.
2. The exact ROUGE-2 distribution of whole scientific documents, at_most(150), against the abstract: seconds and states.
3. The tail of a space that can be counted, by sampling.
4. ROUGE-1 against ROUGE-2 on newswire: extracts a second by both at once beside each alone, and a whole corpus.

Texts are those of the corpora in SUMSPACE_CORPORA, or of the built-in sample where there are none.
"""

from __future__ import annotations

import random
import resource
import tempfile
import time
from functools import partial
from pathlib import Path
from statistics import median

import sumspace
from bench import corpora, fastest, machine, official, use_cores
from sumspace.corpus.model import Example, Reference, Section, Text
from sumspace.document import Document, References
from sumspace.measures.coverage import cover
from sumspace.measures.measure import parse_measure
from sumspace.space.budget import AtMost, Reach
from sumspace.space.engines.engine import Allowance, explore
from sumspace.space.engines.exhaustive import exhaustive
from sumspace.space.engines.sampling import sampling
from sumspace.space.joint import explore_jointly
from sumspace.space.scoring import Scoring
from sumspace.space.space import Space
from sumspace.text.passage import Passage
from sumspace.text.profile import Profile

SENTENCES, WORDS, SUMMARIES = 60, 100, 2000


def examples(name: str, domain: str) -> list[Example]:
    """Return the documents of a corpus, or those of the sample from a domain."""
    files = [file for file in corpora() if file.name.startswith(name)]
    return list(sumspace.read(str(files[0]))) if files else [e for e in sumspace.read("sample") if e.domain == domain]


def scoring_of(document: Document, references: References, measure: str) -> Scoring:
    """Return how extracts of a document are scored against references."""
    return Scoring(cover(parse_measure(measure), document.words, references.sentences))


def news() -> tuple[Document, References]:
    """Join newswire articles to a document of 60 sentences, and references of theirs to one of about 100 words."""
    sentences: list[str] = []
    summary: list[str] = []
    for example in examples("gum-news", "newswire"):
        sentences += example.sentences()
        if sum(len(sentence.split()) for sentence in summary) < WORDS:
            summary += example.references[0].body.split()
        if len(sentences) >= SENTENCES:
            break
    text = Text((Section(Passage(sentences=tuple(sentences[:SENTENCES]))),))
    example = Example("joined", (text,), (Reference("A", Passage(sentences=tuple(summary))),))
    document = Document(example, Profile())
    return document, next(document.references("all"))


def script_rate(document: Document, references: References) -> float | None:
    """Return how many extracts of the document the official script scores in a second, in one batch."""
    if official.missing():
        print(f"not measured: {official.missing()}")
        return None
    rng = random.Random(0)
    tasks = []
    for i in range(SUMMARIES):
        order = rng.sample(range(SENTENCES), SENTENCES)
        extract = Reach(WORDS).fill(order, document.lengths)
        chosen = [document.sentences[s] for s in extract.sentences] if extract else []
        tasks.append((f"{i:05d}", "X", chosen, [list(references.bodies[0].sentences or ())]))
    with tempfile.TemporaryDirectory() as folder:
        official.data_folder(Path(folder))
        # One resample: the bootstrap of the averages is not what is measured.
        options = ["-n", 1, "-x", "-m", "-l", WORDS, "-r", 1]
        return SUMMARIES / fastest(lambda: official.run(Path(folder), tasks, options), 1)


def visiting() -> None:
    """Visit all extracts of a newswire document."""
    document, references = news()
    space, scoring = Space(document.lengths, Reach(WORDS)), scoring_of(document, references, "rouge-1")
    print(f"{SENTENCES} sentences of {document.lengths.mean():.1f} words, reference of {references.length} words")
    print(f"reach({WORDS}) allows {space.size:,} extracts; ROUGE-1, stems, stop words kept\n")
    use_cores(1)
    exhaustive(Space(document.lengths, Reach(20)), scoring, 1)  # compile
    script = script_rate(document, references)
    one = space.size / fastest(lambda: exhaustive(space, scoring, 1), 1)
    use_cores(2)
    two = space.size / fastest(lambda: exhaustive(space, scoring, 2), 1)
    if script:
        print(f"{'ROUGE-1.5.5.pl, one core':36}{script:>16,.0f} a second")
    print(f"{'exhaustive, one core':36}{one:>16,.0f} a second")
    print(f"{'exhaustive, two threads':36}{two:>16,.0f} a second, {two / one:.2f} × one")
    use_cores(1)
    whole = Space(document.lengths, AtMost(WORDS))
    rate = whole.size / fastest(lambda: exhaustive(whole, scoring, 1), 3)
    print(f"{f'of whole sentences, at_most({WORDS})':36}{rate:>16,.0f} a second, {whole.size:,} extracts")
    if script:
        print(f"one core visits {one / script:,.0f} × as many extracts as the script scores")
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6
    print(f"peak memory so far: {peak:.2f} GB\n")


def whole_documents() -> None:
    """Count all extracts of scientific documents."""
    use_cores(1)
    allowance = Allowance(time=60, memory=8)
    print(f"{'document':16}{'sentences':>10}{'extracts':>12}{'seconds':>9}  how")
    seconds, exact = [], []
    for example in examples("scisumm", "scientific"):
        document = Document(example, Profile())
        references = next((r for r in document.references("each") if r.id == "abstract"), None)
        references = references or next(document.references("each"))
        space = Space(document.lengths, AtMost(150))
        begin = time.perf_counter()
        explored = explore(space, scoring_of(document, references, "rouge-2"), allowance=allowance)
        seconds.append(time.perf_counter() - begin)
        exact.append(explored.distribution.exact)
        how = f"{explored.engine}: {explored.reason}"
        print(f"{example.id:16}{len(document.words):>10}{space.size:>12.2g}{seconds[-1]:>9.2f}  {how}")
    print(f"\n{sum(exact)} of {len(exact)} exact; median {median(seconds):.2f} s, longest {max(seconds):.1f} s")
    print(f"exact within 60 s: {sum(e and s <= 60 for e, s in zip(exact, seconds, strict=True))} of {len(exact)}")
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6
    print(f"peak memory: {peak:.2f} GB\n")


def tails() -> None:
    """Compare the tails that sampling finds with those that counting finds."""
    example = examples("scisumm", "scientific")[0]
    document = Document(example, Profile())
    space = Space(document.lengths, AtMost(150))
    scoring = scoring_of(document, next(document.references("each")), "rouge-2")
    exact = explore(space, scoring, "counting", Allowance(time=60, memory=8)).distribution
    begin = time.perf_counter()
    estimate = sampling(space, scoring, 200_000)
    print(f"{example.id}: {space.size:.2g} extracts, sampled in {time.perf_counter() - begin:.1f} s")
    print(f"{'hits':>6}{'share at least':>16}{'estimate':>12}{'95 % band':>24}")
    for hits in range(0, len(exact.scores), 3):
        if 0 < exact.upper[hits] < 0.1 and estimate.upper[hits] > 0 and estimate.band:
            low, high = estimate.band.low[hits], estimate.band.high[hits]
            print(f"{hits:>6}{exact.upper[hits]:>16.3g}{estimate.upper[hits]:>12.3g}{low:>12.3g} -{high:>10.3g}")


def against() -> None:
    """Count extracts by two measures at once."""
    document, references = news()
    space = Space(document.lengths, Reach(60))
    both = [scoring_of(document, references, measure) for measure in ("rouge-1", "rouge-2")]
    use_cores(1)
    for name, scoring in zip(("ROUGE-1", "ROUGE-2"), both, strict=True):
        rate = space.size / fastest(partial(exhaustive, space, scoring, 1), 3)
        print(f"{f'{name} alone':36}{rate:>16,.0f} a second, {space.size:,} extracts")
    first, second = (scoring.coverage for scoring in both)
    rate = space.size / fastest(lambda: explore_jointly(space, first, second, "exhaustive"), 3)
    print(f"{'both at once':36}{rate:>16,.0f} a second\n")
    use_cores(2)
    corpus = examples("realsumm", "newswire")
    print(f"{'budget':22}{'documents':>10}{'exact':>7}{'seconds':>9}{'pearson':>9}{'shared best':>13}")
    for budget in (None, "reach(60)", "reach(100)"):
        begin = time.perf_counter()
        (agreement,) = sumspace.against(corpus, budget=budget, jobs=2).agreements()
        seconds, mean = time.perf_counter() - begin, agreement.pearson.mean if agreement.pearson else 0.0
        shares = f"{mean:>9.3f}{agreement.shared_best or 0.0:>13.0%}"
        name = budget or "as the references"
        print(f"{name:22}{agreement.documents:>10}{agreement.exact:>7}{seconds:>9.1f}{shares}")


def main() -> None:
    """Print all figures."""
    print(f"{machine()}\n")
    visiting()
    whole_documents()
    tails()
    against()


if __name__ == "__main__":
    main()
