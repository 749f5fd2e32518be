"""Scores from elsewhere are read from files of several shapes, from frames and from rows."""

import json
import math

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from frames import Frame
from sumspace.corpus.score_files import read_scores
from sumspace.errors import CorpusError

LONG = [
    {"id": "a", "system": "x", "metric": "m", "value": 0.5},
    {"id": "a", "system": "x", "metric": "n", "value": 2},
    {"id": "b", "system": "x", "metric": "m", "value": -1e-3},
    {"id": "b", "system": "x", "metric": "n", "value": None},
]
WIDE = [{"id": "a", "system": "x", "m": 0.5, "n": 2}, {"id": "b", "system": "x", "m": -1e-3, "n": None}]
EXPECTED = {
    "a": {("x", "m", "all"): 0.5, ("x", "n", "all"): 2.0},
    "b": {("x", "m", "all"): -1e-3},
}


def values(table):
    return {
        document: {place: value for place, (value, _) in places.items()} for document, places in table.documents.items()
    }


def only(sources):
    (table,) = read_scores(sources)
    return table


def write(path, rows):
    frame = pl.DataFrame(rows)
    if path.suffix == ".parquet":
        frame.write_parquet(path)
    elif path.suffix in (".csv", ".tsv"):
        frame.write_csv(path, separator="\t" if path.suffix == ".tsv" else ",")
    else:
        path.write_text("".join(f"{json.dumps(row)}\n" for row in rows))
    return path


@pytest.mark.parametrize("rows", [LONG, WIDE], ids=["long", "wide"])
@pytest.mark.parametrize("name", ["s.csv", "s.tsv", "s.jsonl", "s.json", "s.parquet"])
def test_long_and_wide_files(tmp_path, rows, name):
    table = only(write(tmp_path / name, rows))
    assert values(table) == EXPECTED
    assert table.metrics == ("m", "n")
    assert table.file == str(tmp_path / name)


@pytest.mark.parametrize("rows", [LONG, WIDE], ids=["long", "wide"])
def test_frames_and_rows(rows):
    columns = {name: [row.get(name) for row in rows] for name in rows[0]}
    for source in (rows, tuple(rows), iter(rows), pl.DataFrame(rows), pl.DataFrame(rows).lazy(), Frame(columns)):
        assert values(only(source)) == EXPECTED


def test_several_sources_and_none():
    assert [table.metrics for table in read_scores([LONG, pl.DataFrame(WIDE)])] == [("m", "n"), ("m", "n")]
    assert read_scores(None) == read_scores([]) == ()
    table = only(LONG)
    assert read_scores(table) == read_scores([table]) == (table,)


def test_a_source_by_the_name_of_its_metric(tmp_path):
    file = write(tmp_path / "s.csv", WIDE)
    picked, named = read_scores({"m": file, "mine": [{"id": "a", "system": "x", "score": 1}]})
    assert picked.metrics == ("m",)
    assert values(named) == {"a": {("x", "mine", "all"): 1}}


@pytest.mark.parametrize(
    "row",
    [
        {"doc_id": "a", "model": "x", "measure": "m", "score": 1},
        {"document": "a", "system": "x", "metric": "m", "value": 1},
        {"id": "a", "model": "x", "metric": "m", "score": "1.0 "},
    ],
)
def test_other_names_of_columns(row):
    assert values(only([row])) == {"a": {("x", "m", "all"): 1}}


def test_a_reference_where_a_value_belongs_to_one():
    rows = [{"id": 7, "system": 3.0, "reference": reference, "m": 1} for reference in ("A", "", None, math.nan)[:2]]
    assert values(only(rows)) == {"7": {("3", "m", "A"): 1, ("3", "m", "all"): 1}}
    for missing in (None, math.nan):
        assert values(only([{"id": "a", "system": "x", "reference": missing, "m": 1}])) == {"a": {("x", "m", "all"): 1}}


