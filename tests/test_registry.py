"""Things by their names: ours, which load when they are used, and those of others."""

import json
import subprocess
import sys
import warnings

import pytest

from sumspace.errors import SettingError, UnknownNameError
from sumspace.measures.measure import MEASURES, parse_measure
from sumspace.registry import Registry
from sumspace.summarizers.summarizer import SUMMARIZERS


class Entry:
    """An entry point of another package."""

    def __init__(self, name, thing):
        self.name = name
        self.thing = thing

    def load(self):
        if isinstance(self.thing, Exception):
            raise self.thing
        return self.thing


class Theirs:
    """A thing of theirs."""


class Others:
    """A thing of somebody else."""


@pytest.fixture
def registry(monkeypatch):
    """Make a registry with these plug-ins."""

    def make(*entries, package="sumspace.compute", kind="thing"):
        monkeypatch.setattr("importlib.metadata.entry_points", lambda group: entries if group == package else ())
        return Registry(kind, package)

    return make


def test_names_are_found_by_looking_into_the_package():
    assert set(MEASURES) >= {"ngram", "rouge-l", "rouge-n", "rouge-s", "rouge-w"}
    assert list(MEASURES) == sorted(MEASURES)
    assert all(name in MEASURES for name in MEASURES)
    assert None not in MEASURES


def test_third_parties_plug_in_by_entry_point(registry):
    things = registry(Entry("theirs", Theirs))
    assert things["theirs"] is Theirs
    assert list(things) == ["theirs"]


@pytest.mark.parametrize(("name", "most"), [("rouge-1", 10), ("cosine(text)", 9), ("lsa-topic(text)", 13)])
def test_looking_up_a_measure_loads_little(name, most):
    code = (
        f"from sumspace.measures.measure import parse_measure; import sys; parse_measure({name!r});"
        "print(*(name for name in sys.modules if name.startswith('sumspace.') or name in ('numba', 'scipy', 'polars')))"
    )
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert len(loaded) <= most
    assert not {"numba", "scipy", "polars"} & set(loaded)


def test_looking_up_an_oracle_measure_loads_no_other_measures():
    code = (
        "from sumspace.measures.measure import parse_measure; import sys; parse_measure('oracle(rouge-1)');"
        "print(*sys.modules)"
    )
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert "sumspace.oracle.f_measure" in loaded
    assert "sumspace.measures.pyramid" not in loaded


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
    monkeypatch.delattr(SUMMARIZERS, "_waiting")
    corpus = corpus_file({"id": "a", "sentences": ["One.", "Two.", "Three."]})
    outcome = sumspace("summarize", corpus, "-s", "last", "--budget", "exactly(1)", "--json")
    assert json.loads(outcome.out)["summary"] == ["Three."]
    assert "the last sentences" in sumspace("list").out


@pytest.mark.parametrize("error", [ImportError("no such module"), ZeroDivisionError("division by zero")])
def test_a_broken_plug_in_is_named_and_left_out_while_others_work(registry, error):
    things = registry(Entry("broken", error), Entry("theirs", Theirs))
    reason = f"{type(error).__name__}: {error}"
    with pytest.warns(UserWarning, match=f"the thing 'broken', a plug-in, is left out: {reason}"):
        assert list(things) == ["theirs"]
    assert things["theirs"] is Theirs
    with warnings.catch_warnings(action="error"):  # it is said once
        assert list(things) == ["theirs"]
    with pytest.raises(SettingError, match=f"the thing 'broken', a plug-in, cannot be used: {reason}"):
        things["broken"]
    assert "broken" not in things


def test_a_broken_plug_in_does_not_matter_to_a_thing_that_is_there(registry):
    things = registry(Entry("broken", ImportError()), Entry("theirs", Theirs))
    assert things["theirs"] is Theirs


def test_two_things_with_one_name_are_an_error_that_names_both(registry):
    things = registry(Entry("same", Theirs), Entry("same", Others), Entry("theirs", Theirs))
    message = r"two things are called 'same': .*\.Theirs and .*\.Others; rename or remove one of them"
    assert things["theirs"] is Theirs
    with pytest.raises(SettingError, match=message):
        things["same"]
    for _ in range(2):
        with pytest.raises(SettingError, match=message):
            list(things)
    with pytest.raises(UnknownNameError, match="unknown thing 'other'; there are: same, theirs"):
        things["other"]


def test_a_plug_in_cannot_replace_a_measure_of_ours(registry, monkeypatch):
    measures = registry(Entry("cosine", Theirs), package="sumspace.measures", kind="measure")
    monkeypatch.setitem(measures._things, "cosine", MEASURES["cosine"])
    message = r"two measures are called 'cosine': sumspace\.measures\.cosine\.Cosine and .*Theirs"
    with pytest.raises(SettingError, match=message):
        measures["cosine"]
    with pytest.raises(SettingError, match=message):
        next(measures.likely("cosine"))


def test_the_same_thing_may_be_registered_by_decorator_and_entry_point(registry):
    things = registry(Entry("theirs", Theirs))
    assert things.register("theirs")(Theirs) is Theirs
    assert list(things) == ["theirs"]
    assert things["theirs"] is Theirs


def test_all_things_are_gone_through_the_likeliest_first(registry):
    things = registry(Entry("abc", "abc"), Entry("xyz", "xyz"), Entry("abd", "abd"))
    assert next(things.likely("xyz(1)")) == "xyz"
    assert sorted(things.likely("ab")) == ["abc", "abd", "xyz"]


def test_an_unknown_name_is_answered_with_those_there_are(registry):
    things = registry()
    things.register("one")(1)
    with pytest.raises(UnknownNameError, match="unknown thing 'two'; there are: one"):
        things["two"]


def test_a_measure_that_is_a_broken_plug_in_is_named(registry, monkeypatch):
    broken = registry(Entry("theirs", ImportError("no such module")), package="sumspace.measures", kind="measure")
    monkeypatch.setattr("sumspace.measures.measure.MEASURES", broken)
    with (
        pytest.warns(UserWarning, match="the measure 'theirs', a plug-in, is left out"),
        pytest.raises(SettingError, match="'theirs', a plug-in, cannot be used: ImportError: no such module"),
    ):
        parse_measure("theirs(5)")
