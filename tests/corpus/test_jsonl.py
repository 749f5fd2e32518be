import gzip
import io
import json

from hypothesis import given
from hypothesis import strategies as st

from sumspace.corpus import jsonl
from sumspace.corpus.records import Columns, Record
from sumspace.corpus.source import read, write
from sumspace.errors import Problem

RECORD = {
    "id": "é 1",
    "sentences": ["One “two”.", "Three."],
    "references": [{"id": "A", "text": "T."}],
    "mine": {"x": [1, None]},
}


def test_lines_are_numbered_and_blank_ones_skipped(corpus_file):
    file = corpus_file(RECORD, b"", {"id": "b", "text": "B."})
    assert [record.line for record in jsonl.read(file)] == [1, 3]


def test_gzip_is_known_by_its_content_not_its_name(tmp_path):
    (tmp_path / "plain").write_bytes(gzip.compress(json.dumps(RECORD).encode()))
    assert next(read(tmp_path / "plain")).id == "é 1"


def test_a_byte_order_mark_is_no_problem(tmp_path):
    (tmp_path / "bom.jsonl").write_bytes(b"\xef\xbb\xbf" + json.dumps(RECORD).encode())
    assert next(read(tmp_path / "bom.jsonl")).id == "é 1"


def test_standard_input(monkeypatch):
    stdin = io.TextIOWrapper(io.BufferedReader(io.BytesIO(json.dumps(RECORD).encode())))
    monkeypatch.setattr("sys.stdin", stdin)
    assert next(read("-")).id == "é 1"


def test_a_corpus_is_written_as_it_was_read(tmp_path, corpus_file):
    source = corpus_file(RECORD, {"id": "b", "text": "\ud800 half"}, {"id": "c", "text": "x", "references": ["bare"]})
    for name in ("copy.jsonl", "copy.jsonl.gz"):
        write(read(source), tmp_path / name)
        assert [example.record for example in read(tmp_path / name)] == [example.record for example in read(source)]
    assert (tmp_path / "copy.jsonl.gz").read_bytes()[:2] == b"\x1f\x8b"


def test_columns_of_another_name(corpus_file):
    file = corpus_file({"article": "One. Two.", "highlights": ["One.", "Two."], "bart": "One.", "n": 7})
    columns = Columns(id="n", text="article", references=("highlights",), systems=("bart",))
    (example,) = read(file, columns)
    assert example.id == "7"
    assert [(r.id, r.body.text) for r in example.references] == [("highlights.1", "One."), ("highlights.2", "Two.")]
    assert example.summary("bart").text == "One."


def test_a_column_may_serve_twice(corpus_file):
    file = corpus_file({"article": "One. Two.", "highlights": "One."})
    columns = Columns(id="article", text="article", references=("highlights",), systems=("highlights", "article"))
    (example,) = read(file, columns)
    assert example.id == example.summary("article").text == "One. Two."
    assert example.references[0].body.text == example.summary("highlights").text


def test_bare_strings_and_nulls_at_any_depth(corpus_file):
    record = {
        "id": "a",
        "title": None,
        "documents": [{"id": None, "sections": ["One.", {"title": None, "text": "Two."}]}, "Three."],
        "references": [{"id": None, "text": "R."}, "S."],
        "systems": {"x": "X.", "y": {"text": "Y.", "extract": None}},
    }
    (example,) = read(corpus_file(record))
    assert example.sentences() == ("One.", "Two.", "Three.")
    assert [reference.id for reference in example.references] == ["1", "2"]


def test_rows_without_an_id_are_numbered(corpus_file):
    file = corpus_file({"article": "One."}, {"article": "Two."})
    assert [example.id for example in read(file, Columns(text="article"))] == ["1", "2"]


def test_a_field_that_is_not_there_is_a_problem_of_its_line(corpus_file):
    (problem,) = jsonl.read(corpus_file({"body": "One."}), Columns(text="article"))
    assert isinstance(problem, Problem)
    assert str(problem).endswith("corpus.jsonl:1: article: there is no such field; there are: body")


def test_progress_ends_at_the_end(corpus_file):
    shares = []
    list(jsonl.read(corpus_file(RECORD, RECORD), progress=shares.append))
    assert shares[-1] == 1


@given(st.binary(max_size=40))
def test_any_bytes_are_read_or_reported(tmp_path_factory, data):
    file = tmp_path_factory.getbasetemp() / "any.jsonl"
    file.write_bytes(b"{" + data)
    assert all(isinstance(result, Record | Problem) for result in jsonl.read(file))
