"""The records of the study of CALLISTO: every number of a study made by hand."""

from dataclasses import replace
from math import isnan

import pytest

from sumspace.report.callisto.lines import is_significant, lines
from sumspace.report.callisto.published import WINS
from sumspace.report.callisto.records import records


def at(rows, **place):
    return [row for row in rows if all(row[name] == value for name, value in place.items())]


def test_every_version_is_a_record_with_what_was_found(study, found):
    assert len(found["versions"]) == len(study.results) == 14
    for result in study.results:
        version = result.version
        (row,) = at(
            found["versions"], learner=version.learner, measure=version.measure, classes=version.classes or None,
            selection=version.selection if version.classes else None,
        )  # fmt: skip
        assert (row["share"], row["score"]) == (result.share, result.score)
        assert (row["accuracy"], row["accuracy_of_chosen"]) == (
            result.chosen.accuracy, result.chosen.accuracy_of_chosen,
        )  # fmt: skip
        assert row["difference"] == result.share - study.baseline.share


def test_a_difference_counts_where_it_exceeds_the_smallest_significant_one(study, found):
    least, honest = study.analysis.least_difference, study.analysis.honest_difference
    for row in found["versions"]:
        assert row["significant"] == (abs(row["difference"]) > least)
        assert row["honest"] == (abs(row["difference"]) > honest)
    assert {row["significant"] for row in found["versions"]} == {True, False}
    assert (is_significant(-0.1, 0.1), is_significant(-0.1, 0.09), is_significant(0.1, None)) == (False, True, None)


def test_each_learner_has_the_usual_number_of_classes_and_the_best(found):
    (row,) = at(found["learners"], learner="naive-bayes", measure="lin-hovy", selection="confidence")
    assert (row["kind"], row["classes"], row["best_classes"]) == ("version", 4, 6)
    assert (row["share"], row["best_share"]) == pytest.approx((0.69, 0.75))
    (row,) = at(found["learners"], learner="naive-bayes", measure="kpia", selection="confidence")
    assert (row["classes"], row["best_classes"], row["best_share"]) == (4, 2, pytest.approx(0.66))


def test_learners_without_classes_have_one_record_and_no_selection(found):
    rows = at(found["learners"], learner="fixed")
    assert [row["measure"] for row in rows] == ["lin-hovy", "kpia"]
    names = ("selection", "classes", "best_classes", "best_share", "accuracy")
    assert {row[name] for row in rows for name in names} == {None}


def test_of_several_numbers_of_classes_that_are_as_good_the_smallest_is_best(study):
    line = lines(study)[0]
    level = replace(line, results=tuple(replace(result, share=0.5) for result in line.results))
    assert level.best.version.classes == 2


def test_the_lead_and_the_best_reachable_stand_with_the_learners(study, found):
    (lead,) = at(found["learners"], kind="baseline")
    assert (lead["learner"], lead["share"], lead["score"], lead["difference"]) == (
        "lead", study.baseline.share, 0.175, 0.0,
    )  # fmt: skip
    (limit,) = at(found["learners"], kind="limit")
    assert (limit["share"], limit["score"]) == (1.0, study.best)
    assert limit["difference"] == 1 - study.baseline.share


def test_the_lead_has_every_length_and_the_average_last(found):
    assert [row["sentences"] for row in found["lead"]] == [3, 5, None]
    assert found["lead"][0] == {"sentences": 3, "score": 0.15, "share": 0.6}


def test_winners_stand_beside_those_of_the_paper(found):
    assert [(row["segmenter"], row["extractor"], row["alone"], row["shared"]) for row in found["table_1"]] == [
        ("c99", "extractor", 2, 2.5), ("none", "rake", 1, 1.0), ("none", "kea", 0, 0.5),
    ]  # fmt: skip
    assert [row["share"] for row in found["table_1"]] == [0.625, 0.25, 0.125]
    assert [row["paper"] for row in found["table_1"]] == [220, None, 98]
    assert [row["paper_share"] for row in found["table_1"]] == [220 / 1121, None, 98 / 1121]


def test_the_papers_table_is_in_its_order():
    assert list(WINS.values()) == sorted(WINS.values(), reverse=True)
    assert len(WINS) == len({names[0] for names in WINS}) * len({names[1] for names in WINS}) == 12


def test_the_analysis_is_there_in_full(study, found):
    analysis = study.analysis
    for name, row in zip(("documents", "methods", "error"), found["variance"], strict=True):
        source = getattr(analysis, name)
        assert row == {
            "source": name, "sum_of_squares": source.sum_of_squares, "degrees": source.degrees,
            "mean_square": source.mean_square, "f": source.f, "p": source.p,
        }  # fmt: skip
    (row,) = found["significance"]
    assert (row["least_difference"], row["honest_difference"], row["confidence"]) == (
        analysis.least_difference, analysis.honest_difference, 95.0,
    )  # fmt: skip
    assert (row["friedman"], row["friedman_p"]) == (analysis.friedman.statistic, analysis.friedman.p)
    assert (row["friedman_degrees"], row["paper_least_difference"]) == (14, 0.0259)


def test_what_is_not_defined_is_none_with_its_reason(odd):
    tables = records(odd)
    (row,) = tables["significance"]
    assert (row["least_difference"], row["honest_difference"], row["friedman"]) == (None, None, None)
    assert row["reason"] == "the scores are constant"
    assert row["friedman_reason"] == "the methods tie in every document"
    assert {row["significant"] for row in tables["versions"]} == {None}
    assert tables["numbers"][0]["recall_and_f"] is None


def test_what_was_generated_stands_beside_the_papers_figures(found):
    (row,) = found["numbers"]
    assert (row["documents"], row["left_out"], row["configurations"]) == (4, 1, 6)
    assert (row["summaries"], row["different"], row["recall_and_f"]) == (24, 17, 0.8125)
    assert (row["paper_summaries"], row["paper_recall_and_f"]) == (334_210, 0.8694)
    assert row["best_share"] == pytest.approx(0.75)


def test_places_are_those_of_the_study(study, found):
    for place, row in zip(study.places, found["places"], strict=True):
        assert {name: getattr(place, name) for name in row} == row


def test_documents_have_the_shares_of_the_usual_versions(study, found):
    shares = {str(result.version): result.shares for result in study.results} | {"lead": study.lead_shares}
    assert len(found["documents"]) == 4 * 7
    assert {row["version"] for row in found["documents"]} == {
        *(f"naive-bayes, {m}, {s}, K = 4" for m in ("lin-hovy", "kpia") for s in ("random", "confidence")),
        "fixed, lin-hovy", "fixed, kpia", "lead",
    }  # fmt: skip
    for row in found["documents"]:
        assert row["share"] == shares[row["version"]][study.documents.index(row["id"])]


def test_no_number_is_not_a_number(found, odd):
    for tables in (found, records(odd)):
        values = [value for rows in tables.values() for row in rows for value in row.values()]
        assert not any(isinstance(value, float) and isnan(value) for value in values)


def test_each_summary_that_was_placed_has_its_line(found):
    first, second = found["standings"]
    assert (first["id"], first["sentences"], first["extract"], first["share"]) == ("text 0", 3, "0 1 2", 0.5)
    assert (second["score"], second["share"], second["exact"]) == (0.0, None, False)