@pytest.mark.parametrize("missing", ["", " ", "NaN", "nan", "None", "null", "NA", None, math.nan])
def test_values_that_are_missing(missing):
    rows = [{"id": "a", "system": "x", "m": np.float32(1)}, {"id": "b", "system": "x", "m": missing}]
    assert values(only(rows)) == {"a": {("x", "m", "all"): 1}}


def test_nan_in_jsonl(tmp_path):
    (tmp_path / "s.jsonl").write_text('{"id": "a", "system": "x", "m": NaN, "n": 1}\n')
    assert values(only(tmp_path / "s.jsonl")) == {"a": {("x", "n", "all"): 1}}


@pytest.mark.parametrize("value", ["high", True, "inf", math.inf, 1e101, "1_000", [1], {"a": 1}, b"1", np.arange(2)])
def test_a_value_that_is_no_number_is_refused_by_row_and_column(value):
    rows = [{"id": "a", "system": "x", "m": 1}, {"id": "b", "system": "x", "m": value}]
    with pytest.raises(CorpusError, match=r"^<list>:2: m: .* is no number; write NaN where"):
        read_scores(rows)


def test_a_file_is_named_with_row_and_column(tmp_path):
    file = write(tmp_path / "s.csv", [{"id": "a", "system": "x", "metric": "m", "value": "high"}])
    with pytest.raises(CorpusError) as error:
        read_scores(file)
    assert str(error.value) == f"{file}:2: value: 'high' is no number; write NaN where there is no score"


def test_where_one_of_several_columns_has_no_numbers_another_can_be_chosen(tmp_path):
    file = write(tmp_path / "s.csv", [{"id": "a", "system": "x", "m": 1, "note": "high"}])
    with pytest.raises(CorpusError, match="note: 'high' is no number; choose one of the columns as FILE:METRIC"):
        read_scores(file)
    with pytest.raises(CorpusError, match="note: 'high' is no number; write NaN where there is no score"):
        read_scores(f"{file}:note")


def test_lines_are_those_of_the_file_also_behind_cells_of_several_and_empty_ones(tmp_path):
    file = tmp_path / "s.csv"
    file.write_bytes(b'\xef\xbb\xbfid,system,m,note\r\na,x,1,"two\r\nlines"\r\n\r\nb,x,1\r\nc,x,high,n\r\n')
    with pytest.raises(CorpusError, match=r"s\.csv:6: m: 'high'"):
        read_scores(f"{file}:m")
    file.write_text('id,system,m,note\na,x,1,"two\nlines"\nb,x,2\n')
    assert only(f"{file}:m").documents == {"a": {("x", "m", "all"): (1, 2)}, "b": {("x", "m", "all"): (2, 4)}}


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("s.csv", b"id,system,m\na,x,1\nb,x,1,2\n", ":3: has 4 cells, and the header 3; put cells with commas in"),
        ("s.tsv", b"id\tsystem\tm\na\tx\t1\t2\n", ":2: has 4 cells, and the header 3; put cells with tabs in"),
        ("s.csv", b'id,system,m\na,x,1\nb,"x,1\nc,x,1\n', ":3: a cell in quotes does not end where it should"),
        ("s.csv", b"id,system,m\na,caf\xe9,1\n", ": not UTF-8 (byte 0xe9 at 17); save it as UTF-8"),
        ("s.csv", b"\x00\x01", ": is no CSV: there is a zero byte in it"),
        ("s.csv", b"name,m\n", ": there is no column id and no column system, but: name, m; wanted"),
        ("s.csv", b"id,system,m,m\na,x,1,2\n", ": m: two columns have this name"),
        ("s.txt", b"id,system,m\n", ": .txt is no ending of a file of scores; there are: .csv, .tsv, .jsonl"),
    ],
)
def test_files_that_cannot_be_read_are_said_to_be_so_in_plain_words(tmp_path, name, content, message):
    (tmp_path / name).write_bytes(content)
    with pytest.raises(CorpusError) as error:
        read_scores(tmp_path / name)
    assert str(error.value).startswith(f"{tmp_path / name}{message}")


