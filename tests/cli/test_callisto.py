"""`callisto` from the command line: what it prints and writes, and what it refuses in one line."""

import csv
import gzip
import io
import json
import shutil
import zipfile

import polars as pl
import pytest

from sumspace import api, read
from sumspace.summarizers.callisto.configuration import Configuration
from sumspace.summarizers.callisto.model import built_in, save

QUICK = (
    "--grid", "paper", "--segmenter", "none", "--extractor", "rake", "--phrases", 5, "--threshold", 1, "--sentences", 3,
)  # fmt: skip
SMALL = (*QUICK, "--segmenter", "c99", "--extractor", "extractor", "--sentences", 1)
#: A study that takes no time.
STUDY = (
    *SMALL, "--learner", "naive-bayes", "--learner", "fixed", "--train-on", "lin-hovy", "--lengths", "given",
    "--target", "score", "--selection", "random", "--selection", "paper", "--classes", "3",
)  # fmt: skip
FIRE = ["Old houses burn.", "Firemen saved two cats.", "Nobody was hurt.", "The mayor thanked all brave firemen."]
RAIN = ["Heavy rain fell.", "Rivers rose and rivers flooded villages.", "Farmers lost cows.", "Help came late."]
A = {"id": "a", "sentences": FIRE, "references": ["Firemen saved two cats. The mayor thanked brave firemen."]}
B = {"id": "b", "sentences": RAIN, "references": ["Heavy rain fell. Rivers flooded villages. Farmers lost cows."]}
C = {"id": "c", "sentences": [*FIRE, *RAIN], "references": ["Old houses burn and heavy rain fell. Farmers saved cows."]}


def rows(outcome):
    assert outcome.code == 0, outcome.err
    return [json.loads(line) for line in outcome.out.splitlines()]


def is_one_clear_line(outcome):
    return (
        (outcome.code, outcome.out) == (2, "")
        and outcome.err.startswith("sumspace: ")
        and outcome.err.count("\n") == 1
        and "Traceback" not in outcome.err
    )


# several corpora


def test_several_corpora_are_one(sumspace, corpus_file, tmp_path):
    law, rain = {**A, "domain": "law"}, {**B, "domain": "rain"}
    both = corpus_file(law, rain)
    apart = corpus_file(law, name="law.jsonl"), corpus_file(rain, name="rain.jsonl")
    together, divided = (sumspace("callisto", "generate", *files, *QUICK, "--json").out for files in ((both,), apart))
    assert together == divided
    assert sumspace("callisto", "train", *apart, *QUICK, "-o", tmp_path / "m").code == 0
    trained_on = "2 documents of law.jsonl, rain.jsonl (1 law, 1 rain)"
    assert trained_on in sumspace("callisto", "show", tmp_path / "m").out
    options = {"segmenter": "none", "extractor": "rake", "sentences": 3, "grid": "paper"}
    assert api.callisto_train(list(map(str, apart)), **options).model.trained_on == trained_on
    assert sumspace("callisto", "evaluate", *apart, corpus_file(C, name="c.jsonl"), *STUDY).code == 0


def test_corpora_that_share_an_id_are_refused_before_anything_is_written(sumspace, corpus_file, tmp_path):
    one, other = corpus_file(A, name="one.jsonl"), corpus_file(C, A, name="other.jsonl")
    for command in ("generate", "train", "evaluate"):
        outcome = sumspace("callisto", command, one, other, *QUICK, "-o", tmp_path / f"{command}.jsonl")
        assert is_one_clear_line(outcome), outcome.err
        assert f"{other}:2: id: 'a' is the id of a document of {one} too" in outcome.err
        assert not (tmp_path / f"{command}.jsonl").exists()


def test_a_model_is_not_written_over_one_of_its_corpora(sumspace, corpus_file):
    one, other = corpus_file(A, name="one.jsonl"), corpus_file(B, name="other.jsonl")
    outcome = sumspace("callisto", "train", one, other, *QUICK, "-o", other)
    assert is_one_clear_line(outcome)
    assert "is the corpus itself" in outcome.err


