"""What a study of oracles is to do."""

from sumspace.measures.measure import parse_measure
from sumspace.studies.oracles.plan import OracleStudyPlan
from sumspace.tasks.oracle import OraclePlan


def test_the_usual_plan_is_that_of_the_paper():
    usual = OracleStudyPlan()
    assert usual.search.objectives == [(parse_measure("rouge-1"),), (parse_measure("rouge-2"),)]
    assert not usual.curves


def test_the_signature_is_that_of_the_search_and_says_that_it_is_a_study():
    search = OraclePlan((parse_measure("rouge-2"),), seconds=3)
    assert str(OracleStudyPlan(search, curves=True)) == f"{search} | study of all references and of each"
