"""Scores from elsewhere on the command line: as measures beside our own, with notes and exit codes."""

import csv
import io
import json
from itertools import islice

import pytest

from sumspace.corpus.source import read
from sumspace.files import LEDGER

SYSTEMS = ("skim", "retell", "opening", "closing", "scatter", "frequent")


def rows_of(text):
    return list(csv.DictReader(io.StringIO(text)))


def write_scores(file, examples):
    """Write two metrics for every summary, one of them named as a measure of ours."""
    lines = ["id,system,BERTScore,rouge-1"]
    lines += [
        f"{example.id},{system},{(7 * i + 3 * j) % 11},{i + j / 10}"
        for i, example in enumerate(examples)
        for j, system in enumerate(example.systems)
    ]
    file.write_text("\n".join(lines) + "\n")
    return file


@pytest.fixture
def scores(tmp_path):
    """A file with scores of every summary of the sample."""
    return write_scores(tmp_path / "scores.csv", read("sample"))


@pytest.fixture
def few(corpus_file, tmp_path):
    """Four documents of the sample, and a file with scores of their summaries."""
    examples = [*islice(read("sample"), 4)]
    file = corpus_file(*(example.record for example in examples))
    return file, write_scores(tmp_path / "scores.csv", examples)


def textless(name, **fields):
    references = ["A cat sat on the mat.", "The cat was sitting."]
    return {"id": name, "references": references, "systems": {"x": "A cat sat.", "y": "Dogs bark."}, **fields}


def test_scores_of_a_file_follow_the_measures_that_are_named(sumspace, scores):
    outcome = sumspace("score", "sample", "-m", "rouge-1", "--scores", scores, "--json")
    records = [json.loads(line) for line in outcome.out.splitlines()]
    averages = {(r["measure"], r["system"]): r for r in records if r["id"] is None}
    assert list(dict.fromkeys(measure for measure, _ in averages)) == ["rouge-1", "given(BERTScore)", "given(rouge-1)"]
    own = [r["f1"] for r in records if r["id"] and r["measure"] == "given(rouge-1)" and r["system"] == "skim"]
    assert own == [float(i) for i in range(20)]
    assert averages["given(rouge-1)", "skim"]["f1"] == pytest.approx(sum(own) / 20)
    assert averages["rouge-1", "skim"]["f1"] != averages["given(rouge-1)", "skim"]["f1"]
    assert "rouge-1,given(BERTScore),given(rouge-1)" in outcome.err


def test_one_metric_of_a_file_beside_the_usual_measures(sumspace, scores):
    outcome = sumspace("score", "sample", "--scores", f"{scores}:BERTScore", "--csv")
    assert list(dict.fromkeys(row["measure"] for row in rows_of(outcome.out))) == [
        "rouge-1", "rouge-2", "rouge-su4", "given(BERTScore)",
    ]  # fmt: skip


def test_scores_inside_a_corpus_are_used_unless_measures_are_named(sumspace, corpus_file):
    file = corpus_file(
        textless("a", scores={"x": {"m": 1}, "gone": {"m": 2}}),
        textless("b", scores={"y": {"n": {"1": 1, "2": 3}}}),
    )
    outcome = sumspace("score", file, "--csv")
    assert outcome.code == 0
    values = {(row["id"], row["system"]): row["f1"] for row in rows_of(outcome.out) if row["measure"] == "given(n)"}
    assert values["b", "y"] == "2.0"
    assert values["", "y"] == "2.0"
    told = "note: given(m) is not defined for 3 of the 4 summaries: 'a' has summaries without the external score m"
    assert told in outcome.err
    assert "note: some scores of the corpus have no summary here: system 'gone' (1)" in outcome.err
    outcome = sumspace("score", file, "-m", "rouge-2", "--csv")
    assert {row["measure"] for row in rows_of(outcome.out)} == {"rouge-2"}
    outcome = sumspace("score", file, "-m", "given(n)", "--references", "each", "--csv")
    each = {row["reference"]: row["f1"] for row in rows_of(outcome.out) if (row["id"], row["system"]) == ("b", "y")}
    assert each == {"1": "1.0", "2": "3.0"}


def test_a_metric_that_comes_up_late_is_there_for_all(sumspace, corpus_file):
    many = [textless(f"d{i}", **({"scores": {"x": {"late": 0.5}}} if i == 599 else {})) for i in range(600)]
    outcome = sumspace("score", corpus_file(*many), "--csv", "--jobs", "2")
    assert [row["f1"] for row in rows_of(outcome.out) if row["measure"] == "given(late)" and row["id"] == "d599"] == [
        "0.5", "",
    ]  # fmt: skip
    told = "given(late) is not defined for 1,199 of the 1,200 summaries: 'd0' has summaries without the external score"
    assert told in outcome.err


