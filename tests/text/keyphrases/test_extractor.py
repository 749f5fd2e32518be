"""What every key phrase extractor keeps to, and the parts they share."""

import math
import subprocess
import sys
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import FrozenInstanceError, fields

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import sumspace
from sumspace.errors import SettingError
from sumspace.text.keyphrases.extractor import EXTRACTORS, Phrase, PhraseCandidate, collect, ranked, without_parts
from sumspace.text.words import read_words

NAMES = list(EXTRACTORS)
PIECES = "the of and model models Model tree trees parsing NASA x 7 3.14 Paris , . ; green greener well-known".split()
SENTENCES = st.lists(st.lists(st.sampled_from(PIECES), max_size=25).map(" ".join), max_size=6)


@pytest.fixture(scope="module")
def documents():
    return [read_words(example.sentences()) for example in sumspace.read("sample")]


def check(text, phrases):
    """No stems stand twice, scores fall, and some run has the words of each phrase, with its stems, in a row."""
    assert len({phrase.stems for phrase in phrases}) == len(phrases)
    spans = {
        (text.stems[i : i + size], text.lower[i : i + size])
        for size in {len(phrase.stems) for phrase in phrases}
        for first, last in text.runs
        for i in range(first, last - size + 1)
    }
    for phrase in phrases:
        assert math.isfinite(phrase.score)
        assert phrase.text == phrase.text.lower()
        assert (phrase.stems, tuple(phrase.text.split(" "))) in spans
    scores = [phrase.score for phrase in phrases]
    assert scores == sorted(scores, reverse=True)


def test_there_are_callistos_three_and_two_that_people_expect():
    assert {"kea", "extractor", "np-seeker", "rake", "textrank"} <= set(NAMES)


@pytest.mark.parametrize(("name", "module"), [("extractor", "turney"), ("np-seeker", "np_seeker"), ("rake", "rake")])
def test_looking_one_up_loads_its_module_alone(name, module):
    code = (
        "import sys; from sumspace.text.keyphrases.extractor import EXTRACTORS; "
        f"EXTRACTORS[{name!r}]; print(*(m for m in sys.modules if m.startswith('sumspace.text.keyphrases.')))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = {name.rpartition(".")[2] for name in done.stdout.split()}
    assert loaded == {"extractor", module}


@pytest.mark.parametrize("name", NAMES)
def test_an_extractor_is_an_immutable_value(name):
    kind = EXTRACTORS[name]
    assert kind() == kind()
    assert hash(kind()) == hash(kind())
    assert kind.title == kind.title.strip() != ""
    assert kind.paper[-4:].isdigit()
    for field in fields(kind):
        with pytest.raises(FrozenInstanceError):
            setattr(kind(), field.name, None)


@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=40)
@given(sentences=SENTENCES)
def test_phrases_are_in_the_text_and_in_order(name, sentences):
    text = read_words(sentences)
    check(text, EXTRACTORS[name]().extract(text))


@pytest.mark.parametrize("name", NAMES)
def test_real_documents_have_phrases(name, documents):
    for text in documents:
        phrases = EXTRACTORS[name]().extract(text)
        assert len(phrases) >= 5
        check(text, phrases)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("sentences", [[], [""], ["", ""], ["... ; -"], ["The of and, the."], ["12 3.14 2004"]])
def test_a_text_without_content_has_no_phrases(name, sentences):
    assert EXTRACTORS[name]().extract(read_words(sentences)) == []


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("sentences", [["Cats"], ["", "Cats."], ["The cats of the cat", "CATS"], ["cats, " * 300]])
def test_one_word_is_one_phrase(name, sentences):
    assert [phrase.text for phrase in EXTRACTORS[name]().extract(read_words(sentences))] == ["cats"]


@pytest.mark.parametrize("name", NAMES)
def test_ties_are_broken_by_what_comes_first(name):
    words = "blik dorv frum glan hest jolp kern".split()
    phrases = EXTRACTORS[name]().extract(read_words([" of the ".join(words) + "."]))
    assert len({phrase.score for phrase in phrases}) == 1 or name == "kea"
    assert [phrase.text for phrase in phrases] == words[: len(phrases)]
    assert phrases


@pytest.mark.parametrize("name", NAMES)
def test_any_number_of_threads_gets_the_same(name, documents):
    extractor = EXTRACTORS[name]()
    alone = [extractor.extract(text) for text in documents[:8]]
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(extractor.extract, documents[:8])) == alone


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(
    ("language", "sentence"), [("de", "Die Banken und die Bank"), ("xx", "Blik blak"), ("zh", "中文")]
)
def test_other_languages_work_or_say_why_not(name, language, sentence):
    text = read_words([sentence, sentence], language)
    try:
        check(text, EXTRACTORS[name]().extract(text))
    except SettingError as error:
        assert "English" in str(error)  # noqa: PT017
        assert name == "np-seeker"


def test_content_words_have_letters_and_are_no_stop_words():
    assert read_words(["The 2 B2B 3.5 tree of 1990s"]).content == [False, False, True, False, True, False, True]


@given(SENTENCES)
def test_stretches_are_as_long_as_can_be(sentences):
    text = read_words(sentences)
    allowed = text.content
    found = text.stretches(allowed)
    inside = [i for first, last in found for i in range(first, last)]
    assert inside == [i for i in range(len(text)) if allowed[i]]
    begins = {first for first, _ in text.runs}
    for first, last in found:
        assert begins.isdisjoint(range(first + 1, last))
        assert first in begins or not allowed[first - 1]
        assert last == len(text) or last in begins or not allowed[last]


def test_a_phrase_is_written_as_it_mostly_is():
    text = read_words(["Red trees, red tree, RED TREE, trees"])
    assert collect(text, [(0, 2), (2, 4), (4, 6), (6, 7)]) == [
        PhraseCandidate(("red", "tree"), "red tree", 3, 0),
        PhraseCandidate(("tree",), "trees", 1, 6),
    ]


def test_of_forms_as_frequent_the_first_one_counts():
    text = read_words(["trees, tree, tree, trees"])
    assert collect(text, text.runs) == [PhraseCandidate(("tree",), "trees", 4, 0)]


@given(SENTENCES)
def test_collecting_counts_every_span_once(sentences):
    text = read_words(sentences)
    found = collect(text, text.runs)
    assert {one.stems: one.count for one in found} == Counter(text.stems[first:last] for first, last in text.runs)
    assert [one.first for one in found] == sorted(one.first for one in found)


def test_scores_that_differ_by_rounding_are_ties():
    late, early = PhraseCandidate(("a",), "a", 1, 5), PhraseCandidate(("b",), "b", 1, 2)
    assert ranked([(late, 0.1 + 0.2), (early, 0.3)]) == [Phrase("b", ("b",), 0.3), Phrase("a", ("a",), 0.3)]
    assert ranked([(late, 0.31), (early, 0.3)]) == [Phrase("a", ("a",), 0.31), Phrase("b", ("b",), 0.3)]


@given(st.lists(st.text("abc", min_size=1, max_size=6), unique=True, max_size=12))
def test_parts_of_earlier_phrases_are_left_out(names):
    phrases = [Phrase(" ".join(name), tuple(name), 1.0) for name in names]
    expected = [name for i, name in enumerate(names) if not any(name in earlier for earlier in names[:i])]
    assert ["".join(phrase.stems) for phrase in without_parts(phrases)] == expected
