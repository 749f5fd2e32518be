"""An example read under a profile: its references, sections, systems and written extracts."""

from sumspace.corpus.model import Example, Reference, Section, Summary, Text
from sumspace.document import Document, tokenize
from sumspace.text.passage import Passage
from sumspace.text.profile import Profile

CATS = ("The cat sat on the mat.", "Cats like a warm mat.", "Mats are flat.")
DOGS = ("A dog ran far away.", "Dogs bark at a cat.")


def document(*sections, references=("The cat sat. A dog ran.",), systems=None, profile=Profile(), **fields):  # noqa: B008
    text = Text(tuple(Section(Passage(sentences=section)) for section in sections))
    bodies = tuple(Reference(chr(65 + i), Passage(body)) for i, body in enumerate(references))
    return Document(Example("x", (text,), bodies, systems or {}, **fields), profile)


def test_sentences_are_words_and_those_are_tokens():
    first, second = tokenize(["Well-known cats.", ""], Profile())
    assert (first.length, second.length) == (2, 0)
    assert first.ends == [0, 2, 3]  # one word may have several tokens
    assert second.tokens == []
    one, other = tokenize(["The cat.", "Cats, the."], Profile())
    assert sorted(one.tokens) == sorted(other.tokens)  # of one stem, one number


def test_references_together_and_one_by_one():
    read = document(CATS, references=("One two three.", "One two three four five."))
    (together,) = read.references("all")
    assert (together.id, together.length) == ("all", 4)
    assert [(one.id, one.length) for one in read.references("each")] == [("A", 3), ("B", 5)]
    assert together.bodies == tuple(one.bodies[0] for one in read.references("each"))
    assert not list(document(CATS, references=()).references("all"))


def test_raw_references_are_split_as_the_profile_says():
    body = ("One two. Three.\nFour.",)
    counts = [
        len(next(document(CATS, references=body, profile=profile).references()).sentences[0])
        for profile in (Profile(), Profile("rouge-score"))
    ]
    assert counts == [3, 2]


def test_sections_without_sentences_begin_nowhere():
    assert document(CATS, (), DOGS).section_starts == [0, 3]
    assert document(CATS).section_starts == [0]


def test_a_summarizer_sees_content_words_the_title_and_where_sections_begin():
    read = document(CATS, DOGS, title="The dogs")
    article = read.article()
    assert (len(article), list(article.starts), article.texts) == (5, [0, 3], (*CATS, *DOGS))
    dogs = article.title
    assert len(dogs) == 1  # `the` is a stop word
    assert dogs[0] in article.sentences[3]
    assert dogs[0] in article.sentences[4]
    part = read.article(2, 5)
    assert (len(part), list(part.starts), part.texts) == (3, [0, 1], (CATS[2], *DOGS))


def test_systems_say_what_they_took():
    systems = {"taken": Summary(extract=(0, 3)), "written": Summary(Passage("A cat."))}
    read = document(CATS, DOGS, systems=systems).systems
    assert read["taken"].extract == (0, 3)
    assert read["taken"].body.sentences == (CATS[0], DOGS[0])
    assert read["written"].extract is None


def test_the_last_sentence_of_an_extract_is_cut_to_so_many_words():
    assert document(CATS).write((2, 0), 3) == ("Mats are flat.", "The cat sat")
    assert document(CATS).write((2, 0)) == ("Mats are flat.", "The cat sat on the mat.")
