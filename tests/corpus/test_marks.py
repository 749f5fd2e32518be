"""Marks of a corpus: missing ones, and letters among numbers."""

import json
import math

import polars as pl
import pytest

import sumspace
from frames import Frame
from sumspace.corpus.marks import Marks
from sumspace.corpus.model import Example, Reference, Summary
from sumspace.corpus.source import read, write
from sumspace.errors import CorpusError
from sumspace.tasks.check import check_corpus
from sumspace.text.passage import Passage

NAN = math.nan


def record(name="a", **fields):
    return {"id": name, "text": "One.", "systems": {"x": "One.", "y": "Two."}, **fields}


JUDGED = record(
    references=[{"id": "A", "text": "One."}],
    judgements={"x": {"clarity": 4, "focus": None}, "y": {"clarity": NAN, "focus": None}, "z": None},
    reference_judgements={"A": {"clarity": NAN, "focus": 3}},
    judgement_raters={"x": {"grammar": [1, NAN, None, 3], "style": None}, "y": None},
    scores={"x": {"m": NAN, "n": 0.5}, "y": {"m": {"A": None}}},
)


def forms(tmp_path):
    """The same record in every form that can hold it."""
    yield JUDGED
    yield [JUDGED]
    line = tmp_path / "line.jsonl"
    line.write_text(json.dumps(JUDGED) + "\n")
    assert "NaN" in line.read_text()
    yield line
    write(read(line), tmp_path / "out.parquet")
    yield tmp_path / "out.parquet"
    write(read(line), tmp_path / "out.jsonl")
    assert "NaN" not in (tmp_path / "out.jsonl").read_text()
    yield tmp_path / "out.jsonl"
    cells = {name: json.dumps(value) if isinstance(value, dict) else value for name, value in JUDGED.items()}
    cells["references"] = json.dumps(JUDGED["references"])
    pl.DataFrame([cells]).write_parquet(tmp_path / "text.parquet")
    yield tmp_path / "text.parquet"
    pl.DataFrame([cells]).write_csv(tmp_path / "text.csv")
    yield tmp_path / "text.csv"
    yield pl.DataFrame([cells])
    yield Frame({name: [value] for name, value in JUDGED.items()})
    pl.DataFrame([{**JUDGED, "judgement_raters": cells["judgement_raters"]}], strict=False).write_parquet(
        tmp_path / "structs.parquet"
    )
    yield tmp_path / "structs.parquet"


def test_null_and_nan_are_missing_in_every_form(tmp_path):
    for form in forms(tmp_path):
        (example,) = read(form)
        assert example.judgements == {"x": {"clarity": 4, "grammar": 2}}, form
        assert example.reference_judgements == {"A": {"focus": 3}}, form
        assert example.judgement_raters == {"x": {"grammar": (1, None, None, 3)}}, form
        assert example.scores == {"x": {"n": {"all": 0.5}}}, form


def test_an_example_made_in_python_has_its_missing_marks_left_out():
    made = Example(
        "a",
        references=(Reference("A", Passage("One.")),),
        judgements={"x": {"clarity": NAN, "focus": 1.0}},
        judgement_raters={"x": {"clarity": (NAN, 2.0)}},
        scores={"x": {"m": {"all": NAN, "A": 1.0}}},
    )
    (example,) = read([made])
    assert example.judgements == {"x": {"focus": 1.0}}
    assert example.judgement_raters == {"x": {"clarity": (None, 2.0)}}
    assert example.scores == {"x": {"m": {"A": 1.0}}}
    sound = Example("a", systems={"x": Summary(Passage("One."))}, judgements={"x": {"clarity": 1.0}})
    assert next(read(sound)) is sound


@pytest.mark.parametrize("field", ["utilities", "extracts", "weight"])
def test_nan_elsewhere_is_no_json(corpus_file, field):
    file = corpus_file(record(**{field: {"x": [NAN]}}))
    with pytest.raises(CorpusError, match=rf":1: {field}.*: NaN is no JSON number"):
        list(read(file))


