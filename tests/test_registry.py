import pytest

from sumspace.errors import SumspaceError, UnknownNameError
from sumspace.measures.measure import MEASURES
from sumspace.registry import Registry


def test_names_are_found_by_looking_into_the_package():
    assert list(MEASURES) == ["ngram", "rouge-l", "rouge-n", "rouge-s", "rouge-w"]


def test_third_parties_plug_in_by_entry_point(monkeypatch):
    class Entry:
        name = "theirs"

        def load(self):
            return "their thing"

    monkeypatch.setattr(
        "sumspace.registry.entry_points", lambda group: [Entry()] if group == "sumspace.compute" else []
    )
    registry = Registry("thing", "sumspace.compute")
    assert registry["theirs"] == "their thing"


def test_a_plug_in_that_fails_is_named_every_time(monkeypatch):
    class Entry:
        name = "theirs"

        def load(self):
            raise ImportError("no such thing")

    monkeypatch.setattr("sumspace.registry.entry_points", lambda group: [Entry()])  # noqa: ARG005
    registry = Registry("thing", "sumspace.compute")
    for _ in range(2):
        with pytest.raises(SumspaceError, match="the thing 'theirs', a plug-in, cannot be loaded: no such thing"):
            list(registry)


def test_an_unknown_name_is_answered_with_those_there_are():
    registry = Registry("thing", "sumspace.compute")
    registry.register("one")(1)
    with pytest.raises(UnknownNameError, match="unknown thing 'two'; there are: one"):
        registry["two"]
