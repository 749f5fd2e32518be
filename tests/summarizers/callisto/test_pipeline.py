"""CALLISTO's pipeline against its rule, written down plainly (Rigouste 2004, section 2.1)."""

from fractions import Fraction
from functools import cache
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import sumspace
from sumspace.document import Article, Document
from sumspace.summarizers.callisto.configuration import Configuration
from sumspace.summarizers.callisto.pipeline import Pipeline
from sumspace.summarizers.callisto.summarizer import Configured
from sumspace.text.keyphrases.extractor import EXTRACTORS, Phrase
from sumspace.text.keyphrases.kea import Feature, Kea, KeaModel
from sumspace.text.profile import Profile
from sumspace.text.segmentation.segmenter import SEGMENTERS
from sumspace.text.words import read_words

SAMPLE = [Document(example, Profile()).article() for example in list(sumspace.read("sample"))[::5]]
PIECES = "the of bank banks Banking rate rates solar panel panels , ; - well-known 7".split()
TEXTS = st.lists(st.lists(st.sampled_from(PIECES), max_size=12).map(" ".join), max_size=12)
CONFIGURATIONS = st.builds(
    Configuration,
    st.sampled_from(list(SEGMENTERS)),
    st.sampled_from(["extractor", "kea", "rake", "textrank"]),
    phrases=st.sampled_from([1, 2, 3, 10, 100]),
    threshold=st.integers(1, 4),
    match=st.sampled_from(["stems", "words"]),
)


def article(texts, **others):
    """An article whose content words are numbered as they come."""
    numbers = {}
    sentences = []
    for text in map(read_words, [[text] for text in texts]):
        kept = [stem for stem, stop in zip(text.stems, text.stops, strict=True) if not stop]
        sentences.append([numbers.setdefault(stem, len(numbers)) for stem in kept])
    return Article(sentences, texts, **others)


def occurrences(sentence, phrases, match):
    """How often phrases are in a sentence: its runs as strings, searched from every place on."""
    text = read_words([sentence])
    words = text.stems if match == "stems" else text.lower
    count = 0
    for phrase in phrases:
        wanted = " ".join(phrase.stems) if match == "stems" else phrase.text
        for first, last in text.runs:
            run = f" {' '.join(words[first:last])} "
            count += sum(run.startswith(f" {wanted} ", place) for place in range(len(run)))
    return count


@cache
def counts_in(texts, extractor, phrases, match):
    """How many key phrases every sentence has, and how many words."""
    best = EXTRACTORS[extractor]().extract(read_words(texts))[:phrases]
    return [occurrences(text, best, match) for text in texts], [len(read_words([text])) for text in texts]


def rule(given, configuration):
    """Segments by density; from each the sentences above the threshold by count; then, the same way, the others."""
    phrases = configuration.extractor, configuration.phrases, configuration.match
    counts, words = counts_in(tuple(given.texts), *phrases)
    starts = SEGMENTERS[configuration.segmenter]().segment(given.sentences)
    segments = [range(a, b) for a, b in pairwise([*starts, len(given.texts)])]

    def density(segment):
        many = sum(words[i] for i in segment)
        return Fraction(sum(counts[i] for i in segment), many) if many else Fraction(0)

    ranked = []
    for enough in (True, False):
        for segment in sorted(segments, key=lambda one: (-density(one), one.start)):
            there = [i for i in segment if (counts[i] >= configuration.threshold) is enough]
            ranked += sorted(there, key=lambda i: (-counts[i], i))
    return ranked


@pytest.mark.parametrize("number", range(len(SAMPLE)))
@pytest.mark.parametrize("segmenter", list(SEGMENTERS))
def test_real_texts_are_ranked_by_the_rule(number, segmenter):
    pipeline = Pipeline(SAMPLE[number])
    orders = set()
    for extractor, match, (phrases, threshold) in [
        ("kea", "stems", (5, 1)), ("kea", "words", (20, 3)), ("rake", "stems", (20, 1)), ("extractor", "words", (8, 2)),
        ("textrank", "stems", (100, 2)),
    ]:  # fmt: skip
        configuration = Configuration(segmenter, extractor, phrases, threshold, match)
        ranked = pipeline.rank(configuration)
        assert ranked == rule(SAMPLE[number], configuration)
        orders.add(tuple(ranked))
    assert len(orders) > 3


