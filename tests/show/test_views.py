"""The legend below tables: what is said there, and that it is said once."""

import json
import re

import pytest

from sumspace.show.formats import render
from sumspace.show.table import Column, Table
from sumspace.show.views import legend_of, with_legends

NAME = Column("system")
SCORE = Column("score", about="mean over documents")
PLACE = Column("place", "beats", about="share of extracts that score lower")
RECORDS = ({"system": "lead", "score": 0.25, "place": 0.5},)


def table(*columns, name="t", **settings):
    return Table(name, columns=columns, records=RECORDS, **settings)


def legends(*tables):
    return [[heading for heading, _ in shown.legend] for shown in with_legends(tables)]


def test_columns_with_an_explanation_are_in_the_legend_under_their_headings():
    assert legend_of(table(NAME, SCORE, PLACE)) == (
        ("score", "mean over documents"), ("beats", "share of extracts that score lower"),
    )  # fmt: skip
    assert legend_of(table(Column("n", "number\nof words", about="all of\nthem"))) == (
        ("number of words", "all of them"),
    )


def test_groups_are_named_where_the_same_heading_has_two_meanings():
    words, mean = Column("n", "words", group="text", about="of it"), Column("m", "mean", group="text", about="a mean")
    other = Column("o", "words", group="summary", about="of the summary")
    same = Column("p", "mean", group="summary", about="a mean")
    assert [heading for heading, _ in legend_of(table(words, mean, other, same))] == [
        "text words", "mean", "summary words",
    ]  # fmt: skip


def test_tables_that_share_a_legend_have_it_once_below_the_last():
    both = table(NAME, SCORE, PLACE)
    assert legends(both, both, both) == [[], [], ["score", "beats"]]
    assert legends(table(SCORE), both) == [[], ["score", "beats"]]
    assert legends(both, table(SCORE)) == [[], ["score", "beats"]]


def test_no_line_is_said_twice():
    first, second = table(NAME, SCORE), table(NAME, PLACE)
    assert legends(first, second, first, second) == [["score"], ["beats"], [], []]
    assert legends(first, table(NAME), first) == [["score"], [], []]
    assert legends(table(SCORE, Column("n", about="a number")), table(SCORE, PLACE)) == [["score", "n"], ["beats"]]


def without_tooltips(parts):
    """Return a text without scripts and what headings of a page say under the pointer, which they say in any case."""
    return re.sub('<script.*?</script>| title="[^"]*"', "", "".join(parts), flags=re.DOTALL)


def test_a_legend_stands_above_what_is_said_of_all_views():
    views = [table(NAME, SCORE, name="one", title="One"), table(NAME, SCORE, name="two", title="Two")]
    whole = Table("both", views=views, notes=("Of both.",))
    for form in ("table", "markdown", "latex", "html"):
        text = without_tooltips(render(whole, form))
        assert text.count("mean over documents") == 1
        assert text.index("Two") < text.index("mean over documents") < text.index("Of both.")


@pytest.mark.parametrize(
    ("form", "line"),
    [
        ("table", "\nbeats: share of extracts that score lower\n"),
        ("markdown", "\n- beats: share of extracts that score lower\n"),
        ("latex", "\n\\par\\smallskip\\footnotesize beats: share of extracts that score lower\n"),
        ("html", "<dt>beats:</dt> <dd>share of extracts that score lower</dd>"),
    ],
)
def test_every_format_for_readers_has_the_legend_unless_told_otherwise(form, line):
    shown = table(NAME, PLACE)
    assert line in "".join(render(shown, form))
    assert "score lower" not in without_tooltips(render(shown, form, legend=False))


def test_formats_for_programs_have_no_legend():
    shown = table(NAME, PLACE)
    assert json.loads("".join(render(shown, "json"))) == RECORDS[0]
    assert "score lower" not in "".join(render(shown, "csv"))


def test_a_table_without_a_legend_is_passed_on_at_once():
    seen = []

    def stream():
        for number in range(3):
            seen.append(number)
            yield table(NAME)

    next(with_legends(stream()))
    assert seen == [0]


def test_python_may_leave_the_legend_out():
    shown = table(NAME, PLACE)
    assert "score lower" in shown.text()
    assert "score lower" in shown.html()
    for text in (shown.text(legend=False), shown.markdown(legend=False), shown.latex(legend=False)):
        assert "score lower" not in text
