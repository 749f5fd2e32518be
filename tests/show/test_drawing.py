"""Charts as drawings; those that the chart library dies of are left out, and all others are there."""

import re
import resource
import sys

import altair as alt
import pytest

from sumspace.errors import MissingCharts
from sumspace.show import drawing
from sumspace.show.charts import chart_of, domain_colour, themed
from sumspace.show.drawing import draw, for_a_page, library

#: Draws every chart but those called "deadly", which end it.
PROGRAM = """
import json, os, sys
for line in sys.stdin:
    if "deadly" in line:
        os.abort()
    drawn = {"svg": "<svg/>", "untitled": "<svg/>", "png": "AAAA"}
    print(json.dumps({"failure": "no such mark"} if "wrong" in line else drawn), flush=True)
"""


@pytest.fixture
def chart():
    rows = [{"domain": "news", "score": 0.1}, {"domain": "<law>", "score": 0.2}]
    chart = chart_of(rows, x=alt.X("score:Q"), y=alt.Y("domain:N"), color=domain_colour(["news", "<law>"]))
    return themed({"a": chart.mark_bar(clip=True)})["a"]


def test_a_drawing_is_the_same_every_time_and_names_its_parts_after_itself(chart, monkeypatch):
    monkeypatch.setattr(drawing, "_PROGRAM", [*drawing._PROGRAM, "anew"])  # not the one that all tests share
    drawn = draw({"scores": chart, "again": chart})
    svg, png, *_ = drawn["scores"]
    assert draw({"scores": chart})["scores"] == drawn["scores"]
    assert drawn["again"].svg == svg.replace("scores-part-", "again-part-")
    names = re.findall(r'\bid="([^"]+)"', svg)
    assert names
    assert all(name.startswith("scores-part-") for name in names)
    assert len(set(names)) == len(names)
    assert set(re.findall(r"url\(#([^)]+)\)", svg)) <= set(names)
    assert "<law>" not in svg
    assert png.startswith(b"\x89PNG")
    assert "http" not in for_a_page(svg)


def charts(*titles):
    return {f"{place} {title}": alt.Chart(alt.InlineData([]), title=title) for place, title in enumerate(titles)}


@pytest.mark.parametrize(
    ("titles", "missing", "why"),
    [
        (["fine", "deadly", "fine", "fine"], ["1 deadly"], "was ended by SIGABRT"),
        (["deadly", "fine", "wrong", "fine"], ["0 deadly", "2 wrong"], "no such mark"),
        (["wrong", "fine", "wrong", "wrong"], ["0 wrong", "2 wrong", "3 wrong"], "no such mark"),
        (["deadly", "deadly", "fine"], ["0 deadly", "1 deadly", "2 fine"], "was ended by SIGABRT"),  # hopeless
    ],
)
def test_charts_that_end_the_library_or_are_wrong_are_named_and_all_others_drawn(monkeypatch, titles, missing, why):
    monkeypatch.setattr(drawing, "_PROGRAM", [sys.executable, "-c", PROGRAM])
    figures = charts(*titles)
    with pytest.warns(MissingCharts) as warned:
        drawn = draw(figures)
    assert list(drawn) == [name for name in figures if name not in missing]
    (message,) = (str(warning.message) for warning in warned)
    assert message.startswith(f"charts that could not be drawn: {', '.join(missing)} (")
    assert why in message


def test_a_report_keeps_its_tables_where_memory_is_too_small_for_any_chart(tmp_path, sumspace, monkeypatch):
    """V8 reserves far more address space than it uses; without it, it ends its program."""
    small = f"import resource; resource.setrlimit(resource.RLIMIT_AS, (2**32, {resource.RLIM_INFINITY}))"
    serve = f"{small}; from sumspace.show import drawing; drawing._serve()"
    monkeypatch.setattr(drawing, "_PROGRAM", [sys.executable, "-c", serve])
    outcome = sumspace("agree", "sample", "--no-oracles", "-o", tmp_path / "new")
    assert outcome.code == 0
    assert "note: charts that could not be drawn: figure-4-people, " in outcome.err
    files = {file.name for file in (tmp_path / "new").iterdir()}
    assert {"index.html", "averages.csv"} <= files
    assert not [name for name in files if name.endswith((".svg", ".png"))]
    assert not [file for file in tmp_path.iterdir() if file.name != "new"]


def test_nothing_in_the_folder_that_it_happens_to_be_in_is_run(chart, tmp_path, monkeypatch):
    (tmp_path / "base64.py").write_text("raise SystemExit(9)")
    monkeypatch.chdir(tmp_path)
    assert list(draw({"scores": chart})) == ["scores"]


def test_where_no_program_can_be_started_all_charts_are_named(chart, monkeypatch):
    monkeypatch.setattr(drawing, "_PROGRAM", ["/dev/null/nowhere"])
    with pytest.warns(MissingCharts, match="scores, ranks \\(no program can be started"):
        assert not draw({"scores": chart, "ranks": chart})


def test_what_draws_in_a_browser_does_not_end_its_script():
    script = library()
    assert "vegaEmbed" in script
    assert "</script" not in script.lower()
    assert "<!--" not in script


def test_what_draws_in_a_browser_is_made_once(monkeypatch, tmp_path):
    monkeypatch.setattr(drawing, "__file__", str(tmp_path / "drawing.py"))
    monkeypatch.setattr(drawing, "_PROGRAM", [sys.executable, "-c", "print('made')"])
    assert library.__wrapped__() == "made\n"
    monkeypatch.setattr(drawing, "_PROGRAM", ["/dev/null/nowhere"])
    assert library.__wrapped__() == "made\n"


def test_a_page_has_pictures_where_what_draws_in_a_browser_cannot_be_made(monkeypatch):
    monkeypatch.setattr(drawing, "__file__", "/dev/null/nowhere/drawing.py")
    monkeypatch.setattr(drawing, "_PROGRAM", ["/dev/null/nowhere"])
    assert not library.__wrapped__()
