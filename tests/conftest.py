import json
import os
import re
import signal
import subprocess
from dataclasses import dataclass

import pytest
from hypothesis import HealthCheck, settings

import real_corpora

# A shell that runs the tests in the background has interrupts ignored, and some tests are about them.
if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

# Programs that tests start are started a hundred times: their bytecode is worth keeping.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

# The first text that hypothesis makes on a machine takes a while, and so does the first call of compiled code.
settings.register_profile(
    "sumspace",
    deadline=None,
    max_examples=50,
    suppress_health_check=[HealthCheck.too_slow],
    derandomize="CI" in os.environ,
)
settings.load_profile("sumspace")


#: What takes longest comes first, so that no process is left with it when all others have ended.
LONGEST = (
    "tests/test_documentation.py",
    "tests/cli/test_resuming.py",
    "tests/studies/test_studies.py",
    "tests/cli/test_fuzz.py",
    "tests/space/engines/",
    "tests/studies/",
    "tests/cli/",
)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config, log):
    """Let one process have all tests of a study: they look at the same few results, which take long to make."""
    from xdist.scheduler import LoadFileScheduling

    class ByStudy(LoadFileScheduling):
        def _split_scope(self, nodeid):
            study = re.match("tests/studies/\\w+/", nodeid)
            return study[0] if study else super()._split_scope(nodeid)

    return ByStudy(config, log) if config.getoption("dist") == "loadfile" else None


def pytest_collection_modifyitems(items):
    items.sort(key=lambda item: next((i for i, place in enumerate(LONGEST) if item.nodeid.startswith(place)), 99))


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


@pytest.fixture(scope="module")
def browser():
    """Chromium; the tests of a module share one, and are skipped where there is none."""
    import browsing

    with browsing.started_browser() as browser:
        yield browser


class Artist:
    """The program that draws charts, started once for all tests; a chart that was drawn before is not drawn again."""

    def __init__(self, command, environment):
        self.command = command
        self.environment = environment
        self.program = None
        self.drawn = {}

    def draw(self, spec):
        line = json.dumps(spec).encode() + b"\n"
        if line not in self.drawn:
            try:
                self.drawn[line] = self.answer(line)
            except BaseException:  # an interrupt leaves an answer behind that nobody waits for
                self.close()
                raise
        return json.loads(self.drawn[line])

    def answer(self, line):
        if self.program is None:
            pipe, nowhere = subprocess.PIPE, subprocess.DEVNULL
            self.program = subprocess.Popen(self.command, stdin=pipe, stdout=pipe, stderr=nowhere, env=self.environment)
        self.program.stdin.write(line)
        self.program.stdin.flush()
        return self.program.stdout.readline()

    def close(self):
        if self.program is not None:
            self.program.communicate()
            self.program = None


@pytest.fixture(scope="session", autouse=True)
def one_artist():
    """Draw all charts with one program, but where a test puts another in its place: V8 takes a second to start."""
    from sumspace.show import drawing

    answers, artist = drawing._answers, Artist(drawing._PROGRAM, drawing._environment())

    def answered(specs):
        return map(artist.draw, specs) if artist.command == drawing._PROGRAM else answers(specs)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(drawing, "_answers", answered)
        yield
    artist.close()


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
