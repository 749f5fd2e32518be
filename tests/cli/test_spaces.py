"""`space` and `rank` from the command line."""

import csv
import io
import json
import os
import pty
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from contextlib import suppress

import pytest

from sumspace import read
from sumspace.tasks import space

SENTENCES = ["The cat sat on the mat.", "A dog ran.", "Cats like mats.", "It rained all day long in the town."]
GOOD = {"id": "a", "domain": "news", "sentences": SENTENCES, "references": ["The cat sat. A dog ran in town."]}


def rows(outcome):
    assert outcome.code == 0, outcome.err
    return [json.loads(line) for line in outcome.out.splitlines()]


@pytest.fixture
def some_of_the_sample(corpus_file):
    return corpus_file(*(example.record for example in read("sample") if example.id.endswith("1")), name="some.jsonl")


def test_space_has_the_fields_that_programs_rely_on(sumspace, corpus_file):
    (row,) = rows(sumspace("space", corpus_file(GOOD), "-m", "rouge-1", "--budget", "exactly(2)", "--json"))
    wanted = "id reference measure budget engine exact extracts total counts mean std min max".split()
    assert set(wanted) <= set(row)
    assert (row["id"], row["reference"], row["measure"], row["budget"]) == ("a", "all", "rouge-1", "exactly(2)")
    # Of 8 units, by hand: {0,1} the cat sat on the mat a dog ran -> the cat sat a dog ran, 6; {0,2} the cat sat, 3;
    # {0,3} the cat sat in town, 5 ("the" once); {1,2} a dog ran cat, 4; {1,3} a dog ran the in town, 6;
    # {2,3} cat the in town, 4.
    assert row["total"] == 8
    assert {hits: count for hits, count in enumerate(row["counts"]) if count} == Counter([6, 3, 5, 4, 6, 4])
    assert row["extracts"] == 6
    assert row["exact"] is True
    assert row["mean"] == pytest.approx(28 / 6 / 8)
    assert (row["min"], row["max"]) == (3 / 8, 6 / 8)


def test_extracts_as_texts(sumspace, corpus_file):
    """By hand, of "the cat sat", "a dog ran" and "in town", two at a time."""
    file = corpus_file({**GOOD, "sentences": ["The cat sat.", "A dog ran.", "In town."]})
    options = ("-m", "rouge-2", "-m", "rouge-l", "--budget", "exactly(2)", "--units", "official", "--json")
    bigrams, longest = rows(sumspace("space", file, *options))
    # "sat a" and "ran in" cross boundaries: 5 of 7, "the cat, cat sat, in town" 3, "a dog, dog ran, ran in, in town" 4.
    assert (bigrams["total"], bigrams["counts"]) == (7, [0, 0, 0, 1, 1, 1, 0, 0])
    assert (longest["total"], longest["counts"]) == (8, [0, 0, 0, 0, 0, 2, 1, 0, 0])
    assert (bigrams["engine"], longest["engine"]) == ("exhaustive", "exhaustive")
    (within,) = rows(sumspace("space", file, "-m", "rouge-2", "--budget", "exactly(2)", "--json"))
    assert (within["total"], within["counts"]) == (6, [0, 0, 0, 2, 1, 0])
    assert sumspace("space", file, "--units", "words").code == 2


def test_each_reference_alone(sumspace, corpus_file):
    file = corpus_file({**GOOD, "references": [{"id": "A", "text": "The cat."}, {"id": "B", "text": "A dog."}]})
    results = rows(sumspace("space", file, "-m", "rouge-1", "--words", 4, "--references", "each", "--json"))
    assert [row["reference"] for row in results] == ["A", "B"]
    assert [row["total"] for row in results] == [2, 2]


