"""`meta` from the command line."""

import csv
import io
import json

import pytest

from reports import assert_all_kinds_of_files
from sumspace import read
from sumspace.stats.correlation import COEFFICIENTS

WORDS = "alpha bravo charlie delta echo foxtrot golf hotel".split()
QUICK = ("-m", "rouge-1", "-m", "rouge-2", "--resamples", 20, "--permutations", 19)


def document(name, marks, **others):
    """Make a document with three systems that have two, four and eight words of the reference."""
    systems = {system: " ".join(WORDS[:count]) for system, count in zip("abc", (2, 4, 8), strict=True)}
    judgements = {system: {"q": mark} for system, mark in zip("abc", marks, strict=True)}
    return {
        "id": name, "sentences": ["Some text."], "references": [" ".join(WORDS)], "systems": systems,
        "judgements": judgements, **others,
    }  # fmt: skip


GOOD = document("one", (1, 3, 7)), document("two", (1, 3, 7))


def rows(outcome):
    assert outcome.code == 0, outcome.err
    return [json.loads(line) for line in outcome.out.splitlines()]


def test_json_has_the_fields_that_programs_rely_on(sumspace, corpus_file):
    first, *others = rows(sumspace("meta", corpus_file(*GOOD), *QUICK, "--json"))
    # The scores are 2, 4 and 8 eighths, the judgements one less than as many.
    coefficients = {name: value for name, value in first.items() if name in COEFFICIENTS}
    bounds = {f"{name}_interval": first[f"{name}_interval"] for name in COEFFICIENTS}
    assert first == {
        "table": "measures", "aspect": "q", "level": "system", "measure": "rouge-1", "score": "recall",
        **coefficients, **bounds, "tie": first["tie"], "systems": 3, "summaries": 6, "points": 3, "ranked": True,
        "reason": "",
    }  # fmt: skip
    assert coefficients["pearson"] == coefficients["spearman"] == coefficients["kendall"] == pytest.approx(1)
    assert {row["table"] for row in others} == {
        "measures", "paper_1", "tests", "lengths", "systems", "between", "signature",
    }  # fmt: skip
    assert others[-1]["signature"].startswith("sumspace ")


def test_the_sample_has_a_table_for_each_aspect_and_the_raters(sumspace):
    outcome = sumspace("meta", "sample", *QUICK)
    assert outcome.code == 0
    assert not outcome.err
    for title in (
        "responsiveness: corr", "grammaticality: corr", "non-redundancy: corr", "reference clarity: corr",
        "coherence: corr", "By recall, ", "Pooled level: By F1, ", "Inter-annotator agreement",
    ):  # fmt: skip
        assert title in outcome.out
    assert outcome.out.rstrip().splitlines()[-1].startswith("sumspace ")


def test_csv_says_the_same_as_json(sumspace, corpus_file):
    file = corpus_file(*GOOD)
    records = [row for row in rows(sumspace("meta", file, *QUICK, "--json")) if row["table"] == "measures"]
    outcome = sumspace("meta", file, *QUICK, "--csv")
    table = list(csv.DictReader(io.StringIO(outcome.out)))
    assert [(row["level"], row["measure"], float(row["pearson"])) for row in table] == [
        (row["level"], row["measure"], row["pearson"]) for row in records
    ]
    assert outcome.err.startswith("sumspace ")


def test_a_folder_with_a_page(sumspace, corpus_file, tmp_path):
    outcome = sumspace("meta", corpus_file(*GOOD), *QUICK, "--level", "system", "-o", tmp_path / "out")
    assert outcome.code == 0
    assert f"the page: {tmp_path / 'out' / 'index.html'}" in outcome.err
    assert (tmp_path / "out" / "index.html").read_text(encoding="utf-8").startswith("<!doctype html>")
    assert_all_kinds_of_files(tmp_path / "out")


def test_an_existing_folder_is_refused_before_anything_is_read(sumspace, tmp_path):
    (tmp_path / "mine.txt").touch()
    outcome = sumspace("meta", "nowhere.jsonl", "-o", tmp_path)
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err.endswith("already there; choose a new folder\n")


def test_levels_aspects_systems_and_parts_can_be_chosen(sumspace):
    records = rows(sumspace(
        "meta", "sample", *QUICK, "--level", "pooled", "--level", "system", "--aspect", "coherence", "--system", "skim",
        "--system", "retell", "--system", "closing", "--score", "precision", "--json",
    ))  # fmt: skip
    measured = [row for row in records if row["table"] == "measures"]
    assert [(row["aspect"], row["level"]) for row in measured] == [
        ("coherence", "system"), ("coherence", "system"), ("coherence", "pooled"), ("coherence", "pooled"),
    ]  # fmt: skip
    assert {row["score"] for row in measured} == {"precision"}
    assert {row["system"] for row in records if row["table"] == "systems"} == {"skim", "retell", "closing"}


def test_summaries_can_be_cut(sumspace, corpus_file):
    records = rows(sumspace("meta", corpus_file(*GOOD), *QUICK, "--words", 4, "--cut", "peer", "--json"))
    own = [row for row in records if row.get("measure") == "rouge-1" and "system" in row and row["score"] == "recall"]
    scores = {row["system"]: row["mean"] for row in own}
    assert scores == {"a": 2 / 8, "b": 4 / 8, "c": 4 / 8}
    assert "limit:4 words" in records[-1]["signature"]


