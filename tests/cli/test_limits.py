"""`limits` from the command line."""

import csv
import io
import json

import pytest

from reports import assert_all_kinds_of_files

SENTENCES = ["The cat sat on the mat.", "A dog ran.", "Cats like mats.", "It rained all day long in the town."]
GOOD = {"id": "a", "domain": "news", "sentences": SENTENCES, "references": ["The cat sat. A dog ran in town."]}
BRIEF = ("-m", "rouge-1", "--words", 8, "--no-sweep", "--no-whole")


def rows(outcome):
    assert outcome.code == 0, outcome.err
    return [json.loads(line) for line in outcome.out.splitlines()]


def test_tables_go_to_the_output_and_the_report_into_a_folder(sumspace, corpus_file, tmp_path):
    file = corpus_file(GOOD, {**GOOD, "id": "b", "domain": "law"})
    outcome = sumspace("limits", file, "-m", "rouge-1", "--words", 8, "--json", "-o", tmp_path / "out")
    tables = {row["table"] for row in rows(outcome)}
    assert {"data", "scores", "systems", "ranks", "documents", "signature"} <= tables
    assert f"the page: {tmp_path / 'out' / 'index.html'}" in outcome.err
    assert (tmp_path / "out" / "index.html").read_text(encoding="utf-8").startswith("<!doctype html>")
    assert_all_kinds_of_files(tmp_path / "out")


def test_csv_has_the_scores_of_systems(sumspace, corpus_file):
    outcome = sumspace("limits", corpus_file(GOOD), *BRIEF, "--format", "csv")
    systems = [row["system"] for row in csv.DictReader(io.StringIO(outcome.out))]
    assert sorted(systems) == ["expected", "lead", "random", "textrank"]
    assert outcome.err.startswith("sumspace ")


def test_several_corpora_are_studied_together(sumspace, corpus_file):
    files = corpus_file(GOOD), corpus_file({**GOOD, "id": "b", "domain": "law"}, name="two.jsonl")
    outcome = sumspace("limits", *files, *BRIEF, "--json")
    assert [row["domain"] for row in rows(outcome) if row["table"] == "data"] == ["news", "law"]


ODD = {
    "one sentence": {**GOOD, "sentences": ["The cat sat on the mat in the town."]},
    "sentences that are all longer than the budget": {**GOOD, "sentences": ["The cat sat on the mat."] * 3},
    "a document that is shorter than the budget": {**GOOD, "sentences": ["The cat.", "A dog."]},
    "a reference that shares nothing": {**GOOD, "references": ["Nothing common here whatsoever."]},
    "a reference without units": {**GOOD, "references": ["..."]},
    "a section without words": {
        "references": GOOD["references"],
        "sections": [{"sentences": SENTENCES}, {"sentences": [""]}, {"sentences": ["A dog ran home."]}],
    },
    "empty sentences": {**GOOD, "sentences": ["", *SENTENCES, "", ""]},
}


@pytest.mark.parametrize("sections", ["auto", "none", "segment", "given"])
def test_odd_documents_have_a_defined_answer(sumspace, corpus_file, sections):
    file = corpus_file(*({**record, "id": name, "domain": name} for name, record in ODD.items()))
    outcome = sumspace("limits", file, "--words", 5, "--sections", sections, "--json")
    records = rows(outcome)
    assert {row["id"] for row in records if row["table"] == "documents"} == set(ODD)
    assert {row["domain"] for row in records if row["table"] == "systems"} == set(ODD)
    for row in records:
        assert all(value == value for value in row.values()), row  # noqa: PLR0124 - no nan


@pytest.mark.parametrize("budget", ["reach(12)", "at_most(12)", "exactly(2)"])
def test_every_budget_that_can_be_divided_has_extracts_in_sections(sumspace, corpus_file, budget):
    file = corpus_file({"id": "s", "sections": [{"sentences": SENTENCES}] * 2, "references": GOOD["references"]})
    outcome = sumspace("limits", file, "-m", "rouge-1", "--budget", budget, "--sections", "given", "--json")
    (document,) = (row for row in rows(outcome) if row["table"] == "documents")
    assert document["sections"] == 2
    assert document["extracts"] > 0


def test_a_corpus_without_any_document_to_study_is_refused(sumspace, corpus_file):
    outcome = sumspace("limits", corpus_file(GOOD), "--budget", "exactly(9)")
    assert outcome.code == 2
    assert outcome.err == "sumspace: there is no document to study: 'a' allows no extract of exactly(9)\n"


def test_a_measure_that_counts_no_units_is_refused(sumspace):
    outcome = sumspace("limits", "sample", "-m", "cosine")
    assert outcome.code == 2
    assert outcome.err.startswith("sumspace: cosine does not count units, which a space needs")


def test_an_error_in_the_corpus_keeps_what_was_finished_before(sumspace, corpus_file):
    outcome = sumspace("limits", corpus_file(GOOD, b'{"id": "b"}'), *BRIEF, "--json")
    assert outcome.code == 2
    records = [json.loads(line) for line in outcome.out.splitlines()]
    assert [row["id"] for row in records if row["table"] == "documents"] == ["a"]
    assert records[-1]["interrupted"] is True
    *notes, last = outcome.err.splitlines()
    assert "note: an error ended the run; the results are those finished before" in notes
    assert last.startswith("sumspace: ")
    assert "corpus.jsonl:2: text: there is no text" in last


def test_a_folder_that_is_there_is_not_written_over(sumspace, corpus_file, tmp_path):
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "mine.txt").write_text("mine")
    outcome = sumspace("limits", corpus_file(GOOD), "-o", tmp_path / "out")
    assert outcome.code == 2
    assert outcome.err.endswith("out: already there; choose a new folder\n")
    assert [file.name for file in (tmp_path / "out").iterdir()] == ["mine.txt"]


def test_ratios_are_an_option(sumspace, corpus_file):
    brief = ("limits", corpus_file(GOOD), "-m", "rouge-1", "--words", 8, "--no-whole")
    *tables, signature = rows(sumspace(*brief, "--ratio", 0.5, "--ratio", 0.25, "--json"))
    assert [row["ratio"] for row in tables if row["table"] == "sweep"] == [0.25, 0.5]
    assert {row["ratio"] for row in tables if row["table"] == "sweep_systems"} == {0.25, 0.5}
    assert signature["signature"].endswith(" | ratios:0.25,0.5")
    wrong = sumspace(*brief, "--ratio", 1.5)
    assert wrong.code == 2
    assert wrong.err == "sumspace: an extract keeps a share of the words between 0 and 1, not 1.5 (--ratio)\n"
