"""A ledger keeps finished work for a run that goes on where another one was stopped."""

import os
import pickle
import resource
import sqlite3
import subprocess
import sys
import zlib
from collections import Counter
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest

import sumspace
from sumspace.compute import ledger as module
from sumspace.compute.ledger import Ledger, digest, open_ledger, pack, unpack
from sumspace.errors import CorpusError, OutputError, Problem, UnknownNameError


def test_what_was_written_down_is_there_again(tmp_path):
    with Ledger(tmp_path / "work.part") as ledger:
        for place in range(3):
            ledger.put(f"key {place}", pack(f"result {place}"))
        assert ledger.get("key 1") == "result 1"
    with Ledger(tmp_path / "work.part") as ledger:
        assert [ledger.get(f"key {place}") for place in range(4)] == ["result 0", "result 1", "result 2", None]


def test_a_key_is_written_down_once(tmp_path):
    with Ledger(tmp_path / "work.part") as ledger:
        ledger.put("a", pack(1), "settings")
        ledger.put("a", pack(1), "settings")
        assert (len(ledger), ledger.count("settings"), ledger.count("others")) == (1, 1, 0)


def test_pieces_go_together_in_bundles(tmp_path):
    with Ledger(tmp_path / "work.part") as ledger:
        ledger.put("a", pack(1), "", "one")
        ledger.put("b", pack(2), "", "two")
        ledger.put("c", pack(3), "items")
        assert {key: unpack(packed) for key, packed in ledger.bundle("one").items()} == {"a": 1}
        assert ledger.bundle("") == {}
        assert len(ledger) == 1


def test_other_ledgers_are_looked_up_too(tmp_path):
    with Ledger(tmp_path / "a") as first, Ledger(tmp_path / "b") as second:
        first.put("a", pack(1), "s", "")
        second.put("b", pack(2), "", "bundle")
        both = Ledger(None, [first, second])
        assert (both.get("a"), both.get("b"), both.get("c")) == (1, 2, None)
        assert both.count("s") == 1
        assert list(both.bundle("bundle")) == ["b"]
        both.put("c", pack(3))
        assert both.get("c") == 3
        assert first.get("c") is second.get("c") is None


def test_digests_tell_all_parts_apart():
    parts = [
        (), ("",), ("", ""), ("a",), (b"a",), ("ab",), ("a", "b"), (("a", "b"),), (("a",), "b"), (1,), ("1",), (1.0,),
        (None,), ("None",), (True,), (np.arange(3),), (np.arange(3.0),), (np.arange(4).reshape(2, 2),), (np.arange(4),),
        ("\udcff",),
    ]  # fmt: skip
    assert len({digest(*some) for some in parts}) == len(parts)
    assert digest("a", 1, [2.5, None]) == digest("a", 1, (2.5, None))


def test_digests_are_those_of_a_version(monkeypatch):
    before = digest("a")
    monkeypatch.setattr(module, "__version__", "0.0.0")
    assert digest("a") != before


def test_an_object_without_a_digest_is_refused():
    with pytest.raises(TypeError, match="object has no digest"):
        digest(object())


def test_results_of_all_kinds_come_back():
    example = next(sumspace.read("sample"))
    values = [
        1, 2**200, 0.1, "línea\n\0", b"\0", None, [1, (2, {3: {4}})], frozenset("a"), Counter("aab"), Fraction(1, 3),
        Decimal("0.1"), range(3), example, np.float64(0.1), np.arange(6).reshape(2, 3),
        np.array([2**70, 1], dtype=object),
    ]  # fmt: skip
    for value in values:
        again = unpack(pack(value))
        assert type(again) is type(value)
        assert np.array_equal(again, value) if isinstance(value, np.ndarray) else again == value


def test_errors_of_ours_come_back_whole():
    for error in (
        UnknownNameError("measure", "x", ["a", "b"]),
        CorpusError(Problem("file", "bad", 3)),
        OutputError("no"),
    ):
        for again in (unpack(pack(error)), pickle.loads(pickle.dumps(error))):  # noqa: S301 - our own
            assert (type(again), str(again)) == (type(error), str(error))
    assert unpack(pack(CorpusError(Problem("file", "bad", 3)))).problem.line == 3


class Malicious:
    def __init__(self, function, *arguments):
        self.reduced = function, arguments

    def __reduce__(self):
        return self.reduced


@pytest.mark.parametrize(
    "value",
    [
        Malicious(os.system, "touch hacked"),
        Malicious(eval, "open('hacked', 'w')"),
        Malicious(getattr, int, "from_bytes"),
        Malicious(subprocess.Popen, "touch hacked", 0, None, None, None, None, None, True, True),
        Malicious(open_ledger, "hacked"),
        Malicious(Ledger, "hacked"),
    ],
    ids=["system", "eval", "getattr", "Popen", "a function of ours", "a class of ours that opens files"],
)
def test_a_ledger_of_a_stranger_runs_no_code(tmp_path, monkeypatch, value):
    monkeypatch.chdir(tmp_path)
    file = tmp_path / "work.part"
    with Ledger(file) as ledger:
        ledger.put("a", zlib.compress(pickle.dumps(value)))
        with pytest.raises(
            OutputError, match=r"work\.part: damaged, or not written by this program: .* is no result of"
        ):
            ledger.get("a")
    assert not (tmp_path / "hacked").exists()


