import random
from dataclasses import dataclass
from fractions import Fraction

import plain
import pytest

import brute_force
from sumspace.oracle import by_trying as by_trying_module
from sumspace.oracle import search as search_module

PAIR = ("rouge-1", "rouge-2")


@dataclass(frozen=True)
class Case:
    """A document, references and a budget, what to score it by, and what brute force found."""

    case: tuple
    measures: tuple
    score: str
    best: Fraction | None
    oracles: list

    @property
    def spaces(self):
        return plain.spaces(self.case, self.measures, self.score)


def made(seed, count, settings):
    rng = random.Random(seed)
    found = []
    for _ in range(count):
        case = brute_force.random_case(rng)
        setting = rng.choice(settings)
        found.append(Case(case, *setting, *(plain.oracles(case, *setting) or (None, []))))
    return found


@pytest.fixture(scope="session")
def cases():
    """Thousands of random cases with all their oracles, by recall, F1 or the mean of recalls, found by brute force."""
    single = [((measure,), score) for measure in plain.MEASURES for score in ("recall", "f1")]
    return made(2017, 3000, [*single, (PAIR, "recall")])


@pytest.fixture(scope="session")
def means():
    """Cases with the best mean of two F1 scores."""
    return made(2018, 800, [(PAIR, "f1")])


@pytest.fixture(scope="package", autouse=True)
def searching():
    """Small cases are searched too, and not only tried."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(by_trying_module, "_FEW", -1)
        yield


@pytest.fixture
def splits(monkeypatch):
    """Make the search split again and again, since diagrams of two nodes are hardly ever enough; count the splits."""
    counted = []
    split = search_module.Search._split

    def count(self, *arguments):
        counted.append(1)
        return split(self, *arguments)

    monkeypatch.setattr(search_module, "_WIDTH", 2)
    monkeypatch.setattr(search_module, "_WIDER", 1.0)
    monkeypatch.setattr(search_module, "_MOST", 2)
    monkeypatch.setattr(search_module.Search, "_split", count)
    return counted
