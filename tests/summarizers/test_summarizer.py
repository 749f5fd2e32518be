"""What holds for all summarizers, and their names."""

from dataclasses import FrozenInstanceError

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from summarizers.documents import SENTENCES
from sumspace.document import Article
from sumspace.errors import SettingError, UnknownNameError
from sumspace.summarizers.summarizer import SUMMARIZERS, by_score, parse_summarizer

BY_TOPIC = ["gong-liu", "murray", "steinberger-jezek", "yeh"]


@pytest.mark.parametrize("name", list(SUMMARIZERS))
def test_a_name_is_the_summarizer_of_that_name(name):
    assert parse_summarizer(name) == parse_summarizer(f" {name} ( )") == SUMMARIZERS[name]()


def test_unknown_names_are_answered_with_those_there_are():
    for text in ("led", "led(my)", ""):
        with pytest.raises(UnknownNameError, match=r"unknown summarizer '(led)?'; there are: .*lead"):
            parse_summarizer(text)


@pytest.mark.parametrize(
    "text", ["lead(3)", "lexrank(threshold=0.2)", "textrank(x)", "lead(", "callisto(my", "lead)", "(my)"]
)
def test_options_that_a_summarizer_does_not_have_are_refused(text):
    with pytest.raises(SettingError, match=r"without options|options are written as in"):
        parse_summarizer(text)


@pytest.mark.parametrize("name", list(SUMMARIZERS))
def test_a_summarizer_is_a_value(name):
    summarizer = SUMMARIZERS[name]()
    assert summarizer == SUMMARIZERS[name]()
    assert hash(summarizer) == hash(SUMMARIZERS[name]())
    assert summarizer.title
    assert summarizer.paper
    with pytest.raises((FrozenInstanceError, AttributeError, TypeError)):
        summarizer.title = "another"


@pytest.mark.parametrize("name", list(SUMMARIZERS))
@settings(max_examples=30)
@given(sentences=SENTENCES, seed=st.integers(0, 2**32 - 1))
def test_every_sentence_is_ranked_once_and_the_same_seed_gives_the_same_order(name, sentences, seed):
    order = SUMMARIZERS[name]().rank(Article(sentences), seed)
    assert sorted(order) == list(range(len(sentences)))
    assert all(type(index) is int for index in order)
    assert SUMMARIZERS[name]().rank(Article(sentences), seed) == order


@pytest.mark.parametrize("name", list(SUMMARIZERS))
@pytest.mark.parametrize("sentences", [[], [[]], [[3]], [[3, 4]], [[], []]])
def test_documents_with_next_to_nothing_in_them(name, sentences):
    assert sorted(SUMMARIZERS[name]().rank(Article(sentences))) == list(range(len(sentences)))


@pytest.mark.parametrize("name", sorted(set(SUMMARIZERS) - {"callisto"}))
@settings(max_examples=30)
@given(sentences=SENTENCES, shift=st.integers(1, 50))
def test_which_numbers_words_have_does_not_matter(name, sentences, shift):
    renamed = [[1000 - shift * word for word in sentence] for sentence in sentences]
    assert SUMMARIZERS[name]().rank(Article(renamed)) == SUMMARIZERS[name]().rank(Article(sentences))


@pytest.mark.parametrize("name", sorted(set(SUMMARIZERS) - {"callisto"}))
def test_most_summarizers_are_the_same_for_all_texts_and_lengths(name):
    summarizer = SUMMARIZERS[name]()
    assert summarizer.fit(Article([[1], [2]]), 5, "sentences", 3) is summarizer
    assert (summarizer.configuration_used, summarizer.model_description) == ("", "")


@pytest.mark.parametrize("name", [*BY_TOPIC, "sumbasic", "kl-sum"])
def test_sentences_without_words_come_last(name):
    assert SUMMARIZERS[name]().rank(Article([[], [1, 2], [2, 3], [], [1, 3, 4]]))[3:] == [0, 3]


@pytest.mark.parametrize("name", [*BY_TOPIC, "lexrank", "textrank", "sumbasic", "frequency", "kl-sum", "centroid"])
def test_equal_sentences_stay_in_order(name):
    order = SUMMARIZERS[name]().rank(Article([[1, 2, 3], [4, 5], [1, 2, 3], [4, 5], [6]]))
    assert order.index(0) < order.index(2)
    assert order.index(1) < order.index(3)


@given(st.lists(st.sampled_from([0.0, 1e-12, 0.5, 0.5 + 1e-12, 1.0])))
def test_scores_as_near_as_rounding_are_ties_and_the_earlier_comes_first(scores):
    assert by_score(np.array(scores)) == sorted(range(len(scores)), key=lambda i: -round(scores[i], 9))
