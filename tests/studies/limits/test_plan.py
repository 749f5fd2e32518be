import pytest

from sumspace.errors import SettingError
from sumspace.measures.measure import parse_measure
from sumspace.studies.limits.plan import LimitsPlan
from sumspace.tasks.space import SpacePlan


def test_the_usual_plan_has_the_measures_of_the_paper_and_divides_long_documents():
    spaces = LimitsPlan().spaces
    assert list(map(str, spaces.measures)) == ["rouge-1", "rouge-2", "rouge-su4"]
    assert spaces.sections == "auto"
    assert str(LimitsPlan(sweep=False)) == str(spaces)
    assert str(LimitsPlan()) == f"{spaces} | ratios:0.05,0.1,0.2,0.3"


def test_ratios_are_shares_that_the_signature_names():
    plan = LimitsPlan(ratios=(0.25, 0.125, 0.25))
    assert plan.ratios == plan.swept == (0.125, 0.25)
    assert str(plan).endswith("ratios:0.125,0.25")
    for ratio in (0, 1, -0.5, 10, float("nan")):
        with pytest.raises(SettingError, match="between 0 and 1"):
            LimitsPlan(ratios=(0.1, ratio))


@pytest.mark.parametrize("name", ["cosine", "ngram(1,4)"])
def test_measures_that_count_no_units_of_one_kind_are_refused(name):
    with pytest.raises(SettingError, match="a space needs"):
        LimitsPlan(SpacePlan((parse_measure("rouge-1"), parse_measure(name))))