# generate


def test_generate_shows_means_by_combination(sumspace, corpus_file):
    outcome = sumspace("callisto", "generate", corpus_file(A, B), *SMALL)
    assert (outcome.code, outcome.err) == (0, "")
    printed = rows(sumspace("callisto", "generate", corpus_file(A, B), *SMALL, "--json"))
    for segmenter, extractor in (("none", "rake"), ("none", "extractor"), ("c99", "rake"), ("c99", "extractor")):
        mine = [row for row in printed if (row["segmenter"], row["extractor"]) == (segmenter, extractor)]
        means = [sum(row[name] for row in mine) / 4 for name in ("lin-hovy f1", "kpia")]
        assert len(mine) == 4
        assert [segmenter, extractor, *(f"{mean:.5f}" for mean in means)] in map(str.split, outcome.out.splitlines())
    different = len({(row["id"], *row["extract"]) for row in printed})
    assert f"16 summaries, {different} of them different: 2 documents, 8 configurations each" in outcome.out
    assert outcome.out.rstrip().splitlines()[-1].startswith("sumspace ")


def test_a_line_of_json_for_every_summary_and_nothing_else_on_standard_output(sumspace, corpus_file):
    outcome = sumspace("callisto", "generate", corpus_file(A, {**B, "domain": "weather"}), *QUICK, "--json")
    first, second = rows(outcome)
    assert second["domain"] == "weather"
    assert list(first) == [
        "id", "domain", "segmenter", "extractor", "phrases", "threshold", "match", "sentences", "summarizer", "words",
        "extract",
        "lin-hovy recall", "lin-hovy precision", "lin-hovy f1", "kpia",
    ]  # fmt: skip
    assert first["extract"] == sorted(first["extract"])
    assert len(first["extract"]) == first["sentences"] == 3
    overview, signature = outcome.err.splitlines()
    assert overview == "2 summaries, 2 of them different: 2 documents, 1 configuration each"
    assert signature.startswith("sumspace ")


def test_scores_are_those_that_score_gives_the_same_summaries(sumspace, corpus_file):
    found = rows(sumspace("callisto", "generate", corpus_file(A, B), *QUICK, "--json"))
    lines = [{"id": row["id"], "extract": row["extract"]} for row in found]
    peer = corpus_file(*lines, name="peer.jsonl")
    measures = ("-m", "lin-hovy", "-m", "kpia", "--json")
    scored = rows(sumspace("score", corpus_file(A, B), "--peer", f"mine={peer}", *measures))
    for row in found:
        mine = {one["measure"]: one for one in scored if one.get("id") == row["id"]}
        assert {part: row[f"lin-hovy {part}"] for part in ("recall", "precision", "f1")} == {
            part: mine["lin-hovy"][part] for part in ("recall", "precision", "f1")
        }
        assert row["kpia"] == mine["kpia"]["f1"]


def test_all_files_have_the_same_rows(sumspace, corpus_file, tmp_path):
    corpus = corpus_file(A, B, C)
    printed = rows(sumspace("callisto", "generate", corpus, *SMALL, "--json"))
    for name in ("out.jsonl", "out.jsonl.gz", "out.parquet"):
        outcome = sumspace("callisto", "generate", corpus, *SMALL, "-o", tmp_path / name)
        assert outcome.code == 0
        assert "24 summaries" in outcome.out
    plain = (tmp_path / "out.jsonl").read_bytes()
    assert [json.loads(line) for line in plain.splitlines()] == printed
    assert gzip.decompress((tmp_path / "out.jsonl.gz").read_bytes()) == plain
    assert pl.read_parquet(tmp_path / "out.parquet").to_dicts() == printed