def test_a_long_text_beside_the_scores(tmp_path):
    file = write(tmp_path / "s.csv", [{"id": "a", "system": "x", "m": 1, "text": "long " * 50_000}])
    assert values(only(f"{file}:m")) == {"a": {("x", "m", "all"): 1}}


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        (
            [{"system": "x", "m": 1}],
            "there is no column id, but: system, m; wanted are id, system, metric and value, or",
        ),
        ([{"name": "x", "m": 1}], "there is no column id and no column system, but: name, m; wanted"),
        ([{"id": "a", "system": "x"}], "there is no column of a metric, but: id, system; wanted"),
        ([{"id": "a", "system": "x", "metric": "m"}], "there is no column value, but: id, system, metric; wanted"),
        ([{"id": None, "system": "x", "m": 1}], ":1: id: is missing; every row needs one"),
        ([{"id": "a", "model": "", "m": 1}], ":1: model: is missing"),
        ([{"id": "a", "system": "x", "metric": "", "value": 1}], ":1: metric: is missing"),
        ([{"id": "a", "system": "x", "m": 1}, {"id": "a", "m": 1}], ":2: system: is missing"),
        (
            [{"id": "a", "system": "x", "m": 1}, {"id": "a", "system": "x", "m": 2}],
            ":2: m: there is already a value of m for 'x' on 'a', at <list>:1; give one",
        ),
        ([{"id": "a", "system": "x", "m": None}], "there is not one score in it: all values are missing"),
    ],
)
def test_rows_that_cannot_be_used(rows, message):
    with pytest.raises(CorpusError) as error:
        read_scores(rows)
    assert message in str(error.value)
    assert str(error.value).startswith("<list>")


@pytest.mark.parametrize(
    ("name", "content"), [("s.csv", "id,system,m\n"), ("s.csv", ""), ("s.jsonl", ""), ("m-A.seg.score", "")]
)
def test_a_file_without_rows(tmp_path, name, content):
    (tmp_path / name).write_text(content)
    with pytest.raises(CorpusError, match="has no rows; there is not one score in it"):
        read_scores(tmp_path / name)


def test_what_is_no_source(tmp_path):
    for source in (3, [3]):
        with pytest.raises(CorpusError, match="<int>: has no scores; give a path, a data frame, a list of rows"):
            read_scores(source)
    for source in (None, 3):
        with pytest.raises(CorpusError, match=r"<(NoneType|int)>: m: has no scores; give a path, a data frame, a list"):
            read_scores({"m": source})
    with pytest.raises(CorpusError, match="is a folder; scores are in a file"):
        read_scores(tmp_path)
    with pytest.raises(CorpusError, match="there is no such file"):
        read_scores(tmp_path / "no.csv")
    with pytest.raises(CorpusError, match=r"no\.csv:m: there is no such file"):
        read_scores(f"{tmp_path / 'no.csv'}:m")
    with pytest.raises(CorpusError, match="is too long for a path"):
        read_scores("x" * 5000 + ":m")
    (tmp_path / "s.jsonl").write_text('{"id": "a"\n')
    with pytest.raises(CorpusError, match=r"s\.jsonl:1: broken JSON"):
        read_scores(tmp_path / "s.jsonl")


def test_a_name_picks_a_metric_or_names_the_only_one(tmp_path):
    several = write(tmp_path / "s.csv", [{**row, "text": "no number"} for row in WIDE])
    assert values(only(f"{several}:m")) == {"a": {("x", "m", "all"): 0.5}, "b": {("x", "m", "all"): -1e-3}}
    single = write(tmp_path / "one.csv", [{"id": "a", "system": "x", "score": 3}])
    assert only(f"{single}:BERT").metrics == ("BERT",)
    with pytest.raises(CorpusError, match="there is no metric 'o'; there are: m, n, text"):
        read_scores(f"{several}:o")