@pytest.mark.parametrize("engine", ["exhaustive", "counting", "sampling"])
def test_every_engine_can_be_forced_and_says_so(sumspace, some_of_the_sample, engine):
    options = ("-m", "rouge-2", "--words", 40, "--engine", engine, "--time", 0.1, "--json")
    results = rows(sumspace("space", some_of_the_sample, *options))
    assert {row["engine"] for row in results} == {engine}
    assert {row["exact"] for row in results} == {engine != "sampling"}
    for row in results:
        if engine == "sampling":
            assert row["at_least"]["confidence"] == 95
        else:
            assert sum(row["counts"]) == row["extracts"]


def test_the_table_and_csv_say_the_same_as_json(sumspace):
    arguments = ("space", "sample", "-m", "rouge-2", "--words", 30)
    results = rows(sumspace(*arguments, "--json"))
    table = list(csv.DictReader(io.StringIO(sumspace(*arguments, "--csv").out)))
    assert [row["id"] for row in table] == [row["id"] for row in results]
    assert [float(row["mean"]) for row in table] == [row["mean"] for row in results]
    text = sumspace(*arguments).out
    assert all(f"{row['mean']:.5f}" in text for row in results)
    assert text.rstrip().splitlines()[-1].startswith("sumspace ")


def test_any_number_of_jobs_gives_the_same(sumspace, some_of_the_sample, monkeypatch):
    """The time that is allowed decides how many extracts are drawn; the search for the best one, which ends with the
    time that it takes, is left out."""
    monkeypatch.setattr(space, "_find_best", lambda *_: None)
    arguments = ("space", some_of_the_sample, "--words", 30, "--engine", "sampling", "--time", 0.1, "--json")
    assert sumspace(*arguments, "--jobs", 1).out == sumspace(*arguments, "--jobs", 3).out


def test_precision_and_f1_come_from_hits_and_length_together(sumspace, corpus_file):
    file = corpus_file(GOOD)
    for score in ("precision", "f1"):
        (row,) = rows(sumspace("space", file, "-m", "rouge-1", "--budget", "exactly(2)", "--score", score, "--json"))
        # {0,1}: 6 hits of 9 units and of 8; {1,3}: 6 of 11.
        best = {"precision": 4 / 6, "f1": 12 / 17}[score]  # {1,2} has 4 hits of 6 units
        assert row["max"] == pytest.approx(best)


def test_ranks_add_up_and_rouge_1_is_the_official_score(sumspace):
    results = rows(sumspace("rank", "sample", "-m", "rouge-1", "--words", 40, "--json"))
    summaries = [row for row in results if row["id"]]
    averages = [row for row in results if row["id"] is None]
    assert {row["system"] for row in averages} == {
        "random", "lead", "textrank", "skim", "retell", "opening", "closing", "scatter", "frequent",
    }  # fmt: skip
    for row in summaries:
        assert row["below_count"] + row["equal_count"] + row["above_count"] == row["extracts"]
        assert row["score"] == pytest.approx(row["official"], abs=6e-6)
    for average in averages:
        own = [row for row in summaries if average["domain"] in (None, row["domain"])]
        scores = [row["score"] for row in own if row["system"] == average["system"]]
        assert average["score"] == pytest.approx(sum(scores) / len(scores))
        assert average["below"] + average["equal"] + average["above"] == pytest.approx(1)


def test_a_peer_is_ranked_beside_the_systems_and_may_take_the_place_of_one(sumspace, corpus_file):
    file = corpus_file(GOOD)
    peer = corpus_file({"id": "a", "text": "The cat sat."}, name="mine.jsonl")
    results = rows(sumspace("rank", file, "-m", "rouge-1", "--words", 6, "--peer", f"lead={peer}", "--json"))
    assert sorted(row["system"] for row in results if row["id"]) == ["lead", "random", "textrank"]
    (lead,) = [row for row in results if row["id"] and row["system"] == "lead"]
    assert lead["score"] == 3 / 8


