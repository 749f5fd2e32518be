"""Features made standard: less their mean over the documents, in standard deviations."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

__all__ = ["standardize", "standards"]

#: No feature counts as further from the mean than so many standard deviations.
_FURTHEST = 1e8


def standards(features: Floats) -> tuple[Floats, Floats]:
    """Return mean and standard deviation of each feature over documents, 0 for those that are the same in all."""
    constant = features.min(axis=0) == features.max(axis=0)
    return features.mean(axis=0), np.where(constant, 0.0, features.std(axis=0))


def standardize(features: Floats, centres: Floats, scales: Floats) -> Floats:
    """Return the features of documents, or of one, as standard ones; 0 for those that say nothing.

    >>> standardize(np.array([7.0, 5.0]), np.array([3.0, 4.0]), np.array([2.0, 0.0])).tolist()
    [2.0, 0.0]
    """
    standard = np.zeros_like(features)
    with np.errstate(over="ignore"):
        np.divide(features - centres, scales, out=standard, where=scales > 0)
    return np.clip(standard, -_FURTHEST, _FURTHEST)
