"""The figures of the study of limits."""

import json

import pytest

from sumspace.studies.limits.charts import middle_document


@pytest.fixture(scope="module")
def figures(study):
    return study.figures()


def test_figures_1_and_2_are_there_for_every_domain_and_the_others_for_measures(figures):
    assert {f"figure-{n}-{domain}-rouge-1" for n in (1, 2) for domain in ("newswire", "legal")} <= set(figures)
    assert {"figure-3-rouge-1", "figure-4-rouge-1", "figure-4-rouge-2", "sweep-rouge-2", "features"} <= set(figures)


def test_the_document_of_figure_1_is_the_one_in_the_middle(study):
    part = next(iter(study.domains[0].measures.values()))
    extracts = sorted(document.space.distribution.extracts for document in part.documents)
    assert middle_document(part).space.distribution.extracts == extracts[0]


def test_axes_name_the_score(figures, precise):
    assert '"rouge-1 recall"' in figures["sweep-rouge-1"].to_json(validate=False)
    assert '"rouge-1 precision"' in precise.chart("sweep-rouge-1").to_json(validate=False)


def test_a_figure_says_that_it_rests_on_estimates(sampled):
    drawn = sampled.figures()["figure-1-newswire-rouge-1"].to_json(validate=False)
    assert ", estimated" in drawn
    assert "best extract" in drawn


def test_a_domain_without_a_name_has_figures(odd):
    assert "figure-1-domain-rouge-1" in odd.figures()


def test_every_document_is_shown_from_the_lowest_average_up_and_none_below_zero(study, figures):
    part = next(iter(study.domains[0].measures.values()))
    (panel, *_) = figures["figure-3-rouge-1"].concat
    rows = json.loads(panel.data.values)
    by_id = {document.space.id: document.space.distribution for document in part.documents}
    means = [by_id[row["document"]].mean for row in rows]
    assert means == sorted(means)
    for row in rows:
        distribution = by_id[row["document"]]
        below = sum(distribution.shares[distribution.scores < row["q50"]])
        assert below <= 0.5 <= below + sum(distribution.shares[distribution.scores == row["q50"]]) + 1e-9
        assert 0 <= row["q10"] <= row["q25"] <= row["q50"] <= row["q75"] <= row["q90"] <= row["best"]


def test_the_bars_of_figure_1_are_all_extracts(figures):
    above = figures["figure-1-newswire-rouge-1"].vconcat[0]
    rows = json.loads(above.layer[1].data.values)
    assert sum(row["share"] for row in rows) == pytest.approx(1)
    assert all(0 <= row["from"] < row["to"] for row in rows)


def test_no_axis_speaks_of_density(figures):
    drawn = " ".join(figure.to_json(validate=False) for figure in figures.values())
    assert "density" not in drawn
    assert "share of extracts per" in drawn
