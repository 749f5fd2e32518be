"""What CALLISTO knows of a document, worked by hand and under changes that should not matter."""

from dataclasses import replace
from math import log, sqrt

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import sumspace
from sumspace.document import Article, Document
from sumspace.summarizers.callisto.features import FEATURES, features_of
from sumspace.text.profile import Profile
from sumspace.text.words import read_words

TEXTS = st.lists(st.text(max_size=40), max_size=8)
NUMBERS = st.lists(st.lists(st.integers(0, 12), max_size=6), max_size=8)
WORDED = st.lists(
    st.lists(st.sampled_from("the bank Rates 7 is ? “ Paris".split()), max_size=8).map(" ".join), max_size=8
)
#: What changes with the order of sentences.
BY_ORDER = {
    "words of the first sentence", "those ten in the first tenth", "likeness of neighbouring sentences",
    "likeness of the first sentence to the text", "likeness of the first fifth to the text",
}  # fmt: skip


def named(article):
    return dict(zip(FEATURES, features_of(article, read_words(article.texts, article.language)).tolist(), strict=True))


def test_features_have_names_of_their_own():
    assert len(FEATURES) == len(set(FEATURES)) == 34
    assert features_of(Article([]), read_words([])).shape == (34,)
    assert features_of(Article([]), read_words([])).dtype == np.float64


def test_a_text_of_three_sentences_by_hand():
    texts = ["Banks lend money.", "Do banks lend?", "“Never,” wrote 3 bankers in Paris."]
    found = named(Article([[0, 1, 2], [0, 1], [3, 4, 5, 6]], texts, title=[0, 9], starts=(0, 2)))
    lengths = [5, 4, 5, 2, 5, 4, 5, 5, 1, 7, 2, 5]  # of the words; "do", "never" and "in" are stop words
    mean = sum(lengths) / 12
    sizes = {
        "sentences": 3, "words": 12, "content words": 9, "characters": 50, "different words": 10,
        "different content words": 7, "different bigrams": 8, "different trigrams": 6, "repeated bigrams": 1,
        "repeated trigrams": 0, "sections": 2, "words of the title": 2,
    }  # fmt: skip
    assert found == pytest.approx(
        {
            **{name: log(1 + size) for name, size in sizes.items()},
            "letters a word": 50 / 12,
            "their deviation": sqrt(sum((length - mean) ** 2 for length in lengths) / 12),
            "share of long words": 1 / 12,
            "share of stop words": 3 / 12,
            "share of numbers": 1 / 12,
            "share of capitals inside sentences": 1 / 9,
            "share of different words": 10 / 12,
            "words between punctuation": 12 / 4,
            "words a sentence": 4,
            "deviation of words a sentence": sqrt(2),
            "longest sentence": 6,
            "words of the first sentence": 3,
            "share of questions": 1 / 3,
            "share of sentences with quotes": 1 / 3,
            # Seven content words, of which two stand twice.
            "entropy of content words": 2 * 2 / 9 * log(9 / 2) + 5 * 1 / 9 * log(9),
            "share of the ten most frequent": 1,
            "those ten in the first tenth": 3 / 7,
            # The text is the vector (2, 2, 1, 1, 1, 1, 1), of length √13.
            "likeness of neighbouring sentences": (2 / (sqrt(3) * sqrt(2)) + 0) / 2,
            "likeness of the first sentence to the text": 5 / (sqrt(3) * sqrt(13)),
            "likeness of the first fifth to the text": 5 / (sqrt(3) * sqrt(13)),
            "likeness of the title to the text": 2 / (sqrt(2) * sqrt(13)),
            "share of words in the longest section": 6 / 12,
        },
        abs=1e-12,
    )


