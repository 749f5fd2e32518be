import json
import os
import signal
from dataclasses import dataclass

import pytest
from hypothesis import HealthCheck, settings

import real_corpora

# A shell that runs the tests in the background has interrupts ignored, and some tests are about them.
if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

# The first text that hypothesis makes on a machine takes a while, and so does the first call of compiled code.
settings.register_profile(
    "sumspace", deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize="CI" in os.environ
)
settings.load_profile("sumspace")


@pytest.fixture(scope="session")
def corpora():
    """The folder with the real corpora, which are not part of the repository."""
    if not real_corpora.FOLDER.is_dir():
        pytest.skip("no corpora there: set SUMSPACE_CORPORA to a folder that has them")
    return real_corpora.FOLDER


@pytest.fixture(scope="session")
def official_folder(tmp_path_factory):
    """A folder for the official script to work in; the test is skipped where it cannot run."""
    import official

    reason = official.missing()
    if reason:
        pytest.skip(reason)
    return tmp_path_factory.mktemp("official")


@dataclass(frozen=True)
class Outcome:
    """What a run of the program left behind."""

    code: int
    out: str
    err: str


@pytest.fixture
def sumspace(monkeypatch, capfdbinary):
    """Run the command line: sumspace("score", "sample") returns exit code, output and messages."""
    from sumspace.cli.main import main

    def run(*arguments):
        monkeypatch.setattr("sys.argv", ["sumspace", *map(str, arguments)])
        code = 0
        try:
            main()
        except SystemExit as end:
            code = end.code or 0
        out, err = capfdbinary.readouterr()
        return Outcome(code, out.decode(), err.decode())

    return run


@pytest.fixture
def corpus_file(tmp_path):
    """Write records, or raw lines, as JSONL."""

    def write(*lines, name="corpus.jsonl"):
        file = tmp_path / name
        file.write_bytes(b"".join((x if isinstance(x, bytes) else json.dumps(x).encode()) + b"\n" for x in lines))
        return file

    return write
