"""Texts as key phrase extractors see them."""

from unicodedata import category

import pytest
import regex
from hypothesis import given
from hypothesis import strategies as st

import sumspace
from sumspace.text.words import read_words

PIECES = "the Bank's rates 3.14 1,000 1990s ' ’ - – — , . ( ) U.S. e\u0301te\u0301 東京 _ \u0301 \u200d ½".split()
SENTENCES = st.lists(
    st.one_of(st.lists(st.sampled_from([*PIECES, " "]), max_size=15).map("".join), st.text(max_size=30)), max_size=5
)
#: With their runs, a blank between words and a bar between runs.
EXAMPLES = {
    "Rates rose.": "Rates rose",
    "Rates, at last, rose": "Rates|at last|rose",
    "a well-known ex\u2010minister's non\u2011stop - show": "a well known ex minister's non stop show",
    "a – b — c -- d": "a|b|c d",
    "it’s the banks' \u2018own\u2019 'fault'": "it's the banks|own|fault",
    "’tis rock 'n' roll": "tis rock|n|roll",
    "3.14, 1,000,000 and 1.2.3. In 1990s": "3.14|1,000,000 and 1.2.3|In 1990s",
    "B2B 4x4 1st 3.5x": "B2B 4x4 1st 3|5x",
    "snake_case _x_": "snake|case|x",
    "The U.S. Senate": "The U|S|Senate",
    "été e\u0301te\u0301 Straße": "été e\u0301te\u0301 Straße",
    "東京 is都": "東 京 is 都",
    "カタカナー": "カ タ カ ナ ー",
    "हिन्दी में": "हिन्दी में",
    "(\u0301abc \u200ddef": "abc|def",
    "½ m": "½ m",
    "\U000134600 b": "\U000134600 b",
    "": "",
    " \t\n": "",
    "... – ?": "",
}


@pytest.mark.parametrize("sentence", EXAMPLES)
def test_words_and_runs_by_hand(sentence):
    text = read_words([sentence])
    assert "|".join(" ".join(text.words[first:last]) for first, last in text.runs) == EXAMPLES[sentence]


def letters(text):
    return [sign for sign in text if sign.isalnum()]


@given(SENTENCES)
def test_no_letter_and_no_digit_is_lost(sentences):
    text = read_words(sentences)
    assert len(text) == len(text.words) == len(text.lower) == len(text.stems) == len(text.stops)
    assert len(text.sentences) == len(sentences)
    for sentence, (first, last) in zip(sentences, text.sentences, strict=True):
        assert letters("".join(text.words[first:last])) == letters(sentence)
    for word in text.words:
        # Letters that are newer than this Python have no category yet, and radicals of Han are symbols.
        assert category(word[0])[0] in "LN" or category(word[0]) == "Cn" or regex.match(r"\p{Han}", word[0])
        assert not word.endswith("'")
        assert not any(sign.isspace() for sign in word)
        assert "\u2019" not in word


@given(SENTENCES)
def test_runs_are_all_words_one_after_the_other_and_inside_sentences(sentences):
    text = read_words(sentences)
    assert [i for first, last in text.runs for i in range(first, last)] == list(range(len(text)))
    assert all(first < last for first, last in text.runs)
    ends = [last for _, last in text.sentences]
    assert [first for first, _ in text.sentences] == [0, *ends][:-1]
    assert not ends or ends[-1] == len(text)
    # Where a sentence with words ends, a run ends.
    assert {last for first, last in text.sentences if last > first} <= {last for _, last in text.runs}


@given(SENTENCES)
def test_a_sentence_is_read_without_regard_to_the_others(sentences):
    text, alone = read_words(sentences), [read_words([sentence]) for sentence in sentences]
    for name in ("words", "lower", "stems", "stops"):
        assert list(getattr(text, name)) == [word for one in alone for word in getattr(one, name)]
    assert [last - first for first, last in text.runs] == [last - first for one in alone for first, last in one.runs]


@given(SENTENCES)
def test_words_in_lower_case_with_blanks_between_them_are_read_as_the_same_words(sentences):
    """So that a key phrase, which is written like that, can be found in its text."""
    text = read_words(sentences)
    assert read_words([" ".join(text.lower)]).lower == text.lower


@given(st.lists(st.sampled_from("The BANKS rates rising Paris doesn't".split()), max_size=8).map(" ".join))
def test_capitals_do_not_matter_for_stems_and_stop_words(sentence):
    text = read_words([sentence])
    for other in (read_words([sentence.upper()]), read_words([sentence.lower()])):
        assert (other.stems, other.stops) == (text.stems, text.stops)


def test_stop_words_are_those_of_english():
    text = read_words(["The rates of the Bank don't rise."])
    assert [word for word, stop in zip(text.words, text.stops, strict=True) if stop] == ["The", "of", "the", "don't"]
    assert not any(read_words(["The rates of the Bank."], "de").stops)


def test_stems_are_those_of_the_language_and_the_words_themselves_where_there_are_none():
    assert read_words(["Die Häuser"], "de").stems == ("die", "haus")
    assert read_words(["Les maisons"], "fr").stems == ("le", "maison")
    assert read_words(["Rates RISING"], "xx").stems == ("rates", "rising")
    assert [read_words(["x"], language).language for language in ("en", "de", "xx")] == ["en", "de", "xx"]


def test_no_text_at_all():
    text = read_words([])
    assert (text.words, text.lower, text.stems, text.stops, text.runs, text.sentences) == ((), (), (), (), (), ())
    assert read_words(["", ""]).sentences == ((0, 0), (0, 0))


def test_real_texts_have_about_as_many_words_as_there_are_between_blanks():
    for example in sumspace.read("sample"):
        sentences = example.sentences()
        assert len(read_words(sentences)) == pytest.approx(sum(len(one.split()) for one in sentences), rel=0.1)


def test_soft_hyphens_are_no_part_of_a_word():
    assert read_words(["co\u00adoperation of banks"]).words == ("cooperation", "of", "banks")
