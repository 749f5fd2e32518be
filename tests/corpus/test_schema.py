"""Records become examples, or problems with a place; and examples become records."""

import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

import sumspace
from sumspace.corpus.model import Example, Pyramid, Question, Reference, Section, Text, to_record
from sumspace.corpus.records import Record
from sumspace.corpus.schema import to_example
from sumspace.corpus.source import read, write
from sumspace.errors import CorpusError
from sumspace.text.passage import Passage

DOCUMENT = {"id": "d", "sentences": ["One.", "Two."], "systems": {"s": "One."}}
UNITS = [{"id": "u1", "text": "One.", "weight": 3}, {"id": "u2"}]
QUESTION = {"question": "How many?", "choices": ["one", "two"], "answer": 1}


def example(**fields):
    result = to_example(Record({**DOCUMENT, **fields}, "file", 1))
    assert isinstance(result, Example), result
    return result


def problems(**fields):
    result = to_example(Record({**DOCUMENT, **fields}, "file", 1))
    assert isinstance(result, list)
    return [str(problem) for problem in result]


def test_marks_are_numbers_or_letters_from_a_to_e():
    marks = {"clarity": "A", "focus": "b", "structure": " C ", "grammar": "D", "overall": "E", "content": 2.5, "n": 4}
    expected = {"clarity": 5, "focus": 4, "structure": 3, "grammar": 2, "overall": 1, "content": 2.5, "n": 4}
    assert example(judgements={"s": marks}).judgements == {"s": expected}
    assert example(reference_judgements={"1": marks}).reference_judgements == {"1": expected}
    raters = {"s": {aspect: [mark] for aspect, mark in marks.items()}}
    assert example(judgement_raters=raters).judgement_raters["s"]["focus"] == (4,)


@pytest.mark.parametrize("mark", ["F", "AB", "", "5", "very good", True, [5], float("inf")])
@pytest.mark.parametrize("field", ["judgements", "reference_judgements"])
def test_other_marks_are_refused_with_advice(mark, field):
    (problem,) = problems(**{field: {"s": {"clarity": mark}}})
    assert problem.startswith(f"file:1: {field}.s.clarity: should be a ")
    assert problem.endswith("number; a mark is a number, or a letter from A (very good) to E (very poor)")


def test_a_mark_of_a_rater_that_is_refused():
    (problem,) = problems(judgement_raters={"s": {"clarity": [5, "F"]}})
    assert problem.startswith(
        "file:1: judgement_raters.s.clarity[1]: should be a number; a mark is a number, or a letter"
    )


def test_raters_are_averaged_where_nobody_has_and_missing_marks_left_out():
    raters = {"s": {"clarity": ["A", None, "D"], "focus": [None, None], "overall": [1, 2]}, "t": {"clarity": [4]}}
    found = example(judgements={"s": {"overall": 5}}, judgement_raters=raters)
    assert found.judgements == {"s": {"overall": 5, "clarity": 3.5}, "t": {"clarity": 4}}
    assert found.judgement_raters["s"] == {"clarity": (5, None, 2), "focus": (None, None), "overall": (1, 2)}


@given(st.lists(st.none() | st.integers(-9, 9) | st.sampled_from("ABCDE"), max_size=6))
def test_the_average_of_any_raters(marks):
    found = example(judgement_raters={"s": {"clarity": marks}}).judgements
    values = [6 - "_ABCDE".index(mark) if isinstance(mark, str) else mark for mark in marks if mark is not None]
    if values:
        assert found == {"s": {"clarity": pytest.approx(sum(values) / len(values))}}
    else:
        assert found == {}


def test_a_pyramid_with_counts():
    found = example(pyramid={"units": UNITS, "matches": {"s": ["u2", "u1"]}, "counts": {"s": 5, "t": 0}})
    assert found.pyramid == Pyramid({"u1": 3, "u2": 1}, {"s": ("u2", "u1")}, {"s": 5, "t": 0})


def test_a_pyramid_of_units_alone():
    assert example(pyramid={"units": UNITS}).pyramid == Pyramid({"u1": 3, "u2": 1}, {}, {})


def test_units_may_be_located_in_sentences():
    units = [{"id": "u1", "text": "It rained.", "sentences": [1, 0]}, {"id": "u2", "sentences": []}, {"id": "u3"}]
    found = example(pyramid={"units": units}).pyramid
    assert found.sentences == {"u1": (1, 0), "u2": ()}


@pytest.mark.parametrize(
    ("sentences", "message"),
    [
        ([0, 7], "units.u1.sentences: sentence 7 is not there: the document has 2, counted from 0"),
        ([-1], "units[0].sentences[0]: should not be negative; write {"),
        ([0.5], "units[0].sentences[0]: should be a whole number; write {"),
        (["A dog ran."], "units[0].sentences[0]: should be a whole number; write {"),
        (1, "units[0].sentences: should be a list; write {"),
    ],
)
def test_units_in_sentences_that_are_not_there(sentences, message):
    (problem,) = problems(pyramid={"units": [{"id": "u1", "sentences": sentences}]})
    assert problem.startswith(f"file:1: pyramid.{message}")


