"""The tables of the study of CALLISTO: every number of a study made by hand, and how it is shown."""

from dataclasses import replace
from itertools import product
from math import isnan

import numpy as np
import pytest

from sumspace.measures.measure import parse_measure
from sumspace.show.formats import shown_tables
from sumspace.studies.callisto.tables import PAPER_WINS, is_significant


def at(rows, **place):
    return [row for row in rows if all(row[name] == value for name, value in place.items())]


def test_every_version_is_a_record_with_what_was_found(study, records):
    assert len(records["versions"]) == len(study.results) == 14
    for result in study.results:
        version = result.version
        (row,) = at(
            records["versions"], learner=str(version.learner), measure=str(version.measure),
            classes=version.classes or None,
            selection=version.selection if version.classes else None,
        )  # fmt: skip
        assert (row["share"], row["score"]) == (result.share, result.score)
        assert (row["accuracy"], row["accuracy_of_chosen"]) == (
            result.accuracy, result.accuracy_of_chosen,
        )  # fmt: skip
        assert row["difference"] == result.share - study.lead_score.share


def test_a_difference_counts_where_it_exceeds_the_smallest_significant_one(study, records):
    least, honest = study.analysis.least_difference, study.analysis.honest_difference
    for row in records["versions"]:
        assert row["significant"] == (abs(row["difference"]) > least)
        assert row["honest"] == (abs(row["difference"]) > honest)
    assert {row["significant"] for row in records["versions"]} == {True, False}
    assert (is_significant(-0.1, 0.1), is_significant(-0.1, 0.09), is_significant(0.1, None)) == (False, True, None)


def test_each_learner_has_the_usual_number_of_classes_and_the_best(records):
    (row,) = at(records["learners"], learner="naive-bayes", measure="lin-hovy", selection="paper")
    assert (row["classes"], row["best_classes"]) == (4, 6)
    assert (row["share"], row["best_share"]) == pytest.approx((0.69, 0.75))
    (row,) = at(records["learners"], learner="naive-bayes", measure="kpia", selection="paper")
    assert (row["classes"], row["best_classes"], row["best_share"]) == (4, 2, pytest.approx(0.66))


def test_learners_without_classes_have_one_record_and_no_selection(records):
    rows = at(records["learners"], learner="fixed")
    assert [row["measure"] for row in rows] == ["lin-hovy", "kpia"]
    names = ("selection", "classes", "best_classes", "best_share", "accuracy")
    assert {row[name] for row in rows for name in names} == {None}


def test_of_several_numbers_of_classes_that_are_as_good_the_smallest_is_best(study):
    line = study.series[0]
    level = replace(line, results=tuple(replace(result, share=0.5) for result in line.results))
    assert level.best.version.classes == 2


def test_the_default_version_stands_among_all_that_it_is_compared_with(study, records):
    rows = records["compared"]
    assert [row["share"] for row in rows] == sorted((row["share"] for row in rows), reverse=True)
    names = ["random configuration", "best fixed configuration", "lead, best length", "lexrank, best length"]
    names += ["best extract (oracle)", "lead, mean of all lengths", "best configuration", str(study.default)]
    assert {row["system"] for row in rows} == set(names)
    (limit,) = at(rows, kind="limit")
    assert (limit["share"], limit["score"], limit["p"]) == (1.0, study.best, None)
    (own,) = at(rows, kind="version")
    assert (own["share"], own["difference"]) == (study.default.usual.share, None)
    for baseline in study.baselines:
        (row,) = at(rows, kind=baseline.kind, share=baseline.share)
        assert row["difference"] == pytest.approx(own["share"] - baseline.share)
        assert row["share_interval"][0] <= baseline.share <= row["share_interval"][1]
        assert row["difference_interval"][0] <= row["difference"] <= row["difference_interval"][1]


