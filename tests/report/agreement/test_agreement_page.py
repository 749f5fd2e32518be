"""The report of the study of agreement: a folder, its figures and its page."""

import csv
import json

import pytest

from reports import assert_drawn, assert_rows, assert_same_files, assert_stands_alone
from sumspace.errors import OutputError
from sumspace.report.agreement.chart_series import MOST_SYSTEMS, colours
from sumspace.report.agreement.charts import figures
from sumspace.report.agreement.page import write_agreement
from sumspace.report.agreement.records import records


def test_csv_files_say_what_json_says(study, folder):
    found = records(study)
    assert {file.stem for file in folder.glob("*.csv")} == {*found, "documents", "pairs"}
    for name, rows in found.items():
        assert_rows(folder / f"{name}.csv", rows)
    with (folder / "pairs.csv").open(newline="") as file:
        pairs = [(row["id"], row["model"], row["candidate"], float(row["score"])) for row in csv.DictReader(file)]
    assert pairs == [(d.id, p.model, p.candidate, p.score) for d in study.documents for p in d.pairs]


def test_output_is_the_same_every_time(study, folder, tmp_path):
    again = write_agreement(study, tmp_path / "again").parent
    assert_same_files(folder, again)


def test_the_page_stands_alone(folder):
    assert_stands_alone(folder / "index.html")


def test_every_figure_is_there_twice_and_on_the_page(study, folder):
    drawn = figures(study)
    assert list(drawn) == [
        "figure-4-people", "figure-5-documents", "set-a", "set-b", "figure-9-compression", "figure-9-people",
    ]  # fmt: skip
    assert_drawn(drawn, folder)


def test_the_page_says_what_was_studied_and_what_is_proven(unproven, folder, tmp_path):
    page = (folder / "index.html").read_text()
    assert "Studied: 6 documents of 2 domains with 28 pairs of human summaries, on ngram(1,1) (recall)." in page
    assert "Of 6 best extracts, 6 are proven to be the best." in page
    assert "interrupted" not in page
    page = write_agreement(unproven, tmp_path / "page").read_text()
    assert "Of 6 best extracts, 5 are proven to be the best." in page
    assert "The study was interrupted" in page


def test_figure_4_has_every_document_in_every_panel(study):
    figure = figures(study)["figure-4-people"].to_dict(validate=False)
    assert len(figure["vconcat"]) == 4
    for panel in figure["vconcat"]:
        rows = json.loads(figure["datasets"][panel["layer"][0]["data"]["name"]])
        assert sum(row["share"] for row in rows) == pytest.approx(1)


def test_documents_stand_by_falling_agreement(study):
    figure = figures(study)["figure-5-documents"].to_dict(validate=False)
    tables = map(json.loads, figure["datasets"].values())
    rows = [row for table in tables for row in table if "document" in row and row["series"] == "0"]
    assert [row["document"] for row in rows] == [1, 2, 3, 4, 5, 6]
    scores = [row["score"] for row in rows]
    assert scores == sorted((document.maximum for document in study.documents), reverse=True)


def test_the_best_systems_are_drawn(study):
    systems = [series for series in study.series if series.kind == "system"]
    assert len(systems) > MOST_SYSTEMS
    assert [series for series in colours(study) if series.kind == "system"] == systems[:MOST_SYSTEMS]
    drawn = figures(study)["figure-5-documents"].to_json(validate=False)
    assert f"the best {MOST_SYSTEMS} of {len(systems)} systems" in drawn


def test_odd_names_are_text(odd, odd_name, tmp_path):
    page = write_agreement(odd, tmp_path / "odd").read_text()
    assert odd_name not in page
    assert "<one>" not in page
    assert "\x07" not in page
    assert page.count("&lt;b&gt;&amp;&quot;-2") == 1
    assert "Best extracts were not looked for" in page


def test_a_folder_with_something_in_it_is_left_alone(study, folder):
    with pytest.raises(OutputError, match="already there"):
        write_agreement(study, folder)