def test_rows_without_a_summary_are_a_note(sumspace, scores):
    with scores.open("a") as file:
        file.write("newswire-1,nobody,1,1\nno-document,skim,1,1\n")
    outcome = sumspace("score", "sample", "-m", "rouge-1", "--scores", scores)
    assert outcome.code == 0
    assert outcome.err == (
        f"note: 2 rows of {scores} have no summary here: system 'nobody' (1), document 'no-document' (1)\n"
    )


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("id,system,m\nq,x,1\n", "not one of its 1 rows has a summary here: document 'q' (1)"),
        ("id,system,m\nnewswire-1,skim,high\n", "2: m: 'high' is no number"),
        ("id,m\nnewswire-1,1\n", "there is no column system, but: id, m; wanted are id, system, metric and value"),
        ("id,system,m\nnewswire-1,skim,1\nnewswire-1,skim,2\n", "there is already a value of m for 'skim'"),
        ("id,system,m\n", "has no rows; there is not one score in it"),
        ("id,system,m\nnewswire-1,skim,1,2\n", "2: has 4 cells, and the header 3"),
    ],
)
@pytest.mark.parametrize("command", ["score", "meta", "rank"])
def test_bad_files_are_one_line_and_exit_with_2(sumspace, tmp_path, command, content, message):
    file = tmp_path / "bad.csv"
    file.write_text(content)
    outcome = sumspace(command, "sample", "-m", "rouge-1", "--words", "15", "--scores", file)
    assert outcome.code == 2
    assert message in outcome.err.splitlines()[-1]
    assert outcome.err.splitlines()[-1].startswith(f"sumspace: {file}:")


def test_a_metric_that_no_summary_has(sumspace, scores):
    for command in ("score", "rank"):
        outcome = sumspace(command, "sample", "-m", "given(none)", "--scores", scores)
        assert outcome.code == 2
        assert "given(none) is not defined for any summary" in outcome.err


def test_ranks_show_means_of_scores_that_have_no_space(sumspace, few):
    corpus, scores = few
    options = ("rank", corpus, "--words", "40", "-m", "rouge-1", "--scores", f"{scores}:BERTScore")
    plain = sumspace(*options[:-2], "--json").out.splitlines()
    outcome = sumspace(*options, "--json")
    assert "note: external scores have no space of extracts, only means: given(BERTScore)" in outcome.err
    records = [json.loads(line) for line in outcome.out.splitlines()]
    given = [record for record in records if record["measure"] == "given(BERTScore)"]
    others = [record for record in records if record["measure"] == "rouge-1"]
    assert others == [json.loads(line) for line in plain]
    assert len([record for record in given if record["id"]]) == 24
    means = [record for record in given if record["id"] is None]
    assert [record["documents"] for record in means] == [4] * 6
    assert [record["score"] for record in means] == sorted((record["score"] for record in means), reverse=True)
    for mean in means:
        own = [record["score"] for record in given if record["id"] and record["system"] == mean["system"]]
        assert mean["score"] == pytest.approx(sum(own) / 4)
    table = sumspace(*options, "--each-summary").out
    assert "every external score" in table
    assert table.count("given(BERTScore)") > 24


def test_ranks_count_what_is_missing_before_a_metric_comes_up(sumspace, corpus_file):
    text = {"text": "A cat sat on the mat. Dogs bark at night. It was sitting."}
    file = corpus_file(textless("a", **text), textless("b", **text, scores={"x": {"m": 2}, "gone": {"m": 1, "n": 1}}))
    outcome = sumspace("rank", file, "-m", "rouge-1", "-m", "given(m)", "--words", "5", "--csv")
    assert [row["score"] for row in rows_of(outcome.out) if row["measure"] == "given(m)"] == ["2.0", "2.0"]
    assert "note: given(m) is not defined for 3 of the 4 summaries\n" in outcome.err
    assert "note: some scores of the corpus have no summary here: system 'gone' (2)\n" in outcome.err
    outcome = sumspace("rank", file, "--words", "5", "--references", "each")
    assert outcome.code == 2
    assert "given(n) is not defined for any summary" in outcome.err


