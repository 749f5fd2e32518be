"""The program as a whole: its help, its version, its formats, and the studies that other packages bring."""

import csv
import io
import json
import os
import resource
import subprocess
import sys

import pytest

from sumspace import read, write
from sumspace.studies.study import STUDIES

COMMANDS = (
    "score", "space", "rank", "against", "oracle", "labels", "summarize", "compare", "limits", "agree", "meta",
    "callisto evaluate", "callisto generate", "callisto train", "callisto summarize", "callisto show", "corpus check",
    "corpus show", "corpus convert", "corpus pyramids", "list", "segment", "keyphrases",
)  # fmt: skip


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_a_help_with_an_example(sumspace, command):
    outcome = sumspace(*command.split(), "--help")
    assert outcome.code == 0
    assert f"Example: sumspace {command}" in outcome.out


def test_the_help_names_every_command(sumspace):
    outcome = sumspace("--help")
    assert outcome.code == 0
    assert {command.split()[0] for command in COMMANDS} <= set(outcome.out.split())
    assert "--version" in outcome.out


def test_the_help_is_quick():
    run = [sys.executable, "-m", "sumspace", "--help"]
    subprocess.run(run, capture_output=True, check=True)  # so that everything is compiled
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(run, capture_output=True, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    assert after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime < 0.5  # 0.2 where nothing else runs


def test_version(sumspace):
    assert sumspace("--version").out.startswith("sumspace 0.")


def test_an_unknown_command_is_an_error(sumspace):
    outcome = sumspace("scor")
    assert outcome.code == 2
    assert outcome.err.startswith("sumspace: no such command 'scor'; did you mean 'score'")


SHOWN = {
    "score": ("-m", "rouge-1"),
    "space": ("-m", "rouge-1", "--words", "20"),
    "rank": ("-m", "rouge-1", "--words", "20"),
    "against": ("-m", "rouge-1", "-m", "rouge-2", "--words", "20"),
    "oracle": ("-m", "rouge-1", "--words", "20"),
    "labels": ("-m", "rouge-1", "--words", "20"),
    "summarize": ("-s", "lead", "--words", "20"),
    "segment": (),
    "keyphrases": ("--phrases", "2"),
    "corpus show": (),
    "corpus check": (),
}


@pytest.fixture
def shown(sumspace, tmp_path):
    """Run a command on two documents of the sample."""
    corpus = tmp_path / "two.jsonl"
    write([example for example in read("sample") if example.id in ("newswire-1", "legal-1")], corpus)

    def run(command, *options):
        names = command.split() if command == "list" else [*command.split(), corpus, *SHOWN[command]]
        return sumspace(*names, *options)

    return run


@pytest.mark.parametrize("command", [*SHOWN, "list"])
def test_every_command_that_shows_a_table_has_every_format(shown, command):
    records = [json.loads(line) for line in shown(command, "--format", "json").out.splitlines()]
    assert [json.loads(line) for line in shown(command, "--json").out.splitlines()] == records
    lines = list(csv.DictReader(io.StringIO(shown(command, "--format", "csv").out)))
    assert len(lines) == (len(records) if command != "corpus check" else 0)
    markdown = shown(command, "--format", "markdown").out
    assert "| --: |" in markdown or "| :-- |" in markdown
    latex = shown(command, "--format", "latex").out
    assert latex.count(r"\begin{tabular}") == latex.count(r"\end{tabular}") > 0
    assert shown(command, "--format", "html").out.startswith("<!doctype html>")
    table = shown(command, "--format", "table")
    assert (table.code, bool(table.out)) == (0, True)
    if command != "labels":  # which are JSON unless told otherwise
        assert table.out == shown(command).out


@pytest.mark.parametrize("command", ["score", "rank", "list", "corpus show"])
def test_the_name_of_a_file_says_its_format(shown, tmp_path, command):
    import polars as pl

    records = [json.loads(line) for line in shown(command, "--json").out.splitlines()]
    formats = {"a.jsonl": "json", "a.csv": "csv", "a.md": "markdown", "a.tex": "latex", "a.txt": "table"}
    for name, form in formats.items():
        assert shown(command, "-o", tmp_path / name).out == ""
        assert (tmp_path / name).read_text() == shown(command, "--format", form).out
    assert shown(command, "-o", tmp_path / "a.json", "--json").out == ""
    assert json.loads((tmp_path / "a.json").read_text()) == records
    assert shown(command, "-o", tmp_path / "a.parquet").out == ""
    assert len(pl.read_parquet(tmp_path / "a.parquet")) == len(records)
    assert shown(command, "-o", tmp_path / "any", "--json").out == ""
    assert (tmp_path / "any").read_text() == (tmp_path / "a.jsonl").read_text()


def test_the_name_of_a_file_and_a_format_that_contradict_each_other_are_an_error(shown, tmp_path):
    outcome = shown("score", "-o", tmp_path / "a.csv", "--json")
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err.endswith("a.csv is written as its name says; leave --json out\n")


@pytest.mark.parametrize("command", [*SHOWN, "list"])
def test_a_file_of_an_unknown_kind_is_refused_before_any_work(shown, tmp_path, command):
    before = sorted(tmp_path.iterdir())
    outcome = shown(command, "-o", tmp_path / "a.xlsx")
    assert (outcome.code, outcome.out, outcome.err.count("\n")) == (2, "", 1)
    assert ".jsonl" in outcome.err
    assert ".parquet" in outcome.err
    assert sorted(tmp_path.iterdir()) == before


STUDY_FILES = ("c.csv", "c.json", "c.jsonl", "c.parquet", "c.md", "c.tex", "c.html", "c.txt")


def test_a_study_writes_one_file_where_its_name_says_so(sumspace, tmp_path):
    run = ("compare", "sample", "-m", "rouge-2", "--system", "retell", "--system", "skim", "--no-space")
    run += ("--resamples", 100)
    lines = [json.loads(line) for line in sumspace(*run, "--json").out.splitlines()]
    for name in STUDY_FILES:
        outcome = sumspace(*run, "-o", tmp_path / name)
        assert (outcome.code, outcome.out) == (0, "")
    assert sorted(file.name for file in tmp_path.iterdir()) == sorted(STUDY_FILES)
    whole = json.loads((tmp_path / "c.json").read_text())
    assert whole["signature"] == lines[-1]["signature"]
    assert whole["tables"]["pairs"][0] == {name: value for name, value in lines[0].items() if name != "table"}
    assert [json.loads(line) for line in (tmp_path / "c.jsonl").read_text().splitlines()] == lines
    assert (tmp_path / "c.csv").read_text() == sumspace(*run, "--csv").out
    assert (tmp_path / "c.txt").read_text() == sumspace(*run).out


def test_labels_are_written_as_the_name_of_the_file_says(shown, tmp_path):
    outcome = shown("labels", "-o", tmp_path / "labels.parquet", "--format", "csv")
    assert outcome.code == 2
    assert outcome.err.startswith("sumspace: -o writes labels as the name of the file says")


def test_a_reader_who_has_enough_is_no_error():
    run = f"{sys.executable} -m sumspace space sample -m rouge-1 --words 20 --json"
    done = subprocess.run(f"{run} | head -c 10", shell=True, capture_output=True, text=True, check=False)  # noqa: S602
    assert done.stdout == '{"id": "ne'
    assert "Traceback" not in done.stderr


THEIRS = '''
from dataclasses import dataclass

from sumspace.show.table import Column, Table
from sumspace.studies.study import Chapter, Study, collect
from sumspace.tasks.task import LeftOut


@dataclass(frozen=True, repr=False, eq=False)
class Titles(Study):
    """How many documents have a title."""

    name = "titles"
    title = "Titles of documents"
    lead = "How long they are."
    main = "titles"

    plan: str
    documents: tuple
    left_out: tuple = ()
    stopped: BaseException | None = None

    @classmethod
    def run(cls, examples, plan=None, progress=None):
        results = (LeftOut(e.id, "has no title") if not e.title else e for e in examples)
        collected = collect(results)
        return cls(plan or "the usual plan", collected.documents, collected.left_out, collected.stopped)

    def tables(self):
        records = [{"id": document.id, "letters": len(document.title)} for document in self.documents]
        return [Table("titles", "Titles", (Column("id"), Column("letters", kind="number")), records)]

    def figures(self):
        return {}

    def story(self):
        return [Chapter("Titles", "All of them.", tables=("titles",))]

    def findings(self):
        return [f"{len(self.documents)} documents."]
'''


@pytest.fixture
def plug_in(tmp_path, monkeypatch):
    """Install a package with studies of this source."""

    def install(source, entries):
        folder = tmp_path / "site"
        (folder / "theirs-1.dist-info").mkdir(parents=True)
        (folder / "theirs_titles.py").write_text(source)
        (folder / "theirs-1.dist-info" / "METADATA").write_text("Name: theirs\nVersion: 1\n")
        (folder / "theirs-1.dist-info" / "entry_points.txt").write_text(f"[sumspace.studies]\n{entries}\n")
        monkeypatch.syspath_prepend(folder)
        monkeypatch.setenv("PYTHONPATH", os.pathsep.join((str(folder), os.environ.get("PYTHONPATH", ""))))
        monkeypatch.setattr(STUDIES, "_things", dict(STUDIES._things))
        monkeypatch.setattr(STUDIES, "_broken", {})
        if "_waiting" in STUDIES.__dict__:
            monkeypatch.delattr(STUDIES, "_waiting")

    yield install
    sys.modules.pop("theirs_titles", None)


DOCUMENTS = [{"id": "a", "title": "Cats", "text": "One."}, {"id": "b", "text": "Two."}]


def test_a_study_of_another_package_is_a_command(sumspace, corpus_file, tmp_path, plug_in):
    plug_in(THEIRS, "titles = theirs_titles:Titles")
    corpus = corpus_file(*DOCUMENTS)
    outcome = sumspace("titles", corpus)
    assert outcome.code == 0
    assert outcome.err == "note: skipped: b has no title\n"
    assert outcome.out.split()[:1] == ["Titles"]
    assert outcome.out.splitlines()[-1] == "the usual plan"
    record, *_ = map(json.loads, sumspace("titles", corpus, "--format", "json").out.splitlines())
    assert record == {"table": "titles", "id": "a", "letters": 4}
    assert sumspace("titles", corpus, "--csv").out == "id,letters\na,4\n"
    assert sumspace("titles", corpus, "-o", tmp_path / "out").code == 0
    assert "Titles of documents" in (tmp_path / "out" / "index.html").read_text()
    assert "How long they are." in sumspace("titles", "--help").out
    assert "A study from theirs_titles." in sumspace("--help").out


def test_a_study_of_another_package_keeps_what_is_finished_before_an_error(sumspace, corpus_file, plug_in):
    plug_in(THEIRS, "titles = theirs_titles:Titles")
    outcome = sumspace("titles", corpus_file(DOCUMENTS[0], b"{"), "--json")
    assert outcome.code == 2
    assert json.loads(outcome.out.splitlines()[0])["id"] == "a"
    assert "note: an error ended the run; the results are those finished before\nsumspace: " in outcome.err


def test_a_study_that_cannot_be_loaded_is_named(corpus_file, plug_in):
    plug_in("import no_such_module", "titles = theirs_titles:Titles")
    run = [sys.executable, "-m", "sumspace", "titles", str(corpus_file(*DOCUMENTS))]
    done = subprocess.run(run, capture_output=True, text=True, check=False)
    note, error = done.stderr.splitlines()
    reason = "ModuleNotFoundError: No module named 'no_such_module'"
    assert note == f"note: the study 'titles', a plug-in, is left out: {reason}"
    assert error == f"sumspace: the study 'titles', a plug-in, cannot be used: {reason}"
    assert done.returncode == 2


def test_known_commands_do_not_look_for_those_of_other_packages():
    code = (
        "import sys; sys.argv = ['sumspace', 'corpus', 'check', 'sample']\n"
        "from importlib import metadata\n"
        "look_up = metadata.entry_points\n"
        "def refuse(**chosen):\n"
        "    assert not chosen['group'].startswith('sumspace'), chosen\n"
        "    return look_up(**chosen)\n"
        "metadata.entry_points = refuse\n"
        "from sumspace.cli.main import main; main()"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "0 problems, 20 sound examples\n"


@pytest.mark.parametrize(
    ("arguments", "message"),
    {
        "rank sample --words x": "invalid value for '--words': not a whole number; see sumspace rank --help",
        "score sample --alpha x": "invalid value for '--alpha': not a number; see sumspace score --help",
        "score sample --references some": "'some' is not one of 'all', 'each'; see sumspace score --help",
        "rank sample --fro": "no such option: --fro",
        "corpus nothing": "no such command 'nothing'; there are: check, show, convert, pyramids; see sumspace corpus",
        "rank": "missing argument 'CORPUS'; see sumspace rank --help",
        "rank sample more": "got unexpected extra argument(s) (more); see sumspace rank --help",
        "rank sample --words": "option '--words' requires an argument; see sumspace COMMAND --help",
    }.items(),
)
def test_wrong_usage_is_one_line(sumspace, arguments, message):
    outcome = sumspace(*arguments.split())
    assert (outcome.code, outcome.out, outcome.err.count("\n")) == (2, "", 1)
    assert outcome.err.startswith("sumspace: ")
    assert message in outcome.err


def test_without_a_command_there_is_help(sumspace):
    outcome = sumspace()
    assert outcome.code == 2
    assert "How good are my systems?" in outcome.out + outcome.err
    assert "sumspace: " not in outcome.err


def test_an_interrupt_before_anything_is_finished_is_said(sumspace, monkeypatch):
    def interrupted(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr("sumspace.corpus.source.read", interrupted)
    for command in ("score", "rank", "labels", "report", "card"):
        outcome = sumspace(command, "sample")
        assert (outcome.code, outcome.out, outcome.err) == (130, "", "interrupted: there is no result\n")


def test_spaces_without_any_extract_are_an_error(sumspace, corpus_file):
    corpus = corpus_file({"id": "a", "sentences": ["A cat.", "A dog."], "references": ["A cat."]})
    outcome = sumspace("space", corpus, "--budget", "exactly(5)")
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err == "sumspace: there is nothing to explore: no document allows an extract of exactly(5)\n"


def test_baselines_that_lack_references_say_so(sumspace, corpus_file):
    record = {"id": "a", "text": "A cat sat. A dog ran.", "systems": {"s": "A cat sat.", "t": "A dog."}}
    outcome = sumspace("compare", corpus_file(record, record | {"id": "b"}), "-m", "cosine(text)", "--no-space")
    assert "note: lead: no document has a reference, whose length a baseline takes\n" in outcome.err
