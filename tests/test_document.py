"""A document is an example read under a profile; what it says is compared with plain counting."""

import pytest

from sumspace.corpus.source import SAMPLE, read
from sumspace.document import Document, tokenize
from sumspace.text.profile import Profile

SECTIONS = [{"sentences": ["A cat slept.", "It ran!"]}, {"sentences": []}, {"text": "Dogs bark. They do."}]
RECORD = {
    "id": "a",
    "domain": "pets",
    "title": "The cats",
    "sections": SECTIONS,
    "references": [{"id": "A", "text": "A cat."}, {"id": "B", "sentences": ["Dogs do bark.", "Cats run."]}],
    "systems": {"s": {"extract": [3, 0]}, "t": "Own words."},
}


@pytest.fixture
def document():
    return Document(next(read(RECORD)), Profile("rouge155"))


def test_sentences_run_through_sections_without_empty_ones(document):
    assert (document.id, document.domain) == ("a", "pets")
    assert document.sentences == ("A cat slept.", "It ran!", "Dogs bark.", "They do.")
    assert document.section_starts == [0, 2]
    assert document.lengths.tolist() == [3, 2, 2, 2]


@pytest.mark.parametrize("text", ["The U.S. didn't (really) win 3-2, did it?", "", "...", "a  b-c\td"])
def test_the_tokens_of_the_first_words_are_those_of_the_words_alone(text):
    profile = Profile("rouge155")
    (sentence,) = tokenize([text], profile)
    words = text.split()
    assert sentence.length == len(words)
    for count, end in enumerate(sentence.ends):
        (start,) = tokenize([" ".join(words[:count])], profile)
        assert len(start.tokens) == end


def test_equal_words_are_equal_tokens_within_a_call():
    first, second = tokenize(["a cat", "the cat a"], Profile("rouge155"))
    assert (first.tokens[1], first.tokens[0]) == (second.tokens[1], second.tokens[2])


def test_references_together_and_one_by_one(document):
    (together,) = document.references()
    each = list(document.references("each"))
    assert (together.id, [reference.id for reference in each]) == ("all", ["A", "B"])
    assert together.bodies == tuple(body for reference in each for body in reference.bodies)
    assert [reference.length for reference in (together, *each)] == [4, 2, 5]  # 3.5 is rounded up
    assert list(Document(next(read({"text": "One."})), Profile()).references()) == []


def test_systems_have_their_text_and_keep_their_extracts(document):
    assert {name: (summary.body.split(), summary.extract) for name, summary in document.systems.items()} == {
        "s": (("They do.", "A cat slept."), (3, 0)),
        "t": (("Own words.",), None),
    }


def test_an_extract_is_written_with_its_last_sentence_cut(document):
    assert document.write([0, 2]) == ("A cat slept.", "Dogs bark.")
    assert document.write([2, 0], words=2) == ("Dogs bark.", "A cat")


def test_a_part_of_a_document_as_an_article(document):
    whole, part = document.article(), document.article(1, 4)
    assert (len(whole), whole.texts, whole.starts) == (4, document.sentences, [0, 2])
    assert (len(part), part.texts, part.starts) == (3, document.sentences[1:4], [0, 1])
    assert [len(words) for words in whole.sentences] == [2, 1, 2, 0]  # without "a", "it", "they" and "do"
    assert len(whole.title) == 1


def test_lines_are_sentences_where_the_profile_says_so():
    record = {"id": "a", "text": "One.", "references": ["Two. Three.\nFour."]}
    for profile, sentences in ((Profile("rouge155"), 3), (Profile("rouge155", split="lines"), 2)):
        (references,) = Document(next(read(record)), profile).references()
        assert len(references.sentences[0]) == sentences


def test_topics_begin_with_the_document():
    document = Document(next(read(SAMPLE)), Profile())
    starts = document.segments()
    assert starts[0] == 0
    assert starts == sorted(set(starts))
    assert starts[-1] < len(document.sentences)


def test_under_a_profile_with_clauses_they_are_the_sentences_and_what_was_said_of_sentences_holds_for_them():
    sentences = ["It rained all day, and the river rose.", "Nobody came.", "He left because it was late."]
    record = {
        "sections": [{"sentences": sentences[:1]}, {"sentences": sentences[1:]}],
        "references": ["It rained."],
        "systems": {"s": {"extract": [2, 0]}},
        "extracts": {"judge": [1, 2]},
        "utilities": {"judge": [3, 1, 2]},
    }
    document = Document(next(read(record)), Profile(clauses=True))
    clauses = ("It rained all day,", "and the river rose.", "Nobody came.", "He left because it was late.")
    assert document.sentences == clauses  # "He left" alone would be too short
    assert document.section_starts == [0, 2]
    assert document.systems["s"].extract == (3, 0, 1)
    assert document.systems["s"].body.sentences == (clauses[3], *clauses[:2])
    assert (document.example.extracts, document.example.utilities) == ({"judge": (2, 3)}, {"judge": (3, 3, 1, 2)})
    assert Document(document.example, document.profile).example == document.example
    assert Document(next(read(record)), Profile()).sentences == tuple(sentences)
