import csv
import io
import json

import pytest

from sumspace.corpus.source import read

GOOD = {"id": "a", "sentences": ["A b c.", "D e.", "F g h.", "J."]}


def lines(outcome):
    assert outcome.code == 0
    return [json.loads(line) for line in outcome.out.splitlines()]


def test_a_text_for_people(sumspace, corpus_file):
    outcome = sumspace("summarize", corpus_file(GOOD), "-s", "lead", "--words", 6)
    assert outcome.code == 0
    *shown, signature = outcome.out.splitlines()
    assert shown == ["a | lead | 3 sentences, 6 words", "0 A b c.", "1 D e.", "3 J.", ""]
    assert signature.startswith(
        "sumspace 0.1.0 | lead | profile:rouge155(stem) | budget:at_most(6) | min-words:4 | seed:0"
    )
    cut = sumspace("summarize", corpus_file(GOOD), "-s", "lead", "--budget", "reach(4)")
    assert cut.out.splitlines()[:4] == ["a | lead | 2 sentences, 4 words", "0 A b c.", "1 D …", ""]


def test_lexrank_and_100_words_unless_told_otherwise(sumspace):
    explicit = sumspace("summarize", "sample", "-s", "lexrank", "--words", 100)
    assert sumspace("summarize", "sample").out == explicit.out


def test_signs_that_a_terminal_takes_for_orders_are_not_shown(sumspace, corpus_file):
    corpus = corpus_file({"id": "a\n", "sentences": ["Red \x1b[31malert\nand\tmore \x9b."]})
    assert sumspace("summarize", corpus, "-s", "lead").out.splitlines()[:2] == [
        "a\\n | lead | 1 sentence, 5 words",
        "0 Red [31malert and more .",
    ]


def test_json_has_a_line_for_each_summary(sumspace, corpus_file):
    found = lines(sumspace("summarize", corpus_file(GOOD), "-s", "lead", "-s", "last=lead", "--words", 6, "--json"))
    whole = {"words": 6, "taken": [0, 1, 3], "cut": None, "summary": ["A b c.", "D e.", "J."], "extract": [0, 1, 3]}
    assert found == [{"id": "a", "system": "lead", **whole}, {"id": "a", "system": "last", **whole}]
    (cut,) = lines(sumspace("summarize", corpus_file(GOOD), "-s", "lead", "--budget", "reach(4)", "--json"))
    assert cut == {
        "id": "a", "system": "lead", "words": 4, "taken": [0, 1], "cut": {"sentence": 1, "words": 1},
        "summary": ["A b c.", "D"], "sentences": ["A b c.", "D"],
    }  # fmt: skip


def test_csv_has_the_same(sumspace, corpus_file):
    outcome = sumspace("summarize", corpus_file(GOOD), "-s", "lead", "--budget", "reach(4)", "--csv")
    (row,) = csv.DictReader(io.StringIO(outcome.out))
    assert row == {"id": "a", "system": "lead", "words": "4", "taken": "0 1:1", "summary": "A b c. D", "how": ""}
    assert "budget:reach(4)" in outcome.err


def test_fragments_are_taken_only_where_nothing_else_fits(sumspace, corpus_file):
    corpus = corpus_file(
        {"id": "a", "sentences": ["FINDINGS", "Ms.", "The bank was sold in May.", ")", "It cost little."]}
    )
    choices = "summarize", corpus, "-s", "lead", "--words", 10, "--json"
    assert [one["extract"] for one in lines(sumspace(*choices))] == [[2]]
    assert [one["extract"] for one in lines(sumspace(*choices, "--min-words", 3))] == [[2, 4]]
    assert [one["extract"] for one in lines(sumspace(*choices, "--min-words", 0))] == [[0, 1, 2, 3]]
    outcome = sumspace(*choices, "--min-words", -1)
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err == "sumspace: --min-words must be 0 (take every sentence) or more, not -1\n"


def test_all_stands_for_every_summarizer(sumspace):
    known = [json.loads(line) for line in sumspace("list", "--json").out.splitlines()]
    names = {one["name"] for one in known if one["kind"] == "summarizer"}
    found = lines(sumspace("summarize", "sample", "-s", "all", "--json"))
    assert {one["system"] for one in found} == names
    assert len(found) == 20 * len(names)


@pytest.mark.parametrize("budget", ["at_most(60)", "reach(60)"])
def test_what_is_printed_as_json_is_a_peer(sumspace, tmp_path, budget):
    file = tmp_path / "mine.jsonl"
    choices = ("-s", "random", "--budget", budget, "--seed", 5)
    assert sumspace("summarize", "sample", *choices, "--json", "-o", file).out == ""
    assert sumspace("summarize", "sample", *choices, "--into", tmp_path / "with.jsonl").code == 0
    beside = lines(sumspace("score", "sample", "--peer", f"random={file}", "--system", "random", "--json"))
    inside = lines(sumspace("score", tmp_path / "with.jsonl", "--system", "random", "--json"))
    assert len(beside) == 21 * 3
    assert beside == inside


