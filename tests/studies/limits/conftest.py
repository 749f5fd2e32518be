"""Studies that several tests look at."""

import json
from itertools import islice

import pytest

import sumspace
from sumspace.measures.measure import parse_measure
from sumspace.space.engines.engine import Allowance
from sumspace.studies.limits.plan import LimitsPlan
from sumspace.studies.limits.study import LimitsStudy
from sumspace.tasks.space import SpacePlan

ODD = '<b>&"'


def plan(*measures, whole=True, sweep=True, **settings):
    """Plan what is soon done, and the same every time: spaces so small that none has a search with a time limit."""
    spaces = SpacePlan(tuple(map(parse_measure, measures or ("rouge-1", "rouge-2"))), **settings)
    return LimitsPlan(spaces, whole=whole, sweep=sweep, ratios=(0.05, 0.1))


def of_domain(domain, number):
    return list(islice((example for example in sumspace.read("sample") if example.domain == domain), number))


@pytest.fixture(scope="session")
def study():
    """Two documents of two domains, one of them in sections."""
    return LimitsStudy.run([*of_domain("newswire", 2), *of_domain("legal", 2)], plan(sections="auto"))


@pytest.fixture(scope="session")
def precise():
    """A document in sections, studied by precision."""
    return LimitsStudy.run(of_domain("legal", 1), plan("rouge-1", sections="auto", score="precision"))


@pytest.fixture(scope="session")
def odd(tmp_path_factory):
    """One document with odd names, without a domain."""
    file = tmp_path_factory.mktemp("odd") / "corpus.jsonl"
    colours = ("red", "old", "shy", "big")
    record = {
        "id": f"{ODD}\x07",
        "sentences": [f"The {colour} cat number {i} sat on mat {i}." for i, colour in enumerate(colours)],
        "references": ["The old cat sat on a mat."],
        "systems": {ODD: "The old cat sat on a mat.", "expected": "The red cat."},
    }
    file.write_text(json.dumps(record) + "\n")
    return LimitsStudy.run(sumspace.read(file), plan(whole=False, sweep=False))


@pytest.fixture(scope="session")
def sampled():
    sampling = {"engine": "sampling", "allowance": Allowance(time=0.05)}
    return LimitsStudy.run(of_domain("newswire", 1), plan("rouge-1", whole=False, sweep=False, **sampling))