def test_p_values_are_those_of_all_permutations_corrected(study, records):
    """Of 4 documents there are 8 permutations that are not the same but for the sign."""
    p_values = []
    for baseline in study.baselines:
        differences = study.default.usual.shares - baseline.shares
        sums = [abs(np.dot(signs, differences)) for signs in product((1, -1), repeat=4)]
        p_values.append(sum(total >= abs(sum(differences)) - 1e-12 for total in sums) / 16)
    order = sorted(range(len(p_values)), key=p_values.__getitem__)
    expected, highest = {}, 0.0
    for place, i in enumerate(order):
        highest = max(highest, min(1.0, p_values[i] * (len(order) - place)))
        expected[study.baselines[i].share] = highest
    rows = [row for row in records["compared"] if row["p"] is not None]
    assert {row["share"]: row["p"] for row in rows} == pytest.approx(expected)


def test_where_lengths_are_given_there_is_one_lead(study):
    given = replace(study, baselines=tuple(replace(one, sizes=None) for one in study.baselines))
    assert not at(given.table("compared").records, system="lead, mean of all lengths")


def test_findings_of_the_paper_have_a_row_each(study, records):
    assert [(row["finding"], row["reproduced"]) for row in records["paper"]] == [
        (verdict.finding, verdict.is_reproduced) for verdict in study.verdicts
    ]
    assert records["paper"][0]["first_share"] - records["paper"][0]["second_share"] == pytest.approx(
        records["paper"][0]["difference"]
    )
    assert records["paper"][-1]["difference"] is None


def test_the_lead_has_every_length_and_the_average_last(records):
    assert [row["size"] for row in records["lead"]] == ["3 sentences", "5 sentences", None]
    assert records["lead"][0] == {"size": "3 sentences", "score": 0.15, "share": 0.6}


def test_winners_stand_beside_those_of_the_paper(records):
    assert [(row["segmenter"], row["extractor"], row["alone"], row["shared"]) for row in records["table_1"]] == [
        ("c99", "extractor", 2, 2.5), ("none", "rake", 1, 1.0), ("none", "kea", 0, 0.5),
    ]  # fmt: skip
    assert [row["share"] for row in records["table_1"]] == [0.625, 0.25, 0.125]
    assert [row["paper"] for row in records["table_1"]] == [220, None, 98]
    assert [row["paper_share"] for row in records["table_1"]] == [220 / 1121, None, 98 / 1121]


def test_the_papers_table_is_in_its_order():
    assert list(PAPER_WINS.values()) == sorted(PAPER_WINS.values(), reverse=True)
    assert len(PAPER_WINS) == len({names[0] for names in PAPER_WINS}) * len({names[1] for names in PAPER_WINS}) == 12


def test_the_analysis_is_there_in_full(study, records):
    analysis = study.analysis
    for name, row in zip(("documents", "methods", "error"), records["variance"], strict=True):
        source = getattr(analysis, name)
        assert row == {
            "source": name, "sum_of_squares": source.sum_of_squares, "degrees": source.degrees,
            "mean_square": source.mean_square, "f": source.f, "p": source.p,
        }  # fmt: skip
    (row,) = records["significance"]
    assert (row["least_difference"], row["honest_difference"], row["confidence"]) == (
        analysis.least_difference, analysis.honest_difference, 95.0,
    )  # fmt: skip
    assert (row["friedman"], row["friedman_p"]) == (analysis.friedman.statistic, analysis.friedman.p)
    assert (row["friedman_degrees"], row["paper_least_difference"]) == (14, 0.0259)


def test_what_is_not_defined_is_none_with_its_reason(odd):
    tables = {table.name: table.records for table in odd.tables()}
    (row,) = tables["significance"]
    assert (row["least_difference"], row["honest_difference"], row["friedman"]) == (None, None, None)
    assert row["reason"] == "the scores are constant"
    assert row["friedman_reason"] == "the methods tie in every document"
    assert {row["significant"] for row in tables["versions"]} == {None}
    assert tables["numbers"][0]["recall_and_f"] is None


