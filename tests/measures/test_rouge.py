"""ROUGE against brute force and by hand; against the programs themselves elsewhere."""

from collections import Counter
from fractions import Fraction
from functools import partial

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sumspace.errors import SettingError
from sumspace.measures.measure import f_measure, parse_measure
from sumspace.measures.rouge import round5
from sumspace.measures.scoring import Setting, score_texts
from sumspace.text.limit import Limit
from sumspace.text.profile import Profile
from sumspace.text.units import ngrams, skip_bigrams

WORDS = st.lists(st.sampled_from("ab c dd e1".split()), max_size=14)
UNROUNDED = Setting(Profile("rouge-score", stem=False), formula="A")


def hits(summary, references, units):
    """Clipped hits, reference units and summary units, by counting."""
    peer = Counter(unit for _, unit in units(summary))
    models = [Counter(unit for _, unit in units(reference)) for reference in references]
    shared = sum((peer & model).total() for model in models)
    return shared, sum(model.total() for model in models), len(models) * peer.total()


UNITS = {f"rouge-{n}": partial(ngrams, n=n) for n in (1, 2, 3, 4, 7)} | {
    "rouge-s0": partial(skip_bigrams, gap=0, unigrams=False),
    "rouge-s2": partial(skip_bigrams, gap=2, unigrams=False),
    "rouge-s*": partial(skip_bigrams, gap=None, unigrams=False),
    "rouge-su4": partial(skip_bigrams, gap=4, unigrams=True),
    "rouge-su*": partial(skip_bigrams, gap=None, unigrams=True),
}


@given(WORDS, st.lists(WORDS, min_size=1, max_size=3))
def test_units_are_counted_and_clipped_by_reference(summary, references):
    scores = score_texts([" ".join(summary)], [[" ".join(r) for r in references]], list(UNITS), UNROUNDED)
    for name, units in UNITS.items():
        shared, total, peer_total = hits(summary, references, units)
        assert scores[name].recall[0] == (shared / total if total else 0), name
        assert scores[name].precision[0] == (shared / peer_total if peer_total else 0), name


def longest_common(one, two):
    table = [[0] * (len(two) + 1) for _ in range(len(one) + 1)]
    for i, a in enumerate(one):
        for j, b in enumerate(two):
            table[i + 1][j + 1] = table[i][j] + 1 if a == b else max(table[i][j + 1], table[i + 1][j])
    return table[-1][-1]


@given(WORDS, WORDS)
def test_at_sentence_level_rouge_l_is_the_longest_common_subsequence(summary, reference):
    score = score_texts([" ".join(summary)], [[" ".join(reference)]], ["rouge-lsent"], UNROUNDED)["rouge-lsent"]
    expected = longest_common(summary, reference)
    assert score.recall[0] == (expected / len(reference) if reference else 0)
    assert score.precision[0] == (expected / len(summary) if summary else 0)


def test_the_worked_example_of_lin_2004():
    # Section 3.2: reference w1 w2 w3 w4 w5 against w1 w2 w6 w7 w8 and w1 w3 w8 w9 w5: the union is w1 w2 w3 w5.
    summary = ["w1 w2 w6 w7 w8", "w1 w3 w8 w9 w5"]
    score = score_texts([summary], [[["w1 w2 w3 w4 w5"]]], ["rouge-lsum"])["rouge-lsum"]
    assert score.recall[0] == 4 / 5
    assert score.precision[0] == 4 / 10


def test_rouge_w_prefers_consecutive_matches():
    # Lin 2004, section 4: A B C D E F G with A B C D H I K and A H B K C I D; the script looks at runs in references.
    summary, references = ["a b c d e f g"], [["a b c d h i k"], ["a h b k c i d"]]
    scores = score_texts([summary] * 2, [[reference] for reference in references], ["rouge-l", "rouge-w-2"])
    assert scores["rouge-l"].recall[0] == scores["rouge-l"].recall[1]
    assert scores["rouge-w-2"].recall[0] > scores["rouge-w-2"].recall[1]


def test_formula_a_pools_and_b_takes_the_best_the_first_on_ties():
    references = [["a b c d", "a b", "a x"]]
    scores = {
        formula: score_texts(["a b"], references, ["rouge-1"], Setting(formula=formula))["rouge-1"] for formula in "ABF"
    }
    assert scores["A"].recall[0] == round(5 / 8, 5)
    assert scores["B"].recall[0] == scores["F"].f1[0] == 1


def test_alpha_moves_f_from_recall_to_precision():
    for alpha, name in ((0, "recall"), (1, "precision")):
        score = score_texts(["a b c"], [["a x"]], ["rouge-1"], Setting(alpha=alpha))["rouge-1"]
        assert score.f1[0] == getattr(score, name)[0]


def test_a_limit_cuts_summary_and_references_or_the_summary_alone():
    for references, recall in ((True, 1), (False, 0.5)):
        setting = Setting(limit=Limit(2, references=references))
        assert score_texts(["a b c d"], [["a b c d"]], ["rouge-1"], setting)["rouge-1"].recall[0] == recall


def test_languages_that_ascii_loses():
    texts = ["東京は大きい。", "東京は古い。"]
    assert score_texts(texts[:1], [texts[1:]], ["rouge-1"])["rouge-1"].recall[0] == 0
    setting = Setting(Profile("unicode", language="ja"))
    assert score_texts(texts[:1], [texts[1:]], ["rouge-1"], setting)["rouge-1"].recall[0] == 0.8


@given(st.integers(0, 10**6), st.integers(1, 10**6))
def test_rounding_is_that_of_c(part, whole):
    value = part / whole
    assert round5(np.array([value]))[0] == float(f"{value:.5f}")


def test_rounding_of_ties_and_of_what_scaling_makes_a_tie():
    values = (
        [k / 64 for k in range(65)]
        + [k / 320 for k in range(321)]
        + [float(Fraction(2 * k + 1, 200_000)) for k in range(5000)]
    )
    assert round5(np.array(values)).tolist() == [float(f"{value:.5f}") for value in values]


def test_f_of_nothing_is_nothing():
    assert f_measure(np.zeros(1), np.zeros(1)).tolist() == [0]


def test_settings_that_cannot_be_used():
    with pytest.raises(SettingError, match="alpha"):
        Setting(alpha=1.5)
    with pytest.raises(SettingError, match="formula"):
        Setting(formula="C")
    with pytest.raises(SettingError, match="2 summaries"):
        score_texts(["a", "b"], [["a"]])
    with pytest.raises(SettingError, match=r"references\[0\]"):
        score_texts(["a"], ["a"])


def test_a_large_gap_is_any_gap():
    assert parse_measure("rouge-s9999") != parse_measure("rouge-s*")
    scores = score_texts(["a b c d"], [["a c d"]], ["rouge-s9999", "rouge-s*"])
    assert scores["rouge-s9999"].recall[0] == scores["rouge-s*"].recall[0]
