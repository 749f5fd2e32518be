"""The tables of the study of oracles."""

import json

import pytest

import sumspace
from sumspace.measures.measure import parse_measure
from sumspace.show.formats import shown_tables
from sumspace.space.budget import AtMost
from sumspace.studies.oracles.plan import OracleStudyPlan
from sumspace.studies.oracles.study import OracleStudy
from sumspace.studies.oracles.tables import kinds
from sumspace.tasks.oracle import OraclePlan

ROUGE_1, ROUGE_2 = (parse_measure("rouge-1"),), (parse_measure("rouge-2"),)


def view_of(study, name):
    (view,) = study.table(name).shown
    return view


def cells_of(study, name):
    return [row.cells for row in view_of(study, name).rows()]


@pytest.fixture
def study_of_cats(corpus_file):
    """Study one small document as told."""
    cats = {"id": "cats", "sentences": ["A cat sat on a mat.", "It slept."], "references": ["A cat sat and slept."]}

    def make(*measures, **settings):
        search = OraclePlan(tuple(map(parse_measure, measures)), **settings)
        return OracleStudy.run(sumspace.read(corpus_file(cats)), OracleStudyPlan(search))

    return make


def test_records_are_complete(sample_study):
    averages = 3 * 2 * 2  # all and two domains, two measures, sets of references and single ones
    assert {table.name: len(table.records) for table in sample_study.tables() if table.name != "curves"} == {
        "documents": sum(len(document.oracles) for document in sample_study.documents),
        "document_curves": 3 * 2,
        "data": 3,
        "scores": averages * (2 + 9),
        "greedy": averages,
        "counts": averages,
        "f_measures": averages * 9,
        "search": averages,
        "lengths": 3 * 2,
    }
    assert {(row["scope"], row["domain"]) for row in sample_study.table("scores").records} == {
        ("corpus", None), ("domain", "newswire"), ("domain", "legal"),
    }  # fmt: skip


def test_records_say_what_the_study_found(sample_study):
    average = sample_study.groups["legal"].oracles[ROUGE_2, "each"]
    key = {"domain": "legal", "measure": "rouge-2", "references": "each"}

    def record_of(table, **more):
        (record,) = (r for r in sample_study.table(table).records if key.items() | more.items() <= r.items())
        return record

    oracle = record_of("scores", kind="oracle")
    assert (oracle["score"], oracle["official"], oracle["share"]) == (average.score, average.official, 1)
    assert record_of("scores", kind="greedy")["share"] == pytest.approx(average.greedy / average.score)
    counts = record_of("counts")
    assert (counts["median"], counts["several"]) == (average.median, average.several)
    skim = record_of("f_measures", system="skim")
    assert skim["f_one_low"] <= skim["f_one"] <= skim["f_one_high"]


def test_every_document_is_a_record(sample_study):
    records = sample_study.table("documents").records
    assert {record["count"] == 1 for record in records} == {True, False}
    for record in records:
        assert record["score"] >= record["greedy"]
        assert record["budget"] == "at_most(60)"
        always = [place for place, share in enumerate(record["shares"]) if share > 1 - 1e-9]
        assert always == record["oracle"] if record["count"] == 1 else set(always) < set(record["oracle"])
        assert set(record["systems"]) == set(sample_study.systems)


def test_curves_of_documents_are_for_programs(sample_study):
    lines = [json.loads(line) for line in sample_study.render("json")]
    curves = [line for line in lines if line["table"] == "document_curves"]
    assert len(curves) == len(sample_study.documents) * 2
    assert all(len(line["lengths"]) == len(line["scores"]) for line in curves)


def test_tables_fit_a_terminal(sample_study):
    lines = str(sample_study).rstrip("\n").split("\n")
    assert lines[-1] == sample_study.signature
    assert max(map(len, lines[:-1])) <= 120


def test_the_table_of_scores_has_what_the_records_have(sample_study):
    rows = cells_of(sample_study, "scores")
    averages = sample_study.everything.oracles
    scores = [100 * averages[ROUGE_1, choice].score for choice in ("all", "each")]
    assert (rows[0][:2], rows[0][3], rows[0][6]) == (("all", "oracle"), *(f"{score:.2f}" for score in scores))
    assert [row[1] for row in rows[:11]] == ["oracle", "greedy", *sample_study.systems]
    assert [row[0] for row in rows if row[0]] == ["all", "newswire", "legal"]


def test_with_one_reference_each_there_is_one_kind_of_oracles(sample_study, small_study):
    assert list(kinds(sample_study).values()) == ["multi", "single"]
    assert list(kinds(small_study).values()) == [""]
    assert [(column.group, column.heading) for column in view_of(small_study, "scores").columns] == [
        ("", "system"), ("", "words"), ("rouge-1", "score"), ("rouge-1", "share"), ("rouge-1", "official"),
    ]  # fmt: skip
    assert "multi" not in str(small_study)


def test_systems_of_some_documents_are_marked_and_may_be_called_oracle(small_study):
    rows = cells_of(small_study, "scores")
    assert [row[0] for row in rows].count("oracle") == 2
    (some,) = (row for row in rows if row[0] == "some")
    assert some[2].endswith("*")
    assert "*: has summaries of some of the documents only." in view_of(small_study, "scores").remarks


def test_summaries_that_are_no_extracts_have_dashes(sample_study):
    rows = {row[1]: row[2:] for row in reversed(cells_of(sample_study, "f_measures"))}  # all documents come first
    extracts, *numbers = rows["retell"]
    assert (extracts, set(numbers)) == ("0 of 3", {"-"})
    extracts, *numbers = rows["skim"]
    assert extracts == "3 of 3"
    assert "-" not in numbers


def test_what_is_not_proven_is_marked(unproven_study):
    assert cells_of(unproven_study, "scores")[0][3].startswith("≥")
    assert any(note.startswith("≥") for note in view_of(unproven_study, "scores").remarks)
    assert any("not all oracles were found are skipped" in note for note in view_of(unproven_study, "counts").remarks)
    assert json.loads(list(unproven_study.render("json"))[-1])["interrupted"] is True


def test_what_one_oracle_does_not_tell_has_no_table(study_of_cats):
    study = study_of_cats("rouge-1", method="ilp", budget=AtMost(6))
    assert {view.name for view in shown_tables(study.tables(), "text")} == {"data", "scores", "search"}


def test_more_measures_than_fit_stand_in_several_tables(study_of_cats):
    study = study_of_cats("rouge-1", "rouge-2", "rouge-3", budget=AtMost(6))
    for name in ("scores", "counts", "search"):
        groups = [{column.group for column in view.columns} - {""} for view in study.table(name).shown]
        assert groups == [{"rouge-1", "rouge-2"}, {"rouge-3"}]
