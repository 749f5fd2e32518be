"""Tables on terminals of any width: no line is longer than the terminal, and nothing is lost without a word."""

import re
from itertools import chain

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from sumspace.show import terminal
from sumspace.show.table import Column, Table
from sumspace.show.terminal import as_text

NAME, SCORE = Column("name"), Column("score", kind="number", write=".2f")
RECORDS = ({"name": "lead", "score": 0.251}, {"name": "textrank", "score": None})


@pytest.fixture
def at(monkeypatch):
    """Show tables on a terminal of some width, without colours."""
    monkeypatch.setenv("NO_COLOR", "1")

    def shown(width, tables, **settings):
        monkeypatch.setattr(terminal, "terminal_width", lambda: width)
        return "".join(as_text(tables, **settings))

    return shown


def numbers(columns, **settings):
    """A table with a name and so many numbers of 8 digits."""
    records = [{"name": name, **{f"n{i}": 10_000_000 + i for i in range(columns)}} for name in ("first", "second")]
    heads = [Column(f"n{i}", kind="number", **settings) for i in range(columns)]
    return Table("t", "Numbers", (NAME, *heads), records)


def longest(text):
    return max(map(len, text.splitlines()))


def test_colours_are_for_a_terminal_alone(monkeypatch):
    monkeypatch.setattr(terminal, "terminal_width", lambda: 200)
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    dim = Table("t", "Title", (Column("name", dim=True),), RECORDS)
    assert "\x1b[1m" in "".join(as_text(dim))
    assert "\x1b[2m" in "".join(as_text(dim))
    assert "\x1b" not in "".join(as_text(dim, plain=True))
    assert "\x1b" not in dim.text()
    monkeypatch.setenv("TERM", "dumb")
    assert "\x1b" not in "".join(as_text(dim))
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b" not in "".join(as_text(dim))


def test_a_table_that_fits_is_whole(at):
    table = numbers(7, wide=True)
    width = longest(table.text())
    assert at(width + 1, table) == table.text()


def test_columns_that_are_not_needed_are_hidden_first_and_named_in_one_line(at):
    columns = (NAME, SCORE, Column("low", "interval", "number", group="95%", wide=True, about="of the mean"))
    table = Table("t", columns=columns, records=[{"name": "x" * 60, "score": 0.5, "low": 10**12}])
    text = at(80, [table, table])
    assert text.count("hidden at this width: 95% interval; use a wider terminal or --format csv\n") == 1
    assert "1000000000000" not in text
    assert "of the mean" not in text
    assert "0.50" in text
    assert "hidden" not in at(200, table)
    assert "hidden" not in table.text()


def test_what_is_still_too_wide_is_divided_into_blocks_that_repeat_the_names(at):
    text = at(40, numbers(7))
    assert longest(text) <= 40
    assert text.count("Numbers") == 1
    heads = [line.split() for line in text.splitlines() if "name" in line]
    assert [head[0] for head in heads] == ["name"] * len(heads)
    assert list(chain.from_iterable(head[1:] for head in heads)) == [f"n{i}" for i in range(7)]
    assert text.count("first") == text.count("second") == len(heads) > 1
    for i in range(7):
        assert text.count(str(10_000_000 + i)) == 2


def test_legend_and_notes_stand_below_the_last_block_within_the_width(at):
    about = "a number of eight digits, and it has an explanation that is longer than a line of the terminal"
    columns = [NAME, *(Column(f"n{i}", kind="number", about=about) for i in range(7))]
    table = Table("t", "", columns, numbers(7).records, ("A note that is too long as well for the terminal it is on.",))
    text = at(40, table)
    assert longest(text) <= 40
    assert text.index("10000006") < text.index("n0, n1, n2") < text.index("A note")
    assert text.count("A note") == 1


def test_columns_of_a_group_stay_together_where_they_fit(at):
    records = [{"system": s, "domain": d, "a": 1_000_000, "b": 2_000_000} for s in "xy" for d in ("law", "news", "web")]
    columns = [Column("a", kind="number"), Column("b", kind="number")]
    text = at(32, Table("t", records=records).pivot("system", "domain", columns))
    heads = [line.split() for line in text.splitlines() if "system" in line]
    assert heads == [["system", "a", "b"]] * 3
    assert longest(text) <= 32


def test_long_texts_take_several_lines_before_columns_are_divided(at):
    records = [{"name": "lead", "score": 0.5, "text": "many words " * 30}]
    text = at(60, Table("t", columns=(NAME, Column("text"), SCORE), records=records))
    assert longest(text) <= 60
    assert text.count("name") == 1
    assert text.count("many") == 30


def test_without_a_terminal_nothing_is_cut():
    text = numbers(300).text()
    assert all(str(10_000_000 + i) in text for i in range(300))
    words = Table("t", columns=(NAME,), records=[{"name": "many words " * 30}])
    assert longest(words.text()) > 300


def test_texts_are_fitted_to_the_terminal_where_a_table_says_so(at):
    words = Table("t", columns=(NAME,), records=[{"name": "many words " * 30}], fold=True)
    assert 60 < longest(at(119, words)) <= 119


def test_no_number_is_cut_where_the_terminal_is_narrower_than_it(at):
    table = Table("t", columns=(NAME, Column("n", kind="number")), records=[{"name": "a", "n": 10**30}])
    assert str(10**30) in at(20, table)


def test_a_column_may_have_a_width():
    text = Table("t", columns=(Column("name", width=5),), records=[{"name": "1 2 3 4 5 6"}]).text()
    assert text.splitlines()[-3:] == [" 1 2 3", " 4 5 6", ""]


WIDTHS = st.lists(st.integers(1, 25), min_size=1, max_size=12)


@settings(max_examples=25)
@example([1, 1, 1, 1, 1, 18, 2, 9, 1, 1, 1, 12], 40, [""] * 5 + ["a longer group"] * 3 + [""] * 4)
@example([1, 1, 1, 1, 1, 1, 2, 18], 40, [""] * 5 + ["a longer group"] * 3 + [""] * 4)
@given(WIDTHS, st.integers(40, 120), st.lists(st.sampled_from(["", "one", "a longer group"]), min_size=12, max_size=12))
def test_every_number_is_shown_within_any_width(widths, width, groups):
    values = [str(i % 10) * size for i, size in enumerate(widths)]
    columns = [NAME, *(Column(f"c{i}", "h", "number", group=groups[i]) for i in range(len(values)))]
    record = {"name": "row", **{f"c{i}": value for i, value in enumerate(values)}}
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(terminal, "terminal_width", lambda: width)
        patched.setenv("NO_COLOR", "1")
        text = "".join(as_text(Table("t", columns=columns, records=[record])))
    assert longest(text) <= width
    shown = [cell for line in text.splitlines() if line.startswith(" row") for cell in re.findall(r"\d+", line)]
    assert shown == values


def test_in_a_notebook_the_text_of_a_table_is_returned_and_not_shown(monkeypatch):
    monkeypatch.setattr("rich.console._is_jupyter", lambda: True)
    table = Table("scores", "Scores", (NAME, SCORE), RECORDS)
    assert "textrank" in table.text()
