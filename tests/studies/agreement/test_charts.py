"""The figures and the page of the study of agreement."""

import json

import pytest

from sumspace.studies.agreement.charts import MOST_SYSTEMS, source_colours
from sumspace.studies.agreement.documents import BEST_HUMAN


@pytest.fixture(scope="module")
def figures(study):
    return {name: figure.to_dict(validate=False) for name, figure in study.figures().items()}


def test_there_is_a_figure_for_each_set_that_has_documents(figures):
    assert list(figures) == [
        "figure-4-people", "figure-5-documents", "set-a", "set-b", "figure-9-compression", "figure-9-people",
    ]  # fmt: skip


def test_figure_4_has_every_document_in_every_panel(figures):
    figure = figures["figure-4-people"]
    assert len(figure["vconcat"]) == 4
    for panel in figure["vconcat"]:
        rows = json.loads(figure["datasets"][panel["layer"][0]["data"]["name"]])
        assert sum(row["share"] for row in rows) == pytest.approx(1)


def test_every_document_is_a_dot_and_it_is_told_whether_it_is_above_the_best_human(study, figures):
    tables = map(json.loads, figures["figure-5-documents"]["datasets"].values())
    rows = next(table for table in tables if "kind" in table[0])
    best = [row["value"] for row in rows if row["name"] == "MaxH"]
    assert best == [document.scores[BEST_HUMAN].score for document in study.documents]
    by_document = {document.id: document.scores[BEST_HUMAN].score for document in study.documents}
    others = [row for row in rows if row["name"] != "MaxH"]
    assert {row["kind"] for row in others} == {"above MaxH of the same document", "not above it"}
    assert all((row["value"] > by_document[row["document"]]) == row["kind"].startswith("above") for row in others)


def test_the_best_systems_are_drawn(study, figures):
    systems = [source for source in study.sources if source.kind == "system"]
    assert len(systems) > MOST_SYSTEMS
    assert [source for source in source_colours(study) if source.kind == "system"] == systems[:MOST_SYSTEMS]
    assert f"the best {MOST_SYSTEMS} of {len(systems)} systems" in json.dumps(figures["figure-5-documents"])


def test_a_page_without_oracles_sets_and_lines_has_odd_names_as_text(odd, odd_name, tmp_path):
    page = odd.write(tmp_path / "odd").read_text()
    assert odd_name not in page
    assert "<one>" not in page
    assert "\x07" not in page
    assert "Best extracts were not searched for" in page
