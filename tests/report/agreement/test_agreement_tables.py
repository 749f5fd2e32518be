"""The tables of the study of agreement, as views and on a terminal."""

import csv
import json
from dataclasses import replace

from sumspace.report.agreement.records import document_records
from sumspace.report.agreement.render import render
from sumspace.report.agreement.tables import views
from sumspace.show.table import flat


def by_name(study, name):
    return [view for view in views(study) if view.name == name]


def test_json_has_documents_first_and_the_signature_last(study):
    def refuse(constant):
        raise ValueError(constant)

    lines = [json.loads(line, parse_constant=refuse) for line in render(study, "json")]
    documents = [line for line in lines if line["table"] == "documents"]
    assert lines[: len(documents)] == documents
    assert [line["id"] for line in documents] == [document.id for document in study.documents]
    assert {line["table"] for line in lines} == {
        "documents", "agreement", "humans", "averages", "sets", "lines", "signature",
    }  # fmt: skip
    assert lines[-1] == {"table": "signature", "signature": str(study.plan), "interrupted": False}


def test_csv_has_a_line_for_each_document(study):
    rows = list(csv.DictReader(render(study, "csv")))
    for row, record in zip(rows, document_records(study), strict=True):
        expected = flat(record)
        assert row == {name: "" if expected.get(name) is None else str(expected[name]) for name in row}


def test_tables_fit_a_terminal_and_end_with_the_signature(study):
    lines = "".join(render(study, "table", to_file=True)).rstrip("\n").split("\n")
    assert lines[-1] == str(study.plan)
    assert max(map(len, lines[:-1])) <= 120


def test_the_corpus_comes_first_and_then_its_domains(study):
    (view,) = by_name(study, "agreement")
    assert [row[0] for row in view.rows] == ["all", "newswire", "legal"]
    (view,) = by_name(study, "averages")
    assert [group for group, _ in view.heads] == ["", "all", "all", "newswire", "newswire", "legal", "legal"]


def test_summaries_stand_from_people_to_the_full_text(study):
    (view,) = by_name(study, "averages")
    names = [row[0] for row in view.rows]
    assert names[:2] == ["MaxH", "B1"]
    assert names[-3:] == ["E60", "E5000", "FT"]
    scores = [float(row[1]) for row in view.rows[2:-3]]
    assert scores == sorted(scores, reverse=True)


def test_what_is_not_there_is_a_dash_and_is_counted(study):
    (view,) = by_name(study, "averages")
    (row,) = (row for row in view.rows if row[0] == "E5000")
    assert set(row[1:]) == {"-"}
    assert "E5000 6" in " ".join(view.notes)


def test_sets_begin_with_the_number_of_documents(study):
    (view,) = by_name(study, "sets")
    counts = view.rows[0]
    assert counts[0] == "documents"
    assert sum(map(int, counts[1:4])) == 6
    assert sum(map(int, counts[4:7])) == sum(map(int, counts[7:10])) == 3


def test_a_search_that_ran_out_of_time_is_marked(study, unproven):
    for found, mark in ((study, ""), (unproven, "≥")):
        (view,) = by_name(found, "averages")
        (row,) = (row for row in view.rows if row[0] == "E60")
        assert row[1].startswith(mark)
        assert ("≥" in row[1]) == bool(mark)
        assert any(note.startswith("≥") for note in view.notes) == bool(mark)
    assert json.loads(list(render(unproven, "json"))[-1])["interrupted"] is True


def test_many_domains_do_not_stand_in_one_row(study):
    documents = tuple(replace(document, domain=f"domain {i}") for i, document in enumerate(study.documents))
    many = replace(study, documents=documents)
    lines = "".join(render(many, "table", to_file=True)).split("\n")
    assert max(len(line) for line in lines if not line.startswith("sumspace")) <= 120
    assert len(by_name(many, "sets")) == 2
    shown = {group for view in by_name(many, "sets") for group, _ in view.heads}
    assert shown == {"", "all", *(f"domain {i}" for i in range(6))}


def test_systems_may_be_called_as_what_is_no_system(odd, odd_name):
    (view,) = by_name(odd, "averages")
    assert [row[0] for row in view.rows].count("FT") == 2
    assert odd_name in {row[0] for row in view.rows}


def test_without_sets_and_lines_there_are_no_such_tables(odd):
    assert [view.name for view in views(odd)] == ["agreement", "averages", "humans"]
