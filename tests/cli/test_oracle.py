"""`oracle` from the command line."""

import csv
import io
import json
import math
import random
from itertools import islice

import pytest

from reports import assert_all_kinds_of_files
from sumspace import read

SENTENCES = ["The cat sat on the mat.", "A dog ran.", "Cats like mats.", "It rained all day long in the town."]
GOOD = {
    "id": "a", "domain": "news", "sentences": SENTENCES, "references": ["The cat sat. A dog ran in town."],
    "systems": {"mine": {"extract": [1, 3]}},
}  # fmt: skip
MANY = {"id": "many", "sentences": ["The cat sat."] * 1000, "references": ["The cat sat. The cat sat."]}


def rows(outcome):
    assert outcome.code == 0, outcome.err
    return [json.loads(line) for line in outcome.out.splitlines()]


def test_json_has_the_fields_that_programs_rely_on(sumspace, corpus_file):
    """Worked by hand: with at most 11 words {0, 1} and {1, 3} have 6 of 8 units."""
    arguments = ("-m", "rouge-1", "--words", 11, "--all", "--json")
    outcome = sumspace("oracle", corpus_file(GOOD), *arguments)
    (row,) = rows(outcome)
    assert (row["id"], row["reference"], row["measure"], row["budget"]) == ("a", "all", "rouge-1", "at_most(11)")
    assert (row["hits"], row["total"], row["score"], row["bound"]) == (6, 8, 0.75, 0.75)
    assert (row["optimal"], row["count"], row["complete"]) == (True, 2, True)
    assert row["oracles"] == [[0, 1], [1, 3]]
    assert (row["greedy"]["score"], row["greedy"]["sentences"]) == (0.75, [0, 1])
    assert (row["shares"], row["feasible"], row["official"]) == ([0.5, 1, 0, 0.5], 9, 0.75)
    assert outcome.err.startswith("sumspace ")


def test_without_a_length_extracts_are_as_long_as_the_references(sumspace, corpus_file):
    records = rows(sumspace("oracle", corpus_file(GOOD), "--json"))
    assert [(row["measure"], row["budget"]) for row in records] == [
        ("rouge-1", "at_most(8)"),
        ("rouge-2", "at_most(8)"),
    ]


def test_each_reference_alone(sumspace, corpus_file):
    file = corpus_file(
        {**GOOD, "references": [{"id": "A", "text": "The cat sat on it."}, {"id": "B", "text": "A dog."}]}
    )
    records = rows(sumspace("oracle", file, "-m", "rouge-1", "--words", 6, "--references", "each", "--json"))
    assert [(row["reference"], row["oracles"], row["total"]) for row in records] == [("A", [[0]], 5), ("B", [[1]], 2)]


def test_the_mean_of_measures_decides_where_it_is_asked_for(sumspace, corpus_file):
    (row,) = rows(sumspace("oracle", corpus_file(GOOD), "--words", 11, "--mean", "--json"))
    assert row["measure"] == "mean(rouge-1,rouge-2)"
    # {0, 1}: the cat, cat sat, a dog, dog ran, of 7 less one pair that crosses the two sentences: 6.
    assert (row["hits"], row["total"]) == ([6, 4], [8, 6])
    assert row["score"] == pytest.approx((6 / 8 + 4 / 6) / 2)


def test_the_table_and_csv_say_the_same_as_json(sumspace, corpus_file):
    file = corpus_file(*(example.record for example in islice(read("sample"), 5)))
    arguments = ("oracle", file, "-m", "rouge-2", "--words", 40)
    records = rows(sumspace(*arguments, "--json"))
    table = list(csv.DictReader(io.StringIO(sumspace(*arguments, "--csv").out)))
    assert [(row["id"], float(row["score"]), int(row["count"])) for row in table] == [
        (row["id"], row["score"], row["count"]) for row in records
    ]
    assert [row["oracles"] for row in table] == [" ".join(map(str, row["oracles"][0])) for row in records]
    assert [float(row["greedy_score"]) for row in table] == [row["greedy"]["score"] for row in records]
    text = sumspace(*arguments).out
    assert all(f"{row['score']:.5f}" in text for row in records)
    assert text.rstrip().splitlines()[-1].startswith("sumspace ")