def test_a_measure_with_one_value_has_one_column(sumspace, corpus_file):
    found = rows(sumspace("callisto", "generate", corpus_file(A, B), *QUICK, "-m", "cosine", "--json"))
    assert [name for name in found[0] if name.startswith("cosine")] == ["cosine"]


@pytest.mark.parametrize("name", ["out.jsonl", "out.jsonl.gz", "out.parquet"])
@pytest.mark.parametrize("end", [KeyboardInterrupt, "a broken line"])
def test_what_ends_early_leaves_no_file(sumspace, corpus_file, monkeypatch, tmp_path, name, end):
    good = list(read(corpus_file(A, B, C)))
    corpus = corpus_file(A, B, C, {"id": "d"})

    def interrupted(*_):
        yield from good
        raise KeyboardInterrupt

    if end is KeyboardInterrupt:
        monkeypatch.setattr("sumspace.corpus.source.read", interrupted)
    outcome = sumspace("callisto", "generate", corpus, *QUICK, "-o", tmp_path / name)
    if end is KeyboardInterrupt:
        assert (outcome.code, outcome.out) == (130, "")
        assert outcome.err.startswith("interrupted: ")
        assert outcome.err.endswith(" documents are finished; the same command continues from there\n")
    else:
        assert is_one_clear_line(outcome)
        assert "corpus.jsonl:4: text: there is no text" in outcome.err
    assert not (tmp_path / name).exists()


def test_what_was_finished_before_an_error_is_shown(sumspace, corpus_file):
    outcome = sumspace("callisto", "generate", corpus_file(A, B, {"id": "d"}), *QUICK, "--json")
    assert outcome.code == 2
    assert [json.loads(line)["id"] for line in outcome.out.splitlines()] == ["a", "b"]
    assert outcome.err.splitlines()[-2] == "note: an error ended the run; the results are those finished before"


# train, show and summarize


def test_train_writes_a_model_that_show_and_summarize_read(sumspace, corpus_file, tmp_path):
    corpus, model = corpus_file(A, B, C), tmp_path / "my.callisto"
    how = ("--learner", "naive-bayes", "--classes", 2, "--seed", 4)
    outcome = sumspace("callisto", "train", corpus, *SMALL, "-o", model, *how)
    assert (outcome.code, outcome.out) == (0, "")
    told, signature = outcome.err.splitlines()
    about = (
        "trained on 3 documents of corpus.jsonl (3 without domain), read as rouge155(stem), by naive-bayes, 2 classes, "
        "value to reach lin-hovy (share within the document), 8 configurations"
    )
    assert told == f"{model}: {about}"
    assert " | lin-hovy | " in signature, "what was scored, and nothing else"
    shown = sumspace("callisto", "show", model).out
    assert shown.startswith(f"{about}\n")
    assert "importance: the variance between the classes, in units of the variance within them" in shown
    (header,) = rows(sumspace("callisto", "show", model, "--json"))
    assert (header["learner"], header["classes"], header["seed"]) == ("naive-bayes", 2, 4)

    made = rows(sumspace("callisto", "summarize", corpus, "--model", model, "--budget", "exactly(1)", "--json"))
    assert [(row["id"], len(row["extract"])) for row in made] == [("a", 1), ("b", 1), ("c", 1)]
    assert {row["how"] for row in made} <= {one for one in header["configurations"] if one.endswith("sentences=1)")}
    same = sumspace("summarize", corpus, "-s", f"callisto({model})", "--budget", "exactly(1)", "--json")
    assert [row["extract"] for row in rows(same)] == [row["extract"] for row in made]


def test_a_summary_is_the_one_that_was_generated_with_the_same_configuration(sumspace, corpus_file, tmp_path):
    corpus, model = corpus_file(A, B, C), tmp_path / "m"
    sumspace("callisto", "train", corpus, *SMALL, "-o", model)
    generated = rows(sumspace("callisto", "generate", corpus, *SMALL, "--json"))
    for row in rows(
        sumspace(
            "callisto", "summarize", corpus, "--model", model, "--budget", "exactly(3)", "--min-words", 0, "--json"
        )
    ):
        chosen = Configuration.parse(row["how"])
        segmenter, extractor = chosen.segmenter, chosen.extractor
        (same,) = (
            one for one in generated
            if (one["id"], one["segmenter"], one["extractor"], one["sentences"]) == (row["id"], segmenter, extractor, 3)
        )  # fmt: skip
        assert same["extract"] == row["extract"]


