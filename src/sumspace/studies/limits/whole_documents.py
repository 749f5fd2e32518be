"""Whole documents, sampled: what high-scoring extracts are like, and what length does to scores.

The paper names both as future work (Ceylan 2010, section 9). Tilted draws reach the top of a space.
"""

from __future__ import annotations

from array import array
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from sumspace.errors import TooLargeError
from sumspace.space.budget import Reach
from sumspace.space.engines.sampling import Sampler, evaluate, survey
from sumspace.space.space import Part, Space
from sumspace.tasks.systems import candidates

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sumspace.arrays import Floats, Integers
    from sumspace.document import Document
    from sumspace.measures.measure import Measure
    from sumspace.space.engines.sampling import Draws
    from sumspace.space.scoring import Scoring


#: What is looked at, each with a line of explanation.
FEATURES = {
    "position": "where its sentences stand on average, from 0 (the beginning) to 1 (the end)",
    "first": "the share of its sentences that come from the first tenth of the document",
    "adjacency": "the share of its sentences whose next sentence is in it too",
    "sentence length": "words of its sentences on average, before the last one is cut",
    "sentences": "how many sentences it has",
}
#: The share of extracts that count as high-scoring.
TOP = 0.001
#: The share of a document's words that an extract keeps.
RATIOS = (0.05, 0.1, 0.2, 0.3)
#: How many extracts are drawn for the features, and at each length.
_DRAWS, _DRAWS_OF_LENGTH = 4000, 1000


@dataclass(frozen=True, slots=True)
class Feature:
    """A feature of the typical extract and of the high-scoring one; the effect is in standard deviations."""

    name: str
    typical: float
    high: float
    effect: float


@dataclass(frozen=True, slots=True)
class WholeDocument:
    """The extracts of a whole document, sampled: how they score on average, and the features of the best."""

    id: str
    reference: str
    measure: Measure
    mean: float
    std: float
    features: tuple[Feature, ...]


def sample_whole(
    space: Space, scoring: Scoring, measure: Measure, document: str, reference: str, seed: int
) -> WholeDocument | None:
    """Sample the space of a whole document; None where it allows hardly any choice, or is too large for that."""
    if space.is_whole or space.size < 1 / TOP:
        return None
    try:
        sample = survey(space, scoring.coverage, _DRAWS, seed)
    except TooLargeError:
        return None
    weights = np.concatenate(sample.weights)
    scores = np.concatenate([scoring.scores(drawn.hits, drawn.units) for drawn in sample.evaluations])
    order = np.argsort(-scores, kind="stable")
    tail = np.cumsum(weights[order]) / weights.sum()
    high = scores >= scores[order[min(int(np.searchsorted(tail, TOP)), len(order) - 1)]]
    values = np.concatenate([_values(draws, space.lengths) for draws in sample.draws], axis=1)
    features = []
    for name, row in zip(FEATURES, values, strict=True):
        typical, spread = _mean_and_deviation(row, weights)
        best = float(np.average(row[high], weights=weights[high]))
        features.append(Feature(name, typical, best, (best - typical) / spread if spread > 0 else 0.0))
    return WholeDocument(document, reference, measure, *_mean_and_deviation(scores, weights), tuple(features))


def _mean_and_deviation(values: Floats, weights: Floats) -> tuple[float, float]:
    mean = float(np.average(values, weights=weights))
    return mean, float(np.sqrt(np.average((values - mean) ** 2, weights=weights)))


def _values(draws: Draws, lengths: Integers) -> Floats:
    """Return the features of every draw: [feature, draw]."""
    chosen, sentences = draws.chosen, len(lengths)
    there = chosen >= 0
    number = np.maximum(there.sum(axis=1), 1)
    # A cut sentence stands last in a row, wherever it is in the document.
    held = np.zeros((len(chosen), sentences + 1), dtype=bool)
    held[np.repeat(np.arange(len(chosen)), there.sum(axis=1)), chosen[there]] = True
    values: Floats = np.stack(
        [
            np.where(there, chosen / max(sentences - 1, 1), 0.0).sum(axis=1) / number,
            (there & (chosen < max(sentences / 10, 1))).sum(axis=1) / number,
            (held[:, :-1] & held[:, 1:]).sum(axis=1) / number,
            np.where(there, lengths[chosen], 0).sum(axis=1) / number,
            there.sum(axis=1).astype(np.float64),
        ]
    )
    return values