def test_ranks_of_given_scores_alone(sumspace, scores):
    outcome = sumspace("rank", "sample", "-m", "given(BERTScore)", "--scores", f"{scores}:BERTScore", "--csv")
    assert outcome.code == 0
    assert {row["measure"] for row in rows_of(outcome.out)} == {"given(BERTScore)"}


@pytest.mark.parametrize("command", ["space", "limits", "oracle"])
def test_there_is_no_space_for_given_scores(sumspace, command):
    outcome = sumspace(command, "sample", "-m", "given(m)")
    assert outcome.code == 2
    assert "given(m)" in outcome.err
    assert len(outcome.err.splitlines()) == 1


def test_parts_of_a_run_with_scores_from_another_folder(sumspace, few, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    corpus, scores = few
    options = ("rank", corpus.name, "--words", "40", "-m", "rouge-1", "--scores", f"{scores.name}:BERTScore")
    whole = sumspace(*options, "--json")
    for part in (1, 2):
        assert sumspace(*options, "--part", f"{part}/2", "-o", f"p{part}").code == 0
        assert (tmp_path / f"p{part}" / LEDGER).exists()
    monkeypatch.chdir(tmp_path.parent)
    merged = sumspace("merge", tmp_path / "p1", tmp_path / "p2", "--json")
    assert (merged.code, merged.out) == (0, whole.out)


def test_meta_compares_scores_of_a_file_with_people(sumspace, scores):
    options = ("--aspect", "responsiveness", "--level", "system")
    outcome = sumspace("meta", "sample", "-m", "rouge-2", "--scores", f"{scores}:BERTScore", *options)
    assert outcome.code == 0
    assert "rouge-2" in outcome.out
    assert "given(BERTScore)" in outcome.out


def compared(outcome):
    """The pairs that were compared over all documents, by measure."""
    assert outcome.code == 0, outcome.err
    pairs = {}
    for row in map(json.loads, outcome.out.splitlines()):
        if row["table"] == "pairs" and row["domain"] is None:
            pairs.setdefault(row["measure"], {})[row["first"], row["second"]] = row
    return pairs


def test_systems_are_compared_by_scores_of_a_file(sumspace, scores):
    chosen = ("--system", "skim", "--system", "retell", "--resamples", 200, "--no-space", "--json")
    outcome = sumspace("compare", "sample", "-m", "rouge-2", "--scores", scores, *chosen)
    pairs = compared(outcome)
    assert list(pairs) == ["rouge-2", "given(BERTScore)", "given(rouge-1)"]
    assert list(pairs["given(rouge-1)"]) == [("skim", "retell")]
    own = pairs["given(rouge-1)"]["skim", "retell"]
    assert (own["score"], own["documents"], own["losses"]) == ("value", 20, 20)
    assert own["difference"] == pytest.approx(-0.1)
    assert "given(rouge-1) has no value for lead" in outcome.err
    assert "no summary here" not in outcome.err


def test_a_metric_that_half_of_the_systems_have_compares_these(sumspace, scores, tmp_path):
    half = tmp_path / "half.csv"
    half.write_text("\n".join(line for line in scores.read_text().splitlines() if ",skim," in line or "retell" in line))
    half.write_text(f"id,system,m,n\n{half.read_text()}\n")
    outcome = sumspace("compare", "sample", "--scores", f"{half}:m", "--resamples", 200, "--no-space", "--json")
    pairs = compared(outcome)
    assert list(pairs) == ["rouge-1", "rouge-2", "rouge-l", "given(m)"]
    assert [len(own) for own in pairs.values()] == [21, 21, 21, 1]
    assert "given(m) has no value for opening, closing, scatter, frequent, lead" in outcome.err


def test_systems_are_compared_by_scores_inside_a_corpus_unless_measures_are_named(sumspace, corpus_file):
    records = [textless(f"d{i}", scores={"x": {"m": i}, "y": {"m": 1 + i % 2}, "gone": {"m": 1}}) for i in range(6)]
    file = corpus_file(*records)
    outcome = sumspace("compare", file, "--resamples", 200, "--json")
    pairs = compared(outcome)
    assert list(pairs) == ["rouge-1", "rouge-2", "rouge-l", "given(m)"]
    (pair,) = pairs["given(m)"].values()
    assert pair["difference"] == pytest.approx(1.0)
    assert "some scores of the corpus have no summary here: system 'gone' (6)" in outcome.err
    outcome = sumspace("compare", file, "-m", "rouge-1", "--resamples", 200, "--json")
    assert list(compared(outcome)) == ["rouge-1"]