@pytest.mark.parametrize("name", ["with.jsonl", "with.jsonl.gz", "with.parquet"])
def test_the_corpus_with_the_summaries_in_it(sumspace, tmp_path, name):
    outcome = sumspace("summarize", "sample", "-s", "lead", "-s", "cut=textrank", "--into", tmp_path / name)
    assert (outcome.code, outcome.out) == (0, "")
    assert outcome.err.splitlines()[0] == f"{tmp_path / name} has new summaries: 20 by lead, 20 by cut"
    made = {(one["id"], one["system"]): one for one in lines(sumspace("summarize", "sample", "-s", "lead", "--json"))}
    for before, after in zip(read("sample"), read(tmp_path / name), strict=True):
        assert after.summary("lead").split() == tuple(made[before.id, "lead"]["summary"])
        assert after.systems["lead"].extract == tuple(made[before.id, "lead"]["extract"])
        assert set(after.systems) == {*before.systems, "lead", "cut"}
        kept = {system: summary for system, summary in after.systems.items() if system in before.systems}
        assert kept == before.systems
        assert {**after.record, "systems": None} == {**before.record, "systems": None}


def test_sentences_that_are_cut_are_written_out(sumspace, corpus_file, tmp_path):
    sumspace("summarize", corpus_file(GOOD), "-s", "lead", "--budget", "reach(4)", "--into", tmp_path / "with.jsonl")
    assert json.loads((tmp_path / "with.jsonl").read_text())["systems"] == {"lead": {"sentences": ["A b c.", "D"]}}


@pytest.mark.parametrize("name", ["corpus.jsonl", "corpus.parquet"])
def test_summaries_can_be_added_to_a_corpus_in_its_place(sumspace, tmp_path, name):
    file = tmp_path / name
    sumspace("corpus", "convert", "sample", file)
    for words in (30, 60):
        assert sumspace("summarize", file, "-s", f"lead-{words}=lead", "--words", words, "--into", file).code == 0
    assert {"lead-30", "lead-60"} <= set.intersection(*(set(example.systems) for example in read(file)))


def test_documents_without_a_summary_stay_in_the_corpus(sumspace, corpus_file, tmp_path):
    corpus = corpus_file({"id": "short", "text": "One.", "mine": 1}, GOOD)
    outcome = sumspace("summarize", corpus, "-s", "lead", "--budget", "exactly(2)", "--into", tmp_path / "with.jsonl")
    assert "note: skipped: short has no summary of exactly(2) by lead\n" in outcome.err
    first, second = (json.loads(line) for line in (tmp_path / "with.jsonl").read_text().splitlines())
    assert first == {"id": "short", "text": "One.", "mine": 1}
    assert second["systems"] == {"lead": {"extract": [0, 1]}}


@pytest.mark.parametrize("field", [{"systems": {"lead": "One."}}, {"judgements": {"lead": {"clarity": 3}}}])
def test_a_system_that_is_there_is_not_mistaken_for_the_new_one(sumspace, corpus_file, tmp_path, field):
    outcome = sumspace("summarize", corpus_file({**GOOD, **field}), "-s", "lead", "--into", tmp_path / "with.jsonl")
    place = f"sumspace: {tmp_path / 'corpus.jsonl'}:1: systems.lead: "
    advice = "'a' already has a system of this name; give the new one another name, such as -s new-lead=lead\n"
    assert (outcome.code, outcome.err) == (2, place + advice)
    assert not (tmp_path / "with.jsonl").exists()
    assert sumspace("summarize", corpus_file({**GOOD, **field}), "-s", "lead").code == 0


