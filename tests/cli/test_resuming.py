"""Runs that are killed: started again, they go on, and what they write is the same to the last byte."""

import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from collections import Counter
from contextlib import suppress
from itertools import islice
from pathlib import Path

import pytest

import sumspace as package
from sumspace.compute import work
from sumspace.studies.study import Study
from sumspace.tasks import rank, space

SAMPLE = Path(package.__file__).parent / "corpus" / "sample.jsonl"
#: Every long command, with options that make it short, and what it writes.
COMMANDS = {
    "limits": ("limits", "{corpus}", "--words", 40, "-m", "rouge-1", "--no-sweep", "--no-whole", "-o", "limits"),
    "rank": ("rank", "{corpus}", "--words", 50, "-m", "rouge-1", "-m", "rouge-2", "--json", "-o", "rank.jsonl"),
    "meta": (
        "meta", "{corpus}", "-m", "rouge-1", "-m", "rouge-2", "-m", "cosine", "-m", "keywords", "--level", "system",
        "--level", "summary", "--aspect", "responsiveness", "--resamples", 2000, "-o", "meta",
    ),
    "evaluate": (
        "callisto", "evaluate", "{corpus}", "--learner", "naive-bayes", "--learner", "fixed", "--train-on", "lin-hovy",
        "--classes", "3,5", "--folds", 3, "-o", "evaluate",
    ),
}  # fmt: skip


def sample(file, first, last):
    """Write documents of the sample."""
    file.write_bytes(b"".join(SAMPLE.read_bytes().splitlines(keepends=True)[first:last]))
    return file


@pytest.fixture(scope="module")
def corpus(tmp_path_factory):
    return sample(tmp_path_factory.mktemp("corpus") / "corpus.jsonl", 0, 5)


class Runs:
    """Runs of one command in one folder."""

    def __init__(self, name, corpus, folder):
        self.arguments = [str(part).format(corpus=corpus) for part in COMMANDS[name]]
        self.folder = folder
        self.output = folder / self.arguments[-1]
        self.ledger = self.output / "ledger.sqlite" if name != "rank" else folder / "rank.jsonl.part"
        folder.mkdir(exist_ok=True)

    def start(self):
        with (self.folder / "stdout").open("wb") as out, (self.folder / "stderr").open("wb") as err:
            return subprocess.Popen(
                [sys.executable, "-m", "sumspace", *self.arguments], cwd=self.folder, stdout=out, stderr=err
            )

    def finish(self):
        """Run to the end, and return all that is there then, by its name."""
        process = self.start()
        assert process.wait() == 0, (self.folder / "stderr").read_text()
        return self.written()

    def written(self):
        files = [self.output, *self.output.rglob("*")]
        results = [file for file in files if file.is_file() and not self.is_ledger(file)]
        return {str(file.relative_to(self.folder)): file.read_bytes() for file in (*results, self.folder / "stdout")}

    def kill_after(self, seconds):
        """Return when it was killed: before, while or after results were written down; None where it had ended."""
        known, begun = self.known(), time.time()
        process = self.start()
        with suppress(subprocess.TimeoutExpired):
            assert process.wait(seconds) == 0, (self.folder / "stderr").read_text()
            return None
        process.send_signal(signal.SIGKILL)
        process.wait()
        files = [self.output, *self.output.rglob("*")]
        if any(file.is_file() and file.stat().st_mtime > begun and not self.is_ledger(file) for file in files):
            return "after work"
        return "while working" if self.known() > known else "before work"

    def kill_at_a_result(self):
        process = self.start()
        while not self.known():
            assert process.poll() is None, (self.folder / "stderr").read_text()
            time.sleep(0.02)
        process.kill()
        process.wait()

    def is_ledger(self, file):
        return file.name.startswith(self.ledger.name)

    def known(self):
        """Return how many results are in the ledger; a copy is looked at, since looking repairs it."""
        if not self.ledger.exists():
            return 0
        copies = self.folder / "copies"
        copies.mkdir()
        try:
            for file in self.ledger.parent.glob(f"{self.ledger.name}*"):
                shutil.copy(file, copies)
        except FileNotFoundError:  # a result is being written down at this very moment
            shutil.rmtree(copies)
            return 0
        try:
            database = sqlite3.connect(copies / self.ledger.name)
            with suppress(sqlite3.OperationalError):  # there is no table yet
                return database.execute("SELECT count(*) FROM results").fetchone()[0]
            return 0
        finally:
            database.close()
            shutil.rmtree(copies)


