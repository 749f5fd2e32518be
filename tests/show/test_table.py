"""Tables: how cells are written, what belongs together, and pivots."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sumspace.show.table import Column, Table, columns_of, flat

SCORES = (
    {"system": "lead", "domain": "news", "score": 0.25, "documents": 3},
    {"system": "lead", "domain": "law", "score": 0.5, "documents": 2},
    {"system": "mine", "domain": "news", "score": None, "documents": 1},
)
SCORE = Column("score", kind="number", write=".3f")


def cells(table):
    return [row.cells for row in table.rows()]


@pytest.mark.parametrize(
    ("column", "written"),
    [
        (Column("count", write=",d"), "12,345"),
        (Column("share", write=".0%"), "12%"),
        (Column("nothing", write=".5f"), "-"),
        (Column("unknown"), "-"),
        (Column("nothing", missing="–"), "–"),
        (Column("name"), "a\\nb"),
        (Column("count"), "12345"),
        (Column("of", write=lambda record: f"{record['count']} of {record['share']}"), "12345 of 0.125"),
    ],
)
def test_a_cell_is_written_by_a_format_or_by_a_function(column, written):
    assert column.cell({"count": 12345, "share": 0.125, "nothing": None, "name": "a\nb"}) == written


def test_a_column_is_headed_by_its_title_or_its_name():
    assert Column("mean").heading == "mean"
    assert Column("mean", "the\nmean").heading == "the\nmean"


def test_blocks_leave_out_names_that_repeat():
    table = Table("scores", columns=(Column("system"), SCORE), records=SCORES, blocks=True)
    assert cells(table) == [("lead", "0.250"), ("", "0.500"), ("mine", "-")]
    assert [row.begins_block for row in table.rows()] == [True, False, True]
    alone = Table("scores", columns=(Column("domain"),), records=SCORES, blocks=True)
    assert not any(row.begins_block for row in alone.rows())


def test_a_record_becomes_one_line():
    assert flat({"a": 1, "b": {"x": 2, "y": None}, "c": [1], "d_interval": [3, 4], "e_interval": None}) == {
        "a": 1, "b.x": 2, "b.y": None, "d_low": 3, "d_high": 4, "e_low": None, "e_high": None,
    }  # fmt: skip
    assert columns_of([{"b": 1}, {"a": 1, "b": 2}]) == ["b", "a"]


def test_a_pivot_has_a_row_for_each_name_and_columns_for_each_group():
    shares = Column("documents", "of", "number")
    table = Table("scores", "Scores", records=SCORES).pivot("system", "domain", (SCORE, shares))
    assert table.groups() == [("", 1), ("news", 2), ("law", 2)]
    assert [column.heading for column in table.columns] == ["system", "score", "of", "score", "of"]
    assert cells(table) == [("lead", "0.250", "3", "0.500", "2"), ("mine", "-", "1", "-", "-")]
    assert (table.name, table.title) == ("scores", "Scores")
    assert table.csv() == ("system,news.score,news.documents,law.score,law.documents\nlead,0.25,3,0.5,2\nmine,,1,,\n")
    assert table.frame().columns == ["system", "news.score", "news.documents", "law.score", "law.documents"]


def test_a_pivot_has_the_rows_and_groups_that_are_asked_for_in_that_order():
    table = Table("scores", records=SCORES)
    ordered = table.pivot("system", "domain", [SCORE], order=["mine", "none", "lead"], group_order=["law", "news"])
    assert cells(ordered) == [("mine", "-", "-"), ("lead", "0.500", "0.250")]
    assert cells(table.pivot("system", "domain", [SCORE], group_order=["law"])) == [("lead", "0.500")]


def test_a_pivot_may_have_other_columns_in_each_group():
    table = Table("scores", records=SCORES).pivot(
        rows=(Column("domain", write=lambda record: record["domain"].upper()), Column("documents", kind="number")),
        key=lambda record: record["domain"],
        groups="system",
        label=str.title,
        columns=lambda system: [Column("score", system, "number", ".1f")] * (2 if system == "mine" else 1),
    )
    assert [(column.group, column.heading) for column in table.columns[2:]] == [
        ("Lead", "lead"), ("Mine", "mine"), ("Mine", "mine"),
    ]  # fmt: skip
    assert cells(table) == [("NEWS", "3", "0.2", "-", "-"), ("LAW", "2", "0.5", "-", "-")]


def test_groups_whose_names_are_taken_are_kept_apart():
    records = [{"system": "a", "domain": domain, "score": n} for n, domain in enumerate(["system", None, "all"])]
    table = Table("scores", records=records).pivot(
        "system", "domain", [Column("score")], label=lambda domain: domain or "all"
    )
    assert cells(table) == [("a", "0", "1", "2")]
    assert table.csv().splitlines()[0] == "system,system 2.score,all.score,all 2.score"


RECORDS = st.lists(
    st.fixed_dictionaries(
        {"row": st.sampled_from("abc"), "group": st.sampled_from(["x", "y", "", None]), "value": st.integers()}
    ),
    unique_by=lambda record: (record["row"], record["group"]),
)


@given(RECORDS)
def test_a_pivot_shows_every_record_where_it_belongs(records):
    table = Table("values", records=records).pivot("row", "group", [Column("value", kind="number")])
    rows, groups = (list(dict.fromkeys(record[name] for record in records)) for name in ("row", "group"))
    assert cells(table) == [
        (row, *(_only(record["value"] for record in records if (record["row"], record["group"]) == (row, group))
                for group in groups))
        for row in rows
    ]  # fmt: skip


def _only(values):
    return next(map(str, values), "-")


def test_many_groups_are_continued_below():
    records = [{"system": s, "domain": d, "score": 1} for s, d in ["ax", "ay", "bz"]]
    pivot = Table("scores", records=records).pivot("system", "domain", [Column("score")], side_by_side=2)
    assert [cells(part) for part in pivot.divided(2)] == [[("a", "1", "1")], [("b", "1")]]
    assert list(pivot.divided(None)) == list(pivot.divided(3)) == [pivot]
    lines = pivot.text().splitlines()
    assert [line.split() for line in lines if "system" in line or "x" in line or "z" in line] == [
        ["x", "y"], ["system", "score", "score"], ["z"], ["system", "score"],
    ]  # fmt: skip
    assert pivot.html().count("<table") == 1


def test_views_stand_for_the_table():
    columns = (Column("system"),)
    first, second = Table("one", columns=columns, records=SCORES), Table("two", columns=columns, records=SCORES)
    assert list(Table("both", views=(first, second), columns=columns).shown) == [first, second]
    bare = Table("bare", records=SCORES)
    assert list(bare.shown) == []
    assert list(first.shown) == [first]
    made = Table(
        "made", records=SCORES, views=lambda records: [Table("last", columns=columns, records=[*records][-1:])]
    )
    assert [cells(view) for view in made.shown] == [[("mine",)]]


def test_notes_may_depend_on_the_records():
    table = Table("t", columns=[SCORE], records=iter(SCORES), notes=lambda records: [f"{len(records)} records."])
    assert table.text().endswith("\n3 records.\n")


def test_a_frame_has_the_records():
    frame = Table("scores", records=SCORES).frame()
    assert frame.to_dicts() == list(SCORES)
    odd = Table("odd", records=[{"n": 2**70, "m": 1, "s": [1, 2]}, {"n": 1, "m": 0.5}, {"n": -(10**400)}])
    assert odd.frame().to_dict(as_series=False) == {
        "n": [float(2**70), 1.0, float("-inf")], "m": [1.0, 0.5, None], "s": [[1, 2], None, None],
    }  # fmt: skip
    assert Table("none").frame().is_empty()


def test_a_table_shows_itself():
    table = Table("scores", "The scores", (Column("system"), SCORE), SCORES, ("A note.",))
    assert repr(table) == str(table) == table.text()
    assert table.text().startswith("The scores\n")
    assert "<td>0.250</td>" in table._repr_html_()
    assert "<style>" in table._repr_html_()
    stream = Table("scores", "The scores", (SCORE,), iter(SCORES))
    assert "still to come" in repr(stream)
    assert [json.loads(line) for line in stream.json().splitlines()] == list(SCORES)
