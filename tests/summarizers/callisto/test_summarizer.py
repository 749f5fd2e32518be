"""CALLISTO as one summarizer among others."""

import re
from dataclasses import replace
from pathlib import Path
from zlib import crc32

import numpy as np
import pytest

import sumspace
from sumspace.document import Document
from sumspace.errors import SettingError
from sumspace.space.budget import parse_budget
from sumspace.spec import Spec
from sumspace.studies.callisto.training import train_kea
from sumspace.summarizers.callisto.configuration import Configuration
from sumspace.summarizers.callisto.learners.fixed import Fixed
from sumspace.summarizers.callisto.model import Model, built_in, header_of, save
from sumspace.summarizers.callisto.pipeline import Pipeline
from sumspace.summarizers.callisto.summarizer import Callisto, Configured
from sumspace.summarizers.model_file import Arrays
from sumspace.summarizers.summarizer import SUMMARIZERS, parse_summarizer
from sumspace.tasks.summarize import make_summary
from sumspace.text.profile import Profile

SAMPLE = [Document(example, Profile()) for example in sumspace.read("sample")]
CONFIGURATIONS = tuple(
    Configuration("none", extractor, sentences=length) for length in (2, 5, 9) for extractor in ("rake", "kea")
)


def model(selection="value"):
    """A model that prefers Kea if it goes by value, and anything else if it goes by chance."""
    learned = Fixed().restore(Arrays({"means": np.array([0.3, 0.4] * 3)}), 6, 0)
    return Model(CONFIGURATIONS, Fixed(), learned, "rouge-1", int(selection == "random"), "score", selection, "nothing")


@pytest.fixture
def file(tmp_path):
    save(model(), tmp_path / "my (own), =model")
    return tmp_path / "my (own), =model"


def by_hand(sentences, ranked, words):
    """The sentences that fit, as they are ranked, in the order of the text."""
    taken = []
    for sentence in ranked:
        if sum(len(sentences[i].split()) for i in [*taken, sentence]) <= words:
            taken.append(sentence)
    return [sentences[i] for i in sorted(taken)]


def summary_of(sentences, summarizer, title="", **options):
    """The sentences of the summary that the Python interface makes."""
    results = sumspace.summarize({"title": title, "sentences": list(sentences)}, summarizer, **options)
    return list(results.only.sentences)


def test_a_text_is_summarized_by_what_the_model_chooses():
    for prepared in SAMPLE[::5]:
        article = prepared.article()
        choice = built_in().choose(article, 60, "words")
        expected = by_hand(prepared.sentences, Pipeline(article).rank(choice.configuration), 60)
        assert summary_of(prepared.sentences, "callisto", prepared.example.title, words=60) == expected


def test_a_model_of_ones_own_stands_in_parentheses(file):
    prepared = SAMPLE[0]
    length = 60 * len(prepared.sentences) / sum(len(sentence.split()) for sentence in prepared.sentences)
    assert length < 3.4
    ranked = Pipeline(prepared.article()).rank(Configuration("none", "kea", sentences=2))
    expected = by_hand(prepared.sentences, ranked, 60)
    for summarizer in (f"callisto('{file}')", f" callisto ( '{file}' )", Callisto(model())):
        assert summary_of(prepared.sentences, summarizer, words=60) == expected


@pytest.mark.parametrize(
    "name", ["plain", "-odd+name!", "my (own), =model", "it's", "7", "None", "a=b", "two(1).x", "x y"]
)
def test_a_file_of_any_name_can_be_named(tmp_path, monkeypatch, name):
    monkeypatch.chdir(tmp_path)
    save(model(), Path(name))
    summarizer = parse_summarizer(str(Spec("callisto", (name,))))
    assert header_of(summarizer.model) == header_of(model())


@pytest.mark.parametrize("name", ["my.callisto", "/a/b-c_d.callisto", "~/x", "../x+y"])
def test_a_usual_file_name_needs_no_quotation_marks(name):
    with pytest.raises(SettingError, match=f"^{re.escape(name)}: cannot be read"):
        parse_summarizer(f"callisto({name})")