def test_word_budgets_and_summarizers_are_learned_and_chosen(sumspace, corpus_file, tmp_path):
    corpus, model = corpus_file(A, B, C), tmp_path / "m"
    grid = ("--grid", "summarizers", "--summarizer", "lead", "--summarizer", "luhn", "--words", 7, "--words", 12)
    assert sumspace("callisto", "train", corpus, *grid, "-o", model).code == 0
    (header,) = rows(sumspace("callisto", "show", model, "--json"))
    assert header["configurations"] == [
        f"configuration(summarizer={name}, words={words})" for name in ("lead", "luhn") for words in (7, 12)
    ]
    for words, nearest in ((8, 7), (10, 12), (100, 12)):
        made = rows(sumspace("callisto", "summarize", corpus, "--model", model, "--words", words, "--json"))
        assert {Configuration.parse(row["how"]).words for row in made} == {nearest}
        assert all(row["words"] <= words for row in made)
    generated = rows(sumspace("callisto", "generate", corpus, *grid, "--json"))
    assert {(row["segmenter"], row["phrases"], row["sentences"]) for row in generated} == {(None, None, None)}
    leads = {(row["id"], row["words"]): row["extract"] for row in generated if row["summarizer"] == "lead"}
    # "Old houses burn." has 3 words and "Firemen saved two cats." 4; then "Nobody was hurt." has 3.
    assert (leads["a", 7], leads["a", 12]) == ([0, 1], [0, 1, 2])


def test_without_a_model_the_one_of_the_package_is_taken(sumspace, corpus_file):
    outcome = sumspace("callisto", "summarize", corpus_file(A), "--words", 8)
    assert outcome.code == 0
    assert "callisto: trained on 20 documents of sample" in outcome.err
    assert sumspace("callisto", "show").out.startswith("trained on 20 documents of sample")


def test_a_model_in_a_file_with_any_name(sumspace, corpus_file, tmp_path):
    model = tmp_path / "a (b), c=d).callisto"
    sumspace("callisto", "train", corpus_file(A, B), *QUICK, "-o", model)
    assert sumspace("callisto", "summarize", corpus_file(A), "--model", model).code == 0


def test_documents_that_were_left_out_are_told(sumspace, corpus_file, tmp_path):
    corpus = corpus_file(A, {**B, "references": None}, C)
    note = "note: skipped: b has no references to score extracts against"
    assert note in sumspace("callisto", "train", corpus, *QUICK, "-o", tmp_path / "m").err
    assert note in sumspace("callisto", "generate", corpus, *QUICK).err
    assert note in sumspace("callisto", "evaluate", corpus, *STUDY, "--rank-by", "none").err


# evaluate


def test_evaluate_gives_the_same_bytes_with_the_same_seed(sumspace, corpus_file):
    corpus = corpus_file(A, B, C, *({**C, "id": str(i), "sentences": C["sentences"][i:]} for i in range(5)))
    first, again = (rows(sumspace("callisto", "evaluate", corpus, *STUDY, "--jobs", jobs, "--json")) for jobs in (1, 3))
    assert first == again
    other = rows(sumspace("callisto", "evaluate", corpus, *STUDY, "--seed", 4, "--json"))
    assert [row for row in other if row["table"] == "versions"] != [row for row in first if row["table"] == "versions"]


