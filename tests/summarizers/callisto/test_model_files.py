"""Files of models, good and bad ones."""

import json
import warnings
import zipfile
from dataclasses import replace
from io import BytesIO
from pathlib import Path

import numpy as np
import pytest

from callisto_tables import random_table
from sumspace import __version__
from sumspace.errors import OutputError, SettingError
from sumspace.summarizers import model_file
from sumspace.summarizers.callisto.configuration import Configuration
from sumspace.summarizers.callisto.features import FEATURES
from sumspace.summarizers.callisto.learners.fixed import Fixed
from sumspace.summarizers.callisto.learners.tree import Tree
from sumspace.summarizers.callisto.model import Model, header_of, load, save
from sumspace.summarizers.model_file import Arrays

RAKE = "configuration(none, rake)"


def by_hand():
    """A model that prefers the first configuration of each length."""
    configurations = tuple(Configuration("none", "rake", n, sentences=s) for s in (2, 5) for n in (7, 8))
    learned = Fixed().restore(Arrays({"means": np.array([0.4, 0.3, 0.2, 0.1])}), 4, 0)
    return Model(configurations, Fixed(), learned, "rouge-1", 0, "score", "value", "nothing")


def test_a_model_that_cannot_be_written_is_told(tmp_path):
    with pytest.raises(OutputError, match="cannot be written"):
        save(by_hand(), tmp_path / "nowhere" / "model")


@pytest.fixture
def parts(tmp_path):
    """What the file of a good model is made of."""
    save(by_hand(), tmp_path / "good")
    with zipfile.ZipFile(tmp_path / "good") as archive:
        return {name: archive.read(name) for name in archive.namelist()}


@pytest.fixture
def refusal(tmp_path):
    """Write a file of parts, or of bytes, and return what is said against it, without its name."""

    def refused(content):
        path = tmp_path / "bad"
        if isinstance(content, dict):
            with zipfile.ZipFile(path, "w") as archive:
                for name, part in content.items():
                    archive.writestr(name, part)
        else:
            path.write_bytes(content)
        with pytest.raises(SettingError) as caught:
            load(path)
        message = str(caught.value)
        assert message.startswith(f"{path}: ")
        assert message.isprintable()
        return message.removeprefix(f"{path}: ")

    return refused


def with_header(parts, **changes):
    return {**parts, "header.json": json.dumps(json.loads(parts["header.json"]) | changes)}


def without(parts, field):
    header = json.loads(parts["header.json"])
    del header[field]
    return {**parts, "header.json": json.dumps(header)}


def npy(array, **choices):
    out = BytesIO()
    np.lib.format.write_array(out, np.asarray(array), **choices)
    return out.getvalue()


FOREIGN = "no model of CALLISTO; `sumspace callisto train` makes one"


def test_the_parts_of_a_good_model_make_a_good_model(parts, tmp_path):
    with zipfile.ZipFile(tmp_path / "again", "w") as archive:
        for name, part in with_header(parts).items():
            archive.writestr(name, part)
    assert header_of(load(tmp_path / "again")) == header_of(by_hand())


def test_a_file_that_is_not_there_or_a_folder_is_told(tmp_path):
    with pytest.raises(SettingError, match="nowhere: cannot be read: No such file or directory"):
        load(tmp_path / "nowhere")
    with pytest.raises(SettingError, match=f"{tmp_path.name}: cannot be read: Is a directory"):
        load(tmp_path)


def test_the_name_of_a_bad_file_stays_on_one_line(tmp_path):
    with pytest.raises(SettingError, match=r"two\\nlines: cannot be read"):
        load(tmp_path / "two\nlines")


@pytest.mark.parametrize("content", [b"", b"This is a text.\n", b"PK\x03\x04", b'{"kind": "sumspace callisto"}'])
def test_a_file_of_another_kind_is_no_model(refusal, content):
    assert refusal(content) == FOREIGN


def test_an_archive_of_something_else_is_no_model(refusal, parts):
    means = {"means.npy": parts["means.npy"]}
    assert refusal({}) == FOREIGN
    assert refusal(means) == FOREIGN
    for header in ("", "no JSON", "[1]", "null", "[" * 100_000, b"\xff\xfe"):
        assert refusal({**means, "header.json": header}) == FOREIGN
    assert refusal(with_header(parts, kind="sumspace-kea")) == FOREIGN
    assert refusal({**parts, "means.npy": "no array"}) == FOREIGN
    assert refusal({**parts, "more.txt": "Read me."}) == FOREIGN


@pytest.mark.parametrize(
    ("changes", "other"),
    [
        ({"format": 1}, "format 1"), ({"format": None}, "format None"), ({"features": ["words"]}, "other features"),
        ({"features": None}, "other features"),
    ],
)  # fmt: skip
def test_a_model_of_another_version_is_to_be_trained_again(refusal, parts, changes, other):
    message = refusal(with_header(parts, sumspace="9.9\n", **changes))
    assert message == rf"made by sumspace 9.9\n with {other}, which {__version__} does not read; train it again"


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"learner": "oracle"}, "unknown learner 'oracle'"),
        ({"learner": "tree"}, "there is no array"),
        ({"learner": None}, "a model of CALLISTO that is damaged"),
        ({"learner": "fixed(depth=1)"}, "unknown option of fixed"),
        ({"configurations": []}, "it names no configurations"),
        ({"configurations": [RAKE]}, "means is not an array of the kind and shape that it should have"),
        ({"configurations": [RAKE] * 3 + ["configuration(none, oracle)"]}, "unknown key phrase extractor 'oracle'"),
        (
            {"configurations": [RAKE] * 3 + ["configuration(none, rake, phrases=x)"]},
            "phrases of configuration is of type int",
        ),
        ({"configurations": [1, 2, 3, 4]}, "a model of CALLISTO that is damaged"),
        ({"configurations": None}, "a model of CALLISTO that is damaged"),
        ({"selection": "by lot"}, "its selection is 'by lot'"),
        ({"classes": "many"}, "a model of CALLISTO that is damaged"),
        ({"classes": float("inf")}, "a model of CALLISTO that is damaged"),
        ({"seed": None}, "a model of CALLISTO that is damaged"),
        ({"seed": -1}, "a seed is a whole number"),
        ({"classes": -1}, "there are -1 classes"),
        ({"trained_on": 5}, "trained_on is 5"),
        ({"profile": "rouge"}, "unknown profile 'rouge'"),
        ({"kea": {"kind": "other"}}, "not a Kea model"),
    ],
)
def test_a_header_that_makes_no_sense_is_damaged(refusal, parts, changes, expected):
    message = refusal(with_header(parts, **changes))
    assert message.startswith("a model of CALLISTO that is damaged: ")
    assert expected in message


