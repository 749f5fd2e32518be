"""What high-scoring extracts are like, and how they differ from the typical one.

The paper names it as future work (Ceylan 2010, section 9). Whole documents are sampled, with tilted draws for the top.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from sumspace.errors import TooLargeError
from sumspace.space.engines.sampling import survey

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sumspace.document import Document
    from sumspace.space.engines.sampling import Draws
    from sumspace.space.space import Space

    Floats = NDArray[np.float64]

__all__ = ["FEATURES", "TOP", "Feature", "WholeDocument", "average_features", "look_at_whole"]

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
_DRAWS = 4000


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
    measure: str
    mean: float
    std: float
    features: tuple[Feature, ...]


def look_at_whole(prepared: Document, reference: str, space: Space, measure: str, seed: int) -> WholeDocument | None:
    """Sample a whole document; None where it allows hardly any choice, or is too large for that."""
    if space.is_whole or space.size < 1 / TOP:
        return None
    try:
        found = survey(space, _DRAWS, seed)
    except TooLargeError:
        return None
    weights = np.concatenate(found.weights)
    scores = np.concatenate([space.scored(draws.hits, draws.units) for draws in found.draws])
    mean = float(np.average(scores, weights=weights))
    std = float(np.sqrt(np.average((scores - mean) ** 2, weights=weights)))
    order = np.argsort(-scores, kind="stable")
    tail = np.cumsum(weights[order]) / weights.sum()
    threshold = scores[order[min(int(np.searchsorted(tail, TOP)), len(order) - 1)]]
    high = scores >= threshold
    values = np.concatenate([_values(draws, prepared) for draws in found.draws], axis=1)
    features = []
    for name, row in zip(FEATURES, values, strict=True):
        typical = float(np.average(row, weights=weights))
        spread = float(np.sqrt(np.average((row - typical) ** 2, weights=weights)))
        best = float(np.average(row[high], weights=weights[high]))
        features.append(Feature(name, typical, best, (best - typical) / spread if spread > 0 else 0.0))
    return WholeDocument(prepared.example.id, reference, measure, mean, std, tuple(features))


def _values(draws: Draws, prepared: Document) -> Floats:
    """Return the features of every draw: [feature, draw]."""
    there = draws.chosen >= 0
    number = np.maximum(there.sum(axis=1), 1)
    sentences = len(prepared.words)
    place = np.where(there, draws.chosen / max(sentences - 1, 1), 0.0)
    # A cut sentence stands last in a row, whatever its place in the document.
    held = np.zeros((len(draws.chosen), sentences + 1), dtype=bool)
    rows = np.repeat(np.arange(len(draws.chosen)), there.sum(axis=1))
    held[rows, draws.chosen[there]] = True
    lengths = np.where(there, prepared.lengths[draws.chosen], 0)
    values: Floats = np.stack(
        [
            place.sum(axis=1) / number,
            (there & (draws.chosen < max(sentences / 10, 1))).sum(axis=1) / number,
            (held[:, :-1] & held[:, 1:]).sum(axis=1) / number,
            lengths.sum(axis=1) / number,
            there.sum(axis=1).astype(np.float64),
        ]
    )
    return values


def average_features(documents: list[WholeDocument]) -> tuple[Feature, ...]:
    """Average the documents of a domain."""
    return tuple(
        Feature(
            name,
            *(
                float(np.mean([getattr(document.features[i], part) for document in documents]))
                for part in ("typical", "high", "effect")
            ),
        )
        for i, name in enumerate(FEATURES)
        if documents
    )