def test_evaluate_prints_json_lines_alone(sumspace, corpus_file):
    outcome = sumspace("callisto", "evaluate", corpus_file(A, B, C), *STUDY, "--json")
    found = rows(outcome)
    assert outcome.err == ""
    assert {"numbers", "versions", "lead", "table_1", "variance", "places"} <= {row["table"] for row in found}
    assert "NaN" not in outcome.out
    assert found[-1]["signature"].startswith("sumspace ")
    versions = [row for row in found if row["table"] == "versions"]
    assert [(row["learner"], row["selection"]) for row in versions] == [
        ("naive-bayes", "random"), ("naive-bayes", "paper"), ("fixed", None),
    ]  # fmt: skip


def test_evaluate_as_a_table_and_as_csv(sumspace, corpus_file):
    corpus = corpus_file(A, B, C)
    shown = sumspace("callisto", "evaluate", corpus, *STUDY)
    assert (shown.code, shown.err) == (0, "")
    assert shown.out.rstrip().splitlines()[-1].startswith("sumspace ")
    outcome = sumspace("callisto", "evaluate", corpus, *STUDY, "--csv")
    assert outcome.code == 0
    assert outcome.err.startswith("sumspace ")
    assert list(csv.DictReader(io.StringIO(outcome.out)))
    assert "nan" not in outcome.out.lower()


def test_evaluate_writes_a_folder_with_a_page(sumspace, corpus_file, tmp_path):
    outcome = sumspace("callisto", "evaluate", corpus_file(A, B, C), *STUDY, "-o", tmp_path / "out")
    assert outcome.code == 0, outcome.err
    assert f"the page: {tmp_path / 'out' / 'index.html'}" in outcome.err
    assert (tmp_path / "out" / "index.html").read_text(encoding="utf-8").startswith("<!doctype html>")


def test_free_lengths_and_several_numbers_of_classes(sumspace, corpus_file):
    arguments = (*STUDY[:-1], "2-3, 20", "--lengths", "free", "--folds", 50)
    found = rows(sumspace("callisto", "evaluate", corpus_file(A, B, C), *arguments, "--rank-by", "none", "--json"))
    versions = [row for row in found if row["table"] == "versions"]
    assert [row["classes"] for row in versions] == [2, 3, 20, 2, 3, 20, None]
    assert not [row for row in found if row["table"] == "places"]


ODD = {
    "one sentence": {"id": "x", "sentences": ["Cats sleep."], "references": ["Cats sleep long."]},
    "nothing but stop words": {"id": "x", "sentences": ["It is of the.", "He was there."], "references": ["Cats."]},
    "nothing but signs": {"id": "x", "sentences": ["...", "!!!"], "references": ["Cats."]},
    "a reference of one word": {"id": "x", "sentences": FIRE, "references": ["cats"]},
    "a reference of stop words": {"id": "x", "sentences": FIRE, "references": ["It is he."]},
    "another script": {"id": "x", "sentences": ["犬が寝る。", "猫が鳴く。"], "references": ["猫が鳴く。"]},
    "signs that no terminal shows": {**A, "id": "x\x1b\n"},
}


@pytest.mark.parametrize("case", ODD)
def test_odd_texts_are_summarized_and_judged_or_left_out(sumspace, corpus_file, tmp_path, case):
    corpus = corpus_file(A, B, ODD[case])
    assert len(rows(sumspace("callisto", "generate", corpus, *QUICK, "--json"))) == 3
    assert sumspace("callisto", "train", corpus, *QUICK, "-o", tmp_path / "m").code == 0
    assert len(rows(sumspace("callisto", "summarize", corpus, "--model", tmp_path / "m", "--json"))) == 3
    outcome = sumspace("callisto", "evaluate", corpus, *QUICK, *STUDY[len(SMALL) :], "--json")
    numbers = next(row for row in rows(outcome) if row["table"] == "numbers")
    assert (numbers["documents"], numbers["left_out"]) in ((3, 0), (2, 1))
    left_out = "note: skipped: x has no summary of 3 sentences with a score above 0\n"
    lost = "note: rouge155 keeps ASCII letters only: most words are lost in 1 of 3 documents; use --profile unicode"
    messages = [line for line in outcome.err.splitlines(keepends=True) if not line.startswith(lost)]
    assert messages == ([left_out] if numbers["left_out"] else [])
    assert (lost in outcome.err) == (case == "another script")
    assert "NaN" not in outcome.out


