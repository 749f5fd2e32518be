"""The report of the study of CALLISTO: a folder, its figures and its page."""

import json
from dataclasses import replace

import pytest

from reports import assert_drawn, assert_rows, assert_same_files, assert_stands_alone
from sumspace.errors import OutputError
from sumspace.report.callisto.charts import figures
from sumspace.report.callisto.named_rows import named_rows
from sumspace.report.callisto.page import write_callisto
from sumspace.report.callisto.records import records
from sumspace.report.callisto.story import STORY
from sumspace.report.callisto.tables import views


@pytest.fixture(scope="session")
def drawn(study, found):
    return figures(study, found)


def data_of(figure):
    return [row for table in figure.to_dict(validate=False)["datasets"].values() for row in json.loads(table)]


def test_csv_files_say_what_json_says(found, folder):
    assert {file.stem for file in folder.glob("*.csv")} == set(found)
    for name, rows in found.items():
        assert_rows(folder / f"{name}.csv", rows)


def test_output_is_the_same_every_time(study, folder, tmp_path):
    assert_same_files(folder, write_callisto(study, tmp_path / "again").parent)


def test_the_page_stands_alone(folder):
    assert_stands_alone(folder / "index.html")


def test_every_figure_is_there_twice_and_on_the_page(drawn, folder):
    assert list(drawn) == ["learners", "figure-3", "table-1", "places"]
    assert_drawn(drawn, folder)


def test_every_table_and_figure_has_its_chapter_and_every_chapter_what_it_names(study, found, drawn):
    named = [name for chapter in STORY for name in chapter.tables]
    assert sorted(named) == sorted(view.name for view in views(study, found))
    assert sorted(chapter.figures for chapter in STORY if chapter.figures) == sorted(drawn)


def test_the_page_says_what_was_studied_and_what_was_left_out(folder):
    page = (folder / "index.html").read_text()
    assert "Studied: 14 versions of 2 learners, trained on lin-hovy and kpia, judged by the F-score of lin-hovy" in page
    assert "on 4 documents, each summarized with 6 configurations." in page
    assert "<li><strong>empty</strong> has no sentences</li>" in page


def test_figure_3_has_a_dot_for_each_version_with_classes(found, drawn):
    dots = [row for row in data_of(drawn["figure-3"]) if "classes" in row]
    shares = [row["share"] for row in found["versions"] if row["classes"]]
    assert sorted(row["share"] for row in dots) == sorted(shares)
    assert {(row["selection"], row["classes"]) for row in dots} == {
        (selection, classes) for selection in ("random", "confidence") for classes in (2, 4, 6)
    }  # fmt: skip


def test_figure_3_has_level_lines_and_the_smallest_significant_difference(study, drawn):
    rows = data_of(drawn["figure-3"])
    assert {row["text"] for row in rows if "text" in row} == {"lead 67.0", "fixed 65.0"}
    (band,) = {(row["share"], row["high"]) for row in rows if "high" in row}
    lead, least = study.baseline.share, study.analysis.least_difference
    assert band == (lead - least, lead + least)
    assert f"within {100 * least:.2f} points" in drawn["figure-3"].title.subtitle[1]


def test_learners_are_drawn_from_the_best_to_the_worst_with_half_the_difference_to_each_side(study, drawn):
    rows = [row for row in data_of(drawn["learners"]) if "name" in row]
    assert [row["name"] for row in rows] == [
        "naive-bayes, lin-hovy, confidence, K = 4", "lead", "fixed, lin-hovy", "fixed, kpia",
        "naive-bayes, kpia, confidence, K = 4", "naive-bayes, lin-hovy, random, K = 4",
        "naive-bayes, kpia, random, K = 4",
    ]  # fmt: skip
    for row in rows:
        assert row["high"] - row["low"] == pytest.approx(study.analysis.least_difference)
        assert (row["high"] + row["low"]) / 2 == pytest.approx(row["share"])


