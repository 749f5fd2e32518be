"""The program where little can be written, and where another run is at the same work."""

import os
import resource
import subprocess
import sys
from pathlib import Path

import pytest

import sumspace as package

SAMPLE = Path(package.__file__).parent / "corpus" / "sample.jsonl"
RANK = ("rank", "{corpus}", "-m", "rouge-1", "--words", "20")


@pytest.fixture
def start(tmp_path):
    """Start the program on two documents of the sample, in a folder of its own."""
    corpus = tmp_path / "corpus.jsonl"
    corpus.write_bytes(b"".join(SAMPLE.read_bytes().splitlines(keepends=True)[:2]))
    (tmp_path / "in").mkdir()

    def begin(*arguments, limit=resource.RLIM_INFINITY, **environment):
        return subprocess.Popen(
            [sys.executable, "-m", "sumspace", *(str(part).format(corpus=corpus) for part in arguments)],
            cwd=tmp_path / "in",
            # Under a limit of file sizes, bytecode would be cut off, and every later program would stumble over it.
            env=os.environ | {"PYTHONDONTWRITEBYTECODE": "1"} | environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (limit, resource.RLIM_INFINITY)),  # noqa: PLW1509
        )

    return begin


def test_neither_a_home_nor_a_place_for_compiled_code_is_needed(start):
    """What is a file has no files in it, not even for root."""
    nowhere = "/dev/null/nowhere"
    run = start(*RANK, "--json", HOME=nowhere, NUMBA_CACHE_DIR=nowhere, XDG_CACHE_HOME=nowhere)
    out, messages = run.communicate()
    assert (run.returncode, out) == (0, start(*RANK, "--json").communicate()[0])
    assert messages.startswith("sumspace ")


@pytest.mark.parametrize(
    "arguments",
    [
        (*RANK, "-o", "ranks.html"),
        ("limits", "{corpus}", "-m", "rouge-1", "--words", "20", "--no-sweep", "--no-whole", "-o", "limits"),
        ("labels", "{corpus}", "-o", "labels.parquet"),
        ("corpus", "convert", "{corpus}", "copy.jsonl"),
        ("corpus", "convert", "{corpus}", "copy/"),
    ],
)
def test_a_disk_that_is_full_is_one_line_and_nothing_half_written(start, tmp_path, arguments):
    """A limit for files stands for the disk; what is finished may be kept, if there was room for it."""
    run = start(*arguments, limit=1000)
    _, messages = run.communicate()
    assert run.returncode == 2, messages
    assert "Traceback" not in messages
    assert "cannot be written" in messages.splitlines()[-1]
    left = [file.name for file in (tmp_path / "in").rglob("*") if file.is_file()]
    assert all("ledger.sqlite" in name or ".part" in name for name in left), left


def test_two_runs_into_one_file_leave_one_whole_result(start, tmp_path):
    alone = start(*RANK, "--json").communicate()[0]
    runs = [start(*RANK, "--json", "-o", "ranks.jsonl") for _ in range(2)]
    outcomes = [(run.communicate()[1], run.returncode) for run in runs]
    assert 0 in [code for _, code in outcomes]
    for messages, code in outcomes:  # the second may find that the first keeps its results there
        assert code == 0 or (code == 2 and "another run" in messages), messages
    assert (tmp_path / "in" / "ranks.jsonl").read_text() == alone
    assert [file.name for file in (tmp_path / "in").iterdir()] == ["ranks.jsonl"]
