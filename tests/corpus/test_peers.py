"""Systems from other files are attached to examples while a corpus is read."""

from weakref import ref

import pytest

from sumspace.corpus.model import Example
from sumspace.corpus.peers import attach
from sumspace.corpus.source import read, write
from sumspace.errors import CorpusError

A = {"id": "a", "sentences": ["One.", "Two."], "systems": {"x": "X.", "y": "Y.", "z": "Z."}}
B = {"id": "b", "text": "Three.", "systems": {"y": "Y."}}


def test_summaries_by_id_in_jsonl(corpus_file):
    peer = corpus_file({"id": "b", "text": "B."}, {"id": "a", "extract": [1]}, name="p.jsonl")
    a, b = read(corpus_file(A, B), peers={"p": str(peer)})
    assert a.summary("p").sentences == ("Two.",)
    assert a.systems["p"].extract == (1,)
    assert b.summary("p").text == "B."
    assert (b.systems["p"].file, b.systems["p"].line) == (str(peer), 1)


def test_summaries_in_a_folder(tmp_path, corpus_file):
    (tmp_path / "p").mkdir()
    (tmp_path / "p" / "a.txt").write_text("A.\nB.")
    (tmp_path / "p" / ".hidden").write_text("x")
    a, b = read(corpus_file(A, B), peers={"p": tmp_path / "p"})
    assert a.summary("p").lines() == ("A.", "B.")
    assert list(b.systems) == ["y"]


def test_a_line_for_each_document(tmp_path, corpus_file):
    (tmp_path / "p.txt").write_text("First.\r\n\nThird\u2028.\n", newline="")
    corpus = corpus_file(*({"id": i, "text": "One."} for i in "cab"))
    assert [example.summary("p").text for example in read(corpus, peers={"p": tmp_path / "p.txt"})] == [
        "First.", "", "Third\u2028.",
    ]  # fmt: skip


def test_a_peer_takes_the_place_of_the_system_with_its_name_and_others_follow(corpus_file):
    mine = corpus_file({"id": "a", "text": "mine"}, name="p.jsonl")
    a, b = read(corpus_file(A, B), peers={"new": mine, "y": mine, "last": mine})
    assert list(a.systems) == ["x", "y", "z", "new", "last"]
    assert [a.summary(name).text for name in a.systems] == ["X.", "mine", "Z.", "mine", "mine"]
    assert (list(b.systems), b.summary("y").text) == (["y"], "Y.")


@pytest.mark.parametrize("name", ["out.jsonl", "out.parquet", "out"])
def test_peers_are_not_written_into_corpora(tmp_path, corpus_file, name):
    peer = corpus_file({"id": "a", "text": "mine"}, name="p.jsonl")
    write(read(corpus_file(A, B), peers={"p": peer}), str(tmp_path / name))
    assert [list(example.systems) for example in read(tmp_path / name)] == [["x", "y", "z"], ["y"]]


def test_an_extract_beyond_the_document_is_blamed_on_the_peer(corpus_file):
    peer = corpus_file({"id": "b", "extract": [0]}, {"id": "a", "extract": [9]}, name="p.jsonl")
    a, _ = read(corpus_file(A, B), peers={"p": peer})
    with pytest.raises(CorpusError) as error:
        a.summary("p")
    assert str(error.value) == f"{peer}:2: extract: sentence 9 is not there: the document has 2, counted from 0"


def test_summaries_of_unknown_documents_are_an_error_at_the_end(corpus_file):
    peer = corpus_file({"id": "a", "text": "A."}, {"id": "z", "text": "Z."}, name="p.jsonl")
    examples = read(corpus_file(A, B), peers={"p": peer})
    assert [next(examples).id, next(examples).id] == ["a", "b"]
    with pytest.raises(CorpusError, match=r"p\.jsonl:2: id: there is no document 'z' in the corpus"):
        next(examples)


@pytest.mark.parametrize(("lines", "count"), [("One.\n", 1), ("One.\nTwo.\nThree.\n", 3)])
def test_a_wrong_number_of_lines_is_an_error_at_the_end(tmp_path, corpus_file, lines, count):
    (tmp_path / "p.txt").write_text(lines)
    with pytest.raises(CorpusError, match=rf"p\.txt: has {count} summaries, a line each, for the 2 documents"):
        list(read(corpus_file(A, B), peers={"p": tmp_path / "p.txt"}))


def test_several_corpora_share_their_peers(tmp_path, corpus_file):
    (tmp_path / "lines.txt").write_text("First.\nSecond.\n")
    ids = corpus_file({"id": "b", "text": "B."}, {"id": "a", "text": "A."}, name="ids.jsonl")
    both = [*read(corpus_file(A)), *read([B])]
    a, b = attach(both, {"lines": tmp_path / "lines.txt", "ids": ids})
    assert [a.summary("lines").text, b.summary("lines").text] == ["First.", "Second."]
    assert [a.summary("ids").text, b.summary("ids").text] == ["A.", "B."]


def test_nothing_of_the_documents_before_is_kept(corpus_file):
    class Name(str):
        """An id of which one can tell whether it is still there."""

        __slots__ = ("__weakref__",)

    names = []

    def examples():
        for number in range(3):
            assert not any(name() for name in names[:-1])
            example = Example(Name(f"d{number}"), ())
            names.append(ref(example.id))
            yield example
            del example

    peer = corpus_file({"id": "d1", "text": "One."}, name="p.jsonl")
    for example in attach(examples(), {"p": peer}):
        del example
    assert len(names) == 3
