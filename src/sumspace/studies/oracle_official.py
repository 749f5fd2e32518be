"""What the best extracts score by the official script's rules, where units cross from sentence to sentence."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from sumspace.measures.batch import Pair
from sumspace.measures.scoring import evaluate
from sumspace.measures.scoring import Setting
from sumspace.space.space import Part
from sumspace.studies.extracts import as_passage

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sumspace.space.budget import Extract
    from sumspace.studies.oracles import DocumentOracles

__all__ = ["official_scores"]


def official_scores(document: DocumentOracles, extracts: Sequence[Extract]) -> list[float]:
    """Score extracts on the objective of a document's oracles."""
    if not extracts:
        return []
    prepared = document.prepared
    whole = [Part(0, len(prepared.sentences), document.budget)]
    pairs = [Pair(as_passage(prepared, whole, [extract]), document.references.bodies) for extract in extracts]
    found = evaluate(pairs, document.measures, Setting(prepared.profile))
    scores = [getattr(found[measure], document.spaces[0].score) for measure in document.measures]
    means: list[float] = np.mean(scores, axis=0).tolist()
    return means
