"""The program on terminals of several widths, in a pipe, quiet, and with nothing to show."""

import json
import os
import pty
import re
import subprocess
import sys
from pathlib import Path

import pytest

import sumspace as package

SAMPLE = Path(package.__file__).parent / "corpus" / "sample.jsonl"
COMMANDS = {
    "score": ("-m", "rouge-1", "--resamples", "50"),
    "space": ("-m", "rouge-1", "--words", "20"),
    "rank": ("-m", "rouge-1", "--words", "20"),
    "against": ("--words", "20", "--resamples", "50"),
    "oracle": ("-m", "rouge-1", "--words", "20"),
    "compare": ("-m", "rouge-1", "--words", "20", "--resamples", "50"),
    "corpus show": (),
}


@pytest.fixture
def corpus(tmp_path):
    file = tmp_path / "corpus.jsonl"
    file.write_bytes(b"".join(SAMPLE.read_bytes().splitlines(keepends=True)[:3]))
    return file


def on_terminal(arguments, columns, **environment):
    """Run the program on a terminal, and return what it printed there."""
    ours, theirs = pty.openpty()
    settings = os.environ | {"COLUMNS": str(columns), "NO_COLOR": "1", "TERM": "xterm"} | environment
    run = subprocess.Popen(
        [sys.executable, "-m", "sumspace", *map(str, arguments)],
        stdin=subprocess.DEVNULL,
        stdout=theirs,
        stderr=subprocess.DEVNULL,
        env=settings,
    )
    os.close(theirs)
    pieces = []
    while True:
        try:
            piece = os.read(ours, 65536)
        except OSError:  # which is how the end of a terminal looks
            break
        if not piece:
            break
        pieces.append(piece)
    os.close(ours)
    assert run.wait() == 0
    return b"".join(pieces).decode().replace("\r\n", "\n")


@pytest.mark.parametrize("command", COMMANDS)
def test_no_line_is_longer_than_a_terminal_of_80_columns(corpus, command):
    text = on_terminal([*command.split(), corpus, *COMMANDS[command]], 80)
    assert "\x1b" not in text
    shown = [line for line in text.splitlines() if not line.startswith("sumspace ")]
    assert shown
    assert max(map(len, shown)) <= 80
    assert text.count("hidden at this width:") <= 1


@pytest.mark.parametrize("command", ["rank", "compare"])
def test_a_pipe_and_a_wide_terminal_show_the_same_numbers(sumspace, corpus, command):
    arguments = [*command.split(), corpus, *COMMANDS[command]]
    numbers = re.compile(r"\d+\.\d{2,}")
    piped = sumspace(*arguments).out
    assert "\x1b" not in piped
    assert "hidden at this width" not in piped
    wide = on_terminal(arguments, 400)
    assert numbers.findall(wide) == numbers.findall(piped)


def test_the_legend_can_be_left_out(sumspace, corpus):
    arguments = ["score", corpus, *COMMANDS["score"]]
    with_legend, without = sumspace(*arguments).out, sumspace(*arguments, "--no-legend").out
    assert set(without.splitlines()) < set(with_legend.splitlines())
    for form in ("json", "csv"):
        assert sumspace(*arguments, "--format", form).out == sumspace(*arguments, "--format", form, "--no-legend").out


def test_a_quiet_command_prints_results_and_errors_alone(sumspace, corpus, tmp_path):
    arguments = ["rank", corpus, *COMMANDS["rank"], "--json"]
    assert sumspace(*arguments).err
    quiet = sumspace(*arguments, "--quiet")
    assert (quiet.code, quiet.err, quiet.out) == (0, "", sumspace(*arguments).out)
    failed = sumspace("rank", tmp_path / "nothing.jsonl", "-q")
    assert (failed.code, failed.err.count("\n")) == (2, 1)


TEXT = {"text": "One cat sat here today. Two dogs bark at night. Three birds sing in trees."}
SYSTEMS = {"mine": "One cat sat here today.", "other": "Two dogs bark at night."}
BARE = [{"id": str(i), **TEXT, "systems": SYSTEMS} for i in range(3)]


@pytest.mark.parametrize(
    ("command", "reason"),
    [
        ("score", "has no references to score its summaries against; cosine(text)"),
        ("space", "no document has extracts to explore: '0' has no references"),
        ("rank", "no document has extracts to rank systems among: '0' has no references"),
        ("against", "'0' has no references"),
        ("oracle", "'0' has no references"),
        ("oracle --study", "'0' has no references"),
        ("labels", "'0' has no references"),
        ("compare", "'0' has no references"),
        ("limits", "'0' has no references"),
        ("agree", "'0' has no references"),
        ("meta", "this corpus has no human judgements"),
        ("callisto generate", "'0' has no references"),
    ],
)
def test_nothing_to_show_is_an_error_that_says_why_and_nothing_is_written(sumspace, tmp_path, command, reason):
    corpus = tmp_path / "bare.jsonl"
    corpus.write_text("".join(json.dumps(record) + "\n" for record in BARE))
    name, *more = command.split()
    names = [name, corpus, *more] if more and more[0].startswith("--") else [name, *more, corpus]
    out = tmp_path / (
        "out.jsonl" if name in ("score", "space", "rank", "against", "oracle", "labels", "callisto") else "out"
    )
    outcome = sumspace(*names, "-o", out)
    assert (outcome.code, outcome.out) == (2, "")
    *notes, last = outcome.err.splitlines()
    assert last.startswith("sumspace: ")
    assert reason in last
    assert not any(note.startswith("sumspace: ") for note in notes)
    assert [file.name for file in tmp_path.iterdir()] == ["bare.jsonl"]


@pytest.mark.parametrize("command", ["score", "space", "rank", "against", "oracle", "labels", "summarize", "limits"])
def test_an_empty_corpus_is_an_error(sumspace, tmp_path, command):
    corpus = tmp_path / "empty.jsonl"
    corpus.write_text("")
    outcome = sumspace(command, corpus)
    assert (outcome.code, outcome.out, outcome.err.count("\n")) == (2, "", 1)
    assert "empty.jsonl: is empty" in outcome.err


def test_measures_that_need_no_references_work_without_them(sumspace, tmp_path):
    corpus = tmp_path / "bare.jsonl"
    corpus.write_text("".join(json.dumps(record) + "\n" for record in BARE))
    outcome = sumspace("score", corpus, "-m", "cosine(text)", "-m", "lsa-topic(text)", "--csv")
    assert outcome.code == 0
    assert outcome.out.count("mine") >= 2
