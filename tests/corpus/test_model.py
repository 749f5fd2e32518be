import pytest

from sumspace.corpus.model import Summary
from sumspace.corpus.source import read
from sumspace.errors import CorpusError, UnknownNameError


def test_an_extract_is_looked_up_through_sections_and_documents(corpus_file):
    record = {
        "id": "t",
        "documents": [{"sections": [{"sentences": ["A.", "B."]}, {"text": "Cats. Dogs."}]}, {"sentences": ["E."]}],
        "systems": {"s": {"extract": [4, 1, 3]}},
    }
    (example,) = read(corpus_file(record))
    assert example.sentences() == ("A.", "B.", "Cats.", "Dogs.", "E.")
    assert example.summary("s").sentences == ("E.", "B.", "Dogs.")
    with pytest.raises(UnknownNameError, match="there are: s"):
        example.summary("x")
    with pytest.raises(CorpusError, match="sentence 9 is not there"):
        example.resolve(Summary(extract=(9,)), "mine")


def test_an_extract_from_another_file_is_blamed_on_that_file(corpus_file):
    (example,) = read(corpus_file({"id": "a", "sentences": ["One."]}))
    with pytest.raises(CorpusError, match=r"^mine.jsonl:3: extract: sentence 9 is not there: the document has 1"):
        example.resolve(Summary(extract=(9,), file="mine.jsonl", line=3), "systems.mine.extract")
    assert Summary(extract=(9,), file="mine.jsonl", line=3) == Summary(extract=(9,))
