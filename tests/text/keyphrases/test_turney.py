"""Turney's Extractor, step by step by hand, and against the steps written out in another way."""

import itertools
from collections import Counter
from statistics import mean

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sumspace.errors import SettingError
from sumspace.text.keyphrases.turney import Extractor
from sumspace.text.words import read_words

WORDS = st.sampled_from("the of tree trees green seeds growing Paris NASA up 12 rainfall , .".split())
TEXTS = st.lists(st.lists(WORDS, max_size=20).map(" ".join), max_size=5).map(read_words)
#: Everything short is accepted.
ANY = {"min_length_low_rank": 0}


def extract(*sentences, **setting):
    return [(phrase.text, phrase.score) for phrase in Extractor(**setting).extract(read_words(list(sentences)))]


def filler(words):
    """So many words that are no content."""
    return "the, " * words


def test_a_stem_scores_its_frequency():
    low = {"first_low_factor": 1}
    assert extract("seeds of trees, tree, trees", **low) == [("trees", 3), ("seeds", 1)]


@pytest.mark.parametrize(("before", "score"), [(0, 4), (38, 4), (39, 2), (399, 2), (400, 1.3), (900, 1.3)])
def test_early_ones_are_worth_more_and_late_ones_less(before, score):
    assert extract(filler(before) + "seeds, seeds") == [("seeds", pytest.approx(score))]


def test_a_stem_expands_to_the_best_phrase_it_is_in():
    # tree: 5 alone, green tree: 2 × 2.33, tall green tree: 1 × 5.
    sentences = ["trees, trees, trees", "green trees", "tall green trees"]
    assert extract(*sentences, **ANY) == [("trees", 10), ("tall green trees", 4)]
    # With another factor, two words beat one for both stems; the phrase has the better score of its stems, once.
    assert extract(*sentences, factor_two_one=2.6, **ANY) == [("green trees", 10), ("tall green trees", 2)]


def test_phrases_have_three_words_at_most_and_no_stop_word_number_or_short_word():
    assert extract("green trees growing rainfall", **ANY)[0] == ("green trees growing", 2)
    for between in ["of", "12", "up", ",", "xy"]:
        assert {text for text, _ in extract(f"green {between} rainfall", **ANY)} == {"green", "rainfall"}


def test_the_most_frequent_form_is_written():
    assert extract("green tree, Green Trees, green trees", **ANY) == [("green trees", 6)]


def test_short_phrases_must_rank_high():
    # Ten phrases of 4 characters and one of 9 have a mean of 4.45.
    sentence = "aaaa, aaaa, bbbb, bbbb, cccc, cccc, dddd, dddd, eeee, eeee, fffffffff"
    assert [text for text, _ in extract(sentence, min_length_low_rank=1)] == [
        "aaaa",
        "bbbb",
        "cccc",
        "dddd",
        "fffffffff",
    ]
    assert [text for text, _ in extract(sentence, min_length_low_rank=1, min_rank_low_length=2)] == [
        "aaaa",
        "fffffffff",
    ]
    assert len(extract(sentence, min_length_low_rank=0.5)) == 6


def test_short_abbreviations_are_accepted():
    strict = {"min_length_low_rank": 1, "min_rank_low_length": 0}
    assert extract("NASA, rainfalls", **strict) == [("nasa", 2), ("rainfalls", 2)]
    assert extract("NASA, nasa, rainfalls", **strict) == [("rainfalls", 2)]
    assert extract("Nasa, rainfalls", **strict) == [("rainfalls", 2)]


def test_proper_nouns_can_be_left_out():
    sentences = ["Green trees of Paris", "green New Zealand"]
    assert "paris" in dict(extract(*sentences, **ANY))
    found = dict(extract(*sentences, suppress_proper=True, **ANY))
    assert "paris" not in found
    assert "green trees" in found
    assert "zealand" not in found


def test_words_can_be_truncated_as_published():
    sentence = "computers, computing, organs, organization"
    assert {text for text, _ in extract(sentence, **ANY)} == {"computers", "organs", "organization"}
    phrases = Extractor(stem_length=5, **ANY).extract(read_words([sentence]))
    assert [(phrase.text, phrase.score) for phrase in phrases] == [("computers", 4), ("organs", 4)]
    assert phrases[0].stems == ("comput",)