def test_only_ten_words_are_frequent_and_a_tenth_and_a_fifth_of_many_sentences_are_several():
    """Twenty sentences: two are the first tenth, four the first fifth; word 0 stands in all, each other one once."""
    sentences = [[0, number] for number in range(1, 21)]
    found = named(Article(sentences, ["x y"] * 20))
    assert found["share of the ten most frequent"] == pytest.approx((20 + 9) / 40)
    assert found["those ten in the first tenth"] == pytest.approx(3 / 10)
    assert found["likeness of the first fifth to the text"] == pytest.approx(
        (4 * 20 + 4) / (sqrt(16 + 4) * sqrt(400 + 20))
    )


@pytest.mark.parametrize("ending", ["?", '?"', "?”", "?’)", "?'"])
def test_a_question_may_end_with_quotes_and_brackets(ending):
    assert named(Article([[], []], ["Why" + ending, "So? Yes."]))["share of questions"] == 1 / 2


@given(TEXTS, NUMBERS, st.lists(st.integers(0, 12), max_size=3))
def test_features_are_finite_whatever_the_text(texts, numbers, title):
    numbers = (numbers + [[]] * len(texts))[: len(texts)]
    found = named(Article(numbers, texts, title=title))
    assert all(np.isfinite(value) for value in found.values())
    assert all(0 <= value <= 1 + 1e-9 for name, value in found.items() if "share" in name or "likeness" in name)


@pytest.mark.parametrize("texts", [[], [""], ["", "", ""], ["...", "?!", "–"], ["a" * 100_000], ["a\n\n b\0"]])
def test_features_are_finite_for_texts_that_are_hardly_any(texts):
    assert np.isfinite(features_of(Article([[]] * len(texts), texts), read_words(texts))).all()
    # Whoever has only numbers of words has features too.
    assert np.isfinite(features_of(Article([[3, 3]] * len(texts)), read_words(["word3 word3"] * len(texts)))).all()


@given(WORDED, st.data())
def test_the_order_of_sentences_matters_only_where_it_should(texts, data):
    numbers = [[len(word) for word in text.split()] for text in texts]
    order = data.draw(st.permutations(range(len(texts))))
    before = named(Article(numbers, texts))
    after = named(Article([numbers[i] for i in order], [texts[i] for i in order]))
    for name in set(FEATURES) - BY_ORDER:
        assert after[name] == pytest.approx(before[name], abs=1e-12), name


def test_what_should_depend_on_the_order_does():
    sentences, texts = [[0, 1], [1, 1, 2], [3], [0, 3, 4]], ["a b", "b b c", "d", "a d e"]
    before, after = named(Article(sentences, texts)), named(Article(sentences[::-1], texts[::-1]))
    differing = {name for name in FEATURES if abs(before[name] - after[name]) > 1e-9}
    rotated = named(Article([*sentences[2:], *sentences[:2]], [*texts[2:], *texts[:2]]))
    differing |= {name for name in FEATURES if abs(before[name] - rotated[name]) > 1e-9}
    assert differing == BY_ORDER


@given(NUMBERS, st.permutations(range(100, 113)), st.lists(st.integers(0, 12), max_size=3))
def test_which_numbers_words_have_does_not_matter(numbers, others, title):
    texts = ["x"] * len(numbers)
    renamed = [[others[word] for word in sentence] for sentence in numbers]
    found = named(Article(renamed, texts, title=[others[word] for word in title]))
    assert found == pytest.approx(named(Article(numbers, texts, title=title)), abs=1e-12)


def test_the_name_of_a_document_does_not_matter_and_documents_differ():
    examples = list(sumspace.read("sample"))
    articles = [Document(example, Profile()).article() for example in examples]
    found = [features_of(article, read_words(article.texts)).tolist() for article in articles]
    again = Document(replace(examples[0], id="another"), Profile()).article()
    assert features_of(again, read_words(again.texts)).tolist() == found[0]
    assert len(set(map(tuple, found))) == len(examples)
    # No feature is the same for all of them, but for what the sample has none of.
    constant = {name for name, values in zip(FEATURES, zip(*found, strict=True), strict=True) if len(set(values)) == 1}
    assert constant <= {"sections", "share of words in the longest section"}
