"""What length does to scores: the average extract, the best one seen, Lead and TextRank at several compressions.

The paper names it as future work (Ceylan 2010, section 9). Documents are taken whole and their spaces sampled.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from sumspace.errors import TooLargeError
from sumspace.space.budget import Reach
from sumspace.space.engines.sampling import Sampler, evaluate
from sumspace.space.space import Part, Space
from sumspace.tasks.systems import candidates

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sumspace.document import Document
    from sumspace.measures.measure import Measure
    from sumspace.space.scoring import Scoring

__all__ = ["RATIOS", "SweepPoint", "average_points", "sweep_document"]

#: The share of a document's words that an extract keeps.
RATIOS = (0.05, 0.1, 0.2, 0.3)
_DRAWS = 1000


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
        if space.is_whole or not space.size:
            continue
        try:
            draws = Sampler(space, seed).uniform(_DRAWS)
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


def average_points(points: Sequence[SweepPoint]) -> list[SweepPoint]:
    """Average the documents of a domain; a deviation is that of their mean."""
    averages = []
    for measure, ratio in dict.fromkeys((point.measure, point.ratio) for point in points):
        same = [point for point in points if (point.measure, point.ratio) == (measure, ratio)]
        names = dict.fromkeys(name for point in same for name in point.systems)
        averages.append(
            SweepPoint(
                measure,
                ratio,
                mean=float(np.mean([point.mean for point in same])),
                std=float(np.sqrt(np.sum([point.std**2 for point in same])) / len(same)),
                best=float(np.mean([point.best for point in same])),
                systems={
                    name: float(np.mean([point.systems[name] for point in same if name in point.systems]))
                    for name in names
                },
            )
        )
    return averages