SECTIONS = {"id": "s", "sections": [{"sentences": SENTENCES}] * 2, "references": GOOD["references"]}
ODD = {
    "one sentence": {**GOOD, "sentences": ["The cat sat on the mat in the town."]},
    "sentences that are all longer than the budget": {**GOOD, "sentences": ["The cat sat on the mat."] * 3},
    "a document that is shorter than the budget": {**GOOD, "sentences": ["The cat.", "A dog."]},
    "a reference that shares nothing": {**GOOD, "references": ["Nothing common here whatsoever."]},
    "a reference without units": {**GOOD, "references": ["..."]},
    "a section without words": {
        "id": "a", "references": GOOD["references"],
        "sections": [{"sentences": SENTENCES}, {"sentences": [""]}, {"sentences": ["A dog ran home."]}],
    },
    "empty sentences": {**GOOD, "sentences": ["", *SENTENCES, "", ""]},
}  # fmt: skip


@pytest.mark.parametrize("command", ["space", "rank"])
@pytest.mark.parametrize("sections", ["auto", "none", "segment", "given"])
@pytest.mark.parametrize("what", ODD)
def test_odd_documents_have_a_defined_answer(sumspace, corpus_file, what, command, sections):
    outcome = sumspace(command, corpus_file(ODD[what]), "--words", 5, "--sections", sections, "--json")
    results = rows(outcome)
    assert results
    assert "Traceback" not in outcome.err
    for row in results:
        assert all(value == value for value in row.values()), row  # noqa: PLR0124 - no nan


def test_a_section_without_words_has_one_extract(sumspace, corpus_file):
    arguments = ("-m", "rouge-1", "--words", 6, "--sections", "given", "--json")
    (row,) = rows(sumspace("space", corpus_file(ODD["a section without words"]), *arguments))
    without = {**ODD["a section without words"]}
    without["sections"] = [without["sections"][0], without["sections"][2]]
    (other,) = rows(sumspace("space", corpus_file(without, name="other.jsonl"), *arguments))
    assert row["counts"] == other["counts"]
    assert (row["sections"], other["sections"]) == (3, 2)


def test_a_budget_that_allows_no_extract(sumspace, corpus_file):
    file = corpus_file(GOOD, {**GOOD, "id": "b", "sentences": ["One two."]})
    first, second = rows(sumspace("space", file, "-m", "rouge-1", "--budget", "at_most(2)", "--json"))
    assert (first["extracts"], first["mean"], first["max"]) == (0, None, None)
    assert (second["extracts"], second["mean"]) == (1, 0)
    outcome = sumspace("rank", file, "-m", "rouge-1", "--budget", "at_most(2)", "--json")
    assert "note: skipped: a allows no extract of at_most(2)" in outcome.err
    assert {row["id"] for row in rows(outcome)} == {"b", None}


def test_a_document_without_references_is_left_out_with_a_note(sumspace, corpus_file):
    file = corpus_file({"id": "bare", "sentences": SENTENCES}, GOOD)
    outcome = sumspace("space", file, "-m", "rouge-1", "--words", 5, "--json")
    assert [row["id"] for row in rows(outcome)] == ["a"]
    assert outcome.err.startswith("note: skipped: bare has no references to score extracts against\n")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            ["--budget", "reach"],
            "'reach' is not a budget; write reach(100), at_most(100), within(100, 5), exactly(3) or up_to(3)",
        ),
        (["--budget", "reach(0)"], "a budget must allow something: reach(0)"),
        (["--words", "0"], "a budget must allow something: reach(0)"),
        (["--words", "5", "--budget", "reach(5)"], "--words and --budget exclude each other"),
        (["-m", "pyramid(raw)"], "pyramid(raw) is known only for summaries that people have annotated"),
        (["-m", "pyramid", "--score", "f1"], "pyramid is a recall, and extracts have no f1 on it"),
        (["-m", "kpia", "--sections", "given"], "kpia does not add up over sections"),
        (["-m", "relevance"], "relevance looks at a whole corpus of summaries"),
        (["--time", "0"], "an allowance is more than nothing, and not without end, but this is 0 s and 2 GB a space"),
        (["--seed", "-1"], "a seed is a whole number from 0 on, not -1"),
        (["--jobs", "0"], "there must be at least 1 job, not 0"),
    ],
)
def test_options_that_cannot_be_used(sumspace, arguments, message):
    outcome = sumspace("space", "sample", *arguments)
    assert outcome.code == 2
    assert outcome.err.startswith(f"sumspace: {message}")
    assert outcome.err.count("\n") == 1


