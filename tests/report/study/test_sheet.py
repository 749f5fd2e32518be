"""One way to write the report of a study: a folder with files, and a page that tells a story."""

import csv

import pytest

from sumspace.errors import OutputError
from sumspace.report.study.html import as_html
from sumspace.report.study.render import render_records, render_views
from sumspace.report.study.sheet import Sheet, write_sheet
from sumspace.studies.study import Chapter
from sumspace.report.study.view import View, plain_heads
from sumspace.tasks.task import LeftOut

SCORES = View("scores", "The scores", plain_heads("domain", "mean"), (("law", "1"), ("news", "2")), ("A note.",))


def write(folder, **changes):
    given = {
        "title": "A study", "lead": "What it is about.", "opening": ("What was studied.",),
        "story": (Chapter("Scores", "How to read them.", ("scores",)),), "views": (SCORES,), "figures": {},
        "tables": {"scores": [{"id": "a", "score": 0.5}]}, "left_out": (), "signature": "sumspace 0 | <all>",
    }  # fmt: skip
    return write_sheet(Sheet(**given | changes), folder)


def test_a_chapter_is_left_out_where_it_has_nothing_to_show(tmp_path):
    story = (
        Chapter("Scores", "How to read them.", ("scores",)),
        Chapter("Ranks", "There are none.", ("ranks",)),
        Chapter("Figures", "There are none either.", (), "figure"),
        Chapter("How it is computed", "By hand."),
    )
    page = write(tmp_path / "new", story=story).read_text()
    headings = [line.split("<h2>")[1].split("</h2>")[0] for line in page.splitlines() if "<h2>" in line]
    assert headings == ["Scores", "How it is computed", "All numbers"]


def test_tables_are_files_whose_columns_are_those_of_all_records(tmp_path):
    tables = {"some": [{"id": "a"}, {"id": "b", "score": 0.5}], "none": []}
    page = write(tmp_path / "new", tables=tables).read_text()
    with (tmp_path / "new" / "some.csv").open(newline="") as file:
        assert list(csv.reader(file)) == [["id", "score"], ["a", ""], ["b", "0.5"]]
    assert not (tmp_path / "new" / "none.csv").exists()
    assert 'href="some.csv"' in page
    assert "none.csv" not in page


def test_what_is_missing_and_how_to_get_it_again_is_said(tmp_path):
    page = write(tmp_path / "new", left_out=(LeftOut("<odd>", "has no text"),), interrupted=True).read_text()
    assert "<li><strong>&lt;odd&gt;</strong> has no text</li>" in page
    assert "The study was interrupted" in page
    assert "<pre>sumspace 0 | &lt;all&gt;</pre>" in page
    assert "interrupted" not in write(tmp_path / "other").read_text()


def test_other_pages_stand_beside_the_first(tmp_path):
    write(tmp_path / "new", pages={"more.html": ["<p>", "more</p>"]})
    assert (tmp_path / "new" / "more.html").read_text() == "<p>more</p>"


def test_a_folder_is_written_whole_or_not_at_all(tmp_path):
    def broken():
        yield "<p>"
        raise OutputError("broken")

    with pytest.raises(OutputError, match="broken"):
        write(tmp_path / "new", pages={"more.html": broken()})
    assert list(tmp_path.iterdir()) == []


def test_a_table_without_title_and_notes_has_none_on_the_page():
    bare = "\n".join(as_html(View("bare", "", plain_heads("domain", "mean"), (("law", "1"),))))
    assert "<h3>" not in bare
    assert "class='note'" not in bare
    full = "\n".join(as_html(SCORES))
    assert full.startswith("<h3>The scores</h3>")
    assert full.endswith("<p class='note'>A note.</p>")
    assert "<th class=name>domain</th><th>mean</th>" in full


def test_terminal_and_json_end_with_the_signature():
    text = "".join(render_views([SCORES], "sumspace 0"))
    assert text.splitlines()[0] == "The scores"
    assert text.splitlines()[-1] == "sumspace 0"
    lines = list(render_records({"scores": [{"id": "a"}]}, "sumspace 0", interrupted=True))
    assert lines == [
        '{"table": "scores", "id": "a"}\n',
        '{"table": "signature", "signature": "sumspace 0", "interrupted": true}\n',
    ]
