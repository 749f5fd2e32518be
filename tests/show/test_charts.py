"""The look of charts."""

import altair as alt
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sumspace.show import charts
from sumspace.show.charts import PALETTE, chart_of, colour_of, domain_colour, span, themed


@pytest.fixture(scope="module")
def chart():
    rows = [{"domain": "news", "score": 0.1}, {"domain": "<law>", "score": 0.2}]
    chart = chart_of(rows, x=alt.X("score:Q"), y=alt.Y("domain:N"), color=domain_colour(["news", "<law>"]))
    drawn = chart.mark_bar(clip=True)
    return themed({"a": drawn, "none": None})["a"]


def test_a_themed_chart_is_valid(chart):
    spec = chart.to_dict(validate=True)
    assert spec["config"]["view"]["stroke"] is None
    assert {"news", "<law>"} == set(spec["encoding"]["color"]["scale"]["domain"])


def test_colours_come_again_after_the_last():
    assert [colour_of(place) for place in range(len(PALETTE) + 1)] == [*PALETTE, PALETTE[0]]


@given(st.lists(st.floats(-1e6, 1e6), min_size=1))
def test_an_axis_has_room_around_its_values(values):
    low, high = span(values)
    assert low < min(values) <= max(values) < high


def test_an_axis_goes_from_end_to_end_and_keeps_its_scale_without_a_title():
    shown = charts.x_axis("score", "mean", 3, (0.2, 0.4), format="~%").to_dict()
    assert shown["scale"] == {"domain": [0.2, 0.4], "nice": False, "zero": False}
    assert shown["axis"] == {"grid": False, "tickCount": 3, "format": "~%"}
    hidden = charts.score_axis((0.2, 0.4)).to_dict()
    assert (hidden["scale"], hidden["axis"]) == (shown["scale"], None)
    assert "scale" not in charts.y_axis("share", "share").to_dict()


def test_two_domains_that_are_cut_alike_have_one_colour():
    scale = domain_colour(["a" * 50, "a" * 60, "b"]).to_dict()["scale"]
    assert scale == {"domain": ["a" * 39 + "…", "b"], "range": list(PALETTE[:2])}


def test_there_is_a_legend_where_its_look_is_given():
    assert charts.colours("kind", {"a": "red"}).to_dict()["legend"] is None
    assert charts.colours("kind", {"a": "red"}, columns=2).to_dict()["legend"] == {"columns": 2}


def test_charts_stand_beside_or_below_each_other():
    assert charts.panels([], "None") is None
    row = charts.panels([chart_of([{"x": 1}]).mark_point()] * 2, "Two", "of them", columns=1, y="shared").to_dict()
    assert len(row["vconcat"]) == 2
    assert (row["title"], row["resolve"]) == ({"text": "Two", "subtitle": "of them"}, {"scale": {"y": "shared"}})
    assert charts.panels([chart_of([{"x": 1}]).mark_point()], "One").to_dict()["columns"] == 2