@pytest.mark.parametrize("value", [math.inf, -math.inf, 1e101])
def test_an_infinite_mark_is_not_missing(value):
    for fields in (
        {"judgements": {"x": {"clarity": value}}},
        {"judgement_raters": {"x": {"clarity": [value]}}},
        {"scores": {"x": {"m": value}}},
    ):
        with pytest.raises(CorpusError, match=r"finite number|too large|negative"):
            list(read(record(**fields)))


def test_the_word_nan_in_a_text_changes_nothing(corpus_file):
    assert next(read(corpus_file(record(title="NaN", note={"NaN": [1, "NaN"]})))).title == "NaN"


@pytest.mark.parametrize("field", ["judgements", "reference_judgements"])
def test_a_letter_among_numbers_is_refused_with_both_places(corpus_file, field):
    file = corpus_file(
        record("a", **{field: {"x": {"clarity": 3, "focus": "A"}}}),
        record("b", **{field: {"x": {"clarity": None, "focus": "b"}}}),
        record("c", **{field: {"x": {"focus": "E"}, "y": {"clarity": "B"}}}),
        record("d", **{field: {"x": {"clarity": 5}}}),
    )
    (problem,) = check_corpus(file).problems
    assert (problem.file, problem.line, problem.field) == (str(file), 3, f"{field}.y.clarity")
    assert problem.message == (
        f"is a letter, and {file}:1, {field}.x.clarity is a number; "
        "mark an aspect by letters or by numbers, not by both"
    )
    with pytest.raises(CorpusError, match="is a letter"):
        list(read(file))


def test_references_and_systems_are_marked_alike(corpus_file):
    file = corpus_file(record("a", judgements={"x": {"q": 1}}), record("b", reference_judgements={"A": {"q": "A"}}))
    assert [problem.line for problem in check_corpus(file).problems] == [2]


def test_the_marks_of_raters_may_be_letters_where_averages_are_numbers(corpus_file):
    raters = {"x": {"q": ["A", None, "C"]}}
    file = corpus_file(record("a", judgements={"x": {"q": 4}}, judgement_raters=raters))
    assert not check_corpus(file).problems
    file = corpus_file(record("a", judgement_raters=raters), record("b", judgement_raters={"x": {"q": [None, 2]}}))
    (problem,) = check_corpus(file).problems
    assert (problem.line, problem.field) == (2, "judgement_raters.x.q[1]")


def test_letters_and_numbers_in_a_list_of_records():
    with pytest.raises(CorpusError, match=r"<list>:2: judgements\.x\.q: is a number, and <list>:1"):
        list(read([record("a", judgements={"x": {"q": "A"}}), record("b", judgements={"x": {"q": 1}})]))


def test_missing_marks_are_those_of_judged_systems_on_aspects_that_others_have():
    marks = Marks()
    for example in read(
        [
            record("a", judgements={"x": {"q": 1, "r": 2}, "z": {"q": None}}),
            record("b", judgements={"x": {"q": 1}}),
            record("c"),
        ]
    ):
        marks.add(example)
    assert (marks.given, marks.missing) == (3, 3)  # of x: r on b, q and r on c; nobody judged y and z


def test_a_description_counts_marks_and_documents_without_a_text():
    corpus = [record("a", judgements={"x": {"q": 1}}), record("b"), {"id": "c", "references": ["One two."]}]
    table = sumspace.describe(corpus)
    (row,) = table.frame().to_dicts()
    assert (row["marks"], row["missing_marks"], row["examples"], row["documents"]) == (1, 1, 3, 2)
    assert (row["words"], row["sections"]) == (1, 1)  # of those that have a text
    assert "1 example without a text: averages are over the others." in table.text()
    assert "1 human judgement of systems; 1 missing on aspects of the domain." in table.text()


def test_a_description_without_any_text_has_no_averages_of_texts():
    (row,) = sumspace.describe([{"id": "c", "references": ["One two."]}]).frame().to_dicts()
    assert [row[name] for name in ("words", "sentences", "compression", "sections", "words_per_section")] == [None] * 5
    assert (row["references"], row["words_per_reference"]) == (1, 2)
