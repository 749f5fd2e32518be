"""The plan of the study of measures."""

import pytest

from sumspace.errors import SettingError, UnknownNameError
from sumspace.measures.measure import parse_measure, usual_measures
from sumspace.studies.meta.plan import MetaPlan, Metric


def test_all_measures_are_compared_unless_some_are_named():
    assert MetaPlan().compared_measures == tuple(usual_measures())
    named = (parse_measure("rouge-2"),)
    assert MetaPlan(named).compared_measures == named


def test_levels_have_one_order():
    assert MetaPlan(levels=("pooled", "system")).levels == ("system", "pooled")


def test_a_level_must_be_there_and_known():
    with pytest.raises(SettingError, match="at least one level"):
        MetaPlan(levels=())
    with pytest.raises(UnknownNameError, match="unknown level 'sentence'; there are: system, summary, pooled"):
        MetaPlan(levels=("sentence",))


def test_measures_are_compared_by_recall_and_by_f1_apart_unless_told_otherwise():
    rouge, cosine, keywords = map(parse_measure, ("rouge-2", "cosine", "keywords"))
    assert MetaPlan().metrics(rouge) == (Metric(rouge, "recall"), Metric(rouge, "f1"))
    assert MetaPlan().metrics(cosine) == (Metric(cosine, "value"),)
    main = MetaPlan(views=("main",))
    assert [main.metric(measure, "main").part for measure in (rouge, cosine, keywords)] == ["recall", "value", "f1"]
    assert MetaPlan(views=("f1", "precision")).views == ("precision", "f1")
    with pytest.raises(UnknownNameError, match="unknown score 'f2'; there are: recall, precision, f1, main"):
        MetaPlan(views=("f2",))


@pytest.mark.parametrize(
    ("choice", "message"),
    [
        ({"coefficient": "tau"}, "unknown coefficient 'tau'"),
        ({"correction": "bonferroni"}, "unknown correction 'bonferroni'; there are: holm, bh, none"),
        ({"coefficient": "soft_accuracy"}, "soft_accuracy is defined at the system level only: add --level system"),
        ({"permutations": -1}, "--permutations must be 1 to 100,000, not -1"),
    ],
)
def test_what_cannot_be_is_refused(choice, message):
    with pytest.raises((SettingError, UnknownNameError), match=message):
        MetaPlan(**choice)


def test_the_signature_says_what_was_chosen():
    plan = MetaPlan((parse_measure("rouge-2"),), aspects=("q",), systems=("c", "a"), levels=("pooled",), over="systems")
    assert "| rouge-2 |" in str(plan)
    assert "systems:c,a | aspects:q | levels:pooled | score:recall,f1 | by:pearson |" in str(plan)
    assert "over systems | permutations:1000 | correction:holm" in str(plan)
    assert "all measures" in str(MetaPlan())
    assert "humans:jackknifed | raters:standardized" in str(MetaPlan(humans=True, standardize=True))
