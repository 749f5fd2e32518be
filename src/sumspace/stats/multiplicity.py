"""Corrections for testing many hypotheses at once: Holm 1979, Benjamini & Hochberg 1995."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import numpy as np

from sumspace.errors import SettingError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sumspace.arrays import Floats


#: Holm bounds the chance of any false discovery, Benjamini & Hochberg the expected share of false ones.
Correction = Literal["holm", "bh", "none"]
CORRECTION_NAMES: dict[Correction, str] = {
    "holm": "Holm's correction",
    "bh": "Benjamini and Hochberg's correction",
    "none": "no correction",
}


def corrected(p_values: Floats | Sequence[float], correction: Correction = "holm") -> Floats:
    """Return the p-values of a family of tests, corrected; NaN marks a test that was not made, and does not count.

    >>> corrected([0.01, 0.04, float("nan"), 0.03])
    array([0.03, 0.06,  nan, 0.06])
    >>> corrected([0.01, 0.04, 0.03], "bh")
    array([0.03, 0.04, 0.04])
    """
    values = np.asarray(p_values, dtype=np.float64)
    result = values.copy()
    places = np.flatnonzero(~np.isnan(values))
    if correction == "none" or not len(places):
        return result
    order = places[np.argsort(values[places], kind="stable")]
    ranked, number = values[order], np.arange(len(order))
    if correction == "holm":
        adjusted = np.maximum.accumulate(ranked * (len(order) - number))
    elif correction == "bh":
        adjusted = np.minimum.accumulate((ranked * len(order) / (number + 1))[::-1])[::-1]
    else:
        raise SettingError(f"the correction must be holm, bh or none, not {correction!r:.40}")
    result[order] = np.minimum(adjusted, 1.0)
    return result
