"""What holds for all summarizers, and their names."""

from dataclasses import FrozenInstanceError
from typing import get_args

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from summarizers.documents import SENTENCES
from sumspace.document import Article
from sumspace.errors import SettingError, SumspaceError, UnknownNameError
from sumspace.measures.measure import parse_measure
from sumspace.summarizers.summarizer import SUMMARIZERS, by_score, parse_summarizer
from sumspace.text.topics import Global, Local, Weighting

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


WEIGHTINGS = [f"{local}-{everywhere}" for local in get_args(Local) for everywhere in get_args(Global)]


@pytest.mark.parametrize("name", BY_TOPIC)
@pytest.mark.parametrize("weighting", WEIGHTINGS)
def test_summarizers_by_topics_have_every_weighting_that_measures_have(name, weighting):
    summarizer = parse_summarizer(f"{name}(weighting={weighting})")
    assert (
        summarizer == SUMMARIZERS[name](Weighting.parse(weighting)) == parse_summarizer(f"{name}({weighting.upper()})")
    )
    assert parse_summarizer(str(summarizer)) == summarizer
    usual = summarizer == SUMMARIZERS[name]()
    assert str(summarizer) == (name if usual else f"{name}(weighting={weighting})")
    assert parse_measure(f"lsa-topic({weighting})") == parse_measure(f"lsa-topic(weighting={weighting})")


def test_the_usual_weightings():
    usual = {name: str(SUMMARIZERS[name]().weighting) for name in BY_TOPIC}
    assert usual == {"gong-liu": "bi-nw", "murray": "bi-nw", "steinberger-jezek": "au-en", "yeh": "bi-nw"}
    for name, weighting in usual.items():
        assert SUMMARIZERS[name].title.endswith(f"): another weighting than {weighting}")


@pytest.mark.parametrize("name", BY_TOPIC)
def test_the_weighting_decides_the_order(name):
    document = Article([[1, 1, 1, 2], [2, 3, 4, 5], [1, 6], [3, 3, 3, 3, 7], [5, 8, 2]])
    orders = {tuple(parse_summarizer(f"{name}({weighting})").rank(document)) for weighting in WEIGHTINGS}
    assert len(orders) > 1


@pytest.mark.parametrize(
    "text", ["yeh(bi-nw, 0.5, 0.1)", "yeh(share=0.5, threshold=0.1)", "steinberger-jezek(least=0.3)"]
)
def test_other_options_print_as_they_parse(text):
    summarizer = parse_summarizer(text)
    assert parse_summarizer(str(summarizer)) == summarizer != SUMMARIZERS[text.partition("(")[0]]()


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (
            "weighting=xx-nw",
            "^'xx-nw' is not a weighting; write one of fq, bi, au, lo, a hyphen and one of nw, isf, gf, en",
        ),
        ("boolean", "^'boolean' is not a weighting"),
        ("3", "^'3' is not a weighting"),
        ("weight=bi-nw", "^unknown option of yeh, 'weight'; there are: weighting, share, threshold$"),
        ("bi-nw, weighting=bi-nw", "says weighting twice"),
        ("share=many", "share of yeh is of type float, not 'many'"),
        ("bi-nw, 1, 0, 3", "too many arguments"),
    ],
)
def test_options_of_summarizers_by_topics_that_cannot_be_read(options, message):
    with pytest.raises(SumspaceError, match=message):
        parse_summarizer(f"yeh({options})")


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


@pytest.mark.parametrize("name", sorted(set(SUMMARIZERS) - {"callisto", "learned"}))
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
