"""How much the ranking of systems depends on the references: rankings by every subset of them.

Documents with M references are looked at together. A subset is a choice of places 1 … M: each document is scored by its
references at these places. Systems are ranked by their mean F1 over documents.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from functools import cache
from itertools import chain, combinations
from math import comb, isnan, nan
from statistics import fmean
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sumspace.arrays import Floats
    from sumspace.measures.measure import Measure
    from sumspace.studies.card.documents import CardDocument


#: Up to so many references all subsets are looked at; of more, so many of each size, drawn at random.
ALL_SUBSETS, DRAWN = 8, 30
#: The ranking is made anew of so many samples of documents, to compare with.
SAMPLES = 1_000
#: Differences of means that are smaller are the work of rounding.
_DECIMALS = 12


@cache
def subsets_of(references: int, seed: int = 0) -> tuple[tuple[int, ...], ...]:
    """Return the subsets of so many references, by size, the whole set last; some of each size where they are many.

    >>> subsets_of(2)
    ((0,), (1,), (0, 1))
    """
    everything = range(references)
    if references <= ALL_SUBSETS:
        return tuple(chain.from_iterable(combinations(everything, size) for size in range(1, references + 1)))
    draw = random.Random(seed)  # noqa: S311 - nothing secret
    chosen: list[tuple[int, ...]] = []
    for size in range(1, references + 1):
        if comb(references, size) <= DRAWN:
            chosen += combinations(everything, size)
            continue
        drawn: set[tuple[int, ...]] = set()
        while len(drawn) < DRAWN:
            drawn.add(tuple(sorted(draw.sample(everything, size))))
        chosen += sorted(drawn)
    return tuple(chosen)


@dataclass(frozen=True, slots=True)
class SubsetRankings:
    """The rankings of systems by subsets of so many references, beside the ranking by all references there are."""

    measure: Measure
    #: How many references the documents have, and how many of them judge.
    references: int
    size: int
    documents: int
    systems: int
    subsets: int
    #: Whether there are more subsets than were looked at.
    drawn: bool
    #: Kendall's tau between each ranking and that by all references: mean, lowest, highest; None where all are level.
    tau: float | None
    lowest: float | None
    highest: float | None
    #: In how many subsets another system than the first by all references is first.
    changes: int
    #: The mean tau between the ranking and that on documents drawn anew, all references judging.
    resampled: float | None


def rank_by_subsets(documents: Sequence[CardDocument], measure: Measure, seed: int = 0) -> list[SubsetRankings]:
    """Rank systems by all subsets of references, for documents of each number of references and subsets of each size.

    Systems are those that half of these documents have, and documents those that have all of these systems.
    """
    panels: dict[int, list[CardDocument]] = {}
    for document in documents:
        if measure in document.ranked:
            panels.setdefault(len(document.references), []).append(document)
    rankings = []
    for number, panel in sorted(panels.items()):
        counts: dict[str, int] = {}
        for document in panel:
            for system in document.systems:
                counts[system.name] = counts.get(system.name, 0) + 1
        systems = [name for name, count in counts.items() if 2 * count >= len(panel)]
        complete = [d for d in panel if {system.name for system in d.systems} >= {*systems}]
        if len(systems) > 1 and complete:
            scores = np.array([_scores(document, measure, systems) for document in complete])
            rankings += _rankings(scores, measure, number, seed)
    return rankings


def _scores(document: CardDocument, measure: Measure, systems: Sequence[str]) -> list[list[float]]:
    columns = [[system.name for system in document.systems].index(name) for name in systems]
    return [[row[column] for column in columns] for row in document.ranked[measure]]


def _rankings(scores: Floats, measure: Measure, references: int, seed: int) -> list[SubsetRankings]:
    """Compare the rankings by subsets with that by all, which stands last: scores [document, subset, system]."""
    documents, _, systems = scores.shape
    subsets = subsets_of(references, seed)
    means = scores.mean(axis=0)
    by_all, taus_of_subsets = means[-1], kendall(means, means[-1])
    resampled = _resampled_tau(scores[:, -1], seed) if documents > 1 else None
    rankings = []
    for size in range(1, references + 1):
        places = [place for place, subset in enumerate(subsets) if len(subset) == size]
        own = [means[place] for place in places]
        taus = [tau for place in places if not isnan(tau := taus_of_subsets[place])]
        first = int(np.argmax(by_all))
        rankings.append(
            SubsetRankings(
                measure, references, size, documents, systems, len(own), len(own) < comb(references, size),
                fmean(taus) if taus else None, min(taus, default=None), max(taus, default=None),
                sum(bool(row[first] < row.max()) for row in own), resampled,
            )
        )  # fmt: skip
    return rankings


def _resampled_tau(scores: Floats, seed: int) -> float | None:
    """Return how far the ranking stays the same when documents are drawn anew: scores [document, system]."""
    places = np.random.default_rng(seed).integers(len(scores), size=(SAMPLES, len(scores)))
    means = np.stack([scores[own].mean(axis=0) for own in places])
    known = [tau for tau in kendall(means, scores.mean(axis=0)) if not isnan(tau)]
    return fmean(known) if known else None


def kendall(rankings: Floats, ranking: Floats) -> list[float]:
    """Return Kendall's tau-b between each row and one ranking; NaN where all systems of either are level.

    >>> kendall(np.array([[1.0, 2.0, 3.0], [2.0, 1.0, 3.0], [1.0, 1.0, 1.0]]), np.array([1.0, 2.0, 3.0]))
    [1.0, 0.3333333333333333, nan]
    """
    first, second = np.triu_indices(rankings.shape[-1], 1)

    def signs(values: Floats) -> Floats:
        return np.sign(np.round(values[..., first] - values[..., second], _DECIMALS))

    own, other = signs(rankings), signs(ranking)
    counts = np.sqrt(np.abs(own).sum(axis=-1) * np.abs(other).sum())
    taus: Floats = np.divide(own @ other, counts, out=np.full(len(own), nan), where=counts > 0)
    return taus.tolist()  # type: ignore[no-any-return]
