"""How much of `rank` over 5,000 documents is spent outside of exploring spaces and scoring summaries.

The documents are those of a corpus of news with its systems (realsumm, or the built-in sample where it is not there),
again and again, each time without two other sentences. Time is that of the clock on two cores: until the last document
is explored, and from there until the table is printed; what is added up document by document counts as outside too.
The number of documents is an argument.
"""

from __future__ import annotations

import random
import sys
import time
from typing import TYPE_CHECKING, Any

import sumspace
from bench import machine, real_corpora, use_cores
from sumspace.corpus.model import Example, Section, Text
from sumspace.tasks import rank
from sumspace.tasks.standings import DomainStandings
from sumspace.text.passage import Passage

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sumspace.tasks.rank import RankedDocument
    from sumspace.tasks.task import LeftOut

DOCUMENTS, DROPPED = 5_000, 2


def documents(number: int) -> Iterator[Example]:
    """Yield documents of the corpus, each time without some of their sentences."""
    file = real_corpora.FOLDER / "realsumm.jsonl.gz"
    corpus = list(sumspace.read(file if file.exists() else "sample"))
    chosen = random.Random(0)
    for place in range(number):
        example = corpus[place % len(corpus)]
        sentences = [sentence for section in example.sections for sentence in section.body.split()]
        dropped = set(chosen.sample(range(len(sentences)), min(DROPPED, len(sentences) - 1)))
        kept = tuple(sentence for i, sentence in enumerate(sentences) if i not in dropped)
        text = Text((Section(Passage(sentences=kept)),))
        systems = {name: summary for name, summary in example.systems.items() if summary.extract is None}
        yield Example(f"{example.id}-{place}", (text,), example.references, systems)


def main() -> None:
    use_cores(2)
    number = int(sys.argv[1]) if len(sys.argv) > 1 else DOCUMENTS
    examples = list(documents(number))
    added = 0.0
    add = DomainStandings.add

    def timed(standings: DomainStandings, document: RankedDocument) -> None:
        nonlocal added
        begin = time.perf_counter()
        add(standings, document)
        added += time.perf_counter() - begin

    explore, explored = rank.rank_documents, 0.0

    def watched(*arguments: Any) -> Iterator[RankedDocument | LeftOut]:
        nonlocal explored
        yield from explore(*arguments)
        explored = time.perf_counter()

    DomainStandings.add = timed  # type: ignore[method-assign]
    rank.rank_documents = watched
    begin = time.perf_counter()
    table = sumspace.rank(examples).table(stream=True)
    shown = table.text()
    end = time.perf_counter()
    outside = end - explored + added
    systems = len({line.split()[0] for line in shown.splitlines() if line.startswith(" ")}) - 1
    print(machine())
    print(f"{number:,} documents, about {systems} systems: {end - begin:.0f} s in all, of which outside of exploring:")
    print(f"{outside:.1f} s, {outside / (end - begin):.1%} ({added:.1f} s adding documents up, the rest at the end)")


if __name__ == "__main__":
    main()