def test_a_file_is_written_instead(sumspace, corpus_file, tmp_path):
    outcome = sumspace("oracle", corpus_file(GOOD), "--json", "-o", tmp_path / "out.jsonl")
    assert (outcome.code, outcome.out) == (0, "")
    assert len((tmp_path / "out.jsonl").read_text().splitlines()) == 2


def test_thousands_of_equal_sentences_are_counted_exactly_and_listed_up_to_the_cap(sumspace, corpus_file):
    file = corpus_file(MANY)
    (row,) = rows(sumspace("oracle", file, "-m", "rouge-1", "--all", "--json"))
    assert row["count"] == math.comb(1000, 2)
    assert (len(row["oracles"]), row["complete"]) == (1000, False)
    assert len({tuple(oracle) for oracle in row["oracles"]}) == 1000
    outcome = sumspace("oracle", file, "-m", "rouge-1", "--all", "--most", 5)
    assert "499,500" in outcome.out
    assert "1 of 1 rows have more oracles than the 5 listed (--most)." in outcome.out
    longer = {**MANY, "references": ["The cat sat. " * 60]}
    (row,) = rows(sumspace("oracle", corpus_file(longer), "-m", "rouge-1", "--json"))
    assert row["count"] == math.comb(1000, 60)  # far beyond what floating point can tell apart


@pytest.mark.parametrize("method", ["search", "branch-and-bound"])
def test_time_that_runs_out_is_said_with_the_bound(sumspace, corpus_file, method):
    rng = random.Random(0)
    words = [f"w{i}" for i in range(600)]
    hard = {
        "id": "hard", "sentences": [" ".join(rng.choices(words, k=rng.randint(8, 30))) for _ in range(400)],
        "references": [" ".join(rng.choices(words, k=400)) for _ in range(4)],
    }  # fmt: skip
    arguments = ("oracle", corpus_file(hard), "-m", "rouge-1", "--time", "0.001", "--method", method)
    outcome = sumspace(*arguments, "--json")
    (row,) = rows(outcome)
    assert (row["optimal"], row["count"], row["complete"], row["shares"]) == (False, None, False, None)
    assert 0 < row["greedy"]["score"] <= row["score"] < row["bound"] <= 1
    assert len(row["oracles"]) == 1
    note = f"note: time ran out: hard (all, rouge-1): best found {row['score']:.5f}, proven bound {row['bound']:.5f}\n"
    assert note in outcome.err
    assert "≤" in sumspace(*arguments).out


def test_integer_programming_finds_one_and_does_not_count(sumspace, corpus_file):
    (row,) = rows(sumspace("oracle", corpus_file(GOOD), "-m", "rouge-1", "--words", 11, "--method", "ilp", "--json"))
    assert (row["score"], row["optimal"], row["count"], row["complete"]) == (0.75, True, None, False)


def test_what_shares_nothing_is_named(sumspace, corpus_file):
    file = corpus_file({**GOOD, "references": ["Xylophones play here today."]})
    outcome = sumspace("oracle", file, "-m", "rouge-1", "--json")
    (row,) = rows(outcome)
    assert (row["score"], row["oracles"]) == (0, [])
    assert outcome.err.startswith("note: no extract shares a unit with the references: a (all, rouge-1)\n")


def test_documents_left_out_are_named_once(sumspace, corpus_file):
    bare = {"id": "bare", "sentences": SENTENCES}
    long = {"id": "long", "sentences": ["The cat sat on the mat in the town."], "references": GOOD["references"]}
    outcome = sumspace("oracle", corpus_file(bare, long, GOOD), "--words", 5, "--json")
    assert [row["id"] for row in rows(outcome)] == ["a", "a"]
    assert outcome.err.splitlines()[:2] == [
        "note: skipped: bare has no references to score extracts against",
        "note: skipped: long has no extract of at_most(5)",
    ]