@pytest.mark.parametrize(
    "name", ["callisto(7)", "callisto(a, b)", "callisto(model=a)", "callisto(lead(3))", "callisto(None)"]
)
def test_what_is_no_file_name_is_refused(name):
    with pytest.raises(SettingError, match=r"callisto\(FILE\) takes one model file"):
        parse_summarizer(name)


@pytest.mark.parametrize(
    ("budget", "length"),
    [
        ("exactly(1)", 2), ("exactly(3)", 2), ("up_to(4)", 5), ("up_to(7)", 5), ("exactly(8)", 9), ("exactly(20)", 9),
        ("at_most(20)", 2), ("reach(100000)", 9), ("at_most(100000)", 9),
    ],
)  # fmt: skip
def test_the_length_of_the_summary_leads_to_configurations_of_about_that_length(budget, length):
    made = make_summary(SAMPLE[0], "c", Callisto(model()), parse_budget(budget))
    assert made.made_by == str(Configuration("none", "kea", sentences=length))


@pytest.mark.parametrize("number", range(0, 20, 3))
@pytest.mark.parametrize("budget", ["at_most({})", "reach({})", "within({}, 30)"])
def test_words_are_taken_for_as_many_sentences_as_they_make_on_the_average(number, budget):
    pipeline = Pipeline(SAMPLE[number].article())
    mean = len(pipeline.wording) / len(SAMPLE[number].sentences)
    for length in (2, 5, 9):
        made = make_summary(SAMPLE[number], "c", Callisto(model()), parse_budget(budget.format(round(length * mean))))
        assert made is None or made.made_by.endswith(f"sentences={length})")


def test_chance_is_a_matter_of_the_seed_and_the_document():
    budget = parse_budget("exactly(2)")

    def drawn(prepared, seed):
        return make_summary(prepared, "c", Callisto(model("random")), budget, seed).made_by

    assert [drawn(SAMPLE[0], seed) for seed in range(9)] == [drawn(SAMPLE[0], seed) for seed in range(9)]
    assert {drawn(SAMPLE[0], seed) for seed in range(9)} == set(map(str, CONFIGURATIONS[:2]))
    assert len({drawn(prepared, 0) for prepared in SAMPLE}) == 2
    name = SAMPLE[3].example.id
    expected = model("random").choose(SAMPLE[3].article(), 2, "sentences", crc32(name.encode()) + 5)
    assert drawn(SAMPLE[3], 5) == str(expected.configuration)


def test_where_no_length_is_told_it_is_about_a_hundred_words():
    for prepared in SAMPLE[::7]:
        article = prepared.article()
        assert Callisto(model()).rank(article) == Callisto(model()).fit(article, 100, "words").rank(article)


def test_fitted_to_a_text_it_keeps_what_kea_has_learned():
    kea, article = train_kea([prepared.example for prepared in SAMPLE[10:12]]), SAMPLE[0].article()
    fitted = Callisto(replace(model(), kea=kea)).fit(article, 5, "sentences")
    assert fitted == Configured(Configuration("none", "kea", sentences=5), kea)
    assert fitted.rank(article) == Pipeline(article, kea).rank(fitted.configuration)
    assert fitted.rank(article) != Pipeline(article).rank(fitted.configuration)


def test_fitted_to_a_text_it_names_the_configuration():
    fitted = Callisto(model()).fit(SAMPLE[0].article(), 5, "sentences")
    assert fitted == Configured(Configuration("none", "kea", sentences=5))
    assert fitted.configuration_used == str(fitted.configuration)
    assert Callisto().configuration_used == ""
    assert Callisto(model()).model_description == str(model())


def test_it_is_registered_like_any_other():
    assert "callisto" in SUMMARIZERS
    assert parse_summarizer("callisto") == Callisto() == Callisto(None)
    assert summary_of(["One two.", "Three."], "callisto") == ["One two.", "Three."]
    assert summary_of(["?!", "..."], "callisto", budget="exactly(1)") == ["?!"]


def test_a_configured_one_is_the_same_for_every_length_and_seed():
    configuration, article = Configuration("c99", "rake", sentences=3), SAMPLE[0].article()
    summarizer = Configured(configuration)
    assert summarizer.configuration_used == str(configuration)
    assert summarizer.fit(article, 100, "words") is summarizer
    assert summarizer.rank(article, seed=1) == summarizer.rank(article, seed=2)
