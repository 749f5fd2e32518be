"""`agree` from the command line."""

import csv
import io
import json

import pytest

from reports import assert_all_kinds_of_files
from sumspace import read

SENTENCES = ["The cat sat on the mat.", "A dog ran.", "Cats like mats.", "It rained all day long in the town."]
GOOD = {
    "id": "a", "domain": "news", "sentences": SENTENCES,
    "references": [{"id": "A", "text": "The cat sat. A dog ran."}, {"id": "B", "text": "A dog ran in town."}],
    "systems": {"mine": "The cat ran in town."},
}  # fmt: skip
SMALL = ("--words", 9, "--tolerance", 3)


def rows(outcome):
    assert outcome.code == 0, outcome.err
    return [json.loads(line) for line in outcome.out.splitlines()]


def test_json_has_the_fields_that_programs_rely_on(sumspace, corpus_file):
    first, *others = rows(sumspace("agree", corpus_file(GOOD), *SMALL, "--json"))
    assert (first["table"], first["id"], first["domain"]) == ("documents", "a", "news")
    # A by B: a dog ran of 6; B by A: the same of 5.
    assert [(p["model"], p["candidate"], p["score"]) for p in first["pairs"]] == [("A", "B", 3 / 6), ("B", "A", 3 / 5)]
    assert (first["maxh"], first["minh"], first["medh"], first["avgh"]) == (0.6, 0.5, 0.55, 0.55)
    assert (first["reference"], first["set"]) == ("B", "B")
    # Nine words are cut to the five of B: the cat sat on the. As they are: the cat sat on the mat a dog ran.
    assert (first["baseline"], first["baseline_uncut"], first["baseline_words"]) == (0, 3 / 5, 9)
    # The full text has all of B. Mine: ran in town; five words of the text beside it: none.
    assert (first["full_text"], first["systems"]["mine"], first["systems_uncut"]["mine"]) == (1, 3 / 5, 3 / 5)
    assert (first["systems_words"]["mine"], first["systems_lead"]["mine"]) == (5, 0)
    # A cut to five words: the cat sat a dog.
    assert [pair["cut"] for pair in first["pairs"]] == [3 / 6, 2 / 5]
    assert (first["maxh_cut"], first["human"], first["human_words"]) == (0.5, 2 / 5, {"A": 6, "B": 5})
    # 6 to 12 words: a dog ran – it rained all day long in the town has 11, and all of B.
    assert first["oracles"] == {"within(9, 3)": 1.0}
    assert first["compression"] == {"A": 1 - 6 / 20, "B": 1 - 5 / 20}
    assert others[-1]["table"] == "signature"
    assert others[-1]["signature"].startswith("sumspace ")


def test_the_sample_has_a_table_of_everything(sumspace):
    outcome = sumspace("agree", "sample", "--no-oracles")
    assert outcome.code == 0
    assert not outcome.err
    for title in (
        "Agreement of human summaries",
        "Scores by the reference of the best pair",
        "by MaxH",
        "fitted lines",
    ):
        assert title in outcome.out
    assert outcome.out.rstrip().splitlines()[-1].startswith("sumspace ")


def test_csv_says_the_same_as_json(sumspace, corpus_file):
    file = corpus_file(GOOD, {**GOOD, "id": "b"})
    documents = [row for row in rows(sumspace("agree", file, *SMALL, "--json")) if row["table"] == "documents"]
    outcome = sumspace("agree", file, *SMALL, "--csv")
    table = list(csv.DictReader(io.StringIO(outcome.out)))
    assert [(row["id"], float(row["maxh"]), float(row["systems.mine"])) for row in table] == [
        (row["id"], row["maxh"], row["systems"]["mine"]) for row in documents
    ]
    assert outcome.err.startswith("sumspace ")


def test_a_folder_with_a_page(sumspace, corpus_file, tmp_path):
    outcome = sumspace("agree", corpus_file(GOOD), *SMALL, "-o", tmp_path / "out")
    assert outcome.code == 0
    assert f"the page: {tmp_path / 'out' / 'index.html'}" in outcome.err
    assert (tmp_path / "out" / "index.html").read_text(encoding="utf-8").startswith("<!doctype html>")
    assert_all_kinds_of_files(tmp_path / "out")
    again = sumspace("agree", corpus_file(GOOD), *SMALL, "-o", tmp_path / "out")
    assert (again.code, again.out) == (0, outcome.out)
    assert again.err.startswith("continuing: 1 documents were finished before\n")


def test_summaries_are_judged_as_they_are_if_asked(sumspace, corpus_file):
    first, *_ = rows(sumspace("agree", corpus_file(GOOD), *SMALL, "--uncut", "--json"))
    assert (first["baseline"], first["human"]) == (3 / 5, 3 / 5)
    shown = sumspace("agree", corpus_file(GOOD), *SMALL, "--uncut")
    assert "Scores by the reference of the best pair, as they are" in shown.out
    assert "length:as it is" in shown.out


