"""How a comparison is shown: tables, charts, and sentences that are true."""

import json
import re

import pytest

import sumspace
from sumspace.studies.comparison.study import ComparisonStudy

from .conftest import plan_of


def test_few_systems_are_shown_pair_by_pair(few):
    text = "".join(few.render("table", plain=True))
    assert text.startswith("Differences between systems")
    assert "-0.0414*" in text
    assert "3/0/17" in text
    assert "Differences by domain" in text


def test_many_systems_are_shown_in_order_then_as_a_matrix(many):
    text = "".join(many.render("table", plain=True))
    assert text.startswith("rouge-1 f1: systems")
    assert "pyramid: systems" in text or "pyramid f1: systems" in text
    assert "significantly higher than the system of the column" in text
    assert "All pairs are in pairs.csv" in text


def test_the_matrix_says_what_the_pairs_say(many):
    for contest in many.overall:
        table = next(view for view in many.table("systems").shown if view.name == f"matrix {contest.measure}")
        names = [row["system"] for row in table.records]
        for pair in contest.pairs:
            i, j = names.index(pair.first), names.index(pair.second)
            here = (table.records[i][f"to_{j + 1}"], table.records[j][f"to_{i + 1}"])
            assert here == ({pair.first: ("+", "-"), pair.second: ("-", "+"), None: ("=", "=")}[pair.better])


def test_a_pair_with_too_few_documents_has_dashes_and_no_verdict():
    record = {"sentences": ["A cat sat here.", "It slept."], "references": ["A cat slept."]}
    examples = [
        {"id": f"{i}", **record, "systems": {"a": "A cat.", **({"b": "It slept."} if i == 1 else {})}} for i in range(7)
    ]
    study = sumspace.compare(examples, measure="rouge-1", space=False, resamples=20)
    row = next(row for row in study.table().records if {row["first"], row["second"]} == {"a", "b"})
    assert (row["documents"], row["p"], row["significant"], row["difference_interval"]) == (1, None, False, None)
    assert "fewer than 2 documents in common" in str(study)
    assert not any(" b " in text for text in study.findings()[:-2])


def sample_with_gaps(domains, **systems):
    """Documents, one for each domain, with those systems whose letters say so."""
    record = {"sentences": ["A cat sat here.", "It slept."], "references": ["A cat slept."]}
    return [
        {"id": f"{i}", "domain": domain, **record,
         "systems": {name: f"A cat {name}." for name, which in systems.items() if which[i] == "x"}}
        for i, domain in enumerate(domains)
    ]  # fmt: skip


def test_systems_that_could_not_be_tested_share_letters_and_that_is_said(many):
    examples = sample_with_gaps("q" * 8, a="xxxx....", b="....xxxx", c="x" * 8, d="x" * 8)
    study = sumspace.compare(examples, measure="rouge-1", space=False, resamples=20)
    said = "do not differ significantly, or could not be tested"
    assert said in " ".join(str(study).split())
    assert "difference, or no test" in json.dumps(study.chart("ranking-rouge-1").to_dict()["title"])
    assert said not in " ".join(str(many).split())
    examples = sample_with_gaps("q" * 8, a="x" * 8, b="x" * 8, lead="x.......", c="x" * 8)
    study = sumspace.compare(examples, measure="rouge-1", space=False, resamples=20)
    assert "0 show no significant difference, and 3 could not be tested." in study.findings()[0]


def test_domains_with_one_document_are_said_to_have_no_test():
    examples = sample_with_gaps("qqqqqqr", **dict.fromkeys("abc", "x" * 7))
    chosen = {"measure": "rouge-1", "space": False, "resamples": 20}
    few = str(sumspace.compare(examples, system=["a", "b"], **chosen))
    assert "\n-: fewer than 2 documents in common, so no test: r.\n" in few
    assert "may share a letter for this reason too: fewer than 2 documents in common" in str(
        sumspace.compare(examples, **chosen)
    )


