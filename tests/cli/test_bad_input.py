"""Bad input gets one clear line with file, line and field, exit code 2, and leaves nothing behind."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

GOOD = {"id": "a", "text": "One sentence. Another one.", "references": ["One."], "systems": {"s": "One sentence."}}

BROKEN = {
    "broken JSON": (b'{"id": "b", "text": }', "corpus.jsonl:2: broken JSON at column 21"),
    "not UTF-8": (b'{"id": "b", "text": "caf\xe9"}', "corpus.jsonl:2: not UTF-8 (byte 0xe9 at 24)"),
    "not an object": (b"[1, 2]", "corpus.jsonl:2: should be an object"),
    "no id": ({"text": "A."}, "corpus.jsonl:2: id: is missing; every example needs an id"),
    "empty id": ({"id": "", "text": "A."}, "corpus.jsonl:2: id: is empty"),
    "a number for an id": ({"id": 7, "text": "A."}, "corpus.jsonl:2: id: should be text in quotes"),
    "an id twice": ({**GOOD}, "corpus.jsonl:2: id: 'a' is already the id of line 1"),
    "no text": ({"id": "b", "title": "A."}, 'corpus.jsonl:2: text: there is no text; give one of "text"'),
    "an empty text": ({"id": "b", "text": " "}, "corpus.jsonl:2: text: is empty"),
    "two texts": ({"id": "b", "text": "A.", "sentences": ["A."]}, "corpus.jsonl:2: sentences: there is already 'text'"),
    "no references in the list": (
        {**GOOD, "id": "b", "references": []},
        "corpus.jsonl:2: references: is an empty list",
    ),
    "an empty reference": (
        {**GOOD, "id": "b", "references": ["A.", ""]},
        "corpus.jsonl:2: references[1].text: is empty",
    ),
    "a reference of the wrong type": (
        {**GOOD, "id": "b", "references": [{"text": 3}]},
        "corpus.jsonl:2: references[0].text: should be text in quotes",
    ),
    "references of the wrong type": (
        {**GOOD, "id": "b", "references": 3},
        "corpus.jsonl:2: references: should be a list",
    ),
    "sentences of the wrong type": (
        {"id": "b", "sentences": ["A.", 1]},
        "corpus.jsonl:2: sentences[1]: should be text in quotes; one string a sentence",
    ),
    "systems of the wrong type": (
        {**GOOD, "id": "b", "systems": ["x"]},
        "corpus.jsonl:2: systems: should be an object",
    ),
    "a system without a summary": (
        {**GOOD, "id": "b", "systems": {"s": {}}},
        "corpus.jsonl:2: systems.s: there is no summary",
    ),
    "an extract beyond the document": (
        {"id": "b", "sentences": ["A.", "B."], "references": ["A."], "systems": {"s": {"extract": [0, 2]}}},
        "corpus.jsonl:2: systems.s.extract: sentence 2 is not there: the document has 2, counted from 0",
    ),
    "an extract beyond a raw document": (
        {"id": "b", "text": "A. B.", "references": ["A."], "systems": {"s": {"extract": [5]}}},
        "corpus.jsonl:2: systems.s.extract: sentence 5 is not there",
    ),
    "a negative index": (
        {"id": "b", "text": "A. B.", "references": ["A."], "systems": {"s": {"extract": [-1]}}},
        "corpus.jsonl:2: systems.s.extract[0]: should not be negative",
    ),
    "a judgement that is no number": (
        {**GOOD, "id": "b", "judgements": {"s": {"clarity": "good"}}},
        "corpus.jsonl:2: judgements.s.clarity: should be a number",
    ),
    "NaN": (b'{"id": "b", "text": "A.", "utilities": {"s": [NaN]}}', "NaN is no JSON number"),
    "NaN in a field of your own": (
        b'{"id": "b", "text": "A.", "mine": {"x": [1, NaN]}}',
        "2: mine.x[1]: NaN is no JSON",
    ),
    "infinity in a field of your own": (
        b'{"id": "b", "text": "A.", "mine": 1e999}',
        "corpus.jsonl:2: mine: should be a finite number",
    ),
    "infinity by name": (
        b'{"id": "b", "text": "A.", "mine": -Infinity}',
        "corpus.jsonl:2: mine: should be a finite number",
    ),
    "a number without end": (
        b'{"id": "b", "text": "A.", "mine": [' + b"9" * 900_000 + b"]}",
        "corpus.jsonl:2: mine[0]: should be a finite number, of at most 4,300 digits",
    ),
    "an index without end": (
        {"id": "b", "text": "A.", "systems": {"s": {"extract": [10**20]}}},
        "corpus.jsonl:2: systems.s.extract[0]: is too large",
    ),
    "a weight without end": (
        {"id": "b", "text": "A.", "pyramid": {"units": [{"id": "1", "weight": 1e308}]}},
        "corpus.jsonl:2: pyramid.units[0].weight: is too large",
    ),
    "a negative weight": (
        {"id": "b", "text": "A.", "pyramid": {"units": [{"id": "1", "weight": -1}]}},
        "corpus.jsonl:2: pyramid.units[0].weight: should not be negative",
    ),
    "a count without end": (
        {"id": "b", "text": "A.", "pyramid": {"units": [], "counts": {"s": 2**63}}},
        "corpus.jsonl:2: pyramid.counts.s: is too large",
    ),
    "utilities without end": (
        {"id": "b", "sentences": ["A."], "utilities": {"j": [10**400]}},
        "corpus.jsonl:2: utilities.j[0]: is too large",
    ),
    "a mark without end": (
        {**GOOD, "id": "b", "judgements": {"s": {"clarity": -(10**200)}}},
        "corpus.jsonl:2: judgements.s.clarity: is too small",
    ),
    "half of a surrogate pair in an id": (
        {"id": "b\ud83d", "text": "A."},
        "corpus.jsonl:2: id: has half of a surrogate pair in it",
    ),
    "utilities that do not fit": (
        {"id": "b", "sentences": ["A.", "B."], "utilities": {"j": [1]}},
        "corpus.jsonl:2: utilities.j: has 1 values for 2 sentences",
    ),
    "a summary without references": (
        {"id": "b", "text": "A.", "systems": {"s": "A."}},
        "corpus.jsonl:2: references: 'b' has no references",
    ),
}


def is_one_clear_line(outcome):
    return (
        outcome.code == 2
        and not outcome.out
        and outcome.err.startswith("sumspace: ")
        and outcome.err.count("\n") == 1
        and "Traceback" not in outcome.err
    )


@pytest.mark.parametrize("case", BROKEN)
def test_a_broken_line_is_named(case, sumspace, corpus_file, tmp_path):
    line, expected = BROKEN[case]
    outcome = sumspace("score", corpus_file(GOOD, line), "--output", tmp_path / "out.txt")
    assert is_one_clear_line(outcome)
    assert expected in outcome.err
    assert sorted(file.name for file in tmp_path.iterdir()) == ["corpus.jsonl"]


def test_check_goes_on_after_the_first_problem(sumspace, corpus_file):
    per_line = {
        case: entry
        for case, entry in BROKEN.items()
        if case not in ("an id twice", "a summary without references", "an extract beyond a raw document")
    }
    outcome = sumspace("corpus", "check", corpus_file(GOOD, *(line for line, _ in per_line.values())))
    assert outcome.code == 2
    lines = outcome.out.splitlines()
    assert lines[-1] == f"{len(per_line)} problems, 1 sound example"
    for number, (line, (_, expected)) in enumerate(zip(lines, per_line.values(), strict=False), start=2):
        assert expected.replace("corpus.jsonl:2", f"corpus.jsonl:{number}") in line


def test_check_counts_as_json(sumspace, corpus_file):
    outcome = sumspace("corpus", "check", corpus_file(GOOD, {"id": "b"}), "--json")
    problem, counts = map(json.loads, outcome.out.splitlines())
    assert (problem["line"], problem["field"]) == (2, "text")
    assert counts == {"examples": 1, "problems": 1}
    assert sumspace("corpus", "check", "sample").out == "0 problems, 20 sound examples\n"


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["score", "nowhere.jsonl"], "nowhere.jsonl: there is no such file"),
        (["score", "nowhere.parquet"], "nowhere.parquet: there is no such file"),
        (["score", "nowhere.sgml"], "nowhere.sgml: there is no such file"),
        (["score", "sample", "--measure", "rogue-1"], "unknown measure 'rogue-1'; there are: "),
        (["score", "sample", "--words", "-5"], "at least 1, not -5 words"),
        (["score", "sample", "--words", "0"], "at least 1, not 0 words"),
        (["score", "sample", "--words", "5", "--bytes", "5"], "--words and --bytes exclude each other"),
        (["score", "sample", "--profile", "rouge"], "unknown profile 'rouge'; there are: auto, rouge155"),
        (["score", "sample", "--alpha", "2"], "alpha must lie between 0 and 1"),
        (["score", "sample", "--resamples", "0"], "from one resample to 1,000,000"),
        (["score", "sample", "--jobs", "0"], "at least 1 job"),
        (["score", "sample", "--json", "--csv"], "--json and --csv exclude each other"),
        (["score", "sample", "--json", "--format", "latex"], "--format latex and --json exclude each other"),
        (["score", "sample", "--format", "pdf"], "unknown format 'pdf'; there are: table, json, csv, markdown, latex"),
        (["score", "sample", "--peer", "mine"], "--peer wants NAME=FILE"),
        (["score", "sample", "--peer", "mine=nowhere.jsonl"], "nowhere.jsonl: there is no such file"),
        (["score", "sample", "--system", "nobody"], "no summaries by 'nobody'; there are: closing, frequent, opening"),
        (["score", "sample", "--language", "English"], "a language is a code"),
        (
            ["score", "sample", "--output", "no/such/folder/out.txt"],
            "no/such/folder/out.txt: there is no folder no/such/folder",
        ),
        (["corpus", "convert", "sample", "out.pdf"], "out.pdf: unknown format; there are: .jsonl"),
        (["corpus", "convert", "sample", "no/such/folder/out.jsonl"], "cannot be written"),
        (["corpus", "convert", "sample", "no/such/folder/out.parquet"], "cannot be written"),
    ],
)
def test_options_that_cannot_be_used(arguments, expected, sumspace, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    outcome = sumspace(*arguments)
    assert is_one_clear_line(outcome), outcome
    assert expected in outcome.err
    assert not list(tmp_path.iterdir())


ENDLESS = "9" * 20


@pytest.mark.parametrize(
    "arguments",
    [
        ["score", "sample", "--words", ENDLESS],
        ["score", "sample", "--bytes", "9" * 400],
        ["score", "sample", "--resamples", ENDLESS],
        ["score", "sample", "--confidence", "1e308"],
        ["score", "sample", "--alpha", "inf"],
        ["score", "sample", "--seed", ENDLESS],
        ["score", "sample", "-m", f"rouge-{ENDLESS}"],
        ["score", "sample", "-m", f"lin-hovy({'9' * 1_500})"],
        ["score", "sample", "-m", f"co-selection({'9' * 1_500})"],
        ["score", "sample", "-m", "rouge-w-1e308"],
        ["space", "sample", "--words", ENDLESS],
        ["space", "sample", "--budget", f"at_most({ENDLESS})"],
        ["space", "sample", "--budget", f"within(100, {ENDLESS})"],
        ["space", "sample", "--time", "nan"],
        ["space", "sample", "--memory", "1e308"],
        ["space", "sample", "--part", f"1/{ENDLESS}", "-o", "part"],
        ["rank", "sample", "--budget", f"reach({2**63})"],
        ["oracle", "sample", "--words", "30", "--all", "--most", ENDLESS],
        ["labels", "sample", "--time", "inf"],
        ["summarize", "sample", "--words", ENDLESS],
        ["agree", "sample", "--tolerance", ENDLESS],
        ["agree", "sample", "--words", ENDLESS],
        ["meta", "sample", "--permutations", ENDLESS],
        ["callisto", "generate", "sample", "--phrases", ENDLESS],
        ["callisto", "train", "sample", "--classes", ENDLESS, "-o", "m.callisto"],
        ["callisto", "evaluate", "sample", "--classes", f"2-{ENDLESS}"],
        ["callisto", "evaluate", "sample", "--learner", f"tree({ENDLESS})"],
    ],
)
def test_numbers_without_end_are_refused_at_once(arguments, sumspace, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    outcome = sumspace(*arguments)
    assert is_one_clear_line(outcome), outcome
    assert len(outcome.err) < 1_600
    assert not list(tmp_path.iterdir())


LONG = "long" * 250_000


@pytest.mark.parametrize(
    ("record", "expected"),
    [
        ({**GOOD, "id": LONG}, "long' is already the id of line 1"),
        ({**GOOD, "id": "b", "systems": {LONG: 1}}, "systems.longlong"),
        (
            {**GOOD, "id": "b", "systems": {LONG: {"extract": [9]}}},
            "extract: sentence 9 is not there: the document has 2",
        ),
        ({**GOOD, "id": "b", "references": [{"id": LONG, "text": "A."}] * 2}, "give each reference its own"),
        (
            {**GOOD, "id": "b", "scores": {"s": {"m": {LONG: 1}}}},
            "corpus.jsonl:2: scores.s.m: there is no reference 'long",
        ),
        ({"id": LONG, "text": "A.", "systems": {"s": "A."}}, "has no references"),
    ],
)
def test_messages_quote_no_name_of_a_megabyte(record, expected, sumspace, corpus_file):
    first = {**GOOD, "id": LONG} if "already" in expected else GOOD
    outcome = sumspace("score", corpus_file(first, record))
    assert is_one_clear_line(outcome), outcome.err[:3_000]
    assert expected in outcome.err
    assert len(outcome.err) < 1_700


@pytest.mark.parametrize("name", ["corpus.jsonl", "corpus.jsonl.gz", "corpus.csv", "corpus.sgml"])
def test_an_empty_file(name, sumspace, tmp_path):
    (tmp_path / name).touch()
    outcome = sumspace("score", tmp_path / name)
    assert is_one_clear_line(outcome), outcome
    assert name in outcome.err


@pytest.mark.parametrize("name", ["corpus.parquet", "corpus.arrow", "corpus.jsonl.gz"])
def test_a_damaged_file(name, sumspace, tmp_path):
    (tmp_path / name).write_bytes(b"\x1f\x8bPAR1 this is nothing of the kind")
    outcome = sumspace("score", tmp_path / name)
    assert is_one_clear_line(outcome), outcome
    assert name in outcome.err


def test_a_truncated_gzip_file(sumspace, corpus_file, tmp_path):
    import gzip

    packed = gzip.compress(corpus_file(*({**GOOD, "id": f"d{i}"} for i in range(200))).read_bytes())
    (tmp_path / "cut.jsonl.gz").write_bytes(packed[: len(packed) // 2])
    outcome = sumspace("score", tmp_path / "cut.jsonl.gz")
    assert is_one_clear_line(outcome), outcome
    assert "cut.jsonl.gz: is damaged or cut off" in outcome.err


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        (
            [{"id": "a", "text": "One."}, {"id": "z", "text": "Two."}],
            "peer.jsonl:2: id: there is no document 'z' in the corpus",
        ),
        (
            [{"id": "a", "text": "One."}, {"id": "a", "text": "Two."}],
            "peer.jsonl:2: id: there is already a summary of 'a'",
        ),
        ([{"text": "One."}], "peer.jsonl:1: id: is missing"),
        ([{"id": "a"}], "peer.jsonl:1: text: there is no summary"),
        ([{"id": "a", "text": 1}], "peer.jsonl:1: text: should be text in quotes"),
        ([b"{"], "peer.jsonl:1: broken JSON"),
        ([], "peer.jsonl: is empty"),
    ],
)
def test_peers_that_do_not_fit(lines, expected, sumspace, corpus_file):
    peer = corpus_file(*lines, name="peer.jsonl")
    outcome = sumspace("score", corpus_file(GOOD), "--peer", f"mine={peer}", "--json")
    assert is_one_clear_line(outcome), outcome
    assert expected in outcome.err


def test_a_line_too_many_in_a_peer_file(sumspace, corpus_file, tmp_path):
    (tmp_path / "peer.txt").write_text("One.\nTwo.\n")
    outcome = sumspace("score", corpus_file(GOOD), "--peer", f"mine={tmp_path / 'peer.txt'}")
    assert is_one_clear_line(outcome), outcome
    assert "has 2 summaries, a line each, for the 1 documents" in outcome.err


def test_an_extract_of_a_peer_is_blamed_on_the_peer(sumspace, corpus_file):
    peer = corpus_file({"id": "a", "extract": [9]}, name="peer.jsonl")
    outcome = sumspace("score", corpus_file(GOOD), "--peer", f"mine={peer}")
    assert is_one_clear_line(outcome), outcome
    assert "peer.jsonl:1: extract: sentence 9 is not there" in outcome.err


def test_two_peers_of_one_name(sumspace, corpus_file):
    peer = corpus_file({"id": "a", "text": "One."}, name="peer.json")
    outcome = sumspace("score", corpus_file(GOOD), "--peer", f"mine={peer}", "--peer", f"mine={peer}")
    assert is_one_clear_line(outcome), outcome
    assert "same name" in outcome.err


def test_a_table_is_no_peer(sumspace, corpus_file, tmp_path):
    (tmp_path / "peer.csv").write_text("id,text\na,One.\n")
    outcome = sumspace("score", corpus_file(GOOD), "--peer", f"mine={tmp_path / 'peer.csv'}")
    assert is_one_clear_line(outcome), outcome
    assert "summaries are read from JSONL" in outcome.err


def test_names_that_would_break_the_line(sumspace, corpus_file):
    outcome = sumspace("score", corpus_file({**GOOD, "systems": {"a\nb": 1}}))
    assert is_one_clear_line(outcome), outcome
    assert r"systems.a\nb: should be an object" in outcome.err


@pytest.mark.parametrize("option", [["--peer", "x=" + "y" * 5000], ["--output", "y" * 5000], ["--system-column", ""]])
def test_names_that_no_file_or_column_can_have(option, sumspace, corpus_file):
    assert is_one_clear_line(sumspace("score", corpus_file(GOOD), *option))


def test_columns_are_for_tables(sumspace):
    outcome = sumspace("corpus", "show", "sample", "--text-column", "article")
    assert is_one_clear_line(outcome), outcome
    assert "sample is no table" in outcome.err


def test_reference_ids_that_collide(sumspace, corpus_file):
    outcome = sumspace("score", corpus_file({**GOOD, "references": ["One.", {"id": "1", "text": "Two."}]}))
    assert is_one_clear_line(outcome), outcome
    assert "references: the id '1' stands twice" in outcome.err


def test_standard_output_that_cannot_be_written():
    if not Path("/dev/full").exists():
        pytest.skip("there is no /dev/full on this system")
    run = [sys.executable, "-m", "sumspace", "corpus", "show", "sample"]
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(run, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert (done.returncode, done.stderr) == (
        2,
        "sumspace: standard output cannot be written: No space left on device\n",
    )


def test_a_column_that_is_not_there(sumspace, tmp_path):
    (tmp_path / "table.csv").write_text("article,highlights\nOne. Two.,One.\n")
    outcome = sumspace("corpus", "show", tmp_path / "table.csv", "--text-column", "body")
    assert is_one_clear_line(outcome), outcome
    assert "body: there is no such column; there are: article, highlights" in outcome.err


def test_an_output_that_fails_leaves_the_old_one(sumspace, corpus_file, tmp_path):
    target = tmp_path / "out.jsonl"
    target.write_text("old")
    outcome = sumspace("corpus", "convert", corpus_file(GOOD, {"id": "b"}), target)
    assert is_one_clear_line(outcome), outcome
    assert target.read_text() == "old"
    assert sorted(file.name for file in tmp_path.iterdir()) == ["corpus.jsonl", "out.jsonl"]


def test_nothing_is_left_of_a_parquet_that_fails(sumspace, corpus_file, tmp_path):
    outcome = sumspace("corpus", "convert", corpus_file(GOOD, {"id": "b"}), tmp_path / "out.parquet")
    assert is_one_clear_line(outcome), outcome
    assert "corpus.jsonl:2: text: there is no text" in outcome.err
    assert [file.name for file in tmp_path.iterdir()] == ["corpus.jsonl"]


def test_a_corpus_without_systems_says_what_to_do(sumspace, corpus_file):
    outcome = sumspace("score", corpus_file({"id": "a", "text": "One.", "references": ["One."]}))
    assert is_one_clear_line(outcome), outcome
    assert "--peer NAME=FILE" in outcome.err
