"""`compare` from the command line."""

import csv
import io
import json

import pytest

QUICK = ("-m", "rouge-2", "--resamples", 300, "--no-space")
SENTENCES = ["The cat sat on the mat.", "A dog ran in the park.", "It rained all day in town."]


def record(number, **systems):
    return {"id": f"d{number}", "sentences": SENTENCES, "references": ["The cat sat. A dog ran."], "systems": systems}


def rows(outcome, table):
    assert outcome.code == 0, outcome.err
    return [row for row in map(json.loads, outcome.out.splitlines()) if row["table"] == table]


def test_two_systems_are_compared_with_each_other_and_with_lead(sumspace):
    outcome = sumspace("compare", "sample", *QUICK, "--system", "skim", "--system", "retell", "--json")
    pairs = [row for row in rows(outcome, "pairs") if row["domain"] is None]
    assert [(row["first"], row["second"]) for row in pairs] == [
        ("skim", "retell"),
        ("skim", "lead"),
        ("retell", "lead"),
    ]
    first = pairs[0]
    assert first["documents"] == first["wins"] + first["ties"] + first["losses"] == 20
    assert first["difference"] == pytest.approx(first["first_mean"] - first["second_mean"])
    assert first["difference_interval"][0] < first["difference"] < first["difference_interval"][1]
    assert first["p"] <= first["corrected"] <= 1
    assert first["better"] == "retell"
    assert not outcome.err


def test_the_sample_is_shown_with_its_signature(sumspace):
    outcome = sumspace("compare", "sample", *QUICK)
    assert outcome.code == 0
    last = outcome.out.rstrip().splitlines()[-1]
    assert "| rouge-2 | f1 |" in last
    assert "correction:holm | space:none" in last


def test_spaces_say_what_they_cost_if_it_is_much(sumspace, monkeypatch):
    monkeypatch.setattr("sumspace.studies.comparison.study._LONG", 0)
    outcome = sumspace("compare", "sample", "-m", "rouge-2", "--words", 15, "--resamples", 100, "--json")
    places = [row for row in rows(outcome, "places") if row["domain"] is None]
    assert len(places) == 7
    assert all(row["average"] < row["best"] for row in places)
    assert "reach(15)" in outcome.out.splitlines()[-1]
    assert "exploring all extracts took" in outcome.err


def test_csv_has_every_pair(sumspace):
    outcome = sumspace("compare", "sample", *QUICK, "--csv")
    lines = list(csv.DictReader(io.StringIO(outcome.out)))
    assert len(lines) == 5 * 21  # all documents and four domains
    assert float(lines[0]["difference_low"]) < float(lines[0]["difference"])


def test_a_peer_is_compared_too(sumspace, corpus_file, tmp_path):
    corpus = corpus_file(*(record(i, mine="The cat sat.") for i in range(7)))
    peer = tmp_path / "peer.txt"
    peer.write_text("A dog.\n" * 7)
    outcome = sumspace("compare", corpus, *QUICK, "--peer", f"other={peer}", "--baseline", "none", "--json")
    (pair,) = rows(outcome, "pairs")
    assert {pair["first"], pair["second"]} == {"mine", "other"}
    assert pair["exact"]


def test_the_report_is_a_folder(sumspace, tmp_path):
    outcome = sumspace("compare", "sample", *QUICK, "-o", tmp_path / "out")
    assert outcome.code == 0
    names = {file.name for file in (tmp_path / "out").iterdir()}
    assert {"index.html", "pairs.csv", "systems.csv", "power.csv", "ranking-rouge-2.png", "power.svg"} <= names
    assert "the page:" in outcome.err


@pytest.mark.parametrize("form", ["markdown", "latex", "html"])
def test_every_format_is_there(sumspace, form):
    outcome = sumspace("compare", "sample", *QUICK, "--system", "skim", "--format", form)
    assert outcome.code == 0
    assert "lead" in outcome.out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--resamples", 0), "from one resample"),
        (("--confidence", 100), "a confidence between 0 and 100 percent, not 100"),
        (("--system", "nobody"), "no summaries by 'nobody'; there are: a, b"),
        (("--system", "a", "--baseline", "none"), "there is nothing to compare 'a' with"),
        (("--system", "a", "--system", "a"), "the system 'a' is named twice"),
        (("--baseline", "leed"), "unknown summarizer 'leed'"),
        (("-m", "rouge-0"), "unknown measure"),
        (("--budget", "all"), "budget"),
        (("-m", "pyramid"), "pyramid is not defined for any summary"),
    ],
)
def test_what_cannot_be_done_is_one_line(sumspace, corpus_file, arguments, message):
    corpus = corpus_file(*(record(i, a="The cat sat.", b="A dog.") for i in range(3)))
    outcome = sumspace("compare", corpus, *arguments)
    assert outcome.code == 2
    assert message in outcome.err
    assert len(outcome.err.strip().splitlines()) == 1
    assert not outcome.out


def test_systems_without_a_shared_document_are_an_error(sumspace, corpus_file):
    corpus = corpus_file(*(record(i, **{"ab"[i % 2]: "The cat sat."}) for i in range(4)))
    outcome = sumspace("compare", corpus, "--baseline", "none")
    assert outcome.code == 2
    assert "have 0 documents in common" in outcome.err


def test_one_document_is_an_error(sumspace, corpus_file):
    outcome = sumspace("compare", corpus_file(record(1, a="The cat.", b="A dog.")))
    assert outcome.code == 2
    assert "have 1 document in common, and no two systems have more; a comparison needs 2 documents" in outcome.err
