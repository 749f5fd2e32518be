"""One way to write the report of a study: a folder with files, and a page that tells a story."""

import csv
import json
import re
from html.parser import HTMLParser
from pathlib import Path
from types import SimpleNamespace

import altair as alt
import pytest
from jinja2 import UndefinedError
from markupsafe import Markup

from sumspace.errors import OutputError
from sumspace.show.charts import CERTAINTY, DARK, choice, inline, themed
from sumspace.show.page import Chapter, Page, render_page, report_as_html, tables_page, write_report
from sumspace.show.table import Column, Table
from sumspace.show.views import with_legends

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


def addresses(page):
    """Return what the elements of a page lead to or load."""
    found = []
    parser = HTMLParser()
    parser.handle_starttag = lambda _, attributes: found.extend(v for n, v in attributes if n in ("href", "src"))
    parser.feed(page)
    return found


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
    assert re.findall("<h2>(.*?)</h2>", page) == ["Findings", "Scores", "How it is computed", "All numbers"]


def test_tables_are_on_the_page(tmp_path):
    page = write(tmp_path / "new")
    assert "<h3>The scores</h3>" in page
    assert '<tr><th colspan="1"></th><th colspan="1" class=group scope=colgroup>all</th></tr>' in page
    assert "<tr><th class=name scope=col>domain</th><th scope=col>mean</th></tr>" in page
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
    assert sorted(file.name for file in (tmp_path / "new").iterdir()) == [
        "index.html", "scores.csv", "table-1-all.csv", "tables.json",
    ]  # fmt: skip
    written = json.loads((tmp_path / "new" / "tables.json").read_text())
    assert list(written["tables"]) == ["scores", "none", "all", "json"]
    assert written["tables"]["all"] == [{"n": 1}]
    assert '<a href="scores.csv">scores.csv</a>, <a href="table-1-all.csv">table-1-all.csv</a>.' in page


def test_figures_are_files_and_on_the_page(tmp_path):
    page = write(tmp_path / "new", figures=("curve-1", "curve-2", "other"), story=(Chapter("Curves", "", (), "curve"),))
    assert len(re.findall("<svg [^>]*class=.marks", page)) == 2
    assert 'href="curve-1.png"' in page
    assert {file.suffix for file in (tmp_path / "new").glob("other.*")} == {".png", ".svg"}
    links = {link for link in addresses(page) if not link.startswith("#")}
    assert links <= {file.name for file in (tmp_path / "new").iterdir()}


def test_what_is_missing_and_how_to_get_it_again_is_said(tmp_path):
    page = write(
        tmp_path / "new",
        left_out=(SimpleNamespace(id="<odd>", reason="has no text"),),
        stopped=KeyboardInterrupt(),
        notes=lambda: iter(["one <system> is missing", "so is another"]),
    )
    assert "missing (2)</summary>" in page
    assert "<h2>Skipped documents</h2>" in page
    assert "<li>one &lt;system&gt; is missing</li>" in page
    assert "<li><strong>&lt;odd&gt;</strong> has no text</li>" in page
    assert "The study was interrupted" in page
    assert "<pre>sumspace 0 | &lt;all&gt;</pre>" in page
    whole = write(tmp_path / "other")
    assert "interrupted" not in whole
    assert "Skipped documents" not in whole


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
    assert "49" not in re.sub("<(style|script)>.*?</(style|script)>", "", page, flags=re.DOTALL)
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


def test_contents_lead_to_every_chapter(tmp_path):
    story = (Chapter("Scores", "", ("scores",)), Chapter("Scores", "Again."), Chapter("<b>", "Odd."))
    page = write(tmp_path / "new", story=story)
    sections = re.findall('<section id="([^"]+)">', page)
    assert len(set(sections)) == len(sections) == 5
    side = re.search('<nav class="side".*?</nav>', page, re.DOTALL)[0]
    assert re.findall('href="#([^"]+)"', side) == sections


def test_long_tables_fold_and_short_ones_do_not():
    rows = [{"domain": f"d{i}", "mean": i / 7} for i in range(16)]
    for number, folds in ((15, False), (16, True)):
        page = tables_page([Table("t", "T", SCORES.columns, rows[:number])], "")
        assert page.count("<td class=name>") == number
        assert ("Show all 16 rows" in page) == folds


