import json

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
