"""What the page says: a difference is one where its test says so, and every number is that of a table."""

from dataclasses import replace

from sumspace.studies.learning.plan import LEARNED


def with_verdicts(study, verdicts):
    """Let tests of the main measure come out so: by group and other summarizer, as (p, sign)."""
    tests = []
    for given in study.tests:
        test = given
        if test.version == LEARNED and test.measure == study.plan.main:
            p, sign = verdicts.get((test.group.label, test.other), (1.0, 1))
            mean = sign * 0.01
            result = replace(test.result, difference=replace(test.result.difference, mean=mean))
            test = replace(test, result=result, corrected=p, is_significant=p < 0.05, is_possible=True)
        tests.append(test)
    return replace(study, tests=tuple(tests))


def test_only_significant_differences_are_said_to_be_differences(study):
    verdicts = {("all", "lead"): (0.01, 1), ("all", "lexrank"): (0.2, 1), ("legal", "lead"): (0.001, -1)}
    text = " ".join(with_verdicts(study, verdicts).findings())
    lead = next(test for test in study.tests_of(LEARNED) if (test.group.label, test.other) == ("all", "lead"))
    best = ", the highest of the others," if lead.is_best else ""
    assert f"significantly higher than Lead{best} {100 * lead.result.second:.2f} (p = 0.010)" in text
    assert "no significant difference from LexRank" in text
    assert "compared with Lead: significantly lower on legal, no significant difference on newswire" in text


def test_scores_in_sentences_are_those_of_the_table(study):
    rows = {row["system"]: row for row in study.table("systems").records if row["group"] == "all"}
    low, high = rows[LEARNED]["rouge-2_recall_interval"]
    first = study.findings()[0]
    assert f"ROUGE-2 recall {100 * rows[LEARNED]['rouge-2_recall']:.2f}" in first
    assert f"(95% interval {100 * low:.2f} … {100 * high:.2f}) on 10 documents" in first


def test_every_table_that_is_shown_stands_in_a_chapter(study):
    shown = {view.name for table in study.tables() for view in table.shown}
    assert shown == {name for chapter in study.story() for name in chapter.tables}


def test_the_fallback_is_said_to_help_where_its_test_says_so(study):
    own = study.overall.fallbacks[LEARNED]
    for p, verdict in ((0.01, "significant (p = 0.010)"), (0.4, "no significant difference (p = 0.400)")):
        fallbacks = {LEARNED: replace(own, new=4, result=replace(own.result, p=p))}
        other = replace(study, groups=(replace(study.overall, fallbacks=fallbacks), *study.parts))
        (text,) = [text for text in other.findings() if text.startswith("Leaning on Lead")]
        assert "in 4 of 10 texts: " in text
        assert verdict in text