@given(TEXTS, CONFIGURATIONS)
def test_any_text_is_ranked_by_the_rule(texts, configuration):
    given_text = article(texts)
    ranked = Pipeline(given_text).rank(configuration)
    assert ranked == rule(given_text, configuration)
    assert sorted(ranked) == list(range(len(texts)))
    assert all(type(sentence) is int for sentence in ranked)


@settings(max_examples=30)
@given(TEXTS, st.lists(CONFIGURATIONS, min_size=2, max_size=4))
def test_configurations_of_one_document_do_not_disturb_each_other(texts, configurations):
    pipeline = Pipeline(article(texts))
    found = [pipeline.rank(configuration) for configuration in configurations]
    assert found == [Pipeline(article(texts)).rank(configuration) for configuration in configurations]


def told(monkeypatch, extractor, phrases):
    """Let an extractor find these phrases, whatever the text; return how often it was asked."""
    asked = []
    found = [Phrase(text, read_words([text]).stems, 1.0) for text in phrases]
    monkeypatch.setattr(EXTRACTORS[extractor], "extract", lambda _, text: asked.append(text) or found)
    return asked


def divided(monkeypatch, segmenter, starts):
    asked = []
    monkeypatch.setattr(SEGMENTERS[segmenter], "segment", lambda _, sentences: asked.append(sentences) or starts)
    return asked


def test_a_ranking_by_hand(monkeypatch):
    """Densities 1/6, 3/6 and 2/4: the second and the third are equal, so that the earlier one comes first."""
    told(monkeypatch, "rake", ["bank", "rate"])
    divided(monkeypatch, "c99", [0, 2, 4])
    texts = ["A bank fell.", "It was so.", "It rained here.", "Banks, rates, banks.", "A rate.", "Rates rose."]
    pipeline = Pipeline(article(texts))
    assert pipeline.segments("c99").tolist() == [0, 0, 1, 1, 2, 2]
    assert pipeline.key_phrases_in(Configuration("c99", "rake")).tolist() == [1, 0, 0, 3, 1, 1]
    assert pipeline.rank(Configuration("c99", "rake")) == [3, 4, 5, 0, 2, 1]
    # With two at least, sentence 3 alone is wanted before all others, which follow by the same rules.
    assert pipeline.rank(Configuration("c99", "rake", threshold=2)) == [3, 2, 4, 5, 0, 1]
    assert pipeline.rank(Configuration("c99", "rake", threshold=1_000_000)) == [3, 2, 4, 5, 0, 1]
    # The best phrase alone: densities 1/6, 2/6 and 0.
    assert pipeline.rank(Configuration("c99", "rake", phrases=1)) == [3, 0, 2, 1, 4, 5]


def test_more_phrases_than_there_are_are_all_that_there_are(monkeypatch):
    told(monkeypatch, "rake", ["bank", "rate"])
    pipeline = Pipeline(article(["A rate.", "Banks, banks."]))
    found = [pipeline.key_phrases_in(Configuration("none", "rake", phrases=n)).tolist() for n in (1, 2, 3, 100)]
    assert found == [[0, 2], [1, 2], [1, 2], [1, 2]]


def test_no_more_phrases_are_looked_for_than_a_configuration_can_ask_for(monkeypatch):
    told(monkeypatch, "rake", [f"word{n}" for n in range(150)])
    assert len(Pipeline(article(["word1 word99 word100"])).phrases("rake")) == 100
    configuration = Configuration("none", "rake", phrases=100)
    assert Pipeline(article(["word1 word99 word100"])).key_phrases_in(configuration).tolist() == [2]


def test_phrases_are_found_by_stems_or_by_words(monkeypatch):
    told(monkeypatch, "rake", ["solar panels"])
    pipeline = Pipeline(article(["A solar panel.", "SOLAR PANELS pay.", "Panels, solar ones."]))
    by_stems = pipeline.key_phrases_in(Configuration("none", "rake", match="stems"))
    by_words = pipeline.key_phrases_in(Configuration("none", "rake", match="words"))
    assert (by_stems.tolist(), by_words.tolist()) == ([1, 1, 0], [0, 1, 0])


