"""Studies of oracles that are shown in several ways."""

import json
from dataclasses import replace
from itertools import islice

import pytest

import sumspace
from sumspace.measures.measure import parse_measure
from sumspace.report.oracles.page import write_oracles
from sumspace.space.budget import AtMost
from sumspace.studies.oracle_study import StudyOptions, study_oracles
from sumspace.tasks.oracle import OraclePlan
from sumspace.tasks.task import LeftOut

ODD = "<b>&\"'"


def plan(*measures, **settings):
    return OraclePlan(tuple(map(parse_measure, measures or ("rouge-1", "rouge-2"))), **settings)


def of_domain(domain, number):
    return list(islice((e for e in sumspace.read("sample") if e.domain == domain), number))


@pytest.fixture(scope="session")
def study():
    """Documents of two domains, with curves."""
    return study_oracles(
        [*of_domain("newswire", 3), *of_domain("legal", 2)], plan(budget=AtMost(60)), options=StudyOptions(curves=True)
    )


@pytest.fixture(scope="session")
def odd_name():
    """A name that a page could stumble over."""
    return ODD


@pytest.fixture(scope="session")
def odd(tmp_path_factory):
    """Two documents with odd names and one reference each; the second shares nothing with it."""
    file = tmp_path_factory.mktemp("odd") / "corpus.jsonl"
    record = {
        "id": f"{ODD}\x07", "sentences": ["The <old> cat sat on a mat.", "It rained.", "The <old> cat sat on a mat."],
        "references": [{"id": ODD, "text": "The old cat sat in the rain."}],
        "systems": {ODD: "It rained.", "oracle": "The red cat."},
    }  # fmt: skip
    other = {
        "id": "other",
        "sentences": ["It rained."],
        "references": ["Xylophones here."],
        "systems": {"oracle": "No."},
    }
    file.write_text(json.dumps(record) + "\n" + json.dumps(other) + "\n")
    found = study_oracles(sumspace.read(file), plan("rouge-1"))
    return replace(found, left_out=(LeftOut(f"{ODD}-2", "has <no> sentences"),))


@pytest.fixture(scope="session")
def unproven(study):
    """The study, as if the time of its first document had run out."""
    first, *others = study.documents
    oracles = tuple(
        replace(one, optimal=False, bound=one.score + 0.1, count=None, shares=None, jaccard=None)
        for one in first.oracles
    )
    return replace(study, documents=(replace(first, oracles=oracles), *others), stopped=KeyboardInterrupt())


@pytest.fixture(scope="session")
def folder(study, tmp_path_factory):
    return write_oracles(study, tmp_path_factory.mktemp("report") / "oracles").parent