def test_versions_whose_names_are_cut_to_the_same_have_rows_of_their_own(study):
    long = "a" * 80
    results = tuple(
        replace(one, chosen=replace(one.chosen, version=replace(one.version, learner=long))) for one in study.results
    )
    renamed = replace(study, results=results)
    rows = [row for row in data_of(figures(renamed, records(renamed))["learners"]) if "place" in row]
    assert [row["place"] for row in rows] == list(range(7))


def test_learners_whose_names_are_cut_to_the_same_have_lines_of_their_own(study):
    def renamed(one):
        version = one.version
        own = f"{'a' * 80}{version.measure if version.classes else ''}"
        return replace(one, chosen=replace(one.chosen, version=replace(version, learner=own, measure="m")))

    long = replace(study, results=tuple(map(renamed, study.results)))
    dots = [row for row in data_of(figures(long, records(long))["figure-3"]) if "classes" in row]
    assert {row["learner"] for row in dots} == {f"{'a' * 39}…", f"{'a' * 39}… 2"}


def test_a_long_name_beside_a_row_is_cut_in_the_middle():
    end = ", lin-hovy, confidence, K = 4"
    labels = named_rows(["lead", f"{'a' * 80}{end}"]).to_dict()["axis"]["labelExpr"]
    names = json.loads(labels.removesuffix("[datum.value]"))
    assert names == ["lead", f"{'a' * 32}…{'a' * 4}{end}"]
    assert len(names[1]) == 66


def test_summaries_are_counted_where_systems_have_different_numbers_of_them(study, found, drawn):
    assert "mean over 8 summaries" in drawn["places"].title.subtitle
    rows = [row | {"summaries": 9 + place} for place, row in enumerate(found["places"])]
    assert "mean over 9 to 11 summaries" in figures(study, found | {"places": rows})["places"].title.subtitle


def test_winners_are_drawn_here_and_in_the_paper(drawn):
    cells = {(row["segmenter"], row["extractor"], row["label"]) for row in data_of(drawn["table-1"])}
    assert cells == {
        ("c99", "extractor", "2.5"), ("none", "rake", "1.0"), ("none", "kea", "0.5"), ("c99", "extractor", "220"),
        ("none", "kea", "98"),
    }  # fmt: skip


def test_systems_are_drawn_by_what_they_reach_of_the_best_extract(drawn, odd):
    rows = data_of(drawn["places"])
    assert [row["share"] for row in rows] == sorted((row["share"] for row in rows), reverse=True)
    assert rows[0] == {
        "place": 0, "system": "naive-bayes, lin-hovy, confidence, K = 4", "share": 0.3 / 0.4, "below": 0.9,
        "median": 0.95, "share_label": "75.0", "below_label": "90.0",
    }  # fmt: skip
    assert [row["system"] for row in data_of(figures(odd, records(odd))["places"])] == ["another"]


def test_one_number_of_classes_makes_no_figure_3(odd):
    assert list(figures(odd, records(odd))) == ["learners", "table-1", "places"]


def test_a_study_with_little_in_it_has_fewer_figures_and_a_page(odd, tmp_path):
    little = replace(odd, results=(), wins=(), places=())
    assert figures(little, records(little)) == {}
    assert "<svg" not in write_callisto(little, tmp_path / "out").read_text()


def test_odd_names_are_shown_as_they_are(odd, tmp_path):
    page = write_callisto(odd, tmp_path / "odd")
    text = page.read_text()
    assert "<b>&" not in text
    assert "\x07" not in text
    assert "&lt;b&gt;&amp;&quot;" in text
    assert_stands_alone(page)


def test_an_existing_folder_is_not_touched(odd, tmp_path):
    mine = tmp_path / "mine.txt"
    mine.touch()
    with pytest.raises(OutputError, match="already there"):
        write_callisto(odd, tmp_path)
    assert list(tmp_path.iterdir()) == [mine]
