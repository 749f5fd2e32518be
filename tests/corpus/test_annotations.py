"""What people say of summaries: marks, extracts, utilities, pyramids, questions, topics."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sumspace.corpus.model import Example, Pyramid, Question
from sumspace.corpus.records import Record
from sumspace.corpus.schema import to_example
from sumspace.corpus.source import read, write

DOCUMENT = {"id": "d", "sentences": ["One.", "Two."], "systems": {"s": "One."}}
UNITS = [{"id": "u1", "text": "One.", "weight": 3}, {"id": "u2"}]
QUESTION = {"question": "How many?", "choices": ["one", "two"], "answer": 1}


def example(**fields):
    found = to_example(Record({**DOCUMENT, **fields}, "file", 1))
    assert isinstance(found, Example), found
    return found


def problems(**fields):
    found = to_example(Record({**DOCUMENT, **fields}, "file", 1))
    assert isinstance(found, list)
    return [str(problem) for problem in found]


def test_marks_are_numbers_or_letters_from_a_to_e():
    marks = {"clarity": "A", "focus": "b", "structure": " C ", "grammar": "D", "overall": "E", "content": 2.5, "n": 4}
    expected = {"clarity": 5, "focus": 4, "structure": 3, "grammar": 2, "overall": 1, "content": 2.5, "n": 4}
    assert example(judgements={"s": marks}).judgements == {"s": expected}
    assert example(reference_judgements={"1": marks}).reference_judgements == {"1": expected}
    raters = {"s": {aspect: [mark] for aspect, mark in marks.items()}}
    assert example(judgement_raters=raters).judgement_raters["s"]["focus"] == (4,)


@pytest.mark.parametrize("mark", ["F", "AB", "", "5", "very good", True, [5], float("nan"), float("inf")])
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
def test_questions_that_nobody_can_answer(change, message):
    (problem,) = problems(questions=[{**QUESTION, **change}])
    assert problem.startswith(f"file:1: {message}")


def test_topics_are_given_or_the_domain():
    assert example(topics=["rain", "dogs"], domain="news").topics == ("rain", "dogs")
    assert example(domain="news").topics == ("news",)
    assert example().topics == ()


def test_annotations_pass_through_every_format(tmp_path):
    fields = {
        "judgements": {"s": {"clarity": "B"}},
        "judgement_raters": {"s": {"focus": ["A", None]}},
        "extracts": {"j": [1]},
        "utilities": {"j": [0.5, 2]},
        "pyramid": {"units": UNITS, "matches": {"s": ["u1"]}, "counts": {"s": 4}, "models": 3},
        "questions": [QUESTION],
        "topics": ["rain"],
    }
    expected = example(**fields)
    for name in ("a.jsonl", "a.parquet"):
        write([expected], tmp_path / name)
        (found,) = read(tmp_path / name)
        assert found == expected
    assert json.loads((tmp_path / "a.jsonl").read_text()) == {**DOCUMENT, **fields}
