"""Every number of the study of agreement."""

from statistics import mean

import pytest

from sumspace.report.agreement.records import BELOW, document_records, records
from sumspace.show.table import flat
from sumspace.studies.agreement_series import BASELINE, FULL_TEXT, Series


def test_a_document_has_the_fields_that_programs_rely_on(study):
    first, *_ = document_records(study)
    wanted = "id domain pairs maxh minh medh avgh reference baseline systems oracles full_text compression set".split()
    assert set(wanted) <= set(first)
    document = study.documents[0]
    assert first["pairs"][0] == {"model": "A", "candidate": "B", "score": document.pairs[0].score}
    assert first["maxh"] == max(pair["score"] for pair in first["pairs"])
    assert first["baseline"] == document.scores[BASELINE].score
    assert first["full_text"] == document.scores[FULL_TEXT].score
    assert first["systems"]["skim"] == document.scores[Series("system", "skim")].score
    assert first["oracles"] == {
        "within(60, 5)": document.scores[Series("oracle", "E60")].score, "within(5000, 5)": None,
    }  # fmt: skip
    assert first["bounds"] == {}
    assert list(first["compression"]) == ["A", "B", "C"]
    assert first["set"] == study.plan.set_of(first["maxh"])


def test_bounds_are_there_where_a_search_ran_out_of_time(unproven):
    first, second, *_ = document_records(unproven)
    assert first["bounds"] == {"within(60, 5)": pytest.approx(first["oracles"]["within(60, 5)"] + 0.1)}
    assert second["bounds"] == {}


def test_a_flat_record_has_names_and_numbers_only(study):
    first = flat(next(document_records(study)))
    assert "pairs" not in first
    assert {"systems.skim", "oracles.within(60, 5)", "compression.B"} <= set(first)
    assert not any(isinstance(value, (dict, list)) for value in first.values())


def test_averages_are_those_of_documents(study):
    found, documents = records(study), list(document_records(study))
    for scope, domain in (("corpus", None), ("domain", "legal")):
        some = [document for document in documents if domain in (None, document["domain"])]
        (row,) = (r for r in found["agreement"] if (r["scope"], r["domain"]) == (scope, domain))
        for name in ("maxh", "avgh", "medh", "minh"):
            assert row[name] == pytest.approx(mean(document[name] for document in some))
        averages = {r["summary"]: r for r in found["averages"] if (r["scope"], r["domain"]) == (scope, domain)}
        assert averages["skim"]["score"] == pytest.approx(mean(document["systems"]["skim"] for document in some))
        assert averages["E5000"] == {
            "scope": scope, "domain": domain, "kind": "oracle", "summary": "E5000", "documents": 0, "of": len(some),
            "score": None, "words": None, "unproven": 0,
        }  # fmt: skip


def test_sets_have_all_documents_between_them(study):
    rows = [r for r in records(study)["sets"] if r["scope"] == "corpus" and r["summary"] == "MaxH"]
    assert [(row["set"], row["low"], row["high"]) for row in rows] == [
        ("A", 0.7, None), ("B", 0.6, 0.7), (BELOW, None, None)
    ]  # fmt: skip
    assert sum(row["of"] for row in rows) == len(study.documents)
    assert sum(row["of"] * (row["score"] or 0) for row in rows) == pytest.approx(
        sum(document.maximum for document in study.documents)
    )


def test_people_are_counted_by_their_place(study):
    rows = {row["human"]: row for row in records(study)["humans"] if row["scope"] == "corpus"}
    assert list(rows) == ["H1", "H2", "H3"]
    third = [document for document in study.documents if len(document.humans) == 3]
    assert rows["H3"]["documents"] == len(third) < len(study.documents)
    assert rows["H3"]["compression"] == pytest.approx(mean(d.compressions["C"] for d in third))


def test_lines_are_those_of_the_groups(study):
    rows = [row for row in records(study)["lines"] if row["domain"] == "legal"]
    assert "E5000" not in {row["summary"] for row in rows}
    line = study.groups["legal"].line(BASELINE)
    (row,) = (row for row in rows if row["summary"] == "B1")
    assert (row["points"], row["slope"], row["p"]) == (3, line.slope, line.p)


def test_of_one_document_there_are_no_lines(odd):
    found = records(odd)
    assert not found["lines"]
    assert {row["domain"] for row in found["averages"]} == {None}
