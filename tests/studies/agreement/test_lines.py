"""Fitted lines, beside NumPy's least squares and SciPy's, and the trends of documents that are made for it."""

import json

import numpy as np
import pytest
from scipy import stats

import sumspace
from sumspace.studies.agreement.documents import FULL_TEXT, Source
from sumspace.studies.agreement.plan import AgreementPlan
from sumspace.studies.agreement.study import AgreementStudy, fit_line
from sumspace.text.profile import Profile


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
    assert (line.start, line.end) == (xs.min(), xs.max())
    change = line.at(line.end)[0] - line.at(line.start)[0]
    assert line.change.mean == pytest.approx(change)
    assert line.change.high == pytest.approx((slope + reach) * (xs.max() - xs.min()))


def test_lines_that_cannot_be_fitted_or_are_level():
    assert fit_line([0.1, 0.2], [1, 2]) is None
    assert fit_line([0.1, 0.1, 0.1], [1, 2, 3]) is None
    level = fit_line([0.1, 0.2, 0.4], [0.3, 0.3, 0.3])
    assert (level.slope, level.low, level.high, level.p, level.r2) == (0, 0, 0, 1, 0)
    assert (level.start, level.end) == (0.1, 0.4)


#: How many words H1 has of a text of 100, what a system scores by B, the best model, and how long B is.
POINTS = [(10, 0.9, 30), (20, 0.7, 25), (30, 0.8, 20), (40, 0.3, 10)]


@pytest.fixture(scope="module")
def made():
    """H1 is the first summary, but the reference is B; both leave out other shares of the text."""
    records = []
    for first, score, second in POINTS:
        words = [f"w{i}" for i in range(second)]
        hits = round(score * second)
        records.append(
            {
                "id": f"d{first}",
                "sentences": [" ".join(f"t{i}" for i in range(100))],
                "references": [
                    {"id": "H1", "sentences": [" ".join(f"x{i}" for i in range(first))]},
                    {"id": "B", "sentences": [" ".join(words)]},
                    {"id": "C", "sentences": [" ".join(words)]},
                ],
                "systems": {"mine": {"sentences": [" ".join(words[:hits])]}},
            }
        )
    return AgreementStudy.run(
        sumspace.read(records), AgreementPlan(profile=Profile(stem=False), oracles=False, systems=("mine",))
    )


@pytest.mark.parametrize("against", ["H1", "reference"])
def test_figure_9_is_against_the_compression_of_h1_or_of_the_reference(made, against):
    scores = [round(score * second) / second for _, score, second in POINTS]
    compressions = [1 - (first if against == "H1" else second) / 100 for first, _, second in POINTS]
    fit = stats.linregress(compressions, scores)
    line = made.everything.line(Source("system", "mine"), against)
    assert (line.slope, line.intercept, line.p) == pytest.approx((fit.slope, fit.intercept, fit.pvalue))
    reach = stats.t.ppf(0.975, len(POINTS) - 2) * fit.stderr
    assert (line.low, line.high) == pytest.approx((fit.slope - reach, fit.slope + reach))
    assert (line.start, line.end) == pytest.approx((min(compressions), max(compressions)))
    assert (line.slope > 0) == (against == "H1")


def test_the_default_is_h1(made):
    assert made.everything.line(FULL_TEXT) == made.everything.line(FULL_TEXT, "H1")
    assert [document.reference for document in made.documents] == ["B"] * 4


def test_lines_are_drawn_where_there_are_documents(made):
    figure = made.chart("figure-9-compression").to_dict(validate=False)
    rows = [row for data in figure["datasets"].values() for row in json.loads(data)]
    drawn = [row["ratio"] for row in rows if "low" in row]
    points = [row["ratio"] for row in rows if "low" not in row]
    assert (min(points), max(points)) == pytest.approx((0.6, 0.9))
    assert (min(drawn), max(drawn)) == pytest.approx((0.6, 0.9))
