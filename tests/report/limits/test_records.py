"""Every number of the study of limits."""

import pytest

from sumspace.report.limits.records import records


def test_records_are_complete(study):
    found = records(study)
    assert list(found) == ["data", "scores", "systems", "ranks", "sections", "features", "sweep", "documents"]
    assert len(found["scores"]) == 2 * 2
    assert len(found["documents"]) == 2 * 2 * 2
    assert len(found["systems"]) == len(found["ranks"]) + 4
    assert {record["domain"] for record in found["sections"]} == {"legal"}


def test_records_say_what_the_study_found(study):
    found = records(study)
    part = study.domains[1].measures["rouge-2"]
    (scores,) = (r for r in found["scores"] if (r["domain"], r["measure"]) == ("legal", "rouge-2"))
    assert (scores["mean"], scores["std"], scores["max"]) == (part.average.mean, part.average.std, part.average.max)
    for system in part.systems:
        (rank,) = (
            r for r in found["ranks"] if (r["domain"], r["measure"], r["system"]) == ("legal", "rouge-2", system.system)
        )
        assert rank["percentile"] == system.rank.percentile
        assert rank["nines"] == system.rank.nines
    (section,) = (r for r in found["sections"] if r["measure"] == "rouge-2")
    assert section["difference"] == pytest.approx(100 * (section["whole_mean"] / section["mean"] - 1))


def test_a_random_choice_on_average_is_the_mean_of_the_space(study):
    for record in records(study)["systems"]:
        if record["kind"] == "expected":
            (domain,) = (d for d in study.domains if d.domain == record["domain"])
            assert record["score"] == domain.measures[record["measure"]].average.mean


def test_a_document_is_said_to_have_as_many_sections_as_it_was_studied_in(study):
    documents = records(study)["documents"]
    assert {record["sections"] for record in documents if record["domain"] == "newswire"} == {1}
    assert [record["sections"] for record in documents if record["domain"] == "legal"] == [
        len(document.space.parts) for part in study.domains[1].measures.values() for document in part.documents
    ]


def test_sections_are_compared_on_precision_too(precise):
    (section,) = records(precise)["sections"]
    assert (section["mean"], section["whole_mean"]) == precise.domains[0].measures["rouge-1"].comparison