def test_a_file_whose_name_has_a_colon_is_a_file(tmp_path):
    write(tmp_path / "s.csv", WIDE)
    other = write(tmp_path / "s.csv:m.jsonl", [{"id": "z", "system": "x", "own": 1}])
    assert values(only(str(other))) == {"z": {("x", "own", "all"): 1}}


def test_segments_of_mt_metrics_eval(tmp_path):
    file = tmp_path / "BLEU-4-refA.seg.score"
    file.write_text("x\t0.1\nx\tNone\ny  2\ny 3e-1\n")
    table = only(file)
    assert table.metrics == ("BLEU-4",)
    assert values(table) == {
        0: {("x", "BLEU-4", "refA"): 0.1, ("y", "BLEU-4", "refA"): 2}, 1: {("y", "BLEU-4", "refA"): 0.3},
    }  # fmt: skip
    assert table.lines == {"x": 2, "y": 2}
    assert only(f"{file}:mine").metrics == ("mine",)
    (tmp_path / "COMET.seg.score").write_text("x 1\n")
    assert values(only(tmp_path / "COMET.seg.score")) == {0: {("x", "COMET", "all"): 1}}


@pytest.mark.parametrize("line", ["x", "x\t1\trater", "\t1", ""])
def test_segments_that_cannot_be_used(tmp_path, line):
    (tmp_path / "m-src.seg.score").write_text(f"x\t1\n{line}\nx\t1\n")
    with pytest.raises(CorpusError, match=r"seg\.score:2: should be a system and its score"):
        read_scores(tmp_path / "m-src.seg.score")


def test_a_segment_that_is_no_number(tmp_path):
    (tmp_path / "m-src.seg.score").write_text("x\t1\nx\thigh\n")
    with pytest.raises(CorpusError, match=r"seg\.score:2: m: 'high' is no number"):
        read_scores(tmp_path / "m-src.seg.score")


def test_metrics_of_sacrerouge():
    rows = [
        {"instance_id": "a", "summarizer_id": 1, "summarizer_type": "peer",
         "metrics": {"rouge-1": {"recall": 0.5, "jk": {"f1": 2}}, "bleu": 3}},
        {"instance_id": "a", "summarizer_id": "A", "summarizer_type": "reference", "metrics": {"bleu": 4}},
    ]  # fmt: skip
    table = only(rows)
    assert values(table) == {
        "a": {("1", "rouge-1_recall", "all"): 0.5, ("1", "rouge-1_jk_f1", "all"): 2, ("1", "bleu", "all"): 3}
    }
    assert table.metrics == ("rouge-1_recall", "rouge-1_jk_f1", "bleu")
    assert table.humans == {"A": 1}


@pytest.mark.parametrize(
    ("metrics", "field"), [(3, "metrics"), (None, "metrics"), ({"m": {"n": [1, 2]}}, r"metrics\.m_n")]
)
def test_metrics_of_sacrerouge_that_cannot_be_used(metrics, field):
    with pytest.raises(CorpusError, match=f"<list>:1: {field}: "):
        read_scores([{"instance_id": "a", "summarizer_id": "x", "metrics": metrics}])


NAMES = st.text(st.characters(codec="utf-8", exclude_characters="\r\n\0"), min_size=1, max_size=8).filter(str.strip)
CELLS = st.dictionaries(
    st.tuples(NAMES, NAMES, NAMES), st.floats(allow_nan=False, min_value=-1e50, max_value=1e50), min_size=1, max_size=8
)


@given(CELLS)
def test_any_names_and_numbers_are_read_as_they_are(tmp_path_factory, cells):
    rows = [{"id": i, "system": s, "metric": m, "value": value} for (i, s, m), value in cells.items()]
    folder = tmp_path_factory.mktemp("scores")
    for source in (rows, *(write(folder / name, rows) for name in ("s.jsonl", "s.parquet", "s.csv"))):
        found = {(i, s, m): v for i, places in values(only(source)).items() for (s, m, _), v in places.items()}
        assert found == cells