def test_the_way_to_the_best_extract_is_told_in_sentences(few):
    text = next(text for text in few.findings() if "average extract" in text)
    assert re.search(
        r"the average extract scores 0\.\d{4} and the best extract 0\.\d{4}\. Of the distance between", text
    )
    for place in few.places[0].systems:
        reached = place.reached.mean
        said = f"reaches {reached:.0%} (" if reached >= 0 else f"lies {-reached:.0%} below the average extract ("
        assert f"{place.system}{' (the baseline)' if place.system == 'lead' else ''} {said}" in text


def test_records_are_json_without_nan(few, many, gaps):
    for study in (few, many, gaps):
        for line in study.render("json"):
            assert "NaN" not in line
            json.loads(line)


def test_findings_say_better_only_where_a_test_does(few, many, gaps):
    for study in (few, many, gaps):
        texts = " ".join(study.findings())
        for contest in study.overall:
            significant = sum(pair.is_significant for pair in contest.pairs)
            if not study.is_small:
                assert f"{significant} of {contest.tested} pairs differ significantly" in texts
    first, second, *_ = few.findings()
    assert first.startswith("On rouge-2 f1, retell scores significantly higher than skim: by 0.0414, 95% interval 0.02")
    assert "on 20 documents; p" in first
    assert "Holm's correction for 3 pairs" in first
    assert "lead (the baseline)" in second


def test_what_does_not_differ_significantly_is_said_so():
    plan = plan_of("rouge-2", systems=("frequent", "opening"), baselines=())
    study = ComparisonStudy.run(sumspace.read("sample"), plan)
    text = study.findings()[0]
    assert "no significant difference between frequent and opening: the first is ahead by 0.0087" in text
    assert "would take about" in text
    assert "higher" not in text


def test_equal_systems_are_said_to_be_equal():
    record = {"sentences": ["A cat sat here.", "It slept."], "references": ["A cat slept."]}
    examples = [{"id": f"{i}", **record, "systems": {"a": "A cat.", "b": "A cat."}} for i in range(7)]
    study = sumspace.compare(examples, measure="rouge-1", space=False, baseline="none", resamples=20)
    assert (
        "no significant difference between a and b (0.0000, 95% interval 0.0000 … 0.0000, on 7 documents; p = 1.000)"
        in study.findings()[0]
    )


def test_with_gaps_nobody_is_said_to_have_the_highest_mean(gaps):
    text = gaps.findings()[0]
    assert "highest mean" not in text
    assert "no system scores significantly higher than" in text


def test_few_documents_are_said_to_show_nothing():
    study = ComparisonStudy.run(list(sumspace.read("sample"))[:4], plan_of("rouge-1", systems=("skim", "retell")))
    assert "with 4 documents and 3 pairs, no p can be below 0.375: no difference can be significant" in study.remarks
    assert not any(pair.is_significant for contest in study.contests for pair in contest.pairs)


@pytest.mark.parametrize("name", ["few", "many", "gaps"])
def test_figures_are_there_for_what_was_studied(name, request):
    study = request.getfixturevalue(name)
    figures = study.figures()
    if study.is_small:
        assert {"differences", "domains", "power", "places"} == set(figures)
    else:
        measures = [str(contest.measure) for contest in study.overall]
        assert {f"{kind}-{measure}" for kind in ("ranking", "matrix") for measure in measures} <= set(figures)
    for figure in figures.values():
        figure.to_dict(validate=True)


def test_systems_whose_long_names_begin_alike_have_rows_of_their_own(gaps):
    chart = gaps.chart("ranking-rouge-1").to_dict()
    names = {row["system"] for rows in chart["datasets"].values() for row in json.loads(rows)}
    assert len(names) == len(gaps.systems)
    assert {name[-4:] for name in names if name.startswith("long")} == {" one", " two"}


def test_charts_name_the_correction(many):
    assert "pairs, Holm's correction" in json.dumps(many.chart("ranking-rouge-1").to_dict()["title"])


def test_latex_has_a_label_for_each_table_once(many):
    labels = re.findall(r"\\label\{(.*?)\}", "".join(many.render("latex")))
    assert len(labels) == len(set(labels)) > 3
