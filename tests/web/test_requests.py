"""What is wrong with a request is said in one plain line that names the field."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sumspace.errors import SettingError
from sumspace.web import requests
from sumspace.web.requests import (
    OracleRequest,
    RankRequest,
    Request,
    ScoreRequest,
    Settings,
    SpaceRequest,
    StudyRequest,
    SummarizeRequest,
    ViewRequest,
    read_request,
)

KINDS = (
    Settings, ViewRequest, ScoreRequest, SpaceRequest, OracleRequest, RankRequest, SummarizeRequest, StudyRequest,
)  # fmt: skip
REFERENCES = {"references": ["A cat."]}


def problem(kind, body):
    with pytest.raises(SettingError) as caught:
        read_request(kind, body if isinstance(body, bytes) else json.dumps(body).encode())
    line = str(caught.value)
    assert line.isprintable()
    assert len(line) <= 300
    return line


@pytest.mark.parametrize(
    ("kind", "body", "line"),
    [
        (Settings, b"[]", "the request should be an object"),
        (Settings, b"1", "the request should be an object"),
        (Settings, b"{", "broken JSON: EOF while parsing an object at line 1 column 1"),
        (Settings, b"\xff", "broken JSON: expected value at line 1 column 1"),
        (Settings, b'{"measure": "\\ud800"}', "broken JSON: unexpected end of hex escape at line 1 column 20"),
        (Settings, b"[" * 100_000, "broken JSON: recursion limit exceeded at line 1 column 202"),
        (Settings, {"size": 1}, "size: is not a field of this request"),
        (Settings, {"a\nb": 1}, r"a\nb: is not a field of this request"),
        (Settings, {"{x}": 1}, "{x}: is not a field of this request"),
        (Settings, {"measure": None}, "measure: should be text in quotes"),
        (Settings, {"measure": "x" * 201}, "measure: is too long; 200 characters are the limit"),
        (Settings, {"words": 0}, "words: should be 1 or more"),
        (Settings, {"words": 1_000_001}, "words: should be 1,000,000 or less"),
        (Settings, b'{"words": 1e999}', "words: should be a whole number"),
        (Settings, {"words": "1"}, "words: should be a whole number"),
        (Settings, {"words": 10**40}, "words: should be 1,000,000 or less"),
        (Settings, {"words": 9, "budget": "reach(9)"}, "give either words or a budget, not both"),
        (Settings, b'{"seconds": NaN}', "seconds: should be 60 or less"),
        (Settings, {"seconds": 60.1}, "seconds: should be 60 or less"),
        (Settings, {"seconds": 0.05}, "seconds: should be 0.1 or more"),
        (Settings, {"seconds": "5"}, "seconds: should be a number"),
        (Settings, {"stem": 1}, "stem: should be true or false"),
        (Settings, {"score": "best"}, "score: should be 'recall', 'precision' or 'f1'"),
        (OracleRequest, {"score": "precision"}, "score: should be 'recall' or 'f1'"),
        (ViewRequest, {"text": ["a"]}, "text: should be text in quotes"),
        (ViewRequest, {"sentences": "a"}, "sentences: should be a list"),
        (ViewRequest, {"sentences": ["a", 1]}, "sentences.1: should be text in quotes"),
        (ViewRequest, {"sentences": ["a"] * 50_001}, "sentences: has too many entries; 50000 is the limit"),
        (ViewRequest, {"references": ["a"] * 51}, "references: has too many entries; 50 is the limit"),
        (ScoreRequest, {"summary": "a"}, "references: is missing"),
        (ScoreRequest, {"summary": "a", "references": []}, "references: is empty"),
        (ScoreRequest, {"summaries": {}, **REFERENCES}, "summaries: is empty"),
        (ScoreRequest, {"summaries": ["a"], **REFERENCES}, "summaries: should be an object"),
        (ScoreRequest, {"summaries": {"a": None}, **REFERENCES}, "summaries.a: should be text in quotes"),
        (ScoreRequest, {"measure": 1, **REFERENCES}, "measure.0: should be text in quotes"),
        (ScoreRequest, {"measure": [], **REFERENCES}, "measure: is empty"),
        (ScoreRequest, {"measure": ["a"] * 21, **REFERENCES}, "measure: has too many entries; 20 is the limit"),
        (StudyRequest, {"study": ""}, "study: should be 'limits', 'oracle', 'agree', 'meta' or 'callisto'"),
        (StudyRequest, b"", "study: is missing"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_one_plain_line(kind, body, line):
    assert problem(kind, body) == line


@pytest.mark.parametrize(
    "name",
    ["learned(/etc/passwd)", "callisto(model)", "mine=lexrank", "../x", "lead\n", "Lead", "", "a" * 51, "lead "],
)
@pytest.mark.parametrize("several", [False, True])
def test_a_summarizer_has_no_options_because_some_are_files(name, several):
    line = problem(SummarizeRequest, {"text": "A cat.", "summarizer": ["lead", name] if several else name})
    assert line.startswith(f"summarizer.{int(several)}: ")


@pytest.mark.parametrize(
    ("kind", "body", "line"),
    [
        (ViewRequest, {}, "give either text or sentences"),
        (SpaceRequest, {"text": "a", "sentences": ["a"]}, "give either text or sentences"),
        (SummarizeRequest, {}, "give either text or sentences"),
    ],
)
def test_a_text_is_given_once(kind, body, line):
    request = read_request(kind, json.dumps(body).encode())
    with pytest.raises(SettingError, match=f"^{line}$"):
        _ = request.record


@pytest.mark.parametrize("body", [REFERENCES, {"summary": "a", "summaries": {"a": "a"}, **REFERENCES}])
def test_summaries_are_given_once(body):
    with pytest.raises(SettingError, match=r"^give either summary or summaries$"):
        _ = read_request(ScoreRequest, json.dumps(body).encode()).by_system


def test_texts_become_records_of_a_corpus():
    pasted = ViewRequest(text="A cat.", references=["Cats."], title="T", summary=" A summary. ").record
    assert pasted == {
        "id": "pasted", "text": "A cat.", "references": [{"text": "Cats."}], "title": "T",
        "systems": {"your summary": {"text": "A summary."}},
    }  # fmt: skip
    assert ViewRequest(sentences=["A."], summary=" \n").record == {"id": "pasted", "sentences": ["A."], "title": ""}
    ranked = RankRequest(text="A.", summaries={"a": "b"}).record
    assert ranked == {"id": "pasted", "text": "A.", "systems": {"a": {"text": "b"}}}
    assert ScoreRequest(summary="a", references=["b"]).by_system == {"summary": "a"}
    assert ScoreRequest(summaries={"x": "a"}, references=["b"]).by_system == {"x": "a"}


def test_one_name_stands_for_a_list_of_one():
    assert read_request(ScoreRequest, b'{"references": ["a"], "measure": "rouge-l"}').measure == ["rouge-l"]
    assert read_request(SummarizeRequest, b'{"summarizer": "lead"}').summarizer == ["lead"]


def test_an_empty_body_stands_for_the_usual_settings():
    assert read_request(Settings, b"") == Settings()


values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=10), inner, max_size=4),
    max_leaves=8,
)
fields = st.sampled_from(sorted({field for kind in KINDS for field in kind.model_fields}))


@given(st.sampled_from(KINDS), st.dictionaries(fields | st.text(max_size=5), values, max_size=5))
def test_whatever_is_sent_is_a_request_or_one_line(kind, body):
    content = json.dumps(body).encode("utf-8")  # with NaN, Infinity and halves of surrogate pairs
    try:
        request = read_request(kind, content)
    except SettingError:
        problem(kind, content)
    else:
        assert isinstance(request, Request)
        assert set(body) <= set(kind.model_fields)


@given(st.sampled_from(KINDS), st.binary(max_size=50))
def test_any_bytes_are_one_line(kind, content):
    if content.strip() != b"{}":
        assert problem(kind, content or b"[]")


def test_fields_of_pasted_texts_are_those_that_documents_do_not_have():
    assert {"text", "sentences", "references", "title", "summary"} == requests.OF_PASTED
