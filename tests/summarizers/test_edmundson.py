"""Edmundson by hand, and against sumy."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from sumy.models.dom import ObjectDocumentModel, Paragraph, Sentence
from sumy.summarizers.edmundson_cue import EdmundsonCueMethod
from sumy.summarizers.edmundson_location import EdmundsonLocationMethod
from sumy.summarizers.edmundson_title import EdmundsonTitleMethod

from summarizers.documents import Numbers
from sumspace.document import Article
from sumspace.summarizers.edmundson import BONUS, STIGMA, Edmundson

CUES = st.lists(st.sampled_from(["important", "hardly", "result", "table", "cat", "dog"]), max_size=6).map(" ".join)


def only(**weight):
    return Edmundson(**{"cue": 0, "title_words": 0, "position": 0, "key": 0, **weight})


@given(st.lists(CUES, max_size=8, unique=True))
def test_edmundson_counts_cue_words_as_sumy_does(texts):
    theirs = EdmundsonCueMethod(str, frozenset(BONUS), frozenset(STIGMA))
    document = ObjectDocumentModel([Paragraph(Sentence(text, Numbers()) for text in texts)])
    expected = theirs.rate_sentences(document)
    found = only(cue=1).score(Article([[]] * len(texts), texts=texts))
    assert found.tolist() == [expected[sentence] for sentence in document.sentences]


@given(st.lists(st.lists(st.integers(0, 9), max_size=5), max_size=8, unique_by=tuple), st.sets(st.integers(0, 9)))
def test_edmundson_counts_title_words_as_sumy_does_where_none_is_repeated(sentences, title):
    sentences = [list(dict.fromkeys(sentence)) for sentence in sentences]
    heading = Sentence(" ".join(map(str, title)), Numbers(), is_heading=True)
    body = [Sentence(" ".join(map(str, s)), Numbers()) for s in sentences]
    expected = EdmundsonTitleMethod(str, frozenset()).rate_sentences(ObjectDocumentModel([Paragraph([heading, *body])]))
    found = only(title_words=1).score(Article(sentences, title=[*title, *title]))
    assert found.tolist() == [expected[sentence] for sentence in body]


@given(st.lists(st.integers(1, 4), min_size=1, max_size=5))
def test_edmundson_gives_points_for_positions_as_sumy_does(sizes):
    number = iter(range(sum(sizes)))
    document = ObjectDocumentModel(
        [Paragraph([Sentence(str(next(number)), Numbers()) for _ in range(size)]) for size in sizes]
    )
    expected = EdmundsonLocationMethod(str, frozenset()).rate_sentences(document)
    starts = [sum(sizes[:i]) for i in range(len(sizes))]
    found = only(position=1).score(Article([[]] * sum(sizes), starts=starts))
    assert found.tolist() == [expected[sentence] for sentence in document.sentences]


def test_edmundson_by_hand():
    article = Article(
        sentences=[[1], [2, 3], [2, 2], [4], [3, 5], [6]],
        texts=[
            "A.",
            "In summary, IMPORTANT results!",
            "Two.",
            "Hardly.",
            "Take, for example, this table.",
            "Resultant.",
        ],
        title=[2, 3],
        starts=[0, 2, 4],
    )
    positions = np.array([2, 2, 1, 1, 2, 2])  # two sentences make every section
    assert only(position=1).score(article).tolist() == positions.tolist()
    assert only(cue=1).score(article).tolist() == [0, 3, 0, -1, -2, 0]
    assert only(title_words=1).score(article).tolist() == [0, 2, 1, 0, 1, 0]
    assert only(key=1).score(article).tolist() == [0, 2, 1, 0, 1, 0]  # words 2 and 3 occur twice or more
    assert Edmundson().score(article).tolist() == [2, 7, 2, 0, 1, 2]
    assert Edmundson().rank(article) == [1, 0, 2, 5, 4, 3]
    assert Edmundson(cue=0.5, title_words=2, position=0, key=3).score(article).tolist() == [0, 11.5, 5, -0.5, 4, 0]


def test_edmundson_does_without_texts_and_title():
    assert Edmundson().rank(Article([[1], [2], [3], [4]])) == [0, 3, 1, 2]


def test_no_cue_speaks_for_and_against_a_sentence():
    assert not set(BONUS) & set(STIGMA)
    assert all(cue == " ".join(cue.lower().split()) for cue in BONUS + STIGMA)
