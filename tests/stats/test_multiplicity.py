"""Corrections for many tests, beside SciPy's and Holm's own definition."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from sumspace.errors import SettingError
from sumspace.stats.multiplicity import corrected

P_VALUES = st.lists(st.floats(0, 1), min_size=1, max_size=30)


@given(P_VALUES)
def test_the_false_discovery_rate_is_corrected_as_scipy_does(p_values: list[float]) -> None:
    """Benjamini and Hochberg's correction is that of SciPy."""
    assert corrected(p_values, "bh") == pytest.approx(stats.false_discovery_control(p_values, method="bh"))


@given(P_VALUES, st.floats(0.001, 0.5))
def test_holm_rejects_step_by_step(p_values: list[float], alpha: float) -> None:
    """Holm rejects the smallest p while it is at most alpha / (tests left), and stops at the first that is not."""
    rejected: set[int] = set()
    for step, place in enumerate(np.argsort(p_values, kind="stable")):
        if p_values[place] * (len(p_values) - step) > alpha:
            break
        rejected.add(int(place))
    found = corrected(p_values, "holm")
    assert {place for place, p in enumerate(found) if p <= alpha} == rejected


@given(P_VALUES)
def test_what_was_not_tested_does_not_count(p_values: list[float]) -> None:
    """NaN stays NaN, and the others are corrected as if it were not there."""
    with_gap = [*p_values, float("nan")]
    for correction in ("holm", "bh"):
        found = corrected(with_gap, correction)
        assert np.isnan(found[-1])
        assert found[:-1] == pytest.approx(corrected(p_values, correction))


def test_an_unknown_correction_is_refused() -> None:
    """The error lists the corrections there are."""
    with pytest.raises(SettingError, match="holm, bh or none"):
        corrected([0.1], "bonferroni")  # type: ignore[arg-type]
