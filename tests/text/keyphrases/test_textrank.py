"""TextRank's key phrases, against the scores its paper prints and the equations they solve."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sumspace.errors import SettingError
from sumspace.text import tags
from sumspace.text.keyphrases.textrank import TextRank
from sumspace.text.words import read_words

#: The text of Mihalcea & Tarau 2004, figure 2. The scores that it prints show that its title ended without a period.
ABSTRACT = """
Compatibility of systems of linear constraints over the set of natural numbers Criteria of compatibility of a system \
of linear Diophantine equations, strict inequations, and nonstrict inequations are considered.
Upper bounds for components of a minimal set of solutions and algorithms of construction of minimal generating sets of \
solutions for all types of systems are given.
These criteria and the corresponding algorithms for constructing a minimal supporting set of solutions can be used in \
solving all the considered types systems and systems of mixed types.
"""
WORDS = st.sampled_from("the of tree trees green seeds grow rain 12 , .".split())
TEXTS = st.lists(st.lists(WORDS, max_size=20).map(" ".join), max_size=5).map(read_words)


def plain_scores(text, allowed, window, damping):
    """The equations of PageRank, solved, on a graph made pair by pair."""
    run_of = [number for number, (first, last) in enumerate(text.runs) for _ in range(first, last)]
    stems = sorted({text.stems[i] for i in range(len(text)) if allowed[i]})
    links = {
        frozenset((text.stems[i], text.stems[j]))
        for i in range(len(text))
        for j in range(i + 1, len(text))
        if j + run_of[j] - i - run_of[i] < window
        if allowed[i] and allowed[j] and text.stems[i] != text.stems[j]
    }
    degree = {stem: sum(stem in link for link in links) for stem in stems}
    equations = [
        [(a == b) - (damping / degree[b] if frozenset((a, b)) in links and a != b else 0) for b in stems] for a in stems
    ]
    solved = np.linalg.solve(np.array(equations).reshape(len(stems), len(stems)), np.full(len(stems), 1 - damping))
    return dict(zip(stems, solved.tolist(), strict=True))


def test_the_published_scores():
    text = read_words(ABSTRACT.strip().splitlines())
    found = TextRank(tagged=True)
    scores = found.score(text, [kind[:2] in {"NN", "JJ"} for kind in tags.tag_text(text, "this")])
    printed = {"number": 1.46, "inequ": 1.45, "linear": 1.29, "diophantin": 1.28, "upper": 0.99, "bound": 0.99}
    assert {stem: scores[stem] for stem in printed} == pytest.approx(printed, abs=0.02)
    assert scores["strict"] == pytest.approx(0.77, abs=0.01)
    best = [phrase.text for phrase in found.extract(text)][:5]
    assert best == ["linear diophantine", "upper bounds", "numbers", "inequations", "linear"]


@given(TEXTS, st.integers(2, 6), st.sampled_from([0, 0.5, 0.85]))
def test_scores_solve_the_equations(text, window, damping):
    allowed = text.content
    expected = plain_scores(text, allowed, window, damping)
    assert TextRank(window, damping=damping).score(text, allowed) == pytest.approx(expected, abs=1e-8)


@given(TEXTS, st.sampled_from([0.1, 1 / 3, 0.7, 1]))
def test_phrases_are_the_longest_of_kept_words_and_worth_their_sum(text, share):
    allowed = text.content
    scores = plain_scores(text, allowed, 2, 0.85)
    order = sorted(scores, key=lambda stem: (-round(scores[stem], 9), text.stems.index(stem)))
    kept = set(order[: -int(-share * len(order) // 1)])
    expected = {}
    for first, last in text.runs:
        marks = "".join("k" if allowed[i] and text.stems[i] in kept else " " for i in range(first, last))
        i = first
        for stretch in marks.split(" "):
            if stretch:
                stems = text.stems[i : i + len(stretch)]
                expected[stems] = sum(scores[stem] for stem in stems)
            i += len(stretch) + 1
    found = {phrase.stems: phrase.score for phrase in TextRank(share=share).extract(text)}
    assert found == pytest.approx(expected, abs=1e-6)


def test_the_window_counts_stop_words_and_punctuation():
    text = read_words(["green trees of rain.", "Seeds"])
    pair, alone = TextRank().score(text, text.content), 0.15
    assert pair == pytest.approx({"green": 1, "tree": 1, "rain": alone, "seed": alone})
    wide = TextRank(window=3).score(text, text.content)
    chain = plain_scores(read_words(["green trees rain seeds"]), [True] * 4, 2, 0.85)
    assert wide == pytest.approx(chain)


def test_phrases_do_not_cross_punctuation():
    phrases = TextRank(share=1).extract(read_words(["green trees, rain seeds"]))
    assert [phrase.text for phrase in phrases] == ["green trees", "rain seeds"]


def test_with_tags_verbs_are_left_out():
    text = read_words(["The green trees eat rain quickly"])
    assert {phrase.text for phrase in TextRank(share=1).extract(text)} == {"green trees eat rain quickly"}
    assert {phrase.text for phrase in TextRank(share=1, tagged=True).extract(text)} == {"green trees", "rain"}


def test_tags_are_asked_for_only_on_demand(monkeypatch):
    monkeypatch.setattr(tags, "available", lambda: False)
    text = read_words(["green trees"])
    assert TextRank().extract(text)
    with pytest.raises(
        SettingError, match=r"^TextRank with tags needs part-of-speech tags: pip install 'sumspace\[tags\]'$"
    ):
        TextRank(tagged=True).extract(text)


@pytest.mark.parametrize(
    ("setting", "message"),
    [
        ({"window": 1}, "window must have at least 2 words, not 1"),
        ({"share": 0}, "greater than 0 and at most 1, not 0"),
        ({"share": 1.1}, "greater than 0 and at most 1, not 1.1"),
        ({"damping": 1}, "damping must be at least 0 and less than 1, not 1"),
    ],
)
def test_settings_that_cannot_be_used(setting, message):
    with pytest.raises(SettingError, match=message):
        TextRank(**setting)