def test_a_document_with_several_reasons_to_be_left_out_is_named_once(sumspace, corpus_file):
    two = {"id": "two", "sentences": ["A dog ran home."], "references": ["...", "!!!"]}
    outcome = sumspace("oracle", corpus_file(two, GOOD), "--references", "each", "--json")
    assert {row["id"] for row in rows(outcome)} == {"a"}
    assert outcome.err.count("note: ") == 1
    assert "note: skipped: two has no unit of rouge-1 in its reference '1': every extract scores 0\n" in outcome.err


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"sentences": ["The cat sat on the mat in town."]}, "'a' has no extract of at_most(5)"),
        ({"references": ["..."]}, "'a' has no unit of rouge-1 in its references: every extract scores 0"),
        ({"references": None}, "'a' has no references to score extracts against"),
    ],
)
@pytest.mark.parametrize("extra", [(), ("--json",), ("--study",)])
def test_a_corpus_without_anything_to_find_is_refused(sumspace, corpus_file, tmp_path, change, message, extra):
    corpus, output = corpus_file({**GOOD, "systems": None, **change}), tmp_path / ("out" if extra else "out.csv")
    outcome = sumspace("oracle", corpus, "--words", 5, "-o", output, *extra)
    what = "study" if extra == ("--study",) else "find oracles in"
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err == f"sumspace: there is no document to {what}: {message}\n"
    assert [file.name for file in tmp_path.iterdir()] == ["corpus.jsonl"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--words", "0"], "a budget must allow something: at_most(0)"),
        (["--words", "5", "--budget", "at_most(5)"], "--words and --budget exclude each other"),
        (["--budget", "most(5)"], "'most(5)' is not a budget; write "),
        (["-m", "rouge-w"], "rouge-w-1.2 does not count units, which a space needs; use rouge-1, rouge-2, rouge-su4"),
        (
            ["-m", "rouge-l", "--method", "branch-and-bound"],
            "rouge-l looks at whole texts: its best extracts",
        ),
        (
            ["-m", "rouge-2", "--units", "official", "--method", "ilp"],
            "rouge-2 looks at whole texts: its best",
        ),
        (["-m", "rouge-1", "-m", "rouge-l", "--mean"], "rouge-l looks at whole texts: its best extracts"),
        (["-m", "nothing"], "unknown measure 'nothing'; there are: "),
        (["--time", "0"], "a search needs some time, not 0 seconds"),
        (["--time", "nan"], "a search needs some time, not nan seconds"),
        (["--most", "0"], "a list has at least 1 oracle, not 0"),
        (["--seed", "-1"], "a seed is a whole number from 0 on, not -1"),
        (["--jobs", "0"], "there must be at least 1 job, not 0"),
        (["--json", "--csv"], "--json and --csv exclude each other"),
        (
            ["-m", "rouge-1", "-m", "rouge-2", "-m", "rouge-3", "--mean", "--score", "f1"],
            "the best mean F1 is found for two measures, not 3",
        ),
        (["--mean", "--score", "f1", "--method", "ilp"], "the best mean F1 is found by --method search alone, not ilp"),
        (["--curves"], "--curves and --peer need --study; add it"),
        (["--peer", "mine=mine.jsonl"], "--curves and --peer need --study; add it"),
        (
            ["--study", "--all"],
            "--study covers all oracles and references; leave out --all, --most",
        ),
        (["--study", "--references", "each"], "--study covers all oracles and references; leave out"),
        (["--study", "--peer", "mine=nowhere.jsonl"], "nowhere.jsonl: there is no such file"),
    ],
)
def test_options_that_cannot_be_used(sumspace, corpus_file, arguments, message):
    outcome = sumspace("oracle", corpus_file(GOOD), *arguments)
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err.startswith(f"sumspace: {message}")
    assert outcome.err.count("\n") == 1


def test_every_budget_has_oracles(sumspace, corpus_file):
    for budget in ("reach(9)", "at_most(9)", "within(9, 2)", "exactly(2)", "up_to(2)"):
        (row,) = rows(sumspace("oracle", corpus_file(GOOD), "-m", "rouge-1", "--budget", budget, "--json"))
        assert (row["budget"], row["optimal"]) == (budget, True)
        assert (row["cut"] is not None) == (budget == "reach(9)")
        # 9 words hold 6 units at most, unless the first words of another sentence follow: it – the.
        assert row["hits"] == 6


