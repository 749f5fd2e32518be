"""Messages are one line that can be read, whatever they quote."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sumspace.errors import CorpusError, Problem, SettingError, UnknownNameError, shortened

ENDLESS = "x" * 1_000_000


@pytest.mark.parametrize("text", ["", "a name", "word " * 299, "x" * 300, f"{'x' * 300} {'y' * 300}"])
def test_messages_of_usual_length_stay_as_they_are(text):
    assert shortened(text) == text


def test_what_stands_around_a_long_name_is_kept():
    text = shortened(f"corpus.jsonl:3: id: {ENDLESS!r} is already the id of line 1; every example needs its own")
    assert text.startswith("corpus.jsonl:3: id: 'xxx")
    assert text.endswith("xxx' is already the id of line 1; every example needs its own")
    assert len(text) < 400


def test_names_that_are_whole_texts_are_shortened_too():
    text = shortened(f"unknown system {'a word ' * 100_000!r}; write one of these")
    assert (len(text), text[:22], text[-20:]) == (1500, "unknown system 'a word", "; write one of these")


@given(st.text(max_size=50).map(lambda part: part * 60))
def test_what_is_short_enough_is_not_shortened_again(text):
    assert shortened(shortened(text)) == shortened(text)
    assert len(shortened(text)) <= 1500


@pytest.mark.parametrize(
    "error",
    [
        SettingError(f"no system {ENDLESS}"),
        UnknownNameError("system", ENDLESS, [ENDLESS, *map(str, range(100_000))]),
        CorpusError(Problem(f"folder/{ENDLESS}/corpus.jsonl", f"no unit {ENDLESS}", 3, f"systems.{ENDLESS}")),
    ],
)
def test_no_error_quotes_names_of_any_length(error):
    assert len(str(error)) <= 1500


def test_paths_that_a_system_allows_are_recognized():
    path = f"{'/'.join(['a folder of a name'] * 40)}/corpus.jsonl"
    assert str(Problem(path, "is empty", 3)) == f"{path}:3: is empty"
