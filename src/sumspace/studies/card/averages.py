"""Means over the documents of a data set or a domain, with intervals, and whether human summaries differ from others.

A mean is that of all values, such as the coverage of all references; its interval is that of a bootstrap over
documents, which keeps the values of one document together.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import isnan, nan
from statistics import fmean, median
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from sumspace.compute.work import threads_of
from sumspace.stats.multiplicity import corrected
from sumspace.stats.paired import compare_pairs, permutations_for, resampled_means, widened
from sumspace.studies.card.documents import BEST, HUMAN, LEAD
from sumspace.studies.card.fragments import LONGEST
from sumspace.studies.card.subsets import rank_by_subsets

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sumspace.arrays import Floats
    from sumspace.measures.measure import Measure
    from sumspace.stats.paired import PairedTest
    from sumspace.studies.card.documents import CardDocument, Source, SummaryFacts
    from sumspace.studies.card.plan import CardPlan
    from sumspace.studies.card.subsets import SubsetRankings

    #: What a mean is of: a subject, such as a system, a measure or an objective, and what is said of it.
    Key = tuple[object, str]
    #: The values of each document.
    Values = list[Sequence[float]]


#: The subjects that are no system, measure or objective.
DOCUMENT, REFERENCE, SYSTEMS = "documents", "references", "all systems"
#: Two are different where p is lower than this.
ALPHA = 0.05
NOVELTY = tuple(f"novel_{n}" for n in range(1, LONGEST + 1))


class Mean(NamedTuple):
    """A mean with the bounds of its interval, which are None where there is one document; of how many values."""

    mean: float
    interval: tuple[float, float] | None
    values: int
    documents: int


class Spread(NamedTuple):
    """Quartiles and ends of numbers."""

    lowest: float
    first: float
    median: float
    third: float
    highest: float


class Difference(NamedTuple):
    """Human summaries less something else on one measure, judged by the same references; p is corrected (Holm)."""

    measure: Measure
    against: Source
    result: PairedTest
    p: float


@dataclass(frozen=True, eq=False)
class CardGroup:
    """All documents of a data set, or those of a domain."""

    documents: tuple[CardDocument, ...]
    plan: CardPlan

    @cached_property
    def systems(self) -> list[str]:
        return list(dict.fromkeys(system.name for document in self.documents for system in document.systems))

    @cached_property
    def objectives(self) -> list[str]:
        return list(dict.fromkeys(search.objective for document in self.documents for search in document.searches))

    @cached_property
    def sources(self) -> list[Source]:
        """What is judged by all references but one, human summaries first."""
        found = dict.fromkeys(
            source for document in self.documents for judged in document.judged.values() for source in judged
        )
        return sorted(found, key=lambda source: [HUMAN, BEST, LEAD].index(source) if source.kind != "system" else 3)

    @cached_property
    def values(self) -> dict[Key, Values]:
        """Every number that is averaged, of each document."""
        values: dict[Key, Values] = {}
        for place, document in enumerate(self.documents):
            for key, own in _values_of(document):
                rows = values.setdefault(key, [() for _ in self.documents])
                rows[place] = (*rows[place], *own)
        return {key: rows for key, rows in values.items() if any(rows)}

    @cached_property
    def means(self) -> dict[Key, Mean]:
        """All means, with intervals from the same resamples of documents."""
        columns = [(sum(row), len(row)) for rows in self.values.values() for row in rows]
        table: Floats = np.array(columns, dtype=np.float64).reshape(len(self.values), len(self.documents), 2)
        flat = np.ascontiguousarray(table.transpose(1, 0, 2).reshape(len(self.documents), -1))
        drawn = resampled_means(flat, self.plan.bootstrap, threads_of(self.plan.workers))
        means = {}
        for place, (key, rows) in enumerate(self.values.items()):
            sums, counts = drawn[:, 2 * place], drawn[:, 2 * place + 1]
            resampled = np.divide(sums, counts, out=np.full(len(sums), nan), where=counts > 0)
            numbers = [number for row in rows for number in row]
            documents = sum(bool(row) for row in rows)
            mean = fmean(numbers)
            bounds = widened(mean, resampled, self.plan.bootstrap.confidence, documents)
            interval = None if isnan(bounds.low) else (bounds.low, bounds.high)
            means[key] = Mean(mean, interval, len(numbers), documents)
        return means

    def mean(self, subject: object, what: str) -> Mean | None:
        return self.means.get((subject, what))

    def spread(self, subject: object, what: str) -> Spread | None:
        """Return the quartiles of all values."""
        numbers = [number for row in self.values.get((subject, what), ()) for number in row]
        return Spread(*np.percentile(numbers, [0, 25, 50, 75, 100]).tolist()) if numbers else None

    def oracle_count(self, objective: str) -> tuple[int, float | None]:
        """Return of how many documents the number of best extracts is known, and its median."""
        counts = [
            search.count
            for document in self.documents
            for search in document.searches
            if search.objective == objective and search.count is not None
        ]
        return len(counts), median(counts) if counts else None

    @cached_property
    def rankings(self) -> list[SubsetRankings]:
        return [
            ranking
            for measure in self.plan.measures
            for ranking in rank_by_subsets(self.documents, measure, self.plan.seed)
        ]

    @cached_property
    def differences(self) -> list[Difference]:
        """Compare human summaries with the best extract, with Lead and with systems, by the same references."""
        found: list[tuple[Measure, Source, PairedTest]] = []
        for measure in self.plan.measures:
            judged = [document.judged[measure] for document in self.documents if measure in document.judged]
            others = [source for source in self.sources if source != HUMAN]
            if not judged or not others:
                continue
            rows = [[fmean(own[s]) if s in own else nan for s in (HUMAN, *others)] for own in judged]
            pairs = [(0, place) for place in range(1, len(others) + 1)]
            number = permutations_for(len(pairs) * len(self.plan.measures))
            table: Floats = np.array(rows, dtype=np.float64)
            tests = compare_pairs(table, pairs, self.plan.bootstrap, number, threads_of(self.plan.workers))
            found += [(measure, source, test) for source, test in zip(others, tests, strict=True) if test.is_tested]
        p_values = corrected([test.p for _, _, test in found]).tolist() if found else []
        return [Difference(*own, p) for own, p in zip(found, p_values, strict=True)]


def _values_of(document: CardDocument) -> Iterator[tuple[Key, Sequence[float]]]:
    """Yield what is averaged of one document."""
    sizes = document.sizes
    if document.has_text:
        yield (DOCUMENT, "words"), (sizes.words,)
        yield (DOCUMENT, "sentences"), (sizes.sentences,)
        yield (REFERENCE, "compression"), document.compressions
    for reference in document.references:
        yield from _copied(REFERENCE, reference)
    for system in document.systems:
        yield from _copied(("system", system.name), system)
        if system.copying is not None and system.copying.sentences:
            yield (SYSTEMS, "is_extract"), (system.copying.is_extract,)
    yield from _extracts_of(document)
    for measure, judged in document.judged.items():
        for source, scores in judged.items():
            yield ((measure, source), "score"), scores


def _extracts_of(document: CardDocument) -> Iterator[tuple[Key, Sequence[float]]]:
    for measure, extracts in document.extracts.items():
        if extracts.average is not None:
            yield (measure, "average"), (extracts.average,)
            yield (measure, "exact"), (extracts.exact,)
        yield (measure, "lead"), (extracts.lead,)
        yield (measure, "best"), (extracts.best,)
        yield (measure, "bound"), (extracts.bound,)
        yield (measure, "proven"), (extracts.proven,)
    for search in document.searches:
        if search.count is not None:
            yield (search.objective, "several"), (search.count > 1,)
        gap = search.score - search.greedy
        yield (search.objective, "is_short"), (gap > 0,)
        yield (search.objective, "gap"), (max(gap, 0.0),)
        yield (search.objective, "proven"), (search.proven,)


def _copied(subject: object, summary: SummaryFacts) -> Iterator[tuple[Key, Sequence[float]]]:
    yield (subject, "words"), (summary.words,)
    yield (subject, "sentences"), (summary.sentences,)
    copying = summary.copying
    if copying is None or copying.coverage is None or copying.density is None:
        return
    yield (subject, "coverage"), (copying.coverage,)
    yield (subject, "density"), (copying.density,)
    for name, share in zip(NOVELTY, copying.novelty, strict=True):
        if share is not None:
            yield (subject, name), (share,)
    yield (subject, "copied"), (copying.copied / copying.sentences,)
    yield (subject, "is_extract"), (copying.is_extract,)
