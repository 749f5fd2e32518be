"""Both Porter stemmers, against the programs they follow."""

import subprocess
from functools import cache

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from nltk.stem.porter import PorterStemmer

import official
from sumspace.text import kernels
from sumspace.text.encoding import Vocabulary
from sumspace.text.rouge_data import stop_words, word_exceptions
from sumspace.text.stemmers import snowball
from sumspace.text.stemmers.nltk import IRREGULAR

SUFFIXES = (
    "s es ed ing eed ies ied ational ization iveness fulness ousness tional biliti entli ousli ation alism aliti iviti "
    "enci anci izer alli ator logi bli eli icate ative alize iciti ical ness ful fulli ement ment ent ance ence able "
    "ible ant ism ate iti ous ive ize al er ic ou ion sion tion e ll y yed ying"
).split()


def stems(words, variant):
    vocabulary = Vocabulary()
    vocabulary.number_lines(word.encode() for word in words)
    arena, starts = vocabulary.words
    lines = np.empty(sum(map(len, words)) + 2 * len(words), dtype=np.uint8)
    return bytes(lines[: kernels.stem_words(arena, starts, 0, variant, lines)]).decode().splitlines()


@cache
def made_up_words():
    """Words with every suffix and pair of suffixes after short and long beginnings, y in all places."""
    heads = "a y ya ay by bay yey str oat trouble oaten rel condi sky enjoy gyro hop fil hiss 4 b2b".split()
    tails = [*SUFFIXES, *(one + two for one in SUFFIXES for two in SUFFIXES)]
    return sorted({head + tail for head in heads for tail in tails if len(head + tail) > 3})


def test_rouge155_stems_as_the_official_script(official_folder):
    words = made_up_words()
    script = (official.RELEASE / "ROUGE-1.5.5.pl").read_text(encoding="latin-1")
    stemmer = script[script.index("local %step2list;") :] + "initialise(); while(<STDIN>){chomp; print stem($_),'\n';}"
    file = official_folder / "stem.pl"
    file.write_text(stemmer, encoding="latin-1")
    done = subprocess.run(["perl", file], input="\n".join(words), capture_output=True, text=True, check=True)
    assert dict(zip(words, stems(words, kernels.ROUGE155), strict=True)) == dict(
        zip(words, done.stdout.splitlines(), strict=True)
    )


def test_published_differences_from_other_porter_stemmers():
    assert stems(["professional", "statement"], kernels.ROUGE155) == ["profess", "statem"]


def test_nltk_stems_as_nltk():
    words = [word for word in made_up_words() if word not in IRREGULAR]
    theirs = PorterStemmer()
    assert dict(zip(words, stems(words, kernels.NLTK), strict=True)) == {word: theirs.stem(word) for word in words}


@given(st.from_regex(r"[a-z0-9]{4,12}", fullmatch=True))
def test_nltk_stems_any_word_as_nltk(word):
    assert IRREGULAR.get(word) or stems([word], kernels.NLTK) == [PorterStemmer().stem(word)]


def test_irregular_words_are_nltks():
    assert PorterStemmer().pool == IRREGULAR


def test_short_words_stay():
    assert stems(["was", "ties", "a"], kernels.ROUGE155) == ["was", "ti", "a"]


def test_rouges_data_files():
    assert len(stop_words()) == 596  # on 598 lines
    table = word_exceptions()
    assert len(table) == 5930
    assert table["mice"] == "mouse"
    assert table["comics"] == "comic_strip"


def test_snowball_knows_every_language_it_lists():
    for language in snowball.LANGUAGES:
        assert snowball.stemmer(language)
    assert snowball.algorithm("zh") == ""
    assert snowball.algorithm("pt-BR") == snowball.algorithm("pt") == "portuguese"
    german = snowball.stemmer("de")
    assert german("häuser") == german("haus")
