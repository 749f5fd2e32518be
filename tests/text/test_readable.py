"""Which sentences may be taken: good ones of many kinds are not refused, crumbs of real corpora are."""

import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sumspace.corpus.source import read
from sumspace.errors import SettingError
from sumspace.text.readable import PLACES_LOST, Readability, is_sentence, leans, readable

GOOD = [
    "Argentine politics are therefore highly unstable.",
    "Service connection for PTSD is denied.",
    "He waved it menacingly.",
    "Exceptional rooms and service!",
    "they organised rehabilitation projects.",
    "The competition ended on Tuesday",
    "We use an SVM classifier to compare our proposed semi-supervised Mincut approach to a reasonable",
    "The examiner commented as follows:",
    '"I\'ve been considering the matter for some time and—"',
    "Techniques like cube pruning can be used to include the non-local features in our decoder.8",
    "Biases emerged across the history of our species. [10]",
    "THE BOARD OF APPEALS FINDS THAT THE CLAIM IS NOT WELL GROUNDED.",
    "] Furthermore, the expert reiterated the opinion.",
    "In 2003, 12 of 14 men left.",
    "... if i get more support i will take as many as i can.",
]
CRUMBS = [
    "",
    " ",
    ")",
    "Ms.",
    "C.",
    "Id. at 128- 29.",
    "38 C.F.R. § 3.304(f) (1998).",
    "38 U.S.C.A. §§ 5103, 5107 (West 2014); 38 C.F.R. §§ 3.102, 3.159 (2014).",
    "Zarycki, 6 Vet. App. at 98.",
    "See West v. Brown, 7 Vet. App. 70, 77-78 (1994).",
    "Monday, March 5, 2007",
    "Evansville, Indiana, United States -",
    "4.1 The Task and the Corpus.",
    "Related Work and Proposed Methods",
    "REASONS AND BASES FOR FINDINGS AND CONCLUSION",
    "On appeal from the Department of Veterans Affairs Regional Office in Louisville, Kentucky",
    "The board heard the testimony of Mr.",
    "We used the simple graph model based on nouns in lists (cf.",
    ", fm and decode each one to obtain a forest of translations.",
    "Keywords: mutation operators; geographic information systems; mutation testing",
    "12 14 17 2001 33 4.5",
]


@pytest.mark.parametrize("text", GOOD)
def test_sentences_are_taken(text):
    assert is_sentence(text)


@pytest.mark.parametrize("text", CRUMBS)
def test_crumbs_are_not(text):
    assert not is_sentence(text)


@pytest.mark.parametrize(
    ("language", "text", "taken"),
    [
        ("zh", "猫坐在垫子上。", True),
        ("zh", "北京", False),
        ("ja", "東京は日本の首都です", True),
        ("th", "แมวนั่งอยู่บนเสื่อและหลับไป", True),
        ("th", "แมว", False),
        ("de", "Die Katze sitzt auf der Matte", True),
        ("de", "INHALT", False),
        ("ru", "Кошка сидела на ковре", True),
        ("ar", "جلست القطة على السجادة", True),
        ("hi", "बिल्ली चटाई पर बैठी है", True),
        ("fr", "12 14 17 2001 deux trois cinq six", True),
        ("fr", "12 14 17 2001 33 44 55 deux trois cinq six", False),
    ],
)
def test_in_other_languages_words_and_letters_count(language, text, taken):
    assert is_sentence(text, language) is taken


def test_the_built_in_sample_loses_only_what_is_shorter():
    refused = [text for example in read("sample") for text in example.sentences() if not is_sentence(text)]
    assert refused
    assert all(len(text.split()) < 4 for text in refused)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("He left the bank.", True),
        ('"They left," he said.', True),
        ("This shows that it works.", True),
        ("These results are new.", True),
        ("However, nobody came.", True),
        ("In addition, nobody came.", True),
        ("But nobody came.", True),
        ("It's a matter of taste.", True),
        ("This paper shows that it works.", False),
        ("This week, nobody came.", False),
        ("It is known that nobody came.", False),
        ("It was hard to say.", False),
        ("Hers and his were sold.", True),
        ("Heat rose.", False),
        ("Italy won.", False),
        ("Andrew won.", False),
        ("Nobody came.", False),
        ("1999", False),
        ("", False),
    ],
)
def test_what_leans_on_the_sentence_before(text, expected):
    assert leans(text) is expected


def test_a_sentence_leans_on_the_last_one_before_it_that_may_be_taken():
    texts = [
        "He came to the bank.",
        "The bank was sold.",
        "Ms.",
        "It had lost money.",
        "and it was old enough.",
        "It is.",
    ]
    found = readable(texts)
    assert found.allowed.tolist() == [True, True, False, True, True, False]
    assert found.needs.tolist() == [-1, -1, -1, 1, 3, -1]
    assert readable([text.lower() for text in texts[1:]]).needs.tolist() == [-1, -1, 0, 2, -1]
    assert readable(texts, "nl").needs.tolist() == [-1, -1, -1, -1, 3, -1]


def test_without_a_number_of_words_everything_is_off():
    found = readable(["Ms.", "He left it then.", ""], min_words=0)
    assert (found.allowed.tolist(), found.needs.tolist()) == ([True] * 3, [-1] * 3)
    assert found.reorder([2, 0, 1]) == [2, 0, 1]
    assert readable([]).allowed.shape == readable([]).needs.shape == (0,)
    for wrong in (-1, sys.maxsize):
        with pytest.raises(SettingError, match="--min-words"):
            readable(["One."], min_words=wrong)


@given(st.data(), st.integers(0, 12))
def test_an_order_has_fragments_last_and_lets_sentences_fall_behind_by_a_few_places(data, n):
    ranked = data.draw(st.permutations(range(n)))
    allowed = data.draw(st.lists(st.booleans(), min_size=n, max_size=n))
    needs = [data.draw(st.integers(-1, number - 1)) for number in range(n)]
    order = Readability(allowed, needs).reorder(ranked)
    assert sorted(order) == list(range(n))
    assert [allowed[number] for number in order] == sorted((allowed[number] for number in order), reverse=True)
    for kind in (True, False):
        before = [number for number in ranked if allowed[number] is kind]
        after = [number for number in order if allowed[number] is kind]
        for number in before:
            leaning = needs[number] >= 0 and ranked.index(needs[number]) > ranked.index(number)
            fell = after.index(number) - before.index(number)
            assert fell <= (PLACES_LOST if leaning else 0)


@given(st.text(max_size=60), st.sampled_from(["en", "de", "zh", "th"]), st.integers(1, 9))
def test_any_text_is_judged_and_more_words_are_never_easier_to_have(text, language, words):
    assert is_sentence(text, language, words) or not is_sentence(text, language, words + 1)
    readable([text, text], language, words)
