"""`labels` from the command line."""

import gzip
import json
import random
import re
import shutil
import signal
import subprocess
import sys
import time

import polars as pl
import pytest

from oracle import plain
from sumspace.corpus.source import read
from sumspace.space.budget import AtMost, Exactly, Reach, UpTo, Within, parse_budget

SENTENCES = ["The cat sat on the mat.", "A dog ran.", "Cats like mats.", "It rained all day long in the town."]
GOOD = {"id": "a", "sentences": SENTENCES, "references": ["The cat sat. A dog ran in town."]}
BARE = {"id": "bare", "sentences": SENTENCES}
FIELDS = (
    "id reference measure budget sentence_count sentences offsets target oracle labels soft score bound optimal count "
    "greedy greedy_score gap"
).split()


def rows(outcome):
    assert outcome.code == 0, outcome.err
    return [json.loads(line) for line in outcome.out.splitlines()]


def written(path):
    packed = path.read_bytes()
    lines = gzip.decompress(packed) if path.suffix == ".gz" else packed
    return [json.loads(line) for line in lines.splitlines()]


def text(rng, sentences, shortest, longest=6, words=7):
    return [[[f"w{rng.randrange(words)}"] for _ in range(rng.randint(shortest, longest))] for _ in range(sentences)]


def as_sentences(body):
    return [" ".join(word for (word,) in sentence) for sentence in body]


def make(number, sentences=7, seed=0):
    """Make documents, small enough for brute force."""
    rng = random.Random(seed)
    cases = [(text(rng, sentences, 1), [text(rng, 2, 2) for _ in range(rng.randint(1, 3))]) for _ in range(number)]
    records = [
        {
            "id": f"d{place}",
            "sentences": as_sentences(document),
            "references": [{"id": f"r{k}", "sentences": as_sentences(body)} for k, body in enumerate(references)],
        }
        for place, (document, references) in enumerate(cases)
    ]
    return cases, records


def long_corpus(corpus_file, documents, seed=1):
    """Write a corpus that takes a few seconds."""
    _, records = make(documents, 20, seed)
    return corpus_file(*records, name="long.jsonl")


def check(row, document, references, budget, measures, score):
    """Compare a record with all extracts there are."""
    best, found = plain.oracles((document, references, budget), measures, score)
    every = [tuple(sorted(extract.sentences)) for extract in found]
    assert row["score"] == row["bound"] == float(best)
    assert (row["sentence_count"], row["optimal"], row["count"]) == (len(document), True, len(found))
    assert row["sentences"] == as_sentences(document)
    assert row["labels"] == [int(sentence in row["oracle"]) for sentence in range(len(document))]
    shares = [sum(s in oracle for oracle in every) / max(len(every), 1) for s in range(len(document))]
    assert row["soft"] == pytest.approx(shares, abs=1e-6)
    if not every:
        assert row["oracle"] == []
        return
    assert row["oracle"] == sorted(row["oracle"])
    assert tuple(row["oracle"]) in every
    if row["greedy"] is not None and not isinstance(budget, Reach):
        texts = [document[sentence] for sentence in row["greedy"]]
        scores = [plain.score_of(texts, references, measure, score) for measure in measures]
        assert row["greedy_score"] == pytest.approx(float(sum(scores) / len(scores)))
        assert row["gap"] == pytest.approx(row["score"] - row["greedy_score"])
    if row["greedy"] is not None:
        assert 0 <= row["greedy_score"] <= row["score"]


