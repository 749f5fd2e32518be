"""RAKE, against the example its paper works through and its formula written out."""

from collections import defaultdict
from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sumspace.errors import SettingError
from sumspace.text.keyphrases.rake import Rake
from sumspace.text.words import TextWords, read_words

#: Rose et al. 2010, figure 1.1: an abstract, here in lower case, one run a line.
ABSTRACT = """
compatibility of systems of linear constraints over the set of natural numbers
criteria of compatibility of a system of linear diophantine equations
strict inequations
and nonstrict inequations are considered
upper bounds for components of a minimal set of solutions and algorithms of construction of minimal generating sets \
of solutions for all types of systems are given
these criteria and the corresponding algorithms for constructing a minimal supporting set of solutions can be used in \
solving all the considered types of systems and systems of mixed types
"""
#: What its figure 1.2 leaves out of the candidates.
STOPS = set("a all and are be can considered construction for given in mixed of over the these types used".split())
WORDS = st.sampled_from("the of tree trees green seeds grow 12 , .".split())


def plain(lines, stops):
    """A text whose stems are its words."""
    runs = [line.split() for line in lines.strip().splitlines()]
    words = tuple(word for run in runs for word in run)
    ends = [sum(map(len, runs[:i])) for i in range(len(runs) + 1)]
    bounds = tuple(pairwise(ends))
    return TextWords(words, words, tuple(word in stops for word in words), bounds, bounds)


def scores(extractor, text):
    return {phrase.text: phrase.score for phrase in extractor.extract(text)}


def test_the_published_example():
    found = scores(Rake(), plain(ABSTRACT, STOPS))
    assert {text: round(score, 1) for text, score in found.items() if score > 1} == {
        "minimal generating sets": 8.7,
        "linear diophantine equations": 8.5,
        "minimal supporting set": 7.7,
        "minimal set": 4.7,
        "linear constraints": 4.5,
        "natural numbers": 4,
        "strict inequations": 4,
        "nonstrict inequations": 4,
        "upper bounds": 4,
        "corresponding algorithms": 3.5,
        "set": 2,
        "algorithms": 1.5,
    }
    alone = {text for text, score in found.items() if score == 1}
    assert alone >= {"compatibility", "systems", "criteria", "system", "components", "solving"}


def test_degree_counts_the_words_of_candidates_and_frequency_the_candidates():
    candidates = [("minimal", "set"), ("minimal", "generating", "sets"), ("set",)]
    assert Rake(metric="degree").score(candidates) == {"minimal": 5, "set": 3, "generating": 3, "sets": 3}
    assert Rake(metric="frequency").score(candidates) == {"minimal": 2, "set": 2, "generating": 1, "sets": 1}
    assert Rake().score(candidates) == {"minimal": 2.5, "set": 1.5, "generating": 3, "sets": 3}


@given(
    st.lists(st.lists(WORDS, max_size=20).map(" ".join), max_size=5), st.sampled_from(["ratio", "degree", "frequency"])
)
def test_a_phrase_is_worth_the_sum_of_its_words(sentences, metric):
    text = read_words(sentences)
    candidates, current = [], []
    begins = {first for first, _ in text.runs}
    for i, word in enumerate([*text.words, "the"]):
        ends = i == len(text) or i in begins or text.stops[i] or word.isdigit()
        if ends and current:
            candidates.append(tuple(current))
            current = []
        if i < len(text) and not text.stops[i] and not word.isdigit():
            current.append(text.stems[i])
    together = defaultdict(list)
    for candidate in candidates:
        for a in candidate:
            together[a].append(len(candidate))
    of_word = {
        "ratio": lambda w: Fraction(sum(together[w]), len(together[w])),
        "degree": lambda w: sum(together[w]),
        "frequency": lambda w: len(together[w]),
    }[metric]
    expected = {candidate: sum(map(of_word, candidate)) for candidate in candidates}
    found = {phrase.stems: phrase.score for phrase in Rake(metric=metric, longest=None, adjoining=10**6).extract(text)}
    assert found == pytest.approx({stems: float(score) for stems, score in expected.items()})


def test_candidates_that_adjoin_twice_make_a_phrase_with_the_stop_words_between():
    text = read_words(["The axis of evil is green.", "An Axis of Evil, axis; of evil."])
    assert scores(Rake(), text) == {"axis of evil": 2, "axis": 1, "evil": 1, "green": 1}
    assert Rake().extract(text)[0].stems == ("axi", "of", "evil")
    assert scores(Rake(adjoining=3), text) == {"axis": 1, "evil": 1, "green": 1}


def test_candidates_with_a_number_between_them_do_not_adjoin():
    assert scores(Rake(), read_words(["trees 2 of seeds", "trees 2 of seeds"])) == {"trees": 1, "seeds": 1}


def test_numbers_end_a_candidate():
    assert scores(Rake(), read_words(["green trees 2004 seeds"])) == {"green trees": 4, "seeds": 1}


def test_long_candidates_can_be_left_out_before_words_are_scored():
    text = read_words(["Green trees grow, green trees, seeds"])
    assert scores(Rake(), text) == pytest.approx({"green trees grow": 8, "green trees": 5, "seeds": 1})
    assert scores(Rake(longest=2), text) == {"green trees": 4, "seeds": 1}


def test_a_candidate_has_five_words_at_most_unless_there_is_no_limit():
    text = read_words(["Tall green birch trees grow, tall green birch trees grow seeds, roots."])
    assert list(scores(Rake(), text)) == ["tall green birch trees grow", "roots"]
    assert next(iter(scores(Rake(longest=None), text))) == "tall green birch trees grow seeds"


@pytest.mark.parametrize(
    ("setting", "message"),
    [
        ({"metric": "deg"}, "RAKE's metric is one of ratio, degree, frequency, not 'deg'"),
        ({"longest": 0}, "longest candidate must have at least 1 word, not 0"),
        ({"adjoining": 1}, "next to each other at least 2 times, not 1"),
    ],
)
def test_settings_that_cannot_be_used(setting, message):
    with pytest.raises(SettingError, match=message):
        Rake(**setting)