def test_truncated_words_of_one_stem_are_one_phrase():
    text = read_words(["skies, sky"])
    assert [phrase.text for phrase in Extractor(**ANY).extract(text)] == ["skies"]
    assert [phrase.text for phrase in Extractor(stem_length=4, **ANY).extract(text)] == ["skies"]


def test_the_number_of_phrases_only_cuts_the_end():
    words = ["".join(letters) + "ing" for letters in itertools.product("bdfg", "aeio", "lmn")]
    text = read_words([", ".join(words)])
    many = Extractor(**ANY).extract(text)
    assert len(many) == 48
    assert Extractor(num_phrases=2, **ANY).extract(text) == many[:10]


def plainly(text, settings):
    """The ten steps over lists of phrases, without looking back."""
    usable = [
        not stop and len(word) >= 3 and not word[0].isdigit() for word, stop in zip(text.lower, text.stops, strict=True)
    ]
    occurrences = []
    for first, last in text.runs:
        for size in (1, 2, 3):
            occurrences += [(i, i + size) for i in range(first, last - size + 1) if all(usable[i : i + size])]
    occurrences.sort()
    stems = [text.stems[i:j] for i, j in occurrences]
    counts = Counter(stems)

    def score(phrase):
        position = occurrences[stems.index(phrase)][0] + 1
        early = settings.first_low_factor if position < settings.first_low_thresh else 1
        return counts[phrase] * (settings.first_high_factor if position > settings.first_high_thresh else early)

    factor = {1: 1, 2: settings.factor_two_one, 3: settings.factor_three_one}
    unique = list(dict.fromkeys(stems))
    chosen = {}
    for single in sorted((phrase for phrase in unique if len(phrase) == 1), key=lambda phrase: -score(phrase)):
        best = max((phrase for phrase in unique if single[0] in phrase), key=lambda p: score(p) * factor[len(p)])
        chosen.setdefault(best, score(single))
    order = sorted(chosen, key=lambda phrase: (-chosen[phrase], unique.index(phrase)))
    average = mean(len(" ".join(text.words[i:j])) for i, j in occurrences) if occurrences else 0
    out = []
    for rank, phrase in enumerate(order, 1):
        forms = Counter(text.lower[i:j] for i, j in occurrences if text.stems[i:j] == phrase)
        form = forms.most_common(1)[0][0]
        spellings = [word for word in text.words if word.lower() == form[0]]
        is_upper = len(form) == 1 and all(sum(c.isupper() for c in word) > 1 for word in spellings)
        written = " ".join(form)
        if len(written) > settings.min_length_low_rank * average or rank < settings.min_rank_low_length or is_upper:
            out.append((written, phrase, chosen[phrase]))
    return out


@given(
    TEXTS, st.sampled_from([Extractor(), Extractor(first_low_thresh=5, first_high_thresh=15, min_rank_low_length=2)])
)
def test_as_the_steps_say_one_by_one(text, extractor):
    found = [(phrase.text, phrase.stems, phrase.score) for phrase in extractor.extract(text)]
    expected = plainly(text, extractor)
    assert [row[:2] for row in found] == [row[:2] for row in expected]
    assert [row[2] for row in found] == pytest.approx([row[2] for row in expected])


@pytest.mark.parametrize(
    ("setting", "message"),
    [
        ({"num_phrases": 0}, "number of phrases must be at least 1, not 0"),
        ({"stem_length": 0}, "length of stems must be at least 1, not 0"),
        ({"first_low_thresh": 500}, "threshold for early words, 500, is above that for late ones, 400"),
        ({"first_low_factor": 0}, "factors must be greater than 0, not 0, 0.65, 2.33, 5.0"),
        ({"factor_two_one": float("nan")}, "factors must be greater than 0"),
        ({"min_length_low_rank": -0.1}, "minimum length of phrases must be at least 0, not -0.1"),
    ],
)
def test_settings_that_cannot_be_used(setting, message):
    with pytest.raises(SettingError, match=message):
        Extractor(**setting)