def test_an_example_worked_by_hand(sumspace, corpus_file):
    """By recall at most 11 words, {0, 1} and {1, 3} have 6 of 8 units."""
    arguments = ("-m", "rouge-1", "--each", "--score", "recall", "--words", 11)
    outcome = sumspace("labels", corpus_file(GOOD), *arguments)
    (row,) = rows(outcome)
    assert list(row) == FIELDS
    assert (row["id"], row["reference"], row["measure"], row["budget"]) == ("a", "all", "rouge-1", "at_most(11)")
    assert (row["sentence_count"], row["sentences"]) == (4, SENTENCES)
    assert row["target"] == ["The cat sat.", "A dog ran in town."]
    assert (row["oracle"], row["labels"], row["soft"]) == ([0, 1], [1, 1, 0, 0], [0.5, 1, 0, 0.5])
    assert (row["score"], row["bound"], row["optimal"], row["count"]) == (0.75, 0.75, True, 2)
    assert (row["greedy"], row["greedy_score"], row["gap"]) == ([0, 1], 0.75, 0)
    assert outcome.err.startswith(
        "labelled 1 document; mean score of the best extracts 0.7500; greedy extracts score lower in 0 of 1\nsumspace "
    )


def test_what_greedy_extracts_lack_is_told(sumspace, corpus_file):
    """Greedy takes "a b c", two thirds of it at once, and then has no room; "a b" and "c d" are all four words."""
    trap = {"id": "trap", "sentences": ["alpha beta", "gamma delta", "alpha beta gamma"],
            "references": ["alpha beta gamma delta"]}  # fmt: skip
    file = corpus_file(trap)
    arguments = ("-m", "rouge-1", "--each", "--score", "f1", "--budget", "up_to(2)")
    (row,) = rows(outcome := sumspace("labels", file, *arguments))
    assert (row["oracle"], row["score"]) == ([0, 1], 1)
    assert row["greedy"] == [1, 2]
    assert row["greedy_score"] == pytest.approx(2 * 4 / (4 + 5))
    assert row["gap"] == pytest.approx(1 / 9)
    assert "; greedy extracts score lower in 1 of 1, by 0.1111 on average there, by 0.1111 over all" in outcome.err


def test_the_default_is_the_mean_f1_of_at_most_three_sentences(sumspace, corpus_file):
    cases, records = make(25)
    found = rows(sumspace("labels", corpus_file(*records), "--no-stem"))
    assert {(row["measure"], row["budget"]) for row in found} == {("mean(rouge-1,rouge-2)", "up_to(3)")}
    for row, case in zip(found, cases, strict=True):
        check(row, *case, UpTo(3), ("rouge-1", "rouge-2"), "f1")


