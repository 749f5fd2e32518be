from sumspace.corpus.peers import read_peer
from sumspace.corpus.source import read


def test_summaries_by_id_in_jsonl(corpus_file):
    peer = read_peer("p", corpus_file({"id": "b", "text": "B."}, {"id": "a", "extract": [0]}, name="p.jsonl"))
    a, b = read(corpus_file({"id": "a", "sentences": ["One."]}, {"id": "b", "text": "Two."}))
    assert peer.find(a, 0).sentences == ("One.",)
    assert peer.find(b, 1).text == "B."


def test_summaries_in_a_folder(tmp_path, corpus_file):
    (tmp_path / "p").mkdir()
    (tmp_path / "p" / "a.txt").write_text("A.\nB.")
    (tmp_path / "p" / ".hidden").write_text("x")
    (example,) = read(corpus_file({"id": "a", "text": "One."}))
    peer = read_peer("p", tmp_path / "p")
    assert peer.find(example, 0).lines() == ("A.", "B.")
    peer.check_against(["a", "b"])


def test_a_line_for_each_document(tmp_path, corpus_file):
    (tmp_path / "p.txt").write_text("First.\r\n\nThird\u2028.\n", newline="")
    peer = read_peer("p", tmp_path / "p.txt")
    peer.check_against(["x", "y", "z"])
    (example,) = read(corpus_file({"id": "a", "text": "One."}))
    assert [peer.find(example, i).text for i in range(3)] == ["First.", "", "Third\u2028."]
    assert peer.find(example, 3) is None