def test_counting_that_does_not_fit_leaves_out_the_document_and_says_what_to_do(sumspace, corpus_file):
    large = next(read("sample"))
    file = corpus_file(GOOD, {**large.record, "id": "large"})
    arguments = ("-m", "rouge-su4", "--words", 100, "--engine", "counting", "--memory", "0.001", "--json")
    outcome = sumspace("space", file, *arguments)
    assert [row["id"] for row in rows(outcome)] == ["a"]
    assert "note: skipped: large needs more than 0.001 GB to be counted; allow more memory (--memory)\n" in outcome.err


def test_sampling_that_does_not_fit_leaves_out_the_document_and_says_what_to_do(sumspace, corpus_file):
    file = corpus_file({"id": "vast", "sentences": ["cat dog " * 10] * 400, "references": ["cat dog"]})
    outcome = sumspace("space", file, "-m", "rouge-1", "--words", 900, "--engine", "sampling", "--memory", "0.01")
    assert (outcome.code, outcome.out) == (2, "")
    assert "'vast' needs 0.012 GB to be sampled, and 0.01 GB would do for some 345 of its 400" in outcome.err
    assert outcome.err.count("allow more memory (--memory), or a smaller budget\n") == 1


@pytest.mark.parametrize("command", ["space", "rank"])
def test_an_error_in_the_corpus_keeps_what_was_finished_before(sumspace, corpus_file, command):
    outcome = sumspace(command, corpus_file(GOOD, b'{"id": "b"}'), "-m", "rouge-1", "--words", 6, "--json")
    assert outcome.code == 2
    assert {json.loads(line).get("id", "a") for line in outcome.out.splitlines()} <= {"a", None}
    assert outcome.out
    *notes, last = outcome.err.splitlines()
    assert "note: an error ended the run; the results are those finished before" in notes
    assert last.startswith("sumspace: ")
    assert "corpus.jsonl:2: text: there is no text" in last


@pytest.mark.parametrize("budget", ["reach(12)", "at_most(12)", "exactly(2)"])
def test_every_budget_that_can_be_divided_has_extracts_in_sections(sumspace, corpus_file, budget):
    options = ("-m", "rouge-1", "--budget", budget, "--sections", "given", "--json")
    (row,) = rows(sumspace("space", corpus_file(SECTIONS), *options))
    assert row["sections"] == 2
    assert row["extracts"] > 0


def test_within_is_taken_whole_or_refused(sumspace, corpus_file):
    file = corpus_file(SECTIONS)
    (row,) = rows(sumspace("space", file, "-m", "rouge-1", "--budget", "within(12, 2)", "--sections", "auto", "--json"))
    assert row["sections"] == 1
    outcome = sumspace("space", file, "-m", "rouge-1", "--budget", "within(12, 2)", "--sections", "given")
    assert outcome.code == 2
    assert "within(12, 2) cannot be divided among 2 sections" in outcome.err


def test_f1_takes_documents_whole_or_is_refused(sumspace, corpus_file):
    file = corpus_file(SECTIONS)
    (row,) = rows(sumspace("space", file, "-m", "rouge-1", "--score", "f1", "--sections", "auto", "--json"))
    assert row["sections"] == 1
    outcome = sumspace("space", file, "--score", "f1", "--sections", "given", "--words", 6)
    assert outcome.code == 2
    assert "F1 does not add up over sections" in outcome.err


@pytest.mark.parametrize("form", [[], ["--json"], ["--csv"]])
def test_a_number_of_extracts_beyond_floating_point(sumspace, corpus_file, form):
    file = corpus_file({"id": "vast", "sentences": ["cat"] * 1100, "references": ["cat"]})
    outcome = sumspace("space", file, "-m", "rouge-1", "--budget", "at_most(1100)", *form)
    assert outcome.code == 0
    assert (str(2**1100 - 1) if form else "e+331") in outcome.out


