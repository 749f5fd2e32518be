"""The tables of the study of CALLISTO, as views and on a terminal, and what they say in words."""

import csv
import json
from dataclasses import replace

import pytest

from sumspace.measures.measure import parse_measure
from sumspace.report.callisto.findings import findings
from sumspace.report.callisto.records import records
from sumspace.report.callisto.render import render
from sumspace.report.callisto.tables import views
from sumspace.report.callisto.version_tables import learners_view
from sumspace.stats.anova import analyse
from sumspace.studies.callisto_wins import Wins


def by_name(study, name):
    (view,) = (view for view in views(study, records(study)) if view.name == name)
    return view


def test_json_has_every_table_and_the_signature_last(study, odd):
    def refuse(constant):
        raise ValueError(constant)

    for one in (study, odd):
        lines = [json.loads(line, parse_constant=refuse) for line in render(one, "json")]
        for name, rows in records(one).items():
            assert [line for line in lines if line["table"] == name] == [{"table": name, **row} for row in rows]
        assert lines[-1] == {"table": "signature", "signature": str(one.plan), "interrupted": False}


def test_csv_has_a_line_for_each_version(study, found):
    rows = list(csv.DictReader(render(study, "csv")))
    assert rows == [{name: "" if v is None else str(v) for name, v in row.items()} for row in found["versions"]]


def test_a_terminal_shows_all_tables_and_the_signature_last(study):
    text = "".join(render(study, "table", to_file=True)).rstrip("\n")
    assert text.endswith(str(study.plan))
    places = [text.index(view.title) for view in views(study, records(study))]
    assert places == sorted(places)
    assert len(places) == 8


def test_learners_stand_with_marks_where_they_differ_from_the_lead(study):
    view = by_name(study, "learners")
    rows = [row for row in view.rows if row[1] == "lin-hovy"]
    assert rows[0][:6] == ("naive-bayes", "lin-hovy", "random", "4", "55.00", "13.75")
    assert rows[0][6] == "-12.00**"
    assert rows[1][4:] == ("69.00", "17.25", "+2.00*", "34.00", "45.00", "6", "75.00")
    assert rows[2][2:] == ("-", "-", "65.00", "16.25", "-2.00*", "-", "-", "-", "-")
    assert [row[0] for row in view.rows if row[0]] == ["naive-bayes", "fixed", "lead", "best reachable"]
    assert view.rows[-2][4:7] == ("67.00", "17.50", "-")
    assert view.rows[-1][4:7] == ("100.00", "25.00", "+33.00")
    assert any("picked after the results were seen" in note for note in view.notes)


def test_without_an_analysis_nothing_is_marked_and_the_reason_is_said(odd):
    view = by_name(odd, "learners")
    assert not any("*" in cell for row in view.rows for cell in row)
    assert "Nobody can say which count: the scores are constant." in view.notes[0]
    assert {cell for row in by_name(odd, "variance").rows for cell in row[4:]} == {"-"}
    assert "- Not defined: the scores are constant." in by_name(odd, "variance").notes
    view = by_name(odd, "significance")
    assert [row[1] for row in view.rows] == ["-", "-", "-", "2", "-"]
    assert [note for note in view.notes if note.startswith("-")] == [
        "- There is no smallest difference: the scores are constant.",
        "- There is no test by ranks: the methods tie in every document.",
    ]


def test_figure_3_has_a_column_for_each_number_of_classes_and_the_best(study):
    view = by_name(study, "figure_3")
    assert [name for group, name in view.heads if group == "K"] == ["2", "4", "6"]
    assert view.rows[0] == ("naive-bayes", "lin-hovy", "random", "50.0", "55.0", "52.0", "4")
    assert view.rows[3] == ("", "kpia", "confidence", "66.0", "62.0", "61.0", "2")
    assert view.notes[0].endswith("Lead: 67.0. Without classes: fixed, lin-hovy 65.0; fixed, kpia 65.0.")


