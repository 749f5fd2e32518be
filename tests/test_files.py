"""What is written is there whole or not at all, and what killed runs left behind goes with the next one."""

import signal
import subprocess
import sys
import time

import pytest

from sumspace.errors import OutputError
from sumspace.files import new_folder, replacing

#: Begins to write a file or a folder, and never comes to the end.
PROGRAM = """
import sys, time
from pathlib import Path
from sumspace.files import new_folder, replacing

place, kind = Path(sys.argv[1]), sys.argv[2]
with (replacing if kind == "file" else new_folder)(place) as draft:
    (draft if kind == "file" else draft / "inside").write_text("half")
    time.sleep(600)
"""

#: Writes Parquet files from rows that end in an error, and looks for what is left.
FAILING = """
import sys, threading
from pathlib import Path
import polars as pl
from sumspace.errors import OutputError
from sumspace.files import write_parquet

threading.Thread(target=lambda: [None for _ in iter(int, 1) if sum(range(1000)) < 0], daemon=True).start()
for _ in range(60):
    try:
        write_parquet(iter([{"text": "\\ud800"}]), {"text": pl.String}, Path(sys.argv[1]) / "out.parquet")
    except OutputError:
        assert not list(Path(sys.argv[1]).iterdir())
    else:
        raise AssertionError("no error")
"""


@pytest.fixture
def begin(tmp_path):
    """Start programs that are in the middle of writing; they are ended after the test."""
    processes = []

    def start(kind):
        before = set(tmp_path.iterdir())
        process = subprocess.Popen([sys.executable, "-c", PROGRAM, tmp_path / "out", kind])
        processes.append(process)
        while not (left := set(tmp_path.iterdir()) - before) or not any(map(is_written, left)):
            assert process.poll() is None
            time.sleep(0.05)
        return process, *left

    yield start
    for process in processes:
        process.kill()
        process.wait()


def is_written(path):
    file = path / "draft" / "inside" if path.is_dir() else path
    return file.exists() and file.read_text() == "half"


def write(place, kind):
    if kind == "file":
        with replacing(place) as draft:
            draft.write_text("whole")
    else:
        with new_folder(place) as draft:
            (draft / "inside").write_text("whole")


@pytest.mark.parametrize("kind", ["file", "folder"])
def test_what_a_killed_run_left_is_deleted_and_what_another_is_at_work_on_is_not(tmp_path, begin, kind):
    killed, left = begin(kind)
    killed.send_signal(signal.SIGKILL)
    killed.wait()
    _, at_work = begin(kind)
    assert not left.exists()
    others = tmp_path / ".out.notours", tmp_path / ".outer.0123abcd", tmp_path / ".out.0123abcde"
    for other in others:
        other.write_text("somebody else's")
    write(tmp_path / "out", kind)
    assert sorted(tmp_path.iterdir()) == sorted([at_work, tmp_path / "out", *others])
    assert is_written(at_work)


@pytest.mark.parametrize("kind", ["file", "folder"])
def test_nothing_is_left_of_what_ends_in_an_error(tmp_path, kind):
    with pytest.raises(OutputError, match="no space"), (replacing if kind == "file" else new_folder)(tmp_path / "out"):
        raise OSError(28, "no space")
    assert not list(tmp_path.iterdir())


def test_nothing_is_left_of_parquet_whose_rows_end_in_an_error_however_busy_the_machine_is(tmp_path):
    """Threads of Polars are still at work when it raises the error, and the more so the busier the machine is."""
    folders = [tmp_path / str(number) for number in range(4)]
    for folder in folders:
        folder.mkdir()
    processes = [subprocess.Popen([sys.executable, "-c", FAILING, folder]) for folder in folders]
    assert [process.wait() for process in processes] == [0] * len(processes)


def test_a_folder_that_cannot_be_written_is_an_error_in_plain_words(tmp_path):
    with pytest.raises(OutputError, match="there is no folder"), new_folder(tmp_path / "missing" / "out"):
        pass
    with pytest.raises(OutputError, match="cannot be written"), replacing(tmp_path / "missing" / "out"):
        pass