def test_what_was_generated_stands_beside_the_papers_figures(records):
    (row,) = records["numbers"]
    assert (row["documents"], row["left_out"], row["configurations"]) == (4, 1, 6)
    assert (row["summaries"], row["different"], row["recall_and_f"]) == (24, 17, 0.8125)
    assert (row["paper_summaries"], row["paper_recall_and_f"]) == (334_210, 0.8694)
    assert row["best_share"] == pytest.approx(0.75)


def test_places_are_those_of_the_ranked_systems(study, records):
    for system, row in zip(study.ranked_systems, records["places"], strict=True):
        assert {name: getattr(system, name) for name in row} == row | {"measure": system.measure}
        assert row["measure"] == "rouge-2"


def test_documents_have_the_shares_of_the_usual_versions_and_of_baselines(study, records):
    shares = {str(result.version): result.shares for result in study.results}
    shares |= {baseline.name: baseline.shares for baseline in study.baselines}
    shares |= {"lead, mean of all lengths": study.lead_shares}
    assert len(records["documents"]) == 4 * (6 + 5 + 1)
    assert {row["version"] for row in records["documents"]} >= {
        *(f"naive-bayes, {m}, {s}, K = 4" for m in ("lin-hovy", "kpia") for s in ("random", "paper")),
        "fixed, lin-hovy", "fixed, kpia", "lead", "random configuration",
    }  # fmt: skip
    for row in records["documents"]:
        assert row["share"] == shares[row["version"]][study.documents.index(row["id"])]


def test_no_number_is_not_a_number(study, odd):
    values = [
        value for one in (study, odd) for table in one.tables() for row in table.records for value in row.values()
    ]
    assert not any(isinstance(value, float) and isnan(value) for value in values)


def test_each_ranked_summary_has_its_line(records):
    first, second = records["standings"]
    assert (first["id"], first["sentences"], first["extract"], first["share"]) == ("text 0", 3, "0 1 2", 0.5)
    assert (second["score"], second["share"], second["exact"]) == (0.0, None, False)


class Shown:
    """A table as it is shown: its title, headings, rows and notes."""

    def __init__(self, study, name):
        (view,) = (view for view in shown_tables(study.tables(), "text") if view.name == name)
        self.title, self.notes = view.title, view.remarks
        self.heads = [(column.group, column.heading) for column in view.columns]
        self.rows = tuple(row.cells for row in view.rows())


def test_a_learner_has_a_row_for_each_measure_and_a_column_for_each_target_and_rule(study):
    view = Shown(study, "rules")
    assert view.heads == [
        ("", "learner"), ("", "trained on"), *(("learns the score", rule) for rule in ("random", "paper", "value"))
    ]  # fmt: skip
    assert view.rows == (
        ("naive-bayes", "lin-hovy", "55.00", "69.00", "-"),
        ("", "kpia", "41.00", "62.00", "-"),
        ("fixed", "lin-hovy", "-", "-", "65.00"),
        ("", "kpia", "-", "-", "65.00"),
    )
    assert "r the random configuration (47.6%)" in view.notes[-1]
    assert "for all 18." in view.notes[-1]


def test_letters_mark_what_a_version_differs_from(study):
    (first, *others) = study.series
    contests = {
        pair: replace(contest, is_significant=pair[0] == str(first.usual.version))
        for pair, contest in study.of_versions.items()
    }
    marked = replace(study)
    marked.__dict__["of_versions"] = contests
    assert Shown(marked, "rules").rows[0][2] == "55.00 rFL"
    assert others


def test_without_an_analysis_the_reason_is_said(odd):
    assert {cell for row in Shown(odd, "variance").rows for cell in row[4:]} == {"-"}
    assert "- Undefined: the scores are constant." in Shown(odd, "variance").notes
    view = Shown(odd, "significance")
    assert [row[1] for row in view.rows] == ["-", "-", "-", "2", "-"]
    assert [note for note in view.notes if note.startswith("-")] == [
        "- The significant differences are undefined: the scores are constant.",
        "- Friedman's test is undefined: the methods tie in every document.",
    ]