@pytest.mark.parametrize("field", ["learner", "configurations", "measure", "classes", "selection", "seed", "kea"])
def test_a_header_that_lacks_something_is_damaged(refusal, parts, field):
    assert refusal(without(parts, field)) == f"a model of CALLISTO that is damaged: '{field}' is missing"


@pytest.mark.parametrize(
    "array", [np.ones(3), np.ones((2, 2)), np.ones(0), np.array(1.0), np.arange(4), np.array(["a"]), np.full(4, np.nan)]
)
def test_damaged_arrays_are_told(refusal, parts, array):
    assert refusal({**parts, "means.npy": npy(array)}).startswith("a model of CALLISTO that is damaged: ")


def test_an_array_that_claims_to_be_vast_is_no_model(refusal, parts):
    for shape in ("(1000000000000000,)", "(99999999999999999999,)", "(9223372036854775808, 2)", "(-4,)"):
        claim = f"{{'descr': '<f8', 'fortran_order': False, 'shape': {shape}, }}".ljust(117) + "\n"
        vast = b"\x93NUMPY\x01\x00" + len(claim).to_bytes(2, "little") + claim.encode() + b"\0" * 32
        with warnings.catch_warnings(record=True) as heard:
            warnings.simplefilter("always")
            assert refusal({**parts, "means.npy": vast}) == FOREIGN
        assert not heard


class Bait:
    """An object that leaves a file behind when it is unpickled."""

    def __init__(self, path):
        self.path = path

    def __reduce__(self):
        return Path.touch, (self.path,)


def test_nothing_in_a_file_is_run(refusal, parts, tmp_path):
    trap = npy(np.array([Bait(tmp_path / "first")], dtype=object), allow_pickle=True)
    np.lib.format.read_array(BytesIO(trap), allow_pickle=True)
    assert (tmp_path / "first").exists()  # the trap works
    trap = npy(np.array([Bait(tmp_path / "caught")], dtype=object), allow_pickle=True)
    for name in ("means.npy", "more.npy"):
        assert refusal({**parts, name: trap}) == FOREIGN
    assert not (tmp_path / "caught").exists()


def test_a_file_that_unpacks_to_too_much_is_not_unpacked(monkeypatch, parts, tmp_path):
    monkeypatch.setattr(model_file, "LARGEST", 10_000)
    path = tmp_path / "bomb"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, part in {**parts, "more.npy": npy(np.zeros(1_000_000))}.items():
            archive.writestr(name, part)
    assert path.stat().st_size < 20_000
    monkeypatch.setattr(zipfile.ZipFile, "read", lambda *_: pytest.fail("it was unpacked"))
    with pytest.raises(SettingError, match="bomb: too large for a model of CALLISTO"):
        load(path)


def test_a_model_that_could_not_be_loaded_again_is_not_saved(monkeypatch, tmp_path):
    monkeypatch.setattr(model_file, "LARGEST", 100)
    with pytest.raises(OutputError, match="large: the model is too large to be loaded again"):
        save(by_hand(), tmp_path / "large")
    assert not list(tmp_path.iterdir())


def test_a_part_that_is_there_twice_is_no_models(refusal, parts, tmp_path):
    with zipfile.ZipFile(tmp_path / "twice", "w") as archive:
        for name, part in parts.items():
            archive.writestr(name, part)
        with pytest.warns(UserWarning, match="Duplicate name"):
            archive.writestr("means.npy", parts["means.npy"])
    assert refusal((tmp_path / "twice").read_bytes()) == FOREIGN


def test_a_small_file_cannot_claim_what_fills_the_memory(refusal, tmp_path):
    """Two thousand million configurations without parameters take no place in a file."""
    tree = Tree(documents=1)
    learned = tree.learn(random_table(0, configurations=4, features=len(FEATURES)))
    save(replace(by_hand(), learner=tree, learned=learned), tmp_path / "tree")
    with zipfile.ZipFile(tmp_path / "tree") as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    vast = npy(np.zeros((2_000_000_000, 0), dtype=np.int64))
    assert len(vast) < 200
    message = refusal({**parts, "settings.npy": vast})
    assert message.endswith("settings is not an array of the kind and shape that it should have")


def test_a_damaged_file_is_told_wherever_the_damage_is(tmp_path, refusal):
    """Shortened anywhere, or with a byte changed anywhere; what does not matter, such as dates, may change."""
    save(by_hand(), tmp_path / "good")
    good = (tmp_path / "good").read_bytes()
    for size in range(0, len(good), 37):
        assert refusal(good[:size]) == FOREIGN
    header = good.index(b"header.json") + len(b"header.json")
    for place in range(header, header + 300, 11):
        assert refusal(good[:place] + bytes([good[place] ^ 255]) + good[place + 1 :]) == FOREIGN
