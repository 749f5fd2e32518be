"""Trying all sets, where they are few: the same oracles as by the search."""

import pytest

from sumspace.oracle import by_trying
from sumspace.oracle.finding import find_oracles
from sumspace.space.budget import Reach


@pytest.fixture(autouse=True)
def trying(monkeypatch):
    monkeypatch.setattr(by_trying, "_FEW", 10**6)


def found_in(case):
    found = find_oracles(case.spaces)
    if found is None:
        return None
    return found.score, found.bound, found.optimal, sorted(map(str, found.extracts()))


@pytest.mark.parametrize("kind", ["cases", "means"])
def test_all_oracles_are_those_of_brute_force(kind, request):
    tried = 0
    for case in request.getfixturevalue(kind):
        found = found_in(case)
        if case.best is None:
            assert found is None
            continue
        best = max(float(case.best), 0.0)
        assert found == (best, best, True, sorted(map(str, case.oracles)))
        tried += not isinstance(case.case[2], Reach)
    assert tried > 300


def test_very_many_equal_sets_are_left_to_the_search(cases, monkeypatch):
    """With room for one set, every case with several oracles is searched, and they are the same."""
    monkeypatch.setattr(by_trying, "_MOST", 1)
    several = [case for case in cases[:600] if len(case.oracles) > 1]
    assert len(several) > 50
    for case in several:
        assert found_in(case)[3] == sorted(map(str, case.oracles))
