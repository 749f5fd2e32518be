"""What the study of CALLISTO says in words, of a study made by hand."""

from dataclasses import replace

import numpy as np

from sumspace.measures.measure import parse_measure
from sumspace.stats.anova import analyse
from sumspace.studies.callisto.plan import Version
from sumspace.studies.callisto.study import VersionResult, Wins
from sumspace.summarizers.callisto.learners.learner import parse_learner


def findings(study):
    return iter(study.findings())


def test_without_ranking_there_are_no_places(study):
    alone = replace(study, ranked_systems=())
    assert not alone.table("places").records
    assert not any("By rouge-2" in sentence for sentence in findings(alone))


def test_the_first_sentence_is_about_the_default_version_and_its_baselines(study):
    """Where the default version was not studied, it is about the first; 4 documents are too few for significance."""
    assert next(findings(study)).startswith(
        "The first version (naive-bayes, lin-hovy, random) reaches 55.0% of the best"
    )
    version = Version(parse_learner("additive"), parse_measure("lin-hovy"), "value", 0, "share")
    shares = np.array([0.69, 0.74, 0.70, 0.75])
    usual = VersionResult(version, np.zeros((4, 1), np.int64), None, None, 0.18, float(shares.mean()), shares)
    first = next(findings(replace(study, results=(*study.results, usual))))
    assert first.startswith(
        "The default version (additive, lin-hovy share) reaches 72.0% of the best configuration's F-score (95 % "
    )
    for told in (
        ", 4 documents): 24.4 points above the random configuration (47.6%), no significant difference (p = ",
        "; 6.4 points above the best fixed configuration (65.6%), no significant difference (p = ",
        "; 1.4 points above the lead at its best length (70.6%), no significant difference (p = ",
    ):
        assert told in first


def test_a_significant_difference_is_said_to_be_one(study):
    contests = {name: replace(one, is_significant=True, p=0.01) for name, one in study.against_baselines.items()}
    marked = replace(study)
    marked.__dict__["against_baselines"] = contests
    assert "7.4 points above the random configuration (47.6%), significantly different (p = 0.010)" in next(
        findings(marked)
    )


def test_what_equals_a_baseline_is_said_to(odd):
    level = replace(odd, baselines=tuple(replace(one, shares=odd.results[0].shares) for one in odd.baselines))
    assert "the same as the best fixed configuration (50.0%)" in next(findings(level))


def test_every_finding_of_the_paper_has_a_sentence(study):
    said = list(findings(study))[1 : 1 + len(study.verdicts)]
    assert said == [verdict.sentence(95.0) for verdict in study.verdicts]
    assert said[0].startswith(
        "Selecting by confidence beats random selection: not reproduced. 69.0% (naive-bayes, lin-hovy, paper, K = 4) "
        "against 55.0% (naive-bayes, lin-hovy, random, K = 4): +14.0 points (95 % interval "
    )
    assert said[0].endswith("p = 0.125, 4 documents), no significant difference.")


def test_a_higher_version_than_the_default_is_named_with_its_test(study):
    told = [sentence for sentence in findings(study) if sentence.startswith("The highest of 6 versions")]
    assert len(told) == 1
    assert "picked after seeing the results: 69.0% (naive-bayes, lin-hovy, paper, K = 4) against 55.0%" in told[0]
    alone = replace(study, results=study.results[:3])
    assert not any(sentence.startswith("The highest of") for sentence in findings(alone))


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
    assert "of the best configuration's score" in next(findings(judged))


def test_versions_that_are_level_have_no_analysis(odd):
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
