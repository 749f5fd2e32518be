import csv
import io
import json


def test_a_table_of_averages_with_a_signature(sumspace):
    outcome = sumspace("score", "sample", "-m", "rouge-1", "--words", "100")
    assert outcome.code == 0
    assert not outcome.err
    lines = outcome.out.splitlines()
    assert lines[-1].startswith("sumspace 0.")
    assert any("retell" in line and "20" in line for line in lines)


def test_json_has_every_summary_then_averages_without_an_id(sumspace):
    outcome = sumspace("score", "sample", "--json")
    records = [json.loads(line) for line in outcome.out.splitlines()]
    summaries = [record for record in records if record["id"]]
    averages = [record for record in records if record["id"] is None]
    assert len(summaries) == 20 * 6 * 3
    assert set(summaries[0]) == {"id", "system", "reference", "measure", "recall", "precision", "f1"}
    assert len(averages) == 6 * 3
    for average in averages:
        low, high = average["recall_interval"]
        assert low <= average["recall"] <= high
        assert average["signature"] in outcome.err


def test_csv_has_the_same_records(sumspace):
    as_json = [json.loads(line) for line in sumspace("score", "sample", "--json").out.splitlines()]
    as_csv = list(csv.DictReader(io.StringIO(sumspace("score", "sample", "--csv").out)))
    assert [(r["id"] or "", r["measure"], r["f1"]) for r in as_json] == [
        (r["id"], r["measure"], float(r["f1"])) for r in as_csv
    ]
    assert as_csv[-1]["recall_low"]


def test_every_summary_on_request(sumspace):
    outcome = sumspace("score", "sample", "-m", "rouge-1", "--each-summary", "--references", "each")
    assert "newswire-1" in outcome.out
    assert outcome.out.count("rouge-1") > 40


def test_output_goes_to_a_file(sumspace, tmp_path):
    outcome = sumspace("score", "sample", "--output", tmp_path / "scores.txt")
    assert not outcome.out
    assert (tmp_path / "scores.txt").read_text() == sumspace("score", "sample").out


def test_a_file_that_is_the_corpus_is_not_written_over(sumspace, corpus_file):
    corpus = corpus_file({"id": "a", "text": "One two.", "references": ["One two."], "systems": {"mine": "x"}})
    before = corpus.read_bytes()
    outcome = sumspace("score", corpus, "-o", corpus)
    assert (outcome.code, outcome.err) == (2, f"sumspace: {corpus}: is the corpus itself; choose another file\n")
    assert corpus.read_bytes() == before


def test_peers_are_scored_beside_the_systems_and_replace_those_of_the_same_name(sumspace, corpus_file):
    corpus = corpus_file({"id": "a", "text": "One two.", "references": ["One two."], "systems": {"mine": "x"}})
    peer = corpus_file({"id": "a", "text": "One two."}, name="peer.jsonl")
    outcome = sumspace("score", corpus, "--peer", f"mine={peer}", "-m", "rouge-1", "--json")
    row = json.loads(outcome.out.splitlines()[0])
    assert (row["system"], row["recall"]) == ("mine", 1.0)


def test_names_are_shown_as_they_are(sumspace, corpus_file):
    corpus = corpus_file(
        {"id": "[/a]", "text": "One.", "references": ["One."], "systems": {"bart[large] :cat:": "One."}}
    )
    assert "bart[large] :cat:" in sumspace("score", corpus, "--each-summary").out


def test_summaries_of_some_documents_are_noted(sumspace, corpus_file):
    peer = corpus_file({"id": "legal-1", "text": "One."}, name="peer.jsonl")
    outcome = sumspace("score", "sample", "--peer", f"mine={peer}", "--system", "mine")
    assert outcome.err == "note: mine has summaries of 1 of the 20 documents\n"


def test_a_profile_as_signatures_have_it(sumspace):
    one = sumspace("score", "sample", "--profile", "rouge155(nostem, stopwords)").out
    assert one == sumspace("score", "sample", "--no-stem", "--stopwords").out
    assert "profile:rouge155(nostem, stopwords)" in one


def test_systems_can_be_chosen(sumspace):
    outcome = sumspace("score", "sample", "--system", "skim", "-m", "rouge-1", "--json")
    assert {json.loads(line)["system"] for line in outcome.out.splitlines()} == {"skim"}


def test_a_hugging_face_table_from_the_command_line(sumspace, tmp_path):
    (tmp_path / "t.csv").write_text("id,article,highlights,bart\nx,One two three.,One two.,One two.\n")
    options = ("--text-column", "article", "--reference-column", "highlights", "--system-column", "bart")
    outcome = sumspace("score", tmp_path / "t.csv", *options, "-m", "rouge-1", "--json")
    row = json.loads(outcome.out.splitlines()[0])
    assert (row["id"], row["system"], row["f1"]) == ("x", "bart", 1.0)


def test_other_scripts_get_the_unicode_profile(sumspace, corpus_file):
    corpus = corpus_file(
        {"id": "a", "text": "東京は大きい。", "references": ["東京は古い。"], "systems": {"s": "東京は大きい。"}}
    )
    recalls = [
        json.loads(sumspace("score", corpus, "-m", "rouge-1", "--json", *options).out.splitlines()[0])["recall"]
        for options in (("--profile", "rouge155"), ("--profile", "unicode", "--language", "ja"), ())
    ]
    assert recalls == [0, 0.8, 0.8]


def test_the_names_there_are(sumspace):
    table = sumspace("list").out
    assert "rouge-su4" in table
    assert "unicode" in table
    kinds = {json.loads(line)["kind"] for line in sumspace("list", "--json").out.splitlines()}
    assert kinds == {
        "measure", "profile", "budget", "summarizer", "segmenter", "key phrase extractor", "learner", "answerer",
    }  # fmt: skip