def test_so_many_people_are_compared_of_every_document(sumspace, corpus_file):
    three = {**GOOD, "id": "b", "references": [*GOOD["references"], {"id": "C", "text": "It rained."}]}
    outcome = sumspace("agree", corpus_file(GOOD, three), "--no-oracles", "--people", 3, "--json")
    assert [row["id"] for row in rows(outcome) if row["table"] == "documents"] == ["b"]
    assert outcome.err == "note: skipped: a has 2 references, and 3 are compared\n"
    both = rows(sumspace("agree", corpus_file(GOOD, three), "--no-oracles", "--people", 2, "--json"))
    # A and B agree to 3/5 at best, and nobody with C.
    assert [row["maxh"] for row in both if row["table"] == "documents"] == [3 / 5, pytest.approx(3 / 5 / 3)]


def test_a_peer_stands_beside_the_systems(sumspace, corpus_file):
    peer = corpus_file({"id": "a", "text": "A dog ran in town."}, name="mine.jsonl")
    first, *_ = rows(sumspace("agree", corpus_file(GOOD), "--no-oracles", "--peer", f"other={peer}", "--json"))
    assert first["systems"]["other"] == 1
    first, *_ = rows(sumspace("agree", corpus_file(GOOD), "--no-oracles", "--system", "mine", "--json"))
    assert list(first["systems"]) == ["mine"]


def test_documents_without_two_references_are_left_out_with_a_note(sumspace, corpus_file):
    one = {**GOOD, "id": "one", "references": ["A dog."]}
    outcome = sumspace("agree", corpus_file(one, GOOD), "--no-oracles", "--json")
    assert [row["id"] for row in rows(outcome) if row["table"] == "documents"] == ["a"]
    assert outcome.err == "note: skipped: one has one reference, and agreement takes two\n"


@pytest.mark.parametrize(
    ("references", "reason"),
    [(None, "has no references to score extracts against"), (["A dog."], "has one reference, and agreement takes two")],
)
def test_a_corpus_without_pairs_is_refused(sumspace, corpus_file, references, reason):
    outcome = sumspace("agree", corpus_file({**GOOD, "references": references}))
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err == f"sumspace: there is no document to study: 'a' {reason}\n"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--words", "0"], "a budget must allow something: within(0, 5)"),
        (["--words", "100", "--words", "-3"], "a budget must allow something: within(-3, 5)"),
        (["--people", "1"], "agreement takes two human summaries or more, not 1"),
        (["--tolerance", "-1"], "a tolerance is 0 words or more, not -1"),
        (["--threshold", "0.5", "--threshold", "0.6"], "thresholds of sets are a few scores that fall"),
        (["--threshold", "nan"], "thresholds of sets are scores from 0 to 1"),
        (["--most-sentences", "0"], "the limit of sentences is 1 or more, not 0"),
        (["--time", "0"], "the time limit per search is a positive number of seconds, not 0"),
        (["--seed", "-1"], "a seed is a whole number from 0 on, not -1"),
        (["--jobs", "0"], "there must be at least 1 job, not 0"),
        (["-m", "kpia", "--no-oracles"], "kpia does not compare two texts, as human summaries are compared here"),
        (["-m", "cosine(text)", "--no-oracles"], "cosine(text) does not compare two texts"),
        (["-m", "pyramid", "--no-oracles"], "pyramid does not compare two texts"),
        (["-m", "ngram(1,4)"], "ngram(1,4) has no oracle extracts, since it cannot be counted; add --no-oracles"),
        (["-m", "ngram(4,1)"], "ngram(i,j) needs i <= j: ngram(4,1) has no n-grams"),
        (["-m", "nothing"], "unknown measure 'nothing'; there are: "),
        (["--system", "nobody"], "no document that was studied has a summary by 'nobody'"),
        (["--peer", "nobody"], "--peer wants NAME=FILE"),
        (["--json", "--csv"], "--json and --csv exclude each other"),
    ],
)
def test_options_that_cannot_be_used(sumspace, corpus_file, arguments, message):
    outcome = sumspace("agree", corpus_file(GOOD), *arguments)
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err.startswith(f"sumspace: {message}")
    assert outcome.err.count("\n") == 1


def test_measures_that_cannot_be_counted_go_without_oracles(sumspace, corpus_file):
    for measure in ("ngram(1,2)", "rouge-l"):
        first, *_ = rows(sumspace("agree", corpus_file(GOOD), "-m", measure, "--no-oracles", "--json"))
        assert first["oracles"] == {}
        assert 0 < first["maxh"] < 1


def test_an_error_in_the_corpus_keeps_what_was_finished_before(sumspace, corpus_file):
    outcome = sumspace("agree", corpus_file(GOOD, b'{"id": "b"}'), "--no-oracles", "--json")
    assert outcome.code == 2
    assert json.loads(outcome.out.splitlines()[0])["id"] == "a"
    assert json.loads(outcome.out.splitlines()[-1])["interrupted"] is True
    *notes, last = outcome.err.splitlines()
    assert "note: an error ended the run; the results are those finished before" in notes
    assert "corpus.jsonl:2: text: there is no text" in last


def test_an_interrupt_keeps_what_is_finished(sumspace, corpus_file, monkeypatch):
    examples = list(read(corpus_file(GOOD)))

    def interrupted(*_):
        yield from examples
        raise KeyboardInterrupt

    monkeypatch.setattr("sumspace.corpus.source.read", interrupted)
    outcome = sumspace("agree", "-", "--no-oracles", "--jobs", 1, "--json")
    assert outcome.code == 130
    assert outcome.err == "interrupted: the results are those finished before\n"
    assert json.loads(outcome.out.splitlines()[0])["id"] == "a"
