"""`--part` and `merge`: a run in parts gives what an undivided one does."""

import json

import pytest

import sumspace as package

RUNS = {
    "labels": ["labels"],
    "rank": ["rank", "--words", "40", "-m", "rouge-1", "--each-summary"],
    "space": ["space", "--words", "40", "-m", "rouge-1"],
    "against": ["against", "--words", "40", "--counts"],
    "oracle": ["oracle", "--words", "40"],
    "oracle study": ["oracle", "--words", "40", "--study"],
    "limits": ["limits", "--words", "40", "-m", "rouge-1", "--no-whole", "--no-sweep"],
    "agree": ["agree", "--words", "40"],
    "callisto": ["callisto", "generate", "--segmenter", "none", "--extractor", "rake", "--sentences", "3"],
}


@pytest.fixture
def corpus(corpus_file):
    records = [package.corpus.model.to_record(example) for example in list(package.read("sample"))[::3]]
    return corpus_file(*records)


def divide(sumspace, corpus, run, tmp_path, of=3):
    words = 2 if run[0] == "callisto" else 1
    folders = [tmp_path / f"part{number}" for number in range(1, of + 1)]
    for number, folder in enumerate(folders, 1):
        outcome = sumspace(*run[:words], corpus, *run[words:], "--part", f"{number}/{of}", "-o", folder)
        assert (outcome.code, outcome.out) == (0, ""), outcome.err
        assert outcome.err.endswith(f"{folder}: part {number}/{of} is finished; `sumspace merge` joins all parts\n")
        assert (folder / "part.json").exists()
    return folders


@pytest.mark.parametrize("name", RUNS)
def test_parts_together_give_what_an_undivided_run_does(sumspace, corpus, tmp_path, name):
    run = RUNS[name]
    words = 2 if run[0] == "callisto" else 1
    whole = sumspace(*run[:words], corpus, *run[words:], "--json")
    assert whole.code == 0, whole.err
    folders = divide(sumspace, corpus, run, tmp_path)
    merged = sumspace("merge", *reversed(folders), "--json")
    assert (merged.code, merged.out) == (0, whole.out), merged.err


@pytest.mark.parametrize("file", ["labels.jsonl", "labels.parquet"])
def test_merged_files_are_the_same_byte_for_byte(sumspace, corpus, tmp_path, file):
    folders = divide(sumspace, corpus, ["labels"], tmp_path, of=2)
    (tmp_path / "whole").mkdir()
    sumspace("labels", corpus, "-o", tmp_path / "whole" / file)
    outcome = sumspace("merge", *folders, "-o", tmp_path / file)
    assert outcome.code == 0, outcome.err
    assert (tmp_path / file).read_bytes() == (tmp_path / "whole" / file).read_bytes()


def test_merging_does_no_work_again(sumspace, corpus, tmp_path, monkeypatch):
    folders = divide(sumspace, corpus, ["labels"], tmp_path)

    def never(*_):
        raise AssertionError("this was done before")

    monkeypatch.setattr("sumspace.tasks.labels.find_in_document", never)
    assert sumspace("merge", *folders).code == 0


def test_a_corpus_that_has_changed_is_not_merged(sumspace, corpus, tmp_path):
    folders = divide(sumspace, corpus, ["labels"], tmp_path, of=2)
    lines = corpus.read_text(encoding="utf-8").splitlines(keepends=True)
    corpus.write_text("".join(lines[:-1]), encoding="utf-8")
    outcome = sumspace("merge", *folders)
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err.endswith(f"{corpus}: the corpus has changed since the parts were made\n")


def test_a_mistake_leaves_a_part_finished(sumspace, corpus, tmp_path):
    folders = divide(sumspace, corpus, ["labels"], tmp_path, of=2)
    assert sumspace("labels", corpus, "-m", "nothing", "--part", "1/2", "-o", folders[0]).code == 2
    assert sumspace("merge", *folders).code == 0


def test_parts_are_merged_in_python_too(sumspace, corpus, tmp_path):
    folders = divide(sumspace, corpus, RUNS["rank"], tmp_path, of=2)
    merged = package.merge(*folders)
    whole = package.rank(corpus, words=40, measure="rouge-1")
    assert merged.signature == whole.signature
    assert merged.systems() == whole.systems()


def test_a_part_without_documents_is_one_too(sumspace, corpus, tmp_path):
    folders = divide(sumspace, corpus, RUNS["limits"], tmp_path, of=9)
    merged = sumspace("merge", *folders, "--json")
    assert merged.out == sumspace("limits", corpus, *RUNS["limits"][1:], "--json").out


def refused(outcome):
    assert (outcome.code, outcome.out) == (2, "")
    (line,) = outcome.err.splitlines()
    return line


def test_parts_that_do_not_belong_together_are_refused(sumspace, corpus, corpus_file, tmp_path):
    first, second, third = divide(sumspace, corpus, ["labels"], tmp_path)
    assert refused(sumspace("merge", first, third)) == "sumspace: part 2/3 is missing"
    assert refused(sumspace("merge", first, first)) == f"sumspace: {first} and {first} are both part 1/3"
    other = tmp_path / "other"
    sumspace("labels", corpus, "--score", "recall", "--part", "2/3", "-o", other)
    line = refused(sumspace("merge", first, other, third))
    assert line == f"sumspace: {other} and {first} are parts of different runs: they differ in options"
    four = tmp_path / "four"
    sumspace("labels", corpus, "--part", "2/4", "-o", four)
    assert "of different runs" in refused(sumspace("merge", first, four, third))
    corpus_file(*map(json.loads, corpus.read_text().splitlines()[1:]))
    changed = tmp_path / "changed"
    sumspace("labels", corpus, "--part", "2/3", "-o", changed)
    assert "they differ in documents" in refused(sumspace("merge", first, changed, third))
    (second / "part.json").unlink()
    assert "part2: no part that is finished: it has no part.json; run it to its end first" in refused(
        sumspace("merge", first, second, third)
    )
    (second / "part.json").write_text("{")
    assert "part.json: cannot be read; run this part again" in refused(sumspace("merge", first, second, third))


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--part", "0/4", "-o", "p"], "--part wants I/N, from 1/N to N/N, such as 2/4, not '0/4'"),
        (["--part", "5/4", "-o", "p"], "--part wants I/N, from 1/N to N/N, such as 2/4, not '5/4'"),
        (["--part", "x", "-o", "p"], "--part wants I/N, from 1/N to N/N, such as 2/4, not 'x'"),
        (["--part", "1/4"], "--part needs a folder for its results: add -o FOLDER"),
    ],
)
@pytest.mark.parametrize("command", ["labels", "rank", "limits"])
def test_a_part_that_is_none_is_refused(sumspace, tmp_path, monkeypatch, command, options, message):
    monkeypatch.chdir(tmp_path)
    assert refused(sumspace(command, "sample", *options)) == f"sumspace: {message}"
    assert list(tmp_path.iterdir()) == []


def test_standard_input_cannot_be_divided(sumspace, tmp_path):
    line = refused(sumspace("rank", "-", "--part", "1/2", "-o", tmp_path / "p"))
    assert line == "sumspace: standard input cannot be divided into parts; write the corpus to a file first"


def test_a_folder_of_somebody_else_is_left_alone(sumspace, tmp_path):
    (tmp_path / "p").mkdir()
    (tmp_path / "p" / "mine").touch()
    assert "p: already there; choose a new folder" in refused(
        sumspace("rank", "sample", "--part", "1/2", "-o", tmp_path / "p")
    )
