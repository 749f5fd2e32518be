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
from sumspace.space.space import Part
from sumspace.tasks.systems import candidates

if TYPE_CHECKING:
    from sumspace.document import Document, References
    from sumspace.space.budget import Extract
    from sumspace.space.space import Space
    from sumspace.tasks.space import SpacePlan

__all__ = ["RATIOS", "SweepPoint", "average_points", "sweep_document"]

#: The share of a document's words that an extract keeps.
RATIOS = (0.05, 0.1, 0.2, 0.3)
_DRAWS = 1000


@dataclass(frozen=True, slots=True)
class SweepPoint:
    """Scores at one length: of uniformly drawn extracts, the best of all that were seen, and of systems."""

    measure: str
    ratio: float
    mean: float
    std: float
    best: float
    systems: dict[str, float]


def sweep_document(prepared: Document, references: References, plan: SpacePlan) -> list[SweepPoint]:
    """Look at one document at every ratio; the same draws serve all measures."""
    points = []
    length = int(prepared.lengths.sum())
    for ratio in RATIOS:
        budget = Reach(max(round(length * ratio), 1))
        part = Part(0, len(prepared.words), budget)
        spaces = [prepared.space(measure, references, budget, score=plan.score) for measure in plan.measures]
        if spaces[0].is_whole or not spaces[0].size:
            continue
        try:
            draws = Sampler(spaces[0], plan.seed).uniform(_DRAWS)
        except TooLargeError:
            continue
        systems = [c for c in candidates(prepared, [part], plan) if c.extracts is not None]
        for measure, space in zip(plan.measures, spaces, strict=True):
            seen = evaluate(space.coverage, draws.chosen, draws.words)
            scores = space.scored(seen.hits, seen.units)
            found = {c.system: _score(space, c.extracts[0]) for c in systems if c.extracts}
            best = max(float(scores.max()), *found.values(), 0.0)
            points.append(SweepPoint(str(measure), ratio, float(scores.mean()), float(scores.std()), best, found))
    return points


def _score(space: Space, extract: Extract) -> float:
    hits = np.array([space.coverage.hits(extract.sentences, extract.words)])
    units = np.array([space.coverage.size(extract.sentences, extract.words)])
    return float(space.scored(hits, units)[0])


def average_points(points: list[SweepPoint]) -> list[SweepPoint]:
    """Average the documents of a domain; a deviation is that of their mean."""
    found = []
    for measure, ratio in dict.fromkeys((p.measure, p.ratio) for p in points):
        chosen = [p for p in points if (p.measure, p.ratio) == (measure, ratio)]
        systems = {
            system: float(np.mean([p.systems[system] for p in chosen if system in p.systems]))
            for system in dict.fromkeys(name for p in chosen for name in p.systems)
        }
        found.append(
            SweepPoint(
                measure,
                ratio,
                mean=float(np.mean([p.mean for p in chosen])),
                std=float(np.sqrt(np.sum([p.std**2 for p in chosen])) / len(chosen)),
                best=float(np.mean([p.best for p in chosen])),
                systems=systems,
            )
        )
    return found