def kill_and_go_on(name, corpus, folder, kills):
    """Kill a command at random moments, again and again; return what the kills met."""
    rng = random.Random(f"{name} {kills}")
    begun = time.monotonic()
    expected = Runs(name, corpus, folder / "undisturbed").finish()
    seconds = time.monotonic() - begun
    moments = Counter()
    run = 0
    while moments.total() < kills:
        run += 1
        disturbed = Runs(name, corpus, folder / f"disturbed {run}")
        while moments.total() < kills:
            moment = disturbed.kill_after(rng.uniform(0.2, 1.0) * seconds)
            if moment is None:
                seconds *= 0.9  # what goes on takes less
                break
            moments[moment] += 1
        assert disturbed.finish() == expected
        assert not disturbed.ledger.exists() or name != "rank"
    return moments


@pytest.mark.parametrize("name", COMMANDS)
def test_a_run_that_is_killed_goes_on_to_the_same_bytes(name, sumspace, corpus, tmp_path, monkeypatch):
    """It is killed as soon as a result is written down."""
    undisturbed, disturbed = (Runs(name, corpus, tmp_path / folder) for folder in ("undisturbed", "disturbed"))
    disturbed.kill_at_a_result()
    for runs in (undisturbed, disturbed):
        monkeypatch.chdir(runs.folder)
        outcome = sumspace(*runs.arguments)
        assert outcome.code == 0, outcome.err
        (runs.folder / "stdout").write_text(outcome.out, "utf-8")
    assert disturbed.written() == undisturbed.written()
    assert not disturbed.ledger.exists() or name != "rank"


@pytest.mark.slow
@pytest.mark.parametrize("name", COMMANDS)
def test_twenty_kills_at_random_moments(name, tmp_path, capsys):
    moments = kill_and_go_on(name, "sample", tmp_path, 20)
    with capsys.disabled():
        print(f"\n{name}: {dict(moments)}", flush=True)
    assert moments["while working"] + moments["after work"] >= 3


@pytest.fixture
def fulfilled(monkeypatch):
    """All work that is done under a key, as it is done."""
    done = []
    fulfil = work.Order.fulfil

    def counted(order, item, key, bundle):
        result = fulfil(order, item, key, bundle)
        if key:
            done.append(key)
        return result

    monkeypatch.setattr(work.Order, "fulfil", counted)
    return done


@pytest.mark.parametrize("name", COMMANDS)
def test_what_is_written_down_is_not_done_again(name, sumspace, corpus, tmp_path, monkeypatch, fulfilled):
    """A run with half of the ledger does the other half of the work."""
    monkeypatch.chdir(tmp_path)
    runs = Runs(name, corpus, tmp_path)
    # A ledger beside a file is deleted when that is written.
    monkeypatch.setattr("sumspace.compute.ledger.Ledger.remove", lambda ledger: ledger.close())
    whole = sumspace(*runs.arguments)
    assert whole.code == 0, whole.err
    all_work = sorted(fulfilled)
    assert len(all_work) == len(set(all_work)) >= 5
    with sqlite3.connect(runs.ledger) as database:
        database.execute("DELETE FROM results WHERE rowid % 2 = 0")
        (left,) = database.execute("SELECT count(*) FROM results").fetchone()
    database.close()
    fulfilled.clear()
    again = sumspace(*runs.arguments)
    assert (again.code, again.out) == (0, whole.out)
    assert len(fulfilled) == len(all_work) - left
    assert set(fulfilled) < set(all_work)


