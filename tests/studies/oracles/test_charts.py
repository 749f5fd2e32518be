"""The figures of the study of oracles."""

import json

import pytest

from sumspace.measures.measure import parse_measure
from sumspace.studies.oracles.charts import _bin_of, place_shares

ROUGE_1 = (parse_measure("rouge-1"),)


@pytest.fixture(scope="module")
def figures(sample_study):
    return sample_study.figures()


def test_every_measure_has_figures(figures):
    by_measure = [f"{name}-{ending}" for name in ("curves-rouge-1", "curves-rouge-2") for ending in ("words", "share")]
    assert list(figures) == [
        "scores-rouge-1", "scores-rouge-2", "domains", "counts", "places", *by_measure
    ]  # fmt: skip


def test_a_study_without_curves_and_domains_has_no_figure_of_them(small_study):
    assert set(small_study.figures()) == {"scores-rouge-1", "counts", "places"}


def test_bars_stand_from_best_to_worst_below_the_oracle(sample_study, figures):
    figure = figures["scores-rouge-1"].to_dict(validate=False)
    (rows,) = map(json.loads, figure["datasets"].values())
    assert [row["kind"] for row in rows[:2]] == ["oracle", "greedy"]
    scores = [row["score"] for row in rows[2:]]
    assert scores == sorted(scores, reverse=True)
    assert rows[0]["score"] == sample_study.everything.oracles[ROUGE_1, "all"].score


def test_bins_of_numbers_follow_one_another():
    counts = (0, 1, 2, 9, 10, 99, 100, 99_999, 999_999, 10**6, 10**300)
    assert [_bin_of(count) for count in counts] == [
        "0", "1", "2–9", "2–9", "10–99", "10–99", "100–999", "10,000–99,999", "100,000–999,999", "1,000,000 +",
        "1,000,000 +",
    ]  # fmt: skip


def test_places_add_up_and_a_short_document_is_spread(sample_study, small_study):
    for document in sample_study.documents:
        assert sum(place_shares(document, ROUGE_1)) == pytest.approx(1)
    # Of three sentences the first and the last are in half of the oracles each, the second in none.
    cat, other = small_study.documents
    shares = place_shares(cat, ROUGE_1)
    assert shares == pytest.approx([0.15, 0.15, 0.15, 0.05, 0, 0, 0.05, 0.15, 0.15, 0.15])
    assert place_shares(other, ROUGE_1) is None