# what cannot be done


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--segmenter", "nix"], "unknown segmenter 'nix'; there are: c99, columbia, none"),
        (["--extractor", "nix"], "unknown key phrase extractor 'nix'; there are: extractor, kea"),
        (["--phrases", "0"], "phrases of a configuration must be a whole number from 1 "),
        (["--threshold", "0"], "threshold of a configuration must be a whole number from 1 "),
        (["--sentences", "-1"], "summaries need a length of at least 1, not -1"),
        (["--words", "0"], "summaries need a length of at least 1, not 0"),
        (["--summarizer", "leed"], "unknown summarizer 'leed'; there are: callisto, centroid"),
        (["--summarizer", "callisto"], "'callisto' cannot be a configuration, because it has a model of its own"),
        (["--match", "nix"], "match must be stems or words, not 'nix'"),
        (["--profile", "nix"], "unknown profile 'nix'; there are: auto, rouge155"),
        (["--seed", "-1"], "a seed is a whole number from 0 on, not -1"),
        (["--jobs", "0"], "there must be at least 1 job, not 0"),
        (["--kea", "nowhere.jsonl"], "nowhere.jsonl: there is no such file"),
        (["--text-column", "body"], "sample is no table"),
        (["--reference-column", ""], "a column must have a name"),
    ],
)
def test_options_of_the_plan_that_cannot_be_used(sumspace, tmp_path, monkeypatch, arguments, message):
    monkeypatch.chdir(tmp_path)
    outcome = sumspace("callisto", "generate", "sample", *QUICK, *arguments)
    assert is_one_clear_line(outcome), outcome
    assert message in outcome.err
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["generate", "sample", "-m", "nix"], "unknown measure 'nix'; there are: "),
        (["generate", "sample", "-m", "pyramid"], "pyramid is known only for summaries that people have annotated"),
        (["generate", "sample", "-o", "out.txt"], "out.txt: summaries are written as .jsonl, .jsonl.gz or .parquet"),
        (["generate", "sample", "-o", "no/out.jsonl"], "no/out.jsonl: there is no folder no to write it in"),
        (["generate", "sample", "-o", "out.jsonl", "--json"], "--json prints what -o writes: use one of them"),
        (["generate", "nowhere.jsonl"], "nowhere.jsonl: there is no such file"),
        (["generate", "nowhere.jsonl", "-o", "out.parquet"], "nowhere.jsonl: there is no such file"),
        (["train", "nowhere.jsonl", "-o", "m"], "nowhere.jsonl: there is no such file"),
        (["train", "sample", "-o", "no/m"], "no/m: there is no folder no to write it in"),
        (["train", "sample", "-o", "m", "--extractor", "nix"], "unknown key phrase extractor 'nix'; there are: "),
        (["train", "sample", "-o", "m", "--classes", "1"], "the number of classes must be 2 to 100, not 1"),
        (
            ["train", "sample", "-o", "m", "--learner", "nix"],
            "unknown learner 'nix'; there are: additive, boosting, c45, fixed",
        ),
        (["train", "sample", "-o", "m", "--learner", "tree(depth='x')"], "depth of tree is of type int, not 'x'"),
        (["train", "sample", "-o", "m", "--learner", "tree(4"], "options are written as in tree(option, key=value)"),
        (["evaluate", "nowhere.jsonl"], "nowhere.jsonl: there is no such file"),
        (["evaluate", "sample", "--extractor", "nix"], "unknown key phrase extractor 'nix'; there are: "),
        (["evaluate", "sample", "--classes", "x"], "such as 5, 2-20 or 3,5,8, not 'x'"),
        (["evaluate", "sample", "--classes", "5-2"], "such as 5, 2-20 or 3,5,8, not '5-2'"),
        (["evaluate", "sample", "--classes", ""], "--classes must be a number"),
        (["evaluate", "sample", "--classes", "-3"], "--classes must be a number"),
        (["evaluate", "sample", "--folds", "1"], "cross-validation needs at least 2 folds, not 1"),
        (
            ["evaluate", "sample", "--learner", "nix"],
            "unknown learner 'nix'; there are: additive, boosting, c45, fixed",
        ),
        (
            ["evaluate", "sample", "--selection", "nix"],
            "unknown selection 'nix'; there are: value, odds, paper, random",
        ),
        (["evaluate", "sample", "--target", "nix"], "unknown target 'nix'; there are: score, rank, share"),
        (["evaluate", "sample", "--train-on", "nix"], "unknown measure 'nix'"),
        (["evaluate", "sample", "--judge-by", "nix"], "unknown measure 'nix'"),
        (["evaluate", "sample", "--rank-by", "nix"], "unknown measure 'nix'"),
        (["evaluate", "sample", "--confidence", "101"], "a confidence from 1 to 99.9 percent, not 101"),
        (["evaluate", "sample", "--json", "--csv"], "--json and --csv exclude each other"),
        (["evaluate", "sample", "-o", "no/out"], "no/out: there is no folder no to make it in"),
    ],
)
def test_options_that_cannot_be_used(sumspace, tmp_path, monkeypatch, arguments, message):
    monkeypatch.chdir(tmp_path)
    quick = (*QUICK, "--learner", "fixed", "--rank-by", "none") if arguments[0] == "evaluate" else QUICK
    command, corpus, *others = arguments
    outcome = sumspace("callisto", command, corpus, *quick, *others)
    assert is_one_clear_line(outcome), outcome
    assert message in outcome.err
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("command", ["generate", "train", "evaluate"])
def test_a_folder_in_the_place_of_the_output_stays_as_it_is(sumspace, tmp_path, command):
    folder = tmp_path / "out.jsonl"
    folder.mkdir()
    (folder / "mine").touch()
    outcome = sumspace("callisto", command, "sample", *QUICK, "-o", folder)
    assert is_one_clear_line(outcome), outcome
    assert f"{folder}: " in outcome.err
    assert [file.name for file in tmp_path.iterdir()] == ["out.jsonl"]
    assert [file.name for file in folder.iterdir()] == ["mine"]


