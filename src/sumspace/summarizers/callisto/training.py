"""From scores to what learners learn from: configurations as numbers, and scores as classes (Rigouste 2004, 2.1)."""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING

import numpy as np

from sumspace.stats.kmeans import assign
from sumspace.summarizers.callisto.learners.learner import Training

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from sumspace.stats.kmeans import Division
    from sumspace.summarizers.callisto.configuration import Configuration

    Floats = NDArray[np.float64]
    Integers = NDArray[np.int64]

__all__ = ["settings_of", "training"]


def settings_of(configurations: Sequence[Configuration]) -> Integers:
    """Number the values of every parameter from 0: [configuration, parameter]."""
    columns = [[getattr(one, field.name) for one in configurations] for field in fields(configurations[0])]
    return np.array([np.unique(column, return_inverse=True)[1] for column in columns], dtype=np.int64).T


def training(features: Floats, settings: Integers, scores: Floats, division: Division | None = None) -> Training:
    """Put together what is learned from; without a division of the scores all are of one class."""
    cuts = np.empty(0) if division is None else division.cuts
    return Training(features, settings, scores, assign(scores, cuts), len(cuts) + 1)
