"""The report of the study of limits: a folder and its page."""

import pytest

from reports import assert_drawn, assert_rows, assert_same_files, assert_stands_alone
from sumspace.errors import OutputError
from sumspace.report.limits.charts import figures
from sumspace.report.limits.page import write_limits
from sumspace.report.limits.records import records
from sumspace.report.limits.render import render


def test_csv_files_say_what_json_says(study, folder):
    names = {file.stem.split("-")[-1]: file for file in folder.glob("*.csv")}
    found = records(study)
    assert sorted(names) == sorted(found)
    for table, rows in found.items():
        assert_rows(names[table], rows)


def test_output_is_the_same_every_time(study, folder, tmp_path):
    assert list(render(study, "table")) == list(render(study, "table"))
    again = write_limits(study, tmp_path / "again").parent
    assert_same_files(folder, again)


def test_the_page_stands_alone(folder):
    assert_stands_alone(folder / "index.html")


def test_every_figure_is_there_twice_and_on_the_page(study, folder):
    drawn = figures(study)
    assert {"figure-1-newswire-rouge-1", "figure-2-legal-rouge-1", "figure-3-rouge-1", "figure-4-rouge-2"} <= set(drawn)
    assert_drawn(drawn, folder)


def test_a_folder_with_something_in_it_is_left_alone(study, folder):
    with pytest.raises(OutputError, match="already there"):
        write_limits(study, folder)


def test_odd_names_are_text(odd, odd_name, tmp_path):
    page = write_limits(odd, tmp_path / "odd").read_text()
    assert odd_name not in page
    assert "<no>" not in page
    assert "\x07" not in page
    assert page.count("&lt;b&gt;&amp;&quot;-2") == 1
    assert (tmp_path / "odd" / "figure-1-domain-rouge-1.png").exists()


def test_the_page_says_in_full_that_a_summary_is_above_all(odd, tmp_path):
    assert "above all extracts</td>" in write_limits(odd, tmp_path / "odd").read_text()


def test_the_page_says_that_some_numbers_are_estimates(sampled, tmp_path):
    assert "; the others are estimates" in write_limits(sampled, tmp_path / "page").read_text()
