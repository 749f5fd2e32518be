"""Fitted lines, beside NumPy's least squares."""

import numpy as np
import pytest

from sumspace.studies.agreement.study import fit_line


def test_lines_are_least_squares():
    rng = np.random.default_rng(1)
    xs = rng.random(30)
    ys = 0.4 - 0.3 * xs + 0.1 * rng.normal(size=30)
    line = fit_line(xs.tolist(), ys.tolist())
    (slope, intercept), errors = np.polyfit(xs, ys, 1, cov=True)
    assert (line.slope, line.intercept) == (pytest.approx(slope), pytest.approx(intercept))
    reach = 2.048407141795244 * np.sqrt(errors[0, 0])  # Student's quantile with 28 degrees of freedom
    assert (line.low, line.high) == (pytest.approx(slope - reach), pytest.approx(slope + reach))
    at = np.array([0.9, 1])
    height, low, high = line.at(0.9)
    assert height == pytest.approx(at @ (slope, intercept))
    assert (high - low) / 2 == pytest.approx(2.048407141795244 * np.sqrt(at @ errors @ at))
    assert line.r2 == pytest.approx(np.corrcoef(xs, ys)[0, 1] ** 2)
    assert line.p < 0.001


def test_lines_that_cannot_be_fitted_or_are_level():
    assert fit_line([0.1, 0.2], [1, 2]) is None
    assert fit_line([0.1, 0.1, 0.1], [1, 2, 3]) is None
    level = fit_line([0.1, 0.2, 0.4], [0.3, 0.3, 0.3])
    assert (level.slope, level.low, level.high, level.p, level.r2) == (0, 0, 0, 1, 0)
