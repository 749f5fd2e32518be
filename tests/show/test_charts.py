"""The look of charts, and charts as drawings."""

import re

import altair as alt
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sumspace.show.charts import PALETTE, as_png, as_svg, colour_of, domain_colour, for_a_page, inline, span, themed


@pytest.fixture(scope="module")
def chart():
    rows = [{"domain": "news", "score": 0.1}, {"domain": "<law>", "score": 0.2}]
    data = alt.Chart(inline(rows))
    drawn = data.mark_bar(clip=True).encode(alt.X("score:Q"), alt.Y("domain:N"), domain_colour(["news", "<law>"]))
    return themed({"a": drawn, "none": None})["a"]


def test_a_themed_chart_is_valid(chart):
    spec = chart.to_dict(validate=True)
    assert spec["config"]["view"]["stroke"] is None
    assert {"news", "<law>"} == set(spec["encoding"]["color"]["scale"]["domain"])


def test_a_drawing_is_the_same_every_time_and_names_its_parts_after_itself(chart):
    drawing = as_svg("scores", chart)
    assert drawing == as_svg("scores", chart)
    names = re.findall(r'\bid="([^"]+)"', drawing)
    assert names
    assert all(name.startswith("scores-part-") for name in names)
    assert len(set(names)) == len(names)
    assert set(re.findall(r"url\(#([^)]+)\)", drawing)) <= set(names)
    assert "<law>" not in drawing
    assert as_png(drawing).startswith(b"\x89PNG")
    assert "http" not in for_a_page(drawing)


def test_colours_come_again_after_the_last():
    assert [colour_of(place) for place in range(len(PALETTE) + 1)] == [*PALETTE, PALETTE[0]]


@given(st.lists(st.floats(-1e6, 1e6), min_size=1))
def test_an_axis_has_room_around_its_values(values):
    low, high = span(values)
    assert low < min(values) <= max(values) < high
