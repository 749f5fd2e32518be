"""Part-of-speech tags, against TextBlob's own front."""

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest
from textblob import TextBlob
from textblob.en.taggers import PatternTagger

import sumspace
from sumspace.errors import SettingError
from sumspace.text import tags
from sumspace.text.words import read_words


def test_tags_of_a_sentence():
    words = "The new tagger quickly tags 12 words of Shakespeare".split()
    assert tags.tag(words) == ["DT", "JJ", "NN", "RB", "NNS", "CD", "NNS", "IN", "NNP"]


def test_no_words_have_no_tags():
    assert tags.tag([]) == []


def test_the_first_word_is_known_without_its_capital():
    assert tags.tag(["Translating", "texts"])[0] == tags.tag(["translating"])[0] == "VBG"
    assert tags.tag(["texts", "Translating"])[1] == "NNP"


def test_they_are_those_of_textblobs_pattern_tagger():
    for example in sumspace.read("sample"):
        text = read_words(example.sentences())
        assert len(tags.tag_text(text, "this")) == len(text)
        for first, last in text.sentences[:10]:
            if last > first:
                words = text.words[first:last]
                front = PatternTagger().tag(TextBlob(" ".join(words)), tokenize=False)
                assert tags.tag(words) == [kind for _, kind in front]


def test_every_sentence_of_a_text_begins_anew():
    text = read_words(["Old trees, trees", "", "Translating trees"])
    expected = [*tags.tag(["Old", "trees", "trees"]), *tags.tag(["Translating", "trees"])]
    assert tags.tag_text(text, "this") == expected


def test_nouns_and_adjectives():
    kinds = ["NN", "NNS", "NNP", "NNPS", "JJ", "JJR", "VB", "RB", "CD", "IN"]
    assert [kind for kind in kinds if tags.is_noun(kind)] == ["NN", "NNS", "NNP", "NNPS"]
    assert [kind for kind in kinds if tags.is_nominal(kind)] == ["NN", "NNS", "NNP", "NNPS", "JJ"]


def test_without_a_tagger_an_error_says_what_to_install(monkeypatch):
    assert tags.available()
    monkeypatch.setattr(tags, "find_spec", {"textblob": None}.__getitem__)
    assert not tags.available()
    with pytest.raises(SettingError) as caught:
        tags.tag_text(read_words(["Trees"]), "np-seeker")
    assert str(caught.value) == "np-seeker needs part-of-speech tags: pip install 'sumspace[tags]'"


def test_only_english_has_tags():
    with pytest.raises(SettingError, match=r"^np-seeker needs .* English \('en'\), not 'de'$"):
        tags.tag_text(read_words(["Bäume"], "de"), "np-seeker")


def test_many_threads_may_be_the_first_to_tag():
    program = """
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from sumspace.text.tags import tag
start = Barrier(8)
def work(_):
    start.wait()
    return tag(["the", "zoo", "zoning", "youths", "abandoned", "aardvark"])
with ThreadPoolExecutor(8) as pool:
    print(len({tuple(found) for found in pool.map(work, range(8))}), tag(["zoning", "abandoned"]))
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "1 ['NN', 'VBN']\n"


def test_threads_tag_as_one_does():
    sentences = [list(read_words([text]).words) for example in sumspace.read("sample") for text in example.sentences()]
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(tags.tag, sentences)) == list(map(tags.tag, sentences))
