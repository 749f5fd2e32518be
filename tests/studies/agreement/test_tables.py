"""The tables of the study of agreement: their numbers, and how they are shown."""

import csv
from dataclasses import replace
from statistics import mean

import pytest

from sumspace.show.formats import shown_tables
from sumspace.studies.agreement.documents import BASELINE, FULL_TEXT, Source
from sumspace.studies.agreement.tables import BELOW


def records(study, name):
    return list(study.table(name).records)


def cells(view):
    return [row.cells for row in view.rows()]


def test_a_document_has_the_fields_that_programs_rely_on(study):
    first, *_ = records(study, "documents")
    document = study.documents[0]
    pair = document.pairs[0]
    assert first["pairs"][0] == {"model": "A", "candidate": "B", "score": pair.score, "cut": pair.cut}
    scores = [pair["score"] for pair in first["pairs"]]
    assert (first["maxh"], first["minh"]) == (max(scores), min(scores))
    assert min(scores) < first["medh"] < max(scores)
    assert min(scores) < first["avgh"] < max(scores)
    assert first["baseline"] == document.scores[BASELINE].score
    assert first["full_text"] == document.scores[FULL_TEXT].score
    assert first["systems"]["skim"] == document.scores[Source("system", "skim")].score
    assert first["oracles"] == {
        "within(60, 5)": document.scores[Source("oracle", "E60")].score, "within(5000, 5)": None,
    }  # fmt: skip
    assert first["bounds"] == {}
    assert list(first["compression"]) == ["A", "B", "C"]
    assert first["set"] == study.plan.set_of(first["maxh"])


def test_bounds_are_there_where_a_search_ran_out_of_time(unproven):
    first, second, *_ = records(unproven, "documents")
    assert first["bounds"] == {"within(60, 5)": pytest.approx(first["oracles"]["within(60, 5)"] + 0.1)}
    assert second["bounds"] == {}


def test_csv_has_names_and_numbers_of_documents_and_the_pairs_on_their_own(study):
    header = next(csv.reader(study.render("csv")))
    assert {"systems.skim", "oracles.within(60, 5)", "compression.B"} <= set(header)
    assert "pairs" not in header
    assert [(row["id"], row["model"], row["candidate"], row["score"]) for row in records(study, "pairs")] == [
        (document.id, pair.model, pair.candidate, pair.score) for document in study.documents for pair in document.pairs
    ]


def test_averages_are_those_of_documents(study):
    documents = records(study, "documents")
    for scope, domain in (("corpus", None), ("domain", "legal")):
        chosen = [document for document in documents if domain in (None, document["domain"])]
        (row,) = (r for r in records(study, "agreement") if (r["scope"], r["domain"]) == (scope, domain))
        for name in ("maxh", "avgh", "medh", "minh"):
            assert row[name] == pytest.approx(mean(document[name] for document in chosen))
        averages = {r["summary"]: r for r in records(study, "averages") if (r["scope"], r["domain"]) == (scope, domain)}
        assert averages["skim"]["score"] == pytest.approx(mean(document["systems"]["skim"] for document in chosen))
        assert averages["skim"]["uncut"] == pytest.approx(mean(d["systems_uncut"]["skim"] for d in chosen))
        assert averages["skim"]["words"] == pytest.approx(mean(d["systems_words"]["skim"] for d in chosen))
        assert averages["E5000"] == {
            "scope": scope, "task": None, "domain": domain, "kind": "oracle", "summary": "E5000", "documents": 0,
            "of": len(chosen), "score": None, "uncut": None, "words": None, "kept": None, "unproven": 0,
        }  # fmt: skip


def test_sets_have_all_documents_between_them(study):
    rows = [row for row in records(study, "sets") if row["scope"] == "corpus" and row["summary"] == "MaxH"]
    assert [(row["set"], row["low"], row["high"]) for row in rows] == [
        ("A", 0.7, None), ("B", 0.6, 0.7), (BELOW, None, None)
    ]  # fmt: skip
    assert sum(row["of"] for row in rows) == len(study.documents)
    assert sum(row["of"] * (row["uncut"] or 0) for row in rows) == pytest.approx(
        sum(document.maximum for document in study.documents)
    )


