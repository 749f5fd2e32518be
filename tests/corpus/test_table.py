import json
from datetime import date

import polars as pl
import pytest

from sumspace.corpus.records import Columns
from sumspace.corpus.source import SAMPLE, read, write
from sumspace.errors import CorpusError, OutputError


def test_our_parquet_holds_everything(tmp_path, corpus_file):
    records = [
        {"id": "a", "text": "One. Two.", "references": ["bare", {"id": "B", "sentences": ["x", "y"], "note": 1}]},
        {"id": "b", "domain": "d", "sections": [{"title": "T", "sentences": ["One."], "page": 3}], "mine": {"x": None}},
        {"id": "c", "documents": [{"id": "d1", "title": "t", "text": "One."}, {"sections": [{"text": "Two."}]}]},
        {"id": "d", "sentences": ["One."], "systems": {"s": {"extract": [0]}}, "judgements": {"s": {"x": 1.5}}},
    ]
    source = corpus_file(*records)
    write(read(source), tmp_path / "out.parquet")
    a, b, *others = read(tmp_path / "out.parquet")
    assert [a, b, *others] == list(read(source))
    assert b.record["mine"] == {"x": None}
    assert b.record["sections"][0]["page"] == 3
    assert a.record["references"][1]["note"] == 1


def test_odd_values_survive_or_are_left_out(tmp_path, corpus_file):
    source = corpus_file(
        {"id": "a", "text": "One.", "references": None, "systems": None, "source": "abc", "query": "q"}
    )
    write(read(source), tmp_path / "out.parquet")
    (example,) = read(tmp_path / "out.parquet")
    assert example.record == {"id": "a", "text": "One.", "source": "abc", "query": "q"}


def test_what_parquet_cannot_hold_is_one_clear_error(tmp_path, corpus_file):
    with pytest.raises(OutputError, match="cannot be written"):
        write(read(corpus_file({"id": "a", "text": "half \ud800"})), tmp_path / "out.parquet")
    assert not (tmp_path / "out.parquet").exists()


def test_half_a_surrogate_pair_survives_where_parquet_holds_json(tmp_path, corpus_file):
    record = {"id": "a", "text": "One.", "systems": {"s": "half \ud800"}, "mine": "\udfff"}
    write(read(corpus_file(record)), tmp_path / "out.parquet")
    assert next(read(tmp_path / "out.parquet")).record == record


def test_dates_and_missing_numbers_become_json(tmp_path):
    frame = pl.DataFrame({"id": ["a"], "text": ["One."], "date": [date(2020, 1, 2)], "score": [float("nan")], "n": [7]})
    frame.write_parquet(tmp_path / "t.parquet")
    write(read(tmp_path / "t.parquet"), tmp_path / "t.jsonl")
    (example,) = read(tmp_path / "t.jsonl")
    assert example.record == {"id": "a", "text": "One.", "date": "2020-01-02", "score": None, "n": 7}


@pytest.mark.parametrize("odd", [7, ["x"], "[" * 100_000, "no JSON", {"a": 1}])
def test_a_column_that_has_the_name_of_ours(odd, tmp_path):
    pl.DataFrame({"id": ["a"], "text": ["One."], "_more": [odd]}).write_parquet(tmp_path / "t.parquet")
    (example,) = read(tmp_path / "t.parquet")
    assert example.record["_more"] == odd


def test_the_sample_survives_parquet(tmp_path):
    write(read(SAMPLE), tmp_path / "sample.parquet")
    assert list(read(tmp_path / "sample.parquet")) == list(read(SAMPLE))


def test_other_tools_find_texts_in_our_parquet(tmp_path):
    write(read(SAMPLE), tmp_path / "sample.parquet")
    frame = pl.read_parquet(tmp_path / "sample.parquet")
    assert frame.schema["sentences"] == pl.List(pl.String)
    assert frame["references"][0][0]["sentences"][0].startswith("The")


@pytest.mark.parametrize("suffix", [".parquet", ".csv", ".tsv", ".arrow"])
def test_any_table_with_chosen_columns(suffix, tmp_path):
    frame = pl.DataFrame({"article": ['One, "two".\nThree.', "2010"], "highlights": ["One.", "2011"], "extra": [1, 2]})
    path = tmp_path / f"table{suffix}"
    if suffix == ".parquet":
        frame.write_parquet(path)
    elif suffix == ".arrow":
        frame.write_ipc(path)
    else:
        frame.write_csv(path, separator="\t" if suffix == ".tsv" else ",")
    first, second = read(path, Columns(text="article", references=("highlights",)))
    assert first.sentences() == ('One, "two".', "Three.")
    assert second.references[0].body.text == "2011"
    assert second.id == "2"


def test_native_structs_are_read_too(tmp_path):
    frame = pl.DataFrame(
        {
            "id": ["a", "b"],
            "text": ["One.", "Two."],
            "systems": [{"x": {"text": "o"}, "y": None}, {"x": None, "y": {"text": "t"}}],
        }
    )
    frame.write_parquet(tmp_path / "structs.parquet")
    assert [list(example.systems) for example in read(tmp_path / "structs.parquet")] == [["x"], ["y"]]


def test_problems_name_the_row(tmp_path):
    pl.DataFrame({"id": ["a", "b"], "text": ["One.", ""]}).write_csv(tmp_path / "t.csv")
    with pytest.raises(CorpusError, match=r"t\.csv:2: text: "):
        list(read(tmp_path / "t.csv"))


def test_many_rows_come_in_order(tmp_path):
    ids = [str(i) for i in range(1100)]  # more than a batch and a row group
    pl.DataFrame({"id": ids, "text": ["One."] * len(ids)}).write_parquet(tmp_path / "t.parquet")
    assert [example.id for example in read(tmp_path / "t.parquet")] == ids
    write(read(tmp_path / "t.parquet"), tmp_path / "u.parquet")
    assert [example.id for example in read(tmp_path / "u.parquet")] == ids


def test_other_tables_are_not_written(tmp_path):
    with pytest.raises(OutputError, match=r"as \.parquet only"):
        write(read(SAMPLE), tmp_path / "out.csv")


def test_a_table_that_is_not_utf8_is_a_problem(tmp_path):
    (tmp_path / "t.csv").write_bytes(b"id,text\na,caf\xe9\n")
    with pytest.raises(CorpusError, match=r"t\.csv"):
        list(read(tmp_path / "t.csv"))


def test_lists_as_json_text_in_a_csv(tmp_path):
    frame = pl.DataFrame({"id": ["a"], "sentences": [json.dumps(["One.", "Two."])], "references": ["A bare one."]})
    frame.write_csv(tmp_path / "t.csv")
    (example,) = read(tmp_path / "t.csv")
    assert example.sentences() == ("One.", "Two.")
    assert example.references[0].body.text == "A bare one."
