"""Profiles print and parse in the grammar of names with options."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sumspace.errors import SettingError, UnknownNameError
from sumspace.spec import parse_spec
from sumspace.text.profile import PROFILES, Profile

PROFILE = st.builds(
    Profile,
    st.sampled_from(list(PROFILES)),
    st.booleans(),
    st.booleans(),
    st.sampled_from(["en", "de", "zh", "pt-BR"]),
    st.sampled_from(["sentences", "lines"]),
)


@given(PROFILE)
def test_a_profile_prints_as_it_parses(profile):
    assert Profile.parse(str(profile)) == profile
    assert str(parse_spec(str(profile))) == str(profile)


def test_a_bare_name_is_the_profile_as_it_is_usually_used():
    assert Profile.parse("rouge155") == Profile.parse("rouge155()") == Profile()
    assert str(Profile()) == "rouge155(stem)"
    assert Profile("rouge-score").split == "lines"


@pytest.mark.parametrize(
    ("text", "profile"),
    [
        ("rouge155(nostem, stopwords)", Profile(stem=False, stopwords=True)),
        ("rouge-score(stem, sentences, clauses)", Profile("rouge-score", split="sentences", clauses=True)),
        ("unicode(stem, lines, language=de)", Profile("unicode", language="de", split="lines")),
        ("rouge-score(nostem, sentences)", Profile("rouge-score", stem=False, split="sentences")),
        ("unicode(nostem, language=zh)", Profile("unicode", language="zh")),
        ("unicode(stem, language=pt-BR)", Profile("unicode", language="pt-BR")),
    ],
)
def test_profiles_as_they_are_written(text, profile):
    assert Profile.parse(text) == profile
    assert str(profile) == text


def test_what_is_told_apart_from_the_text_takes_precedence():
    assert Profile.parse("rouge155(stem, lines)", stem=False, split="sentences") == Profile(stem=False)
    assert Profile.parse("rouge155(stopwords)", stopwords=False, language="de") == Profile(language="de")
    # Chinese has no stemmer; that says nothing about German.
    assert Profile.parse("unicode(language=zh)", language="de") == Profile("unicode", language="de")
    assert not Profile.parse("unicode(nostem, language=zh)", language="de").stem


def test_unknown_names_are_answered_with_those_there_are():
    with pytest.raises(UnknownNameError, match="rouge155, rouge-score, unicode"):
        Profile.parse("rouge")
    with pytest.raises(UnknownNameError, match="stopwords"):
        Profile.parse("rouge155(stopword)")
    with pytest.raises(UnknownNameError, match="language=CODE"):
        Profile.parse("rouge155(lang=de)")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("rouge155+stem", "rouge155(stem)"),
        ("unicode+stem+language=de+lines", "unicode(stem, lines, language=de)"),
    ],
)
def test_the_form_with_plus_signs_is_answered_with_the_one_to_write(old, new):
    with pytest.raises(SettingError, match=re.escape(f"written as {new}, not {old}")):
        Profile.parse(old)
    assert str(Profile.parse(new)) == new


@pytest.mark.parametrize("text", ["rouge155(stem, nostem)", "unicode(lines, sentences)"])
def test_opposites_are_refused(text):
    with pytest.raises(SettingError, match="opposite"):
        Profile.parse(text)


def test_a_language_is_a_code():
    with pytest.raises(SettingError, match="German"):
        Profile("unicode", language="German")
    with pytest.raises(SettingError, match="'3'"):
        Profile.parse("unicode(language=3)")


def test_signatures_name_the_libraries_that_decide_about_tokens_and_sentences():
    def names(text, by_sentence):
        return [line.split()[0] for line in Profile.parse(text).libraries(by_sentence)]

    assert names("rouge155", by_sentence=False) == []
    assert names("rouge-score", by_sentence=True) == ["sentencex"]
    assert names("unicode", by_sentence=True) == ["sentencex", "regex", "PyStemmer"]
    assert names("unicode(nostem)", by_sentence=False) == ["regex"]
