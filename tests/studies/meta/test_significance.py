"""What the main topics of texts hold: figure 3 of the paper, by numpy and by hand."""

import json
from dataclasses import FrozenInstanceError

import numpy as np
import pytest

import sumspace
from sumspace.corpus.model import Example
from sumspace.document import Document
from sumspace.show.charts import themed
from sumspace.stats.resampling import Bootstrap
from sumspace.studies.meta.significance import (
    PERCENTS,
    draw_significance,
    measure_significance,
    significance_table,
)
from sumspace.text.profile import Profile
from sumspace.text.topics import Weighting, term_matrix

BOOTSTRAP = Bootstrap(resamples=200)


@pytest.fixture(scope="module")
def examples():
    return list(sumspace.read("sample"))


@pytest.fixture(scope="module")
def result(examples):
    return measure_significance(examples, Profile(), BOOTSTRAP)


def squares_of(example, weighting):
    """The squares of the singular values that are not 0, by numpy, and how many sentences there are."""
    sentences = Document(example, Profile()).content
    values = np.linalg.svd(term_matrix(sentences, weighting)[1], compute_uv=False)
    return values[values > 1e-5 * values[0]] ** 2, len(sentences)


@pytest.mark.parametrize("weighting", [Weighting("bi", "nw"), Weighting("lo", "isf")], ids=str)
def test_shares_and_law_are_means_over_documents_of_what_numpy_finds(examples, weighting):
    result = measure_significance(examples, Profile(), BOOTSTRAP, weighting=weighting, percents=(1, 10, 30, 100))
    shares, fits = [], []
    for example in examples:
        squares, many = squares_of(example, weighting)
        kept = [max(int(percent * many / 100 + 0.5), 1) for percent in (1, 10, 30, 100)]
        shares.append([squares[:r].sum() / squares.sum() for r in kept])
        slope, intercept = np.polyfit(np.log(np.arange(1, len(squares) + 1)), np.log(squares), 1)
        fits.append((np.exp(intercept), slope))
    assert [point.share.mean for point in result.points] == pytest.approx(np.mean(shares, axis=0).tolist())
    assert (result.a.mean, result.b.mean) == pytest.approx(tuple(np.mean(fits, axis=0)))
    assert (result.documents, result.left_out, result.weighting) == (20, 0, weighting)


def test_by_hand(corpus_file):
    # Words of four, two, one and one sentence that share nothing: squares 8 (4 sentences of 2 words), 2, 1 and 1.
    sentences = [*["Alpha bravo."] * 4, *["Charlie."] * 2, "Delta.", "Echo."]
    file = corpus_file({"id": "a", "sentences": sentences, "references": ["Alpha."]})
    result = measure_significance(sumspace.read(str(file)), Profile(), BOOTSTRAP, percents=(5, 25, 40, 50))
    assert [point.share.mean for point in result.points] == pytest.approx([8 / 12, 10 / 12, 11 / 12, 1])
    assert [point.zipf for point in result.points] == pytest.approx([12 / 25, 18 / 25, 22 / 25, 1])
    assert all(point.share.low == point.share.high for point in result.points)


def test_curves_rise_to_everything_and_lie_within_their_intervals(result):
    assert tuple(point.percent for point in result.points) == PERCENTS
    for name in ("share", "fitted"):
        curve = [getattr(point, name) for point in result.points]
        means = [interval.mean for interval in curve]
        assert means == sorted(means)
        assert means[-1] == pytest.approx(1)
        assert all(interval.low <= interval.mean <= interval.high for interval in curve[:-1])
    assert result.b.low < result.b.mean < result.b.high < 0


def test_the_papers_two_numbers_stand_where_they_belong(result):
    assert {point.percent: point.paper for point in result.points if point.paper} == {10: 0.40, 30: 0.70}


@pytest.mark.parametrize("jobs", [1, 3])
def test_the_result_is_frozen_and_the_same_with_any_number_of_jobs(examples, result, jobs):
    assert measure_significance(examples, Profile(), BOOTSTRAP, jobs) == result
    with pytest.raises(FrozenInstanceError):
        result.documents = 3


def test_documents_without_text_or_without_two_topics_are_left_out_and_counted(corpus_file, examples):
    file = corpus_file({"id": "a", "sentences": ["Alpha."], "references": ["Alpha."]})
    short = [*sumspace.read(str(file)), Example("without a text", ())]
    result = measure_significance([*short, *examples[:3]], Profile(), BOOTSTRAP)
    assert (result.documents, result.left_out) == (3, 2)
    (view,) = significance_table(result).views
    assert view.notes[-1] == "Skipped: 2 documents without a text of at least two topics."
    assert result.points == measure_significance(examples[:3], Profile(), BOOTSTRAP).points
    nothing = measure_significance(short, Profile(), BOOTSTRAP)
    assert (nothing.documents, nothing.left_out, nothing.points, nothing.law) == (0, 2, (), "")
    assert nothing.records() == list(significance_table(nothing).records) == []
    assert draw_significance(nothing) is None


def test_the_table_has_a_row_for_each_percent_with_interval_law_and_the_papers_number(result):
    table = significance_table(result)
    records = {record["percent"]: record for record in table.records}
    assert list(records) == list(PERCENTS)
    assert records[10]["share_interval"] == [result.points[1].share.low, result.points[1].share.high]
    assert (records[10]["paper"], records[15]["paper"]) == (0.40, None)
    assert {record["b"] for record in records.values()} == {result.b.mean}
    (view,) = table.views
    cells = [row.cells for row in view.rows()]
    assert cells[1][0] == "10"
    assert cells[1][1] == f"{100 * result.points[1].share.mean:.1f}"
    assert (cells[1][-1], cells[2][-1]) == ("40", "")
    assert f"b = \N{MINUS SIGN}{-result.b.mean:.2f} (95% interval" in view.notes[0]


def test_the_figure_shows_all_four_kinds_with_axes_that_end_at_everything(result):
    figure = themed({"figure-3": draw_significance(result)})["figure-3"].to_dict()
    rows = [row for table in figure["datasets"].values() for row in json.loads(table)]
    kinds = [row["kind"] for row in rows if "kind" in row]
    assert {kind: kinds.count(kind) for kind in kinds} == {
        "this corpus": 20, "fitted law": 20, "b = \N{MINUS SIGN}1": 20, "paper (DUC 2002)": 2,
    }  # fmt: skip
    assert '"domain": [0, 1]' in json.dumps(figure)
    assert "Mean of 20 documents" in json.dumps(figure)
