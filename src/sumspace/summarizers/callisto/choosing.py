"""Which configuration is taken, given what is expected of each (Rigouste 2004, section 6.1)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from sumspace.summarizers.callisto.configuration import Configuration
    from sumspace.summarizers.callisto.learners.learner import Opinion

    Integers = NDArray[np.int64]

__all__ = ["Selection", "choose", "of_length"]

#: How one is taken of those that are expected in the best class: at random, or the one that the learner is surest of.
Selection = Literal["random", "confidence"]


def choose(opinion: Opinion, candidates: Integers, selection: Selection, seed: int = 0) -> int:
    """Return one of the candidates; where nobody is expected in the best class, the next best is the best.

    The learner may be equally sure of several, as a tree is of all in one leaf: then one of them is taken at random.
    """
    classes = opinion.classes[candidates]
    best = candidates[classes == classes.max()]
    if selection == "confidence":
        best = best[opinion.confidence[best] == opinion.confidence[best].max()]
    return int(best[0] if len(best) == 1 else np.random.default_rng(seed).choice(best))


def of_length(configurations: Sequence[Configuration], sentences: int) -> Integers:
    """Return the configurations whose summaries are nearest to this length, the shorter of two that are as near."""
    lengths = np.array([configuration.sentences for configuration in configurations])
    nearest = min(set(lengths.tolist()), key=lambda length: (abs(length - sentences), length))
    return np.flatnonzero(lengths == nearest)