@pytest.mark.parametrize("score", ["recall", "f1"])
@pytest.mark.parametrize(
    "budget", [AtMost(12), Reach(12), Within(12, 2), Exactly(2), UpTo(2)], ids=lambda budget: type(budget).__name__
)
def test_every_objective_and_budget(sumspace, corpus_file, score, budget):
    cases, records = make(10, seed=3)
    arguments = ("--each", "--score", score, "--budget", budget, "--no-stem")
    found = rows(sumspace("labels", corpus_file(*records), *arguments))
    measures = [row["measure"] for row in found]
    assert measures == ["rouge-1", "rouge-2"] * len(cases)
    assert {parse_budget(row["budget"]) for row in found} == {budget}
    for place, row in enumerate(found):
        check(row, *cases[place // 2], budget, (row["measure"],), score)


def test_each_reference_alone(sumspace, corpus_file):
    cases, records = make(8, seed=4)
    found = iter(rows(sumspace("labels", corpus_file(*records), "--no-stem", "--references", "each", "--words", 9)))
    for document, references in cases:
        for place, body in enumerate(references):
            row = next(found)
            assert row["reference"] == f"r{place}"
            check(row, document, [body], AtMost(9), ("rouge-1", "rouge-2"), "f1")
    assert not list(found)


def test_every_file_holds_the_same(sumspace, corpus_file, tmp_path):
    many = {"id": "many", "sentences": ["The cat sat."] * 300, "references": ["The cat sat. " * 60]}
    file = corpus_file(GOOD, BARE, many, {**GOOD, "id": "línea"})
    arguments = ("--budget", "up_to(60)")
    shown = rows(sumspace("labels", file, *arguments))
    assert [row["id"] for row in shown] == ["a", "many", "línea"]
    assert shown[1]["count"] > 2**64
    for name in ("labels.jsonl", "labels.jsonl.gz", "labels.parquet"):
        outcome = sumspace("labels", file, *arguments, "-o", tmp_path / name)
        assert (outcome.code, outcome.out) == (0, "")
        assert outcome.err.startswith(
            "note: skipped: bare has no references to score extracts against\nlabelled 3 documents; "
        )
    assert written(tmp_path / "labels.jsonl") == written(tmp_path / "labels.jsonl.gz") == shown
    table = pl.read_parquet(tmp_path / "labels.parquet").to_dicts()
    for row, known in zip(table, shown, strict=True):
        assert int(row.pop("count_text")) == known["count"]
        assert row == known | {"count": known["count"] if known["count"] < 2**63 else None}
    assert sorted(file.name for file in tmp_path.iterdir()) == [
        "corpus.jsonl", "labels.jsonl", "labels.jsonl.gz", "labels.parquet"
    ]  # fmt: skip


def test_any_number_of_jobs_gives_the_same(sumspace, corpus_file, tmp_path):
    _, records = make(60, 20, seed=5)
    file = corpus_file(*records)
    for jobs in (1, 2):
        assert sumspace("labels", file, "--jobs", jobs, "-o", tmp_path / f"{jobs}.jsonl").code == 0
    assert (tmp_path / "1.jsonl").read_bytes() == (tmp_path / "2.jsonl").read_bytes()


def start(file, output, *options):
    run = [sys.executable, "-m", "sumspace", "labels", str(file), "-o", str(output), *options]
    return subprocess.Popen(run, stderr=subprocess.PIPE, text=True)


def wait_for(program, ledger, size=50_000):
    """Wait until some documents are done, but not all of them."""
    journal = ledger.with_name(f"{ledger.name}-wal")
    while not (journal.exists() and journal.stat().st_size > size):
        assert program.poll() is None
        time.sleep(0.01)


def test_a_killed_run_goes_on_and_gives_the_same_file(sumspace, corpus_file, tmp_path):
    number = 600
    file = long_corpus(corpus_file, number)
    with start(file, tmp_path / "labels.jsonl") as program:
        wait_for(program, tmp_path / "labels.jsonl.part")
        program.send_signal(signal.SIGKILL)
        program.communicate()
    assert not (tmp_path / "labels.jsonl").exists()
    whole = tmp_path / "whole"
    whole.mkdir()
    for name in ("labels.jsonl", "labels.jsonl.gz", "labels.parquet"):
        sumspace("labels", file, "-o", whole / name)
        if name != "labels.jsonl":
            for end in (".part", ".part-wal"):
                shutil.copy(tmp_path / f"labels.jsonl{end}", tmp_path / f"{name}{end}")
    for name in ("labels.jsonl.gz", "labels.parquet", "labels.jsonl"):
        outcome = sumspace("labels", file, "-o", tmp_path / name)
        first, *_ = outcome.err.splitlines()
        assert outcome.code == 0
        assert first.startswith("continuing: ")
        assert 0 < int(first.split()[1].replace(",", "")) < number
        assert (tmp_path / name).read_bytes() == (whole / name).read_bytes()
    assert not list(tmp_path.glob("*.part*"))
    assert len(written(tmp_path / "labels.jsonl")) == number


@pytest.mark.parametrize(("jobs", "end"), [("1", signal.SIGINT), ("2", signal.SIGINT), ("2", signal.SIGTERM)])
def test_an_interrupt_says_how_many_are_done(sumspace, corpus_file, tmp_path, jobs, end):
    file = long_corpus(corpus_file, 600)
    with start(file, tmp_path / "labels.jsonl", "--jobs", jobs) as program:
        wait_for(program, tmp_path / "labels.jsonl.part")
        program.send_signal(end)
        _, messages = program.communicate(timeout=120)
    assert program.returncode == 128 + end
    word, done, *rest = messages.split()
    assert (word, rest) == ("interrupted:", "documents are finished; the same command continues from there".split())
    outcome = sumspace("labels", file, "-o", tmp_path / "labels.jsonl")
    found = re.match(r"continuing: (\d+) documents were finished before\nlabelled 600 documents; ", outcome.err)
    assert 0 <= int(found[1]) - int(done) <= int(jobs)  # each thread may have finished the document that it was at


def test_an_interrupt_without_a_file_keeps_what_is_finished(sumspace, corpus_file, monkeypatch):
    examples = list(read(corpus_file(GOOD))) * 40  # more than are under way at a time, so that some are finished

    def interrupted(*_):
        yield from examples
        raise KeyboardInterrupt

    monkeypatch.setattr("sumspace.corpus.source.read", interrupted)
    outcome = sumspace("labels", "-", "--jobs", 1)
    assert outcome.code == 130
    assert json.loads(outcome.out.splitlines()[0])["id"] == "a"
    assert outcome.err.endswith("interrupted: the results are those finished before\n")


@pytest.fixture
def begun(sumspace, corpus_file, tmp_path):
    """A run that ended with an error in its third document; its corpus, and the file it was to write."""
    file = corpus_file(GOOD, {**GOOD, "id": "b"}, b'{"id": "c"}')
    outcome = sumspace("labels", file, "-o", tmp_path / "labels.jsonl")
    assert outcome.code == 2
    assert "corpus.jsonl:3: text: there is no text" in outcome.err
    assert (tmp_path / "labels.jsonl.part").exists()
    return file, tmp_path / "labels.jsonl"


def refused(outcome):
    """Return the one line that is said."""
    assert (outcome.code, outcome.out) == (2, "")
    (line,) = outcome.err.splitlines()[-1:]
    return line


def test_an_error_in_the_corpus_keeps_what_was_done_before(sumspace, begun, corpus_file):
    _, output = begun
    file = corpus_file(GOOD, {**GOOD, "id": "b"}, {**GOOD, "id": "c"})
    outcome = sumspace("labels", file, "-o", output)
    assert outcome.err.startswith("continuing: 2 documents were finished before\nlabelled 3 documents; ")
    assert [row["id"] for row in written(output)] == ["a", "b", "c"]


@pytest.mark.parametrize("options", [("--words", 9), ("--score", "recall"), ("--each",), ("--stopwords",)])
def test_other_options_begin_anew(sumspace, begun, corpus_file, tmp_path, options):
    _, output = begun
    file = corpus_file(GOOD, {**GOOD, "id": "b"})
    outcome = sumspace("labels", file, "-o", output, *options)
    assert outcome.err.startswith(f"labelled 2 documents{' (4 records)' if '--each' in options else ''}; ")
    assert sumspace("labels", file, "-o", tmp_path / "whole.jsonl", *options).code == 0
    assert output.read_bytes() == (tmp_path / "whole.jsonl").read_bytes()


@pytest.mark.parametrize(
    "records",
    [
        [GOOD, {**GOOD, "id": "x"}],
        [GOOD, {**GOOD, "id": "b", "references": ["Cats like mats."]}],
        [{**GOOD, "id": "b"}, GOOD],
        [GOOD],
    ],
    ids=["another id", "another reference", "another order", "fewer documents"],
)
def test_of_a_corpus_that_has_changed_what_is_the_same_is_not_done_again(
    sumspace, begun, corpus_file, tmp_path, records
):
    _, output = begun
    file = corpus_file(*records)
    assert sumspace("labels", file, "-o", output).err.startswith("continuing: 2 documents were finished before\n")
    assert sumspace("labels", file, "-o", tmp_path / "whole.jsonl").code == 0
    assert output.read_bytes() == (tmp_path / "whole.jsonl").read_bytes()
    assert not list(tmp_path.glob("*.part*"))


@pytest.mark.parametrize("name", ["labels.csv", "labels", "labels.json", "labels.gz"])
def test_a_file_of_another_kind_is_refused(sumspace, corpus_file, tmp_path, name):
    outcome = sumspace("labels", corpus_file(GOOD), "-o", tmp_path / name)
    assert refused(outcome) == f"sumspace: {tmp_path / name}: labels are written as .jsonl, .jsonl.gz or .parquet"
    assert [file.name for file in tmp_path.iterdir()] == ["corpus.jsonl"]


def test_a_folder_that_is_not_there_is_refused(sumspace, corpus_file, tmp_path):
    outcome = sumspace("labels", corpus_file(GOOD), "-o", tmp_path / "none" / "labels.jsonl")
    assert refused(outcome).endswith(f"labels.jsonl: there is no folder {tmp_path / 'none'} to write it in")


@pytest.mark.parametrize("output", [(), ("-o", "labels.jsonl"), ("-o", "labels.parquet")])
@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"references": None}, "'a' has no references to score extracts against"),
        ({"references": ["..."]}, "'a' has no unit of rouge-1 in its references: every extract scores 0"),
        ({"sentences": ["The cat sat on the mat in town."]}, "'a' has no extract of at_most(5)"),
    ],
)
def test_a_corpus_without_anything_to_label_is_refused(
    sumspace, corpus_file, tmp_path, monkeypatch, change, message, output
):
    monkeypatch.chdir(tmp_path)
    outcome = sumspace("labels", corpus_file({**GOOD, **change}), "--words", 5, *output)
    assert refused(outcome) == outcome.err.strip() == f"sumspace: there is no document to label: {message}"
    assert [file.name for file in tmp_path.iterdir()] == ["corpus.jsonl"]