def count_calls(monkeypatch, module, name):
    """Return the arguments of all calls of a function, as they are made."""
    calls = []
    function = getattr(module, name)

    def counted(*arguments, **named):
        calls.append(arguments)
        return function(*arguments, **named)

    monkeypatch.setattr(module, name, counted)
    return calls


def test_a_corpus_that_grew_by_ten_documents_costs_ten_documents(tmp_path, monkeypatch):
    explored = count_calls(monkeypatch, rank, "explore_document")
    file = sample(tmp_path / "corpus.jsonl", 0, 10)
    options = {"words": 30, "measure": "rouge-2", "keep": tmp_path / "kept"}
    assert len(package.rank(file, **options)) == len(explored) == 10
    sample(file, 0, 20)
    assert len(package.rank(file, **options)) == 20
    assert sorted(document.id for document, *_ in explored[10:]) == sorted(
        example.id for example in islice(package.read(file), 10, None)
    )


def test_other_options_use_the_spaces_that_are_known(tmp_path, monkeypatch):
    """Spaces of ten million extracts and more are written down for whoever asks for them."""
    explored = count_calls(monkeypatch, space, "explore")
    examples = [example for example in package.read("sample") if example.id in ("literary-2", "literary-3")]
    options = {"words": 100, "keep": tmp_path / "kept", "engine": "counting"}
    package.rank(examples, measure="rouge-2", **options).complete()
    assert len(explored) == 2
    both = package.rank(examples, measure=["rouge-2", "rouge-3"], **options).complete()
    assert len(both) == 4
    assert {scoring.coverage.total for _, scoring, *_ in explored[2:]} == {
        result.space.distribution.total for result in both if str(result.space.measure) == "rouge-3"
    }
    assert len(explored) == 4


def test_a_second_run_in_the_same_folder_is_refused_and_the_first_goes_on(sumspace, corpus, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    runs = Runs("limits", corpus, tmp_path)
    outcomes = []
    write = Study.write

    def meanwhile(study, folder):
        """Write the report, and start the same command while it is written."""
        if not outcomes:
            second = [sys.executable, "-m", "sumspace", *runs.arguments]
            outcomes.append(subprocess.run(second, check=False, capture_output=True, text=True))
        return write(study, folder)

    monkeypatch.setattr(Study, "write", meanwhile)
    first = sumspace(*runs.arguments)
    (second,) = outcomes
    assert (second.returncode, second.stdout) == (2, "")
    (line,) = second.stderr.splitlines()
    assert line.endswith("ledger.sqlite: another run has it; wait until that ends, or choose another place")
    assert first.code == 0
    assert (tmp_path / "limits" / "index.html").exists()


def test_a_run_killed_while_it_writes_its_report_goes_on(sumspace, corpus, tmp_path, monkeypatch):
    """Whatever is there of the report is written anew, and nothing of the draft stays."""
    monkeypatch.chdir(tmp_path)
    runs = Runs("limits", corpus, tmp_path)
    script = """
import os, signal
from pathlib import Path
from sumspace.cli.main import main

moved = []
replace = Path.replace

def replace_or_die(file, target):
    if len(moved) == 5:
        os.kill(os.getpid(), signal.SIGKILL)
    moved.append(file)
    return replace(file, target)

Path.replace = replace_or_die
main()
"""
    outcome = subprocess.run([sys.executable, "-c", script, *runs.arguments], check=False, capture_output=True)
    assert outcome.returncode == -signal.SIGKILL
    assert not (runs.output / "index.html").exists()
    assert len([*runs.output.glob("*.csv"), *runs.output.glob("*.png"), *runs.output.glob("*.svg")]) == 5
    assert list(runs.output.glob(".draft.*"))
    assert sumspace(*runs.arguments).code == 0
    (tmp_path / "stdout").touch()
    found = runs.written()
    shutil.rmtree(runs.output)
    assert sumspace(*runs.arguments).code == 0
    assert runs.written() == found
