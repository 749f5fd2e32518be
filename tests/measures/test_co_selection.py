"""Co-selection (Steinberger & Ježek 2009, eqs. 1 and 2) by hand, by the printed formula, and against sets."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sumspace.corpus.model import Example, Section, Text
from sumspace.errors import CorpusError, SettingError
from sumspace.measures.batch import Pair
from sumspace.measures.co_selection import CoSelection
from sumspace.measures.measure import parse_measure
from sumspace.measures.scoring import Setting, score_texts
from sumspace.text.passage import Passage

SENTENCES = ["It rained.", "A dog ran.", "The cat sat.", "Birds sang.", "Night fell."]
CHOICE = st.lists(st.integers(0, 4), min_size=1, max_size=5)


def example(extracts, body=SENTENCES):
    return Example("d", (Text((Section(Passage.of(body)),)),), extracts=extracts)


def scores(summary, extracts, name="co-selection", **settings):
    found = score_texts([summary], [], [name], Setting(**settings), documents=[example(extracts)])
    (score,) = found.values()
    return float(score.recall[0]), float(score.precision[0]), float(score.f1[0])


def test_one_judge_by_hand():
    # Two of the judge's three sentences, and two of the summary's four.
    assert scores([0, 1, 3, 4], {"j": (1, 2, 3)}) == pytest.approx((2 / 3, 2 / 4, 4 / 7))


def test_sentences_of_a_text_are_found_in_the_document():
    assert scores("A dog ran. Night fell.", {"j": (1, 2)}) == (1 / 2, 1 / 2, 1 / 2)


def test_nothing_shared_is_0():
    assert scores([0], {"j": (1,)}) == (0, 0, 0)


@pytest.mark.parametrize("summary", [[], ""])
def test_an_empty_summary_is_0(summary):
    assert scores(summary, {"j": (1,)}) == (0, 0, 0)


@given(CHOICE, CHOICE, st.floats(0.01, 100))
def test_f_is_equation_2_as_printed(taken, chosen, beta):
    r, p, f = scores(taken, {"j": tuple(chosen)}, f"co-selection({beta:.6f})")
    assert r == len(set(taken) & set(chosen)) / len(set(chosen))
    assert p == len(set(taken) & set(chosen)) / len(set(taken))
    b = float(f"{beta:.6f}")
    assert f == pytest.approx((b**2 + 1) * p * r / (b**2 * p + r) if p or r else 0)


def test_beta_above_1_favours_recall_and_below_1_precision():
    much_recall, much_precision = [0, 1, 2, 3], [0]
    judge = {"j": (0, 1)}
    assert scores(much_recall, judge, "co-selection(2)")[2] > scores(much_precision, judge, "co-selection(2)")[2]
    assert scores(much_recall, judge, "co-selection(0.5)")[2] < scores(much_precision, judge, "co-selection(0.5)")[2]


def test_without_beta_f_follows_alpha_and_with_beta_it_does_not():
    recall, precision, _ = scores([0, 1, 2, 3], {"j": (0, 1)})
    assert scores([0, 1, 2, 3], {"j": (0, 1)}, alpha=0.0)[2] == recall
    assert scores([0, 1, 2, 3], {"j": (0, 1)}, alpha=1.0)[2] == precision
    for alpha in (0.0, 0.5, 1.0):
        assert scores([0, 1, 2, 3], {"j": (0, 1)}, "co-selection(1)", alpha=alpha)[2] == pytest.approx(2 / 3)


def test_several_judges_are_pooled_or_chosen_from():
    judges = {"a": (0, 1, 2, 3), "b": (4,), "c": (0, 2, 4)}
    # Shared with a: 2 of 4, with b: 1 of 1, with c: 3 of 3; the summary has three sentences.
    assert scores([0, 2, 4], judges, formula="A")[:2] == (6 / 8, 6 / 9)
    assert scores([0, 2, 4], judges, formula="B")[:2] == (1, 1 / 3)
    assert scores([0, 2, 4], judges, formula="F") == (1, 1, 1)


def test_the_f_that_chooses_a_judge_is_the_one_with_beta():
    judges = {"short": (0,), "long": (0, 1, 2, 3, 4)}
    assert scores([0, 1], judges, "co-selection(3)", formula="F")[0] == 1
    assert scores([0, 1], judges, "co-selection(0.3)", formula="F")[:2] == (2 / 5, 1)


def test_judges_count_a_sentence_once():
    assert scores([0, 0, 1], {"j": (0, 0, 0, 2)}) == (1 / 2, 1 / 2, 1 / 2)


@pytest.mark.parametrize("extracts", [{}, {"j": ()}])
def test_without_extracts_it_is_not_defined(extracts):
    assert CoSelection().lacks(Pair(Passage("It rained."), example=example(extracts))) == "has no human extracts"


def test_without_an_example_it_is_not_defined():
    assert CoSelection().lacks(Pair(Passage("It rained."))) == "has no human extracts"


def test_of_a_summary_in_other_words_it_is_not_defined():
    pair = Pair(Passage("It snowed."), example=example({"j": (0,)}))
    assert CoSelection().lacks(pair) == "has a summary that is not an extract"
    with pytest.raises(SettingError, match="co-selection is not defined for any summary: the first has a summary that"):
        scores("It snowed.", {"j": (0,)})


def test_where_some_summaries_are_no_extracts_the_others_are_scored():
    found = score_texts(["It snowed.", "It rained."], [], ["co-selection"], documents=[example({"j": (0,)})] * 2)[
        "co-selection"
    ]
    assert math.isnan(found.recall[0])
    assert found.recall[1] == 1


def test_a_judge_beyond_the_sentences_of_a_raw_document_is_an_error():
    raw = example({"j": (0, 7)}, "It rained. A dog ran.")
    with pytest.raises(CorpusError, match=r"extracts\.j: sentence 7 is not there: the document has 2"):
        score_texts(["It rained."], [], ["co-selection"], documents=[raw])


def test_sentences_are_looked_for_once(monkeypatch):
    from sumspace.measures import batch as module

    calls = []
    find = module.sentences_in
    monkeypatch.setattr(module, "sentences_in", lambda *texts: calls.append(1) or find(*texts))
    asked = Pair(Passage("A dog ran. Night fell."), example=example({"j": (0,)}))
    assert asked.extract == asked.extract == (1, 4)
    assert len(calls) == 1


@pytest.mark.parametrize(
    ("name", "measure"),
    [
        ("co-selection", CoSelection()),
        ("Co-Selection( 2 )", CoSelection(2.0)),
        ("co-selection(0.25)", CoSelection(0.25)),
        ("co-selection(1.2345678)", CoSelection(1.2345678)),
    ],
)
def test_names_parse_and_print(name, measure):
    assert parse_measure(name) == measure
    assert parse_measure(str(measure)) == measure


def test_whole_numbers_print_without_a_point():
    assert str(CoSelection(2.0)) == "co-selection(2)"


@pytest.mark.parametrize("name", ["co-selection(0)", "co-selection(101)"])
def test_a_beta_that_cannot_be_used(name):
    with pytest.raises(SettingError, match=r"the beta of co-selection must be between 0\.01 and 100"):
        parse_measure(name)
