"""Corpora, options and interrupts that nobody would think of: one line, exit code 2, and nothing half-written.

It goes on for as many seconds as SUMSPACE_FUZZ says: some unless told otherwise, an hour in `scripts/bench`.
"""

import csv
import json
import os
import random
import signal
import subprocess
import sys
import time
from contextlib import contextmanager
from itertools import cycle
from pathlib import Path
from tempfile import mkdtemp

from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st

import sumspace

SAMPLE = Path(sumspace.__file__).parent / "corpus" / "sample.jsonl"
SECONDS = float(os.environ.get("SUMSPACE_FUZZ", "20"))
#: No case takes longer: all are small, or have an allowance of a fraction of a second.
LONGEST = 120
WORDS = [
    "the",
    "cat",
    "sat",
    "on",
    "a",
    "mat",
    "dogs",
    "ran,",
    "because",
    "it",
    "rained;",
    "1,000",
    "U.S.",
    "naïve",
    "東京",
    "\ud800",
]
ODD_NUMBERS = [0, -1, 1, 3, 0.5, 1e308, -1e308, 10**20, 10**400, 2**63, float("nan"), float("inf")]

sentences = st.lists(st.sampled_from(WORDS), max_size=12).map(" ".join)
bodies = st.one_of(
    st.lists(sentences, max_size=8).map(lambda own: {"sentences": own}),
    st.lists(sentences, max_size=8).map(lambda own: {"text": ". ".join(own)}),
    sentences,
)
numbers = st.one_of(st.integers(0, 5), st.floats(0, 5), st.sampled_from(ODD_NUMBERS))
extracts = st.lists(st.integers(-1, 9), max_size=4)
names = st.sampled_from(["a", "b", "lead", "random", "", "x" * 3000, "<b>", "a\nb", "\ud800", "all"])
odd = st.recursive(
    st.one_of(st.none(), st.booleans(), numbers, sentences),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(names, inner, max_size=3)),
    max_leaves=6,
)
units = st.fixed_dictionaries({"id": names, "weight": numbers}, optional={"sentences": extracts, "text": sentences})
texts = st.one_of(
    st.lists(sentences, max_size=14).map(lambda own: {"sentences": own}),
    st.lists(sentences, max_size=8).map(lambda own: {"text": ". ".join(own)}),
    st.lists(st.lists(sentences, max_size=5).map(lambda own: {"sentences": own, "title": "A"}), max_size=4).map(
        lambda own: {"sections": own}
    ),
    st.lists(bodies, max_size=3).map(lambda own: {"documents": own}),
)
known = {
    "domain": names,
    "title": sentences,
    "references": st.lists(bodies, max_size=3),
    "systems": st.dictionaries(names, st.one_of(bodies, extracts.map(lambda own: {"extract": own})), max_size=3),
    "judgements": st.dictionaries(names, st.dictionaries(names, numbers, max_size=2), max_size=3),
    "extracts": st.dictionaries(names, extracts, max_size=2),
    "utilities": st.dictionaries(names, st.lists(numbers, max_size=14), max_size=2),
    "pyramid": st.fixed_dictionaries(
        {
            "units": st.lists(units, max_size=3),
            "matches": st.dictionaries(names, st.lists(names, max_size=2), max_size=2),
        }
    ),
    "scores": st.dictionaries(names, st.dictionaries(names, numbers, max_size=2), max_size=2),
    "unknown": odd,
}
sound = st.builds(
    lambda id_, text, rest: {"id": id_, **text, **rest},
    st.one_of(st.integers(0, 3).map(str), names),
    texts,
    st.fixed_dictionaries({}, optional=known),
)
broken = st.builds(
    lambda record, name, value: record | {name: value}, sound, st.sampled_from([*known, "id", "text"]), odd
)
lines = st.one_of(
    st.one_of(sound, sound, sound, broken).map(lambda record: json.dumps(record).encode()),
    st.sampled_from([b"", b"{", b"[]", b"null", b'{"id": 1e999}', b"\xff\xfe", b'{"id": "a", "text": "x", "id": "b"}']),
)

