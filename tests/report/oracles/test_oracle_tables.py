"""The records and tables of the study of oracles."""

import json
from dataclasses import replace
from itertools import islice

import pytest

import sumspace
from sumspace.measures.measure import parse_measure
from sumspace.report.oracles.pivot import kinds
from sumspace.report.oracles.records import document_records, records
from sumspace.report.oracles.render import render
from sumspace.report.oracles.tables import views
from sumspace.studies.oracle_study import study_oracles

TABLES = ["data", "scores", "greedy", "counts", "search", "f_measures", "lengths", "curves"]


def shown(study, name):
    (view,) = (view for view in views(study) if view.name == name)
    return view


def test_records_are_complete(study):
    found = records(study)
    assert list(found) == TABLES
    places = 3 * 2 * 2  # all and two domains, two measures, sets of references and single ones
    assert [len(found[name]) for name in ("data", "greedy", "counts", "search", "lengths")] == [3, *[places] * 3, 3 * 2]
    assert len(found["scores"]) == places * (2 + 9)
    assert len(found["f_measures"]) == places * 9
    assert {(row["scope"], row["domain"]) for row in found["scores"]} == {
        ("corpus", None), ("domain", "newswire"), ("domain", "legal"),
    }  # fmt: skip


def test_records_say_what_the_study_found(study):
    found = records(study)
    average = study.groups["legal"].oracles["rouge-2", "each"]
    place = {"domain": "legal", "measure": "rouge-2", "references": "each"}

    def of(table, **more):
        return [row for row in found[table] if place.items() | more.items() <= row.items()]

    (oracle,) = of("scores", kind="oracle")
    assert (oracle["score"], oracle["official"], oracle["share"]) == (average.score, average.official, 1)
    (greedy,) = of("scores", kind="greedy")
    assert greedy["share"] == pytest.approx(average.greedy / average.score)
    (counts,) = of("counts")
    assert (counts["median"], counts["several"]) == (average.median, average.several)
    (skim,) = of("f_measures", system="skim")
    assert skim["f_one_low"] <= skim["f_one"] <= skim["f_one_high"]


def test_json_names_its_tables_and_ends_with_the_signature(study):
    def refuse(constant):
        raise ValueError(constant)

    lines = [json.loads(line, parse_constant=refuse) for line in render(study, "json")]
    assert {line["table"] for line in lines[:-1]} == {*TABLES, "documents", "document_curves"}
    assert lines[-1]["signature"].startswith(str(study.plan))
    documents = [line for line in lines if line["table"] == "documents"]
    assert {line["count"] == 1 for line in documents} == {True, False}
    for line in documents:
        always = [place for place, share in enumerate(line["shares"]) if share > 1 - 1e-9]
        assert always == line["oracle"] if line["count"] == 1 else set(always) < set(line["oracle"])
        assert set(line["systems"]) == set(study.systems)
    curves = [line for line in lines if line["table"] == "document_curves"]
    assert len(curves) == len(study.documents) * 2
    assert all(len(line["lengths"]) == len(line["scores"]) for line in curves)


def test_tables_fit_a_terminal_and_end_with_the_signature(study):
    lines = "".join(render(study, "table", to_file=True)).rstrip("\n").split("\n")
    assert lines[-1] == study.signature
    assert max(map(len, lines[:-1])) <= 120
    for title in (
        "Table 1",
        "Tables 2 and 3",
        "Table 4",
        "Table 5",
        "Table 7",
        "Sentences shared",
        "The best extracts",
    ):
        assert any(line.startswith(title) for line in lines)


def test_the_table_of_scores_has_what_the_records_have(study):
    view = shown(study, "scores")
    first = view.rows[0]
    average = study.everything.oracles
    numbers = [100 * average[key].score for key in (("rouge-1", "all"), ("rouge-1", "each"))]
    assert (first[:2], first[3], first[6]) == (("all", "oracle"), *(f"{number:.2f}" for number in numbers))
    assert [row[1] for row in view.rows[:11]] == ["oracle", "greedy", *study.systems]
    assert [row[0] for row in view.rows if row[0]] == ["all", "newswire", "legal"]


def test_with_one_reference_each_there_is_one_kind_of_oracles(study, odd):
    assert (list(kinds(study).values()), list(kinds(odd).values())) == (["multi", "single"], [""])
    assert shown(odd, "scores").heads == (
        ("", "system"), ("", "words"), ("rouge-1", "score"), ("rouge-1", "share"), ("rouge-1", "official"),
    )  # fmt: skip
    assert "multi:" not in "".join(render(odd, "table"))


def test_systems_of_some_documents_are_marked_and_may_be_called_oracle(odd, odd_name):
    view = shown(odd, "scores")
    assert [row[0] for row in view.rows].count("oracle") == 2
    (row,) = (row for row in view.rows if row[0] == odd_name)
    assert row[2].endswith("*")
    assert "* has summaries of some documents only." in view.notes


def test_summaries_that_are_no_extracts_have_dashes(study):
    view = shown(study, "f_measures")
    (retell, *_) = (row for row in view.rows if row[1] == "retell")
    assert retell[2] == "0 of 5"
    assert set(retell[3:]) == {"-"}
    (skim, *_) = (row for row in view.rows if row[1] == "skim")
    assert skim[2] == "5 of 5"
    assert "-" not in skim[3:]


def test_what_is_not_proven_is_marked(unproven):
    view = shown(unproven, "scores")
    assert view.rows[0][3].startswith("≥")
    assert any(note.startswith("≥") for note in view.notes)
    assert "Where not all oracles were found they are not counted." in shown(unproven, "counts").notes
    lines = [json.loads(line) for line in render(unproven, "json")]
    assert lines[-1]["interrupted"] is True


def test_what_one_oracle_does_not_tell_has_no_table(study):
    one = study_oracles(islice(sumspace.read("sample"), 1), replace(study.plan, method="ilp"))
    assert {view.name for view in views(one)} == {"data", "scores", "search"}


def test_more_measures_than_fit_stand_in_several_tables(study):
    plan = replace(study.plan, measures=tuple(map(parse_measure, ("rouge-1", "rouge-2", "rouge-3"))))
    several = study_oracles(islice(sumspace.read("sample"), 1), plan)
    for name in ("scores", "counts", "search"):
        found = [view for view in views(several) if view.name == name]
        assert [{group for group, _ in view.heads} - {""} for view in found] == [{"rouge-1", "rouge-2"}, {"rouge-3"}]


def test_every_document_is_a_record(study):
    found = document_records(study)["documents"]
    assert len(found) == sum(len(document.oracles) for document in study.documents)
    for row in found:
        assert row["score"] >= row["greedy"]
        assert row["count"] >= 1
        assert row["budget"] == "at_most(60)"
