"""The places of the summaries that CALLISTO chooses among all extracts of their length."""

from __future__ import annotations

from array import array
from dataclasses import dataclass
from functools import cache, partial
from itertools import chain
from math import nan
from typing import TYPE_CHECKING

import numpy as np

from sumspace.compute.ledger import digest
from sumspace.compute.work import ordered_map
from sumspace.document import Document
from sumspace.measures.coverage import cover_document
from sumspace.oracle.oracles import find_oracles
from sumspace.space.budget import Exactly
from sumspace.space.engines.engine import Allowance, explore
from sumspace.space.scoring import Scoring
from sumspace.space.space import Space

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from sumspace.arrays import Floats
    from sumspace.corpus.model import Example
    from sumspace.measures.measure import Measure
    from sumspace.space.distribution import Distribution
    from sumspace.studies.callisto.generate import Summary
    from sumspace.studies.callisto.plan import CallistoPlan

    #: A document, and the summaries that each system chose for it.
    ChosenSummaries = tuple[Example, Mapping[str, Sequence[Summary]]]


#: Time limit in seconds; the best extract is usually found within milliseconds.
_SEARCH = 30.0


@dataclass(frozen=True, slots=True)
class RankedSummary:
    """The place of a summary among all extracts of its document with the same number of sentences."""

    id: str
    system: str
    measure: Measure
    summary: Summary
    score: float
    #: The score of the best extract.
    oracle: float
    #: The share of extracts that score lower.
    below: float
    #: Whether all extracts were counted, rather than sampled.
    exact: bool

    @property
    def share(self) -> float | None:
        """Its score relative to the best extract's; None where that is 0."""
        return self.score / self.oracle if self.oracle else None


@dataclass(frozen=True, slots=True)
class RankedSystem:
    """The places of the summaries of a system, averaged over documents and lengths."""

    system: str
    measure: Measure
    #: The number of summaries, and of those whose spaces were counted exactly.
    summaries: int
    exact: int
    #: Their mean score, that of the best extracts of the same lengths, and the mean of the ratios.
    score: float
    oracle: float
    share: float | None
    #: The mean and the median share of extracts that score lower.
    below: float
    median_below: float


def rank_summaries(
    chosen: Iterable[ChosenSummaries], plan: CallistoPlan, measure: Measure
) -> Iterator[list[RankedSummary]]:
    """Rank the summaries of every system among the extracts of the same number of sentences, document by document.

    A summary of all sentences of its document has no place: there is no other extract of that length.
    """
    generation = plan.generation
    how = str(measure), plan.seconds, generation.seed, str(generation.profile)
    settings = digest("callisto ranks", how, *generation.profile.libraries(by_sentence=True))

    def key(chosen: ChosenSummaries) -> str:
        example, systems = chosen
        return digest(settings, example.content, str(systems))

    return ordered_map(partial(_rank_document, plan, measure), chosen, generation.workers, ahead=8, key=key)


def _rank_document(plan: CallistoPlan, measure: Measure, chosen: ChosenSummaries) -> list[RankedSummary]:
    example, systems = chosen
    document = Document(example, plan.generation.profile)
    (references,) = document.references("all")
    scoring = Scoring(cover_document(measure, document, references.sentences))

    @cache
    def explored(length: int) -> tuple[Distribution, float]:
        """Return the distribution of the scores of all extracts of a length, and the best score."""
        space = Space(document.lengths, Exactly(length))
        distribution = explore(space, scoring, "auto", Allowance(plan.seconds), plan.generation.seed).distribution
        if distribution.exact:
            return distribution, distribution.max or 0.0
        oracles = find_oracles(space, scoring, max(plan.seconds, _SEARCH), every=False)
        return distribution, oracles.score if oracles else 0.0

    def rank(system: str, summary: Summary) -> RankedSummary:
        distribution, best = explored(len(summary))
        score = scoring.score_of(summary)
        below = distribution.rank(score).below
        return RankedSummary(document.id, system, measure, summary, score, max(best, score), below, distribution.exact)

    return [
        rank(system, summary)
        for system, summaries in systems.items()
        for summary in summaries
        if len(summary) < len(document.sentences)
    ]


def average_by_system(ranked: Iterable[Iterable[RankedSummary]]) -> list[RankedSystem]:
    """Average over all documents; five numbers are kept of a summary."""
    systems: dict[tuple[str, Measure], array[float]] = {}
    for summary in chain.from_iterable(ranked):
        numbers = systems.setdefault((summary.system, summary.measure), array("d"))
        share = nan if summary.share is None else summary.share
        numbers.extend((summary.score, summary.oracle, summary.below, share, summary.exact))
    return [_average(*names, np.array(numbers).reshape(-1, 5)) for names, numbers in systems.items()]


def _average(system: str, measure: Measure, numbers: Floats) -> RankedSystem:
    score, oracle, below, share, exact = np.ascontiguousarray(numbers.T)
    shares = share[~np.isnan(share)]
    return RankedSystem(
        system=system,
        measure=measure,
        summaries=len(numbers),
        exact=int(exact.sum()),
        score=float(score.mean()),
        oracle=float(oracle.mean()),
        share=float(shares.mean()) if len(shares) else None,
        below=float(below.mean()),
        median_below=float(np.median(below)),
    )
