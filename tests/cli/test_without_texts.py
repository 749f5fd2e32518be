"""Corpora of summaries alone: what needs no text works, and what needs one says so."""

import json

import pytest

import sumspace as library
from sumspace.cli.command import note_left_out
from sumspace.tasks.task import LeftOut

NOTHING = "no document of this corpus has a text; score, compare, meta and agree work without texts"
FIXED = ("--learner", "fixed")
SMALL = ("--segmenter", "none", "--extractor", "rake", "--sentences", "3")


def textless(name, **fields):
    references = ["A cat sat on the mat.", "The cat was sitting on a mat."]
    systems = {"x": "A cat sat.", "y": "Dogs bark.", "z": "The mat was sitting."}
    return {"id": name, "references": references, "systems": systems, **fields}


WITH_TEXT = textless("t", sentences=["A cat sat on the mat.", "It was sitting there.", "Dogs bark at night."])


@pytest.fixture
def corpus(corpus_file):
    judged = [{"x": {"q": 4 + i}, "y": {"q": 1}, "z": {"q": 2 + i % 2}} for i in range(4)]
    return corpus_file(*(textless(f"d{i}", judgements=marks) for i, marks in enumerate(judged)))


@pytest.fixture
def mixed(corpus_file):
    return corpus_file(textless("a"), WITH_TEXT, textless("b"), WITH_TEXT | {"id": "u"}, name="mixed.jsonl")


@pytest.mark.parametrize(
    "command",
    [
        ("space",), ("rank",), ("oracle",), ("oracle", "--study"), ("labels",), ("limits", "--no-sweep", "--no-whole"),
        ("summarize",), ("callisto", "generate", *SMALL), ("callisto", "summarize"),
        ("callisto", "evaluate", *SMALL, *FIXED, "--folds", "2", "--rank-by", "none"),
        ("callisto", "train", *SMALL, *FIXED),
    ],
)  # fmt: skip
def test_what_needs_a_text_says_so_in_one_line(sumspace, corpus, mixed, command):
    head = command[:2] if command[0] == "callisto" else command[:1]
    output = ("-o", corpus.with_suffix(".model")) if command[1:2] == ("train",) else ()
    outcome = sumspace(*head, corpus, *command[len(head) :], *output)
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err == f"sumspace: {NOTHING}\n"
    outcome = sumspace(*head, mixed, *command[len(head) :], *output)
    assert outcome.code == 0
    assert "note: skipped: a has no text\nnote: skipped: b has no text\n" in outcome.err


def test_many_documents_with_one_reason_are_one_note(sumspace, corpus_file):
    bare = {"id": "bare", "sentences": ["A cat sat.", "It slept."]}
    file = corpus_file(*(textless(f"d{i}") for i in range(7)), bare, WITH_TEXT)
    outcome = sumspace("space", file)
    assert outcome.code == 0
    assert outcome.err == (
        "note: skipped: d0, d1, d2 and 4 more: each has no text\n"
        "note: skipped: bare has no references to score extracts against\n"
    )
    outcome = sumspace("space", corpus_file(*(textless(name) for name in "abc"), WITH_TEXT))
    assert outcome.err == "note: skipped: a, b, c: each has no text\n"


def test_documents_with_many_reasons_have_five_notes_at_most(capsys):
    reasons = ["has no text", "is odd", "is even", "is long", "is wide", "is high", "is high", "is high"]
    left_out = [LeftOut(f"d{i}", reason) for i, reason in enumerate(reasons)]
    note_left_out([*left_out, LeftOut("d0", "has more reasons than one")])
    first, *_, last = lines = capsys.readouterr().err.splitlines()
    assert (first, last) == ("note: skipped: d0 has no text", "note: skipped: 3 more documents")
    assert len(lines) == 6


def test_scores_need_no_text(sumspace, corpus):
    outcome = sumspace("score", corpus, "-m", "rouge-1", "-m", "lsa-topic", "--json")
    assert outcome.code == 0
    assert not [line for line in outcome.err.splitlines() if line.startswith("note")]
    with_texts = library.score(
        [textless(f"d{i}", text="Some text.") for i in range(4)], measure=["rouge-1", "lsa-topic"]
    )
    found = [json.loads(line)["f1"] for line in outcome.out.splitlines()]
    assert found == [record["f1"] for record in with_texts.records()]


@pytest.mark.parametrize("measure", ["cosine(text)", "lsa-terms(text)", "kpia", "oracle(rouge-1)"])
def test_measures_of_the_text_say_what_is_lacking(sumspace, corpus, mixed, measure):
    outcome = sumspace("score", corpus, "-m", measure)
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err == f"sumspace: {corpus}:1: {measure} is not defined for any summary: 'd0' has no text\n"
    outcome = sumspace("score", mixed, "-m", "cosine(text)")
    assert outcome.code == 0
    assert "note: cosine(text) is not defined for 6 of the 12 summaries: 'a' has no text" in outcome.err


def test_bounds_that_are_made_of_the_text_are_left_out(sumspace, corpus_file):
    asked = {"questions": [{"question": "Who sat?", "choices": ["A cat", "A dog"], "answer": 0}]}
    outcome = sumspace("score", corpus_file(textless("a", **asked)), "-m", "questions", "--json")
    systems = [json.loads(line)["system"] for line in outcome.out.splitlines()]
    assert "[human abstract]" in systems
    assert "[full text]" not in systems


