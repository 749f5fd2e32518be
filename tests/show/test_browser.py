"""Pages in a browser: charts are drawn, tables sort, one of several figures is shown, and nothing is loaded."""

import re
from types import SimpleNamespace

import altair as alt
import pytest

from browsing import watched_page
from sumspace.show.charts import chart_of, choice, panels, themed
from sumspace.show.page import Chapter, report_as_html
from sumspace.show.table import Column, Table


def charts():
    rows = [{"system": name, "score": score} for name, score in (("lead", 0.2), ("</script>", 0.4))]
    one = chart_of(rows, x=alt.X("score:Q"), y=alt.Y("system:N")).mark_circle()
    panel = panels([one.properties(width=270), one.properties(width=270)], "Two panels")
    figures = {f"c-{name}": one.properties(title=name) for name in ("rouge-1", "rouge-2")}
    chosen = {key: choice(figure, "c", measure=key[2:]) for key, figure in themed(figures).items()}
    return chosen | themed({"panels": panel})


@pytest.fixture(scope="module")
def page(browser, tmp_path_factory):
    """What a page of 600 pixels has come to after a click on the heading of the numbers; its console stays empty."""
    table = Table(
        "t", "", (Column("name"), Column("share", kind="number")),
        [{"name": name, "share": share} for name, share in
         (("b", "99.5%"), ("none", "-"), ("a", "1 − 10^-12.5"), ("c", "1,200.0%"), ("top", "above all extracts"))],
    )  # fmt: skip
    report = SimpleNamespace(
        title="A study", lead="", left_out=(), stopped=None, signature="", findings=list, notes=list
    )
    story = [Chapter("Tables", "", ("t",)), Chapter("Charts", "", (), "c-"), Chapter("Panels", "", (), "panels")]
    file = tmp_path_factory.mktemp("browser") / "page.html"
    file.write_text(report_as_html(report, [table], charts(), story, {}))
    with watched_page(browser) as page:
        page.set_viewport_size({"width": 600, "height": 2000})
        page.goto(file.as_uri())
        page.locator("th button").nth(1).click()
        page.locator("figure .vega-embed svg").nth(1).wait_for()
        dom = page.content()
    return SimpleNamespace(dom=re.sub("<script[^>]*>.*?</script>", "", dom, flags=re.DOTALL))


def test_charts_are_drawn_as_wide_as_their_room(page):
    drawn = re.findall(r'<figure id="figure-([^"]+)"[^>]*>.*?</figure>', page.dom, re.DOTALL)
    assert drawn == ["c-rouge-1", "c-rouge-2", "panels"]
    widths = [
        float(re.search(r'vega-embed.*?<svg[^>]* width="([\d.]+)"', figure, re.DOTALL)[1])
        for figure in re.findall(r"<figure.*?</figure>", page.dom, re.DOTALL)
        if "vega-embed" in figure
    ]
    assert len(widths) == 2
    assert all(450 < width <= 600 for width in widths)


def test_one_of_several_figures_is_shown_with_a_switch(page):
    hidden = re.findall(r'<figure id="figure-(c-[^"]+)"[^>]* hidden=""', page.dom)
    assert hidden == ["c-rouge-2"]
    assert re.findall(r'<input type="radio"[^>]* value="([^"]+)"', page.dom) == ["rouge-1", "rouge-2"]


def test_numbers_are_sorted_by_what_they_mean_and_what_is_missing_comes_last(page):
    assert re.findall(r'aria-sort="([^"]+)"', page.dom) == ["none", "descending"]
    # 1,200 % is no share; it is here to see that thousands are read.
    assert re.findall(r'<td class="name">([^<]+)</td>', page.dom) == ["top", "c", "a", "b", "none"]
