"""`report` from the command line: of a corpus, and of one document in files of its own."""

import io
import json

import pytest

DOCUMENT = "Red cats run by rivers. Green dogs sleep at noon. Small mice eat old cheese. Tall birds sing at dawn."


@pytest.fixture
def files(tmp_path):
    """An article, two references and a summary."""
    texts = {
        "article.txt": DOCUMENT,
        "a.txt": "Red cats run and small mice eat cheese.",
        "b.txt": "Green dogs sleep. Birds sing.",
        "llm.txt": "Cats run by rivers and mice eat cheese.",
    }
    for name, text in texts.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    return {name.partition(".")[0]: str(tmp_path / name) for name in texts}


def options(files, *references, summary="llm"):
    given = ["--document", files["article"]]
    for reference in references:
        given += ["--reference", files[reference]]
    return [*given, "--summary", files[summary]] if summary else given


def test_one_document_is_answered_in_sentences(sumspace, files):
    outcome = sumspace("report", *options(files, "a", "b"))
    assert outcome.code == 0, outcome.err
    text = " ".join(outcome.out.split())
    assert "The document has 4 sentences and 20 words; 2 references of 5 to 8 words." in text
    assert "llm (8 words): ROUGE-1" in text
    assert "of the distance from the average extract to the best extract" in text
    assert "By single references (ROUGE-2 F1), nearest first: a " in text
    assert "proven optimal" in text


def test_a_summary_has_the_name_it_is_given_and_may_be_standard_input(sumspace, files, monkeypatch):
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"Cats run by rivers.")))
    given = [*options(files, "a", summary=None), "--summary", "mine=-", "--json"]
    outcome = sumspace("report", *given)
    assert outcome.code == 0, outcome.err
    rows = [json.loads(line) for line in outcome.out.splitlines()]
    systems = [row for row in rows if row["table"] == "systems"]
    assert [row["system"] for row in systems if row["kind"] == "system"] == ["mine"]
    wanted = "kind system documents rouge-1_f1 rouge-2_recall score place place_median reached letters".split()
    assert {*wanted} <= systems[0].keys()
    assert rows[-1]["table"] == "signature"


def test_several_documents_make_one_topic(sumspace, files):
    more = ["--document", files["b"]]
    outcome = sumspace("report", *options(files, "a"), *more)
    assert "The document has 6 sentences" in " ".join(outcome.out.split())


def test_a_page_of_one_document_is_written(sumspace, files, tmp_path):
    outcome = sumspace("report", *options(files, "a"), "-o", str(tmp_path / "page"))
    assert outcome.code == 0, outcome.err
    assert "The best extract" in (tmp_path / "page" / "index.html").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda _: [], "name a CORPUS, or one document"),
        (lambda files: ["sample", "--summary", files["llm"]], "leave one out"),
        (options, "add --reference FILE"),
        (lambda files: ["--reference", files["a"]], "add --document FILE"),
        (lambda files: [*options(files, "a"), "--reference", "nowhere.txt"], "--reference nowhere.txt: No such file"),
        (lambda files: [*options(files, "a"), "--summary", "=x"], "--summary wants FILE or NAME=FILE"),
        (lambda files: [*options(files, "a"), "--summary", files["llm"]], "two summaries are called 'llm'"),
        (lambda files: [*options(files, "a"), "--summary", "x=-", "--reference", "-"], "only one text"),
    ],
)
def test_what_is_wrong_with_the_texts_is_one_line(sumspace, files, change, message):
    outcome = sumspace("report", *change(files))
    assert outcome.code == 2
    assert outcome.out == ""
    assert message in outcome.err
    assert len(outcome.err.splitlines()) == 1


@pytest.mark.parametrize(("data", "message"), [(b" \n", "there is no text in it"), (b"caf\xe9", "byte 3 is not UTF-8")])
def test_a_file_without_text_is_named(sumspace, files, tmp_path, data, message):
    bad = tmp_path / "bad.txt"
    bad.write_bytes(data)
    outcome = sumspace("report", *options(files, "a"), "--reference", str(bad))
    assert outcome.code == 2
    assert f"--reference {bad}: {message}" in outcome.err


def test_a_corpus_without_references_is_an_error(sumspace, corpus_file):
    outcome = sumspace("report", corpus_file({"id": "a", "text": DOCUMENT, "systems": {"a": "Cats."}}))
    assert outcome.code == 2
    assert "no document has a reference summary" in outcome.err


def test_the_headlines_stand_before_the_tables_and_fit_a_screen(sumspace):
    outcome = sumspace("report", "sample", "--words", "20", "--resamples", "200", "--no-card")
    assert outcome.code == 0, outcome.err
    lines = outcome.out.splitlines()
    assert "has the highest ROUGE-2 F1" in lines[0]
    assert len(lines) <= 42  # the last, the signature, takes up to three on a screen
    assert all(len(line) <= 120 for line in lines if not line.startswith("sumspace "))
