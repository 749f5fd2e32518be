"""A ledger keeps finished work for a run that goes on where another one was stopped."""

import subprocess
import sys
from contextlib import suppress

import pytest

from sumspace.compute.ledger import Ledger
from sumspace.errors import OutputError


def test_what_was_written_down_is_there_again_in_order(tmp_path):
    with Ledger(tmp_path / "work.part", "a plan") as ledger:
        assert len(ledger) == 0
        for place in range(3):
            ledger.add(f"key {place}", f"result {place}")
    with Ledger(tmp_path / "work.part", "a plan") as ledger:
        assert (len(ledger), ledger.key(1)) == (3, "key 1")
        ledger.add("key 3", "result 3")
        assert list(ledger.results()) == [f"result {place}" for place in range(4)]


def test_keys_may_stand_twice_and_any_text_is_kept(tmp_path):
    texts = ["same", "same", "", "línea\nnew\0line", "'; DROP TABLE done; --"]
    with Ledger(tmp_path / "work.part", texts[-1]) as ledger:
        for text in texts:
            ledger.add(text, text)
        assert [ledger.key(place) for place in range(len(texts))] == list(ledger.results()) == texts


def test_other_work_is_refused(tmp_path):
    with Ledger(tmp_path / "work.part", "a plan") as ledger:
        ledger.add("a", "1")
    with pytest.raises(
        OutputError, match=r"work\.part: begun with other options \(a plan\); go on with those, or dele"
    ):
        Ledger(tmp_path / "work.part", "another plan")
    with Ledger(tmp_path / "work.part", "a plan") as ledger:
        assert list(ledger.results()) == ["1"]


def test_nothing_is_left_where_nothing_was_done(tmp_path):
    with Ledger(tmp_path / "work.part", "a plan"):
        pass
    assert list(tmp_path.iterdir()) == []
    with Ledger(tmp_path / "work.part", "another plan") as ledger:
        assert len(ledger) == 0


def test_nothing_is_left_where_all_is_done(tmp_path):
    with Ledger(tmp_path / "work.part", "a plan") as ledger:
        ledger.add("a", "1")
        ledger.remove()
    assert list(tmp_path.iterdir()) == []


def test_an_error_keeps_what_was_finished_before(tmp_path):
    with suppress(ZeroDivisionError), Ledger(tmp_path / "work.part", "a plan") as ledger:
        ledger.add("a", "1")
        ledger.add("b", str(1 // 0))
    with Ledger(tmp_path / "work.part", "a plan") as ledger:
        assert list(ledger.results()) == ["1"]


def test_two_runs_cannot_have_the_same_work(tmp_path):
    with Ledger(tmp_path / "work.part", "a plan") as ledger:
        for place in range(2):
            with pytest.raises(OutputError, match="another run has it: database is locked"):
                Ledger(tmp_path / "work.part", "a plan")
            ledger.add(str(place), "1")
    with Ledger(tmp_path / "work.part", "a plan") as ledger:
        assert len(ledger) == 2


def test_something_else_of_that_name_is_left_alone(tmp_path):
    file = tmp_path / "work.part"
    file.write_text("a file of somebody else's, which is no database\n" * 100)
    before = file.read_bytes()
    with pytest.raises(OutputError, match=r"work\.part: no ledger of unfinished work"):
        Ledger(file, "a plan")
    assert file.read_bytes() == before
    (tmp_path / "folder.part").mkdir()
    with pytest.raises(OutputError, match=r"folder\.part: no ledger of unfinished work"):
        Ledger(tmp_path / "folder.part", "a plan")


def test_a_kill_loses_only_the_last_moments(tmp_path):
    """Each item takes a twentieth of a second; what is older than half a second is there whatever happens."""
    program = f"""
import os, signal, time
from pathlib import Path
from sumspace.compute.ledger import Ledger
ledger = Ledger(Path({str(tmp_path / "work.part")!r}), "a plan")
for place in range(20):
    ledger.add(str(place), str(place))
    time.sleep(0.05)
os.kill(os.getpid(), signal.SIGKILL)
"""
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == -9
    with Ledger(tmp_path / "work.part", "a plan") as ledger:
        found = list(ledger.results())
    assert found == [str(place) for place in range(len(found))]
    assert 10 <= len(found) <= 20


def test_a_ledger_that_was_deleted_begins_anew_whatever_lies_beside_it(tmp_path):
    """A killed run leaves a journal; without its ledger it means nothing."""
    program = f"""
import os, signal
from pathlib import Path
import sumspace.compute.ledger as module
module._OFTEN = -1
ledger = module.Ledger(Path({str(tmp_path / "work.part")!r}), "a plan")
ledger.add("a", "1")
os.kill(os.getpid(), signal.SIGKILL)
"""
    subprocess.run([sys.executable, "-c", program], check=False)
    assert (tmp_path / "work.part-wal").exists()
    (tmp_path / "work.part").unlink()
    with Ledger(tmp_path / "work.part", "another plan") as ledger:
        assert len(ledger) == 0
        ledger.add("b", "2")
    with Ledger(tmp_path / "work.part", "another plan") as ledger:
        assert list(ledger.results()) == ["2"]