def test_without_classes_there_is_no_figure_3(study):
    some = tuple(result for result in study.results if not result.version.classes)
    fewer = replace(study, results=some)
    assert "figure_3" not in {view.name for view in views(fewer, records(fewer))}
    assert not any("Accuracy" in note for note in by_name(fewer, "learners").notes)


def test_the_lead_ends_with_the_average(study):
    assert by_name(study, "lead").rows == (
        ("3", "15.00", "60.00"), ("5", "20.00", "80.00"), ("average", "17.50", "67.00"),
    )  # fmt: skip
    free = replace(study, plan=replace(study.plan, lengths="free"))
    assert "of the same length" in by_name(study, "lead").notes[0]
    assert "of all lengths" in by_name(free, "lead").notes[0]


def test_winners_stand_beside_those_of_the_paper_with_a_dash_where_it_has_none(study):
    view = by_name(study, "table_1")
    assert view.rows[0] == ("c99", "extractor", "2", "2.5", "62.50", "220", "19.63")
    assert view.rows[1][-2:] == ("-", "-")
    assert "so do 1 of 4 texts" in view.notes[1]
    assert view.notes[-1] == "- The paper has no such combination."


def test_the_papers_figures_stand_beside_ours(study, odd):
    rows = {row[0]: row[1:] for row in by_name(study, "numbers").rows}
    assert rows["summaries"] == ("24", "334,210")
    assert rows["different summaries"] == ("17", "-")
    assert rows["Spearman's correlation of recall and F, %"] == ("81.25", "86.94")
    assert rows["smallest significant difference, points"][1] == "2.59"
    view = by_name(odd, "numbers")
    assert view.rows[4][1] == "-"
    assert "no correlation" in view.notes[-1]


def test_places_say_how_many_spaces_are_exact(study, odd):
    view = by_name(study, "places")
    assert view.rows[1][1:] == ("30.00", "40.00", "75.00", "90.00", "95.00", "8 of 8")
    assert len(view.notes) == 1
    assert by_name(odd, "places").rows[0][3] == "-"
    assert len(by_name(odd, "places").notes) == 3


def test_without_ranking_there_are_no_places(study):
    alone = replace(study, places=())
    assert "places" not in {view.name for view in views(alone, records(alone))}
    assert not any("By rouge-2" in sentence for sentence in findings(alone))


def test_findings_name_the_best_version_with_the_usual_classes(study):
    said = list(findings(study))
    assert said[0].startswith(
        "The best version, naive-bayes trained on lin-hovy with 4 classes, choosing what it is surest of, reaches "
        "69.0% of the best F-score that any configuration reaches; the first sentences of the texts reach 67.0%. "
        "It is 2.00 points above the lead: significant for one pair, but not if all pairs"
    )
    assert "6 turned out best: naive-bayes, lin-hovy, confidence reaches 75.0%" in said[1]
    assert "4.00 points above the same configuration for every text (65.0%): significant" in said[2]
    assert said[3].startswith("Taken together, the versions and the lead differ (analysis of variance, p < 0.0001)")
    assert "c99 with the extractor extractor: alone on 2 of 4 texts, and on 2.5 with ties shared; 3 of 3" in said[4]
    assert "of naive-bayes, lin-hovy, confidence, K = 4 score on average more than 90.0%" in said[5]


@pytest.mark.parametrize(
    ("least", "honest", "told"),
    [
        (0.021, 0.03, "above the lead: not significant, since chance alone may give 2.10."),
        (0.019, 0.021, "above the lead: significant for one pair, but not if all pairs are compared at once."),
        (0.018, 0.019, "above the lead: significant, even if all pairs are compared at once."),
        (None, None, "above the lead, and nobody can say whether that counts: too few."),
    ],
)
def test_a_finding_says_whether_a_difference_counts(study, least, honest, told):
    analysis = replace(study.analysis, least_difference=least, honest_difference=honest, reason="too few")
    assert next(findings(replace(study, analysis=analysis))).endswith(told)


