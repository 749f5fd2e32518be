"""Arrays that were kept in a file, checked before anything is made of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    Arrays = Mapping[str, NDArray[np.generic]]

__all__ = ["check_features", "floats", "integers"]

#: Squares and sums of these are still finite.
_LARGEST = 1e100


def floats(arrays: Arrays, name: str, *shape: int | None) -> NDArray[np.float64]:
    """Return numbers that can be reckoned with, as an array of this shape; None stands for any length."""
    values = np.array(_kept(arrays, name, "f", shape), np.float64, order="C")
    if not (np.abs(values) <= _LARGEST).all():
        raise ValueError(f"{name} has numbers that are not finite, or too large")
    return values


def integers(
    arrays: Arrays, name: str, *shape: int | None, low: int, high: int = np.iinfo(np.int64).max
) -> NDArray[np.int64]:
    """Return whole numbers between two others, as an array of this shape; None stands for any length."""
    kept = _kept(arrays, name, "iu", shape)
    if kept.size and not low <= int(kept.min()) <= int(kept.max()) <= high:
        raise ValueError(f"{name} has whole numbers outside {low} to {high}")
    return np.array(kept, np.int64, order="C")


def _kept(arrays: Arrays, name: str, kinds: str, shape: tuple[int | None, ...]) -> NDArray[np.generic]:
    if name not in arrays:
        raise ValueError(f"there is no array {name}")
    kept = np.asarray(arrays[name])
    fitting = kept.ndim == len(shape) and all(b in (None, a) for a, b in zip(kept.shape, shape, strict=True))
    if kept.dtype.kind not in kinds or not fitting:
        raise ValueError(f"{name} is not an array of the kind and shape that it should have")
    return kept


def check_features(features: NDArray[np.float64], count: int) -> NDArray[np.float64]:
    """Return the features of a text as compiled code takes them; raise ValueError unless there are that many."""
    values = np.array(features, np.float64, order="C")
    if values.shape != (count,) or not np.isfinite(values).all():
        raise ValueError(f"a text has {count} features, finite numbers, but these are of shape {values.shape}")
    return values
