"""Studies of agreement that are shown in several ways."""

import json
from dataclasses import replace
from itertools import islice

import pytest

import sumspace
from sumspace.report.agreement.page import write_agreement
from sumspace.studies.agreement import study_agreement
from sumspace.studies.agreement_plan import AgreementPlan
from sumspace.tasks.task import LeftOut

ODD = '<b>&"'


def of_domain(domain, number):
    return list(islice((e for e in sumspace.read("sample") if e.domain == domain), number))


@pytest.fixture(scope="session")
def study():
    """Documents of two domains; one length that every document allows, and one that none has."""
    examples = [*of_domain("newswire", 3), *of_domain("legal", 3)]
    return study_agreement(examples, AgreementPlan(lengths=(60, 5000), thresholds=(0.70, 0.60)))


@pytest.fixture(scope="session")
def odd_name():
    """A name that a page could stumble over."""
    return ODD


@pytest.fixture(scope="session")
def odd(tmp_path_factory):
    """One document with odd names and without a domain, of which no lines can be fitted."""
    file = tmp_path_factory.mktemp("odd") / "corpus.jsonl"
    record = {
        "id": f"{ODD}\x07", "sentences": ["The old cat sat on a mat.", "It rained."],
        "references": [{"id": ODD, "text": "The old cat sat."}, {"id": "B", "text": "A cat sat on a mat."}],
        "systems": {ODD: "The old cat sat on a mat.", "FT": "The red cat."},
    }  # fmt: skip
    file.write_text(json.dumps(record) + "\n")
    found = study_agreement(sumspace.read(file), AgreementPlan(oracles=False, thresholds=()))
    return replace(found, left_out=(LeftOut(f"{ODD}-2", "has <one> reference"),))


@pytest.fixture(scope="session")
def unproven(study):
    """The study, as if one search had run out of time."""
    first, *others = study.documents
    scores = {
        series: replace(one, bound=one.score + 0.1) if series.kind == "oracle" else one
        for series, one in first.scores.items()
    }
    return replace(study, documents=(replace(first, scores=scores), *others), stopped=KeyboardInterrupt())


@pytest.fixture(scope="session")
def folder(study, tmp_path_factory):
    return write_agreement(study, tmp_path_factory.mktemp("report") / "agreement").parent