def test_an_occurrence_crosses_neither_punctuation_nor_the_end_of_a_sentence(monkeypatch):
    told(monkeypatch, "rake", ["solar panel"])
    texts = ["Solar, panel", "It is solar", "panel", "solar-panel", "solar – panel", "", "solar panel; solar panel"]
    counts = Pipeline(article(texts)).key_phrases_in(Configuration("none", "rake"))
    assert counts.tolist() == [0, 0, 0, 1, 0, 0, 2]


def test_occurrences_may_overlap(monkeypatch):
    told(monkeypatch, "rake", ["bank rate", "rate bank", "bank"])
    counts = Pipeline(article(["Bank rate bank rate."])).key_phrases_in(Configuration("none", "rake"))
    assert counts.tolist() == [2 + 1 + 2]


@pytest.mark.parametrize("configuration", [Configuration(one, "rake") for one in SEGMENTERS], ids=str)
@pytest.mark.parametrize(
    "texts", [[], [""], ["", ""], ["...", "?!", "–"], ["The of and.", "Of the, and", "the"], ["One."], ["Banks fail."]]
)
def test_a_text_without_key_phrases_is_taken_from_its_beginning(configuration, texts):
    assert Pipeline(article(texts)).rank(configuration) == list(range(len(texts)))


def test_segmentations_phrases_and_words_are_found_once(monkeypatch):
    extracted, segmented = told(monkeypatch, "rake", ["bank"]), divided(monkeypatch, "c99", [0, 1])
    pipeline = Pipeline(article(["A bank.", "Banks."]))
    assert (extracted, segmented) == ([], [])
    for phrases in (1, 5, 10):
        for match in ("stems", "words"):
            for length in (1, 2):
                pipeline.rank(Configuration("c99", "rake", phrases, 1, match, length))
    assert len(extracted) == len(segmented) == 1
    assert extracted[0] is pipeline.wording


def test_a_text_without_key_phrases_is_not_looked_through_again(monkeypatch):
    extracted = told(monkeypatch, "rake", [])
    pipeline = Pipeline(article(["A bank.", "Banks."]))
    assert [pipeline.rank(Configuration("none", "rake", phrases=n)) for n in (1, 2)] == [[0, 1], [0, 1]]
    assert len(extracted) == 1


@given(st.lists(st.lists(st.integers(0, 5000), max_size=8), max_size=8))
def test_where_only_numbers_of_words_are_known_they_stand_for_the_words(sentences):
    """Different numbers are different words, none is a stop word, and none is too short for a phrase."""
    text = Pipeline(Article(sentences)).wording
    assert [last - first for first, last in text.sentences] == list(map(len, sentences))
    flat = [word for sentence in sentences for word in sentence]
    assert len(set(zip(flat, text.stems, strict=True))) == len(set(flat)) == len(set(text.stems))
    assert not any(text.stops)
    assert {phrase.stems for phrase in EXTRACTORS["extractor"]().extract(text)} or not flat


def test_kea_looks_for_what_it_has_learned():
    model = KeaModel(
        Feature((0.1,), (1, 4), (20, 2)), Feature((0.25, 0.5), (3, 1, 1), (4, 8, 10)), 7, (("bank", 6), ("rate", 2))
    )
    pipeline, own = Pipeline(SAMPLE[0]), Pipeline(SAMPLE[0], model)
    assert own.phrases("kea") == tuple(Kea(model).extract(own.wording)[:100]) != pipeline.phrases("kea")
    assert own.phrases("rake") == pipeline.phrases("rake")
    configuration = Configuration("none", "kea", phrases=5)
    assert Configured(configuration, model).rank(SAMPLE[0]) == own.rank(configuration)
    assert Configured(configuration).rank(SAMPLE[0]) == pipeline.rank(configuration) != own.rank(configuration)


def test_a_text_is_read_in_its_language():
    texts = ["Die Häuser der Stadt.", "Das Haus."]
    assert Pipeline(article(texts, language="de")).wording.stems == ("die", "haus", "der", "stadt", "das", "haus")
    assert Pipeline(article(texts, language="de")).wording.language == "de"