def test_documents_without_labels_are_named_once(sumspace, corpus_file, tmp_path):
    long = {"id": "long", "sentences": ["The cat sat on the mat in the town."], "references": GOOD["references"]}
    outcome = sumspace("labels", corpus_file(BARE, long, GOOD), "--words", 5, "--each", "-o", tmp_path / "out.jsonl")
    *notes, summary = outcome.err.splitlines()[:3]
    assert notes == [
        "note: skipped: bare has no references to score extracts against",
        "note: skipped: long has no extract of at_most(5)",
    ]
    assert summary.startswith("labelled 1 document (2 records); ")
    assert [row["id"] for row in written(tmp_path / "out.jsonl")] == ["a", "a"]


def test_a_document_that_shares_nothing_has_labels_of_zeros(sumspace, corpus_file):
    (row,) = rows(outcome := sumspace("labels", corpus_file({**GOOD, "references": ["Xylophones play here."]})))
    assert (row["oracle"], row["labels"], row["soft"]) == ([], [0, 0, 0, 0], [0, 0, 0, 0])
    assert (row["score"], row["count"], row["greedy"], row["gap"]) == (0, 0, None, None)
    assert "greedy extracts score lower in 0 of 1" in outcome.err


def test_a_name_that_is_no_utf8_can_be_gone_on_with(sumspace, corpus_file, tmp_path):
    file = corpus_file(GOOD).rename(tmp_path / "odd\udcff.jsonl")
    assert sumspace("labels", file, "-o", tmp_path / "labels.jsonl").code == 0
    assert len(written(tmp_path / "labels.jsonl")) == 1


def test_time_that_runs_out_is_said(sumspace, corpus_file):
    rng = random.Random(0)
    words = [f"w{i}" for i in range(250)]
    hard = {
        "id": "hard", "sentences": [" ".join(rng.choices(words, k=rng.randint(8, 30))) for _ in range(400)],
        "references": [" ".join(rng.choices(words, k=400)) for _ in range(4)],
    }  # fmt: skip
    (row,) = rows(outcome := sumspace("labels", corpus_file(hard), "--words", 300, "--time", "0.001"))
    assert (row["optimal"], row["count"], row["soft"]) == (False, None, None)
    assert sum(row["labels"]) == len(row["oracle"]) > 0
    assert 0 < row["score"] < row["bound"] <= 1
    assert "; 1 of 1 best extracts not proven optimal\n" in outcome.err
