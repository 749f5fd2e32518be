"""Checks that learners share: of options, of arrays read from a file, and of the features of a text."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from sumspace.errors import SettingError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from sumspace.arrays import Floats, Integers

    Arrays = Mapping[str, NDArray[np.generic]]

__all__ = ["check_features", "check_number", "float_array", "integer_array"]

#: Squares and sums of these are still finite.
_LARGEST = 1e100


def check_number(option: str, value: object, kind: type[int | float], low: float, high: float) -> None:
    """Raise a SettingError for anything but a number between two others, a whole one if its kind is int."""
    fitting = type(value) is int or (kind is float and isinstance(value, float))
    if not (fitting and low <= value <= high):  # type: ignore[operator]
        whole = "a whole number" if kind is int else "a number"
        raise SettingError(f"{option} of a learner is {whole} from {low:,} to {high:,}, not {value!r}")


def float_array(arrays: Arrays, name: str, *shape: int | None) -> Floats:
    """Return an array of finite numbers of this shape, None standing for any length; raise ValueError for others."""
    values = np.array(_array(arrays, name, "f", shape), np.float64, order="C")
    if not (np.abs(values) <= _LARGEST).all():
        raise ValueError(f"{name} has numbers that are not finite, or too large")
    return values


def integer_array(
    arrays: Arrays, name: str, *shape: int | None, low: int, high: int = np.iinfo(np.int64).max
) -> Integers:
    """Return an array of whole numbers between two others; None stands for any length; raise ValueError for others."""
    values = _array(arrays, name, "iu", shape)
    if values.size and not low <= int(values.min()) <= int(values.max()) <= high:
        raise ValueError(f"{name} has whole numbers outside {low} to {high}")
    return np.array(values, np.int64, order="C")


def _array(arrays: Arrays, name: str, kinds: str, shape: tuple[int | None, ...]) -> NDArray[np.generic]:
    if name not in arrays:
        raise ValueError(f"there is no array {name}")
    values = np.asarray(arrays[name])
    fitting = values.ndim == len(shape) and all(b in (None, a) for a, b in zip(values.shape, shape, strict=True))
    if values.dtype.kind not in kinds or not fitting:
        raise ValueError(f"{name} is not an array of the kind and shape that it should have")
    return values


def check_features(features: Floats, count: int) -> Floats:
    """Return the features of a text as compiled code takes them; raise ValueError unless there are that many."""
    values = np.array(features, np.float64, order="C")
    if values.shape != (count,) or not np.isfinite(values).all():
        raise ValueError(f"a text has {count} features, finite numbers, but these are of shape {values.shape}")
    return values
