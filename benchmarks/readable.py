"""What it costs to make summaries of sentences only, and how many fragments that keeps out.

Every document of every corpus in SUMSPACE_CORPORA is summarized in at most 100 words, taking everything and with the
default of `summarize --min-words`. Printed are ROUGE-2 recall, times 100, the share of summaries with a fragment, and
the number of sentences per summary that lean on a sentence which is not there. Of larger corpora 100 documents, evenly
spread, are taken.
"""

from __future__ import annotations

import numpy as np

from bench import corpora, machine
from sumspace import api
from sumspace.document import Document
from sumspace.space.budget import AtMost
from sumspace.summarizers.summarizer import SUMMARIZERS
from sumspace.tasks.summarize import make_summary
from sumspace.text.profile import Profile
from sumspace.text.readable import MIN_WORDS, readable

NAMES = "lead", "lexrank", "textrank", "sumbasic"
MOST = 100


def main() -> None:
    """Compare with and without the rules, by summarizer: mean over corpora, and each corpus."""
    print(f"readable: {machine()}, {MIN_WORDS} words")
    print(f"{'corpus':16}{'summarizer':12}{'rouge-2':>16}{'with fragments':>18}{'leaning':>16}")
    everything: dict[str, list[list[float]]] = {name: [] for name in NAMES}
    for file in corpora():
        examples = list(api.read(file))
        examples = examples[:: max(len(examples) // MOST, 1)][:MOST]
        documents = [Document(example, Profile()) for example in examples]
        rules = [readable(document.sentences) for document in documents]
        for name in NAMES:
            row: list[float] = []
            for least in (0, MIN_WORDS):
                made = [
                    make_summary(document, name, SUMMARIZERS[name](), AtMost(100), min_words=least)
                    for document in documents
                ]
                bodies = [[reference.body for reference in example.references] for example in examples]
                pairs = [
                    (list(summary.sentences), texts, found, summary.extract)
                    for summary, texts, found in zip(made, bodies, rules, strict=True)
                    if summary is not None
                ]
                scores = api.score([pair[0] for pair in pairs], [pair[1] for pair in pairs], measure="rouge-2")
                fragments = np.mean([not found.allowed[list(taken)].all() for _, _, found, taken in pairs])
                alone = [
                    sum(found.needs[s] >= 0 and found.needs[s] not in taken for s in taken)
                    for _, _, found, taken in pairs
                ]
                row += [100 * float(scores["rouge-2"].recall.mean()), 100 * float(fragments), float(np.mean(alone))]
            everything[name].append(row)
            show(file.name.partition(".")[0], name, row)
    for name, rows in everything.items():
        show("mean", name, np.mean(rows, axis=0).tolist())


def show(corpus: str, name: str, row: list[float]) -> None:
    """Print what was found: everything taken, and with the rules."""
    before, after = row[:3], row[3:]
    cells = (f"{a:.{digits}f} → {b:.{digits}f}" for a, b, digits in zip(before, after, (2, 0, 2), strict=True))
    print(f"{corpus:16}{name:12}" + "".join(f"{cell:>17}" for cell in cells))


if __name__ == "__main__":
    main()
