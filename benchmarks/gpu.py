"""How fast a CUDA card visits all extracts of a space, from the text to the distribution, and whether it counts right.

1. Newswire of 99 sentences, reach(120): ROUGE-1, ROUGE-SU4, the F1 of ROUGE-1, and a mask of 400 words of 64 bits.
2. Smaller budgets, each with the counts of the CPU beside it, on all its cores.

Kernels are compiled once for each shape; with that, and without it. Texts are those of gum-news in SUMSPACE_CORPORA, or
of the built-in sample where it is not there.
"""

from __future__ import annotations

import time
from itertools import chain

from bench import machine
from space import examples
from sumspace.compute.work import cores
from sumspace.corpus.model import Example, Reference, Section, Text
from sumspace.document import Document, References
from sumspace.measures.coverage import Coverage, cover
from sumspace.measures.measure import parse_measure
from sumspace.space.budget import AtMost, Budget, Exactly, Reach, Within
from sumspace.space.engines.cuda import cards, exhaustive_on_cards
from sumspace.space.engines.exhaustive import exhaustive
from sumspace.space.scoring import Score, Scoring
from sumspace.space.space import Space
from sumspace.text.passage import Passage
from sumspace.text.profile import Profile

SENTENCES, WORDS, EXTRACTS = 99, 120, 4.5e11
#: Words of the mask that is made wide on purpose, and spaces up to which the CPU counts too.
WIDE, SMALL, WIDE_MEASURE = 400, 1.2e10, parse_measure("rouge-su20")


def texts() -> tuple[list[list[str]], list[list[str]]]:
    """Return the sentences of newswire articles and of their references."""
    articles = examples("gum-news", "newswire")
    references = [list(example.references[0].body.split()) for example in articles]
    return [list(example.sentences()) for example in articles], references


def news() -> tuple[Document, References]:
    """Join articles to a document whose space is as large as wanted, and references to one of about 100 words."""
    articles, references = texts()
    documents = [_joined(articles, references, first) for first in range(len(articles) // 2)]
    sizes = [Space(document.lengths, Reach(WORDS)).size for document in documents]
    document = documents[min(range(len(sizes)), key=lambda place: abs(sizes[place] / EXTRACTS - 1))]
    return document, next(document.references("all"))


def _joined(articles: list[list[str]], references: list[list[str]], first: int) -> Document:
    sentences = tuple(chain.from_iterable(articles[first:]))[:SENTENCES]
    summary: list[str] = []
    for reference in references[first:]:
        if sum(len(sentence.split()) for sentence in summary) < 100:
            summary += reference
    text = Text((Section(Passage(sentences=sentences)),))
    return Document(Example("joined", (text,), (Reference("A", Passage(sentences=tuple(summary))),)), Profile())


def _wide(document: Document) -> Coverage:
    """Take the document's own sentences for a reference, one after the other until the mask is wide enough."""
    for count in range(1, SENTENCES):
        coverage = cover(WIDE_MEASURE, document.words, [document.words[:count]])
        if len(coverage.gains) >= 64 * WIDE:
            break
    return coverage


def report(name: str, space: Space, scoring: Scoring) -> None:
    """Print how fast a space is visited, the first time and again."""
    begin = time.perf_counter()
    exhaustive_on_cards(space, scoring)
    first = time.perf_counter() - begin
    begin = time.perf_counter()
    counts = exhaustive_on_cards(space, scoring)
    again = time.perf_counter() - begin
    right = "all there" if sum(counts) == space.size else f"WRONG: {sum(counts):,}"
    bits = len(scoring.coverage.gains)
    print(
        f"  {name:<28} {bits:>6,} bits  {space.size:>10.2e} extracts ({right})  {again:7.2f} s  "
        f"{space.size / again:.2e}/s  (the first time {first:.2f} s, {space.size / first:.2e}/s)",
        flush=True,
    )


def compare(document: Document, references: References, measure: str, score: Score, budget: Budget) -> None:
    """Print how fast card and CPU are on the same space, and whether they count the same."""
    scoring = Scoring(cover(parse_measure(measure), document.words, references.sentences), score)
    space = Space(document.lengths, budget)
    if not 0 < space.size <= SMALL:
        return
    begin = time.perf_counter()
    on_card = exhaustive_on_cards(space, scoring)
    middle = time.perf_counter()
    on_cpu = exhaustive(space, scoring, None)
    end = time.perf_counter()
    verdict = "equal" if on_card == on_cpu else "DIFFERENT"
    print(
        f"  {measure} {score}, {budget!s:<15} {space.size:>14,} extracts: {verdict}; "
        f"card {space.size / (middle - begin):.1e}/s, CPU {space.size / (end - middle):.1e}/s",
        flush=True,
    )


def main() -> None:
    """Print all figures."""
    if not cards():
        print("there is no CUDA card, or no CuPy: nothing is measured")
        return
    print(f"{machine()}, {', '.join(cards())}, {cores()} cores\n")
    document, references = news()
    space = Space(document.lengths, Reach(WORDS))
    print(f"{SENTENCES} sentences of newswire, {document.lengths.mean():.1f} words each, reach({WORDS})")
    one, skip = parse_measure("rouge-1"), parse_measure("rouge-su4")
    exhaustive_on_cards(Space(document.lengths, Reach(40)), Scoring(cover(one, document.words, references.sentences)))
    for measure, score in ((one, "recall"), (skip, "recall"), (one, "f1")):
        scoring = Scoring(cover(measure, document.words, references.sentences), score)
        report(f"{measure} {score}", space, scoring)
    report(str(WIDE_MEASURE), space, Scoring(_wide(document)))
    print("\nbeside the CPU, all cores")
    for words in (60, 70, 80, 90):
        compare(document, references, "rouge-1", "recall", Reach(words))
    for budget in (AtMost(90), AtMost(110), Within(110, 5), Exactly(5)):
        compare(document, references, "rouge-1", "recall", budget)
    compare(document, references, "rouge-su4", "recall", Reach(80))
    compare(document, references, "rouge-1", "f1", Reach(80))
    compare(document, references, "rouge-2", "precision", AtMost(100))


if __name__ == "__main__":
    main()