measures = st.sampled_from([
    "rouge-1", "rouge-2", "rouge-su4", "rouge-l", "rouge-w-1.2", "ngram(1,1)", "kpia", "lin-hovy", "pyramid", "cosine",
    "overlap", "precision", "relative-utility", "oracle(rouge-1)", "rouge-0", "rouge-99999999999999999999",
    "ngram(2,1)", "nothing", "rouge-w-1e308", "lsa-topic(text)", "keywords", "questions",
])  # fmt: skip
sizes = st.sampled_from(["1", "3", "10", "100", "0", "-1", "x", "99999999999999999999", "1e308"])
budgets = st.builds(
    lambda kind, size, more: f"{kind}({size}{more})",
    st.sampled_from(["reach", "at_most", "within", "exactly", "up_to", "nothing"]),
    sizes,
    st.sampled_from(["", ", 2", ", 99999999999999999999"]),
)
#: What options take; an option without a value takes nothing.
VALUES = {
    "--measure": measures,
    "--words": sizes,
    "--budget": budgets,
    "--score": st.sampled_from(["recall", "precision", "f1", "x"]),
    "--references": st.sampled_from(["all", "each"]),
    "--sections": st.sampled_from(["none", "auto", "given", "segment"]),
    "--engine": st.sampled_from(["auto", "exhaustive", "counting", "sampling"]),
    "--profile": st.sampled_from(
        ["rouge155", "rouge-score", "unicode", "rouge155(clauses)", "unicode(language=zh)", "x("]
    ),
    "--seed": sizes,
    "--format": st.sampled_from(["table", "json", "csv", "markdown", "latex", "html", "x"]),
    "--most": sizes,
    "--min-words": sizes,
    "--phrases": sizes,
    "--explain": None,
    "--system": names.filter(lambda name: "\ud800" not in name),
    "--summarizer": st.sampled_from(["lead", "random", "textrank", "lexrank", "luhn", "x", "gong-liu"]),
    "--method": st.sampled_from(["search", "ilp", "branch-and-bound"]),
    "--resamples": sizes,
    "--all": None,
    "--stopwords": None,
    "--no-stem": None,
    "--json": None,
    "--mean": None,
}
SPACE = ("--measure", "--words", "--budget", "--score", "--references", "--profile", "--seed", "--format", "--json")
#: The options that commands are tried with, and those that they always have.
COMMANDS = {
    ("score",): (("--measure", "--words", "--profile", "--references", "--system", "--format", "--resamples"), ()),
    ("space",): ((*SPACE, "--sections", "--engine", "--no-stem"), ("--time", "0.1")),
    ("rank",): ((*SPACE, "--sections", "--engine"), ("--time", "0.1")),
    ("against",): ((*SPACE, "--engine"), ("--time", "0.1", "--resamples", "20")),
    ("oracle",): ((*SPACE, "--method", "--all", "--most", "--mean"), ("--time", "0.2")),
    ("labels",): (("--words", "--budget", "--references", "--seed"), ("--time", "0.2")),
    ("summarize",): (
        ("--summarizer", "--words", "--budget", "--min-words", "--explain", "--profile", "--seed", "--format"), (),
    ),
    ("segment",): (("--profile", "--format", "--json"), ()),
    ("keyphrases",): (("--phrases", "--profile", "--format", "--json"), ()),
    ("compare",): (("--measure", "--profile", "--system", "--format", "--seed"), ("--no-space", "--resamples", "20")),
    ("limits",): ((*SPACE, "--sections"), ("--time", "0.1", "--no-sweep")),
    ("agree",): (("--measure", "--profile", "--words", "--seed", "--format"), ("--time", "0.2")),
    ("meta",): (("--measure", "--profile", "--format"), ("--resamples", "20", "--permutations", "20")),
    ("corpus", "check"): (("--json",), ()),
    ("corpus", "show"): (("--format",), ()),
    ("corpus", "convert"): ((), ()),
}  # fmt: skip


@st.composite
def cases(draw):
    """A corpus, a command with options, and the name of its output, if any."""
    command = draw(st.sampled_from(list(COMMANDS)))
    allowed, always = COMMANDS[command]
    options = list(always)
    for option in draw(st.lists(st.sampled_from(allowed), max_size=3, unique=True)) if allowed else ():
        options += [option] if VALUES[option] is None else [option, draw(VALUES[option])]
    output = draw(st.sampled_from(["", "out.jsonl", "out.csv", "out.html", "out.md", "out.parquet", "out", "out.tex"]))
    return draw(st.lists(lines, max_size=4)), [*command], options, output


