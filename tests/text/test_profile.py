import pytest
from hypothesis import given
from hypothesis import strategies as st

from sumspace.errors import SettingError, UnknownNameError
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


def test_a_bare_name_is_the_profile_as_it_is_usually_used():
    assert Profile.parse("rouge155") == Profile()
    assert str(Profile()) == "rouge155+stem"
    assert Profile("rouge-score").split == "lines"


def test_unknown_names_are_answered_with_those_there_are():
    with pytest.raises(UnknownNameError, match="rouge155, rouge-score, unicode"):
        Profile.parse("rouge")
    with pytest.raises(UnknownNameError, match="stopwords"):
        Profile.parse("rouge155+stopword")


def test_languages_without_a_stemmer_say_so():
    assert str(Profile("unicode", language="zh")) == "unicode+nostem+language=zh"
    assert str(Profile("unicode", language="pt-BR")) == "unicode+stem+language=pt-BR"


def test_a_language_is_a_code():
    with pytest.raises(SettingError, match="German"):
        Profile("unicode", language="German")
