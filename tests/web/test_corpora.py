"""Corpora as the server keeps them: every record is found by its span, and what is too large is refused early."""

import gzip
import json
import tracemalloc

import polars as pl
import pytest

from asking import jsonl
from sumspace.api import read
from sumspace.corpus.model import to_record
from sumspace.errors import CorpusError, TooLargeError
from sumspace.web import corpora
from sumspace.web.corpora import StoredCorpus, read_record, store, store_upload

TOO_LARGE = (
    "the corpus is too large to upload: more than 50,000 sentences or 100 MB unpacked; "
    "name the file on the command line instead: sumspace serve FILE"
)


def upload_of(folder, content, name="corpus.jsonl"):
    file = folder / name
    file.write_bytes(content)
    return file


def test_every_record_of_the_sample_is_found_at_its_span(tmp_path):
    file = tmp_path / "records"
    stored = StoredCorpus.of("1", file, {"name": "sample", **store("sample", file)})
    examples = list(read("sample"))
    assert list(stored.spans) == [example.id for example in examples]
    for example, document in zip(examples, stored.documents, strict=True):
        assert read_record(file, stored.spans[example.id]) == to_record(example)
        assert document == {
            "id": example.id,
            "domain": example.domain,
            "title": example.title,
            "sentences": len(example.sentences()),
            "words": sum(len(sentence.split()) for sentence in example.sentences()),
            "references": len(example.references),
            "systems": len(example.systems),
        }


def test_what_was_kept_as_json_is_the_same(tmp_path):
    contents = json.loads(json.dumps({"name": "a", **store("sample", tmp_path / "records")}))
    stored = StoredCorpus.of("1", tmp_path / "records", contents)
    assert read_record(stored.file, stored.spans["legal-5"])["id"] == "legal-5"


def test_the_digest_is_that_of_the_content(tmp_path):
    first, again = (store("sample", tmp_path / name)["digest"] for name in ("a", "b"))
    other = store([{"id": "1", "text": "A cat."}], tmp_path / "c")["digest"]
    assert first == again != other


@pytest.mark.parametrize("text", ["猫", "\U0001f600", "\x00", "a\u2028b", '"\\/'])
def test_every_text_comes_back_as_it_was(text, tmp_path):
    record = {"id": f"id {text}", "title": text, "sentences": [f"A {text}."], "more": {text: ["\ud800"]}}
    file = upload_of(tmp_path, jsonl(record))
    contents = store_upload(file, tmp_path / "records")
    assert read_record(tmp_path / "records", contents["spans"][0]) == record


@pytest.mark.parametrize("name", ["corpus.jsonl", "corpus.jsonl.gz", "corpus.parquet"])
def test_uploads_of_every_kind_are_read(name, tmp_path):
    file = tmp_path / name
    records = [{"id": "a", "text": "A cat.", "references": [{"text": "Cats."}]}, {"id": "b", "text": "A dog. It is."}]
    if name.endswith(".parquet"):
        pl.DataFrame({"id": ["a", "b"], "text": ["A cat.", "A dog. It is."]}).write_parquet(file)
    else:
        file.write_bytes(gzip.compress(jsonl(*records)) if name.endswith(".gz") else jsonl(*records))
    contents = store_upload(file, tmp_path / "records")
    assert [(document["id"], document["sentences"]) for document in contents["documents"]] == [("a", 1), ("b", 2)]


def test_a_small_file_that_unpacks_to_hundreds_of_megabytes_is_refused_without_unpacking_them(tmp_path):
    packed = gzip.compress(b'{"id": "1", "text": "' + b"a" * (300 * 1024**2) + b'"}', 1)
    assert len(packed) < 4 * 1024**2
    file, records = upload_of(tmp_path, packed, "bomb.jsonl.gz"), tmp_path / "records"
    del packed
    tracemalloc.start()
    with pytest.raises(TooLargeError, match=f"^{TOO_LARGE}$"):
        store_upload(file, records)
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < 8 * 1024**2
    assert not records.exists()


def test_packed_files_are_known_by_what_they_hold(tmp_path):
    file = upload_of(tmp_path, gzip.compress(b" " * (101 * 1024**2), 1), "corpus.jsonl")
    with pytest.raises(TooLargeError):
        store_upload(file, tmp_path / "records")


def test_more_than_50_000_sentences_are_refused(tmp_path):
    file = upload_of(tmp_path, jsonl({"id": "1", "sentences": ["a"] * 50_001}))
    with pytest.raises(TooLargeError, match=f"^{TOO_LARGE}$"):
        store_upload(file, tmp_path / "records")
    assert len(store(file, tmp_path / "records")["documents"]) == 1  # whoever names it on the command line may have it


def test_documents_without_a_text_count_as_a_sentence_each(tmp_path, monkeypatch):
    monkeypatch.setattr(corpora, "MOST_SENTENCES", 9)
    file = upload_of(tmp_path, jsonl(*({"id": str(number), "references": ["a"]} for number in range(10))))
    with pytest.raises(TooLargeError):
        store_upload(file, tmp_path / "records")


def test_what_is_just_small_enough_is_read(tmp_path, monkeypatch):
    record = {"id": "1", "sentences": ["a"] * 50_000}
    file = upload_of(tmp_path, jsonl(record))
    size = len(jsonl(record))
    monkeypatch.setattr(corpora, "MOST_UNPACKED", size)
    assert store_upload(file, tmp_path / "records")["documents"][0]["sentences"] == 50_000
    monkeypatch.setattr(corpora, "MOST_UNPACKED", size - 1)
    with pytest.raises(TooLargeError):
        store_upload(file, tmp_path / "records")


def test_long_titles_are_listed_in_part_and_long_ids_refused(tmp_path):
    record = {"id": "i" * 1_000, "title": "t" * 301, "domain": "d" * 301, "text": "A cat."}
    (document,) = store([record], tmp_path / "records")["documents"]
    assert (len(document["title"]), len(document["domain"])) == (300, 300)
    with pytest.raises(CorpusError, match=r"1: id: has more than 1,000 characters; give a shorter one$"):
        store([record | {"id": "i" * 1_001}], tmp_path / "records")


def test_extracts_of_raw_texts_are_checked_at_once(tmp_path):
    file = upload_of(tmp_path, jsonl({"id": "1", "text": "One. Two.", "systems": {"a": {"extract": [2]}}}))
    with pytest.raises(CorpusError, match=r"corpus.jsonl:1: systems.a.extract: sentence 2 is not there"):
        store_upload(file, tmp_path / "records")


def test_progress_is_told_of_every_document(tmp_path):
    told = []
    store("sample", tmp_path / "records", lambda *progress: told.append(progress))
    assert told == [("documents", number, 0) for number in range(1, 21)]
