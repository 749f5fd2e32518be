"""One way to write the report of a study: a folder with files, and a page that tells a story."""

import csv
import re
from pathlib import Path
from types import SimpleNamespace

import altair as alt
import pytest
from jinja2 import UndefinedError
from markupsafe import Markup

from sumspace.errors import OutputError
from sumspace.show.charts import inline, themed
from sumspace.show.page import Chapter, Page, render_page, write_report
from sumspace.show.table import Column, Table

ODD = "<b>{{ 7 * 7 }}&\x07"
SIGNATURE = "sumspace 0 | <all>"
SHOWN = "&lt;b&gt;{{ 7 * 7 }}&amp;\N{REPLACEMENT CHARACTER}"
SCORES = Table(
    "scores", "The scores", (Column("domain"), Column("mean", kind="number", write=".1f", group="all")),
    ({"domain": "law", "mean": 0.25}, {"domain": "news", "mean": 0.5, "more": 1}), ("A note,\n  folded.", "Another."),
)  # fmt: skip
STORY = (Chapter("Scores", "How to read them.", ("scores",)),)


def figure():
    return themed({"x": alt.Chart(inline([{"score": 1}])).mark_point().encode(alt.X("score:Q"))})["x"]


def write(
    folder, *, tables=(SCORES,), figures=(), story=STORY, pages=(),
    findings=("What was studied.",), **values,
):  # fmt: skip
    """Write a report, and return its page."""
    usual = {"title": "A study", "lead": "What it is about.", "left_out": (), "stopped": None, "signature": SIGNATURE}
    usual |= {"findings": lambda: findings, "notes": lambda: ()}
    report = SimpleNamespace(**(usual | values))
    drawn = {name: figure() for name in figures}
    return write_report(folder, report, tables, drawn, story, dict(pages)).read_text()


def test_a_chapter_is_left_out_where_it_has_nothing_to_show(tmp_path):
    story = (
        Chapter("Scores", "How to read them.", ("scores",)),
        Chapter("Ranks", "There are none.", ("ranks",)),
        Chapter("Figures", "There are none either.", (), "figure"),
        Chapter("How it is computed", "By hand."),
    )
    page = write(tmp_path / "new", story=story)
    assert re.findall("<h2>(.*?)</h2>", page) == ["Scores", "How it is computed", "All numbers"]


def test_tables_are_on_the_page(tmp_path):
    page = write(tmp_path / "new")
    assert "<h3>The scores</h3>" in page
    assert '<tr><th colspan="1"></th><th colspan="1" class=group>all</th></tr>' in page
    assert "<tr><th class=name>domain</th><th>mean</th></tr>" in page
    assert "<tr><td class=name>law</td><td>0.2</td></tr>" in page
    assert "<p class='note'>A note, folded. Another.</p>" in page


def test_files_have_the_columns_of_all_records(tmp_path):
    tables = (
        SCORES,
        Table("none"),
        Table("all", file="table-1-all", records=[{"n": 1}]),
        Table("json", only=("json",)),
    )
    page = write(tmp_path / "new", tables=tables)
    with (tmp_path / "new" / "scores.csv").open(newline="") as file:
        assert list(csv.reader(file)) == [["domain", "mean", "more"], ["law", "0.25", ""], ["news", "0.5", "1"]]
    assert sorted(file.name for file in (tmp_path / "new").iterdir()) == ["index.html", "scores.csv", "table-1-all.csv"]
    assert '<a href="scores.csv">scores.csv</a>, <a href="table-1-all.csv">table-1-all.csv</a>.' in page


def test_figures_are_files_and_on_the_page(tmp_path):
    page = write(tmp_path / "new", figures=("curve-1", "curve-2", "other"), story=(Chapter("Curves", "", (), "curve"),))
    assert page.count("<svg") == 2
    assert 'href="curve-1.png"' in page
    assert {file.suffix for file in (tmp_path / "new").glob("other.*")} == {".png", ".svg"}
    assert "http" not in page
    assert set(re.findall(r'href="([^"]*)"', page)) <= {file.name for file in (tmp_path / "new").iterdir()}


def test_what_is_missing_and_how_to_get_it_again_is_said(tmp_path):
    page = write(
        tmp_path / "new",
        left_out=(SimpleNamespace(id="<odd>", reason="has no text"),),
        stopped=KeyboardInterrupt(),
        notes=lambda: iter(["one <system> is missing", "so is another"]),
    )
    assert "missing (2)</summary>" in page
    assert "<li>one &lt;system&gt; is missing</li>" in page
    assert "<li><strong>&lt;odd&gt;</strong> has no text</li>" in page
    assert "The study was interrupted" in page
    assert "<pre>sumspace 0 | &lt;all&gt;</pre>" in page
    whole = write(tmp_path / "other")
    assert "interrupted" not in whole
    assert "Documents left out" not in whole


def test_everything_but_markup_is_text(tmp_path):
    odd = Table(
        "scores",
        ODD,
        (Column("a", ODD, group=ODD), Column("b", html=lambda _: Markup("<i>x</i>"))),
        [{"a": ODD}],
        (ODD,),
    )
    page = write(
        tmp_path / "new", title=ODD, lead=ODD, findings=(ODD, Markup("<em>said</em>")), signature=ODD, tables=(odd,),
        story=(Chapter(ODD, Markup("<sup>2</sup>"), ("scores",)), Chapter(ODD, ODD)),
        left_out=(SimpleNamespace(id=ODD, reason=ODD),),
    )  # fmt: skip
    assert "<b>" not in page
    assert "49" not in re.sub("<style>.*?</style>", "", page, flags=re.DOTALL)
    assert page.count(SHOWN) >= 12
    assert "<em>said</em>" in page
    assert "<sup>2</sup>" in page
    assert "<td class=name><i>x</i></td>" in page


def test_other_pages_stand_beside_the_first(tmp_path):
    template = tmp_path / "more.html"
    template.write_text(
        '{% extends "page.html" %}{% block title %}More{% endblock %}{% block style %}p { color: red; }{% endblock %}'
        "{% block body %}<p>{{ text }}</p>{% endblock %}"
    )
    write(tmp_path / "new", pages=(("more.html", Page(template, {"text": ODD})),))
    page = (tmp_path / "new" / "more.html").read_text()
    assert f"<p>{SHOWN}</p>" in page
    assert "<h1>More</h1>" in page
    assert "color: red;" in page
    assert "sumspace 0 | &lt;all&gt;" in page


def test_a_folder_is_written_whole_or_not_at_all(tmp_path):
    with pytest.raises(OutputError, match="cannot be written"):
        write(tmp_path / "new", pages={"more.html": Page(Path("nowhere.html"))})
    (tmp_path / "there").mkdir()
    (tmp_path / "there" / "file").touch()
    with pytest.raises(OutputError, match="already there"):
        write(tmp_path / "there")
    assert [file.name for file in tmp_path.iterdir()] == ["there"]


def test_a_value_that_a_template_lacks_is_an_error(tmp_path):
    (tmp_path / "page.html").write_text("{{ nobody }}")
    with pytest.raises(UndefinedError, match="nobody"):
        render_page(tmp_path / "page.html")