def test_the_oracle_says_how_much_is_proven(study):
    assert any("by the recall of lin-hovy, at the best of the lengths; proven on 3 of 4" in note
               for note in Shown(study, "compared").notes)  # fmt: skip


def test_figure_3_has_a_column_for_each_number_of_classes_and_the_best(study):
    view = Shown(study, "figure_3")
    assert [name for group, name in view.heads if group == "K"] == ["2", "4", "6"]
    assert view.rows[0] == ("naive-bayes", "lin-hovy", "score", "random", "50.0", "55.0", "52.0", "4")
    assert view.rows[3] == ("", "kpia", "score", "paper", "66.0", "62.0", "61.0", "2")
    assert view.notes[0].endswith(
        "Lead, mean of all lengths 67.0; random configuration 47.6; best fixed configuration 65.6. "
        "Without classes: fixed, lin-hovy 65.0; fixed, kpia 65.0."
    )


def test_without_classes_there_is_no_figure_3(study):
    some = tuple(result for result in study.results if not result.version.classes)
    fewer = replace(study, results=some)
    assert "figure_3" not in {view.name for view in shown_tables(fewer.tables(), "text")}
    assert not any("K = " in note for note in Shown(fewer, "rules").notes)


def test_the_lead_ends_with_the_average(study):
    assert Shown(study, "lead").rows == (
        ("3 sentences", "15.00", "60.00"), ("5 sentences", "20.00", "80.00"), ("mean", "17.50", "67.00"),
    )  # fmt: skip
    given = replace(study, plan=replace(study.plan, lengths="given"))
    assert "of the same length" in given.table("lead").columns[-1].about
    assert "of all lengths" in study.table("lead").columns[-1].about


def test_winners_stand_beside_those_of_the_paper_with_a_dash_where_it_has_none(study):
    view = Shown(study, "table_1")
    assert view.rows[0] == ("c99", "extractor", "2", "2.5", "62.50", "220", "19.63")
    assert view.rows[1][-2:] == ("-", "-")
    assert view.notes == ("Texts with several best combinations: 1 of 4.",)


def test_the_papers_figures_stand_beside_ours(study, odd):
    rows = {row[0]: row[1:] for row in Shown(study, "numbers").rows}
    assert rows["summaries"] == ("24", "334,210")
    assert rows["different summaries"] == ("17", "-")
    assert rows["Spearman correlation of recall and F-score, %"] == ("81.25", "86.94")
    assert rows["least significant difference, points"][1] == "2.59"
    view = Shown(odd, "numbers")
    assert view.rows[4][1] == "-"
    assert "correlation of recall and F-score is undefined" in view.notes[-1]


def test_places_say_how_many_spaces_are_exact(study, odd):
    view = Shown(study, "places")
    assert view.rows[1][1:] == ("30.00", "40.00", "75.00", "90.00", "95.00", "8 of 8")
    assert len(view.notes) == 1
    assert Shown(odd, "places").rows[0][3] == "-"
    assert len(Shown(odd, "places").notes) == 3


def test_a_lead_above_all_configurations_is_explained(study):
    above = replace(study, lead_scores=(*study.lead_scores[:-1], replace(study.lead_scores[-1], share=1.2)))
    assert Shown(above, "lead").rows[-1][-1] == "120.00"
    assert "above 100" in Shown(above, "lead").notes[-1]
    assert not Shown(study, "lead").notes


def test_a_measure_with_one_value_has_no_f_score_and_no_correlation_with_recall(study):
    judged = replace(study, plan=replace(study.plan, judged_by=parse_measure("kpia")))
    assert Shown(judged, "rules").title.endswith("share of the best score (kpia), in percent")
    assert ("", "score") in Shown(judged, "compared").heads
    numbers = Shown(judged, "numbers")
    assert [row[1] for row in numbers.rows if "correlation" in row[0]] == ["-"]
    assert numbers.notes[-1] == "- The correlation of recall and F-score is undefined: kpia has a single value."
    assert not any("F-score of" in cell for row in numbers.rows for cell in row)