def test_a_column_that_is_explained_has_a_tooltip_and_a_legend():
    columns = (Column("domain"), Column("mean", kind="number", about='of all "extracts"'))
    page = tables_page(list(with_legends([Table("t", "T", columns, SCORES.records)])), "")
    assert '<abbr title="of all &#34;extracts&#34;">mean</abbr>' in page
    assert "<dt>mean:</dt> <dd>of all &#34;extracts&#34;</dd>" in page
    assert "<dt>domain:</dt>" not in page


def named(name):
    return themed({"x": alt.Chart(inline([{"name": name}]), title=name).mark_point().encode(alt.X("name:N"))})["x"]


def usual(**values):
    report = {"title": "A study", "lead": "", "left_out": (), "stopped": None, "signature": SIGNATURE}
    return SimpleNamespace(**(report | {"findings": list, "notes": list} | values))


def test_a_document_full_of_scripts_is_text(tmp_path):
    """Names inside charts are inside a script, which nothing in them may end."""
    evil = "</script><script>window.evil=1</script><!--<script>"
    table = Table("scores", evil, (Column("domain", about=evil),), [{"domain": evil}])
    story = [Chapter("Figures", evil, ("scores",), "x")]
    page = write_report(tmp_path / "new", usual(lead=evil), [table], {"x": named(evil)}, story, {}).read_text()
    parts = []
    parser = HTMLParser()
    parser.handle_data = lambda data: parts.append((parser.cdata_elem, data))
    parser.feed(page)
    specs = [json.loads(data) for inside, data in parts if inside == "script" and data.startswith('{"')]
    assert [spec["title"] for spec in specs] == [evil]
    assert not [data for inside, data in parts if inside == "script" and data.startswith("window.evil")]
    assert sum(evil in data for inside, data in parts if inside is None) >= 4
    assert not re.search(r"<[^>]*\son\w+=", re.sub("<script>.*?</script>", "", page, flags=re.DOTALL))


def test_figures_that_differ_in_a_choice_stand_in_one_place(tmp_path):
    figures = {f"curve-{m}": choice(named(m), "curve", measure=m) for m in ("rouge-1", "rouge-2")}
    story = [Chapter("Curves", "", (), "curve")]
    page = write_report(tmp_path / "new", usual(), [], figures, story, {}).read_text()
    (place,) = re.findall('<div class="choices">.*?\n</div>', page, re.DOTALL)
    choices = [json.loads(found.replace("&#34;", '"')) for found in re.findall('data-choices="([^"]*)"', place)]
    assert choices == [{"measure": "rouge-1"}, {"measure": "rouge-2"}]
    assert len(list((tmp_path / "new").glob("curve-*.png"))) == 2


def test_a_study_as_one_file_needs_no_other(tmp_path):
    template = tmp_path / "more.html"
    template.write_text(
        '{% extends "page.html" %}{% block title %}More{% endblock %}'
        '{% block body %}<p><a href="index.html">Back</a> {{ text }}</p>{% endblock %}'
    )
    lead = Markup("See <a href='more.html'>more</a>.")
    story = [Chapter("Figures", "", ("scores",), "x")]
    pages = {"more.html": Page(template, {"text": ODD})}
    page = report_as_html(usual(lead=lead), [SCORES], {"x": named("a")}, story, pages)
    assert {link[0] for link in addresses(page)} == {"#"}
    assert {link[1:] for link in addresses(page)} <= set(re.findall('id="([^"]+)"', page))
    assert f"</a> {SHOWN}</p>" in page
    assert page.count("<html lang=") == 1
    assert "vegaEmbed=" in page


def test_charts_have_colours_for_dark_pages_and_words_can_be_read_on_both(tmp_path):
    def light(colour):
        parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
        parts = [part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
        return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]

    def contrast(first, second):
        low, high = sorted((light(first), light(second)))
        return (high + 0.05) / (low + 0.05)

    assert round(contrast("#000000", "#ffffff")) == 21
    for words in ("#222222", "#6b6b6b"):
        assert contrast(words, "#ffffff") >= 4.5
        assert contrast(DARK[words], DARK["white"]) >= 4.5
    for ground in ("#ffffff", DARK["#ffffff"]):  # what is surest stands out most
        steps = [colour if ground == "#ffffff" else DARK[colour] for colour in CERTAINTY]
        seen = [contrast(colour, ground) for colour in steps]
        assert seen == sorted(seen, reverse=True)
        assert seen[0] >= 7
        assert seen[-1] < 1.5
    page = write(tmp_path / "new", figures=("curve",), story=(Chapter("Curves", "", (), "curve"),))
    assert f'.chart [fill="#222222" i] {{ fill: {DARK["#222222"]}; }}' in page
    assert ".chart [fill=" not in write(tmp_path / "other")
