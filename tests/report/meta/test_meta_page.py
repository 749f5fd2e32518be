"""The report of the study of measures: a folder, its figures and its page."""

import json
from dataclasses import replace

import pytest

from reports import assert_drawn, assert_rows, assert_same_files, assert_stands_alone
from sumspace.errors import OutputError
from sumspace.measures.measure import usual_measures
from sumspace.report.meta.charts import figures
from sumspace.report.meta.correlation_charts import forest
from sumspace.report.meta.families import FAMILIES, family_of
from sumspace.show.labels import place_labels
from sumspace.report.meta.page import write_meta
from sumspace.report.meta.records import as_lines, records
from sumspace.report.meta.story import STORY
from sumspace.report.meta.tables import views


@pytest.fixture(scope="session")
def drawn(study, found):
    return figures(study, found)


def data_of(figure):
    return [row for table in figure.to_dict(validate=False)["datasets"].values() for row in json.loads(table)]


def test_csv_files_say_what_json_says(found, folder):
    assert {file.stem for file in folder.glob("*.csv")} == set(found)
    for name, rows in found.items():
        assert_rows(folder / f"{name}.csv", as_lines(rows))


def test_output_is_the_same_every_time(study, folder, tmp_path):
    assert_same_files(folder, write_meta(study, tmp_path / "again").parent)


def test_the_page_stands_alone(folder):
    assert_stands_alone(folder / "index.html")


def test_every_figure_is_there_twice_and_on_the_page(drawn, folder):
    aspects = ("responsiveness", "reference-clarity")
    kinds = ("measures-{}", "levels-{}", "systems-{}", "williams-{}-system", "williams-{}-pooled")
    expected = [kind.format(aspect) for aspect in aspects for kind in kinds]
    assert list(drawn) == [*expected, "between", "figure-4", "figure-5", "figure-6"]
    assert_drawn(drawn, folder)


def test_every_table_and_figure_has_its_chapter(study, found, drawn):
    named = {name for chapter in STORY for name in chapter.tables}
    assert {view.name for view in views(study, found)} <= named
    starts = [chapter.figures for chapter in STORY if chapter.figures]
    for name in drawn:
        assert sum(name.startswith(start) for start in starts) == 1


def test_the_page_says_what_was_studied_and_what_to_know(study, folder):
    page = (folder / "index.html").read_text()
    assert "Studied: 6 systems and 20 documents, judged by people on responsiveness, reference clarity, with" in page
    assert "To know: not defined for 20 of 120 summaries" in page
    assert str(len(study.measures)) + " measures." in page


def test_tables_of_the_sweeps_stand_beside_their_figures(folder):
    page = (folder / "index.html").read_text()
    chapters = {chapter.partition("</h2>")[0]: chapter for chapter in page.split("<h2>")[1:]}
    for figure, heading in {
        "4": "Weightings of LSA", "5": "Weightings of LSA, against the full text", "6": "How many keywords",
    }.items():  # fmt: skip
        assert [f"(figure {n}): r of systems" in chapters[heading] for n in "456"] == [n == figure for n in "456"]
        assert f"figure-{figure}.png" in chapters[heading]


def test_figures_say_what_they_rest_on(drawn):
    assert "of 5 to 6 systems (system level)" in drawn["measures-responsiveness"].title.subtitle
    assert drawn["between"].title.subtitle.endswith("by the means of 5 to 6 systems")


def test_systems_are_drawn_with_the_correlation_of_systems(study, found):
    turned = replace(study, plan=replace(study.plan, levels=("pooled", "system")))
    specification = json.dumps(figures(turned, records(turned))["systems-responsiveness"].to_dict(validate=False))
    rows = [row for row in found["measures"] if (row["aspect"], row["level"]) == ("responsiveness", "system")]
    for row in rows[:6]:
        assert f"r = {row['pearson']:.3f}" in specification
    alone = replace(study, plan=replace(study.plan, levels=("pooled",)))
    assert not any(name.startswith("systems") for name in figures(alone, records(alone)))