class Total:
    """A sum of numbers that come one by one: so many at a time are summed pairwise, which rounds least."""

    _TOGETHER = 4096

    def __init__(self) -> None:
        self.count = 0
        self._sum = 0.0
        self._recent = array("d")

    def add(self, number: float) -> None:
        if len(self._recent) == self._TOGETHER:
            self._sum, self._recent = self.sum, array("d")
        self._recent.append(number)
        self.count += 1

    @property
    def sum(self) -> float:
        return self._sum + float(np.sum(self._recent))

    @property
    def mean(self) -> float:
        return self.sum / self.count


class AverageFeatures:
    """Features averaged over the documents of a domain, which come one by one."""

    def __init__(self) -> None:
        self._totals: dict[str, tuple[Total, Total, Total]] = {}

    def add(self, document: WholeDocument) -> None:
        for feature in document.features:
            totals = self._totals.setdefault(feature.name, (Total(), Total(), Total()))
            for total, number in zip(totals, (feature.typical, feature.high, feature.effect), strict=True):
                total.add(number)

    def averages(self) -> tuple[Feature, ...]:
        """Return the average of every feature, nothing where there is no document."""
        return tuple(Feature(name, *(total.mean for total in totals)) for name, totals in self._totals.items())


@dataclass(frozen=True, slots=True)
class SweepPoint:
    """Scores at one length: of uniformly drawn extracts, the best of all that were seen, and of systems."""

    measure: Measure
    ratio: float
    mean: float
    std: float
    best: float
    systems: dict[str, float]


def sweep_document(document: Document, scorings: Mapping[Measure, Scoring], seed: int) -> list[SweepPoint]:
    """Look at one document at every ratio; the same draws serve all measures."""
    points = []
    length = int(document.lengths.sum())
    for ratio in RATIOS:
        budget = Reach(max(round(length * ratio), 1))
        space = Space(document.lengths, budget)
        if space.is_whole or space.is_empty:
            continue
        try:
            draws = Sampler(space, seed).uniform(_DRAWS_OF_LENGTH)
        except TooLargeError:
            continue
        summaries = candidates(document, [Part(0, len(document.words), budget)], seed)
        extracts = {summary.system: summary.extracts[0] for summary in summaries if summary.extracts}
        for measure, scoring in scorings.items():
            drawn = evaluate(scoring.coverage, draws)
            scores = scoring.scores(drawn.hits, drawn.units)
            systems = {name: scoring.score_of(extract.sentences, extract.words) for name, extract in extracts.items()}
            best = max(float(scores.max()), *systems.values(), 0.0)
            points.append(SweepPoint(measure, ratio, float(scores.mean()), float(scores.std()), best, systems))
    return points


class _PointTotals:
    """The points of all documents on one measure, at one ratio."""

    def __init__(self) -> None:
        self.mean, self.variance, self.best = Total(), Total(), Total()
        self.systems: dict[str, Total] = {}

    def add(self, point: SweepPoint) -> None:
        self.mean.add(point.mean)
        self.variance.add(point.std**2)
        self.best.add(point.best)
        for name, score in point.systems.items():
            self.systems.setdefault(name, Total()).add(score)


class AverageSweep:
    """Points averaged over the documents of a domain, which come one by one; a deviation is that of their mean."""

    def __init__(self) -> None:
        self._totals: dict[tuple[Measure, float], _PointTotals] = {}

    def add(self, point: SweepPoint) -> None:
        self._totals.setdefault((point.measure, point.ratio), _PointTotals()).add(point)

    def averages(self) -> tuple[SweepPoint, ...]:
        points = []
        for (measure, ratio), totals in self._totals.items():
            std = float(np.sqrt(totals.variance.sum) / totals.mean.count)
            systems = {name: total.mean for name, total in totals.systems.items()}
            points.append(SweepPoint(measure, ratio, totals.mean.mean, std, totals.best.mean, systems))
        return tuple(points)
