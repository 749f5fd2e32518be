"""Plans of the study of agreement."""

from dataclasses import replace

import pytest

import sumspace
from sumspace.errors import SettingError
from sumspace.measures.measure import parse_measure
from sumspace.studies.agreement.plan import AgreementPlan


def test_the_signature_has_all_that_decides():
    plan = AgreementPlan()
    assert str(plan).startswith(f"sumspace {sumspace.__version__} | ngram(1,1) | recall | profile:{plan.profile} | ")
    assert "baseline:reach(100) | oracles:within(100, 5), within(150, 5) of all documents in 10 s" in str(plan)
    assert "sets:0.7,0.6,0.5 | seed:0" in str(plan)
    assert "at most 30 sentences" in str(replace(plan, most_sentences=30))
    assert "oracles:none" in str(replace(plan, oracles=False))
    assert "systems:a,b" in str(replace(plan, systems=("a", "b")))


def test_sets_go_from_threshold_to_threshold():
    plan = AgreementPlan(thresholds=(0.9, 0.8))
    assert plan.sets == {"A": (0.9, None), "B": (0.8, 0.9)}
    assert [plan.set_of(score) for score in (1, 0.9, 0.85, 0.8, 0.1)] == ["A", "A", "B", "B", None]


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"lengths": ()}, "there must be a number of words"),
        ({"lengths": (100, 0)}, "a budget must allow something"),
        ({"lengths": (0,), "oracles": False}, "a budget must allow something"),
        ({"tolerance": -1}, "a tolerance is 0 words or more, not -1"),
        ({"most_sentences": 0}, "the limit of sentences is 1 or more, not 0"),
        ({"seconds": 0}, "the time limit per search is a positive number"),
        ({"seconds": float("nan")}, "the time limit per search is a positive number"),
        ({"thresholds": (0.5, 0.6)}, "a few scores that fall"),
        ({"thresholds": (0.5, 0.5)}, "a few scores that fall"),
        ({"thresholds": (1.5, 0.5)}, "scores from 0 to 1"),
        ({"thresholds": (float("nan"),)}, "scores from 0 to 1"),
        ({"seed": -1}, "a seed is a whole number"),
        ({"measure": parse_measure("kpia")}, "kpia does not compare two texts"),
        ({"measure": parse_measure("ngram(1,4)")}, r"ngram\(1,4\) has no oracle extracts, .* add --no-oracles"),
    ],
)
def test_plans_that_cannot_be_followed(settings, message):
    with pytest.raises(SettingError, match=message):
        AgreementPlan(**settings)
