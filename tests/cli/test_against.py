"""`against` from the command line."""

import csv
import io
import json

import pytest

from sumspace import read

RUN = ("--budget", "up_to(2)", "--json")


def rows(outcome):
    assert outcome.code == 0, outcome.err
    return [json.loads(line) for line in outcome.out.splitlines()]


@pytest.fixture
def two(corpus_file):
    return corpus_file(*(example.record for example in list(read("sample"))[:2]))


def test_the_fields_that_programs_rely_on(sumspace, two):
    *documents, corpus = rows(sumspace("against", two, *RUN))
    assert [row["id"] for row in documents] == ["newswire-1", "newswire-2"]
    wanted = (
        "id domain reference first second budget engine device reason exact extracts draws pearson spearman kendall"
    )
    assert set(wanted.split()) <= set(documents[0])
    assert "counts" not in documents[0]
    sides = "score count best mean worst loss way best_below mean_below worst_below".split()
    for side in ("best_on_first", "best_on_second"):
        assert set(sides) <= set(documents[0][side])
    assert (documents[0]["first"], documents[0]["second"], documents[0]["exact"]) == ("rouge-1", "rouge-2", True)
    assert (corpus["id"], corpus["documents"], corpus["exact_documents"]) == (None, 2, 2)
    assert corpus["signature"].endswith("bootstrap:1000 at 95% seed 0")
    assert corpus["pearson"] == pytest.approx(sum(row["pearson"] for row in documents) / 2)


def test_counts_on_request(sumspace, two):
    document, *_ = rows(sumspace("against", two, *RUN, "--counts"))
    spaces = rows(sumspace("space", two, "-m", "rouge-1", "-m", "rouge-2", *RUN))[:2]
    for place, space in enumerate(spaces):
        sums = [0] * len(space["counts"])
        for *hits, count in document["counts"]:
            sums[hits[place]] += count
        assert sums == space["counts"]
        assert document["totals"][place] == space["total"]


def test_csv_has_a_line_for_each_document_and_the_corpus(sumspace, two):
    outcome = sumspace("against", two, "--budget", "up_to(2)", "--csv")
    lines = list(csv.DictReader(io.StringIO(outcome.out)))
    assert [line["id"] for line in lines] == ["newswire-1", "newswire-2", ""]
    assert float(lines[0]["best_on_first.way"]) <= 1
    assert float(lines[2]["pearson_low"]) <= float(lines[2]["pearson"]) <= float(lines[2]["pearson_high"])


def test_the_table_has_documents_and_the_corpus(sumspace, two):
    outcome = sumspace("against", two, "--budget", "up_to(2)", "-m", "rouge-1", "-m", "rouge-2", "-m", "rouge-su4")
    assert outcome.code == 0
    for text in ("rouge-1 against rouge-su4", "rouge-2 against rouge-su4", "best on rouge-2", "over documents"):
        assert text in outcome.out


@pytest.mark.parametrize("engine", ["exhaustive", "counting"])
def test_engines_print_the_same_but_for_their_names(sumspace, two, engine):
    def plain(outcome):
        named = ("engine", "reason", "signature")
        return [{name: value for name, value in row.items() if name not in named} for row in rows(outcome)]

    forced = sumspace("against", two, *RUN, "--engine", engine)
    assert rows(forced)[0]["engine"] == engine
    assert plain(forced) == plain(sumspace("against", two, *RUN))


def test_any_number_of_jobs_and_processes_give_the_same(sumspace, two):
    outputs = {
        sumspace("against", two, *RUN, *more).out for more in (("--jobs", 1), ("--jobs", 2), ("--cluster", "local:2"))
    }
    assert len(outputs) == 1


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (("-m", "rouge-1"), "one measure is set against another: name two different ones, not rouge-1 alone"),
        (("-m", "rouge-1", "-m", "rouge-1"), "one measure is set against another"),
        (("-m", "rouge-1", "-m", "cosine"), "cosine counts no units, so extracts cannot be counted by it"),
        (("--score", "f1"), "measures are set against each other by recall"),
        (("--budget", "exactly(400)"), "there is nothing to compare measures on: 'newswire-1' allows no extract"),
        (("--words", "9", "--budget", "up_to(2)"), "--words and --budget exclude each other"),
    ],
)
def test_what_cannot_be_done_is_one_line(sumspace, two, arguments, reason):
    outcome = sumspace("against", two, *arguments)
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err.startswith(f"sumspace: {reason}")
    assert outcome.err.count("\n") == 1


def test_a_corpus_without_references(sumspace, corpus_file):
    outcome = sumspace("against", corpus_file({"id": "a", "text": "A cat sat. It slept."}))
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err == (
        "sumspace: there is nothing to compare measures on: 'a' has no references to score extracts against\n"
    )
