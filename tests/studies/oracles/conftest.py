"""Studies of oracles that are shown in several ways."""

from dataclasses import replace
from itertools import islice

import pytest

import sumspace
from sumspace.measures.measure import parse_measure
from sumspace.space.budget import AtMost
from sumspace.studies.oracles.plan import OracleStudyPlan
from sumspace.studies.oracles.study import OracleStudy
from sumspace.tasks.oracle import OraclePlan


def of_domain(domain, number):
    return list(islice((e for e in sumspace.read("sample") if e.domain == domain), number))


@pytest.fixture(scope="session")
def sample_study():
    """Three documents of two domains, with curves."""
    search = OraclePlan((parse_measure("rouge-1"), parse_measure("rouge-2")), budget=AtMost(60))
    return OracleStudy.run([*of_domain("newswire", 2), *of_domain("legal", 1)], OracleStudyPlan(search, curves=True))


@pytest.fixture
def small_study(corpus_file):
    """Two documents with one reference each; a system is called oracle, and the second shares nothing with its own."""
    cat = {
        "id": "cat",
        "sentences": ["The <old> cat sat on a mat.", "It rained.", "The <old> cat sat on a mat."],
        "references": ["The old cat sat in the rain."],
        "systems": {"some": "It rained.", "oracle": "The red cat."},
    }
    other = {
        "id": "other",
        "sentences": ["It rained."],
        "references": ["Xylophones here."],
        "systems": {"oracle": "No."},
    }
    plan = OracleStudyPlan(OraclePlan((parse_measure("rouge-1"),)))
    return OracleStudy.run(sumspace.read(corpus_file(cat, other)), plan)


@pytest.fixture(scope="session")
def unproven_study(sample_study):
    """The study, as if the time of its first document had run out."""
    first, *others = sample_study.documents
    oracles = tuple(
        replace(result, optimal=False, bound=result.score + 0.1, count=None, shares=None, jaccard=None)
        for result in first.oracles
    )
    documents = (replace(first, oracles=oracles), *others)
    return replace(sample_study, documents=documents, stopped=KeyboardInterrupt())