def test_meta_works_from_summaries_alone(sumspace, corpus):
    outcome = sumspace("meta", corpus, "-m", "rouge-1", "--resamples", "20")
    assert outcome.code == 0
    assert "rouge-1" in outcome.out


def test_agreement_works_from_summaries_alone(sumspace, corpus, tmp_path):
    outcome = sumspace("agree", corpus, "-o", tmp_path / "page")
    assert outcome.code == 0
    assert (
        "note: 4 of 4 documents without a text: baselines, best extracts, the full text and compression" in outcome.err
    )
    assert (tmp_path / "page" / "index.html").exists()
    assert all(f"\n {name} " not in outcome.out for name in ("B1", "FT", "E100", "textrank"))
    records = [json.loads(line) for line in sumspace("agree", corpus, "--json").out.splitlines()]
    documents = [record for record in records if record["table"] == "documents"]
    assert [document["words"] for document in documents] == [None] * 4
    assert [(d["baseline"], d["full_text"], d["compression"]) for d in documents] == [(None, None, {})] * 4
    beside = library.agree([textless(f"d{i}", text="Some text.") for i in range(4)], oracles=False)
    assert [d["systems"]["x"] for d in documents] == [d["systems"]["x"] for d in beside.table("documents").records]


def test_agreement_of_some_documents_without_a_text(sumspace, mixed, tmp_path):
    outcome = sumspace("agree", mixed, "--words", "8", "-o", tmp_path / "page")
    assert outcome.code == 0
    assert "note: 2 of 4 documents without a text" in outcome.err
    assert "B1 2" in outcome.out
    assert "FT 2" in outcome.out


def test_parts_without_a_text_are_no_error_where_others_have_one(sumspace, mixed, tmp_path):
    for part in (1, 2, 3):
        assert sumspace("rank", mixed, "-m", "rouge-1", "--part", f"{part}/3", "-o", tmp_path / f"{part}").code == 0
    merged = sumspace("merge", *(tmp_path / f"{part}" for part in (1, 2, 3)), "--json")
    assert merged.code == 0
    assert merged.out == sumspace("rank", mixed, "-m", "rouge-1", "--json").out


@pytest.mark.parametrize("name", ["out.jsonl", "out.parquet"])
def test_these_formats_hold_documents_without_a_text(sumspace, mixed, tmp_path, name):
    assert sumspace("corpus", "convert", mixed, tmp_path / name).code == 0
    assert list(library.read(tmp_path / name)) == list(library.read(mixed))
    assert sumspace("corpus", "check", tmp_path / name).out == "0 problems, 4 sound examples\n"


@pytest.mark.parametrize("name", ["folder", "folder.sgml"])
def test_a_folder_of_texts_does_not(sumspace, mixed, tmp_path, name):
    outcome = sumspace("corpus", "convert", mixed, tmp_path / name)
    assert outcome.code == 2
    assert outcome.err == "sumspace: 'a' has no text, and a folder is one of texts; write .jsonl or .parquet\n"
    assert not (tmp_path / "folder").exists()


@pytest.mark.parametrize(
    ("record", "field", "message"),
    [
        ({"id": "a"}, "text", "there is no text; give one of"),
        ({"id": "a", "judgements": {"x": {"q": 1}}}, "text", "there is no text; give one of"),
        ({"id": "a", "text": "", "references": ["One."]}, "text", "is empty; a document needs"),
        (
            {"id": "a", "systems": {"x": {"extract": [0]}}},
            "systems.x.extract",
            "'a' has no text to take sentences from",
        ),
        ({"id": "a", "systems": {"x": {"extract": []}}}, "systems.x.extract", "'a' has no text to take sentences from"),
        ({"id": "a", "systems": {"x": "X."}, "extracts": {"j": [0]}}, "extracts.j", "'a' has no text to take"),
        ({"id": "a", "systems": {"x": "X."}, "utilities": {"j": []}}, "utilities.j", "'a' has no text, and utilities"),
    ],
)
def test_records_that_need_a_text(sumspace, corpus_file, record, field, message):
    file = corpus_file(record)
    outcome = sumspace("corpus", "check", file)
    assert outcome.code == 2
    assert outcome.out.startswith(f"{file}:1: {field}: {message}")


def test_an_extract_of_a_peer_needs_a_text(sumspace, corpus, corpus_file):
    peer = corpus_file({"id": "d1", "extract": [0]}, name="peer.jsonl")
    outcome = sumspace("score", corpus, "--peer", f"p={peer}")
    assert outcome.code == 2
    assert f"{peer}:1: extract: 'd1' has no text to take sentences from" in outcome.err


def test_examples_made_in_python_need_no_text():
    from sumspace.corpus.model import Example, Reference, Summary
    from sumspace.errors import CorpusError
    from sumspace.text.passage import Passage

    made = Example("a", references=(Reference("A", Passage("A cat.")),), systems={"x": Summary(Passage("A cat sat."))})
    assert not made.has_text
    assert library.score(made, measure="rouge-1")["rouge-1"].recall.tolist() == [1.0]
    with pytest.raises(CorpusError, match="there is no text in it"):
        library.score(Example("a"))
    with pytest.raises(CorpusError, match="'a' has no text to take sentences from"):
        library.score(Example("a", systems={"x": Summary(extract=(0,))}))
