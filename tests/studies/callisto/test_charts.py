"""The figures of the study of CALLISTO: what is drawn of a study made by hand."""

import json
from dataclasses import replace

import pytest

from sumspace.studies.callisto.charts import _classes, _compared, _ranks, _row_names, make_figures


@pytest.fixture(scope="module")
def drawn(study):
    return make_figures(study)


def data_of(figure):
    return [row for table in figure.to_dict(validate=False)["datasets"].values() for row in json.loads(table)]


def renamed(study, learner_of):
    """Return the study with other names of learners."""
    results = []
    for result in study.results:
        version = replace(result.version, learner=learner_of(result.version))
        results.append(replace(result, version=version))
    return replace(study, results=tuple(results))


def test_figure_3_has_a_dot_for_each_version_with_classes(records, drawn):
    dots = [row for row in data_of(drawn["figure-3"]) if "classes" in row]
    shares = [row["share"] for row in records["versions"] if row["classes"]]
    assert sorted(row["share"] for row in dots) == sorted(shares)
    assert {(row["selection"], row["classes"]) for row in dots} == {
        (selection, classes) for selection in ("random", "paper") for classes in (2, 4, 6)
    }


def test_figure_3_has_level_lines_and_the_smallest_significant_difference(study, drawn):
    rows = data_of(drawn["figure-3"])
    assert {row["text"] for row in rows if "text" in row} == {
        "lead 67.0",
        "fixed 65.0",
        "random 47.6",
        "best fixed 65.6",
    }
    (band,) = {(row["share"], row["high"]) for row in rows if "high" in row}
    lead, least = study.lead_score.share, study.analysis.least_difference
    assert band == (lead - least, lead + least)
    assert f"within {100 * least:.2f} points" in drawn["figure-3"].title.subtitle[1]


def test_all_that_is_compared_is_drawn_from_the_best_to_the_worst_with_its_interval(records, drawn):
    rows = [row for row in data_of(drawn["compared"]) if "name" in row]
    assert [row["name"] for row in rows] == [record["system"] for record in records["compared"]]
    for row, record in zip(rows, records["compared"], strict=True):
        assert [row["low"], row["high"]] == (record["share_interval"] or [None, None])
        assert row["label"].endswith("*") == bool(record["significant"])


def test_every_learner_with_every_rule_has_a_row_and_a_dot_for_each_target(study, drawn):
    dots = [row for row in data_of(drawn["rules"]) if "target" in row]
    assert sorted(row["share"] for row in dots) == sorted(series.usual.share for series in study.series)
    assert {row["place"] for row in dots} == {0, 1, 2}
    texts = {row["text"] for row in data_of(drawn["rules"]) if "text" in row}
    assert texts == {"random 47.6", "fixed 65.6", "lead 70.6"}


def test_systems_whose_names_are_cut_to_the_same_have_rows_of_their_own(study):
    long = renamed(study, lambda _: "a" * 80)
    rows = [row for row in data_of(_compared(long)) if "place" in row]
    assert [row["place"] for row in rows] == list(range(8))


def test_learners_whose_names_are_cut_to_the_same_have_lines_of_their_own(study):
    long = renamed(study, lambda version: f"{'a' * 80}{version.measure if version.classes else ''}")
    dots = [row for row in data_of(_classes(long)) if "classes" in row]
    assert {row["learner"] for row in dots} == {f"{'a' * 39}…", f"{'a' * 39}… 2"}


def test_a_long_name_beside_a_row_is_cut_in_the_middle():
    end = ", lin-hovy, share, odds, K = 4"
    labels = _row_names(["lead", f"{'a' * 80}{end}"]).to_dict()["axis"]["labelExpr"]
    names = json.loads(labels.removesuffix("[datum.value]"))
    assert names == ["lead", f"{'a' * 14}…{end[-29:]}"]
    assert len(names[1]) == 44


def test_summaries_are_counted_where_systems_have_different_numbers_of_them(study, drawn):
    assert "mean over 8 summaries" in drawn["places"].title.subtitle
    systems = tuple(replace(system, summaries=9 + place) for place, system in enumerate(study.ranked_systems))
    assert "mean over 9 to 11 summaries" in _ranks(replace(study, ranked_systems=systems)).title.subtitle


def test_winners_are_drawn_here_and_in_the_paper(drawn):
    cells = {(row["segmenter"], row["extractor"], row["label"]) for row in data_of(drawn["table-1"])}
    assert cells == {
        ("c99", "extractor", "2.5"), ("none", "rake", "1.0"), ("none", "kea", "0.5"), ("c99", "extractor", "220"),
        ("none", "kea", "98"),
    }  # fmt: skip


def test_systems_are_drawn_by_what_they_reach_of_the_best_extract(drawn, odd):
    rows = list({row["place"]: row for row in data_of(drawn["places"])}.values())
    assert [row["share"] for row in rows] == sorted((row["share"] for row in rows), reverse=True)
    expected = {
        "place": 0, "system": "naive-bayes, lin-hovy, paper, K = 4", "share": 0.3 / 0.4, "below": 0.9,
        "median": 0.95, "share_label": "75.0", "below_label": "90.0",
    }  # fmt: skip
    assert expected.items() <= rows[0].items()
    assert [row["system"] for row in data_of(_ranks(odd))] == ["another"]


def test_one_number_of_classes_makes_no_figure_3(drawn, odd):
    assert list(drawn) == ["compared", "rules", "figure-3", "table-1", "places"]
    assert list(make_figures(odd)) == ["compared", "rules", "table-1", "places"]


def test_a_study_with_little_in_it_has_fewer_figures_and_a_page(odd, tmp_path):
    little = replace(odd, wins=(), ranked_systems=())
    assert list(little.figures()) == ["compared", "rules"]
    assert little.write(tmp_path / "out").exists()


def test_odd_names_are_shown_as_they_are(odd, tmp_path):
    text = odd.write(tmp_path / "odd").read_text()
    assert "<b>&" not in text
    assert "\x07" not in text
    assert "&lt;b&gt;&amp;&#34;" in text
