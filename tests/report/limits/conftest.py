"""Studies that are shown in several ways."""

import json
from dataclasses import replace
from itertools import islice

import pytest

import sumspace
from sumspace.measures.measure import parse_measure
from sumspace.report.limits.page import write_limits
from sumspace.space.engines.engine import Allowance
from sumspace.studies.limits import LimitsOptions, study_limits
from sumspace.tasks.space import SpacePlan
from sumspace.tasks.task import LeftOut

ODD = '<b>&"'


def plan(*measures, **settings):
    return SpacePlan(tuple(map(parse_measure, measures or ("rouge-1", "rouge-2"))), **settings)


def brief(examples, chosen, **options):
    return study_limits(examples, chosen, options=LimitsOptions(**({"whole": False, "sweep": False} | options)))


def of_domain(domain, number):
    return list(islice((e for e in sumspace.read("sample") if e.domain == domain), number))


@pytest.fixture(scope="session")
def study():
    """Two documents of two domains, one of them in sections."""
    return study_limits([*of_domain("newswire", 2), *of_domain("legal", 2)], plan(sections="auto"))


@pytest.fixture(scope="session")
def precise():
    """A document in sections, studied by precision."""
    return study_limits(of_domain("legal", 1), plan("rouge-1", sections="auto", score="precision"))


@pytest.fixture(scope="session")
def odd_name():
    """A name that a page could stumble over."""
    return ODD


@pytest.fixture(scope="session")
def odd(tmp_path_factory):
    """One document with odd names, without a domain."""
    file = tmp_path_factory.mktemp("odd") / "corpus.jsonl"
    sentences = [
        f"The {colour} cat number {i} sat on mat {i}." for i, colour in enumerate(("red", "old", "shy", "big"))
    ]
    record = {
        "id": f"{ODD}\x07", "sentences": sentences, "references": ["The old cat sat on a mat."],
        "systems": {ODD: "The old cat sat on a mat.", "expected": "The red cat."},
    }  # fmt: skip
    file.write_text(json.dumps(record) + "\n")
    return replace(brief(sumspace.read(file), plan()), left_out=(LeftOut(f"{ODD}-2", "has <no> sentences"),))


@pytest.fixture(scope="session")
def sampled():
    example = next(iter(sumspace.read("sample")))
    return brief([example], plan("rouge-1", engine="sampling", allowance=Allowance(time=0.05)))


@pytest.fixture(scope="session")
def folder(study, tmp_path_factory):
    return write_limits(study, tmp_path_factory.mktemp("report") / "limits").parent
