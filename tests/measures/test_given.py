"""Scores from elsewhere are a measure that prints as it parses, whatever the metric is called."""

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from sumspace.corpus.model import Example, Reference, Summary
from sumspace.errors import UnknownNameError
from sumspace.measures.batch import Pair
from sumspace.measures.given import Given, given_measures, without_summary
from sumspace.measures.measure import FAMILIES, parse_measure, usual_measures
from sumspace.measures.scoring import Setting, evaluate
from sumspace.text.passage import Passage

SCORED = Example(
    "d",
    references=(Reference("A", Passage("One.")), Reference("B", Passage("Two."))),
    systems={"x": Summary(Passage("One.")), "y": Summary(Passage("Two."))},
    scores={
        "x": {"m": {"all": 0.5, "A": 0.1}, "n": {"A": 0.2, "B": 0.6}},
        "y": {"m": {"B": 3.0}},
        "gone": {"m": {"all": 1.0, "A": 2.0}},
    },
)


def value(metric, system, reference="all"):
    return Given(metric).score_of(SCORED, system, reference)


@given(st.text(max_size=40))
@example("rouge-1")
@example("BERTScore")
@example("None")
@example("1")
@example("1.5")
@example("a,b")
@example("a=b")
@example("rouge(1)")
@example("it's")
@example("'quoted'")
@example(" spaced ")
@example("")
@example(")(")
@example("\ud800\n")
def test_a_metric_of_any_name_prints_as_it_parses(metric):
    measure = Given(metric)
    assert parse_measure(str(measure)) == measure
    assert str(measure).startswith("given(")


def test_names_are_as_they_are_and_stay_apart_from_our_own():
    assert str(Given("BERTScore")) == "given(BERTScore)"
    assert parse_measure(" GIVEN(BERTScore) ") == Given("BERTScore") != Given("bertscore")
    assert str(Given("rouge-1")) == "given(rouge-1)"
    assert parse_measure("rouge-1") != Given("rouge-1")
    assert parse_measure("given(3)") == Given("3")


@pytest.mark.parametrize("name", ["given", "given()", "given(a,b)", "given(a=b)", "given(rouge(1))"])
def test_what_is_no_metric(name):
    with pytest.raises(UnknownNameError, match=r"given\(NAME\)"):
        parse_measure(name)


def test_the_value_by_all_references_or_else_the_mean_of_single_ones():
    assert (value("m", "x"), value("n", "x"), value("m", "y")) == (0.5, pytest.approx(0.4), 3.0)


def test_the_value_by_one_reference_or_else_the_one_that_belongs_to_none():
    assert (value("m", "x", "A"), value("m", "x", "B"), value("n", "x", "B")) == (0.1, 0.5, 0.6)
    assert value("m", "y", "A") is None


def test_one_value_where_there_is_one():
    pairs = [Pair(Passage(), (), SCORED, system) for system in ("x", "y", "none")]
    (scores,) = evaluate(pairs, [Given("n")], Setting()).values()
    assert [Given("n").lacks(pair) for pair in pairs] == ["", *["has summaries without the external score n"] * 2]
    for part in (scores.recall, scores.precision, scores.f1):
        np.testing.assert_allclose(part, [0.4, np.nan, np.nan])
    assert Given("n").lacks(Pair(Passage())) == "has summaries without the external score n"


def test_it_is_no_usual_measure_and_of_a_family_of_its_own():
    assert not any(isinstance(measure, Given) for measure in usual_measures())
    assert Given("m").family == FAMILIES[-1]
    assert (Given.main, Given.has_one_value, Given.of_any_text) == ("f1", True, False)


def test_the_metrics_of_a_corpus_in_the_order_in_which_they_come_up():
    other = Example("e", scores={"x": {"o": {"all": 1.0}, "m": {"all": 1.0}}})
    assert given_measures([SCORED, other, Example("f")]) == (Given("m"), Given("n"), Given("o"))
    assert given_measures([]) == ()


def test_scores_without_a_summary_are_counted():
    assert without_summary(SCORED) == {"gone": 2}