def lowered(study, *shares):
    """Return the study with less for the versions that reach one of these shares."""
    results = (replace(one, share=0.6) if round(one.share, 2) in shares else one for one in study.results)
    return replace(study, results=tuple(results))


def test_where_the_same_for_all_texts_does_best_it_is_said(study):
    said = " ".join(findings(lowered(study, 0.69)))
    told = "does better than the same configuration for every text (65.0%)."
    assert "Of all numbers of classes, 6 turned out best: naive-bayes, lin-hovy, confidence reaches 75.0%" in said
    assert f"Does looking at the text help? Not here: no learner, with classes that were set before, {told}" in said
    said = " ".join(findings(lowered(study, 0.69, 0.66, 0.75)))
    assert f"Does looking at the text help? Not here: no learner {told}" in said


def test_where_nothing_looks_at_the_text_nobody_asks_whether_that_helps(study):
    fixed = replace(study, results=tuple(one for one in study.results if one.version.learner == "fixed"))
    assert not any("looking at the text" in sentence for sentence in findings(fixed))


def test_numbers_of_classes_that_make_no_difference_have_no_best(study):
    level = replace(study, results=tuple(replace(one, share=0.5) for one in study.results))
    assert not any("turned out best" in sentence for sentence in findings(level))


def test_of_one_combination_nobody_says_that_it_is_best(study):
    alone = replace(study, wins=study.wins[:1])
    assert not any("Most often best" in sentence for sentence in findings(alone))


def test_the_place_told_is_that_with_the_largest_share_of_the_best_extract(study):
    first, second, third = study.places
    shorter = replace(second, score=0.05, share=0.9)
    said = list(findings(replace(study, places=(first, shorter, third))))
    assert said[-1].startswith(f"By rouge-2, the summaries of {second.system} score on average more")


def test_a_measure_with_one_value_has_no_f_score_and_no_correlation_with_recall(study):
    judged = replace(study, plan=replace(study.plan, judged_by=parse_measure("kpia")))
    assert by_name(judged, "learners").title == "Shares of the best reachable score of kpia, in percent"
    assert ("", "score") in by_name(judged, "learners").heads
    assert "of the best score that any configuration reaches" in next(findings(judged))
    view = by_name(judged, "numbers")
    assert [row[1] for row in view.rows if "correlation" in row[0]] == ["-"]
    assert view.notes[-1] == "- Recall and F-score have no correlation: kpia has one value."
    assert not any("F-score" in cell for row in view.rows for cell in row)


def test_a_lead_above_all_configurations_is_explained(study):
    above = replace(study, lead=(*study.lead[:-1], replace(study.lead[-1], share=1.2)))
    assert by_name(above, "lead").rows[-1][-1] == "120.00"
    assert "need not be what any configuration takes" in by_name(above, "lead").notes[-1]
    assert len(by_name(study, "lead").notes) == 1


def test_a_difference_of_nothing_is_not_below_the_lead(study):
    row = records(study)["learners"][0] | {"difference": -1e-17, "significant": False, "honest": False}
    assert learners_view(study, [row]).rows[0][6] == "+0.00"


def test_versions_that_are_level_are_said_to_be(odd):
    assert "It is level with the lead." in next(findings(odd))
    assert not any("analysis of variance" in sentence for sentence in findings(odd))


def test_combinations_that_win_as_often_are_counted(study):
    wins = (*study.wins[:1], Wins("none", "kea", 3, 2.5), *study.wins[1:2])
    said = " ".join(findings(replace(study, wins=wins)))
    assert "segmenter none with the extractor kea (and 1 other combination as often): alone on 3 of 4 texts" in said


def test_where_versions_do_not_differ_it_is_said(study):
    table = [[0.1, 0.2], [0.2, 0.1], [0.3, 0.3]]
    said = " ".join(findings(replace(study, analysis=analyse(table))))
    assert "the versions and the lead do not differ significantly (analysis of variance, p = 1.0000)" in said
