"""NP-Seeker, on texts whose tags are given by hand, and on real tags."""

from itertools import groupby

import pytest
from hypothesis import given
from hypothesis import strategies as st

import sumspace
from sumspace.errors import SettingError
from sumspace.text import tags
from sumspace.text.keyphrases import np_seeker
from sumspace.text.keyphrases.np_seeker import NPSeeker, noun_phrases
from sumspace.text.words import read_words

KINDS = {
    "green": "JJ",
    "old": "JJ",
    "tall": "JJ",
    "grow": "VBP",
    "fast": "RB",
    "the": "DT",
    "of": "IN",
    "taller": "JJR",
}
WORDS = st.sampled_from("the of tree trees green tall grow seed rain q , .".split())


def by_hand(text, purpose=""):  # noqa: ARG001
    return [KINDS.get(word, "CD" if word.isdigit() else "NN") for word in text.lower]


@pytest.fixture
def tagged(monkeypatch):
    monkeypatch.setattr(np_seeker, "tag_text", by_hand)


def phrases_of(sentence):
    text = read_words([sentence])
    return [" ".join(text.lower[first:last]) for first, last in noun_phrases(text, by_hand(text))]


def extract(*sentences, **setting):
    return [(phrase.text, phrase.score) for phrase in NPSeeker(**setting).extract(read_words(list(sentences)))]


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("The green tree grow fast", ["green tree"]),
        ("tree seeds of green tall trees", ["tree seeds", "green tall trees"]),
        ("tree green", ["tree"]),
        ("tree green seed", ["tree green seed"]),
        ("green, tall", []),
        ("green, tree", ["tree"]),
        ("2 trees 3 seeds", ["trees", "seeds"]),
        ("taller trees", ["trees"]),
        ("other such trees", ["trees"]),
    ],
)
def test_base_noun_phrases(sentence, expected):
    assert phrases_of(sentence) == expected


@pytest.mark.usefixtures("tagged")
def test_a_phrase_is_worth_its_frequency_times_its_length():
    found = extract("The tall rain trees grow.", "A tall rain tree, rain", "rain of seeds", "the rain")
    assert found == [("tall rain trees", 6), ("seeds", 1)]


@pytest.mark.usefixtures("tagged")
def test_only_phrases_with_the_most_frequent_heads_count():
    sentences = ["tall trees", "green trees", "tall seeds", "tall seeds", "rain"]
    assert extract(*sentences, heads=2) == [("tall seeds", 4), ("tall trees", 2), ("green trees", 2)]
    assert extract(*sentences, heads=1) == [("tall trees", 2), ("green trees", 2)]


@pytest.mark.usefixtures("tagged")
def test_a_part_of_a_better_phrase_is_left_out_and_a_better_part_stays():
    assert extract("tall rain trees", "trees", "trees", "rain trees") == [("tall rain trees", 3)]
    assert extract("tall trees", "trees", "trees", "trees") == [("trees", 3), ("tall trees", 2)]
    assert extract("rain trees", "trees rain") == [("rain trees", 2), ("trees rain", 2)]


@pytest.mark.usefixtures("tagged")
def test_single_letters_are_no_phrases():
    text = read_words(["trees", "Ω"])
    assert [phrase.text for phrase in NPSeeker().extract(text)] == ["trees"]


@pytest.mark.usefixtures("tagged")
def test_a_list_of_thousands_of_nouns_is_one_phrase():
    found = extract(" ".join(["tree", "rain", "seed"] * 1500), "tree rain", "rain tree", "rain seed tree green rain")
    assert [(len(text.split(" ")), score) for text, score in found] == [(4500, 4500), (5, 5), (2, 2)]


@given(st.lists(st.lists(WORDS, max_size=20).map(" ".join), max_size=5), st.integers(1, 4))
def test_as_the_rules_say_one_by_one(sentences, heads):
    text = read_words(sentences)
    kinds = by_hand(text)
    letters = {"NN": "n", "JJ": "j"}
    nps = []
    for first, last in text.runs:
        marks = [(i, letters.get(kinds[i], "") if not text.stops[i] else "") for i in range(first, last)]
        for usable, group in groupby(marks, key=lambda pair: bool(pair[1])):
            places = list(group)
            while usable and places and places[-1][1] == "j":
                places.pop()
            if usable and places:
                nps.append(tuple(text.stems[i] for i, _ in places))
    counts = {}
    for np in nps:
        counts[np[-1]] = counts.get(np[-1], 0) + 1
    top = sorted(counts, key=lambda head: -counts[head])[:heads]
    wanted = [np for np in dict.fromkeys(nps) if np[-1] in top and len(" ".join(np)) > 1]
    wanted.sort(key=lambda np: -nps.count(np) * len(np))
    expected = []
    for np in wanted:
        if not any(f" {' '.join(np)} " in f" {' '.join(better)} " for better, _ in expected):
            expected.append((np, nps.count(np) * len(np)))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(np_seeker, "tag_text", by_hand)
        assert [(phrase.stems, phrase.score) for phrase in NPSeeker(heads).extract(text)] == expected


def test_with_real_tags_the_head_of_a_phrase_is_a_noun():
    for example in sumspace.read("sample"):
        text = read_words(example.sentences())
        nouns = {stem for stem, kind in zip(text.stems, tags.tag_text(text, "this"), strict=True) if kind[:2] == "NN"}
        assert {phrase.stems[-1] for phrase in NPSeeker().extract(text)} <= nouns


def test_without_tags_it_says_what_it_needs(monkeypatch):
    monkeypatch.setattr(tags, "available", lambda: False)
    with pytest.raises(SettingError, match=r"^np-seeker needs part-of-speech tags: pip install 'sumspace\[tags\]'$"):
        NPSeeker().extract(read_words(["Trees"]))


def test_it_needs_a_head():
    with pytest.raises(SettingError, match="number of heads must be at least 1, not 0"):
        NPSeeker(0)