def test_a_study_shows_its_tables_and_writes_a_folder(sumspace, corpus_file, tmp_path):
    file = corpus_file(GOOD)
    outcome = sumspace("oracle", file, "-m", "rouge-1", "--words", 11, "--study", "--curves", "-o", tmp_path / "out")
    assert outcome.code == 0
    assert outcome.err == f"the page: {tmp_path / 'out' / 'index.html'}\n"
    for title in ("Table 1", "Tables 2 and 3", "Table 4", "Table 5", "Table 7", "The best extracts by length"):
        assert title in outcome.out
    assert_all_kinds_of_files(tmp_path / "out")
    assert (tmp_path / "out" / "documents.html").read_text(encoding="utf-8").startswith("<!doctype html>")
    page = (tmp_path / "out" / "index.html").read_bytes()
    again = sumspace("oracle", file, "-m", "rouge-1", "--words", 11, "--study", "--curves", "-o", tmp_path / "out")
    assert (again.code, again.out) == (0, outcome.out)
    assert again.err.startswith("continuing: 1 documents were finished before\n")
    assert (tmp_path / "out" / "index.html").read_bytes() == page


def test_a_study_as_json_has_every_table(sumspace, corpus_file):
    peer = corpus_file({"id": "a", "text": "A dog ran. The cat sat on the mat."}, name="peer.jsonl")
    arguments = ("--words", 11, "-m", "rouge-1", "--study", "--peer", f"other={peer}", "--json")
    records = rows(sumspace("oracle", corpus_file(GOOD), *arguments))
    assert [row["table"] for row in records][-1] == "signature"
    scores = {row["system"]: row["score"] for row in records if row["table"] == "scores" and row["references"] == "all"}
    assert (scores["oracle"], scores["mine"], scores["other"]) == (0.75, 0.75, 0.75)
    shared = {row["system"]: row["f_all"] for row in records if row["table"] == "f_measures"}
    assert shared["mine"] == shared["other"] == 0.75


def test_a_study_as_csv_has_its_documents(sumspace, corpus_file):
    outcome = sumspace("oracle", corpus_file(GOOD), "--words", 11, "-m", "rouge-1", "--study", "--csv")
    table = list(csv.DictReader(io.StringIO(outcome.out)))
    assert [(row["id"], row["references"], float(row["score"])) for row in table] == [
        ("a", "all", 0.75), ("a", "each", 0.75),
    ]  # fmt: skip
    assert outcome.err.startswith("sumspace ")


def test_a_study_says_that_time_ran_out(sumspace, corpus_file):
    rng = random.Random(1)
    words = [f"w{i}" for i in range(600)]
    hard = {
        "id": "hard", "sentences": [" ".join(rng.choices(words, k=rng.randint(8, 30))) for _ in range(400)],
        "references": [" ".join(rng.choices(words, k=400))],
    }  # fmt: skip
    outcome = sumspace("oracle", corpus_file(hard), "-m", "rouge-1", "--time", "0.001", "--study")
    assert outcome.code == 0
    assert outcome.err == "note: 2 searches ran out of time; they show the best extract found\n"


@pytest.mark.parametrize("extra", [(), ("--study",)])
def test_an_error_in_the_corpus_keeps_what_was_finished_before(sumspace, corpus_file, extra):
    outcome = sumspace("oracle", corpus_file(GOOD, b'{"id": "b"}'), "-m", "rouge-1", "--words", 9, "--json", *extra)
    assert outcome.code == 2
    assert json.loads(outcome.out.splitlines()[0])["id"] == "a"
    *notes, last = outcome.err.splitlines()
    assert "note: an error ended the run; the results are those finished before" in notes
    assert "corpus.jsonl:2: text: there is no text" in last


@pytest.mark.parametrize("extra", [(), ("--study",)])
def test_an_interrupt_keeps_what_is_finished(sumspace, corpus_file, monkeypatch, extra):
    examples = list(read(corpus_file(GOOD))) * 24  # more than are under way at a time, so that some are finished

    def interrupted(*_):
        yield from examples
        raise KeyboardInterrupt

    monkeypatch.setattr("sumspace.corpus.source.read", interrupted)
    outcome = sumspace("oracle", "-", "-m", "rouge-1", "--jobs", 1, "--json", *extra)
    assert outcome.code == 130
    assert outcome.err.endswith("interrupted: the results are those finished before\n")
    assert json.loads(outcome.out.splitlines()[0])["id"] == "a"