@pytest.mark.parametrize(
    ("choices", "expected"),
    [
        (("-s", "led"), "unknown summarizer 'led'; there are: callisto, centroid"),
        (("-s", "a=all"), "unknown summarizer 'all'; there are: callisto, centroid"),
        (("-s", "=lead"), "--summarizer wants NAME or SYSTEM=NAME, such as mine=lexrank, not '=lead'"),
        (("-s", "a=lead", "-s", "a=random"), "two summarizers are called 'a'; give each its own name"),
        (("--words", "0"), "a budget must allow something: at_most(0)"),
        (("--words", "9", "--budget", "up_to(3)"), "--words and --budget exclude each other"),
        (("--budget", "three"), "'three' is not a budget"),
        (("--budget", "exactly(9)"), "there is no document to summarize: 'a' has no summary of exactly(9) by lexrank"),
        (("--budget", "exactly(9)", "--csv"), "there is no document to summarize: 'a' has no summary of exactly(9)"),
        (("--seed", "-1"), "a seed is a whole number from 0 on, not -1"),
        (("--jobs", "0"), "there must be at least 1 job, not 0"),
        (("--into", "with.txt"), "with.txt: only .jsonl, .jsonl.gz and .parquet can hold everything"),
        (("--into", "with.jsonl", "--json"), "--into writes the corpus and prints no summaries"),
        (("--into", "with.jsonl", "--budget", "exactly(9)"), "there is no document to summarize: 'a' has no summary"),
    ],
)
def test_bad_input_is_answered_in_one_line(sumspace, corpus_file, tmp_path, monkeypatch, choices, expected):
    corpus = corpus_file(GOOD)
    monkeypatch.chdir(tmp_path)
    outcome = sumspace("summarize", corpus, *choices)
    assert (outcome.code, outcome.out, outcome.err.count("\n")) == (2, "", 1)
    assert outcome.err.startswith(f"sumspace: {expected}")
    assert [file.name for file in tmp_path.iterdir()] == ["corpus.jsonl"]


def test_an_empty_corpus(sumspace, corpus_file):
    outcome = sumspace("summarize", corpus_file())
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err.endswith("corpus.jsonl: is empty; there is not one example in it\n")


def test_what_was_finished_before_an_error_is_shown(sumspace, corpus_file):
    outcome = sumspace("summarize", corpus_file(GOOD, b'{"id": "b"}'), "--json")
    assert outcome.code == 2
    assert json.loads(outcome.out)["id"] == "a"
    assert "note: an error ended the run; the results are those finished before\n" in outcome.err


@pytest.fixture
def _interrupted(corpus_file, monkeypatch):
    examples = list(read(corpus_file(GOOD)))

    def interrupted(*_):
        yield from examples * 40
        raise KeyboardInterrupt

    monkeypatch.setattr("sumspace.corpus.source.read", interrupted)


@pytest.mark.usefixtures("_interrupted")
def test_an_interrupt_keeps_what_is_finished(sumspace):
    outcome = sumspace("summarize", "-", "--jobs", 1, "--json")
    assert outcome.code == 130
    assert json.loads(outcome.out.splitlines()[0])["id"] == "a"
    assert outcome.err.endswith("interrupted: the results are those finished before\n")


@pytest.mark.usefixtures("_interrupted")
def test_an_interrupt_leaves_no_half_corpus(sumspace, tmp_path):
    outcome = sumspace("summarize", "-", "--jobs", 1, "--into", tmp_path / "with.jsonl")
    assert (outcome.code, outcome.out) == (130, "")
    assert outcome.err == f"interrupted: {tmp_path / 'with.jsonl'} is not written\n"
    assert [file.name for file in tmp_path.iterdir()] == ["corpus.jsonl"]


def test_explanations_are_shown_and_in_json(sumspace, tmp_path):
    choices = "summarize", "sample", "-s", "callisto", "--words", 60, "--explain"
    first = lines(sumspace(*choices, "--json"))[0]
    assert {"configuration", "value", "reasons", "segments", "phrases", "sentences"} <= set(first["why"])
    assert first["why"]["configuration"] == first["how"]
    shown = sumspace(*choices).out
    assert f"{first['why']['value']:.4f}  {first['how']}" in shown
    assert f"Key phrases, with their scores: {first['why']['phrases'][0]['phrase']} (" in shown
    outcome = sumspace(*choices, "--into", tmp_path / "with.jsonl")
    assert (outcome.code, outcome.err) == (
        2,
        "sumspace: a corpus holds no explanations; leave out --explain or --into\n",
    )
    assert "why" not in lines(sumspace(*choices[:-1], "--json"))[0]


@pytest.mark.parametrize("summarizer", ["learned", "callisto"])
def test_models_of_another_language_are_noted(sumspace, corpus_file, summarizer):
    german = {"id": "a", "sentences": ["Der Fluss stieg in der Nacht.", "Die Brücke wurde gesperrt.", "Alle kamen."]}
    texts = corpus_file(german)
    note = f"note: {summarizer} was trained on texts of the language en, not de"
    assert note in sumspace("summarize", texts, "-s", summarizer, "--language", "de").err
    assert "was trained on texts of" not in sumspace("summarize", texts, "-s", summarizer).err


def test_a_sentence_that_does_not_fit_is_not_blamed_on_another_that_is_taken(sumspace, tmp_path):
    text = tmp_path / "t.txt"
    text.write_text(
        "The mayor opened an old bridge on Monday. He thanked all of the workers there. Rain fell later on."
    )
    outcome = sumspace("summarize", "--document", text, "-s", "lead", "--words", 12, "--explain")
    assert "does not fit" in outcome.out
    assert "leans on 0" not in outcome.out