def test_a_file_in_the_place_of_the_model_is_there_until_a_new_one_is(sumspace, corpus_file, tmp_path):
    old = tmp_path / "m"
    save(built_in(), old)
    before = old.read_bytes()
    assert is_one_clear_line(sumspace("callisto", "train", corpus_file(A, {"id": "b"}), *QUICK, "-o", old))
    assert old.read_bytes() == before
    assert sumspace("callisto", "train", corpus_file(A, B), *QUICK, "-o", old).code == 0
    assert zipfile.is_zipfile(old)
    assert old.read_bytes() != before


@pytest.mark.parametrize("command", ["show", "summarize"])
@pytest.mark.parametrize(
    ("content", "message"),
    [
        (None, "cannot be read: No such file or directory"),
        (b"Some text.\n", "no model of CALLISTO; `sumspace callisto train` makes one"),
        (b"", "no model of CALLISTO; `sumspace callisto train` makes one"),
        ({"kind": "something else"}, "no model of CALLISTO; `sumspace callisto train` makes one"),
        (
            {"kind": "sumspace callisto", "format": 99, "sumspace": "9.0"},
            "made by sumspace 9.0 with format 99, which",
        ),
    ],
)
def test_models_that_cannot_be_read(sumspace, corpus_file, tmp_path, command, content, message):
    file = tmp_path / "m"
    if isinstance(content, dict):
        with zipfile.ZipFile(file, "w") as archive:
            archive.writestr("header.json", json.dumps(content))
    elif content is not None:
        file.write_bytes(content)
    given = [file] if command == "show" else [corpus_file(A), "--model", file]
    outcome = sumspace("callisto", command, *given)
    assert is_one_clear_line(outcome), outcome
    assert f"{file}: {message}" in outcome.err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["nowhere.jsonl"], "nowhere.jsonl: there is no such file"),
        (["sample", "--budget", "exactly(0)"], "a budget must allow something: exactly(0)"),
        (["sample", "--json", "--csv"], "--json and --csv exclude each other"),
    ],
)
def test_summaries_that_cannot_be_made(sumspace, arguments, message):
    outcome = sumspace("callisto", "summarize", *arguments)
    assert is_one_clear_line(outcome), outcome
    assert message in outcome.err