def test_a_peer_can_be_what_was_judged(sumspace, corpus_file):
    one, two = (document(name, (1, 3, 7)) for name in ("one", "two"))
    for record in (one, two):
        del record["systems"]["c"]
    peer = corpus_file({"id": "one", "text": "alpha"}, {"id": "two", "text": "alpha"}, name="c.jsonl")
    records = rows(sumspace("meta", corpus_file(one, two), *QUICK, "--peer", f"c={peer}", "--json"))
    assert next(row["mean"] for row in records if row["table"] == "systems" and row["system"] == "c") == 1 / 8


def test_what_is_missing_is_noted(sumspace, corpus_file):
    one, two = (document(name, (1, 3, 7)) for name in ("one", "two"))
    del two["judgements"]["b"]
    one["systems"]["new\n"] = "alpha"
    outcome = sumspace("meta", corpus_file(one, two), *QUICK, "--json")
    assert rows(outcome)
    assert outcome.err == (
        "note: skipped, not judged: 'new\\n'\nnote: 'q': 1 of 6 summaries have no judgement\n"
    )  # fmt: skip


def test_constant_judgements_are_undefined_and_say_why(sumspace, corpus_file):
    outcome = sumspace("meta", corpus_file(document("one", (3, 3, 3))), *QUICK)
    assert outcome.code == 0
    assert "– Undefined at the system level (the judgements are constant): all measures." in outcome.out
    assert "nan" not in outcome.out
    first, *_ = rows(sumspace("meta", corpus_file(document("one", (3, 3, 3))), *QUICK, "--json"))
    assert (first["pearson"], first["pearson_interval"], first["reason"]) == (None, None, "the judgements are constant")


def test_two_systems_get_one_clear_answer(sumspace, corpus_file):
    outcome = sumspace("meta", corpus_file(*GOOD), *QUICK, "--system", "a", "--system", "b", "--level", "system")
    assert outcome.code == 0
    assert outcome.err == "note: system-level correlations need at least 3 systems; there are 2 ('a', 'b')\n"
    assert "– Undefined at the system level (only 2 systems): all measures." in outcome.out


def test_a_corpus_without_judgements_is_refused(sumspace, corpus_file):
    outcome = sumspace("meta", corpus_file({**GOOD[0], "judgements": {}}), *QUICK)
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err.startswith("sumspace: this corpus has no human judgements ")
    assert outcome.err.count("\n") == 1


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--aspect", "other"], "unknown aspect 'other'; there are: q"),
        (["--level", "sentence"], "unknown level 'sentence'; there are: system, summary, pooled"),
        (["--system", "nobody"], "unknown judged system 'nobody'; there are: a, b, c"),
        (["-m", "nothing"], "unknown measure 'nothing'; there are: "),
        (["--score", "f2"], "unknown score 'f2'; there are: recall, precision, f1, main"),
        (["--permutations", "-1"], "--permutations must be 1 to 100,000, not -1"),
        (["--coefficient", "soft_accuracy"], "soft_accuracy is defined at the system level only: add --level system"),
        (["--humans"], "no human summary was judged in this corpus"),
        (["--standardize"], "--standardize needs single ratings of 'q'"),
        (["--resamples", "0"], "a bootstrap has from one resample to 1,000,000, not 0"),
        (["--confidence", "101"], "a confidence lies between 0 and 100 percent, not 101"),
        (["--seed", "-1"], "a seed is a whole number from 0 to 4294967295, not -1"),
        (["--jobs", "0"], "there must be at least 1 job, not 0"),
        (["--words", "3", "--bytes", "3"], "--words and --bytes exclude each other"),
        (["--peer", "nobody"], "--peer wants NAME=FILE"),
        (["--json", "--csv"], "--json and --csv exclude each other"),
    ],
)
def test_options_that_cannot_be_used(sumspace, corpus_file, arguments, message):
    outcome = sumspace("meta", corpus_file(*GOOD), "-m", "rouge-1", *arguments)
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err.startswith(f"sumspace: {message}")
    assert outcome.err.count("\n") == 1


def test_a_named_measure_that_the_corpus_does_not_allow_is_refused_with_its_place(sumspace, corpus_file):
    file = corpus_file(*GOOD)
    outcome = sumspace("meta", file, "-m", "pyramid")
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err == f"sumspace: {file}:1: pyramid is not defined for any summary: 'one' has no pyramid\n"


def test_sweeps_are_shown_where_they_are_asked_for(sumspace, corpus_file):
    outcome = sumspace("meta", corpus_file(*GOOD), *QUICK, "--sweeps")
    assert outcome.code == 0
    for figure in ("(figure 4)", "(figure 5)", "(figure 6)"):
        assert figure in outcome.out


@pytest.mark.parametrize("stage", ["read", "correlate"])
def test_an_interrupt_leaves_nothing_behind_but_what_was_finished(sumspace, corpus_file, monkeypatch, tmp_path, stage):
    examples = list(read(corpus_file(*GOOD)))

    def interrupted(*_, **__):
        if stage == "read":
            yield from examples
            raise KeyboardInterrupt
        yield from examples

    def refused(_):
        raise KeyboardInterrupt

    monkeypatch.setattr("sumspace.corpus.source.read", interrupted)
    if stage == "correlate":
        monkeypatch.setattr("sumspace.studies.meta.study.correlate_pairs", refused)
    outcome = sumspace("meta", "-", *QUICK, "-o", tmp_path / "out")
    assert (outcome.code, outcome.out) == (130, "")
    left = [file.name for file in tmp_path.glob("out/*")]
    assert left == (["ledger.sqlite"] if stage == "correlate" else [])
