"""What it changes that units of a space stay in their sentences, where ROUGE-1.5.5 lets them cross boundaries.

Documents whose extracts can all be visited are ranked twice, with `--units sentence` and `--units official`. Shown are
means over documents of recall, times 100: of all extracts, of the best one, and of systems (the largest change of the
mean of one); then how many pairs of systems change places by their means over all documents that they have summarized,
and on single documents. Pairs that are level in one of the two count as half a change.

Texts are those of the corpora in SUMSPACE_CORPORA that are short enough, and the built-in sample.
"""

from __future__ import annotations

from itertools import combinations
from statistics import fmean
from typing import TYPE_CHECKING, Any

import sumspace
from bench import corpora, machine

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

#: Corpora and how many words extracts have.
LENGTHS = {"sample": (60,), "gum-news": (45,), "gum-academic": (35,), "scitldr-test": (20,), "realsumm": (50,)}
MEASURES = ("rouge-2", "rouge-su4")
#: What one space may take, in seconds.
SECONDS = 2.0
#: Differences that rounding makes.
LEVEL = 1e-9


def flips(first: Mapping[Any, float], second: Mapping[Any, float]) -> Iterator[float]:
    """Tell for every pair whether it is in another order: 1, or 1/2 where it is level in one of the two."""
    for a, b in combinations(first, 2):
        signs = [(d > LEVEL) - (d < -LEVEL) for d in (first[a] - first[b], second[a] - second[b])]
        yield abs(signs[0] - signs[1]) / 2


def compare(name: str, corpus: Any, words: int, measure: str) -> None:
    """Print one line for a corpus, a length and a measure."""
    ranked = {
        units: {
            (document.space.id, document.space.reference): document
            for document in sumspace.rank(corpus, measure=measure, words=words, units=units, time=SECONDS)
        }
        for units in ("sentence", "official")
    }
    both = [
        (own, ranked["official"][key])
        for key, own in ranked["sentence"].items()
        if ranked["official"][key].space.distribution.exact and own.space.distribution.exact
    ]
    spaces = [[document.space.distribution for document in pair] for pair in both]
    means, best = ([[getattr(d, what) for d in pair] for pair in spaces] for what in ("mean", "max"))
    scores = [[{score.system: score.score for score in document.scores} for document in pair] for pair in both]
    systems = sorted({system for pair in scores for system in pair[0]})
    averages = [{s: fmean(pair[k][s] for pair in scores if s in pair[k]) for s in systems} for k in (0, 1)]
    change = max((averages[1][s] - averages[0][s] for s in systems), key=abs)
    changed = list(flips(*averages))
    on_documents = [flip for pair in scores for flip in flips(*pair)]
    texts = [
        f"{name:<13} {words:>5} {measure:<9} {len(both):>4} of {len(ranked['sentence']):<4}",
        *(
            f"{100 * fmean(a for a, _ in pairs):6.2f} {100 * fmean(b for _, b in pairs):6.2f}"
            for pairs in (means, best)
        ),
        f"{100 * change:+6.2f}",
        f"{sum(changed):5g} of {len(changed):<4}",
        f"{100 * fmean(on_documents):5.2f} % of {len(on_documents):,}",
    ]
    print("  ".join(texts), flush=True)


def main() -> None:
    print(machine())
    print(
        "corpus        words measure   documents    mean of all    best of all  systems  "
        "changed pairs  changed on documents"
    )
    files = {path.name.partition(".")[0]: str(path) for path in corpora()}
    for name, lengths in LENGTHS.items():
        if name != "sample" and name not in files:
            continue
        for words in lengths:
            for measure in MEASURES:
                compare(name, files.get(name, name), words, measure)


if __name__ == "__main__":
    main()
