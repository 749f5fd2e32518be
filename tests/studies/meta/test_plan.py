"""The plan of the study of measures."""

import pytest

from sumspace.errors import SettingError, UnknownNameError
from sumspace.measures.measure import parse_measure, usual_measures
from sumspace.studies.meta.plan import MetaPlan


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


def test_the_part_of_a_measure_is_its_usual_one_unless_it_is_named():
    rouge, keywords = parse_measure("rouge-2"), parse_measure("keywords")
    assert [MetaPlan().part_of(measure) for measure in (rouge, keywords)] == ["recall", "f1"]
    assert MetaPlan(part="precision").part_of(rouge) == "precision"


def test_the_signature_says_what_was_chosen():
    plan = MetaPlan((parse_measure("rouge-2"),), aspects=("q",), systems=("c", "a"), levels=("pooled",), over="systems")
    assert "| rouge-2 |" in str(plan)
    assert "systems:c,a | aspects:q | levels:pooled | score:main |" in str(plan)
    assert "over systems" in str(plan)
    assert "all measures" in str(MetaPlan())
