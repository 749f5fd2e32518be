import json

import pytest

import ducview_files
from sumspace.corpus.source import read


def test_show_describes_each_domain(sumspace):
    lines = sumspace("corpus", "show", "sample").out.splitlines()
    assert any(line.split()[:3] == ["legal", "5", "5"] for line in lines)
    records = [json.loads(line) for line in sumspace("corpus", "show", "sample", "--json").out.splitlines()]
    assert [record["domain"] for record in records] == ["newswire", "literary", "scientific", "legal"]
    assert sumspace("corpus", "show", "sample", "--csv").out.startswith("domain,examples,documents,words")


def test_convert_between_formats(sumspace, tmp_path):
    assert sumspace("corpus", "convert", "sample", tmp_path / "a.parquet").code == 0
    assert sumspace("corpus", "convert", tmp_path / "a.parquet", tmp_path / "b.jsonl.gz").code == 0
    assert list(read(tmp_path / "b.jsonl.gz")) == list(read("sample"))


def test_convert_a_topic_to_ducs_sgml(sumspace, tmp_path, corpus_file):
    topic = {
        "id": "D0601",
        "documents": [{"id": "AP1", "sentences": ["One.", "Two."]}, {"id": "AP2", "sentences": ["Three."]}],
        "references": [{"id": "A", "sentences": ["One."]}],
        "systems": {"7": {"sentences": ["Two."]}},
    }
    assert sumspace("corpus", "convert", corpus_file(topic), tmp_path / "duc.sgml").code == 0
    (example,) = read(tmp_path / "duc")
    assert example.sentences() == ("One.", "Two.", "Three.")
    assert example.summary("7").split() == ("Two.",)


PYRAMIDS = {
    "d.pyr": ducview_files.pyramid(),
    "d.s.pan": ducview_files.annotation(ducview_files.peerscu(3, "(2) a ferry sank", "Ferry")),
    "d.other.pan": ducview_files.annotation(),
}
RECORD = {
    "id": "d",
    "sentences": ["A ferry sank.", "It rained."],
    "references": ["A."],
    "systems": {"s": "A ferry sank."},
}


@pytest.fixture
def annotations(tmp_path):
    folder = tmp_path / "annotations"
    folder.mkdir()
    for name, content in PYRAMIDS.items():
        (folder / name).write_text(content)
    return folder


def test_pyramids_come_into_a_corpus(sumspace, tmp_path, corpus_file, annotations):
    outcome = sumspace("corpus", "pyramids", corpus_file(RECORD), annotations, "-o", tmp_path / "out.jsonl")
    assert outcome.code == 0
    assert outcome.out == ""
    assert outcome.err.startswith("note: other has no summary of 1 of the documents that it is annotated for; ")
    assert outcome.err.count("\n") == 1
    (example,) = read(tmp_path / "out.jsonl")
    assert example.pyramid.matches == {"s": ("3",), "other": ()}


def test_pyramids_of_columns_of_another_name(sumspace, tmp_path, corpus_file, annotations):
    corpus = corpus_file({"name": "d", "article": "A ferry sank.", "s": "A.", "other": "B."})
    options = ["--id-column", "name", "--text-column", "article", "--system-column", "s", "--system-column", "other"]
    outcome = sumspace("corpus", "pyramids", corpus, annotations, "-o", tmp_path / "out.jsonl", *options)
    assert (outcome.code, outcome.err) == (0, "")
    assert next(read(tmp_path / "out.jsonl")).pyramid.counts == {"other": 0, "s": 1}


def test_pyramids_of_unknown_documents_are_one_line(sumspace, tmp_path, corpus_file, annotations):
    outcome = sumspace(
        "corpus", "pyramids", corpus_file({**RECORD, "id": "e"}), annotations, "-o", tmp_path / "o.jsonl"
    )
    assert outcome.code == 2
    message = "there is no document 'd' in the corpus; rename it or take it out"
    assert outcome.err == f"sumspace: {annotations / 'd.pyr'}: {message}\n"
    assert not (tmp_path / "o.jsonl").exists()


def test_pyramids_need_a_place_to_go(sumspace, corpus_file, annotations):
    outcome = sumspace("corpus", "pyramids", corpus_file(RECORD), annotations)
    assert outcome.code == 2
    assert "--output" in outcome.err


@pytest.mark.parametrize("command", ["check", "show"])
def test_no_result_overwrites_the_corpus(sumspace, corpus_file, command):
    corpus = corpus_file({"id": "a", "text": "One."})
    before = corpus.read_bytes()
    outcome = sumspace("corpus", command, corpus, "-o", corpus)
    assert (outcome.code, corpus.read_bytes()) == (2, before)
    assert "is the corpus itself" in outcome.err