BARE = {"id": "b", "sentences": RAIN}
NO_REFERENCES = "'b' has no references to score extracts against"
UNLIKE = {**B, "references": ["Completely different matter."]}


@pytest.mark.parametrize(
    ("command", "lines", "message"),
    [
        ("generate", [BARE], f"there is no document to summarize: {NO_REFERENCES}"),
        ("train", [BARE], f"there is no document to study: {NO_REFERENCES}"),
        ("evaluate", [BARE], f"there is no document to study: {NO_REFERENCES}"),
        ("evaluate", [A], "cross-validation needs at least 2 documents with scores above 0, not 1"),
        ("evaluate", [A, BARE], f"at least 2 documents with scores above 0, not 1: {NO_REFERENCES}"),
        ("evaluate", [A, UNLIKE], "not 1: 'b' has no summary with a score above 0"),
    ],
)
def test_corpora_without_enough_documents(sumspace, corpus_file, tmp_path, command, lines, message):
    output = {"generate": "out.jsonl", "train": "model", "evaluate": "folder"}[command]
    outcome = sumspace("callisto", command, corpus_file(*lines), *QUICK, "-o", tmp_path / output)
    assert is_one_clear_line(outcome), outcome
    assert message in outcome.err
    assert [file.name for file in tmp_path.iterdir()] == ["corpus.jsonl"]


def test_an_extractor_that_wants_tags_without_a_tagger(sumspace, monkeypatch, tmp_path):
    monkeypatch.setattr("sumspace.text.tags.available", lambda: False)
    outcome = sumspace(
        "callisto", "generate", "sample", "--extractor", "np-seeker", "--sentences", 3, "-o", tmp_path / "out.jsonl"
    )
    assert is_one_clear_line(outcome), outcome
    assert "needs part-of-speech tags: pip install 'sumspace[tags]'" in outcome.err
    assert not list(tmp_path.iterdir())


def test_without_a_tagger_the_other_extractors_are_taken(sumspace, corpus_file, monkeypatch):
    monkeypatch.setattr("sumspace.text.tags.available", lambda: False)
    arguments = ("--grid", "paper", "--segmenter", "none", "--phrases", 5, "--threshold", 1, "--sentences", 1, "--json")
    found = rows(sumspace("callisto", "generate", corpus_file(A), *arguments))
    assert [row["extractor"] for row in found] == ["extractor", "kea", "rake", "textrank"]


def test_an_interrupted_study_leaves_nothing_behind_but_what_was_finished(sumspace, corpus_file, monkeypatch, tmp_path):
    good = list(read(corpus_file(A, B, C)))

    def interrupted(*_):
        yield from good
        raise KeyboardInterrupt

    monkeypatch.setattr("sumspace.corpus.source.read", interrupted)
    for command in ("evaluate", "train"):
        outcome = sumspace("callisto", command, "-", *QUICK, "-o", tmp_path / "out")
        assert (outcome.code, outcome.out) == (130, "")
        left = {file.name for file in tmp_path.glob("out/*")}
        assert left <= ({"ledger.sqlite"} if command == "evaluate" else set())
        shutil.rmtree(tmp_path / "out", ignore_errors=True)