@pytest.mark.parametrize(("jobs", "end"), [(1, signal.SIGINT), (2, signal.SIGINT), (2, signal.SIGTERM)])
def test_an_interrupt_ends_within_a_second_and_keeps_what_is_finished(corpus_file, jobs, end, tmp_path):
    words = [f"w{i}" for i in range(40)]
    # So many extracts that visiting them takes hours.
    long = {
        "id": "long",
        "sentences": [" ".join(words[i % 30 : i % 30 + 8]) for i in range(90)],
        "references": [" ".join(words)],
    }
    file = corpus_file(GOOD, long)
    run = [
        sys.executable, "-m", "sumspace", "space", str(file), "-m", "rouge-1", "--words", "80", "--engine",
        "exhaustive", "--json", "--jobs", str(jobs), "-o", str(tmp_path / "out.jsonl"),
    ]  # fmt: skip
    with subprocess.Popen(run, stderr=subprocess.PIPE, text=True) as program:
        while not list(tmp_path.glob(".out.jsonl.*")):  # it is about to write
            assert program.poll() is None
            time.sleep(0.1)
        time.sleep(4)  # by then it is at work on the long one, compiled code and all
        begin = time.monotonic()
        program.send_signal(end)
        _, messages = program.communicate(timeout=120)
        taken = time.monotonic() - begin
    assert program.returncode == 128 + end
    assert "interrupted: the results are those finished before" in messages
    assert "Traceback" not in messages
    assert [json.loads(line)["id"] for line in (tmp_path / "out.jsonl").read_text().splitlines()] == ["a"]
    assert taken < 5  # a second, and the machine may be busy


def test_what_goes_to_a_file_does_so_while_a_bar_is_shown(tmp_path):
    """With a terminal on standard error alone, the bar is there and the result is in the file."""
    try:
        shown, terminal = pty.openpty()
    except OSError as error:
        pytest.skip(f"there are no terminals here: {error}")
    seen = []

    def look():
        with suppress(OSError):  # the end of a terminal
            while chunk := os.read(shown, 65536):
                seen.append(chunk)

    looking = threading.Thread(target=look)
    looking.start()
    run = [sys.executable, "-m", "sumspace", "space", "sample", "--words", "20", "-m", "rouge-1", "--json"]
    with (tmp_path / "out").open("w") as out:
        subprocess.run(run, stdout=out, stderr=terminal, check=True, timeout=300)
    os.close(terminal)
    looking.join()
    os.close(shown)
    assert b"documents" in b"".join(seen)
    assert len((tmp_path / "out").read_text().splitlines()) == 20


def test_extracts_are_ranked_by_content_units_that_are_located(sumspace, corpus_file):
    units = [{"id": "sale", "weight": 3, "sentences": [0, 3]}, {"id": "price", "weight": 2, "sentences": [1]}]
    mill = {
        "id": "mill",
        "sentences": ["The mill was sold.", "It cost a million.", "Nobody was surprised.", "Its owner sold it."],
        "references": ["The mill was sold for a million."],
        "pyramid": {"units": units, "models": 3},
        "systems": {"mine": {"extract": [1, 2]}},
    }
    bare = {**mill, "id": "bare", "pyramid": {"units": [{"id": "sale"}]}}
    outcome = sumspace("rank", corpus_file(mill, bare), "-m", "pyramid", "--budget", "exactly(2)", "--json")
    of_mine = [row for row in map(json.loads, outcome.out.splitlines()) if row.get("system") == "mine" and row["id"]]
    # Of the six pairs of sentences two have both units, three the sale, and mine the price.
    assert [(row["score"], row["official"]) for row in of_mine] == [(0.4, 0.4)]
    assert [(row["below_count"], row["equal_count"], row["above_count"]) for row in of_mine] == [(0, 1, 5)]
    assert "skipped: bare has a pyramid whose content units are not all located in sentences" in outcome.err
