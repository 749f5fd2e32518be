import json

import pytest

from sumspace.errors import SumspaceError, UnknownNameError
from sumspace.measures.measure import MEASURES
from sumspace.registry import Registry
from sumspace.summarizers.summarizer import SUMMARIZERS


def test_names_are_found_by_looking_into_the_package():
    assert set(MEASURES) >= {"ngram", "rouge-l", "rouge-n", "rouge-s", "rouge-w"}
    assert list(MEASURES) == sorted(MEASURES)


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


THEIRS = """
from sumspace.summarizers.summarizer import Summarizer

class Last(Summarizer):
    title = "the last sentences"
    paper = "none"

    def rank(self, article, seed=0):
        return [*range(len(article))][::-1]
"""


def test_a_summarizer_of_another_package_is_found_by_the_program(sumspace, corpus_file, tmp_path, monkeypatch):
    (tmp_path / "theirs.py").write_text(THEIRS)
    (tmp_path / "theirs-1.dist-info").mkdir()
    (tmp_path / "theirs-1.dist-info" / "METADATA").write_text("Name: theirs\nVersion: 1\n")
    (tmp_path / "theirs-1.dist-info" / "entry_points.txt").write_text("[sumspace.summarizers]\nlast = theirs:Last\n")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(SUMMARIZERS, "_things", {name: SUMMARIZERS[name] for name in SUMMARIZERS})
    monkeypatch.setattr(SUMMARIZERS, "_loaded", False)
    corpus = corpus_file({"id": "a", "sentences": ["One.", "Two.", "Three."]})
    outcome = sumspace("summarize", corpus, "-s", "last", "--budget", "exactly(1)", "--json")
    assert json.loads(outcome.out)["summary"] == ["Three."]
    assert "the last sentences" in sumspace("list").out


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
