import pytest

from sumspace.errors import UnknownNameError
from sumspace.measures.measure import MEASURES
from sumspace.registry import Registry


def test_names_are_found_by_looking_into_the_package():
    assert list(MEASURES) == ["rouge-l", "rouge-n", "rouge-s", "rouge-w"]


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


def test_an_unknown_name_is_answered_with_those_there_are():
    registry = Registry("thing", "sumspace.compute")
    registry.register("one")(1)
    with pytest.raises(UnknownNameError, match="unknown thing 'two'; there are: one"):
        registry["two"]