@contextmanager
def alarm(seconds):
    """Fail where something takes too long."""

    def fail(*_):
        raise TimeoutError(f"took more than {seconds} s")

    before = signal.signal(signal.SIGALRM, fail)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def arguments_of(case, folder):
    """Write the corpus, and return the command line."""
    corpus, command, options, output = case
    (folder / "corpus.jsonl").write_bytes(b"\n".join(corpus))
    if command == ["corpus", "convert"]:
        return [*command, folder / "corpus.jsonl", folder / "new" / (output or "out.jsonl")]
    return [*command, folder / "corpus.jsonl", *options, *(["-o", folder / "new" / output] if output else [])]


def check_folder(folder, options=()):
    """Whatever is there is whole: no temporary file, and files that can be read, unless options say what they are."""
    for file in (folder / "new").iterdir():
        assert not file.name.startswith("."), file
        if file.is_file() and {"--format", "--json"} & {*options}:
            continue
        for own in [file] if file.is_file() else file.rglob("*"):
            text = own.read_bytes().decode("utf-8", "surrogatepass") if own.suffix in READABLE else ""
            READABLE.get(own.suffix, str)(text)


def read_page(text):
    assert text.rstrip().endswith(("</html>", "</p>"))


READABLE = {
    ".jsonl": lambda text: [json.loads(line) for line in text.splitlines()],
    ".csv": lambda text: list(csv.reader(text.splitlines())),
    ".html": read_page,
}


def check_messages(code, messages):
    assert "Traceback" not in messages
    assert code in (0, 2, 130), messages
    if code == 2 and "Usage:" not in messages and messages:  # `corpus check` prints problems as its result
        last = messages.splitlines()[-1]
        assert last.startswith("sumspace: "), messages
        assert len(last) < 2000


def test_no_input_breaks_the_program(sumspace, tmp_path_factory):
    end, rounds = time.monotonic() + 2 / 3 * SECONDS, 0

    def check(case):
        if time.monotonic() > end:
            return
        folder = tmp_path_factory.mktemp("fuzz")
        (folder / "new").mkdir()
        with alarm(LONGEST):
            outcome = sumspace(*arguments_of(case, folder))
        check_messages(outcome.code, outcome.err)
        check_folder(folder, case[2])

    while time.monotonic() < end:
        own = settings(
            max_examples=50,
            database=None,
            suppress_health_check=list(HealthCheck),
            phases=[Phase.generate, Phase.shrink],
        )
        seed(rounds)(own(given(cases())(check)))()
        rounds += 1


#: Commands that write, with a place for the corpus.
WRITING = (
    "rank {} --words 30 --json -o new/out.jsonl",
    "limits {} --words 30 -m rouge-1 --time 0.2 -o new/out",
    "labels {} -o new/out.parquet",
    "agree {} -o new/out",
    "corpus convert {} new/out.jsonl",
)


def test_no_interrupt_leaves_anything_half_written(tmp_path):
    """Corpora are small, so that interrupts meet all that there is: reading, working, writing, drawing."""
    end, rng, commands = time.monotonic() + SECONDS / 3, random.Random(0), cycle(WRITING)
    corpus = tmp_path / "corpus.jsonl"
    corpus.write_bytes(b"".join(SAMPLE.read_bytes().splitlines(keepends=True)[:3]))
    while time.monotonic() < end:
        folder = Path(mkdtemp(dir=tmp_path))
        (folder / "new").mkdir()
        run = [sys.executable, "-m", "sumspace", *next(commands).format(corpus).split()]
        with subprocess.Popen(run, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as program:
            try:
                _, messages = program.communicate(timeout=rng.uniform(0.2, 6))
            except subprocess.TimeoutExpired:
                program.send_signal(rng.choice([signal.SIGINT, signal.SIGTERM]))
                _, messages = program.communicate(timeout=LONGEST)
        if "in main\n" in messages or "Traceback" not in messages:  # earlier, it is not our program that is interrupted
            assert "Traceback" not in messages, messages
            assert program.returncode in (0, 130, 143, -signal.SIGINT, -signal.SIGTERM), messages
        check_folder(folder)