def test_units_of_raw_text_are_located_when_it_is_split(tmp_path):
    pyramid = {"units": [{"id": "u1", "sentences": [5]}]}
    record = {"id": "a", "text": "One. Two.", "references": ["One."], "pyramid": pyramid}
    (tmp_path / "a.jsonl").write_text(json.dumps(record))
    message = "a.jsonl:1: pyramid.units.u1.sentences: sentence 5 is not there: the document has 2"
    with pytest.raises(CorpusError, match=message):
        list(sumspace.explore(tmp_path / "a.jsonl", measure="pyramid", words=1))


def test_a_unit_that_is_not_in_the_pyramid():
    assert problems(pyramid={"units": UNITS, "matches": {"s": ["u1", "u7"]}}) == [
        "file:1: pyramid.matches.s: there is no unit 'u7' in pyramid.units"
    ]


@pytest.mark.parametrize(("count", "message"), [(-1, "should not be negative"), ("3", "should be a whole number")])
def test_a_count_that_is_none(count, message):
    assert problems(pyramid={"units": UNITS, "counts": {"s": count}}) == [f"file:1: pyramid.counts.s: {message}"]


def test_questions():
    assert example(questions=[QUESTION]).questions == (Question("How many?", ("one", "two"), 1),)
    assert example().questions == ()


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"answer": 2}, "questions[0].answer: is 2, but the choices end at 1"),
        ({"answer": -1}, "questions[0].answer: should not be negative"),
        ({"answer": "two"}, "questions[0].answer: should be a whole number"),
        ({"choices": ["one"], "answer": 0}, "questions[0].choices: has fewer than two; a question needs at least two"),
        ({"choices": None}, "questions[0].choices: should be a list"),
        ({"question": 7}, "questions[0].question: should be text in quotes"),
    ],
)
def test_questions_that_cannot_be_answered(change, message):
    (problem,) = problems(questions=[{**QUESTION, **change}])
    assert problem.startswith(f"file:1: {message}")


def test_topics_are_given_or_the_domain():
    assert example(topics=["rain", "dogs"], domain="news").topics == ("rain", "dogs")
    assert example(domain="news").topics == ("news",)
    assert example().topics == ()


def test_annotations_pass_through_every_format(tmp_path):
    located = [{**unit, "text": "What it says.", "sentences": [1]} for unit in UNITS]
    fields = {
        "judgements": {"s": {"clarity": "B"}},
        "judgement_raters": {"s": {"focus": ["A", None]}},
        "extracts": {"j": [1]},
        "utilities": {"j": [0.5, 2]},
        "pyramid": {"units": located, "matches": {"s": ["u1"]}, "counts": {"s": 4}, "models": 3},
        "questions": [QUESTION],
        "topics": ["rain"],
    }
    expected = example(**fields)
    for name in ("a.jsonl", "a.parquet"):
        write([expected], tmp_path / name)
        (found,) = read(tmp_path / name)
        assert found == expected
        write([replace(expected, record={})], tmp_path / name)  # as one made in Python
        assert list(read(tmp_path / name)) == [expected]
        write([expected], tmp_path / name)
    assert json.loads((tmp_path / "a.jsonl").read_text()) == {**DOCUMENT, **fields}


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=4),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=2), inner, max_size=3),
    max_leaves=5,
)
FIELDS = st.sampled_from(
    "id domain title text sentences sections documents references systems judgements judgement_raters extracts "
    "utilities pyramid query source reference_judgements questions topics".split()
)


@given(st.dictionaries(FIELDS, JSON, max_size=4), st.booleans())
def test_any_record_is_an_example_or_has_problems_with_a_place(data, is_complete):
    result = to_example(Record({**data, "id": "a", "text": "One."} if is_complete else data, "file", 1))
    if isinstance(result, list):
        assert result
        assert all(problem.message and problem.line == 1 for problem in result)
    else:
        assert result.sentences()
        again = to_example(Record(to_record(replace(result, record={})), "file", 1))
        assert again == result


def test_an_example_made_in_python_is_written_whole(tmp_path):
    made = [replace(example, record={}) for example in read("sample")]
    for name in ("a.jsonl", "a.parquet"):
        write(made, tmp_path / name)
        assert list(read(tmp_path / name)) == made


def test_a_topic_made_in_python_is_written_whole(tmp_path):
    texts = (
        Text((Section(Passage("One. Two.")),), "x"),
        Text((Section(Passage.of(["A."]), "I"), Section(Passage.of(["B."]))), "y", "Y"),
    )
    alone = Text((Section(Passage("One.")),), "z", "its own title")
    made = [Example("t", texts, (Reference("A", Passage("R.")),)), Example("u", (alone,))]
    write(made, tmp_path / "a.jsonl")
    assert list(read(tmp_path / "a.jsonl")) == made