def test_people_are_counted_by_their_place(study):
    rows = {row["human"]: row for row in records(study, "humans") if row["scope"] == "corpus"}
    assert list(rows) == ["H1", "H2", "H3"]
    third = [document for document in study.documents if len(document.humans) == 3]
    assert rows["H3"]["documents"] == len(third) < len(study.documents)
    assert rows["H3"]["compression"] == pytest.approx(mean(d.compressions["C"] for d in third))


def test_lines_are_those_of_the_groups(study):
    rows = [row for row in records(study, "lines") if row["domain"] == "legal"]
    assert "E5000" not in {row["summary"] for row in rows}
    for against in ("H1", "reference"):
        line = study.domains["legal"].line(BASELINE, against)
        (row,) = (row for row in rows if (row["summary"], row["against"]) == ("B1", against))
        assert (row["points"], row["slope"], row["p"]) == (3, line.slope, line.p)
        assert row["change"] == pytest.approx(line.slope * (row["end"] - row["start"]))


def test_of_one_document_there_are_no_lines(odd):
    assert not records(odd, "lines")
    assert {row["domain"] for row in records(odd, "averages")} == {None}


def test_the_corpus_comes_first_and_then_its_domains(study):
    assert [row[0] for row in cells(study.table("agreement"))] == ["all", "newswire", "legal"]
    (view,) = study.table("averages").shown
    assert view.groups() == [("", 1), ("all", 3), ("newswire", 3), ("legal", 3)]


def test_summaries_stand_from_people_to_the_full_text(study):
    (view,) = study.table("averages").shown
    names = [row[0] for row in cells(view)]
    assert names[:2] == ["MaxH", "B1"]
    assert names[-3:] == ["E60", "E5000", "FT"]
    scores = [float(row[1]) for row in cells(view)[2:-3]]
    assert scores == sorted(scores, reverse=True)


def test_what_is_not_there_is_a_dash_and_is_counted(study):
    (view,) = study.table("averages").shown
    (row,) = (row for row in cells(view) if row[0] == "E5000")
    assert set(row[1:]) == {"-"}
    assert "E5000 6" in " ".join(view.remarks)


def test_sets_begin_with_the_number_of_documents(study):
    (view,) = study.table("sets").shown
    first, *_ = cells(view)
    assert first[0] == "documents"
    assert sum(map(int, first[1:4])) == 6
    assert sum(map(int, first[4:7])) == sum(map(int, first[7:10])) == 3


def test_a_search_that_ran_out_of_time_is_marked(study, unproven):
    for some_study, mark in ((study, ""), (unproven, "≥")):
        (view,) = some_study.table("averages").shown
        (row,) = (row for row in cells(view) if row[0] == "E60")
        assert row[1].startswith(mark)
        assert ("≥" in row[1]) == bool(mark)
        assert any(note.startswith("≥") for note in view.remarks) == bool(mark)


def test_many_domains_do_not_stand_in_one_row(study):
    documents = tuple(replace(document, domain=f"domain {i}") for i, document in enumerate(study.documents))
    many = replace(study, documents=documents)
    lines = "".join(many.render(plain=True)).split("\n")
    assert max(len(line) for line in lines if not line.startswith("sumspace")) <= 120
    views = list(many.table("sets").shown)
    assert len(views) == 2
    shown = {group for view in views for group, _ in view.groups()}
    assert shown == {"", "all", *(f"domain {i}" for i in range(6))}


def test_systems_may_have_the_name_of_another_source(odd, odd_name):
    (view,) = odd.table("averages").shown
    names = [row[0] for row in cells(view)]
    assert names.count("FT") == 2
    assert odd_name in names


def test_without_sets_and_lines_there_are_no_such_tables(odd):
    assert [view.name for view in shown_tables(odd.tables(), "text")] == [
        "agreement", "averages", "differences", "humans",
    ]  # fmt: skip
