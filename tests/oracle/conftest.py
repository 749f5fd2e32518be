import random
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

import pytest

import brute_force
from oracle import plain
from sumspace.oracle import objectives as objectives_module
from sumspace.oracle import search as search_module
from sumspace.oracle.diagram import BudgetedDiagram

PAIR = ("rouge-1", "rouge-2")


@dataclass(frozen=True)
class Case:
    """A document, references and a budget, what to score it by, and the oracles that brute force finds."""

    texts: tuple
    measures: tuple
    score: str
    best: Fraction | None
    oracles: list

    @cached_property
    def stated(self):
        return plain.stated(*self.texts, self.measures, self.score)

    @property
    def space(self):
        return self.stated[0]

    @property
    def scorings(self):
        return self.stated[1]


def random_cases(seed, count, settings):
    rng = random.Random(seed)
    cases = []
    for _ in range(count):
        texts = brute_force.random_case(rng)
        setting = rng.choice(settings)
        cases.append(Case(texts, *setting, *(plain.oracles(texts, *setting) or (None, []))))
    return cases


@pytest.fixture(scope="session")
def cases():
    """Thousands of random cases with all their oracles, by recall, F1 or the mean of recalls, found by brute force."""
    single = [((measure,), score) for measure in plain.MEASURES for score in ("recall", "f1")]
    return random_cases(2017, 3000, [*single, (PAIR, "recall")])


@pytest.fixture(scope="session")
def means():
    """Cases with the best mean of two F1 scores."""
    return random_cases(2018, 800, [(PAIR, "f1")])


@pytest.fixture(scope="module", autouse=True)
def searching():
    """Small cases are searched too, and not only tried."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(objectives_module, "_FEW", -1)
        yield


@pytest.fixture
def splits(monkeypatch):
    """Make the search split again and again, since diagrams of two nodes are hardly ever enough; count the splits."""
    counted = []
    split = search_module.TargetSearch._split

    def count(self, *arguments):
        counted.append(1)
        return split(self, *arguments)

    monkeypatch.setattr(search_module, "_WIDTH", 2)
    monkeypatch.setattr(search_module, "_WIDER", 1.0)
    monkeypatch.setattr(search_module, "_MOST", 2)
    monkeypatch.setattr(search_module.TargetSearch, "_split", count)
    monkeypatch.setattr(search_module.TargetSearch, "_can_be_budgeted", False)
    return counted


@pytest.fixture
def repricing(monkeypatch):
    """Find prices anew in every layer."""
    monkeypatch.setattr(search_module, "_WIDE", 1)


@pytest.fixture
def budgeting(monkeypatch):
    """Leave the room to be counted wherever that can be; count how often that was so."""
    counted = []

    class Counted(BudgetedDiagram):
        def __init__(self, *arguments, **options):
            super().__init__(*arguments, **options)
            counted.append(1)

    monkeypatch.setattr(search_module, "_FEW_NODES", 0)
    monkeypatch.setattr(search_module, "_PLENTY", float("inf"))
    monkeypatch.setattr(search_module, "BudgetedDiagram", Counted)
    return counted
