"""What the study of CALLISTO says in words, of a study made by hand."""

from dataclasses import replace

import pytest

from sumspace.measures.measure import parse_measure
from sumspace.stats.anova import analyse
from sumspace.studies.callisto.study import Wins


def findings(study):
    return iter(study.findings())


def test_without_ranking_there_are_no_places(study):
    alone = replace(study, ranked_systems=())
    assert not alone.table("places").records
    assert not any("By rouge-2" in sentence for sentence in findings(alone))


def test_findings_name_the_best_version_with_the_usual_classes(study):
    said = list(findings(study))
    assert said[0].startswith(
        "Of 6 versions (K set in advance), naive-bayes trained on lin-hovy with 4 classes, choosing by confidence, "
        "scores highest: 69.0% of the best F-score of any configuration, on 4 documents; the lead baseline reaches "
        "67.0%. It is 2.00 points above the lead: significant at 95 % for a single pair, but not corrected"
    )
    assert "the highest share is 75.0%: naive-bayes, lin-hovy, confidence with 6 classes" in said[1]
    assert "4.00 points above the same configuration for every text (65.0%): significant" in said[2]
    assert said[3].startswith(
        "Over all, the versions and the lead differ significantly (analysis of variance, p < 0.0001)"
    )
    assert (
        "c99 with the extractor extractor is best most often: alone on 2 of 4 texts, on 2.5 with ties divided. 3 of 3"
        in said[4]
    )
    assert "of naive-bayes, lin-hovy, confidence, K = 4 beat on average 90.0%" in said[5]


@pytest.mark.parametrize(
    ("least", "honest", "told"),
    [
        (0.021, 0.03, "above the lead: no significant difference (the least significant one is 2.10 points)."),
        (
            0.019,
            0.021,
            "above the lead: significant at 95 % for a single pair, but not corrected for all pairs (Tukey).",
        ),
        (0.018, 0.019, "above the lead: significant at 95 %, also corrected for all pairs (Tukey)."),
        (None, None, "above the lead; there is no test of the difference: too few."),
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
    told = "scores higher than the same configuration for every text (65.0%)."
    assert "the highest share is 75.0%: naive-bayes, lin-hovy, confidence with 6 classes" in said
    assert f"Does choosing by the text help? No learner with classes set in advance {told}" in said
    said = " ".join(findings(lowered(study, 0.69, 0.66, 0.75)))
    assert f"Does choosing by the text help? No learner {told}" in said


def test_where_nothing_looks_at_the_text_nobody_asks_whether_that_helps(study):
    fixed = replace(study, results=tuple(one for one in study.results if str(one.version.learner) == "fixed"))
    assert not any("choosing by the text" in sentence for sentence in findings(fixed))


def test_numbers_of_classes_that_make_no_difference_have_no_best(study):
    level = replace(study, results=tuple(replace(one, share=0.5) for one in study.results))
    assert not any("the highest share is" in sentence for sentence in findings(level))


def test_of_one_combination_nobody_says_that_it_is_best(study):
    alone = replace(study, wins=study.wins[:1])
    assert not any("best most often" in sentence for sentence in findings(alone))


def test_the_place_told_is_that_with_the_largest_share_of_the_best_extract(study):
    first, second, third = study.ranked_systems
    shorter = replace(second, score=0.05, share=0.9)
    said = list(findings(replace(study, ranked_systems=(first, shorter, third))))
    assert said[-2].startswith(f"By rouge-2, the 8 summaries of {second.system} beat on average")


def test_a_measure_with_one_value_has_no_f_score(study):
    judged = replace(study, plan=replace(study.plan, judged_by=parse_measure("kpia")))
    assert "of the best score of any configuration" in next(findings(judged))


def test_versions_that_are_level_are_said_to_be(odd):
    assert "It equals the lead." in next(findings(odd))
    assert not any("analysis of variance" in sentence for sentence in findings(odd))


def test_combinations_that_win_as_often_are_counted(study):
    wins = (*study.wins[:1], Wins("none", "kea", 3, 2.5), *study.wins[1:2])
    said = " ".join(findings(replace(study, wins=wins)))
    assert (
        "none with the extractor kea is best most often (tied with 1 other combination): alone on 3 of 4 texts" in said
    )


def test_where_versions_do_not_differ_it_is_said(study):
    table = [[0.1, 0.2], [0.2, 0.1], [0.3, 0.3]]
    said = " ".join(findings(replace(study, analysis=analyse(table))))
    assert "the versions and the lead do not differ significantly (analysis of variance, p = 1.0000)" in said


def test_the_last_sentence_says_what_was_studied(study):
    assert study.findings()[-1] == (
        "Studied: 14 versions of 2 learners, trained on lin-hovy and kpia, evaluated by the F-score of lin-hovy on "
        "4 documents with 6 configurations each."
    )
