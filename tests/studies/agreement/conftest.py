"""Studies of agreement of some documents of the sample, and of a document with odd names."""

from dataclasses import replace
from itertools import islice

import pytest

import sumspace
from sumspace.studies.agreement.plan import AgreementPlan
from sumspace.studies.agreement.study import AgreementStudy
from sumspace.tasks.task import LeftOut

ODD = '<b>&"'


def of_domain(domain, number):
    return islice((example for example in sumspace.read("sample") if example.domain == domain), number)


@pytest.fixture(scope="session")
def study():
    """Documents of two domains; one length that every document allows, and one that none has."""
    examples = [*of_domain("newswire", 3), *of_domain("legal", 3)]
    return AgreementStudy.run(examples, AgreementPlan(lengths=(60, 5000), thresholds=(0.70, 0.60)))


@pytest.fixture(scope="session")
def odd_name():
    """A name that a page could stumble over."""
    return ODD


@pytest.fixture(scope="session")
def odd():
    """One document with odd names and without a domain, of which no lines can be fitted."""
    record = {
        "id": f"{ODD}\x07", "sentences": ["The old cat sat on a mat.", "It rained."],
        "references": [{"id": ODD, "text": "The old cat sat."}, {"id": "B", "text": "A cat sat on a mat."}],
        "systems": {ODD: "The old cat sat on a mat.", "FT": "The red cat."},
    }  # fmt: skip
    study = AgreementStudy.run(sumspace.read(record), AgreementPlan(oracles=False, thresholds=()))
    return replace(study, left_out=(LeftOut(f"{ODD}-2", "has <one> reference"),))


@pytest.fixture(scope="session")
def unproven(study):
    """The study, as if one search had run out of time."""
    first, *others = study.documents
    scores = {
        source: replace(score, bound=score.score + 0.1) if source.kind == "oracle" else score
        for source, score in first.scores.items()
    }
    return replace(study, documents=(replace(first, scores=scores), *others), stopped=KeyboardInterrupt())