def test_a_wrong_byte_is_noticed(tmp_path):
    with Ledger(tmp_path / "work.part") as ledger:
        ledger.put("a", pack([1, 2, 3]))
    database = sqlite3.connect(tmp_path / "work.part")
    database.execute("UPDATE results SET value = ?", [pack([1, 2, 4])])
    database.commit()
    database.close()
    with (
        Ledger(tmp_path / "work.part") as ledger,
        pytest.raises(OutputError, match="a checksum is wrong; delete it to"),
    ):
        ledger.get("a")


def test_nothing_is_left_where_nothing_was_done_or_all_is(tmp_path):
    with Ledger(tmp_path / "work.part"):
        pass
    assert list(tmp_path.iterdir()) == []
    with Ledger(tmp_path / "work.part") as ledger:
        ledger.put("a", pack(1))
        ledger.remove()
    assert list(tmp_path.iterdir()) == []


def test_two_runs_cannot_have_the_same_work(tmp_path):
    program = (
        f"from pathlib import Path; from sumspace.compute.ledger import Ledger; Ledger(Path({str(tmp_path / 'w')!r}))"
    )
    with Ledger(tmp_path / "w") as ledger:
        ledger.put("a", pack(1))
        outcome = subprocess.run([sys.executable, "-c", program], check=False, capture_output=True, text=True)
        assert "/w: another run has it; wait until that ends, or choose another place" in outcome.stderr
        ledger.put("b", pack(2))
    with Ledger(tmp_path / "w") as ledger:
        assert ledger.get("b") == 2


def test_uses_in_one_program_share_a_ledger(tmp_path):
    first, second = open_ledger(tmp_path / "folder"), open_ledger(tmp_path / "folder")
    assert first is second
    assert first.path == tmp_path / "folder" / "ledger.sqlite"
    first.close()
    assert open_ledger(tmp_path / "folder") is not first


def test_something_else_of_that_name_is_left_alone(tmp_path):
    file = tmp_path / "work.part"
    file.write_text("a file of somebody else's, which is no database\n" * 100)
    before = file.read_bytes()
    with pytest.raises(
        OutputError, match=r"work\.part: no ledger of finished work, or damaged: .*; delete it to begin"
    ):
        Ledger(file)
    assert file.read_bytes() == before
    (tmp_path / "folder.part").mkdir()
    with pytest.raises(OutputError, match=r"folder\.part: cannot be written"):
        Ledger(tmp_path / "folder.part")
    other = sqlite3.connect(tmp_path / "other")
    other.execute("CREATE TABLE results (key TEXT, mine TEXT)")
    other.close()
    with pytest.raises(OutputError, match="other: no ledger of finished work, or damaged"):
        Ledger(tmp_path / "other")


def test_a_full_disk_is_said_and_what_was_finished_stays(tmp_path):
    program = f"""
import os, resource, sys
from pathlib import Path
from sumspace.compute.ledger import Ledger, pack
from sumspace.errors import OutputError
ledger = Ledger(Path({str(tmp_path / "w")!r}))
ledger.put("a", pack(1)); ledger.flush()
resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000))
try:
    for place in range(1000):
        ledger.put(str(place), os.urandom(5000))
        ledger.flush()
except OutputError as error:
    print(error)
    os._exit(0)
"""
    outcome = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True)
    assert "/w: cannot be written: " in outcome.stdout
    assert outcome.stdout.endswith("what was finished is kept; free some space and run the command again\n")
    assert resource.getrlimit(resource.RLIMIT_FSIZE)[0] == resource.RLIM_INFINITY
    with Ledger(tmp_path / "w") as ledger:
        assert ledger.get("a") == 1


def test_a_kill_loses_only_the_last_moments(tmp_path):
    """Each item takes a tenth of a second; what is older than a second is there whatever happens."""
    program = f"""
import os, signal, time
from pathlib import Path
from sumspace.compute.ledger import Ledger, pack
ledger = Ledger(Path({str(tmp_path / "work.part")!r}))
for place in range(20):
    ledger.put(str(place), pack(place))
    time.sleep(0.1)
os.kill(os.getpid(), signal.SIGKILL)
"""
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == -9
    with Ledger(tmp_path / "work.part") as ledger:
        found = [ledger.get(str(place)) for place in range(20)]
    assert found[:10] == list(range(10))
    assert all(value in (None, place) for place, value in enumerate(found))