def test_the_forest_has_every_measure_in_order_with_its_interval(found, drawn):
    rows = [row for row in found["measures"] if (row["aspect"], row["level"]) == ("responsiveness", "system")]
    points = [row for row in data_of(drawn["measures-responsiveness"]) if "measure" in row]
    assert [(p["measure"], p["pearson"], [p["low"], p["high"]]) for p in points] == [
        (row["measure"], row["pearson"], row["pearson_interval"]) for row in rows
    ]
    assert {p["measure"] for p in points if p["text"]} == {"cosine(text)", "lsa-topic(text)"}


def test_charts_grow_with_the_number_of_measures(study, found):
    rows = [row for row in found["measures"] if (row["aspect"], row["level"]) == ("responsiveness", "system")]

    def height(some):
        return forest(study, "responsiveness", some).to_dict(validate=False)["height"]

    assert height(rows) == 2 * height(rows[: len(rows) // 2])


def test_cells_are_those_of_the_test(found, drawn):
    cells = {(row["first"], row["second"]): row["kind"] for row in data_of(drawn["williams-responsiveness-pooled"])}
    rows = [row for row in found["williams"] if (row["aspect"], row["level"]) == ("responsiveness", "pooled")]
    assert len(cells) == len(rows)
    for row in rows:
        assert (cells[row["first"], row["second"]] == "p ≥ 0.05") == (row["p"] >= 0.05)


def test_names_of_points_meet_neither_each_other_nor_points():
    points = [(20.0 + 9 * i, 90.0 - 7 * i) for i in range(9)]
    placed = place_labels(points, [str(i) * 2 for i in range(9)], (185, 160))
    boxes = []
    for place in placed:
        assert place
        left = place[0] - {"left": 0, "center": 5, "right": 10}[place[2]]
        boxes.append((left, place[1] - 5, left + 10, place[1] + 5))
    for i, one in enumerate(boxes):
        assert not any(one[0] <= x <= one[2] and one[1] <= y <= one[3] for x, y in points)
        assert not any(
            one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]
            for other in boxes[i + 1 :]
        )


def test_a_name_without_room_is_left_out():
    assert place_labels([(5.0, 5.0)], ["a long name"], (10, 10)) == [None]


def test_many_systems_go_by_numbers_with_a_list(odd, odd_name):
    texts = [row["text"] for row in data_of(figures(odd, records(odd))["systems-b"]) if "text" in row]
    assert {"1", "10"} <= set(texts)
    assert sum(odd_name in text for text in texts) == 1


def test_so_do_systems_with_long_names(study, found):
    long = replace(study, systems=tuple(f"a system with a long name, {i}" for i in range(6)))
    texts = {row["text"] for row in data_of(figures(long, found)["systems-responsiveness"]) if "text" in row}
    assert "1" in texts
    assert sum("a system with a long name" in str(text) for text in texts) == 6


def test_odd_names_are_shown_as_they_are(odd, tmp_path):
    page = write_meta(odd, tmp_path / "odd")
    assert "<b>&" not in page.read_text()
    assert "&lt;b&gt;&amp;&quot;" in page.read_text()
    assert_stands_alone(page)
    assert not list(page.parent.glob("measures-constant*"))


def test_with_nothing_defined_the_page_has_tables_alone(odd, tmp_path):
    nothing = replace(
        odd, judgements={"constant": odd.judgements["constant"]}, comparisons=(), alike=(),
        correlated=tuple(one for one in odd.correlated if one.aspect == "constant"),
    )  # fmt: skip
    assert figures(nothing, records(nothing)) == {}
    assert "<svg" not in write_meta(nothing, tmp_path / "out").read_text()


def test_an_existing_folder_is_not_touched(odd, tmp_path):
    mine = tmp_path / "mine.txt"
    mine.touch()
    with pytest.raises(OutputError, match="already there"):
        write_meta(odd, tmp_path)
    assert list(tmp_path.iterdir()) == [mine]


def test_every_usual_measure_has_a_family():
    found = {str(measure): family_of(str(measure)) for measure in usual_measures()}
    assert set(found.values()) == set(FAMILIES) - {"others"}
    assert (found["rouge-su4"], found["rouge-l"], found["lcs(text)"]) == ("n-grams", "subsequences", "subsequences")
