"""`segment` and `keyphrases`: of a corpus, and of one document in a file or on standard input."""

import io
import json

import pytest

COMMANDS = "segment", "keyphrases"
TEXT = "Cats purr at night. Cats sleep all day. Stocks fell in summer. Stocks rose in winter."


@pytest.mark.parametrize("command", COMMANDS)
def test_of_one_document(sumspace, tmp_path, monkeypatch, command):
    file = tmp_path / "cats.txt"
    file.write_text(TEXT)
    of_file = sumspace(command, "--document", file, "--json")
    (record,) = map(json.loads, of_file.out.splitlines())
    assert (of_file.code, record["id"]) == (0, "cats")
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(TEXT.encode())))
    (same,) = map(json.loads, sumspace(command, "--document", "-", "--json").out.splitlines())
    assert {**same, "id": "cats"} == record
    corpus = tmp_path / "corpus.jsonl"
    corpus.write_text(json.dumps({"id": "cats", "text": TEXT}) + "\n")
    assert sumspace(command, corpus, "--json").out == of_file.out
    assert "cats" in sumspace(command, "--document", file).out
    assert sumspace(command, "--document", file, "-o", tmp_path / "found.csv").out == ""
    assert (tmp_path / "found.csv").read_text().startswith("id,")


def test_several_files_make_one_topic(sumspace, tmp_path):
    for name in ("a", "b"):
        (tmp_path / name).write_text(TEXT)
    files = ("--document", tmp_path / "a", "--document", tmp_path / "b")
    (record,) = map(json.loads, sumspace("segment", *files, "--segmenter", "none", "--json").out.splitlines())
    assert (record["id"], len(record["segments"][0]["sentences"])) == ("a", 8)


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (("segment", "sample", "--segmenter", "x"), "unknown segmenter 'x'; there are: c99, columbia, none"),
        (("keyphrases", "sample", "--extractor", "x"), "unknown key phrase extractor 'x'; there are: extractor, kea"),
        (("keyphrases", "sample", "--phrases", "0"), "--phrases must be 1 or more, not 0"),
        (("keyphrases", "sample", "--phrases", "x"), "invalid value for '--phrases': not a whole number"),
        *(((command,), "name a CORPUS, or one document: --document article.txt") for command in COMMANDS),
        *(((command, "sample", "--document", "x"), "name a CORPUS, or one document with") for command in COMMANDS),
        *(((command, "--document", "missing.txt"), "--document missing.txt: No such file") for command in COMMANDS),
        *(((command, "--document", "/dev/null"), "--document /dev/null: there is no text") for command in COMMANDS),
        (("segment", "--document", "-", "--document", "-"), "only one text can come from standard input"),
    ],
)
def test_what_cannot_be_used_is_one_line(sumspace, arguments, expected):
    outcome = sumspace(*arguments)
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err.startswith(f"sumspace: {expected}")
    assert outcome.err.count("\n") == 1


@pytest.mark.parametrize("command", COMMANDS)
def test_empty_texts_are_one_line(sumspace, corpus_file, command):
    outcome = sumspace(command, corpus_file({"id": "a", "text": ""}, {"id": "b", "sentences": []}))
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err.startswith("sumspace: ")
    assert outcome.err.count("\n") == 1
